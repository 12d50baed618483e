//! Loops that travel: walking, jogging and running, sideways, backwards, crouched and limping.

use super::gait::GaitCycle;
use crate::{
    rig::{FigurePose, Motion, PoseKeyTrack, Side},
    take::Take,
};
use glam::DVec3;

use Side::{Left, Right};

/// All takes of this module.
pub fn all() -> Vec<Take> {
    let (left, right) = (strafe(), strafe().mirrored());
    vec![
        walk(),
        jog(),
        running(),
        Take::new("Walk_Left", left).travelling(),
        Take::new("Walk_Right", right).travelling(),
        backward(),
        crouched(),
        limp(),
    ]
}

/// Walking at 1.4 m/s.
pub const WALK: GaitCycle = GaitCycle {
    velocity: DVec3::new(0.0, 0.0, 1.4),
    cycle: 1.0,
    stance: 0.61,
    ahead: 0.315,
    width: 0.074,
    yaw: 6.0,
    strike: (20.0, 0.11),
    peel: (58.0, 0.26),
    clear: 0.035,
    tuck: 14.0,
};

/// Poses of the first half of the walk, at parts of the cycle.
pub fn walk_half() -> [(f64, FigurePose); 4] {
    let contact = {
        let mut p = FigurePose::standing();
        p.pelvis(0.004, -0.045, 0.0)
            .hips(3.0, -8.0, 0.0)
            .waist(1.0, 6.0, 0.0)
            .chest(1.0, 8.0, 0.0)
            .head(2.0, 0.0, 0.0);
        p.arm(Left, [0.2, -1.0, -0.42], [0.16, -1.0, -0.12])
            .wrist(Left, 6.0, -4.0, 6.0);
        p.arm(Right, [0.2, -1.0, 0.34], [0.1, -0.88, 0.68])
            .wrist(Right, 12.0, 6.0, 10.0);
        p
    };
    let down = {
        let mut p = contact.clone();
        p.pelvis(0.016, -0.056, 0.0)
            .hips(4.5, -6.0, 2.0)
            .waist(2.0, 4.5, -1.2)
            .chest(1.5, 6.0, -0.8);
        p.head(3.0, 0.0, 0.3);
        p.arm(Left, [0.2, -1.0, -0.4], [0.16, -1.0, -0.06])
            .wrist(Left, 8.0, -4.0, 6.0);
        p.arm(Right, [0.2, -1.0, 0.36], [0.08, -0.82, 0.74])
            .wrist(Right, 10.0, 6.0, 10.0);
        p
    };
    let passing = {
        let mut p = FigurePose::standing();
        p.pelvis(0.026, -0.026, 0.0)
            .hips(3.0, 0.0, 4.0)
            .waist(1.0, 0.0, -2.4)
            .chest(0.5, 0.0, -1.6)
            .head(1.5, 0.0, 0.6);
        p.arm(Left, [0.22, -1.0, -0.06], [0.14, -1.0, 0.3])
            .wrist(Left, 0.0, 0.0, 8.0);
        p.arm(Right, [0.2, -1.0, 0.02], [0.1, -1.0, 0.34])
            .wrist(Right, 4.0, 0.0, 8.0);
        p
    };
    let up = {
        let mut p = FigurePose::standing();
        p.pelvis(0.02, -0.018, 0.0)
            .hips(2.0, 5.0, 2.0)
            .waist(0.5, -3.5, -1.0)
            .chest(0.5, -5.0, -0.6)
            .head(1.0, 0.0, 0.2);
        p.arm(Left, [0.2, -1.0, 0.2], [0.1, -0.92, 0.56])
            .wrist(Left, 6.0, 3.0, 10.0);
        p.arm(Right, [0.2, -1.0, -0.28], [0.15, -1.0, 0.06])
            .wrist(Right, 2.0, -2.0, 6.0);
        p
    };
    [(0.0, contact), (0.12, down), (0.27, passing), (0.4, up)]
}

fn walk() -> Take {
    Take::new("Walk_Fwd", WALK.motion(walk_half())).travelling()
}

/// Jogging at 3 m/s.
pub const JOG: GaitCycle = GaitCycle {
    velocity: DVec3::new(0.0, 0.0, 3.0),
    cycle: 22.0 / 30.0,
    stance: 0.38,
    ahead: 0.23,
    width: 0.055,
    yaw: 4.0,
    strike: (10.0, 0.08),
    peel: (62.0, 0.2),
    clear: 0.16,
    tuck: 26.0,
};

