//! Quick slots: notifies under the digits 1 to 9, for everybody who works on the project.

use crate::{Id, Notify};
use serde::{Deserialize, Serialize};

/// A notify that a digit puts on a timeline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuickSlot {
    /// Id of the slot, derived from its digit; see [`QuickSlot::id_of`].
    pub id: Id,
    /// 1 to 9, each once.
    pub digit: u8,
    /// Name of the track; it is made where a timeline has none of the name.
    pub track: String,
    /// Index in the category palette, for a track that is made.
    pub color: u8,
    /// The notify that is put on a timeline; its time, its id and its track count for nothing. One
    /// with a duration is a state: as long as it if the digit is tapped while nothing plays.
    pub notify: Notify,
}

impl QuickSlot {
    /// The digits that slots may have.
    pub const DIGITS: std::ops::RangeInclusive<u8> = 1..=9;

    /// The id of a digit's slot, so that two people who fill the slot differ in one.
    pub fn id_of(digit: u8) -> Id {
        Id::derive(&["quick slot", &digit.to_string()])
    }
}
