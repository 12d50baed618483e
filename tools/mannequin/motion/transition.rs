//! Motions between others: into and out of walking, turns on the spot, and a turn out of a jog.

use super::{
    gait::GaitCycle,
    idle::rest,
    locomotion::{JOG, WALK, jog_half, walk_half},
};
use crate::{
    rig::{
        FigurePose, Motion, PoseKeyTrack, Side,
        feet::{Plant, Steps},
        motion::{RootPath, stand},
    },
    take::Take,
};
use glam::DVec3;

use Side::{Left, Right};

/// All takes of this module.
pub fn all() -> Vec<Take> {
    let turn = || Take::new("Turn_L90", turn_left()).travelling();
    let right = Take::new("Turn_R90", turn_left().mirrored()).travelling();
    vec![start(), stop(), turn(), right, pivot()]
}

/// Keys of a gait from one part of its cycle to another. Part 0 is at `origin` seconds.
fn cycle_keys(
    gait: &GaitCycle,
    half: &[(f64, FigurePose)],
    from: f64,
    to: f64,
    origin: f64,
) -> Vec<(f64, FigurePose)> {
    let again = half
        .iter()
        .map(|(part, pose)| (part + 0.5, pose.mirrored()));
    let whole: Vec<(f64, FigurePose)> = half.iter().cloned().chain(again).collect();
    let turns = (-3..=3).flat_map(|turn| {
        whole
            .iter()
            .map(move |(part, pose)| (part + f64::from(turn), pose.clone()))
    });
    let inside = turns.filter(|(part, _)| (from - 1e-9..=to + 1e-9).contains(part));
    inside
        .map(|(part, pose)| (origin + part * gait.cycle, pose))
        .collect()
}

/// A step of a gait whose root is `root` metres ahead when the foot touches.
fn step(gait: &GaitCycle, side: Side, from: f64, root: f64) -> Plant {
    let at = DVec3::new(gait.width * side.sign(), 0.0, root + gait.ahead);
    Plant::flat(
        from,
        from + gait.stance * gait.cycle,
        at,
        gait.yaw * side.sign(),
    )
    .strike(gait.strike.0, gait.strike.1 * gait.cycle)
    .peel(gait.peel.0, gait.peel.1 * gait.cycle)
    .clear(gait.clear, gait.tuck)
}

fn ground(z: f64) -> DVec3 {
    DVec3::Z * z
}

/// Ends as Walk_Fwd begins: with the touch of the left foot.
fn start() -> Take {
    const END: f64 = 1.6;
    let speed = WALK.velocity.z;
    let steady = 0.42 - 0.75 * speed;
    let root = |time: f64| steady + time * speed;
    let mut ready = rest();
    ready
        .pelvis(-0.05, -0.04, 0.01)
        .hips(4.0, 0.0, -3.0)
        .waist(2.0, 0.0, 2.0)
        .chest(2.0, 0.0, 1.0)
        .head(3.0, 0.0, 0.0);
    let mut fall = rest();
    fall.pelvis(-0.035, -0.04, 0.06)
        .hips(7.0, 6.0, -2.0)
        .waist(3.0, -4.0, 1.0)
        .chest(2.0, -5.0, 1.0)
        .head(3.0, 0.0, 0.0);
    fall.arm(Left, [0.2, -1.0, 0.2], [0.1, -0.95, 0.5]).arm(
        Right,
        [0.22, -1.0, -0.22],
        [0.16, -1.0, 0.1],
    );
    let mut keys = vec![(0.0, rest()), (0.22, ready), (0.44, fall)];
    keys.extend(cycle_keys(&WALK, &walk_half(), -1.0, 0.3, END));
    let left = [
        Plant::flat(-9.0, 0.34, stand(Left), 8.0)
            .peel(40.0, 0.18)
            .clear(0.03, 8.0),
        step(&WALK, Left, END - 1.0, root(END - 1.0)),
        step(&WALK, Left, END, root(END)),
    ];
    let right = [
        Plant::flat(-9.0, END - 0.5 - 0.39, stand(Right), -8.0)
            .peel(56.0, 0.26)
            .clear(0.035, 12.0),
        step(&WALK, Right, END - 0.5, root(END - 0.5)),
    ];
    let way = RootPath::Through(vec![
        (0.12, DVec3::ZERO, 0.0, DVec3::ZERO),
        (0.75, ground(0.42), 0.0, ground(speed)),
        (END, ground(root(END)), 0.0, ground(speed)),
    ]);
    let feet = [Steps::planted(Left, left), Steps::planted(Right, right)];
    Take::new(
        "Walk_Start",
        Motion {
            way,
            ..Motion::new(END, PoseKeyTrack::new(keys), feet)
        },
    )
    .travelling()
}

