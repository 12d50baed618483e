//! Skins: which bones move a mesh, how much, and where they were when it was bound.
//!
//! The pose in which a mesh was bound is the rest pose of its bones, which need not be where the
//! file shows them. Clips that do not move such a bone hold it where the file shows it.

use super::convert::{affine, node_index};
use crate::{
    ImportError, ImportReport, bounds,
    influences::{self, VertexInfluences},
    scene::{ParsedScene, ParsedSkin},
};
use anim::{Transform, mesh::SkinMethod};
use glam::{Affine3A, DAffine3, DMat3, DQuat, DVec3};
use std::collections::BTreeMap;
use words::tr;

/// Name of the vertex attribute that stores how much of each vertex is skinned by dual quaternions,
/// where a skin mixes both methods.
pub const BLEND_WEIGHT: &str = "_DUAL_QUATERNION_WEIGHT";
/// Largest relative distance of a bone from its bound place that is not reported.
const REST: f64 = 1e-3;

/// Skinning of a mesh: method and influences.
pub struct FbxSkinBinding {
    /// The method for the whole mesh; where the file mixes two, the one with the larger mean
    /// weight.
    pub method: SkinMethod,
    /// Share of dual quaternion skinning for each point, 0..=1; None unless the file mixes two
    /// methods.
    pub blend_weights: Option<Vec<f32>>,
    /// Joints as nodes of the scene.
    joints: Vec<usize>,
    /// Transform from mesh space to each joint at bind time.
    binds: Vec<DAffine3>,
    /// Joints and weights of each point.
    weights: Vec<Vec<(u32, f32)>>,
    /// Number of points without weights; such points follow an extra joint after those of the
    /// clusters.
    still: usize,
}

/// Reads the skin of a mesh. None where the mesh only follows its node.
pub fn bound(mesh: &ufbx::Mesh, place: &str, report: &mut ImportReport) -> Option<FbxSkinBinding> {
    let skin = mesh.skin_deformers.first()?;
    if mesh.skin_deformers.len() > 1 {
        report.warn(place, tr!("The mesh has several skins; the first is used."));
    }
    let mut slots: Vec<Option<u32>> = Vec::with_capacity(skin.clusters.len());
    let (mut joints, mut binds) = (Vec::new(), Vec::new());
    for cluster in skin.clusters.iter() {
        let node = cluster.bone_node.as_ref().and_then(|node| node_index(node));
        slots.push(node.map(|node| {
            joints.push(node);
            binds.push(affine(&cluster.geometry_to_bone));
            joints.len() as u32 - 1
        }));
    }
    if joints.is_empty() {
        report.warn(
            place,
            tr!("Its skin has no bones; the mesh follows its node."),
        );
        return None;
    }
    let mut still = 0;
    let of_point = |vertex: &ufbx::SkinVertex| {
        let range = vertex.weight_begin as usize
            ..vertex.weight_begin as usize + vertex.num_weights as usize;
        let weights = skin.weights.get(range).unwrap_or_default().iter();
        let slot = |weight: &ufbx::SkinWeight| {
            let slot = slots
                .get(weight.cluster_index as usize)
                .copied()
                .flatten()?;
            Some((slot, weight.weight as f32))
        };
        let found: Vec<(u32, f32)> = weights.filter_map(slot).collect();
        let is_still = found.iter().all(|(_, weight)| *weight <= 0.0);
        still += usize::from(is_still);
        if is_still {
            vec![(joints.len() as u32, 1.0)]
        } else {
            found
        }
    };
    let weights = skin.vertices.iter().map(of_point).collect();
    let (method, blend_weights) = method(skin, place, report);
    Some(FbxSkinBinding {
        method,
        blend_weights,
        joints,
        binds,
        weights,
        still,
    })
}

fn method(
    skin: &ufbx::SkinDeformer,
    place: &str,
    report: &mut ImportReport,
) -> (SkinMethod, Option<Vec<f32>>) {
    match skin.skinning_method {
        ufbx::SkinningMethod::Linear | ufbx::SkinningMethod::Rigid => (SkinMethod::Linear, None),
        ufbx::SkinningMethod::DualQuaternion => (SkinMethod::DualQuaternion, None),
        ufbx::SkinningMethod::BlendedDqLinear => {
            let weights: Vec<f32> = skin
                .vertices
                .iter()
                .map(|vertex| vertex.dq_weight as f32)
                .collect();
            let mean = weights.iter().sum::<f32>() / weights.len().max(1) as f32;
            let is_dual = mean > 0.5;
            let way = if is_dual {
                tr!("dual quaternions")
            } else {
                tr!("linear skinning")
            };
            let text = tr!(
                "Its skin mixes linear and dual quaternion skinning per vertex; it is drawn with {way}. The mix stays in {BLEND_WEIGHT}."
            );
            report.warn(place, text);
            (
                if is_dual {
                    SkinMethod::DualQuaternion
                } else {
                    SkinMethod::Linear
                },
                Some(weights),
            )
        }
    }
}

