//! The contents of a source file, whatever its format: readers of all formats make a
//! [`ParsedScene`], and only a scene becomes assets.
//!
//! In metres, right-handed, Y up. Every node of a character becomes a bone, whatever it carries, so
//! that a bone's `source` is a node of the file and back; only ends that a writer of ours marked
//! become sockets, or nothing where they do no more than carry a skinned mesh. Places of reports
//! are `/nodes/3`, `/meshes/0/primitives/1`, `/skins/0` and `/animations/2`, by the lists of
//! [`ParsedScene`], and are shown with the names that the file gives.

mod bases;
mod characters;
mod clips;
mod events;
mod identity;
mod levels;
mod morph;
mod motions;
mod nodes;
mod palette;
mod parsed;
mod parts;
mod said;
mod size;
mod timing;

pub use bases::SaidBase;
pub use events::SaidEvents;
pub use nodes::MAX_NODES;
pub use parsed::{
    LevelList, Looks, Mark, ParsedMesh, ParsedNode, ParsedPart, ParsedScene, ParsedSkin, ParsedTake,
};
pub use said::{Said, SaidRoot};
pub use timing::of_frames as rate_of_frames;

use crate::{ImportError, ImportErrorPlace, Options, SourceFile, reading::Reading};
use asset::{Id, Mesh as MeshAsset, Project, Skeleton};
use nodes::Character;
use std::{collections::BTreeMap, sync::Arc};

/// Makes assets of a scene: for each character a skeleton, a mesh and its clips. An Err means
/// contradicting references, too many nodes or joints, too much memory or a cycle of nodes. Names
/// are added to the entries of the report.
pub fn build(
    mut scene: ParsedScene,
    file: &SourceFile<'_>,
    options: &Options,
    reading: &mut Reading<'_>,
) -> Result<Project, ImportError> {
    let names = SceneFileNames::of(&scene);
    let looks = std::mem::take(&mut scene.looks);
    let nodes = nodes::read(file.identity, &scene, options, reading.report)?;
    let palettes = palette::of(&scene, &nodes, reading.report)?;
    let takes = std::mem::take(&mut scene.takes);
    let motions = motions::motions(takes, &scene, &nodes, reading.report);
    let targets = morph::read(&scene, &nodes, &motions, reading)?;
    let rigs: Vec<CharacterIdentity> = nodes
        .characters
        .iter()
        .map(|character| CharacterIdentity::new(file, character))
        .collect();
    let empty = |(rig, character): (&CharacterIdentity, &Character)| {
        let keys = character
            .bones
            .iter()
            .map(|bone| bone.key.clone())
            .collect();
        MeshAsset::new(
            &rig.name,
            (rig.skeleton, keys),
            Vec::new(),
            looks.materials.clone(),
        )
    };
    let empty = rigs.iter().zip(&nodes.characters).map(empty).collect();
    let meshes = parts::read(&scene, empty, &nodes, &palettes, &targets, reading)?;
    let mut bases = Vec::new();
    let clips = motions.into_iter().map(|motion| {
        let (rig, bones) = (
            &rigs[motion.character],
            &nodes.characters[motion.character].bones,
        );
        let (base, place) = (motion.base, motion.place.clone());
        let (id, clip) = clips::clip(file.identity, rig.skeleton, bones, motion, &targets);
        bases.push((id, base, place));
        (id, clip)
    });
    let mut clips = clips.collect();
    bases::apply(&mut clips, &bases, reading.report);
    let mut project = Project {
        name: file.name.to_owned(),
        clips,
        textures: looks.textures,
        ..Project::default()
    };
    for ((rig, character), mesh) in rigs.into_iter().zip(nodes.characters).zip(meshes) {
        let Character { bones, sockets, .. } = character;
        project
            .meshes
            .extend(mesh.map(|mesh| (rig.mesh, Arc::new(mesh))));
        let skeleton = Skeleton {
            name: rig.name,
            bones,
            sockets,
            ..Skeleton::default()
        };
        project.skeletons.insert(rig.skeleton, Arc::new(skeleton));
    }
    // An id of the file's own may be that of anything, and an id is one asset's.
    for (id, class) in std::mem::take(&mut scene.classes) {
        if project.kind(id).is_none() {
            project.notify_classes.insert(id, Arc::new(class));
        }
    }
    size::check(&project, options.scale, reading.report);
    for entry in &mut reading.report.entries {
        entry.name = names.at(&entry.place);
    }
    Ok(project)
}

/// Names in the file, for the report.
struct SceneFileNames {
    nodes: Vec<Option<String>>,
    meshes: Vec<Option<String>>,
    animations: BTreeMap<usize, Option<String>>,
    materials: Vec<Option<String>>,
}

impl SceneFileNames {
    fn of(scene: &ParsedScene) -> Self {
        Self {
            nodes: scene.nodes.iter().map(|node| node.name.clone()).collect(),
            meshes: scene.meshes.iter().map(|mesh| mesh.name.clone()).collect(),
            animations: scene
                .takes
                .iter()
                .map(|take| (take.index, take.name.clone()))
                .collect(),
            materials: scene
                .looks
                .materials
                .iter()
                .map(|material| Some(material.name.clone()))
                .collect(),
        }
    }

    /// Name of the thing that a place is about or lies in.
    fn at(&self, place: &ImportErrorPlace) -> Option<String> {
        let ImportErrorPlace::Path(path) = place else {
            return None;
        };
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

/// Name and ids of the skeleton and mesh of a character.
struct CharacterIdentity {
    name: String,
    skeleton: Id,
    mesh: Id,
}

impl CharacterIdentity {
    /// Derives name and ids. Where a file has several characters, the name of the top node becomes
    /// part of them.
    fn new(file: &SourceFile<'_>, character: &Character) -> Self {
        let own = character.name.as_deref();
        let id = |kind| {
            Id::derive(
                &[file.identity, kind]
                    .into_iter()
                    .chain(own)
                    .collect::<Vec<_>>(),
            )
        };
        let name = own.map_or(file.name.to_owned(), |own| format!("{}_{own}", file.name));
        Self {
            name,
            skeleton: id("skeleton"),
            mesh: id("mesh"),
        }
    }
}
