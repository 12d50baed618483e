//! What several targets share: a skeleton, small motions, and bytes that are good but for some
//! changes.

use anim::{Library, Name, Pose, Skeleton, Transform, codec::EncoderSettings, skeleton::Bone};
use bundle::Bundle;
use glam::{Quat, Vec3};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use std::{ops::Range, sync::Arc};

/// Of bytes, and of words: the first that is refused hides all others.
const MOST_CHANGES: usize = 4;

/// Compiles what was imported, where that takes no time out of proportion, and writes it.
pub fn use_imported(project: &asset::Project) {
    let keys = |clip: &asset::Clip| f64::from(clip.source.duration) * f64::from(clip.frame_rate);
    if project.clips.values().all(|clip| !(keys(clip) > 300.0)) {
        asset::compile(
            project,
            &mut asset::Cache::default(),
            asset::CompileOptions::deferred(),
        );
    }
    formats::project::write(project);
}

/// Changes of good bytes, so that what lies behind the first checks is reached.
#[derive(Arbitrary, Debug)]
pub struct Changes {
    bytes: Vec<(Place, u8)>,
    words: Vec<(Place, u32)>,
    cut: Option<u32>,
}

/// Formats say what is in them at their start or end, in few of their bytes.
#[derive(Arbitrary, Clone, Copy, Debug)]
enum Place {
    Start(u8),
    End(u8),
    /// In one of the parts that matter, where some are known.
    Part(u8, u16),
    Any(u32),
}

impl Place {
    fn within(self, length: usize, parts: &[Range<usize>]) -> usize {
        match self {
            Place::Start(at) => usize::from(at).min(length.saturating_sub(1)),
            Place::End(before) => length.saturating_sub(usize::from(before) * 4 + 4),
            Place::Part(nth, at) if !parts.is_empty() => {
                let part = &parts[usize::from(nth) % parts.len()];
                (part.start + usize::from(at) % part.len().max(1)).min(length.saturating_sub(1))
            }
            Place::Part(_, at) => usize::from(at) % length.max(1),
            Place::Any(at) => at as usize % length.max(1),
        }
    }
}

impl Changes {
    pub fn apply(&self, bytes: &mut Vec<u8>) {
        self.apply_to(&[], bytes);
    }

    fn apply_to(&self, parts: &[Range<usize>], bytes: &mut Vec<u8>) {
        for (place, value) in self.bytes.iter().take(MOST_CHANGES) {
            let place = place.within(bytes.len(), parts);
            bytes[place..]
                .iter_mut()
                .take(1)
                .for_each(|byte| *byte = *value);
        }
        for (place, value) in self.words.iter().take(MOST_CHANGES) {
            let place = place.within(bytes.len(), parts) / 4 * 4;
            bytes[place..]
                .iter_mut()
                .zip(value.to_le_bytes())
                .for_each(|(byte, value)| *byte = value);
        }
        if let Some(cut) = self.cut {
            bytes.truncate(cut as usize);
        }
    }
}

/// The records of a good bundle, section by section: a small part of its bytes, by which the others
/// are found.
fn records(bundle: &[u8]) -> Vec<Range<usize>> {
    let number = |at: usize| {
        u64::from_le_bytes(bundle[at..at + 8].try_into().expect("it is as long")) as usize
    };
    let section = |at: usize| {
        let size = number(at + 16) as u32 as usize;
        number(at + 24)..number(at + 24) + number(at + 32) * size
    };
    (0..number(40))
        .map(|nth| section(number(32) + nth * 40))
        .filter(|records| !records.is_empty())
        .collect()
}

/// What is left of a good bundle after changes, with the length and the checksum of what is there:
/// none of one that is refused.
pub fn changed_bundle(good: &[u8], changes: Option<&Changes>) -> Option<Bundle> {
    let mut bytes = good.to_vec();
    changes
        .into_iter()
        .for_each(|changes| changes.apply_to(&records(good), &mut bytes));
    if bytes.len() >= 32 {
        let length = bytes.len() as u64;
        bytes[16..24].copy_from_slice(&length.to_le_bytes());
        bytes[24..32].fill(0);
        let sum = xxhash_rust::xxh3::xxh3_64(&bytes);
        bytes[24..32].copy_from_slice(&sum.to_le_bytes());
    }
    let (store, length) = (anim::Store::of(&bytes), bytes.len());
    bundle::read(store, length).ok()
}

/// Those of the sample who have montages, in few frames and without meshes: keys and vertices would
/// take most of the bytes and none of the checks.
pub fn moves() -> Arc<Library> {
    let mut project = mannequin::sample();
    let skeletons: Vec<_> = project
        .montages
        .values()
        .map(|montage| montage.skeleton)
        .collect();
    project.skeletons.retain(|id, _| skeletons.contains(id));
    project
        .graphs
        .retain(|_, graph| skeletons.contains(&graph.skeleton));
    project.meshes.clear();
    project
        .clips
        .values_mut()
        .for_each(|clip| Arc::make_mut(clip).frame_rate = 5.0);
    asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library
}

pub const BONES: usize = 10;

/// A chain with a branch, in two blocks of eight.
pub fn skeleton() -> Skeleton {
    let bone = |at: i32| Bone {
        name: Name(at as u64 + 1),
        parent: if at == 8 { 3 } else { at - 1 },
        reference: Transform::from_translation(Vec3::new(0.0, 0.2, 0.01 * at as f32)).into(),
        reserved: 0,
    };
    Skeleton::new(
        Name(1),
        (0..BONES as i32).map(bone).collect(),
        anim::Array::default(),
    )
    .expect("it is a tree")
}

pub fn shells() -> [f32; BONES] {
    [EncoderSettings::DEFAULT_SHELL; BONES]
}

/// Every bone swings.
pub fn swings(frames: usize) -> Vec<Pose> {
    let skeleton = skeleton();
    let frame = |at: usize| {
        let t = at as f32 / 30.0;
        let mut pose = Pose::reference(&skeleton);
        pose.set_translation(0, Vec3::new(1.3 * t, 0.9, 0.0));
        (1..BONES).for_each(|bone| {
            pose.set_rotation(bone, Quat::from_rotation_x((2.0 * t + bone as f32).sin()))
        });
        pose
    };
    (0..frames).map(frame).collect()
}
