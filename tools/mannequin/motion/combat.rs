//! Motions with the sword: a guard, three hits that follow one another, and a charged attack.

use crate::{
    rig::{
        FigurePose, Motion, PoseKeyTrack, Side,
        feet::{Plant, Steps},
        motion::RootPath,
    },
    take::Take,
};
use glam::DVec3;

use Side::{Left, Right};

/// All takes of this module.
pub fn all() -> Vec<Take> {
    vec![
        guarding(),
        slash(),
        backhand(),
        chop(),
        charge_start(),
        charge_loop(),
        charge_release(),
        charge_end(),
    ]
}

const FRONT: DVec3 = DVec3::new(0.15, 0.0, 0.2);
const BACK: DVec3 = DVec3::new(-0.19, 0.0, -0.2);
const FRONT_YAW: f64 = 6.0;
const BACK_YAW: f64 = -48.0;

fn on_guard() -> [Steps; 2] {
    [
        Steps::still(Left, FRONT, FRONT_YAW),
        Steps::still(Right, BACK, BACK_YAW),
    ]
}

/// Both feet take one step forwards by `travel` metres: the front foot first. Pairs are the times
/// in seconds at which a foot leaves and lands.
fn lunge(front: (f64, f64), back: (f64, f64), travel: f64) -> [Steps; 2] {
    let to = DVec3::Z * travel;
    let left = [
        // A foot that leaves soon peels less: it stands flat where the clip begins.
        Plant::flat(-9.0, front.0, FRONT, FRONT_YAW)
            .peel(225.0 * front.0.min(0.08), 0.08_f64.min(front.0))
            .clear(0.05, -6.0),
        Plant::flat(front.1, 99.0, FRONT + to, FRONT_YAW).strike(14.0, 0.08),
    ];
    let right = [
        Plant::flat(-9.0, back.0, BACK, BACK_YAW)
            .peel(120.0 * back.0.min(0.4), 0.2_f64.min(back.0))
            .clear(0.05, 6.0),
        Plant::flat(back.1, 99.0, BACK + to, BACK_YAW),
    ];
    [Steps::planted(Left, left), Steps::planted(Right, right)]
}

fn advance(from: f64, to: f64, travel: f64) -> RootPath {
    RootPath::Through(vec![
        (from, DVec3::ZERO, 0.0, DVec3::ZERO),
        (to, DVec3::Z * travel, 0.0, DVec3::ZERO),
    ])
}

struct Torso {
    pelvis: [f64; 3],
    hips: [f64; 3],
    waist: [f64; 3],
    chest: [f64; 3],
    head: [f64; 3],
}

fn torso(t: &Torso) -> FigurePose {
    let mut p = FigurePose::standing();
    p.pelvis(t.pelvis[0], t.pelvis[1], t.pelvis[2])
        .hips(t.hips[0], t.hips[1], t.hips[2]);
    p.waist(t.waist[0], t.waist[1], t.waist[2])
        .chest(t.chest[0], t.chest[1], t.chest[2]);
    p.head(t.head[0], t.head[1], t.head[2])
        .knee(Left, 4.0)
        .knee(Right, 6.0);
    p
}

fn sword(p: &mut FigurePose, upper: [f64; 3], fore: [f64; 3], blade: [f64; 3]) {
    p.arm_in_root(Right, upper, fore).hold(Right, blade);
}

fn free_hand(p: &mut FigurePose, upper: [f64; 3], fore: [f64; 3]) {
    p.arm_in_root(Left, upper, fore)
        .fingers(Left, [0.3, 0.35, 0.4, 0.45, 0.5], 0.2);
}

