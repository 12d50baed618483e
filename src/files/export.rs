//! From a project to a bundle or a `.glb` file on disk.

#[cfg(test)]
mod tests;

use crate::{
    ClipCache, Error,
    compile::{compile_options, compress},
    disk::{Disk, Real},
    output::{Over, Product, check_on, check_output, write_output, write_output_on},
};
use asset::{Clip, Compiled, Diagnostic, Id, Project, Severity};
use formats::gltf::{self, GltfExportSelection, Style};
use std::{borrow::Cow, path::Path, sync::Arc};
use words::tr;

/// The part of an export that compressing takes.
const COMPRESSED: f32 = 0.6;

/// Summary of a bundle's content, with the warnings of compiling.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportSummary {
    /// Length of the file.
    pub bytes: u64,
    /// Skeletons of the compiled library.
    pub skeletons: usize,
    /// Clips of the compiled library.
    pub clips: usize,
    /// Meshes of the compiled library.
    pub meshes: usize,
    /// Montages of the compiled library.
    pub montages: usize,
    /// Graphs of the compiled library.
    pub graphs: usize,
    /// Number of recorded poses of clips; every player of the bundle must get the same poses.
    pub golden_poses: usize,
    /// Ticks of montages and graphs that are recorded, for the same use.
    pub golden_ticks: usize,
    /// Warnings of compiling; none is an error, for an error refuses the export.
    pub warnings: Vec<Diagnostic>,
}

/// Compiles, records golden vectors, reads back and verifies the bytes, and only then writes them.
/// Refuses a project with errors and lists them. `progress` receives the part that is done, 0 to 1;
/// false from it cancels, and nothing is written. A file that must not be replaced is refused
/// before that.
pub fn export(
    project: &Project,
    (path, over): (&Path, Over),
    progress: &dyn Fn(f32) -> bool,
) -> Result<ExportSummary, Error> {
    export_on(
        &Real,
        &ClipCache::of_user(),
        project,
        (path, over),
        progress,
    )
}

pub(crate) fn export_on(
    disk: &dyn Disk,
    kept: &ClipCache,
    project: &Project,
    (path, over): (&Path, Over),
    progress: &dyn Fn(f32) -> bool,
) -> Result<ExportSummary, Error> {
    check_on(disk, path, Product::Bundle, over)?;
    let (bytes, summary) = exported(project, kept, path, progress)?;
    write_output_on(disk, path, &bytes, Product::Bundle, over)?;
    progress(1.0);
    Ok(summary)
}

/// The verified bytes of a project's bundle, and what is in them. `path` is what errors name, and
/// `progress` as in [`export`].
pub(crate) fn exported(
    project: &Project,
    kept: &ClipCache,
    path: &Path,
    progress: &dyn Fn(f32) -> bool,
) -> Result<(Vec<u8>, ExportSummary), Error> {
    let go_on = |done: f32| go_on(path, progress(done));
    go_on(0.0)?;
    let compiled = compressed(project, kept, path, &|part| progress(COMPRESSED * part))?;
    go_on(COMPRESSED)?;
    let golden = studio::golden::record(&compiled.library);
    go_on(0.8)?;
    let bytes = bundle::write(&compiled.library, &golden);
    verify(&compiled, &bytes, path)?;
    go_on(0.9)?;
    let summary = ExportSummary {
        bytes: bytes.len() as u64,
        skeletons: compiled.library.skeletons.len(),
        clips: compiled.library.clips.len(),
        meshes: compiled.library.meshes.len(),
        montages: compiled.library.montages.len(),
        graphs: compiled.library.graphs.len(),
        golden_poses: golden.clips.len(),
        golden_ticks: golden.ticks.len(),
        warnings: compiled.diagnostics,
    };
    Ok((bytes, summary))
}

/// Compiles the project, with all clips compressed. Returns errors before anything that takes long;
/// between two clips the caller can cancel.
fn compressed(
    project: &Project,
    kept: &ClipCache,
    path: &Path,
    progress: &dyn Fn(f32) -> bool,
) -> Result<Compiled, Error> {
    let mut cache = asset::Cache::default();
    let compiled = asset::compile(project, &mut cache, compile_options(kept));
    refuse_errors(project, &compiled.diagnostics, path)?;
    let (all, mut at, mut is_wanted) = (compiled.pending.len(), 0, progress(0.0));
    go_on(path, is_wanted)?;
    if compiled.pending.is_empty() {
        return Ok(compiled);
    }
    compress(compiled.pending, kept, &mut |done| {
        cache.take_compressed(done);
        at += 1;
        is_wanted = progress(at as f32 / all as f32);
        is_wanted
    });
    go_on(path, is_wanted)?;
    let compiled = asset::compile(project, &mut cache, asset::CompileOptions::default());
    refuse_errors(project, &compiled.diagnostics, path)?;
    Ok(compiled)
}

