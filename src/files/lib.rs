//! What the editor and the commands do with files: open, import, save, export.
//!
//! `formats` and `bundle` turn bytes into values and know no file system; this crate is the one place, beside the
//! program's own start, that does. Invariant: whatever is written appears whole under its name or not at all.

mod atomic;
mod bake;
mod error;
mod export;
mod folder;
mod kind;
mod open;
mod place;
mod sample;
mod save;
mod script;
mod source;
#[cfg(test)]
mod tests;

pub use atomic::write_atomic;
pub use error::Error;
pub use export::{ExportSummary, GltfExport, GltfSummary, export, export_gltf};
pub use open::{Opened, open, open_with, read};
pub use sample::sample;
pub use save::{KEPT, create_project, save_project};
pub use script::save_script;
pub use source::{import, import_with};
