//! The reader of a format tells what a file holds: its nodes, skins, meshes, takes and looks.

use super::Said;
use crate::{ImportError, geometry::Geometry};
use anim::{Transform, mesh::SkinMethod};
use asset::{
    Id, Material, Texture,
    origin::Fields,
    source::{Channel, Curve, Track},
};
use glam::Affine3A;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Scene {
    /// A forest, in any order.
    pub nodes: Vec<Node>,
    pub skins: Vec<Skin>,
    pub meshes: Vec<Mesh>,
    pub takes: Vec<Take>,
    pub looks: Looks,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Node {
    pub name: Option<String>,
    pub children: Vec<usize>,
    /// Finite, and within the bounds of one bone. From the parent.
    pub local: Transform,
    /// Of the scene's meshes.
    pub mesh: Option<usize>,
    /// What the mesh follows in place of the node.
    pub skin: Option<usize>,
    /// Weights of the mesh's morph targets, where they are the node's own.
    pub weights: Option<Vec<f64>>,
    pub mark: Mark,
    /// What stands in for the node from further away.
    pub levels: Option<LevelList>,
    /// What people wrote on it, and stays the same.
    pub properties: Fields,
    /// Of a coarser level: names of bones that it does without.
    pub removed_bones: Vec<String>,
}

/// What a writer of ours said of a node. It counts only where the node can be nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mark {
    #[default]
    None,
    Socket,
    /// It does no more than carry a skinned mesh.
    Mesh,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct LevelList {
    /// Nodes, finest first, without the one that has the list.
    pub ids: Vec<usize>,
    /// Parts of the picture's height down to which each is shown, where they are said.
    pub coverage: Vec<f64>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Skin {
    /// Nodes, in the order of the palette.
    pub joints: Vec<usize>,
    /// One a joint, from the mesh's space; none where joints were bound at the mesh's origin.
    pub inverse_binds: Option<Vec<Affine3A>>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Mesh {
    pub name: Option<String>,
    pub parts: Vec<Part>,
    /// By morph target; those that are no names are empty.
    pub target_names: Option<Vec<String>>,
    /// Weights of the morph targets where a node says none.
    pub weights: Vec<f64>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Part {
    /// None where there is nothing to draw, and in meshes that no node carries.
    pub geometry: Option<Geometry>,
    /// Of the scene's materials; others stand for a plain one.
    pub material: Option<usize>,
    /// How many morph targets it has, drawn or not.
    pub targets: usize,
    #[serde(with = "crate::plain::method")]
    pub method: SkinMethod,
}

/// Materials in the order of the file, and the textures that they use.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Looks {
    pub materials: Vec<Material>,
    #[serde(skip)]
    pub textures: BTreeMap<Id, Arc<Texture>>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Take {
    /// Of the file's animations.
    pub index: usize,
    pub name: Option<String>,
    /// Seconds, from 0 to the last key.
    pub duration: f32,
    /// Frames a second, where the file says them.
    pub frame_rate: Option<f32>,
    /// By node. The bones and references of tracks are empty.
    pub tracks: BTreeMap<usize, Track>,
    /// By node: a channel a morph target.
    pub weights: BTreeMap<usize, Vec<Channel>>,
    /// Curves of other things, each of the node that it was on.
    pub curves: Vec<(usize, Curve)>,
    #[serde(skip)]
    pub said: Option<Said>,
}

impl Take {
    /// What it moves.
    pub(super) fn nodes(&self) -> impl Iterator<Item = usize> {
        self.tracks
            .keys()
            .chain(self.weights.keys())
            .copied()
            .chain(self.curves.iter().map(|(node, _)| *node))
    }
}

impl Scene {
    pub(super) fn parents(&self) -> Result<Vec<Option<usize>>, ImportError> {
        let mut parents = vec![None; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            for child in &node.children {
                let place = format!("/nodes/{index}/children");
                let parent = parents.get_mut(*child);
                let parent = parent.ok_or_else(|| {
                    ImportError::no_such("node", *child, self.nodes.len(), &place)
                })?;
                if parent.replace(index).is_some() {
                    return Err(ImportError::invalid(
                        place,
                        format!("node {child} has two parents"),
                    ));
                }
            }
        }
        Ok(parents)
    }
}
