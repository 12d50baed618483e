//! A jump in three clips, for a game that decides how long the flight is.

use super::idle::rest;
use crate::{
    reaching::FEET_FREE,
    rig::{
        FigurePose, Motion, PoseKeyTrack, Rig, Side,
        feet::{FootPhase, Free, Plant, Steps},
        motion::{GRAVITY, RootPath, stand},
    },
    take::Take,
};
use glam::DVec3;

use Side::{Left, Right};

/// Speed at take-off, in metres per second upwards.
const LAUNCH: f64 = GRAVITY / 3.0;
/// Seconds on the ground before take-off.
const TAKE_OFF: f64 = 26.0 / 60.0;

/// All takes of this module.
pub fn all() -> Vec<Take> {
    vec![start(), falling(), land()]
}

/// A foot in the air under the hips: how far the leg is drawn up and forward, in metres, and how
/// far the toes point down, in degrees.
fn hang(side: Side, time: f64, up: f64, forward: f64, pitch: f64) -> FootPhase {
    let rig = Rig::get();
    let rest = rig.at(&side.of("foot")) - rig.at("pelvis");
    FootPhase::Free(Free {
        time,
        ankle: rest + DVec3::new(0.0, up, forward),
        pitch,
    })
}

fn airborne() -> FigurePose {
    let mut p = FigurePose::standing();
    p.pelvis(0.0, 0.05, 0.0)
        .hips(8.0, 0.0, 0.0)
        .waist(4.0, 0.0, 0.0)
        .chest(2.0, 0.0, 0.0)
        .head(6.0, 0.0, 0.0);
    p.arm(Left, [0.75, -0.55, 0.1], [0.6, -0.15, 0.6])
        .wrist(Left, -6.0, 0.0, 20.0)
        .open(Left);
    p.arm(Right, [0.75, -0.55, -0.05], [0.6, -0.2, 0.55])
        .wrist(Right, -6.0, 0.0, 20.0)
        .open(Right);
    p
}

fn start() -> Take {
    let end = TAKE_OFF + LAUNCH / GRAVITY;
    let mut low = FigurePose::standing();
    low.pelvis(0.0, -0.32, -0.06)
        .hips(34.0, 0.0, 0.0)
        .waist(14.0, 0.0, 0.0)
        .chest(6.0, 0.0, 0.0)
        .head(8.0, 0.0, 0.0);
    low.arm(Left, [0.34, -0.8, -0.8], [0.24, -0.9, -0.4]).arm(
        Right,
        [0.34, -0.8, -0.8],
        [0.24, -0.9, -0.4],
    );
    let mut off = FigurePose::standing();
    off.pelvis(0.0, 0.055, 0.05)
        .hips(4.0, 0.0, 0.0)
        .waist(-4.0, 0.0, 0.0)
        .chest(-8.0, 0.0, 0.0)
        .head(-12.0, 0.0, 0.0);
    off.arm(Left, [0.5, 0.5, 0.8], [0.2, 0.9, 0.4])
        .arm(Right, [0.5, 0.5, 0.8], [0.2, 0.9, 0.4]);
    let keys = [
        (0.0, rest()),
        (0.24, low),
        (TAKE_OFF, off),
        (end, airborne()),
        (end + 0.1, airborne()),
    ];
    let keys = PoseKeyTrack::new(keys).launched(TAKE_OFF, DVec3::new(0.0, LAUNCH, 0.0));
    let foot = |side: Side, forward: f64| {
        let plant = Plant::flat(-9.0, TAKE_OFF, stand(side), 8.0 * side.sign()).peel(52.0, 0.16);
        let trail = hang(side, TAKE_OFF + 0.12, 0.04, -0.08 + forward * 0.3, 40.0);
        Steps::new(
            side,
            [
                FootPhase::Plant(plant),
                trail,
                hang(side, end, 0.24, forward, 24.0),
                hang(side, end + 1.0, 0.24, forward, 24.0),
            ],
        )
    };
    let rise = |time: f64| DVec3::Y * (LAUNCH * time - GRAVITY * time * time / 2.0);
    let steps = 24;
    let way = (0..=steps).map(|i| {
        let time = (end - TAKE_OFF) * f64::from(i) / f64::from(steps);
        (
            TAKE_OFF + time,
            rise(time),
            0.0,
            DVec3::Y * (LAUNCH - GRAVITY * time),
        )
    });
    let mut motion = Motion::new(end, keys, [foot(Left, 0.14), foot(Right, -0.06)]);
    motion.way = RootPath::Through(way.collect());
    motion.flights = vec![(TAKE_OFF, end)];
    motion.rate = 60.0;
    Take::new("Jump_Start", motion)
        .travelling()
        .curve(
            FEET_FREE,
            [
                (0.0, 0.0),
                (TAKE_OFF - 0.06, 0.0),
                (TAKE_OFF, 1.0),
                (end, 1.0),
            ],
        )
        .state("Motion", "Airborne", TAKE_OFF, end)
}

