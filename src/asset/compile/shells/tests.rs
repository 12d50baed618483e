//! What a bone's shell reaches, and that no point of the skin is further off than asked: by
//! vertices that are skinned here, in double precision, from the raw clip and from the compressed
//! one.

use super::*;
use crate::{
    Cache, Clip, compile,
    mesh::Part,
    skeleton::{Bone, Socket},
    source::{Channel, ClipSource, Track},
};
use anim::{Pose, Transform};
use glam::{DAffine3, DMat3, DQuat, DVec3, Quat};

const RIG: Id = Id(1);
const CLIP: Id = Id(2);
const SKIN: Id = Id(3);
const HELD: Id = Id(4);

/// An arm of three bones that go up, in units of which the figure's root makes metres.
fn rig(unit: f32) -> Skeleton {
    let up = |y: f32| Transform::from_translation(Vec3::Y * y / unit);
    let root = Transform {
        scale: Vec3::splat(unit),
        ..Transform::IDENTITY
    };
    let bones = vec![
        Bone::new("root", None, root),
        Bone::new("upper", Some(0), up(1.0)),
        Bone::new("lower", Some(1), up(0.4)),
        Bone::new("hand", Some(2), up(0.3)),
    ];
    Skeleton {
        name: "rig".into(),
        bones,
        ..Skeleton::default()
    }
}

/// Vertices in the model's space, each with what it follows and how much.
fn mesh(skeleton: (Id, &Skeleton), vertices: &[(Vec3, [(u16, f32); 2])]) -> Mesh {
    let binds = skeleton.1.reference_models();
    let joint = |(bone, model): (usize, &Affine3A)| PaletteJoint {
        bone: bone as u32,
        inverse_bind: anim::skinning::inverse_bind_rows(&model.inverse()),
    };
    let four = |pair: &[(u16, f32); 2]| [pair[0], pair[1], (0, 0.0), (0, 0.0)];
    let data = MeshPart {
        influences: 4,
        positions: vertices.iter().map(|(place, _)| place.to_array()).collect(),
        normals: vertices.iter().map(|_| Vec3::Y.to_array()).collect(),
        joints: vertices
            .iter()
            .flat_map(|(_, pair)| four(pair).map(|(joint, _)| joint))
            .collect(),
        weights: vertices
            .iter()
            .flat_map(|(_, pair)| four(pair).map(|(_, weight)| weight))
            .collect(),
        palette: binds.iter().enumerate().map(joint).collect(),
        ..MeshPart::default()
    };
    let part = Part {
        name: "p".into(),
        data: Arc::new(data),
        ..Part::default()
    };
    Mesh::new(
        "mesh",
        (skeleton.0, skeleton.1.keys()),
        vec![part],
        Vec::new(),
    )
}

fn project(unit: f32, vertices: &[(Vec3, [(u16, f32); 2])]) -> Project {
    let mut project = Project::default();
    let rig = rig(unit);
    project
        .meshes
        .insert(SKIN, Arc::new(mesh((RIG, &rig), vertices)));
    project.skeletons.insert(RIG, Arc::new(rig));
    project
}

/// Hand and 1.2 m of a blade, downwards and sideways from it, and an elbow that two bones share.
fn armed() -> Vec<(Vec3, [(u16, f32); 2])> {
    let hand = Vec3::Y * 1.7;
    let mut all: Vec<_> = [-1.2, -0.1, 0.1]
        .into_iter()
        .flat_map(|far| {
            [Vec3::Y, Vec3::new(0.6, -0.8, 0.0)].map(|way| (hand + way * far, [(3, 1.0), (0, 0.0)]))
        })
        .collect();
    all.extend((0..8).map(|at| {
        (
            Vec3::new(0.06, 1.3 + at as f32 * 0.025, -0.05),
            [(1, 0.7), (2, 0.3)],
        )
    }));
    all
}

/// Two seconds in which every bone turns.
fn swung(project: &mut Project, seed: u32) {
    let times: Vec<f32> = (0..61).map(|frame| frame as f32 / 30.0).collect();
    let turned = |bone: u32| {
        let turn = |time: &f32| {
            let angle = |axis: u32| {
                ((seed + axis * 3 + bone) as f32 * 0.7 + time * (1.0 + axis as f32 * 1.3)).sin()
            };
            Quat::from_euler(
                glam::EulerRot::XYZ,
                angle(0),
                0.6 * angle(1),
                0.8 * angle(2),
            )
            .to_array()
        };
        Some(Channel {
            times: times.clone(),
            values: times.iter().flat_map(turn).collect(),
            ..Channel::default()
        })
    };
    let track = |(bone, name): (u32, &str)| Track {
        bone: name.into(),
        rotation: turned(bone),
        ..Track::default()
    };
    let tracks = (1..).zip(["upper", "lower", "hand"]).map(track).collect();
    let source = ClipSource {
        duration: 2.0,
        tracks,
        curves: Vec::new(),
    };
    project.clips.insert(
        CLIP,
        Arc::new(Clip::new("swing", RIG, Arc::new(source), 30.0)),
    );
}

