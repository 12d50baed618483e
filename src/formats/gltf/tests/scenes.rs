//! What becomes of nodes, matrices, weights and looks that are odd but clear, number for number.

use super::tests::{Builder, TRIANGLE, imported, parts, texel, triangle, try_import, warnings};
use crate::Imported;
use anim::Transform;
use glam::{DMat4, DQuat, DVec3, Quat, Vec3};
use serde_json::{Value, json};

fn notes(found: &Imported) -> String {
    let entries = found.report.entries.iter();
    entries.map(|entry| format!("{entry}\n")).collect()
}

/// The local transform of the only node, and what is told of it.
fn local(node: Value) -> (Transform, Vec<String>) {
    let found = imported(&Builder::new(json!({"nodes": [node]})).finish());
    let skeleton = found.project.skeletons.values().next().unwrap();
    (skeleton.bones[0].reference, warnings(&found))
}

fn columns(scale: [f64; 3], turn: DQuat, at: [f64; 3]) -> Value {
    let matrix = DMat4::from_scale_rotation_translation(DVec3::from(scale), turn, DVec3::from(at));
    json!(matrix.to_cols_array())
}

#[test]
fn a_matrix_comes_apart_into_what_it_was_made_of() {
    let turn = DQuat::from_xyzw(0.36, 0.48, 0.0, 0.8);
    for scale in [
        [1.0, 1.0, 1.0],
        [0.1, 0.2, 0.3],
        [5.0, 0.5, 2.0],
        [-2.0, 3.0, 4.0],
        [-0.1, 0.1, 0.1],
    ] {
        let (found, told) = local(json!({"matrix": columns(scale, turn, [1.0, -2.0, 3.0])}));
        let wanted = Vec3::from(scale.map(|x| x as f32));
        assert!(found.scale.abs_diff_eq(wanted, 1e-6), "{scale:?} {found:?}");
        let near = found.rotation.dot(turn.as_quat()).abs();
        assert!((near - 1.0).abs() < 1e-6, "{scale:?} {found:?}");
        assert_eq!(found.translation, Vec3::new(1.0, -2.0, 3.0));
        assert_eq!(told, [""; 0], "{scale:?}");
    }
}

#[test]
fn axes_of_no_length_are_told_and_the_others_turn_as_they_did() {
    let turn = DQuat::from_xyzw(0.0, 0.6, 0.0, 0.8);
    let told = "warning: /nodes/0: The matrix has an axis of length 0; the scale along it is 0.";
    for (scale, is_turned) in [
        ([0.0, 2.0, 3.0], true),
        ([2.0, 0.0, 3.0], true),
        ([2.0, 3.0, 0.0], true),
        ([2.0, 0.0, 0.0], false),
        ([0.0, 0.0, 0.0], false),
    ] {
        let (found, said) = local(json!({"matrix": columns(scale, turn, [0.0; 3])}));
        assert_eq!(said, [told], "{scale:?}");
        let wanted = Vec3::from(scale.map(|x| x as f32));
        assert!(found.scale.abs_diff_eq(wanted, 1e-6), "{scale:?} {found:?}");
        assert!((found.rotation.length() - 1.0).abs() < 1e-6);
        for (axis, length) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().zip(scale) {
            let (is, was) = (found.rotation * axis, turn.as_quat() * axis);
            assert!(
                length == 0.0 && !is_turned || is.abs_diff_eq(was, 1e-6),
                "{scale:?} {axis}"
            );
        }
    }
}

#[test]
fn shear_is_left_out_from_a_ten_thousandth_on() {
    let sheared = |shear: f64| {
        let (x, y) = (
            [1.0, 0.0, 0.0, 0.0],
            [shear, (1.0 - shear * shear).sqrt(), 0.0, 0.0],
        );
        let rest = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];
        let matrix = [&x[..], &y, &rest].concat();
        local(json!({ "matrix": matrix }))
    };
    let told =
        "warning: /nodes/0: The matrix is sheared, which bones cannot be; the shear was left out.";
    assert_eq!(sheared(0.000_099).1, [""; 0]);
    for shear in [0.000_101, 0.6, -0.6] {
        let (found, said) = sheared(shear);
        assert_eq!(said, [told]);
        assert!(
            found.rotation.abs_diff_eq(Quat::IDENTITY, 1e-6),
            "{found:?}"
        );
        assert!(found.scale.abs_diff_eq(Vec3::ONE, 1e-6), "{found:?}");
    }
}

