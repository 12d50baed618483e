//! glTF 2.0: `.gltf` and `.glb` bytes to a scene of skeletons, a mesh each, their textures and
//! clips; [`write_glb_with`] is the way back. Invariant: hostile bytes give an error or a warning;
//! never a panic, and never memory out of proportion to the file.

mod accessor;
mod animation;
mod clip_store;
mod container;
mod draco;
mod dropped;
#[cfg(test)]
#[path = "tests/edges.rs"]
mod edges;
mod extensions;
mod geometry;
pub(crate) mod json;
#[cfg(test)]
#[path = "tests/memory.rs"]
mod memory;
mod meshopt;
pub(crate) mod nodes;
mod odd;
#[cfg(test)]
#[path = "tests/odd_clips.rs"]
mod odd_clips;
#[cfg(test)]
#[path = "tests/odd_looks.rs"]
mod odd_looks;
#[cfg(test)]
#[path = "tests/odd_meshes.rs"]
mod odd_meshes;
mod own;
mod progress;
#[cfg(test)]
#[path = "tests/properties.rs"]
mod properties;
#[cfg(test)]
#[path = "tests/scenes.rs"]
mod scenes;
mod skin;
mod source;
#[cfg(test)]
pub(crate) mod tests;
mod texture;
mod uri;
#[cfg(test)]
#[path = "whole/tests.rs"]
mod whole;
mod write;

pub use write::{
    ExportError, GltfExportFile, GltfExportSelection, Style, write_glb, write_glb_with,
};

use crate::{
    ImportError, ImportErrorPlace, ImportProblem, ImportReport, Imported, Options, SourceFile,
    origin::{self, Content},
    reading::{Budget, Reading},
    scene::{self, MAX_NODES, ParsedMesh, ParsedPart, ParsedScene},
};
use json::GltfRoot;
use progress::MESHES;
use source::GltfSource;
use std::cell::RefCell;
use words::tr;

/// Imports a file. `resolve` is called for each file beside it that is referred to, with a relative
/// path that does not lead upwards; its Err says in words why the file cannot be read. `progress`
/// is called with the part that is read, 0..=1; returning false ends the reading with
/// [`ImportProblem::Cancelled`].
pub fn import(
    file: &SourceFile<'_>,
    bytes: &[u8],
    resolve: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
    options: &Options,
    progress: &dyn Fn(f32) -> bool,
) -> Result<Imported, ImportError> {
    options.check()?;
    let mut report = ImportReport::default();
    let container = container::open(bytes, &mut report)?;
    check_version(&container.root)?;
    extensions::check(&container.root, &mut report)?;
    note_cameras(&container.root, &mut report);
    dropped::note(&container.root, &mut report);
    odd::tell(&container.root, &mut report);
    let content = RefCell::new(Content::of(bytes));
    let mut seen = |path: &str| {
        let found = resolve(path)?;
        content.borrow_mut().add(&found);
        Ok(found)
    };
    let mut budget = Budget::for_file(bytes.len());
    budget.release(options.more_memory);
    let reading = Reading {
        report: &mut report,
        budget,
        progress,
    };
    let mut source = GltfSource::new(&container.root, container.bin, &mut seen, reading);
    source.scale = options.scale;
    let scene = read(&mut source, file.identity)?;
    let mut reading = source.reading;
    let mut project = scene::build(scene, file, options, &mut reading)?;
    origin::record(&mut project, file, &content.borrow(), options);
    name_images(&container.root, &mut report);
    Ok(Imported { project, report })
}

fn read(source: &mut GltfSource<'_>, identity: &str) -> Result<ParsedScene, ImportError> {
    let root = source.root;
    if root.nodes.len() > MAX_NODES {
        let problem = ImportProblem::TooLarge {
            what: "nodes",
            count: root.nodes.len() as u64,
            limit: MAX_NODES as u64,
        };
        return Err(ImportError::new(
            ImportErrorPlace::Path("/nodes".into()),
            problem,
        ));
    }
    let extras = (root.scenes.iter()).filter_map(|scene| scene.extras.as_ref());
    Ok(ParsedScene {
        classes: clip_store::classes(extras, source.reading.report),
        nodes: nodes::read(root, source.scale, source.reading.report)?,
        skins: skin::read(source)?,
        takes: animation::read(source)?,
        looks: texture::read(source, identity)?,
        meshes: meshes(source)?,
    })
}

/// Vertices of meshes that no node carries are not read.
fn meshes(source: &mut GltfSource<'_>) -> Result<Vec<ParsedMesh>, ImportError> {
    let root = source.root;
    let carried: Vec<usize> = root
        .nodes
        .iter()
        .filter_map(|node| Some(node.mesh?.0))
        .collect();
    let mesh = |(index, mesh): (usize, &json::GltfMesh)| {
        source.reading.went(MESHES, index, root.meshes.len())?;
        let mut parts = Vec::with_capacity(mesh.primitives.len());
        for (at, primitive) in mesh.primitives.iter().enumerate() {
            let place = format!("/meshes/{index}/primitives/{at}");
            let material = primitive.material.map(|material| material.0);
            let look = material.and_then(|material| root.materials.get(material));
            let geometry = if carried.contains(&index) {
                geometry::read(source, primitive, look, &place)?
            } else {
                None
            };
            parts.push(ParsedPart {
                geometry,
                material,
                targets: primitive.targets.len(),
                ..ParsedPart::default()
            });
        }
        let target_names = mesh.extras.target_names.clone();
        Ok(ParsedMesh {
            name: mesh.name.clone(),
            parts,
            target_names,
            weights: mesh.weights.clone(),
        })
    };
    root.meshes.iter().enumerate().map(mesh).collect()
}

fn check_version(root: &GltfRoot) -> Result<(), ImportError> {
    let wanted = root
        .asset
        .min_version
        .as_deref()
        .unwrap_or(&root.asset.version);
    let is_known = match &root.asset.min_version {
        Some(least) => least == "2.0",
        None => root.asset.version.split('.').next() == Some("2"),
    };
    if is_known {
        return Ok(());
    }
    let problem = ImportProblem::Version {
        found: wanted.to_owned(),
        supported: tr!("glTF 2.0"),
    };
    Err(ImportError::new(
        ImportErrorPlace::Path("/asset/version".into()),
        problem,
    ))
}

fn name_images(root: &GltfRoot, report: &mut ImportReport) {
    for entry in &mut report.entries {
        let ImportErrorPlace::Path(path) = &entry.place else {
            continue;
        };
        let image = path
            .strip_prefix("/images/")
            .and_then(|at| root.images.get(at.parse::<usize>().ok()?));
        if let Some(image) = image {
            entry.name = image.name.clone().filter(|name| !name.is_empty());
        }
    }
}

fn note_cameras(root: &GltfRoot, report: &mut ImportReport) {
    if !root.cameras.is_empty() {
        report.note("/cameras", tr!("Cameras were left out."));
    }
}
