//! A group as a finished tick left it: what transitions and gameplay ask about.

use super::{
    Position, SyncMarker,
    ring::{Ring, RingPosition},
};
use crate::Name;
use serde::{Deserialize, Serialize};

/// A marker that the leader passed in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MarkerPass {
    /// Name of the marker.
    pub name: Name,
    /// Seconds of the tick that were left.
    pub remaining: f64,
}

/// The leader of a group, and its position in its own clip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct SyncLeader {
    pub(super) player: u32,
    pub(super) length: f64,
    pub(super) looping: bool,
    /// Clip seconds per second.
    pub(super) rate: f64,
    pub(super) place: RingPosition,
}

/// Outcome of a sync group in its last complete tick.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GroupFrame {
    /// Players, in the order in which they were posted.
    pub(super) members: Vec<u32>,
    pub(super) lead: Option<SyncLeader>,
    /// Names that every member has. Ascending.
    pub(super) valid: Vec<Name>,
    pub(super) by_markers: bool,
    pub(super) ratio: f64,
    pub(super) previous_ratio: f64,
    pub(super) position: Position,
    pub(super) passes: Vec<MarkerPass>,
    /// Markers of the leader that the group uses.
    pub(super) markers: Vec<SyncMarker>,
}

impl GroupFrame {
    /// The player that led the group; None where there was no leader.
    pub fn leader(&self) -> Option<u32> {
        self.lead.map(|lead| lead.player)
    }

    /// Whether a player took part in the tick.
    pub fn contains(&self, player: u32) -> bool {
        self.members.contains(&player)
    }

    /// Whether the members are matched by markers; otherwise by the part of their length.
    pub fn is_by_markers(&self) -> bool {
        self.by_markers
    }

    /// The leader's part of its length before and after the tick, 0 to 1.
    pub fn ratios(&self) -> (f64, f64) {
        (self.previous_ratio, self.ratio)
    }

    /// Position of the group between its markers; None while the group is synced by length.
    pub fn position(&self) -> Option<Position> {
        self.by_markers.then_some(self.position)
    }

    /// Whether the group stands between these two markers.
    pub fn is_between(&self, prev: Name, next: Name) -> bool {
        self.position()
            .is_some_and(|position| position.prev == prev && position.next == next)
    }

    /// Markers passed in the tick, in the order in which they were passed.
    pub fn passes(&self) -> &[MarkerPass] {
        &self.passes
    }

    /// Whether the leader passed a marker of this name in the tick.
    pub fn passed(&self, marker: Name) -> bool {
        self.passes.iter().any(|pass| pass.name == marker)
    }

    /// Seconds until the leader passes this marker at its present rate. None where it never will.
    pub fn time_to(&self, marker: Name) -> Option<f64> {
        let lead = self
            .lead
            .filter(|lead| self.by_markers && lead.rate != 0.0)?;
        let ring = Ring {
            markers: &self.markers,
            length: lead.length,
            looping: lead.looping,
        };
        let index = if lead.rate > 0.0 {
            ring.forward_to(lead.place.prev, marker)?
        } else {
            ring.back_to(lead.place.next, marker)?
        };
        Some((ring.time(index) - lead.place.at) / lead.rate)
    }

    pub(super) fn clear(&mut self) {
        self.members.clear();
        self.lead = None;
        self.valid.clear();
        self.by_markers = false;
        (self.ratio, self.previous_ratio) = (0.0, 0.0);
        self.position = Position::default();
        self.passes.clear();
        self.markers.clear();
    }
}
