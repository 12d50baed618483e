//! Feet that go along the ground where it has edges, whatever the tick rate, and when it, the leg
//! or the animation lets them go.

use super::{
    Joint, LockWord,
    foot_placement::{
        FootGoal, FootPlacement, FootPlacementSettings, FootPose, Lock, PelvisMode, Rate, Stance,
    },
};
use glam::{DQuat, DVec3};

const SPRING: Rate = Rate {
    stiffness: 900.0,
    damping: 60.0,
};
/// Metres that the ground is lower beyond its edge, and where that is.
const STEP: f64 = 0.18;
const EDGE: f64 = 0.437;

fn settings() -> FootPlacementSettings {
    FootPlacementSettings {
        step_up: 0.5,
        step_down: 0.5,
        plane: SPRING,
        pelvis: Rate::default(),
        release: SPRING,
        goes_along: true,
        most_penetration: 0.0,
        most_slope: 1.0,
        twist: 1.0,
        least_extension: 0.1,
        most_extension: 2.0,
        most_offset: 0.3,
        pelvis_mode: PelvisMode::Interval,
        teleport: f64::INFINITY,
        lock: Some(Lock {
            distance: 0.06,
            speed: 0.25,
            radius: 0.5,
            angle: 1.0,
            ratio: 0.5,
        }),
    }
}

fn at(x: f64, y: f64, z: f64) -> Joint {
    Joint {
        place: DVec3::new(x, y, z),
        rotation: DQuat::IDENTITY,
    }
}

fn foot(z: f64, permit: f64) -> FootPose {
    let longest = f64::INFINITY;
    FootPose {
        hip: DVec3::new(0.0, 0.9, z),
        foot: at(0.0, 0.0, z),
        permit,
        reach: DVec3::ZERO,
        longest,
    }
}

fn tick(
    state: &mut FootPlacement,
    dt: f64,
    placement: Joint,
    pose: FootPose,
    ground: impl Fn(DVec3) -> Option<f64>,
) -> FootGoal {
    let (mut goals, stance) = (
        Vec::new(),
        Stance {
            dt,
            placement,
            in_air: false,
        },
    );
    let known = |_, place| ground(place).map(|height| (height, DVec3::Y));
    state
        .tick(&settings(), &stance, &[pose], known, &mut goals)
        .unwrap();
    goals[0]
}

fn stair(place: DVec3) -> Option<f64> {
    Some(if place.z < EDGE { 0.0 } else { -STEP })
}

/// A second along z over the edge of a step down, at a metre a second: how high it is at tenths of
/// it.
fn over_the_edge(steps: &[f64]) -> Vec<f64> {
    let (mut state, mut time, mut levels) = (FootPlacement::default(), 0.0, Vec::new());
    for dt in std::iter::once(&0.0).chain(steps.iter().cycle()) {
        time += dt;
        if time > 1.0 + 1e-9 {
            break;
        }
        let goal = tick(&mut state, *dt, at(0.0, 0.0, 0.0), foot(time, 0.0), stair);
        if (time * 10.0 - (time * 10.0).round()).abs() < 1e-6 {
            levels.push(goal.level);
        }
    }
    levels
}

/// Within a tick the foot is over the one ground and then over the other, each for its part.
#[test]
fn a_foot_that_comes_over_an_edge_comes_down_alike_at_any_rate() {
    let finest = over_the_edge(&[1.0 / 1000.0]);
    assert!(
        finest.len() == 11 && finest[4] == 0.0 && (finest[10] + STEP).abs() < 1e-6,
        "{finest:?}"
    );
    for steps in [
        &[0.1][..],
        &[0.05],
        &[1.0 / 60.0],
        &[1.0 / 240.0],
        &[0.013, 0.047, 0.0, 0.04],
    ] {
        let levels = over_the_edge(steps);
        for (found, wanted) in levels.iter().zip(&finest) {
            assert!(
                (found - wanted).abs() < 2e-3,
                "{steps:?}: {levels:?}, {finest:?}"
            );
        }
        assert_eq!(levels.len(), finest.len());
    }
}