#[test]
fn a_matrix_is_taken_before_any_part_beside_it() {
    let told = "warning: /nodes/0: The node has a matrix and separate parts; the matrix is used.";
    let matrix = columns([2.0; 3], DQuat::IDENTITY, [1.0; 3]);
    for (part, value) in [
        ("translation", json!([5, 5, 5])),
        ("rotation", json!([1, 0, 0, 0])),
        ("scale", json!([7, 7, 7])),
    ] {
        let (found, said) = local(json!({"matrix": matrix, part: value}));
        assert_eq!(said, [told], "{part}");
        assert_eq!(
            (found.translation, found.scale),
            (Vec3::ONE, Vec3::splat(2.0))
        );
    }
}

#[test]
fn a_rotation_is_told_where_its_length_is_a_thousandth_off() {
    let said = |length: f64| local(json!({"rotation": [0.0, 0.0, 0.0, length]})).1;
    assert_eq!([said(1.0009), said(0.9991)], [[""; 0]; 2]);
    for (length, shown) in [(1.0011, "1.001"), (0.9989, "0.999"), (5.0, "5.000")] {
        let told =
            format!("warning: /nodes/0: The rotation has length {shown}; it was normalized.");
        assert_eq!(said(length), [told]);
    }
    let none = "warning: /nodes/0: The rotation is zero; the node is not rotated.";
    assert_eq!([said(0.0), said(0.9e-6)], [[none]; 2]);
    let (found, _) = local(json!({"rotation": [1.1e-6, 0, 0, 0]}));
    assert_eq!(found.rotation, Quat::from_xyzw(1.0, 0.0, 0.0, 0.0));
}

/// A skinned character, a camera and a lamp beside it, and a clip that moves so many of them.
fn beside(moved: &[usize]) -> String {
    let mut builder = triangle(json!({
        "nodes": [{"name": "hips"}, {"mesh": 0, "skin": 0}, {"name": "lamp"}, {"name": "sun"}],
        "skins": [{"joints": [0]}]
    }));
    let (joints, weights) = builder.on_first_joint(3);
    let attributes = &mut builder.json["meshes"][0]["primitives"][0]["attributes"];
    (attributes["JOINTS_0"], attributes["WEIGHTS_0"]) = (json!(joints), json!(weights));
    let times = builder.floats("SCALAR", 1, &[0.0, 1.0]);
    let moves = builder.vec3(&[[0.0; 3], [1.0; 3]]);
    let channel =
        |node: &usize| json!({"sampler": 0, "target": {"node": node, "path": "translation"}});
    let channels: Vec<Value> = moved.iter().map(channel).collect();
    builder.json["animations"] = json!([{"name": "a", "channels": channels, "samplers": [{"input": times, "output": moves}]}]);
    notes(&imported(&builder.finish()))
}

#[test]
fn what_is_no_bone_has_no_clip_and_is_counted() {
    let told = |count: usize| {
        format!("Animation of {count} nodes was left out, because they are not bones.")
    };
    assert!(!beside(&[0]).contains("was left out"));
    for moved in [&[0, 2][..], &[2], &[2, 3], &[0, 2, 3]] {
        let count = moved.iter().filter(|node| **node > 0).count();
        let found = beside(moved);
        assert!(found.contains(&told(count)), "{moved:?} {found}");
    }
    let nodes = "note: /nodes: 3 nodes belong to no character, such as cameras, lights";
    assert!(beside(&[0]).contains(nodes), "{}", beside(&[0]));
}

/// Default weights and names of the morphs of a triangle with such primitives.
fn morphs(targets: &[usize], weights: Value, of_node: Value) -> (Vec<f32>, Vec<String>) {
    let mut builder = triangle(json!({"nodes": [{"mesh": 0}]}));
    let deltas = builder.vec3(&TRIANGLE);
    let mut primitive = builder.json["meshes"][0]["primitives"][0].clone();
    let primitives: Vec<Value> = targets
        .iter()
        .map(|count| {
            primitive["targets"] = json!(vec![json!({"POSITION": deltas}); *count]);
            primitive.clone()
        })
        .collect();
    builder.json["meshes"][0]["primitives"] = json!(primitives);
    builder.json["meshes"][0]["weights"] = weights;
    builder.json["nodes"][0]["weights"] = of_node;
    let found = imported(&builder.finish());
    let data = parts(&found.project).pop().unwrap().data;
    let defaults = data.morphs.iter().map(|morph| morph.default_weight);
    (defaults.collect(), warnings(&found))
}

