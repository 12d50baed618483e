//! Skeletons for tests.

use crate::{Array, Name, Skeleton, Transform, skeleton::Bone};

/// A bone for each parent index, -1 for the root; `reference` tells where each stands.
pub fn skeleton(parents: &[i32], reference: impl Fn(usize) -> Transform) -> Skeleton {
    let bone = |(at, parent): (usize, &i32)| Bone {
        name: Name(at as u64 + 1),
        parent: *parent,
        reference: reference(at).into(),
        reserved: 0,
    };
    Skeleton::new(Name(1), parents.iter().enumerate().map(bone).collect(), Array::default()).unwrap()
}

/// Each bone the child of the one before, all at the origin.
pub fn chain(bones: usize) -> Skeleton {
    let parents: Vec<i32> = (-1..bones as i32 - 1).collect();
    skeleton(&parents, |_| Transform::IDENTITY)
}
