//! The left leg from hip to ankle: one tube downwards. Place 0 is the hip, 1 the knee, 2 the ankle.
//! Angles start at the front and go over the inner side.

use super::measures::Measures;
use crate::sculpt::{
    chain::{self, WeightLink},
    loft::{Bump, Loft, LoftSection},
    piece::{Band, BodyPiece, Edge, Finish},
};
use glam::DVec3;

/// Place, radii at front, inner side, back and outer side, power.
const SECTIONS: [(f64, [f64; 4], f64); 15] = [
    (-0.19, [0.08, 0.078, 0.082, 0.076], 2.0),
    (0.0, [0.082, 0.078, 0.088, 0.08], 2.0),
    (0.12, [0.085, 0.08, 0.09, 0.088], 2.1),
    (0.3, [0.085, 0.076, 0.084, 0.089], 2.1),
    (0.55, [0.078, 0.064, 0.07, 0.077], 2.1),
    (0.78, [0.066, 0.053, 0.057, 0.059], 2.1),
    (0.92, [0.058, 0.049, 0.051, 0.05], 2.2),
    (1.0, [0.054, 0.047, 0.05, 0.048], 2.2),
    (1.08, [0.05, 0.048, 0.055, 0.05], 2.1),
    (1.22, [0.047, 0.052, 0.067, 0.056], 2.0),
    (1.38, [0.046, 0.049, 0.068, 0.054], 2.0),
    (1.6, [0.041, 0.039, 0.052, 0.041], 2.0),
    (1.8, [0.036, 0.032, 0.038, 0.033], 2.0),
    (1.93, [0.034, 0.03, 0.036, 0.031], 2.0),
    (2.13, [0.034, 0.03, 0.036, 0.031], 2.0),
];

/// Thigh, kneecap.
const BUMPS: [Bump; 3] = [
    Bump {
        along: 0.55,
        around: -0.5,
        height: 0.005,
        length: 0.3,
        width: 0.6,
    },
    Bump {
        along: 0.8,
        around: 0.75,
        height: 0.005,
        length: 0.13,
        width: 0.5,
    },
    Bump {
        along: 1.0,
        around: 0.0,
        height: 0.006,
        length: 0.06,
        width: 0.45,
    },
];

const LINKS: [WeightLink; 5] = [
    WeightLink {
        bone: "thigh_twist_01_l",
        at: -0.1,
        reach: 0.16,
    },
    WeightLink {
        bone: "thigh_l",
        at: 0.6,
        reach: 0.26,
    },
    WeightLink {
        bone: "calf_l",
        at: 1.0,
        reach: 0.13,
    },
    WeightLink {
        bone: "calf_twist_01_l",
        at: 1.5,
        reach: 0.3,
    },
    WeightLink {
        bone: "foot_l",
        at: 1.985,
        reach: 0.095,
    },
];

/// The left leg in six bands, from the pelvis to the foot.
pub fn piece(measures: &Measures) -> BodyPiece {
    use Finish::{Accent, Rubber, Shell};
    let bands = vec![
        Band::new(Rubber, Edge::swung(0.115, [-0.02, 0.085, 0.0]), [4, 2, 1]),
        Band::new(Shell, Edge::swung(0.88, [0.045, 0.0, 0.0]), [8, 5, 3]),
        Band::new(Rubber, Edge::swung(1.055, [-0.075, 0.0, 0.0]), [7, 4, 2]),
        Band::new(Shell, Edge::swung(1.86, [-0.02, 0.0, 0.0]), [9, 5, 3]),
        Band::new(Accent, Edge::swung(1.905, [-0.02, 0.0, 0.0]), [1, 1, 1]),
        Band::new(Rubber, Edge::straight(2.13), [4, 2, 1]),
    ];
    let axis = ["thigh_l", "calf_l", "foot_l"];
    let loft = Loft {
        axis: axis
            .iter()
            .enumerate()
            .map(|(i, bone)| (i as f64, measures.at(bone)))
            .collect(),
        front: DVec3::Z,
        sections: SECTIONS
            .map(|(along, radii, power)| LoftSection {
                along,
                radii,
                power,
            })
            .into(),
        bumps: BUMPS.into(),
        girth: measures.girth.leg,
        round: [0.19, 0.0],
    };
    BodyPiece {
        surface: Box::new(move |along, around| loft.point(along, around)),
        weigh: Box::new(|along, _| chain::along("pelvis", &LINKS, along)),
        is_half: false,
        sides: [16, 11, 7],
        start: Edge::straight(-0.19),
        bands,
        is_pointed: [true, false],
        morphs: Vec::new(),
    }
}