#[test]
fn weights_of_morphs_are_those_of_the_node_else_of_the_mesh_within_bounds() {
    let none = Value::Null;
    let plain = |weights: &[f32]| (weights.to_vec(), vec![]);
    assert_eq!(
        morphs(&[2], json!([0.25, 0.5]), none.clone()),
        plain(&[0.25, 0.5])
    );
    assert_eq!(
        morphs(&[2], json!([0.25]), none.clone()),
        plain(&[0.25, 0.0])
    );
    assert_eq!(
        morphs(&[2], json!([0.25, 0.5]), json!([1, 2])),
        plain(&[1.0, 2.0])
    );
    let (found, told) = morphs(&[2], json!([0.25, 0.5]), json!([1]));
    assert_eq!(found, [0.25, 0.5]);
    let few = "Its number of weights differs from its morph targets; the mesh's weights are used.";
    assert!(told.len() == 1 && told[0].ends_with(few), "{told:?}");
    assert_eq!(
        morphs(&[2], json!([1e6, -1e6]), none.clone()),
        plain(&[1e6, -1e6])
    );
    let (found, told) = morphs(&[2], json!([1.1e6, 0.5]), none.clone());
    assert_eq!(found, [0.0, 0.5]);
    let large = "Some morph weights are invalid; 0 is used.";
    assert!(told.len() == 1 && told[0].ends_with(large), "{told:?}");
    let (found, told) = morphs(&[1, 2], json!([0.25, 0.5]), none);
    assert_eq!(found, [0.25, 0.5]);
    let other =
        "Its primitives differ in their number of morph targets; the missing ones do nothing.";
    assert!(told.len() == 1 && told[0].ends_with(other), "{told:?}");
}

#[test]
fn weights_of_a_node_without_a_mesh_move_nothing() {
    let mut builder = Builder::new(json!({"nodes": [{"name": "a"}]}));
    let input = builder.floats("SCALAR", 1, &[0.0, 1.0]);
    let output = builder.floats("SCALAR", 1, &[0.0, 1.0]);
    let channel = json!({"sampler": 0, "target": {"node": 0, "path": "weights"}});
    builder.json["animations"] =
        json!([{"channels": [channel], "samplers": [{"input": input, "output": output}]}]);
    let found = imported(&builder.finish());
    assert!(notes(&found).contains("but the node has no morph targets"));
    let clip = found.project.clips.values().next().unwrap();
    assert!(clip.source.curves.is_empty() && clip.source.duration == 0.0);
}

/// The corner (1, 0.5) as a texture sees it after such a transform.
fn corner(transform: Value) -> [f32; 2] {
    let mut builder = triangle(json!({"nodes": [{"mesh": 0}]}));
    let uvs = builder.floats("VEC2", 2, &[1.0, 0.5, 0.0, 0.0, 0.0, 0.0]);
    let primitive = &mut builder.json["meshes"][0]["primitives"][0];
    primitive["attributes"]["TEXCOORD_0"] = json!(uvs);
    primitive["material"] = json!(0);
    builder.json["images"] = json!([{"uri": texel()}]);
    builder.json["textures"] = json!([{"source": 0}]);
    builder.json["extensionsUsed"] = json!(["KHR_texture_transform"]);
    let texture = json!({"index": 0, "extensions": {"KHR_texture_transform": transform}});
    builder.json["materials"] = json!([{"pbrMetallicRoughness": {"baseColorTexture": texture}}]);
    parts(&imported(&builder.finish()).project)[0].data.uvs[0]
}

#[test]
fn coordinates_are_scaled_then_turned_then_moved() {
    let half = std::f64::consts::FRAC_PI_2;
    for (transform, found) in [
        (json!({}), [1.0, 0.5]),
        (json!({"offset": [0.25, 0.125]}), [1.25, 0.625]),
        (json!({"scale": [2, 3]}), [2.0, 1.5]),
        (json!({"rotation": half}), [0.5, -1.0]),
        (
            json!({"rotation": half, "scale": [2, 4], "offset": [0.25, 0.5]}),
            [2.25, -1.5],
        ),
    ] {
        let [u, v] = corner(transform.clone());
        let is_near = (u - found[0]).abs() < 1e-6 && (v - found[1]).abs() < 1e-6;
        assert!(is_near, "{transform}: {u} {v}");
    }
}

