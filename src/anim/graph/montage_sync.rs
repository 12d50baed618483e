//! Montages in sync groups: each tick they post how they went, before the graph's players; what
//! leads the group drives them in their next advance.
//!
//! Montages advance before the graph is updated, so one that follows is where the group was a tick
//! ago. It stays that late when it leads in its turn: so the group goes on from where it stands,
//! and nothing stands still or goes twice.

use super::{GraphState, Tick, update::Outcome};
use crate::{
    Clip,
    float::Extreme,
    montage::END_OFFSET,
    sync::{Part, PlayerState, TickRecord, Travel},
};
use std::sync::Arc;

/// Players of montages count upwards from here, by their instance ids: those of graphs stay below.
const FIRST_PLAYER: u32 = 1 << 31;
/// Times that rounding alone tells apart, seconds.
const SAME: f64 = 1e-9;

/// How a montage of a sync group went in its last advance. Times are of its timeline.
#[derive(Clone, Debug)]
pub(crate) struct SyncedMontage {
    pub(crate) instance: u32,
    /// What a group sees of it: name, length, markers, whether it goes round.
    pub(crate) timeline: Arc<Clip>,
    /// Where it began, seconds, and how far it went without a jump, turns included.
    pub(crate) from: f64,
    pub(crate) delta: f64,
    pub(crate) to: f64,
    /// How far it would go by itself in as much time again.
    pub(crate) ahead: f64,
    /// It has not gone its last step yet: no time has passed since.
    pub(crate) owes_step: bool,
    /// It goes where another montage goes, and takes no step of a group.
    pub(crate) is_bound: bool,
}

/// Where its group lets a montage go in its next advance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GroupStep {
    /// It stands there first, without having passed what lies between: seconds on its timeline.
    pub(crate) enters: Option<f64>,
    /// How far, seconds; negative backwards.
    pub(crate) goes: f64,
}

/// What its group keeps of a montage between ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MontagePlayer {
    instance: u32,
    state: PlayerState,
    /// Where it stands, and where its next advance begins.
    stands: f64,
    /// How far it went on its own in this tick, seconds; 0 of one that is late, whose way the group
    /// knows.
    went: f64,
    /// It goes where its group lets it go, a tick late.
    is_late: bool,
    /// How far it may be ahead of its group, seconds: it went there before another one led. It
    /// waits there.
    slack: f64,
    is_bound: bool,
    /// Its last step is still to be gone: no time has passed since.
    waits: bool,
    /// It plays backwards.
    is_backward: bool,
}

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

    /// After the groups have moved: where those that do not lead on time shall go next.
    pub(super) fn collect_montages(&mut self, outcome: &mut Outcome) {
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

/// As it posts this tick.
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

impl MontagePlayer {
    /// From where it stands to where its group has it. One that is a little ahead since it led
    /// waits there: back it would pass again what it has passed.
    fn step(&mut self, record: &TickRecord) -> GroupStep {
        let Travel { from, delta, .. } = record.way();
        let is_moved = (from - self.state.time).abs() > SAME;
        let gap = if is_moved {
            way(&record.clip, self.stands, from)
        } else {
            -self.went
        };
        let forward = if delta == 0.0 {
            !self.is_backward
        } else {
            delta > 0.0
        };
        let (ahead, goes) = if forward {
            (-gap, gap + delta)
        } else {
            (gap, -gap - delta)
        };
        let may_wait = (-SAME..=self.slack + SAME).contains(&ahead) && self.slack > 0.0;
        self.is_late = true;
        if is_moved && !may_wait {
            (self.stands, self.slack) = (from, 0.0);
            return GroupStep {
                enters: Some(from),
                goes: delta,
            };
        }
        self.slack = (-goes).higher(0.0);
        GroupStep {
            enters: None,
            goes: if forward {
                goes.higher(0.0)
            } else {
                -goes.higher(0.0)
            },
        }
    }
}

/// From one time of a clip to another, seconds: the nearest way where it loops.
fn way(clip: &Clip, from: f64, to: f64) -> f64 {
    let (length, apart) = (f64::from(clip.length), to - from);
    if clip.looping {
        apart - (apart / length).round() * length
    } else {
        apart
    }
}