/// Begins as Walk_Fwd begins.
fn stop() -> Take {
    const END: f64 = 1.6;
    let (speed, travel) = (WALK.velocity.z, 0.66);
    let at = |side: Side| stand(side) + ground(travel);
    let mut brake = rest();
    brake
        .pelvis(0.012, -0.06, -0.06)
        .hips(-5.0, 4.0, 1.0)
        .waist(1.0, -3.0, 0.0)
        .chest(2.0, -4.0, 0.0)
        .head(3.0, 0.0, 0.0);
    brake.arm(Left, [0.24, -1.0, 0.24], [0.1, -0.9, 0.6]).arm(
        Right,
        [0.22, -1.0, -0.16],
        [0.16, -1.0, 0.2],
    );
    let mut settle = rest();
    settle
        .pelvis(-0.03, -0.04, 0.05)
        .hips(8.0, 4.0, -2.0)
        .waist(5.0, -2.0, 1.0)
        .chest(2.0, -1.0, 0.6)
        .head(4.0, 0.0, 0.0);
    settle.arm(Left, [0.24, -1.0, 0.1], [0.14, -1.0, 0.34]).arm(
        Right,
        [0.22, -1.0, 0.06],
        [0.16, -1.0, 0.3],
    );
    let mut keys = cycle_keys(&WALK, &walk_half(), -0.5, 0.27, 0.0);
    keys.extend([(0.52, brake), (0.95, settle), (1.4, rest())]);
    let left = [
        step(&WALK, Left, -1.0, -speed),
        Plant {
            to: 0.74,
            ..step(&WALK, Left, 0.0, 0.0)
        }
        .peel(38.0, 0.2)
        .clear(0.04, 8.0),
        Plant::flat(1.06, 9.0, at(Left), 8.0),
    ];
    let right = [
        step(&WALK, Right, -0.5, -0.5 * speed),
        Plant::flat(0.54, 9.0, at(Right), -8.0).strike(8.0, 0.1),
    ];
    let way = RootPath::Through(vec![
        (0.0, DVec3::ZERO, 0.0, ground(speed)),
        (0.2, ground(0.2 * speed - 0.01), 0.0, ground(speed * 0.92)),
        (1.0, ground(travel), 0.0, DVec3::ZERO),
    ]);
    let feet = [Steps::planted(Left, left), Steps::planted(Right, right)];
    Take::new(
        "Walk_Stop",
        Motion {
            way,
            ..Motion::new(END, PoseKeyTrack::new(keys), feet)
        },
    )
    .travelling()
}

/// A quarter turn to the left: the eyes go first, then the chest, then the left foot and the right.
fn turn_left() -> Motion {
    let turned = |side: Side| crate::math::euler(0.0, 90.0, 0.0) * stand(side);
    let mut look = rest();
    look.pelvis(-0.035, -0.03, 0.0)
        .hips(2.0, 10.0, -2.0)
        .waist(1.0, 10.0, 1.0)
        .chest(1.0, 12.0, 1.0)
        .head(4.0, 42.0, -3.0);
    look.arm(Left, [0.26, -1.0, -0.14], [0.16, -1.0, 0.12]).arm(
        Right,
        [0.2, -1.0, 0.12],
        [0.1, -1.0, 0.38],
    );
    let mut shift = rest();
    shift
        .pelvis(0.03, -0.05, 0.0)
        .hips(3.0, 0.0, 2.0)
        .waist(2.0, 4.0, -1.0)
        .chest(1.0, 5.0, -1.0)
        .head(4.0, 16.0, 0.0);
    shift.arm(Left, [0.25, -1.0, -0.1], [0.16, -1.0, 0.16]).arm(
        Right,
        [0.22, -1.0, 0.1],
        [0.12, -1.0, 0.34],
    );
    let keys = PoseKeyTrack::new([(0.0, rest()), (0.26, look), (0.66, shift), (1.15, rest())]);
    let left = [
        Plant::flat(-9.0, 0.24, stand(Left), 8.0)
            .peel(24.0, 0.14)
            .clear(0.05, 6.0),
        Plant::flat(0.6, 9.0, turned(Left), 98.0),
    ];
    let right = [
        Plant::flat(-9.0, 0.64, stand(Right), -8.0)
            .peel(36.0, 0.2)
            .clear(0.05, 8.0),
        Plant::flat(1.02, 9.0, turned(Right), 82.0),
    ];
    let way = RootPath::Through(vec![
        (0.14, DVec3::ZERO, 0.0, DVec3::ZERO),
        (0.96, DVec3::ZERO, 90.0, DVec3::ZERO),
    ]);
    let feet = [Steps::planted(Left, left), Steps::planted(Right, right)];
    Motion {
        way,
        ..Motion::new(1.3, keys, feet)
    }
}

