//! Motions without travel: sitting, carrying, waving, a greeting face and a death.

use super::idle::rest;
use crate::{
    rig::{
        FigurePose, Motion, PoseKeyTrack, Rig, Side,
        feet::{FootPhase, Free, Plant, Steps},
        motion::{Obstacle, RootPath, stand},
    },
    take::Take,
};
use glam::DVec3;

use Side::{Left, Right};

/// All takes of this module.
pub fn all() -> Vec<Take> {
    vec![
        sit_down(),
        sit_idle(),
        sit_up(),
        carry(),
        wave(),
        face(),
        death(),
    ]
}

/// Pose on a seat that is 0.45 m high.
fn seated() -> FigurePose {
    let mut p = FigurePose::standing();
    p.pelvis(0.0, -0.4, -0.4)
        .hips(-8.0, 0.0, 0.0)
        .waist(6.0, 0.0, 0.0)
        .chest(6.0, 0.0, 0.0)
        .head(4.0, 0.0, 0.0);
    // Hands on the thighs.
    p.arm(Left, [0.22, -0.95, 0.3], [-0.1, -0.35, 0.9])
        .wrist(Left, -4.0, 0.0, 62.0)
        .loose(Left);
    p.arm(Right, [0.22, -0.95, 0.3], [-0.1, -0.35, 0.9])
        .wrist(Right, -4.0, 0.0, 62.0)
        .loose(Right);
    p.knee(Left, 6.0).knee(Right, 6.0);
    p
}

fn on_seat(motion: Motion) -> Motion {
    let seat = Obstacle {
        at: DVec3::NEG_Z * 0.42,
        size: DVec3::new(0.5, 0.45, 0.42),
    };
    Motion {
        obstacle: Some(seat),
        ..motion
    }
}

/// Half-way between standing and sitting, with the trunk over the feet.
fn bowed() -> FigurePose {
    let mut p = FigurePose::standing();
    p.pelvis(0.0, -0.22, -0.21)
        .hips(50.0, 0.0, 0.0)
        .waist(16.0, 0.0, 0.0)
        .chest(8.0, 0.0, 0.0)
        .head(20.0, 0.0, 0.0);
    for side in Side::BOTH {
        p.arm_in_root(side, [0.36, -0.95, 0.12], [0.1, -0.25, 0.95])
            .loose(side);
    }
    p
}

fn touching() -> FigurePose {
    let mut p = seated();
    p.pelvis(0.0, -0.39, -0.4)
        .hips(24.0, 0.0, 0.0)
        .waist(14.0, 0.0, 0.0)
        .chest(6.0, 0.0, 0.0)
        .head(14.0, 0.0, 0.0);
    for side in Side::BOTH {
        p.arm_in_root(side, [0.34, -0.85, 0.3], [0.0, 0.12, 1.0])
            .wrist(side, -4.0, 0.0, 50.0)
            .loose(side);
    }
    p
}

fn sit_down() -> Take {
    let keys = PoseKeyTrack::new([
        (0.0, rest()),
        (0.6, bowed()),
        (1.05, touching()),
        (1.7, seated()),
    ]);
    Take::new("Sit_Down", on_seat(Motion::standing(1.9, keys))).instant("FX", "SeatCreak", 1.05)
}

fn sit_idle() -> Take {
    let mut other = seated();
    other
        .hips(-9.0, 0.0, 0.5)
        .waist(7.0, 2.0, 0.0)
        .chest(4.0, 3.0, 0.0)
        .head(3.0, 9.0, 0.0);
    let keys = PoseKeyTrack::cycle(4.0, [(0.0, seated()), (1.9, other)]);
    let mut motion = Motion::standing(4.0, keys);
    motion.looping = true;
    Take::new("Sit_Idle", on_seat(motion))
}

fn sit_up() -> Take {
    let keys = PoseKeyTrack::new([
        (0.0, seated()),
        (0.5, touching()),
        (0.85, bowed()),
        (1.5, rest()),
    ]);
    Take::new("Sit_Up", on_seat(Motion::standing(1.7, keys))).instant("FX", "SeatCreak", 0.55)
}

