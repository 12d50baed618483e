//! Projects there and back, and what happens to broken ones.

mod edges;
mod graphs;

use super::*;
use anim::{
    MeshPart, Name, Transform,
    additive::AdditiveKind,
    clip::{RootLock, RootMotion},
    ground::{Block, Shape, Terrain},
    mask::ProfileMode,
    mesh::{Attribute, Morph, MorphDelta, PaletteJoint, Profile, SkinMethod},
    montage::{BlendCurve, Easing},
    notify::FieldKind,
    retarget::Retarget,
    warp::motion::{Method, RotationMethod, RotationType},
};
use asset::graph::nodes::{ApplyAdditiveNode, InertializationNode};
use asset::{
    Clip, Curve, CurveKey, Id, LaneSound, MadeFor, Material, Mesh, Mirror, MirrorRule, Montage,
    Note, Notify, NotifyClass, NotifyTrack, Origin, PartnerTarget, PreviewPartner, PreviewScene,
    PreviewSettings, PreviewTarget, Project, QuickSlot, RetargetSource, SceneProp, Skeleton,
    SlotGroup, SoundFile, SyncMarker, Texture, Warp,
    child::Override,
    clip::{Additive, AdditiveBase, LoopPolicy},
    curve::{CurveKind, Extrapolation},
    mesh::{Lod, Part},
    montage::{Blend, Section, Segment, Slot},
    notify::{Action, Link},
    notify_class::{ClassKind, Field, FieldType, FieldValue, Icon},
    skeleton::{AbsentBone, BlendProfile, Bone, BoneMask, Socket, VirtualBone},
    source::{self, Channel, ClipSource, Interpolation, Track},
    warp::WarpPoint,
};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use std::sync::Arc;

fn bone(name: &str, parent: Option<u32>) -> Bone {
    let reference = Transform::new(
        Vec3::new(0.1, -0.2, 1e-30),
        Quat::from_rotation_x(0.3),
        Vec3::splat(1.0 / 3.0),
    );
    Bone {
        source: parent,
        retarget: Retarget::Relative,
        ..Bone::new(name, parent, reference)
    }
}

fn origin() -> Option<Origin> {
    let said = [("frame rate".to_owned(), "30".to_owned())].into();
    Some(Origin {
        file: "../source/hero.glb".into(),
        place: "clip Walk".into(),
        content: "a0".repeat(16),
        said,
        options: Default::default(),
        properties: Default::default(),
    })
}

