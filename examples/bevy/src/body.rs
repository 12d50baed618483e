//! What shows a character: joints in the hierarchy of its bones, sockets on them, and meshes that
//! they move.

use crate::{
    Mutoscope, Stages,
    convert::to_bevy,
    shape::{Shape, has_morphs, shapes},
    stage::Stage,
};
use anim::{Library, Material, MeshPart, Pose, Skeleton, skinning::morph_weight};
use bevy::{
    ecs::{schedule::ScheduleConfigs, system::ScheduleSystem},
    mesh::{
        morph::MeshMorphWeights,
        skinning::{SkinnedMesh, SkinnedMeshInverseBindposes},
    },
    prelude::*,
};
use std::sync::Arc;

/// The entities that show a character; on the character's entity, above them in the hierarchy.
#[derive(Component)]
pub struct Body {
    library: Arc<Library>,
    skeleton: Arc<Skeleton>,
    joints: Vec<Entity>,
    sockets: Vec<Entity>,
    parts: Vec<(Entity, Arc<MeshPart>)>,
}

/// The joint of a bone. Its `Transform` is the local transform of the bone in the last step; the
/// entity also has the bone's [`Name`].
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Transform)]
pub struct Joint {
    /// Index of the bone in the skeleton.
    pub bone: usize,
}

/// A socket, where a game attaches weapons and effects: an entity below the joint of its bone, with
/// the socket's [`Name`].
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Transform)]
pub struct Socket;

/// A part of a mesh that a character wears.
#[derive(Component, Clone, Debug)]
#[require(Transform)]
pub struct PartOf {
    /// Name of the mesh in the bundle.
    pub mesh: String,
    /// Colour and flags of the part, and the names of its textures, which a bundle does not hold.
    pub material: Material,
}

impl Body {
    /// Joints of the bones, in the order of the skeleton: parents before children.
    pub fn joints(&self) -> &[Entity] {
        &self.joints
    }

    /// Joint of the bone of this name.
    pub fn joint(&self, bone: &str) -> Option<Entity> {
        let at = self.skeleton.find(anim::Name::new(bone))?;
        self.joints.get(at).copied()
    }

    /// Entity of the socket of this name.
    pub fn socket(&self, socket: &str) -> Option<Entity> {
        let name = anim::Name::new(socket);
        let at = self
            .skeleton
            .sockets
            .iter()
            .position(|it| it.name == name)?;
        self.sockets.get(at).copied()
    }

    /// Entities of the meshes that the character wears, part by part.
    pub fn parts(&self) -> impl Iterator<Item = Entity> {
        self.parts.iter().map(|part| part.0)
    }

    /// The skeleton that the joints stand for.
    pub fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    fn entities(&self) -> impl Iterator<Item = Entity> {
        self.joints
            .iter()
            .chain(&self.sockets)
            .copied()
            .chain(self.parts())
    }
}

pub(crate) fn systems() -> ScheduleConfigs<ScheduleSystem> {
    (take_down, build, show).chain()
}

/// An entity that is no character any more shows none.
fn take_down(mut commands: Commands, stages: Res<Stages>, bodies: Query<(Entity, &Body)>) {
    for (entity, body) in &bodies {
        if stages.character(entity).is_none() {
            commands.entity(entity).try_remove::<Body>();
            body.entities()
                .for_each(|it| commands.entity(it).try_despawn());
        }
    }
}

/// Where meshes go, if there is anything that draws.
type Assets3d<'w> = (
    Option<ResMut<'w, Assets<Mesh>>>,
    Option<ResMut<'w, Assets<SkinnedMeshInverseBindposes>>>,
);

/// Shapes of skeletons, by the libraries that they are from.
type Shapes = Vec<(Arc<Library>, anim::Name, Vec<Shape>)>;

/// New characters get a body, and those of a bundle that was loaded again another one.
fn build(
    mut commands: Commands,
    mut stages: ResMut<Stages>,
    mut assets: Assets3d,
    mut made: Local<Shapes>,
    characters: Query<(Entity, Option<&Body>), With<Mutoscope>>,
) {
    let is_played = |library: &Arc<Library>| {
        let mut played = stages.stages.values();
        played.any(|stage| Arc::ptr_eq(&stage.library, library))
    };
    made.retain(|(library, ..)| is_played(library));
    for (entity, body) in &characters {
        let Some((stage, character)) = stages.stage_of(entity) else {
            continue;
        };
        if body.is_some_and(|body| Arc::ptr_eq(&body.library, &stage.library)) {
            continue;
        }
        let Some(instance) = stage.evaluator.get().instance(character) else {
            continue;
        };
        let skeleton = instance.skeleton().clone();
        let shapes = worn(&mut made, &mut assets, (&stage.library, skeleton.name));
        let new = grow(&mut commands, (entity, body), stage, (&skeleton, shapes));
        commands.entity(entity).try_insert(new);
    }
}

/// What characters of a skeleton wear, made once; nothing where nothing draws.
fn worn<'a>(
    made: &'a mut Shapes,
    assets: &mut Assets3d,
    (library, skeleton): (&Arc<Library>, anim::Name),
) -> &'a [Shape] {
    let (Some(meshes), Some(bindposes)) = assets else {
        return &[];
    };
    let is_it = |it: &(Arc<Library>, anim::Name, Vec<Shape>)| {
        Arc::ptr_eq(&it.0, library) && it.1 == skeleton
    };
    let at = made.iter().position(is_it).unwrap_or_else(|| {
        let shapes = shapes(library, skeleton, meshes, bindposes);
        made.push((library.clone(), skeleton, shapes));
        made.len() - 1
    });
    &made[at].2
}

