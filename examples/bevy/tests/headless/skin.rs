//! What Bevy's renderer makes of joints and weights is what the runtime's own skinning gives.

use crate::*;
use anim::{
    MeshPart,
    instance::Posed,
    mesh::SkinMethod,
    skinning::{Skinned, skin_pose},
};
use bevy::mesh::{
    VertexAttributeValues,
    morph::MeshMorphWeights,
    skinning::{SkinnedMesh, SkinnedMeshInverseBindposes},
};
use mutoscope_bevy::Stages;

/// Joints and weights of the vertices.
fn influences(mesh: &Mesh) -> (&[[u16; 4]], &[[f32; 4]]) {
    let Some(VertexAttributeValues::Uint16x4(joints)) = mesh.attribute(Mesh::ATTRIBUTE_JOINT_INDEX)
    else {
        panic!("joints are four whole numbers a vertex");
    };
    let Some(VertexAttributeValues::Float32x4(weights)) =
        mesh.attribute(Mesh::ATTRIBUTE_JOINT_WEIGHT)
    else {
        panic!("weights are four numbers a vertex");
    };
    (joints, weights)
}

/// The vertices of a part in the world, as the shader of Bevy works them out.
fn skinned(app: &App, part: Entity) -> Vec<Vec3> {
    let world = app.world();
    let mesh = world
        .resource::<Assets<Mesh>>()
        .get(world.get::<Mesh3d>(part).unwrap())
        .unwrap();
    let skin = world.get::<SkinnedMesh>(part).unwrap();
    let poses = world.resource::<Assets<SkinnedMeshInverseBindposes>>();
    let poses = poses.get(&skin.inverse_bindposes).unwrap();
    let slot = |(joint, pose): (&Entity, &Mat4)| {
        world.get::<GlobalTransform>(*joint).unwrap().to_matrix() * *pose
    };
    let slots: Vec<Mat4> = skin.joints.iter().zip(poses.iter()).map(slot).collect();
    let positions = mesh
        .attribute(Mesh::ATTRIBUTE_POSITION)
        .unwrap()
        .as_float3()
        .unwrap();
    let (joints, weights) = influences(mesh);
    let morphs: &[f32] = match world.get::<MeshMorphWeights>(part) {
        Some(MeshMorphWeights::Value { weights }) => weights,
        _ => &[],
    };
    let vertex = |at: usize| {
        let mut position = Vec3::from_array(positions[at]);
        for (morph, weight) in morphs.iter().enumerate() {
            let targets = mesh.morph_targets().unwrap();
            position += *weight * targets[morph * positions.len() + at].position;
        }
        let moved = |(joint, weight): (&u16, &f32)| {
            slots[usize::from(*joint)].transform_point3(position) * *weight
        };
        joints[at].iter().zip(&weights[at]).map(moved).sum()
    };
    (0..positions.len()).map(vertex).collect()
}

/// The part with the joints and weights that Bevy has of it.
fn reduced(app: &App, entity: Entity, part: &MeshPart) -> MeshPart {
    let world = app.world();
    let mesh = world.resource::<Assets<Mesh>>();
    let mesh = mesh.get(world.get::<Mesh3d>(entity).unwrap()).unwrap();
    let (joints, weights) = influences(mesh);
    let part = MeshPart {
        influences: 4,
        joints: joints.concat().into(),
        weights: weights.concat().into(),
        profiles: Vec::new().into(),
        ..part.clone()
    };
    MeshPart::new(part).unwrap()
}

/// The largest distance of the vertices that Bevy shows from those of the runtime, metres.
fn farthest(shown: &[Vec3], stands: &Transform, part: &MeshPart, posed: &Posed) -> f32 {
    let mut expected = Skinned::default();
    skin_pose(part, posed.models(), posed.pose(), &mut expected);
    let distance = |(shown, expected): (&Vec3, &_)| {
        let expected: [f32; 3] = <_>::into(*expected);
        shown.distance(stands.transform_point(Vec3::from_array(expected)))
    };
    shown
        .iter()
        .zip(&expected.positions)
        .map(distance)
        .fold(0.0, f32::max)
}

#[test]
fn vertices_are_where_the_runtime_has_them() {
    let (mut app, handle) = app_with_sample(MutoscopePlugin::default());
    let mut character = Mutoscope::graph(handle, HERO);
    character.set("Speed", 3.0);
    character.play_montage(ATTACK, 1.0);
    let entity = app.world_mut().spawn(character).id();
    (0..40).for_each(|_| app.update());
    let parts: Vec<Entity> = app.world().get::<Body>(entity).unwrap().parts().collect();
    let stands = *app.world().get::<Transform>(entity).unwrap();
    let worn = sample().library.meshes.iter();
    let worn = worn.filter(|mesh| mesh.skeleton == anim::Name::new(SKELETON));
    let worn: Vec<_> = worn.flat_map(|mesh| &mesh.lod(0).parts).collect();
    assert!(!parts.is_empty());
    assert_eq!(parts.len(), worn.len());
    let (mut vertices, mut by_same, mut by_whole) = (0, 0.0f32, 0.0f32);
    for (entity_of_part, part) in parts.into_iter().zip(worn) {
        assert_eq!(part.method, SkinMethod::Linear);
        let shown = skinned(&app, entity_of_part);
        let same = reduced(&app, entity_of_part, part);
        let mut stages = app.world_mut().resource_mut::<Stages>();
        let character = stages.character(entity).unwrap();
        let posed = stages.evaluator(entity).unwrap().shown(character).unwrap();
        by_same = by_same.max(farthest(&shown, &stands, &same, posed));
        by_whole = by_whole.max(farthest(&shown, &stands, part, posed));
        vertices += shown.len();
    }
    println!("{vertices} vertices: {by_same} m off by the same weights, {by_whole} m by all eight");
    assert!(by_same < 1e-4 && by_whole < 0.01);
}
