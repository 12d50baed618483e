//! What primitives and skins may say, what of it is repaired or left out, and the words for it.

use super::{
    Imported,
    tests::{Builder, imported, parts, triangle, try_import, warnings},
};
use anim::MeshPart;
use serde_json::{Value, json};

fn data(found: &Imported) -> MeshPart {
    (*parts(&found.project)[0].data).clone()
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

/// A triangle of which an attribute has these numbers.
fn with_attribute(name: &str, kind: &str, width: usize, values: &[f32]) -> Vec<u8> {
    let mut builder = triangle(json!({"nodes": [{"mesh": 0}]}));
    let accessor = builder.floats(kind, width, values);
    builder.json["meshes"][0]["primitives"][0]["attributes"][name] = json!(accessor);
    builder.finish()
}

#[test]
fn positions_that_are_not_numbers_are_0_and_far_ones_are_brought_near() {
    let found = imported(&with_attribute(
        "POSITION",
        "VEC3",
        3,
        &[f32::NAN, 1.0, 1.0, 2e9, -3e9, 5.0, 1e9, 0.0, 0.0],
    ));
    assert_eq!(
        &*data(&found).positions,
        [[0.0; 3], [1e9, -1e9, 5.0], [1e9, 0.0, 0.0]]
    );
    assert!(
        said(&found).contains("1 positions are not numbers; 0 is used"),
        "{}",
        said(&found)
    );
    assert!(
        said(&found).contains("1 positions are larger than 1e9"),
        "{}",
        said(&found)
    );
}

#[test]
fn normals_are_brought_to_unit_length_and_missing_directions_are_computed() {
    let found = imported(&with_attribute(
        "NORMAL",
        "VEC3",
        3,
        &[0.0, 3.0, 0.0, 0.0, 0.0, 0.0, f32::NAN, 0.0, 0.0],
    ));
    assert_eq!(
        &*data(&found).normals,
        [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]]
    );
    assert!(
        said(&found).contains("2 normals have no direction"),
        "{}",
        said(&found)
    );
    let plain = imported(&triangle(json!({"nodes": [{"mesh": 0}]})).finish());
    assert_eq!(&*data(&plain).normals, [[0.0, 0.0, 1.0]; 3]);
    assert!(warnings(&plain).is_empty() && said(&plain).contains("has no normals"));
}

#[test]
fn colours_of_three_numbers_are_opaque_and_broken_ones_white() {
    let found = imported(&with_attribute(
        "COLOR_0",
        "VEC3",
        3,
        &[0.1, 0.2, 0.3, f32::NAN, 0.0, 0.0, 2e6, 0.0, -0.5],
    ));
    assert_eq!(
        &*data(&found).colors,
        [[0.1, 0.2, 0.3, 1.0], [1.0; 4], [1e6, 0.0, -0.5, 1.0]]
    );
    let four = [
        0.1,
        0.2,
        0.3,
        0.4,
        0.5,
        0.6,
        0.7,
        0.8,
        f32::INFINITY,
        0.0,
        0.0,
        0.0,
    ];
    let found = imported(&with_attribute("COLOR_0", "VEC4", 4, &four));
    assert_eq!(
        &*data(&found).colors,
        [[0.1, 0.2, 0.3, 0.4], [0.5, 0.6, 0.7, 0.8], [1.0; 4]]
    );
}

#[test]
fn texture_coordinates_are_numbers_within_bounds() {
    let found = imported(&with_attribute(
        "TEXCOORD_0",
        "VEC2",
        2,
        &[0.5, 0.25, f32::NAN, 1.0, 2e6, -2e6],
    ));
    assert_eq!(&*data(&found).uvs, [[0.5, 0.25], [0.0; 2], [1e6, -1e6]]);
    assert!(
        said(&found).contains("1 texture coordinates are not numbers"),
        "{}",
        said(&found)
    );
}

#[test]
fn an_attribute_of_another_length_is_left_out_with_both() {
    for (name, kind, width) in [
        ("NORMAL", "VEC3", 3),
        ("TANGENT", "VEC4", 4),
        ("TEXCOORD_0", "VEC2", 2),
        ("COLOR_0", "VEC4", 4),
    ] {
        let found = try_import(&with_attribute(name, kind, width, &vec![1.0; 2 * width])).unwrap();
        let said = super::tests::warnings(&found).join(" ");
        assert!(
            said.contains("2 elements, but the primitive has 3 vertices") && said.contains(name),
            "{said}"
        );
    }
}

