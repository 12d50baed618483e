//! What is written where there is nearly none, one more or one less of something, and the words
//! for what is lost or refused.

use super::*;
use asset::{Note, curve::Extrapolation};

fn accessor<'a>(json: &'a Value, at: &Value) -> &'a Value {
    &json["accessors"][at.as_u64().unwrap() as usize]
}

/// The floats of an accessor that has a view of its own.
fn floats(project: &Project, at: &Value) -> Vec<f32> {
    let (json, bytes) = (document(project), written(project));
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let view = &accessor(&json, at)["bufferView"].as_u64().unwrap();
    let view = &json["bufferViews"][*view as usize];
    let [from, count] = ["byteOffset", "byteLength"].map(|it| view[it].as_u64().unwrap() as usize);
    bytemuck::pod_collect_to_vec(&bytes[28 + length..][from..from + count])
}

#[test]
fn every_number_of_what_a_clip_carries_is_looked_at() {
    const NAN: f32 = f32::NAN;
    let notify = |change: fn(&mut Notify)| {
        edit(small(), |clip| {
            clip.notifies
                .push(Notify::state(Id(5), Id(6), "sound", 0.0, 0.5));
            let mut bad = Notify::state(Id(7), Id(6), "bad", 0.0, 0.5);
            change(&mut bad);
            clip.notifies.push(bad);
        })
    };
    let key = |value: f32| CurveKey::new(Id(8), value, 0.0, Interpolation::Linear);
    let curve = |keys: Vec<CurveKey>| {
        edit(small(), |clip| {
            clip.curves = ["sound", "bad"]
                .map(|name| Curve::new(Id(9), name, 0))
                .to_vec();
            clip.curves[1].keys = keys;
        })
    };
    for (project, what) in [
        (
            edit(small(), |clip| clip.frame_rate = NAN),
            "frame rate or rate scale",
        ),
        (
            edit(small(), |clip| clip.rate_scale = f32::INFINITY),
            "frame rate or rate scale",
        ),
        (notify(|it| it.time = NAN), "notify “bad”"),
        (notify(|it| it.duration = Some(NAN)), "notify “bad”"),
        (notify(|it| it.weight_threshold = NAN), "notify “bad”"),
        (notify(|it| it.chance = NAN), "notify “bad”"),
        (curve(vec![key(0.0), key(NAN)]), "curve “bad”"),
        (curve(vec![key(NAN), key(0.0)]), "curve “bad”"),
    ] {
        let text = refusal(&project);
        let start = format!("clip “move”, {what}");
        assert!(text.starts_with(&start), "{start}: {text}");
    }
    let sound = edit(small(), |clip| {
        clip.notes = vec![Note {
            id: Id(10),
            time: 0.5,
            text: "here".into(),
            color: 0,
        }];
    });
    assert!(!written(&sound).is_empty());
}

/// Times of the weights of a project's only clip.
fn weight_times(project: &Project) -> Vec<f32> {
    let json = document(project);
    let animation = &json["animations"][0];
    let channels = animation["channels"].as_array().unwrap();
    let channel = channels
        .iter()
        .find(|it| it["target"]["path"] == "weights")
        .unwrap();
    let sampler = &animation["samplers"][channel["sampler"].as_u64().unwrap() as usize];
    floats(project, &sampler["input"])
}