fn clip() -> Clip {
    let linear = Channel {
        times: vec![0.0, 0.1],
        values: vec![0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
        ..Channel::default()
    };
    let cubic = Channel {
        interpolation: Interpolation::Cubic,
        times: vec![0.5],
        values: vec![0.25; 12],
    };
    let step = Channel {
        interpolation: Interpolation::Step,
        times: vec![-1.0, 2.0],
        values: vec![0.0, 1.0],
    };
    let source = ClipSource {
        duration: 2.0,
        tracks: vec![
            Track {
                bone: "root".into(),
                translation: Some(linear),
                ..Track::default()
            },
            Track {
                bone: "arm".into(),
                rotation: Some(cubic),
                reference: Some([0.1, 0.2, 0.3]),
                ..Track::default()
            },
        ],
        curves: vec![source::SourceCurve {
            name: "lächeln".into(),
            channel: step,
        }],
    };
    Clip {
        origin: origin(),
        keys_edited: true,
        made_for: MadeFor::Pose(Id(15)),
        looping: true,
        loop_policy: LoopPolicy::Wrap,
        root_motion: RootMotion {
            enabled: true,
            lock: RootLock::FirstFrame,
        },
        additive: Some(Additive {
            kind: AdditiveKind::Mesh,
            base: AdditiveBase::ClipFrame {
                clip: Id(9),
                frame: 3,
            },
        }),
        compression: Some(anim::codec::EncoderSettings {
            precision: 2e-4,
            bound: anim::codec::Bound::P99,
            space: anim::codec::ErrorMetricSpace::Parent,
        }),
        tracks: vec![NotifyTrack {
            id: Id(21),
            name: "Steps".into(),
            color: 3,
            locked: false,
        }],
        notifies: vec![Notify {
            class: Some(Id(10)),
            fields: field_values(),
            warp: Some(Box::new(warp())),
            ..Notify::state(Id(22), Id(21), "Left", 0.1, 0.2)
        }]
        .into(),
        sync_markers: vec![SyncMarker {
            id: Id(23),
            name: "L".into(),
            time: 0.1,
        }],
        curves: vec![Curve {
            keys: vec![CurveKey {
                out_tangent: -0.3,
                ..CurveKey::new(Id(25), 0.1, 2.0, Interpolation::Cubic)
            }],
            ..Curve::new(Id(24), "smile", 2)
        }],
        ..Clip::new("Walk \"fwd\"/\n", Id(1), Arc::new(source), 29.97)
    }
}

/// Nothing as it is at first.
fn warp() -> Warp {
    Warp {
        target: "ledge".into(),
        modifier: Method::Precomputed,
        translation: false,
        rotation: false,
        ignore_up: true,
        speed_clamp: 2.5,
        easing: Easing::Sine,
        without_root_motion: true,
        point: Some(WarpPoint::Socket(Id(11))),
        subtract_remaining: true,
        scale: [0.5, 1.0, 2.0],
        rotation_method: RotationMethod::ConstantRate,
        rotation_type: RotationType::OppositeFacing,
        multiplier: 0.75,
        rate: 90.5,
        rotation_offset: [0.0, 45.0, 0.1],
    }
}

fn preview() -> PreviewSettings {
    let block = Block {
        at: [0.5, -1.5],
        size: [1.0, 0.25, 2.0],
        yaw: 30.0,
    };
    let shape = Shape::Stairs {
        rise: 0.15,
        run: 0.3,
        steps: 7,
    };
    let ground = Terrain {
        shape,
        height: 0.1,
        heading: 90.0,
        blocks: vec![block],
    };
    let target = PreviewTarget {
        id: Id(16),
        name: "ledge".into(),
        at: [0.1, 1.0, 2.5],
        turn: [0.0, 90.0, 0.5],
    };
    PreviewSettings {
        scene: PreviewScene {
            ground,
            targets: vec![target],
            ..PreviewScene::default()
        },
        hidden: [(Id(5), ["Sword".to_owned()].into())].into(),
        ..PreviewSettings::default()
    }
}

/// What came with scenes of single assets; files without any of it are what they were.
#[test]
fn scenes_of_assets_partners_and_props_are_read_as_they_were_written() {
    let mut project = project();
    let partner = PreviewPartner {
        plays: Some(Id(9)),
        our_name: "Hero".into(),
        targets: vec![PartnerTarget {
            id: Id(18),
            target: "chest".into(),
            of: "spine".into(),
            offset: [0.0, 0.0, 0.25],
            turn: 180.0,
        }],
        ..PreviewPartner::new(Id(17), "Enemy".into(), Id(2))
    };
    let scene = PreviewScene {
        partners: vec![partner],
        props: vec![SceneProp {
            id: Id(19),
            socket: Id(20),
            mesh: Id(5),
        }],
        ..project.preview.scene.clone()
    };
    let owners: Vec<Id> = project.assets().map(|(id, _)| id).collect();
    project.preview.scene = scene.clone();
    project
        .preview
        .scenes
        .insert(owners[0], PreviewScene::default());
    project.preview.scenes.insert(owners[1], scene);
    let (back, _) = read(&write(&project)).unwrap();
    assert_eq!(back.preview, project.preview);
    project
        .preview
        .scenes
        .get_mut(&owners[1])
        .unwrap()
        .ground
        .shape = Shape::Slope { angle: 90.0 };
    let why = read(&write(&project)).unwrap_err();
    let place = format!("/preview/scenes/{}/ground", owners[1]);
    assert!(format!("{why:?}").contains(&place), "{why:?}");
}

fn quick_slot() -> QuickSlot {
    QuickSlot {
        id: QuickSlot::id_of(3),
        digit: 3,
        track: "FX".into(),
        color: 4,
        notify: Notify::state(Id(17), Id(18), "Dust", 0.0, 0.25),
    }
}

/// A field of every type, of ids from 91 on.
fn notify_class() -> NotifyClass {
    let field = |(at, kind): (usize, FieldKind)| {
        let kind = match kind {
            FieldKind::Number => FieldType::Number {
                default: 0.1,
                range: Some([-0.1, 1e30]),
            },
            FieldKind::Integer => FieldType::Integer {
                default: -7,
                range: Some([i32::MIN, 3]),
            },
            FieldKind::Text => FieldType::Text {
                default: "größer \"1\"".into(),
            },
            kind => FieldType::of(kind),
        };
        Field {
            id: Id(91 + at as u64),
            name: format!("field {at}"),
            unit: ["m", ""][at % 2].into(),
            kind,
        }
    };
    let fields = FieldKind::ALL.into_iter().enumerate().map(field).collect();
    NotifyClass {
        kind: ClassKind::State,
        color: 3,
        icon: Icon::Hit,
        fields,
        ..NotifyClass::new("Blow")
    }
}

/// One for every field of [`notify_class`].
fn field_values() -> BTreeMap<Id, FieldValue> {
    let values = [
        FieldValue::Number(0.3),
        FieldValue::Integer(-9),
        FieldValue::Boolean(true),
        FieldValue::Text("a".into()),
        FieldValue::Choice("B".into()),
        FieldValue::Vector([0.1, -0.2, 1e-30]),
        FieldValue::Color([0.1, 0.2, 0.3, 1.0]),
        FieldValue::Bone("arm".into()),
        FieldValue::Socket(Id(11)),
        FieldValue::Asset("sounds/hit".into()),
        FieldValue::Section(Id(77)),
    ];
    (91..).map(Id).zip(values).collect()
}

fn mesh() -> Mesh {
    let data = MeshPart::new(MeshPart {
        name: Name::new("body"),
        method: SkinMethod::DualQuaternion,
        positions: vec![[0.1, 0.2, 0.3]; 3].into(),
        normals: vec![[0.0, 1.0, 0.0]; 3].into(),
        tangents: vec![[1.0, 0.0, 0.0, -1.0]; 3].into(),
        uvs: vec![[0.5, 0.25]; 3].into(),
        influences: 1,
        joints: vec![0; 3].into(),
        weights: vec![1.0; 3].into(),
        palette: vec![PaletteJoint {
            bone: 1,
            inverse_bind: [[0.1; 4]; 3],
        }]
        .into(),
        morphs: vec![Morph {
            name: Name::new("smile"),
            default_weight: 0.1,
            first_delta: 0,
            delta_count: 1,
            reserved: 0,
        }]
        .into(),
        deltas: vec![MorphDelta {
            vertex: 2,
            position: [0.1; 3],
            normal: [0.2; 3],
        }]
        .into(),
        delta_tangents: vec![[0.3, -0.1, 0.7]].into(),
        attributes: vec![
            Attribute {
                name: Name::new("_HEAT"),
                components: 1,
                first: 0,
            },
            Attribute {
                name: Name::new("TEXCOORD_1"),
                components: 2,
                first: 3,
            },
        ]
        .into(),
        attribute_values: vec![0.1, 1e-30, -7.0, 0.5, 0.25, 0.5, 0.75, 1.0, 0.0].into(),
        profiles: vec![
            Profile {
                name: Name::new("Slim"),
                influences: 1,
                first: 12,
            },
            Profile {
                name: Name::new("Wide"),
                influences: 4,
                first: 0,
            },
        ]
        .into(),
        profile_joints: vec![0; 15].into(),
        profile_weights: [[0.5, 0.25, 0.25, 0.0].repeat(3), vec![1.0, 0.9999, 1.0002]]
            .concat()
            .into(),
        indices: vec![0, 1, 2].into(),
        ..MeshPart::default()
    });
    let part = Part {
        name: "body".into(),
        source: Some((4, 0)),
        material: 0,
        morphs: vec!["smile".into()],
        attributes: vec!["_HEAT".into(), "TEXCOORD_1".into()],
        profiles: vec!["Slim".into(), "Wide".into()],
        cloth: Some(asset::mesh::Cloth {
            mesh: Id(33),
            part: "robe".into(),
            weight: Some("_HEAT".into()),
        }),
        data: Arc::new(data.unwrap()),
    };
    let material = Material {
        texture: Some(Id(4)),
        normal_texture: Some(Id(4)),
        alpha_cutoff: Some(0.5),
        ..Material::default()
    };
    let plain = Arc::new(MeshPart {
        tangents: Default::default(),
        ..(*part.data).clone()
    });
    let plain = Part {
        data: plain,
        ..part.clone()
    };
    let coarse = Lod {
        screen_size: 0.3,
        removed_bones: vec!["arm".into()],
        parts: vec![plain],
    };
    let capsule = asset::mesh::Body {
        bone: "tail".into(),
        radius: 0.1,
        from: [0.1, -0.2, 0.3],
        to: [1e-3, 0.5, 0.7],
    };
    let mut mesh = Mesh::new(
        "Body",
        (Id(1), Arc::new(["root".into(), "tail".into()])),
        vec![part],
        vec![material],
    );
    mesh.bodies = vec![capsule];
    mesh.room = anim::BoundsBy::Fixed(anim::Bounds {
        min: [-0.5, 0.0, -0.1].into(),
        max: [0.5, 1.9, 0.2].into(),
    });
    mesh.bone_limit = Some(75);
    mesh.post_process = Some(Id(7));
    mesh.post_process_lod = 1;
    mesh.lods.push(coarse);
    mesh.origin = origin();
    mesh
}

fn project() -> Project {
    let socket = Socket {
        preview: Some(Id(3)),
        ..Socket::new(Id(11), "hand", "arm".into(), Transform::IDENTITY)
    };
    let renamed = Bone {
        name: "Arm".into(),
        ..bone("arm", Some(0))
    };
    let absent = AbsentBone {
        key: "tail".into(),
        name: "Tail".into(),
        parent: Some("arm".into()),
        reference: Transform::from_translation(Vec3::Y),
        retarget: Retarget::Scaled,
    };
    let skeleton = Skeleton {
        name: "Rig".into(),
        origin: origin(),
        bones: vec![bone("root", None), renamed],
        absent: vec![absent],
        sockets: vec![socket],
        masks: vec![BoneMask {
            id: Id(13),
            name: "upper".into(),
            weights: [("root".into(), 0.1), ("arm".into(), 1.0)].into(),
        }],
        blend_profiles: vec![BlendProfile {
            id: Id(14),
            name: "fast arms".into(),
            mode: ProfileMode::WeightFactor,
            factors: [("arm".into(), 2.5)].into(),
        }],
        retarget_sources: vec![RetargetSource {
            id: Id(15),
            name: "stout".into(),
            translations: [("arm".into(), [0.1, 0.2, 1e-30])].into(),
        }],
        mirror: Mirror {
            axis: anim::mirror::Axis::Z,
            rules: vec![MirrorRule {
                left: "West".into(),
                right: "East".into(),
            }],
        },
        virtual_bones: vec![VirtualBone::new(
            Id(12),
            "hand from root",
            "root".into(),
            "arm".into(),
        )],
    };
    let texture = Texture {
        name: "Skin".into(),
        origin: origin(),
        width: 2,
        height: 1,
        rgba: vec![1, 2, 3, 4, 5, 6, 7, 0].into(),
    };
    let mut project = Project {
        name: "Demo".into(),
        ..Project::default()
    };
    project.skeletons.insert(Id(1), Arc::new(skeleton));
    project.clips.insert(Id(2), Arc::new(clip()));
    project.meshes.insert(Id(3), Arc::new(mesh()));
    project.textures.insert(Id(4), Arc::new(texture));
    project.slot_groups.push(SlotGroup {
        id: Id(9),
        name: "Upper".into(),
        slots: vec!["Arms".into(), "Kopf".into()],
    });
    project.preview = preview();
    project.quick_slots.push(quick_slot());
    project
        .montages
        .insert(Id(5), Arc::new(Montage::new("Attack", Id(1), &mut 7)));
    project
        .blend_spaces
        .insert(Id(6), Arc::new(graphs::blend_space()));
    project.graphs.insert(Id(7), Arc::new(graphs::graph()));
    project.pose_assets.insert(Id(8), Arc::new(graphs::poses()));
    project
        .notify_classes
        .insert(Id(10), Arc::new(notify_class()));
    let sound = SoundFile {
        name: "Step".into(),
        ending: "ogg".into(),
        seconds: 0.25,
        bytes: Arc::from(&b"OggS\0\x01\xff and what follows"[..]),
    };
    project.sounds.insert(Id(11), Arc::new(sound));
    project
}

fn path_in(files: &ProjectFiles, start: &str) -> String {
    files
        .files
        .keys()
        .find(|path| path.starts_with(start))
        .unwrap()
        .clone()
}

fn problems(files: &ProjectFiles) -> Vec<FileProblem> {
    read(files).unwrap_err().problems
}

#[test]
fn a_project_comes_back_as_it_was_and_writes_the_same_bytes() {
    let project = project();
    let files = write(&project);
    let (back, report) = read(&files).unwrap();
    assert_eq!(back, project);
    assert_eq!(write(&back), files);
    assert!(report.entries.is_empty());
}

#[test]
fn a_virtual_bone_keeps_its_key_under_another_name() {
    let mut project = project();
    let rig = project
        .skeletons
        .values_mut()
        .find(|rig| !rig.virtual_bones.is_empty())
        .unwrap();
    Arc::make_mut(rig).virtual_bones[0].key = "hand".into();
    let (back, _) = read(&write(&project)).unwrap();
    assert_eq!(back, project);
}

#[test]
fn an_additive_keeps_its_mask_and_its_branches() {
    let mut project = project();
    let graph = Arc::make_mut(project.graphs.get_mut(&Id(7)).unwrap());
    let mut masked = 0;
    for node in &mut Arc::make_mut(&mut graph.wiring).nodes {
        if let asset::graph::NodeKind::ApplyAdditive(ApplyAdditiveNode { mask, branches, .. }) =
            &mut node.kind
        {
            *mask = Some(Id(50));
            branches.push(asset::graph::Branch {
                bone: "chest".into(),
                depth: -2,
            });
            masked += 1;
        }
    }
    let files = write(&project);
    let (back, _) = read(&files).unwrap();
    assert_eq!((back, masked), (project, 1));
}

#[test]
fn an_inertialization_keeps_what_its_history_is() {
    let mut project = project();
    let graph = Arc::make_mut(project.graphs.get_mut(&Id(7)).unwrap());
    let mut changed = 0;
    for node in &mut Arc::make_mut(&mut graph.wiring).nodes {
        if let asset::graph::NodeKind::Inertialization(InertializationNode { history, .. }) =
            &mut node.kind
        {
            *history = asset::graph::History {
                teleport_distance: Some(2.5),
                world_space: true,
                lod_threshold: 1,
            };
            changed += 1;
        }
    }
    let files = write(&project);
    let (back, _) = read(&files).unwrap();
    assert_eq!((back, changed), (project, 1));
}

/// Written, once for each [`VERSION`], with `UPDATE_PROJECT=1 cargo test -p formats
/// the_committed_project`.
#[test]
fn the_committed_project_is_what_it_was_made_of() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("../../tests/fixtures/project_v{VERSION}"));
    if std::env::var_os("UPDATE_PROJECT").is_some() {
        for (path, bytes) in &write(&project()).files {
            std::fs::create_dir_all(folder.join(path).parent().unwrap()).unwrap();
            std::fs::write(folder.join(path), bytes).unwrap();
        }
    }
    for (path, bytes) in &write(&project()).files {
        assert!(
            std::fs::read(folder.join(path)).unwrap() == *bytes,
            "{path}"
        );
    }
}

