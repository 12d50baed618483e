//! The head: a shell around a dark plate, and on the plate what looks out of it. Places on the
//! shell go from the middle of the face, 0, to the back of the head, 1; angles start at the top and
//! go to the left.

use super::{measures::Measures, skull};
use crate::sculpt::{
    curve::{mix, ramp},
    piece::{Band, BodyPiece, Edge, Finish, Shift},
};
use glam::{DVec2, DVec3};
use std::f64::consts::PI;

/// A flat dome on the face.
#[derive(Clone, Copy)]
struct Patch {
    /// Position to the left of and above the joint of the head, in metres.
    at: DVec2,
    /// Half its width and half its height, in metres.
    half: DVec2,
    /// Rotation in radians; positive raises the outer end.
    tilt: f64,
    /// Height above the face, in metres.
    height: f64,
    power: f64,
}

const EYE: Patch = Patch {
    at: DVec2::new(0.027, 0.09),
    half: DVec2::new(0.0125, 0.0185),
    tilt: 0.0,
    height: 0.003,
    power: 2.3,
};
const LID: Patch = Patch {
    at: DVec2::new(0.027, 0.1085),
    half: DVec2::new(0.015, 0.005),
    tilt: 0.0,
    height: 0.0052,
    power: 2.3,
};
const BROW: Patch = Patch {
    at: DVec2::new(0.0295, 0.133),
    half: DVec2::new(0.016, 0.0022),
    tilt: 0.12,
    height: 0.0016,
    power: 2.6,
};
const MOUTH: Patch = Patch {
    at: DVec2::new(0.0, 0.032),
    half: DVec2::new(0.021, 0.0022),
    tilt: 0.0,
    height: 0.0016,
    power: 2.4,
};

/// Part of the mouth's radius that is dark in the rest pose.
const INSIDE: f64 = 0.2;
/// How far the brows rise, and below it how far the jaw sinks, in metres.
const RISE: f64 = 0.009;
const DROP: f64 = 0.017;

/// The left half of the head: shell, ear, eye, lid, brow and mouth.
pub fn pieces(measures: &Measures) -> Vec<BodyPiece> {
    let place = HeadFrame {
        joint: measures.at("head"),
        size: measures.girth.head,
    };
    let eye = BodyPiece {
        morphs: Vec::new(),
        ..patch(place, EYE, Finish::Light, false, [16, 8, 5])
    };
    let lid = BodyPiece {
        morphs: lid_morphs(place),
        ..patch(place, LID, Finish::Visor, false, [16, 8, 0])
    };
    let brow = BodyPiece {
        morphs: brow_morphs(place),
        ..patch(place, BROW, Finish::Light, false, [12, 8, 0])
    };
    let flat = |finish, to| Band {
        lift: 0.0,
        ..Band::new(finish, Edge::straight(to), [2, 1, 1])
    };
    let lips = patch(place, MOUTH, Finish::Light, true, [10, 6, 0]);
    let bands = vec![flat(Finish::Visor, INSIDE), flat(Finish::Light, 1.0)];
    let mouth = BodyPiece {
        morphs: mouth_morphs(place),
        bands,
        ..lips
    };
    vec![shell(place), ear(place), eye, lid, brow, mouth]
}

/// Morphs of the face: name without a side, and whether each side has its own. Weight 0 is the rest
/// pose, 1 the fullest.
pub const MORPHS: [(&str, bool); 4] = [
    ("blink", true),
    ("smile", false),
    ("jaw_open", false),
    ("brow_up", false),
];

#[derive(Clone, Copy)]
struct HeadFrame {
    joint: DVec3,
    size: f64,
}

impl HeadFrame {
    fn model(self, local: DVec3) -> DVec3 {
        self.joint + local * self.size
    }

    fn local(self, model: DVec3) -> DVec3 {
        (model - self.joint) / self.size
    }

    /// A morph in local places of the head as one in model space.
    fn shift(self, by: impl Fn(DVec3) -> DVec3 + 'static) -> Shift {
        Box::new(move |point| by(self.local(point)) * self.size)
    }
}

/// A disc on the side of the head, over the seam of its shells.
fn ear(place: HeadFrame) -> BodyPiece {
    let surface = move |along: f64, around: f64| {
        let [y, z] = [
            0.082 + 0.021 * along * libm::cos(around),
            0.004 - 0.021 * along * libm::sin(around),
        ];
        let height = 0.008 + 0.004 * along * along - 0.016 * libm::pow(along, 10.0);
        place.model(DVec3::new(skull::side(y, z) + height, y, z))
    };
    let flat = |finish, to, rows| Band {
        lift: 0.0,
        ..Band::new(finish, Edge::straight(to), rows)
    };
    BodyPiece {
        surface: Box::new(surface),
        weigh: weigh(),
        is_half: false,
        sides: [16, 10, 0],
        start: Edge::straight(0.0),
        bands: vec![
            flat(Finish::Rubber, 0.52, [1, 1, 1]),
            flat(Finish::Accent, 0.66, [1, 1, 1]),
            flat(Finish::Shell, 1.0, [3, 2, 1]),
        ],
        is_pointed: [true, false],
        morphs: Vec::new(),
    }
}

fn weigh() -> crate::sculpt::piece::Weigh {
    Box::new(|_, _| vec![("head", 1.0)])
}