fn doubled(affine: &Affine3A) -> DAffine3 {
    DAffine3 {
        matrix3: affine.matrix3.as_dmat3(),
        translation: affine.translation.as_dvec3(),
    }
}

fn models(skeleton: &anim::Skeleton, pose: &Pose) -> Vec<DAffine3> {
    let mut out: Vec<DAffine3> = Vec::new();
    for (bone, local) in pose.iter().enumerate() {
        let rotation = DQuat::from_array(local.rotation.to_array().map(f64::from)).normalize();
        let local = DAffine3 {
            matrix3: DMat3::from_quat(rotation) * DMat3::from_diagonal(local.scale.as_dvec3()),
            translation: local.translation.as_dvec3(),
        };
        out.push(
            skeleton
                .parent(bone)
                .map_or(local, |parent| out[parent] * local),
        );
    }
    out
}

fn skinned(part: &MeshPart, models: &[DAffine3]) -> Vec<DVec3> {
    let vertex = |(at, position): (usize, &[f32; 3])| {
        let place = Vec3::from(*position).as_dvec3();
        (0..4).fold(DVec3::ZERO, |sum, influence| {
            let slot = at * 4 + influence;
            let joint = &part.palette[usize::from(part.joints[slot])];
            let moved =
                models[joint.bone as usize] * doubled(&affine_from_rows(joint.inverse_bind));
            sum + moved.transform_point3(place) * f64::from(part.weights[slot])
        })
    };
    part.positions.iter().enumerate().map(vertex).collect()
}

