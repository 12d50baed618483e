//! Where the values of a curve lie in its lane. The lane always shows all of them.

#[cfg(test)]
mod tests;

use super::scene::TimelineScene;
use crate::theme;
use anim::curve;
use asset::{Curve, CurveKey, curve::CurveKind, source};
use egui::{Align2, Color32, Pos2, Rect, Stroke, Ui, pos2};

/// Points left free above and below.
const MARGIN: f32 = 8.0;
/// Points between two samples of the line.
const STEP: f32 = 1.5;
/// Samples of a cubic stretch that look for its extremes.
const PROBES: u32 = 8;

/// A curve as it plays.
pub(crate) struct CurveShape {
    curve: curve::Curve,
    keys: Vec<curve::CurveKey>,
}

impl CurveShape {
    pub(crate) fn of(authored: &Curve) -> Self {
        let keys = match authored.kind {
            CurveKind::Float => authored.keys.iter().map(Into::into).collect(),
            CurveKind::Metadata => {
                vec![(&CurveKey::new(authored.id, 0.0, 1.0, source::Interpolation::Step)).into()]
            }
        };
        let extrapolation = match authored.kind {
            CurveKind::Float => authored.extrapolation.compiled(),
            CurveKind::Metadata => curve::extrapolation::CLAMP,
        };
        Self {
            curve: curve::Curve {
                extrapolation,
                ..curve::Curve::default()
            },
            keys,
        }
    }

    pub(crate) fn value(&self, time: f64) -> Option<f32> {
        self.curve.value(&self.keys, time as f32)
    }

    /// Slope at `time`, in values per second.
    pub(crate) fn slope(&self, time: f64) -> f32 {
        let beside = 1e-4;
        let (before, after) = (self.value(time - beside), self.value(time + beside));
        before.zip(after).map_or(0.0, |(before, after)| {
            ((f64::from(after) - f64::from(before)) / (2.0 * beside)) as f32
        })
    }

    /// Lowest and highest value, extremes between keys included.
    fn bounds(&self) -> (f32, f32) {
        let mut bounds: Option<(f32, f32)> = None;
        let mut add = |value: f32| {
            bounds = Some(bounds.map_or((value, value), |(low, high)| {
                (low.min(value), high.max(value))
            }));
        };
        self.keys.iter().for_each(|key| add(key.value));
        let cubic =
            |pair: &&[curve::CurveKey]| pair[0].interpolation == curve::interpolation::CUBIC;
        for pair in self.keys.windows(2).filter(cubic) {
            for probe in 1..PROBES {
                let time =
                    pair[0].time + (pair[1].time - pair[0].time) * probe as f32 / PROBES as f32;
                add(curve::evaluate(pair, time));
            }
        }
        bounds.unwrap_or((0.0, 1.0))
    }
}

/// The mapping between values and points of one lane.
#[derive(Clone, Copy)]
pub(crate) struct Plot {
    pub(crate) rect: Rect,
    pub(crate) low: f32,
    pub(crate) high: f32,
}

impl Plot {
    pub(crate) fn new(shape: &CurveShape, lane: Rect) -> Self {
        Self::of(shape.bounds(), lane)
    }

    /// A plot for values from `low` to `high`.
    pub(crate) fn of((low, high): (f32, f32), lane: Rect) -> Self {
        let (low, high) = (0.0 - rounded_up(-low), rounded_up(high));
        let high = if high > low { high } else { low + 1.0 };
        Self {
            rect: lane.shrink2(egui::vec2(0.0, MARGIN.min(lane.height() / 4.0))),
            low,
            high,
        }
    }

    pub(crate) fn y(&self, value: f32) -> f32 {
        self.rect.bottom() - (value - self.low) / (self.high - self.low) * self.rect.height()
    }

    /// Change of the value for one point downwards.
    pub(crate) fn value_per_point(&self) -> f32 {
        -(self.high - self.low) / self.rect.height().max(1.0)
    }

    pub(crate) fn at(&self, scene: &TimelineScene<'_>, time: f64, value: f32) -> Pos2 {
        pos2(scene.x(time), self.y(value))
    }

    /// The highest and lowest value beside the lane, and where zero is in it.
    pub(crate) fn scale_ui(&self, ui: &Ui, header: Rect, lane: Rect) {
        if self.low < 0.0 && self.high > 0.0 {
            ui.painter_at(lane)
                .hline(lane.x_range(), self.y(0.0), Stroke::new(1.0, theme::HAIR));
        }
        for value in [self.high, self.low] {
            let text = format!("{value:.2}").replace('-', "−");
            let at = pos2(header.right() - 4.0, self.y(value));
            ui.painter().text(
                at,
                Align2::RIGHT_CENTER,
                text,
                theme::small(),
                theme::TEXT_3,
            );
        }
    }

    /// The line inside the clip; open where the curve has no value.
    pub(crate) fn line_ui(
        &self,
        ui: &Ui,
        scene: &TimelineScene<'_>,
        shape: &CurveShape,
        color: Color32,
        width: f32,
    ) {
        let visible = self.rect.x_range().intersection(ui.clip_rect().x_range());
        let (from, to) = (
            visible.min.max(scene.x(0.0)),
            visible.max.min(scene.x(scene.host.length())),
        );
        let steps = ((to - from) / STEP).max(0.0) as usize;
        let mut line = Vec::with_capacity(steps + 2);
        for step in 0..=steps + 1 {
            let x = (from + step as f32 * STEP).min(to);
            let time = scene.time(x).clamp(0.0, scene.host.length());
            match shape.value(time) {
                Some(value) => line.push(pos2(x, self.y(value))),
                None => ui.painter().extend(stroke(&mut line, color, width)),
            }
        }
        ui.painter().extend(stroke(&mut line, color, width));
    }
}

/// Reach of a lane on one side of zero. Weights keep their scale of 0 to 1 whatever their present
/// values.
fn rounded_up(extreme: f32) -> f32 {
    if (0.1..1.0).contains(&extreme) {
        1.0
    } else {
        extreme.max(0.0)
    }
}

/// Line through the points, which it removes from `line`; None for less than two points.
fn stroke(line: &mut Vec<Pos2>, color: Color32, width: f32) -> Option<egui::Shape> {
    let points = std::mem::take(line);
    (points.len() > 1).then(|| egui::Shape::line(points, Stroke::new(width, color)))
}

impl From<&source::SourceCurve> for CurveShape {
    fn from(imported: &source::SourceCurve) -> Self {
        Self::of(&Curve::copied(imported, 0, &mut 0))
    }
}
