use super::*;
use crate::{
    gltf::{json::GltfRoot, nodes},
    scene::{ParsedSkin, ParsedTake},
};
use glam::{Quat, Vec3};

/// The nodes of a glTF file, which of them are joints, and which its animations move.
fn scene(
    json: &str,
    options: &Options,
    report: &mut ImportReport,
) -> Result<ParsedScene, ImportError> {
    let root: GltfRoot = serde_json::from_str(json).unwrap();
    let skins = root
        .skins
        .iter()
        .map(|skin| skin.joints.iter().map(|joint| joint.0).collect());
    let moved = root.animations.iter().map(|animation| &animation.channels);
    let tracks = moved.map(|channels| channels.iter().filter_map(|channel| channel.target.node));
    Ok(ParsedScene {
        nodes: nodes::read(&root, options.scale, report)?,
        skins: skins
            .map(|joints| ParsedSkin {
                joints,
                ..ParsedSkin::default()
            })
            .collect(),
        takes: tracks
            .map(|nodes| ParsedTake {
                tracks: nodes.map(|node| (node.0, Default::default())).collect(),
                ..ParsedTake::default()
            })
            .collect(),
        ..ParsedScene::default()
    })
}

fn read_json(json: &str, options: &Options) -> (Result<Nodes, ImportError>, ImportReport) {
    let mut report = ImportReport::default();
    let found = scene(json, options, &mut report)
        .and_then(|scene| read("file", &scene, options, &mut report));
    (found, report)
}

