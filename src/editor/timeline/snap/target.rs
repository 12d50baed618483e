//! A time that draws what is dragged.

use crate::preferences::SnapKind;

/// A time that a dragged item can snap to.
#[derive(Clone, Debug, PartialEq)]
pub struct SnapTarget {
    /// Time to snap to, seconds.
    pub time: f64,
    /// The label at the line while the drag snaps to it.
    pub name: String,
    /// Whether the magnet takes it depends on the kinds that are on.
    pub kind: SnapKind,
}