fn indexed(mode: Option<usize>, indices: &[u8]) -> Result<Imported, crate::ImportError> {
    let mut builder = triangle(json!({"nodes": [{"mesh": 0}]}));
    let accessor = json!({"componentType": 5121, "count": indices.len(), "type": "SCALAR"});
    let accessor = builder.bytes(indices, accessor);
    let primitive = &mut builder.json["meshes"][0]["primitives"][0];
    primitive["indices"] = json!(accessor);
    if let Some(mode) = mode {
        primitive["mode"] = json!(mode);
    }
    try_import(&builder.finish())
}

#[test]
fn indices_make_triangles_by_their_mode_and_name_vertices_that_are_there() {
    for (mode, indices, triangles, said) in [
        (None, &[2, 1, 0][..], &[2, 1, 0][..], 0),
        (Some(4), &[0, 1, 2, 2], &[0, 1, 2], 1),
        (Some(4), &[0, 1, 2, 2, 1], &[0, 1, 2], 1),
        (Some(5), &[0, 1, 2, 0], &[0, 1, 2, 1, 0, 2], 0),
        (Some(6), &[0, 1, 2, 1], &[1, 2, 0, 2, 1, 0], 0),
    ] {
        let found = indexed(mode, indices).unwrap();
        assert_eq!(
            (&*data(&found).indices, warnings(&found).len()),
            (triangles, said),
            "{mode:?} {indices:?}"
        );
    }
    let error = indexed(None, &[0, 1, 3]).unwrap_err().to_string();
    assert!(
        error.contains("index 3 has no vertex; the mesh has 3"),
        "{error}"
    );
    assert!(
        indexed(Some(7), &[0, 1, 2])
            .unwrap_err()
            .to_string()
            .contains("mode 7 is unknown")
    );
    for mode in 0..4 {
        let found = indexed(Some(mode), &[0, 1, 2]).unwrap();
        assert!(
            parts(&found.project).is_empty() && said(&found).contains("points or lines"),
            "{mode}"
        );
    }
}

#[test]
fn a_primitive_without_positions_is_left_out() {
    let mut builder = triangle(json!({"nodes": [{"mesh": 0}]}));
    builder.json["meshes"][0]["primitives"][0]["attributes"] = json!({});
    let found = imported(&builder.finish());
    assert!(parts(&found.project).is_empty() && said(&found).contains("no positions"));
}

#[test]
fn targets_keep_the_vertices_that_they_move_and_where_each_begins() {
    let mut builder = triangle(json!({"nodes": [{"mesh": 0}]}));
    let up = [0.0, 1.0, 0.0];
    let first = builder.vec3(&[[0.0; 3], up, [0.0; 3]]);
    let normals = builder.vec3(&[[0.0; 3], [0.0; 3], [1.0, 0.0, 0.0]]);
    let broken = builder.vec3(&[[f32::NAN; 3], up, [0.0, 2e9, 0.0]]);
    let targets = json!([{"POSITION": first, "NORMAL": normals}, {"NORMAL": normals}, {}, {"POSITION": broken}]);
    builder.json["meshes"][0]["primitives"][0]["targets"] = targets;
    let found = imported(&builder.finish());
    let data = data(&found);
    let ranges: Vec<(u32, u32)> = data
        .morphs
        .iter()
        .map(|morph| (morph.first_delta, morph.delta_count))
        .collect();
    assert_eq!(ranges, [(0, 2), (2, 1), (3, 0), (3, 2)]);
    let vertices: Vec<u32> = data.deltas.iter().map(|delta| delta.vertex).collect();
    assert_eq!(vertices, [1, 2, 2, 1, 2]);
    assert_eq!(
        (data.deltas[0].position, data.deltas[0].normal),
        (up, [0.0; 3])
    );
    assert_eq!(
        (data.deltas[1].position, data.deltas[1].normal),
        ([0.0; 3], [1.0, 0.0, 0.0])
    );
    assert_eq!(data.deltas[4].position, [0.0, 1e9, 0.0]);
    assert!(
        said(&found).contains("1 morph deltas are not numbers"),
        "{}",
        said(&found)
    );
}

/// A triangle that follows the joints of a skin.
struct Skinned {
    json: Value,
    joints: Vec<u8>,
    weights: Vec<f32>,
    binds: Option<Vec<f32>>,
}

impl Skinned {
    /// Two joints a metre apart, all vertices on the first.
    fn new() -> Self {
        let nodes = json!([{"name": "a", "children": [1]}, {"name": "b", "translation": [0, 1, 0]}, {"mesh": 0, "skin": 0}]);
        Self {
            json: json!({"nodes": nodes, "skins": [{"joints": [0, 1]}]}),
            joints: [0, 1, 0, 0].repeat(3),
            weights: [1.0, 0.0, 0.0, 0.0].repeat(3),
            binds: None,
        }
    }

