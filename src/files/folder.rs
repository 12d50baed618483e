//! A project's folder on disk. Invariant: nothing outside it, and nothing deeper than a project's own folders, is
//! looked at; links to folders are not followed.

use formats::project::Source;
use std::{
    fs::{self, DirEntry},
    io,
    path::{Path, PathBuf},
};

/// The most files that a folder may have to be read as a project.
const MAX_FILES: usize = 100_000;
/// Bytes of the largest file that is read.
const MAX_BYTES: u64 = 2 << 30;

pub struct Folder<'a>(pub &'a Path);

impl Source for Folder<'_> {
    fn list(&self) -> Result<Vec<String>, String> {
        list(self.0).map_err(|error| error.to_string())
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        read(&self.0.join(path)).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => "there is no such file".to_owned(),
            _ => error.to_string(),
        })
    }
}

/// The bytes of a plain file of bearable size.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let found = fs::metadata(path)?;
    if !found.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    if found.len() > MAX_BYTES {
        return Err(io::Error::other(format!("it has {} bytes, more than the {MAX_BYTES} that are read", found.len())));
    }
    fs::read(path)
}

/// Relative paths with forward slashes of the files in a folder and in the folders right below it.
pub fn list(root: &Path) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in entries(root)? {
        if entry.file_type()?.is_dir() {
            let folder = name(&entry);
            let below = entries(&entry.path())?.into_iter().filter(is_file);
            found.extend(below.map(|entry| format!("{folder}/{}", name(&entry))));
        } else {
            found.push(name(&entry));
        }
        if found.len() > MAX_FILES {
            return Err(io::Error::other(format!("there are more than {MAX_FILES} files in it")));
        }
    }
    Ok(found)
}

/// Without hidden ones.
fn entries(folder: &Path) -> io::Result<Vec<DirEntry>> {
    let all: io::Result<Vec<DirEntry>> = fs::read_dir(folder)?.collect();
    Ok(all?.into_iter().filter(|entry| !name(entry).starts_with('.')).collect())
}

fn is_file(entry: &DirEntry) -> bool {
    entry.file_type().is_ok_and(|kind| !kind.is_dir())
}

fn name(entry: &DirEntry) -> String {
    entry.file_name().to_string_lossy().into_owned()
}

/// Where a relative path of a project lies.
pub fn place(root: &Path, path: &str) -> PathBuf {
    path.split('/').fold(root.to_owned(), |place, part| place.join(part))
}
