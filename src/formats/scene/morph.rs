//! Names and default weights of morph targets, node by node.
//!
//! At run time a morph follows the curve of its name. Invariant: two nodes of a character share a
//! name only where every animation and the defaults give both the same weight.

use super::{ParsedMesh, ParsedNode, ParsedScene, motions::CharacterTake, nodes::Nodes};
use crate::{
    ImportError, bounds,
    names::{Naming, UniqueNames},
    reading::Reading,
};
use asset::source::Channel;
use std::collections::{BTreeMap, HashMap};
use words::tr;

/// A morph target of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneMorphTarget {
    /// Name of the curve that drives it.
    pub name: String,
    /// Weight where no curve drives it.
    pub default_weight: f32,
}

/// Reads the targets of every node whose mesh has any, by node. An Err means more weights than
/// targets, or too much memory.
pub fn read(
    scene: &ParsedScene,
    nodes: &Nodes,
    motions: &[CharacterTake],
    reading: &mut Reading<'_>,
) -> Result<BTreeMap<usize, Vec<SceneMorphTarget>>, ImportError> {
    let mut found = BTreeMap::new();
    for (index, node) in scene.nodes.iter().enumerate() {
        if let Some(mesh) = node
            .mesh
            .and_then(|mesh| scene.meshes.get(mesh).map(|found| (mesh, found)))
        {
            let targets = targets(reading, index, node, mesh)?;
            if !targets.is_empty() {
                found.insert(index, targets);
            }
        }
    }
    tell_apart(&mut found, scene, nodes, motions);
    Ok(found)
}

fn targets(
    reading: &mut Reading<'_>,
    index: usize,
    node: &ParsedNode,
    (mesh_index, mesh): (usize, &ParsedMesh),
) -> Result<Vec<SceneMorphTarget>, ImportError> {
    let place = format!("/meshes/{mesh_index}");
    let counts = || mesh.parts.iter().map(|part| part.targets);
    let count = counts().max().unwrap_or_default();
    reading.budget.reserve(count as u64 * 128, &place)?;
    if counts().any(|other| other != count) {
        reading.report.warn(
            place.as_str(),
            tr!("Its primitives differ in their number of morph targets; the missing ones do nothing."),
        );
    }
    if mesh.weights.len() > count {
        return Err(ImportError::invalid(
            place,
            tr!("the mesh has more weights than morph targets"),
        ));
    }
    let weights = match &node.weights {
        Some(weights) if weights.len() == count => weights,
        Some(_) => {
            reading.report.warn(
                format!("/nodes/{index}"),
                tr!("Its number of weights differs from its morph targets; the mesh's weights are used."),
            );
            &mesh.weights
        }
        None => &mesh.weights,
    };
    let mut names = Naming::default();
    let mut broken = false;
    let target = |i: usize| {
        let given = mesh
            .target_names
            .as_ref()
            .and_then(|names| Some(names.get(i)?.as_str()));
        let weight = weights.get(i).copied().unwrap_or(0.0) as f32;
        let is_fine = weight.abs() <= bounds::FACTOR;
        broken |= !is_fine;
        let default_weight = if is_fine { weight } else { 0.0 };
        SceneMorphTarget {
            name: names.claim(given, || {
                format!("{}_morph_{i}", mesh_name(mesh_index, mesh))
            }),
            default_weight,
        }
    };
    let targets = (0..count).map(target).collect();
    names.tell(tr!("Morph targets"), &place, reading.report);
    if broken {
        reading
            .report
            .warn(place, tr!("Some morph weights are invalid; 0 is used."));
    }
    Ok(targets)
}

/// Name of a mesh; one without gets `mesh_` and its index.
pub fn mesh_name(index: usize, mesh: &ParsedMesh) -> String {
    mesh.name
        .clone()
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| format!("mesh_{index}"))
}

/// A node and the index of one of its targets.
type MorphTargetUse = (usize, usize);

/// Puts the node's name before the names of targets that another node of the character drives in
/// another way.
fn tell_apart(
    found: &mut BTreeMap<usize, Vec<SceneMorphTarget>>,
    scene: &ParsedScene,
    nodes: &Nodes,
    motions: &[CharacterTake],
) {
    let mut uses: HashMap<(Option<usize>, String), Vec<MorphTargetUse>> = HashMap::new();
    for (node, targets) in found.iter() {
        for (i, target) in targets.iter().enumerate() {
            uses.entry((nodes.home(scene, *node), target.name.clone()))
                .or_default()
                .push((*node, i));
        }
    }
    let driven = |node: usize, i: usize| {
        motions
            .iter()
            .map(move |motion| motion.moved.weights.get(&node).and_then(|w| w.get(i)))
    };
    let same = |a: Option<&Channel>, b: Option<&Channel>| a == b;
    let mut taken = UniqueNames::default();
    uses.keys().for_each(|(_, name)| drop(taken.claim(name)));
    let mut clashes: Vec<(usize, usize)> = Vec::new();
    for users in uses.values() {
        let (first, i) = users[0];
        let agrees = |(node, j): &(usize, usize)| {
            found[&first][i].default_weight == found[node][*j].default_weight
                && driven(first, i)
                    .zip(driven(*node, *j))
                    .all(|(a, b)| same(a, b))
        };
        if !users.iter().all(agrees) {
            clashes.extend(users);
        }
    }
    clashes.sort_unstable();
    for (node, i) in clashes {
        let wanted = format!("{}_{}", nodes.name(node), found[&node][i].name);
        if let Some(targets) = found.get_mut(&node) {
            targets[i].name = taken.claim(&wanted);
        }
    }
}