#[test]
fn files_lie_where_people_look_for_them() {
    let files = write(&project());
    let expected = [
        "blend_spaces/BS.0000000000000006.json",
        "clips/Walk__fwd___.0000000000000002.json",
        "graphs/PG.0000000000000007.json",
        "meshes/Body.0000000000000003.json",
        "montages/Attack.0000000000000005.json",
        "notify_classes/Blow.000000000000000a.json",
        "pose_assets/PA.0000000000000008.json",
        "project.json",
        "skeletons/Rig.0000000000000001.json",
        "sounds/Step.000000000000000b.json",
        "textures/Skin.0000000000000004.json",
    ];
    assert_eq!(
        files
            .files
            .keys()
            .filter(|path| !path.starts_with("blobs/"))
            .collect::<Vec<_>>(),
        expected
    );
    for (path, bytes) in files
        .files
        .iter()
        .filter(|(path, _)| path.ends_with(".json"))
    {
        let text = std::str::from_utf8(bytes).unwrap();
        assert!(
            text.ends_with("}\n") && text.contains("\"version\": 3"),
            "{path}"
        );
    }
}

#[test]
fn a_sound_lies_in_the_project_as_its_file() {
    let files = write(&project());
    let blobs = files
        .files
        .iter()
        .filter(|(path, _)| path.ends_with(".ogg"));
    let blobs: Vec<&Vec<u8>> = blobs.map(|(_, bytes)| bytes).collect();
    assert_eq!(blobs, [&project().sounds[&Id(11)].bytes.to_vec()]);
    let path = path_in(&files, "sounds/");
    let text = std::str::from_utf8(&files.files[&path]).unwrap();
    let with = |from: &str, to: &str| {
        let mut edited = files.clone();
        let text = text.replace(from, to);
        edited.files.insert(path.clone(), text.into_bytes());
        problems(&edited)[0].text.clone()
    };
    assert!(with(".ogg", ".exe").contains("it must end in .wav, .ogg, .flac"));
    assert!(with("0.25", "-0.25").contains("0 or more"));
}

