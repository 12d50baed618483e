//! Small odd projects to bytes, and what comes back of them.

mod edges;

use super::*;
use crate::gltf::import;
use anim::{
    MeshPart, Name, Transform,
    mesh::{Attribute, Morph, MorphDelta, PaletteJoint},
    retarget::Retarget,
    skinning::inverse_bind_rows,
};
use asset::{
    Clip, Curve, CurveKey, Material, Mesh, Notify, Skeleton, SyncMarker, Texture,
    mesh::Part,
    skeleton::{Bone, Socket},
    source::{self, Channel, ClipSource, Interpolation, Track},
};
use glam::{Affine3A, Quat, Vec3};
use std::sync::Arc;

const RIG: Id = Id(1);
const MESH: Id = Id(2);
const CLIP: Id = Id(3);
const PICTURE: Id = Id(4);

fn joint(bone: u32) -> PaletteJoint {
    PaletteJoint {
        bone,
        inverse_bind: inverse_bind_rows(&Affine3A::from_translation(-Vec3::Y * bone as f32)),
    }
}

/// A triangle on the second of two bones.
fn triangle() -> MeshPart {
    MeshPart {
        positions: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].into(),
        normals: vec![[0.0, 0.0, 1.0]; 3].into(),
        influences: 1,
        joints: vec![0; 3].into(),
        weights: vec![1.0; 3].into(),
        palette: vec![joint(1)].into(),
        indices: vec![0, 1, 2].into(),
        ..MeshPart::default()
    }
}

fn moving(times: Vec<f32>, values: Vec<f32>) -> ClipSource {
    let duration = times.last().copied().unwrap_or(0.0);
    let channel = Channel {
        times,
        values,
        ..Channel::default()
    };
    ClipSource {
        duration,
        tracks: vec![Track {
            bone: "tip".into(),
            translation: Some(channel),
            ..Track::default()
        }],
        curves: vec![],
    }
}

fn project(part: MeshPart, morphs: &[&str], source: ClipSource) -> Project {
    let bone = |name: &str, parent: Option<u32>| {
        Bone::new(
            name,
            parent,
            Transform::from_translation(Vec3::Y * if parent.is_some() { 1.0 } else { 0.0 }),
        )
    };
    let socket = Socket::new(
        Id(9),
        "grip",
        "tip".into(),
        Transform::from_translation(Vec3::X),
    );
    let bones = vec![bone("hips", None), bone("tip", Some(0))];
    let skeleton = Skeleton {
        name: "rig".into(),
        bones,
        sockets: vec![socket],
        ..Skeleton::default()
    };
    let skeleton_keys = skeleton.keys();
    let morphs = morphs.iter().map(|name| (*name).to_owned()).collect();
    let part = Part {
        name: "body".into(),
        morphs,
        data: Arc::new(part),
        ..Part::default()
    };
    Project {
        name: "small".into(),
        skeletons: BTreeMap::from([(RIG, Arc::new(skeleton))]),
        meshes: BTreeMap::from([(
            MESH,
            Arc::new(Mesh::new(
                "body",
                (RIG, skeleton_keys),
                vec![part],
                vec![Material::default()],
            )),
        )]),
        clips: BTreeMap::from([(
            CLIP,
            Arc::new(Clip::new("move", RIG, Arc::new(source), 30.0)),
        )]),
        ..Project::default()
    }
}

fn small() -> Project {
    project(
        triangle(),
        &[],
        moving(vec![0.0, 1.0], vec![0.0, 1.0, 0.0, 0.0, 2.0, 0.0]),
    )
}

fn edit(mut project: Project, edit: impl FnOnce(&mut Clip)) -> Project {
    edit(Arc::make_mut(project.clips.get_mut(&CLIP).unwrap()));
    project
}

fn edit_part(mut project: Project, edit: impl FnOnce(&mut MeshPart)) -> Project {
    let mesh = Arc::make_mut(project.meshes.get_mut(&MESH).unwrap());
    edit(Arc::make_mut(&mut mesh.lods[0].parts[0].data));
    project
}

fn edit_rig(mut project: Project, edit: impl FnOnce(&mut Skeleton)) -> Project {
    edit(Arc::make_mut(project.skeletons.get_mut(&RIG).unwrap()));
    project
}

fn written(project: &Project) -> Vec<u8> {
    write_glb(project, &GltfExportSelection::all(project)).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(project: &Project) -> String {
    write_glb(project, &GltfExportSelection::all(project))
        .unwrap_err()
        .to_string()
}

/// The JSON chunk.
fn document(project: &Project) -> Value {
    let bytes = written(project);
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&bytes[20..20 + length]).unwrap()
}

