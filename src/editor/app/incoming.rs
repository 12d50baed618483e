//! Files on their way into the document.

use asset::Project;
use document::import::ImportChoices;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// A file that was read, on its way into the document.
#[derive(Clone)]
pub(super) struct Incoming {
    /// Path of the file on disk.
    pub path: PathBuf,
    /// Content of the file, as a project of its own.
    pub file: Arc<Project>,
    /// Choices for importing the content of the file.
    pub choices: ImportChoices,
    /// Number of items that were skipped or repaired in reading.
    pub notes: usize,
    /// A person should look at one of the notes.
    pub has_warnings: bool,
    /// Whether the user has answered which bones of the file were renamed.
    pub knows_bones: bool,
}

impl Incoming {
    /// An import right after reading, with no question answered yet.
    pub fn new(path: PathBuf, imported: formats::Imported, choices: ImportChoices) -> Self {
        let (notes, has_warnings) = (
            imported.report.entries.len() + imported.report.left_off,
            imported.report.has_warnings(),
        );
        Self {
            path,
            file: Arc::new(imported.project),
            choices,
            notes,
            has_warnings,
            knows_bones: false,
        }
    }
}

/// A project's folder, or the file in it that says so.
pub(super) fn is_project(path: &Path) -> bool {
    path.ends_with(formats::project::ROOT_FILE) || path.join(formats::project::ROOT_FILE).is_file()
}

pub(super) fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(
        || path.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    )
}
