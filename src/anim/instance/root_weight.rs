//! What the root motion of a montage counts at each moment of a tick, so that how far it goes does
//! not hang on where ticks end: a montage that cuts out has counted until then, and one that blends
//! has counted by its mean.

#[cfg(test)]
mod tests;

use super::AlphaBlend;
use crate::{float::Extreme, montage::Blend};
use serde::{Deserialize, Serialize};

/// Longest piece in which travel is weighed while the weight changes, seconds.
const PIECE: f64 = 1.0 / 60.0;
/// Largest number of pieces for one stretch of travel.
const MOST_PIECES: f64 = 64.0;
/// Places within a piece at which an easing is sampled, each with its share: Gauss and Legendre's
/// three points of [0, 1].
const POINTS: [(f64, f64); 3] = [
    (0.112_701_665_379_258_3, 5.0 / 18.0),
    (0.5, 8.0 / 18.0),
    (0.887_298_334_620_741_7, 5.0 / 18.0),
];

/// Root motion weights of a tick, each from its moment on the clock until the next. Before the
/// first moment the weight is 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RootWeight {
    courses: Vec<(f64, AlphaBlend)>,
    /// The end of the tick, on the clock.
    end: f64,
}

impl RootWeight {
    pub(super) fn new(blend_in: Blend) -> Self {
        let mut alpha = AlphaBlend::fixed(0.0);
        alpha.retarget(1.0, blend_in);
        // A tick allocates nothing, and hardly any turns it more often.
        let mut courses = Vec::with_capacity(4);
        courses.push((f64::NEG_INFINITY, alpha));
        Self {
            courses,
            end: f64::NEG_INFINITY,
        }
    }

    /// A tick begins for it.
    pub(super) fn begin_tick(&mut self, start: f64, end: f64) {
        let at = self
            .courses
            .last()
            .map_or(self.end, |(from, _)| self.end.higher(*from));
        let alpha = self.alpha_at(at);
        self.courses.clear();
        self.courses.push((start, alpha));
        self.end = end;
    }

    /// Blends the weight to 0 from `at` on. A blend to 0 that already runs may only get shorter.
    pub(super) fn stop(&mut self, at: f64, blend: Blend) {
        let at = self.courses.last().map_or(at, |(from, _)| at.higher(*from));
        let mut alpha = self.alpha_at(at);
        let time = if blend.inertialize { 0.0 } else { blend.time };
        if alpha.goal() == 0.0 && time >= alpha.remaining() {
            return;
        }
        let easing = if alpha.goal() == 0.0 {
            alpha.easing()
        } else {
            blend.easing
        };
        alpha.retarget(
            0.0,
            Blend {
                time,
                easing,
                ..Blend::default()
            },
        );
        self.courses.push((at, alpha));
    }

    /// Sets full weight at once.
    pub(super) fn settle(&mut self) {
        let at = self.courses.last().map_or(self.end, |(from, _)| *from);
        self.courses.clear();
        self.courses.push((at, AlphaBlend::fixed(1.0)));
    }

    /// Over a part of the tick.
    pub(super) fn mean(&self, from: f64, to: f64) -> f32 {
        if to <= from {
            return self.alpha_at(to).value();
        }
        let ends = self.courses.iter().skip(1).map(|(at, _)| *at).chain([to]);
        let sum: f64 = self
            .courses
            .iter()
            .zip(ends)
            .map(|((at, alpha), end)| area(alpha, *at, (from, to.lower(end))))
            .sum();
        (sum / (to - from)) as f32
    }

    /// Over the whole of it, from its start on the clock.
    pub(super) fn mean_since(&self, start: f64) -> f32 {
        self.mean(start, self.end)
    }

    /// Number of pieces in which the travel from `from` to `to` is weighed: one while the weight
    /// does not change.
    pub(super) fn pieces(&self, from: f64, to: f64) -> u32 {
        let changes = self
            .courses
            .iter()
            .any(|(at, alpha)| *at > from || !alpha.is_complete());
        if changes {
            ((to - from) / PIECE).ceil().clamp(1.0, MOST_PIECES) as u32
        } else {
            1
        }
    }

    fn alpha_at(&self, at: f64) -> AlphaBlend {
        let course = self.courses.iter().rev().find(|(from, _)| *from <= at);
        let Some((from, alpha)) = course else {
            return AlphaBlend::fixed(0.0);
        };
        let mut alpha = *alpha;
        alpha.advance(if from.is_finite() { at - from } else { 0.0 });
        alpha
    }
}

/// Integral of the weight between `from` and `to`, for a blend that begins at `at`.
fn area(alpha: &AlphaBlend, at: f64, (from, to): (f64, f64)) -> f64 {
    let from = from.higher(at);
    if to <= from {
        return 0.0;
    }
    let done = (at + f64::from(alpha.remaining())).clamp(from, to);
    let weight = |share: f64| {
        let mut alpha = *alpha;
        alpha.advance(from + (done - from) * share - at);
        f64::from(alpha.value())
    };
    let rising = if done > from {
        POINTS
            .iter()
            .map(|(share, part)| weight(*share) * part)
            .sum()
    } else {
        0.0
    };
    rising * (done - from) + f64::from(alpha.goal()) * (to - done)
}
