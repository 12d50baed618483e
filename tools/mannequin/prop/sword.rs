//! The sword: pommel, grip, guard and blade.

use super::look::PropLook;
use crate::{
    sculpt::{
        atlas::Atlas,
        half::Half,
        loft::{Loft, LoftSection},
        piece::{Band, BodyPiece, Edge, Finish},
        skin::SkinBuilder,
    },
    skeleton::FigureJoint,
};
use glam::DVec3;

/// Material, finish and linear colour: finishes stand for other materials here than on the body.
const LOOKS: [(&str, Finish, [f32; 4]); 3] = [
    ("Steel", Finish::Shell, [0.56, 0.57, 0.58, 1.0]),
    ("Grip", Finish::Rubber, [0.035, 0.034, 0.036, 1.0]),
    ("Accent", Finish::Accent, [0.85, 0.15, 0.012, 1.0]),
];

/// A cross-section: place, half thickness and half width, all in metres, and the power of its
/// outline.
type SwordSection = (f64, f64, f64, f64);

/// A blade with a ridge, whose section is a diamond.
const BLADE: [SwordSection; 5] = [
    (0.085, 0.0065, 0.026, 1.0),
    (0.13, 0.0062, 0.0255, 1.0),
    (0.6, 0.0048, 0.0215, 1.0),
    (0.75, 0.0038, 0.0175, 1.0),
    (0.83, 0.0005, 0.0008, 1.0),
];
/// The left arm of the guard, outwards.
const GUARD: [SwordSection; 4] = [
    (0.0, 0.014, 0.012, 2.6),
    (0.03, 0.0105, 0.0085, 2.6),
    (0.075, 0.008, 0.0075, 2.6),
    (0.094, 0.0095, 0.011, 2.6),
];
const COLLAR: [SwordSection; 3] = [
    (0.056, 0.0155, 0.019, 2.2),
    (0.062, 0.017, 0.0205, 2.2),
    (0.07, 0.0155, 0.019, 2.2),
];
const GRIP: [SwordSection; 5] = [
    (-0.092, 0.0125, 0.0155, 2.2),
    (-0.05, 0.0145, 0.018, 2.2),
    (0.0, 0.0135, 0.0165, 2.2),
    (0.04, 0.0145, 0.018, 2.2),
    (0.066, 0.0135, 0.0165, 2.2),
];
const RING: [SwordSection; 3] = [
    (-0.094, 0.0145, 0.0175, 2.2),
    (-0.09, 0.0155, 0.0185, 2.2),
    (-0.086, 0.0145, 0.0175, 2.2),
];
const POMMEL: [SwordSection; 3] = [
    (-0.12, 0.016, 0.021, 2.4),
    (-0.107, 0.017, 0.023, 2.4),
    (-0.093, 0.013, 0.017, 2.4),
];

/// Steel, grip and accent parts of the sword.
pub fn parts() -> Vec<PropLook> {
    let upright = [(0.0, DVec3::ZERO), (1.0, DVec3::Y)];
    let outwards = [
        (0.0, DVec3::Y * 0.078),
        (0.094, DVec3::new(0.094, 0.084, 0.0)),
    ];
    let whole = |piece: BodyPiece| BodyPiece {
        is_half: false,
        ..piece
    };
    let pieces = [
        piece(&POMMEL, upright, Finish::Shell, [6, 12], 0.009),
        piece(&RING, upright, Finish::Accent, [3, 12], 0.0),
        piece(&GRIP, upright, Finish::Rubber, [8, 12], 0.0),
        piece(&COLLAR, upright, Finish::Accent, [4, 12], 0.0),
        whole(piece(&GUARD, outwards, Finish::Shell, [8, 14], 0.0)),
        piece(&BLADE, upright, Finish::Shell, [8, 12], 0.0),
    ];
    let groups = LOOKS.map(|(_, finish, _)| [finish]);
    let atlas = Atlas::new(&pieces, &groups.each_ref().map(|group| group.as_slice()));
    let half = Half::new(&pieces, &atlas, 0);
    let joints = [FigureJoint {
        name: "root".into(),
        parent: None,
        at: DVec3::ZERO,
    }];
    let skin = SkinBuilder {
        joints: &joints,
        dropped: Vec::new(),
        influences: 1,
    };
    let look = |(name, finish, color): (&'static str, Finish, [f32; 4])| PropLook {
        name,
        color,
        part: skin.part(name, &half, &[], &[finish]).0,
    };
    LOOKS.map(look).into()
}

/// The left half of a piece along a line. `rows` and `sides` are its quads; `round` is the length
/// in metres over which its start is rounded.
fn piece(
    slices: &[SwordSection],
    axis: [(f64, DVec3); 2],
    finish: Finish,
    [rows, sides]: [usize; 2],
    round: f64,
) -> BodyPiece {
    let section = |(along, thick, wide, power): &SwordSection| LoftSection {
        along: *along,
        radii: [*thick, *wide, *thick, *wide],
        power: *power,
    };
    let loft = Loft {
        axis: axis.into(),
        front: DVec3::Z,
        sections: slices.iter().map(section).collect(),
        bumps: Vec::new(),
        girth: [1.0; 2],
        round: [round, 0.0],
    };
    let end = Edge::straight(slices[slices.len() - 1].0);
    BodyPiece {
        surface: Box::new(move |along, around| loft.point(along, around)),
        weigh: Box::new(|_, _| vec![("root", 1.0)]),
        is_half: true,
        sides: [sides; 3],
        start: Edge::straight(slices[0].0),
        bands: vec![Band {
            lift: 0.0,
            ..Band::new(finish, end, [rows; 3])
        }],
        is_pointed: [round > 0.0, false],
        morphs: Vec::new(),
    }
}
