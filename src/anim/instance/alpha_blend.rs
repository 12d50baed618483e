//! A weight on its way to a goal.

use crate::{
    float::Extreme,
    montage::{Blend, Easing},
};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AlphaBlend {
    begin: f32,
    goal: f32,
    /// Seconds.
    time: f32,
    /// Seconds; many small steps sum to it.
    elapsed: f64,
    easing: Easing,
}

impl AlphaBlend {
    pub fn fixed(value: f32) -> Self {
        Self { begin: value, goal: value, time: 0.0, elapsed: 0.0, easing: Easing::Linear }
    }

    /// From the current value, with the full time; a time of 0 or less is there at once, and so is an inertialized
    /// blend.
    pub fn retarget(&mut self, goal: f32, blend: Blend) {
        let time = if blend.inertialize { 0.0 } else { blend.time.higher(0.0) };
        *self = Self { begin: self.value(), goal, time, elapsed: 0.0, easing: blend.easing };
    }

    /// `dt` in seconds. Returns how much of it was left when the blend was complete, if it was not before.
    pub fn advance(&mut self, dt: f64) -> Option<f64> {
        let was_complete = self.is_complete();
        let left = self.elapsed + dt - f64::from(self.time);
        self.elapsed = (self.elapsed + dt).lower(self.time.into());
        (!was_complete && self.is_complete()).then(|| left.clamp(0.0, dt))
    }

    pub fn complete(&mut self) {
        self.elapsed = self.time.into();
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
        let elapsed = self.elapsed as f32;
        let done = own(elapsed, self.time, self.easing);
        begin + (self.goal - begin) * done.unwrap_or_else(|| self.easing.apply(elapsed / self.time))
    }

    pub fn goal(&self) -> f32 {
        self.goal
    }

    pub fn easing(&self) -> Easing {
        self.easing
    }

    /// Seconds.
    pub fn remaining(&self) -> f32 {
        (f64::from(self.time) - self.elapsed) as f32
    }

    /// Within the rounding of the summed steps.
    pub fn is_complete(&self) -> bool {
        self.remaining() <= 1e-5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blend(time: f32, easing: Easing) -> Blend {
        Blend { time, easing, ..Blend::default() }
    }

    #[test]
    fn a_weight_goes_from_where_it_is_to_its_goal_in_the_full_time() {
        let mut weight = AlphaBlend::fixed(0.25);
        assert!(weight.is_complete() && weight.value() == 0.25 && weight.goal() == 0.25);
        weight.retarget(1.0, blend(2.0, Easing::QuadraticInOut));
        let values: Vec<f32> = (0..5)
            .map(|_| {
                let value = weight.value();
                weight.advance(0.5);
                value
            })
            .collect();
        assert_eq!(values, [0.25, 0.34375, 0.625, 0.90625, 1.0]);
        assert_eq!((weight.remaining(), weight.easing()), (0.0, Easing::QuadraticInOut));
        weight.retarget(0.0, blend(1.0, Easing::Linear));
        weight.advance(0.25);
        assert_eq!((weight.value(), weight.remaining()), (0.75, 0.75));
        weight.retarget(1.0, blend(1.0, Easing::Linear));
        weight.advance(0.5);
        assert_eq!(weight.value(), 0.875);
        weight.complete();
        assert_eq!(weight.value(), 1.0);
    }

    #[test]
    fn without_time_or_inertialized_it_is_there_at_once() {
        for blend in [
            blend(0.0, Easing::Linear),
            blend(-1.0, Easing::Linear),
            Blend { inertialize: true, ..blend(1.0, Easing::Linear) },
        ] {
            let mut weight = AlphaBlend::fixed(0.0);
            weight.retarget(1.0, blend);
            assert_eq!((weight.value(), weight.remaining()), (1.0, 0.0));
        }
    }

    #[test]
    fn it_is_complete_within_the_rounding_of_its_steps() {
        let left = |rest: f32| {
            let mut weight = AlphaBlend::fixed(0.0);
            weight.retarget(1.0, blend(0.5, Easing::Linear));
            weight.advance(f64::from(0.5 - rest));
            weight.is_complete()
        };
        assert_eq!([left(0.9e-5), left(1.2e-5)], [true, false]);
    }

    #[test]
    fn a_part_may_begin_elsewhere_and_go_its_own_way() {
        let mut weight = AlphaBlend::fixed(0.0);
        weight.retarget(1.0, blend(2.0, Easing::Linear));
        weight.advance(0.5);
        assert_eq!(weight.value_of(Some(0.5), |_, _, _| None), 0.625);
        assert_eq!(weight.value_of(None, |elapsed, time, _| Some(elapsed + time / 8.0)), 0.75);
    }
}