impl FbxSkinBinding {
    /// Influences of vertices at these points of the mesh. An Err means that a joint does not fit
    /// 16 bits.
    pub fn influences(
        &self,
        points: &[u32],
        place: &str,
        report: &mut ImportReport,
    ) -> Result<VertexInfluences, ImportError> {
        let of = |vertex: usize, out: &mut Vec<(u32, f32)>| {
            out.extend(
                self.weights
                    .get(points[vertex] as usize)
                    .into_iter()
                    .flatten(),
            );
        };
        influences::merged(points.len(), of, place, report)
    }
}

/// Gives the nodes that carry skinned meshes their skins, and sets the rest pose of bones to their
/// bind pose. `skins` are by mesh.
pub fn attach(
    root: &ufbx::Scene,
    scene: &mut ParsedScene,
    skins: Vec<Option<FbxSkinBinding>>,
    report: &mut ImportReport,
) {
    let mut rest: BTreeMap<usize, DAffine3> = BTreeMap::new();
    for (mesh, bound) in skins.into_iter().enumerate() {
        let Some(mut bound) = bound else { continue };
        let skin = scene.skins.len();
        for node in scene
            .nodes
            .iter_mut()
            .filter(|node| node.mesh == Some(mesh))
        {
            node.skin = Some(skin);
        }
        let carrier = root.meshes[mesh].element.instances.first();
        let world_from_mesh =
            carrier.map_or(DAffine3::IDENTITY, |node| affine(&node.geometry_to_world));
        for (joint, bind) in bound.joints.iter().zip(&bound.binds) {
            let world = world_from_mesh * bind.inverse();
            if world.is_finite() {
                rest.entry(*joint).or_insert(world);
            }
        }
        if bound.still > 0 {
            let top = top_of(root, bound.joints[0]);
            let top_from_world = affine(&root.nodes[top + 1].node_to_world).inverse();
            bound.joints.push(top);
            bound.binds.push(top_from_world * world_from_mesh);
            let text = tr!(
                "{} points have no weights; they follow “{}”.",
                bound.still,
                &*root.nodes[top + 1].element.name
            );
            report.note(format!("/meshes/{mesh}"), text);
        }
        let inverse_binds = bound.binds.iter().map(single).collect();
        scene.skins.push(ParsedSkin {
            joints: bound.joints,
            inverse_binds: Some(inverse_binds),
        });
    }
    set_rest(root, scene, &rest, report);
}

/// The topmost parent of a node; both are indices of the scene.
fn top_of(root: &ufbx::Scene, node: usize) -> usize {
    let parent = |node: usize| {
        root.nodes
            .get(node + 1)?
            .parent
            .as_ref()
            .and_then(|parent| node_index(parent))
    };
    std::iter::successors(Some(node), |node| parent(*node))
        .last()
        .unwrap_or(node)
}

fn single(bind: &DAffine3) -> Affine3A {
    Affine3A::from_cols_array(&bind.to_cols_array().map(|x| x as f32))
}

/// Moves bones to where they were bound. A bone without a bind pose moves with its parent.
fn set_rest(
    root: &ufbx::Scene,
    scene: &mut ParsedScene,
    rest: &BTreeMap<usize, DAffine3>,
    report: &mut ImportReport,
) {
    let shown = |node: &ufbx::Node| affine(&node.node_to_world);
    let mut worlds: Vec<Option<DAffine3>> = vec![None; scene.nodes.len()];
    let (mut moved, mut furthest) = (0, 0f64);
    for node in root.nodes.iter().skip(1) {
        let Some(index) = node_index(node).filter(|index| *index < worlds.len()) else {
            continue;
        };
        let parent = node
            .parent
            .as_ref()
            .and_then(|parent| node_index(parent))
            .and_then(|parent| worlds[parent]);
        let above = parent.unwrap_or(DAffine3::IDENTITY);
        let local = affine(&node.node_to_parent);
        let along = above * local;
        let wanted = rest.get(&index).copied().unwrap_or(along);
        worlds[index] = Some(along);
        let size = wanted
            .matrix3
            .x_axis
            .length()
            .max(wanted.translation.length())
            .max(1e-6);
        if wanted.abs_diff_eq(along, REST * size) {
            continue;
        }
        let Some(found) = taken_apart(&(above.inverse() * wanted)) else {
            continue;
        };
        scene.nodes[index].local = found;
        worlds[index] = Some(wanted);
        moved += 1;
        furthest = furthest.max(shown(node).translation.distance(wanted.translation));
    }
    if moved > 0 {
        let by = if furthest > 1e-6 {
            tr!(", by up to {furthest:.3} m")
        } else {
            String::new()
        };
        let text = tr!(
            "{moved} bones in the file differ from the bind pose{by}; the bind pose is the reference pose."
        );
        report.note("/nodes", text);
    }
}

/// Decomposes a matrix. None if it is sheared, flat or out of bounds.
fn taken_apart(local: &DAffine3) -> Option<Transform> {
    let (scale, rotation, translation): (DVec3, DQuat, DVec3) =
        local.to_scale_rotation_translation();
    let again = DMat3::from_quat(rotation) * DMat3::from_diagonal(scale);
    let size = scale.abs().max_element();
    let mut found = Transform {
        translation: translation.as_vec3(),
        rotation: rotation.as_quat(),
        scale: scale.as_vec3(),
    };
    let is_one = again.abs_diff_eq(local.matrix3, 1e-3 * size)
        && found.is_finite()
        && bounds::transform(&mut found);
    is_one.then_some(found)
}