/// Stands with a crate before the chest, leaning back under its weight.
fn carry() -> Take {
    let holding = |lean: f64, dip: f64| {
        let mut p = rest();
        p.pelvis(0.0, -0.024 - dip, -0.015)
            .hips(-3.0 - lean, 0.0, 0.0)
            .waist(-2.0, 0.0, 0.0)
            .head(2.0 + lean, 0.0, 0.0);
        for side in Side::BOTH {
            p.arm(side, [0.3, -0.92, 0.25], [-0.22, 0.12, 0.97])
                .wrist(side, 0.0, 0.0, 20.0)
                .loose(side);
        }
        p
    };
    let keys = PoseKeyTrack::cycle(3.0, [(0.0, holding(0.0, 0.0)), (1.4, holding(0.8, 0.006))]);
    let mut motion = Motion::standing(3.0, keys);
    motion.looping = true;
    Take::new("Carry_Idle", motion)
}

fn wave() -> Take {
    let side = |out: f64, tilt: f64| {
        let mut p = rest();
        p.pelvis(-0.03, -0.022, 0.0)
            .waist(0.0, -3.0, 2.0)
            .chest(-1.0, -4.0, 2.4)
            .head(0.0, -2.0, 4.0 + tilt);
        p.arm(Right, [0.8, -0.3, 0.42], [out, 1.0, 0.34])
            .wrist(Right, 0.0, -out * 22.0, -62.0)
            .open(Right);
        p
    };
    let (outer, inner) = (side(0.55, 0.0), side(-0.25, 1.0));
    let keys = [
        (0.0, rest()),
        (0.42, side(0.2, 0.0)),
        (0.66, outer.clone()),
        (0.9, inner.clone()),
        (1.14, outer.clone()),
        (1.38, inner),
        (1.62, outer),
        (2.2, rest()),
    ];
    Take::new("Wave", Motion::standing(2.4, PoseKeyTrack::new(keys)))
}

/// Keys of a pulse: 0 at `from`, `value` from `full` to `until`, 0 at `to`. Times are in seconds.
fn pulse(from: f64, full: f64, until: f64, to: f64, value: f64) -> [(f64, f64); 4] {
    [(from, 0.0), (full, value), (until, value), (to, 0.0)]
}

/// A surprise that turns into a smile, then a few words.
fn face() -> Take {
    let mut up = rest();
    up.chest(-2.0, -2.0, 0.8).head(-5.0, 0.0, 0.0);
    let mut tilt = rest();
    tilt.head(3.0, 4.0, 7.0).chest(1.0, -1.0, 0.0);
    let mut nod = rest();
    nod.head(9.0, 2.0, 3.0);
    let keys = PoseKeyTrack::new([
        (0.0, rest()),
        (0.7, up.clone()),
        (1.2, up),
        (1.9, tilt.clone()),
        (2.9, tilt),
        (3.2, nod.clone()),
        (3.5, rest()),
        (3.75, nod),
        (4.3, rest()),
    ]);
    let blinks = [0.35, 1.55, 2.75, 4.1];
    let blink = || {
        blinks
            .into_iter()
            .flat_map(|at| pulse(at, at + 0.06, at + 0.09, at + 0.2, 1.0))
    };
    let words = [
        (3.05, 0.45),
        (3.24, 0.25),
        (3.42, 0.6),
        (3.62, 0.3),
        (3.8, 0.5),
    ];
    let jaw = pulse(0.45, 0.62, 0.95, 1.2, 0.75).into_iter();
    let jaw = jaw.chain(
        words
            .into_iter()
            .flat_map(|(at, open)| pulse(at, at + 0.06, at + 0.08, at + 0.15, open)),
    );
    Take::new("Face_Greeting", Motion::standing(4.5, keys))
        .curve("blink_l", blink())
        .curve("blink_r", blink())
        .curve(
            "brow_up",
            pulse(0.4, 0.58, 1.1, 1.45, 1.0)
                .into_iter()
                .chain(pulse(2.95, 3.1, 3.3, 3.6, 0.5)),
        )
        .curve("smile", pulse(1.3, 1.9, 4.0, 4.45, 1.0))
        .curve("jaw_open", jaw)
}