/// From a jog into a jog the other way. It begins as Jog_Fwd does and ends as the second half of it
/// begins, turned round.
fn pivot() -> Take {
    const END: f64 = 70.0 / 60.0;
    let speed = JOG.velocity.z;
    let reach = 0.74;
    let back = |time: f64| reach - 0.4 - (time - 0.86) * speed;
    let mut brake = jog_half()[1].1.clone();
    brake
        .pelvis(0.0, -0.17, -0.12)
        .hips(-6.0, 10.0, 4.0)
        .waist(6.0, 4.0, -2.0)
        .chest(4.0, 6.0, 0.0)
        .head(4.0, 20.0, 0.0);
    brake.arm(Left, [0.5, -0.9, 0.2], [0.2, -0.3, 0.9]).arm(
        Right,
        [0.6, -0.9, -0.1],
        [0.3, -0.3, 0.8],
    );
    let mut low = FigurePose::standing();
    low.pelvis(0.0, -0.18, 0.0)
        .hips(20.0, 20.0, 8.0)
        .waist(8.0, 14.0, -4.0)
        .chest(6.0, 16.0, -2.0)
        .head(6.0, 50.0, 0.0);
    low.arm(Left, [0.6, -0.8, -0.3], [0.3, -0.4, 0.8]).arm(
        Right,
        [0.3, -0.9, 0.5],
        [-0.3, -0.2, 0.9],
    );
    let mut drive = jog_half()[2].1.mirrored();
    drive
        .pelvis(0.0, -0.16, 0.06)
        .hips(24.0, -6.0, -2.0)
        .waist(5.0, 4.0, 0.0)
        .chest(3.0, 6.0, 0.0)
        .head(4.0, 0.0, 0.0);
    let mut keys = cycle_keys(&JOG, &jog_half(), -0.5, 0.0, 0.0);
    keys.extend([(0.2, brake), (0.5, low), (0.8, drive)]);
    keys.extend(cycle_keys(
        &JOG,
        &jog_half(),
        0.5,
        0.8,
        END - JOG.cycle * 0.5,
    ));
    let behind = |side: Side, from: f64| {
        let plant = step(&JOG, side, from, 0.0);
        let at = DVec3::new(-plant.at.x, 0.0, back(from) - JOG.ahead);
        Plant {
            at,
            yaw: 180.0 + plant.yaw,
            ..plant
        }
    };
    let left = [
        step(&JOG, Left, -JOG.cycle, -speed * JOG.cycle),
        Plant {
            to: 0.33,
            ..step(&JOG, Left, 0.0, 0.16)
        }
        .strike(16.0, 0.08)
        .peel(40.0, 0.2)
        .clear(0.06, 10.0),
        Plant {
            to: 0.98,
            ..behind(Left, 0.72)
        }
        .strike(0.0, 0.0),
        behind(Left, END + JOG.cycle * 0.5),
    ];
    let right = [
        step(&JOG, Right, -JOG.cycle * 0.5, -speed * JOG.cycle * 0.5),
        Plant::flat(0.24, 0.8, DVec3::new(-0.16, 0.0, 1.0), 90.0)
            .peel(52.0, 0.2)
            .clear(0.1, 16.0),
        behind(Right, END),
    ];
    let way = RootPath::Through(vec![
        (0.0, DVec3::ZERO, 0.0, ground(speed)),
        (0.1, ground(0.28), 0.0, ground(speed * 0.85)),
        (0.22, ground(0.52), 0.0, ground(1.6)),
        (0.46, ground(reach), 100.0, DVec3::ZERO),
        (0.86, ground(back(0.86)), 180.0, ground(-speed)),
        (END, ground(back(END)), 180.0, ground(-speed)),
    ]);
    let feet = [Steps::planted(Left, left), Steps::planted(Right, right)];
    let motion = Motion {
        way,
        rate: 60.0,
        ..Motion::new(END, PoseKeyTrack::new(keys), feet)
    };
    Take::new("Jog_Pivot_180", motion).travelling()
}
