//! A weight on its way to a goal.

use crate::montage::{Blend, Easing};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AlphaBlend {
    begin: f32,
    goal: f32,
    /// Seconds.
    time: f32,
    elapsed: f32,
    easing: Easing,
}

impl AlphaBlend {
    pub fn fixed(value: f32) -> Self {
        Self { begin: value, goal: value, time: 0.0, elapsed: 0.0, easing: Easing::Linear }
    }

    /// From the current value, with the full time; a time of 0 or less is there at once, and so is an inertialized
    /// blend.
    pub fn retarget(&mut self, goal: f32, blend: Blend) {
        let time = if blend.inertialize { 0.0 } else { blend.time.max(0.0) };
        *self = Self { begin: self.value(), goal, time, elapsed: 0.0, easing: blend.easing };
    }

    pub fn advance(&mut self, dt: f32) {
        self.elapsed = (self.elapsed + dt).min(self.time);
    }

    pub fn complete(&mut self) {
        self.elapsed = self.time;
    }

    pub fn value(&self) -> f32 {
        self.value_of(None, |_, _, _| None)
    }

    /// Of a part that began elsewhere, or goes its own way: `own` makes the share of it that is done from the seconds
    /// that have passed, the time and the easing.
    pub fn value_of(&self, begin: Option<f32>, own: impl FnOnce(f32, f32, Easing) -> Option<f32>) -> f32 {
        if self.is_complete() {
            return self.goal;
        }
        let begin = begin.unwrap_or(self.begin);
        let done = own(self.elapsed, self.time, self.easing);
        begin + (self.goal - begin) * done.unwrap_or_else(|| self.easing.apply(self.elapsed / self.time))
    }

    pub fn goal(&self) -> f32 {
        self.goal
    }

    pub fn easing(&self) -> Easing {
        self.easing
    }

    /// Seconds.
    pub fn remaining(&self) -> f32 {
        self.time - self.elapsed
    }

    /// Within the rounding of the summed steps.
    pub fn is_complete(&self) -> bool {
        self.remaining() <= 1e-5
    }
}
