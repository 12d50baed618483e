//! What has faulted and was not mended since.

use std::path::PathBuf;
use studio::PreviewSubject;

/// What has faulted and was not mended since.
#[derive(Default)]
pub(crate) struct Faults {
    /// What the engine showed, and of which revision.
    pub(super) preview: Option<(u64, PreviewSubject)>,
    /// It faulted again after a restart, so the preview of it stops.
    pub(super) rests: bool,
    /// What the compiler said of the newest root.
    pub(super) compiler: Option<String>,
    /// Faults of the character that were told.
    pub(super) evaluation: u32,
    /// Where reports go; None where the platform has no place for them.
    pub(crate) report_folder: Option<PathBuf>,
}

impl Faults {
    /// It is tried again from the start.
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
