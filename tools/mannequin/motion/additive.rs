//! Additive motions: leans, hits, aiming and looking.

use super::idle::rest;
use crate::{
    rig::{FigurePose, Motion, PoseKeyTrack, Side},
    take::Take,
};
use anim::additive::AdditiveKind;

use Side::{Left, Right};

/// All takes of this module, with the base pose that aiming needs.
pub fn all() -> Vec<Take> {
    let mut takes = vec![
        posed("Lean_L_Add", AdditiveKind::Local, "Idle", lean(1.0)),
        posed("Lean_R_Add", AdditiveKind::Local, "Idle", lean(-1.0)),
        hit_front(),
        hit_left(),
        aiming(),
    ];
    takes.extend(
        AIMS.map(|(name, pitch, turn)| {
            posed(name, AdditiveKind::Mesh, "Aim_Idle", aim(pitch, turn))
        }),
    );
    takes.extend(
        LOOKS.map(|(name, pitch, turn)| posed(name, AdditiveKind::Mesh, "Idle", look(pitch, turn))),
    );
    takes
}

/// A clip of one pose, as the difference to the first frame of `base`.
fn posed(name: &'static str, kind: AdditiveKind, base: &'static str, pose: FigurePose) -> Take {
    Take::new(
        name,
        Motion::standing(1.0 / 30.0, PoseKeyTrack::still(pose)),
    )
    .additive(kind, Some(base))
}

/// Leans into a curve; `side` is 1 for the left and -1 for the right.
fn lean(side: f64) -> FigurePose {
    let mut p = rest();
    p.waist(1.0, -2.0 + 4.0 * side, 1.4 - 9.0 * side).chest(
        1.0,
        -2.0 + 6.0 * side,
        0.8 - 7.0 * side,
    );
    p.head(2.0, 12.0 * side, -4.0 * side);
    p
}

/// Name, and degrees down and to the left.
const AIMS: [(&str, f64, f64); 9] = [
    ("Aim_CC", 0.0, 0.0),
    ("Aim_CU", -50.0, 0.0),
    ("Aim_CD", 50.0, 0.0),
    ("Aim_LC", 0.0, 70.0),
    ("Aim_LU", -50.0, 70.0),
    ("Aim_LD", 50.0, 70.0),
    ("Aim_RC", 0.0, -70.0),
    ("Aim_RU", -50.0, -70.0),
    ("Aim_RD", 50.0, -70.0),
];

/// The right arm is stretched out to where the eyes look, and the left hand supports it.
fn aim(pitch: f64, turn: f64) -> FigurePose {
    let mut p = rest();
    p.pelvis(0.0, -0.03, 0.0).hips(0.0, 0.0, 0.0);
    p.waist(pitch * 0.18, turn * 0.34, 0.0)
        .chest(pitch * 0.22, turn * 0.3, 0.0)
        .head(pitch * 0.85, turn * 0.95, 0.0);
    let along = |direction: [f64; 3]| {
        let v = crate::math::euler(pitch, turn, 0.0) * glam::DVec3::from(direction);
        v.to_array()
    };
    // Directions of `arm_in_root` have x outwards.
    let out = |side: Side, [x, y, z]: [f64; 3]| [x * side.sign(), y, z];
    p.arm_in_root(
        Right,
        out(Right, along([0.02, -0.04, 1.0])),
        out(Right, along([0.2, 0.1, 1.0])),
    );
    p.hand_in_root(
        Right,
        out(Right, along([0.04, -0.04, 1.0])),
        out(Right, along([1.0, 0.0, 0.0])),
    )
    .fingers(Right, [0.5, 0.05, 0.8, 0.85, 0.9], 0.0);
    p.arm_in_root(
        Left,
        out(Left, along([-0.1, -0.12, 1.0])),
        out(Left, along([-0.55, 0.14, 0.85])),
    );
    p.hand_in_root(
        Left,
        out(Left, along([-0.5, 0.2, 0.8])),
        out(Left, along([-0.8, 0.0, -0.5])),
    )
    .grip(Left);
    p
}

