//! FBX, binary and text, versions 3000 to 7700: bytes to a scene, through the library ufbx.
//!
//! The library is told to bring everything to metres and Y up, to put geometric transforms into
//! vertices, and to spare bones the scale of their parents where the file says so. It evaluates
//! pivots, orders of turns and layers; what it says of a node at a time is what its clip says
//! there. Invariant: hostile bytes give an error or a warning as long as the library keeps its
//! promises; who does not trust it reads in another process.

mod convert;
mod fold;
mod keys;
mod left_out;
mod looks;
mod meshes;
mod morphs;
mod nodes;
mod progress;
mod properties;
mod skins;
mod takes;
#[cfg(test)]
mod tests;
pub mod wire;

pub use looks::FbxPicture;

use crate::{
    ImportError, ImportErrorPlace, ImportProblem, ImportReport, Imported, Options, SourceFile,
    origin::{self, Content},
    reading::{BASE_BUDGET, BUDGET_PER_BYTE, Budget, Reading},
    scene::{self, ParsedScene},
};
use progress::FILE;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, ops::RangeInclusive};
use ufbx::{
    GeometryTransformHandling, InheritModeHandling, LoadOpts, ProgressCb, ProgressResult,
    SceneRoot, SpaceConversion,
};
use words::tr;

/// Bytes that the library may take for every byte of the file: packed arrays grow, and it works in
/// numbers of 64 bits.
const LIBRARY_PER_BYTE: u64 = 100;
const VERSIONS: RangeInclusive<u32> = 3000..=7999;
/// Content of a file before pictures beside it are looked for. The reading process sends this back.
#[derive(Serialize, Deserialize)]
pub struct FbxContents {
    /// Nodes, meshes, skins, materials and takes, in metres and with Y up.
    pub scene: ParsedScene,
    /// Pictures that a material uses, in the order of the textures in the file; other pictures are
    /// left out.
    pub pictures: Vec<FbxPicture>,
    /// Report of what was skipped or repaired so far.
    pub report: ImportReport,
}

/// Imports an FBX file in this process. `resolve` reads a file beside it by a relative path, and
/// says in words why it cannot. `progress` is called with the part that is read, 0..=1; returning
/// false ends the reading with [`ImportProblem::Cancelled`].
pub fn import(
    file: &SourceFile<'_>,
    bytes: &[u8],
    resolve: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
    options: &Options,
    progress: &dyn Fn(f32) -> bool,
) -> Result<Imported, ImportError> {
    let found = read(bytes, options, progress)?;
    finish_import(found, file, bytes, resolve, options, progress)
}

/// The first half of an import, which needs nothing but the bytes. It can run in a process of its
/// own, see [`wire`].
pub fn read(
    bytes: &[u8],
    options: &Options,
    progress: &dyn Fn(f32) -> bool,
) -> Result<FbxContents, ImportError> {
    options.check()?;
    let root = load(bytes, options, progress)?;
    check(&root)?;
    let mut report = ImportReport::default();
    let mut budget = Budget::for_file(bytes.len());
    budget.release(options.more_memory);
    let mut reading = Reading {
        report: &mut report,
        budget,
        progress,
    };
    let (scene, pictures) = scene_of(&root, options, &mut reading)?;
    Ok(FbxContents {
        scene,
        pictures,
        report,
    })
}

/// The second half of an import: reads pictures beside the file and makes the assets. `bytes` are
/// those that [`read`] had.
pub fn finish_import(
    found: FbxContents,
    file: &SourceFile<'_>,
    bytes: &[u8],
    resolve: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
    options: &Options,
    progress: &dyn Fn(f32) -> bool,
) -> Result<Imported, ImportError> {
    let FbxContents {
        mut scene,
        pictures,
        mut report,
    } = found;
    let mut content = Content::of(bytes);
    let mut budget = Budget::for_file(bytes.len());
    budget.release(options.more_memory);
    let mut reading = Reading {
        report: &mut report,
        budget,
        progress,
    };
    let mut seen = |path: &str| {
        let found = resolve(path)?;
        content.add(&found);
        Ok(found)
    };
    looks::load(&mut scene.looks, pictures, file, &mut seen, &mut reading)?;
    let properties: Vec<_> = scene
        .nodes
        .iter_mut()
        .map(|node| std::mem::take(&mut node.properties))
        .collect();
    let mut project = scene::build(scene, file, options, &mut reading)?;
    origin::record(&mut project, file, &content, options);
    properties::remember(&mut project, &properties);
    Ok(Imported { project, report })
}

