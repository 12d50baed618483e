//! Montages in sync groups: each tick they post how they went, before the graph's players; what leads the group drives
//! them in their next advance.

use super::{GraphState, Tick, update::Outcome};
use crate::{
    Clip,
    sync::{Part, PlayerState, TickRecord},
};
use std::sync::Arc;

/// Players of montages count upwards from here, by their instance ids: those of graphs stay below.
const FIRST_PLAYER: u32 = 1 << 31;
/// A montage that stands where its group put it last is this near, in seconds.
const SAME: f64 = 1e-9;

/// How a montage of a sync group went in its last advance.
#[derive(Clone, Debug)]
pub(crate) struct SyncedMontage {
    pub(crate) instance: u32,
    /// What a group sees of it: name, length, markers.
    pub(crate) timeline: Arc<Clip>,
    /// Where it began, seconds, and how far it went without a jump, turns from its end to its start included.
    pub(crate) from: f64,
    pub(crate) delta: f64,
    pub(crate) to: f64,
    /// It went over its end to its start.
    pub(crate) turns: bool,
}

impl GraphState {
    /// Contract: the groups have begun, and nobody has posted.
    pub(super) fn post_montages(&mut self, tick: &Tick<'_>) {
        let known = std::mem::replace(&mut self.montage_players, std::mem::take(&mut self.spare_players));
        for montage in tick.montages {
            let Some(synced) = &montage.sync else { continue };
            let state = known.iter().find(|(id, _)| *id == synced.instance).map(|(_, state)| *state);
            let is_put = state.is_some_and(|state| (state.time - synced.to).abs() <= SAME);
            let (from, delta) = if is_put { (synced.to, 0.0) } else { (synced.from, synced.delta) };
            let state = match state {
                Some(mut state) if (state.time - from).abs() <= SAME => {
                    state.time = from;
                    state
                }
                Some(state) => state.carried_by(&synced.timeline, from, true),
                None => PlayerState::at(from),
            };
            let player = FIRST_PLAYER.wrapping_add(synced.instance);
            let mut record = TickRecord::new(player, synced.timeline.clone(), state);
            record.rate = if tick.dt > 0.0 { delta / tick.dt } else { 0.0 };
            (record.weight, record.group) = (montage.weight, montage.montage.sync_group);
            (record.looping, record.goes_first) = (synced.turns, true);
            self.groups.post(record);
            self.montage_players.push((synced.instance, state));
        }
        self.spare_players = known;
        self.spare_players.clear();
    }

    /// After the groups have moved: where those that follow shall go next.
    pub(super) fn collect_montages(&mut self, outcome: &mut Outcome) {
        for (at, (instance, state)) in self.montage_players.iter_mut().enumerate() {
            let record = &self.groups.records()[at];
            *state = record.state;
            if record.part == Part::Follower {
                outcome.montages_to.push((*instance, record.state.time));
            }
        }
    }
}
