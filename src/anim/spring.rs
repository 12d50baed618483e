//! Damped springs, stepped exactly: a time comes out alike however it is cut into ticks.

use glam::DVec3;

/// One step towards a goal that rests: x'' = -stiffness (x - goal) - damping x'. No stiffness is no spring: it is there
/// at once. Returns place and velocity.
pub fn spring(x: f64, v: f64, goal: f64, stiffness: f64, damping: f64, dt: f64) -> (f64, f64) {
    let (x, v) = spring3(DVec3::X * x, DVec3::X * v, DVec3::X * goal, stiffness, damping, dt);
    (x.x, v.x)
}

/// As [`spring`], each axis by itself.
pub fn spring3(x: DVec3, v: DVec3, goal: DVec3, stiffness: f64, damping: f64, dt: f64) -> (DVec3, DVec3) {
    if stiffness <= 0.0 || stiffness.is_nan() {
        return (goal, DVec3::ZERO);
    }
    if dt <= 0.0 || dt.is_nan() {
        return (x, v);
    }
    let (offset, velocity) = Decay::new(stiffness, damping, dt).apply(x - goal, v);
    (goal + offset, velocity)
}

/// How offset and velocity of a damped spring at rest go on, exactly: a matrix of four.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decay {
    offset: [f64; 2],
    velocity: [f64; 2],
}

impl Decay {
    pub(crate) fn new(stiffness: f64, damping: f64, dt: f64) -> Self {
        let half = damping.max(0.0) / 2.0;
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
        Self { offset: [even + half * odd, odd], velocity: [-stiffness * odd, even - half * odd] }
    }

    pub(crate) fn apply(&self, offset: DVec3, velocity: DVec3) -> (DVec3, DVec3) {
        let row = |by: [f64; 2]| offset * by[0] + velocity * by[1];
        (row(self.offset), row(self.velocity))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Swinging, critical, creeping.
    const DAMPINGS: [f64; 3] = [4.0, 40.0, 200.0];

    #[test]
    fn a_time_comes_out_alike_however_it_is_cut() {
        for damping in DAMPINGS {
            let whole = spring(1.0, -3.0, 0.25, 400.0, damping, 0.25);
            for count in [2u32, 15, 240] {
                let mut state = (1.0, -3.0);
                for _ in 0..count {
                    state = spring(state.0, state.1, 0.25, 400.0, damping, 0.25 / f64::from(count));
                }
                assert!((state.0 - whole.0).abs() < 1e-12 && (state.1 - whole.1).abs() < 1e-10, "{damping} {count}");
            }
        }
    }

    /// The equation itself, over a step so short that it is nearly straight.
    #[test]
    fn a_step_obeys_the_law_of_the_spring() {
        let dt = 1e-6;
        for damping in DAMPINGS {
            let (x, v) = spring(1.0, -3.0, 0.25, 400.0, damping, dt);
            let pull = -400.0 * 0.75 + damping * 3.0;
            assert!((x - (1.0 - 3.0 * dt)).abs() < 1e-9 && ((v + 3.0) / dt - pull).abs() < 0.1, "{damping}: {x} {v}");
        }
    }

    #[test]
    fn without_stiffness_the_goal_is_there_at_once_and_without_time_nothing_moves() {
        assert_eq!(spring(1.0, 2.0, 5.0, 0.0, 3.0, 0.1), (5.0, 0.0));
        assert_eq!(spring(1.0, 2.0, 5.0, 9.0, 3.0, 0.0), (1.0, 2.0));
        let (x, v) = spring3(DVec3::ONE, DVec3::ZERO, DVec3::Y, 100.0, 20.0, 100.0);
        assert!(x.abs_diff_eq(DVec3::Y, 1e-9) && v.length() < 1e-9, "and it comes to rest there");
    }
}
