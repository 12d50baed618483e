//! The mapping between seconds and points that every lane shares.

#[cfg(test)]
mod tests;

/// Points per second.
pub const ZOOM_RANGE: std::ops::RangeInclusive<f64> = 20.0..=20_000.0;

/// The visible part of a timeline. Points count from the left edge of the lanes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeView {
    /// Seconds at the left edge of the lanes.
    pub start: f64,
    /// Points per second.
    pub scale: f64,
}

impl TimeView {
    /// The time from `from` to `to`, seconds, with a margin, in `width` points.
    pub fn fitting(from: f64, to: f64, width: f32) -> Self {
        let span = (to - from).max(0.05);
        let scale =
            (f64::from(width) / (span * 1.08)).clamp(*ZOOM_RANGE.start(), *ZOOM_RANGE.end());
        Self {
            start: from - span * 0.03,
            scale,
        }
    }

    /// Points from the left edge of the lanes.
    pub fn x(&self, time: f64) -> f32 {
        ((time - self.start) * self.scale) as f32
    }

    /// Seconds at `x` points from the left edge of the lanes.
    pub fn time(&self, x: f32) -> f64 {
        self.start + f64::from(x) / self.scale
    }

    /// Keeps the time under `x` where it is.
    pub fn zoom_about(&mut self, x: f32, factor: f64) {
        let time = self.time(x);
        self.scale = (self.scale * factor).clamp(*ZOOM_RANGE.start(), *ZOOM_RANGE.end());
        self.start = time - f64::from(x) / self.scale;
    }

    /// Moves the content right by this many points.
    pub fn pan(&mut self, points: f32) {
        self.start -= f64::from(points) / self.scale;
    }

    /// This view if it shows the start of the span, else a view with the span in the middle.
    pub fn showing(self, span: Option<(f64, f64)>, width: f32) -> Self {
        let Some((from, to)) = span.filter(|(from, _)| !(0.0..=width).contains(&self.x(*from)))
        else {
            return self;
        };
        Self {
            start: (from + to) / 2.0 - f64::from(width) / self.scale / 2.0,
            ..self
        }
    }

    /// Frames between labelled ticks, at least 88 points apart, and between fine ones, never nearer
    /// than 8.
    pub fn ticks(&self, frame_rate: f64) -> (u32, u32) {
        let points = self.scale / frame_rate;
        let second = frame_rate.round().max(1.0) as u32;
        let parts = [1, 2, 5, 10, 15]
            .into_iter()
            .filter(|n| second.is_multiple_of(*n) && *n < second);
        let whole = [1, 2, 5, 10, 30, 60, 300, 600, 3600]
            .into_iter()
            .map(|n| n * second);
        let steps: Vec<u32> = parts.chain(whole).collect();
        let at_least = |apart: f64| {
            steps
                .iter()
                .copied()
                .find(|n| f64::from(*n) * points >= apart)
                .unwrap_or(36_000 * second)
        };
        (at_least(88.0), at_least(8.0))
    }
}