fn back(project: &Project) -> Project {
    let found = import(
        &crate::SourceFile::named("back"),
        &written(project),
        &mut |_| Err("there are no files here".to_owned()),
        &Default::default(),
        &|_| true,
    )
    .unwrap();
    assert!(!found.report.has_warnings(), "{:?}", found.report);
    found.project
}

fn only_clip(project: &Project) -> &Clip {
    project.clips.values().next().unwrap()
}

fn data(project: &Project) -> &MeshPart {
    &project.meshes.values().next().unwrap().lods[0].parts[0].data
}

#[test]
fn an_empty_project_is_refused() {
    assert!(refusal(&Project::default()).contains("no skeleton"));
    assert!(
        refusal(&edit_rig(small(), |rig| rig.bones.clear()))
            .contains("skeleton “rig”: it has no bones")
    );
    let without_its_rig = GltfExportSelection {
        skeletons: vec![RIG],
        clips: vec![CLIP],
    };
    let other = edit(small(), |clip| clip.skeleton = Id(77));
    assert!(
        write_glb(&other, &without_its_rig)
            .unwrap_err()
            .to_string()
            .contains("clip “move”: its skeleton")
    );
}

#[test]
fn a_skeleton_alone_has_no_buffer() {
    let alone = Project {
        meshes: BTreeMap::new(),
        clips: BTreeMap::new(),
        ..small()
    };
    let json = document(&alone);
    let keys: Vec<&String> = json.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["asset", "scene", "scenes", "nodes"]);
    assert_eq!(json["asset"]["generator"], generator());
    assert_eq!(
        back(&alone).skeletons.values().next().unwrap().bones.len(),
        2
    );
}

#[test]
fn a_clip_may_have_one_key_or_none_and_keeps_its_length() {
    let one = back(&project(
        triangle(),
        &[],
        moving(vec![0.0], vec![3.0, 4.0, 5.0]),
    ));
    let translation = only_clip(&one).source.tracks[0]
        .translation
        .clone()
        .unwrap();
    assert_eq!(
        (translation.times, translation.values),
        (vec![0.0], vec![3.0, 4.0, 5.0])
    );
    let none = back(&project(
        triangle(),
        &[],
        ClipSource {
            duration: 2.0,
            ..ClipSource::default()
        },
    ));
    assert_eq!(only_clip(&none).source.duration, 2.0);
    let long = back(&edit(small(), |clip| {
        Arc::make_mut(&mut clip.source).duration = 3.0
    }));
    let source = &only_clip(&long).source;
    assert_eq!(
        (
            source.duration,
            source.tracks[0].translation.as_ref().unwrap().vector(2.5)
        ),
        (3.0, [0.0, 2.0, 0.0])
    );
}

#[test]
fn keys_and_their_interpolation_stay() {
    for interpolation in [
        Interpolation::Step,
        Interpolation::Linear,
        Interpolation::Cubic,
    ] {
        let parts = if interpolation == Interpolation::Cubic {
            3
        } else {
            1
        };
        let channel = Channel {
            interpolation,
            times: vec![0.0, 0.1, 0.7],
            values: (0..9 * parts).map(|i| (i as f32 * 0.37).sin()).collect(),
        };
        let project = edit(small(), |clip| {
            let source = Arc::make_mut(&mut clip.source);
            (source.tracks[0].translation, source.duration) = (Some(channel.clone()), 0.7);
        });
        assert_eq!(
            only_clip(&back(&project)).source.tracks[0]
                .translation
                .as_ref(),
            Some(&channel)
        );
    }
}

#[test]
fn a_retargeted_bone_moves_as_it_plays() {
    let cubic = Channel {
        interpolation: Interpolation::Cubic,
        times: vec![0.0, 1.0],
        values: vec![
            0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0,
            0.0,
        ],
    };
    for retarget in Retarget::ALL {
        let project = edit_rig(small(), |rig| rig.bones[1].retarget = retarget);
        let project = edit(project, |clip| {
            let track = &mut Arc::make_mut(&mut clip.source).tracks[0];
            (track.translation, track.reference) = (Some(cubic.clone()), Some([0.0, 2.0, 0.0]));
        });
        let found = back(&project);
        for time in [0.0, 0.3, 0.8, 1.0] {
            let expected = retarget.translation(cubic.vector(time).into(), Vec3::Y * 2.0, Vec3::Y);
            let moved = only_clip(&found).source.tracks[0]
                .translation
                .as_ref()
                .unwrap()
                .vector(time);
            assert!(
                Vec3::from(moved).abs_diff_eq(expected, 1e-6),
                "{retarget:?} {moved:?} {expected}"
            );
        }
    }
}

