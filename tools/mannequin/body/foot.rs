//! The left foot and its sole: tubes from heel to toes. Place 0 is the heel, 1 under the ankle, 2
//! the ball, 3 the tip of the toes. Angles start at the top and go over the inner side.

use super::measures::Measures;
use crate::sculpt::{
    chain::{self, WeightLink},
    curve::soft_max,
    loft::{Loft, LoftSection},
    piece::{Band, BodyPiece, Edge, Finish},
};
use glam::DVec3;

/// Place, radii at top, inner side, bottom and outer side, power.
const SECTIONS: [(f64, [f64; 4], f64); 8] = [
    (0.0, [0.034, 0.028, 0.036, 0.028], 2.0),
    (0.5, [0.043, 0.032, 0.04, 0.032], 2.0),
    (1.0, [0.052, 0.034, 0.042, 0.034], 2.0),
    (1.3, [0.048, 0.035, 0.038, 0.037], 2.1),
    (1.65, [0.034, 0.039, 0.03, 0.042], 2.2),
    (2.0, [0.025, 0.043, 0.026, 0.047], 2.3),
    (2.5, [0.021, 0.042, 0.022, 0.045], 2.4),
    (3.0, [0.016, 0.034, 0.018, 0.036], 2.4),
];

const LINKS: [WeightLink; 1] = [WeightLink {
    bone: "ball_l",
    at: 1.95,
    reach: 0.4,
}];
/// Height of the shell above the ground, in metres.
const SOLE: f64 = 0.011;

fn axis(measures: &Measures) -> Vec<(f64, DVec3)> {
    let (ankle, ball, size) = (
        measures.at("foot_l"),
        measures.at("ball_l"),
        measures.girth.foot,
    );
    let under = ankle.y.min(0.05 * size);
    vec![
        (
            0.0,
            DVec3::new(ankle.x - 0.002, under * 0.9, ankle.z - 0.06 * size),
        ),
        (1.0, DVec3::new(ankle.x, under, ankle.z)),
        (2.0, DVec3::new(ball.x, 0.031 * size, ball.z)),
        (
            3.0,
            DVec3::new(ball.x + 0.002, 0.024 * size, ball.z + 0.078 * size),
        ),
    ]
}

fn piece(loft: Loft, floor: f64, sides: [usize; 3], bands: Vec<Band>) -> BodyPiece {
    BodyPiece {
        surface: Box::new(move |along, around| {
            let point = loft.point(along, around);
            point.with_y(soft_max(point.y, floor, 0.006))
        }),
        weigh: Box::new(|along, _| chain::along("foot_l", &LINKS, along)),
        is_half: false,
        sides,
        start: Edge::straight(0.0),
        bands,
        is_pointed: [true, true],
        morphs: Vec::new(),
    }
}

/// The shell of the left foot, and its sole.
pub fn pieces(measures: &Measures) -> [BodyPiece; 2] {
    use Finish::{Rubber, Shell};
    let shell = Loft {
        axis: axis(measures),
        front: DVec3::Y,
        sections: SECTIONS
            .map(|(along, radii, power)| LoftSection {
                along,
                radii,
                power,
            })
            .into(),
        bumps: Vec::new(),
        girth: [measures.girth.foot; 2],
        round: [0.55, 0.75],
    };
    let flat = |(along, [_, inner, _, outer], _): (f64, [f64; 4], f64)| LoftSection {
        along,
        radii: [0.008, inner + 0.002, 0.008, outer + 0.002],
        power: 2.6,
    };
    let sole = Loft {
        axis: shell
            .axis
            .iter()
            .map(|(at, point)| (*at, point.with_y(0.008)))
            .collect(),
        sections: SECTIONS.map(flat).into(),
        ..shell.clone()
    };
    let sole = Loft {
        girth: [1.0, measures.girth.foot],
        ..sole
    };
    let bands = vec![
        Band::new(Shell, Edge::swung(1.68, [0.0, 0.0, 0.06]), [6, 4, 2]),
        Band::new(Rubber, Edge::swung(2.08, [0.0, 0.0, 0.02]), [3, 2, 1]),
        Band::new(Shell, Edge::straight(3.0), [5, 3, 2]),
    ];
    [
        piece(shell, SOLE, [14, 9, 5], bands),
        piece(
            sole,
            -0.0015,
            [8, 6, 4],
            vec![Band::new(Rubber, Edge::straight(3.0), [10, 5, 3])],
        ),
    ]
}
