//! The card of a node that is tuned: figures before and after it, and how far feet slide.

#[cfg(test)]
mod tests;

use super::card::paint_card;
use crate::{parts, theme};
use egui::{
    Align2, Color32, Rect, Sense, Shape, Stroke, Ui, WidgetInfo, accesskit::Role, pos2, vec2,
};
use words::tr;

const WIDTH: f32 = 300.0;
const ROW: f32 = 20.0;
const PLOT: f32 = 44.0;
/// Width of a column of values, points.
const COLUMN: f32 = 76.0;
/// Millimetres a frame that a foot may slide unseen.
const LIMIT: f32 = 1.0;

/// A row of the tuning card. Values are display text; None if there is no value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TuningFigure {
    /// Label of the measured quantity, as the card shows it.
    pub label: String,
    /// Value without the change, with its unit.
    pub before: Option<String>,
    /// Value with the change, with its unit.
    pub after: Option<String>,
    /// Rating of the value.
    pub verdict: TuningVerdict,
}

/// Rating of a figure of the tuned node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TuningVerdict {
    /// Neither good nor bad.
    #[default]
    Plain,
    /// So close to zero that nobody sees a difference.
    Good,
    /// Worse than before the change, or still far from zero.
    Bad,
}

impl TuningVerdict {
    /// Millimetres that nobody sees.
    const UNSEEN: f32 = 5.0;
    /// Millimetres that everybody sees.
    const SEEN: f32 = 50.0;

    /// Rates a distance that should be zero, before and after the change, millimetres.
    pub fn of([before, after]: [Option<f32>; 2]) -> Self {
        let is_worse = |after: f32| before.is_some_and(|before| after > before + 0.05);
        match after {
            Some(after) if is_worse(after) || after > Self::SEEN => Self::Bad,
            Some(after) if after <= Self::UNSEEN => Self::Good,
            _ => Self::Plain,
        }
    }

    /// Rates how far a foot slides in a frame, before and after the change, millimetres.
    fn of_slide([before, after]: [f32; 2]) -> Self {
        match after {
            after if after <= LIMIT => Self::Good,
            after if after > before + 0.05 => Self::Bad,
            _ => Self::Plain,
        }
    }

    fn color(self) -> Color32 {
        match self {
            Self::Plain => theme::TEXT,
            Self::Good => theme::OK,
            Self::Bad => theme::WARN,
        }
    }
}

/// Millimetres a frame, before and after; none in the air. The newest last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FootSlideTrace {
    /// The bone of the foot.
    pub name: String,
    /// Oldest first, one for each look at the foot.
    pub frames: Vec<Option<[f32; 2]>>,
}

/// The card of the node that is compared, as it was and as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tuning {
    /// The name of the node, else its type.
    pub title: String,
    /// Rows of the card, one per figure.
    pub figures: Vec<TuningFigure>,
    /// One plot for each foot.
    pub slides: Vec<FootSlideTrace>,
    /// A hint in place of figures that do not exist yet.
    pub hint: Option<String>,
}

