//! How far what the selected node moves reaches, what bites, and which feet are planted.
//! Invariant: painted over the scene, never a widget: it takes no pointer.

use super::{labels, navigation::glam_from, screen::project};
use crate::theme;
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Ui, pos2};
use glam::{Quat, Vec2, Vec3};
use render::OrbitCamera;
use words::tr;

/// Sky, and violet for what limbs bend towards.
const REACH: Color32 = theme::PALETTE[1];
const WIDTH: f32 = 1.5;
const DASH: f32 = 5.0;
/// Radians either side of the target in which an arc is drawn, and its parts.
const ARC: f32 = 0.9;
const PARTS: i32 = 24;
/// Half of the width and of the length of a footprint, metres.
const SOLE: [f32; 2] = [0.045, 0.12];
/// Metres that an end may be off its target before that is shown.
const OFF: f32 = 1e-3;

/// A limb, a chain, a look or a foot of the selected node, world space.
#[derive(Clone, Debug, PartialEq)]
pub struct LimbOverlay {
    /// Joints from the root of the limb to its end, in the current pose.
    pub joints: Vec<Vec3>,
    /// Where the end of the limb should be; None without a target.
    pub target: Option<Vec3>,
    /// What the limb can reach; None if there is nothing to show.
    pub span: Option<LimbSpan>,
    /// Result for the limb in words, with its numbers.
    pub note: String,
    /// Drawn as a warning; `note` says what is wrong.
    pub is_bad: bool,
}

/// What a limb can reach, as drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LimbSpan {
    /// Metres that it reaches from its root.
    Reach(f32),
    /// Cone of `degrees` about `ahead`, the direction of the look in its pose.
    Cone { ahead: Vec3, degrees: f32 },
    /// The sole is planted, or free.
    Foot { is_planted: bool, ahead: Vec3 },
}

pub(super) fn paint(ui: &Ui, rect: Rect, camera: &OrbitCamera, limbs: &[LimbOverlay]) {
    let painter = ui.painter();
    let seen = |at: Vec3| project(camera, rect, at);
    for limb in limbs {
        let color = match limb.span {
            _ if limb.is_bad => theme::WARN,
            Some(LimbSpan::Foot {
                is_planted: true, ..
            }) => theme::OK,
            Some(LimbSpan::Foot { .. }) => theme::TEXT,
            _ => REACH,
        };
        let bones: Vec<Pos2> = limb.joints.iter().map_while(|at| seen(*at)).collect();
        painter.add(Shape::line(bones.clone(), Stroke::new(2.0, theme::ACCENT)));
        painter.extend(
            bones
                .iter()
                .map(|at| Shape::circle_filled(*at, 3.0, theme::ACCENT)),
        );
        let (Some(root), Some(end)) = (limb.joints.first(), limb.joints.last()) else {
            continue;
        };
        match limb.span {
            Some(LimbSpan::Reach(metres)) => {
                let towards = (limb.target.unwrap_or(*end) - *root).normalize_or(Vec3::NEG_Y);
                let arc = arc(camera, rect, *root, towards * metres);
                dashed(painter, &arc, REACH);
                if let Some(at) = arc.first() {
                    note(painter, rect, *at, &tr!("reach {metres:.3} m"), REACH);
                }
            }
            Some(LimbSpan::Cone { ahead, degrees }) => {
                let rim: Vec<Pos2> = cone(*root, ahead, degrees)
                    .into_iter()
                    .filter_map(seen)
                    .collect();
                dashed(painter, &rim, REACH);
                if let Some(at) = rim.first() {
                    note(painter, rect, *at, &tr!("clamp {degrees:.0}°"), REACH);
                }
            }
            Some(LimbSpan::Foot { is_planted, ahead }) => {
                footprint(painter, seen, (*end, ahead), is_planted)
            }
            None => {}
        }
        if let Some((from, to)) = limb
            .target
            .filter(|target| target.distance(*end) > OFF)
            .and_then(|it| Some((seen(*end)?, seen(it)?)))
        {
            painter.add(Shape::dashed_line(
                &[from, to],
                Stroke::new(WIDTH, theme::WARN),
                DASH,
                DASH,
            ));
        }
        let at = limb.target.and_then(seen).or(seen(*end));
        if let Some(at) = at {
            note(painter, rect, at + egui::vec2(0.0, 18.0), &limb.note, color);
        }
    }
}

/// The part of what is in reach around its tip, in the plane that is seen best.
fn arc(camera: &OrbitCamera, rect: Rect, root: Vec3, tip: Vec3) -> Vec<Pos2> {
    let size = glam_from(rect.size());
    let eye = -camera
        .ray(camera.project(root, size).unwrap_or(size * 0.5), size)
        .direction;
    let axis = eye
        .reject_from(tip.normalize_or_zero())
        .normalize_or(tip.any_orthogonal_vector().normalize_or(Vec3::Y));
    let on = |part: i32| root + Quat::from_axis_angle(axis, ARC * part as f32 / PARTS as f32) * tip;
    (-PARTS..=PARTS)
        .filter_map(|part| project(camera, rect, on(part)))
        .collect()
}

/// Half a metre ahead, closed.
fn cone(at: Vec3, ahead: Vec3, degrees: f32) -> Vec<Vec3> {
    let Some(ahead) = ahead.try_normalize() else {
        return Vec::new();
    };
    let (sin, cos) = degrees.clamp(0.0, 180.0).to_radians().sin_cos();
    let (u, v) = ahead.any_orthonormal_pair();
    let on = |part: i32| {
        let (s, c) = (part as f32 / PARTS as f32 * std::f32::consts::TAU).sin_cos();
        at + (ahead * cos + (u * c + v * s) * sin) * 0.5
    };
    (0..=PARTS).map(on).collect()
}

fn footprint(
    painter: &Painter,
    seen: impl Fn(Vec3) -> Option<Pos2>,
    (at, ahead): (Vec3, Vec3),
    is_planted: bool,
) {
    let ahead = ahead.with_y(0.0).normalize_or(Vec3::Z);
    let aside = ahead.cross(Vec3::Y);
    let corner = |u: f32, v: f32| seen(at + aside * (u * SOLE[0]) + ahead * (v * SOLE[1]));
    let corners: Option<Vec<Pos2>> = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
        .into_iter()
        .map(|(u, v)| corner(u, v))
        .collect();
    let Some(mut corners) = corners else { return };
    if is_planted {
        painter.add(Shape::convex_polygon(
            corners,
            theme::OK.gamma_multiply(0.4),
            Stroke::new(WIDTH, theme::OK),
        ));
    } else {
        corners.push(corners[0]);
        dashed(painter, &corners, theme::TEXT);
    }
}

fn dashed(painter: &Painter, points: &[Pos2], color: Color32) {
    if points.len() > 1 {
        painter.extend(Shape::dashed_line(
            points,
            Stroke::new(WIDTH, color),
            DASH,
            DASH,
        ));
    }
}

/// Words at a place, kept within the picture.
fn note(painter: &Painter, rect: Rect, at: Pos2, text: &str, color: Color32) {
    if !text.is_empty() {
        let inside = rect.shrink2(egui::vec2(90.0, 24.0));
        let at = Vec2::new(at.x, at.y).clamp(
            glam_from(inside.min.to_vec2()),
            glam_from(inside.max.to_vec2()),
        );
        labels::PointNames::new(painter).socket(pos2(at.x, at.y), text, color);
    }
}
