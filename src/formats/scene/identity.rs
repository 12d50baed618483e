//! In which order nodes claim their names. A name that several nodes have goes to the one that
//! people mean by it: a joint before what only carries a mesh, an armature or a camera. Invariant:
//! the order of nodes in the file decides only between nodes that differ in nothing else.

use super::ParsedScene;
use std::collections::BTreeMap;
use xxhash_rust::xxh3::Xxh3;

/// Importance of a node, the highest first.
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

/// All nodes in the order in which they claim their names: first one node for each name, then the
/// other nodes with a name, then those without. `parents` form a forest, and `parents_first` orders
/// all nodes.
pub(super) fn claim_order(
    scene: &ParsedScene,
    parents: &[Option<usize>],
    parents_first: &[usize],
) -> Vec<usize> {
    let mut named: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for index in 0..scene.nodes.len() {
        named.entry(name(scene, index)).or_default().push(index);
    }
    let nameless = named.remove("").unwrap_or_default();
    if named.values().any(|nodes| nodes.len() > 1) {
        let ranks = ranks(scene);
        let places = places(scene, parents, parents_first);
        let below = below(scene, parents, parents_first);
        let key = |node: &usize| {
            (
                ranks[*node],
                places[*node],
                rest(scene, *node),
                below[*node],
                *node,
            )
        };
        for nodes in named.values_mut().filter(|nodes| nodes.len() > 1) {
            nodes.sort_by_cached_key(key);
        }
    }
    let mut firsts: Vec<usize> = named.values().map(|nodes| nodes[0]).collect();
    firsts.sort_unstable();
    let others = named.values().flat_map(|nodes| &nodes[1..]).copied();
    firsts.into_iter().chain(others).chain(nameless).collect()
}

fn ranks(scene: &ParsedScene) -> Vec<Rank> {
    let mut ranks = vec![Rank::Other; scene.nodes.len()];
    let mut raise = |node: usize, rank: Rank| {
        if let Some(known) = ranks.get_mut(node) {
            *known = rank.min(*known);
        }
    };
    scene
        .skins
        .iter()
        .flat_map(|skin| &skin.joints)
        .for_each(|joint| raise(*joint, Rank::Joint));
    for (index, node) in scene.nodes.iter().enumerate() {
        if node.mesh.is_some() && node.skin.is_none() {
            raise(index, Rank::Carrier);
        }
    }
    scene
        .takes
        .iter()
        .flat_map(super::ParsedTake::nodes)
        .for_each(|node| raise(node, Rank::Moved));
    ranks
}

/// Depth of each node, and a hash of the names on the path to it.
fn places(
    scene: &ParsedScene,
    parents: &[Option<usize>],
    parents_first: &[usize],
) -> Vec<(u32, u64)> {
    let mut places = vec![(0, 0); scene.nodes.len()];
    for &node in parents_first {
        let (depth, above) = parents[node].map_or((0, 0), |parent| places[parent]);
        places[node] = (depth + 1, sum(above, &[name(scene, node)]));
    }
    places
}

/// A hash of the names below each node, whatever their order.
fn below(scene: &ParsedScene, parents: &[Option<usize>], parents_first: &[usize]) -> Vec<u64> {
    let mut below = vec![0u64; scene.nodes.len()];
    for &node in parents_first.iter().rev() {
        let own = sum(below[node], &[name(scene, node)]);
        if let Some(parent) = parents[node] {
            below[parent] = below[parent].wrapping_add(own);
        }
    }
    below
}

/// Local transform of a node as numbers that sort.
fn rest(scene: &ParsedScene, node: usize) -> Vec<u64> {
    let local = scene.nodes[node].local;
    let numbers = [
        &local.translation.to_array()[..],
        &local.rotation.to_array(),
        &local.scale.to_array(),
    ]
    .concat();
    // As exporters round: to a hundred-thousandth.
    let rounded = |number: f32| {
        ((f64::from(number) * 1e5).round().clamp(-1e18, 1e18) as i64 as u64) ^ (1 << 63)
    };
    numbers.into_iter().map(rounded).collect()
}

fn name(scene: &ParsedScene, node: usize) -> &str {
    scene.nodes[node].name.as_deref().unwrap_or_default()
}

fn sum(seed: u64, names: &[&str]) -> u64 {
    let mut hash = Xxh3::with_seed(seed);
    for name in names {
        hash.update(name.as_bytes());
        hash.update(&[0]);
    }
    hash.digest()
}
