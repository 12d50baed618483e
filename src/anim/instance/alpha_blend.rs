//! A weight on its way to a goal.

#[cfg(test)]
mod tests;

use crate::{
    float::Extreme,
    montage::{Blend, Easing},
};
use serde::{Deserialize, Serialize};

/// A weight that goes from where it was to a goal over a time, eased.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct AlphaBlend {
    begin: f32,
    goal: f32,
    /// Duration of the blend, seconds.
    time: f32,
    /// Seconds; many small steps sum to it.
    elapsed: f64,
    easing: Easing,
}

impl AlphaBlend {
    /// A weight that is at its goal already.
    pub fn fixed(value: f32) -> Self {
        Self {
            begin: value,
            goal: value,
            time: 0.0,
            elapsed: 0.0,
            easing: Easing::Linear,
        }
    }

    /// Goes from the current value to a goal, with the full time; a time of 0 or less is there at
    /// once, and so is an inertialized blend.
    pub fn retarget(&mut self, goal: f32, blend: Blend) {
        let time = if blend.inertialize {
            0.0
        } else {
            blend.time.higher(0.0)
        };
        *self = Self {
            begin: self.value(),
            goal,
            time,
            elapsed: 0.0,
            easing: blend.easing,
        };
    }

    /// `dt` in seconds. Returns how much of it was left when the blend was complete, if it was not
    /// before.
    pub fn advance(&mut self, dt: f64) -> Option<f64> {
        let was_complete = self.is_complete();
        let left = self.elapsed + dt - f64::from(self.time);
        self.elapsed = (self.elapsed + dt).lower(self.time.into());
        (!was_complete && self.is_complete()).then(|| left.clamp(0.0, dt))
    }

    /// Puts the weight at its goal at once.
    pub fn complete(&mut self) {
        self.elapsed = self.time.into();
    }

    /// The weight now, eased.
    pub fn value(&self) -> f32 {
        self.value_of(None, |_, _, _| None)
    }

    /// Current weight of a part that began at another weight or follows a curve of its own. `own`
    /// returns the finished share from the elapsed seconds, the blend time in seconds and the
    /// easing. With None the blend's own start or easing counts.
    pub fn value_of(
        &self,
        begin: Option<f32>,
        own: impl FnOnce(f32, f32, Easing) -> Option<f32>,
    ) -> f32 {
        if self.is_complete() {
            return self.goal;
        }
        let begin = begin.unwrap_or(self.begin);
        let elapsed = self.elapsed as f32;
        let done = own(elapsed, self.time, self.easing);
        begin + (self.goal - begin) * done.unwrap_or_else(|| self.easing.apply(elapsed / self.time))
    }

    /// The weight that it goes to, which it has when the time is over.
    pub fn goal(&self) -> f32 {
        self.goal
    }

    /// The easing of the current blend, or of the last blend if none is in progress.
    pub fn easing(&self) -> Easing {
        self.easing
    }

    /// Remaining time of the blend, seconds.
    pub fn remaining(&self) -> f32 {
        (f64::from(self.time) - self.elapsed) as f32
    }

    /// Whether the goal is reached, within the rounding of the summed steps.
    pub fn is_complete(&self) -> bool {
        self.remaining() <= 1e-5
    }
}
