//! What a project compiles to in which every kind of asset, of node, of control and of notify is:
//! the committed text says what projects that exist play, so that a change of it is seen and meant.

use crate::graph::form::NodeFormField;
use crate::graph::nodes::ControlNode;
use crate::{
    BlendSpace, Cache, Clip, Id, Mesh, Montage, NamedPose, NotifyClass, PoseAsset, PoseGraph,
    Project, Skeleton, SyncMarker,
    clip::{Additive, AdditiveBase, LoopPolicy},
    compile,
    defaults::{compare, from_text},
    describe,
    diagnostic::{Diagnostic, Kind, Severity, Subject},
    graph::{NodeKind, Wiring, mirror_leg, mirrored, same_bones},
    mesh::{Lod, Part},
    notify_class::Template,
    skeleton::{BlendProfile, Bone, BoneMask, Socket, VirtualBone},
    skin::{Pruning, Skin},
    slot_group::SlotGroup,
    source::{Channel, ClipSource, Interpolation, SourceCurve, Track},
};
use anim::{
    MeshPart, Transform, additive::AdditiveKind, clip::RootMotion, mask::ProfileMode,
    mesh::PaletteJoint, retarget::Retarget,
};
use glam::{Quat, Vec3};
use std::sync::Arc;

const RIG: Id = Id(1);
const WALK: Id = Id(2);
const AIM: Id = Id(3);

fn rig() -> Skeleton {
    let bones = [
        ("root", None, Vec3::ZERO),
        ("spine", Some(0), Vec3::Y),
        ("arm_l", Some(1), Vec3::new(0.25, 0.5, 0.0)),
        ("fore_l", Some(2), Vec3::new(0.25, 0.0, 0.0625)),
        ("hand_l", Some(3), Vec3::new(0.25, 0.0, 0.0)),
        ("arm_r", Some(1), Vec3::new(-0.25, 0.5, 0.0)),
        ("fore_r", Some(5), Vec3::new(-0.25, 0.0, 0.0625)),
        ("hand_r", Some(6), Vec3::new(-0.25, 0.0, 0.0)),
    ];
    let bone = |(name, parent, at): (&str, Option<u32>, Vec3)| {
        Bone::new(name, parent, Transform::from_translation(at))
    };
    let mut bones: Vec<Bone> = bones.map(bone).into();
    bones[1].retarget = Retarget::Scaled;
    bones[4].retarget = Retarget::Skeleton;
    let grip = Transform {
        rotation: Quat::from_rotation_x(0.5),
        ..Transform::from_translation(Vec3::Y * 0.125)
    };
    Skeleton {
        name: "rig".into(),
        bones,
        sockets: vec![Socket::new(Id(12), "grip", "hand_l".into(), grip)],
        virtual_bones: vec![VirtualBone::new(
            Id(20),
            "VB hand",
            "hand_l".into(),
            "hand_r".into(),
        )],
        masks: vec![BoneMask {
            id: Id(10),
            name: "upper".into(),
            weights: [("spine".into(), 0.5), ("arm_l".into(), 1.0)].into(),
        }],
        blend_profiles: vec![BlendProfile {
            id: Id(11),
            name: "arms first".into(),
            mode: ProfileMode::WeightFactor,
            factors: [("arm_l".into(), 2.0), ("arm_r".into(), 3.0)].into(),
        }],
        ..Skeleton::default()
    }
}

/// One second: the root goes 2 m and the hand turns.
fn source() -> ClipSource {
    let channel = |interpolation, times: &[f32], values: &[f32]| {
        Some(Channel {
            interpolation,
            times: times.into(),
            values: values.into(),
        })
    };
    let turn = |angle: f32| Quat::from_rotation_z(angle).to_array();
    let way = channel(
        Interpolation::Linear,
        &[0.0, 1.0],
        &[0.0, 0.0, 0.0, 0.0, 0.0, 2.0],
    );
    let turns = channel(
        Interpolation::Linear,
        &[0.0, 0.5, 1.0],
        &[turn(0.0), turn(0.5), turn(0.25)].concat(),
    );
    let grows = channel(
        Interpolation::Step,
        &[0.0, 0.5],
        &[1.0, 1.0, 1.0, 1.5, 1.0, 1.0],
    );
    let track = |bone: &str| Track {
        bone: bone.into(),
        ..Track::default()
    };
    let imported = Channel {
        times: vec![0.0, 0.5, 1.0],
        values: vec![0.0, 1.0, 0.5],
        ..Channel::default()
    };
    ClipSource {
        duration: 1.0,
        tracks: vec![
            Track {
                translation: way,
                ..track("root")
            },
            Track {
                translation: channel(Interpolation::Linear, &[0.0], &[0.0, 3.0, 0.0]),
                reference: Some([0.0, 2.0, 0.0]),
                ..track("spine")
            },
            Track {
                rotation: turns,
                scale: grows,
                ..track("hand_l")
            },
        ],
        curves: vec![SourceCurve {
            name: "imported".into(),
            channel: imported,
        }],
    }
}

