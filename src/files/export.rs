//! From a project to a bundle or a `.glb` file on disk.

use crate::{Error, write_atomic};
use asset::{Compiled, Diagnostic, Project, Severity};
use formats::gltf::{self, Selection};
use std::path::Path;

/// What a bundle holds, and what compiling had to say.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportSummary {
    pub bytes: u64,
    pub skeletons: usize,
    pub clips: usize,
    pub meshes: usize,
    pub montages: usize,
    /// Recorded poses and ticks that whoever plays the bundle must get again.
    pub golden_poses: usize,
    pub golden_ticks: usize,
    pub warnings: Vec<Diagnostic>,
}

/// Compiles, records golden vectors, reads back and verifies the bytes, and only then writes them. Refuses a project
/// with errors and lists them. `progress` is told the part that is done, 0 to 1; false from it cancels, and nothing
/// is written.
pub fn export(project: &Project, path: &Path, progress: &dyn Fn(f32) -> bool) -> Result<ExportSummary, Error> {
    let go_on = |done: f32| go_on(path, progress(done));
    go_on(0.0)?;
    let compiled = asset::compile(project, &mut asset::Cache::default());
    refuse_errors(project, &compiled.diagnostics, path)?;
    go_on(0.3)?;
    let golden = engine::golden::record(&compiled.library);
    go_on(0.6)?;
    let bytes = bundle::write(&compiled.library, &golden);
    verify(&compiled, &bytes, path)?;
    go_on(0.9)?;
    write_atomic(path, &bytes)?;
    progress(1.0);
    Ok(ExportSummary {
        bytes: bytes.len() as u64,
        skeletons: compiled.library.skeletons.len(),
        clips: compiled.library.clips.len(),
        meshes: compiled.library.meshes.len(),
        montages: compiled.library.montages.len(),
        golden_poses: golden.clips.len(),
        golden_ticks: golden.ticks.len(),
        warnings: compiled.diagnostics,
    })
}

/// Writes skeletons, meshes and clips as glTF, and gives the file's bytes. `progress` as in [`export`].
pub fn export_gltf(
    project: &Project,
    what: &Selection,
    path: &Path,
    progress: &dyn Fn(f32) -> bool,
) -> Result<u64, Error> {
    go_on(path, progress(0.1))?;
    let bytes = gltf::write_glb(project, what).map_err(|error| Error::new(path, error.to_string()))?;
    go_on(path, progress(0.9))?;
    write_atomic(path, &bytes)?;
    progress(1.0);
    Ok(bytes.len() as u64)
}

fn go_on(path: &Path, is_wanted: bool) -> Result<(), Error> {
    match is_wanted {
        true => Ok(()),
        false => Err(Error::new(path, "the export was cancelled; nothing was written.")),
    }
}

fn refuse_errors(project: &Project, diagnostics: &[Diagnostic], path: &Path) -> Result<(), Error> {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    let lines: Vec<String> = errors.map(|error| format!("\n  {}", asset::describe(project, error))).collect();
    match lines.len() {
        0 => Ok(()),
        count => {
            let text = format!("nothing was written, for the project has errors ({count}):{}", lines.concat());
            Err(Error::new(path, text))
        }
    }
}

/// What was written must read back as the same library and play the same.
fn verify(compiled: &Compiled, bytes: &[u8], path: &Path) -> Result<(), Error> {
    let unsound = |what: String| Error::new(path, format!("the bundle is not sound, so it was not written: {what}"));
    let (store, length) = bundle::aligned(bytes);
    let back = bundle::read(store, length).map_err(|error| unsound(error.to_string()))?;
    if back.library != compiled.library {
        return Err(unsound("it does not read back as it was compiled".to_owned()));
    }
    match engine::golden::verify(&back).first() {
        Some(difference) => Err(unsound(difference.to_string())),
        None => Ok(()),
    }
}