#[test]
fn pictures_that_no_png_can_be_survive() {
    for (width, height, bytes) in [(0, 0, 0), (2, 2, 3), (3, 0, 0)] {
        let mut project = Project::default();
        let texture = Texture {
            name: "odd".into(),
            origin: None,
            width,
            height,
            rgba: vec![7; bytes].into(),
        };
        project.textures.insert(Id(1), Arc::new(texture));
        assert_eq!(read(&write(&project)).unwrap().0, project);
    }
}

#[test]
fn a_picture_is_refused_by_its_size_before_it_is_decoded() {
    let mut project = Project::default();
    let texture = Texture {
        name: "small".into(),
        origin: None,
        width: 2,
        height: 3,
        rgba: vec![7; 24].into(),
    };
    project.textures.insert(Id(1), Arc::new(texture));
    let whole = write(&project);
    let path = path_in(&whole, "textures/");
    let text = std::str::from_utf8(&whole.files[&path]).unwrap();
    for (width, height, why) in [
        // Two gibibytes are the most: 4 bytes a texel.
        (23_171, 23_171, "23171 by 23171 texels are too many"),
        (23_170, 23_170, "its size differs from"),
        (32_768, 16_384, "its size differs from"),
        (32_769, 16_384, "32769 by 16384 texels are too many"),
        (3, 2, "its size differs from"),
    ] {
        let mut edited = whole.clone();
        let sized = text
            .replace("\"width\": 2", &format!("\"width\": {width}"))
            .replace("\"height\": 3", &format!("\"height\": {height}"));
        assert_ne!(sized, text);
        edited.files.insert(path.clone(), sized.into_bytes());
        let told = problems(&edited);
        assert!(told[0].text.contains(why), "{}", told[0].text);
    }
}

#[test]
fn every_broken_file_is_named_at_once() {
    let mut files = write(&project());
    files.files.get_mut("project.json").unwrap().truncate(10);
    files.files.insert(
        "montages/Attack.0000000000000005.json".into(),
        b"<<<<<<< ours\n{}\n".to_vec(),
    );
    let mesh = path_in(&files, "meshes/");
    files.files.insert(
        mesh.clone(),
        b"{\"format\":\"mutoscope.mesh\",\"version\":9}".to_vec(),
    );
    let problems = problems(&files);
    let named: Vec<&str> = problems
        .iter()
        .map(|problem| problem.file.as_str())
        .collect();
    assert_eq!(
        named,
        [
            "project.json",
            &mesh,
            "montages/Attack.0000000000000005.json"
        ]
    );
    assert!(problems[0].place.starts_with("line "));
    assert!(problems[1].text.contains("newer Mutoscope"));
    assert!(problems[2].text.contains("conflict"));
}

