//! Pelvis, waist, chest and neck: one tube upwards. Place 0 is the pelvis, 1 to 5 are the bones of
//! the spine, 6 to 8 neck and head. Angles start at the front and go to the left.

use super::measures::Measures;
use crate::sculpt::{
    chain::{self, WeightLink},
    curve::ramp,
    loft::{Bump, Loft, LoftSection},
    piece::{Band, BodyPiece, Edge, Finish},
};
use glam::DVec3;
use std::f64::consts::PI;

const BONES: [&str; 9] = [
    "pelvis", "spine_01", "spine_02", "spine_03", "spine_04", "spine_05", "neck_01", "neck_02",
    "head",
];

/// Place, radii at front, side and back, power.
const SECTIONS: [(f64, [f64; 3], f64); 25] = [
    (-1.0, [0.036, 0.034, 0.044], 2.0),
    (-0.8, [0.062, 0.058, 0.063], 2.0),
    (-0.5, [0.088, 0.108, 0.094], 2.1),
    (-0.15, [0.101, 0.146, 0.112], 2.3),
    (0.15, [0.105, 0.158, 0.118], 2.4),
    (0.6, [0.103, 0.157, 0.107], 2.4),
    (1.0, [0.1, 0.147, 0.096], 2.3),
    (1.5, [0.096, 0.132, 0.086], 2.2),
    (2.0, [0.095, 0.124, 0.083], 2.2),
    (2.5, [0.098, 0.124, 0.085], 2.2),
    (3.0, [0.104, 0.131, 0.092], 2.2),
    (3.5, [0.113, 0.143, 0.103], 2.2),
    (4.0, [0.122, 0.155, 0.114], 2.3),
    (4.5, [0.127, 0.164, 0.123], 2.3),
    (5.0, [0.124, 0.166, 0.127], 2.3),
    (5.25, [0.116, 0.165, 0.124], 2.3),
    (5.45, [0.105, 0.156, 0.118], 2.3),
    (5.65, [0.09, 0.135, 0.105], 2.2),
    (5.82, [0.073, 0.101, 0.087], 2.1),
    (6.0, [0.059, 0.067, 0.068], 2.0),
    (6.4, [0.053, 0.055, 0.057], 2.0),
    (7.0, [0.05, 0.05, 0.054], 2.0),
    (7.6, [0.049, 0.048, 0.054], 2.0),
    (8.0, [0.048, 0.047, 0.053], 2.0),
    (8.5, [0.046, 0.046, 0.05], 2.0),
];

/// Breast, shoulder blades, the groove of the spine, the seat.
const BUMPS: [Bump; 6] = [
    Bump {
        along: 4.75,
        around: 0.62,
        height: 0.017,
        length: 0.5,
        width: 0.4,
    },
    Bump {
        along: 4.6,
        around: 0.0,
        height: -0.007,
        length: 0.9,
        width: 0.2,
    },
    Bump {
        along: 4.9,
        around: 2.5,
        height: 0.01,
        length: 0.6,
        width: 0.35,
    },
    Bump {
        along: 3.6,
        around: PI,
        height: -0.009,
        length: 2.2,
        width: 0.25,
    },
    Bump {
        along: -0.2,
        around: 2.65,
        height: 0.016,
        length: 0.5,
        width: 0.4,
    },
    Bump {
        along: -0.3,
        around: PI,
        height: -0.012,
        length: 0.6,
        width: 0.2,
    },
];

/// The surface from the crotch to the neck. The emblem lies on it too.
pub fn loft(measures: &Measures) -> Loft {
    let crotch = measures.at("pelvis")
        + DVec3::Y * (measures.at("thigh_l").y - measures.at("pelvis").y - 0.088);
    let mut axis = vec![(-1.0, crotch)];
    axis.extend(
        BONES
            .iter()
            .enumerate()
            .map(|(i, bone)| (i as f64, measures.at(bone))),
    );
    let section = |(along, [front, side, back], power): &(f64, [f64; 3], f64)| {
        let slim = 1.0 - ramp(5.4, 6.2, *along);
        let grown = |radius: f64, girth: f64| radius * (1.0 + (girth - 1.0) * (0.4 + 0.6 * slim));
        let [deep, wide] = measures.girth.torso;
        let radii = [
            grown(*front, deep),
            grown(*side, wide),
            grown(*back, deep),
            grown(*side, wide),
        ];
        LoftSection {
            along: *along,
            radii,
            power: *power,
        }
    };
    let mirrored = BUMPS
        .iter()
        .filter(|bump| bump.around > 0.0 && bump.around < 3.0);
    let mirrored = mirrored.map(|bump| Bump {
        around: -bump.around,
        ..*bump
    });
    Loft {
        axis,
        front: DVec3::Z,
        sections: SECTIONS.iter().map(section).collect(),
        bumps: BUMPS.iter().copied().chain(mirrored).collect(),
        girth: [1.0; 2],
        round: [0.22, 0.0],
    }
}

/// The left half of the torso in six bands, from the crotch to the neck.
pub fn piece(measures: &Measures) -> BodyPiece {
    use Finish::{Rubber, Shell};
    let bands = vec![
        Band::new(Shell, Edge::swung(0.72, [-0.12, 0.0, -0.16]), [10, 6, 3]),
        Band::new(Rubber, Edge::swung(1.7, [0.05, 0.0, 0.1]), [5, 3, 1]),
        Band::new(Shell, Edge::swung(2.75, [0.1, 0.0, 0.12]), [4, 3, 1]),
        Band::new(Rubber, Edge::swung(3.42, [0.16, 0.0, 0.26]), [4, 2, 1]),
        Band::new(Shell, Edge::swung(5.72, [-0.1, 0.0, 0.04]), [11, 7, 3]),
        Band::new(Rubber, Edge::straight(8.5), [9, 5, 2]),
    ];
    let loft = loft(measures);
    BodyPiece {
        surface: Box::new(move |along, around| loft.point(along, around)),
        weigh: weigh(measures),
        is_half: true,
        sides: [18, 11, 6],
        start: Edge::straight(-1.0),
        bands,
        is_pointed: [true, false],
        morphs: Vec::new(),
    }
}

/// Weights of the torso. The spine bends as one curve; shoulders and hips take a share of what is
/// near them.
pub fn weigh(measures: &Measures) -> crate::sculpt::piece::Weigh {
    let reach = [0.0, 0.9, 1.1, 1.1, 1.1, 1.1, 0.8, 0.7, 0.55];
    let link = |i: usize| WeightLink {
        bone: BONES[i],
        at: i as f64,
        reach: reach[i],
    };
    let links: Vec<WeightLink> = (1..BONES.len()).map(link).collect();
    let (shoulder, hip) = (measures.at("upperarm_l"), measures.at("thigh_l"));
    Box::new(move |along, point| {
        let mut influences = chain::along(BONES[0], &links, along);
        let side = point.x / shoulder.x;
        let high = ramp(shoulder.y - 0.12, shoulder.y, point.y) * (1.0 - ramp(5.6, 6.2, along));
        chain::share(
            &mut influences,
            "clavicle_l",
            0.55 * ramp(0.35, 0.85, side) * high,
        );
        let near = 1.0 - ramp(0.03, 0.11, point.distance(shoulder));
        chain::share(
            &mut influences,
            "upperarm_l",
            0.3 * near * ramp(0.3, 0.6, side),
        );
        let low = 1.0 - ramp(hip.y - 0.06, hip.y + 0.03, point.y);
        chain::share(
            &mut influences,
            "thigh_l",
            0.25 * low * ramp(0.5, 1.0, point.x / hip.x),
        );
        influences
    })
}