#[test]
fn weights_have_frames_where_a_line_bends_and_keys_alone_where_none_does() {
    let linear = |name: &str, times: &[f32]| {
        imported(name, Interpolation::Linear, times.into(), times.into())
    };
    let step =
        |name: &str, times: &[f32]| imported(name, Interpolation::Step, times.into(), times.into());
    let both = |a, b| edit(with_curves(vec![a, b]), |clip| clip.frame_rate = 4.0);
    let straight = both(linear("smile", &[0.0, 0.3]), linear("frown", &[0.6, 1.5]));
    assert_eq!(
        weight_times(&straight),
        [0.0, 0.3, 0.6, 1.0],
        "none after its end"
    );
    let bent = both(linear("smile", &[0.0, 0.3]), step("frown", &[0.6]));
    assert_eq!(weight_times(&bent), [0.0, 0.25, 0.3, 0.5, 0.6, 0.75, 1.0]);
    let alike = both(step("smile", &[0.0, 0.3]), step("frown", &[0.0, 0.3]));
    assert_eq!(
        weight_times(&alike),
        [0.0, 0.3, 1.0],
        "as they are, and held"
    );
    let authored = |extrapolation, interpolation| {
        let keys = [0.2, 0.6].map(|time| CurveKey::new(Id(30), time, time, interpolation));
        let curve = Curve {
            keys: keys.to_vec(),
            extrapolation,
            ..Curve::new(Id(31), "smile", 0)
        };
        edit(with_curves(vec![]), |clip| {
            (clip.frame_rate, clip.curves) = (2.0, vec![curve]);
        })
    };
    let times =
        |extrapolation, interpolation| weight_times(&authored(extrapolation, interpolation));
    let keys = [0.0, 0.2, 0.6, 1.0];
    let frames = [0.0, 0.2, 0.5, 0.6, 1.0];
    assert_eq!(times(Extrapolation::Clamp, Interpolation::Linear), keys);
    assert_eq!(times(Extrapolation::Clamp, Interpolation::Step), frames);
    assert_eq!(times(Extrapolation::Loop, Interpolation::Linear), frames);
    assert_eq!(times(Extrapolation::None, Interpolation::Linear), frames);
}

#[test]
fn a_clip_with_no_frame_between_its_ends_has_one_all_the_same() {
    let step = imported("smile", Interpolation::Step, vec![0.5], vec![1.0]);
    let line = imported("frown", Interpolation::Linear, vec![0.25], vec![1.0]);
    let slow = edit(with_curves(vec![step, line]), |clip| clip.frame_rate = 0.1);
    assert_eq!(weight_times(&slow), [0.0, 0.25, 0.5, 1.0]);
}

/// A vertex of a bone, and two that follow so many more.
fn follows(counts: [usize; 3]) -> (Project, Vec<String>) {
    let width = 8;
    let of =
        |count: usize| (0..width).map(move |at| if at < count { 1.0 / count as f32 } else { 0.0 });
    let part = MeshPart {
        influences: width as u32,
        joints: (0..width as u16).collect::<Vec<_>>().repeat(3).into(),
        weights: counts.into_iter().flat_map(of).collect(),
        palette: (0..width as u32).map(joint).collect(),
        ..triangle()
    };
    let mut project = project(part, &[], moving(vec![0.0], vec![0.0; 3]));
    project = edit_rig(project, |rig| {
        let tip = rig.bones[1].clone();
        rig.bones.extend((2..width).map(|at| Bone {
            key: format!("tip {at}").as_str().into(),
            name: format!("tip {at}"),
            ..tip.clone()
        }));
    });
    let keys = project.skeletons[&RIG].keys();
    Arc::make_mut(project.meshes.get_mut(&MESH).unwrap()).bones = keys;
    let style = Style {
        influences: 4,
        ..Style::default()
    };
    let notes = write_glb_with(&project, &GltfExportSelection::all(&project), &style)
        .unwrap()
        .notes;
    (project, notes)
}

#[test]
fn a_second_set_of_joints_is_there_where_any_vertex_needs_it() {
    for (counts, sets) in [([1, 4, 2], 1), ([1, 5, 2], 2), ([8, 1, 1], 2)] {
        let json = document(&follows(counts).0);
        let attributes = &json["meshes"][0]["primitives"][0]["attributes"];
        let found = ["JOINTS_0", "JOINTS_1", "WEIGHTS_1", "JOINTS_2"]
            .map(|name| usize::from(!attributes[name].is_null()));
        assert_eq!(found, [1, sets - 1, sets - 1, 0], "{counts:?}");
    }
}

#[test]
fn what_one_vertex_or_two_lose_is_said_with_its_mean_and_its_most() {
    let note = |counts| follows(counts).1.join("\n");
    let lost = |count: usize, mean: &str, most: &str| {
        format!(
            "mesh “body”, part “body”: {count} vertices lost influences; on average {mean} %, up to {most} % of their weight moved to the other bones."
        )
    };
    assert_eq!(note([4, 4, 1]), "");
    assert_eq!(note([5, 4, 1]), lost(1, "20.00", "20.00"));
    assert_eq!(note([5, 8, 1]), lost(2, "35.00", "50.00"));
}