fn shell(place: HeadFrame) -> BodyPiece {
    let surface = move |along: f64, around: f64| {
        let (sin, cos) = (libm::sin(along * PI), libm::cos(along * PI));
        place.model(skull::hit(DVec3::new(
            sin * libm::sin(around),
            sin * libm::cos(around),
            cos,
        )))
    };
    let jaw = |point: DVec3| DVec3::new(0.0, -DROP, -0.25 * DROP) * jaw_share(point);
    BodyPiece {
        surface: Box::new(surface),
        weigh: weigh(),
        is_half: true,
        sides: [18, 10, 7],
        start: Edge::straight(0.0),
        bands: vec![
            Band::new(
                Finish::Visor,
                Edge::swung(0.238, [-0.03, 0.0, 0.012]),
                [5, 3, 2],
            ),
            Band::new(
                Finish::Shell,
                Edge::swung(0.53, [0.06, 0.0, 0.0]),
                [8, 4, 2],
            ),
            Band::new(
                Finish::Rubber,
                Edge::swung(0.545, [0.06, 0.0, 0.0]),
                [1, 1, 1],
            ),
            Band::new(Finish::Shell, Edge::straight(1.0), [9, 4, 2]),
        ],
        is_pointed: [true, true],
        morphs: vec![("jaw_open", place.shift(jaw))],
    }
}

/// How far a point follows the jaw: 1 at the chin, 0 at the eyes and at the neck.
fn jaw_share(point: DVec3) -> f64 {
    (1.0 - ramp(-0.005, 0.05, point.y)) * ramp(-0.03, 0.045, point.z)
}

fn patch(
    place: HeadFrame,
    patch: Patch,
    finish: Finish,
    is_half: bool,
    sides: [usize; 3],
) -> BodyPiece {
    let surface = move |along: f64, around: f64| place.model(patch.point(along, around));
    BodyPiece {
        surface: Box::new(surface),
        weigh: weigh(),
        is_half,
        sides,
        start: Edge::straight(0.0),
        bands: vec![Band {
            lift: 0.0,
            ..Band::new(finish, Edge::straight(1.0), [4, 2, 1])
        }],
        is_pointed: [true, false],
        morphs: Vec::new(),
    }
}

impl Patch {
    fn point(&self, along: f64, around: f64) -> DVec3 {
        let power = 2.0 / self.power;
        let outline = |x: f64| crate::sculpt::curve::signed_power(x, power);
        let flat =
            self.half * DVec2::new(outline(libm::sin(around)), outline(libm::cos(around))) * along;
        let (sin, cos) = (libm::sin(self.tilt), libm::cos(self.tilt));
        let place = self.at + DVec2::new(flat.x * cos - flat.y * sin, flat.x * sin + flat.y * cos);
        on_face(place, self.height * dome(along))
    }

    /// Distance from the middle of an upright patch: 0 there, 1 on the outline.
    fn share(&self, from_middle: DVec2) -> f64 {
        let part = from_middle.abs() / self.half;
        libm::pow(
            libm::pow(part.x, self.power) + libm::pow(part.y, self.power),
            1.0 / self.power,
        )
    }
}

/// Height of a dome at a part of its radius: 1 in the middle, below the face at the rim.
fn dome(along: f64) -> f64 {
    1.0 - 1.35 * libm::pow(along, 3.0)
}

fn on_face(place: DVec2, height: f64) -> DVec3 {
    DVec3::new(place.x, place.y, skull::face(place.x, place.y) + height)
}

/// How far a point over the face moves when its place on the face becomes `to`.
fn slid(point: DVec3, to: DVec2) -> DVec3 {
    DVec3::new(
        to.x,
        to.y,
        skull::face(to.x, to.y) + point.z - skull::face(point.x, point.y),
    ) - point
}

fn lid_morphs(place: HeadFrame) -> Vec<(&'static str, Shift)> {
    let closed = |point: DVec3| {
        let top = LID.at.y + LID.half.y;
        let low = EYE.at.y - EYE.half.y - 0.001;
        let share = (top - point.y) / (2.0 * LID.half.y);
        slid(point, DVec2::new(point.x, top - share * (top - low)))
    };
    let raised = |point: DVec3| slid(point, DVec2::new(point.x, point.y + 0.3 * RISE));
    vec![
        ("blink", place.shift(closed)),
        ("brow_up", place.shift(raised)),
    ]
}

fn brow_morphs(place: HeadFrame) -> Vec<(&'static str, Shift)> {
    let raised = |point: DVec3| slid(point, DVec2::new(point.x, point.y + RISE));
    vec![("brow_up", place.shift(raised))]
}

fn mouth_morphs(place: HeadFrame) -> Vec<(&'static str, Shift)> {
    let smile = |point: DVec3| {
        let out = point.x / MOUTH.half.x;
        slid(
            point,
            DVec2::new(point.x * 1.3, point.y + 0.014 * out * out - 0.004),
        )
    };
    // The dark inside is a hair at rest and fills the lips when they open.
    let open = |point: DVec3| {
        let from_middle = DVec2::new(point.x, point.y) - MOUTH.at;
        let share = MOUTH.share(from_middle);
        let grown = if share < INSIDE {
            0.78 * share / INSIDE
        } else {
            mix(0.78, 1.0, (share - INSIDE) / (1.0 - INSIDE))
        };
        let to = DVec2::new(from_middle.x * 0.85, from_middle.y * 7.0) * (grown / share.max(1e-9));
        slid(point, MOUTH.at + to - DVec2::Y * 0.35 * DROP)
    };
    vec![
        ("smile", place.shift(smile)),
        ("jaw_open", place.shift(open)),
    ]
}
