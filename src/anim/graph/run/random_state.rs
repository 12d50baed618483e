//! The state of a player that draws by lot: the turns that play, and the next that is drawn.

use super::{blends::eased, pace::seconds};
use crate::{
    Library, float::Extreme, graph::data::random::Random, machine::PlayerView, sync::Travel,
};
use serde::{Deserialize, Serialize};

/// Turns that end in one tick; what comes after waits for the next one.
const MOST_TURNS: usize = 64;

/// Seconds; a shorter turn would never end a tick.
const SHORTEST_TURN: f64 = 1e-3;

/// An entry that plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct RandomTurn {
    pub(super) entry: u32,
    loops: u32,
    /// Seconds since it began, at rate 1.
    pub(super) clock: f64,
    /// Clock as the last tick left it, seconds.
    pub(super) from: f64,
}

impl RandomTurn {
    pub(super) fn length(&self, random: &Random, library: &Library) -> f64 {
        seconds(&library.clips[random.entries[self.entry as usize].clip as usize])
    }

    /// Over the end of its clip, since the last tick.
    fn turns_over(&self, random: &Random, library: &Library) -> bool {
        let length = self.length(random, library);
        let travel = Travel {
            from: inside(self.from, length),
            delta: self.clock - self.from,
            entered: false,
        };
        travel.turns_over(length)
    }

    fn total(&self, random: &Random, library: &Library) -> f64 {
        (self.length(random, library) * f64::from(self.loops)).higher(SHORTEST_TURN)
    }
}

/// Time of `clock` in a loop of `length`; the last instant of a turn is the end of the clip.
pub(super) fn inside(clock: f64, length: f64) -> f64 {
    if length <= 0.0 {
        0.0
    } else {
        clock - ((clock / length).ceil() - 1.0).higher(0.0) * length
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::graph) struct RandomState {
    /// State of the random numbers; None before the first draw.
    pub(super) luck: Option<u64>,
    turn: Option<RandomTurn>,
    pub(super) next: RandomTurn,
    /// Alpha of the next entry.
    pub(super) alpha: f32,
    pub(super) rate: f64,
    /// Over the end of a clip, in the last tick.
    pub(super) turned: bool,
}

/// Maps numbers that are near each other to numbers far from each other, and 0 to 0. Consecutive
/// seeds thus never begin on each other's sequence.
pub(super) fn scattered(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

impl RandomState {
    /// Restarts the player, but continues the sequence of random numbers.
    pub(in crate::graph) fn restart(&mut self) {
        (self.turn, self.alpha) = (None, 0.0);
    }

    fn draw(&mut self) -> f64 {
        let luck = self.luck.get_or_insert(0);
        *luck = luck.wrapping_add(0x9e37_79b9_7f4a_7c15);
        (scattered(*luck) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn draw_turn(&mut self, random: &Random) -> RandomTurn {
        let total: f64 = random.entries.iter().map(|entry| entry.chance).sum();
        let mut left = self.draw() * total;
        let drawn = random.entries.iter().position(|entry| {
            left -= entry.chance;
            left < 0.0
        });
        let last = || {
            random
                .entries
                .iter()
                .rposition(|entry| entry.chance > 0.0)
                .unwrap_or(0)
        };
        let entry = drawn.unwrap_or_else(last);
        let [least, most] = random.entries[entry].loops;
        let more = (self.draw() * (f64::from(most - least) + 1.0)) as u32;
        RandomTurn {
            entry: entry as u32,
            loops: least.saturating_add(more).min(most),
            ..RandomTurn::default()
        }
    }

    /// Moves on, and calls with each turn that moved and its weight, the oldest first.
    pub(super) fn advance(
        &mut self,
        random: &Random,
        dt: f64,
        library: &Library,
        mut moved: impl FnMut(RandomTurn, f32),
    ) {
        let mut now = match self.turn {
            Some(turn) => turn,
            None => {
                let first = self.draw_turn(random);
                self.next = self.draw_turn(random);
                first
            }
        };
        let mut next = self.next;
        (now.from, next.from) = (now.clock, next.clock);
        now.clock += (dt * self.rate).higher(0.0);
        self.turned = now.turns_over(random, library);
        for _ in 0..MOST_TURNS {
            let total = now.total(random, library);
            let overlap = overlap(&now, &next, random, library);
            next.clock = (now.clock - (total - overlap)).higher(next.clock);
            if now.clock < total {
                break;
            }
            moved(
                RandomTurn {
                    clock: total,
                    ..now
                },
                1.0,
            );
            self.turned = true;
            now = next;
            next = self.draw_turn(random);
        }
        now.clock = now.clock.lower(now.total(random, library));
        let overlap = overlap(&now, &next, random, library);
        // What was left after the last turn that a tick takes is dropped.
        next.clock = next.clock.lower(overlap);
        let easing = random.entries[next.entry as usize].easing;
        self.alpha = if next.clock > 0.0 {
            eased(easing, next.clock, overlap) as f32
        } else {
            0.0
        };
        (self.turn, self.next) = (Some(now), next);
        moved(now, 1.0 - self.alpha);
        if self.alpha > 0.0 {
            moved(next, self.alpha);
        }
    }

    pub(in crate::graph) fn view(&self, random: &Random, library: &Library) -> PlayerView {
        let Some(turn) = self.turn else {
            return PlayerView::default();
        };
        let length = turn.length(random, library);
        PlayerView {
            time: inside(turn.clock, length),
            length,
            rate: self.rate,
            turned: self.turned,
        }
    }

    /// Clips that are shown: each with its index in the library, its time in clip seconds, and its
    /// weight.
    pub(in crate::graph) fn shown(
        &self,
        random: &Random,
        library: &Library,
    ) -> impl Iterator<Item = (u32, f64, f32)> {
        let place = |turn: RandomTurn, weight: f32| {
            let index = random.entries[turn.entry as usize].clip;
            let clip = &library.clips[index as usize];
            let length = turn.length(random, library);
            let part = if length > 0.0 {
                inside(turn.clock, length) / length
            } else {
                0.0
            };
            (index, part * f64::from(clip.length), weight)
        };
        let next = Some(self.next).filter(|_| self.alpha > 0.0);
        let both = self.turn.map(|turn| place(turn, 1.0 - self.alpha));
        both.into_iter()
            .chain(next.map(|next| place(next, self.alpha)))
    }
}

fn overlap(now: &RandomTurn, next: &RandomTurn, random: &Random, library: &Library) -> f64 {
    let wanted = random.entries[next.entry as usize].blend.higher(0.0);
    wanted
        .lower(now.total(random, library))
        .lower(next.total(random, library))
}
