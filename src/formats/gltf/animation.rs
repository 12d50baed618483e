//! Animations as takes that hold the file's own keys (glTF 2.0, chapter 3.11). Invariant: times of
//! a channel are finite and ascend strictly, and there are as many values as they call for.

#[cfg(test)]
mod tests;

use super::{accessor::AccessorShape, clip_store::ClipStore, json, odd, source::GltfSource};
use crate::{ImportError, bounds, scene::ParsedTake};
use asset::source::{Channel, Interpolation};
use words::tr;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GltfChannelPath {
    Translation,
    Rotation,
    Scale,
    Weights,
}

/// Reads all animations, in seconds and metres. Animations without channels are left out. An Err
/// means a broken reference, too few values, times that do not ascend, too many keys or a cancelled
/// reading.
pub fn read(source: &mut GltfSource<'_>) -> Result<Vec<ParsedTake>, ImportError> {
    let scenes = source.root.scenes.iter();
    let extras = scenes.filter_map(|scene| scene.extras.as_ref());
    let clips = ClipStore::read(extras, source.reading.report);
    let mut reader = AnimationReader {
        source,
        clips,
        keys: 0,
    };
    let mut takes = Vec::new();
    for (index, animation) in reader.source.root.animations.iter().enumerate() {
        reader.source.reading.went(
            super::progress::ANIMATIONS,
            index,
            reader.source.root.animations.len(),
        )?;
        takes.extend(reader.take(index, animation)?);
    }
    Ok(takes)
}

struct AnimationReader<'r, 'a> {
    source: &'r mut GltfSource<'a>,
    clips: ClipStore,
    /// Keys that have been read, over all animations.
    keys: usize,
}

impl AnimationReader<'_, '_> {
    fn take(
        &mut self,
        index: usize,
        animation: &json::Animation,
    ) -> Result<Option<ParsedTake>, ImportError> {
        let place = format!("/animations/{index}");
        if animation.channels.is_empty() {
            let is_any_use = self
                .source
                .root
                .animations
                .iter()
                .any(|other| !other.channels.is_empty());
            odd::left_out(
                self.source.reading.report,
                place,
                tr!("the animation has no channels"),
                is_any_use,
            )?;
            return Ok(None);
        }
        let name = animation.name.as_deref().unwrap_or_default();
        let said = animation.extras.as_ref().and_then(|extras| extras.said());
        let mut take = ParsedTake {
            index,
            name: animation.name.clone(),
            said: said.or_else(|| self.clips.said(name)),
            events: (self.clips).events(name, &place, self.source.reading.report),
            base: (self.clips).base(name, &place, self.source.reading.report),
            ..ParsedTake::default()
        };
        for (at, channel) in animation.channels.iter().enumerate() {
            self.channel(
                animation,
                channel,
                &format!("{place}/channels/{at}"),
                &mut take,
            )?;
        }
        Ok(Some(take))
    }

    fn channel(
        &mut self,
        animation: &json::Animation,
        channel: &json::GltfChannel,
        place: &str,
        take: &mut ParsedTake,
    ) -> Result<(), ImportError> {
        let sampler = animation.samplers.get(channel.sampler.0);
        let sampler = sampler.ok_or_else(|| {
            ImportError::no_such(
                "sampler",
                channel.sampler.0,
                animation.samplers.len(),
                place,
            )
        })?;
        let Some(node) = channel.target.node else {
            self.source
                .reading
                .report
                .note(place, tr!("The channel has no node; it was left out."));
            return Ok(());
        };
        let nodes = self.source.root.nodes.len();
        if node.0 >= nodes {
            return Err(ImportError::no_such("node", node.0, nodes, place));
        }
        let path = match channel.target.path.as_str() {
            "translation" => GltfChannelPath::Translation,
            "rotation" => GltfChannelPath::Rotation,
            "scale" => GltfChannelPath::Scale,
            "weights" => GltfChannelPath::Weights,
            other => {
                self.source.reading.report.warn(
                    place,
                    tr!("“{other}” cannot be animated here; the channel was left out."),
                );
                return Ok(());
            }
        };
        let width = if path == GltfChannelPath::Weights {
            self.target_count(node.0)
        } else {
            0
        };
        let Some(channels) = self.keys(sampler, path, width, place)? else {
            return Ok(());
        };
        let last = channels
            .first()
            .and_then(|channel| channel.times.last().copied())
            .unwrap_or(0.0);
        take.duration = take.duration.max(last);
        if !put(take, node.0, path, channels) {
            // The very same channel once more is no choice but a list that was damaged.
            let is_repeated = animation
                .channels
                .iter()
                .filter(|other| **other == *channel)
                .count()
                > 1;
            let what = tr!("another channel of the animation drives the same property");
            odd::left_out(self.source.reading.report, place, what, !is_repeated)?;
        }
        Ok(())
    }

