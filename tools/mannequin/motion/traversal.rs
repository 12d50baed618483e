//! Motions over and onto obstacles, and a roll along the ground.

use super::{
    idle::rest,
    locomotion::{JOG, jog_half},
};
use crate::{
    rig::{
        FigurePose, Motion, PoseKeyTrack, Rig, Side,
        feet::{FootPhase, Free, Plant, Steps},
        hands::Hold,
        motion::{Obstacle, RootPath, stand},
    },
    take::Take,
};
use glam::DVec3;

use Side::{Left, Right};

/// All takes of this module.
pub fn all() -> Vec<Take> {
    vec![roll(), vault(), mantle()]
}

fn forward(z: f64) -> DVec3 {
    DVec3::Z * z
}

/// A foot in the air: `below` and `before` the hips in metres, and `pitch` degrees with the toes
/// down.
fn tuck(side: Side, time: f64, below: f64, before: f64, pitch: f64) -> FootPhase {
    let rig = Rig::get();
    let out = rig.offset(rig.leg(side).root).x + 0.02 * side.sign();
    FootPhase::Free(Free {
        time,
        ankle: DVec3::new(out, -below, before),
        pitch,
    })
}

/// A step at `z` metres along the path.
fn at(side: Side, from: f64, to: f64, z: f64) -> Plant {
    Plant::flat(
        from,
        to,
        DVec3::new(stand(side).x * 0.8, 0.0, z),
        6.0 * side.sign(),
    )
}

fn roll() -> Take {
    let curled = |pelvis: [f64; 3], pitch: f64, curl: f64, lift: f64| {
        let mut p = FigurePose::standing();
        p.pelvis(pelvis[0], pelvis[1], pelvis[2])
            .hips(pitch, 0.0, 0.0);
        p.waist(curl * 0.55, 0.0, 0.0)
            .chest(curl * 0.45, 0.0, 0.0)
            .head(pitch + curl + 40.0, 0.0, 0.0);
        for side in Side::BOTH {
            p.arm(side, [0.35, lift - 0.45, 0.85], [-0.45, lift - 0.5, 0.75])
                .loose(side);
        }
        p
    };
    let mut crouch = rest();
    crouch
        .pelvis(0.0, -0.25, -0.02)
        .hips(50.0, 0.0, 0.0)
        .waist(20.0, 0.0, 0.0)
        .chest(12.0, 0.0, 0.0)
        .head(20.0, 0.0, 0.0);
    crouch.arm(Left, [0.3, -0.7, 0.6], [0.0, -0.5, 0.9]).arm(
        Right,
        [0.3, -0.7, 0.6],
        [0.0, -0.5, 0.9],
    );
    let mut dive = curled([0.0, -0.2, 0.12], 76.0, 18.0, 0.8);
    dive.head(106.0, 0.0, 0.0);
    dive.open(Left).open(Right);
    let mut over = curled([0.0, -0.15, 0.1], 132.0, 62.0, 0.0);
    over.arm(Left, [0.85, 0.1, 0.55], [-0.35, 0.35, 0.7]).arm(
        Right,
        [0.85, 0.1, 0.55],
        [-0.35, 0.35, 0.7],
    );
    let mut rise = rest();
    rise.pelvis(0.0, -0.34, -0.06)
        .hips(20.0, 0.0, 0.0)
        .waist(22.0, 0.0, 0.0)
        .chest(14.0, 0.0, 0.0)
        .head(10.0, 0.0, 0.0);
    rise.arm(Left, [0.4, -0.7, 0.5], [0.1, -0.4, 0.9]).arm(
        Right,
        [0.4, -0.7, 0.4],
        [0.1, -0.4, 0.9],
    );
    let keys = PoseKeyTrack::new([
        (0.0, rest()),
        (0.22, crouch),
        (0.38, dive),
        (0.5, over),
        (0.62, curled([0.0, -0.59, 0.04], 205.0, 88.0, 0.3)),
        (0.73, curled([0.0, -0.7, 0.0], 258.0, 84.0, 0.1)),
        (0.84, curled([0.0, -0.72, -0.06], 312.0, 70.0, 0.0)),
        (0.98, rise),
        (1.36, rest()),
    ]);
    let end = 2.2;
    let feet = [
        Steps::new(
            Left,
            [
                FootPhase::Plant(Plant::flat(-9.0, 0.34, stand(Left), 8.0).peel(58.0, 0.26)),
                tuck(Left, 0.5, 0.6, 0.1, 40.0),
                tuck(Left, 0.64, 0.36, 0.26, 20.0),
                tuck(Left, 0.8, 0.3, 0.3, 0.0),
                FootPhase::Plant(Plant::flat(0.9, 9.0, stand(Left) + forward(end), 8.0)),
            ],
        ),
        Steps::new(
            Right,
            [
                FootPhase::Plant(Plant::flat(-9.0, 0.38, stand(Right), -8.0).peel(60.0, 0.28)),
                tuck(Right, 0.54, 0.64, 0.06, 44.0),
                tuck(Right, 0.67, 0.38, 0.24, 22.0),
                tuck(Right, 0.82, 0.3, 0.3, 0.0),
                FootPhase::Plant(Plant::flat(0.94, 9.0, stand(Right) + forward(end), -8.0)),
            ],
        ),
    ];
    let mut motion = Motion::new(1.5, keys.lag(0.3), feet);
    motion.way = RootPath::Through(vec![
        (0.04, DVec3::ZERO, 0.0, DVec3::ZERO),
        (0.38, forward(0.52), 0.0, forward(2.9)),
        (0.84, forward(1.9), 0.0, forward(2.2)),
        (1.12, forward(end), 0.0, DVec3::ZERO),
    ]);
    let hold = |side: Side| Hold {
        side,
        from: 0.4,
        to: 0.44,
        reach: 0.16,
        leave: 0.09,
        wrist: DVec3::new(0.24 * side.sign(), 0.16, 1.34),
        fingers: DVec3::new(-0.3 * side.sign(), 0.0, 1.0),
        palm: DVec3::NEG_Y,
    };
    motion.holds = vec![hold(Left), hold(Right)];
    motion.rate = 60.0;
    Take::new("Dodge_Roll_Fwd", motion)
        .travelling()
        .state("Hit windows", "Invulnerable", 0.24, 0.84)
        .state("Motion warping", "WarpRoll", 0.05, 0.8)
}