/// Poses of the first half of the jog, at parts of the cycle.
pub fn jog_half() -> [(f64, FigurePose); 4] {
    let contact = {
        let mut p = FigurePose::standing();
        p.pelvis(0.004, -0.062, 0.0)
            .hips(14.0, -10.0, -1.0)
            .waist(3.0, 8.0, 0.0)
            .chest(2.0, 10.0, 0.0)
            .head(2.0, 0.0, 0.0);
        p.arm(Left, [0.26, -1.0, -0.72], [0.06, -0.62, 0.7])
            .fingers(Left, [0.4, 0.5, 0.55, 0.6, 0.62], 0.1);
        p.arm(Right, [0.2, -1.0, 0.34], [-0.22, 0.2, 0.9]).fingers(
            Right,
            [0.4, 0.5, 0.55, 0.6, 0.62],
            0.1,
        );
        p.wrist(Left, 0.0, 4.0, 0.0).wrist(Right, 8.0, 4.0, 0.0);
        p
    };
    let down = {
        let mut p = contact.clone();
        p.pelvis(0.012, -0.098, 0.0)
            .hips(17.0, -5.0, 2.5)
            .waist(4.0, 4.0, -1.4)
            .chest(3.0, 5.0, -1.0)
            .head(4.0, 0.0, 0.4);
        p.arm(Left, [0.28, -1.0, -0.5], [0.04, -0.6, 0.74])
            .wrist(Left, 0.0, 4.0, 0.0);
        p.arm(Right, [0.22, -1.0, 0.14], [-0.2, -0.02, 0.95])
            .wrist(Right, 8.0, 4.0, 0.0);
        p
    };
    let push = {
        let mut p = contact.clone();
        p.pelvis(0.01, -0.046, 0.0)
            .hips(14.0, 8.0, 1.5)
            .waist(3.0, -6.0, -0.8)
            .chest(2.0, -8.0, -0.4)
            .head(1.0, 0.0, 0.2);
        p.arm(Left, [0.2, -1.0, 0.24], [-0.16, 0.04, 0.95])
            .wrist(Left, 6.0, 4.0, 0.0);
        p.arm(Right, [0.28, -1.0, -0.56], [0.06, -0.66, 0.68])
            .wrist(Right, 0.0, 4.0, 0.0);
        p
    };
    let fly = {
        let mut p = contact.clone();
        p.pelvis(0.004, -0.022, 0.0)
            .hips(12.0, 11.0, 0.0)
            .waist(2.0, -8.0, 0.0)
            .chest(2.0, -10.0, 0.0)
            .head(0.0, 0.0, 0.0);
        p.arm(Left, [0.2, -1.0, 0.36], [-0.24, 0.24, 0.9])
            .wrist(Left, 8.0, 4.0, 0.0);
        p.arm(Right, [0.26, -1.0, -0.74], [0.06, -0.62, 0.7])
            .wrist(Right, 0.0, 4.0, 0.0);
        p
    };
    [(0.0, contact), (0.1, down), (0.3, push), (0.42, fly)]
}

fn jog() -> Take {
    Take::new("Jog_Fwd", JOG.motion(jog_half())).travelling()
}

/// Running at 5 m/s.
pub const RUN: GaitCycle = GaitCycle {
    velocity: DVec3::new(0.0, 0.0, 5.0),
    cycle: 0.6,
    stance: 0.28,
    ahead: 0.21,
    width: 0.045,
    yaw: 3.0,
    strike: (4.0, 0.05),
    peel: (66.0, 0.16),
    clear: 0.3,
    tuck: 44.0,
};

