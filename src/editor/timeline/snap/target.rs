//! A time that draws what is dragged.

use crate::preferences::SnapKind;

#[derive(Clone, Debug, PartialEq)]
pub struct SnapTarget {
    /// Seconds.
    pub time: f64,
    pub name: String,
    pub kind: SnapKind,
}
