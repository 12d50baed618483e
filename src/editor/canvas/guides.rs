//! Lines that something which is dragged comes to lie on with what stays.

use super::camera::Lens;
use crate::theme;
use egui::{Pos2, Rect, Stroke, Ui, pos2};

/// Points of the screen.
pub const REACH: f32 = 6.0;

/// On one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guide {
    /// To get there.
    pub by: f32,
    /// The line, and its ends; points of the page.
    pub at: f32,
    pub from: f32,
    pub to: f32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Guides {
    pub x: Option<Guide>,
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
            nearer(&mut guides.x, Guide { by: at - own, at, from, to });
        }
        let (from, to) = (own.left().min(other.left()), own.right().max(other.right()));
        let of_y = |rect: Rect| [rect.top(), rect.center().y, rect.bottom()];
        for (own, at) in of_y(own).into_iter().zip(of_y(other)) {
            nearer(&mut guides.y, Guide { by: at - own, at, from, to });
        }
    }
    guides
}

pub fn show(ui: &Ui, lens: &Lens, guides: &Guides) {
    let line = |ends: [Pos2; 2]| {
        let ends = ends.map(|at| lens.screen(at));
        ui.painter().line_segment(ends, Stroke::new(1.0, theme::ACCENT));
    };
    if let Some(it) = guides.x {
        line([pos2(it.at, it.from), pos2(it.at, it.to)]);
    }
    if let Some(it) = guides.y {
        line([pos2(it.from, it.at), pos2(it.to, it.at)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;

    fn rect(x: f32, y: f32, w: f32, h: f32) -> Rect {
        Rect::from_min_size(pos2(x, y), vec2(w, h))
    }

    #[test]
    fn edges_meet_like_edges_and_middles_middles_in_reach_alone() {
        let still = rect(100.0, 50.0, 80.0, 40.0);
        let of = |own: Rect| guides(own, [still].into_iter(), 6.0);
        let by = |own: Rect| (of(own).x.map(|it| it.by), of(own).y.map(|it| it.by));
        assert_eq!(by(rect(95.0, 300.0, 10.0, 10.0)), (Some(5.0), None), "left edges");
        assert_eq!(by(rect(93.0, 300.0, 10.0, 10.0)), (None, None), "too far");
        assert_eq!(by(rect(171.0, 400.0, 10.0, 10.0)), (Some(-1.0), None), "right edges");
        assert_eq!(by(rect(138.0, 400.0, 10.0, 10.0)), (Some(-3.0), None), "middles");
        assert_eq!(by(rect(300.0, 84.0, 10.0, 10.0)), (None, Some(-4.0)), "bottom edges");
        let far = [rect(97.0, 0.0, 5.0, 5.0), still];
        let nearest = guides(rect(98.0, 200.0, 30.0, 30.0), far.into_iter(), 6.0);
        assert_eq!(nearest.x.map(|it| it.at), Some(97.0), "the nearest wins");
    }
}
