//! Levels of detail that nodes say: a node names others that stand in for it from further away.
//!
//! What a level's nodes draw follows the bone of the node that names them, unless they are bones themselves.
//! Invariant: a node belongs to one level of one node at most, the first that claims it.

use super::Scene;
use crate::Report;
use anim::Transform;
use asset::{
    BoneKey,
    mesh::{Lod, Part},
};
use glam::Affine3A;
use std::collections::BTreeMap;

/// How many levels a node may have; further ones are left out.
const MOST: usize = 8;

#[derive(Default)]
pub struct Levels {
    of_node: Vec<Option<Level>>,
    /// By the node of the finest level.
    owners: BTreeMap<usize, Owner>,
}

/// Of a node: what it stands in for, and how coarse it is, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    pub owner: usize,
    pub level: usize,
}

struct Owner {
    /// How many there are below the finest.
    coarser: usize,
    /// Parts of the picture's height down to which each is shown, where they are said.
    coverage: Vec<f64>,
    /// Names of bones that are not worked out, one list a coarser level.
    removed: Vec<Vec<String>>,
}

/// Contract: the nodes are a forest.
pub fn read(scene: &Scene, report: &mut Report) -> Levels {
    let mut levels = Levels { of_node: vec![None; scene.nodes.len()], owners: BTreeMap::new() };
    for (index, node) in scene.nodes.iter().enumerate() {
        let Some(named) = &node.levels else { continue };
        let place = format!("/nodes/{index}");
        if named.ids.iter().any(|id| *id >= scene.nodes.len()) || named.ids.len() >= MOST {
            report.warn(place.as_str(), "Levels that are not there, or beyond the eighth, were left out.");
        }
        let ids = named.ids.iter().copied().filter(|id| *id < scene.nodes.len() && *id != index);
        let ids: Vec<usize> = ids.take(MOST - 1).collect();
        if levels.of_node[index].is_some() || ids.is_empty() {
            report.warn(place, "Levels within levels, and lists without a node, were left out.");
            continue;
        }
        for (level, id) in ids.iter().enumerate() {
            levels.claim(scene, *id, Level { owner: index, level: level + 1 });
        }
        levels.claim(scene, index, Level { owner: index, level: 0 });
        let coverage = named.coverage.clone();
        let removed = ids.iter().map(|id| scene.nodes[*id].removed_bones.clone()).collect();
        levels.owners.insert(index, Owner { coarser: ids.len(), coverage, removed });
    }
    levels
}

impl Levels {
    pub fn of(&self, node: usize) -> Option<Level> {
        self.of_node.get(node).copied().flatten()
    }

    /// Whether a node is there for a coarser level only.
    pub fn is_coarser(&self, node: usize) -> bool {
        self.of(node).is_some_and(|of| of.level > 0)
    }

    fn claim(&mut self, scene: &Scene, top: usize, level: Level) {
        let mut open = vec![top];
        while let Some(node) = open.pop() {
            if self.of_node[node].is_none() {
                self.of_node[node] = Some(level);
                open.extend(scene.nodes[node].children.iter().copied());
            }
        }
    }

    /// Parts of the nodes that they are of, as levels of detail. What has fewer levels stays in its coarsest. A level does
    /// without the bones, of `bones`, which all of its nodes that say so do without; never without the first.
    pub fn split(&self, parts: Vec<(usize, Part)>, bones: &[BoneKey]) -> Vec<Lod> {
        let owners = || parts.iter().filter_map(|(node, _)| self.owners.get(&self.of(*node)?.owner));
        let Some(richest) = owners().max_by_key(|owner| owner.coarser) else {
            return vec![Lod::finest(parts.into_iter().map(|(_, part)| part).collect())];
        };
        let of_level = |level: usize| {
            let is_in = |node: usize| match self.of(node) {
                Some(of) => self.owners.get(&of.owner).map_or(0, |owner| owner.coarser.min(level)) == of.level,
                None => true,
            };
            parts.iter().filter(|(node, _)| is_in(*node)).map(|(_, part)| part.clone()).collect()
        };
        let removed = |level: usize| {
            let of_owner = |owner: &Owner| owner.removed.get(level.checked_sub(1)?).cloned();
            let mut said = owners().filter_map(of_owner);
            let first = said.next().unwrap_or_default();
            let by_all = said.fold(first, |all, other| all.into_iter().filter(|name| other.contains(name)).collect());
            bones.iter().skip(1).filter(|bone| by_all.iter().any(|name| name == bone.as_str())).cloned().collect()
        };
        let levels = richest.sizes().into_iter().enumerate();
        levels.map(|(at, screen_size)| Lod { screen_size, removed_bones: removed(at), parts: of_level(at) }).collect()
    }
}

impl Owner {
    /// As [`Lod::screen_size`], falling; half of the one before where the file says none that falls.
    fn sizes(&self) -> Vec<f32> {
        let mut sizes = vec![1.0f32];
        for level in 0..self.coarser {
            let before = sizes[level];
            let said = self.coverage.get(level).map(|size| *size as f32).filter(|size| *size > 0.0 && *size < before);
            sizes.push(said.unwrap_or(before / 2.0));
        }
        sizes
    }
}

