//! Where something begins to be too much, too little or too near: from both sides, with the words.

use super::{
    import,
    tests::{Builder, TRIANGLE, imported, parts, triangle, warnings},
};
use crate::{Imported, Options, SourceFile};
use asset::source::Channel;
use serde_json::{Value, json};

fn refused(bytes: &[u8], more_memory: u64) -> String {
    let options = Options {
        more_memory,
        ..Options::default()
    };
    let file = SourceFile::named("file");
    let none = &mut |_: &str| Err("none".to_owned());
    let error = import(&file, bytes, none, &options, &|_| true).unwrap_err();
    format!("{}: {}", error.place, error.problem)
}

/// A node that an animation moves by samplers of such accessors.
fn sampled(samplers: &[(Value, Value)]) -> Builder {
    let mut builder = Builder::new(json!({"nodes": [{"name": "a"}]}));
    let mut add = |accessor: &Value| builder.push("accessors", accessor.clone());
    let samplers: Vec<Value> = samplers
        .iter()
        .map(|(input, output)| json!({"input": add(input), "output": add(output)}))
        .collect();
    let channel = |at: usize| json!({"sampler": at, "target": {"node": 0, "path": "translation"}});
    let channels: Vec<Value> = (0..samplers.len()).map(channel).collect();
    builder.json["animations"] = json!([{"samplers": samplers, "channels": channels}]);
    builder
}

#[test]
fn ten_million_keys_are_the_most() {
    let zeros = |count: usize| json!({"componentType": 5126, "count": count, "type": "SCALAR"});
    let output = json!({"componentType": 5126, "count": 1, "type": "VEC3"});
    let of = |count: usize| {
        refused(
            &sampled(&[(zeros(count), output.clone())]).finish(),
            1 << 40,
        )
    };
    let equal = "/animations/0/channels/0: the time of key 1 is not after that of key 0.";
    assert!(of(10_000_000).starts_with(equal), "{}", of(10_000_000));
    let most = of(10_000_001);
    assert!(
        most.contains("10000001 keys exceed the import limit of 10000000"),
        "{most}"
    );
}

#[test]
fn keys_of_all_channels_count_together() {
    let output = json!({"componentType": 5126, "count": 1, "type": "VEC3"});
    let of = |count: usize| {
        let one = json!({"componentType": 5126, "count": 1, "type": "SCALAR"});
        let many = json!({"componentType": 5126, "count": count, "type": "SCALAR"});
        let samplers = [(one, output.clone()), (many, output.clone())];
        refused(&sampled(&samplers).finish(), 1 << 40)
    };
    assert!(of(9_999_999).contains("is not after that"));
    assert!(of(10_000_000).contains("10000001 keys exceed"));
}

/// One clip of one channel of a node.
fn channel(times: &[f32], path: &str, width: usize, values: &[f32], how: &str) -> Imported {
    let mut builder = Builder::new(json!({"nodes": [{"name": "a"}]}));
    let kind = ["", "SCALAR", "VEC2", "VEC3", "VEC4"][width];
    let (input, output) = (
        builder.floats("SCALAR", 1, times),
        builder.floats(kind, width, values),
    );
    let target = json!({"node": 0, "path": path});
    builder.json["animations"] = json!([{
        "samplers": [{"input": input, "output": output, "interpolation": how}],
        "channels": [{"sampler": 0, "target": target}]
    }]);
    imported(&builder.finish())
}

fn translation(found: &Imported) -> Channel {
    let clip = found.project.clips.values().next().unwrap();
    clip.source.tracks[0].translation.clone().unwrap()
}

#[test]
fn a_key_counts_once_however_many_of_its_numbers_are_too_large() {
    let far = [2e9, 2e9, 2e9, 3e9, 3e9, 0.0, 0.0, 0.0, 4e9];
    let found = channel(
        &[0.0, 1.0],
        "translation",
        3,
        &[far, [0.0; 9]].concat(),
        "CUBICSPLINE",
    );
    let told = "1 keys have numbers that are too large; they were clamped.";
    assert!(
        warnings(&found)[0].ends_with(told),
        "{:?}",
        warnings(&found)
    );
    let kept = [1e9, 1e9, 1e9, 1e9, 1e9, 0.0, 0.0, 0.0, 1e9];
    assert_eq!(translation(&found).values, [kept, [0.0; 9]].concat());
}

#[test]
fn values_beyond_those_of_the_keys_are_left_out_at_the_end() {
    let values: Vec<f32> = (0..12u8).map(f32::from).collect();
    let found = channel(&[0.0, 1.0], "translation", 3, &values, "LINEAR");
    assert_eq!(translation(&found).values, values[..6]);
    assert_eq!(
        warnings(&found),
        [
            "warning: /animations/0/channels/0: Unexpected: the sampler's output has 4 elements, but its keys need 2; the first ones are used."
        ]
    );
}

#[test]
fn keys_nearer_than_a_microsecond_and_before_the_start_are_told_and_kept() {
    let values = [0.0, 0.0, 0.0, 1.0, 1.0, 1.0];
    for (times, told) in [
        ([0.0, 1.1e-6], None),
        (
            [0.0, 0.95e-6],
            Some("Keys are less than 1 µs apart; they are unchanged."),
        ),
        ([0.0, 2.0], None),
        (
            [-0.01, 2.0],
            Some("There are keys before time 0; the clip starts at time 0."),
        ),
    ] {
        let found = channel(&times, "translation", 3, &values, "LINEAR");
        let said = warnings(&found);
        let is_told = |text: &str| said.iter().any(|it| it.ends_with(text));
        assert_eq!(said.is_empty(), told.is_none(), "{times:?} {said:?}");
        assert!(told.is_none_or(is_told), "{times:?} {said:?}");
    }
}

