//! The bodies of a mesh and the box that it takes, as lines.

#[cfg(test)]
mod tests;

use anim::{Bounds, MeshBounds, mesh_bounds::Body};
use glam::{Affine3A, Vec3};
use std::f32::consts::TAU;

/// Number of corners of a ring.
const CORNERS: usize = 24;

/// Lines of the bodies and of the box `around`, model space. Draws no box if `around` is empty.
pub(super) fn lines(room: &MeshBounds, models: &[Affine3A], around: Bounds) -> Vec<Vec<Vec3>> {
    let placed = room
        .bodies
        .iter()
        .filter_map(|body| Some((body, models.get(body.bone as usize)?)));
    let mut lines: Vec<Vec<Vec3>> = placed
        .flat_map(|(body, matrix)| capsule(body, matrix))
        .collect();
    if !around.is_empty() {
        lines.extend(box_lines(around));
    }
    lines
}

/// Two rings about the ends of the line, and its outline in two planes.
fn capsule(body: &Body, model_from_bone: &Affine3A) -> Vec<Vec<Vec3>> {
    let (from, to) = (Vec3::from(body.from), Vec3::from(body.to));
    let along = (to - from).try_normalize().unwrap_or(Vec3::Y);
    let side = along.any_orthonormal_vector();
    let other = along.cross(side);
    let ring = |middle: Vec3, a: Vec3, b: Vec3, share: f32| {
        let corner = move |at: usize| {
            let angle = TAU * share * at as f32 / CORNERS as f32;
            middle + (a * angle.cos() + b * angle.sin()) * body.radius
        };
        (0..=CORNERS).map(corner)
    };
    let outline = |a: Vec3| -> Vec<Vec3> {
        let ends = ring(to, a, along, 0.5).chain(ring(from, -a, -along, 0.5));
        let mut all: Vec<Vec3> = ends.collect();
        all.push(all[0]);
        all
    };
    let rings = [
        ring(from, side, other, 1.0).collect(),
        ring(to, side, other, 1.0).collect(),
    ];
    let lines = rings.into_iter().chain([outline(side), outline(other)]);
    lines
        .map(|line: Vec<Vec3>| {
            line.into_iter()
                .map(|at| model_from_bone.transform_point3(at))
                .collect()
        })
        .collect()
}

fn box_lines(around: Bounds) -> Vec<Vec<Vec3>> {
    let corner = |x: bool, y: bool, z: bool| {
        let pick = |high: bool, axis: usize| {
            if high {
                around.max[axis]
            } else {
                around.min[axis]
            }
        };
        Vec3::new(pick(x, 0), pick(y, 1), pick(z, 2))
    };
    let ring = |y: bool| {
        vec![
            (false, false),
            (true, false),
            (true, true),
            (false, true),
            (false, false),
        ]
        .into_iter()
        .map(|(x, z)| corner(x, y, z))
        .collect::<Vec<_>>()
    };
    let posts = [(false, false), (true, false), (true, true), (false, true)];
    let posts = posts.map(|(x, z)| vec![corner(x, false, z), corner(x, true, z)]);
    [ring(false), ring(true)].into_iter().chain(posts).collect()
}
