//! What materials and their pictures may say, and what becomes of it.

use super::{
    Imported,
    tests::{imported, texel, triangle, warnings},
};
use asset::Material;
use serde_json::{Value, json};

/// A triangle of each material, with pictures.
fn looks(materials: Value, textures: Value, images: Value) -> Imported {
    let mut builder =
        triangle(json!({"nodes": [{"mesh": 0}], "textures": textures, "images": images}));
    let uvs = builder.floats("VEC2", 2, &[0.0; 6]);
    let mut primitive = builder.json["meshes"][0]["primitives"][0].clone();
    primitive["attributes"]["TEXCOORD_0"] = json!(uvs);
    let each = |material: usize| {
        let mut primitive = primitive.clone();
        primitive["material"] = json!(material);
        primitive
    };
    builder.json["meshes"][0]["primitives"] =
        (0..materials.as_array().unwrap().len()).map(each).collect();
    builder.json["materials"] = materials;
    imported(&builder.finish())
}

fn materials(found: &Imported) -> Vec<Material> {
    found
        .project
        .meshes
        .values()
        .next()
        .unwrap()
        .materials
        .clone()
}

fn said(found: &Imported) -> String {
    found
        .report
        .entries
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n")
}

fn colored(texture: usize) -> Value {
    json!({"pbrMetallicRoughness": {"baseColorTexture": {"index": texture}}})
}

#[test]
fn colours_are_within_bounds_and_what_is_not_said_is_white_and_opaque() {
    let found = looks(
        json!([
            {"name": "skin", "pbrMetallicRoughness": {"baseColorFactor": [0.25, 1.5, -1, 0.5]}, "doubleSided": true},
            {"name": ""},
        ]),
        json!([]),
        json!([]),
    );
    let [skin, plain] = &materials(&found)[..] else {
        panic!("two materials")
    };
    assert_eq!(
        (skin.name.as_str(), skin.base_color, skin.double_sided),
        ("skin", [0.25, 1.0, 0.0, 0.5], true)
    );
    assert_eq!(
        (plain.name.as_str(), plain.base_color, plain.double_sided),
        ("material_1", [1.0; 4], false)
    );
    assert!(
        [skin, plain]
            .iter()
            .all(|m| m.texture.is_none() && m.normal_texture.is_none() && m.alpha_cutoff.is_none())
    );
}

#[test]
fn only_a_mask_cuts_out_and_by_half_where_it_does_not_say() {
    let found = looks(
        json!([
            {"alphaMode": "MASK", "alphaCutoff": 0.25},
            {"alphaMode": "MASK"},
            {"alphaMode": "OPAQUE", "alphaCutoff": 0.25},
            {"alphaMode": "MASK", "alphaCutoff": -1},
        ]),
        json!([]),
        json!([]),
    );
    let cutoffs: Vec<Option<f32>> = materials(&found)
        .iter()
        .map(|material| material.alpha_cutoff)
        .collect();
    assert_eq!(cutoffs, [Some(0.25), Some(0.5), None, Some(0.0)]);
    assert!(!said(&found).contains("translucent"));
    let blend = looks(json!([{"alphaMode": "BLEND"}]), json!([]), json!([]));
    assert!(said(&blend).contains("translucent") && materials(&blend)[0].alpha_cutoff.is_none());
}

#[test]
fn a_picture_is_read_once_and_named_for_itself_or_its_number() {
    let found = looks(
        json!([colored(0), colored(1), colored(2)]),
        json!([{"source": 0}, {"source": 1}, {"source": 0}]),
        json!([{"uri": texel(), "name": "face"}, {"uri": texel()}]),
    );
    let used: Vec<_> = materials(&found)
        .iter()
        .map(|material| material.texture.unwrap())
        .collect();
    assert_eq!((used[0], found.project.textures.len()), (used[2], 2));
    let names: Vec<&str> = used
        .iter()
        .map(|id| found.project.textures[id].name.as_str())
        .collect();
    assert_eq!(names, ["face", "image_1", "face"]);
    let texture = &found.project.textures[&used[0]];
    assert_eq!(
        (texture.width, texture.height, &texture.rgba[..]),
        (1, 1, &[128, 128, 255, 255][..])
    );
    assert!(warnings(&found).is_empty());
}

#[test]
fn pictures_that_cannot_be_had_are_left_out_one_by_one() {
    let found = looks(
        json!([colored(0), colored(1), colored(2), colored(3), colored(9)]),
        json!([{"source": 0}, {}, {"source": 7}, {"source": 1}]),
        json!([{}, {"uri": "data:;base64,AAAA"}]),
    );
    assert!(
        materials(&found)
            .iter()
            .all(|material| material.texture.is_none())
            && found.project.textures.is_empty()
    );
    let text = said(&found);
    for why in [
        "neither a URI nor a buffer view",
        "no PNG or JPEG image",
        "cannot be decoded",
    ] {
        assert!(text.contains(why), "{why}: {text}");
    }
    assert_eq!(warnings(&found).len(), 5, "{text}");
}

#[test]
fn a_normal_picture_needs_the_coordinates_of_the_colours() {
    let of = |normal: Value, colors: Option<Value>| {
        let mut material = json!({"normalTexture": normal});
        if let Some(colors) = colors {
            material["pbrMetallicRoughness"] = json!({"baseColorTexture": colors});
        }
        let found = looks(
            json!([material]),
            json!([{"source": 0}]),
            json!([{"uri": texel()}]),
        );
        (materials(&found)[0].normal_texture.is_some(), said(&found))
    };
    let moved = json!({"index": 0, "extensions": {"KHR_texture_transform": {"offset": [0.5, 0]}}});
    assert!(of(json!({"index": 0}), None).0 && of(moved.clone(), None).0);
    assert!(
        of(json!({"index": 0}), Some(json!({"index": 0}))).0
            && of(moved.clone(), Some(moved.clone())).0
    );
    assert!(
        of(
            json!({"index": 0, "texCoord": 0}),
            Some(json!({"index": 0}))
        )
        .0
    );
    assert!(!of(json!({"index": 0}), Some(moved)).0);
    assert!(
        !of(
            json!({"index": 0, "texCoord": 1}),
            Some(json!({"index": 0}))
        )
        .0
    );
    assert!(
        of(json!({"index": 0, "scale": 2}), None)
            .1
            .contains("strength")
    );
    assert!(
        !of(json!({"index": 0, "scale": 1}), None)
            .1
            .contains("strength")
    );
}