/// Makes the body of a character. Joints and sockets stay if they are the same, with what a game has
/// attached to them.
fn grow(
    commands: &mut Commands,
    (entity, old): (Entity, Option<&Body>),
    stage: &Stage,
    (skeleton, shapes): (&Arc<Skeleton>, &[Shape]),
) -> Body {
    let library = &stage.library;
    let old_joints = old.filter(|old| has_same_bones(&old.skeleton, skeleton));
    let joints = match old_joints {
        Some(old) => old.joints.clone(),
        None => spawn_joints(commands, entity, (library, skeleton)),
    };
    let old_sockets = old_joints.filter(|old| has_same_sockets(&old.skeleton, skeleton));
    let sockets = match old_sockets {
        Some(old) => move_sockets(commands, &old.sockets, skeleton),
        None => spawn_sockets(commands, &joints, (library, skeleton)),
    };
    for old in old.into_iter().flat_map(Body::entities) {
        if !joints.contains(&old) && !sockets.contains(&old) {
            commands.entity(old).try_despawn();
        }
    }
    let part = |shape: &Shape| {
        (
            spawn_part(commands, (entity, &joints), library, shape),
            shape.part.clone(),
        )
    };
    let parts = shapes.iter().map(part).collect();
    Body {
        library: library.clone(),
        skeleton: skeleton.clone(),
        joints,
        sockets,
        parts,
    }
}

fn has_same_bones(a: &Skeleton, b: &Skeleton) -> bool {
    let names = |it: &Skeleton| it.bones.iter().map(|bone| bone.name).collect::<Vec<_>>();
    a.parents() == b.parents() && names(a) == names(b)
}

fn has_same_sockets(a: &Skeleton, b: &Skeleton) -> bool {
    let places = |it: &Skeleton| -> Vec<_> {
        let sockets = it.sockets.iter();
        sockets.map(|socket| (socket.name, socket.bone)).collect()
    };
    places(a) == places(b)
}

fn move_sockets(commands: &mut Commands, sockets: &[Entity], skeleton: &Skeleton) -> Vec<Entity> {
    for (entity, socket) in sockets.iter().zip(skeleton.sockets.iter()) {
        let local = to_bevy(&socket.local.into());
        commands.entity(*entity).try_insert(local);
    }
    sockets.to_vec()
}

fn spawn_sockets(
    commands: &mut Commands,
    joints: &[Entity],
    (library, skeleton): (&Library, &Skeleton),
) -> Vec<Entity> {
    let sockets = skeleton.sockets.iter().map(|socket| {
        let name = Name::new(library.names.text(socket.name).to_owned());
        let local = to_bevy(&socket.local.into());
        let parent = ChildOf(joints[socket.bone as usize]);
        commands.spawn((Socket, name, local, parent)).id()
    });
    sockets.collect()
}

fn spawn_joints(
    commands: &mut Commands,
    entity: Entity,
    (library, skeleton): (&Library, &Skeleton),
) -> Vec<Entity> {
    let mut joints = Vec::with_capacity(skeleton.len());
    for bone in 0..skeleton.len() {
        let name = Name::new(library.names.text(skeleton.bones[bone].name).to_owned());
        let parent = skeleton
            .parent(bone)
            .map_or(entity, |parent| joints[parent]);
        let local = to_bevy(&skeleton.reference(bone));
        let joint = commands.spawn((Joint { bone }, name, local, ChildOf(parent)));
        joints.push(joint.id());
    }
    joints
}

fn spawn_part(
    commands: &mut Commands,
    (entity, joints): (Entity, &[Entity]),
    library: &Library,
    shape: &Shape,
) -> Entity {
    // A character whose skeleton is gone from the bundle keeps its own, which may have other bones.
    let joint = |bone: u32| joints.get(bone as usize).copied().unwrap_or(entity);
    let slots = shape.part.palette.iter().map(|it| joint(it.bone));
    let skin = SkinnedMesh {
        inverse_bindposes: shape.inverse_bindposes.clone(),
        joints: slots.collect(),
    };
    let part = PartOf {
        mesh: library.names.text(shape.of).to_owned(),
        material: shape.material,
    };
    let name = Name::new(library.names.text(shape.part.name).to_owned());
    let mut spawned = commands.spawn((
        part,
        name,
        Mesh3d(shape.mesh.clone()),
        skin,
        ChildOf(entity),
    ));
    if has_morphs(&shape.part) {
        let weights = shape.part.morphs.iter().map(|morph| morph.default_weight);
        spawned.insert(MeshMorphWeights::Value {
            weights: weights.collect(),
        });
    }
    spawned.id()
}

/// Writes the poses of the last step into joints and morph weights.
fn show(
    mut stages: ResMut<Stages>,
    bodies: Query<(Entity, &Body)>,
    mut joints: Query<&mut Transform, With<Joint>>,
    mut morphs: Query<&mut MeshMorphWeights>,
) {
    for (entity, body) in &bodies {
        let Some((stage, character)) = stages.stage_of(entity) else {
            continue;
        };
        let Some(posed) = stage.evaluator.get().shown(character) else {
            continue;
        };
        let pose = posed.pose();
        for (joint, local) in body.joints.iter().zip(pose.iter()) {
            if let Ok(mut shown) = joints.get_mut(*joint) {
                shown.set_if_neq(to_bevy(&local));
            }
        }
        for (entity, part) in &body.parts {
            if let Ok(mut weights) = morphs.get_mut(*entity) {
                weigh(part, pose, &mut weights);
            }
        }
    }
}

fn weigh(part: &MeshPart, pose: &Pose, shown: &mut MeshMorphWeights) {
    if let MeshMorphWeights::Value { weights } = shown {
        weights.clear();
        weights.extend(part.morphs.iter().map(|morph| morph_weight(morph, pose)));
    }
}