#[test]
fn a_changed_missing_or_cut_blob_is_found() {
    let whole = write(&project());
    for blob in whole.files.keys().filter(|path| path.starts_with("blobs/")) {
        let mut changed = whole.clone();
        changed.files.get_mut(blob).unwrap()[9] ^= 1;
        assert!(problems(&changed)[0].text.contains("content"), "{blob}");
        let mut missing = whole.clone();
        missing.files.remove(blob);
        assert!(problems(&missing)[0].text.contains(blob.as_str()));
    }
    let keys = blob::from_keys(&clip().source);
    assert!((0..keys.len()).all(|end| blob::to_keys(&keys[..end]).is_err()));
    let vertices = blob::from_vertices(&mesh().lods[0].parts[0].data);
    assert!((0..vertices.len()).all(|end| blob::to_vertices(&vertices[..end]).is_err()));
}

/// Every list of a part may be there without the others that are written beside it.
#[test]
fn vertices_come_back_whatever_lists_they_have() {
    let whole = MeshPart::clone(&mesh().lods[0].parts[0].data);
    let without = |leaves: [bool; 4]| {
        let mut part = whole.clone();
        let [tangents, delta_tangents, attributes, profiles] = leaves;
        if tangents {
            part.tangents = Default::default();
        }
        if delta_tangents {
            part.delta_tangents = Default::default();
        }
        if attributes {
            (part.attributes, part.attribute_values) = Default::default();
        }
        if profiles {
            part.profiles = Default::default();
            (part.profile_joints, part.profile_weights) = Default::default();
        }
        MeshPart {
            method: SkinMethod::Linear,
            ..part
        }
    };
    for at in 0..16 {
        let leaves = [1, 2, 4, 8].map(|bit| at & bit != 0);
        let part = without(leaves);
        let back = blob::to_vertices(&blob::from_vertices(&part));
        assert_eq!(back.unwrap(), part, "{leaves:?}");
    }
}

#[test]
fn a_list_that_claims_more_than_is_left_is_refused_for_that() {
    let part = MeshPart {
        tangents: Default::default(),
        delta_tangents: Default::default(),
        attributes: Default::default(),
        attribute_values: Default::default(),
        profiles: Default::default(),
        profile_joints: Default::default(),
        profile_weights: Default::default(),
        ..MeshPart::clone(&mesh().lods[0].parts[0].data)
    };
    let sound = blob::from_vertices(&part);
    // The last list is that of three indices.
    let count = sound.len() - 4 * 3 - 4;
    assert_eq!(sound[count..count + 4], [3, 0, 0, 0]);
    for (more, why) in [
        (4u8, "it is truncated"),
        (12, "it is truncated"),
        (13, "a list is longer than the file"),
    ] {
        let mut bytes = sound.clone();
        bytes[count] = more;
        let broken = blob::to_vertices(&bytes).unwrap_err();
        let byte = if more > 12 { count + 4 } else { sound.len() };
        assert_eq!((broken.what.as_str(), broken.byte), (why, byte));
    }
}

#[test]
fn keys_that_are_not_sound_are_refused() {
    let mut whole = ClipSource::clone(&clip().source);
    whole.tracks.iter_mut().for_each(|track| {
        (track.translation, track.rotation, track.scale) = (None, None, None);
    });
    whole.curves.clear();
    let back = |source: &ClipSource| blob::to_keys(&blob::from_keys(source));
    assert!(back(&whole).is_ok(), "tracks without keys at the end");
    let changes: [fn(&mut Channel); 5] = [
        |it| *it = Channel::default(),
        |it| it.times.swap(0, 1),
        |it| it.times[1] = f32::NAN,
        |it| it.values.push(0.0),
        |it| it.times.push(9.0),
    ];
    let sound = Channel {
        times: vec![0.0, 0.5],
        values: vec![0.0; 6],
        ..Channel::default()
    };
    for (nth, change) in std::iter::once(None).chain(changes.map(Some)).enumerate() {
        let mut source = whole.clone();
        let mut channel = sound.clone();
        if let Some(change) = change {
            change(&mut channel);
        }
        source.tracks[0].translation = Some(channel);
        assert_eq!(back(&source).is_ok(), change.is_none(), "{nth}");
    }
}

#[test]
fn wrong_values_are_refused_with_their_place() {
    let check = |start: &str, from: &str, to: &str, place: &str| {
        let mut files = write(&project());
        let path = path_in(&files, start);
        let text = String::from_utf8(files.files[&path].clone()).unwrap();
        assert!(text.contains(from), "{from} is not in {text}");
        files
            .files
            .insert(path.clone(), text.replacen(from, to, 1).into_bytes());
        let problem = problems(&files).remove(0);
        assert!(
            problem.file == path && problem.place.contains(place),
            "{problem}"
        );
    };
    check(
        "clips/",
        "\"frame_rate\": 29.97",
        "\"frame_rate\": 0",
        "/asset/frame_rate",
    );
    check(
        "skeletons/",
        "\"parent\": 0",
        "\"parent\": 1",
        "/asset/bones/1/parent",
    );
    check(
        "skeletons/",
        "\"key\": \"arm\"",
        "\"key\": \"root\"",
        "/asset/bones/1",
    );
    check(
        "skeletons/",
        "\"arm\": 1.0",
        "\"arm\": 1.5",
        "/asset/masks/0/weights",
    );
    check(
        "skeletons/",
        "\"arm\": 2.5",
        "\"arm\": -1",
        "/asset/blend_profiles/0/factors",
    );
    check(
        "clips/",
        "      \"arm\"",
        "      \"root\"",
        "/asset/bones/1",
    );
    check(
        "meshes/",
        "      \"tail\"",
        "      \"root\"",
        "/asset/bones/1",
    );
    check("skeletons/", "\"relative\"", "\"related\"", "line");
    check(
        "meshes/",
        "\"material\": 0",
        "\"material\": 1",
        "/asset/parts/0/material",
    );
    check(
        "meshes/",
        "\"post_process_lod\": 1",
        "\"post_process_lod\": 8",
        "/asset/post_process_lod",
    );
    check(
        "meshes/",
        "\"screen_size\": 0.3",
        "\"screen_size\": 1.0",
        "/asset/lods/0/screen_size",
    );
    check(
        "meshes/",
        "\"smile\"",
        "\"smile\", \"frown\"",
        "/asset/parts/0/morphs",
    );
    check("textures/", "\"width\": 2", "\"wide\": 2", "line");
    check(
        "textures/",
        "mutoscope.texture",
        "mutoscope.mesh",
        "/format",
    );
    check("project", "\"run\": 0.3", "\"run\": 0", "/preview/ground");
    check(
        "clips/",
        "\"keys\": \"",
        "\"keys\": \"../../",
        "/asset/keys",
    );
}