/// The guard pose: the combo and the charged attack start from it.
pub fn guard() -> FigurePose {
    let mut p = torso(&Torso {
        pelvis: [0.0, -0.1, 0.0],
        hips: [6.0, -28.0, 0.0],
        waist: [4.0, 6.0, 0.0],
        chest: [4.0, 8.0, 0.0],
        head: [3.0, 0.0, 0.0],
    });
    sword(
        &mut p,
        [0.36, -0.9, 0.12],
        [-0.12, 0.12, 1.0],
        [-0.25, 0.75, 0.62],
    );
    free_hand(&mut p, [0.55, -0.75, 0.25], [-0.05, 0.4, 0.85]);
    p
}

fn guarding() -> Take {
    let mut other = guard();
    other
        .pelvis(0.01, -0.112, 0.008)
        .hips(7.0, -26.0, 0.5)
        .waist(4.0, 5.0, 0.0)
        .chest(3.0, 7.0, 0.0);
    sword(
        &mut other,
        [0.37, -0.9, 0.1],
        [-0.1, 0.16, 1.0],
        [-0.22, 0.78, 0.58],
    );
    free_hand(&mut other, [0.56, -0.75, 0.22], [-0.03, 0.43, 0.83]);
    let mut motion = Motion::new(
        2.4,
        PoseKeyTrack::cycle(2.4, [(0.0, guard()), (1.1, other)]),
        on_guard(),
    );
    motion.looping = true;
    Take::new("Guard_Idle", motion)
}

/// An attack: keys of the body, steps, the root's path, its length and when it hurts, in seconds.
fn hit(
    name: &'static str,
    keys: PoseKeyTrack,
    feet: [Steps; 2],
    way: RootPath,
    length: f64,
    hurts: (f64, f64),
) -> Take {
    let mut motion = Motion::new(length, keys, feet);
    motion.way = way;
    motion.rate = 60.0;
    Take::new(name, motion)
        .travelling()
        .state("FX", "SwordTrail", hurts.0 - 0.05, hurts.1 + 0.05)
        .at("hand_r_weapon")
        .state("Hit windows", "HitWindow", hurts.0, hurts.1)
}

/// Pose after the first hit: the sword is low on the left, ready to come back.
fn low_left() -> FigurePose {
    let mut p = torso(&Torso {
        pelvis: [0.02, -0.13, 0.03],
        hips: [9.0, 10.0, 1.0],
        waist: [5.0, 8.0, 0.0],
        chest: [4.0, 8.0, 0.0],
        head: [3.0, 0.0, 0.0],
    });
    sword(
        &mut p,
        [-0.1, -0.8, 0.6],
        [-0.72, 0.1, 0.66],
        [-0.62, 0.76, 0.1],
    );
    free_hand(&mut p, [0.5, -0.8, -0.3], [0.2, -0.3, 0.8]);
    p
}

