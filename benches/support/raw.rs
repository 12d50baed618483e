//! A workload as a file that a program in another language reads without any library, to measure
//! others on the same clip.
//!
//! Little endian: `RAW1`, bones and frames as u32, frames a second as f32, each bone's parent as
//! i32 (-1 for the root); then ten f32 a bone, translation in centimetres, rotation as xyzw and
//! scale, of the reference pose and of each frame. Bones come depth first, children in the
//! skeleton's order. Rotations of one bone do not change sides. Beside it, in a file that ends in
//! `.chain`, the bones of the limbs.

use super::workloads::Workload;
use anim::{Skeleton, Transform, ik::two_bone::LimbBones};
use std::{fs, io, path::Path};

pub fn write(folder: &Path, workload: &Workload, limbs: &[LimbBones]) -> io::Result<()> {
    let Workload {
        name,
        skeleton,
        frames,
        ..
    } = workload;
    let centimetres = 1.0 / workload.centimetre;
    let order = depth_first(skeleton);
    let place = |bone: usize| {
        order
            .iter()
            .position(|other| *other == bone)
            .expect("every bone has a place")
    };
    let mut bytes = b"RAW1".to_vec();
    bytes.extend((skeleton.len() as u32).to_le_bytes());
    bytes.extend((frames.len() as u32).to_le_bytes());
    bytes.extend(workload.rate.to_le_bytes());
    for bone in &order {
        let parent = skeleton
            .parent(*bone)
            .map_or(-1, |parent| place(parent) as i32);
        bytes.extend(parent.to_le_bytes());
    }
    let mut before = skeleton.reference_pose().clone();
    for pose in std::iter::once(skeleton.reference_pose()).chain(frames) {
        for bone in &order {
            let Transform {
                translation,
                rotation,
                scale,
            } = pose.get(*bone);
            let turned = if before.rotation(*bone).dot(rotation) < 0.0 {
                -rotation
            } else {
                rotation
            };
            before.set_rotation(*bone, turned);
            let numbers = (translation * centimetres)
                .to_array()
                .into_iter()
                .chain(turned.to_array());
            bytes.extend(numbers.chain(scale.to_array()).flat_map(f32::to_le_bytes));
        }
    }
    fs::create_dir_all(folder)?;
    fs::write(folder.join(name).with_extension("raw"), bytes)?;
    let chain = limbs
        .iter()
        .flat_map(|limb| [limb.root, limb.middle, limb.end]);
    let chain: Vec<String> = chain.map(|bone| place(bone).to_string()).collect();
    fs::write(folder.join(name).with_extension("chain"), chain.join(" "))
}

fn depth_first(skeleton: &Skeleton) -> Vec<usize> {
    let (mut order, mut next) = (Vec::new(), vec![0]);
    while let Some(bone) = next.pop() {
        order.push(bone);
        next.extend(
            (0..skeleton.len())
                .rev()
                .filter(|child| skeleton.parent(*child) == Some(bone)),
        );
    }
    order
}