#[test]
fn what_a_notify_does_not_say_is_as_in_one_that_was_just_made() {
    let mut files = write(&project());
    let path = path_in(&files, "clips/");
    let mut json: serde_json::Value = serde_json::from_slice(&files.files[&path]).unwrap();
    let notify = json["asset"]["notifies"][0].as_object_mut().unwrap();
    for unsaid in ["weight_threshold", "chance", "on_dedicated_server"] {
        assert!(notify.remove(unsaid).is_some(), "{unsaid}");
    }
    files.files.insert(path, json.to_string().into_bytes());
    let (back, _) = read(&files).unwrap();
    let notify = &back.clips[&Id(2)].notifies[0];
    assert_eq!(*notify, clip().notifies[0]);
    assert_eq!(
        (
            notify.weight_threshold,
            notify.chance,
            notify.on_dedicated_server
        ),
        (1e-5, 1.0, true)
    );
}

#[test]
fn two_files_with_one_id_are_both_named() {
    let mut files = write(&project());
    let copy = files.files[&path_in(&files, "montages/")].clone();
    files.files.insert("montages/Copy.json".into(), copy);
    let problem = problems(&files).remove(0);
    assert!(problem.file == "montages/Copy.json" && problem.text.contains("montages/Attack"));
}

#[test]
fn what_is_no_asset_is_left_alone() {
    let mut files = write(&project());
    for path in [
        "README.md",
        ".git/config",
        "clips/.DS_Store",
        "clips/notes.txt",
        "blobs/old.bin",
        "meshes/deep/x.json",
    ] {
        files.files.insert(path.into(), b"anything".to_vec());
    }
    let (back, report) = read(&files).unwrap();
    assert_eq!(back, project());
    assert_eq!(report.entries.len(), 3);
}

fn any_float() -> impl Strategy<Value = f32> {
    prop_oneof![
        proptest::num::f32::NORMAL,
        proptest::num::f32::SUBNORMAL,
        proptest::num::f32::ZERO,
        0.0f32..10.0
    ]
}

fn any_id() -> impl Strategy<Value = Id> {
    any::<u64>().prop_map(Id)
}

fn any_easing() -> impl Strategy<Value = Easing> {
    let custom = any::<u16>().prop_map(|at| {
        Easing::Custom(BlendCurve {
            points: [at; BlendCurve::POINTS],
        })
    });
    prop_oneof![proptest::sample::select(Easing::ALL.as_slice()), custom]
}

prop_compose! {
    fn any_section()(id in any_id(), name in ".*", start in any_float(), next in proptest::option::of(any_id()), color: u8) -> Section {
        Section { id, name, start, next, color }
    }
}

prop_compose! {
    fn any_segment()(id in any_id(), clip in any_id(), n in proptest::array::uniform4(any_float()), loops: u32) -> Segment {
        Segment { id, clip, start: n[0], clip_begin: n[1], clip_end: n[2], rate: n[3], loops }
    }
}

prop_compose! {
    fn any_slot()(
        id in any_id(),
        name in ".*",
        segments in prop::collection::vec(any_segment(), 0..3),
        locked: bool,
    ) -> Slot {
        Slot { id, name, segments, locked }
    }
}

fn any_action() -> impl Strategy<Value = Action> {
    prop_oneof![
        Just(Action::None),
        any_id().prop_map(Action::JumpToSection),
        any_id().prop_map(Action::SetNextSection),
        proptest::option::of(any_float()).prop_map(Action::StopMontage),
        any_id().prop_map(Action::PlayMontage),
        any_float().prop_map(Action::SetPlayRate),
        Just(Action::DisableRootMotion),
    ]
}

fn any_field_value() -> impl Strategy<Value = FieldValue> {
    prop_oneof![
        any_float().prop_map(FieldValue::Number),
        any::<i32>().prop_map(FieldValue::Integer),
        any::<bool>().prop_map(FieldValue::Boolean),
        ".*".prop_map(FieldValue::Text),
        ".*".prop_map(FieldValue::Choice),
        proptest::array::uniform3(any_float()).prop_map(FieldValue::Vector),
        proptest::array::uniform4(any_float()).prop_map(FieldValue::Color),
        ".*".prop_map(|key| FieldValue::Bone(key.as_str().into())),
        any_id().prop_map(FieldValue::Socket),
        ".*".prop_map(FieldValue::Asset),
        any_id().prop_map(FieldValue::Section),
    ]
}

fn any_link() -> impl Strategy<Value = Link> {
    prop_oneof![
        Just(Link::Absolute),
        any_id().prop_map(Link::Relative),
        any_id().prop_map(Link::Proportional),
    ]
}

fn any_warp_point() -> impl Strategy<Value = WarpPoint> {
    prop_oneof![
        ".*".prop_map(|bone| WarpPoint::Bone(bone.as_str().into())),
        any_id().prop_map(WarpPoint::Socket),
        proptest::array::uniform3(any_float()).prop_map(WarpPoint::Offset),
    ]
}

