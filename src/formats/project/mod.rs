//! A project as a folder of files: one small JSON file for each asset, and bulk data in blobs named
//! by their content.
//!
//! ```text
//! project.json                      format, version, name
//! skeletons/<Name>.<id>.json        format, version, id, asset; likewise in clips/ meshes/
//!                                   textures/ montages/ graphs/ blend_spaces/ pose_assets/
//!                                   notify_classes/ sounds/
//! blobs/<xxh3-128 in hex>.bin|png   keys, vertices, texels; see `blob`; and sound files as they came
//! ```
//!
//! The name in a file's name is for people; the id inside identifies the asset. Invariant: equal
//! projects give equal bytes, and what was written reads back equal, floats bit for bit. Numbers in
//! assets must be finite: JSON has no others.

mod blob;
mod error;
mod file_name;
mod json;
mod limits;
mod migration;
mod read;
mod records;
#[cfg(feature = "schema")]
pub mod schema;
mod shared;
mod slot_groups;
#[cfg(test)]
mod tests;
mod write;
mod written;

pub use error::{BrokenFile, FileProblem, ProjectError};
pub(crate) use json::text;
pub use read::{Salvage, read, salvage};
pub(crate) use write::head;
pub use write::{asset_files, root_text, write};
pub use written::{ProjectFileKind, written};

use asset::AssetKind;
use std::collections::BTreeMap;
use words::tr;

/// The file that makes a folder a project.
pub const ROOT_FILE: &str = "project.json";
/// Version of every JSON file that [`write()`] makes.
pub const VERSION: u32 = 3;

const BLOBS: &str = "blobs";

/// All files of a project in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProjectFiles {
    /// Contents of files by their paths, relative and with forward slashes.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// Access to a project's files, on disk or in memory.
pub trait ProjectFileSource {
    /// Relative paths of all files, with forward slashes, in any order.
    fn list(&self) -> Result<Vec<String>, String>;
    /// Reads a file by such a path. The Err says why in words.
    fn read(&self, path: &str) -> Result<Vec<u8>, String>;
    /// Calls `call` for each number below `count`, in any order, in parallel where that is
    /// possible.
    fn each(&self, count: usize, call: &(dyn Fn(&dyn ProjectFileSource, usize) + Sync));
}

impl ProjectFileSource for ProjectFiles {
    fn list(&self) -> Result<Vec<String>, String> {
        Ok(self.files.keys().cloned().collect())
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        self.files
            .get(path)
            .cloned()
            .ok_or_else(|| tr!("the file does not exist").to_owned())
    }

    fn each(&self, count: usize, call: &(dyn Fn(&dyn ProjectFileSource, usize) + Sync)) {
        (0..count).for_each(|at| call(self, at));
    }
}

/// The `format` that files of an asset type have. The files lie in a folder named by the plural.
fn format_of(kind: AssetKind) -> String {
    format!("mutoscope.{}", kind.word().replace(' ', "_"))
}

/// Type of the asset in a file, by its path. None for files that hold no asset.
pub fn kind_of(path: &str) -> Option<AssetKind> {
    let (folder, file) = path.split_once('/')?;
    let is_asset = file.ends_with(".json") && !file.contains('/') && !file.starts_with('.');
    AssetKind::ALL
        .into_iter()
        .find(|kind| is_asset && kind.words() == folder)
}
