//! The left arm from shoulder to wrist: one tube downwards. Place 0 is the shoulder, 1 the elbow, 2
//! the wrist. Angles start at the front and go over the inner side.

use super::measures::Measures;
use crate::sculpt::{
    chain::{self, WeightLink},
    loft::{Bump, Loft, LoftSection},
    piece::{Band, BodyPiece, Edge, Finish},
};
use glam::DVec3;
use std::f64::consts::PI;

/// Place, radii at front, inner side, back and outer side, power.
const SECTIONS: [(f64, [f64; 4], f64); 15] = [
    (-0.19, [0.053, 0.05, 0.053, 0.052], 2.0),
    (0.0, [0.055, 0.052, 0.055, 0.054], 2.0),
    (0.18, [0.056, 0.052, 0.056, 0.058], 2.0),
    (0.32, [0.052, 0.048, 0.052, 0.055], 2.0),
    (0.5, [0.047, 0.044, 0.046, 0.045], 2.1),
    (0.7, [0.043, 0.04, 0.042, 0.039], 2.1),
    (0.88, [0.04, 0.039, 0.04, 0.039], 2.1),
    (1.0, [0.038, 0.037, 0.041, 0.039], 2.1),
    (1.12, [0.041, 0.04, 0.041, 0.042], 2.1),
    (1.28, [0.043, 0.041, 0.042, 0.045], 2.1),
    (1.5, [0.039, 0.035, 0.038, 0.038], 2.1),
    (1.75, [0.034, 0.028, 0.032, 0.029], 2.2),
    (1.92, [0.031, 0.024, 0.029, 0.024], 2.3),
    (2.0, [0.029, 0.0215, 0.027, 0.0215], 2.3),
    (2.09, [0.025, 0.016, 0.023, 0.016], 2.3),
];

/// Shoulder, biceps, triceps, elbow.
const BUMPS: [Bump; 4] = [
    Bump {
        along: 0.2,
        around: 4.71,
        height: 0.005,
        length: 0.2,
        width: 0.9,
    },
    Bump {
        along: 0.55,
        around: 0.2,
        height: 0.005,
        length: 0.18,
        width: 0.7,
    },
    Bump {
        along: 0.45,
        around: PI,
        height: 0.005,
        length: 0.2,
        width: 0.8,
    },
    Bump {
        along: 1.03,
        around: PI,
        height: 0.004,
        length: 0.07,
        width: 0.5,
    },
];

const LINKS: [WeightLink; 7] = [
    WeightLink {
        bone: "upperarm_twist_01_l",
        at: -0.08,
        reach: 0.17,
    },
    WeightLink {
        bone: "upperarm_twist_02_l",
        at: 0.42,
        reach: 0.22,
    },
    WeightLink {
        bone: "upperarm_l",
        at: 0.74,
        reach: 0.19,
    },
    WeightLink {
        bone: "lowerarm_l",
        at: 1.0,
        reach: 0.17,
    },
    WeightLink {
        bone: "lowerarm_twist_02_l",
        at: 1.31,
        reach: 0.19,
    },
    WeightLink {
        bone: "lowerarm_twist_01_l",
        at: 1.62,
        reach: 0.22,
    },
    WeightLink {
        bone: "hand_l",
        at: 2.0,
        reach: 0.12,
    },
];

/// The left arm in six bands, from the shoulder to the wrist.
pub fn piece(measures: &Measures) -> BodyPiece {
    use Finish::{Accent, Rubber, Shell};
    let bands = vec![
        Band::new(Rubber, Edge::swung(0.06, [0.0, 0.19, 0.02]), [5, 2, 1]),
        Band::new(Shell, Edge::swung(0.84, [-0.045, 0.0, 0.0]), [8, 5, 3]),
        Band::new(Rubber, Edge::swung(1.07, [0.075, 0.0, 0.0]), [7, 4, 2]),
        Band::new(Shell, Edge::straight(1.87), [7, 4, 1]),
        Band::new(Accent, Edge::straight(1.93), [1, 1, 1]),
        Band::new(Rubber, Edge::straight(2.09), [3, 2, 1]),
    ];
    let axis = ["upperarm_l", "lowerarm_l", "hand_l"];
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
        girth: measures.girth.arm,
        round: [0.19, 0.0],
    };
    BodyPiece {
        surface: Box::new(move |along, around| loft.point(along, around)),
        weigh: Box::new(|along, _| chain::along("clavicle_l", &LINKS, along)),
        is_half: false,
        sides: [14, 10, 7],
        start: Edge::straight(-0.19),
        bands,
        is_pointed: [true, false],
        morphs: Vec::new(),
    }
}
