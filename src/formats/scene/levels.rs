//! Levels of detail from nodes: a node lists others that replace it further away.
//!
//! The parts of a coarser level follow the bone of the node that lists them, unless their own nodes
//! are bones. Invariant: a node belongs to at most one level of one node, the first that claims it.

#[cfg(test)]
mod tests;

use super::ParsedScene;
use crate::ImportReport;
use anim::Transform;
use asset::{
    BoneKey,
    mesh::{Lod, Part},
};
use glam::Affine3A;
use std::collections::BTreeMap;
use words::tr;

/// Most levels of a node, the finest included; further ones are left out.
const MOST: usize = 8;

/// Levels of detail of the nodes: for each node its level, and the node that owns the level.
#[derive(Default)]
pub struct Levels {
    of_node: Vec<Option<Level>>,
    /// Contents of the level list of each finest node, by the index of that node.
    owners: BTreeMap<usize, LevelOwner>,
}

/// The level of detail that a node belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Node that lists the levels; it is the finest.
    pub owner: usize,
    /// Index of the level; 0 is the finest.
    pub level: usize,
}

struct LevelOwner {
    /// Number of levels below the finest.
    coarser: usize,
    /// Screen coverage, 0..=1, down to which each level is shown; may be empty.
    coverage: Vec<f64>,
    /// Names of bones that are not evaluated, one list for each coarser level.
    removed: Vec<Vec<String>>,
}

/// Reads the levels of all nodes; what is odd is reported and left out. Contract: the nodes form a
/// forest.
pub fn read(scene: &ParsedScene, report: &mut ImportReport) -> Levels {
    let mut levels = Levels {
        of_node: vec![None; scene.nodes.len()],
        owners: BTreeMap::new(),
    };
    for (index, node) in scene.nodes.iter().enumerate() {
        let Some(named) = &node.levels else { continue };
        let place = format!("/nodes/{index}");
        if named.ids.iter().any(|id| *id >= scene.nodes.len()) || named.ids.len() >= MOST {
            report.warn(
                place.as_str(),
                tr!("LODs that are missing, or past the eighth, were left out."),
            );
        }
        let ids = named
            .ids
            .iter()
            .copied()
            .filter(|id| *id < scene.nodes.len() && *id != index);
        let ids: Vec<usize> = ids.take(MOST - 1).collect();
        if levels.of_node[index].is_some() || ids.is_empty() {
            report.warn(
                place,
                tr!("Nested LODs, and lists without a node, were left out."),
            );
            continue;
        }
        for (level, id) in ids.iter().enumerate() {
            levels.claim(
                scene,
                *id,
                Level {
                    owner: index,
                    level: level + 1,
                },
            );
        }
        levels.claim(
            scene,
            index,
            Level {
                owner: index,
                level: 0,
            },
        );
        let coverage = named.coverage.clone();
        let removed = ids
            .iter()
            .map(|id| scene.nodes[*id].removed_bones.clone())
            .collect();
        levels.owners.insert(
            index,
            LevelOwner {
                coarser: ids.len(),
                coverage,
                removed,
            },
        );
    }
    levels
}

impl Levels {
    /// Level of a node; None for a node outside all levels.
    pub fn of(&self, node: usize) -> Option<Level> {
        self.of_node.get(node).copied().flatten()
    }

    /// Whether a node belongs to a coarser level.
    pub fn is_coarser(&self, node: usize) -> bool {
        self.of(node).is_some_and(|of| of.level > 0)
    }

    fn claim(&mut self, scene: &ParsedScene, top: usize, level: Level) {
        let mut open = vec![top];
        while let Some(node) = open.pop() {
            if self.of_node[node].is_none() {
                self.of_node[node] = Some(level);
                open.extend(&scene.nodes[node].children);
            }
        }
    }

    /// Sorts parts, given with their nodes, into levels of detail. What has fewer levels stays in
    /// its coarsest. A level removes the bones that all of its nodes list, of `bones`; never the
    /// first bone.
    pub fn split(&self, parts: Vec<(usize, Part)>, bones: &[BoneKey]) -> Vec<Lod> {
        let owners = || {
            parts
                .iter()
                .filter_map(|(node, _)| self.owners.get(&self.of(*node)?.owner))
        };
        let Some(richest) = owners().max_by_key(|owner| owner.coarser) else {
            return vec![Lod::finest(
                parts.into_iter().map(|(_, part)| part).collect(),
            )];
        };
        let of_level = |level: usize| {
            let is_in = |node: usize| match self.of(node) {
                Some(of) => {
                    self.owners
                        .get(&of.owner)
                        .map_or(0, |owner| owner.coarser.min(level))
                        == of.level
                }
                None => true,
            };
            parts
                .iter()
                .filter(|(node, _)| is_in(*node))
                .map(|(_, part)| part.clone())
                .collect()
        };
        let removed = |level: usize| {
            let of_owner = |owner: &LevelOwner| owner.removed.get(level.checked_sub(1)?).cloned();
            let mut said = owners().filter_map(of_owner);
            let first = said.next().unwrap_or_default();
            let by_all = said.fold(first, |all, other| {
                all.into_iter()
                    .filter(|name| other.contains(name))
                    .collect()
            });
            bones
                .iter()
                .skip(1)
                .filter(|bone| by_all.iter().any(|name| name == bone.as_str()))
                .cloned()
                .collect()
        };
        let levels = richest.sizes().into_iter().enumerate();
        levels
            .map(|(at, screen_size)| Lod {
                screen_size,
                removed_bones: removed(at),
                parts: of_level(at),
            })
            .collect()
    }
}

impl LevelOwner {
    /// [`Lod::screen_size`] of each level, falling. Where the file gives none that falls, it is
    /// half of the one before.
    fn sizes(&self) -> Vec<f32> {
        let mut sizes = vec![1.0f32];
        for level in 0..self.coarser {
            let before = sizes[level];
            let said = self
                .coverage
                .get(level)
                .map(|size| *size as f32)
                .filter(|size| *size > 0.0 && *size < before);
            sizes.push(said.unwrap_or(before / 2.0));
        }
        sizes
    }
}

/// Transform from a node of a level to the space of the node that owns the level, in the rest pose.
/// Contract: `node` belongs to the level.
pub fn owner_from_node(
    owner: usize,
    node: usize,
    parents: &[Option<usize>],
    local: impl Fn(usize) -> Transform,
) -> Affine3A {
    let (mut model, mut at) = (local(node).to_affine(), node);
    while let Some(parent) = parents[at].filter(|parent| Some(*parent) != parents[owner]) {
        model = local(parent).to_affine() * model;
        at = parent;
    }
    let inverse = local(owner).to_affine().inverse();
    if inverse.is_finite() {
        inverse * model
    } else {
        model
    }
}
