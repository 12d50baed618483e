//! BVH, motion capture as text: a hierarchy of joints and a row of numbers a frame, to a scene of
//! one skeleton, its clip, and a body of capsules to look at. Invariant: hostile bytes give an
//! error or a warning; never a panic, and never memory out of proportion to the file.

mod body;
mod decimal;
#[cfg(test)]
#[path = "tests/edges.rs"]
mod edges;
mod hierarchy;
#[cfg(test)]
#[path = "tests/memory.rs"]
mod memory;
mod motion;
mod options;
mod positions;
#[cfg(test)]
#[path = "tests/properties.rs"]
mod properties;
#[cfg(test)]
mod tests;
mod text;
mod unit;
#[cfg(test)]
#[path = "tests/whole.rs"]
mod whole;

pub use options::{BvhOptions, Positions};

use crate::{
    ImportError, ImportErrorPlace, ImportFix, ImportReport, Imported, Options, SourceFile, bounds,
    origin::{self, Content},
    reading::{Budget, Reading},
    scene::{self, Looks, Mark, ParsedNode, ParsedScene, ParsedTake},
};
use anim::{Transform, limits::FRAME_RATES};
use asset::{
    Material,
    origin::STAND_IN,
    source::{Channel, Track},
    vertex_cache::Up,
};
use body::CapsuleBone;
use glam::{Affine3A, DQuat, DVec3, Quat, Vec3};
use hierarchy::BvhJoint;
use motion::BvhMotion;
use std::{borrow::Cow, f64::consts::FRAC_PI_2, sync::Arc};
use text::Text;
use words::tr;

/// A figure whose sides differ by more than this lies, or has another axis up.
const LYING: f64 = 2.5;
const COLOR: [f32; 4] = [0.35, 0.42, 0.5, 1.0];

/// Imports a BVH file. `progress` is called with the part that is read, 0..=1; returning false ends
/// the reading with [`ImportProblem::Cancelled`](crate::ImportProblem::Cancelled).
pub fn import(
    file: &SourceFile<'_>,
    bytes: &[u8],
    options: &Options,
    progress: &dyn Fn(f32) -> bool,
) -> Result<Imported, ImportError> {
    options.check()?;
    options.bvh.check()?;
    let mut report = ImportReport::default();
    let mut budget = Budget::for_file(bytes.len());
    budget.release(options.more_memory);
    let mut reading = Reading {
        report: &mut report,
        budget,
        progress,
    };
    let cleaned = cleaned(bytes, &mut reading)?;
    let mut text = Text::new(&cleaned);
    let joints = hierarchy::read(&mut text, &mut reading)?;
    let turned = match options.bvh.up {
        Up::Y => DQuat::IDENTITY,
        Up::Z => DQuat::from_rotation_x(-FRAC_PI_2),
    };
    let motion = motion::read(&mut text, &joints, turned, &options.bvh, &mut reading)?;
    let figure = BvhFigure::new(joints, motion, turned, options, &mut reading)?;
    let scaled = Options {
        scale: figure.metres,
        ..*options
    };
    let scene = figure.scene(file.name, &mut reading)?;
    let mut project = scene::build(scene, file, &scaled, &mut reading)?;
    origin::record(&mut project, file, &Content::of(bytes), options);
    for mesh in project.meshes.values_mut() {
        if let Some(origin) = &mut Arc::make_mut(mesh).origin {
            STAND_IN.clone_into(&mut origin.place);
        }
    }
    Ok(Imported { project, report })
}

/// The text without a mark of its encoding, and without NULs, which some programs leave in buffers.
fn cleaned<'a>(bytes: &'a [u8], reading: &mut Reading<'_>) -> Result<Cow<'a, [u8]>, ImportError> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if text.len() < bytes.len() {
        reading.report.note(
            tr!("line 1"),
            tr!("The file starts with a byte order mark, which was ignored."),
        );
    }
    let nuls = text.iter().filter(|byte| **byte == 0).count();
    if nuls == 0 {
        return Ok(Cow::Borrowed(text));
    }
    reading.budget.reserve(text.len() as u64, tr!("the text"))?;
    reading.report.warn(
        ImportErrorPlace::File,
        tr!("The file has {nuls} NUL bytes, which were ignored."),
    );
    Ok(Cow::Owned(
        text.iter().copied().filter(|byte| *byte != 0).collect(),
    ))
}

