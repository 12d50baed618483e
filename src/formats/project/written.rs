//! Recognises a project's own files among others in the same folder.

#[cfg(test)]
mod tests;

use super::{BLOBS, file_name, format_of, kind_of};
use asset::Id;
use serde::Deserialize;

/// Content of a file of a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProjectFileKind {
    /// An asset with this id, whatever the file is called.
    Asset(Id),
    /// Bulk data, such as keys, vertices or pictures.
    Blob,
}

#[derive(Deserialize)]
struct Head {
    format: String,
    id: Id,
}

/// Content of a file, by its path and bytes. None for every file that no version of a project has
/// written.
pub fn written(path: &str, bytes: &[u8]) -> Option<ProjectFileKind> {
    if let Some(kind) = kind_of(path) {
        let head: Head = serde_json::from_slice(bytes).ok()?;
        return (head.format == format_of(kind)).then_some(ProjectFileKind::Asset(head.id));
    }
    let (folder, name) = path.split_once('/')?;
    let ending = name.split_once('.')?.1;
    let is_blob =
        folder == BLOBS && file_name::is_blob(name) && file_name::blob(bytes, ending) == name;
    is_blob.then_some(ProjectFileKind::Blob)
}
