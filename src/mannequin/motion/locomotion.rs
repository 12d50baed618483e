//! Walking, jogging and running.

use super::gait::Gait;
use crate::{
    rig::{Pose, Side},
    take::Take,
};
use glam::DVec3;

use Side::{Left, Right};

pub fn all() -> Vec<Take> {
    vec![walk(), jog(), run()]
}

pub const WALK: Gait = Gait {
    velocity: DVec3::new(0.0, 0.0, 1.4),
    cycle: 1.0,
    stance: 0.61,
    ahead: 0.315,
    width: 0.062,
    yaw: 6.0,
    strike: (20.0, 0.11),
    peel: (58.0, 0.26),
    clear: 0.035,
    tuck: 14.0,
};

fn walk() -> Take {
    let contact = {
        let mut p = Pose::standing();
        p.pelvis(0.004, -0.045, 0.0).hips(3.0, -8.0, 0.0).waist(1.0, 6.0, 0.0).chest(1.0, 8.0, 0.0).head(2.0, 0.0, 0.0);
        p.arm(Left, [0.2, -1.0, -0.42], [0.16, -1.0, -0.12]).wrist(Left, 6.0, -4.0, 6.0);
        p.arm(Right, [0.16, -1.0, 0.34], [0.0, -0.86, 0.72]).wrist(Right, 12.0, 6.0, 10.0);
        p
    };
    let down = {
        let mut p = contact.clone();
        p.pelvis(0.016, -0.056, 0.0).hips(4.5, -6.0, 2.0).waist(2.0, 4.5, -1.2).chest(1.5, 6.0, -0.8);
        p.head(3.0, 0.0, 0.3);
        p.arm(Left, [0.2, -1.0, -0.4], [0.16, -1.0, -0.06]).wrist(Left, 8.0, -4.0, 6.0);
        p.arm(Right, [0.16, -1.0, 0.36], [-0.02, -0.8, 0.78]).wrist(Right, 10.0, 6.0, 10.0);
        p
    };
    let passing = {
        let mut p = Pose::standing();
        p.pelvis(0.026, -0.026, 0.0).hips(3.0, 0.0, 4.0).waist(1.0, 0.0, -2.4).chest(0.5, 0.0, -1.6).head(1.5, 0.0, 0.6);
        p.arm(Left, [0.22, -1.0, -0.06], [0.14, -1.0, 0.3]).wrist(Left, 0.0, 0.0, 8.0);
        p.arm(Right, [0.2, -1.0, 0.02], [0.1, -1.0, 0.34]).wrist(Right, 4.0, 0.0, 8.0);
        p
    };
    let up = {
        let mut p = Pose::standing();
        p.pelvis(0.02, -0.018, 0.0).hips(2.0, 5.0, 2.0).waist(0.5, -3.5, -1.0).chest(0.5, -5.0, -0.6).head(1.0, 0.0, 0.2);
        p.arm(Left, [0.18, -1.0, 0.2], [0.06, -0.92, 0.58]).wrist(Left, 6.0, 3.0, 10.0);
        p.arm(Right, [0.2, -1.0, -0.28], [0.15, -1.0, 0.06]).wrist(Right, 2.0, -2.0, 6.0);
        p
    };
    let motion = WALK.motion([(0.0, contact), (0.12, down), (0.27, passing), (0.4, up)]);
    Take::new("Walk_Fwd", motion).travelling()
}

pub const JOG: Gait = Gait {
    velocity: DVec3::new(0.0, 0.0, 3.0),
    cycle: 0.72,
    stance: 0.38,
    ahead: 0.3,
    width: 0.05,
    yaw: 4.0,
    strike: (10.0, 0.08),
    peel: (62.0, 0.2),
    clear: 0.16,
    tuck: 26.0,
};

