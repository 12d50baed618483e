//! Idle motions: standing, crouching and breathing.

use crate::{
    rig::{
        Controls, FigurePose, Motion, PoseKeyTrack, Side,
        controls::turn,
        feet::{Plant, Steps},
        motion::stand,
    },
    take::Take,
};
use anim::additive::AdditiveKind;
use glam::DVec3;

use Side::{Left, Right};

/// All takes of this module.
pub fn all() -> Vec<Take> {
    vec![idle(), idle_break(), crouch_idle(), breathing()]
}

/// Standing at ease, with a little more weight on the right leg.
pub fn rest() -> FigurePose {
    let mut p = FigurePose::standing();
    p.pelvis(-0.022, -0.008, 0.0)
        .hips(1.0, 4.0, -1.6)
        .waist(1.0, -2.0, 1.4)
        .chest(1.0, -2.0, 0.8)
        .head(2.0, 0.0, 0.0);
    p.arm(Left, [0.24, -1.0, -0.04], [0.14, -1.0, 0.22])
        .wrist(Left, 4.0, 0.0, 4.0)
        .loose(Left);
    p.arm(Right, [0.22, -1.0, -0.08], [0.16, -1.0, 0.18])
        .wrist(Right, 4.0, 0.0, 4.0)
        .loose(Right);
    p.knee(Left, 4.0).knee(Right, 2.0);
    p
}

/// Adds breathing. Breathing in moves the chest up and the shoulders back. `period` is in seconds,
/// `depth` is 1 for a calm breath.
fn breathe(time: f64, period: f64, depth: f64, controls: &mut Controls) {
    let part = (time / period).rem_euclid(1.0);
    // In over two fifths of the breath, out over the rest.
    let full = if part < 0.4 {
        crate::math::smooth(part / 0.4)
    } else {
        1.0 - crate::math::smooth((part - 0.4) / 0.6)
    };
    let full = full * depth;
    controls.turns[turn::CHEST] *= crate::math::euler(-2.2 * full, 0.0, 0.0);
    controls.turns[turn::WAIST] *= crate::math::euler(-0.8 * full, 0.0, 0.0);
    for side in Side::BOTH {
        let up = crate::math::euler(0.0, 0.0, full * side.sign());
        controls.turns[turn::CLAVICLE + side as usize] =
            up * controls.turns[turn::CLAVICLE + side as usize];
    }
    controls.pelvis.y += 0.002 * full;
}

fn idle() -> Take {
    let base = rest();
    let mut shifted = rest();
    shifted
        .pelvis(-0.012, -0.007, 0.004)
        .hips(1.0, 3.0, -0.8)
        .waist(1.5, -1.0, 0.8)
        .chest(1.0, -1.0, 0.4);
    shifted.head(1.0, 3.0, 0.5);
    shifted
        .arm(Left, [0.25, -1.0, -0.02], [0.16, -1.0, 0.25])
        .wrist(Left, 5.0, 0.0, 6.0);
    shifted
        .arm(Right, [0.23, -1.0, -0.06], [0.16, -1.0, 0.21])
        .wrist(Right, 5.0, 0.0, 6.0);
    let keys = PoseKeyTrack::cycle(
        6.0,
        [
            (0.0, base.clone()),
            (1.4, base),
            (3.2, shifted.clone()),
            (4.4, shifted),
        ],
    );
    let mut motion = Motion::standing(6.0, keys);
    motion.looping = true;
    motion.layer = Some(Box::new(|time, controls| breathe(time, 3.0, 1.0, controls)));
    Take::new("Idle", motion)
}

