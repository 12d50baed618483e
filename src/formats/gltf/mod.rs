//! glTF 2.0: `.gltf` and `.glb` bytes to skeletons, a mesh each, their textures and clips; [`write`] is the way back.
//!
//! Every node of a character becomes a bone, whatever it carries, so that a bone's `source` is a node index of the file
//! and back; only ends that a writer of ours marked become sockets, or nothing where they do no more than carry a
//! skinned mesh. Invariant: hostile bytes give an error or a warning; never a panic, and never memory out of proportion
//! to the file.

mod accessor;
mod animation;
mod bounds;
mod characters;
mod container;
mod draco;
mod dropped;
mod extensions;
mod geometry;
mod identity;
mod json;
mod levels;
mod meshopt;
mod model;
mod morph;
mod nodes;
mod odd;
#[cfg(test)]
mod odd_clips;
#[cfg(test)]
mod odd_looks;
#[cfg(test)]
mod odd_meshes;
mod own;
#[cfg(test)]
mod properties;
mod size;
mod skin;
mod source;
#[cfg(test)]
mod tests;
mod texture;
mod timing;
mod topology;
mod uri;
#[cfg(test)]
#[path = "whole/tests.rs"]
mod whole;
mod write;

pub use write::{ExportError, Selection, Style, Written, write_glb, write_glb_with};

use crate::{
    ImportError, Imported, Place, Problem, Report, SourceFile,
    origin::{self, Content},
};
use animation::Motion;
use asset::{
    Clip, Id, Mesh, Project, Skeleton,
    skeleton::Bone,
    source::{ClipSource, Curve, Track},
};
use json::Root;
use morph::Target;
use nodes::Character;
use source::Source;
use std::{collections::BTreeMap, sync::Arc};

/// Parts of the whole that reading takes for animations, materials with their pictures, and meshes.
const ANIMATIONS: [f32; 2] = [0.1, 0.4];
const MATERIALS: [f32; 2] = [0.4, 0.6];
const MESHES: [f32; 2] = [0.6, 0.95];

/// What a person may wish of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Metres of one unit of length in the file; above 0 and finite. 1 in a file that keeps to the format.
    pub scale: f32,
    /// One skeleton of all nodes, also where the file holds several characters and what is none.
    pub whole: bool,
    /// Bytes that reading may take beyond 64 MiB and 40 times those of the file with its buffers and pictures, for a file
    /// that holds more than its size lets one think.
    pub more_memory: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { scale: 1.0, whole: false, more_memory: 0 }
    }
}