prop_compose! {
    fn any_warp()(
        target in ".*",
        flags: [bool; 5],
        kinds in [0usize..5, 0usize..4, 0usize..4],
        easing in any_easing(),
        point in proptest::option::of(any_warp_point()),
        n in prop::collection::vec(any_float(), 9),
    ) -> Warp {
        let [modifier, rotation_method, rotation_type] = kinds;
        let methods = [Method::Skew, Method::Scale, Method::Simple, Method::Adjust, Method::Precomputed];
        let turns = [
            RotationMethod::Slerp, RotationMethod::SlerpClamped, RotationMethod::ConstantRate, RotationMethod::Scale,
        ];
        let looks = [
            RotationType::Default, RotationType::Facing, RotationType::OppositeDefault, RotationType::OppositeFacing,
        ];
        let n: Vec<f64> = n.into_iter().map(f64::from).collect();
        Warp {
            target,
            modifier: methods[modifier],
            translation: flags[0],
            rotation: flags[1],
            ignore_up: flags[2],
            speed_clamp: n[0],
            easing,
            without_root_motion: flags[3],
            point,
            subtract_remaining: flags[4],
            scale: [n[1], n[2], n[3]],
            rotation_method: turns[rotation_method],
            rotation_type: looks[rotation_type],
            multiplier: n[4],
            rate: n[5],
            rotation_offset: [n[6], n[7], n[8]],
        }
    }
}

prop_compose! {
    fn any_notify()(
        ids in (any_id(), any_id(), proptest::option::of(any_id()), proptest::option::of(any_id())),
        action in any_action(),
        fields in prop::collection::btree_map(any_id(), any_field_value(), 0..3),
        name in ".*",
        n in proptest::array::uniform3(any_float()),
        duration in proptest::option::of(any_float()),
        from_lod in proptest::option::of(any::<u32>()),
        flags: [bool; 4],
        link in any_link(),
        warp in proptest::option::of(any_warp().boxed()),
    ) -> Notify {
        Notify {
            duration,
            branching: flags[0],
            action,
            socket: ids.3,
            class: ids.2,
            fields,
            weight_threshold: n[1],
            chance: n[2],
            from_lod,
            on_dedicated_server: flags[1],
            on_follower: flags[2],
            filterable: flags[3],
            link,
            warp: warp.map(Box::new),
            ..Notify::instant(ids.0, ids.1, name, n[0])
        }
    }
}

/// A time stretch, the keys of a blend, and named ones.
fn any_montage_curves() -> impl Strategy<Value = (Option<Curve>, Option<Vec<CurveKey>>, Vec<Curve>)>
{
    let keys = prop::collection::vec(any_key(), 0..3);
    (
        prop::option::of(any_curve()),
        prop::option::of(keys),
        prop::collection::vec(any_curve(), 0..3),
    )
}

prop_compose! {
    fn any_note()(id in any_id(), time in any_float(), text in ".*", color: u8) -> Note {
        Note { id, time, text, color }
    }
}

prop_compose! {
    fn any_lane_sound()(
        (id, sound) in (any_id(), any_id()),
        name in ".*",
        times in (0.0f32..1000.0, 0.0f32..1000.0),
        gain in -80.0f32..=12.0,
    ) -> LaneSound {
        LaneSound { id, name, sound, time: times.0, skip: times.1, gain }
    }
}

prop_compose! {
    fn any_montage()(
        name in ".*",
        skeleton in any_id(),
        n in proptest::array::uniform5(any_float()),
        easings in (any_easing(), any_easing()),
        flags: [bool; 3],
        sections in prop::collection::vec(any_section(), 0..4),
        slots in prop::collection::vec(any_slot(), 0..3),
        tracks in prop::collection::vec((any_id(), ".*", any::<u8>(), any::<bool>()), 0..3),
        notifies in prop::collection::vec(any_notify().boxed(), 0..4),
        (stretch, blend, curves) in any_montage_curves(),
        (sync_group, sync_slot) in (".*", prop::option::of(any_id())),
        notes in prop::collection::vec(any_note(), 0..3),
        sounds in prop::collection::vec(any_lane_sound(), 0..3),
    ) -> Montage {
        Montage {
            name,
            skeleton,
            parent: None,
            overrides: Vec::new(),
            rate_scale: n[0],
            frame_rate: n[1],
            blend_in: Blend { time: n[2], easing: easings.0, curve: blend, inertialize: n[2] > 0.5, profile: (n[2] > 0.2).then_some(Id(14)) },
            blend_out: Blend::standard(n[3], easings.1),
            blend_out_trigger: n[4],
            auto_blend_out: flags[0],
            root_translation: flags[1],
            root_rotation: flags[2],
            sections,
            slots,
            tracks: tracks.into_iter().map(|(id, name, color, locked)| NotifyTrack { id, name, color, locked }).collect(),
            notifies: notifies.into(),
            stretch,
            sync_group,
            sync_slot,
            curves,
            notes,
            sounds,
        }
    }
}

prop_compose! {
    fn any_key()(id in any_id(), n in proptest::array::uniform4(any_float()), kind in 0usize..3) -> CurveKey {
        let interpolation = [Interpolation::Step, Interpolation::Linear, Interpolation::Cubic][kind];
        CurveKey { in_tangent: n[2], out_tangent: n[3], ..CurveKey::new(id, n[0], n[1], interpolation) }
    }
}

prop_compose! {
    fn any_curve()(
        id in any_id(),
        name in ".*",
        color: u8,
        disabled: bool,
        kind in 0usize..2,
        extrapolation in 0usize..3,
        keys in prop::collection::vec(any_key(), 0..4),
    ) -> Curve {
        Curve {
            kind: [CurveKind::Float, CurveKind::Metadata][kind],
            extrapolation: [Extrapolation::Clamp, Extrapolation::Loop, Extrapolation::None][extrapolation],
            disabled,
            keys,
            ..Curve::new(id, name, color)
        }
    }
}

fn keep_within(montage: &mut asset::Montage) {
    use anim::limits::{FRAME_RATES, LONGEST, LONGEST_BLEND, MOST_LOOPS, MOST_RATE};
    let frames = FRAME_RATES.into_inner();
    montage.frame_rate = montage.frame_rate.clamp(frames.0, frames.1);
    montage.rate_scale = montage.rate_scale.clamp(-MOST_RATE, MOST_RATE);
    for blend in [&mut montage.blend_in, &mut montage.blend_out] {
        blend.time = blend.time.clamp(0.0, LONGEST_BLEND);
    }
    for segment in montage.slots.iter_mut().flat_map(|slot| &mut slot.segments) {
        segment.start = segment.start.clamp(0.0, LONGEST);
        segment.rate = segment.rate.clamp(-MOST_RATE, MOST_RATE);
        segment.loops = segment.loops.clamp(1, MOST_LOOPS);
    }
}

