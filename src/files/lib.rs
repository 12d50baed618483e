//! What the editor and the commands do with files: open, import, save, export.
//!
//! `formats` and `bundle` turn bytes into values and know no file system; this crate is the one
//! place, beside the program's own start, that does. Invariant: whatever is written appears whole
//! under its name or not at all, and a project's folder is as it was or as it is to be.

mod atomic;
mod bake;
mod below;
mod build;
mod clip_cache;
mod compile;
#[cfg(test)]
#[path = "../../tests/support/dice.rs"]
mod dice;
mod disk;
mod error;
mod export;
mod external_changes;
#[cfg(test)]
#[path = "tests/faults.rs"]
mod faults;
mod folder;
pub mod foreign;
mod found;
#[cfg(all(test, unix))]
#[path = "tests/hostile.rs"]
mod hostile;
pub mod journal;
mod kind;
mod many;
#[cfg(test)]
#[path = "tests/model.rs"]
mod model;
mod open;
mod output;
mod partners;
mod place;
mod presence;
#[cfg(test)]
#[path = "tests/refused.rs"]
mod refused;
mod reports;
mod sample;
mod save;
mod script;
mod session;
mod settled;
mod source;
mod staged;
#[cfg(test)]
mod tests;
mod transaction;
mod written;

pub use atomic::{replace_file, write_atomic};
pub use bake::played;
pub use build::{BuildOptions, BuildResults, BuildState, BuiltBundle, Shard, build, bundles_of};
pub use clip_cache::ClipCache;
pub use compile::{compile, compile_options};
pub use error::{Error, FileErrorReason};
pub use export::{ExportSummary, GltfExport, GltfSummary, export, export_gltf};
pub use external_changes::{Edit, ExternalChanges, How, changes_outside};
pub use folder::KEPT;
pub use kind::ENDINGS;
pub use many::{Read, SourceRequest, held, import_many, is_changed, options_of, origin_of};
pub use open::{Opened, open, open_with, read, stream};
pub use output::{AUTHOR, Over, Product, check_output, is_printed, write_output};
pub use partners::{partner_orders, standing_targets};
pub use presence::{Presence, Who, open_in};
pub use reports::{MOST_REPORTS, take_unseen_report, write_report};
pub use sample::sample;
pub use save::{Others, Saving, create_project, finish_stopped_save, is_project, save_project};
pub use script::save_script;
pub use session::{open_session, save_series, save_session};
pub use source::{import, is_sound_file, read_sound, source_files, tell_losses, vertex_cache};
pub use staged::StagedOutput;
pub use transaction::OWN;
pub use written::Remembered;
