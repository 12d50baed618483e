//! Stacks as takes: what the library says of every node at every time, as keys.
//!
//! A take begins where its stack does. Its turns run along Euler angles in the file, which keys of
//! quaternions do not: they are sampled until no point of the character is further off than a tenth
//! of a millimetre, and no bone than a hundredth of a degree.

#[cfg(test)]
mod tests;

use super::{
    convert::{node_index, turn},
    keys::{self, FbxKeySample, KeyValueKind, RotationValueKind, Straight},
    morphs, nodes,
    progress::TAKES,
};
use crate::{
    ImportError, ImportErrorPlace, ImportProblem, ImportReport, bounds,
    reading::Reading,
    scene::{ParsedNode, ParsedTake},
};
use asset::source::{Channel, SourceCurve, Track};
use rayon::prelude::*;
use words::tr;

/// Allowed error of a point of a character, in metres.
const LENGTH: f64 = 1e-4;
/// Allowed error of the rotation of a bone, in radians: a hundredth of a degree.
const ANGLE: f64 = 1.745e-4;
/// Allowed error of scales and of morph weights.
const FACTOR: f64 = 1e-4;
/// Rate at which the library samples what is not linear, in samples a second.
const RATE: f64 = 120.0;
/// Frames of a take above which only keys and the curves between them are sampled, not every frame.
const MAX_FRAMES: f64 = 1e6;
/// Part of a frame by which a time may miss it and still count as on it.
const SAME_FRAME: f64 = 1e-4;
/// Flags that ask the library for one part of a node's transform; they spare it the properties of
/// the others. It has numbers alone for them.
const TRANSLATION: u32 = 0x4 | 0x10;
const ROTATION: u32 = 0x4 | 0x20;
const SCALE: u32 = 0x4 | 0x40;
/// Default frame rate, in frames a second.
const USUAL_RATE: f64 = 30.0;

/// Allowed errors of the keys of one node, in metres and radians.
#[derive(Clone, Copy)]
struct Tolerance {
    length: f64,
    angle: f64,
}

/// Reads all animation stacks. Stacks are sampled on all cores, as many at once as there are cores,
/// to bound the memory for samples. A stack that moves nothing is left out with a note. An Err
/// means too many keys, too much memory or a cancelled reading.
pub fn read(
    root: &ufbx::SceneRoot,
    nodes: &[ParsedNode],
    reading: &mut Reading<'_>,
) -> Result<Vec<ParsedTake>, ImportError> {
    let tolerances = tolerances(nodes);
    let mut takes = Vec::new();
    let mut count = 0;
    let stacks = root.anim_stacks.len();
    let at_once = rayon::current_num_threads();
    for first in (0..stacks).step_by(at_once) {
        reading.went(TAKES, first, stacks)?;
        let read = |index| {
            TakeReader {
                root,
                nodes,
                index,
                tolerances: &tolerances,
            }
            .take()
        };
        let found: Vec<_> = (first..stacks.min(first + at_once))
            .into_par_iter()
            .map(read)
            .collect();
        for (index, found) in (first..).zip(found) {
            let place = format!("/animations/{index}");
            let Some((take, repaired)) = found? else {
                let name = &*root.anim_stacks[index].element.name;
                reading
                    .report
                    .note(place, tr!("“{name}” moves nothing; it was left out."));
                continue;
            };
            if repaired > 0 {
                let text = tr!("{repaired} keys are invalid or too large; they were clamped.");
                reading.report.warn(place.as_str(), text);
            }
            count += take
                .tracks
                .values()
                .flat_map(Track::channels)
                .map(|channel| channel.times.len())
                .sum::<usize>();
            bounds::key_count(count, &place)?;
            reading
                .budget
                .reserve(take.tracks.len() as u64 * 64 + count as u64 * 20, &place)?;
            takes.push(take);
        }
    }
    plain_names(&mut takes, reading.report);
    Ok(takes)
}

/// Removes the prefix that Blender writes before the name of each action (`Armature|`), if all
/// takes have it.
fn plain_names(takes: &mut [ParsedTake], report: &mut ImportReport) {
    let prefix = |take: &ParsedTake| {
        take.name
            .as_ref()?
            .split_once('|')
            .map(|(prefix, _)| format!("{prefix}|"))
    };
    let Some(first) = takes.first().and_then(prefix) else {
        return;
    };
    let own = |take: &ParsedTake| {
        take.name
            .as_ref()?
            .strip_prefix(&first)
            .filter(|own| !own.is_empty())
            .map(str::to_owned)
    };
    let Some(names) = takes.iter().map(own).collect::<Option<Vec<_>>>() else {
        return;
    };
    takes
        .iter_mut()
        .zip(names)
        .for_each(|(take, name)| take.name = Some(name));
    report.note(
        "/animations",
        tr!("All clips had “{first}” before their names; it was left out."),
    );
}

