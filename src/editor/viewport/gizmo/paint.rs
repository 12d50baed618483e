//! What a handle looks like: arrows, plates and rings, of one size on the screen whatever the
//! distance.

use super::{GizmoHandle, GizmoPart, Tool, pass::Pass};
use crate::theme;
use anim::Transform;
use egui::{Color32, Painter, Pos2, Shape, Stroke, Vec2, vec2};
use glam::{Quat, Vec3};

/// Sizes of the arrows: length of an arm, length of a head and width of a line, points.
const ARM: f32 = 72.0;
const HEAD: f32 = 10.0;
const WIDTH: f32 = 2.0;
/// Near and far edge of the plate between two arrows, as shares of an arm.
const PLATE: [f32; 2] = [0.28, 0.48];
const RING: f32 = 0.95;
const SCREEN_RING: f32 = 1.15;
const HIT: f32 = 7.0;
/// An arrow that is seen from so near its end is left out, as the part of it that is seen.
const END_ON: f32 = 0.12;
const CORNERS: usize = 48;

/// A handle on the screen.
pub(super) struct GizmoScreenShape {
    at: Pos2,
    tool: Tool,
    /// Ends of the arrows; None for an arrow that is left out.
    tips: [Option<Pos2>; 3],
    plates: [Option<[Pos2; 4]>; 3],
    /// Points of the rings, as closed lines.
    rings: [Vec<Pos2>; 3],
    screen_ring: bool,
}

impl GizmoScreenShape {
    /// The shape on the screen; None where the handle is not in front of the camera.
    pub fn of(pass: &Pass<'_>, handle: &GizmoHandle, place: Transform, axes: Quat) -> Option<Self> {
        let centre = place.translation;
        let at = pass.on_screen(centre)?;
        let arm = metres(pass, centre)? * ARM;
        let axis = |nth: usize| axes * Vec3::AXES[nth];
        let point = |nth: usize, part: f32| pass.on_screen(centre + axis(nth) * arm * part);
        let moves = |nth: usize| pass.tool == Tool::Move && handle.may_move(axis(nth));
        let tip = |nth: usize| {
            point(nth, 1.0).filter(|tip| moves(nth) && tip.distance(at) > ARM * END_ON)
        };
        let plate = |nth: usize| {
            let (a, b) = ((nth + 1) % 3, (nth + 2) % 3);
            if !(moves(a) && moves(b)) {
                return None;
            }
            let corner =
                |u: f32, v: f32| pass.on_screen(centre + (axis(a) * u + axis(b) * v) * arm);
            let [near, far] = PLATE;
            let corners = [
                corner(near, near)?,
                corner(far, near)?,
                corner(far, far)?,
                corner(near, far)?,
            ];
            (area(&corners) > 30.0).then_some(corners)
        };
        let ring = |nth: usize| {
            let normal = axis(nth);
            if pass.tool != Tool::Turn || !handle.may_turn(normal) {
                return Vec::new();
            }
            let (u, v) = (axis((nth + 1) % 3), axis((nth + 2) % 3));
            let on = |step: usize| {
                let (sin, cos) = (step as f32 / CORNERS as f32 * std::f32::consts::TAU).sin_cos();
                pass.on_screen(centre + (u * cos + v * sin) * arm * RING)
            };
            (0..CORNERS).map_while(on).collect()
        };
        Some(Self {
            at,
            tool: pass.tool,
            tips: std::array::from_fn(tip),
            plates: std::array::from_fn(plate),
            rings: std::array::from_fn(ring),
            screen_ring: pass.tool == Tool::Turn && handle.turns == [true; 3],
        })
    }

    /// The part that is meant by a place on the screen.
    pub fn hit(&self, at: Pos2) -> Option<GizmoPart> {
        let nearest = |found: Vec<(GizmoPart, f32)>| {
            found
                .into_iter()
                .filter(|(_, away)| *away < HIT)
                .min_by(|a, b| a.1.total_cmp(&b.1))
                .map(|(part, _)| part)
        };
        if self.tool == Tool::Turn {
            let rings = self
                .rings
                .iter()
                .enumerate()
                .map(|(nth, ring)| (GizmoPart::Ring(nth), from_line(ring, at)));
            let outer = (self.at.distance(at) - ARM * SCREEN_RING).abs();
            let outer = self.screen_ring.then_some((GizmoPart::ScreenRing, outer));
            return nearest(rings.chain(outer).collect());
        }
        let arrows = self.tips.iter().enumerate().filter_map(|(nth, tip)| {
            let from = self.at + ((*tip)? - self.at) * 0.2;
            Some((GizmoPart::Axis(nth), from_segment(from, (*tip)?, at)))
        });
        let over =
            |corners: &[Pos2; 4]| (0..4).all(|nth| side(corners, nth, at) == side(corners, 0, at));
        let plates = self.plates.iter().enumerate().filter_map(|(nth, corners)| {
            over(corners.as_ref()?).then_some((GizmoPart::Plane(nth), 0.0))
        });
        nearest(plates.chain(arrows).collect())
    }

