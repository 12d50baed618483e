//! Checks whether a character has a plausible size, to find files in a wrong unit.

#[cfg(test)]
mod tests;

use crate::{ImportFix, ImportReport};
use anim::{MeshPart, skinning::affine_from_rows};
use asset::{Id, Project, Skeleton};
use glam::{Affine3A, Vec3};
use std::ops::RangeInclusive;
use words::tr;

/// Plausible length of the longest side of a character, in metres.
const PLAUSIBLE: RangeInclusive<f32> = 0.05..=20.0;
/// Units in metres that files are made in by mistake, the likeliest first.
const UNITS: [f32; 7] = [0.01, 0.001, 0.1, 100.0, 10.0, 1000.0, 1e-4];
/// Usual length of the longest side of a character, in metres.
const USUAL: RangeInclusive<f32> = 0.3..=4.0;

/// Warns of skinned characters that are too small or too large, with a fix. `scale` is
/// [`Options::scale`](crate::Options::scale) of this import.
pub fn check(project: &Project, scale: f32, report: &mut ImportReport) {
    for (id, skeleton) in &project.skeletons {
        let Some(size) = size(project, *id, skeleton).filter(|size| !PLAUSIBLE.contains(size))
        else {
            continue;
        };
        let Some(unit) = unit(size) else { continue };
        let text = tr!(
            "“{}” is {} m long, which is unusual; with scale {} it would be {} m.",
            skeleton.name,
            rounded(size),
            rounded(scale * unit),
            rounded(size * unit)
        );
        report.offer("/nodes", text, ImportFix::Scale(scale * unit));
    }
}

/// The unit with which a character of this size becomes usual, or at least plausible.
fn unit(size: f32) -> Option<f32> {
    let with = |range: RangeInclusive<f32>| {
        UNITS
            .into_iter()
            .find(|unit| range.contains(&(size * unit)))
    };
    with(USUAL).or_else(|| with(PLAUSIBLE))
}

/// Rounds to three digits.
fn rounded(value: f32) -> f32 {
    format!("{value:.2e}").parse().unwrap_or(value)
}

/// Longest side of the box around all skinned vertices in the rest pose, in metres. None where
/// nothing is skinned.
fn size(project: &Project, id: Id, skeleton: &Skeleton) -> Option<f32> {
    let models = models(skeleton);
    let parts = project
        .meshes
        .values()
        .filter(|mesh| mesh.skeleton == id)
        .flat_map(|mesh| &mesh.lod(0).parts);
    let skinned = parts
        .map(|part| &*part.data)
        .filter(|data| data.influences > 1);
    let (mut least, mut most) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for point in skinned.flat_map(|data| points(data, &models)) {
        (least, most) = (least.min(point), most.max(point));
    }
    (least.x <= most.x).then(|| (most - least).max_element())
}

/// Vertices in model space, each moved by its heaviest joint.
fn points(data: &MeshPart, models: &[Affine3A]) -> impl Iterator<Item = Vec3> {
    let moves: Vec<Affine3A> = data
        .palette
        .iter()
        .map(|joint| models[joint.bone as usize] * affine_from_rows(joint.inverse_bind))
        .collect();
    let joints = data.joints.chunks_exact(data.influences as usize);
    data.positions
        .iter()
        .zip(joints)
        .map(move |(position, joints)| {
            moves[usize::from(joints[0])].transform_point3(Vec3::from(*position))
        })
}

fn models(skeleton: &Skeleton) -> Vec<Affine3A> {
    let mut models: Vec<Affine3A> = Vec::with_capacity(skeleton.bones.len());
    for bone in &skeleton.bones {
        let local = bone.reference.to_affine();
        models.push(
            bone.parent
                .map_or(local, |parent| models[parent as usize] * local),
        );
    }
    models
}