fn load(
    bytes: &[u8],
    options: &Options,
    progress: &dyn Fn(f32) -> bool,
) -> Result<SceneRoot, ImportError> {
    let told = |read: &ufbx::Progress| {
        let part = read.bytes_read as f32 / (read.bytes_total as f32).max(1.0);
        if progress(FILE * part.min(1.0)) {
            ProgressResult::Continue
        } else {
            ProgressResult::Cancel
        }
    };
    let limit = BASE_BUDGET
        + (BUDGET_PER_BYTE + LIBRARY_PER_BYTE) * bytes.len() as u64
        + options.more_memory;
    let memory = || ufbx::AllocatorOpts {
        memory_limit: usize::try_from(limit).unwrap_or(usize::MAX),
        ..ufbx::AllocatorOpts::default()
    };
    let options = LoadOpts {
        temp_allocator: memory(),
        result_allocator: memory(),
        progress_cb: ProgressCb::Ref(&told),
        target_axes: ufbx::axes_right_handed_y_up(),
        target_unit_meters: 1.0,
        space_conversion: SpaceConversion::ModifyGeometry,
        geometry_transform_handling: GeometryTransformHandling::ModifyGeometry,
        inherit_mode_handling: InheritModeHandling::Compensate,
        clean_skin_weights: true,
        generate_missing_normals: true,
        normalize_normals: true,
        node_depth_limit: scene::MAX_NODES as u32,
        file_format: ufbx::FileFormat::Fbx,
        ..LoadOpts::default()
    };
    ufbx::load_memory(bytes, options).map_err(|error| refused(&error, limit))
}

/// Refuses what the library accepts: versions that nobody has written yet, and a file without
/// nodes, such as one whose first words are cut.
fn check(root: &ufbx::Scene) -> Result<(), ImportError> {
    let version = root.metadata.version;
    if !VERSIONS.contains(&version) {
        let problem = ImportProblem::Version {
            found: version.to_string(),
            supported: tr!("FBX 3000 to 7700"),
        };
        return Err(ImportError::new(ImportErrorPlace::File, problem));
    }
    if root.nodes.len() <= 1 {
        return Err(ImportError::invalid(
            ImportErrorPlace::File,
            tr!("it has no nodes, or is damaged"),
        ));
    }
    Ok(())
}

/// Converts an error of the library.
fn refused(error: &ufbx::Error, limit: u64) -> ImportError {
    use ufbx::ErrorType as Of;
    let said = match error.info() {
        "" => error.description.to_string(),
        info => format!("{}: {info}", &*error.description),
    };
    let problem = match error.type_ {
        Of::Cancelled => ImportProblem::Cancelled,
        Of::MemoryLimit | Of::AllocationLimit | Of::OutOfMemory => ImportProblem::Memory {
            asked: limit,
            left: limit,
        },
        Of::UnrecognizedFileFormat => ImportProblem::OtherFormat {
            expected: tr!("an FBX file"),
            found: tr!("something else").to_owned(),
        },
        Of::UnsupportedVersion => ImportProblem::Version {
            found: said,
            supported: tr!("FBX 3000 to 7700"),
        },
        Of::TruncatedFile | Of::EmptyFile => ImportProblem::Syntax {
            message: tr!("the file is truncated ({said})"),
        },
        _ => ImportProblem::Syntax { message: said },
    };
    ImportError::new(ImportErrorPlace::File, problem)
}

fn scene_of(
    root: &SceneRoot,
    options: &Options,
    reading: &mut Reading<'_>,
) -> Result<(ParsedScene, Vec<FbxPicture>), ImportError> {
    left_out::tell(root, reading.report);
    let mut nodes = nodes::read(root, options, reading)?;
    properties::read(root, &mut nodes, reading.report);
    let (meshes, skins) = meshes::read(root, reading)?;
    let (looks, pictures) = looks::read(root);
    let mut scene = ParsedScene {
        nodes,
        skins: Vec::new(),
        meshes,
        looks,
        takes: Vec::new(),
        classes: BTreeMap::new(),
    };
    skins::attach(root, &mut scene, skins, reading.report);
    scene.takes = takes::read(root, &scene.nodes, reading)?;
    fold::scales(&mut scene);
    fold::units(&mut scene, options.scale);
    Ok((scene, pictures))
}
