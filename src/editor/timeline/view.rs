//! The mapping between seconds and points that every lane shares.

/// Points per second.
pub const ZOOM_RANGE: std::ops::RangeInclusive<f64> = 20.0..=20_000.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeView {
    /// Seconds at the left edge of the lanes.
    pub start: f64,
    /// Points per second.
    pub scale: f64,
}

impl TimeView {
    /// The whole of `length` seconds with a margin, in `width` points.
    pub fn fitting(from: f64, to: f64, width: f32) -> Self {
        let span = (to - from).max(0.05);
        let scale = (f64::from(width) / (span * 1.08)).clamp(*ZOOM_RANGE.start(), *ZOOM_RANGE.end());
        Self { start: from - span * 0.03, scale }
    }

    /// Points from the left edge of the lanes.
    pub fn x(&self, time: f64) -> f32 {
        ((time - self.start) * self.scale) as f32
    }

    pub fn time(&self, x: f32) -> f64 {
        self.start + f64::from(x) / self.scale
    }

    /// Keeps the time under `x` where it is.
    pub fn zoom_about(&mut self, x: f32, factor: f64) {
        let time = self.time(x);
        self.scale = (self.scale * factor).clamp(*ZOOM_RANGE.start(), *ZOOM_RANGE.end());
        self.start = time - f64::from(x) / self.scale;
    }

    pub fn pan(&mut self, points: f32) {
        self.start -= f64::from(points) / self.scale;
    }

    /// As it is where the begin of the span is in sight, else with the span in the middle.
    pub fn showing(self, span: Option<(f64, f64)>, width: f32) -> Self {
        let Some((from, to)) = span.filter(|(from, _)| !(0.0..=width).contains(&self.x(*from))) else { return self };
        Self { start: (from + to) / 2.0 - f64::from(width) / self.scale / 2.0, ..self }
    }

    /// Frames between labelled ticks, at least 88 points apart, and between fine ones, never nearer than 8.
    pub fn ticks(&self, frame_rate: f64) -> (u32, u32) {
        let points = self.scale / frame_rate;
        let second = frame_rate.round().max(1.0) as u32;
        let parts = [1, 2, 5, 10, 15].into_iter().filter(|n| second.is_multiple_of(*n) && *n < second);
        let whole = [1, 2, 5, 10, 30, 60, 300, 600, 3600].into_iter().map(|n| n * second);
        let steps: Vec<u32> = parts.chain(whole).collect();
        let at_least =
            |apart: f64| steps.iter().copied().find(|n| f64::from(*n) * points >= apart).unwrap_or(36_000 * second);
        (at_least(88.0), at_least(8.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zooming_keeps_the_time_under_the_pointer() {
        let mut view = TimeView::fitting(0.0, 2.0, 800.0);
        for (x, factor) in [(0.0, 1.2), (400.0, 1e9), (800.0, 1e-9), (13.0, 0.8)] {
            let before = view.time(x);
            view.zoom_about(x, factor);
            assert!((view.x(before) - x).abs() < 1e-3);
            assert!(ZOOM_RANGE.contains(&view.scale));
        }
    }

    #[test]
    fn what_is_out_of_sight_comes_to_the_middle_and_what_is_in_sight_stays() {
        let view = TimeView { start: 2.0, scale: 100.0 };
        assert_eq!(view.showing(Some((3.0, 3.5)), 400.0), view);
        assert_eq!(view.showing(Some((8.0, 10.0)), 400.0), TimeView { start: 7.0, scale: 100.0 });
        assert_eq!(view.showing(None, 400.0), view);
    }

    #[test]
    fn ticks_are_never_nearer_than_eight_points() {
        for scale in [20.0, 100.0, 480.0, 3000.0, 20_000.0] {
            let view = TimeView { start: 0.0, scale };
            let (wide, fine) = view.ticks(30.0);
            let apart = |frames: u32| f64::from(frames) / 30.0 * scale;
            assert!(apart(fine) >= 8.0 && apart(wide) >= 88.0);
        }
    }
}
