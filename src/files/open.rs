//! Opening whatever a person names.

use crate::{
    Error,
    folder::{self, Folder},
    kind::{self, Kind},
    place, source,
};
use asset::Project;
use bundle::Bundle;
use formats::{Report, gltf::Options, project::ROOT_FILE};
use std::path::Path;

#[derive(Debug)]
pub enum Opened {
    /// A project's own folder.
    Project { project: Project, report: Report },
    /// A source file, as the project that importing it alone makes.
    Source { project: Project, report: Report },
    /// Runs, but cannot be edited.
    Bundle(Bundle),
}

/// The bytes of a plain file of bearable size.
pub fn read(path: &Path) -> Result<Vec<u8>, Error> {
    folder::read(path).map_err(|error| Error::reading(path, &error))
}

/// A project's folder or its `project.json`, a source file, or a bundle.
pub fn open(path: &Path) -> Result<Opened, Error> {
    open_with(path, &Options::default())
}

/// As [`open`]; the options are for source files.
pub fn open_with(path: &Path, options: &Options) -> Result<Opened, Error> {
    if path.is_dir() {
        return open_project(path);
    }
    if path.file_name().is_some_and(|name| name == ROOT_FILE) {
        return open_project(path.parent().unwrap_or(Path::new(".")));
    }
    let bytes = read(path)?;
    if bytes.starts_with(&bundle::MAGIC) {
        return open_bundle(path, &bytes);
    }
    if kind::of(path, &bytes) == Kind::Unknown {
        return Err(Error::new(path, format!("this cannot be opened. Choose {}.", source::READABLE)));
    }
    let imported = source::import_bytes(path, None, &bytes, options)?;
    Ok(Opened::Source { project: imported.project, report: imported.report })
}

fn open_project(folder: &Path) -> Result<Opened, Error> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if !folder.join(ROOT_FILE).is_file() {
        let text = format!("this folder is no project: it has no {ROOT_FILE}. Choose {}.", source::READABLE);
        return Err(Error::new(folder, text));
    }
    match formats::project::read(&Folder(folder)) {
        Ok((project, report)) => Ok(Opened::Project { project: place::opened(&project, folder), report }),
        Err(error) => Err(Error::new(folder, error.to_string())),
    }
}

fn open_bundle(path: &Path, bytes: &[u8]) -> Result<Opened, Error> {
    let (store, length) = bundle::aligned(bytes);
    bundle::read(store, length).map(Opened::Bundle).map_err(|error| Error::new(path, error.to_string()))
}
