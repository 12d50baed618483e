//! A conflict is what both sides changed, and says which of them is taken.

use serde_json::Value;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    #[default]
    Mine,
    Theirs,
}

/// A field, item or asset that both sides changed, and not alike. None is what is not there.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// Names of fields and items with slashes between; empty of a whole asset.
    pub place: String,
    pub base: Option<Value>,
    pub mine: Option<Value>,
    pub theirs: Option<Value>,
    /// The side that the merged value is of.
    pub taken: Side,
}
