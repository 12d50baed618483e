//! How the position on one axis follows its input: closed forms, so that cutting a time into other
//! ticks changes nothing while the input rests.

use super::{BlendSpaceAxis, Smoothing, SmoothingKind};
use crate::float::Extreme;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Seconds before its end in which an easing is over.
const DONE: f64 = 1e-9;
/// Inputs that an average keeps apart; more of them in its time are joined by neighbours.
const PAST: usize = 256;

/// All positions in the axis' units.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct AxisState {
    /// The last one that was a number, inside the axis; None before the first update.
    input: Option<f64>,
    x: f64,
    /// Velocity of the spring, axis units a second.
    velocity: f64,
    easing: AxisEasing,
    past: Past,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct AxisEasing {
    from: f64,
    to: f64,
    /// Time since the easing began, seconds.
    elapsed: f64,
    /// The input that it goes to; on an axis that wraps `to` may be a turn away from it.
    input: f64,
}

/// Past inputs of an axis. On an axis that wraps, each input is the copy nearest to the one before.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Past {
    /// Input before all those in `kept`.
    before: f64,
    newest: f64,
    /// Input, seconds; newest last.
    kept: VecDeque<(f64, f64)>,
}

impl AxisState {
    /// Makes the next update go to its input at once.
    pub fn reset(&mut self) {
        self.input = None;
    }

    /// The smoothed position in the axis' units; 0 before the first update.
    pub fn x(&self) -> f64 {
        self.x
    }

    /// `dt` in seconds, finite, 0 or more; `snap` goes to the input at once.
    pub fn update(&mut self, axis: &BlendSpaceAxis, raw: f64, dt: f64, snap: bool) {
        let unknown = raw.is_nan() || (axis.wrap && raw.is_infinite());
        let previous = self.input;
        let input = match previous {
            // Inside already, unless the axis was edited since.
            Some(previous) if unknown => previous.clamp(f64::from(axis.min), f64::from(axis.max)),
            _ => axis.fold(if unknown { 0.0 } else { raw }),
        };
        self.input = Some(input);
        if snap || previous.is_none() {
            self.settle(input, &axis.smoothing);
        }
        if axis.smoothing.kind == SmoothingKind::None || axis.smoothing.time <= 0.0 {
            self.x = input;
            return;
        }
        self.step(axis, input, dt);
        if axis.wrap {
            self.x = axis.fold(self.x);
        }
    }

    fn settle(&mut self, x: f64, smoothing: &Smoothing) {
        (self.x, self.velocity) = (x, 0.0);
        self.easing = AxisEasing {
            from: x,
            to: x,
            elapsed: 0.0,
            input: x,
        };
        (self.past.before, self.past.newest) = (x, x);
        self.past.kept.clear();
        if smoothing.kind == SmoothingKind::Averaged {
            self.past.kept.reserve(PAST);
        }
    }

    fn step(&mut self, axis: &BlendSpaceAxis, input: f64, dt: f64) {
        let time = f64::from(axis.smoothing.time);
        let goal = copy_near(axis, input, self.x);
        match axis.smoothing.kind {
            SmoothingKind::None => {}
            SmoothingKind::Exponential => self.x -= (goal - self.x) * libm::expm1(-dt / time),
            SmoothingKind::Spring { damping } => {
                self.spring(goal, 2.0 / time, f64::from(damping), dt)
            }
            SmoothingKind::Linear => {
                let reach = axis.length() / time * dt;
                self.x += (goal - self.x).clamp(-reach, reach);
            }
            SmoothingKind::Averaged => {
                self.past
                    .push(copy_near(axis, input, self.past.newest), dt, time);
                self.x = self.past.mean(time);
            }
            SmoothingKind::Cubic => self.ease(input, goal, dt, time, in_out_cubic),
            SmoothingKind::EaseInOut => {
                self.ease(input, goal, dt, time, |u| u * u * (3.0 - 2.0 * u))
            }
        }
    }

    fn spring(&mut self, goal: f64, frequency: f64, damping: f64, dt: f64) {
        let (offset, velocity) = (self.x - goal, self.velocity);
        if damping >= 1.0 {
            let decay = libm::exp(-frequency * dt);
            let drift = velocity + frequency * offset;
            self.x = goal + (offset + drift * dt) * decay;
            self.velocity = (velocity - frequency * drift * dt) * decay;
            return;
        }
        let decay = libm::exp(-damping * frequency * dt);
        let damped = frequency * (1.0 - damping * damping).sqrt();
        let (sin, cos) = libm::sincos(damped * dt);
        let pull = frequency * (frequency * offset + damping * velocity);
        self.x = goal
            + decay * (offset * cos + (velocity + damping * frequency * offset) / damped * sin);
        self.velocity = decay * (velocity * cos - pull / damped * sin);
    }

    fn ease(&mut self, input: f64, goal: f64, dt: f64, time: f64, shape: impl Fn(f64) -> f64) {
        let easing = &mut self.easing;
        if input != easing.input {
            *easing = AxisEasing {
                from: self.x,
                to: goal,
                elapsed: 0.0,
                input,
            };
        }
        easing.elapsed = (easing.elapsed + dt).lower(time);
        let part = if easing.elapsed >= time - DONE {
            1.0
        } else {
            shape(easing.elapsed / time)
        };
        self.x = easing.from + (easing.to - easing.from) * part;
    }
}

impl Past {
    fn push(&mut self, input: f64, dt: f64, time: f64) {
        self.newest = input;
        if dt <= 0.0 {
            return;
        }
        match self.kept.back_mut() {
            Some(last) if last.0 == input => last.1 += dt,
            _ => {
                if self.kept.len() == PAST {
                    self.join(time);
                }
                self.kept.push_back((input, dt));
            }
        }
        let mut seconds: f64 = self.kept.iter().skip(1).map(|kept| kept.1).sum();
        while seconds >= time && self.kept.len() > 1 {
            self.kept.pop_front();
            seconds -= self.kept.front().map_or(0.0, |kept| kept.1);
        }
    }

    /// Half the room is free afterwards: no two neighbours are left that are short together.
    fn join(&mut self, time: f64) {
        let short = time * 4.0 / PAST as f64;
        let mut last = 0;
        for at in 1..self.kept.len() {
            let ((a, before), (b, after)) = (self.kept[last], self.kept[at]);
            if before + after <= short {
                self.kept[last] = ((a * before + b * after) / (before + after), before + after);
            } else {
                last += 1;
                self.kept[last] = (b, after);
            }
        }
        self.kept.truncate(last + 1);
    }

    fn mean(&self, time: f64) -> f64 {
        let (mut left, mut total) = (time, 0.0);
        for (input, seconds) in self.kept.iter().rev() {
            let seconds = seconds.lower(left);
            total += input * seconds;
            left -= seconds;
        }
        (total + self.before * left) / time
    }
}

fn in_out_cubic(u: f64) -> f64 {
    let cube = |x: f64| x * x * x;
    if u < 0.5 {
        cube(2.0 * u) / 2.0
    } else {
        1.0 - cube(2.0 - 2.0 * u) / 2.0
    }
}

/// The turn of `goal` that is nearest to `x`; of two at half a turn the one above.
fn copy_near(axis: &BlendSpaceAxis, goal: f64, x: f64) -> f64 {
    if !axis.wrap || goal == x {
        return goal;
    }
    goal + ((x - goal) / axis.length() + 0.5).floor() * axis.length()
}
