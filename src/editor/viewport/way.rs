//! Where a montage with warp windows takes its character: before and after its targets, where each
//! window ended, and from how far it arrives. Invariant: painted over the scene, never a widget: it
//! takes no pointer.

use super::{card::paint_card, screen::project};
use crate::{panels::log::reason, theme};
use anim::{
    Transform,
    event::{Phase, Warped},
};
use egui::{
    Align2, Color32, Painter, Pos2, Rect, Sense, Shape, Stroke, Ui, WidgetInfo, accesskit::Role,
    pos2, vec2,
};
use glam::Vec3;
use render::OrbitCamera;
use studio::{Reach, WindowEnd};
use words::tr;

const WIDTH: f32 = 2.0;
const DASH: f32 = 5.0;
const WIDTH_OF_CARD: f32 = 300.0;
/// Between two rows of the card.
const GAP: f32 = 3.0;
/// Metres over the ground at which a reach is drawn.
const OVER: f32 = 0.01;

/// The path of a montage that warps, as an overlay.
#[derive(Clone, Debug, PartialEq)]
pub struct Sandbox {
    /// The root without targets, and with them; world space, [`studio::WarpPath::RATE`] times a
    /// second.
    pub before: Vec<Transform>,
    /// Path of the root with targets; world space, metres, sampled as `before`.
    pub after: Vec<Vec3>,
    /// One for each window that ended.
    pub arrivals: Vec<WarpArrival>,
    /// One for each target whose range is known or being computed.
    pub ranges: Vec<Ranged>,
}

/// A window that ended.
#[derive(Clone, Debug, PartialEq)]
pub struct WarpArrival {
    /// Where and how the window ended.
    pub end: WindowEnd,
    /// The name of the warp target.
    pub target: String,
}

/// A warp target with the distances from which it can be reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranged {
    /// The name of the warp target.
    pub target: String,
    /// The target, world space, metres.
    pub place: Vec3,
    /// Distances from which the target can be reached.
    pub reach: Reach,
    /// All around, near and far ends on the ground, both in the middle where it arrives from
    /// nowhere; empty until it is known.
    pub outline: Vec<[Vec3; 2]>,
}

pub(super) fn paint(ui: &Ui, rect: Rect, camera: &OrbitCamera, sandbox: &Sandbox) {
    let painter = ui.painter();
    let seen = |at: Vec3| project(camera, rect, at);
    for ranged in &sandbox.ranges {
        outline(painter, &seen, ranged);
    }
    let before: Vec<Vec3> = sandbox.before.iter().map(|root| root.translation).collect();
    line(painter, &seen, &before, theme::TEXT_2, true);
    line(painter, &seen, &sandbox.after, theme::OK, false);
    for ranged in &sandbox.ranges {
        range(painter, &seen, ranged);
    }
    for (nth, arrival) in sandbox.arrivals.iter().enumerate() {
        let Some(at) = seen(arrival.end.at) else {
            continue;
        };
        let color = if arrival.end.arrived() {
            theme::OK
        } else {
            theme::WARN
        };
        painter.circle_filled(at, 3.5, color);
        painter.text(
            at + vec2(0.0, -6.0),
            Align2::CENTER_BOTTOM,
            format!("{}", nth + 1),
            theme::small(),
            color,
        );
    }
}

/// Top right, below the figures: what became of each window, and from how far each target is
/// reached.
pub(super) fn card(ui: &Ui, (view, figures): (Rect, Rect), sandbox: &Sandbox) {
    let width = WIDTH_OF_CARD.min(view.width() - 16.0);
    let mut rows: Vec<(String, Color32)> = vec![(tr!("Motion warping").into(), theme::WHITE)];
    for (nth, arrival) in sandbox.arrivals.iter().enumerate() {
        let (words, is_bad) = told(arrival);
        rows.push((
            format!("{}  {words}", nth + 1),
            if is_bad { theme::WARN } else { theme::OK },
        ));
    }
    rows.extend(sandbox.ranges.iter().map(|ranged| {
        (
            words(ranged),
            if is_inside(ranged) {
                theme::TEXT_2
            } else {
                theme::WARN
            },
        )
    }));
    let lay = |(text, color): &(String, Color32)| {
        let job = egui::text::LayoutJob::simple(text.clone(), theme::small(), *color, width - 24.0);
        (ui.painter().layout_job(job), text.clone())
    };
    let laid: Vec<_> = rows.iter().map(lay).collect();
    let height = laid
        .iter()
        .map(|(galley, _)| galley.size().y + GAP)
        .sum::<f32>()
        + 12.0;
    let corner = pos2(figures.right() - width, figures.bottom() + 8.0);
    let card = Rect::from_min_size(corner, vec2(width, height)).intersect(view.shrink(8.0));
    paint_card(ui, card, "warping");
    let painter = ui.painter().with_clip_rect(card);
    let mut at = card.min + vec2(12.0, 6.0);
    for (galley, text) in laid {
        let area = Rect::from_min_size(at, galley.size());
        let response = ui.interact(
            area,
            ui.scope_id().with(("warping", at.y as i32)),
            Sense::hover(),
        );
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
        let height = galley.size().y;
        painter.galley(at, galley, theme::TEXT);
        at.y += height + GAP;
    }
}

