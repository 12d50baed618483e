//! Skeletons and clips for tests.

use crate::{
    Array, Clip, Name, Skeleton, Transform,
    clip::{Keys, Track},
    skeleton::Bone,
};
use std::sync::Arc;

/// A bone for each parent index, -1 for the root; `reference` tells where each stands.
pub fn skeleton(parents: &[i32], reference: impl Fn(usize) -> Transform) -> Skeleton {
    let bone = |(at, parent): (usize, &i32)| Bone {
        name: Name(at as u64 + 1),
        parent: *parent,
        reference: reference(at).into(),
        reserved: 0,
    };
    Skeleton::new(
        Name(1),
        parents.iter().enumerate().map(bone).collect(),
        Array::default(),
    )
    .unwrap()
}

/// Each bone the child of the one before, all at the origin.
pub fn chain(bones: usize) -> Skeleton {
    let parents: Vec<i32> = (-1..bones as i32 - 1).collect();
    skeleton(&parents, |_| Transform::IDENTITY)
}

/// Bone 0 of two moves from `x` to `x + 1` in one second, and starts over.
pub fn clip_along(name: &str, x: f32) -> Arc<Clip> {
    let translation = Keys { first: 0, count: 2 };
    let track = Track {
        bone: 0,
        translation,
        rotation: Keys::default(),
        scale: Keys::default(),
    };
    let clip = Clip {
        name: Name::new(name),
        length: 1.0,
        key_count: 2,
        rate_scale: 1.0,
        looping: true,
        tracks: vec![track].into(),
        keys: vec![x, 0.0, 0.0, x + 1.0, 0.0, 0.0].into(),
        ..Clip::default()
    };
    Arc::new(Clip::new(clip, 2).unwrap())
}