#[test]
fn numbers_that_are_not_finite_are_refused_with_their_place() {
    let nan = f32::NAN;
    let curve = |key: CurveKey| Curve {
        keys: vec![key],
        ..Curve::new(Id(7), "speed", 0)
    };
    let bad = [
        (
            edit_rig(small(), |rig| rig.bones[1].reference.scale.x = nan),
            "skeleton “rig”, bone “tip”",
        ),
        (
            edit_rig(small(), |rig| rig.sockets[0].local.translation.x = nan),
            "skeleton “rig”, socket “grip”",
        ),
        (
            edit_part(small(), |part| {
                part.positions = vec![[0.0; 3], [nan; 3], [0.0; 3]].into()
            }),
            "position of vertex 1",
        ),
        (
            edit_part(small(), |part| {
                part.uvs = vec![[f32::INFINITY; 2]; 3].into()
            }),
            "coordinates of vertex 0",
        ),
        (
            edit_part(small(), |part| {
                part.palette = vec![PaletteJoint {
                    inverse_bind: [[nan; 4]; 3],
                    ..joint(1)
                }]
                .into()
            }),
            "“tip”",
        ),
        (
            edit(small(), |clip| {
                *clip = Clip {
                    source: Arc::new(moving(vec![0.0, 1.0], vec![0.0, 0.0, 0.0, 0.0, nan, 0.0])),
                    ..clip.clone()
                }
            }),
            "clip “move”, bone “tip”, translation, key 1",
        ),
        (
            edit(small(), |clip| clip.rate_scale = nan),
            "clip “move”, frame rate or rate scale",
        ),
        (
            edit(small(), |clip| {
                clip.notifies
                    .push(Notify::instant(Id(5), Id(6), "step", nan))
            }),
            "notify “step”",
        ),
        (
            edit(small(), |clip| {
                clip.sync_markers.push(SyncMarker {
                    id: Id(5),
                    name: "L".into(),
                    time: nan,
                })
            }),
            "“L”",
        ),
        (
            edit(small(), |clip| {
                clip.curves
                    .push(curve(CurveKey::new(Id(8), 0.0, nan, Interpolation::Linear)))
            }),
            "“speed”",
        ),
    ];
    for (project, place) in bad {
        let text = refusal(&project);
        assert!(
            text.contains(place) && text.contains("not finite"),
            "{place}: {text}"
        );
    }
}

#[test]
fn names_may_have_any_letters() {
    let name = "Bräunlich \"quoted\"\\\n\u{202e}左手🦴";
    let renamed = edit_rig(edit(small(), |clip| clip.name = name.into()), |rig| {
        rig.bones[1].name = name.into()
    });
    let found = back(&renamed);
    assert_eq!(
        (
            only_clip(&found).name.as_str(),
            found.skeletons.values().next().unwrap().bones[1]
                .name
                .as_str()
        ),
        (name, name)
    );
}

#[test]
fn one_influence_becomes_four_and_more_than_four_eight() {
    let found = back(&small());
    assert_eq!(
        (data(&found).influences, &data(&found).weights[..4]),
        (4, &[1.0, 0.0, 0.0, 0.0][..])
    );
    assert_eq!(
        data(&found).palette[usize::from(data(&found).joints[0])].bone,
        1
    );
    let many = edit_part(small(), |part| {
        part.palette = (0..2).map(joint).collect();
        (part.influences, part.joints) = (8, [0, 1, 0, 1, 0, 1, 0, 1].repeat(3).into());
        part.weights = vec![0.125; 24].into();
    });
    let json = document(&many);
    assert!(
        json["meshes"][0]["primitives"][0]["attributes"]["JOINTS_1"].is_null(),
        "two joints fit into one set"
    );
    let many = edit_rig(many, |rig| {
        (0..6).for_each(|i| {
            let bone = rig.bones[1].clone();
            let name = format!("tip {i}");
            rig.bones.push(Bone {
                key: name.as_str().into(),
                name,
                ..bone
            });
        })
    });
    let mut many = many;
    Arc::make_mut(many.meshes.get_mut(&MESH).unwrap()).bones = many.skeletons[&RIG].keys();
    let many = edit_part(many, |part| {
        part.palette = (0..8).map(joint).collect();
        part.joints = (0..24).map(|i| i % 8).collect();
    });
    let found = back(&many);
    assert_eq!(
        (data(&found).influences, &*data(&found).weights),
        (8, &[0.125; 24][..])
    );
}

