//! What several targets share: a skeleton, small motions, and bytes that are good but for some changes.

use anim::{Library, Name, Pose, Skeleton, Transform, codec::Settings, skeleton::Bone};
use bundle::Bundle;
use glam::{Quat, Vec3};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use std::sync::Arc;

/// Changes of good bytes, so that what lies behind the first checks is reached.
#[derive(Arbitrary, Debug)]
pub struct Changes {
    bytes: Vec<(u32, u8)>,
    words: Vec<(u32, u32)>,
    cut: Option<u32>,
}

impl Changes {
    pub fn apply(&self, bytes: &mut Vec<u8>) {
        for (place, value) in &self.bytes {
            let place = *place as usize % bytes.len().max(1);
            bytes[place..].iter_mut().take(1).for_each(|byte| *byte = *value);
        }
        for (place, value) in &self.words {
            let place = *place as usize % bytes.len().max(1) / 4 * 4;
            bytes[place..].iter_mut().zip(value.to_le_bytes()).for_each(|(byte, value)| *byte = value);
        }
        if let Some(cut) = self.cut {
            bytes.truncate(cut as usize);
        }
    }
}

/// What is left of a good bundle after changes, with the length and the checksum of what is there: none of one that is
/// refused.
pub fn changed_bundle(good: &[u8], changes: Option<&Changes>) -> Option<Bundle> {
    let mut bytes = good.to_vec();
    changes.into_iter().for_each(|changes| changes.apply(&mut bytes));
    if bytes.len() >= 32 {
        let length = bytes.len() as u64;
        bytes[16..24].copy_from_slice(&length.to_le_bytes());
        bytes[24..32].fill(0);
        let sum = xxhash_rust::xxh3::xxh3_64(&bytes);
        bytes[24..32].copy_from_slice(&sum.to_le_bytes());
    }
    let (store, length) = bundle::aligned(&bytes);
    bundle::read(store, length).ok()
}

/// The sample at so many frames a second, without meshes: vertices would take most of the bytes and none of the checks.
pub fn moves(frame_rate: f32) -> Arc<Library> {
    let mut project = mannequin::sample();
    project.meshes.clear();
    project.clips.values_mut().for_each(|clip| Arc::make_mut(clip).frame_rate = frame_rate);
    asset::compile(&project, &mut asset::Cache::default()).library
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
    Skeleton::new(Name(1), (0..BONES as i32).map(bone).collect(), anim::Array::default()).expect("it is a tree")
}

pub fn shells() -> [f32; BONES] {
    [Settings::DEFAULT_SHELL; BONES]
}

/// Every bone swings.
pub fn swings(frames: usize) -> Vec<Pose> {
    let skeleton = skeleton();
    let frame = |at: usize| {
        let t = at as f32 / 30.0;
        let mut pose = Pose::reference(&skeleton);
        pose.set_translation(0, Vec3::new(1.3 * t, 0.9, 0.0));
        (1..BONES).for_each(|bone| pose.set_rotation(bone, Quat::from_rotation_x((2.0 * t + bone as f32).sin())));
        pose
    };
    (0..frames).map(frame).collect()
}