fn running() -> Take {
    let contact = {
        let mut p = FigurePose::standing();
        p.pelvis(0.002, -0.06, 0.0)
            .hips(21.0, -12.0, -1.0)
            .waist(4.0, 10.0, 0.0)
            .chest(2.0, 12.0, 0.0)
            .head(2.0, 0.0, 0.0);
        p.arm(Left, [0.3, -0.8, -1.0], [0.0, -0.8, 0.55])
            .fist(Left)
            .wrist(Left, 0.0, 4.0, 0.0);
        p.arm(Right, [0.18, -0.9, 0.62], [-0.28, 0.55, 0.8])
            .fist(Right)
            .wrist(Right, 8.0, 4.0, 0.0);
        p
    };
    let down = {
        let mut p = contact.clone();
        p.pelvis(0.008, -0.1, 0.0)
            .hips(24.0, -6.0, 2.5)
            .waist(5.0, 5.0, -1.4)
            .chest(3.0, 6.0, -1.0)
            .head(4.0, 0.0, 0.4);
        p.arm(Left, [0.3, -1.0, -0.7], [0.0, -0.6, 0.75])
            .wrist(Left, 0.0, 4.0, 0.0);
        p.arm(Right, [0.2, -1.0, 0.28], [-0.26, 0.24, 0.92])
            .wrist(Right, 8.0, 4.0, 0.0);
        p
    };
    let push = {
        let mut p = contact.clone();
        p.pelvis(0.006, -0.05, 0.0)
            .hips(20.0, 9.0, 1.5)
            .waist(3.0, -7.0, -0.8)
            .chest(2.0, -9.0, -0.4)
            .head(1.0, 0.0, 0.2);
        p.arm(Left, [0.18, -1.0, 0.4], [-0.24, 0.36, 0.9])
            .wrist(Left, 6.0, 4.0, 0.0);
        p.arm(Right, [0.3, -0.9, -0.8], [0.0, -0.74, 0.6])
            .wrist(Right, 0.0, 4.0, 0.0);
        p
    };
    let fly = {
        let mut p = contact.clone();
        p.pelvis(0.002, -0.018, 0.0)
            .hips(18.0, 13.0, 0.0)
            .waist(3.0, -10.0, 0.0)
            .chest(2.0, -12.0, 0.0)
            .head(0.0, 0.0, 0.0);
        p.arm(Left, [0.18, -0.85, 0.68], [-0.3, 0.62, 0.76])
            .wrist(Left, 8.0, 4.0, 0.0);
        p.arm(Right, [0.3, -0.78, -1.04], [0.0, -0.8, 0.52])
            .wrist(Right, 0.0, 4.0, 0.0);
        p
    };
    let mut motion = RUN.motion([(0.0, contact), (0.09, down), (0.25, push), (0.38, fly)]);
    motion.rate = 60.0;
    Take::new("Run_Fwd", motion).travelling()
}

/// Steps to the left without crossing the feet.
fn strafe() -> Motion {
    let gait = GaitCycle {
        velocity: DVec3::new(1.0, 0.0, 0.0),
        cycle: 17.0 / 30.0,
        stance: 0.58,
        ahead: 0.22,
        width: 0.09,
        yaw: 8.0,
        strike: (0.0, 0.0),
        peel: (26.0, 0.2),
        clear: 0.05,
        tuck: 6.0,
    };
    let pose = |x: f64, y: f64, lean: f64, sway: f64| {
        let mut p = FigurePose::standing();
        p.pelvis(x, y, 0.0)
            .hips(6.0, 0.0, lean)
            .waist(2.0, 0.0, -lean * 0.6)
            .chest(2.0, 0.0, -lean * 0.3)
            .head(2.0, 0.0, 0.0);
        p.arm(Left, [0.34 + sway, -1.0, 0.1], [0.1 + sway, -0.5, 0.85])
            .wrist(Left, 4.0, 0.0, 12.0);
        p.arm(Right, [0.34 - sway, -1.0, 0.06], [0.1 - sway, -0.55, 0.8])
            .wrist(Right, 4.0, 0.0, 12.0);
        p.knee(Left, 6.0).knee(Right, 6.0);
        p
    };
    let keys = [
        (0.0, pose(0.0, -0.1, 2.0, 0.06)),
        (0.14, pose(0.03, -0.115, -3.0, 0.16)),
        (0.42, pose(0.04, -0.062, -7.0, 0.02)),
        (0.56, pose(0.02, -0.055, -5.0, -0.12)),
        (0.8, pose(-0.02, -0.085, 5.0, -0.04)),
    ];
    let keys = PoseKeyTrack::cycle(
        gait.cycle,
        keys.map(|(part, pose)| (part * gait.cycle, pose)),
    );
    let feet = [
        gait.foot(Left, 0.0, 0.58, 0.22),
        gait.foot(Right, 0.52, 0.56, -0.04),
    ];
    gait.motion_of(keys, feet)
}

fn backward() -> Take {
    let gait = GaitCycle {
        velocity: DVec3::new(0.0, 0.0, -1.2),
        cycle: 1.0,
        stance: 0.62,
        ahead: 0.36,
        width: 0.075,
        yaw: 8.0,
        strike: (-30.0, 0.16),
        peel: (-14.0, 0.16),
        clear: 0.05,
        tuck: 8.0,
    };
    let pose = |pelvis: (f64, f64), turn: f64, lean: f64, swing: f64| {
        let mut p = FigurePose::standing();
        p.pelvis(pelvis.0, pelvis.1, 0.0)
            .hips(8.0, turn, lean)
            .waist(5.0, -turn * 0.7, -lean * 0.6);
        p.chest(2.0, -turn * 0.8, -lean * 0.4).head(2.0, 0.0, 0.0);
        p.arm(Left, [0.26, -1.0, swing], [0.14, -0.9, swing + 0.4])
            .wrist(Left, 4.0, 0.0, 8.0);
        p.arm(Right, [0.26, -1.0, -swing], [0.14, -0.9, 0.4 - swing])
            .wrist(Right, 4.0, 0.0, 8.0);
        p
    };
    let half = [
        (0.0, pose((0.004, -0.075), 8.0, 0.0, 0.14)),
        (0.14, pose((0.016, -0.082), 6.0, 1.5, 0.12)),
        (0.3, pose((0.026, -0.05), 0.0, 3.0, 0.0)),
        (0.42, pose((0.02, -0.048), -5.0, 1.5, -0.1)),
    ];
    Take::new("Walk_Bwd", gait.motion(half)).travelling()
}

