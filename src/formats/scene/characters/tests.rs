use super::{
    super::{ParsedNode, ParsedSkin, ParsedTake},
    *,
};
use asset::source::Track;
use serde_json::{Value, json};

/// `animations` are the nodes that each moves.
fn groups(
    nodes: Value,
    skins: &[&[usize]],
    animations: &[&[usize]],
    whole: bool,
) -> Vec<Option<usize>> {
    let at = |value: &Value| value.as_u64().map(|at| at as usize);
    let node = |node: &Value| ParsedNode {
        children: node["children"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(at)
            .collect(),
        mesh: at(&node["mesh"]),
        skin: at(&node["skin"]),
        ..ParsedNode::default()
    };
    let take = |nodes: &&[usize]| ParsedTake {
        tracks: nodes.iter().map(|node| (*node, Track::default())).collect(),
        ..ParsedTake::default()
    };
    let scene = ParsedScene {
        nodes: nodes.as_array().unwrap().iter().map(node).collect(),
        skins: skins
            .iter()
            .map(|joints| ParsedSkin {
                joints: joints.to_vec(),
                ..ParsedSkin::default()
            })
            .collect(),
        takes: animations.iter().map(take).collect(),
        ..ParsedScene::default()
    };
    of(&scene, &scene.parents().unwrap(), &Levels::default(), whole).of_node
}

#[test]
fn each_armature_is_a_character_and_the_mesh_beside_it_is_no_bone() {
    let nodes = json!([{"children": [1]}, {}, {"mesh": 0, "skin": 0}, {"children": [4]}, {}, {"camera": 0}]);
    let skins: [&[usize]; 2] = [&[1], &[4]];
    let expected = [Some(0), Some(0), None, Some(1), Some(1), None];
    assert_eq!(groups(nodes.clone(), &skins, &[&[1, 4]], false), expected);
    assert_eq!(groups(nodes, &skins, &[], true), [Some(0); 6]);
}

#[test]
fn skins_that_share_a_tree_share_a_character_and_a_skin_over_two_trees_joins_them() {
    let nodes = json!([{"children": [1, 2]}, {}, {}, {}, {}]);
    assert_eq!(
        groups(nodes, &[&[1], &[2, 3], &[4]], &[], false),
        [Some(0), Some(0), Some(0), Some(0), Some(1)]
    );
}

#[test]
fn what_is_drawn_beside_characters_is_one_more() {
    let nodes = json!([{"mesh": 0}, {}, {"children": [3]}, {"mesh": 0}]);
    assert_eq!(
        groups(nodes, &[&[1]], &[], false),
        [Some(1), Some(0), Some(1), Some(1)]
    );
}

#[test]
fn without_skins_what_moves_together_is_one() {
    let nodes = || json!([{"mesh": 0}, {"mesh": 0}, {"mesh": 0}, {"mesh": 0}, {}]);
    assert_eq!(
        groups(nodes(), &[], &[&[0, 2], &[1]], false),
        [Some(0), Some(1), Some(0), Some(2), None]
    );
    assert_eq!(
        groups(nodes(), &[], &[], false),
        [Some(0), Some(0), Some(0), Some(0), None]
    );
    assert_eq!(groups(json!([{}, {}]), &[], &[], false), [Some(0), Some(0)]);
}

#[test]
fn a_skin_that_shares_a_tree_with_another_joins_all_of_theirs() {
    let trees = json!([{}, {}, {}, {}]);
    let all = |skins: &[&[usize]]| groups(trees.clone(), skins, &[], false);
    assert_eq!(all(&[&[0, 1], &[1, 2]]), [Some(0), Some(0), Some(0), None]);
    assert_eq!(all(&[&[0, 1], &[2, 3], &[1, 2]]), [Some(0); 4]);
    assert_eq!(all(&[&[0, 1], &[2]]), [Some(0), Some(0), Some(1), None]);
}