fn nodes(json: &str) -> (Result<Nodes, ImportError>, ImportReport) {
    read_json(
        &format!(r#"{{"asset":{{"version":"2.0"}},"nodes":{json}}}"#),
        &Options::default(),
    )
}

fn names(json: &str) -> Vec<(String, Option<u32>)> {
    nodes(json)
        .0
        .unwrap()
        .characters
        .remove(0)
        .bones
        .into_iter()
        .map(|bone| (bone.name, bone.parent))
        .collect()
}

#[test]
fn parents_come_first_whatever_the_file_order() {
    let found = names(
        r#"[{"name":"hand"},{"name":"hips","children":[2,3]},{"children":[0]},{"name":"hips"}]"#,
    );
    let expected = [
        ("hips", None),
        ("node_2", Some(0)),
        ("hand", Some(1)),
        ("hips_1", Some(0)),
    ];
    assert_eq!(
        found,
        expected.map(|(name, parent)| (name.to_owned(), parent))
    );
}

#[test]
fn several_roots_get_one_above_them() {
    assert_eq!(
        names(r#"[{"name":"root"},{}]"#),
        [
            ("root_1".into(), None),
            ("root".into(), Some(0)),
            ("node_1".into(), Some(0))
        ]
    );
    assert_eq!(names("[]"), [("root".into(), None)]);
}

#[test]
fn marked_ends_are_sockets_and_places_of_meshes() {
    let mesh = r#"{"name":"hips","mesh":0,"skin":0,"extras":{"mutoscopeMesh":true}}"#;
    let socket = r#"{"name":"hips","translation":[1,2,3],"extras":{"mutoscopeSocket":true}}"#;
    let json = format!(r#"[{{"name":"hips","children":[1]}},{socket},{mesh}]"#);
    let found = nodes(&json).0.unwrap();
    let bones: Vec<Option<u32>> = (0..3)
        .map(|node| found.place(node).map(|place| place.bone))
        .collect();
    assert_eq!(
        (found.characters[0].bones.len(), bones.as_slice()),
        (1, &[Some(0), None, None][..])
    );
    let socket = &found.characters[0].sockets[0];
    assert_eq!(
        (
            socket.name.as_str(),
            socket.bone.as_str(),
            socket.local.translation.z
        ),
        ("hips", "hips", 3.0)
    );
}

#[test]
fn marks_that_cannot_be_true_leave_a_bone() {
    let odd = [
        r#"[{"extras":{"mutoscopeSocket":true}}]"#,
        r#"[{"extras":{"mutoscopeMesh":true}}]"#,
        r#"[{"mesh":0,"extras":{"mutoscopeMesh":true}}]"#,
        r#"[{"children":[1]},{"mesh":0,"extras":{"mutoscopeSocket":[7]}}]"#,
        r#"[{"children":[1],"mesh":0,"skin":0,"extras":{"mutoscopeMesh":true}},{}]"#,
    ];
    for json in odd {
        let found = nodes(json).0.unwrap();
        let are_bones = (0..found.names.len()).all(|node| found.place(node).is_some());
        assert!(
            found.characters[0].sockets.is_empty() && are_bones,
            "{json}"
        );
    }
}

#[test]
fn what_is_not_a_forest_is_refused() {
    for bad in [
        r#"[{"children":[0]}]"#,
        r#"[{"children":[1]},{"children":[0]}]"#,
        r#"[{"children":[7]}]"#,
    ] {
        assert!(nodes(bad).0.is_err(), "{bad}");
    }
    assert!(
        nodes(r#"[{"children":[2]},{"children":[2]},{}]"#)
            .0
            .is_err()
    );
}

#[test]
fn a_matrix_is_taken_apart() {
    let json = r#"[{"name":"a","matrix":[0,2,0,0, -3,0,0,0, 0,0,-4,0, 5,6,7,1]}]"#;
    let (found, report) = nodes(json);
    let local = found.unwrap().characters[0].bones[0].reference.to_affine();
    assert!(report.entries.is_empty());
    assert!(
        local
            .transform_point3(Vec3::ONE)
            .abs_diff_eq(Vec3::new(2.0, 8.0, 3.0), 1e-5)
    );
}

#[test]
fn odd_transforms_are_repaired_and_reported() {
    let odd = [
        r#"{"matrix":[1,0,0,0, 1,1,0,0, 0,0,1,0, 0,0,0,1]}"#,
        r#"{"matrix":[0,0,0,0, 0,0,0,0, 0,0,0,0, 0,0,0,1]}"#,
        r#"{"matrix":[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1],"translation":[1,2,3]}"#,
        r#"{"rotation":[0,0,0,0]}"#,
        r#"{"rotation":[0,0,0,7]}"#,
        r#"{"translation":[1e39,0,0]}"#,
    ];
    for node in odd {
        let (found, report) = nodes(&format!("[{node}]"));
        let local = found.unwrap().characters[0].bones[0].reference;
        assert!(
            report.has_warnings() && local.is_finite() && local.rotation.is_normalized(),
            "{node}"
        );
    }
}

/// Where the bone of the only node stands, and what was said.
fn only(node: &str) -> (Transform, Vec<String>) {
    let (found, report) = nodes(&format!("[{node}]"));
    let said = report
        .entries
        .iter()
        .map(|entry| entry.text.clone())
        .collect();
    (found.unwrap().characters[0].bones[0].reference, said)
}

#[test]
fn a_turn_hardly_off_unit_length_is_brought_to_it_and_others_with_a_word() {
    for (length, is_said) in [
        (1.0009, false),
        (0.9991, false),
        (1.0011, true),
        (0.9989, true),
    ] {
        let (local, said) = only(&format!(r#"{{"rotation":[0,{length},0,0]}}"#));
        let is_found = said.iter().any(|text| text.contains("normalized"));
        assert_eq!(
            (local.rotation, is_found),
            (Quat::from_xyzw(0.0, 1.0, 0.0, 0.0), is_said),
            "{length} {said:?}"
        );
    }
    for (length, turn, text) in [
        ("0.9e-6", Quat::IDENTITY, "is zero"),
        ("1.1e-6", Quat::from_xyzw(0.0, 1.0, 0.0, 0.0), "normalized"),
    ] {
        let (local, said) = only(&format!(r#"{{"rotation":[0,{length},0,0]}}"#));
        assert!(
            local.rotation == turn && said.iter().any(|said| said.contains(text)),
            "{length} {said:?}"
        );
    }
}

#[test]
fn an_axis_hardly_off_a_right_angle_is_no_shear() {
    for (lean, is_said) in [(0.9e-4, false), (1.1e-4, true)] {
        for matrix in [
            format!("[1,0,0,0, {lean},1,0,0, 0,0,1,0, 0,0,0,1]"),
            format!("[1,0,0,0, 0,1,0,0, 0,{lean},1,0, 0,0,0,1]"),
            format!("[1,0,{lean},0, 0,1,0,0, 0,0,1,0, 0,0,0,1]"),
        ] {
            let (_, said) = only(&format!(r#"{{"matrix":{matrix}}}"#));
            assert_eq!(
                said.iter().any(|text| text.contains("sheared")),
                is_said,
                "{matrix}"
            );
        }
    }
}

#[test]
fn a_matrix_comes_back_from_its_parts_whatever_axes_it_lacks() {
    let turn = Quat::from_euler(glam::EulerRot::XYZ, 0.4, 1.1, -0.7);
    for scale in [
        Vec3::new(2.0, 3.0, 4.0),
        Vec3::new(-2.0, 3.0, 4.0),
        Vec3::new(2.0, -3.0, -4.0),
        Vec3::new(0.0, 3.0, 4.0),
        Vec3::new(2.0, 0.0, 4.0),
        Vec3::new(2.0, 3.0, 0.0),
        Vec3::new(0.0, 0.0, 4.0),
        Vec3::new(0.0, 3.0, 0.0),
        Vec3::new(2.0, 0.0, 0.0),
        Vec3::ZERO,
    ] {
        let matrix =
            Affine3A::from_scale_rotation_translation(scale, turn, Vec3::new(5.0, 6.0, 7.0));
        let numbers = glam::Mat4::from(matrix).to_cols_array();
        let (local, said) = only(&format!(r#"{{"matrix":{numbers:?}}}"#));
        assert!(
            local.to_affine().abs_diff_eq(matrix, 1e-5),
            "{scale}: {local:?}"
        );
        assert_eq!(
            said.iter().any(|text| text.contains("length 0")),
            scale.min_element() == 0.0 || scale.abs().min_element() == 0.0
        );
    }
}

#[test]
fn a_deep_chain_is_kept_with_a_word() {
    let chain = |depth: usize| {
        let node = |at: usize| {
            if at + 1 < depth {
                format!(r#"{{"children":[{}]}}"#, at + 1)
            } else {
                "{}".into()
            }
        };
        let (found, report) = nodes(&format!(
            "[{}]",
            (0..depth).map(node).collect::<Vec<_>>().join(",")
        ));
        (
            found.unwrap().characters[0].bones.len(),
            report.has_warnings(),
        )
    };
    assert_eq!([chain(1024), chain(1025)], [(1024, false), (1025, true)]);
}

#[test]
fn scenes_name_what_is_there() {
    let read = |rest: &str| {
        let json = format!(r#"{{"asset":{{"version":"2.0"}},"nodes":[{{}}],{rest}}}"#);
        read_json(&json, &Options::default()).0.map(drop)
    };
    assert!(read(r#""scenes":[{"nodes":[0]}],"scene":0"#).is_ok());
    assert!(read(r#""scenes":[{"nodes":[0]}],"scene":1"#).is_err());
    assert!(read(r#""scenes":[{"nodes":[0,1]}]"#).is_err());
}

/// A whole file's bones, as name, what the file calls it and its node.
fn called(json: &str) -> Vec<(String, String, u32)> {
    let found = read_json(
        json,
        &Options {
            whole: true,
            ..Options::default()
        },
    )
    .0
    .unwrap();
    let bones = found
        .characters
        .into_iter()
        .flat_map(|character| character.bones);
    bones
        .filter_map(|bone| Some((bone.name.clone(), bone.file_name().to_owned(), bone.source?)))
        .collect()
}

#[test]
fn a_joint_has_the_name_that_a_mesh_and_an_armature_have_too() {
    let json = r#"{"asset":{"version":"2.0"},"skins":[{"joints":[2,3]}],"nodes":[
        {"name":"Door","mesh":0,"skin":0},{"name":"Door","children":[2,0]},{"name":"Door","children":[3]},
        {"name":"Handle"},{"name":"Door_1"}]}"#;
    let name = |node: u32| {
        called(json)
            .into_iter()
            .find(|bone| bone.2 == node)
            .unwrap()
    };
    assert_eq!((name(2).0, name(4).0), ("Door".into(), "Door_1".into()));
    for other in [0, 1] {
        assert_eq!(name(other).1, "Door");
        assert!(
            name(other).0.starts_with("Door_") && name(other).0 != "Door_1",
            "{:?}",
            name(other)
        );
    }
    let moved = r#"{"asset":{"version":"2.0"},"nodes":[{"name":"Door","children":[1]},{"name":"Door"}],
        "animations":[{"channels":[{"sampler":0,"target":{"node":1,"path":"rotation"}}]}]}"#;
    let names: Vec<String> = called(moved).into_iter().map(|bone| bone.0).collect();
    assert_eq!(names, ["Door_1", "Door"]);
}

#[test]
fn the_order_of_nodes_changes_no_name() {
    use serde_json::{Value, json};
    // Parent in this list, name, and where it stands.
    let nodes = [
        (None, "root", 0.0),
        (Some(0), "arm_l", 1.0),
        (Some(0), "arm_r", -1.0),
        (Some(1), "hand", 1.0),
        (Some(2), "hand", 1.0),
        (Some(0), "foot", 0.5),
        (Some(0), "foot", -0.5),
        (Some(6), "foot", 0.25),
    ];
    let in_order = |order: &[usize]| {
        let place = |node: usize| order.iter().position(|other| *other == node).unwrap();
        let node = |&node: &usize| {
            let mut children: Vec<usize> = (0..nodes.len())
                .filter(|child| nodes[*child].0 == Some(node))
                .map(place)
                .collect();
            children.sort_unstable();
            json!({"name": nodes[node].1, "translation": [nodes[node].2, 0.0, 0.0], "children": children})
        };
        let all: Vec<Value> = order.iter().map(node).collect();
        let text =
            json!({"asset": {"version": "2.0"}, "nodes": all, "skins": [{"joints": [place(0)]}]})
                .to_string();
        let mut names = vec![String::new(); nodes.len()];
        for (name, _, source) in called(&text) {
            names[order[source as usize]] = name;
        }
        names
    };
    let first = in_order(&[0, 1, 2, 3, 4, 5, 6, 7]);
    for order in [
        [7, 6, 5, 4, 3, 2, 1, 0],
        [3, 0, 6, 1, 4, 7, 2, 5],
        [2, 4, 1, 3, 0, 7, 5, 6],
    ] {
        assert_eq!(in_order(&order), first);
    }
}
