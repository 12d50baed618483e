//! Which trees of a file's nodes are one character.
//!
//! Trees whose joints one skin has belong together. In a file without skins those that one
//! animation moves do. What is drawn beside them becomes a character of its own, all together;
//! trees that neither are drawn nor move one are none.

#[cfg(test)]
mod tests;

use super::{ParsedScene, levels::Levels};

/// The characters of a scene.
pub struct CharacterGrouping {
    /// Character of each node; None for nodes that belong to none.
    pub of_node: Vec<Option<usize>>,
    /// Number of characters, at least 1.
    pub count: usize,
}

/// Groups the nodes. `parents` are by node and form a forest. `whole` makes one character of
/// everything.
pub fn of(
    scene: &ParsedScene,
    parents: &[Option<usize>],
    levels: &Levels,
    whole: bool,
) -> CharacterGrouping {
    let tops = tops(parents);
    let trees = if whole {
        Vec::new()
    } else {
        joined_trees(scene, &tops)
    };
    let is_drawn = drawn_trees(scene, &tops, levels);
    if trees.is_empty() {
        let is_in = |top: &usize| whole || is_drawn[*top] || !is_drawn.contains(&true);
        return CharacterGrouping {
            of_node: tops.iter().map(|top| is_in(top).then_some(0)).collect(),
            count: 1,
        };
    }
    let of_top = |top: usize| {
        let known = trees.iter().position(|group| group.contains(&top));
        known.or(is_drawn[top].then_some(trees.len()))
    };
    let of_node: Vec<Option<usize>> = tops.iter().map(|top| of_top(*top)).collect();
    let count = of_node.iter().flatten().max().map_or(1, |last| last + 1);
    CharacterGrouping { of_node, count }
}

/// Topmost parent of each node.
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

/// Top nodes of each character, in the order of their first one.
fn joined_trees(scene: &ParsedScene, tops: &[usize]) -> Vec<Vec<usize>> {
    let top = |node: usize| tops.get(node).copied();
    let sets: Vec<Vec<usize>> = if scene.skins.is_empty() {
        scene
            .takes
            .iter()
            .map(|take| take.nodes().filter_map(top).collect())
            .collect()
    } else {
        scene
            .skins
            .iter()
            .map(|skin| skin.joints.iter().filter_map(|joint| top(*joint)).collect())
            .collect()
    };
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for set in sets.into_iter().filter(|set| !set.is_empty()) {
        let (touched, others) = groups
            .into_iter()
            .partition(|group| group.iter().any(|top| set.contains(top)));
        groups = others;
        let mut merged: Vec<usize> = touched.into_iter().flatten().chain(set).collect();
        merged.sort_unstable();
        merged.dedup();
        groups.push(merged);
    }
    groups.sort_unstable();
    groups
}

/// Whether a mesh follows any node of a tree; by top node. A coarser level does not count, since it
/// follows the finest.
fn drawn_trees(scene: &ParsedScene, tops: &[usize], levels: &Levels) -> Vec<bool> {
    let mut is_drawn = vec![false; tops.len()];
    for (index, (node, top)) in scene.nodes.iter().zip(tops).enumerate() {
        is_drawn[*top] |= node.mesh.is_some() && node.skin.is_none() && !levels.is_coarser(index);
    }
    is_drawn
}
