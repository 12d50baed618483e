//! Saving a project into its folder.
//!
//! Invariant: a machine that stops at any moment leaves a folder that opens. So blobs come before the assets that
//! refer to them, an asset never has two files, and nothing is removed before everything is written.

use crate::{
    Error,
    folder::{self, Folder},
    place, write_atomic,
};
use asset::{Id, Project};
use formats::project::{ProjectFiles, ROOT_FILE, Written, is_of_former_version, written};
use std::{
    cell::LazyCell,
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
};

/// The folder in a project's for what a save would have overwritten. Its name begins with a dot, so opening a project
/// does not look into it.
pub const KEPT: &str = ".kept";

/// Makes the folder hold this project: writes what differs, then removes the files of assets that are gone and blobs
/// that nothing refers to.
///
/// `since` is what the folder held when it was opened or saved last. Only files of its assets are ever removed: what
/// somebody else has put there stays. Without it the folder must not hold another project.
///
/// A file of the project that somebody else has changed since then is copied into [`KEPT`] before it is replaced or
/// removed. Returns those copies.
pub fn save_project(dir: &Path, project: &Project, since: Option<&Project>) -> Result<Vec<PathBuf>, Error> {
    if since.is_none() && dir.join(ROOT_FILE).exists() {
        return Err(Error::new(
            dir,
            "the folder holds another project. Choose another one, or open that project first.",
        ));
    }
    let files = ProjectFiles { files: written_files(project, dir) };
    fs::create_dir_all(dir).map_err(|error| Error::writing(dir, &error))?;
    let known = own_files(dir, &files)?;
    let ids = ids(&files);
    let kept: Vec<Id> = ids.values().copied().collect();
    let was_ours = |id| since.is_some_and(|since| since.kind(id).is_some());
    let replaced = known.assets.iter().filter(|(id, _)| kept.contains(id) || was_ours(**id)).map(|(_, path)| path);
    let copies = keep_changes(dir, &files, replaced, since)?;
    let is_blob = |path: &str| path.starts_with("blobs/");
    for (path, bytes) in files.files.iter().filter(|(path, _)| is_blob(path)) {
        write_blob(&folder::place(dir, path), bytes)?;
    }
    for (path, bytes) in files.files.iter().filter(|(path, _)| !is_blob(path) && *path != ROOT_FILE) {
        take_over(dir, path, ids.get(path.as_str()).and_then(|id| known.assets.get(id)))?;
        write_if_other(&folder::place(dir, path), bytes)?;
    }
    write_if_other(&dir.join(ROOT_FILE), &files.files[ROOT_FILE])?;
    remove(known, &kept, was_ours)?;
    Ok(copies)
}

/// Copies each file that is about to be replaced or removed and holds neither what the project left there nor what it
/// will hold.
fn keep_changes<'a>(
    dir: &Path,
    new: &ProjectFiles,
    replaced: impl Iterator<Item = &'a PathBuf>,
    since: Option<&Project>,
) -> Result<Vec<PathBuf>, Error> {
    let left: BTreeSet<Vec<u8>> =
        since.map_or_else(BTreeSet::new, |since| written_files(since, dir).into_values().collect());
    let assets = new.files.iter().filter(|(path, _)| !path.starts_with("blobs/"));
    let written = assets.map(|(path, bytes)| (folder::place(dir, path), Some(bytes.as_slice())));
    let today = LazyCell::new(|| todays(dir));
    let mut copies = Vec::new();
    for (place, bytes) in written.chain(replaced.map(|path| (path.clone(), None))) {
        let Ok(found) = fs::read(&place) else { continue };
        let is_left = || match is_of_former_version(&found) {
            true => today.get(&asset_in(dir, &place, &found)).is_some_and(|today| left.contains(today)),
            false => left.contains(&found),
        };
        if bytes != Some(found.as_slice()) && !is_left() {
            copies.push(keep(dir, &place, &found)?);
        }
    }
    Ok(copies)
}

/// What the folder's files say in today's version, by asset; the root file has none.
fn todays(dir: &Path) -> BTreeMap<Option<Id>, Vec<u8>> {
    let read = formats::project::read(&Folder(dir)).ok();
    let files = read.map(|(project, _)| formats::project::write(&project).files).unwrap_or_default();
    let of = |(path, bytes): (String, Vec<u8>)| match written(&path, &bytes) {
        Some(Written::Asset(id)) => Some((Some(id), bytes)),
        _ => (path == ROOT_FILE).then_some((None, bytes)),
    };
    files.into_iter().filter_map(of).collect()
}

