//! Where a handle goes while it is dragged: along an axis, over a plane, about an axis.
//!
//! Invariant: what a drag comes to is a function of where it began, where the pointer is and what
//! was typed.

#[cfg(test)]
mod tests;

use anim::Transform;
use glam::{Quat, Vec3};
use render::Ray;

/// Metres and degrees of a snapped drag.
pub(super) const STEP: f32 = 0.01;
pub(super) const TURN_STEP: f32 = 5.0;
/// Factor on the motion of a drag while Shift is held.
const SLOW: f32 = 0.1;
/// A plane that is seen from so near its edge is not dragged over, as the cosine of its normal with
/// the ray.
const EDGE_ON: f32 = 0.05;
/// Metres that one drag goes at most.
const FAR: f32 = 1000.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GizmoPart {
    Axis(usize),
    /// Moves in the plane across an axis.
    Plane(usize),
    /// Moves in the plane of the screen.
    Screen,
    Ring(usize),
    ScreenRing,
}

impl GizmoPart {
    /// Whether dragging the part rotates the handle; else it moves it.
    pub fn turns(self) -> bool {
        matches!(self, GizmoPart::Ring(_) | GizmoPart::ScreenRing)
    }

    /// Whether one number says how far it went.
    pub fn is_typed(self) -> bool {
        matches!(
            self,
            GizmoPart::Axis(_) | GizmoPart::Ring(_) | GizmoPart::ScreenRing
        )
    }
}

/// Amount of a drag, in the units that a user reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Amount {
    /// Metres along one axis.
    Along(f32),
    /// World space, metres.
    Over(Vec3),
    /// Degrees about an axis.
    About(f32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Modified {
    /// The result is rounded to steps of 0.01 m or 5°.
    pub snaps: bool,
    /// The drag has a tenth of its effect.
    pub is_slow: bool,
}

#[derive(Clone, Debug)]
pub(super) struct GizmoDrag {
    /// The part that is held.
    pub part: GizmoPart,
    /// World space, when it was taken hold of.
    pub start: Transform,
    /// World from the axes that it is dragged along.
    pub axes: Quat,
    /// Unit, from the scene to the eye.
    pub to_eye: Vec3,
    from: Ray,
    /// Degrees so far, for more than half a turn.
    turned: f32,
    /// Number that is typed instead of a drag.
    pub typed: String,
}

impl GizmoDrag {
    /// Begins a drag at the ray under the pointer.
    pub fn new(part: GizmoPart, start: Transform, axes: Quat, from: Ray, to_eye: Vec3) -> Self {
        Self {
            part,
            start,
            axes,
            to_eye,
            from,
            turned: 0.0,
            typed: String::new(),
        }
    }

    /// Goes on as another part, from where it began.
    pub fn switch(&mut self, part: GizmoPart) {
        (self.part, self.turned) = (part, 0.0);
        self.typed.clear();
    }

    /// Unit, world space.
    pub fn axis(&self) -> Vec3 {
        match self.part {
            GizmoPart::Axis(at) | GizmoPart::Plane(at) | GizmoPart::Ring(at) => {
                self.axes * Vec3::AXES[at]
            }
            GizmoPart::Screen | GizmoPart::ScreenRing => self.to_eye,
        }
    }

    /// Metres or degrees that were typed; None while it is no finite number. A comma counts as a
    /// point.
    pub fn typed_number(&self) -> Option<f32> {
        let number: f32 = self.typed.replace(',', ".").parse().ok()?;
        number.is_finite().then_some(number)
    }

    /// Where the handle is now, and how far the drag went.
    pub fn to(&mut self, ray: Ray, modified: Modified) -> (Transform, Amount) {
        let amount = match self.typed_number().filter(|_| self.part.is_typed()) {
            Some(number) if self.part.turns() => Amount::About(number),
            Some(number) => Amount::Along(number.clamp(-FAR, FAR)),
            None => self.dragged(ray, modified),
        };
        (self.by(amount), amount)
    }

    fn by(&self, amount: Amount) -> Transform {
        let mut to = self.start;
        match amount {
            Amount::Along(metres) => to.translation += self.axis() * metres,
            Amount::Over(way) => to.translation += way,
            Amount::About(degrees) => {
                to.rotation = (Quat::from_axis_angle(self.axis(), degrees.to_radians())
                    * to.rotation)
                    .normalize();
            }
        }
        to
    }

    fn dragged(&mut self, ray: Ray, Modified { snaps, is_slow }: Modified) -> Amount {
        let slow = if is_slow { SLOW } else { 1.0 };
        let snapped = |value: f32, step: f32| {
            if snaps {
                (value / step).round() * step
            } else {
                value
            }
        };
        match self.part {
            GizmoPart::Axis(_) => {
                let along = |ray| along(self.start.translation, self.axis(), ray);
                let way = along(ray)
                    .zip(along(self.from))
                    .map_or(0.0, |(to, from)| to - from);
                Amount::Along(snapped((way * slow).clamp(-FAR, FAR), STEP))
            }
            GizmoPart::Plane(_) | GizmoPart::Screen => {
                let on = |ray| on_plane(self.start.translation, self.axis(), ray);
                let way = on(ray)
                    .zip(on(self.from))
                    .map_or(Vec3::ZERO, |(to, from)| to - from)
                    * slow;
                let local = (self.axes.inverse() * way)
                    .clamp_length_max(FAR)
                    .to_array()
                    .map(|way| snapped(way, STEP));
                let free = self.part == GizmoPart::Screen && !snaps;
                Amount::Over(if free {
                    way.clamp_length_max(FAR)
                } else {
                    self.axes * Vec3::from(local)
                })
            }
            GizmoPart::Ring(_) | GizmoPart::ScreenRing => {
                let raw = angle(self.start.translation, self.axis(), self.from, ray)
                    .unwrap_or(0.0)
                    .to_degrees();
                // The nearest of all angles that look alike.
                self.turned = raw + ((self.turned - raw) / 360.0).round() * 360.0;
                Amount::About(snapped(self.turned * slow, TURN_STEP))
            }
        }
    }
}

/// Distance along the line through `origin` to its point nearest to `ray`; None if they are
/// parallel.
fn along(origin: Vec3, axis: Vec3, ray: Ray) -> Option<f32> {
    let (off, cos) = (ray.origin - origin, axis.dot(ray.direction));
    let apart = 1.0 - cos * cos;
    (apart > 1e-4).then(|| (off.dot(axis) - off.dot(ray.direction) * cos) / apart)
}

fn on_plane(origin: Vec3, normal: Vec3, ray: Ray) -> Option<Vec3> {
    let towards = ray.direction.dot(normal);
    if towards.abs() < EDGE_ON {
        return None;
    }
    let distance = (origin - ray.origin).dot(normal) / towards;
    Some(ray.at(distance))
}

/// About an axis from one ray to another, radians within half a turn.
fn angle(origin: Vec3, axis: Vec3, from: Ray, to: Ray) -> Option<f32> {
    let arm = |ray| {
        Some((on_plane(origin, axis, ray)? - origin).reject_from(axis))
            .filter(|arm| arm.length() > 1e-6)
    };
    let (from, to) = (arm(from)?, arm(to)?);
    Some(axis.dot(from.cross(to)).atan2(from.dot(to)))
}