/// Vaults a wall 1 m high and 0.4 m deep, whose near side is 1.75 m ahead, out of a jog and into a
/// jog. The left hand takes the wall.
fn vault() -> Take {
    let speed = JOG.velocity.z;
    let mut reach = jog_half()[2].1.mirrored();
    reach
        .pelvis(0.0, -0.05, 0.0)
        .hips(16.0, -8.0, 0.0)
        .waist(6.0, -4.0, 0.0)
        .chest(6.0, -4.0, 0.0)
        .head(14.0, 0.0, 0.0);
    reach
        .arm(Left, [0.3, -0.4, 0.8], [0.0, -0.35, 0.9])
        .open(Left);
    reach.arm(Right, [0.4, -0.8, -0.5], [0.2, -0.5, 0.7]);
    let mut over = FigurePose::standing();
    over.pelvis(-0.16, 0.4, 0.0)
        .hips(26.0, -14.0, 22.0)
        .waist(10.0, 4.0, -8.0)
        .chest(8.0, 4.0, -10.0)
        .head(14.0, 0.0, 0.0);
    over.arm(Left, [0.3, -0.95, 0.1], [0.05, -1.0, 0.1])
        .open(Left);
    over.arm(Right, [0.8, -0.3, 0.2], [0.7, 0.1, 0.6])
        .open(Right);
    let mut past = over.clone();
    past.pelvis(-0.14, 0.32, 0.04)
        .hips(16.0, 6.0, 14.0)
        .waist(6.0, 0.0, -6.0)
        .chest(6.0, -4.0, -6.0)
        .head(12.0, 0.0, 0.0);
    past.arm(Left, [0.4, -0.9, -0.4], [0.2, -1.0, -0.1])
        .open(Left);
    past.arm(Right, [0.8, -0.4, 0.3], [0.6, 0.0, 0.7])
        .open(Right);
    let mut touch = FigurePose::standing();
    touch
        .pelvis(-0.05, -0.055, 0.0)
        .hips(12.0, -8.0, 0.0)
        .waist(6.0, 4.0, 0.0)
        .chest(4.0, 4.0, 0.0)
        .head(10.0, 0.0, 0.0);
    touch.arm(Left, [0.6, -0.7, -0.4], [0.4, -0.5, 0.6]).arm(
        Right,
        [0.5, -0.7, 0.4],
        [0.2, -0.2, 0.9],
    );
    let mut low = touch.clone();
    low.pelvis(-0.03, -0.16, -0.05)
        .hips(22.0, -8.0, 2.0)
        .waist(10.0, 6.0, 0.0)
        .chest(6.0, 6.0, 0.0);
    low.arm(Left, [0.4, -0.9, -0.4], [0.1, -0.5, 0.8]).arm(
        Right,
        [0.4, -0.9, 0.4],
        [0.0, -0.2, 0.9],
    );
    let land = 1.0;
    let again = 1.35;
    let mut keys = vec![
        (-JOG.cycle * 0.5, jog_half()[0].1.mirrored()),
        (0.0, jog_half()[0].1.clone()),
    ];
    keys.extend([
        (0.08, jog_half()[1].1.clone()),
        (0.27, reach),
        (0.62, over),
        (0.8, past),
        (land, touch),
        (land + 0.12, low),
    ]);
    keys.extend([
        (again, jog_half()[0].1.mirrored()),
        (again + 0.08, jog_half()[1].1.mirrored()),
    ]);
    let keys = PoseKeyTrack::new(keys)
        .launched(0.27, DVec3::new(-0.3, 1.5, 0.0))
        .launched(land, DVec3::new(0.1, -2.1, 0.0));
    let root = |time: f64| speed * time;
    let left = [
        FootPhase::Plant(
            at(Left, 0.0, 0.27, root(0.0) + 0.3)
                .strike(10.0, 0.06)
                .peel(56.0, 0.16),
        ),
        tuck(Left, 0.5, 0.62, -0.24, 50.0),
        tuck(Left, 0.64, 0.26, 0.12, 30.0),
        tuck(Left, 0.82, 0.5, 0.34, 0.0),
        FootPhase::Plant(
            at(Left, land, land + 0.26, root(land) + 0.2)
                .strike(6.0, 0.06)
                .peel(60.0, 0.14),
        ),
    ];
    let right = [
        FootPhase::Plant(at(Right, -0.5, -0.08, root(-0.36) + 0.3).peel(60.0, 0.14)),
        tuck(Right, 0.06, 0.5, -0.28, 60.0),
        tuck(Right, 0.22, 0.56, 0.2, 20.0),
        tuck(Right, 0.46, 0.3, 0.3, 10.0),
        tuck(Right, 0.72, 0.36, 0.42, 6.0),
        tuck(Right, 0.94, 0.52, -0.24, 50.0),
        tuck(Right, 1.16, 0.46, 0.02, 20.0),
        FootPhase::Plant(at(Right, again, again + 0.28, root(again) + 0.3).strike(10.0, 0.06)),
    ];
    let feet = [Steps::new(Left, left), Steps::new(Right, right)];
    let mut motion = Motion::new(again, keys.lag(0.3), feet);
    motion.way = RootPath::Steady(forward(speed));
    motion.holds = vec![Hold {
        side: Left,
        from: 0.46,
        to: 0.53,
        reach: 0.2,
        leave: 0.14,
        wrist: DVec3::new(0.2, 1.07, 1.86),
        fingers: DVec3::new(-0.2, -0.25, 1.0),
        palm: DVec3::NEG_Y,
    }];
    motion.obstacle = Some(Obstacle {
        at: forward(1.95),
        size: DVec3::new(1.6, 1.0, 0.4),
    });
    motion.flights = vec![(0.27, 0.46), (0.72, land)];
    motion.rate = 60.0;
    Take::new("Vault_100", motion)
        .travelling()
        .state("Motion", "Airborne", 0.27, 0.46)
        .state("Motion", "Airborne", 0.72, land)
        .state("Motion warping", "WarpToObstacle", 0.0, 0.46)
        .state("Motion warping", "WarpToLanding", 0.7, land)
        .instant("FX", "HandPlant", 0.46)
        .at("hand_l_weapon")
}

