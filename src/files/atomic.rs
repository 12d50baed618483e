//! Writing a file whole or not at all.

use crate::Error;
use std::{
    fs::{self, File, Permissions},
    io::{self, Write},
    path::Path,
};
use tempfile::Builder;

/// Writes beside, syncs, and renames over: a reader, and a machine that loses power, sees the old bytes or the new
/// ones. A file that is there keeps its permissions; through a link the file behind it is replaced.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    write(&target, bytes).map_err(|error| Error::writing(path, &error))
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::other("there is a folder of this name"));
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut beside = Builder::new();
    let permissions = fs::metadata(path).map_or_else(|_| usual_permissions(), |found| Some(found.permissions()));
    if let Some(permissions) = permissions {
        beside.permissions(permissions);
    }
    let mut file = beside.prefix(".mutoscope-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    sync_folder(folder)
}

/// Those of any new file: the process' mask is taken off them.
#[cfg(unix)]
fn usual_permissions() -> Option<Permissions> {
    Some(std::os::unix::fs::PermissionsExt::from_mode(0o666))
}

#[cfg(not(unix))]
fn usual_permissions() -> Option<Permissions> {
    None
}

/// So that the new name survives a loss of power too.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
