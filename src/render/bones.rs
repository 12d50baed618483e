//! The bone overlay as lines, dots and octahedra. Invariant: joints are drawn over bones, the
//! selection over both.

use crate::{BoneOverlay, color::with_alpha, line::Line};
use glam::Vec3;

const OPACITY: f32 = 0.85;
/// Largest radius of a bone's octahedron, as a part of its length.
const THICKNESS: f32 = 0.07;
/// Diameter of a joint's dot, in pixels.
const JOINT: f32 = 5.0;
const JOINT_RING: f32 = 7.5;
const SELECTED_JOINT: f32 = 8.0;
const ROOT_LINE: f32 = 1.5;
const RING_COLOR: [f32; 4] = [0.006, 0.006, 0.007, 0.75];

/// Adds the quads of an overlay, in drawing order.
pub(crate) fn push(quads: &mut Vec<Line>, overlay: &BoneOverlay<'_>) {
    let joints: Vec<Vec3> = overlay
        .models
        .iter()
        .map(|model| (overlay.world_from_model * *model).translation.into())
        .collect();
    let color = with_alpha(overlay.color, OPACITY);
    let is_selected = |bone: usize| overlay.selected == Some(bone);
    let links = (1..joints.len()).filter_map(|bone| Some((overlay.skeleton.parent(bone)?, bone)));
    let (selected, plain): (Vec<_>, Vec<_>) = links.partition(|(parent, _)| is_selected(*parent));

    quads.extend(
        plain
            .iter()
            .map(|&(parent, bone)| link(overlay, &joints, parent, bone, color)),
    );
    quads.extend(joints.iter().flat_map(|at| joint(*at, JOINT, color)));
    quads.extend(
        selected
            .iter()
            .map(|&(parent, bone)| link(overlay, &joints, parent, bone, overlay.selected_color)),
    );
    let selected_joint = overlay.selected.and_then(|bone| joints.get(bone));
    quads.extend(
        selected_joint
            .into_iter()
            .flat_map(|at| joint(*at, SELECTED_JOINT, overlay.selected_color)),
    );
}

/// A bone from a joint to its child. From a root at the model's origin it is a thin line, since no
/// limb is there.
fn link(
    overlay: &BoneOverlay<'_>,
    joints: &[Vec3],
    parent: usize,
    bone: usize,
    color: [f32; 4],
) -> Line {
    let length = joints[parent].distance(joints[bone]);
    let is_ground_link = parent == 0 && overlay.models[0].translation.length() < 0.1 * length;
    let fill = if overlay.selected == Some(parent) {
        2.0
    } else {
        1.0
    };
    if is_ground_link {
        Line::new(
            joints[parent],
            joints[bone],
            ROOT_LINE,
            with_alpha(color, color[3] * 0.5),
        )
    } else {
        Line::bone(
            joints[parent],
            joints[bone],
            length * THICKNESS,
            fill,
            color,
        )
    }
}

fn joint(at: Vec3, diameter: f32, color: [f32; 4]) -> [Line; 2] {
    [
        Line::dot(at, diameter + JOINT_RING - JOINT, RING_COLOR),
        Line::dot(at, diameter, color),
    ]
}
