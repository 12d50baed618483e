//! In which order nodes of one name get it. A name that several nodes have is given to the one that a person means by
//! it: a joint before what only carries a mesh, an armature or a camera. Invariant: the order in which the file lists
//! its nodes decides only between nodes that differ in nothing else.

use super::json::Root;
use std::collections::BTreeMap;
use xxhash_rust::xxh3::Xxh3;

/// Why a node matters, the most first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Vertices of a skin follow it.
    Joint,
    /// A mesh without a skin stands on it.
    Carrier,
    /// An animation moves it.
    Moved,
    Other,
}

/// All nodes, in the order in which they claim their names: the first of each name, then the others of a name, then
/// those without any. `parents` are of a forest, and `parents_first` is an order of all nodes.
pub(super) fn claim_order(root: &Root, parents: &[Option<usize>], parents_first: &[usize]) -> Vec<usize> {
    let mut named: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for index in 0..root.nodes.len() {
        named.entry(name(root, index)).or_default().push(index);
    }
    let nameless = named.remove("").unwrap_or_default();
    if named.values().any(|nodes| nodes.len() > 1) {
        let ranks = ranks(root);
        let places = places(root, parents, parents_first);
        let below = below(root, parents, parents_first);
        let key = |node: &usize| (ranks[*node], places[*node], rest(root, *node), below[*node], *node);
        for nodes in named.values_mut().filter(|nodes| nodes.len() > 1) {
            nodes.sort_by_cached_key(key);
        }
    }
    let mut firsts: Vec<usize> = named.values().map(|nodes| nodes[0]).collect();
    firsts.sort_unstable();
    let others = named.values().flat_map(|nodes| &nodes[1..]).copied();
    firsts.into_iter().chain(others).chain(nameless).collect()
}

fn ranks(root: &Root) -> Vec<Rank> {
    let mut ranks = vec![Rank::Other; root.nodes.len()];
    let mut raise = |node: usize, rank: Rank| {
        if let Some(known) = ranks.get_mut(node) {
            *known = rank.min(*known);
        }
    };
    root.skins.iter().flat_map(|skin| &skin.joints).for_each(|joint| raise(joint.0, Rank::Joint));
    for (index, node) in root.nodes.iter().enumerate() {
        if node.mesh.is_some() && node.skin.is_none() {
            raise(index, Rank::Carrier);
        }
    }
    let channels = root.animations.iter().flat_map(|animation| &animation.channels);
    channels.filter_map(|channel| channel.target.node).for_each(|node| raise(node.0, Rank::Moved));
    ranks
}

/// How deep each node lies, and the names on the way to it.
fn places(root: &Root, parents: &[Option<usize>], parents_first: &[usize]) -> Vec<(u32, u64)> {
    let mut places = vec![(0, 0); root.nodes.len()];
    for &node in parents_first {
        let (depth, above) = parents[node].map_or((0, 0), |parent| places[parent]);
        places[node] = (depth + 1, sum(above, &[name(root, node)]));
    }
    places
}

/// The names below each node, in any order.
fn below(root: &Root, parents: &[Option<usize>], parents_first: &[usize]) -> Vec<u64> {
    let mut below = vec![0u64; root.nodes.len()];
    for &node in parents_first.iter().rev() {
        let own = sum(below[node], &[name(root, node)]);
        if let Some(parent) = parents[node] {
            below[parent] = below[parent].wrapping_add(own);
        }
    }
    below
}

/// Where a node stands, in numbers that sort.
fn rest(root: &Root, node: usize) -> Vec<u64> {
    let node = &root.nodes[node];
    let numbers = [
        node.matrix.as_ref().map(|numbers| numbers.as_slice()),
        node.translation.as_ref().map(|numbers| numbers.as_slice()),
        node.rotation.as_ref().map(|numbers| numbers.as_slice()),
        node.scale.as_ref().map(|numbers| numbers.as_slice()),
    ];
    // As exporters round: to a hundred-thousandth.
    let rounded = |number: &f64| ((number * 1e5).round().clamp(-1e18, 1e18) as i64 as u64) ^ (1 << 63);
    numbers.into_iter().flatten().flatten().map(rounded).collect()
}

fn name(root: &Root, node: usize) -> &str {
    root.nodes[node].name.as_deref().unwrap_or_default()
}

fn sum(seed: u64, names: &[&str]) -> u64 {
    let mut hash = Xxh3::with_seed(seed);
    for name in names {
        hash.update(name.as_bytes());
        hash.update(&[0]);
    }
    hash.digest()
}
