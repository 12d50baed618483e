//! A closed piece of a body: a surface with two coordinates, cut into bands by lines around it.

use super::{LODS, curve::mix};
use glam::DVec3;
use std::f64::consts::{PI, TAU};

/// Distance in the surface's own coordinates over which slopes are measured.
const STEP: f64 = 1e-4;

/// Bones of the left side or the middle, with weights that sum to 1.
pub type BoneInfluences = Vec<(&'static str, f64)>;
/// Returns the point at a place along and an angle around, in radians.
pub type PieceSurfaceFn = Box<dyn Fn(f64, f64) -> DVec3>;
/// Returns the influences at a place along and the point there.
pub type Weigh = Box<dyn Fn(f64, DVec3) -> BoneInfluences>;
/// Returns how far a morph moves a point.
pub type Shift = Box<dyn Fn(DVec3) -> DVec3>;

/// The look of a band.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Finish {
    /// Bright plates, which stand out.
    Shell,
    /// Coloured details.
    Accent,
    /// Dark joints between plates.
    Rubber,
    /// The smooth dark plate of the face.
    Visor,
    /// Features that show on the visor.
    Light,
}

/// A line around a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Place along, averaged over all angles.
    pub at: f64,
    /// Amplitudes by which the place varies with the cosine of the angle, its sine, and the cosine
    /// of the double angle.
    pub swing: [f64; 3],
}

/// A band of a piece, with one finish.
pub struct Band {
    /// The look of all of the band.
    pub finish: Finish,
    /// Where it ends; it starts where the previous band ends.
    pub to: Edge,
    /// Rows of quads along it, at each level of detail.
    pub rows: [usize; LODS],
    /// Height above the surface, in metres.
    pub lift: f64,
}

/// A piece of a body.
pub struct BodyPiece {
    /// The points of the piece before bands lift them.
    pub surface: PieceSurfaceFn,
    /// Which bones each point follows, and how much.
    pub weigh: Weigh,
    /// Whether it is the left half of something in the middle; angles then end at half a turn.
    pub is_half: bool,
    /// Quads around it at each level of detail; 0 leaves it out.
    pub sides: [usize; LODS],
    /// Where the first band starts.
    pub start: Edge,
    /// Its bands, from the start on.
    pub bands: Vec<Band>,
    /// Whether the surface itself ends in a point at the start and at the end. Otherwise a flat lid
    /// closes it.
    pub is_pointed: [bool; 2],
    /// Morphs: names without a side, and shifts.
    pub morphs: Vec<(&'static str, Shift)>,
}

impl Edge {
    /// A line at the same place all around.
    pub const fn straight(at: f64) -> Self {
        Self {
            at,
            swing: [0.0; 3],
        }
    }

    /// A line that varies with the angle; see [`Edge::swing`].
    pub const fn swung(at: f64, swing: [f64; 3]) -> Self {
        Self { at, swing }
    }

    /// Place of the line at an angle, in radians.
    pub fn along(&self, around: f64) -> f64 {
        let [cos, sin, double] = self.swing;
        self.at
            + cos * libm::cos(around)
            + sin * libm::sin(around)
            + double * libm::cos(2.0 * around)
    }
}

impl Band {
    /// A band with the height that its finish usually has.
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

impl BodyPiece {
    /// Angle at which it ends, in radians.
    pub fn turn(&self) -> f64 {
        if self.is_half { PI } else { TAU }
    }

    /// Start and end of a band.
    pub fn edges(&self, band: usize) -> [Edge; 2] {
        let start = if band == 0 {
            self.start
        } else {
            self.bands[band - 1].to
        };
        [start, self.bands[band].to]
    }

    /// Place along at a share of a band, 0..=1.
    pub fn along(&self, band: usize, share: f64, around: f64) -> f64 {
        let [from, to] = self.edges(band);
        mix(from.along(around), to.along(around), share)
    }

    /// Outward normal of unit length; zero where the surface ends in a point.
    pub fn normal(&self, along: f64, around: f64) -> DVec3 {
        let slope = |a: f64, b: f64| {
            (self.surface)(along + a, around + b) - (self.surface)(along - a, around - b)
        };
        slope(0.0, STEP).cross(slope(STEP, 0.0)).normalize_or_zero()
    }

    /// Lengths in metres along a band and around it.
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
