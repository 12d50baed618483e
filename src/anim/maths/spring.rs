//! Damped springs, stepped exactly: a time comes out alike however it is cut into ticks.

#[cfg(test)]
mod tests;

use crate::float::Extreme;
use glam::DVec3;

/// Steps a damped spring towards a fixed goal: x'' = -stiffness (x - goal) - damping x'. Without
/// stiffness the position reaches the goal at once. Returns position and velocity.
pub fn spring(x: f64, v: f64, goal: f64, stiffness: f64, damping: f64, dt: f64) -> (f64, f64) {
    let (x, v) = spring3(
        DVec3::X * x,
        DVec3::X * v,
        DVec3::X * goal,
        stiffness,
        damping,
        dt,
    );
    (x.x, v.x)
}

/// One step towards a goal that goes evenly from one place to another meanwhile.
pub(crate) fn spring_along(
    x: f64,
    v: f64,
    (from, to): (f64, f64),
    stiffness: f64,
    damping: f64,
    dt: f64,
) -> (f64, f64) {
    let pace = (to - from) / dt;
    if stiffness <= 0.0 || stiffness.is_nan() || !pace.is_finite() {
        return spring(x, v, to, stiffness, damping, dt);
    }
    // Seen from the goal there is a place that far behind it where the spring rests.
    let behind = damping.higher(0.0) * pace / stiffness;
    let (x, v) = spring(x - from, v - pace, -behind, stiffness, damping, dt);
    (to + x, v + pace)
}

/// Same as [`spring`], for each axis separately.
pub fn spring3(
    x: DVec3,
    v: DVec3,
    goal: DVec3,
    stiffness: f64,
    damping: f64,
    dt: f64,
) -> (DVec3, DVec3) {
    if stiffness <= 0.0 || stiffness.is_nan() {
        return (goal, DVec3::ZERO);
    }
    if dt <= 0.0 || dt.is_nan() {
        return (x, v);
    }
    let (offset, velocity) = SpringDecay::new(stiffness, damping, dt).apply(x - goal, v);
    (goal + offset, velocity)
}

/// Exact step of a damped spring's offset and velocity, as a 2×2 matrix.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpringDecay {
    offset: [f64; 2],
    velocity: [f64; 2],
}

impl SpringDecay {
    pub(crate) fn new(stiffness: f64, damping: f64, dt: f64) -> Self {
        let half = damping.higher(0.0) / 2.0;
        let over = half * half - stiffness;
        let decay = libm::exp(-half * dt);
        // cos and sin/w of what swings, cosh and sinh/w of what creeps, 1 and t between.
        let (even, odd) = if over.abs() < 1e-9 * stiffness {
            (decay, decay * dt)
        } else if over < 0.0 {
            let w = (-over).sqrt();
            let (sin, cos) = libm::sincos(w * dt);
            (decay * cos, decay * sin / w)
        } else {
            // Multiplied out, or a strong damping would overflow.
            let w = over.sqrt();
            let (slow, fast) = (libm::exp((w - half) * dt), libm::exp((-w - half) * dt));
            ((slow + fast) / 2.0, (slow - fast) / (2.0 * w))
        };
        Self {
            offset: [even + half * odd, odd],
            velocity: [-stiffness * odd, even - half * odd],
        }
    }

    pub(crate) fn apply(&self, offset: DVec3, velocity: DVec3) -> (DVec3, DVec3) {
        let row = |by: [f64; 2]| offset * by[0] + velocity * by[1];
        (row(self.offset), row(self.velocity))
    }
}