/// From high on the right to low on the left.
fn slash() -> Take {
    let mut up = torso(&Torso {
        pelvis: [-0.02, -0.1, -0.06],
        hips: [2.0, -46.0, 1.0],
        waist: [-2.0, -8.0, 2.0],
        chest: [-4.0, -12.0, 3.0],
        head: [2.0, -6.0, 0.0],
    });
    sword(
        &mut up,
        [0.8, 0.3, -0.25],
        [0.25, 0.85, -0.2],
        [-0.1, 0.3, -0.95],
    );
    free_hand(&mut up, [0.3, -0.5, 0.7], [-0.3, 0.3, 0.9]);
    let mut cut = torso(&Torso {
        pelvis: [0.0, -0.13, 0.06],
        hips: [8.0, -8.0, 0.0],
        waist: [6.0, 4.0, 0.0],
        chest: [6.0, 6.0, 0.0],
        head: [3.0, 0.0, 0.0],
    });
    sword(
        &mut cut,
        [0.4, 0.0, 0.9],
        [0.05, 0.05, 1.0],
        [0.1, 0.6, 0.8],
    );
    free_hand(&mut cut, [0.6, -0.7, 0.1], [0.2, -0.2, 0.9]);
    let mut through = torso(&Torso {
        pelvis: [0.03, -0.17, 0.09],
        hips: [18.0, 22.0, 0.0],
        waist: [13.0, 10.0, -2.0],
        chest: [10.0, 14.0, -2.0],
        head: [4.0, 4.0, 0.0],
    });
    sword(
        &mut through,
        [-0.2, -0.8, 0.55],
        [-0.75, -0.2, 0.6],
        [-0.25, 0.2, 0.95],
    );
    free_hand(&mut through, [0.6, -0.7, -0.45], [0.4, -0.6, 0.5]);
    let mut follow = through.clone();
    follow
        .pelvis(0.03, -0.16, 0.07)
        .hips(13.0, 26.0, 0.0)
        .chest(5.0, 16.0, -2.0);
    sword(
        &mut follow,
        [-0.12, -0.75, 0.62],
        [-0.72, 0.0, 0.68],
        [-0.4, 0.5, 0.75],
    );
    let keys = PoseKeyTrack::new([
        (0.0, guard()),
        (0.24, up.clone()),
        (0.3, up),
        (0.4, cut),
        (0.49, through),
        (0.6, follow),
        (0.77, low_left()),
    ]);
    let feet = lunge((0.2, 0.38), (0.36, 0.6), 0.42);
    hit(
        "Attack_1",
        keys.lag(0.5),
        feet,
        advance(0.2, 0.6, 0.42),
        0.85,
        (0.37, 0.5),
    )
}

/// Pose after the second hit: the sword is high on the right.
fn high_right() -> FigurePose {
    let mut p = torso(&Torso {
        pelvis: [-0.01, -0.11, 0.0],
        hips: [6.0, -30.0, 0.0],
        waist: [3.0, -4.0, 0.0],
        chest: [2.0, -4.0, 0.0],
        head: [3.0, -2.0, 0.0],
    });
    sword(
        &mut p,
        [0.75, -0.45, 0.3],
        [0.5, 0.6, 0.6],
        [0.0, 0.85, -0.5],
    );
    free_hand(&mut p, [0.34, -0.8, 0.4], [-0.4, 0.2, 0.8]);
    p
}

/// A level cut from the left to the right.
fn backhand() -> Take {
    let mut back = torso(&Torso {
        pelvis: [0.03, -0.13, -0.02],
        hips: [6.0, 24.0, 0.0],
        waist: [4.0, 12.0, 0.0],
        chest: [3.0, 18.0, 0.0],
        head: [3.0, 6.0, 0.0],
    });
    sword(
        &mut back,
        [-0.4, -0.25, 0.9],
        [-0.85, 0.35, 0.35],
        [-0.35, 0.55, -0.75],
    );
    free_hand(&mut back, [0.6, -0.6, -0.5], [0.3, -0.5, 0.7]);
    let mut cut = torso(&Torso {
        pelvis: [0.0, -0.14, 0.06],
        hips: [9.0, -4.0, 0.0],
        waist: [5.0, 0.0, 0.0],
        chest: [4.0, 0.0, 0.0],
        head: [3.0, 0.0, 0.0],
    });
    sword(
        &mut cut,
        [0.05, -0.1, 1.0],
        [-0.1, 0.05, 1.0],
        [-0.6, 0.2, 0.8],
    );
    free_hand(&mut cut, [0.4, -0.85, 0.1], [-0.2, -0.2, 0.9]);
    let mut through = torso(&Torso {
        pelvis: [-0.02, -0.14, 0.05],
        hips: [8.0, -34.0, 0.0],
        waist: [3.0, -8.0, 0.0],
        chest: [2.0, -12.0, 0.0],
        head: [3.0, -4.0, 0.0],
    });
    sword(
        &mut through,
        [0.8, -0.2, 0.45],
        [0.85, -0.02, 0.5],
        [0.85, 0.2, 0.4],
    );
    free_hand(&mut through, [0.3, -0.85, 0.4], [-0.5, 0.0, 0.8]);
    let mut follow = through.clone();
    follow
        .pelvis(-0.03, -0.13, 0.03)
        .hips(7.0, -38.0, 0.0)
        .chest(1.0, -15.0, 0.0);
    sword(
        &mut follow,
        [0.9, -0.25, 0.15],
        [0.9, 0.15, 0.15],
        [0.6, 0.45, -0.6],
    );
    let keys = PoseKeyTrack::new([
        (0.0, low_left()),
        (0.2, back.clone()),
        (0.26, back),
        (0.36, cut),
        (0.45, through),
        (0.58, follow),
        (0.76, high_right()),
    ]);
    let feet = lunge((0.16, 0.33), (0.32, 0.56), 0.36);
    hit(
        "Attack_2",
        keys.lag(0.5),
        feet,
        advance(0.16, 0.55, 0.36),
        0.85,
        (0.32, 0.46),
    )
}

