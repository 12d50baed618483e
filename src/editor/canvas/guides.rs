//! Lines that something which is dragged comes to lie on with what stays.

#[cfg(test)]
mod tests;

use super::camera::Lens;
use crate::theme;
use egui::{Pos2, Rect, Stroke, Ui, pos2};

/// Points of the screen.
pub const REACH: f32 = 6.0;

/// A line on one axis with which a dragged item aligns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guide {
    /// Points of the page that the dragged item moves to lie on the line.
    pub by: f32,
    /// The line, and its ends; points of the page.
    pub at: f32,
    /// The lower end, on the other axis.
    pub from: f32,
    /// The upper end, on the other axis.
    pub to: f32,
}

/// The lines with which a dragged item aligns, at most one for each axis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Guides {
    /// A vertical line, which aligns X.
    pub x: Option<Guide>,
    /// A horizontal line, which aligns Y.
    pub y: Option<Guide>,
}

/// The nearest in reach: edges with like edges, middles with middles.
pub fn guides(own: Rect, others: impl Iterator<Item = Rect>, reach: f32) -> Guides {
    let nearer = |known: &mut Option<Guide>, found: Guide| {
        if found.by.abs() <= reach && known.is_none_or(|known| found.by.abs() < known.by.abs()) {
            *known = Some(found);
        }
    };
    let mut guides = Guides::default();
    for other in others {
        let (from, to) = (own.top().min(other.top()), own.bottom().max(other.bottom()));
        let of_x = |rect: Rect| [rect.left(), rect.center().x, rect.right()];
        for (own, at) in of_x(own).into_iter().zip(of_x(other)) {
            nearer(
                &mut guides.x,
                Guide {
                    by: at - own,
                    at,
                    from,
                    to,
                },
            );
        }
        let (from, to) = (own.left().min(other.left()), own.right().max(other.right()));
        let of_y = |rect: Rect| [rect.top(), rect.center().y, rect.bottom()];
        for (own, at) in of_y(own).into_iter().zip(of_y(other)) {
            nearer(
                &mut guides.y,
                Guide {
                    by: at - own,
                    at,
                    from,
                    to,
                },
            );
        }
    }
    guides
}

/// Paints the lines over the page.
pub fn show(ui: &Ui, lens: &Lens, guides: &Guides) {
    let line = |ends: [Pos2; 2]| {
        let ends = ends.map(|at| lens.screen(at));
        ui.painter()
            .line_segment(ends, Stroke::new(1.0, theme::ACCENT));
    };
    if let Some(it) = guides.x {
        line([pos2(it.at, it.from), pos2(it.at, it.to)]);
    }
    if let Some(it) = guides.y {
        line([pos2(it.from, it.at), pos2(it.to, it.at)]);
    }
}