#[test]
fn one_bone_bound_in_two_ways_is_refused_and_in_one_way_is_one_joint() {
    let twice = |second: PaletteJoint| {
        edit_part(small(), |part| part.palette = vec![joint(1), second].into())
    };
    assert!(
        refusal(&twice(PaletteJoint {
            bone: 1,
            ..joint(0)
        }))
        .contains("mesh “body”, part “body”: it has two bind poses for bone “tip”")
    );
    assert_eq!(
        document(&twice(joint(1)))["skins"][0]["joints"],
        json!([1, 0])
    );
}

#[test]
fn what_nothing_follows_has_its_place_in_the_skin_too() {
    let palette = data(&back(&small())).palette.clone();
    assert_eq!((palette.len(), palette[1]), (2, joint(0)));
}

fn morphing(names: &[&str], deltas: Vec<MorphDelta>, source: ClipSource) -> Project {
    let count = deltas.len() as u32;
    let morph = |(at, name): (usize, &&str)| Morph {
        name: Name::new(name),
        default_weight: at as f32 * 0.25,
        first_delta: 0,
        delta_count: count,
        reserved: 0,
    };
    let morphs = names.iter().enumerate().map(morph).collect();
    project(
        MeshPart {
            morphs,
            deltas: deltas.into(),
            ..triangle()
        },
        names,
        source,
    )
}

fn lift(vertex: u32) -> MorphDelta {
    MorphDelta {
        vertex,
        position: [0.0, 0.0, 1.0],
        normal: [0.0; 3],
    }
}

#[test]
fn few_moved_vertices_are_sparse_and_come_back() {
    for (deltas, is_sparse) in [
        (vec![], true),
        (vec![lift(2)], true),
        ((0..3).map(lift).collect(), false),
    ] {
        let project = morphing(&["smile"], deltas.clone(), moving(vec![0.0], vec![0.0; 3]));
        let json = document(&project);
        let at = json["meshes"][0]["primitives"][0]["targets"][0]["POSITION"]
            .as_u64()
            .unwrap() as usize;
        assert_eq!(!json["accessors"][at]["sparse"].is_null(), is_sparse);
        let found = back(&project);
        assert_eq!(
            (&*data(&found).deltas, data(&found).morphs.len()),
            (&deltas[..], 1)
        );
    }
}

fn imported(
    name: &str,
    interpolation: Interpolation,
    times: Vec<f32>,
    values: Vec<f32>,
) -> source::SourceCurve {
    source::SourceCurve {
        name: name.into(),
        channel: Channel {
            interpolation,
            times,
            values,
        },
    }
}

/// The values of a curve that came back.
fn found_curve(project: &Project, name: &str, times: &[f32]) -> Vec<f32> {
    let found = back(project);
    let curve = only_clip(&found)
        .source
        .curves
        .iter()
        .find(|curve| curve.name == name)
        .unwrap()
        .clone();
    times
        .iter()
        .map(|time| curve.channel.scalar(*time))
        .collect()
}

fn with_curves(curves: Vec<source::SourceCurve>) -> Project {
    let source = ClipSource {
        duration: 1.0,
        curves,
        ..ClipSource::default()
    };
    morphing(&["smile", "frown"], vec![lift(2)], source)
}

#[test]
fn imported_curves_of_the_same_times_stay_as_they_are() {
    let cubic = imported(
        "smile",
        Interpolation::Cubic,
        vec![0.0, 1.0],
        vec![0.0, 0.0, 3.0, 0.0, 1.0, 0.0],
    );
    let found = back(&with_curves(vec![cubic.clone()]));
    assert!(only_clip(&found).source.curves.contains(&cubic));
    assert_eq!(
        found_curve(&with_curves(vec![cubic]), "frown", &[0.0, 0.6]),
        [0.25, 0.25]
    );
}

