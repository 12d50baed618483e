//! A waveform as lines, a line a pixel.

use egui::{Color32, Painter, Rangef, Rect, Stroke};
use sound::Waveform;

/// Paints the part of a sound between two times in seconds over the width of a rectangle, as far as
/// it is in sight.
pub(crate) fn waveform(
    painter: &Painter,
    rect: Rect,
    wave: &Waveform,
    (from, to): (f64, f64),
    color: Color32,
) {
    let seen = rect.x_range().intersection(painter.clip_rect().x_range());
    if seen.span() <= 0.0 || rect.width() <= 0.0 {
        return;
    }
    let a_pixel = (to - from) / f64::from(rect.width());
    let (middle, half) = (rect.center().y, rect.height() * 0.5);
    let mut x = seen.min.floor();
    while x < seen.max {
        let time = from + f64::from(x - rect.left()) * a_pixel;
        let [low, high] = wave.range(time, time + a_pixel);
        let (top, bottom) = (high.min(1.0) * half, low.max(-1.0) * half);
        // Silence is a line, too.
        let line = Rangef::new(middle - top - 0.5, middle - bottom + 0.5);
        painter.vline(x + 0.5, line, Stroke::new(1.0, color));
        x += 1.0;
    }
}