fn jog() -> Take {
    let contact = {
        let mut p = Pose::standing();
        p.pelvis(0.004, -0.062, 0.0).hips(8.0, -10.0, -1.0).waist(3.0, 8.0, 0.0).chest(2.0, 10.0, 0.0).head(2.0, 0.0, 0.0);
        p.arm(Left, [0.26, -1.0, -0.72], [0.06, -0.62, 0.7]).fingers(Left, [0.4, 0.5, 0.55, 0.6, 0.62], 0.1);
        p.arm(Right, [0.2, -1.0, 0.34], [-0.22, 0.2, 0.9]).fingers(Right, [0.4, 0.5, 0.55, 0.6, 0.62], 0.1);
        p.wrist(Left, 0.0, 4.0, 0.0).wrist(Right, 8.0, 4.0, 0.0);
        p
    };
    let down = {
        let mut p = contact.clone();
        p.pelvis(0.012, -0.098, 0.0).hips(11.0, -5.0, 2.5).waist(4.0, 4.0, -1.4).chest(3.0, 5.0, -1.0).head(4.0, 0.0, 0.4);
        p.arm(Left, [0.28, -1.0, -0.5], [0.04, -0.6, 0.74]).wrist(Left, 0.0, 4.0, 0.0);
        p.arm(Right, [0.22, -1.0, 0.14], [-0.2, -0.02, 0.95]).wrist(Right, 8.0, 4.0, 0.0);
        p
    };
    let push = {
        let mut p = contact.clone();
        p.pelvis(0.01, -0.046, 0.0).hips(7.0, 8.0, 1.5).waist(3.0, -6.0, -0.8).chest(2.0, -8.0, -0.4).head(1.0, 0.0, 0.2);
        p.arm(Left, [0.2, -1.0, 0.24], [-0.16, 0.04, 0.95]).wrist(Left, 6.0, 4.0, 0.0);
        p.arm(Right, [0.28, -1.0, -0.56], [0.06, -0.66, 0.68]).wrist(Right, 0.0, 4.0, 0.0);
        p
    };
    let fly = {
        let mut p = contact.clone();
        p.pelvis(0.004, -0.022, 0.0).hips(6.0, 11.0, 0.0).waist(2.0, -8.0, 0.0).chest(2.0, -10.0, 0.0).head(0.0, 0.0, 0.0);
        p.arm(Left, [0.2, -1.0, 0.36], [-0.24, 0.24, 0.9]).wrist(Left, 8.0, 4.0, 0.0);
        p.arm(Right, [0.26, -1.0, -0.74], [0.06, -0.62, 0.7]).wrist(Right, 0.0, 4.0, 0.0);
        p
    };
    let motion = JOG.motion([(0.0, contact), (0.1, down), (0.3, push), (0.42, fly)]);
    Take::new("Jog_Fwd", motion).travelling()
}

pub const RUN: Gait = Gait {
    velocity: DVec3::new(0.0, 0.0, 5.0),
    cycle: 0.6,
    stance: 0.28,
    ahead: 0.3,
    width: 0.04,
    yaw: 3.0,
    strike: (4.0, 0.05),
    peel: (66.0, 0.16),
    clear: 0.3,
    tuck: 44.0,
};

fn run() -> Take {
    let contact = {
        let mut p = Pose::standing();
        p.pelvis(0.002, -0.06, 0.0).hips(14.0, -12.0, -1.0).waist(4.0, 10.0, 0.0).chest(2.0, 12.0, 0.0).head(2.0, 0.0, 0.0);
        p.arm(Left, [0.3, -0.8, -1.0], [0.0, -0.8, 0.55]).fist(Left).wrist(Left, 0.0, 4.0, 0.0);
        p.arm(Right, [0.18, -0.9, 0.62], [-0.28, 0.55, 0.8]).fist(Right).wrist(Right, 8.0, 4.0, 0.0);
        p
    };
    let down = {
        let mut p = contact.clone();
        p.pelvis(0.008, -0.1, 0.0).hips(17.0, -6.0, 2.5).waist(5.0, 5.0, -1.4).chest(3.0, 6.0, -1.0).head(4.0, 0.0, 0.4);
        p.arm(Left, [0.3, -1.0, -0.7], [0.0, -0.6, 0.75]).wrist(Left, 0.0, 4.0, 0.0);
        p.arm(Right, [0.2, -1.0, 0.28], [-0.26, 0.24, 0.92]).wrist(Right, 8.0, 4.0, 0.0);
        p
    };
    let push = {
        let mut p = contact.clone();
        p.pelvis(0.006, -0.05, 0.0).hips(12.0, 9.0, 1.5).waist(3.0, -7.0, -0.8).chest(2.0, -9.0, -0.4).head(1.0, 0.0, 0.2);
        p.arm(Left, [0.18, -1.0, 0.4], [-0.24, 0.36, 0.9]).wrist(Left, 6.0, 4.0, 0.0);
        p.arm(Right, [0.3, -0.9, -0.8], [0.0, -0.74, 0.6]).wrist(Right, 0.0, 4.0, 0.0);
        p
    };
    let fly = {
        let mut p = contact.clone();
        p.pelvis(0.002, -0.018, 0.0).hips(11.0, 13.0, 0.0).waist(3.0, -10.0, 0.0).chest(2.0, -12.0, 0.0).head(0.0, 0.0, 0.0);
        p.arm(Left, [0.18, -0.85, 0.68], [-0.3, 0.62, 0.76]).wrist(Left, 8.0, 4.0, 0.0);
        p.arm(Right, [0.3, -0.78, -1.04], [0.0, -0.8, 0.52]).wrist(Right, 0.0, 4.0, 0.0);
        p
    };
    let mut motion = RUN.motion([(0.0, contact), (0.09, down), (0.25, push), (0.38, fly)]);
    motion.rate = 60.0;
    Take::new("Run_Fwd", motion).travelling()
}