#[test]
fn authored_curves_come_before_imported_ones_and_are_resampled_where_they_bend() {
    let step = imported("smile", Interpolation::Step, vec![0.0], vec![9.0]);
    let key = |time: f32, value: f32| {
        CurveKey::new(Id((time * 99.0) as u64), time, value, Interpolation::Cubic)
    };
    let smile = Curve {
        keys: vec![key(0.0, 0.0), key(0.9, 1.0)],
        ..Curve::new(Id(70), "smile", 0)
    };
    let project = edit(with_curves(vec![step]), |clip| {
        clip.curves.push(smile.clone())
    });
    for (time, found) in
        [0.1, 0.5, 0.9, 1.0]
            .into_iter()
            .zip(found_curve(&project, "smile", &[0.1, 0.5, 0.9, 1.0]))
    {
        assert!(
            (smile.value(time).unwrap() - found).abs() < 2e-3,
            "{time}: {found}"
        );
    }
    assert_eq!(
        document(&project)["animations"][0]["extras"]["mutoscope"]["curves"][0]["name"],
        "smile"
    );
    let disabled = edit(project, |clip| clip.curves[0].disabled = true);
    assert!(
        back(&disabled)
            .clips
            .values()
            .all(|clip| clip.source.curves.is_empty())
    );
}

#[test]
fn lines_of_different_times_meet_at_all_of_them() {
    let smile = imported(
        "smile",
        Interpolation::Linear,
        vec![0.0, 0.5, 1.0],
        vec![0.0, 1.0, 0.0],
    );
    let frown = imported(
        "frown",
        Interpolation::Linear,
        vec![0.0, 0.25, 1.0],
        vec![0.0, 1.0, 0.25],
    );
    let project = with_curves(vec![smile, frown]);
    assert_eq!(
        found_curve(&project, "smile", &[0.25, 0.5, 0.75]),
        [0.5, 1.0, 0.5]
    );
    assert_eq!(
        found_curve(&project, "frown", &[0.25, 0.5, 1.0]),
        [1.0, 0.75, 0.25]
    );
}

#[test]
fn pictures_and_cut_outs_come_back_and_are_written_once() {
    let picture = Texture {
        origin: None,
        name: "cloth".into(),
        width: 2,
        height: 1,
        rgba: vec![255, 0, 0, 255, 0, 9, 8, 7].into(),
    };
    let mut project = small();
    project.textures.insert(PICTURE, Arc::new(picture.clone()));
    let mesh = Arc::make_mut(project.meshes.get_mut(&MESH).unwrap());
    mesh.materials[0] = Material {
        texture: Some(PICTURE),
        normal_texture: Some(PICTURE),
        alpha_cutoff: Some(0.25),
        double_sided: true,
        ..Material::default()
    };
    Arc::make_mut(&mut mesh.lods[0].parts[0].data).tangents = vec![[2.0, 0.0, 0.0, -1.0]; 3].into();
    let other = Part {
        name: "other".into(),
        ..mesh.lods[0].parts[0].clone()
    };
    mesh.lods[0].parts.push(other);
    let json = document(&project);
    let count = |list: &str| json[list].as_array().unwrap().len();
    assert_eq!(
        ["meshes", "skins", "materials", "textures", "images"].map(count),
        [2, 1, 1, 1, 1]
    );
    let attributes = &json["meshes"][0]["primitives"][0]["attributes"];
    assert_eq!(
        *attributes,
        json["meshes"][1]["primitives"][0]["attributes"]
    );
    assert!(
        !attributes["TEXCOORD_0"].is_null(),
        "a material with a picture asks for coordinates"
    );
    let found = back(&project);
    assert_eq!(&*data(&found).tangents, [[1.0, 0.0, 0.0, -1.0]; 3]);
    let material = &found.meshes.values().next().unwrap().materials[0];
    let back = found.textures[&material.texture.unwrap()].clone();
    assert_eq!(
        Texture {
            origin: None,
            ..(*back).clone()
        },
        picture
    );
    assert_eq!(material.normal_texture, material.texture);
    assert_eq!(
        (material.alpha_cutoff, material.double_sided),
        (Some(0.25), true)
    );
}