    fn file(self) -> Vec<u8> {
        let mut builder = triangle(self.json);
        let joints = builder.bytes(
            &self.joints,
            json!({"componentType": 5121, "count": self.joints.len() / 4, "type": "VEC4"}),
        );
        let weights = builder.floats("VEC4", 4, &self.weights);
        let attributes = &mut builder.json["meshes"][0]["primitives"][0]["attributes"];
        (attributes["JOINTS_0"], attributes["WEIGHTS_0"]) = (json!(joints), json!(weights));
        if let Some(binds) = self.binds {
            let binds = builder.floats("MAT4", 16, &binds);
            builder.json["skins"][0]["inverseBindMatrices"] = json!(binds);
        }
        builder.finish()
    }

    fn read(self) -> Imported {
        imported(&self.file())
    }
}

/// A matrix that moves along y, with a factor.
fn bind(y: f32, factor: f32) -> Vec<f32> {
    glam::Mat4::from_cols_array(&[
        factor, 0.0, 0.0, 0.0, 0.0, factor, 0.0, 0.0, 0.0, 0.0, factor, 0.0, 0.0, y, 0.0, 1.0,
    ])
    .to_cols_array()
    .to_vec()
}

#[test]
fn weights_that_hardly_miss_1_are_brought_to_it_and_others_with_a_word() {
    for (weight, is_said) in [(1.019, false), (0.981, false), (1.021, true), (0.979, true)] {
        let weights = [
            weight, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0,
        ]
        .to_vec();
        let found = Skinned {
            weights,
            ..Skinned::new()
        }
        .read();
        assert_eq!(data(&found).weights[0], 1.0);
        assert_eq!(
            said(&found).contains("1 vertices have weights that do not sum to 1"),
            is_said,
            "{}",
            said(&found)
        );
    }
}

#[test]
fn vertices_without_weights_or_with_broken_ones_are_counted() {
    let mut weights = Skinned::new().weights;
    (weights[0], weights[4]) = (0.0, -1.0);
    (weights[5], weights[9]) = (1.0, f32::NAN);
    let found = Skinned {
        weights,
        ..Skinned::new()
    }
    .read();
    assert!(
        said(&found).contains("2 vertices have negative or invalid weights"),
        "{}",
        said(&found)
    );
    assert!(
        said(&found).contains("1 vertices have no weights"),
        "{}",
        said(&found)
    );
    let data = data(&found);
    assert_eq!(
        (
            data.influences,
            data.joints[0],
            data.joints[4],
            data.weights[4]
        ),
        (4, 0, 1, 1.0)
    );
}

#[test]
fn a_skin_needs_joints_that_are_there_and_a_bind_for_each() {
    let with = |skin: Value| Skinned {
        json: {
            let mut json = Skinned::new().json;
            json["skins"] = json!([skin]);
            json
        },
        ..Skinned::new()
    };
    assert!(
        try_import(&with(json!({"joints": []})).file())
            .unwrap_err()
            .to_string()
            .contains("no joints")
    );
    assert!(try_import(&with(json!({"joints": [0, 9]})).file()).is_err());
    let fewer = Skinned {
        binds: Some(bind(0.0, 1.0)),
        ..Skinned::new()
    };
    assert!(
        try_import(&fewer.file())
            .unwrap_err()
            .to_string()
            .contains("fewer inverse bind matrices")
    );
    let more = Skinned {
        binds: Some([bind(0.0, 1.0), bind(-1.0, 1.0), bind(5.0, 1.0)].concat()),
        ..Skinned::new()
    };
    assert!(said(&more.read()).is_empty() || warnings(&Skinned::new().read()).is_empty());
    let beyond = Skinned {
        joints: [2, 0, 0, 0].repeat(3),
        ..Skinned::new()
    };
    assert!(
        try_import(&beyond.file()).is_err(),
        "a slot that the skin has not"
    );
}

#[test]
fn a_joint_that_a_skin_lists_twice_is_said() {
    let mut json = Skinned::new().json;
    json["skins"] = json!([{"joints": [0, 1, 0]}]);
    let found = Skinned {
        json,
        ..Skinned::new()
    }
    .read();
    assert!(
        said(&found).contains("lists a joint twice"),
        "{}",
        said(&found)
    );
    assert!(!said(&Skinned::new().read()).contains("twice"));
    assert_eq!(
        data(&found)
            .palette
            .iter()
            .map(|joint| joint.bone)
            .collect::<Vec<_>>(),
        [0, 1, 0]
    );
}