fn frame_rate(root: &ufbx::Scene) -> Option<f32> {
    let rate = root.settings.frames_per_second;
    (rate.is_finite() && (1.0..=240.0).contains(&rate)).then_some(rate as f32)
}

/// Shares the allowed error of a whole character among the bones of a chain. A bone near the end of
/// a chain has a larger rotation tolerance than one that carries much.
fn tolerances(nodes: &[ParsedNode]) -> Vec<Tolerance> {
    let mut parents = vec![None; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        node.children
            .iter()
            .for_each(|child| parents[*child] = Some(index));
    }
    let order = parents_first(nodes, &parents);
    let (mut depth, mut factor) = (vec![1usize; nodes.len()], vec![1f64; nodes.len()]);
    for &node in &order {
        let own = f64::from(nodes[node].local.scale.abs().max_element());
        if let Some(parent) = parents[node] {
            depth[node] = depth[parent] + 1;
            factor[node] = factor[parent];
        }
        factor[node] *= if own > 0.0 { own } else { 1.0 };
    }
    // How far anything on a node is from it, and how many nodes its longest chain has.
    let (mut reach, mut chain) = (vec![0.05f64; nodes.len()], depth.clone());
    for &node in order.iter().rev() {
        if let Some(parent) = parents[node] {
            let length = f64::from(nodes[node].local.translation.length()) * factor[parent];
            reach[parent] = reach[parent].max(reach[node] + length);
            chain[parent] = chain[parent].max(chain[node]);
        }
    }
    let of = |node: usize| {
        let share = 1.0 / (2.0 * (chain[node] as f64).sqrt());
        let above = parents[node].map_or(1.0, |parent| factor[parent]);
        Tolerance {
            length: share * LENGTH / above.max(1e-6),
            angle: share * ANGLE.min(LENGTH / reach[node]),
        }
    };
    (0..nodes.len()).map(of).collect()
}

fn parents_first(nodes: &[ParsedNode], parents: &[Option<usize>]) -> Vec<usize> {
    let mut open: Vec<usize> = (0..nodes.len())
        .filter(|node| parents[*node].is_none())
        .collect();
    let mut order = Vec::with_capacity(nodes.len());
    while let Some(node) = open.pop() {
        order.push(node);
        open.extend(&nodes[node].children);
    }
    order
}

struct TakeReader<'f> {
    root: &'f ufbx::SceneRoot,
    nodes: &'f [ParsedNode],
    /// Index of the stack in the file.
    index: usize,
    tolerances: &'f [Tolerance],
}

/// Time span of a take, in seconds of the file, and its frames a second.
#[derive(Clone, Copy)]
struct FbxTakeSpan {
    begin: f64,
    end: f64,
    rate: f64,
}

impl FbxTakeSpan {
    /// Whether a frame of the file is at this time.
    fn has_frame(&self, time: f64) -> bool {
        let frame = (time - self.begin) * self.rate;
        (frame - frame.round()).abs() < SAME_FRAME
    }

    /// Adds the frames that are not among these samples.
    fn add_frames<const N: usize>(
        &self,
        samples: &mut Vec<FbxKeySample<N>>,
        value: impl Fn(f64) -> [f64; N],
    ) {
        let frames = ((self.end - self.begin) * self.rate).floor();
        if frames.is_nan() || frames > MAX_FRAMES {
            return;
        }
        let given = std::mem::take(samples);
        let mut left = given.into_iter().peekable();
        for frame in 0..=frames as u64 {
            let time = self.begin + frame as f64 / self.rate;
            let near = SAME_FRAME / self.rate;
            while let Some(sample) = left.next_if(|sample| sample.time < time + near) {
                samples.push(sample);
            }
            if samples.last().is_none_or(|last| last.time < time - near) && time <= self.end {
                samples.push(FbxKeySample {
                    time,
                    value: value(time),
                });
            }
        }
        samples.extend(left);
    }
}