/// As [`import_with`], with the usual options.
pub fn import(
    file: &SourceFile<'_>,
    bytes: &[u8],
    resolve: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Imported, ImportError> {
    import_with(file, bytes, resolve, &Options::default())
}

/// Reads a file. `resolve` is called for each file beside it that is referred to, with a relative path that does not
/// lead upwards.
pub fn import_with(
    file: &SourceFile<'_>,
    bytes: &[u8],
    resolve: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
    options: &Options,
) -> Result<Imported, ImportError> {
    import_telling(file, bytes, resolve, options, &|_| true)
}

/// As [`import_with`]. `progress` is told the part that is read, 0 to 1; false from it ends the reading with
/// [`Problem::Cancelled`](crate::Problem::Cancelled).
pub fn import_telling(
    file: &SourceFile<'_>,
    bytes: &[u8],
    resolve: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
    options: &Options,
    progress: &dyn Fn(f32) -> bool,
) -> Result<Imported, ImportError> {
    if !(options.scale.is_finite() && options.scale > 0.0) {
        return Err(ImportError::invalid(Place::File, format!("the scale {} is not a number above 0", options.scale)));
    }
    let mut report = Report::default();
    let container = container::open(bytes, &mut report)?;
    check_version(&container.root)?;
    extensions::check(&container.root, &mut report)?;
    note_cameras(&container.root, &mut report);
    dropped::note(&container.root, &mut report);
    odd::tell(&container.root, &mut report);
    let mut content = Content::of(bytes);
    let mut seen = |path: &str| {
        let found = resolve(path)?;
        content.add(&found);
        Ok(found)
    };
    let mut source = Source::new(&container.root, container.bin, bytes.len(), &mut seen, &mut report);
    source.scale = options.scale;
    source.allow(options.more_memory);
    source.progress = progress;
    let mut project = project(file, &mut source, options)?;
    size::check(&project, options.scale, &mut report);
    for entry in &mut report.entries {
        entry.name = name_at(&container.root, &entry.place);
    }
    origin::record(&mut project, file, &content.text());
    Ok(Imported { project, report })
}

fn project(file: &SourceFile<'_>, source: &mut Source<'_>, options: &Options) -> Result<Project, ImportError> {
    let SourceFile { name, identity, .. } = *file;
    let nodes = nodes::read(identity, source.root, options, source.report)?;
    let palettes = skin::palettes(source, &nodes)?;
    let motions = animation::read(source, &nodes)?;
    let targets = morph::read(source, &nodes, &motions)?;
    let looks = texture::read(source, identity)?;
    let rigs: Vec<Rig> = nodes.characters.iter().map(|character| Rig::new(file, character)).collect();
    let empty = |(rig, character): (&Rig, &Character)| {
        let keys = character.bones.iter().map(|bone| bone.key.clone()).collect();
        Mesh::new(&rig.name, (rig.skeleton, keys), Vec::new(), looks.materials.clone())
    };
    let empty = rigs.iter().zip(&nodes.characters).map(empty).collect();
    let meshes = model::read(source, empty, &nodes, &palettes, &targets)?;
    let clips = motions.into_iter().map(|motion| {
        let (rig, bones) = (&rigs[motion.character], &nodes.characters[motion.character].bones);
        let own = source.root.animations[motion.index].extras.as_ref();
        clip((identity, own), rig.skeleton, bones, motion, &targets)
    });
    let mut project =
        Project { name: name.to_owned(), clips: clips.collect(), textures: looks.textures, ..Project::default() };
    for ((rig, character), mesh) in rigs.into_iter().zip(nodes.characters).zip(meshes) {
        let Character { bones, sockets, .. } = character;
        project.meshes.extend(mesh.map(|mesh| (rig.mesh, Arc::new(mesh))));
        let skeleton = Skeleton { name: rig.name, bones, sockets, ..Skeleton::default() };
        project.skeletons.insert(rig.skeleton, Arc::new(skeleton));
    }
    Ok(project)
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

fn clip(
    (file, own): (&str, Option<&own::Extras>),
    skeleton: Id,
    bones: &[Bone],
    motion: Motion,
    targets: &BTreeMap<usize, Vec<Target>>,
) -> (Id, Arc<Clip>) {
    let mut curves: BTreeMap<&str, Curve> = BTreeMap::new();
    for (node, channels) in motion.weights {
        for (target, channel) in targets.get(&node).into_iter().flatten().zip(channels) {
            curves.entry(&target.name).or_insert(Curve { name: target.name.clone(), channel });
        }
    }
    let track = |(bone, track): (u32, Track)| {
        let bone = &bones[bone as usize];
        let reference = track.translation.as_ref().map(|_| bone.reference.translation.to_array());
        Track { bone: bone.key.clone(), reference, ..track }
    };
    let source = ClipSource {
        duration: motion.duration,
        tracks: motion.tracks.into_iter().map(track).collect(),
        curves: curves.into_values().collect(),
    };
    let (frame_rate, looping) = (timing::frame_rate(source.channels()), timing::loops(&source));
    let id = Id::derive(&[file, "clip", &motion.name]);
    let clip = Clip::new(motion.name, skeleton, Arc::new(source), frame_rate);
    let mut clip = Clip { looping, ..clip };
    if let Some(own) = own {
        own.apply(&mut clip, bones);
    }
    (id, Arc::new(clip))
}

fn check_version(root: &Root) -> Result<(), ImportError> {
    let wanted = root.asset.min_version.as_deref().unwrap_or(&root.asset.version);
    let is_known = match &root.asset.min_version {
        Some(least) => least == "2.0",
        None => root.asset.version.split('.').next() == Some("2"),
    };
    if is_known {
        return Ok(());
    }
    let problem = Problem::Version { found: wanted.to_owned(), supported: "glTF 2.0" };
    Err(ImportError::new(Place::Path("/asset/version".into()), problem))
}

/// What the file calls the thing that a place is of or in.
fn name_at(root: &Root, place: &Place) -> Option<String> {
    let Place::Path(path) = place else { return None };
    let mut steps = path.strip_prefix('/')?.split('/');
    let (list, at) = (steps.next()?, steps.next()?.parse::<usize>().ok()?);
    let name = match list {
        "nodes" => root.nodes.get(at)?.name.as_ref(),
        "meshes" => root.meshes.get(at)?.name.as_ref(),
        "animations" => root.animations.get(at)?.name.as_ref(),
        "materials" => root.materials.get(at)?.name.as_ref(),
        "images" => root.images.get(at)?.name.as_ref(),
        _ => None,
    };
    name.filter(|name| !name.is_empty()).cloned()
}

fn note_cameras(root: &Root, report: &mut Report) {
    if !root.cameras.is_empty() {
        report.note("/cameras", "Cameras were left out.");
    }
}
