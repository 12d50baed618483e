//! What compiling found: for the Problems panel, never an error that stops the preview.

use crate::Id;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    Warning,
    Error,
}

/// The asset, and the section, segment, notify or slot inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Subject {
    pub asset: Id,
    pub item: Option<Id>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Two assets of one kind share a name; this one does not play.
    DuplicateAssetName {
        name: String,
    },
    /// Two different names have the same hash.
    NameClash {
        name: String,
        other: String,
    },
    SkeletonMissing,
    BadSkeleton,
    BadMesh,
    /// The clip has keys that are not finite; the value before was kept.
    KeysNotFinite,
    ClipTooLong {
        keys: u64,
    },
    MontageEmpty,
    MontageSections,
    /// A section that no link and no jump reaches from the first.
    SectionUnreachable {
        name: String,
    },
    DuplicateSectionName {
        name: String,
    },
    ClipMissing,
    /// The clip was made for another skeleton.
    SkeletonMismatch {
        clip: String,
    },
    SegmentsOverlap,
    BadSegment,
    NotifyOutside {
        name: String,
        time: f32,
    },
    NotifyTrackMissing {
        name: String,
    },
    JumpTargetMissing {
        name: String,
    },
    /// A branching notify on a clip is queued like any other.
    BranchingOnClip {
        name: String,
    },
    BadNumber {
        field: &'static str,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    pub severity: Severity,
    pub subject: Subject,
    pub kind: Kind,
}
