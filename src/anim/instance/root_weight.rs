//! What the root motion of a montage counts at each moment of a tick, so that how far it goes does not hang on where
//! ticks end: a montage that cuts out has counted until then, and one that blends has counted by its mean.

use super::AlphaBlend;
use crate::{float::Extreme, montage::Blend};

/// A way is weighed in pieces of at most this many seconds while the weight changes.
const PIECE: f64 = 1.0 / 60.0;
/// Of one way.
const MOST_PIECES: f64 = 64.0;
/// Where an easing is looked at within a piece, and by how much: Gauss and Legendre's three points of [0, 1].
const POINTS: [(f64, f64); 3] =
    [(0.112_701_665_379_258_3, 5.0 / 18.0), (0.5, 8.0 / 18.0), (0.887_298_334_620_741_7, 5.0 / 18.0)];

/// The weights of a tick, each from its moment on the clock until the next. Before the first there is none.
#[derive(Clone, Debug, PartialEq)]
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
        Self { courses, end: f64::NEG_INFINITY }
    }

    /// A tick begins for it.
    pub(super) fn begin(&mut self, start: f64, end: f64) {
        let at = self.courses.last().map_or(self.end, |(from, _)| self.end.higher(*from));
        let alpha = self.alpha_at(at);
        self.courses.clear();
        self.courses.push((start, alpha));
        self.end = end;
    }

    /// From a moment on it goes to 0. One that does so already may only be shortened.
    pub(super) fn stop(&mut self, at: f64, blend: Blend) {
        let at = self.courses.last().map_or(at, |(from, _)| at.higher(*from));
        let mut alpha = self.alpha_at(at);
        let time = if blend.inertialize { 0.0 } else { blend.time };
        if alpha.goal() == 0.0 && time >= alpha.remaining() {
            return;
        }
        let easing = if alpha.goal() == 0.0 { alpha.easing() } else { blend.easing };
        alpha.retarget(0.0, Blend { time, easing, ..Blend::default() });
        self.courses.push((at, alpha));
    }

    /// At full weight at once.
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
        let sum: f64 =
            self.courses.iter().zip(ends).map(|((at, alpha), end)| area(alpha, *at, (from, to.lower(end)))).sum();
        (sum / (to - from)) as f32
    }

    /// Over the whole of it, from its start on the clock.
    pub(super) fn mean_since(&self, start: f64) -> f32 {
        self.mean(start, self.end)
    }

    /// In how many pieces a way is weighed that took from one moment to another: one while the weight stays.
    pub(super) fn pieces(&self, from: f64, to: f64) -> u32 {
        let changes = self.courses.iter().any(|(at, alpha)| *at > from || !alpha.is_complete());
        if changes { ((to - from) / PIECE).ceil().clamp(1.0, MOST_PIECES) as u32 } else { 1 }
    }

    fn alpha_at(&self, at: f64) -> AlphaBlend {
        let course = self.courses.iter().rev().find(|(from, _)| *from <= at);
        let Some((from, alpha)) = course else { return AlphaBlend::fixed(0.0) };
        let mut alpha = *alpha;
        alpha.advance(if from.is_finite() { at - from } else { 0.0 });
        alpha
    }
}

/// Of a weight that goes its way from a moment on: what lies under it between two others.
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
    let rising = if done > from { POINTS.iter().map(|(share, part)| weight(*share) * part).sum() } else { 0.0 };
    rising * (done - from) + f64::from(alpha.goal()) * (to - done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::montage::Easing;

    fn linear(time: f32) -> Blend {
        Blend { time, easing: Easing::Linear, ..Blend::default() }
    }

    fn begun(blend_in: f32, end: f64) -> RootWeight {
        let mut weight = RootWeight::new(linear(blend_in));
        weight.begin(0.0, end);
        weight
    }

    #[test]
    fn a_way_counts_by_the_weight_while_it_was_gone() {
        let weight = begun(0.5, 1.0);
        for (from, to, mean) in [(0.0, 0.5, 0.5), (0.0, 1.0, 0.75), (0.5, 1.0, 1.0), (0.25, 0.25, 0.5)] {
            assert!((weight.mean(from, to) - mean).abs() < 1e-6, "{from} to {to}");
        }
        assert_eq!(weight.mean_since(-1.0), 0.375, "before it began it counted nothing");
    }

    #[test]
    fn a_stop_counts_from_its_moment_on_and_goes_on_in_the_next_tick() {
        let mut weight = begun(0.0, 1.0);
        weight.stop(0.5, linear(1.0));
        assert!((weight.mean(0.0, 1.0) - 0.875).abs() < 1e-6);
        weight.stop(0.5, linear(2.0));
        weight.begin(1.0, 2.0);
        assert!((weight.mean(1.0, 1.5) - 0.25).abs() < 1e-6 && weight.mean(1.5, 2.0) == 0.0);
        let mut cut = begun(0.0, 1.0);
        cut.stop(1.0, linear(0.0));
        assert_eq!((cut.mean(0.0, 1.0), cut.mean(1.0, 1.0)), (1.0, 0.0));
        cut.settle();
        assert_eq!(cut.mean(0.0, 2.0), 0.5, "from the stop on it is whole");
    }

    #[test]
    fn pieces_of_an_easing_sum_to_what_lies_under_it() {
        let mut weight = RootWeight::new(Blend { easing: Easing::CubicInOut, ..linear(0.25) });
        weight.begin(0.0, 0.5);
        let count = weight.pieces(0.0, 0.5);
        assert_eq!(count, 30);
        let at = |nth: u32| 0.5 * f64::from(nth) / f64::from(count);
        let sum: f64 = (0..count).map(|nth| (at(1) - at(0)) * f64::from(weight.mean(at(nth), at(nth + 1)))).sum();
        assert!((sum - 0.375).abs() < 1e-5, "{sum}");
        assert_eq!(begun(0.0, 1.0).pieces(0.0, 1.0), 1);
    }
}
