//! Which trees of a file's nodes are one character.
//!
//! Trees whose joints one skin has belong together. In a file without skins those that one animation moves do. What
//! is drawn beside them becomes a character of its own, all together; trees that neither are drawn nor move one are
//! none.

use super::{Scene, levels::Levels};

/// Of each node, its character.
pub struct Grouping {
    pub of_node: Vec<Option<usize>>,
    /// How many there are, at least one.
    pub count: usize,
}

/// `parents` of a forest, by node. With `whole` everything is one character, whatever it is.
pub fn of(scene: &Scene, parents: &[Option<usize>], levels: &Levels, whole: bool) -> Grouping {
    let tops = tops(parents);
    let trees = if whole { Vec::new() } else { joined_trees(scene, &tops) };
    let is_drawn = drawn_trees(scene, &tops, levels);
    if trees.is_empty() {
        let is_in = |top: &usize| whole || is_drawn[*top] || !is_drawn.contains(&true);
        return Grouping { of_node: tops.iter().map(|top| is_in(top).then_some(0)).collect(), count: 1 };
    }
    let of_top = |top: usize| {
        let known = trees.iter().position(|group| group.contains(&top));
        known.or(is_drawn[top].then_some(trees.len()))
    };
    let of_node: Vec<Option<usize>> = tops.iter().map(|top| of_top(*top)).collect();
    let count = of_node.iter().flatten().max().map_or(1, |last| last + 1);
    Grouping { of_node, count }
}

/// The node without a parent above each node.
fn tops(parents: &[Option<usize>]) -> Vec<usize> {
    let mut tops: Vec<Option<usize>> = vec![None; parents.len()];
    for node in 0..parents.len() {
        let (mut way, mut at) = (Vec::new(), node);
        let top = loop {
            match (tops[at], parents[at]) {
                (Some(top), _) => break top,
                (None, None) => break at,
                (None, Some(parent)) => {
                    way.push(at);
                    at = parent;
                }
            }
        };
        tops[top] = Some(top);
        way.into_iter().for_each(|node| tops[node] = Some(top));
    }
    tops.into_iter().flatten().collect()
}

/// The top nodes of each character, in the order of the first of them.
fn joined_trees(scene: &Scene, tops: &[usize]) -> Vec<Vec<usize>> {
    let top = |node: usize| tops.get(node).copied();
    let sets: Vec<Vec<usize>> = if scene.skins.is_empty() {
        scene.takes.iter().map(|take| take.nodes().filter_map(top).collect()).collect()
    } else {
        scene.skins.iter().map(|skin| skin.joints.iter().filter_map(|joint| top(*joint)).collect()).collect()
    };
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for set in sets.into_iter().filter(|set| !set.is_empty()) {
        let (touched, others) = groups.into_iter().partition(|group| group.iter().any(|top| set.contains(top)));
        groups = others;
        let mut merged: Vec<usize> = touched.into_iter().flatten().chain(set).collect();
        merged.sort_unstable();
        merged.dedup();
        groups.push(merged);
    }
    groups.sort_unstable();
    groups
}

/// By node, of top nodes: whether a mesh follows a node of its tree. Coarser levels follow the finest.
fn drawn_trees(scene: &Scene, tops: &[usize], levels: &Levels) -> Vec<bool> {
    let mut is_drawn = vec![false; tops.len()];
    for (index, (node, top)) in scene.nodes.iter().zip(tops).enumerate() {
        is_drawn[*top] |= node.mesh.is_some() && node.skin.is_none() && !levels.is_coarser(index);
    }
    is_drawn
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Node, Skin, Take},
        *,
    };
    use asset::source::Track;
    use serde_json::{Value, json};

    /// `animations` are the nodes that each moves.
    fn groups(nodes: Value, skins: &[&[usize]], animations: &[&[usize]], whole: bool) -> Vec<Option<usize>> {
        let at = |value: &Value| value.as_u64().map(|at| at as usize);
        let node = |node: &Value| Node {
            children: node["children"].as_array().into_iter().flatten().filter_map(at).collect(),
            mesh: at(&node["mesh"]),
            skin: at(&node["skin"]),
            ..Node::default()
        };
        let take = |nodes: &&[usize]| Take {
            tracks: nodes.iter().map(|node| (*node, Track::default())).collect(),
            ..Take::default()
        };
        let scene = Scene {
            nodes: nodes.as_array().unwrap().iter().map(node).collect(),
            skins: skins.iter().map(|joints| Skin { joints: joints.to_vec(), ..Skin::default() }).collect(),
            takes: animations.iter().map(take).collect(),
            ..Scene::default()
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
        assert_eq!(groups(nodes, &[&[1], &[2, 3], &[4]], &[], false), [Some(0), Some(0), Some(0), Some(0), Some(1)]);
    }

    #[test]
    fn what_is_drawn_beside_characters_is_one_more() {
        let nodes = json!([{"mesh": 0}, {}, {"children": [3]}, {"mesh": 0}]);
        assert_eq!(groups(nodes, &[&[1]], &[], false), [Some(1), Some(0), Some(1), Some(1)]);
    }

    #[test]
    fn without_skins_what_moves_together_is_one() {
        let nodes = || json!([{"mesh": 0}, {"mesh": 0}, {"mesh": 0}, {"mesh": 0}, {}]);
        assert_eq!(groups(nodes(), &[], &[&[0, 2], &[1]], false), [Some(0), Some(1), Some(0), Some(2), None]);
        assert_eq!(groups(nodes(), &[], &[], false), [Some(0), Some(0), Some(0), Some(0), None]);
        assert_eq!(groups(json!([{}, {}]), &[], &[], false), [Some(0), Some(0)]);
    }
}