/// Parts of a project that are to be written as glTF, and the style of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GltfExport {
    /// Skeletons, which are written with their meshes.
    pub skeletons: Vec<Id>,
    /// An animation each.
    pub clips: Vec<Id>,
    /// Montages, baked to an animation each, after the clips.
    pub montages: Vec<Id>,
    /// Clips that are not in the project, such as what a graph played; after the montages.
    pub played: Vec<Clip>,
    /// Style of the file: how it is laid out.
    pub style: Style,
}

impl GltfExport {
    /// An export of all skeletons and clips.
    pub fn all(project: &Project) -> Self {
        let GltfExportSelection { skeletons, clips } = GltfExportSelection::all(project);
        Self {
            skeletons,
            clips,
            ..Self::default()
        }
    }
}

/// Summary of a written glTF file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GltfSummary {
    /// Length of the written file.
    pub bytes: u64,
    /// Skeletons that were written, with their meshes.
    pub skeletons: usize,
    /// Clips and baked montages that were written.
    pub animations: usize,
    /// Losses: parts of the project that the file could not hold, one sentence each.
    pub notes: Vec<String>,
}

/// Writes skeletons, meshes, clips and montages as glTF. `progress` as in [`export`].
pub fn export_gltf(
    project: &Project,
    what: &GltfExport,
    (path, over): (&Path, Over),
    progress: &dyn Fn(f32) -> bool,
) -> Result<GltfSummary, Error> {
    check_output(path, Product::Gltf, over)?;
    go_on(path, progress(0.1))?;
    let (project, clips) = baked(project, what, path)?;
    go_on(path, progress(0.3))?;
    let selection = GltfExportSelection {
        skeletons: what.skeletons.clone(),
        clips,
    };
    let written = gltf::write_glb_with(&project, &selection, &what.style);
    let written = written.map_err(|error| Error::new(path, error.to_string()))?;
    go_on(path, progress(0.9))?;
    write_output(path, &written.bytes, Product::Gltf, over)?;
    progress(1.0);
    let (bytes, skeletons) = (written.bytes.len() as u64, selection.skeletons.len());
    Ok(GltfSummary {
        bytes,
        skeletons,
        animations: selection.clips.len(),
        notes: written.notes,
    })
}

/// The project with its montages as clips, and all that is to be an animation.
fn baked<'a>(
    project: &'a Project,
    what: &GltfExport,
    path: &Path,
) -> Result<(Cow<'a, Project>, Vec<Id>), Error> {
    let (mut project, mut clips) = (Cow::Borrowed(project), what.clips.clone());
    for id in &what.montages {
        let name = project.asset_name(*id).unwrap_or_default();
        let baked = crate::bake::montage(&project, *id).map_err(|text| {
            Error::new(path, tr!("the montage “{name}” cannot be baked: {text}"))
        })?;
        project.to_mut().clips.insert(*id, Arc::new(baked));
        clips.push(*id);
    }
    for clip in &what.played {
        let id = Id::derive(&["played", &clip.name]);
        project.to_mut().clips.insert(id, Arc::new(clip.clone()));
        clips.push(id);
    }
    Ok((project, clips))
}

fn go_on(path: &Path, is_wanted: bool) -> Result<(), Error> {
    if is_wanted {
        Ok(())
    } else {
        Err(Error::cancelled(path))
    }
}

fn refuse_errors(project: &Project, diagnostics: &[Diagnostic], path: &Path) -> Result<(), Error> {
    let errors = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error);
    let lines: Vec<String> = errors
        .map(|error| format!("\n  {}", asset::describe(project, error)))
        .collect();
    match lines.len() {
        0 => Ok(()),
        count => {
            let text = tr!(
                "nothing was written, because the project has errors ({count}):{}",
                lines.concat()
            );
            Err(Error::new(path, text))
        }
    }
}

/// Checks that the written bytes read back as the same library and play the same.
fn verify(compiled: &Compiled, bytes: &[u8], path: &Path) -> Result<(), Error> {
    let unsound = |what: String| {
        Error::new(
            path,
            tr!("the bundle is not valid, so it was not written: {what}"),
        )
    };
    let (store, length) = (anim::Store::of(bytes), bytes.len());
    let back = bundle::read(store, length).map_err(|error| unsound(error.to_string()))?;
    if back.library != compiled.library {
        return Err(unsound(tr!("it differs after reading it back").to_owned()));
    }
    match studio::golden::verify(&back).first() {
        Some(difference) => Err(unsound(difference.to_string())),
        None => Ok(()),
    }
}