/// The idle motion that the aim poses are added to.
fn aiming() -> Take {
    let mut other = aim(0.0, 0.0);
    other.pelvis(0.004, -0.034, 0.0).head(0.0, 1.0, 0.0);
    let mut motion = Motion::standing(
        3.0,
        PoseKeyTrack::cycle(3.0, [(0.0, aim(0.0, 0.0)), (1.4, other)]).lag(0.0),
    );
    motion.looping = true;
    Take::new("Aim_Idle", motion)
}

/// Name, and degrees down and to the left.
const LOOKS: [(&str, f64, f64); 5] = [
    ("Look_C", 2.0, 0.0),
    ("Look_L", 2.0, 70.0),
    ("Look_R", 2.0, -70.0),
    ("Look_U", -42.0, 0.0),
    ("Look_D", 42.0, 0.0),
];

fn look(pitch: f64, turn: f64) -> FigurePose {
    let mut p = rest();
    let pitch_more = pitch - 2.0;
    p.waist(1.0 + pitch_more * 0.08, -2.0 + turn * 0.08, 1.4)
        .chest(1.0 + pitch_more * 0.1, -2.0 + turn * 0.14, 0.8);
    p.head(pitch, turn, 0.0);
    p
}

/// Is struck on the chest: thrown back, then bent over it.
fn hit_front() -> Take {
    let mut back = rest();
    back.waist(-9.0, -8.0, 2.0)
        .chest(-12.0, -10.0, 2.0)
        .head(-16.0, -4.0, 4.0);
    back.arm(Left, [0.4, -1.0, 0.24], [0.05, -0.75, 0.7]).arm(
        Right,
        [0.44, -1.0, -0.1],
        [0.2, -0.9, 0.45],
    );
    let mut over = rest();
    over.waist(14.0, 4.0, 1.0)
        .chest(10.0, 5.0, 0.0)
        .head(22.0, 4.0, 0.0);
    over.arm(Left, [0.3, -1.0, 0.24], [-0.3, -0.5, 0.85]).arm(
        Right,
        [0.3, -1.0, 0.16],
        [-0.2, -0.7, 0.7],
    );
    let keys = PoseKeyTrack::new([(0.0, rest()), (0.11, back), (0.34, over), (0.78, rest())]);
    hit("Hit_Front_Add", keys)
}

/// Is struck on the left shoulder: turned and leant to the right.
fn hit_left() -> Take {
    let mut away = rest();
    away.waist(4.0, -14.0, 16.0)
        .chest(2.0, -16.0, 14.0)
        .head(10.0, -30.0, 34.0);
    away.arm(Left, [0.24, -1.0, 0.12], [-0.1, -0.75, 0.6]).arm(
        Right,
        [0.62, -0.9, -0.3],
        [0.5, -0.8, 0.2],
    );
    let mut swing = rest();
    swing
        .waist(4.0, 6.0, -3.0)
        .chest(3.0, 8.0, -3.0)
        .head(8.0, 4.0, -4.0);
    swing.arm(Left, [0.34, -1.0, -0.1], [0.2, -1.0, 0.24]).arm(
        Right,
        [0.24, -1.0, 0.1],
        [0.1, -1.0, 0.4],
    );
    let keys = PoseKeyTrack::new([(0.0, rest()), (0.12, away), (0.38, swing), (0.82, rest())]);
    hit("Hit_Left_Add", keys)
}

fn hit(name: &'static str, keys: PoseKeyTrack) -> Take {
    let mut motion = Motion::standing(0.95, keys.lag(0.6));
    motion.rate = 60.0;
    Take::new(name, motion)
        .additive(AdditiveKind::Local, None)
        .instant("FX", "Impact", 1.0 / 30.0)
}