proptest! {
    #[test]
    fn any_curve_and_sync_marker_comes_back_bit_for_bit(
        curves in prop::collection::vec(any_curve(), 0..3),
        markers in prop::collection::vec((any_id(), ".*", any_float()), 0..3),
    ) {
        let sync_markers = markers.into_iter().map(|(id, name, time)| SyncMarker { id, name, time }).collect();
        let mut project = Project::default();
        project.clips.insert(Id(2), Arc::new(Clip { curves, sync_markers, ..clip() }));
        let files = write(&project);
        let (back, _) = read(&files).unwrap();
        let (is, was) = (&back.clips[&Id(2)], &project.clips[&Id(2)]);
        prop_assert_eq!((&is.curves, &is.sync_markers), (&was.curves, &was.sync_markers));
        prop_assert_eq!(write(&back), files);
    }

    #[test]
    fn any_montage_comes_back_bit_for_bit(mut montage in any_montage(), id in any_id()) {
        // What lies outside is refused.
        keep_within(&mut montage);
        let mut project = Project::default();
        project.montages.insert(id, Arc::new(montage));
        let files = write(&project);
        let (back, _) = read(&files).unwrap();
        prop_assert_eq!(&back.montages, &project.montages);
        prop_assert_eq!(write(&back), files);
    }

    #[test]
    fn broken_bytes_never_panic(at in any::<prop::sample::Index>(), byte: u8, cut in any::<prop::sample::Index>()) {
        let keys = blob::from_keys(&clip().source);
        let vertices = blob::from_vertices(&mesh().lods[0].parts[0].data);
        for whole in [keys, vertices] {
            let mut bytes = whole[..cut.index(whole.len())].to_vec();
            if let Some(len) = std::num::NonZero::new(bytes.len()) {
                bytes[at.index(len.get())] = byte;
            }
            let _ = (blob::to_keys(&bytes), blob::to_vertices(&bytes));
        }
    }

    /// Edited by hand or by a merge: refused with a place, or read, written and read again as the
    /// same.
    #[test]
    fn edited_files_are_refused_or_read(
        edits in prop::collection::vec(
            (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0usize..6, "[0-9\"{}:,eE.\\-+a-z]{0,6}"),
            1..4,
        ),
    ) {
        let mut files = write(&project());
        for (file, from, length, with) in edits {
            let paths: Vec<String> = files.files.keys().filter(|path| path.ends_with(".json")).cloned().collect();
            let bytes = files.files.get_mut(file.get(&paths)).unwrap();
            let from = from.index(bytes.len().max(1)).min(bytes.len());
            let to = (from + length).min(bytes.len());
            bytes.splice(from..to, with.bytes());
        }
        if let Ok((read_once, _)) = read(&files) {
            let written = write(&read_once);
            prop_assert_eq!(write(&read(&written).unwrap().0), written);
        }
    }
}

#[test]
fn parts_with_the_same_vertices_have_one_blob_of_them() {
    let mut project = mannequin::excerpt();
    let id = *project.meshes.keys().next().unwrap();
    let mesh = Arc::make_mut(project.meshes.get_mut(&id).unwrap());
    let first = mesh.lods[0].parts[0].clone();
    let copies = (0..5).map(|at| {
        let palette = first
            .data
            .palette
            .iter()
            .rev()
            .cycle()
            .skip(at)
            .take(first.data.palette.len())
            .copied()
            .collect();
        let data = Arc::new(anim::MeshPart {
            name: anim::Name(at as u64),
            palette,
            ..(*first.data).clone()
        });
        asset::mesh::Part {
            name: format!("copy {at}"),
            data,
            ..first.clone()
        }
    });
    mesh.lods = vec![asset::mesh::Lod::finest(copies.collect())];
    let files = write(&project);
    let size = |bytes: &Vec<u8>| bytes.len() > first.data.vertex_count() * 24;
    let of_mesh = files.files.iter().filter(|(path, bytes)| {
        path.starts_with("blobs/")
            && (bytes.starts_with(b"mtmesh") || bytes.starts_with(b"mtpart"))
            && size(bytes)
    });
    let others: usize = project
        .meshes
        .values()
        .skip(1)
        .flat_map(|mesh| mesh.parts())
        .filter(|part| part.data.vertex_count() >= first.data.vertex_count())
        .count();
    assert_eq!(of_mesh.count(), 1 + others);
    let (back, _) = read(&files).unwrap();
    let parts: Vec<_> = back.meshes[&id].parts().collect();
    assert!(
        parts
            .iter()
            .all(|part| part.data.positions.as_ptr() == parts[0].data.positions.as_ptr()),
        "shared again"
    );
    for (a, b) in project.meshes[&id].parts().zip(parts) {
        assert_eq!((&a.name, &*a.data), (&b.name, &*b.data));
    }
    assert!(write(&back) == files);
}

#[test]
fn the_file_of_a_child_montage_says_what_is_its_own_and_it_comes_back_whole() {
    let mut project = project();
    let mut parent = Montage::new("Parent", Id(1), &mut 7);
    let segment = Segment {
        id: Id(70),
        clip: Id(2),
        start: 0.0,
        clip_begin: 0.0,
        clip_end: 0.1,
        rate: 1.0,
        loops: 1,
    };
    parent.slots[0].segments.push(segment);
    project.montages.insert(Id(60), Arc::new(parent));
    let child = Montage {
        overrides: vec![Override {
            segment: Id(70),
            clip: Id(2),
        }],
        ..Montage::child("Kid", Id(60), Id(1))
    };
    project.montages.insert(Id(61), Arc::new(child));
    project.derive_children();
    assert_eq!(project.montages[&Id(61)].slots.len(), 1);
    let files = write(&project);
    let (path, bytes) = files
        .files
        .iter()
        .find(|(path, _)| path.starts_with("montages/Kid"))
        .unwrap();
    let text = String::from_utf8_lossy(bytes);
    assert!(
        !text.contains("DefaultSlot") && text.contains("overrides"),
        "{path}: {text}"
    );
    let (back, _) = read(&files).unwrap();
    assert_eq!(
        (&back.montages, write(&back) == files),
        (&project.montages, true)
    );
}