#[test]
fn what_a_clip_carries_is_in_its_extras() {
    let project = edit(small(), |clip| {
        clip.looping = true;
        clip.notifies.push(Notify {
            socket: Some(Id(9)),
            ..Notify::state(Id(5), Id(6), "swing", 0.25, 0.5)
        });
        clip.sync_markers.push(SyncMarker {
            id: Id(7),
            name: "L".into(),
            time: 0.5,
        });
        let speed = imported("speed", Interpolation::Linear, vec![0.0], vec![2.0]);
        Arc::make_mut(&mut clip.source).curves.push(speed);
    });
    let json = document(&project);
    let extras = &json["animations"][0]["extras"]["mutoscope"];
    assert_eq!(
        (
            &extras["looping"],
            &extras["loop_policy"],
            &extras["frame_rate"]
        ),
        (&json!(true), &json!("clamp"), &json!(30.0))
    );
    let grip = json["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .find(|node| node["name"] == "grip")
        .unwrap();
    assert_eq!(extras["notifies"][0]["socket"], json!(Id(9)));
    assert_eq!(grip["extras"]["mutoscopeSocket"], json!(Id(9)));
    assert_eq!(
        (
            &extras["notifies"][0]["duration"],
            &extras["sync_markers"][0]["time"]
        ),
        (&json!(0.5), &json!(0.5))
    );
    assert_eq!(
        (
            &extras["curves"][0]["name"],
            &extras["curves"][0]["keys"][0]["value"]
        ),
        (&json!("speed"), &json!(2.0))
    );
}

#[test]
fn two_skeletons_of_a_file_keep_to_themselves() {
    let mut project = small();
    let prop = Skeleton {
        name: "sword".into(),
        ..(*project.skeletons[&RIG]).clone()
    };
    project.skeletons.insert(
        Id(11),
        Arc::new(Skeleton {
            sockets: vec![],
            ..prop
        }),
    );
    let of_prop = Clip {
        skeleton: Id(11),
        name: "swing".into(),
        ..(*project.clips[&CLIP]).clone()
    };
    project.clips.insert(Id(12), Arc::new(of_prop));
    let json = document(&project);
    let target = |at: usize| json["animations"][at]["channels"][0]["target"]["node"].clone();
    assert_eq!(
        (target(0), target(1)),
        (json!(1), json!(5)),
        "after two bones, a socket and a mesh"
    );
    assert_eq!(json["scenes"][0]["nodes"], json!([0, 3, 4]));
}

#[test]
fn a_turn_that_is_not_of_unit_length_is_written_as_one() {
    let turn = Quat::from_rotation_z(0.5);
    let rotation = Channel {
        times: vec![0.0],
        values: (turn * 3.0).to_array().to_vec(),
        ..Channel::default()
    };
    let project = edit(small(), |clip| {
        Arc::make_mut(&mut clip.source).tracks[0] = Track {
            bone: "tip".into(),
            rotation: Some(rotation),
            ..Track::default()
        };
    });
    let found = only_clip(&back(&project)).source.tracks[0]
        .rotation
        .clone()
        .unwrap();
    assert!(Quat::from_slice(&found.values).abs_diff_eq(turn, 1e-6));
}

fn styled(project: &Project, style: &Style) -> (Project, GltfExportFile) {
    let written = write_glb_with(project, &GltfExportSelection::all(project), style)
        .unwrap_or_else(|error| panic!("{error}"));
    let found = import(
        &crate::SourceFile::named("back"),
        &written.bytes,
        &mut |_| Err(String::new()),
        &Default::default(),
        &|_| true,
    )
    .unwrap();
    assert!(!found.report.has_warnings(), "{:?}", found.report);
    (found.project, written)
}

/// Of two levels below the finest, each a triangle on other places.
fn detailed() -> Project {
    let mut project = small();
    let mesh = Arc::make_mut(project.meshes.get_mut(&MESH).unwrap());
    for (screen_size, x) in [(0.5, 2.0), (0.125, 3.0)] {
        let mut lod = asset::mesh::Lod {
            screen_size,
            ..mesh.lods[0].clone()
        };
        let part = Arc::make_mut(&mut lod.parts[0].data);
        part.positions = vec![[0.0; 3], [x, 0.0, 0.0], [0.0, x, 0.0]].into();
        mesh.lods.push(lod);
    }
    project
}

#[test]
fn levels_of_detail_come_back() {
    let levels = |levels: Vec<usize>| {
        let (back, _) = styled(
            &detailed(),
            &Style {
                levels,
                ..Style::default()
            },
        );
        let mesh = back.meshes.values().next().unwrap().clone();
        assert!(
            back.skeletons
                .values()
                .all(|skeleton| skeleton.bones.len() == 2),
            "levels are no bones"
        );
        mesh.lods
            .iter()
            .map(|lod| {
                (
                    lod.screen_size,
                    lod.parts.len(),
                    lod.parts[0].data.positions[1][0],
                )
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(levels(vec![0]), [(1.0, 1, 1.0)]);
    assert_eq!(
        levels(vec![0, 1, 2]),
        [(1.0, 1, 1.0), (0.5, 1, 2.0), (0.125, 1, 3.0)]
    );
    assert_eq!(levels(vec![0, 2]), [(1.0, 1, 1.0), (0.125, 1, 3.0)]);
    assert_eq!(levels(vec![1]), [(1.0, 1, 2.0)]);
    assert_eq!(levels(vec![7]), [(1.0, 1, 3.0)], "the coarsest there is");
}

#[test]
fn bones_that_a_level_does_without_come_back() {
    let mut project = detailed();
    Arc::make_mut(project.meshes.get_mut(&MESH).unwrap()).lods[2].removed_bones =
        vec!["tip".into()];
    let removed = |levels: Vec<usize>| {
        let (back, _) = styled(
            &project,
            &Style {
                levels,
                ..Style::default()
            },
        );
        let mesh = back.meshes.values().next().unwrap().clone();
        mesh.lods
            .iter()
            .map(|lod| lod.removed_bones.len())
            .collect::<Vec<_>>()
    };
    assert_eq!(removed(vec![0, 1, 2]), [0, 0, 1]);
    assert_eq!(removed(vec![1, 2]), [0, 1]);
    assert_eq!(
        removed(vec![2]),
        [0],
        "the finest level of a file does without none"
    );
}

#[test]
fn several_levels_say_that_they_need_the_extension() {
    let (_, written) = styled(
        &detailed(),
        &Style {
            levels: vec![0, 1],
            ..Style::default()
        },
    );
    let length = u32::from_le_bytes(written.bytes[12..16].try_into().unwrap()) as usize;
    let json: Value = serde_json::from_slice(&written.bytes[20..20 + length]).unwrap();
    assert_eq!(json["extensionsUsed"], json!(["MSFT_lod"]));
    assert!(document(&detailed())["extensionsUsed"].is_null());
    let nodes = json["nodes"].as_array().unwrap();
    let owner = nodes
        .iter()
        .position(|node| node["extensions"]["MSFT_lod"]["ids"].is_array())
        .unwrap();
    assert_eq!(
        nodes[owner]["extras"]["MSFT_screencoverage"],
        json!([0.5, 0.0])
    );
    let coarser = &nodes[owner]["extensions"]["MSFT_lod"]["ids"][0];
    let shown = json["scenes"][0]["nodes"].as_array().unwrap();
    assert!(
        shown.contains(&json!(owner)) && !shown.contains(coarser),
        "{shown:?}"
    );
}

#[test]
fn four_influences_are_the_heaviest_and_what_is_lost_is_said() {
    let weights = [0.3, 0.25, 0.2, 0.15, 0.06, 0.04, 0.0, 0.0];
    let eight = MeshPart {
        influences: 8,
        joints: (0..8).collect::<Vec<u16>>().repeat(3).into(),
        weights: weights.repeat(3).into(),
        palette: (0..8).map(|_| joint(1)).collect(),
        ..triangle()
    };
    let mut wide = project(eight, &[], moving(vec![0.0], vec![0.0; 3]));
    wide = edit_rig(wide, |rig| {
        let tip = rig.bones[1].clone();
        let named = |name: String| Bone {
            key: name.as_str().into(),
            name,
            ..tip.clone()
        };
        rig.bones
            .extend((2..9).map(|at| named(format!("tip {at}"))));
    });
    Arc::make_mut(wide.meshes.get_mut(&MESH).unwrap()).bones = wide.skeletons[&RIG].keys();
    wide = edit_part(wide, |part| part.palette = (1..9).map(joint).collect());
    let (all, written) = styled(&wide, &Style::default());
    assert!(data(&all).influences == 8 && written.notes.is_empty());
    let (four, written) = styled(
        &wide,
        &Style {
            influences: 4,
            ..Style::default()
        },
    );
    assert_eq!(data(&four).influences, 4);
    for (found, expected) in data(&four)
        .weights
        .iter()
        .zip(weights[..4].iter().map(|weight| weight / 0.9).cycle())
    {
        assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    }
    let note =
        "mesh “body”, part “body”: 3 vertices lost influences; on average 10.00 %, up to 10.00 %";
    assert!(
        written.notes.len() == 1 && written.notes[0].starts_with(note),
        "{:?}",
        written.notes
    );
}

#[test]
fn every_bone_may_have_a_key_of_each_property() {
    let (plain, _) = styled(&small(), &Style::default());
    assert_eq!(only_clip(&plain).source.tracks.len(), 1);
    let (keyed, _) = styled(
        &small(),
        &Style {
            key_every_bone: true,
            ..Style::default()
        },
    );
    let tracks = &only_clip(&keyed).source.tracks;
    let bones = &keyed.skeletons.values().next().unwrap().bones;
    assert_eq!(tracks.len(), 2);
    for (track, bone) in tracks.iter().zip(bones) {
        assert!(track.rotation.is_some() && track.scale.is_some());
        let rest = track.evaluate(0.0, &Transform::IDENTITY);
        assert_eq!(
            (rest.rotation, rest.scale),
            (bone.reference.rotation, bone.reference.scale)
        );
    }
    let times = |at: usize| tracks[at].translation.as_ref().unwrap().times.clone();
    assert_eq!(
        (times(0), times(1)),
        (vec![0.0], vec![0.0, 1.0]),
        "keys of the clip stay"
    );
}

#[test]
fn morphs_have_normals_where_one_of_them_has() {
    let names = |normal: [f32; 3]| {
        let deltas = vec![MorphDelta { normal, ..lift(1) }];
        let json = document(&morphing(
            &["smile", "frown"],
            deltas,
            moving(vec![0.0], vec![0.0; 3]),
        ));
        let targets = json["meshes"][0]["primitives"][0]["targets"]
            .as_array()
            .unwrap()
            .clone();
        targets
            .iter()
            .map(|target| target.as_object().unwrap().len())
            .collect::<Vec<_>>()
    };
    assert_eq!(names([0.0; 3]), [1, 1]);
    assert_eq!(names([0.1; 3]), [2, 2]);
}

#[test]
fn surfaces_are_rough_and_no_metal() {
    let surface = &document(&small())["materials"][0]["pbrMetallicRoughness"];
    assert_eq!(
        (
            &surface["metallicFactor"],
            surface["roughnessFactor"].as_f64().map(|x| x as f32)
        ),
        (&json!(0), Some(0.8))
    );
}

#[test]
fn what_is_carried_along_comes_back_under_names_that_others_allow() {
    let names = [
        "TEXCOORD_0",
        "TEXCOORD_7",
        "COLOR_1",
        "_HEAT",
        "heat",
        "COLOR_2",
    ];
    let widths = [2, 2, 4, 1, 3, 2];
    let (mut attributes, mut values) = (Vec::new(), Vec::new());
    for (name, components) in names.into_iter().zip(widths) {
        attributes.push(Attribute {
            name: Name::new(name),
            components,
            first: values.len() as u32,
        });
        values.extend((0..3 * components).map(|at| at as f32 * 0.25 - 1.0));
    }
    let morph = Morph {
        name: Name::new("smile"),
        default_weight: 0.0,
        first_delta: 0,
        delta_count: 2,
        reserved: 0,
    };
    let delta = |vertex, x| MorphDelta {
        vertex,
        position: [x, 0.0, 0.0],
        normal: [0.0; 3],
    };
    let part = MeshPart {
        uvs: vec![[0.5, 0.25]; 3].into(),
        tangents: vec![[1.0, 0.0, 0.0, 1.0]; 3].into(),
        morphs: vec![morph].into(),
        deltas: vec![delta(0, 0.5), delta(2, 0.0)].into(),
        delta_tangents: vec![[0.0; 3], [0.0, 0.5, 0.25]].into(),
        attributes: attributes.into(),
        attribute_values: values.into(),
        ..triangle()
    };
    let mut project = project(part.clone(), &["smile"], moving(vec![0.0], vec![0.0; 3]));
    Arc::make_mut(project.meshes.get_mut(&MESH).unwrap()).lods[0].parts[0].attributes =
        names.map(Into::into).into();
    let found = back(&project);
    let mesh = found.meshes.values().next().unwrap();
    let (after, named) = (data(&found), &mesh.lods[0].parts[0].attributes);
    let expected = [
        ("COLOR_0", 4),
        ("TEXCOORD_1", 2),
        ("TEXCOORD_2", 2),
        ("_COLOR_2", 2),
        ("_HEAT", 1),
        ("_heat", 3),
    ];
    assert_eq!(
        after.colors.len(),
        3,
        "the first colour is what is drawn where there was none"
    );
    for (name, components) in &expected[1..] {
        let at = named
            .iter()
            .position(|known| known == name)
            .unwrap_or_else(|| panic!("{name}: {named:?}"));
        let attribute = after.attributes[at];
        assert_eq!(
            (attribute.name, attribute.components),
            (Name::new(name), *components)
        );
        assert_eq!(after.values(&attribute)[0], -1.0);
    }
    assert_eq!(named.len(), 5);
    assert_eq!(
        (&after.deltas, &after.delta_tangents),
        (&part.deltas, &part.delta_tangents)
    );
}