/// A loop in the air, for as long as it takes. The game moves the character.
fn falling() -> Take {
    let mut other = airborne();
    other
        .hips(6.0, 2.0, 1.0)
        .waist(5.0, -2.0, 0.0)
        .chest(1.0, -2.0, 0.0)
        .head(12.0, 0.0, 0.0);
    other
        .arm(Left, [0.8, -0.3, -0.1], [0.7, 0.1, 0.45])
        .wrist(Left, -10.0, 0.0, 20.0)
        .open(Left);
    other
        .arm(Right, [0.7, -0.66, 0.2], [0.5, -0.35, 0.65])
        .wrist(Right, -10.0, 0.0, 20.0)
        .open(Right);
    let keys = PoseKeyTrack::cycle(0.8, [(0.0, airborne()), (0.4, other)]);
    // One leg is drawn up while the other stretches.
    let foot = |side: Side, forward: f64, drawn: i32| {
        let free = |k: i32| {
            let is_drawn = (k - drawn).rem_euclid(2) == 0;
            let (high, forward) = if is_drawn {
                (0.3, forward + 0.09)
            } else {
                (0.17, forward - 0.05)
            };
            hang(
                side,
                f64::from(k) * 0.4 + 0.2,
                high,
                forward,
                if is_drawn { 16.0 } else { 30.0 },
            )
        };
        Steps::new(side, (-3..=6).map(free))
    };
    let mut motion = Motion::new(0.8, keys, [foot(Left, 0.08, 0), foot(Right, 0.0, 1)]);
    motion.looping = true;
    Take::new("Jump_Loop", motion).curve(FEET_FREE, [(0.0, 1.0), (0.8, 1.0)])
}

/// Begins as the toes touch the ground at 3 m/s.
fn land() -> Take {
    let mut touch = airborne();
    touch
        .pelvis(0.0, 0.0, -0.02)
        .hips(10.0, 0.0, 0.0)
        .waist(5.0, 0.0, 0.0)
        .chest(2.0, 0.0, 0.0)
        .head(14.0, 0.0, 0.0);
    let mut low = FigurePose::standing();
    low.pelvis(0.0, -0.39, -0.1)
        .hips(42.0, 0.0, 0.0)
        .waist(16.0, 0.0, 0.0)
        .chest(6.0, 0.0, 0.0)
        .head(16.0, 0.0, 0.0);
    low.arm(Left, [0.6, -0.9, 0.3], [0.3, -0.5, 0.8])
        .wrist(Left, -8.0, 0.0, 20.0)
        .open(Left);
    low.arm(Right, [0.6, -0.9, 0.3], [0.3, -0.5, 0.8])
        .wrist(Right, -8.0, 0.0, 20.0)
        .open(Right);
    let mut up = rest();
    up.pelvis(-0.01, -0.06, 0.0)
        .hips(6.0, 2.0, 0.0)
        .waist(2.0, 0.0, 0.0)
        .chest(2.0, 0.0, 0.0)
        .head(6.0, 0.0, 0.0);
    let keys = PoseKeyTrack::new([(0.0, touch), (0.2, low), (0.72, up), (1.0, rest())]);
    let keys = keys.launched(0.0, DVec3::new(0.0, -3.0, 0.0)).lag(0.7);
    let foot = |side: Side| {
        // The left foot is the first.
        let from = if side == Left { 0.0 } else { 2.0 / 60.0 };
        Steps::planted(
            side,
            [Plant::flat(from, 9.0, stand(side), 8.0 * side.sign()).strike(-34.0, 0.1)],
        )
    };
    let mut motion = Motion::new(1.15, keys, [foot(Left), foot(Right)]);
    motion.rate = 60.0;
    Take::new("Jump_Land", motion).curve(FEET_FREE, [(0.0, 1.0), (0.12, 1.0), (0.3, 0.0)])
}
