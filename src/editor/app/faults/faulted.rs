//! What has faulted and was not mended since.

use std::path::PathBuf;
use studio::PreviewSubject;

/// Faults that have occurred and that no edit has removed since.
#[derive(Default)]
pub(crate) struct Faults {
    /// Subject that the engine showed when it faulted, and its revision.
    pub(super) preview: Option<(u64, PreviewSubject)>,
    /// The preview faulted again after a restart, so it stops.
    pub(super) rests: bool,
    /// Message of the compiler's fault on the newest root; None if there was none.
    pub(super) compiler: Option<String>,
    /// Number of reported faults of the character.
    pub(super) evaluation: u32,
    /// Folder for reports; None if the platform has no place for them.
    pub(crate) report_folder: Option<PathBuf>,
}

impl Faults {
    /// Clears the faults, so that everything is tried again from the start.
    pub(crate) fn forget(&mut self) {
        *self = Self {
            report_folder: self.report_folder.take(),
            ..Self::default()
        };
    }

    pub(crate) fn rests(&self, revision: u64, subject: PreviewSubject) -> bool {
        self.rests && self.preview == Some((revision, subject))
    }
}