fn line(
    painter: &Painter,
    seen: &impl Fn(Vec3) -> Option<Pos2>,
    way: &[Vec3],
    color: Color32,
    is_dashed: bool,
) {
    let points: Vec<Pos2> = way.iter().filter_map(|at| seen(*at)).collect();
    let stroke = Stroke::new(WIDTH, color);
    if is_dashed {
        painter.extend(Shape::dashed_line(&points, stroke, DASH, DASH));
    } else {
        painter.add(Shape::line(points, stroke));
    }
}

/// Line about the end of a window, and whether it failed to arrive.
fn told(arrival: &WarpArrival) -> (String, bool) {
    let WarpArrival {
        end: WindowEnd { event, off, .. },
        target,
    } = arrival;
    let off = off.map_or(String::new(), |off| {
        if off < 1.0 {
            tr!(", {:.1} mm off", off * 1000.0)
        } else {
            tr!(", {off:.2} m off")
        }
    });
    match event.phase {
        Phase::Warp(Warped::Arrived) => {
            (tr!("{:.3} s  arrives at {target}{off}", event.time), false)
        }
        _ => (
            tr!(
                "{:.3} s  misses {target}{off}. {}",
                event.time,
                reason::sentence(event)
            ),
            true,
        ),
    }
}

/// The ground from which a target is reached.
fn outline(painter: &Painter, seen: &impl Fn(Vec3) -> Option<Pos2>, ranged: &Ranged) {
    let color = if is_inside(ranged) {
        theme::PALETTE[1]
    } else {
        theme::WARN
    };
    let count = ranged.outline.len();
    for at in 0..count {
        let [a, b] = [ranged.outline[at], ranged.outline[(at + 1) % count]];
        let corners = [a[0], a[1], b[1], b[0]].map(|at| seen(at.with_y(OVER)));
        let [Some(near), Some(far), Some(next_far), Some(next_near)] = corners else {
            continue;
        };
        if a[0] == a[1] || b[0] == b[1] {
            continue;
        }
        let field = vec![near, far, next_far, next_near];
        painter.add(Shape::convex_polygon(
            field,
            color.gamma_multiply(0.12),
            Stroke::NONE,
        ));
        painter.line_segment([far, next_far], Stroke::new(1.0, color));
        painter.line_segment(
            [near, next_near],
            Stroke::new(1.0, color.gamma_multiply(0.5)),
        );
    }
}

/// Draws the range of distances from which a target is reached, on the ground along the direction
/// to the target.
fn range(painter: &Painter, seen: &impl Fn(Vec3) -> Option<Pos2>, ranged: &Ranged) {
    let Some(towards) = ranged.place.with_y(0.0).try_normalize() else {
        return;
    };
    let at = |metres: f32| seen((towards * metres).with_y(OVER));
    let Some([near, far]) = ranged.reach.metres else {
        return;
    };
    let color = if is_inside(ranged) {
        theme::PALETTE[1]
    } else {
        theme::WARN
    };
    if let (Some(from), Some(to)) = (at(near), at(far)) {
        painter.add(Shape::dashed_line(
            &[from, to],
            Stroke::new(1.5, color),
            DASH,
            DASH,
        ));
        let across = (to - from).normalized().rot90() * 6.0;
        for end in [from, to] {
            painter.line_segment([end - across, end + across], Stroke::new(1.5, color));
        }
    }
}

fn is_inside(ranged: &Ranged) -> bool {
    ranged
        .reach
        .metres
        .is_some_and(|[near, far]| (near..=far).contains(&ranged.reach.now))
}

/// Such as "Enemy arrives from 0.41 to 3.12 m, is at 1.90 m".
fn words(ranged: &Ranged) -> String {
    let Ranged { target, reach, .. } = ranged;
    let Some([near, far]) = reach.metres else {
        return tr!("{target} cannot be reached from nearby");
    };
    let end = |metres: f32, is_open: bool, more: &str| {
        if is_open {
            format!("{metres:.2} m {more}")
        } else {
            format!("{metres:.2} m")
        }
    };
    let why = reach.beyond.map_or(String::new(), |event| {
        tr!(". Beyond: {}", reason::sentence(&event))
    });
    tr!(
        "{target} is reachable from {} to {}, is at {:.2} m{why}",
        end(near, reach.is_open[0], tr!("(or nearer)")),
        end(far, reach.is_open[1], tr!("(or farther)")),
        reach.now
    )
}
