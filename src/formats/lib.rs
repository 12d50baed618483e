//! Bytes to assets and back: glTF and the project files.
//!
//! The crate knows no file system: callers hand bytes in, and a way to get at what those bytes refer to.

pub mod error;
pub mod gltf;
mod names;
mod picture;
pub mod project;
pub mod report;
pub mod simplify;

pub use error::{ImportError, Place, Problem};
pub use report::{Entry, Fix, Report, Severity};

/// What an importer made of a file.
#[derive(Clone, Debug, Default)]
pub struct Imported {
    /// Complete in itself: one skeleton, and the meshes, textures and clips made for it.
    pub project: asset::Project,
    pub report: Report,
}