impl TakeReader<'_> {
    fn stack(&self) -> &ufbx::AnimStack {
        &self.root.anim_stacks[self.index]
    }

    /// The take, and how many of its keys had to be brought within bounds. None where the stack
    /// moves nothing.
    fn take(&self) -> Result<Option<(ParsedTake, usize)>, ImportError> {
        if self
            .stack()
            .layers
            .iter()
            .all(|layer| layer.anim_props.is_empty())
        {
            return Ok(None);
        }
        let options = ufbx::BakeOpts {
            resample_rate: RATE,
            minimum_sample_rate: 1e5,
            step_handling: ufbx::BakeStepHandling::IdenticalTime,
            ..ufbx::BakeOpts::default()
        };
        let baked = ufbx::bake_anim(self.root, &self.stack().anim, options).map_err(|error| {
            let problem = ImportProblem::Syntax {
                message: error.description.to_string(),
            };
            ImportError::new(
                ImportErrorPlace::Path(format!("/animations/{}", self.index)),
                problem,
            )
        })?;
        let span = self.span(&baked);
        let tracks = (0..baked.nodes.len())
            .into_par_iter()
            .filter_map(|at| self.track(&baked, at, span));
        let tracks: Vec<(usize, Track, usize)> = tracks.collect();
        let repaired = tracks.iter().map(|(.., repaired)| repaired).sum();
        let mut take = ParsedTake {
            index: self.index,
            name: Some(self.stack().element.name.to_string()).filter(|name| !name.is_empty()),
            duration: (span.end - span.begin) as f32,
            frame_rate: frame_rate(self.root),
            tracks: tracks
                .into_iter()
                .map(|(node, track, _)| (node, track))
                .collect(),
            ..ParsedTake::default()
        };
        self.hold(&mut take, span);
        take.tracks
            .retain(|_, track| track.channels().next().is_some());
        self.weights(&baked, span, &mut take);
        self.properties(&baked, span, &mut take);
        Ok(Some((take, repaired)))
    }

    /// Time span of the stack, or of its keys where the stack has none.
    fn span(&self, baked: &ufbx::BakedAnim) -> FbxTakeSpan {
        let sound = |begin: f64, end: f64| {
            begin.is_finite() && end.is_finite() && end - begin <= f64::from(bounds::TIME)
        };
        let rate = frame_rate(self.root).map_or(USUAL_RATE, f64::from);
        let of_stack = FbxTakeSpan {
            begin: self.stack().time_begin,
            end: self.stack().time_end,
            rate,
        };
        let of_keys = FbxTakeSpan {
            begin: baked.key_time_min,
            end: baked.key_time_max,
            rate,
        };
        match (of_stack, of_keys) {
            (span, _) | (_, span) if sound(span.begin, span.end) && span.end > span.begin => span,
            _ => FbxTakeSpan {
                begin: 0.0,
                end: 0.0,
                rate,
            },
        }
    }

    /// The node, its baked track, and how many keys had to be brought within bounds.
    fn track(
        &self,
        baked: &ufbx::BakedAnimRoot,
        at: usize,
        span: FbxTakeSpan,
    ) -> Option<(usize, Track, usize)> {
        let baked = &baked.nodes[at];
        let node = self.root.nodes.get(baked.typed_id as usize)?;
        let index = node_index(node)?;
        let Tolerance { length, angle } = self.tolerances[index];
        let at = |time: f64, part: u32| {
            ufbx::evaluate_transform_flags(&self.stack().anim, node, time, part)
        };
        let moves = baked.translation_keys.iter().map(|key| FbxKeySample {
            time: key.time,
            value: vector(key.value),
        });
        let turns = baked.rotation_keys.iter().map(|key| FbxKeySample {
            time: key.time,
            value: quaternion(key.value),
        });
        let scales = baked.scale_keys.iter().map(|key| FbxKeySample {
            time: key.time,
            value: vector(key.value),
        });
        let translation = sampled(moves, span, &Straight, length, |time| {
            vector(at(time, TRANSLATION).translation)
        });
        let rotation = sampled(turns, span, &RotationValueKind, angle, |time| {
            quaternion(at(time, ROTATION).rotation)
        });
        let scale = sampled(scales, span, &Straight, FACTOR.min(length), |time| {
            vector(at(time, SCALE).scale)
        });
        let mut repaired = 0;
        let mut bounded = |channel: Option<Channel>, limit: f32| {
            let mut channel = channel?;
            repaired += sound(&mut channel) + bounds::keys(&mut channel, 3, limit);
            Some(channel)
        };
        let (translation, scale) = (
            bounded(translation, bounds::LENGTH),
            bounded(scale, bounds::FACTOR),
        );
        let rest = &self.nodes[index].local;
        let track = Track {
            translation: unless_rest(translation, &rest.translation.to_array()),
            rotation: unless_rest(rotation, &rest.rotation.to_array()),
            scale: unless_rest(scale, &rest.scale.to_array()),
            ..Track::default()
        };
        Some((index, track, repaired))
    }

    /// Adds a constant track to nodes that the stack does not move but that the file shows away
    /// from the rest pose.
    fn hold(&self, take: &mut ParsedTake, span: FbxTakeSpan) {
        for node in self.root.nodes.iter().skip(1) {
            let Some(index) = node_index(node).filter(|index| *index < self.nodes.len()) else {
                continue;
            };
            if take.tracks.contains_key(&index) {
                continue;
            }
            let (shown, _) = nodes::transform(&ufbx::evaluate_transform(
                &self.stack().anim,
                node,
                span.begin,
            ));
            let rest = &self.nodes[index].local;
            let held = |values: &[f32], rest: &[f32]| unless_rest(Some(constant(values)), rest);
            let track = Track {
                translation: held(&shown.translation.to_array(), &rest.translation.to_array()),
                rotation: held(&shown.rotation.to_array(), &rest.rotation.to_array()),
                scale: held(&shown.scale.to_array(), &rest.scale.to_array()),
                ..Track::default()
            };
            take.tracks.insert(index, track);
        }
    }

    /// Morph weights of every node whose mesh has an animated target.
    fn weights(&self, baked: &ufbx::BakedAnim, span: FbxTakeSpan, take: &mut ParsedTake) {
        for mesh in self.root.meshes.iter() {
            let (mut channels, mut is_moved) = (Vec::new(), false);
            for channel in morphs::channels(mesh) {
                // Old files have the weight on the mesh, by the channel's name.
                let keys = property(baked, channel.element.element_id, "DeformPercent")
                    .or_else(|| property(baked, mesh.element.element_id, &channel.element.name));
                is_moved |= keys.is_some();
                for target in 0..channel.keyframes.len() {
                    channels.push(self.weight(channel, target, keys, span));
                }
            }
            if is_moved {
                let carriers = mesh
                    .element
                    .instances
                    .iter()
                    .filter_map(|node| node_index(node));
                take.weights
                    .extend(carriers.map(|node| (node, channels.clone())));
            }
        }
    }

    fn weight(
        &self,
        channel: &ufbx::BlendChannel,
        target: usize,
        keys: Option<&[ufbx::BakedVec3]>,
        span: FbxTakeSpan,
    ) -> Channel {
        let frames = morphs::full_weights(channel);
        let of = |weight: f64| [morphs::weights(&frames, weight)[target]];
        let at = |time: f64| {
            of(ufbx::evaluate_blend_weight(
                &self.stack().anim,
                channel,
                time,
            ))
        };
        let given = keys.unwrap_or_default().iter();
        let given = given.map(|key| FbxKeySample {
            time: key.time,
            value: of(key.value.x / 100.0),
        });
        let found = sampled(given, span, &Straight, FACTOR, at);
        let mut found = found.unwrap_or_else(|| constant(&[of(channel.weight)[0] as f32]));
        sound(&mut found);
        bounds::keys(&mut found, 1, bounds::FACTOR);
        found
    }

    /// Animated user-defined properties of nodes, as curves of their names. A vector is one curve
    /// an axis.
    fn properties(&self, baked: &ufbx::BakedAnim, span: FbxTakeSpan, take: &mut ParsedTake) {
        for element in baked.elements.iter() {
            let of = self.root.elements.get(element.element_id as usize);
            let Some(of) = of.filter(|of| of.type_ == ufbx::ElementType::Node) else {
                continue;
            };
            let Some(node) = (of.typed_id as usize).checked_sub(1) else {
                continue;
            };
            for prop in element.props.iter() {
                let declared = ufbx::find_prop(&of.props, &prop.name);
                let Some(declared) =
                    declared.filter(|prop| prop.flags.has_any(ufbx::PropFlags::USER_DEFINED))
                else {
                    continue;
                };
                let is_vector = matches!(
                    declared.type_,
                    ufbx::PropType::Vector | ufbx::PropType::Color
                );
                let axes: &[(usize, &str)] = if is_vector {
                    &[(0, ".x"), (1, ".y"), (2, ".z")]
                } else {
                    &[(0, "")]
                };
                for (axis, end) in axes {
                    let keys = prop.keys.iter();
                    let given = keys.map(|key| FbxKeySample {
                        time: key.time,
                        value: [vector(key.value)[*axis]],
                    });
                    let value = |time: f64| {
                        let found = ufbx::evaluate_prop(&self.stack().anim, of, &prop.name, time);
                        let value = found.value_vec4;
                        [[value.x, value.y, value.z][*axis]]
                    };
                    let moving = sampled(given, span, &Straight, FACTOR, value)
                        .filter(|channel| channel.times.len() > 1);
                    if let Some(mut channel) = moving {
                        sound(&mut channel);
                        bounds::keys(&mut channel, 1, bounds::LENGTH);
                        take.curves.push((
                            node,
                            SourceCurve {
                                name: format!("{}{end}", &*prop.name),
                                channel,
                            },
                        ));
                    }
                }
            }
        }
    }
}