/// Is struck, the knees give way, and the figure falls on its back.
fn death() -> Take {
    let rig = Rig::get();
    let mut struck = rest();
    struck
        .pelvis(0.0, -0.03, 0.05)
        .hips(-10.0, -6.0, 0.0)
        .waist(-8.0, -8.0, 2.0)
        .chest(-14.0, -8.0, 0.0)
        .head(-24.0, 0.0, 0.0);
    struck.arm(Left, [0.5, -0.8, 0.3], [0.3, -0.5, 0.7]).arm(
        Right,
        [0.55, -0.8, 0.1],
        [0.3, -0.6, 0.6],
    );
    let mut sway = rest();
    sway.pelvis(0.02, -0.16, -0.04)
        .hips(14.0, 6.0, 2.0)
        .waist(16.0, 6.0, 0.0)
        .chest(12.0, 6.0, 0.0)
        .head(30.0, 4.0, 4.0);
    sway.arm(Left, [0.3, -1.0, 0.2], [-0.3, -0.5, 0.8]).arm(
        Right,
        [0.3, -1.0, 0.1],
        [-0.3, -0.6, 0.7],
    );
    let mut buckle = rest();
    buckle
        .pelvis(0.0, -0.48, -0.2)
        .hips(-6.0, 4.0, 0.0)
        .waist(10.0, 2.0, 0.0)
        .chest(10.0, 0.0, 0.0)
        .head(34.0, 4.0, 12.0);
    buckle.arm(Left, [0.4, -0.9, 0.0], [0.3, -0.8, 0.4]).arm(
        Right,
        [0.4, -0.9, 0.0],
        [0.3, -0.8, 0.4],
    );
    buckle.knee(Left, 10.0).knee(Right, 8.0);
    let mut sit = rest();
    sit.pelvis(0.0, -0.812, -0.34)
        .hips(-34.0, 2.0, 0.0)
        .waist(14.0, 0.0, 0.0)
        .chest(12.0, 0.0, 0.0)
        .head(6.0, 0.0, 4.0);
    sit.arm(Left, [0.8, -0.3, -0.4], [0.6, -0.35, 0.4]).arm(
        Right,
        [0.8, -0.3, -0.4],
        [0.6, -0.35, 0.4],
    );
    sit.knee(Left, 14.0).knee(Right, 10.0);
    let mut lie = rest();
    lie.pelvis(0.0, -0.838, -0.36)
        .hips(-86.0, 0.0, 0.0)
        .waist(-1.0, 0.0, 0.0)
        .chest(-2.0, 0.0, 0.0)
        .head(-78.0, 10.0, 0.0);
    lie.arm(Left, [1.0, -0.35, -0.1], [0.9, -0.2, -0.02])
        .wrist(Left, 10.0, 0.0, -50.0)
        .loose(Left);
    lie.arm(Right, [0.9, -0.8, -0.1], [0.6, -0.9, -0.03])
        .wrist(Right, 10.0, 0.0, -40.0)
        .loose(Right);
    let mut flat = lie.clone();
    flat.head(-80.0, 26.0, 0.0);
    let keys = PoseKeyTrack::new([
        (0.0, rest()),
        (0.2, struck),
        (0.56, sway),
        (0.9, buckle),
        (1.16, sit),
        (1.5, lie),
        (1.85, flat.clone()),
        (2.1, flat),
    ]);
    let leg = |side: Side, out: f64, up: f64, at: f64| {
        let rest = rig.at(&side.of("foot")) - rig.at("pelvis");
        let ankle = DVec3::new(rest.x + out * side.sign(), rest.y + 0.02 + up, 0.045);
        FootPhase::Free(Free {
            time: at,
            ankle,
            pitch: 28.0,
        })
    };
    let plant = |side: Side, to: f64| {
        FootPhase::Plant(Plant::flat(-9.0, to, stand(side), 8.0 * side.sign()).peel(-14.0, 0.3))
    };
    let left = Steps::new(
        Left,
        [
            plant(Left, 1.3),
            leg(Left, 0.06, 0.0, 1.85),
            leg(Left, 0.06, 0.0, 9.0),
        ],
    );
    let right = Steps::new(
        Right,
        [
            plant(Right, 1.22),
            leg(Right, 0.1, 0.0, 1.7),
            leg(Right, 0.1, 0.0, 9.0),
        ],
    );
    let mut motion = Motion::new(2.3, keys.lag(0.8), [left, right]);
    motion.way = RootPath::Still;
    motion.rate = 60.0;
    Take::new("Death_Back", motion).instant("FX", "BodyFall", 1.4)
}
