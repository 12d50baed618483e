//! A conflict is a field that both sides changed; apart so that merging values and projects share
//! it.

use serde_json::Value;

/// The two sides of a merge. Conflicts are taken from [`MergeSide::Mine`] unless somebody picks
/// otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MergeSide {
    /// The version of the person who merges.
    #[default]
    Mine,
    /// The version that is merged into it.
    Theirs,
}

/// A field, item or asset that both sides changed, each in another way. None means that it does not
/// exist in that version.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// Names of fields and items with slashes between; empty for a whole asset.
    pub place: String,
    /// JSON value in the common ancestor.
    pub base: Option<Value>,
    /// JSON value of my side.
    pub mine: Option<Value>,
    /// JSON value of the other side.
    pub theirs: Option<Value>,
    /// Side whose value the merge result has.
    pub taken: MergeSide,
}
