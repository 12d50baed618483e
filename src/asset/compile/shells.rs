//! How far from a bone its errors are measured: as far as what hangs on it. A vertex is moved by
//! the bones that it follows, each by its part, so where no bone is further off than the precision
//! at the distance of its furthest vertex, no point of the skin is.

use super::skeleton_alone;
use crate::{Bones, Id, Mesh, Project, Skeleton, prop::Prop};
use anim::{
    Library, MeshPart,
    codec::EncoderSettings,
    float::Extreme,
    mesh::{MorphDelta, PaletteJoint},
    skinning::{affine_from_rows, reference_models},
};
use glam::{Affine3A, Vec3, Vec3A};
use std::{collections::BTreeMap, sync::Arc};

/// Metres in the model: how far from a bone errors are measured at least.
const SHELL: f32 = EncoderSettings::DEFAULT_SHELL;
/// Metres in the model, for bones with sockets: a game may put there what nobody here has seen.
const SOCKET_SHELL: f32 = 1.0;
/// Metres in the space of a bone: what is further off is not a shape that anybody sees.
const FURTHEST: f32 = 1e9;

/// Shells by skeleton, and what they were measured on.
#[derive(Default)]
pub(crate) struct ShellCache(BTreeMap<Id, ShellCacheEntry>);

struct ShellCacheEntry {
    hung: Hung,
    shells: Arc<[f32]>,
}

/// Meshes and props on the bones of a skeleton.
struct Hung {
    skeleton: Arc<Skeleton>,
    meshes: Vec<Arc<Mesh>>,
    props: Vec<Prop>,
}

impl Hung {
    fn of(project: &Project, id: Id) -> Option<Self> {
        let skeleton = project.skeletons.get(&id)?.clone();
        let meshes = project
            .meshes
            .values()
            .filter(|mesh| mesh.skeleton == id)
            .cloned()
            .collect();
        Some(Self {
            skeleton,
            meshes,
            props: project.props(id),
        })
    }

    fn is_same(&self, other: &Self) -> bool {
        let meshes = self.meshes.iter().map(Arc::as_ptr);
        Arc::ptr_eq(&self.skeleton, &other.skeleton)
            && meshes.eq(other.meshes.iter().map(Arc::as_ptr))
            && self.props == other.props
    }

    fn shells(&self, skeleton: &anim::Skeleton) -> Arc<[f32]> {
        let (mut reach, bones) = (ShellReach::of(skeleton), Bones::of(&self.skeleton));
        for mesh in &self.meshes {
            mesh.parts()
                .for_each(|part| reach.part(&bones.part(mesh, &part.data)));
        }
        self.props.iter().for_each(|prop| reach.prop(prop));
        reach.0.into()
    }
}

impl ShellCache {
    /// The shells of every skeleton that compiles.
    pub(crate) fn compile(
        &mut self,
        project: &Project,
        skeletons: &super::Skeletons,
    ) -> BTreeMap<Id, Arc<[f32]>> {
        self.0.retain(|id, _| skeletons.contains_key(id));
        let mut all = BTreeMap::new();
        for (&id, skeleton) in skeletons {
            let Some(hung) = Hung::of(project, id) else {
                continue;
            };
            let known = self.0.remove(&id).filter(|known| known.hung.is_same(&hung));
            let shells = known.map_or_else(|| hung.shells(skeleton), |known| known.shells);
            all.insert(id, shells.clone());
            self.0.insert(id, ShellCacheEntry { hung, shells });
        }
        all
    }
}

/// Units of each bone's own space, one a bone: how far from it errors are measured, by the meshes
/// that follow the bones, by the sockets, and by what these hold. None of a skeleton that does not
/// compile.
pub fn shells(project: &Project, id: Id) -> Arc<[f32]> {
    let hung = Hung::of(project, id);
    let shells = hung.and_then(|hung| Some(hung.shells(&*skeleton_alone(&hung.skeleton)?)));
    shells.unwrap_or_default()
}

/// [`shells`] by what a library has: it does not know what sockets hold.
pub fn library_shells(library: &Library, skeleton: &anim::Skeleton) -> Arc<[f32]> {
    let mut reach = ShellReach::of(skeleton);
    let meshes = library
        .meshes
        .iter()
        .filter(|mesh| mesh.skeleton == skeleton.name);
    meshes
        .flat_map(|mesh| &mesh.lods)
        .flat_map(|lod| &lod.parts)
        .for_each(|part| reach.part(part));
    reach.0.into()
}