/// Everything that is read and guessed before the scene is made.
struct BvhFigure {
    joints: Vec<BvhJoint>,
    motion: BvhMotion,
    /// Offset that is added to the position channels of each joint, in units of the file.
    bases: Vec<DVec3>,
    /// Rotation of the roots that the `up` option adds.
    turned: DQuat,
    /// Metres of one unit of the file.
    metres: f32,
    /// The longest side, in metres.
    size: f32,
    reference_frame: Option<usize>,
}

impl BvhFigure {
    fn new(
        joints: Vec<BvhJoint>,
        motion: BvhMotion,
        turned: DQuat,
        options: &Options,
        reading: &mut Reading<'_>,
    ) -> Result<Self, ImportError> {
        let reference_frame = options.bvh.reference_frame.map(|frame| frame as usize);
        if let Some(frame) = reference_frame.filter(|frame| *frame >= motion.frames) {
            return Err(ImportError::no_such(
                "frame",
                frame,
                motion.frames,
                tr!("the reference frame"),
            ));
        }
        let bases = positions::bases(&joints, &motion, options.bvh.positions, reading.report);
        let sides = unit::sides(&joints, &motion, &bases, turned);
        let metres = unit::metres(sides.max_element(), options, reading.report);
        if sides.z > LYING * sides.y {
            let text = tr!(
                "The character lies on its front or back. If it has another up axis, import it with Z up."
            );
            match options.bvh.up {
                Up::Y => reading
                    .report
                    .offer(ImportErrorPlace::File, text, ImportFix::ZUp),
                Up::Z => reading.report.warn(
                    ImportErrorPlace::File,
                    tr!("With Z up, the character lies on its front or back."),
                ),
            }
        }
        let size = (sides.max_element() as f32 * metres).min(bounds::LENGTH);
        Ok(Self {
            joints,
            motion,
            bases,
            turned,
            metres,
            size,
            reference_frame,
        })
    }

    fn scene(mut self, name: &str, reading: &mut Reading<'_>) -> Result<ParsedScene, ImportError> {
        let mut nodes = self.nodes(reading.report);
        let body = body::of(
            &self.bones(&nodes),
            &self.models(&nodes),
            self.size,
            &mut reading.budget,
        )?;
        let takes = self.take(name, reading.report).into_iter().collect();
        self.join_roots(&mut nodes, reading.report);
        let mut scene = ParsedScene {
            takes,
            ..ParsedScene::default()
        };
        match body {
            None => reading.report.note(
                ImportErrorPlace::File,
                tr!("No bone is long enough for a preview body."),
            ),
            Some((mesh, skin)) => {
                let (mark, name) = (Mark::Mesh, Some("Body".to_owned()));
                nodes.push(ParsedNode {
                    name,
                    mesh: Some(0),
                    skin: Some(0),
                    mark,
                    ..ParsedNode::default()
                });
                let material = Material {
                    name: "Body".to_owned(),
                    base_color: COLOR,
                    ..Material::default()
                };
                scene.looks = Looks {
                    materials: vec![material],
                    ..Looks::default()
                };
                (scene.meshes, scene.skins) = (vec![mesh], vec![skin]);
            }
        }
        scene.nodes = nodes;
        Ok(scene)
    }

    /// One node for each joint, in the rest pose.
    fn nodes(&self, report: &mut ImportReport) -> Vec<ParsedNode> {
        let mut nodes: Vec<ParsedNode> = Vec::with_capacity(self.joints.len());
        let mut beyond = 0;
        for (index, joint) in self.joints.iter().enumerate() {
            let (mut translation, mut rotation) =
                (joint.offset * f64::from(self.metres), Quat::IDENTITY);
            if joint.parent.is_none() {
                (translation, rotation) = (self.turned * translation, self.turned.as_quat());
            }
            let frame = self
                .reference_frame
                .and_then(|frame| self.motion.keys[index].rotations.get(frame));
            let rotation = frame.map_or(rotation, |turn| Quat::from_array(*turn));
            let most = DVec3::splat(f64::from(f32::MAX));
            let translation = translation.clamp(-most, most).as_vec3();
            let mut local = Transform {
                translation,
                rotation,
                scale: Vec3::ONE,
            };
            beyond += usize::from(!bounds::transform(&mut local));
            if let Some(parent) = joint.parent {
                nodes[parent].children.push(index);
            }
            nodes.push(ParsedNode {
                name: Some(joint.name.clone()),
                local,
                ..ParsedNode::default()
            });
        }
        if beyond > 0 {
            let text = tr!("{beyond} OFFSETs are too large; they were clamped.");
            report.warn(ImportErrorPlace::File, text);
        }
        nodes
    }