/// Metres: how far any vertex of the mesh is off in the compressed clip, at frames and between, and
/// the precision asked.
fn off(project: &Project) -> (f64, f64) {
    let compiled = compile(
        project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    let mut raw = project.clone();
    Arc::make_mut(raw.clips.get_mut(&CLIP).unwrap()).compression = None;
    let raw = compile(
        &raw,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    )
    .library;
    let (skeleton, part) = (
        &raw.skeletons[0],
        &project.meshes[&SKIN].lods[0].parts[0].data,
    );
    let mut worst = 0.0;
    for step in 0..=240 {
        let time = f64::from(step) / 120.0;
        let vertices = |clip: &anim::Clip| {
            let mut pose = Pose::default();
            clip.sample(skeleton, time, &mut pose);
            skinned(part, &models(skeleton, &pose))
        };
        assert!(compiled.library.clips[0].compressed.is_some());
        let (lossy, right) = (
            vertices(&compiled.library.clips[0]),
            vertices(&raw.clips[0]),
        );
        worst = lossy
            .iter()
            .zip(&right)
            .map(|(a, b)| a.distance(*b))
            .fold(worst, f64::max);
    }
    let report = &compiled.reports[&CLIP];
    assert!(
        !report.is_red() && worst <= f64::from(report.max_error) * 1.001,
        "{worst} {}",
        report.max_error
    );
    (worst, report.precision.into())
}

#[test]
fn no_point_of_the_skin_is_further_off_than_asked() {
    for seed in 0..12 {
        for unit in [1.0, 0.01] {
            let mut project = project(unit, &armed());
            swung(&mut project, seed);
            let (worst, asked) = off(&project);
            assert!(worst <= asked, "seed {seed}, unit {unit}: {worst}");
            assert!(worst > asked / 16.0, "more than asked costs bytes: {worst}");
        }
    }
}

fn near(found: &[f32], expected: &[f32]) -> bool {
    found.len() == expected.len()
        && found
            .iter()
            .zip(expected)
            .all(|(a, b)| (a - b).abs() < 1e-5 * b.max(1.0))
}

#[test]
fn a_shell_reaches_the_furthest_vertex_that_follows_its_bone_however_little() {
    let up = |y: f32| Vec3::Y * y;
    let vertices = [
        (up(2.9), [(3, 1.0), (0, 0.0)]),
        (up(1.6), [(3, 1.0), (2, 0.0)]),
        (up(0.9), [(1, 0.999), (2, 0.001)]),
        (up(5.0), [(1, 0.0), (3, 1.0)]),
    ];
    for unit in [1.0, 0.01] {
        let found = shells(&project(unit, &vertices), RIG);
        assert!(
            near(&found, &[0.03 / unit, 0.1 / unit, 0.5 / unit, 3.3 / unit]),
            "{found:?}"
        );
        let nothing = shells(&project(unit, &[]), RIG);
        assert!(near(&nothing, &[0.03 / unit; 4]), "{nothing:?}");
    }
}

#[test]
fn shapes_reach_further_and_so_do_other_weights() {
    let mut project = project(1.0, &[(Vec3::Y * 1.8, [(3, 1.0), (0, 0.0)])]);
    let mesh = Arc::make_mut(project.meshes.get_mut(&SKIN).unwrap());
    let data = Arc::make_mut(&mut mesh.lods[0].parts[0].data);
    let delta = |x: f32| MorphDelta {
        vertex: 0,
        position: [x, 0.0, 0.0],
        normal: [0.0; 3],
    };
    data.deltas = vec![delta(0.25), delta(-0.5)].into();
    assert!(near(
        &shells(&project, RIG),
        &[0.03, 0.03, 0.03, 0.1 + 0.75]
    ));
    let mesh = Arc::make_mut(project.meshes.get_mut(&SKIN).unwrap());
    let data = Arc::make_mut(&mut mesh.lods[0].parts[0].data);
    data.deltas = Vec::new().into();
    data.profiles = vec![anim::mesh::Profile {
        name: anim::Name(7),
        influences: 1,
        first: 0,
    }]
    .into();
    (data.profile_joints, data.profile_weights) = (vec![1].into(), vec![1.0].into());
    assert!(near(&shells(&project, RIG), &[0.03, 0.8, 0.03, 0.1]));
}

#[test]
fn a_socket_reaches_a_metre_and_as_far_as_what_it_holds() {
    let mut project = project(1.0, &[]);
    let hold = |project: &mut Project, at: f32, preview: Option<Id>| {
        let local = Transform {
            rotation: Quat::from_rotation_z(1.0),
            ..Transform::from_translation(Vec3::X * at)
        };
        let socket = Socket {
            preview,
            ..Socket::new(Id(9), "grip", "hand".into(), local)
        };
        Arc::make_mut(project.skeletons.get_mut(&RIG).unwrap()).sockets = vec![socket];
    };
    hold(&mut project, 0.1, None);
    assert!(near(&shells(&project, RIG), &[0.03, 0.03, 0.03, 1.0]));
    hold(&mut project, 1.5, None);
    assert!(near(&shells(&project, RIG), &[0.03, 0.03, 0.03, 1.5]));
    let mut lance = rig(1.0);
    lance.name = "lance".into();
    let point = [(Vec3::X * 3.0, [(3, 1.0), (0, 0.0)])];
    project
        .meshes
        .insert(HELD, Arc::new(mesh((Id(5), &lance), &point)));
    project.skeletons.insert(Id(5), Arc::new(lance));
    hold(&mut project, 0.1, Some(HELD));
    let tip = (Vec3::X * 0.1 + Quat::from_rotation_z(1.0) * Vec3::X * 3.0).length();
    assert!(near(&shells(&project, RIG), &[0.03, 0.03, 0.03, tip]));
    assert_eq!(shells(&project, Id(99)).len(), 0, "there is none");
}

#[test]
fn a_library_says_the_same_but_for_what_sockets_hold() {
    let project = project(0.01, &armed());
    let library = compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    )
    .library;
    assert_eq!(
        library_shells(&library, &library.skeletons[0]),
        shells(&project, RIG)
    );
}

#[test]
fn another_mesh_is_another_compression_and_the_same_one_is_known() {
    let (mut project, mut cache) = (project(1.0, &armed()), Cache::default());
    swung(&mut project, 1);
    let first = compile(&project, &mut cache, crate::CompileOptions::default());
    let same = compile(&project, &mut cache, crate::CompileOptions::default());
    assert!(Arc::ptr_eq(&first.library.clips[0], &same.library.clips[0]));
    let mut longer = armed();
    longer[0].0.y -= 1.0;
    let skin = mesh((RIG, &rig(1.0)), &longer);
    project.meshes.insert(SKIN, Arc::new(skin));
    let second = compile(&project, &mut cache, crate::CompileOptions::default());
    assert_ne!(
        first.library.clips[0].compressed,
        second.library.clips[0].compressed
    );
    let fresh = compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    assert_eq!(
        second.library.clips[0].compressed,
        fresh.library.clips[0].compressed
    );
    let works = crate::compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::deferred(),
    )
    .pending;
    let mut parts = Vec::new();
    works[0]
        .recipe()
        .unwrap()
        .for_each_part(&mut |part| parts.push(part.to_vec()));
    let shells: Vec<u8> = bytemuck::cast_slice(&shells(&project, RIG)).to_vec();
    assert!(
        parts.contains(&shells),
        "what is kept on disk is kept for these"
    );
}
