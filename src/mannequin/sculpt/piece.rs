//! A closed piece of the body: a surface with two coordinates, cut into bands by lines around it.

use super::{LODS, curve::mix};
use glam::DVec3;
use std::f64::consts::{PI, TAU};

/// How far apart two places are that show the slope of a surface, in its own coordinates.
const STEP: f64 = 1e-4;

/// Bones, left and middle ones only, and weights that sum to 1.
pub type Influences = Vec<(&'static str, f64)>;
/// The point at a place along and at an angle around.
pub type Surface = Box<dyn Fn(f64, f64) -> DVec3>;
/// The influences of the place along and of the point there.
pub type Weigh = Box<dyn Fn(f64, DVec3) -> Influences>;
/// How far a morph moves a point.
pub type Shift = Box<dyn Fn(DVec3) -> DVec3>;

/// What a band looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Finish {
    Shell,
    Accent,
    Rubber,
    /// The smooth dark plate of the face.
    Visor,
    /// What shows on the visor.
    Light,
}

/// A line around a piece: its place along, swinging with the angle. `swing` holds the amplitudes of
/// cosine, sine and cosine of the double angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    pub at: f64,
    pub swing: [f64; 3],
}

pub struct Band {
    pub finish: Finish,
    /// Where it ends; it starts where the one before ends.
    pub to: Edge,
    /// Rows of quads along it, one number a level of detail.
    pub rows: [usize; LODS],
    /// How far it stands out, metres.
    pub lift: f64,
}

pub struct Piece {
    pub surface: Surface,
    pub weigh: Weigh,
    /// The left half of something in the middle; angles end at half a turn.
    pub is_half: bool,
    /// Quads around it, one number a level of detail.
    pub sides: [usize; LODS],
    pub start: Edge,
    pub bands: Vec<Band>,
    /// Whether the surface itself ends in a point at the start and the end. Otherwise a flat lid
    /// closes it.
    pub is_pointed: [bool; 2],
    /// Name without a side and shift.
    pub morphs: Vec<(&'static str, Shift)>,
}

impl Edge {
    pub const fn straight(at: f64) -> Self {
        Self {
            at,
            swing: [0.0; 3],
        }
    }

    pub const fn swung(at: f64, swing: [f64; 3]) -> Self {
        Self { at, swing }
    }

    pub fn along(&self, around: f64) -> f64 {
        let [cos, sin, double] = self.swing;
        self.at
            + cos * libm::cos(around)
            + sin * libm::sin(around)
            + double * libm::cos(2.0 * around)
    }
}

impl Band {
    pub fn new(finish: Finish, to: Edge, rows: [usize; LODS]) -> Self {
        let lift = match finish {
            Finish::Shell => 0.004,
            Finish::Accent => 0.0025,
            Finish::Rubber | Finish::Visor | Finish::Light => 0.0,
        };
        Self {
            finish,
            to,
            rows,
            lift,
        }
    }
}

impl Piece {
    pub fn turn(&self) -> f64 {
        if self.is_half { PI } else { TAU }
    }

    /// The start and end of a band.
    pub fn edges(&self, band: usize) -> [Edge; 2] {
        let start = if band == 0 {
            self.start
        } else {
            self.bands[band - 1].to
        };
        [start, self.bands[band].to]
    }

    /// The place along at a share of a band, 0 to 1.
    pub fn along(&self, band: usize, share: f64, around: f64) -> f64 {
        let [from, to] = self.edges(band);
        mix(from.along(around), to.along(around), share)
    }

    /// Unit length, outwards; the axis where the surface ends in a point.
    pub fn normal(&self, along: f64, around: f64) -> DVec3 {
        let slope = |a: f64, b: f64| {
            (self.surface)(along + a, around + b) - (self.surface)(along - a, around - b)
        };
        slope(0.0, STEP).cross(slope(STEP, 0.0)).normalize_or_zero()
    }

    /// Metres along and around the middle of a band.
    pub fn size(&self, band: usize) -> [f64; 2] {
        const PARTS: usize = 16;
        let part = |i: usize| i as f64 / PARTS as f64;
        let point = |share: f64, turn: f64| {
            let around = self.turn() * turn;
            (self.surface)(self.along(band, share, around), around)
        };
        let length = |at: &dyn Fn(f64) -> DVec3| {
            (0..PARTS)
                .map(|i| at(part(i)).distance(at(part(i + 1))))
                .sum::<f64>()
        };
        let along = |turn: f64| length(&|share| point(share, turn));
        let around = |share: f64| length(&|turn| point(share, turn));
        [
            (along(0.0) + along(0.25) + along(0.5) + along(0.75)) / 4.0,
            around(0.15).max(around(0.5)).max(around(0.85)),
        ]
    }
}
