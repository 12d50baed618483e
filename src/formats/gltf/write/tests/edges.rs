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
            "mesh “body”, part “body”: {count} vertices follow fewer bones than they did; on average {mean} %, at most \
             {most} % of their weight went to the others."
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