fn asset_in(dir: &Path, place: &Path, bytes: &[u8]) -> Option<Id> {
    let path = place.strip_prefix(dir).unwrap_or(place).to_string_lossy().replace('\\', "/");
    match written(&path, bytes) {
        Some(Written::Asset(id)) => Some(id),
        _ => None,
    }
}

fn written_files(project: &Project, dir: &Path) -> BTreeMap<String, Vec<u8>> {
    formats::project::write(&place::saved(project, dir)).files
}

/// Copies under the file's own path within [`KEPT`], with a number where there is a copy already.
fn keep(dir: &Path, place: &Path, found: &[u8]) -> Result<PathBuf, Error> {
    let copy = dir.join(KEPT).join(place.strip_prefix(dir).unwrap_or(place));
    let numbered = (2..).map(|n| copy.with_extension(format!("{n}.json")));
    let free = std::iter::once(copy.clone()).chain(numbered).find(|path| !path.exists()).unwrap_or(copy);
    make_folder(&free)?;
    write_atomic(&free, found)?;
    Ok(free)
}

/// Saves into a new folder; one that holds anything already is refused.
pub fn create_project(dir: &Path, project: &Project) -> Result<(), Error> {
    match fs::read_dir(dir).map(|mut entries| entries.next().is_none()) {
        Ok(true) => save_project(dir, project, None).map(drop),
        Ok(false) => Err(Error::new(dir, "the folder is not empty. Choose another one.")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => save_project(dir, project, None).map(drop),
        Err(error) => Err(Error::new(dir, format!("it cannot become a project ({error}). Choose another place."))),
    }
}

/// A project's files in its folder that are not to be written under the same path.
#[derive(Default)]
struct OwnFiles {
    assets: BTreeMap<Id, PathBuf>,
    blobs: Vec<PathBuf>,
}

fn own_files(dir: &Path, new: &ProjectFiles) -> Result<OwnFiles, Error> {
    let mut own = OwnFiles::default();
    let paths = folder::list(dir).map_err(|error| Error::reading(dir, &error))?;
    for path in paths.into_iter().filter(|path| path.contains('/') && !new.files.contains_key(path)) {
        let place = folder::place(dir, &path);
        // A file that cannot be read is none of ours to remove.
        match folder::read(&place).ok().and_then(|bytes| written(&path, &bytes)) {
            Some(Written::Asset(id)) => drop(own.assets.insert(id, place)),
            Some(Written::Blob) => own.blobs.push(place),
            None => {}
        }
    }
    Ok(own)
}

/// The ids of assets by path.
fn ids(files: &ProjectFiles) -> BTreeMap<&str, Id> {
    let id = |path: &str, bytes: &[u8]| match written(path, bytes) {
        Some(Written::Asset(id)) => Some(id),
        _ => None,
    };
    files.files.iter().filter_map(|(path, bytes)| Some((path.as_str(), id(path, bytes)?))).collect()
}

/// Renames an asset's file to its new path, so that at no moment there are two.
fn take_over(dir: &Path, path: &str, old: Option<&PathBuf>) -> Result<(), Error> {
    let Some(old) = old else { return Ok(()) };
    let new = folder::place(dir, path);
    make_folder(&new)?;
    match fs::rename(old, &new) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::writing(&new, &error)),
        _ => Ok(()),
    }
}

/// A blob that is there whole is there for good: its name is its content's.
fn write_blob(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    if fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() == bytes.len() as u64) {
        return Ok(());
    }
    make_folder(path)?;
    write_atomic(path, bytes)
}

fn write_if_other(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    if fs::read(path).is_ok_and(|found| found == bytes) {
        return Ok(());
    }
    make_folder(path)?;
    write_atomic(path, bytes)
}

fn make_folder(path: &Path) -> Result<(), Error> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|error| Error::writing(folder, &error))
}

/// `was_ours` tells whether the asset was in the folder as this project left it.
fn remove(known: OwnFiles, kept: &[Id], was_ours: impl Fn(Id) -> bool) -> Result<(), Error> {
    let (gone, foreign): (Vec<_>, Vec<_>) =
        known.assets.into_iter().filter(|(id, _)| !kept.contains(id)).partition(|(id, _)| was_ours(*id));
    // Somebody else's assets may refer to blobs that ours do not.
    let blobs = if foreign.is_empty() { known.blobs } else { Vec::new() };
    for path in gone.into_iter().map(|(_, path)| path).chain(blobs) {
        fs::remove_file(&path).map_err(|error| Error::writing(&path, &error))?;
    }
    Ok(())
}
