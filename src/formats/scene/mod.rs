//! What a source file holds, whatever its format: what the readers of all formats make, and what alone becomes assets.
//!
//! In metres, right-handed, Y up. Every node of a character becomes a bone, whatever it carries, so that a bone's `source`
//! is a node of the file and back; only ends that a writer of ours marked become sockets, or nothing where they do no more
//! than carry a skinned mesh. Places of reports are `/nodes/3`, `/meshes/0/primitives/1`, `/skins/0` and `/animations/2`,
//! by the lists of [`Scene`], and are shown with the names that the file gives.

mod characters;
mod clips;
mod identity;
mod levels;
mod morph;
mod nodes;
mod palette;
mod parts;
mod said;
mod size;
mod timing;

pub use nodes::MAX_NODES;
pub use said::{Said, SaidRoot};
pub use timing::of_frames as rate_of_frames;

use crate::{ImportError, Options, Place, SourceFile, geometry::Geometry, reading::Reading};
use anim::{Transform, mesh::SkinMethod};
use asset::{
    Id, Material, Mesh as MeshAsset, Project, Skeleton, Texture,
    origin::Fields,
    source::{Channel, Curve, Track},
};
use glam::Affine3A;
use nodes::Character;
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
    fn nodes(&self) -> impl Iterator<Item = usize> {
        self.tracks.keys().chain(self.weights.keys()).copied().chain(self.curves.iter().map(|(node, _)| *node))
    }
}

impl Scene {
    fn parents(&self) -> Result<Vec<Option<usize>>, ImportError> {
        let mut parents = vec![None; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            for child in &node.children {
                let place = format!("/nodes/{index}/children");
                let parent = parents.get_mut(*child);
                let parent = parent.ok_or_else(|| ImportError::no_such("node", *child, self.nodes.len(), &place))?;
                if parent.replace(index).is_some() {
                    return Err(ImportError::invalid(place, format!("node {child} has two parents")));
                }
            }
        }
        Ok(parents)
    }
}

/// The assets of a scene: a skeleton, a mesh and the clips of each character.
pub fn build(
    mut scene: Scene,
    file: &SourceFile<'_>,
    options: &Options,
    reading: &mut Reading<'_>,
) -> Result<Project, ImportError> {
    let names = Names::of(&scene);
    let looks = std::mem::take(&mut scene.looks);
    let nodes = nodes::read(file.identity, &scene, options, reading.report)?;
    let palettes = palette::of(&scene, &nodes, reading.report)?;
    let takes = std::mem::take(&mut scene.takes);
    let motions = clips::motions(takes, &scene, &nodes, reading.report);
    let targets = morph::read(&scene, &nodes, &motions, reading)?;
    let rigs: Vec<Rig> = nodes.characters.iter().map(|character| Rig::new(file, character)).collect();
    let empty = |(rig, character): (&Rig, &Character)| {
        let keys = character.bones.iter().map(|bone| bone.key.clone()).collect();
        MeshAsset::new(&rig.name, (rig.skeleton, keys), Vec::new(), looks.materials.clone())
    };
    let empty = rigs.iter().zip(&nodes.characters).map(empty).collect();
    let meshes = parts::read(&scene, empty, &nodes, &palettes, &targets, reading)?;
    let clips = motions.into_iter().map(|motion| {
        let (rig, bones) = (&rigs[motion.character], &nodes.characters[motion.character].bones);
        clips::clip(file.identity, rig.skeleton, bones, motion, &targets)
    });
    let mut project =
        Project { name: file.name.to_owned(), clips: clips.collect(), textures: looks.textures, ..Project::default() };
    for ((rig, character), mesh) in rigs.into_iter().zip(nodes.characters).zip(meshes) {
        let Character { bones, sockets, .. } = character;
        project.meshes.extend(mesh.map(|mesh| (rig.mesh, Arc::new(mesh))));
        let skeleton = Skeleton { name: rig.name, bones, sockets, ..Skeleton::default() };
        project.skeletons.insert(rig.skeleton, Arc::new(skeleton));
    }
    size::check(&project, options.scale, reading.report);
    for entry in &mut reading.report.entries {
        entry.name = names.at(&entry.place);
    }
    Ok(project)
}

/// What a file calls its things.
struct Names {
    nodes: Vec<Option<String>>,
    meshes: Vec<Option<String>>,
    animations: BTreeMap<usize, Option<String>>,
    materials: Vec<Option<String>>,
}

impl Names {
    fn of(scene: &Scene) -> Self {
        Self {
            nodes: scene.nodes.iter().map(|node| node.name.clone()).collect(),
            meshes: scene.meshes.iter().map(|mesh| mesh.name.clone()).collect(),
            animations: scene.takes.iter().map(|take| (take.index, take.name.clone())).collect(),
            materials: scene.looks.materials.iter().map(|material| Some(material.name.clone())).collect(),
        }
    }

    /// Of the thing that a place is of or in.
    fn at(&self, place: &Place) -> Option<String> {
        let Place::Path(path) = place else { return None };
        let mut steps = path.strip_prefix('/')?.split('/');
        let (list, at) = (steps.next()?, steps.next()?.parse::<usize>().ok()?);
        let name = match list {
            "nodes" => self.nodes.get(at)?,
            "meshes" => self.meshes.get(at)?,
            "animations" => self.animations.get(&at)?,
            "materials" => self.materials.get(at)?,
            _ => &None,
        };
        name.clone().filter(|name| !name.is_empty())
    }
}

/// What the skeleton and the mesh of a character are called.
struct Rig {
    name: String,
    skeleton: Id,
    mesh: Id,
}

impl Rig {
    /// Where a file has several, the name of their top node is a part of their names and ids.
    fn new(file: &SourceFile<'_>, character: &Character) -> Self {
        let own = character.name.as_deref();
        let id = |kind| Id::derive(&[file.identity, kind].into_iter().chain(own).collect::<Vec<_>>());
        let name = own.map_or(file.name.to_owned(), |own| format!("{}_{own}", file.name));
        Self { name, skeleton: id("skeleton"), mesh: id("mesh") }
    }
}
