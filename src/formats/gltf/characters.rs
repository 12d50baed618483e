//! Which trees of a file's nodes are one character.
//!
//! Trees whose joints one skin has belong together. In a file without skins those that one animation moves do. What
//! is drawn beside them becomes a character of its own, all together; trees that neither are drawn nor move one are
//! none.

use super::{json::Root, levels::Levels};

/// Of each node, its character.
pub struct Grouping {
    pub of_node: Vec<Option<usize>>,
    /// How many there are, at least one.
    pub count: usize,
}

/// `parents` of a forest, by node. With `whole` everything is one character, whatever it is.
pub fn of(root: &Root, parents: &[Option<usize>], levels: &Levels, whole: bool) -> Grouping {
    let tops = tops(parents);
    let trees = if whole { Vec::new() } else { joined_trees(root, &tops) };
    let is_drawn = drawn_trees(root, &tops, levels);
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
fn joined_trees(root: &Root, tops: &[usize]) -> Vec<Vec<usize>> {
    let top = |node: usize| tops.get(node).copied();
    let sets: Vec<Vec<usize>> = match root.skins.is_empty() {
        false => root.skins.iter().map(|skin| skin.joints.iter().filter_map(|joint| top(joint.0)).collect()).collect(),
        true => {
            let nodes = |animation: &super::json::Animation| {
                animation.channels.iter().filter_map(|channel| top(channel.target.node?.0)).collect()
            };
            root.animations.iter().map(nodes).collect()
        }
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
fn drawn_trees(root: &Root, tops: &[usize], levels: &Levels) -> Vec<bool> {
    let mut is_drawn = vec![false; tops.len()];
    for (index, (node, top)) in root.nodes.iter().zip(tops).enumerate() {
        is_drawn[*top] |= node.mesh.is_some() && node.skin.is_none() && !levels.is_coarser(index);
    }
    is_drawn
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn groups(nodes: Value, skins: Value, animations: &[&[usize]], whole: bool) -> Vec<Option<usize>> {
        let channel = |node: &usize| json!({"sampler": 0, "target": {"node": node, "path": "rotation"}});
        let animation = |nodes: &&[usize]| json!({"channels": nodes.iter().map(channel).collect::<Vec<_>>()});
        let animations: Vec<Value> = animations.iter().map(animation).collect();
        let json = json!({"asset": {"version": "2.0"}, "nodes": nodes, "skins": skins, "animations": animations});
        let root: Root = serde_json::from_value(json).unwrap();
        let mut parents = vec![None; root.nodes.len()];
        for (index, node) in root.nodes.iter().enumerate() {
            node.children.iter().for_each(|child| parents[child.0] = Some(index));
        }
        of(&root, &parents, &Levels::default(), whole).of_node
    }

    #[test]
    fn each_armature_is_a_character_and_the_mesh_beside_it_is_no_bone() {
        let nodes = json!([{"children": [1]}, {}, {"mesh": 0, "skin": 0}, {"children": [4]}, {}, {"camera": 0}]);
        let skins = json!([{"joints": [1]}, {"joints": [4]}]);
        let expected = [Some(0), Some(0), None, Some(1), Some(1), None];
        assert_eq!(groups(nodes.clone(), skins.clone(), &[&[1, 4]], false), expected);
        assert_eq!(groups(nodes, skins, &[], true), [Some(0); 6]);
    }

    #[test]
    fn skins_that_share_a_tree_share_a_character_and_a_skin_over_two_trees_joins_them() {
        let nodes = json!([{"children": [1, 2]}, {}, {}, {}, {}]);
        let skins = json!([{"joints": [1]}, {"joints": [2, 3]}, {"joints": [4]}]);
        assert_eq!(groups(nodes, skins, &[], false), [Some(0), Some(0), Some(0), Some(0), Some(1)]);
    }

    #[test]
    fn what_is_drawn_beside_characters_is_one_more() {
        let nodes = json!([{"mesh": 0}, {}, {"children": [3]}, {"mesh": 0}]);
        let skins = json!([{"joints": [1]}]);
        assert_eq!(groups(nodes, skins, &[], false), [Some(1), Some(0), Some(1), Some(1)]);
    }

    #[test]
    fn without_skins_what_moves_together_is_one() {
        let nodes = || json!([{"mesh": 0}, {"mesh": 0}, {"mesh": 0}, {"mesh": 0}, {}]);
        assert_eq!(groups(nodes(), json!([]), &[&[0, 2], &[1]], false), [Some(0), Some(1), Some(0), Some(2), None]);
        assert_eq!(groups(nodes(), json!([]), &[], false), [Some(0), Some(0), Some(0), Some(0), None]);
        assert_eq!(groups(json!([{}, {}]), json!([]), &[], false), [Some(0), Some(0)]);
    }
}
