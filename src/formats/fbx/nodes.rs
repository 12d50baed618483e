//! Nodes of the file as nodes of a scene, with the transforms that the file shows. Invariant: the
//! transforms that leave here are finite and within bounds.

use super::convert::{node_index, turn, vector};
use crate::{
    ImportError, ImportErrorPlace, ImportFix, ImportProblem, ImportReport, Options, bounds,
    reading::Reading,
    scene::{LevelList, MAX_NODES, ParsedNode},
};
use anim::Transform;
use words::tr;

/// Reads all nodes but the root of the library, so that node `i` of the scene is node `i + 1` of
/// the library. An Err means too many nodes.
pub fn read(
    root: &ufbx::Scene,
    options: &Options,
    reading: &mut Reading<'_>,
) -> Result<Vec<ParsedNode>, ImportError> {
    if root.nodes.len() > MAX_NODES {
        let problem = ImportProblem::TooLarge {
            what: "nodes",
            count: root.nodes.len() as u64,
            limit: MAX_NODES as u64,
        };
        return Err(ImportError::new(ImportErrorPlace::File, problem));
    }
    let mut nodes = Vec::with_capacity(root.nodes.len());
    let mut repaired = 0;
    for node in root.nodes.iter().skip(1) {
        let (local, is_sound) = transform(&node.local_transform);
        repaired += usize::from(!is_sound);
        nodes.push(ParsedNode {
            name: Some(name(&node.element.name, options.strip_namespaces))
                .filter(|name| !name.is_empty()),
            children: node
                .children
                .iter()
                .filter_map(|child| node_index(child))
                .collect(),
            local,
            mesh: node
                .mesh
                .as_ref()
                .map(|mesh| mesh.element.typed_id as usize),
            levels: None,
            ..ParsedNode::default()
        });
    }
    if repaired > 0 {
        let text = tr!("{repaired} nodes have invalid or too large positions; they were clamped.");
        reading.report.warn("/nodes", text);
    }
    if !options.strip_namespaces {
        offer_plain_names(&nodes, reading.report);
    }
    for node in root
        .nodes
        .iter()
        .skip(1)
        .filter(|node| node.attrib_type == ufbx::ElementType::LodGroup)
    {
        levels(node, &mut nodes);
    }
    Ok(nodes)
}

/// Suggests to strip the prefixes of names, if any name has one.
fn offer_plain_names(nodes: &[ParsedNode], report: &mut ImportReport) {
    let mut prefixes = nodes
        .iter()
        .filter_map(|node| node.name.as_deref()?.rsplit_once(':'))
        .map(|(prefix, _)| prefix);
    let Some(first) = prefixes.next() else { return };
    let text = tr!(
        "{} names have a prefix, such as “{first}:”.",
        1 + prefixes.count()
    );
    report.suggest("/nodes", text, ImportFix::StripNamespaces);
}

/// The children of an LOD group are the levels of detail, finest first.
fn levels(group: &ufbx::Node, nodes: &mut [ParsedNode]) {
    let mut children = group.children.iter().filter_map(|child| node_index(child));
    let Some(finest) = children.next() else {
        return;
    };
    let ids: Vec<usize> = children.collect();
    if let Some(node) = nodes.get_mut(finest).filter(|_| !ids.is_empty()) {
        node.levels = Some(LevelList {
            ids,
            coverage: Vec::new(),
        });
    }
}

/// Name of a node, without what stands before its last colon if it is to be stripped.
pub fn name(given: &str, is_stripped: bool) -> String {
    let own = if is_stripped {
        given.rsplit(':').next().unwrap_or(given)
    } else {
        given
    };
    own.to_owned()
}

/// The transform within bounds, and whether it was finite and within bounds already.
pub fn transform(given: &ufbx::Transform) -> (Transform, bool) {
    let read = Transform {
        translation: vector(given.translation).as_vec3(),
        rotation: turn(given.rotation).as_quat(),
        scale: vector(given.scale).as_vec3(),
    };
    let mut bounded = if read.is_finite() {
        read
    } else {
        Transform::IDENTITY
    };
    let is_sound = bounds::transform(&mut bounded) && read.is_finite();
    (bounded, is_sound)
}