fn property<'b>(
    baked: &'b ufbx::BakedAnim,
    element: u32,
    name: &str,
) -> Option<&'b [ufbx::BakedVec3]> {
    let element = baked
        .elements
        .iter()
        .find(|found| found.element_id == element)?;
    element
        .props
        .iter()
        .find(|prop| *prop.name == *name)
        .map(|prop| &*prop.keys)
}

/// Keys of a function of time over a span, moved to start at 0. None where the function gives no
/// value.
fn sampled<const N: usize>(
    given: impl Iterator<Item = FbxKeySample<N>>,
    span: FbxTakeSpan,
    kind: &impl KeyValueKind<N>,
    tolerance: f64,
    value: impl Fn(f64) -> [f64; N],
) -> Option<Channel> {
    let mut samples: Vec<FbxKeySample<N>> = given
        .filter(|sample| span.begin <= sample.time && sample.time <= span.end)
        .collect();
    // What is so at a moment alone, and neither before nor after it, is not.
    let times: Vec<f64> = samples.iter().map(|sample| sample.time).collect();
    let mut nth = 0..;
    samples.retain(|_| {
        let around = nth.next().and_then(|at: usize| at.checked_sub(1));
        let around = around.and_then(|before| Some((times[before], times.get(before + 2)?)));
        around.is_none_or(|(before, after)| before != *after)
    });
    let is_any = !samples.is_empty();
    if samples.first().is_none_or(|first| first.time > span.begin) {
        samples.insert(
            0,
            FbxKeySample {
                time: span.begin,
                value: value(span.begin),
            },
        );
    }
    if samples.last().is_some_and(|last| last.time < span.end) {
        samples.push(FbxKeySample {
            time: span.end,
            value: value(span.end),
        });
    }
    let is_constant = samples
        .windows(2)
        .all(|pair| pair[0].value == pair[1].value);
    if is_constant {
        samples.truncate(1);
    } else {
        if is_any {
            span.add_frames(&mut samples, &value);
            samples = keys::refined(samples, kind, tolerance, value);
        }
        samples = keys::reduced(&samples, kind, tolerance, |time| span.has_frame(time));
    }
    samples
        .iter_mut()
        .for_each(|sample| sample.time -= span.begin);
    keys::channel(&samples)
}

fn constant(values: &[f32]) -> Channel {
    Channel {
        times: vec![0.0],
        values: values.to_vec(),
        ..Channel::default()
    }
}

/// The channel; None if it holds the rest pose throughout.
fn unless_rest(channel: Option<Channel>, rest: &[f32]) -> Option<Channel> {
    let is_rest = |channel: &Channel| {
        let size = rest.iter().fold(1e-3f32, |most, x| most.max(x.abs()));
        channel.times.len() == 1
            && channel
                .values
                .iter()
                .zip(rest)
                .all(|(a, b)| (a - b).abs() <= 1e-6 * size)
    };
    channel.filter(|channel| !is_rest(channel))
}

/// Replaces numbers that are not finite by 0. Returns how many there were.
fn sound(channel: &mut Channel) -> usize {
    let bad = channel.values.iter_mut().filter(|value| !value.is_finite());
    bad.map(|value| *value = 0.0).count()
}

fn vector(v: ufbx::Vec3) -> [f64; 3] {
    [v.x, v.y, v.z]
}

fn quaternion(q: ufbx::Quat) -> [f64; 4] {
    turn(q).to_array()
}
