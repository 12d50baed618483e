//! What a Copy Pose finds of other characters in a tick.

use super::{copied::PartnerPose, state::GraphState, tick::Tick};
use crate::{Name, graph::control::Fault};

impl Tick<'_> {
    /// Pose of a partner; None if no such character has a pose in this tick.
    pub(in crate::graph) fn copied(&self, partner: Name) -> Option<&PartnerPose> {
        self.copied
            .iter()
            .find(|copied| copied.is_there && copied.partner == partner)
    }

    /// Whether a Copy Pose of this partner takes this bone from it.
    pub(in crate::graph) fn covers(&self, partner: Name, bone: usize) -> bool {
        self.copied(partner)
            .is_some_and(|it| it.bones.iter().any(|(_, own)| usize::from(*own) == bone))
    }
}

impl GraphState {
    pub(in crate::graph) fn miss_partner(&mut self, at: usize, partner: Name, tick: &Tick<'_>) {
        if tick.copied(partner).is_none() {
            self.faults.tell(at, Fault::Partner);
        }
    }
}