#[test]
fn a_place_or_scale_that_no_float_holds_is_that_of_a_node_without_one() {
    let node = json!({"translation": [1e300, 2, -1e300], "scale": [1e300, 3, 4]});
    let found = imported(&Builder::new(json!({"nodes": [node]})).finish());
    let bones = &found.project.skeletons.values().next().unwrap().bones;
    let local = bones[0].reference;
    assert_eq!(local.translation.to_array(), [0.0, 2.0, 0.0]);
    assert_eq!(local.scale.to_array(), [1.0, 3.0, 4.0]);
    assert!(warnings(&found)[0].contains("invalid numbers"));
}

/// Deltas and what they turn, of a triangle with such attributes and such a target.
fn turned(attributes: &[&str], target: &[&str]) -> (usize, usize) {
    let mut builder = triangle(json!({"nodes": [{"mesh": 0}]}));
    let deltas = builder.vec3(&TRIANGLE);
    let tangents = builder.floats("VEC4", 4, &[1.0; 12]);
    let primitive = &mut builder.json["meshes"][0]["primitives"][0];
    for name in attributes {
        primitive["attributes"][name] = json!(tangents);
    }
    let target: serde_json::Map<String, Value> = target
        .iter()
        .map(|name| ((*name).to_owned(), json!(deltas)))
        .collect();
    primitive["targets"] = json!([target]);
    let found = imported(&builder.finish());
    let part = parts(&found.project).remove(0);
    (part.data.deltas.len(), part.data.delta_tangents.len())
}

#[test]
fn a_target_turns_tangents_where_both_it_and_the_mesh_have_some() {
    assert_eq!(turned(&["TANGENT"], &["POSITION"]), (2, 0));
    assert_eq!(turned(&[], &["POSITION", "TANGENT"]), (2, 0));
    assert_eq!(turned(&["TANGENT"], &["POSITION", "TANGENT"]), (2, 2));
    assert_eq!(turned(&["TANGENT"], &["TANGENT"]), (2, 2));
    assert_eq!(turned(&[], &["NORMAL"]), (2, 0));
}

#[test]
fn an_attribute_of_no_element_is_refused_and_one_of_another_number_left_out() {
    for (count, left_out) in [(0, false), (2, true), (4, true)] {
        let mut builder = triangle(json!({"nodes": [{"mesh": 0}]}));
        let normals = builder.vec3(&[[0.0, 1.0, 0.0]; 4]);
        builder.json["accessors"][normals]["count"] = json!(count);
        builder.json["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] = json!(normals);
        let bytes = builder.finish();
        if left_out {
            let told = format!("it has {count} elements, but the primitive has 3 vertices");
            assert!(warnings(&imported(&bytes))[0].contains(&told));
        } else {
            assert!(refused(&bytes, 0).starts_with("/accessors/1: count is 0."));
        }
    }
}

/// Joints and weights of a triangle in so many sets, of which each has a joint more.
#[test]
fn sixteen_sets_of_joints_are_the_most() {
    let heaviest = |sets: u16| {
        let joints: Vec<Value> = (0..sets)
            .map(|at| json!({"name": format!("{at}")}))
            .collect();
        let mut nodes = joints;
        let all: Vec<u16> = (0..sets).collect();
        nodes.push(json!({"mesh": 0, "skin": 0}));
        let mut builder = triangle(json!({"nodes": nodes, "skins": [{"joints": all}]}));
        for set in 0..sets {
            let joints = [set, 0, 0, 0].repeat(3);
            let accessor = json!({"componentType": 5123, "count": 3, "type": "VEC4"});
            let joints = builder.bytes(bytemuck::cast_slice(&joints), accessor);
            let weights = [f32::from(set + 1), 0.0, 0.0, 0.0].repeat(3);
            let weights = builder.floats("VEC4", 4, &weights);
            let attributes = &mut builder.json["meshes"][0]["primitives"][0]["attributes"];
            attributes[format!("JOINTS_{set}")] = json!(joints);
            attributes[format!("WEIGHTS_{set}")] = json!(weights);
        }
        let found = imported(&builder.finish());
        let data = parts(&found.project).remove(0).data;
        let skeleton = found.project.skeletons.values().next().unwrap();
        let bone = data.palette[usize::from(data.joints[0])].bone as usize;
        skeleton.bones[bone].name.clone()
    };
    assert_eq!(
        [1, 2, 15, 16, 17].map(heaviest),
        ["0", "1", "14", "15", "15"]
    );
}

#[test]
fn a_file_is_read_where_it_or_the_least_that_it_asks_for_is_of_version_2() {
    let refusal = |asset: Value| {
        let mut builder = triangle(json!({"nodes": [{"mesh": 0}]}));
        builder.json["asset"] = asset;
        let error = super::tests::try_import(&builder.finish()).err();
        error.map_or(String::new(), |error| error.to_string())
    };
    for sound in [
        json!({"version": "2.0"}),
        json!({"version": "2.7"}),
        json!({"version": "3.0", "minVersion": "2.0"}),
    ] {
        assert_eq!(refusal(sound), "");
    }
    for (asset, found) in [
        (json!({"version": "1.0"}), "1.0"),
        (json!({"version": "20"}), "20"),
        (json!({"version": "2.0", "minVersion": "2.1"}), "2.1"),
    ] {
        let told =
            format!("/asset/version: version {found} is not supported. Export it as glTF 2.0.");
        assert!(refusal(asset).starts_with(&told));
    }
}