#[test]
fn a_target_is_sparse_where_that_takes_fewer_bytes() {
    // Sixteen bytes for each that moves, or twelve for each vertex.
    let square = |moved: u32| {
        let mut project = morphing(
            &["smile"],
            (0..moved).map(lift).collect(),
            moving(vec![0.0], vec![0.0; 3]),
        );
        project = edit_part(project, |part| {
            part.positions = [[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]]
                .to_vec()
                .into();
            part.normals = vec![[0.0, 0.0, 1.0]; 4].into();
            (part.joints, part.weights) = (vec![0; 4].into(), vec![1.0; 4].into());
        });
        let json = document(&project);
        let at = &json["meshes"][0]["primitives"][0]["targets"][0]["POSITION"];
        accessor(&json, at)["sparse"]["count"].as_u64()
    };
    let found = [0, 1, 2, 3, 4].map(square);
    assert_eq!(found, [Some(1), Some(1), Some(2), None, None]);
}

#[test]
fn a_target_that_moves_nothing_moves_the_first_vertex_by_nothing() {
    let still = morphing(&["smile"], vec![], moving(vec![0.0], vec![0.0; 3]));
    let (json, bytes) = (document(&still), written(&still));
    let at = &json["meshes"][0]["primitives"][0]["targets"][0]["POSITION"];
    let sparse = &accessor(&json, at)["sparse"];
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let held = |of: &str| {
        let view = sparse[of]["bufferView"].as_u64().unwrap() as usize;
        let view = &json["bufferViews"][view];
        let [from, count] =
            ["byteOffset", "byteLength"].map(|it| view[it].as_u64().unwrap() as usize);
        bytes[28 + length..][from..from + count].to_vec()
    };
    assert_eq!((held("indices"), held("values")), (vec![0; 4], vec![0; 12]));
}

#[test]
fn deltas_of_one_vertex_add_up_and_none_is_too_even_to_count() {
    let delta = |vertex, position| MorphDelta {
        vertex,
        position,
        normal: [0.0; 3],
    };
    let deltas = vec![
        delta(1, [0.1; 3]),
        delta(1, [1.0, 2.0, 4.0]),
        delta(2, [0.1; 3]),
    ];
    let project = morphing(&["smile"], deltas, moving(vec![0.0], vec![0.0; 3]));
    let found = back(&project);
    let moved: Vec<[f32; 3]> = data(&found).deltas.iter().map(|it| it.position).collect();
    assert_eq!(moved, [[1.1, 2.1, 4.1], [0.1; 3]]);
}

#[test]
fn a_tangent_is_of_unit_length_and_has_one_side() {
    let tangents = [
        [2.0, 0.0, 0.0, 0.5],
        [0.0, 3.0, 0.0, 0.0],
        [0.0, 0.0, -4.0, -0.1],
    ];
    let project = edit_part(small(), |part| part.tangents = tangents.to_vec().into());
    let expected = [
        [1.0, 0.0, 0.0, 1.0],
        [0.0, 1.0, 0.0, 1.0],
        [0.0, 0.0, -1.0, -1.0],
    ];
    let json = document(&project);
    let at = &json["meshes"][0]["primitives"][0]["attributes"]["TANGENT"];
    assert_eq!(floats(&project, at), expected.as_flattened());
}