/// It is not held above the ground that it still comes down to.
#[test]
fn a_foot_is_put_down_once_it_has_come_to_its_ground() {
    let mut state = FootPlacement::default();
    let mut first = None;
    for nth in 0..90 {
        let z = (0.3 + 0.02 * f64::from(nth)).min(0.45);
        let goal = tick(
            &mut state,
            1.0 / 60.0,
            at(0.0, 0.0, 0.0),
            foot(z, if z == 0.45 { 2.0 } else { 0.0 }),
            stair,
        );
        if goal.word == LockWord::Lock {
            first.get_or_insert((nth, goal.level));
        }
    }
    let (nth, level) = first.expect("it is put down");
    assert!(
        nth > 8 && (level + STEP).abs() < 0.02,
        "tick {nth} at {level}"
    );
}

/// A foot that was put down, as its character is carried up: until the leg gives out, or the ground
/// is too far below.
fn carried_up(
    longest: f64,
    ground: impl Fn(DVec3) -> Option<f64> + Copy,
) -> (LockWord, f64, Vec<LockWord>) {
    let mut state = FootPlacement::default();
    let mut words = Vec::new();
    let mut held = None;
    let mut height = 0.0;
    for nth in 0..120 {
        let pose = FootPose {
            longest,
            ..foot(0.0, 2.0)
        };
        let rise = 0.01 * f64::from(nth.max(10) - 10);
        // The animation has the foot where the character stands.
        let goal = tick(&mut state, 1.0 / 60.0, at(0.0, rise, 0.0), pose, ground);
        words.push(goal.word);
        let is_held = matches!(goal.word, LockWord::Lock | LockWord::Hold);
        assert!(
            !is_held || (rise + goal.goal.place.y).abs() < 1e-3,
            "held at {}",
            rise + goal.goal.place.y
        );
        if is_held && held.is_none() {
            held = Some(nth);
        }
        if !is_held && held.is_some() && height == 0.0 {
            height = rise;
        }
    }
    let held = held.expect("it is put down") as usize;
    let let_go = held
        + words[held..]
            .iter()
            .position(|word| !matches!(word, LockWord::Lock | LockWord::Hold))
            .unwrap();
    (words[let_go], height, words.split_off(let_go + 1))
}

#[test]
fn a_foot_is_let_go_where_the_leg_gives_out_or_the_ground_is_lost() {
    // The pelvis comes down 0.3 m, and the leg gives 0.1 m more than its 0.9.
    let (word, height, after) = carried_up(1.0, |_| Some(0.0));
    assert_eq!(word, LockWord::Reach);
    assert!((height - 0.4).abs() < 0.02, "{height}");
    assert!(
        after.iter().all(|word| *word == LockWord::Free),
        "not again before it is lifted: {after:?}"
    );
    let (word, height, _) = carried_up(f64::INFINITY, |_| Some(0.0));
    assert_eq!(word, LockWord::Ground);
    assert!(
        (height - 0.51).abs() < 0.02,
        "what is farther below than a step: {height}"
    );
}

#[test]
fn a_foot_that_was_let_go_is_put_down_again_once_it_was_lifted() {
    let (mut state, ground) = (FootPlacement::default(), |_| Some(0.0));
    let short = FootPose {
        longest: 0.5,
        ..foot(0.0, 2.0)
    };
    let rest = at(0.0, 0.0, 0.0);
    let words = |state: &mut FootPlacement, pose: FootPose, count: usize| -> Vec<LockWord> {
        (0..count)
            .map(|_| tick(state, 1.0 / 60.0, rest, pose, ground).word)
            .collect()
    };
    assert_eq!(
        words(&mut state, short, 4),
        [
            LockWord::Free,
            LockWord::Reach,
            LockWord::Free,
            LockWord::Free
        ]
    );
    let good = foot(0.0, 2.0);
    assert_eq!(
        words(&mut state, good, 2),
        [LockWord::Free; 2],
        "still on the ground"
    );
    assert_eq!(
        words(
            &mut state,
            FootPose {
                permit: 0.0,
                ..good
            },
            1
        ),
        [LockWord::Free]
    );
    assert_eq!(words(&mut state, good, 2), [LockWord::Lock, LockWord::Hold]);
}

