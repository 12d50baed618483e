//! Bytes to assets and back: source files of other programs and the project files; scripts of requests, written.
//!
//! The crate knows no file system: callers hand bytes in, and a way to get at what those bytes refer to.

mod bounds;
pub mod bvh;
pub mod error;
pub mod fbx;
mod geometry;
pub mod gltf;
mod influences;
pub mod merge;
mod names;
mod origin;
mod picture;
mod plain;
pub mod project;
mod reading;
pub mod report;
mod scene;
pub mod script;
pub mod simplify;
mod topology;
pub mod vertex_cache;

pub use bvh::BvhOptions;
pub use error::{ImportError, Place, Problem};
pub use report::{Entry, Fix, Report, Severity};

use serde::{Deserialize, Serialize};

/// A file as the assets that are read from it remember it.
#[derive(Clone, Copy, Debug)]
pub struct SourceFile<'a> {
    /// Without folder and ending: what assets without a name of their own are called.
    pub name: &'a str,
    /// As [`asset::Origin::file`] says.
    pub path: &'a str,
    /// What ids are derived from: equal for equal files of a project, wherever the project lies.
    pub identity: &'a str,
}

impl<'a> SourceFile<'a> {
    /// Of a file that lies nowhere.
    pub fn named(name: &'a str) -> Self {
        Self { name, path: name, identity: name }
    }
}

/// What a person may wish of a file.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// Metres of one unit of length in the file; above 0 and finite. 1 in a file that keeps to its format. In a BVH file,
    /// whose format has no unit, 1 stands for a guess.
    pub scale: f32,
    /// One skeleton of all nodes, also where the file holds several characters and what is none.
    pub whole: bool,
    /// Bytes that reading may take beyond 64 MiB and 40 times those of the file with its buffers and pictures, for a file
    /// that holds more than its size lets one think.
    pub more_memory: u64,
    /// Leaves out of the names of an FBX file's nodes what stands before the last colon, such as `mixamorig:`.
    pub strip_namespaces: bool,
    /// Of BVH files alone, which are read in no other process.
    #[serde(skip)]
    pub bvh: BvhOptions,
}

impl Default for Options {
    fn default() -> Self {
        Self { scale: 1.0, whole: false, more_memory: 0, strip_namespaces: false, bvh: BvhOptions::default() }
    }
}

impl Options {
    fn check(&self) -> Result<(), ImportError> {
        if self.scale.is_finite() && self.scale > 0.0 {
            return Ok(());
        }
        Err(ImportError::invalid(Place::File, format!("the scale {} is not a number above 0", self.scale)))
    }
}

/// What an importer made of a file.
#[derive(Clone, Debug, Default)]
pub struct Imported {
    /// Complete in itself: one skeleton, and the meshes, textures and clips made for it.
    pub project: asset::Project,
    pub report: Report,
}