#[test]
fn a_key_that_is_not_finite_is_named_by_its_number_whatever_it_moves() {
    let with = |change: fn(&mut Track, Channel), width: usize, parts: usize, bad: usize| {
        let mut values = vec![0.5; 3 * width * parts];
        values[bad] = f32::INFINITY;
        let channel = Channel {
            interpolation: if parts == 3 {
                Interpolation::Cubic
            } else {
                Interpolation::Linear
            },
            times: vec![0.0, 1.0, 2.0],
            values,
        };
        let mut source = moving(vec![0.0], vec![0.0; 3]);
        source.tracks[0].translation = None;
        change(&mut source.tracks[0], channel);
        refusal(&project(triangle(), &[], source))
    };
    for (what, change, width) in [
        (
            "translation",
            (|it, keys| it.translation = Some(keys)) as fn(&mut Track, Channel),
            3,
        ),
        ("rotation", |it, keys| it.rotation = Some(keys), 4),
        ("scale", |it, keys| it.scale = Some(keys), 3),
    ] {
        for (parts, key) in [(1, 0), (1, 1), (1, 2), (3, 0), (3, 1), (3, 2)] {
            // The last number of the key.
            let bad = (key + 1) * width * parts - 1;
            // A turn is scaled as a whole, so that its first number is found.
            let wanted = format!("clip “move”, bone “tip”, {what}, key {key}");
            let text = with(change, width, parts, bad);
            assert!(text.starts_with(&wanted), "{wanted}: {text}");
        }
    }
    let mut late = moving(vec![0.0, f32::INFINITY], vec![0.0; 6]);
    late.duration = 1.0;
    let text = refusal(&project(triangle(), &[], late));
    let wanted = "clip “move”, bone “tip”, translation, time of key 1";
    assert!(text.starts_with(wanted), "{text}");
}

#[test]
fn weights_that_are_not_finite_are_named_by_their_key_and_deltas_by_their_vertex() {
    let bad = |values: [f32; 3]| {
        let curve = imported(
            "frown",
            Interpolation::Linear,
            vec![0.0, 0.5, 1.0],
            values.into(),
        );
        refusal(&with_curves(vec![curve]))
    };
    for (key, values) in [
        (0, [f32::NAN, 0.0, 0.0]),
        (1, [0.0, f32::NAN, 0.0]),
        (2, [0.0, 0.0, f32::NAN]),
    ] {
        let text = bad(values);
        assert!(
            text.starts_with(&format!("clip “move”, weights, key {key}")),
            "{text}"
        );
    }
    let moved = |change: fn(&mut MorphDelta)| {
        let mut deltas: Vec<MorphDelta> = (0..3).map(lift).collect();
        change(&mut deltas[1]);
        refusal(&morphing(
            &["smile"],
            deltas,
            moving(vec![0.0], vec![0.0; 3]),
        ))
    };
    for change in [
        (|it| it.position[2] = f32::NAN) as fn(&mut MorphDelta),
        |it| it.position[0] = f32::INFINITY,
        |it| it.normal[1] = f32::NAN,
    ] {
        let text = moved(change);
        let wanted = "mesh “body”, part “body”, morph “smile”, vertex 1";
        assert!(text.starts_with(wanted), "{text}");
    }
    let default = edit_part(
        morphing(&["smile"], vec![], moving(vec![0.0], vec![0.0; 3])),
        |part| {
            let mut morphs = part.morphs.to_vec();
            morphs[0].default_weight = f32::NAN;
            part.morphs = morphs.into();
        },
    );
    let text = refusal(&default);
    assert!(text.contains("default weight of morph “smile”"), "{text}");
}

/// The attributes of the targets of a project's only part, and the weights of its mesh.
fn targets(project: &Project) -> (Vec<String>, Value) {
    let json = document(project);
    let mesh = &json["meshes"][0];
    let targets = mesh["primitives"][0]["targets"].as_array().unwrap().iter();
    let names = |target: &Value| {
        let mut names: Vec<String> = target.as_object().unwrap().keys().cloned().collect();
        names.sort();
        names.join(" ")
    };
    (targets.map(names).collect(), mesh["weights"].clone())
}

