//! Montages as they are posted to their sync groups and collected from them.

use super::{
    montage_sync::{MontagePlayer, SAME, SyncedMontage, way},
    outcome::UpdateOutcome,
    state::GraphState,
    tick::Tick,
};
use crate::{
    montage::END_OFFSET,
    sync::{Part, PlayerState, TickRecord},
};

/// Players of montages count upwards from here, by their instance ids: those of graphs stay below.
const FIRST_PLAYER: u32 = 1 << 31;

impl GraphState {
    /// Contract: the groups have begun, and nobody has posted.
    pub(super) fn post_montages(&mut self, tick: &Tick<'_>) {
        let known = std::mem::replace(
            &mut self.montage_players,
            std::mem::take(&mut self.spare_players),
        );
        for montage in &tick.montages {
            let Some(synced) = &montage.sync else {
                continue;
            };
            let known = known
                .iter()
                .find(|player| player.instance == synced.instance);
            let waiting = known.filter(|_| synced.owes_step);
            let player = match waiting {
                Some(known) => MontagePlayer {
                    waits: true,
                    went: 0.0,
                    ..*known
                },
                None => posted(synced, known),
            };
            let id = FIRST_PLAYER.wrapping_add(synced.instance);
            let mut record = TickRecord::new(id, synced.timeline.clone(), player.state);
            let delta = if player.is_late {
                synced.ahead
            } else {
                synced.delta
            };
            record.rate = if tick.dt > 0.0 { delta / tick.dt } else { 0.0 };
            (record.weight, record.group) = (montage.weight, montage.montage.sync_group);
            record.goes_first = true;
            self.groups.post(record);
            self.montage_players.push(player);
        }
        self.spare_players = known;
        self.spare_players.clear();
    }

    /// After the groups have moved, collects the next steps of the montages that do not lead on
    /// time.
    pub(super) fn collect_montages(&mut self, outcome: &mut UpdateOutcome) {
        for (at, player) in self.montage_players.iter_mut().enumerate() {
            let record = &self.groups.records()[at];
            let is_moved = (record.way().from - player.state.time).abs() > SAME;
            let is_driven = player.is_late || is_moved || record.part == Part::Follower;
            let is_driven = is_driven && !player.is_bound && self.groups.is_shared(record.group);
            if !player.waits && is_driven {
                let step = player.step(record);
                outcome.montage_steps.push((player.instance, step));
            } else if !player.waits {
                (player.is_late, player.slack) = (false, player.went.abs());
            }
            player.state = record.state;
        }
    }
}

/// Player of a montage as the montage posts it this tick.
fn posted(synced: &SyncedMontage, known: Option<&MontagePlayer>) -> MontagePlayer {
    let known = known.filter(|known| known.state.is_of(&synced.timeline));
    let is_late = known.is_some_and(|known| known.is_late);
    let time = if is_late { synced.to } else { synced.from };
    // Where its group left it, or ahead of that as far as it may be.
    let is_expected = known.is_some_and(|known| {
        let (stood, slack) = if is_late {
            (known.state.time, known.slack)
        } else {
            (known.stands, 0.0)
        };
        way(&synced.timeline, stood, time).abs() <= slack + 2.0 * END_OFFSET
    });
    let state = known.map_or_else(
        || PlayerState::at(time),
        |known| known.state.carried_by(&synced.timeline, time, !is_expected),
    );
    MontagePlayer {
        instance: synced.instance,
        state,
        stands: synced.to,
        went: if is_late { 0.0 } else { synced.delta },
        is_late,
        slack: if is_late {
            known.map_or(0.0, |known| known.slack)
        } else {
            synced.delta.abs()
        },
        is_bound: synced.is_bound,
        waits: false,
        is_backward: synced.ahead < 0.0,
    }
}