    /// Number of morph targets of a node's mesh.
    fn target_count(&self, node: usize) -> usize {
        let root = self.source.root;
        let mesh = root.nodes[node]
            .mesh
            .and_then(|mesh| root.meshes.get(mesh.0));
        mesh.and_then(|mesh| {
            mesh.primitives
                .iter()
                .map(|primitive| primitive.targets.len())
                .max()
        })
        .unwrap_or(0)
    }

    /// One channel, or one for each morph target. None where it is not clear what is meant; that is
    /// reported.
    fn keys(
        &mut self,
        sampler: &json::Sampler,
        path: GltfChannelPath,
        targets: usize,
        place: &str,
    ) -> Result<Option<Vec<Channel>>, ImportError> {
        let mut times = self.times(sampler.input.0, place)?;
        let shape = match path {
            GltfChannelPath::Rotation => AccessorShape::Vec4,
            GltfChannelPath::Weights => AccessorShape::Scalar,
            GltfChannelPath::Translation | GltfChannelPath::Scale => AccessorShape::Vec3,
        };
        let header = self.source.accessor(sampler.output.0, &[shape], place)?;
        let mut interpolation = self.interpolation(sampler, place);
        let parts = if interpolation == Interpolation::Cubic {
            3
        } else {
            1
        };
        if path == GltfChannelPath::Weights && targets == 0 {
            odd::left_out(
                self.source.reading.report,
                place,
                tr!("it drives morph weights, but the node has no morph targets"),
                true,
            )?;
            return Ok(None);
        }
        let keys = times.len().saturating_mul(parts);
        let Some(counted) = self.counted(header.count, keys, targets, interpolation, place)? else {
            return Ok(None);
        };
        let mut values = self.source.floats(&header)?;
        counted.cut(&mut values, shape.width());
        if path == GltfChannelPath::Translation {
            self.source.scale_all(&mut values);
        }
        self.cut(&mut times, &mut values, place);
        if interpolation == Interpolation::Cubic && times.len() == 1 {
            self.source.reading.report.warn(
                place,
                tr!("A cubic channel has only one key; its value is held."),
            );
            interpolation = Interpolation::Step;
            let third = values.len() / 3;
            values = values[third..2 * third].to_vec();
        }
        let mut channels = if targets > 0 {
            spread(interpolation, &times, &values, targets)
        } else {
            vec![Channel {
                interpolation,
                times,
                values,
            }]
        };
        let repaired: usize = channels
            .iter_mut()
            .map(|channel| repair(channel, shape.width(), path))
            .sum();
        if repaired > 0 {
            let text =
                tr!("{repaired} keys are invalid numbers or rotations; the key before is used.");
            self.source.reading.report.warn(place, text);
        }
        let bounded: usize = channels
            .iter_mut()
            .map(|channel| bound(channel, shape.width(), path))
            .sum();
        if bounded > 0 {
            let text = tr!("{bounded} keys have numbers that are too large; they were clamped.");
            self.source.reading.report.warn(place, text);
        }
        Ok(Some(channels))
    }