/// A foot that stands until 0.2 s and then goes along z at a speed: where it is brought at each
/// tick.
fn let_go(speed: f64, permit: impl Fn(f64) -> f64, steps: &[f64]) -> Vec<(f64, f64)> {
    let (mut state, mut time, mut places) = (FootPlacement::default(), 0.0, Vec::new());
    for dt in std::iter::once(&0.0).chain(steps.iter().cycle()) {
        time += dt;
        if time > 0.6 + 1e-9 {
            break;
        }
        let pose = FootPose {
            hip: DVec3::Y * 0.9,
            ..foot(animated(speed, time), permit(time))
        };
        places.push((
            time,
            tick(&mut state, *dt, at(0.0, 0.0, 0.0), pose, |_| Some(0.0))
                .goal
                .place
                .z,
        ));
    }
    places
}

fn animated(speed: f64, time: f64) -> f64 {
    speed * (time - 0.2).max(0.0)
}

/// Ticks of these lengths have tenths of a second in common.
const STEPS: [&[f64]; 5] = [
    &[1.0 / 240.0],
    &[1.0 / 60.0],
    &[1.0 / 30.0],
    &[0.1],
    &[0.03, 0.07, 0.1, 0.0, 0.001, 0.099, 0.05, 0.05],
];

#[test]
fn a_foot_that_its_curve_lets_go_comes_back_the_same_way_at_any_rate() {
    // The hold ends at 0.25 s, and is gone at 0.35 s: 0.15 m, slower than a foot comes back at
    // most.
    let permit = |time: f64| {
        if time < 0.25 {
            2.0
        } else {
            (1.0 - (time - 0.25) / 0.1).max(0.0)
        }
    };
    for steps in STEPS {
        let mut seen = 0;
        for (time, place) in let_go(1.0, permit, steps) {
            let animated = animated(1.0, time);
            let left = if time < 0.25 { 1.0 } else { permit(time) };
            assert!(
                (place - animated * (1.0 - left)).abs() < 1e-9,
                "{steps:?} at {time}: {place}"
            );
            seen += u32::from((place - animated).abs() > 1e-3);
        }
        assert!(seen > 0 || steps == [0.1], "{steps:?} holds it for a while");
    }
}

/// A curve that is gone all at once has a foot that is 5 mm behind back in a fiftieth of a second,
/// not in a tick.
#[test]
fn a_foot_that_is_let_go_all_at_once_does_not_pop() {
    let places = let_go(
        0.1,
        |time| if time < 0.25 { 2.0 } else { 0.0 },
        &[1.0 / 1000.0],
    );
    let fastest = places
        .windows(2)
        .map(|pair| (pair[1].1 - pair[0].1) * 1000.0)
        .fold(0.0, f64::max);
    assert!(
        fastest < 0.1 + 0.007 * 50.0 + 0.02 && fastest > 0.3,
        "{fastest} m/s"
    );
    for (time, place) in places.iter().filter(|(time, _)| *time > 0.2715) {
        assert!(
            (place - animated(0.1, *time)).abs() < 1e-9,
            "at {time}: {place}"
        );
    }
}