/// From the node that owns a level to a node of it, at rest. Contract: `node` belongs to the level.
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
    if inverse.is_finite() { inverse * model } else { model }
}

#[cfg(test)]
mod tests {
    use crate::gltf::tests::{imported, parts, triangle, try_import, warnings};
    use serde_json::{Value, json};

    fn lods(nodes: Value) -> (Vec<(f32, Vec<u32>)>, Vec<String>) {
        let found = imported(&triangle(json!({"nodes": nodes})).finish());
        let meshes: Vec<_> = found.project.meshes.values().collect();
        assert_eq!(meshes.len(), 1);
        let nodes = |lod: &asset::mesh::Lod| lod.parts.iter().map(|part| part.source.unwrap().0).collect();
        (meshes[0].lods.iter().map(|lod| (lod.screen_size, nodes(lod))).collect(), warnings(&found))
    }

    #[test]
    fn what_stands_in_is_a_level_and_what_has_none_is_in_all() {
        let named = json!({"name": "a", "mesh": 0, "extensions": {"MSFT_lod": {"ids": [2, 3]}},
            "extras": {"MSFT_screencoverage": [0.4, 0.1, 0.0]}});
        let two = json!({"name": "d", "mesh": 0, "extensions": {"MSFT_lod": {"ids": [5]}}});
        let (found, warnings) = lods(json!([{"name": "top", "children": [1, 4, 6]}, named, {"mesh": 0},
            {"mesh": 0}, two, {"mesh": 0}, {"name": "plain", "mesh": 0}]));
        assert_eq!(found, [(1.0, vec![1, 4, 6]), (0.4, vec![2, 5, 6]), (0.1, vec![3, 5, 6])]);
        assert!(warnings.is_empty(), "{warnings:?}");
    }

    #[test]
    fn sizes_that_do_not_fall_are_half_of_the_one_before() {
        for coverage in [json!([2, 1, 0]), json!([0, 0]), json!("odd"), json!(null), json!([-1]), json!([])] {
            let named = json!({"name": "a", "mesh": 0, "extensions": {"MSFT_lod": {"ids": [1, 2]}},
                "extras": {"MSFT_screencoverage": coverage}});
            let sizes: Vec<f32> = lods(json!([named, {"mesh": 0}, {"mesh": 0}])).0.iter().map(|lod| lod.0).collect();
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
        let stands = found.project.skeletons.values().next().unwrap().bones[1].reference.to_affine() * bone_from_mesh;
        assert!(glam::Vec3::from(stands.translation).abs_diff_eq(glam::Vec3::new(1.0, 1.0, 3.0), 1e-6), "{stands}");
    }

    #[test]
    fn a_level_does_without_the_bones_that_all_of_its_nodes_name() {
        let removed = |said: [Value; 2]| {
            let lod =
                |name: &str, id: usize| json!({"name": name, "mesh": 0, "extensions": {"MSFT_lod": {"ids": [id]}}});
            let coarse = |names: &Value| json!({"mesh": 0, "extras": {"mutoscopeRemovedBones": names}});
            let nodes = json!([{"name": "top", "children": [1, 2, 3]}, lod("a", 4), lod("b", 5), {"name": "c", "mesh": 0},
                coarse(&said[0]), coarse(&said[1])]);
            let found = imported(&triangle(json!({"nodes": nodes})).finish());
            let mesh = found.project.meshes.values().next().unwrap().clone();
            assert!(mesh.lods[0].removed_bones.is_empty());
            mesh.lods[1].removed_bones.iter().map(|bone| bone.as_str().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(removed([json!(["c", "b", "nobody", "top"]), json!(["a", "c", "b", "top"])]), ["b", "c"]);
        assert_eq!(removed([json!(["b"]), json!(["c"])]), [""; 0]);
        for odd in [json!("b"), json!([1, 2]), json!(null), json!({"b": 1})] {
            assert_eq!(removed([odd, json!(["b"])]), [""; 0]);
        }
    }

    #[test]
    fn odd_lists_are_left_out_with_a_word() {
        let lod = |ids: Value| json!({"name": "a", "mesh": 0, "extensions": {"MSFT_lod": {"ids": ids}}});
        for (nodes, levels) in [
            (json!([lod(json!([9]))]), 1),
            (json!([lod(json!([0]))]), 1),
            (json!([lod(json!([]))]), 1),
            (json!([lod(json!([1, 9])), {"mesh": 0}]), 2),
            (json!([lod((0..8).map(|_| 1).collect()), {"mesh": 0}]), 8),
            (json!([lod(json!([1])), lod(json!([0]))]), 2),
            (json!([lod((0..12).map(|_| 1).collect()), {"mesh": 0}]), 8),
        ] {
            let (found, warnings) = lods(nodes.clone());
            assert!(found.len() == levels && !warnings.is_empty(), "{nodes} {found:?} {warnings:?}");
        }
        let (found, warnings) = lods(json!([lod((0..7).map(|_| 1).collect()), {"mesh": 0}]));
        assert_eq!((found.len(), warnings.len()), (8, 0), "{warnings:?}");
        assert!(try_import(&triangle(json!({"nodes": [lod(json!([-1]))]})).finish()).is_err());
    }
}