    /// Model transforms of the nodes in the rest pose, in metres.
    fn models(&self, nodes: &[ParsedNode]) -> Vec<Affine3A> {
        let mut models: Vec<Affine3A> = Vec::with_capacity(nodes.len());
        for (node, joint) in nodes.iter().zip(&self.joints) {
            let local = node.local.to_affine();
            models.push(joint.parent.map_or(local, |parent| models[parent] * local));
        }
        models
    }

    fn bones(&self, nodes: &[ParsedNode]) -> Vec<CapsuleBone> {
        let ends = self
            .joints
            .iter()
            .zip(nodes)
            .filter_map(|(joint, node)| Some((joint.parent?, node.local.translation)));
        ends.map(|(node, end)| CapsuleBone { node, end }).collect()
    }

    /// The only take. None for a file without frames.
    fn take(&mut self, name: &str, report: &mut ImportReport) -> Option<ParsedTake> {
        let frames = self.motion.frames;
        let frame_time = self.motion.frame_time;
        if frames == 0 {
            return None;
        }
        let times: Vec<f32> = (0..frames)
            .map(|frame| (frame as f64 * frame_time) as f32)
            .collect();
        let rate = ((1.0 / frame_time) as f32).clamp(*FRAME_RATES.start(), *FRAME_RATES.end());
        let mut take = ParsedTake {
            name: Some(name.to_owned()),
            frame_rate: Some(rate),
            ..ParsedTake::default()
        };
        take.duration = times[frames - 1];
        let mut beyond = 0;
        for (index, keys) in std::mem::take(&mut self.motion.keys)
            .into_iter()
            .enumerate()
        {
            let channel = |values| Channel {
                times: times.clone(),
                values,
                ..Channel::default()
            };
            let mut translation =
                (!keys.positions.is_empty()).then(|| channel(self.places(index, keys.positions)));
            beyond += translation
                .as_mut()
                .map_or(0, |channel| bounds::keys(channel, 3, bounds::LENGTH));
            let rotation =
                (!keys.rotations.is_empty()).then(|| channel(keys.rotations.into_flattened()));
            if translation.is_some() || rotation.is_some() {
                take.tracks.insert(
                    index,
                    Track {
                        translation,
                        rotation,
                        ..Track::default()
                    },
                );
            }
        }
        if beyond > 0 {
            report.warn(
                ImportErrorPlace::File,
                tr!("{beyond} positions are too large; they were clamped."),
            );
        }
        Some(take)
    }

    /// Translations of a joint, in metres, from its position channels.
    fn places(&self, joint: usize, mut positions: Vec<[f32; 3]>) -> Vec<f32> {
        let base = self.bases[joint];
        let turned = if self.joints[joint].parent.is_none() {
            self.turned
        } else {
            DQuat::IDENTITY
        };
        for position in &mut positions {
            let place = turned * (base + DVec3::from_array(position.map(f64::from)));
            let most = DVec3::splat(f64::from(f32::MAX));
            *position = (place * f64::from(self.metres))
                .clamp(-most, most)
                .as_vec3()
                .to_array();
        }
        positions.into_flattened()
    }

    fn join_roots(&self, nodes: &mut Vec<ParsedNode>, report: &mut ImportReport) {
        let roots: Vec<usize> = (0..self.joints.len())
            .filter(|joint| self.joints[*joint].parent.is_none())
            .collect();
        if roots.len() > 1 {
            report.warn(
                ImportErrorPlace::File,
                tr!(
                    "The file has {} roots; a common root bone was added.",
                    roots.len()
                ),
            );
            nodes.push(ParsedNode {
                name: Some("root".to_owned()),
                children: roots,
                ..ParsedNode::default()
            });
        }
    }
}