    /// Elements of a sampler's output that its keys take. `keys` counts tangents too. None where
    /// the layout is not clear.
    fn counted(
        &mut self,
        outputs: usize,
        keys: usize,
        targets: usize,
        interpolation: Interpolation,
        place: &str,
    ) -> Result<Option<SamplerOutputLayout>, ImportError> {
        let each = targets.max(1);
        let elements = keys.saturating_mul(each);
        let what = tr!("the sampler's output has {outputs} elements, but its keys need {elements}");
        if outputs < elements {
            return Err(ImportError::invalid(place, what));
        }
        let of_file = if targets > 0 && outputs.is_multiple_of(keys) {
            outputs / keys
        } else {
            each
        };
        if outputs == elements {
            return Ok(Some(SamplerOutputLayout {
                keys,
                each,
                of_file,
            }));
        }
        // Three times as many are tangents whose interpolation is not told, or none: nobody can
        // say.
        let is_clear = interpolation == Interpolation::Cubic || outputs != 3 * elements;
        let done = if is_clear {
            tr!("the first ones are used")
        } else {
            tr!("the channel was left out")
        };
        self.source
            .reading
            .report
            .warn(place, tr!("Unexpected: {what}; {done}."));
        Ok(is_clear.then_some(SamplerOutputLayout {
            keys,
            each,
            of_file,
        }))
    }

    /// Drops keys further than [`bounds::TIME`] from time 0. If none is left, the nearest is kept,
    /// at time 0.
    fn cut(&mut self, times: &mut Vec<f32>, values: &mut Vec<f32>, place: &str) {
        let (keys, key) = (times.len(), values.len() / times.len());
        let first = times.partition_point(|time| *time < -bounds::TIME);
        let end = times.partition_point(|time| *time <= bounds::TIME);
        if first == 0 && end == keys {
            return;
        }
        if first == end {
            let nearest = if first == 0 { 0 } else { keys - 1 };
            (*times, *values) = (
                vec![0.0],
                values[nearest * key..(nearest + 1) * key].to_vec(),
            );
        } else {
            (*times, *values) = (
                times[first..end].to_vec(),
                values[first * key..end * key].to_vec(),
            );
        }
        let text = tr!(
            "{} keys are more than {:e} s from time 0; they were left out.",
            keys - times.len(),
            bounds::TIME
        );
        self.source.reading.report.warn(place, text);
    }

    fn times(&mut self, accessor: usize, place: &str) -> Result<Vec<f32>, ImportError> {
        let header = self
            .source
            .accessor(accessor, &[AccessorShape::Scalar], place)?;
        self.keys = self.keys.saturating_add(header.count);
        bounds::key_count(self.keys, place)?;
        let times = self.source.floats(&header)?;
        if let Some(at) = times.iter().position(|time| !time.is_finite()) {
            return Err(ImportError::invalid(
                place,
                tr!("the time of key {at} is not a number"),
            ));
        }
        if let Some(at) = times.windows(2).position(|pair| pair[0] >= pair[1]) {
            return Err(ImportError::invalid(
                place,
                tr!("the time of key {} is not after that of key {at}", at + 1),
            ));
        }
        if times[0] < 0.0 {
            self.source.reading.report.warn(
                place,
                tr!("There are keys before time 0; the clip starts at time 0."),
            );
        }
        if times.windows(2).any(|pair| pair[1] - pair[0] < 1e-6) {
            self.source.reading.report.warn(
                place,
                tr!("Keys are less than 1 µs apart; they are unchanged."),
            );
        }
        Ok(times)
    }

    fn interpolation(&mut self, sampler: &json::Sampler, place: &str) -> Interpolation {
        match sampler.interpolation.as_deref() {
            None | Some("LINEAR") => Interpolation::Linear,
            Some("STEP") => Interpolation::Step,
            Some("CUBICSPLINE") => Interpolation::Cubic,
            Some(other) => {
                self.source.reading.report.warn(
                    place,
                    tr!("The interpolation “{other}” is unknown; LINEAR is used."),
                );
                Interpolation::Linear
            }
        }
    }
}

/// Part of a sampler's output that is used: for each key the first `each` of the `of_file` elements
/// that the file has.
#[derive(Clone, Copy)]
struct SamplerOutputLayout {
    keys: usize,
    each: usize,
    of_file: usize,
}

