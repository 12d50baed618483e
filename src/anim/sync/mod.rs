//! Sync groups: players of clips of different length kept in step while they blend.
//!
//! One tick: [`SyncGroups::begin_tick`], a [`TickRecord`] posted for every playing clip,
//! [`SyncGroups::tick`], then the records say where each player has gone. The last finished tick of
//! a group stays readable as a [`GroupFrame`] while the next one is collected. In a group one
//! player leads and the others take its phase: by the names of their sync markers where all of them
//! have some in common, else by the part of their length. A [`Pack`] does the same for clips that
//! one player mixes.

mod frame;
mod group;
mod groups;
mod leader;
mod pack;
mod player;
#[cfg(test)]
#[path = "tests/properties/mod.rs"]
mod properties;
mod ring;

pub use frame::{GroupFrame, MarkerPass};
pub use groups::SyncGroups;
pub use pack::{Pack, Packed};
pub use player::{Part, PlayerState, Role, TickRecord, Travel};
pub use ring::Position;

use crate::{Name, limits::MOST_MARKERS};
use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// Two markers nearer than this are one, in seconds.
pub const NEAREST_MARKERS: f32 = 1e-4;

/// A named instant of a cycle, such as a foot on the ground.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
pub struct SyncMarker {
    /// Clips are matched by it; several markers of a clip may share one.
    pub name: Name,
    /// Seconds on the clip.
    pub time: f32,
    /// Fills the record; [`SyncMarker::new`] sets it to 0.
    pub reserved: u32,
}

/// Ascending by time, no two at one, named, inside `length` seconds and not too many.
pub(crate) fn are_markers(markers: &[SyncMarker], length: f32) -> bool {
    let inside =
        |marker: &SyncMarker| (0.0..=length).contains(&marker.time) && marker.name != Name::NONE;
    let ordered = markers.windows(2).all(|pair| pair[0].time < pair[1].time);
    markers.len() <= MOST_MARKERS && ordered && markers.iter().all(inside)
}

impl SyncMarker {
    /// A marker at a time in seconds. Nothing is checked.
    pub fn new(name: Name, time: f32) -> Self {
        Self {
            name,
            time,
            reserved: 0,
        }
    }
}