#[test]
fn one_normal_without_a_direction_is_computed_and_the_others_stay() {
    let with = |normals: [[f32; 3]; 3]| {
        let mut builder = triangle(json!({"nodes": [{"mesh": 0}]}));
        let accessor = builder.vec3(&normals);
        builder.json["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] = json!(accessor);
        let found = imported(&builder.finish());
        (
            parts(&found.project)[0].data.normals.to_vec(),
            warnings(&found),
        )
    };
    let side = [2.0, 0.0, 0.0];
    let (x, z) = ([1.0, 0.0, 0.0], [0.0, 0.0, 1.0]);
    assert_eq!(with([side; 3]), (vec![x; 3], vec![]));
    for none in [[0.0; 3], [f32::NAN, 1.0, 0.0], [0.0, f32::INFINITY, 0.0]] {
        let (normals, told) = with([side, none, side]);
        assert_eq!(normals, [x, z, x]);
        assert!(
            told[0].ends_with("1 normals have no direction; they were computed."),
            "{told:?}"
        );
    }
}

#[test]
fn a_stride_is_from_4_to_252() {
    let with = |stride: usize| {
        let mut builder = triangle(json!({"nodes": [{"mesh": 0}]}));
        let accessor = json!({"componentType": 5121, "count": 3, "type": "SCALAR"});
        let heat = builder.bytes(&vec![1; 2 * stride + 1], accessor);
        let view = builder.json["accessors"][heat]["bufferView"]
            .as_u64()
            .unwrap();
        builder.json["bufferViews"][view as usize]["byteStride"] = json!(stride);
        builder.json["meshes"][0]["primitives"][0]["attributes"]["_HEAT"] = json!(heat);
        let found = imported(&builder.finish());
        (parts(&found.project)[0].attributes.len(), warnings(&found))
    };
    for stride in [4, 252] {
        assert_eq!(with(stride), (1, vec![]), "{stride}");
    }
    for stride in [3, 253, 256] {
        let (attributes, told) = with(stride);
        assert_eq!(attributes, 0);
        assert!(
            told[0].contains("byteStride is not between 4 and 252"),
            "{stride}: {told:?}"
        );
    }
}

#[test]
fn a_color_that_is_no_number_is_white_and_one_beyond_is_brought_near() {
    let with = |color: Value| {
        let surface = json!({"baseColorFactor": color});
        let mut builder = triangle(json!({
            "nodes": [{"mesh": 0}], "materials": [{"pbrMetallicRoughness": surface}]
        }));
        builder.json["meshes"][0]["primitives"][0]["material"] = json!(0);
        let found = imported(&builder.finish());
        found.project.meshes.values().next().unwrap().materials[0].base_color
    };
    assert_eq!(with(json!([-0.5, 0.25, 1.5, 1])), [0.0, 0.25, 1.0, 1.0]);
    assert_eq!(with(json!(null)), [1.0; 4]);
}

#[test]
fn a_material_that_is_not_there_is_a_plain_one() {
    let with = |material: usize| {
        let mut builder = triangle(json!({"nodes": [{"mesh": 0}], "materials": [{"name": "a"}]}));
        builder.json["meshes"][0]["primitives"][0]["material"] = json!(material);
        try_import(&builder.finish())
            .map(|found| warnings(&found))
            .unwrap_or_default()
    };
    assert_eq!(with(0), [""; 0]);
    let told = "Material 1 does not exist; a default material is used.";
    assert!(with(1)[0].ends_with(told), "{:?}", with(1));
}

/// Nodes of one name, which differ in where they are, in what is above and below them or in nothing.
#[test]
fn names_go_to_nodes_in_an_order_that_stays() {
    let arm = |x: f64| json!({"name": "arm", "translation": [x, 0, 0]});
    let above = |name: &str| json!({"name": name, "children": []});
    let mut nodes = vec![
        json!({"name": "root", "children": [1, 2, 3, 4, 5, 6, 7]}),
        arm(2.0),
        arm(-1.0),
        arm(1.0),
        arm(-3.0),
        above("left"),
        above("right"),
        above("middle"),
    ];
    for (parent, children) in [(5, [8, 9]), (6, [10, 11]), (7, [12, 13])] {
        nodes[parent]["children"] = json!(children);
        nodes.extend([
            arm(0.0),
            json!({"name": "arm", "children": [], "translation": [0, 0, 0]}),
        ]);
    }
    for (parent, name) in [(8, "thumb"), (11, "thumb"), (12, "thumb"), (13, "finger")] {
        let child = nodes.len();
        nodes[parent]["children"] = json!([child]);
        nodes.push(json!({"name": name}));
    }
    let found = imported(&Builder::new(json!({"nodes": nodes})).finish());
    let skeleton = found.project.skeletons.values().next().unwrap();
    let mut text = String::new();
    for bone in &skeleton.bones {
        let parent = bone
            .parent
            .map_or("none", |at| &skeleton.bones[at as usize].name);
        text += &format!(
            "{} below {parent} at {}\n",
            bone.name, bone.reference.translation.x
        );
    }
    crate::committed::compare("gltf/tests/names.txt", &text);
}

#[test]
fn a_mesh_that_no_node_carries_is_told() {
    let mut builder = triangle(json!({"nodes": [{"mesh": 1}]}));
    let mesh = builder.json["meshes"][0].clone();
    builder.json["meshes"] = json!([mesh, mesh, mesh]);
    let found = notes(&imported(&builder.finish()));
    for (index, is_told) in [(0, true), (1, false), (2, true)] {
        let told = format!("(/meshes/{index}): No node uses the mesh; it was left out.");
        assert_eq!(found.contains(&told), is_told, "{index}: {found}");
    }
}

/// Skins of so many joints, all of which are one node.
fn skin_of(joints: usize) -> Result<Imported, crate::ImportError> {
    let skin = json!({"joints": vec![0; joints]});
    try_import(&Builder::new(json!({"nodes": [{}], "skins": [skin]})).finish())
}

#[test]
fn a_skin_has_at_most_as_many_joints_as_16_bits_count_and_each_once() {
    let twice = "The skin lists a joint twice; each entry keeps its own inverse bind.";
    let is_told = |joints: usize| notes(&skin_of(joints).unwrap()).contains(twice);
    assert_eq!([1, 2, 65_536].map(is_told), [false, true, true]);
    let error = skin_of(65_537).err().unwrap().to_string();
    let told = "/skins/0: 65537 joints of one skin exceed the import limit of 65536.";
    assert!(error.starts_with(told), "{error}");
    let error = skin_of(0).err().unwrap().to_string();
    assert!(error.contains("no joints"), "{error}");
}

#[test]
fn a_hierarchy_is_told_where_it_is_deeper_than_1024_nodes() {
    let told = |depth: usize| {
        let mut nodes: Vec<Value> = (1..depth)
            .map(|child| json!({"children": [child]}))
            .collect();
        nodes.push(json!({}));
        warnings(&imported(&Builder::new(json!({"nodes": nodes})).finish()))
    };
    assert_eq!(told(1024), [""; 0]);
    let text =
        "warning: /nodes: The hierarchy is 1025 nodes deep, which is unusual; it is unchanged.";
    assert_eq!(told(1025), [text]);
}

#[test]
fn an_index_without_a_vertex_is_named_in_full() {
    let with = |kind: u32, bytes: &[u8]| {
        let mut builder = triangle(json!({"nodes": [{"mesh": 0}]}));
        let accessor = json!({"componentType": kind, "count": 1, "type": "SCALAR"});
        let indices = builder.bytes(bytes, accessor);
        builder.json["meshes"][0]["primitives"][0]["indices"] = json!(indices);
        try_import(&builder.finish()).err().unwrap().to_string()
    };
    for (kind, bytes, index) in [
        (5121, &[0x81u8][..], 0x81u32),
        (5121, &[3], 3),
        (5123, &[0x81, 0xf2], 0xf281),
        (5125, &[0x81, 0xf2, 0x13, 0x44], 0x4413_f281),
    ] {
        let told =
            format!("/meshes/0/primitives/0/indices: index {index} has no vertex; the mesh has 3.");
        let error = with(kind, bytes);
        assert!(error.starts_with(&told), "{error}");
    }
}

#[test]
fn one_target_of_two_that_turns_tangents_is_enough() {
    let mut builder = triangle(json!({"nodes": [{"mesh": 0}]}));
    let deltas = builder.vec3(&TRIANGLE);
    let tangents = builder.floats("VEC4", 4, &[1.0; 12]);
    let primitive = &mut builder.json["meshes"][0]["primitives"][0];
    primitive["attributes"]["TANGENT"] = json!(tangents);
    primitive["targets"] = json!([{"POSITION": deltas}, {"POSITION": deltas, "TANGENT": deltas}]);
    let data = parts(&imported(&builder.finish()).project).remove(0).data;
    let turns = [[0.0; 3], [0.0; 3], TRIANGLE[1], TRIANGLE[2]];
    assert_eq!(data.delta_tangents[..], turns);
}