fn clips() -> [(Id, Clip); 5] {
    let plain = || Clip {
        compression: None,
        ..Clip::new("walk", RIG, Arc::new(source()), 4.0)
    };
    let marker = |id, name: &str, time| SyncMarker {
        id: Id(id),
        name: name.into(),
        time,
    };
    let montage: Montage = from_text(include_str!("montage.json"));
    let own = |name: &str| {
        montage
            .notifies
            .iter()
            .find(|notify| notify.name == name)
            .cloned()
    };
    let walk = Clip {
        looping: true,
        rate_scale: 1.25,
        root_motion: RootMotion {
            enabled: true,
            ..RootMotion::default()
        },
        sync_markers: vec![marker(30, "L", 0.25), marker(31, "R", 0.75)],
        tracks: montage.tracks.clone(),
        notifies: [own("Hit"), own("Root")].into_iter().flatten().collect(),
        curves: montage.curves.clone(),
        ..plain()
    };
    let additive = |kind, base| Clip {
        additive: Some(Additive { kind, base }),
        ..plain()
    };
    let named = |name: &str, clip: Clip| Clip {
        name: name.into(),
        ..clip
    };
    [
        (WALK, walk),
        (
            AIM,
            named(
                "aim",
                additive(AdditiveKind::Mesh, AdditiveBase::ReferencePose),
            ),
        ),
        (
            Id(40),
            named(
                "lean",
                additive(
                    AdditiveKind::Local,
                    AdditiveBase::ClipFrame {
                        clip: WALK,
                        frame: 2,
                    },
                ),
            ),
        ),
        (
            Id(45),
            Clip {
                root_motion: RootMotion {
                    enabled: true,
                    ..RootMotion::default()
                },
                ..named(
                    "going",
                    additive(AdditiveKind::Local, AdditiveBase::ClipScaled { clip: WALK }),
                )
            },
        ),
        (
            Id(41),
            named(
                "wrapped",
                Clip {
                    loop_policy: LoopPolicy::Wrap,
                    looping: true,
                    ..plain()
                },
            ),
        ),
    ]
}

fn mesh() -> Mesh {
    let joint = |bone| PaletteJoint {
        bone,
        inverse_bind: [
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0],
        ],
    };
    let data = MeshPart {
        influences: 1,
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].into(),
        normals: vec![[0.0, 0.0, 1.0]; 3].into(),
        joints: vec![0, 1, 1].into(),
        weights: vec![1.0; 3].into(),
        indices: vec![0, 1, 2].into(),
        palette: vec![joint(0), joint(1)].into(),
        ..MeshPart::default()
    };
    let part = Part {
        name: "body".into(),
        data: Arc::new(data),
        ..Part::default()
    };
    let bones: Arc<[crate::BoneKey]> = Arc::new(["spine".into(), "hand_l".into()]);
    let mut mesh = Mesh::new(
        "body",
        (RIG, bones),
        vec![part.clone()],
        vec![crate::Material::default()],
    );
    mesh.lods.push(Lod {
        screen_size: 0.25,
        removed_bones: vec!["hand_r".into()],
        parts: vec![part],
    });
    mesh.post_process = Some(Id(8));
    mesh
}