    /// Paints it; `active` is the part that is hovered or held.
    pub fn paint(&self, painter: &Painter, active: Option<GizmoPart>) {
        let color = |nth: usize, part: GizmoPart| {
            let own = [theme::AXIS_X, theme::AXIS_Y, theme::AXIS_Z][nth];
            if active == Some(part) {
                theme::ACCENT
            } else {
                own
            }
        };
        for (nth, corners) in self.plates.iter().enumerate() {
            let Some(corners) = corners else { continue };
            let color = color(nth, GizmoPart::Plane(nth));
            let fill = color.gamma_multiply(0.35);
            painter.add(Shape::convex_polygon(
                corners.to_vec(),
                fill,
                Stroke::new(1.0, color),
            ));
        }
        for (nth, ring) in self
            .rings
            .iter()
            .enumerate()
            .filter(|(_, ring)| ring.len() > 2)
        {
            painter.add(Shape::closed_line(
                ring.clone(),
                Stroke::new(WIDTH, color(nth, GizmoPart::Ring(nth))),
            ));
        }
        if self.screen_ring {
            let color = if active == Some(GizmoPart::ScreenRing) {
                theme::ACCENT
            } else {
                theme::TEXT_2
            };
            painter.circle_stroke(self.at, ARM * SCREEN_RING, Stroke::new(1.0, color));
        }
        for (nth, tip) in self.tips.iter().enumerate() {
            if let Some(tip) = tip {
                arrow(
                    painter,
                    self.at,
                    *tip,
                    color(nth, GizmoPart::Axis(nth)),
                    ["X", "Y", "Z"][nth],
                );
            }
        }
    }
}

/// Metres a point at a place.
fn metres(pass: &Pass<'_>, at: Vec3) -> Option<f32> {
    let side = pass.camera.world_from_view().x_axis;
    let reach = pass.camera.distance * 0.05;
    let points = pass
        .on_screen(at + side * reach)?
        .distance(pass.on_screen(at)?);
    (points > 1e-3).then(|| reach / points)
}

fn arrow(painter: &Painter, from: Pos2, tip: Pos2, color: Color32, letter: &str) {
    let way = (tip - from).normalized();
    let across = vec2(-way.y, way.x);
    let base = tip - way * HEAD;
    painter.line_segment([from, base], Stroke::new(WIDTH, color));
    let head = vec![tip, base + across * HEAD * 0.4, base - across * HEAD * 0.4];
    painter.add(Shape::convex_polygon(head, color, Stroke::NONE));
    painter.text(
        tip + way * 9.0,
        egui::Align2::CENTER_CENTER,
        letter,
        theme::small(),
        color,
    );
}

pub(super) fn diamond(painter: &Painter, at: Pos2, color: Color32, is_chosen: bool) {
    const SIZE: f32 = 5.0;
    let corners = [
        vec2(0.0, -SIZE),
        vec2(SIZE, 0.0),
        vec2(0.0, SIZE),
        vec2(-SIZE, 0.0),
    ];
    let fill = if is_chosen { color } else { theme::BASE };
    let corners = corners.map(|corner: Vec2| at + corner).to_vec();
    painter.add(Shape::convex_polygon(
        corners,
        fill,
        Stroke::new(1.5, color),
    ));
}

fn from_segment(a: Pos2, b: Pos2, at: Pos2) -> f32 {
    let way = b - a;
    let part = ((at - a).dot(way) / way.length_sq().max(1e-6)).clamp(0.0, 1.0);
    (a + way * part).distance(at)
}

fn from_line(closed: &[Pos2], at: Pos2) -> f32 {
    let next = closed.iter().cycle().skip(1);
    closed
        .iter()
        .zip(next)
        .map(|(a, b)| from_segment(*a, *b, at))
        .fold(f32::INFINITY, f32::min)
}

fn side(corners: &[Pos2; 4], nth: usize, at: Pos2) -> bool {
    let (a, b) = (corners[nth], corners[(nth + 1) % 4]);
    (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x) > 0.0
}

fn area(corners: &[Pos2; 4]) -> f32 {
    let cross = |a: Pos2, b: Pos2| a.x * b.y - b.x * a.y;
    ((0..4)
        .map(|nth| cross(corners[nth], corners[(nth + 1) % 4]))
        .sum::<f32>()
        / 2.0)
        .abs()
}
