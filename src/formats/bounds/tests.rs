use super::*;
use crate::{
    dice::Dice,
    gltf::tests::{Builder, imported, parts, warnings},
};
use anim::{
    Pose,
    codec::EncoderSettings,
    skinning::{self, Skinned},
};
use asset::{Cache, Project};
use rayon::prelude::*;
use serde_json::{Value, json};

const ODD: [f32; 8] = [1e38, -1e38, 3e38, 1e30, 1e20, 1e-38, 1e-45, 1e12];

/// Six bones in a chain with a skinned and morphing triangle, all of it moving; odd numbers in many
/// places.
fn hostile(seed: u64) -> Vec<u8> {
    let mut dice = Dice(seed);
    let mut one_in = |n: usize, usual: f32| {
        let is_odd = dice.below(n) == 0;
        if is_odd { dice.of(&ODD) } else { usual }
    };
    let mut node = |at: usize| {
        let mut node = json!({
            "translation": [one_in(9, 0.1), one_in(9, 1.0), 0],
            "scale": [one_in(9, 1.0), one_in(9, 2.0), 1],
            "rotation": [one_in(40, 0.0), 0, 0, 1],
        });
        if at < 5 {
            node["children"] = json!([at + 1]);
        }
        node
    };
    let mut nodes: Vec<Value> = (0..6).map(&mut node).collect();
    nodes.push(json!({"mesh": 0, "skin": 0, "weights": [one_in(4, 0.5)]}));
    let mut builder = Builder::new(json!({"nodes": nodes}));
    let mut values =
        |n: usize, usual: f32| -> Vec<f32> { (0..n).map(|_| one_in(12, usual)).collect() };
    let (positions, deltas, binds) = (values(9, 0.5), values(9, 0.1), values(6 * 16, 0.3));
    let (moves, turns, scales) = (values(27, 1.0), values(12, 0.5), values(27, 1.5));
    let (weights, colors) = (values(9, 0.5), values(12, 0.5));
    let mut times = vec![0.0, 0.5, one_in(3, 1.0).abs().max(0.75)];
    times.dedup();
    let positions = builder.floats("VEC3", 3, &positions);
    let deltas = builder.floats("VEC3", 3, &deltas);
    let colors = builder.floats("VEC4", 4, &colors);
    let binds = builder.floats("MAT4", 16, &binds);
    let (joints, on_joints) = builder.on_first_joint(3);
    let attributes = json!({"POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": on_joints, "COLOR_0": colors});
    builder.json["meshes"] =
        json!([{"primitives": [{"attributes": attributes, "targets": [{"POSITION": deltas}]}]}]);
    builder.json["skins"] = json!([{"joints": [5, 4, 3, 2, 1, 0], "inverseBindMatrices": binds}]);
    let times = builder.floats("SCALAR", 1, &times);
    let moves = builder.floats("VEC3", 3, &moves);
    let turns = builder.floats("VEC4", 4, &turns);
    let scales = builder.floats("VEC3", 3, &scales);
    let weights = builder.floats("SCALAR", 1, &weights);
    let sampler =
        |output: usize, how: &str| json!({"input": times, "output": output, "interpolation": how});
    let samplers = [
        sampler(moves, "CUBICSPLINE"),
        sampler(turns, "LINEAR"),
        sampler(scales, "CUBICSPLINE"),
        sampler(weights, "CUBICSPLINE"),
    ];
    let channel = |sampler: usize, node: usize, path: &str| json!({"sampler": sampler, "target": {"node": node, "path": path}});
    let mut channels = vec![channel(3, 6, "weights")];
    for bone in [0, 2, 4] {
        channels.extend([
            channel(0, bone, "translation"),
            channel(1, bone, "rotation"),
            channel(2, bone, "scale"),
        ]);
    }
    builder.json["animations"] =
        json!([{"name": "all", "channels": channels, "samplers": samplers}]);
    builder.finish()
}