/// One that is 20 cm behind, and more so on the way, comes back at two metres a second over what
/// the animation does.
#[test]
fn a_foot_that_is_let_go_far_behind_comes_back_no_faster_than_two_metres_a_second() {
    for steps in STEPS.iter().chain([&&[1.0 / 1000.0][..]]) {
        let places = let_go(2.0, |time| if time < 0.2995 { 2.0 } else { 0.0 }, steps);
        let behind: Vec<_> = places
            .iter()
            .map(|(time, place)| (*time, animated(2.0, *time) - place))
            .collect();
        for pair in places.windows(2).zip(behind.windows(2)) {
            let (dt, way) = (pair.0[1].0 - pair.0[0].0, pair.0[1].1 - pair.0[0].1);
            let bound = (2.0 + 2.0) * dt + 1e-9;
            assert!(
                (-1e-9..bound).contains(&way),
                "{steps:?} at {}: {way} m in {dt} s",
                pair.0[1].0
            );
        }
        // The first long tick may be all of its way back.
        let is_long = steps.contains(&0.1);
        let last = behind
            .iter()
            .rfind(|(_, behind)| behind.abs() > 1e-9)
            .map_or(0.0, |(time, _)| *time);
        assert!(
            (is_long || last > 0.39) && last < 0.5,
            "{steps:?} is behind until {last}"
        );
        assert!(
            behind.iter().all(|(_, behind)| *behind > -1e-9),
            "{steps:?} is ahead: {behind:?}"
        );
    }
}

/// A foot that stands until 0.2 s, and is then carried away with its whole character at three
/// metres a second while it may still be held: metres that the pelvis is up, and the foot where it
/// is brought, each in its tick.
fn carried_on(steps: &[f64]) -> Vec<(f64, f64, FootGoal)> {
    let settings = FootPlacementSettings {
        pelvis: Rate {
            stiffness: 100.0,
            damping: 20.0,
        },
        most_extension: 1.0,
        ..settings()
    };
    let (mut state, mut time, mut seen) = (FootPlacement::default(), 0.0, Vec::new());
    for dt in std::iter::once(&0.0).chain(steps.iter().cycle()) {
        time += dt;
        if time > 0.6 + 1e-9 {
            return seen;
        }
        let (reach, foot) = (DVec3::ZERO, at(0.0, 0.0, -0.3));
        let pose = FootPose {
            hip: DVec3::Y * 0.8,
            foot,
            permit: 2.0,
            reach,
            longest: 0.87,
        };
        let stance = Stance {
            dt: *dt,
            placement: at(0.0, 0.0, animated(3.0, time)),
            in_air: false,
        };
        let mut goals = Vec::new();
        let placed = state
            .tick(
                &settings,
                &stance,
                &[pose],
                |_, _| Some((0.0, DVec3::Y)),
                &mut goals,
            )
            .unwrap();
        seen.push((time, placed.pelvis, goals[0]));
    }
    seen
}

#[test]
fn a_foot_that_its_character_leaves_gives_way_and_not_the_pelvis() {
    for steps in STEPS {
        let seen = carried_on(steps);
        let word = |time: f64| seen.iter().rfind(|it| it.0 < time).unwrap().2.word;
        assert!(
            word(0.205) == LockWord::Hold && word(0.6) == LockWord::Free,
            "{steps:?}"
        );
        for pair in seen.windows(2) {
            let (dt, way) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
            assert!(
                way > -0.03 - 0.5 * dt,
                "{steps:?} at {}: the pelvis goes {way} m in {dt} s",
                pair[1].0
            );
        }
        let mut last = f64::NEG_INFINITY;
        for (time, pelvis, foot) in &seen {
            assert!(
                (-0.08..1e-9).contains(pelvis),
                "{steps:?} at {time}: the pelvis is {pelvis} m up"
            );
            // In the world, where the foot stood at -0.3 m.
            let (place, root) = (
                foot.goal.place.z + animated(3.0, *time),
                animated(3.0, *time),
            );
            assert!(
                (-0.3 - 1e-9..root - 0.3 + 1e-9).contains(&place),
                "{steps:?} at {time}: {place}"
            );
            assert!(
                place > last - 1e-9,
                "{steps:?} at {time}: it comes back from {last} to {place}"
            );
            last = place;
            if foot.word == LockWord::Reach {
                let leg = foot.goal.place.distance(DVec3::Y * (0.8 + pelvis));
                assert!(leg < 0.87 + 1e-9, "{steps:?} at {time}: a leg of {leg} m");
            }
        }
        assert!(
            seen.iter().any(|it| it.2.word == LockWord::Reach),
            "{steps:?}"
        );
    }
}
