//! The emblem on the chest: a diamond in a dark field. Place 0 is its middle, 1 its rim; angles
//! start at the top.

use super::{measures::Measures, torso};
use crate::sculpt::{
    curve::signed_power,
    piece::{Band, BodyPiece, Edge, Finish},
};
use glam::DVec3;

/// Middle of the emblem, and below it half its size, in places and angles of the torso.
const MIDDLE: f64 = 4.95;
const HALF: [f64; 2] = [0.36, 0.21];
/// Exponent of its outline; 1 is a diamond with straight sides.
const POWER: f64 = 1.08;

/// The left half of the emblem, 6.5 mm above the torso in its middle.
pub fn piece(measures: &Measures) -> BodyPiece {
    let loft = torso::loft(measures);
    let weigh = torso::weigh(measures);
    let wide = HALF[1] / measures.girth.torso[1];
    let surface = move |along: f64, around: f64| {
        let outline = |x: f64| signed_power(x, 2.0 / POWER) * along;
        let (up, aside) = (
            HALF[0] * outline(libm::cos(around)),
            wide * outline(libm::sin(around)),
        );
        let height = 0.0065 - 0.008 * libm::pow(along, 8.0);
        loft.point(MIDDLE + up, aside) + DVec3::Z * height
    };
    let flat = |finish, to| Band {
        lift: 0.0,
        ..Band::new(finish, Edge::straight(to), [1, 1, 1])
    };
    BodyPiece {
        surface: Box::new(surface),
        weigh: Box::new(move |_, point| weigh(MIDDLE, point)),
        is_half: true,
        sides: [14, 6, 2],
        start: Edge::straight(0.0),
        bands: vec![
            flat(Finish::Accent, 0.62),
            flat(Finish::Rubber, 0.9),
            flat(Finish::Rubber, 1.0),
        ],
        is_pointed: [true, false],
        morphs: Vec::new(),
    }
}