/// Shifts the weight, looks around, puts the hands on the hips and sighs.
fn idle_break() -> Take {
    let mut over = rest();
    over.pelvis(0.034, -0.014, 0.0)
        .hips(1.0, -6.0, 3.0)
        .waist(1.0, 3.0, -2.4)
        .chest(1.0, 4.0, -1.6)
        .head(2.0, -4.0, -2.0);
    over.arm(Left, [0.2, -1.0, -0.02], [0.12, -1.0, 0.26]).arm(
        Right,
        [0.26, -1.0, -0.02],
        [0.16, -1.0, 0.22],
    );
    let mut left = over.clone();
    left.chest(0.0, 12.0, -1.0)
        .waist(1.0, 8.0, -2.0)
        .head(-4.0, 48.0, -4.0);
    let mut akimbo = over.clone();
    akimbo
        .waist(-2.0, 2.0, -2.0)
        .chest(-4.0, 2.0, 0.0)
        .head(-2.0, 6.0, 3.0);
    for side in Side::BOTH {
        akimbo
            .arm(side, [0.7, -0.63, -0.32], [-0.5, -0.72, 0.27])
            .wrist(side, -40.0, 0.0, -20.0);
        akimbo.fingers(side, [0.1, 0.35, 0.4, 0.45, 0.5], 0.2);
    }
    let mut sigh = akimbo.clone();
    sigh.waist(4.0, -2.0, -1.0)
        .chest(4.0, -4.0, 0.0)
        .head(10.0, -12.0, 6.0);
    let mut right = rest();
    right
        .pelvis(-0.01, -0.01, 0.0)
        .waist(1.0, -6.0, 1.0)
        .chest(0.0, -10.0, 0.0)
        .head(0.0, -40.0, 2.0);
    let keys = PoseKeyTrack::new([
        (0.0, rest()),
        (0.7, over.clone()),
        (1.2, left.clone()),
        (1.7, left),
        (2.5, akimbo.clone()),
        (3.0, akimbo),
        (3.5, sigh),
        (4.0, over),
        (4.5, right.clone()),
        (5.0, right),
        (5.7, rest()),
    ]);
    Take::new("Idle_Break", Motion::standing(5.9, keys))
}

/// Steps of a crouch: the left foot in front, the right one behind.
pub fn crouch_feet() -> [Steps; 2] {
    let at = |side: Side, x: f64, z: f64| stand(side) + DVec3::new(x * side.sign(), 0.0, z);
    let back = Plant::flat(-1e3, 1e3, at(Right, 0.02, -0.2), -20.0).raised(38.0);
    [
        Steps::still(Left, at(Left, 0.02, 0.18), 10.0),
        Steps::planted(Right, [back]),
    ]
}

/// The crouching pose, for [`crouch_feet`].
pub fn crouch() -> FigurePose {
    let mut p = FigurePose::standing();
    p.pelvis(0.0, -0.36, -0.06)
        .hips(24.0, -14.0, 0.0)
        .waist(12.0, 6.0, 0.0)
        .chest(6.0, 6.0, 0.0)
        .head(3.0, 0.0, 0.0);
    p.arm(Left, [0.5, -0.85, 0.3], [-0.1, 0.0, 0.95])
        .wrist(Left, 6.0, 0.0, 24.0)
        .loose(Left);
    p.arm(Right, [0.55, -0.85, 0.16], [0.0, -0.1, 0.95])
        .wrist(Right, 6.0, 0.0, 24.0)
        .loose(Right);
    p.knee(Left, 6.0).knee(Right, 10.0);
    p
}

fn crouch_idle() -> Take {
    let mut look = crouch();
    look.pelvis(0.008, -0.366, -0.055)
        .waist(12.0, 9.0, 0.5)
        .chest(6.0, 9.0, 0.5)
        .head(3.0, 10.0, 0.0);
    let keys = PoseKeyTrack::cycle(
        4.0,
        [
            (0.0, crouch()),
            (0.8, crouch()),
            (2.0, look.clone()),
            (3.0, look),
        ],
    );
    let mut motion = Motion::new(4.0, keys, crouch_feet());
    motion.looping = true;
    motion.layer = Some(Box::new(|time, controls| breathe(time, 2.0, 1.0, controls)));
    Take::new("Crouch_Idle", motion)
}

/// Deep breaths, added to whatever plays.
fn breathing() -> Take {
    let mut motion = Motion::standing(3.0, PoseKeyTrack::still(rest()));
    motion.looping = true;
    motion.layer = Some(Box::new(|time, controls| {
        let pelvis = controls.pelvis;
        breathe(time, 3.0, 2.2, controls);
        controls.pelvis = pelvis;
    }));
    Take::new("Breathe_Add", motion).additive(AdditiveKind::Local, None)
}
