//! Writing a file whole or not at all.

use crate::{
    Error,
    disk::{Disk, DiskEntryKind, Real},
};
use std::{
    io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};
use words::tr;

const ENDING: &str = ".mutoscope";

/// Writes beside, syncs, and renames over: a reader, and a machine that loses power, sees the old
/// bytes or the new ones. A file that is there keeps its permissions; through a link the file
/// behind it is replaced. What a stopped write has left beside is removed by a later one.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    write_on(&Real, path, bytes)
}

/// Writes as [`write_atomic`], but replaces a link itself.
pub fn replace_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    replace(&Real, path, bytes).map_err(|error| Error::writing(path, &error))
}

pub(crate) fn write_on(disk: &dyn Disk, path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let target = disk.canonical(path).unwrap_or_else(|_| path.to_owned());
    replace(disk, &target, bytes).map_err(|error| Error::writing(path, &error))
}

/// A link in the file's place is replaced itself.
pub(crate) fn replace(disk: &dyn Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    if matches!(
        disk.kind(path)?,
        Some(DiskEntryKind::Folder | DiskEntryKind::LinkedFolder)
    ) {
        return Err(io::Error::other(tr!(
            "a folder with this name already exists"
        )));
    }
    let folder = folder_of(path);
    sweep(disk, &folder, path);
    let beside = beside(path);
    let written = disk
        .write(&beside, bytes, Some(path))
        .and_then(|()| disk.rename(&beside, path));
    if written.is_err() {
        // The first error is the one that counts.
        let _ = disk.remove_file(&beside);
    }
    written?;
    disk.sync_folder(&folder)
}

pub(crate) fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Two that write one file at a time each have their own.
pub(crate) fn beside(path: &Path) -> PathBuf {
    static WRITES: AtomicU64 = AtomicU64::new(0);
    let (process, write) = (std::process::id(), WRITES.fetch_add(1, Ordering::Relaxed));
    path.with_file_name(format!("{}{process}-{write}{ENDING}", start(path)))
}

fn start(path: &Path) -> String {
    format!(
        ".{}.",
        path.file_name().unwrap_or_default().to_string_lossy()
    )
}

/// Removes what writes of this file have left that were stopped long ago. What cannot be removed
/// harms nobody.
pub(crate) fn sweep(disk: &dyn Disk, folder: &Path, path: &Path) {
    let start = start(path);
    for (name, _) in disk.list(folder).unwrap_or_default() {
        let left = folder.join(&name);
        if name.starts_with(&start) && name.ends_with(ENDING) && disk.is_old(&left) {
            let _ = disk.remove_file(&left);
        }
    }
}