/// The shells so far.
struct ShellReach(Vec<f32>);

impl ShellReach {
    /// The reach of bones that nothing follows.
    fn of(skeleton: &anim::Skeleton) -> Self {
        let scales: Vec<f32> = reference_models(skeleton).iter().map(size).collect();
        let mut reach = Self(scales.iter().map(|scale| SHELL / scale).collect());
        for socket in skeleton.sockets.iter() {
            let bone = socket.bone as usize;
            reach.add(bone, SOCKET_SHELL / scales[bone]);
            reach.add(bone, Vec3::from(socket.local.translation).length());
        }
        reach
    }

    fn add(&mut self, bone: usize, distance: f32) {
        if let Some(shell) = self.0.get_mut(bone).filter(|_| distance.is_finite()) {
            *shell = shell.higher(distance.lower(FURTHEST));
        }
    }

    fn part(&mut self, part: &MeshPart) {
        for_each_follower(part, |joint, position, moved| {
            self.add_point(
                joint.bone,
                &affine_from_rows(joint.inverse_bind),
                position,
                moved,
            );
        });
    }

    /// A mesh on a socket, as it stands in its own reference pose.
    fn prop(&mut self, prop: &Prop) {
        let (models, local) = (prop.skeleton.reference_models(), prop.local.to_affine());
        let bones = Bones::of(&prop.skeleton);
        for part in prop
            .mesh
            .parts()
            .map(|part| bones.part(&prop.mesh, &part.data))
        {
            for_each_follower(&part, |joint, position, moved| {
                if let Some(model) = models.get(joint.bone as usize) {
                    let skinned = local * *model * affine_from_rows(joint.inverse_bind);
                    self.add_point(prop.bone, &skinned, position, moved);
                }
            });
        }
    }

    fn add_point(&mut self, bone: u32, bone_from_mesh: &Affine3A, position: Vec3A, moved: f32) {
        let further = if moved > 0.0 {
            moved * size(bone_from_mesh)
        } else {
            0.0
        };
        self.add(
            bone as usize,
            bone_from_mesh.transform_point3a(position).length() + further,
        );
    }
}

/// Calls with every joint that moves a vertex, in the part's own weights and in those of its
/// profiles, with the vertex' place, and with how far all shapes at their full weight move it.
fn for_each_follower(part: &MeshPart, mut call: impl FnMut(&PaletteJoint, Vec3A, f32)) {
    let moved = moved_by_shapes(part);
    let mut follow = |influences: u32, joints: &[u16], weights: &[f32]| {
        let influences = (influences as usize).max(1);
        let count = part.positions.len() * influences;
        for (at, (joint, weight)) in joints.iter().zip(weights).take(count).enumerate() {
            if let Some(joint) = part
                .palette
                .get(usize::from(*joint))
                .filter(|_| *weight != 0.0)
            {
                let vertex = at / influences;
                call(
                    joint,
                    part.positions[vertex].into(),
                    moved.get(vertex).copied().unwrap_or(0.0),
                );
            }
        }
    };
    follow(part.influences, &part.joints, &part.weights);
    for profile in part.profiles.iter() {
        let from = |length: usize| (profile.first as usize).min(length)..length;
        let (joints, weights) = (&part.profile_joints, &part.profile_weights);
        follow(
            profile.influences,
            &joints[from(joints.len())],
            &weights[from(weights.len())],
        );
    }
}

/// Distance that each vertex moves with every shape at its full weight, metres; empty without
/// shapes.
fn moved_by_shapes(part: &MeshPart) -> Vec<f32> {
    if part.deltas.is_empty() {
        return Vec::new();
    }
    let mut moved = vec![0.0; part.positions.len()];
    for MorphDelta {
        vertex, position, ..
    } in part.deltas.iter()
    {
        if let Some(moved) = moved.get_mut(*vertex as usize) {
            *moved += Vec3::from(*position).length();
        }
    }
    moved
}

/// Factor by which a map stretches at most; 1 of a map that says nothing of sizes.
fn size(map: &Affine3A) -> f32 {
    let axes = &map.matrix3;
    let longest = axes
        .x_axis
        .length()
        .higher(axes.y_axis.length())
        .higher(axes.z_axis.length());
    if (1e-6..1e6).contains(&longest) {
        longest
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests;
