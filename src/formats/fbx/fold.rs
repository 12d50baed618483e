//! Scales of armatures, which no bone should have, put into what hangs on them; and lengths,
//! brought to metres.

use crate::{
    geometry::Geometry,
    influences::VertexInfluences,
    scene::{ParsedScene, ParsedSkin},
};
use asset::source::Channel;
use glam::{Affine3A, Vec3};

/// Largest relative difference between two scales that count as equal.
const SAME: f32 = 1e-4;

/// Removes scale from nodes above all joints if the scale is the same along all axes, at rest and
/// in every clip. Distances below such a node are multiplied by its scale instead, so that every
/// point stays where it was. An armature of 100 becomes 1.
pub fn scales(scene: &mut ParsedScene) {
    let mut is_joint = vec![false; scene.nodes.len()];
    for joint in scene.skins.iter().flat_map(|skin| &skin.joints) {
        is_joint[*joint] = true;
    }
    let mut factors: Vec<f32> = vec![1.0; scene.nodes.len()];
    let mut is_child = vec![false; scene.nodes.len()];
    scene
        .nodes
        .iter()
        .flat_map(|node| &node.children)
        .for_each(|child| is_child[*child] = true);
    let mut open: Vec<(usize, f32, bool)> = (0..scene.nodes.len())
        .filter(|node| !is_child[*node])
        .map(|node| (node, 1.0, true))
        .collect();
    while let Some((node, above, may_fold)) = open.pop() {
        let own = may_fold.then(|| foldable(scene, &is_joint, node)).flatten();
        let factor = above * own.unwrap_or(1.0);
        scene.nodes[node].local.translation *= above;
        for take in &mut scene.takes {
            let Some(track) = take.tracks.get_mut(&node) else {
                continue;
            };
            multiply(track.translation.as_mut(), above);
            if own.is_some() {
                track.scale = None;
            }
        }
        if own.is_some() {
            scene.nodes[node].local.scale = Vec3::ONE;
        }
        factors[node] = factor;
        let goes_on = may_fold && own.is_some();
        open.extend(
            scene.nodes[node]
                .children
                .iter()
                .map(|child| (*child, factor, goes_on)),
        );
    }
    binds(scene, &factors);
    stands(scene, &factors);
}

/// The uniform scale that a node can hand on to its children. A scale of 1 counts too, so that the
/// walk goes on below it.
fn foldable(scene: &ParsedScene, is_joint: &[bool], node: usize) -> Option<f32> {
    let Vec3 { x, y, z } = scene.nodes[node].local.scale;
    let same = |other: f32| (other - x).abs() <= SAME * x.abs();
    let is_kept = |take: &crate::scene::ParsedTake| {
        let scale = take
            .tracks
            .get(&node)
            .and_then(|track| track.scale.as_ref());
        scale.is_none_or(|channel| channel.values.iter().all(|value| same(*value)))
    };
    (!is_joint[node]
        && x > 0.0
        && x.is_finite()
        && same(y)
        && same(z)
        && scene.takes.iter().all(is_kept))
    .then_some(x)
}

fn multiply(channel: Option<&mut Channel>, factor: f32) {
    if let Some(channel) = channel.filter(|_| factor != 1.0) {
        channel.values.iter_mut().for_each(|value| *value *= factor);
    }
}

/// Scales the inverse bind matrices by what their joints have lost.
fn binds(scene: &mut ParsedScene, factors: &[f32]) {
    for skin in &mut scene.skins {
        let Some(binds) = &mut skin.inverse_binds else {
            continue;
        };
        for (bind, joint) in binds.iter_mut().zip(&skin.joints) {
            *bind = Affine3A::from_scale(Vec3::splat(factors[*joint])) * *bind;
        }
    }
}

/// A mesh that follows its node alone follows it as the only joint of a skin, at the scale that the
/// node has lost.
fn stands(scene: &mut ParsedScene, factors: &[f32]) {
    for (node, factor) in factors.iter().copied().enumerate() {
        let Some(mesh) = scene.nodes[node]
            .mesh
            .filter(|_| scene.nodes[node].skin.is_none())
        else {
            continue;
        };
        if factor == 1.0 || mesh >= scene.meshes.len() {
            continue;
        }
        scene.nodes[node].skin = Some(scene.skins.len());
        let bind = Affine3A::from_scale(Vec3::splat(factor));
        scene.skins.push(ParsedSkin {
            joints: vec![node],
            inverse_binds: Some(vec![bind]),
        });
        for geometry in scene.meshes[mesh]
            .parts
            .iter_mut()
            .filter_map(|part| part.geometry.as_mut())
        {
            geometry
                .influences
                .get_or_insert_with(|| VertexInfluences::rigid(geometry.positions.len()));
        }
    }
}

/// Scales all lengths of the scene. `scale` is [`Options::scale`](crate::Options::scale).
pub fn units(scene: &mut ParsedScene, scale: f32) {
    if scale == 1.0 {
        return;
    }
    for node in &mut scene.nodes {
        node.local.translation *= scale;
    }
    for bind in scene
        .skins
        .iter_mut()
        .flat_map(|skin| skin.inverse_binds.iter_mut().flatten())
    {
        bind.translation *= scale;
    }
    for track in scene
        .takes
        .iter_mut()
        .flat_map(|take| take.tracks.values_mut())
    {
        multiply(track.translation.as_mut(), scale);
    }
    for geometry in scene
        .meshes
        .iter_mut()
        .flat_map(|mesh| &mut mesh.parts)
        .filter_map(|part| part.geometry.as_mut())
    {
        scale_geometry(geometry, scale);
    }
}

fn scale_geometry(geometry: &mut Geometry, scale: f32) {
    geometry.positions = geometry
        .positions
        .iter()
        .map(|at| at.map(|x| x * scale))
        .collect::<Vec<_>>()
        .into();
    let delta = |delta: &anim::mesh::MorphDelta| anim::mesh::MorphDelta {
        position: delta.position.map(|x| x * scale),
        ..*delta
    };
    geometry.deltas = geometry.deltas.iter().map(delta).collect::<Vec<_>>().into();
}