/// Straight down from above.
fn chop() -> Take {
    let mut up = torso(&Torso {
        pelvis: [-0.01, -0.05, -0.05],
        hips: [-4.0, -22.0, 0.0],
        waist: [-6.0, -4.0, 0.0],
        chest: [-10.0, -2.0, 0.0],
        head: [2.0, 0.0, 0.0],
    });
    sword(
        &mut up,
        [0.35, 0.9, 0.2],
        [0.0, 0.8, -0.55],
        [-0.05, -0.2, -1.0],
    );
    free_hand(&mut up, [0.3, 0.1, 0.95], [-0.2, 0.75, 0.6]);
    let mut cut = torso(&Torso {
        pelvis: [0.0, -0.14, 0.08],
        hips: [12.0, -14.0, 0.0],
        waist: [8.0, 2.0, 0.0],
        chest: [8.0, 4.0, 0.0],
        head: [4.0, 0.0, 0.0],
    });
    sword(
        &mut cut,
        [0.2, 0.3, 0.95],
        [-0.05, 0.25, 1.0],
        [-0.05, 0.85, 0.6],
    );
    free_hand(&mut cut, [0.4, -0.6, 0.6], [0.0, -0.2, 1.0]);
    let mut through = torso(&Torso {
        pelvis: [0.01, -0.27, 0.13],
        hips: [26.0, -6.0, 0.0],
        waist: [12.0, 4.0, 0.0],
        chest: [10.0, 6.0, 0.0],
        head: [6.0, 0.0, 0.0],
    });
    sword(
        &mut through,
        [0.12, -0.65, 0.75],
        [-0.1, -0.55, 0.8],
        [-0.05, -0.15, 1.0],
    );
    free_hand(&mut through, [0.6, -0.75, -0.3], [0.4, -0.7, 0.4]);
    let mut stay = through.clone();
    stay.pelvis(0.01, -0.275, 0.12).chest(11.0, 7.0, 0.0);
    sword(
        &mut stay,
        [0.12, -0.68, 0.72],
        [-0.1, -0.58, 0.78],
        [-0.05, -0.2, 1.0],
    );
    let keys = PoseKeyTrack::new([
        (0.0, high_right()),
        (0.28, up.clone()),
        (0.36, up),
        (0.48, cut),
        (0.57, through),
        (0.78, stay),
        (1.22, guard()),
    ]);
    let feet = lunge((0.28, 0.5), (0.62, 0.92), 0.5);
    hit(
        "Attack_3",
        keys.lag(0.5),
        feet,
        advance(0.26, 0.8, 0.5),
        1.3,
        (0.44, 0.58),
    )
}

fn charged() -> FigurePose {
    let mut p = torso(&Torso {
        pelvis: [-0.05, -0.17, -0.1],
        hips: [8.0, -46.0, 2.0],
        waist: [6.0, -8.0, 4.0],
        chest: [4.0, -8.0, 4.0],
        head: [3.0, -6.0, 0.0],
    });
    sword(
        &mut p,
        [0.95, -0.15, -0.35],
        [0.6, 0.62, -0.5],
        [0.15, 0.65, -0.75],
    );
    free_hand(&mut p, [0.3, -0.45, 0.85], [-0.25, 0.3, 0.9]);
    p
}