#[test]
fn targets_have_normals_and_tangents_where_any_delta_has_and_the_part_too() {
    let with = |deltas: Vec<MorphDelta>, turns: &[[f32; 3]], has_tangents: bool| {
        let project = morphing(&["a", "b"], deltas, moving(vec![0.0], vec![0.0; 3]));
        let project = edit_part(project, |part| {
            part.delta_tangents = turns.to_vec().into();
            if has_tangents {
                part.tangents = vec![[1.0, 0.0, 0.0, 1.0]; 3].into();
            }
        });
        targets(&project).0
    };
    let bent = MorphDelta {
        normal: [0.0, 0.1, 0.0],
        ..lift(1)
    };
    let (none, some) = ([0.0; 3], [0.1; 3]);
    assert_eq!(with(vec![lift(0), lift(2)], &[], true), ["POSITION"; 2]);
    assert_eq!(
        with(vec![lift(0), bent], &[], false),
        ["NORMAL POSITION"; 2]
    );
    assert_eq!(
        with(vec![bent, lift(2)], &[], false),
        ["NORMAL POSITION"; 2]
    );
    assert_eq!(
        with(vec![lift(0), lift(2)], &[none; 2], true),
        ["POSITION"; 2]
    );
    assert_eq!(
        with(vec![lift(0), lift(2)], &[some; 2], false),
        ["POSITION"; 2]
    );
    for turns in [[none, some], [some, none], [some, some]] {
        assert_eq!(
            with(vec![lift(0), lift(2)], &turns, true),
            ["POSITION TANGENT"; 2]
        );
    }
}

#[test]
fn weights_of_a_mesh_are_written_where_one_is_not_0_and_names_where_there_are_any() {
    let still = |names: &[&str]| morphing(names, vec![lift(1)], moving(vec![0.0], vec![0.0; 3]));
    assert_eq!(targets(&still(&["a"])).1, Value::Null);
    assert_eq!(targets(&still(&["a", "b", "c"])).1, json!([0.0, 0.25, 0.5]));
    let json = document(&still(&["a", "b"]));
    assert_eq!(
        json["meshes"][0]["extras"]["targetNames"],
        json!(["a", "b"])
    );
    assert!(document(&small())["meshes"][0].get("extras").is_none());
}

#[test]
fn further_attributes_are_numbered_on_or_get_a_name_of_their_own() {
    let named = |uvs: bool, colors: bool, names: &[(&str, u32)]| {
        let project = edit_part(small(), |part| {
            if uvs {
                part.uvs = vec![[0.5; 2]; 3].into();
            }
            if colors {
                part.colors = vec![[0.5; 4]; 3].into();
            }
            let mut first = 0;
            let attribute = |(name, components): &(&str, u32)| {
                let at = first;
                first += components * 3;
                Attribute {
                    name: Name::new(name),
                    components: *components,
                    first: at,
                }
            };
            part.attributes = names.iter().map(attribute).collect();
            part.attribute_values = (0..first).map(|at| at as f32).collect();
        });
        let mut project = project;
        let mesh = Arc::make_mut(project.meshes.get_mut(&MESH).unwrap());
        let own = names.iter().map(|(name, _)| (*name).to_owned());
        mesh.lods[0].parts[0].attributes = own.collect();
        let json = document(&project);
        let attributes = json["meshes"][0]["primitives"][0]["attributes"].clone();
        let mut found: Vec<String> = attributes.as_object().unwrap().keys().cloned().collect();
        let usual = ["POSITION", "NORMAL", "JOINTS_0", "WEIGHTS_0"];
        found.retain(|name| !usual.contains(&name.as_str()));
        found.sort();
        found.join(" ")
    };
    assert_eq!(named(true, true, &[]), "COLOR_0 TEXCOORD_0");
    assert_eq!(
        named(
            true,
            true,
            &[("TEXCOORD_5", 2), ("COLOR_3", 3), ("COLOR_4", 4)]
        ),
        "COLOR_0 COLOR_1 COLOR_2 TEXCOORD_0 TEXCOORD_1"
    );
    assert_eq!(
        named(true, false, &[("TEXCOORD_5", 2)]),
        "TEXCOORD_0 TEXCOORD_1"
    );
    assert_eq!(
        named(false, true, &[("TEXCOORD_5", 2)]),
        "COLOR_0 TEXCOORD_0"
    );
    assert_eq!(
        named(
            false,
            false,
            &[("TEXCOORD_1", 3), ("COLOR_1", 2), ("_HEAT", 1), ("wet", 4)]
        ),
        "_COLOR_1 _HEAT _TEXCOORD_1 _wet"
    );
    assert_eq!(named(false, false, &[("COLOR_1", 3)]), "COLOR_0");
}

