//! What the sockets of a skeleton hold to be looked at: nothing of it plays, and a bundle has none
//! of it.

#[cfg(test)]
mod tests;

use crate::{Id, Mesh, PreviewScene, Project, SceneProp, Skeleton, skeleton::Socket};
use anim::Transform;
use std::sync::Arc;

/// A mesh on a socket, in the reference pose of its own skeleton. Equal when it is the same values
/// in memory.
#[derive(Clone, Debug)]
pub struct Prop {
    /// The mesh that is shown.
    pub mesh: Arc<Mesh>,
    /// Skeleton of the mesh.
    pub skeleton: Arc<Skeleton>,
    /// Index of the bone in the skeleton with the socket.
    pub bone: u32,
    /// Relative to the bone.
    pub local: Transform,
}

impl PartialEq for Prop {
    fn eq(&self, other: &Self) -> bool {
        let is_same =
            Arc::ptr_eq(&self.mesh, &other.mesh) && Arc::ptr_eq(&self.skeleton, &other.skeleton);
        is_same && self.bone == other.bone && self.local == other.local
    }
}

impl Project {
    /// Props on the sockets of a skeleton, in their order. Meshes and bones that are gone are left
    /// out.
    pub fn props(&self, skeleton: Id) -> Vec<Prop> {
        let Some(holder) = self.skeletons.get(&skeleton) else {
            return Vec::new();
        };
        let prop = |socket: &Socket| self.prop(holder, socket, socket.preview?);
        holder.sockets.iter().filter_map(prop).collect()
    }

    /// Props that a scene puts on sockets of a skeleton, in the scene's order. Meshes, sockets and
    /// bones that are not there are left out.
    pub fn scene_props(&self, skeleton: Id, scene: &PreviewScene) -> Vec<Prop> {
        let Some(holder) = self.skeletons.get(&skeleton) else {
            return Vec::new();
        };
        let prop = |prop: &SceneProp| self.prop(holder, holder.socket(prop.socket)?, prop.mesh);
        scene.props.iter().filter_map(prop).collect()
    }

    fn prop(&self, holder: &Skeleton, socket: &Socket, mesh: Id) -> Option<Prop> {
        let mesh = self.meshes.get(&mesh)?.clone();
        let skeleton = self.skeletons.get(&mesh.skeleton)?.clone();
        let bone = holder.index(&socket.bone)? as u32;
        let has_bones = !skeleton.bones.is_empty();
        has_bones.then_some(Prop {
            mesh,
            skeleton,
            bone,
            local: socket.local,
        })
    }
}
