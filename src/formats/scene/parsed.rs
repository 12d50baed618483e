//! The types that readers fill: nodes, skins, meshes, takes and materials of a file, apart since
//! another process may send them.

use super::{Said, SaidBase, SaidEvents};
use crate::{ImportError, geometry::Geometry};
use anim::{Transform, mesh::SkinMethod};
use asset::{
    Id, Material, NotifyClass, Texture,
    origin::Fields,
    source::{Channel, SourceCurve, Track},
};
use glam::Affine3A;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};
use words::tr;

/// The contents of a source file, in metres, right-handed, Y up.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct ParsedScene {
    /// Nodes in any order. They must form a forest, which is checked later.
    pub nodes: Vec<ParsedNode>,
    /// Skins that nodes refer to by index.
    pub skins: Vec<ParsedSkin>,
    /// Meshes that nodes refer to by index.
    pub meshes: Vec<ParsedMesh>,
    /// Animations of the file.
    pub takes: Vec<ParsedTake>,
    /// Materials and textures.
    pub looks: Looks,
    /// Notify classes of clips that were exported from a project; glTF alone has them.
    #[serde(skip)]
    pub classes: BTreeMap<Id, NotifyClass>,
}

/// A node of the file.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct ParsedNode {
    /// Name in the file; not unique, and may be None or empty.
    pub name: Option<String>,
    /// Indices of its children.
    pub children: Vec<usize>,
    /// Local transform; finite and within the bounds of one bone.
    pub local: Transform,
    /// Index of the mesh that it carries.
    pub mesh: Option<usize>,
    /// Index of the skin that the mesh follows in place of the node.
    pub skin: Option<usize>,
    /// Default morph weights of its own; None takes those of the mesh.
    pub weights: Option<Vec<f64>>,
    /// Mark of an exporter of this program.
    pub mark: Mark,
    /// Nodes that replace it further away; None for a node with one level.
    pub levels: Option<LevelList>,
    /// User-defined properties that do not change, as text.
    pub properties: Fields,
    /// Names of bones that are not evaluated at a coarser level, on the node of that level.
    pub removed_bones: Vec<String>,
}

/// Mark that an export of this program gave a node. The mark is believed only if the node can be
/// nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mark {
    /// The export said nothing, or another program wrote the file.
    #[default]
    None,
    /// A socket on its parent bone.
    Socket,
    /// A node that only carries a skinned mesh.
    Mesh,
}

/// The coarser levels of a node.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct LevelList {
    /// Nodes of the coarser levels, finest first; the node with the list is not among them.
    pub ids: Vec<usize>,
    /// Screen coverage, 0..=1, down to which each level is shown, the finest first; may be empty.
    pub coverage: Vec<f64>,
}

/// A skin: which joints move a mesh, and where they were bound.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct ParsedSkin {
    /// Joints as nodes, in the order of the palette.
    pub joints: Vec<usize>,
    /// Inverse bind matrix of each joint, from mesh space to the joint; None takes identities.
    pub inverse_binds: Option<Vec<Affine3A>>,
}

/// A mesh that nodes may carry.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct ParsedMesh {
    /// Name in the file.
    pub name: Option<String>,
    /// Parts of the mesh: its primitives, or one part for each material.
    pub parts: Vec<ParsedPart>,
    /// Names of morph targets in the file; an entry that is no text is empty. None if the file
    /// gives none.
    pub target_names: Option<Vec<String>>,
    /// Default morph weights for nodes without their own; missing ones are 0.
    pub weights: Vec<f64>,
}

/// One primitive, or the faces of one material.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct ParsedPart {
    /// Vertices. None where there is nothing to draw, and in meshes that no node carries.
    pub geometry: Option<Geometry>,
    /// Index of the material; None and wrong ones take a plain material.
    pub material: Option<usize>,
    /// Number of morph targets, also where there is no geometry.
    pub targets: usize,
    /// Skinning method.
    pub method: SkinMethod,
}

/// Materials and textures of a file.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Looks {
    /// Materials in the order of the file.
    pub materials: Vec<Material>,
    /// Textures that materials refer to, by id.
    #[serde(skip)]
    pub textures: BTreeMap<Id, Arc<Texture>>,
}

/// An animation of the file.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct ParsedTake {
    /// Index among the animations of the file.
    pub index: usize,
    /// Name in the file.
    pub name: Option<String>,
    /// Length in seconds; keys before time 0 do not count.
    pub duration: f32,
    /// Frames a second; None if the file gives none.
    pub frame_rate: Option<f32>,
    /// Tracks by node. Their `bone` and `reference` are not set yet.
    pub tracks: BTreeMap<usize, Track>,
    /// Morph weights by node, one channel for each target.
    pub weights: BTreeMap<usize, Vec<Channel>>,
    /// Curves of other properties, each with its node.
    pub curves: Vec<(usize, SourceCurve)>,
    /// Settings of a clip that was exported from a project; glTF alone has them.
    #[serde(skip)]
    pub said: Option<Said>,
    /// What happens on the timeline of such a clip.
    #[serde(skip)]
    pub events: SaidEvents,
    /// What such a clip adds to.
    #[serde(skip)]
    pub base: SaidBase,
}

impl ParsedTake {
    /// All nodes that the take moves, with repetitions.
    pub(super) fn nodes(&self) -> impl Iterator<Item = usize> {
        self.tracks
            .keys()
            .chain(self.weights.keys())
            .copied()
            .chain(self.curves.iter().map(|(node, _)| *node))
    }
}

impl ParsedScene {
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
                        tr!("node {child} has two parents"),
                    ));
                }
            }
        }
        Ok(parents)
    }
}