#[test]
fn looks_are_within_bounds_and_refused_where_one_number_is_none() {
    let with = |color: [f32; 4], cutoff: Option<f32>| {
        let mut project = small();
        let mesh = Arc::make_mut(project.meshes.get_mut(&MESH).unwrap());
        mesh.materials[0] = Material {
            name: "skin".into(),
            base_color: color,
            alpha_cutoff: cutoff,
            ..Material::default()
        };
        project
    };
    let found = |color, cutoff| document(&with(color, cutoff))["materials"][0].clone();
    let looks = found([-1.0, 0.25, 2.0, 1.0], Some(-0.5));
    let color = json!([0.0, 0.25, 1.0, 1.0]);
    assert_eq!(looks["pbrMetallicRoughness"]["baseColorFactor"], color);
    assert_eq!(looks["alphaCutoff"], json!(0.0));
    assert_eq!(found([1.0; 4], Some(0.0625))["alphaCutoff"], json!(0.0625));
    assert!(found([1.0; 4], None).get("alphaCutoff").is_none());
    for at in 0..4 {
        let mut color = [0.5; 4];
        color[at] = f32::NAN;
        assert!(refusal(&with(color, None)).contains("material “skin”"));
    }
    assert!(refusal(&with([1.0; 4], Some(f32::NAN))).contains("material “skin”"));
}

#[test]
fn a_turn_of_no_length_is_none() {
    let turned = |length: f32| {
        let project = edit_rig(small(), |rig| {
            rig.bones[1].reference.rotation = Quat::from_xyzw(length, 0.0, 0.0, 0.0);
        });
        let json = document(&project);
        let nodes = json["nodes"].as_array().unwrap();
        let node = nodes.iter().find(|node| node["name"] == "tip").unwrap();
        node["rotation"].clone()
    };
    assert_eq!(turned(2.0), json!([1.0, 0.0, 0.0, 0.0]));
    assert_eq!(turned(1.01e-6), json!([1.0, 0.0, 0.0, 0.0]));
    assert_eq!(turned(0.99e-6), json!([0.0, 0.0, 0.0, 1.0]));
}

#[test]
fn a_part_without_triangles_is_not_written_though_it_has_points() {
    let pointless = edit_part(small(), |part| part.indices = vec![].into());
    assert!(document(&pointless).get("meshes").is_none());
}

#[test]
fn one_influence_is_the_least() {
    let (project, _) = follows([4, 4, 4]);
    for wanted in [0, 1] {
        let style = Style {
            influences: wanted,
            ..Style::default()
        };
        let (found, written) = styled(&project, &style);
        assert_eq!(
            data(&found).weights[..8],
            [[1.0, 0.0, 0.0, 0.0]; 2].concat()
        );
        assert!(written.notes[0].contains("3 vertices lost influences"));
    }
}

#[test]
fn chunks_are_padded_with_blanks_and_zeros() {
    let glb = |name: &str, bytes: &[u8]| chunk::glb(&json!({"n": name}), bytes).unwrap();
    for length in 1..6 {
        let file = glb(&"x".repeat(length), &vec![7; length]);
        let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!(
            (&file[..4], word(4), word(8)),
            (&b"glTF"[..], 2, file.len())
        );
        let json = word(12);
        assert_eq!((json % 4, &file[16..20]), (0, &b"JSON"[..]));
        let text = std::str::from_utf8(&file[20..20 + json]).unwrap();
        assert_eq!(
            text.trim_end_matches(' '),
            json!({"n": "x".repeat(length)}).to_string()
        );
        let bin = 20 + json;
        assert_eq!((word(bin) % 4, &file[bin + 4..bin + 8]), (0, &b"BIN\0"[..]));
        let data = &file[bin + 8..];
        assert_eq!(data.len(), length.next_multiple_of(4));
        let is_right = |(at, byte): (usize, &u8)| *byte == if at < length { 7 } else { 0 };
        assert!(data.iter().enumerate().all(is_right), "{data:?}");
    }
    let alone = glb("x", &[]);
    assert_eq!(alone.len(), 20 + 12);
}