fn charge_start() -> Take {
    let mut dip = guard();
    dip.pelvis(0.01, -0.13, 0.02).hips(8.0, -24.0, 0.0);
    let keys = PoseKeyTrack::new([(0.0, guard()), (0.1, dip), (0.42, charged())]).lag(0.5);
    let mut motion = Motion::new(0.5, keys, on_guard());
    motion.rate = 60.0;
    Take::new("Charge_Start", motion).travelling()
}

/// Loops for as long as the button is held.
fn charge_loop() -> Take {
    let mut tense = charged();
    tense
        .pelvis(-0.054, -0.18, -0.106)
        .hips(9.0, -49.0, 2.0)
        .chest(4.0, -11.0, 4.0);
    sword(
        &mut tense,
        [0.95, -0.11, -0.38],
        [0.57, 0.66, -0.5],
        [0.17, 0.62, -0.78],
    );
    // Half a second is a round too, for a wind-up of that length that is left from here.
    let keys =
        PoseKeyTrack::cycle(0.6, [(0.0, charged()), (0.25, tense), (0.5, charged())]).lag(0.0);
    let mut motion = Motion::new(0.6, keys, on_guard());
    motion.looping = true;
    motion.rate = 60.0;
    Take::new("Charge_Loop", motion)
}

/// Pose at the end of the charged hit.
fn spent() -> FigurePose {
    let mut p = torso(&Torso {
        pelvis: [0.04, -0.24, 0.12],
        hips: [18.0, 26.0, 0.0],
        waist: [8.0, 12.0, -2.0],
        chest: [6.0, 16.0, -2.0],
        head: [6.0, 4.0, 0.0],
    });
    sword(
        &mut p,
        [-0.12, -0.75, 0.62],
        [-0.72, 0.0, 0.68],
        [-0.4, 0.5, 0.75],
    );
    free_hand(&mut p, [0.6, -0.65, -0.5], [0.5, -0.6, 0.4]);
    p
}

fn charge_release() -> Take {
    let mut cut = torso(&Torso {
        pelvis: [0.0, -0.19, 0.08],
        hips: [12.0, -6.0, 0.0],
        waist: [6.0, 4.0, 0.0],
        chest: [6.0, 6.0, 0.0],
        head: [4.0, 0.0, 0.0],
    });
    sword(
        &mut cut,
        [0.45, -0.1, 0.9],
        [0.1, 0.0, 1.0],
        [0.25, 0.7, 0.65],
    );
    free_hand(&mut cut, [0.6, -0.7, 0.0], [0.3, -0.3, 0.8]);
    let mut through = spent();
    through.pelvis(0.03, -0.24, 0.13).hips(18.0, 20.0, 0.0);
    sword(
        &mut through,
        [-0.15, -0.8, 0.55],
        [-0.7, -0.15, 0.65],
        [-0.2, 0.2, 0.95],
    );
    let keys = PoseKeyTrack::new([
        (0.0, charged()),
        (0.2, cut),
        (0.31, through),
        (0.48, spent()),
    ]);
    let feet = lunge((0.03, 0.2), (0.12, 0.44), 0.7);
    // The montages that play it say when it hurts.
    let mut motion = Motion::new(0.6, keys.lag(0.5), feet);
    motion.way = advance(0.0, 0.42, 0.7);
    motion.rate = 60.0;
    Take::new("Charge_Release", motion).travelling()
}

fn charge_end() -> Take {
    let keys = PoseKeyTrack::new([(0.0, spent()), (0.08, spent()), (0.58, guard())]).lag(0.5);
    let mut motion = Motion::new(0.7, keys, on_guard());
    motion.rate = 60.0;
    Take::new("Charge_End", motion).travelling()
}