/// Climbs onto a wall 1.5 m high whose edge is 0.42 m ahead.
fn mantle() -> Take {
    const TOP: f64 = 1.5;
    const EDGE: f64 = 0.42;
    let up = |y: f64, z: f64| DVec3::new(0.0, y, z);
    let mut reach = rest();
    reach
        .pelvis(0.0, -0.02, 0.04)
        .hips(2.0, 0.0, 0.0)
        .waist(-2.0, 0.0, 0.0)
        .chest(-4.0, 0.0, 0.0)
        .head(-16.0, 0.0, 0.0);
    reach.arm(Left, [0.2, 0.3, 0.9], [0.0, 0.5, 0.85]).arm(
        Right,
        [0.2, 0.3, 0.9],
        [0.0, 0.5, 0.85],
    );
    let mut dip = reach.clone();
    dip.pelvis(0.0, -0.22, 0.0)
        .hips(16.0, 0.0, 0.0)
        .waist(4.0, 0.0, 0.0)
        .chest(0.0, 0.0, 0.0)
        .head(-14.0, 0.0, 0.0);
    let mut spring = reach.clone();
    spring
        .pelvis(0.0, 0.04, 0.05)
        .hips(2.0, 0.0, 0.0)
        .waist(0.0, 0.0, 0.0)
        .chest(-4.0, 0.0, 0.0)
        .head(-4.0, 0.0, 0.0);
    let mut chest_up = rest();
    chest_up
        .pelvis(0.0, 0.0, -0.1)
        .hips(20.0, 0.0, 0.0)
        .waist(18.0, 0.0, 0.0)
        .chest(10.0, 0.0, 0.0)
        .head(16.0, 0.0, 0.0);
    chest_up.arm(Left, [0.7, -0.2, -0.5], [0.1, -1.0, 0.4]).arm(
        Right,
        [0.7, -0.2, -0.5],
        [0.1, -1.0, 0.4],
    );
    let mut press = rest();
    press
        .pelvis(0.02, -0.1, -0.16)
        .hips(42.0, 0.0, -4.0)
        .waist(18.0, 0.0, 2.0)
        .chest(10.0, 0.0, 2.0)
        .head(24.0, 0.0, 0.0);
    press.arm(Left, [0.4, -0.9, 0.3], [0.0, -1.0, 0.1]).arm(
        Right,
        [0.4, -0.9, 0.3],
        [0.0, -1.0, 0.1],
    );
    let mut kneel = rest();
    kneel
        .pelvis(-0.03, -0.36, -0.1)
        .hips(46.0, -6.0, -2.0)
        .waist(18.0, 4.0, 0.0)
        .chest(10.0, 4.0, 0.0)
        .head(20.0, 0.0, 0.0);
    kneel.arm(Left, [0.3, -0.8, 0.6], [-0.05, -0.75, 0.65]).arm(
        Right,
        [0.3, -0.8, 0.6],
        [-0.05, -0.75, 0.65],
    );
    kneel.knee(Right, 10.0);
    let mut stand_up = rest();
    stand_up
        .pelvis(-0.02, -0.14, 0.0)
        .hips(20.0, 0.0, 0.0)
        .waist(8.0, 0.0, 0.0)
        .chest(4.0, 0.0, 0.0)
        .head(10.0, 0.0, 0.0);
    let keys = PoseKeyTrack::new([
        (0.0, rest()),
        (0.3, reach),
        (0.5, dip),
        (0.68, spring),
        (1.0, chest_up),
        (1.3, press),
        (1.62, kneel),
        (2.0, stand_up),
        (2.4, rest()),
    ]);
    let end = EDGE + 0.4;
    let on_top = |side: Side| stand(side) + up(TOP, end);
    let left = [
        FootPhase::Plant(Plant::flat(-9.0, 0.7, stand(Left), 8.0).peel(46.0, 0.16)),
        tuck(Left, 0.95, 0.72, 0.1, 30.0),
        tuck(Left, 1.35, 0.66, -0.22, 46.0),
        tuck(Left, 1.66, 0.62, -0.2, 50.0),
        FootPhase::Plant(Plant::flat(1.95, 9.0, on_top(Left), 8.0)),
    ];
    let right = [
        FootPhase::Plant(Plant::flat(-9.0, 0.7, stand(Right), -8.0).peel(46.0, 0.16)),
        tuck(Right, 0.92, 0.66, 0.16, 20.0),
        tuck(Right, 1.22, 0.5, 0.14, 20.0),
        FootPhase::Plant(Plant::flat(1.5, 9.0, on_top(Right), -10.0)),
    ];
    let feet = [Steps::new(Left, left), Steps::new(Right, right)];
    let mut motion = Motion::new(2.6, keys.lag(0.4), feet);
    motion.way = RootPath::Through(vec![
        (0.62, DVec3::ZERO, 0.0, DVec3::ZERO),
        (1.0, up(0.62, 0.04), 0.0, up(1.5, 0.1)),
        (1.3, up(1.08, 0.14), 0.0, up(1.4, 0.6)),
        (1.62, up(TOP, 0.5), 0.0, up(0.5, 0.8)),
        (1.75, up(TOP, 0.62), 0.0, forward(0.6)),
        (2.05, up(TOP, end), 0.0, DVec3::ZERO),
    ]);
    let hold = |side: Side| Hold {
        side,
        from: 0.4,
        to: 1.3,
        reach: 0.3,
        leave: 0.3,
        wrist: DVec3::new(0.27 * side.sign(), TOP + 0.05, EDGE + 0.02),
        fingers: DVec3::new(-0.15 * side.sign(), -0.05, 1.0),
        palm: DVec3::NEG_Y,
    };
    motion.holds = vec![hold(Left), hold(Right)];
    motion.obstacle = Some(Obstacle {
        at: forward(EDGE + 0.75),
        size: DVec3::new(1.6, TOP, 1.5),
    });
    Take::new("Mantle_150", motion)
        .travelling()
        .state("Motion warping", "WarpToEdge", 0.3, 1.0)
        .state("Motion warping", "WarpToTop", 1.0, 1.62)
        .instant("FX", "HandPlant", 0.4)
}
