//! What has faulted and was not mended since.

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
}

impl Faults {
    pub(crate) fn rests(&self, revision: u64, subject: PreviewSubject) -> bool {
        self.rests && self.preview == Some((revision, subject))
    }
}