/// Everything that playing makes of a project.
fn numbers(project: &Project) -> Vec<f32> {
    let library = asset::compile(
        project,
        &mut Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let authored = project.skeletons.values().next().unwrap();
    let (skeleton, mut numbers) = (&library.skeletons[0], Vec::new());
    let shells = asset::library_shells(&library, skeleton);
    let mut show = |pose: &Pose| {
        let mut models = Vec::new();
        anim::pose::local_to_model(skeleton, pose, &mut models);
        numbers.extend(models.iter().flat_map(|model| model.to_cols_array()));
        numbers.extend(pose.curves.iter().map(|(_, value)| *value));
        for part in parts(project) {
            let mut skinned = Skinned::default();
            skinning::skin_pose(&part.data, &models, pose, &mut skinned);
            numbers.extend(
                skinned
                    .positions
                    .iter()
                    .flat_map(|position| position.to_array()),
            );
        }
    };
    show(&Pose::reference(skeleton));
    for clip in project.clips.values() {
        for time in [0.0, 0.25, 0.5, 0.6, 1e9] {
            let mut pose = Pose::reference(skeleton);
            for track in &clip.source.tracks {
                let bone = authored.index(&track.bone).unwrap();
                pose.set(bone, &track.evaluate(time, &skeleton.reference(bone)));
            }
            show(&pose);
        }
    }
    for clip in &library.clips {
        let settings = EncoderSettings {
            precision: 1e-4,
            ..EncoderSettings::default()
        };
        if let Ok((_, report)) = asset::compress(clip, &[], (skeleton, &shells), &settings) {
            numbers.extend([
                report.max_error,
                report.mean_error,
                report.root_mean_square,
                report.p99_error,
            ]);
            numbers.extend(
                report
                    .bones
                    .iter()
                    .flat_map(|bone| [bone.max, bone.mean, bone.root_mean_square]),
            );
            numbers.extend(asset::seam(clip, (skeleton, &shells)));
        }
    }
    numbers
}

#[test]
fn whatever_numbers_a_file_has_what_plays_is_finite() {
    (0..300).into_par_iter().for_each(|seed| {
        let found = imported(&hostile(seed));
        let numbers = numbers(&found.project);
        let bad = numbers.iter().filter(|number| !number.is_finite()).count();
        assert_eq!(
            bad,
            0,
            "seed {seed}, {} numbers, {:?}",
            numbers.len(),
            warnings(&found)
        );
    });
}

#[test]
fn numbers_beyond_bounds_are_brought_within_and_reported_where_they_are() {
    let nodes = json!([{"name": "a", "translation": [1e38, -1e38, 5], "children": [1]}, {"name": "b", "scale": [1e20, 1, 1e-20]}]);
    let found = imported(&Builder::new(json!({"nodes": nodes})).finish());
    let bones = &found.project.skeletons.values().next().unwrap().bones;
    assert_eq!(bones[0].reference.translation.to_array(), [1e9, -1e9, 5.0]);
    assert_eq!(bones[1].reference.scale.to_array(), [1e6, 1.0, 0.0]);
    let places: Vec<String> = found
        .report
        .entries
        .iter()
        .map(|entry| entry.place.to_string())
        .collect();
    assert_eq!(places, ["/nodes/0", "/nodes/1"]);
}

#[test]
fn scales_that_multiply_beyond_bounds_are_left_out_from_there_on() {
    let node = |child: usize| json!({"scale": [1e4, 1e4, 1e4], "translation": [1, 0, 0], "children": [child]});
    let nodes = json!([node(1), node(2), node(3), {"translation": [1, 0, 0]}]);
    let found = imported(&Builder::new(json!({"nodes": nodes})).finish());
    let bones = &found.project.skeletons.values().next().unwrap().bones;
    let scales: Vec<f32> = bones.iter().map(|bone| bone.reference.scale.x).collect();
    assert_eq!(scales, [1e4, 1e4, 1.0, 1.0]);
    assert!(
        warnings(&found)[0].starts_with("warning: /nodes/2: "),
        "{:?}",
        warnings(&found)
    );
}

#[test]
fn keys_at_absurd_times_are_left_out() {
    let clip = |times: [f32; 3]| {
        let mut builder = Builder::new(json!({"nodes": [{}]}));
        let input = builder.floats("SCALAR", 1, &times);
        let output = builder.vec3(&[[1.0; 3], [2.0; 3], [3.0; 3]]);
        let channel = json!({"sampler": 0, "target": {"node": 0, "path": "translation"}});
        builder.json["animations"] =
            json!([{"channels": [channel], "samplers": [{"input": input, "output": output}]}]);
        let found = imported(&builder.finish());
        let clip = found.project.clips.values().next().unwrap().clone();
        let channel = clip.source.tracks[0].translation.clone().unwrap();
        (
            channel.times,
            channel.values[0],
            clip.source.duration,
            warnings(&found).len(),
        )
    };
    assert_eq!(
        clip([-1e38, 0.0, 1.0]),
        (vec![0.0, 1.0], 2.0, 1.0, 2),
        "also that keys lie before 0"
    );
    assert_eq!(clip([0.0, 1.0, 1e30]), (vec![0.0, 1.0], 1.0, 1.0, 1));
    assert_eq!(clip([1e30, 1e31, 1e32]), (vec![0.0], 1.0, 0.0, 1));
    assert_eq!(clip([0.0, 0.5, 1.0]), (vec![0.0, 0.5, 1.0], 1.0, 1.0, 0));
}

/// Each is within reach by itself.
#[test]
fn what_is_beyond_reach_only_in_sum_is_left_out() {
    let json = json!({"nodes": [
        {"scale": [1000, 1000, 1000], "children": [1]},
        {"translation": [4e8, 0, 0], "children": [2]},
        {"translation": [4e8, 0, 0], "children": [3]},
        {"translation": [1, 0, 0]},
        {"mesh": 0, "skin": 0},
    ]});
    let mut builder = Builder::new(json);
    let positions = builder.floats("VEC3", 3, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let (joints, weights) = builder.on_first_joint(3);
    builder.json["meshes"] = json!([{"primitives": [{"attributes":
        {"POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": weights}}]}]);
    builder.json["skins"] = json!([{"joints": [3, 2, 1, 0]}]);
    let said = warnings(&imported(&builder.finish()));
    let beyond: Vec<_> = said.iter().filter(|text| text.contains("m away")).collect();
    assert!(
        beyond.len() == 1 && beyond[0].contains("/nodes/2"),
        "{said:?}"
    );
}

fn bone(parent: Option<u32>, along: f32, scale: f32) -> Bone {
    let local = Transform {
        translation: Vec3::X * along,
        scale: Vec3::splat(scale),
        ..Transform::IDENTITY
    };
    Bone {
        source: Some(7),
        ..Bone::new("a", parent, local)
    }
}

#[test]
fn a_transform_is_kept_to_its_bounds_and_brought_to_them_beyond() {
    let with = |along: f32, scale: f32| {
        let mut local = bone(None, along, scale).reference;
        let is_same = super::transform(&mut local);
        (is_same, local.translation.x, local.scale.x)
    };
    assert_eq!(with(1e9, 1e6), (true, 1e9, 1e6));
    assert_eq!(with(-1e9, -1e6), (true, -1e9, -1e6));
    assert_eq!(with(1.1e9, 1.0), (false, 1e9, 1.0));
    assert_eq!(with(-1.1e9, 1.0), (false, -1e9, 1.0));
    assert_eq!(with(0.0, 1.1e6), (false, 0.0, 1e6));
    assert_eq!(with(0.0, 1e-9), (true, 0.0, 1e-9));
    assert_eq!(with(0.0, -1e-9), (true, 0.0, -1e-9));
    assert_eq!(with(0.0, 0.99e-9), (true, 0.0, 0.0));
}

#[test]
fn scales_may_multiply_to_a_thousand_million() {
    let with = |scales: [f32; 3]| {
        let mut bones: Vec<Bone> = (0..3u32)
            .zip(scales)
            .map(|(at, scale)| bone(at.checked_sub(1), 1.0, scale))
            .collect();
        let mut report = ImportReport::default();
        reference_pose(&mut bones, &mut report);
        let scales = [0, 1, 2].map(|at| bones[at].reference.scale.x);
        let told: Vec<String> = report.entries.iter().map(ToString::to_string).collect();
        (scales, told)
    };
    assert_eq!(with([1e6, 1e3, 1.0]), ([1e6, 1e3, 1.0], vec![]));
    assert_eq!(with([1e6, -1e3, 1.0]), ([1e6, -1e3, 1.0], vec![]));
    let told = "warning: /nodes/7: The scale of the node and its parents exceeds 1e9; its own scale was left out.";
    let beyond = 1.001e3;
    assert_eq!(
        with([1e6, beyond, 2.0]),
        ([1e6, 1.0, 2.0], vec![told.into()])
    );
    assert_eq!(
        with([1e6, 1e3, beyond]),
        ([1e6, 1e3, 1.0], vec![told.into()])
    );
}

#[test]
fn a_node_may_be_a_million_million_metres_away() {
    // The parts along the axes count as one along the diagonal of a cube.
    let most = 1e12 / 3f64.sqrt();
    let with = |along: f64| {
        let scale = 1e6;
        let mut bones = vec![
            bone(None, 0.0, scale),
            bone(Some(0), (along / f64::from(scale)) as f32, 1.0),
            bone(Some(1), 1.0, 1.0),
        ];
        let mut report = ImportReport::default();
        reference_pose(&mut bones, &mut report);
        let told: Vec<String> = report.entries.iter().map(ToString::to_string).collect();
        (
            bones[1].reference.translation.x > 0.0,
            bones[2].reference.translation.x,
            told,
        )
    };
    assert_eq!(with(0.9999 * most), (true, 1.0, vec![]));
    let told =
        "warning: /nodes/7: The node is more than 1e12 m away; its translation was left out.";
    assert_eq!(with(1.0001 * most), (false, 1.0, vec![told.into()]));
}

#[test]
fn turns_far_from_unit_length_are_brought_to_it_and_counted() {
    let with = |values: &[f32], key: usize, value: usize| {
        let mut channel = Channel {
            values: values.to_vec(),
            ..Channel::default()
        };
        let changed = turns(&mut channel, key, value);
        (changed, channel.values)
    };
    for length in [1e-3, 1.0, 999.0, 1e3] {
        let usual = [0.0, 0.0, length, 0.0];
        assert_eq!(with(&usual, 4, 0), (0, usual.to_vec()), "{length}");
    }
    let (short, long) = ([0.0, 0.99e-3, 0.0, 0.0], [0.0, 0.0, 0.0, -1.01e3]);
    let (one, other) = ([0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, -1.0]);
    let all = [short, long, one].concat();
    assert_eq!(with(&all, 4, 0), (2, [one, other, one].concat()));
    // Tangents are divided by the length of the value that they stand around.
    let cubic = [
        [2e3, 0.0, 0.0, 0.0],
        [0.0, 4e3, 0.0, 0.0],
        [0.0, 0.0, 8e3, 0.0],
    ]
    .concat();
    let wanted = [
        [0.5, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 2.0, 0.0],
    ]
    .concat();
    assert_eq!(with(&cubic, 12, 4), (1, wanted));
    let steep = [[2e9, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0; 4]].concat();
    let wanted = [[1e9, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0; 4]].concat();
    assert_eq!(with(&steep, 12, 4), (0, wanted));
}

#[test]
fn keys_are_counted_once_whatever_of_them_is_beyond() {
    let mut channel = Channel {
        values: vec![5.0, -5.0, 5.1, -6.0, 0.0, 9.0],
        ..Channel::default()
    };
    assert_eq!(keys(&mut channel, 2, 5.0), 2);
    assert_eq!(channel.values, [5.0, -5.0, 5.0, -5.0, 0.0, 5.0]);
}

#[test]
fn a_cubic_may_reach_its_largest_number_and_once_more_for_every_second() {
    let channel = |interpolation, times: &[f32]| Channel {
        interpolation,
        times: times.to_vec(),
        values: vec![1.0, -4.0, 2.0],
    };
    let reached = |interpolation, times: &[f32]| extreme(&channel(interpolation, times));
    assert_eq!(reached(Interpolation::Linear, &[0.0, 100.0]), 4.0);
    assert_eq!(reached(Interpolation::Cubic, &[5.0]), 4.0);
    assert_eq!(reached(Interpolation::Cubic, &[5.0, 5.5, 7.5, 8.0]), 12.0);
}
