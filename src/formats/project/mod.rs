//! A project as a folder of files: one small JSON file an asset, bulk data in blobs named by their
//! content.
//!
//! ```text
//! project.json                      format, version, name
//! skeletons/<Name>.<id>.json        and clips/ meshes/ textures/ montages/ graphs/ blend_spaces/ pose_assets/ notify_classes/: format, version, id, asset
//! blobs/<xxh3-128 in hex>.bin|png   keys, vertices, texels; see `blob`
//! ```
//!
//! The name in a file's name is for people; the id inside is what counts. Invariant: equal projects
//! give equal bytes, and what was written reads back equal, floats bit for bit. Numbers in assets
//! must be finite: JSON has no others.

mod blob;
mod error;
mod file_name;
mod json;
mod limits;
mod migration;
mod read;
mod records;
mod shared;
mod slot_groups;
#[cfg(test)]
mod tests;
mod write;
mod written;

pub use error::{BrokenFile, FileProblem, ProjectError};
pub(crate) use json::text;
pub use read::{Salvage, read, salvage};
pub(crate) use records::{AdditiveRecord, LoopPolicyName, RootMotionRecord};
pub(crate) use write::head;
pub use write::{asset_files, root_text, write};
pub use written::{Written, written};

use asset::AssetKind;
use std::collections::BTreeMap;

/// The file that makes a folder a project.
pub const ROOT_FILE: &str = "project.json";
/// Version of every file that [`write()`] makes.
pub const VERSION: u32 = 3;

const BLOBS: &str = "blobs";

/// Relative paths with forward slashes, and what the files hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProjectFiles {
    pub files: BTreeMap<String, Vec<u8>>,
}

/// Where a project's files are had from.
pub trait Source {
    /// Relative paths of all files, with forward slashes, in any order.
    fn list(&self) -> Result<Vec<String>, String>;
    fn read(&self, path: &str) -> Result<Vec<u8>, String>;
    /// `call` of each number below `count`, in any order: at once where the files bear that.
    fn each(&self, count: usize, call: &(dyn Fn(&dyn Source, usize) + Sync));
}

impl Source for ProjectFiles {
    fn list(&self) -> Result<Vec<String>, String> {
        Ok(self.files.keys().cloned().collect())
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        self.files
            .get(path)
            .cloned()
            .ok_or_else(|| "there is no such file".to_owned())
    }

    fn each(&self, count: usize, call: &(dyn Fn(&dyn Source, usize) + Sync)) {
        (0..count).for_each(|at| call(self, at));
    }
}

/// What the files of a kind say that they are. They lie in a folder that is called by the word for
/// many of it.
fn format_of(kind: AssetKind) -> String {
    format!("mutoscope.{}", kind.word().replace(' ', "_"))
}

/// The kind of the asset in a file; None for files that are none.
pub fn kind_of(path: &str) -> Option<AssetKind> {
    let (folder, file) = path.split_once('/')?;
    let is_asset = file.ends_with(".json") && !file.contains('/') && !file.starts_with('.');
    AssetKind::ALL
        .into_iter()
        .find(|kind| is_asset && kind.words() == folder)
}