pub(crate) fn project() -> Project {
    let mut project = Project {
        name: "whole".into(),
        ..Project::default()
    };
    project.slot_groups = vec![SlotGroup {
        id: Id(50),
        name: "Arms".into(),
        slots: vec!["UpperBody".into(), "DefaultSlot".into()],
    }];
    project.skeletons.insert(RIG, Arc::new(rig()));
    project
        .clips
        .extend(clips().map(|(id, clip)| (id, Arc::new(clip))));
    let pose = |id, name: &str, time| NamedPose {
        id: Id(id),
        name: name.into(),
        clip: WALK,
        time,
    };
    let poses = vec![pose(66, "fist", 0.25), pose(67, "flat", 0.75)];
    project.pose_assets.insert(
        Id(4),
        Arc::new(PoseAsset {
            poses,
            ..PoseAsset::new("poses", RIG)
        }),
    );
    let space: BlendSpace = from_text(
        r#"{"name":"pace","skeleton":#1,"axes":[{"name":"Speed","min":0,"max":4,"smoothing":{"time":0.25,"kind":"averaged"}}],
        "samples":[{"id":#61,"clip":#2,"at":[0,0],"rate":0.5},{"id":#62,"clip":#2,"at":[4,0]}],"weight_speed":2,
        "bone_speeds":[{"bone":"spine","speed":3},{"bone":"hand_l","speed":5}]}"#,
    );
    let aim: BlendSpace = from_text(
        r#"{"name":"aim","skeleton":#1,"division":"grid","axes":[{"name":"Yaw","min":-90,"max":90,"grid":2,"wrap":true},
        {"name":"Pitch","min":-45,"max":45,"grid":3,"snap":true}],"samples":[{"id":#63,"clip":#3,"at":[-90,-45]},
        {"id":#64,"clip":#3,"at":[90,-45]},{"id":#65,"clip":#3,"at":[0,45]}]}"#,
    );
    project
        .blend_spaces
        .extend([(Id(5), Arc::new(space)), (Id(6), Arc::new(aim))]);
    for (id, name, text) in [
        (7, "PG", include_str!("graph.json")),
        (8, "Layer", include_str!("linked.json")),
        (9, "Other", include_str!("other.json")),
    ] {
        let wiring: Arc<Wiring> = Arc::new(from_text(text));
        project.graphs.insert(
            Id(id),
            Arc::new(PoseGraph {
                wiring,
                ..PoseGraph::new(name, RIG)
            }),
        );
    }
    let mut ids = 5;
    let classes = [Template::HitWindow, Template::MotionWarpWindow].map(|it| it.class(&mut ids));
    let named: [NotifyClass; 2] = classes;
    project
        .notify_classes
        .extend([13, 14].map(Id).into_iter().zip(named.map(Arc::new)));
    project
        .montages
        .insert(Id(15), Arc::new(from_text(include_str!("montage.json"))));
    project.meshes.insert(Id(16), Arc::new(mesh()));
    project
}

/// Names in the place of their hashes.
fn text_of(project: &Project) -> String {
    let compiled = compile(
        project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    let told: String = compiled
        .diagnostics
        .iter()
        .map(|it| format!("{:?}: {}\n", it.severity, describe(project, it)))
        .collect();
    let library = &compiled.library;
    let mut text = told;
    for skeleton in &library.skeletons {
        text += &format!("{skeleton:#?}\n");
    }
    for clip in &library.clips {
        text += &format!("{clip:#?}\n");
    }
    for mesh in &library.meshes {
        text += &format!("{mesh:#?}\n");
    }
    text + &format!(
        "{:#?}\n{:#?}\n{:#?}\n{:#?}",
        library.montages, library.notify_classes, compiled.sources, compiled.seams
    )
}

#[test]
fn what_it_compiles_to_is_what_it_was() {
    compare("whole.txt", &text_of(&project()));
}

#[test]
fn its_graphs_are_what_they_were() {
    let compiled = compile(
        &project(),
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    let parts: String = compiled
        .library
        .graphs
        .iter()
        .map(|graph| format!("{:#?}\n", graph.parts()))
        .collect();
    compare("whole_graphs.txt", &parts);
}

#[test]
fn nodes_say_what_they_did_of_themselves() {
    let wiring: Wiring = from_text(include_str!("graph.json"));
    let mut text = String::new();
    for mut node in wiring.nodes {
        text += &format!(
            "{} {:?} group “{}” uses {:?} profiles {:?}\n",
            node.id,
            node.kind.word(),
            node.kind.group(),
            node.kind.uses(),
            node.kind.profiles()
        );
        let mut inputs = Vec::new();
        node.kind.for_each_field(&mut |label, field| {
            if let NodeFormField::Input { value, .. } = field {
                inputs.push((label.to_owned(), value.clone()));
            }
        });
        text += &format!("  inputs {inputs:?}\n");
        let pins = node.kind.pins();
        for (at, pin) in pins.iter().enumerate() {
            text += &format!("  {pin:?}\n");
            assert_eq!(
                node.kind.link_mut(at).map(|link| *link),
                Some(pin.source),
                "pin {at} of {}",
                node.id
            );
        }
        assert_eq!(node.kind.link_mut(pins.len()), None, "{}", node.id);
        if let NodeKind::Control(ControlNode { kind, .. }) = &mut node.kind {
            text += &format!("  {} reaches {:?}\n", kind.word(), kind.targets());
            let [own, other] = kind
                .clone()
                .targets_mut()
                .map(|target| target.map(|target| target.clone()));
            assert_eq!([own.as_ref(), other.as_ref()], kind.targets());
        }
    }
    compare("whole_nodes.txt", &text);
}

/// A graph and a montage in which every reference leads nowhere and every number is out of its
/// range.
fn broken() -> Project {
    let mut project = project();
    let graph = include_str!("graph.json");
    let gone = graph
        .replace("hand_l", "gone")
        .replace("\"grip\"", "\"gone\"")
        .replace("#12}", "#99}");
    let gone = gone
        .replace("\"clip\":#2", "\"clip\":#98")
        .replace("\"asset\":#4", "\"asset\":#97");
    let gone = gone.replace("\"space\":#5", "\"space\":#96");
    let gone = gone
        .replace("Speed >", "Sped >")
        .replace("\"profile\":#11", "\"profile\":#95")
        .replace("#10}", "#94}");
    let wiring: Arc<Wiring> = Arc::new(from_text(&gone));
    project.graphs.insert(
        Id(7),
        Arc::new(PoseGraph {
            wiring,
            ..PoseGraph::new("PG", RIG)
        }),
    );
    let montage = include_str!("montage.json");
    let out = montage
        .replace("\"rate\":1,", "\"rate\":500,")
        .replace("\"loops\":2", "\"loops\":0");
    let out = out
        .replace("\"time\":0.125", "\"time\":4000")
        .replace("\"rate_scale\":1.5", "\"rate_scale\":-200");
    let out = out
        .replace("jump_to_section\":#312", "jump_to_section\":#93")
        .replace("play_montage\":#15", "play_montage\":#92");
    let out = out.replace("\"class\":#13", "\"class\":#91").replace(
        "\"track\":#340,\"name\":\"Stop\"",
        "\"track\":#90,\"name\":\"Stop\"",
    );
    let out = out
        .replace(
            "\"point\":{\"bone\":\"hand_l\"}",
            "\"point\":{\"bone\":\"gone\"}",
        )
        .replace("#321,\n\"curves", "#89,\n\"curves");
    let out = out.replace("\"start\":1,\"next\"", "\"start\":0.5,\"next\"");
    project.montages.insert(Id(15), Arc::new(from_text(&out)));
    let clip = |clip: &Clip, frame_rate, rate_scale| {
        Arc::new(Clip {
            frame_rate,
            rate_scale,
            ..clip.clone()
        })
    };
    let walk = project.clips[&WALK].clone();
    project.clips.insert(
        Id(42),
        Arc::new(Clip {
            name: "slow".into(),
            ..(*clip(&walk, 0.5, 101.0)).clone()
        }),
    );
    project.clips.insert(
        Id(43),
        Arc::new(Clip {
            name: "fast".into(),
            ..(*clip(&walk, 1001.0, -100.5)).clone()
        }),
    );
    project.clips.insert(
        Id(44),
        Arc::new(Clip {
            name: "fast".into(),
            skeleton: Id(88),
            ..(*walk).clone()
        }),
    );
    project
}

#[test]
fn what_is_told_of_a_broken_project_is_what_it_was() {
    let project = broken();
    let compiled = compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    let told = compiled
        .diagnostics
        .iter()
        .map(|it| format!("{:?}: {}\n", it.severity, describe(&project, it)));
    compare("broken.txt", &told.collect::<String>());
}

#[test]
fn whatever_is_told_of_an_item_says_which_it_is() {
    let project = project();
    let mut text = String::new();
    for (asset, _) in project.assets() {
        let told = |item| {
            let subject = Subject { asset, item };
            describe(
                &project,
                &Diagnostic {
                    severity: Severity::Error,
                    subject,
                    kind: Kind::NameMissing,
                },
            )
        };
        let whole = told(None);
        text += &format!("{whole}\n");
        for item in (1..400).map(Id).filter(|item| told(Some(*item)) != whole) {
            text += &format!("  {item} {}\n", told(Some(item)));
        }
    }
    compare("items.txt", &text);
}

/// The rig with arms that are turned in their own ways, so that what is seen in the mirror changes
/// axes.
fn turned() -> Skeleton {
    let mut rig = rig();
    let quarter = Quat::from_xyzw(0.5, 0.5, 0.5, 0.5);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    rig.bones[2].reference.rotation = quarter;
    rig.bones[5].reference.rotation = Quat::from_xyzw(half, 0.0, 0.0, half);
    rig.bones[4].reference.rotation = Quat::from_xyzw(0.0, 0.6, 0.0, 0.8);
    rig
}

#[test]
fn controls_on_the_other_side_are_what_they_were() {
    let plain = include_str!("graph.json");
    let numbers = plain
        .replace("\"Aim.x\"", "0.5")
        .replace("[0,\"Pace\",0]", "[0,0.25,0]");
    let replaced = numbers.replace("\"mode\":\"add\"", "\"mode\":\"replace\"");
    let added = plain.replace(
        "\"mode\":\"replace\",\"by\":[10,20,30]",
        "\"mode\":\"add\",\"by\":[\"Pace\",20,30]",
    );
    let mut text = String::new();
    for rig in [rig(), turned()] {
        for wiring in [plain, &numbers, &replaced, &added] {
            let wiring: Wiring =
                from_text(&wiring.replace("\"bone\":\"spine\",\"lod", "\"bone\":\"arm_l\",\"lod"));
            for node in wiring
                .nodes
                .iter()
                .filter(|node| matches!(node.kind, NodeKind::Control(_)))
            {
                let NodeKind::Control(ControlNode { kind, .. }) = &node.kind else {
                    continue;
                };
                let seen = mirrored(&node.kind, &rig, &wiring);
                let twice = seen.as_ref().ok().map(|seen| mirrored(seen, &rig, &wiring));
                text += &format!("{} {} {:.4?}\n{:.4?}\n", node.id, kind.legs(), seen, twice);
                for leg in 0..kind.legs() {
                    let mut own = kind.clone();
                    let done = mirror_leg(&mut own, leg, &rig, &wiring);
                    text += &format!(
                        "  {leg} {done:?} {:?} {own:.4?}\n",
                        kind.other_leg(leg, &rig)
                    );
                    assert!(same_bones(kind, kind));
                }
            }
        }
    }
    compare("mirrored.txt", &text);
}

#[test]
fn keys_shells_and_skins_are_measured_as_they_were() {
    let project = project();
    let (rig, walk) = (
        project.skeletons[&RIG].clone(),
        project.clips[&WALK].clone(),
    );
    let shells = crate::shells(&project, RIG);
    let mut text = format!("{shells:?}\n");
    let source = ClipSource {
        tracks: walk
            .source
            .tracks
            .iter()
            .map(|track| Track {
                rotation: wavering(&track.rotation),
                ..track.clone()
            })
            .collect(),
        ..(*walk.source).clone()
    };
    let waving = Clip {
        source: source.into(),
        frame_rate: 20.0,
        ..(*walk).clone()
    };
    for (bound, delay) in [(0.005, 0.0), (0.05, 0.0), (0.05, 0.1)] {
        let found = crate::reduce::within(&waving, (&rig, &shells), bound, delay);
        text += &format!("{found:.6?}\n");
    }
    let mover = crate::mover::mover(&walk.source, &rig);
    text += &format!("{mover:?} {:?}\n", crate::mover::standing(&walk, &rig));
    let mesh = &project.meshes[&Id(16)].clone();
    let skin = Skin {
        influences: 4,
        slots: vec![0, 1, 2, 0, 1, 0, 0, 0, 2, 1, 0, 0],
        weights: SKIN.into(),
        palette: Skin::of(mesh, &mesh.lods[0].parts[0]).palette,
    };
    for pruning in [
        Pruning {
            least: 0.125,
            most: 4,
        },
        Pruning {
            least: 0.0,
            most: 2,
        },
        Pruning {
            least: 0.25,
            most: 1,
        },
    ] {
        text += &format!("{:?}\n", skin.pruned(&pruning));
    }
    text += &format!("{:?}\n", skin.census());
    let mut project = project.clone();
    let mut mixed = (*project.blend_spaces[&Id(5)]).clone();
    mixed.samples[0].clip = AIM;
    project.blend_spaces.insert(Id(70), Arc::new(mixed));
    for asset in [Id(4), Id(5), Id(6), Id(70)] {
        text += &format!("{:#?}\n", crate::trial::trial_of(&project, asset));
    }
    text += &format!("{:?} {:?}\n", project.warp_targets(), project.props(RIG));
    compare("measures.txt", &text);
}

const SKIN: [f32; 12] = [
    0.5, 0.25, 0.125, 0.125, 0.75, 0.25, 0.0, 0.0, 0.5, 0.375, 0.0625, 0.0625,
];

/// Turns to and fro, a key each twentieth of a second.
fn wavering(channel: &Option<Channel>) -> Option<Channel> {
    channel.as_ref()?;
    let turn = |at: i32| {
        let part = (at % 7 - 3) as f32 * 0.0625 + (at * at % 11) as f32 * 0.001;
        Quat::from_xyzw(part, 0.0, 0.0, 1.0).normalize().to_array()
    };
    let values = (0..=20).flat_map(turn).collect();
    Some(Channel {
        times: (0..=20).map(|at| at as f32 / 20.0).collect(),
        values,
        ..Channel::default()
    })
}
