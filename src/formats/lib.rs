//! Bytes to assets and back: source files of other programs and the project files; scripts of
//! requests, written.
//!
//! The crate knows no file system: callers hand bytes in, and a way to get at what those bytes
//! refer to.

mod bounds;
pub mod bvh;
#[cfg(test)]
#[path = "committed/tests.rs"]
mod committed;
#[cfg(test)]
#[path = "../../tests/support/dice.rs"]
mod dice;
pub mod error;
pub mod fbx;
mod geometry;
pub mod gltf;
mod influences;
pub mod merge;
mod names;
mod options;
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
pub use error::{ImportError, ImportErrorPlace, ImportProblem};
pub use options::Options;
pub use origin::content;
pub use reading::{BASE_BUDGET, BUDGET_PER_BYTE};
pub use report::{ImportFix, ImportReport, ImportReportEntry, ImportSeverity};

/// A file as the assets that are read from it remember it.
#[derive(Clone, Copy, Debug)]
pub struct SourceFile<'a> {
    /// File name without folder and extension: what assets without a name of their own are called.
    pub name: &'a str,
    /// Path of the file, in the form of [`asset::Origin::file`].
    pub path: &'a str,
    /// Text that ids are derived from: equal for equal files of a project, wherever the project
    /// lies.
    pub identity: &'a str,
}

impl<'a> SourceFile<'a> {
    /// A file that exists only in memory: its name is its path and its identity too.
    pub fn named(name: &'a str) -> Self {
        Self {
            name,
            path: name,
            identity: name,
        }
    }
}

/// Result of importing a file: a project and a report.
#[derive(Clone, Debug, Default)]
pub struct Imported {
    /// Complete in itself: one skeleton, and the meshes, textures and clips made for it.
    pub project: asset::Project,
    /// Report of parts of the file that were skipped or repaired.
    pub report: ImportReport,
}
