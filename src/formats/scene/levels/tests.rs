use crate::gltf::tests::{imported, parts, triangle, try_import, warnings};
use serde_json::{Value, json};

fn lods(nodes: Value) -> (Vec<(f32, Vec<u32>)>, Vec<String>) {
    let found = imported(&triangle(json!({"nodes": nodes})).finish());
    let meshes: Vec<_> = found.project.meshes.values().collect();
    assert_eq!(meshes.len(), 1);
    let nodes = |lod: &asset::mesh::Lod| {
        lod.parts
            .iter()
            .map(|part| part.source.unwrap().0)
            .collect()
    };
    (
        meshes[0]
            .lods
            .iter()
            .map(|lod| (lod.screen_size, nodes(lod)))
            .collect(),
        warnings(&found),
    )
}

#[test]
fn what_stands_in_is_a_level_and_what_has_none_is_in_all() {
    let named = json!({"name": "a", "mesh": 0, "extensions": {"MSFT_lod": {"ids": [2, 3]}},
            "extras": {"MSFT_screencoverage": [0.4, 0.1, 0.0]}});
    let two = json!({"name": "d", "mesh": 0, "extensions": {"MSFT_lod": {"ids": [5]}}});
    let (found, warnings) = lods(
        json!([{"name": "top", "children": [1, 4, 6]}, named, {"mesh": 0},
            {"mesh": 0}, two, {"mesh": 0}, {"name": "plain", "mesh": 0}]),
    );
    assert_eq!(
        found,
        [
            (1.0, vec![1, 4, 6]),
            (0.4, vec![2, 5, 6]),
            (0.1, vec![3, 5, 6])
        ]
    );
    assert!(warnings.is_empty(), "{warnings:?}");
}

#[test]
fn sizes_that_do_not_fall_are_half_of_the_one_before() {
    for coverage in [
        json!([2, 1, 0]),
        json!([0, 0]),
        json!("odd"),
        json!(null),
        json!([-1]),
        json!([]),
    ] {
        let named = json!({"name": "a", "mesh": 0, "extensions": {"MSFT_lod": {"ids": [1, 2]}},
                "extras": {"MSFT_screencoverage": coverage}});
        let sizes: Vec<f32> = lods(json!([named, {"mesh": 0}, {"mesh": 0}]))
            .0
            .iter()
            .map(|lod| lod.0)
            .collect();
        assert_eq!(sizes, [1.0, 0.5, 0.25], "{coverage}");
    }
}

#[test]
fn a_level_without_a_bone_stands_where_its_own_node_stood() {
    let named = json!({"name": "a", "mesh": 0, "translation": [1, 0, 0], "scale": [2, 2, 2],
            "extensions": {"MSFT_lod": {"ids": [2]}}});
    let nodes = json!([{"name": "top", "children": [1], "translation": [5, 5, 5]}, named,
            {"children": [3], "translation": [1, 0, 3]}, {"mesh": 0, "translation": [0, 1, 0]}]);
    let found = imported(&triangle(json!({"nodes": nodes})).finish());
    let coarse = &parts(&found.project)[1];
    let joint = coarse.data.palette[0];
    assert_eq!((coarse.source, joint.bone), (Some((3, 0)), 1));
    let bone_from_mesh = anim::skinning::affine_from_rows(joint.inverse_bind);
    let stands = found.project.skeletons.values().next().unwrap().bones[1]
        .reference
        .to_affine()
        * bone_from_mesh;
    assert!(
        glam::Vec3::from(stands.translation).abs_diff_eq(glam::Vec3::new(1.0, 1.0, 3.0), 1e-6),
        "{stands}"
    );
}

#[test]
fn a_level_does_without_the_bones_that_all_of_its_nodes_name() {
    let removed = |said: [Value; 2]| {
        let lod = |name: &str, id: usize| json!({"name": name, "mesh": 0, "extensions": {"MSFT_lod": {"ids": [id]}}});
        let coarse = |names: &Value| json!({"mesh": 0, "extras": {"mutoscopeRemovedBones": names}});
        let nodes = json!([{"name": "top", "children": [1, 2, 3]}, lod("a", 4), lod("b", 5), {"name": "c", "mesh": 0},
                coarse(&said[0]), coarse(&said[1])]);
        let found = imported(&triangle(json!({"nodes": nodes})).finish());
        let mesh = found.project.meshes.values().next().unwrap().clone();
        assert!(mesh.lods[0].removed_bones.is_empty());
        mesh.lods[1]
            .removed_bones
            .iter()
            .map(|bone| bone.as_str().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        removed([
            json!(["c", "b", "nobody", "top"]),
            json!(["a", "c", "b", "top"])
        ]),
        ["b", "c"]
    );
    assert_eq!(removed([json!(["b"]), json!(["c"])]), [""; 0]);
    for odd in [json!("b"), json!([1, 2]), json!(null), json!({"b": 1})] {
        assert_eq!(removed([odd, json!(["b"])]), [""; 0]);
    }
}

#[test]
fn odd_lists_are_left_out_with_a_word() {
    let lod =
        |ids: Value| json!({"name": "a", "mesh": 0, "extensions": {"MSFT_lod": {"ids": ids}}});
    for (nodes, levels) in [
        (json!([lod(json!([9]))]), 1),
        (json!([lod(json!([0]))]), 1),
        (json!([lod(json!([]))]), 1),
        (json!([lod(json!([1, 9])), {"mesh": 0}]), 2),
        (json!([lod(json!([1, 2])), {"mesh": 0}]), 2),
        (json!([lod((0..8).map(|_| 1).collect()), {"mesh": 0}]), 8),
        (json!([lod(json!([1])), lod(json!([0]))]), 2),
        (json!([lod((0..12).map(|_| 1).collect()), {"mesh": 0}]), 8),
    ] {
        let (found, warnings) = lods(nodes.clone());
        assert!(
            found.len() == levels && !warnings.is_empty(),
            "{nodes} {found:?} {warnings:?}"
        );
    }
    let (found, warnings) = lods(json!([lod((0..7).map(|_| 1).collect()), {"mesh": 0}]));
    assert_eq!((found.len(), warnings.len()), (8, 0), "{warnings:?}");
    assert!(try_import(&triangle(json!({"nodes": [lod(json!([-1]))]})).finish()).is_err());
}

#[test]
fn a_size_that_is_the_one_before_is_half_of_it_instead() {
    let sizes = |coverage: Value| -> Vec<f32> {
        let named = json!({"name": "a", "mesh": 0, "extensions": {"MSFT_lod": {"ids": [1, 2]}},
            "extras": {"MSFT_screencoverage": coverage}});
        let (found, _) = lods(json!([named, {"mesh": 0}, {"mesh": 0}]));
        found.iter().map(|lod| lod.0).collect()
    };
    assert_eq!(sizes(json!([1, 0.3])), [1.0, 0.5, 0.3]);
    assert_eq!(sizes(json!([0.6, 0.6])), [1.0, 0.6, 0.3]);
    assert_eq!(sizes(json!([0.001, 0.0005])), [1.0, 0.001, 0.0005]);
}
