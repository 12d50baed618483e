//! Scripts for `simulate`, `sweep`, `slide` and `render`, and the library that they play on.

use crate::{
    Failure, Io,
    load::{self, Loaded},
};
use anim::Library;
use asset::Project;
use scenario::{cast, script::Script};
use std::{path::Path, sync::Arc};
use words::tr;

/// Reads and checks a script file. The error names the file and, when a request is wrong, the JSON
/// pointer to it.
pub fn read(path: &Path) -> Result<Script, Failure> {
    let refused = |why: String| {
        tr!(
            "{}: {why}. docs/simulate.md describes scripts.",
            path.display()
        )
    };
    scenario::script::parse(&files::read(path)?).map_err(|why| Failure::Input(refused(why)))
}

/// The compiled library of a project or a source file, or the one in a bundle. Warnings and errors
/// of the compilation go to `io.err`.
pub fn library(file: &Path, io: &mut Io<'_>) -> Result<Arc<Library>, Failure> {
    match load::load(file, io)? {
        Loaded::Bundle(bundle) => Ok(bundle.library),
        Loaded::Authored { project, .. } => compiled(&project, io),
    }
}

/// The compiled library of a project. Warnings and errors of the compilation go to `io.err`.
pub fn compiled(project: &Project, io: &mut Io<'_>) -> Result<Arc<Library>, Failure> {
    let compiled = files::compile(
        project,
        &mut asset::Cache::default(),
        &files::ClipCache::of_user(),
    );
    load::print_diagnostics(project, &compiled.diagnostics, io)?;
    Ok(compiled.library)
}

/// Warns of additive clips that are played by themselves, where a full pose is expected.
pub fn warn_of_additive(
    library: &Library,
    script: &Script,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    for name in cast::additive_clips(library, script) {
        writeln!(
            io.err,
            "{}",
            tr!("warning: the clip “{name}” is additive and plays on the reference pose.")
        )?;
    }
    Ok(())
}
