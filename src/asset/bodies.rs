//! Bodies of a mesh, made out of whom its vertices follow.

#[cfg(test)]
mod tests;

use crate::{
    BoneKey, Bones, Mesh, Skeleton,
    mesh::{Body, Part},
};
use anim::{
    Bounds,
    float::Extreme,
    skinning::{self, PartBounds, affine_from_rows},
};
use glam::Vec3;
use std::collections::HashMap;

/// No body is thinner, metres.
const THINNEST: f32 = 1e-3;

/// A capsule for each bone that vertices of the finest level follow most, around just these, in the
/// order of the mesh's bones.
pub fn made(mesh: &Mesh) -> Vec<Body> {
    let mut points: HashMap<&BoneKey, Vec<Vec3>> = HashMap::new();
    for part in &mesh.lod(0).parts {
        gather(mesh, part, &mut points);
    }
    mesh.bones
        .iter()
        .filter_map(|bone| Some(around(bone, points.get(bone)?)))
        .collect()
}

/// Bounding box of the vertices of the finest level in the reference pose of the mesh's skeleton,
/// model space, with morphs at their defaults; empty if there are no vertices.
pub fn at_rest(mesh: &Mesh, skeleton: &Skeleton) -> Bounds {
    let (bones, models) = (Bones::of(skeleton), skeleton.reference_models());
    let around = |part: &Part| {
        let (data, mut palette) = (bones.part(mesh, &part.data), Vec::new());
        skinning::palette(&data, &models, &mut palette);
        let weights: Vec<f32> = data
            .morphs
            .iter()
            .map(|morph| morph.default_weight)
            .collect();
        PartBounds::new(&data).around(&palette, &weights)
    };
    mesh.lod(0)
        .parts
        .iter()
        .map(around)
        .fold(Bounds::EMPTY, Bounds::join)
}

/// Bone-space places of a part's vertices, by the bone that each follows most.
fn gather<'a>(mesh: &'a Mesh, part: &Part, points: &mut HashMap<&'a BoneKey, Vec<Vec3>>) {
    let data = &part.data;
    let frames: Vec<_> = data
        .palette
        .iter()
        .map(|joint| affine_from_rows(joint.inverse_bind))
        .collect();
    for (slots, position) in data
        .joints
        .chunks_exact((data.influences as usize).max(1))
        .zip(data.positions.iter())
    {
        let slot = usize::from(slots[0]);
        let bone = data
            .palette
            .get(slot)
            .and_then(|joint| mesh.bones.get(joint.bone as usize));
        let at = frames
            .get(slot)
            .map(|frame| frame.transform_point3(Vec3::from(*position)));
        if let (Some(bone), Some(at)) = (bone, at.filter(|at| at.is_finite())) {
            points.entry(bone).or_default().push(at);
        }
    }
}

/// Along the longest side of their box, as thin and then as short as holds all of them.
fn around(bone: &BoneKey, points: &[Vec3]) -> Body {
    let bounds = Bounds::of_points(points.iter().copied());
    let (middle, size) = (bounds.center(), bounds.size());
    let axis = [Vec3::X, Vec3::Y, Vec3::Z]
        .into_iter()
        .max_by(|a, b| a.dot(size).total_cmp(&b.dot(size)));
    let axis = axis.unwrap_or(Vec3::Y);
    let along = |point: &Vec3| (*point - middle).dot(axis);
    let beside = |point: &Vec3| (*point - middle).reject_from_normalized(axis).length();
    let radius = points.iter().map(beside).fold(THINNEST, Extreme::higher);
    // How far from the line's end a point may lie.
    let squared = |value: f32| value * value;
    let cap = |point: &Vec3| {
        (squared(radius) - squared(beside(point)))
            .higher(0.0)
            .sqrt()
    };
    let from = points
        .iter()
        .map(|point| along(point) + cap(point))
        .fold(f32::INFINITY, Extreme::lower);
    let to = points
        .iter()
        .map(|point| along(point) - cap(point))
        .fold(f32::NEG_INFINITY, Extreme::higher);
    let (from, to) = if from <= to {
        (from, to)
    } else {
        ((from + to) * 0.5, (from + to) * 0.5)
    };
    let end = |at: f32| (middle + axis * at).to_array();
    Body {
        bone: bone.clone(),
        radius,
        from: end(from),
        to: end(to),
    }
}