impl SamplerOutputLayout {
    /// Drops the other elements. `width` is how many numbers an element has.
    fn cut(&self, values: &mut Vec<f32>, width: usize) {
        if self.of_file == self.each {
            values.truncate(self.keys * self.each * width);
        } else {
            // Weights alone have several elements a key, each of one number.
            *values = values
                .chunks_exact(self.of_file)
                .flat_map(|key| &key[..self.each])
                .copied()
                .collect();
        }
    }
}

/// Adds the channels. Returns false, without a change, when the property is driven already.
fn put(
    take: &mut ParsedTake,
    node: usize,
    path: GltfChannelPath,
    mut channels: Vec<Channel>,
) -> bool {
    if path == GltfChannelPath::Weights {
        let is_free = !take.weights.contains_key(&node);
        if is_free {
            take.weights.insert(node, channels);
        }
        return is_free;
    }
    let track = take.tracks.entry(node).or_default();
    let property = match path {
        GltfChannelPath::Rotation => &mut track.rotation,
        GltfChannelPath::Scale => &mut track.scale,
        GltfChannelPath::Translation | GltfChannelPath::Weights => &mut track.translation,
    };
    property.is_none() && {
        *property = channels.pop();
        true
    }
}

/// Splits values that hold all morph targets for each key into one channel for each target.
fn spread(
    interpolation: Interpolation,
    times: &[f32],
    values: &[f32],
    targets: usize,
) -> Vec<Channel> {
    let of_target = |target: usize| Channel {
        interpolation,
        times: times.to_vec(),
        values: values
            .iter()
            .skip(target)
            .step_by(targets)
            .copied()
            .collect(),
    };
    (0..targets).map(of_target).collect()
}

/// Replaces unusable keys by the key before them, and the first by the next usable one. Returns how
/// many there were.
fn repair(channel: &mut Channel, width: usize, path: GltfChannelPath) -> usize {
    let (key, value) = layout(channel, width);
    let is_usable = |key: &[f32]| {
        let turns = path != GltfChannelPath::Rotation
            || key[value.clone()].iter().map(|x| x * x).sum::<f32>() > 1e-12;
        key.iter().all(|x| x.is_finite()) && turns
    };
    let bad: Vec<usize> = channel
        .values
        .chunks_exact(key)
        .enumerate()
        .filter(|(_, k)| !is_usable(k))
        .map(|(i, _)| i)
        .collect();
    if bad.is_empty() {
        return 0;
    }
    let fallback = channel
        .values
        .chunks_exact(key)
        .find(|k| is_usable(k))
        .map(<[f32]>::to_vec);
    let fallback = fallback.unwrap_or_else(|| neutral(path, key, &value));
    for at in &bad {
        let before = if *at > 0 {
            channel.values[(at - 1) * key..at * key].to_vec()
        } else {
            fallback.clone()
        };
        channel.values[at * key..(at + 1) * key].copy_from_slice(&before);
    }
    bad.len()
}

/// Count of numbers of a key, and range of its value among them: tangents surround the value.
fn layout(channel: &Channel, width: usize) -> (usize, std::ops::Range<usize>) {
    if channel.interpolation == Interpolation::Cubic {
        (3 * width, width..2 * width)
    } else {
        (width, 0..width)
    }
}

fn bound(channel: &mut Channel, width: usize, path: GltfChannelPath) -> usize {
    let (key, value) = layout(channel, width);
    match path {
        GltfChannelPath::Translation => bounds::keys(channel, key, bounds::LENGTH),
        GltfChannelPath::Rotation => bounds::turns(channel, key, value.start),
        GltfChannelPath::Scale | GltfChannelPath::Weights => {
            bounds::keys(channel, key, bounds::FACTOR)
        }
    }
}

fn neutral(path: GltfChannelPath, key: usize, value: &std::ops::Range<usize>) -> Vec<f32> {
    let mut neutral = vec![0.0; key];
    match path {
        GltfChannelPath::Rotation => neutral[value.end - 1] = 1.0,
        GltfChannelPath::Scale => neutral[value.clone()].fill(1.0),
        GltfChannelPath::Translation | GltfChannelPath::Weights => {}
    }
    neutral
}