#[test]
fn binds_that_cannot_be_undone_or_are_too_large_give_way_to_the_rest_pose() {
    let rows = |second: Vec<f32>| {
        let found = Skinned {
            binds: Some([bind(0.0, 1.0), second].concat()),
            ..Skinned::new()
        }
        .read();
        let is_said =
            said(&found).contains("1 inverse bind matrices are not invertible or too large");
        (data(&found).palette[1].inverse_bind, is_said)
    };
    let at_rest = [
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, -1.0],
        [0.0, 0.0, 1.0, 0.0],
    ];
    for bad in [
        bind(-1.0, 0.0),
        bind(f32::NAN, 1.0),
        bind(-1.1e9, 1.0),
        bind(-1.0, 1.1e9),
    ] {
        assert_eq!(rows(bad.clone()), (at_rest, true), "{bad:?}");
    }
    assert_eq!(rows(bind(-1.0, 1.0)), (at_rest, false));
    assert!(!rows(bind(-0.9e9, 1.0)).1);
}

#[test]
fn joints_and_weights_come_together_or_not_at_all() {
    let mut builder =
        triangle(json!({"nodes": [{}, {"mesh": 0, "skin": 0}], "skins": [{"joints": [0]}]}));
    let (joints, weights) = builder.on_first_joint(3);
    for (name, accessor) in [
        ("JOINTS_0", joints),
        ("WEIGHTS_0", weights),
        ("JOINTS_1", joints),
    ] {
        builder.json["meshes"][0]["primitives"][0]["attributes"][name] = json!(accessor);
    }
    let found = imported(&builder.finish());
    assert!(
        said(&found).contains("JOINTS_1 and WEIGHTS_1 must come together"),
        "{}",
        said(&found)
    );
    assert_eq!(
        (data(&found).influences, &data(&found).weights[..4]),
        (4, &[1.0, 0.0, 0.0, 0.0][..])
    );
}

#[test]
fn a_second_set_makes_eight_of_each_vertex() {
    let mut builder = Builder::new(
        json!({"nodes": [{"children": [1]}, {}, {"mesh": 0, "skin": 0}], "skins": [{"joints": [0, 1]}]}),
    );
    let positions = builder.vec3(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    let mut attributes = json!({"POSITION": positions});
    for (n, slots) in [[0u8, 0, 0, 0], [1, 1, 1, 1]].iter().enumerate() {
        let joints = builder.bytes(
            &slots.repeat(3),
            json!({"componentType": 5121, "count": 3, "type": "VEC4"}),
        );
        let weights = builder.floats("VEC4", 4, &[0.125; 12]);
        attributes[format!("JOINTS_{n}")] = json!(joints);
        attributes[format!("WEIGHTS_{n}")] = json!(weights);
    }
    builder.json["meshes"] = json!([{"primitives": [{"attributes": attributes}]}]);
    let data = data(&imported(&builder.finish()));
    assert_eq!(
        (data.influences, &data.joints[..4], &data.weights[..4]),
        (4, &[0, 1, 0, 0][..], &[0.5, 0.5, 0.0, 0.0][..])
    );
}

#[test]
fn a_draco_primitive_has_the_vertices_of_its_stream() {
    let corners = [[0.5, 0.0, 0.0], [1.0, 2.0, 0.0], [0.0, 1.0, 3.0]];
    let with = |count: usize, indices: usize| {
        let mut builder = triangle(
            json!({"nodes": [{"mesh": 0}], "extensionsRequired": ["KHR_draco_mesh_compression"]}),
        );
        builder
            .bytes
            .resize(builder.bytes.len().next_multiple_of(4), 0);
        let stream = super::draco::tests::plain(&corners, &[[0, 2, 1]]);
        let view =
            json!({"buffer": 0, "byteOffset": builder.bytes.len(), "byteLength": stream.len()});
        builder.bytes.extend(stream);
        let view = builder.push("bufferViews", view);
        let positions = builder.push(
            "accessors",
            json!({"componentType": 5126, "count": count, "type": "VEC3"}),
        );
        let indices = builder.push(
            "accessors",
            json!({"componentType": 5121, "count": indices, "type": "SCALAR"}),
        );
        let extension = json!({"bufferView": view, "attributes": {"POSITION": 7}});
        builder.json["meshes"][0]["primitives"][0] = json!({"attributes": {"POSITION": positions}, "indices": indices,
            "extensions": {"KHR_draco_mesh_compression": extension}});
        try_import(&builder.finish())
    };
    let found = data(&with(3, 3).unwrap());
    assert_eq!(
        (&*found.positions, &*found.indices),
        (&corners[..], &[0, 2, 1][..])
    );
    assert!(
        with(2, 3).is_err() && with(3, 2).is_err(),
        "it promises less"
    );
}