fn crouched() -> Take {
    let gait = GaitCycle {
        velocity: DVec3::new(0.0, 0.0, 1.1),
        cycle: 1.1,
        stance: 0.62,
        ahead: 0.34,
        width: 0.09,
        yaw: 10.0,
        strike: (8.0, 0.08),
        peel: (60.0, 0.42),
        clear: 0.07,
        tuck: 8.0,
    };
    let pose = |pelvis: (f64, f64), turn: f64, lean: f64, swing: f64| {
        let mut p = FigurePose::standing();
        p.pelvis(pelvis.0, pelvis.1, -0.05)
            .hips(26.0, turn, lean)
            .waist(12.0, -turn * 0.6, -lean * 0.6);
        p.chest(6.0, -turn * 0.6, -lean * 0.4).head(4.0, 0.0, 0.0);
        p.arm(Left, [0.36, -1.0, -0.1 - swing], [0.0, -0.35, 0.95])
            .wrist(Left, 4.0, 0.0, 16.0);
        p.arm(Right, [0.36, -1.0, -0.1 + swing], [0.0, -0.35, 0.95])
            .wrist(Right, 4.0, 0.0, 16.0);
        p.knee(Left, 6.0).knee(Right, 6.0);
        p
    };
    let half = [
        (0.0, pose((0.004, -0.27), -8.0, 0.0, 0.2)),
        (0.13, pose((0.016, -0.29), -6.0, 2.0, 0.16)),
        (0.28, pose((0.028, -0.262), 0.0, 4.0, 0.0)),
        (0.41, pose((0.02, -0.255), 5.0, 2.0, -0.14)),
    ];
    Take::new("Crouch_Walk_Fwd", gait.motion(half)).travelling()
}

/// Spares the right leg: it stays on the ground for less time, and the left step after it is short
/// too.
fn limp() -> Take {
    let gait = GaitCycle {
        velocity: DVec3::new(0.0, 0.0, 0.7),
        cycle: 1.2,
        stance: 0.7,
        ahead: 0.22,
        width: 0.075,
        yaw: 9.0,
        strike: (10.0, 0.08),
        peel: (40.0, 0.22),
        clear: 0.03,
        tuck: 8.0,
    };
    let pose = |pelvis: (f64, f64), hips: [f64; 3], swing: f64| {
        let mut p = FigurePose::standing();
        p.pelvis(pelvis.0, pelvis.1, 0.0)
            .hips(hips[0], hips[1], hips[2]);
        p.waist(4.0, -hips[1] * 0.7, -hips[2] * 0.5)
            .chest(3.0, -hips[1] * 0.6, -hips[2] * 0.2)
            .head(6.0, 0.0, hips[2] * 0.3);
        p.arm(Left, [0.3, -1.0, -swing], [0.16, -0.9, 0.4 - swing])
            .wrist(Left, 4.0, 0.0, 8.0);
        // The hand is on the hurting thigh.
        p.arm(Right, [0.5, -0.9, -0.12], [-0.42, -0.75, 0.45])
            .wrist(Right, 10.0, 0.0, 50.0);
        p
    };
    let keys = [
        (0.0, pose((0.012, -0.06), [6.0, -6.0, 0.0], 0.26)),
        (0.13, pose((0.03, -0.066), [7.0, -5.0, 1.0], 0.22)),
        (0.34, pose((0.05, -0.03), [3.0, -1.0, 8.0], 0.0)),
        (0.5, pose((0.03, -0.035), [5.0, 5.0, 2.0], -0.16)),
        (0.6, pose((-0.005, -0.1), [12.0, 6.0, -6.0], -0.22)),
        (0.74, pose((-0.035, -0.135), [19.0, 2.0, -13.0], -0.04)),
        (0.88, pose((-0.012, -0.085), [12.0, -3.0, -7.0], 0.16)),
    ];
    let keys = PoseKeyTrack::cycle(
        gait.cycle,
        keys.map(|(part, pose)| (part * gait.cycle, pose)),
    );
    let feet = [
        gait.foot(Left, 0.0, 0.7, 0.16),
        gait.foot(Right, 0.58, 0.46, 0.24),
    ];
    Take::new("Walk_Limp", gait.motion_of(keys, feet)).travelling()
}
