//! A surface along a curved axis, interpolated between cross-sections.

use super::curve::{bell, signed_power, through};
use crate::math::hermite;
use glam::DVec3;
use std::f64::consts::{PI, TAU};

/// The outline of a loft at one place on its axis.
#[derive(Clone, Copy, Debug)]
pub struct LoftSection {
    /// Place on the axis.
    pub along: f64,
    /// Radii in metres at the four quarter turns around the axis: at the front, then by the
    /// right-hand rule about its direction.
    pub radii: [f64; 4],
    /// Exponent of the outline: 2 is an ellipse, more is squarer.
    pub power: f64,
}

/// A smooth swelling; a negative height is a hollow.
#[derive(Clone, Copy, Debug)]
pub struct Bump {
    /// Place of its middle on the axis.
    pub along: f64,
    /// Angle of its middle, in radians.
    pub around: f64,
    /// Height at its middle, in metres.
    pub height: f64,
    /// Reach along the axis, in places.
    pub length: f64,
    /// Reach around the axis, in radians.
    pub width: f64,
}

/// A surface with a place along an axis and an angle around it.
#[derive(Clone, Debug)]
pub struct Loft {
    /// Places on the axis with their positions, ascending.
    pub axis: Vec<(f64, DVec3)>,
    /// Direction of angle 0, roughly; never along the axis.
    pub front: DVec3,
    /// Cross-sections, ascending by place.
    pub sections: Vec<LoftSection>,
    /// Swellings and hollows over the interpolated surface.
    pub bumps: Vec<Bump>,
    /// Factors on the radii at front and back, and on those at the sides.
    pub girth: [f64; 2],
    /// Lengths, in places, over which the start and the end are rounded to a point; 0 leaves an end
    /// open.
    pub round: [f64; 2],
}

struct LoftFrame {
    at: DVec3,
    front: DVec3,
    side: DVec3,
}

impl Loft {
    /// The point at an angle around the axis, in radians.
    pub fn point(&self, along: f64, around: f64) -> DVec3 {
        let frame = self.frame(along);
        let (cos, sin) = (libm::cos(around), libm::sin(around));
        let radius = |i: usize| through(&self.sections, |s| s.along, |s| s.radii[i], along);
        let power = 2.0 / through(&self.sections, |s| s.along, |s| s.power, along);
        let [deep, wide] = self.girth;
        let x = signed_power(cos, power) * radius(if cos < 0.0 { 2 } else { 0 }) * deep;
        let y = signed_power(sin, power) * radius(if sin < 0.0 { 3 } else { 1 }) * wide;
        let swell = self.swell(along, around);
        let rounding = self.rounding(along);
        frame.at + (frame.front * (x + cos * swell) + frame.side * (y + sin * swell)) * rounding
    }

    fn swell(&self, along: f64, around: f64) -> f64 {
        let one = |bump: &Bump| {
            let apart = |angle: f64| (around - angle + PI).rem_euclid(TAU) - PI;
            let over = bell((along - bump.along) / bump.length);
            bump.height * over * bell(apart(bump.around) / bump.width)
        };
        self.bumps.iter().map(one).sum()
    }

    fn rounding(&self, along: f64) -> f64 {
        let ends = [
            along - self.sections[0].along,
            self.sections[self.sections.len() - 1].along - along,
        ];
        let one = |(from_end, length): (f64, f64)| {
            let missing = (1.0 - from_end / length).clamp(0.0, 1.0);
            if length == 0.0 {
                1.0
            } else {
                (1.0 - missing * missing).sqrt()
            }
        };
        ends.into_iter().zip(self.round).map(one).product()
    }

    fn frame(&self, along: f64) -> LoftFrame {
        let step = 1e-3;
        let direction = (self.center(along + step) - self.center(along - step)).normalize();
        let front = (self.front - direction * direction.dot(self.front)).normalize();
        LoftFrame {
            at: self.center(along),
            front,
            side: direction.cross(front),
        }
    }

    /// Point on the axis: a cubic through its places, straight beyond the ends.
    pub fn center(&self, along: f64) -> DVec3 {
        let axis = &self.axis;
        let last = axis.len() - 1;
        let secant = |i: usize| (axis[i + 1].1 - axis[i].1) / (axis[i + 1].0 - axis[i].0);
        let slope = |i: usize| match i {
            0 => secant(0),
            _ if i == last => secant(last - 1),
            _ => (secant(i - 1) + secant(i)) * 0.5,
        };
        if along <= axis[0].0 {
            return axis[0].1 + slope(0) * (along - axis[0].0);
        }
        if along >= axis[last].0 {
            return axis[last].1 + slope(last) * (along - axis[last].0);
        }
        let i = axis[1..last]
            .iter()
            .take_while(|(at, _)| *at <= along)
            .count();
        let width = axis[i + 1].0 - axis[i].0;
        hermite(
            axis[i].1,
            slope(i) * width,
            axis[i + 1].1,
            slope(i + 1) * width,
            (along - axis[i].0) / width,
        )
    }
}