/// Top right, below the figures.
pub(super) fn card(ui: &Ui, (view, figures): (Rect, Rect), tuning: &Tuning) {
    let rows = 1 + tuning.figures.len() + usize::from(tuning.hint.is_some());
    let height = rows as f32 * ROW + tuning.slides.len() as f32 * (PLOT + ROW) + 12.0;
    let width = WIDTH.min(view.width() - 16.0);
    let corner = pos2(figures.right() - width, figures.bottom() + 8.0);
    let card = Rect::from_min_size(corner, vec2(width, height)).intersect(view.shrink(8.0));
    if card.height() < 2.0 * ROW {
        return;
    }
    paint_card(ui, card, "tuning");
    let painter = ui.painter().with_clip_rect(card);
    let mut top = card.top() + 4.0;
    let mut row = |height: f32| {
        let rect = Rect::from_min_size(
            pos2(card.left() + 12.0, top),
            vec2(card.width() - 24.0, height),
        );
        top += height;
        rect
    };
    let words = |rect: Rect, [label, before, after]: [&str; 3], colors: [Color32; 3]| {
        let response = ui.interact(
            rect,
            ui.scope_id().with(("tuning", rect.top() as i32)),
            Sense::hover(),
        );
        let spoken = format!("{label} {before} {after}");
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, spoken.trim()));
        let column = |nth: f32| rect.with_max_x(rect.right() - nth * COLUMN);
        let left = rect.with_max_x(
            rect.right()
                - if before.is_empty() && after.is_empty() {
                    0.0
                } else {
                    2.0 * COLUMN
                },
        );
        parts::text_in(
            ui,
            left,
            Align2::LEFT_CENTER,
            label,
            theme::small(),
            colors[0],
        );
        parts::text_in(
            ui,
            column(1.0),
            Align2::RIGHT_CENTER,
            before,
            theme::small(),
            colors[1],
        );
        parts::text_in(
            ui,
            column(0.0),
            Align2::RIGHT_CENTER,
            after,
            theme::small(),
            colors[2],
        );
    };
    words(
        row(ROW),
        [&tuning.title, tr!("Before"), tr!("After")],
        [theme::WHITE, theme::TEXT_2, theme::TEXT_2],
    );
    for figure in &tuning.figures {
        let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "—".to_owned());
        let after = figure.verdict.color();
        words(
            row(ROW),
            [&figure.label, &text(&figure.before), &text(&figure.after)],
            [theme::TEXT_2, theme::TEXT_2, after],
        );
    }
    if let Some(hint) = &tuning.hint {
        words(row(ROW), [hint, "", ""], [theme::TEXT_2; 3]);
    }
    for slid in &tuning.slides {
        let last = slid.frames.last().copied().flatten();
        let verdict = last.map_or(TuningVerdict::Plain, TuningVerdict::of_slide);
        let tone = verdict.color();
        let now =
            |at: usize| last.map_or("—".to_owned(), |slide| format!("{:.1} mm/f", slide[at]));
        words(
            row(ROW),
            [&tr!("{} slides", slid.name), &now(0), &now(1)],
            [theme::TEXT_2, theme::TEXT_2, tone],
        );
        plot(&painter, row(PLOT).shrink2(vec2(0.0, 4.0)), &slid.frames);
    }
}

/// Plots the slides of the last frames, with the limit as a dashed line.
fn plot(painter: &egui::Painter, rect: Rect, frames: &[Option<[f32; 2]>]) {
    painter.rect_filled(rect, 2.0, theme::BASE);
    let most = frames
        .iter()
        .flatten()
        .flatten()
        .fold(2.0 * LIMIT, |most, slide| most.max(*slide))
        .min(60.0);
    let at = |nth: usize, slide: f32| {
        let x =
            rect.left() + rect.width() * nth as f32 / frames.len().saturating_sub(1).max(1) as f32;
        pos2(
            x,
            rect.bottom() - 2.0 - (rect.height() - 4.0) * (slide / most).min(1.0),
        )
    };
    let limit = [
        pos2(rect.left(), at(0, LIMIT).y),
        pos2(rect.right(), at(0, LIMIT).y),
    ];
    painter.extend(Shape::dashed_line(
        &limit,
        Stroke::new(1.0, theme::ERROR),
        4.0,
        4.0,
    ));
    for (which, color) in [(0, theme::TEXT_2), (1, theme::OK)] {
        for (nth, pair) in frames.windows(2).enumerate() {
            if let [Some(from), Some(to)] = pair {
                painter.line_segment(
                    [at(nth, from[which]), at(nth + 1, to[which])],
                    Stroke::new(1.5, color),
                );
            }
        }
    }
    painter.text(
        rect.left_top() + vec2(4.0, 2.0),
        Align2::LEFT_TOP,
        tr!("{most:.0} mm/frame"),
        theme::small(),
        theme::TEXT_3,
    );
}
