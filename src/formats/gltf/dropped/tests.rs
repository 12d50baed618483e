use crate::gltf::tests::{imported, triangle};
use serde_json::json;

#[test]
fn what_is_left_out_is_named_once() {
    let mut builder = triangle(json!({"nodes": [{"mesh": 0, "name": "a"}]}));
    let vectors = builder.vec3(&[[0.0; 3]; 3]);
    let corners = builder.floats("VEC2", 2, &[0.0; 6]);
    let mut primitive = builder.json["meshes"][0]["primitives"][0].clone();
    for (name, accessor) in [
        ("TEXCOORD_0", corners),
        ("TEXCOORD_1", corners),
        ("COLOR_1", vectors),
        ("_AGE", vectors),
        ("FUR", vectors),
    ] {
        primitive["attributes"][name] = json!(accessor);
    }
    primitive["targets"] =
        json!([{"POSITION": vectors, "TANGENT": vectors}, {"TANGENT": vectors, "_AGE": vectors}]);
    primitive["material"] = json!(0);
    builder.json["meshes"][0]["primitives"] = json!([primitive, primitive]);
    builder.json["meshes"][0]["extras"] = json!({"targetNames": ["a", "b"]});
    builder.json["materials"] = json!([{"normalTexture": {"index": 0, "texCoord": 1}}]);
    let texts: Vec<String> = imported(&builder.finish())
        .report
        .entries
        .iter()
        .map(ToString::to_string)
        .collect();
    let left_out: Vec<&str> = texts
        .iter()
        .filter_map(|text| text.strip_suffix(" of 2 primitives were left out."))
        .collect();
    let place = "note: “tri” (/meshes/0/primitives/0): ";
    let expected = [
        "Values of an unknown type (FUR)",
        "Tangents of morph targets (TANGENT)",
        "Custom values of morph targets (_AGE)",
    ];
    assert_eq!(
        left_out,
        expected.map(|text| format!("{place}{text}")),
        "{texts:#?}"
    );
}

#[test]
fn what_is_not_drawn_comes_along_and_morphs_turn_the_tangents_that_there_are() {
    let mut builder = triangle(json!({"nodes": [{"mesh": 0, "name": "a"}]}));
    let deltas = builder.vec3(&[[0.0; 3], [0.5, 0.0, 0.0], [0.0; 3]]);
    let turns = builder.vec3(&[[0.0; 3], [0.0; 3], [0.0, 0.25, 0.0]]);
    let corners = builder.floats("VEC2", 2, &[0.0, 0.25, 0.5, 0.75, 1.0, 0.5]);
    let tangents = builder.floats("VEC4", 4, &[1.0, 0.0, 0.0, 1.0].repeat(3));
    let heat = builder.floats("SCALAR", 1, &[0.5, f32::NAN, 1e9]);
    let short = builder.floats("SCALAR", 1, &[0.5, 0.5]);
    let primitive = &mut builder.json["meshes"][0]["primitives"][0];
    for (name, accessor) in [
        ("TEXCOORD_0", corners),
        ("TEXCOORD_1", corners),
        ("TANGENT", tangents),
        ("_HEAT", heat),
        ("_SHORT", short),
    ] {
        primitive["attributes"][name] = json!(accessor);
    }
    primitive["targets"] = json!([{"POSITION": deltas, "TANGENT": turns}]);
    let imported = imported(&builder.finish());
    let part = &imported.project.meshes.values().next().unwrap().lods[0].parts[0];
    assert_eq!(part.attributes, ["TEXCOORD_1", "_HEAT"]);
    let values = |at: usize| part.data.values(&part.data.attributes[at]).to_vec();
    assert_eq!(
        (values(0), values(1)),
        (vec![0.0, 0.25, 0.5, 0.75, 1.0, 0.5], vec![0.5, 0.0, 1e9])
    );
    assert_eq!(part.data.attributes[0].name, anim::Name::new("TEXCOORD_1"));
    let moved: Vec<u32> = part.data.deltas.iter().map(|delta| delta.vertex).collect();
    assert_eq!(
        (moved, &part.data.delta_tangents[..]),
        (vec![1, 2], &[[0.0; 3], [0.0, 0.25, 0.0]][..])
    );
    let told: Vec<String> = imported
        .report
        .entries
        .iter()
        .map(ToString::to_string)
        .collect();
    assert!(
        told.iter()
            .any(|text| text.contains("_SHORT was left out") && text.contains("2 elements")),
        "{told:#?}"
    );
    assert!(
        told.iter()
            .any(|text| text.contains("1 values are not numbers")),
        "{told:#?}"
    );
}
