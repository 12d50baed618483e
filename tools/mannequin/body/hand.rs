//! The left hand: a palm and five fingers. On the palm, place 0 is the wrist and 1 the knuckles,
//! angles start at the side of the forefinger and go over the palm. On a finger, places 0 to 2 are
//! its joints and 3 its tip, and angles start at the back of the hand.

use super::measures::Measures;
use crate::sculpt::{
    chain::{self, WeightLink},
    loft::{Bump, Loft, LoftSection},
    piece::{Band, BodyPiece, Edge, Finish},
};
use glam::DVec3;

/// Bones of a finger, and its radius at the root in metres.
struct Finger {
    bones: [&'static str; 3],
    radius: f64,
}

const FINGERS: [Finger; 5] = [
    Finger {
        bones: ["thumb_01_l", "thumb_02_l", "thumb_03_l"],
        radius: 0.0128,
    },
    Finger {
        bones: ["index_01_l", "index_02_l", "index_03_l"],
        radius: 0.0104,
    },
    Finger {
        bones: ["middle_01_l", "middle_02_l", "middle_03_l"],
        radius: 0.0107,
    },
    Finger {
        bones: ["ring_01_l", "ring_02_l", "ring_03_l"],
        radius: 0.0102,
    },
    Finger {
        bones: ["pinky_01_l", "pinky_02_l", "pinky_03_l"],
        radius: 0.009,
    },
];

/// Place, radii at the forefinger's side, palm, little finger's side and back, power.
const PALM: [(f64, [f64; 4], f64); 6] = [
    (0.04, [0.031, 0.019, 0.028, 0.019], 2.3),
    (0.25, [0.034, 0.02, 0.032, 0.018], 2.4),
    (0.5, [0.038, 0.019, 0.036, 0.017], 2.5),
    (0.75, [0.041, 0.016, 0.038, 0.015], 2.6),
    (0.95, [0.04, 0.0135, 0.037, 0.0135], 2.6),
    (1.1, [0.038, 0.012, 0.035, 0.012], 2.6),
];

/// The ball of the thumb, that of the little finger.
const PALM_BUMPS: [Bump; 2] = [
    Bump {
        along: 0.35,
        around: 0.8,
        height: 0.01,
        length: 0.28,
        width: 0.7,
    },
    Bump {
        along: 0.4,
        around: 2.5,
        height: 0.004,
        length: 0.3,
        width: 0.6,
    },
];

/// Palm and fingers of the left hand, and a mitten that replaces four fingers at the coarsest level
/// of detail.
pub fn pieces(measures: &Measures) -> Vec<BodyPiece> {
    let mut pieces = vec![palm(measures)];
    pieces.extend(FINGERS.iter().map(|finger| self::finger(measures, finger)));
    // The coarsest level of detail has a mitten with a thumb.
    pieces[1].sides[2] = 4;
    pieces.push(mitten(measures));
    pieces
}

/// Middle of the first joints of the four fingers.
fn knuckles(measures: &Measures) -> DVec3 {
    FINGERS[1..]
        .iter()
        .map(|finger| measures.at(finger.bones[0]))
        .sum::<DVec3>()
        / 4.0
}

/// Vector from the little finger to the forefinger.
fn across(measures: &Measures) -> DVec3 {
    measures.at("index_01_l") - measures.at("pinky_01_l")
}

/// Unit vector from the palm out of the back of the hand.
fn back(measures: &Measures) -> DVec3 {
    across(measures)
        .cross(knuckles(measures) - measures.at("hand_l"))
        .normalize()
}

fn palm(measures: &Measures) -> BodyPiece {
    let loft = Loft {
        axis: vec![(0.0, measures.at("hand_l")), (1.0, knuckles(measures))],
        front: across(measures),
        sections: PALM
            .map(|(along, radii, power)| LoftSection {
                along,
                radii,
                power,
            })
            .into(),
        bumps: PALM_BUMPS.into(),
        girth: measures.girth.hand,
        round: [0.0, 0.14],
    };
    let links = [WeightLink {
        bone: "hand_l",
        at: -0.05,
        reach: 0.15,
    }];
    BodyPiece {
        surface: Box::new(move |along, around| loft.point(along, around)),
        weigh: Box::new(move |along, _| chain::along("lowerarm_twist_01_l", &links, along)),
        is_half: false,
        sides: [12, 8, 6],
        start: Edge::straight(0.04),
        bands: vec![
            Band::new(
                Finish::Shell,
                Edge::swung(0.84, [0.0, 0.02, 0.02]),
                [5, 3, 1],
            ),
            Band::new(Finish::Rubber, Edge::straight(1.1), [3, 2, 1]),
        ],
        is_pointed: [false, true],
        morphs: Vec::new(),
    }
}

/// Joints of a finger, and its tip.
fn joints(measures: &Measures, finger: &Finger) -> [DVec3; 4] {
    let [a, b, c] = finger.bones.map(|bone| measures.at(bone));
    [a, b, c, c + (c - b) * 0.95]
}

fn finger(measures: &Measures, finger: &Finger) -> BodyPiece {
    use Finish::{Rubber, Shell};
    let [root, middle, last, tip] = joints(measures, finger);
    let radius = finger.radius * measures.girth.hand[1];
    let section = |along: f64, size: f64| LoftSection {
        along,
        radii: [size * radius; 4],
        power: 2.0,
    };
    let loft = Loft {
        axis: vec![(0.0, root), (1.0, middle), (2.0, last), (3.0, tip)],
        front: back(measures),
        sections: vec![
            section(-0.4, 0.92),
            section(0.0, 0.98),
            section(0.5, 1.04),
            section(1.0, 0.88),
            section(1.5, 0.95),
            section(2.0, 0.8),
            section(2.5, 0.86),
            section(3.0, 0.74),
        ],
        bumps: Vec::new(),
        girth: [1.0; 2],
        round: [0.0, 0.4],
    };
    let [first, second, third] = finger.bones;
    let links = [
        WeightLink {
            bone: first,
            at: -0.04,
            reach: 0.32,
        },
        WeightLink {
            bone: second,
            at: 1.0,
            reach: 0.23,
        },
        WeightLink {
            bone: third,
            at: 2.0,
            reach: 0.25,
        },
    ];
    let flat = |finish, to, rows| Band {
        lift: 0.0,
        ..Band::new(finish, to, rows)
    };
    BodyPiece {
        surface: Box::new(move |along, around| loft.point(along, around)),
        weigh: Box::new(move |along, _| chain::along("hand_l", &links, along)),
        is_half: false,
        sides: [8, 6, 0],
        start: Edge::straight(-0.4),
        bands: vec![
            flat(Rubber, Edge::swung(0.16, [-0.08, 0.0, 0.0]), [3, 1, 1]),
            flat(Shell, Edge::swung(0.84, [0.05, 0.0, 0.0]), [2, 1, 1]),
            flat(Rubber, Edge::swung(1.15, [-0.08, 0.0, 0.0]), [2, 1, 1]),
            flat(Shell, Edge::swung(1.84, [0.05, 0.0, 0.0]), [2, 1, 1]),
            flat(Rubber, Edge::swung(2.17, [-0.08, 0.0, 0.0]), [2, 1, 1]),
            flat(Shell, Edge::straight(3.0), [4, 2, 1]),
        ],
        is_pointed: [false, true],
        morphs: Vec::new(),
    }
}

/// The four fingers as one, at the coarsest level of detail only.
fn mitten(measures: &Measures) -> BodyPiece {
    let tips = FINGERS[1..]
        .iter()
        .map(|finger| joints(measures, finger)[3])
        .sum::<DVec3>()
        / 4.0;
    let width = across(measures).length() / 2.0;
    let section = |along: f64, size: f64, thick: f64| LoftSection {
        along,
        radii: [width * size, thick, width * size, thick],
        power: 2.4,
    };
    let loft = Loft {
        axis: vec![(0.0, knuckles(measures)), (1.0, tips)],
        front: across(measures),
        sections: vec![
            section(-0.1, 1.25, 0.011),
            section(0.5, 1.1, 0.01),
            section(1.0, 0.8, 0.008),
        ],
        bumps: Vec::new(),
        girth: [1.0; 2],
        round: [0.0, 0.2],
    };
    BodyPiece {
        surface: Box::new(move |along, around| loft.point(along, around)),
        weigh: Box::new(|_, _| vec![("hand_l", 1.0)]),
        is_half: false,
        sides: [0, 0, 6],
        start: Edge::straight(-0.1),
        bands: vec![Band::new(Finish::Shell, Edge::straight(1.0), [1, 1, 2])],
        is_pointed: [false, true],
        morphs: Vec::new(),
    }
}
