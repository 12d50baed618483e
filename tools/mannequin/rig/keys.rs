//! Poses at times, and the smooth interpolation between them: flat where a value changes direction,
//! and never beyond its neighbours.

#[cfg(test)]
mod tests;

use super::{
    Controls, FigurePose,
    controls::{scalar, turn},
};
use crate::math;
use glam::{DQuat, DVec3};

/// A pose at a time.
#[derive(Clone, Debug)]
pub struct Key {
    /// Time in seconds.
    pub time: f64,
    /// The controls at that time.
    pub pose: Controls,
    /// Velocity of the pelvis at this key, in metres per second; None computes it.
    pub velocity: Option<DVec3>,
}

/// An animation of poses. Before the first and after the last key the pose stays, unless the keys
/// form a cycle.
#[derive(Clone, Debug)]
pub struct PoseKeyTrack {
    keys: Vec<Key>,
    /// Seconds after which the keys repeat; None for keys without a cycle.
    period: Option<f64>,
    /// Factor on [`Controls::lag`]; 1 by default, 0 moves everything at once.
    pub lag: f64,
}

impl PoseKeyTrack {
    /// Keys at times in seconds, ascending. Contract: there is at least one.
    pub fn new(keys: impl IntoIterator<Item = (f64, FigurePose)>) -> Self {
        let key = |(time, pose): (f64, FigurePose)| Key {
            time,
            pose: pose.0,
            velocity: None,
        };
        Self {
            keys: keys.into_iter().map(key).collect(),
            period: None,
            lag: 1.0,
        }
    }

    /// Keys that repeat. Contract: they lie within one period from 0.
    pub fn cycle(period: f64, keys: impl IntoIterator<Item = (f64, FigurePose)>) -> Self {
        Self {
            period: Some(period),
            ..Self::new(keys)
        }
    }

    /// One pose that does not change over time.
    pub fn still(pose: FigurePose) -> Self {
        Self::new([(0.0, pose)])
    }

    /// Sets the factor on [`Controls::lag`].
    pub fn lag(self, lag: f64) -> Self {
        Self { lag, ..self }
    }

    /// Sets the velocity of the pelvis at the key of that time. Panics if there is none.
    pub fn launched(mut self, time: f64, velocity: DVec3) -> Self {
        let key = self
            .keys
            .iter_mut()
            .find(|key| (key.time - time).abs() < 1e-9);
        key.expect("a key at this time").velocity = Some(velocity);
        self
    }

    /// The same animation with left and right exchanged.
    pub fn mirrored(mut self) -> Self {
        for key in &mut self.keys {
            key.pose = key.pose.mirrored();
            key.velocity = key.velocity.map(|v| DVec3::new(-v.x, v.y, v.z));
        }
        self
    }

    /// Controls at a time; every rotation is that of a little earlier by its lag.
    pub fn at(&self, time: f64) -> Controls {
        let turns = std::array::from_fn(|i| {
            self.of_span(time - Controls::lag(i) * self.lag, |span| {
                span.turn(|key| key.pose.turns[i])
            })
        });
        let scalars = std::array::from_fn(|i| {
            let late = if i < scalar::KNEE {
                Controls::lag(turn::HAND) * 1.2 * self.lag
            } else {
                0.0
            };
            self.of_span(time - late, |span| {
                span.vector(|key| DVec3::X * key.pose.scalars[i], |_| None)
                    .x
            })
        });
        Controls {
            pelvis: self.of_span(time, |span| {
                span.vector(|key| key.pose.pelvis, |key| key.velocity)
            }),
            turns,
            scalars,
        }
    }

    fn of_span<T>(&self, time: f64, of: impl Fn(&PoseKeySpan<'_>) -> T) -> T {
        of(&self.span(time))
    }

    fn span(&self, time: f64) -> PoseKeySpan<'_> {
        let count = self.keys.len() as i64;
        let time = match self.period {
            Some(period) => time.rem_euclid(period),
            None => time.clamp(self.keys[0].time, self.keys[self.keys.len() - 1].time),
        };
        let after = self.keys.partition_point(|key| key.time <= time) as i64;
        let from = if self.period.is_none() {
            (after - 1).clamp(0, (count - 2).max(0))
        } else {
            after - 1
        };
        let place = |at: i64| -> (f64, &Key) {
            match self.period {
                Some(period) => {
                    let key = &self.keys[at.rem_euclid(count) as usize];
                    (key.time + at.div_euclid(count) as f64 * period, key)
                }
                None => {
                    let key = &self.keys[at.clamp(0, count - 1) as usize];
                    (key.time, key)
                }
            }
        };
        PoseKeySpan {
            keys: [
                place(from - 1),
                place(from),
                place(from + 1),
                place(from + 2),
            ],
            time,
        }
    }
}

/// Four keys with their times, and a time between the middle two.
struct PoseKeySpan<'a> {
    keys: [(f64, &'a Key); 4],
    time: f64,
}

impl PoseKeySpan<'_> {
    fn length(&self, from: usize) -> f64 {
        self.keys[from + 1].0 - self.keys[from].0
    }

    fn part(&self) -> f64 {
        let length = self.length(1);
        if length <= 0.0 {
            0.0
        } else {
            ((self.time - self.keys[1].0) / length).clamp(0.0, 1.0)
        }
    }

    /// Slopes per second at the middle keys, from the changes over the three spans.
    fn slopes(&self, changes: [DVec3; 3]) -> [DVec3; 2] {
        let rates: [DVec3; 3] = std::array::from_fn(|i| {
            let length = self.length(i);
            if length <= 0.0 {
                DVec3::ZERO
            } else {
                changes[i] / length
            }
        });
        let slope = |i: usize| {
            let each = |axis: usize| {
                monotone(
                    rates[i][axis],
                    rates[i + 1][axis],
                    self.length(i),
                    self.length(i + 1),
                )
            };
            DVec3::new(each(0), each(1), each(2))
        };
        [slope(0), slope(1)]
    }

    fn vector(
        &self,
        of: impl Fn(&Key) -> DVec3,
        velocity: impl Fn(&Key) -> Option<DVec3>,
    ) -> DVec3 {
        let v = [0, 1, 2, 3].map(|i| of(self.keys[i].1));
        let slopes = self.slopes([v[1] - v[0], v[2] - v[1], v[3] - v[2]]);
        let slope = |i: usize| velocity(self.keys[i + 1].1).unwrap_or(slopes[i]) * self.length(1);
        math::hermite(v[1], slope(0), v[2], slope(1), self.part())
    }

    fn turn(&self, of: impl Fn(&Key) -> DQuat) -> DQuat {
        let q = [0, 1, 2, 3].map(|i| of(self.keys[i].1));
        let change = |i: usize| math::log(q[i].inverse() * q[i + 1]);
        let slopes = self.slopes([change(0), change(1), change(2)]);
        let length = self.length(1);
        math::hermite_turn(
            q[1],
            slopes[0] * length,
            q[2],
            slopes[1] * length,
            self.part(),
        )
    }
}

/// Weighted harmonic mean of two rates of the same sign (Fritsch and Butland 1984); 0 for different
/// signs.
fn monotone(before: f64, after: f64, length_before: f64, length_after: f64) -> f64 {
    if before * after <= 0.0 {
        return 0.0;
    }
    let (a, b) = (
        2.0 * length_after + length_before,
        length_after + 2.0 * length_before,
    );
    (a + b) / (a / before + b / after)
}
