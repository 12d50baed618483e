//! A skeleton as nodes: bones, and sockets as marked nodes below them.

use super::{ExportError, lists::pushed, morph::Shapes, writer::Writer};
use crate::gltf::json::SOCKET;
use anim::Transform;
use asset::{Id, Skeleton};
use glam::{Affine3A, Quat, Vec3};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use words::tr;

/// A skeleton that was written.
pub struct GltfExportRig<'a> {
    /// The skeleton in the project.
    pub skeleton: &'a Arc<Skeleton>,
    /// Node of bone 0; the other bones' nodes follow in order.
    pub first: usize,
    /// Model transform of each bone in the reference pose (`model_from_bone`).
    pub models: Vec<Affine3A>,
    /// Morphs of the nodes that carry morphed meshes; filled as parts are written.
    pub shapes: Vec<Shapes<'a>>,
}

impl<'a> GltfExportRig<'a> {
    /// Writes bones and sockets. An Err means that the skeleton does not exist, has no bones, or
    /// has a transform that is not finite.
    pub fn write(writer: &mut Writer<'a>, id: Id) -> Result<Self, ExportError> {
        let skeleton = writer.project.skeletons.get(&id);
        let skeleton = skeleton.ok_or_else(|| {
            ExportError::new(tr!("skeleton {id}"), tr!("the skeleton does not exist."))
        })?;
        if skeleton.bones.is_empty() {
            let place = tr!("skeleton “{}”", skeleton.name);
            return Err(ExportError::new(
                place,
                tr!("it has no bones. Exclude it, or import it again."),
            ));
        }
        let first = writer.nodes.len();
        let mut models: Vec<Affine3A> = Vec::with_capacity(skeleton.bones.len());
        for bone in &skeleton.bones {
            let place = || tr!("skeleton “{}”, bone “{}”", skeleton.name, bone.name);
            let at = pushed(&mut writer.nodes, node(&bone.name, &bone.reference, place)?);
            let local = bone.reference.to_affine();
            models.push(
                bone.parent
                    .map_or(local, |parent| models[parent as usize] * local),
            );
            match bone.parent {
                Some(parent) => adopt(&mut writer.nodes[first + parent as usize], at),
                None => writer.tops.push(at),
            }
        }
        for socket in &skeleton.sockets {
            let Some(bone) = skeleton.index(&socket.bone) else {
                continue;
            };
            let place = || tr!("skeleton “{}”, socket “{}”", skeleton.name, socket.name);
            let mut marked = node(&socket.name, &socket.local, place)?;
            marked["extras"] = json!({SOCKET: socket.id});
            let at = pushed(&mut writer.nodes, marked);
            adopt(&mut writer.nodes[first + bone], at);
        }
        Ok(Self {
            skeleton,
            first,
            models,
            shapes: Vec::new(),
        })
    }
}

fn adopt(parent: &mut Value, child: usize) {
    match parent["children"].as_array_mut() {
        Some(children) => children.push(json!(child)),
        None => parent["children"] = json!([child]),
    }
}

/// The JSON of a node; parts of an identity transform are left out.
fn node(name: &str, local: &Transform, place: impl Fn() -> String) -> Result<Value, ExportError> {
    if !local.is_finite() {
        return Err(ExportError::not_finite(place()));
    }
    let mut node = Map::new();
    node.insert("name".into(), json!(name));
    if local.translation != Vec3::ZERO {
        node.insert("translation".into(), json!(local.translation.to_array()));
    }
    if local.rotation != Quat::IDENTITY {
        let turn = if local.rotation.length() > 1e-6 {
            local.rotation.normalize()
        } else {
            Quat::IDENTITY
        };
        node.insert("rotation".into(), json!(turn.to_array()));
    }
    if local.scale != Vec3::ONE {
        node.insert("scale".into(), json!(local.scale.to_array()));
    }
    Ok(node.into())
}
