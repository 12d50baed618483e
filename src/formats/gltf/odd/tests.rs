use super::super::tests::{Builder, imported, parts, triangle, warnings};
use serde_json::{Value, json};

/// Puts a value at a place of a file with a node, a mesh, a material and a morph target.
fn with(place: &str, value: Value) -> Builder {
    let mut builder =
        triangle(json!({"nodes": [{"name": "hips", "mesh": 0}], "materials": [{"name": "skin"}]}));
    let target = builder.vec3(&[[0.0, 0.0, 1.0]; 3]);
    builder.json["meshes"][0]["primitives"][0]["targets"] = json!([{"POSITION": target}]);
    builder.json["meshes"][0]["extras"] = json!({"targetNames": ["smile"]});
    let mut at = &mut builder.json;
    for step in place.split('/').skip(1) {
        at = match step.parse::<usize>() {
            Ok(index) => &mut at[index],
            Err(_) => &mut at[step],
        };
    }
    *at = value;
    builder
}

#[test]
fn a_field_of_another_type_costs_that_field_and_is_told_with_its_place() {
    let deep: Value = (0..60).fold(json!(1), |inside, _| json!([inside]));
    let places = [
        "/nodes/0/name",
        "/meshes/0/name",
        "/meshes/0/extras/targetNames",
        "/materials/0/name",
        "/materials/0/alphaMode",
        "/materials/0/alphaCutoff",
        "/materials/0/doubleSided",
        "/materials/0/pbrMetallicRoughness/baseColorFactor",
    ];
    for place in places {
        for odd in [json!({"0": "A"}), deep.clone(), json!({"a": deep.clone()})] {
            let is_list = place.ends_with("targetNames") && odd.is_array();
            let found = imported(&with(place, odd.clone()).finish());
            assert_eq!(
                (
                    parts(&found.project).len(),
                    parts(&found.project)[0].morphs.len()
                ),
                (1, 1)
            );
            let is_told = warnings(&found).iter().any(|text| text.contains(place));
            assert_eq!(is_told, !is_list, "{place} {odd} {:?}", warnings(&found));
        }
        let none = imported(&with(place, Value::Null).finish());
        assert!(warnings(&none).is_empty(), "{place}: {:?}", warnings(&none));
    }
}

#[test]
fn names_that_are_none_among_others_cost_only_themselves() {
    let found =
        imported(&with("/meshes/0/extras/targetNames", json!([{"a": [1]}, "late"])).finish());
    assert_eq!(parts(&found.project)[0].morphs, ["tri_morph_0"]);
}

#[test]
fn looks_that_do_not_fit_are_left_out() {
    for (name, width, kind) in [
        ("NORMAL", 3, "VEC3"),
        ("TANGENT", 4, "VEC4"),
        ("TEXCOORD_0", 2, "VEC2"),
        ("COLOR_0", 4, "VEC4"),
    ] {
        let mut builder = triangle(json!({"nodes": [{"mesh": 0}]}));
        let numbers = builder.floats(kind, width, &vec![0.5; 2 * width]);
        builder.json["meshes"][0]["primitives"][0]["attributes"][name] = json!(numbers);
        let found = imported(&builder.finish());
        let place = format!("/meshes/0/primitives/0/attributes/{name}");
        assert!(
            warnings(&found).iter().any(|text| text.contains(&place)),
            "{name}: {:?}",
            warnings(&found)
        );
        assert_eq!(parts(&found.project).len(), 1);
    }
    let found = imported(&with("/meshes/0/primitives/0/material", json!(7)).finish());
    assert!(
        warnings(&found)[0].contains("/meshes/0/primitives/0")
            && warnings(&found)[0].contains("Material 7")
    );
}

#[test]
fn null_is_as_if_it_were_not_there() {
    for list in [
        "cameras",
        "skins",
        "animations",
        "textures",
        "images",
        "extensionsUsed",
        "scenes",
    ] {
        let found = imported(&with(&format!("/{list}"), Value::Null).finish());
        assert!(
            warnings(&found).is_empty() && parts(&found.project).len() == 1,
            "{list}"
        );
    }
}
