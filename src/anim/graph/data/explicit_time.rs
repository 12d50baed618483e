//! Players whose time is told instead of running: a clip, or a blend space.

use super::value::Value;
use crate::{
    clip::wrap,
    machine::PlayerView,
    notify::{Range, clip_ranges},
    sync::Travel,
};
use serde::{Deserialize, Serialize};

/// Position of an evaluator before it goes to its first time, whenever the evaluator had no weight
/// in the tick before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FirstTime {
    /// Starts from the evaluator's last position.
    NoReset,
    /// Starts from [`ExplicitTime::start`].
    StartPos,
    /// Starts at the explicit time itself: the player passes nothing before that time.
    #[default]
    ExplicitTime,
}

/// Position that a player is set to: seconds for a clip, a fraction of the length for a blend
/// space.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplicitTime {
    /// Inside the length; what loops wraps. What is no number stands still.
    pub time: Value,
    /// If true, the player jumps to `time`: the jump passes nothing and does not move the root.
    /// Otherwise the player travels there, in the shorter direction if the clip loops.
    pub teleports: bool,
    /// Position of the player before its first update, in the unit of `time`, clamped to the
    /// length. A value that is not finite counts as 0.
    pub start: f64,
    /// Position from which the player goes to `time` when the player has weight again.
    pub first: FirstTime,
}

/// Time of an evaluator, and its last change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::graph) struct Seek {
    /// Present time; None before the first update.
    at: Option<f64>,
    from: f64,
    /// Time travelled in the last update; None for a jump.
    moved: Option<f64>,
    /// Whether the present time has not been travelled yet, so that the next path includes its
    /// first instant.
    is_fresh: bool,
    length: f64,
    looping: bool,
}

impl Seek {
    pub(in crate::graph) fn time(&self) -> f64 {
        self.at.unwrap_or(0.0)
    }

    /// Time travelled in the last update; negative backwards.
    pub(in crate::graph) fn moved(&self) -> f64 {
        self.moved.unwrap_or(0.0)
    }

    /// `goal` in the unit of `length`.
    pub(in crate::graph) fn go(
        &mut self,
        goal: f64,
        how: &ExplicitTime,
        (length, looping): (f64, bool),
        became_relevant: bool,
    ) {
        let length = if length > 0.0 { length } else { 0.0 };
        let start = if how.start.is_finite() {
            how.start.clamp(0.0, length)
        } else {
            0.0
        };
        let known = self
            .at
            .filter(|_| !(became_relevant && how.first == FirstTime::StartPos));
        if known.is_none() {
            self.is_fresh = true;
        }
        let from = known.unwrap_or(start).clamp(0.0, length);
        let stands = goal.is_nan() || (looping && goal.is_infinite());
        let to = if stands {
            from
        } else {
            wrap(goal, length, looping)
        };
        let jumps = how.teleports || (became_relevant && how.first == FirstTime::ExplicitTime);
        (self.from, self.at, self.length, self.looping) = (from, Some(to), length, looping);
        self.moved = (!jumps).then(|| {
            if looping {
                shorter(to - from, length)
            } else {
                to - from
            }
        });
        self.is_fresh |= jumps;
    }

    /// Calls `each` with the ranges travelled on a clip, where the unit of time is `scale` seconds
    /// of the clip.
    pub(in crate::graph) fn ranges(&self, scale: f64, looping: bool, each: impl FnMut(Range)) {
        if let Some(moved) = self.moved {
            clip_ranges(
                self.from * scale,
                moved * scale,
                self.length * scale,
                looping,
                self.is_fresh,
                each,
            );
        }
    }

    /// Ends the tick after all its ranges were reported.
    pub(in crate::graph) fn settle(&mut self) {
        self.is_fresh &= self.moved() == 0.0;
    }
}

/// Shorter path round a loop of `length`; half a turn goes forwards.
fn shorter(way: f64, length: f64) -> f64 {
    if way > length / 2.0 {
        way - length
    } else if way <= -length / 2.0 && length > 0.0 {
        way + length
    } else {
        way
    }
}

impl Seek {
    /// Player state that rules may query, as if the evaluator ran at its own rate.
    pub(in crate::graph) fn view(&self) -> PlayerView {
        let travel = Travel {
            from: self.from,
            delta: self.moved(),
            entered: false,
        };
        let turned = self.looping && travel.turns_over(self.length);
        PlayerView {
            time: self.time(),
            length: self.length,
            rate: 1.0,
            turned,
        }
    }
}
