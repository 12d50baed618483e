//! That the sample's montages arrive: over a wall, onto a ledge and at an enemy, near and far, high
//! and low, at any rate.

use crate::{EngineInput, Evaluator, WorkerMode, edits::CHARACTER};
use anim::{
    Event, Library, Name, Request, Transform,
    event::{EventReason, Phase, Warped},
    instance::root_travel,
    notify::Range,
};
use glam::{Quat, Vec3};
use std::{fmt::Write, sync::Arc};

/// Ticks a second.
const RATES: [f64; 4] = [15.0, 30.0, 60.0, 144.0];
/// Of the authored distance and height.
const SCALES: [f32; 5] = [0.6, 0.8, 1.0, 1.3, 1.6];
/// Metres.
const MOST: f32 = 1e-3;

fn library() -> Arc<Library> {
    asset::compile(
        &mannequin::sample(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library
}

struct Run {
    /// Of each window that had a target, in their order.
    arrivals: Vec<Event>,
    /// What broke a promise.
    missed: Vec<EventReason>,
    /// How far the left hand was from its target at the end of the tick in which the hand was to be
    /// there; only where a tick ends there.
    hand: Option<f32>,
    end: Transform,
}

/// Plays a montage with its targets from the middle of the world.
fn play(library: &Arc<Library>, montage: &str, targets: &[(&str, Transform)], rate: f64) -> Run {
    let montage = library.montage(Name::new(montage)).unwrap().clone();
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let ask = |request| EngineInput::Request {
        character: CHARACTER,
        request,
    };
    let mut inputs = vec![
        EngineInput::AddCharacter {
            character: CHARACTER,
            skeleton: montage.skeleton,
            seed: 0,
        },
        ask(Request::play(montage.name, 1.0)),
    ];
    let set = |(target, place): &(&str, Transform)| Request::SetWarpTarget {
        target: Name::new(target),
        place: *place,
    };
    inputs.extend(targets.iter().map(|target| ask(set(target))));
    let skeleton = library.skeleton(montage.skeleton).unwrap();
    let hand = skeleton.find(Name::new("hand_l")).unwrap();
    let mut run = Run {
        arrivals: Vec::new(),
        missed: Vec::new(),
        hand: None,
        end: Transform::IDENTITY,
    };
    for _ in 0..(4.0 * rate) as usize {
        evaluator.step(1.0 / rate, &inputs);
        inputs.clear();
        for event in evaluator.events(CHARACTER) {
            match event.phase {
                Phase::Warp(Warped::Arrived) => {
                    let is_now = evaluator.instance(CHARACTER).unwrap().clock() - event.time < 1e-6;
                    let target = targets
                        .iter()
                        .find(|(name, _)| Name::new(name) == event.name)
                        .unwrap()
                        .1;
                    // The hand is what arrives at the first one.
                    if is_now && event.name == Name::new(targets[0].0) {
                        let (placement, _) = evaluator.placement(CHARACTER).unwrap();
                        let model = Transform::from_affine(
                            &evaluator.shown(CHARACTER).unwrap().models()[hand],
                        );
                        let at = placement.compose(&model).translation;
                        run.hand = Some(at.distance(target.translation));
                    }
                    run.arrivals.push(*event);
                }
                Phase::Warp(Warped::Missed | Warped::Disabled) => run.missed.push(event.reason),
                _ => {}
            }
        }
        if evaluator
            .instance(CHARACTER)
            .unwrap()
            .montage_states()
            .next()
            .is_none()
        {
            break;
        }
    }
    run.end = *evaluator.placement(CHARACTER).unwrap().0;
    run
}

fn at(x: f32, y: f32, z: f32) -> Transform {
    Transform::from_translation(Vec3::new(x, y, z))
}

/// Near and far, high and low; the table is printed.
#[test]
fn vault_and_mantle_arrive_from_less_than_two_thirds_to_more_than_half_as_much_again() {
    let library = library();
    let mut table = String::from("montage    distance height  rate  worst root  turn    hand\n");
    for montage in ["AM_Vault", "AM_Mantle"] {
        for (far, high) in SCALES
            .iter()
            .flat_map(|far| SCALES.map(|high| (*far, high)))
        {
            let targets = match montage {
                "AM_Vault" => {
                    let (y, z) = (1.07 * high, 1.86 * far);
                    [
                        ("Ledge", at(0.2, y, z)),
                        ("Landing", at(0.0, 0.0, z + 1.14)),
                    ]
                }
                _ => {
                    let (y, z) = (1.55 * high, 0.44 * far);
                    [
                        ("Edge", at(0.27, y, z)),
                        ("Top", at(0.0, y - 0.05, z + 0.38)),
                    ]
                }
            };
            for rate in RATES {
                let run = play(&library, montage, &targets, rate);
                assert_eq!(run.missed, [], "{montage} {far} {high} at {rate}");
                assert_eq!(
                    run.arrivals.len(),
                    if montage == "AM_Vault" { 3 } else { 2 }
                );
                // The approach keeps its height; its error is over the ground alone.
                let most = |value: usize| {
                    run.arrivals
                        .iter()
                        .map(|event| event.values[value])
                        .fold(0.0, f32::max)
                };
                let (off, turn) = (most(0), most(1));
                let hand = run
                    .hand
                    .map_or("     –".to_owned(), |off| format!("{:6.2}", off * 1000.0));
                let _ = writeln!(
                    table,
                    "{montage:<10} {far:7.1}  {high:5.1}  {rate:5.0}  {:7.4} mm  {:5.3}°  {hand} mm",
                    off * 1000.0,
                    turn.to_degrees()
                );
                assert!(off <= MOST, "{montage} {far} {high} at {rate}: {off} m");
                assert!(
                    run.hand.is_none_or(|off| off <= MOST),
                    "{montage} {far} {high} at {rate}: {:?} m",
                    run.hand
                );
            }
        }
    }
    println!("{table}");
}

#[test]
fn what_the_sample_is_previewed_with_is_arrived_at() {
    let library = library();
    let placed = mannequin::sample().preview.scene.targets;
    let place = |name: &'static str| {
        (
            name,
            placed
                .iter()
                .find(|target| target.name == name)
                .unwrap()
                .place(),
        )
    };
    for (montage, targets) in [
        ("AM_Vault", ["Ledge", "Landing"]),
        ("AM_Mantle", ["Edge", "Top"]),
    ] {
        for rate in RATES {
            let run = play(&library, montage, &targets.map(place), rate);
            assert!(
                run.missed.is_empty(),
                "{montage} at {rate}: {:?}",
                run.missed
            );
            let off = run
                .arrivals
                .iter()
                .map(|event| event.values[0])
                .fold(0.0, f32::max);
            assert!(
                !run.arrivals.is_empty() && off <= MOST,
                "{montage} at {rate}: {off} m"
            );
            assert!(
                run.hand.is_none_or(|off| off <= MOST),
                "{montage} at {rate}: {:?} m",
                run.hand
            );
        }
    }
}

#[test]
fn a_lunge_faces_its_enemy_and_stops_a_blade_before_him_or_says_that_it_was_too_far() {
    let library = library();
    for (place, is_near) in [
        (at(0.6, 0.0, 1.6), true),
        (at(-0.8, 0.3, 1.4), true),
        (at(3.0, 0.0, 9.0), false),
    ] {
        for rate in RATES {
            // As it is seen from who comes: what stops before it stops on this side.
            let yaw = place.translation.x.atan2(place.translation.z);
            let enemy = Transform {
                rotation: Quat::from_rotation_y(yaw),
                ..place
            };
            let run = play(&library, "AM_Lunge", &[("Enemy", enemy)], rate);
            let [arrival] = run.arrivals[..] else {
                panic!("one window")
            };
            if is_near {
                assert_eq!(run.missed, [], "{place:?} at {rate}: {:?}", arrival.values);
                assert!(arrival.values[0] <= MOST, "{:?} at {rate}", arrival.values);
            } else {
                assert_eq!(run.missed, [EventReason::SpeedClamp], "{place:?} at {rate}");
            }
            let to_enemy = place.translation - run.end.translation;
            let ahead = run.end.rotation * Vec3::Z;
            assert!(
                ahead.with_y(0.0).angle_between(to_enemy.with_y(0.0)) < 0.35,
                "{place:?} at {rate}"
            );
        }
    }
}

/// Degrees that the root is off at the end of a window, as the docs promise.
const MOST_TURN: f32 = 0.06;

/// Where the root stood when the first window of a montage closed: where it is shown at the end of
/// that tick, less what the animation went on in the rest of it.
fn when_the_window_closed(
    library: &Arc<Library>,
    montage: &str,
    start: Transform,
    enemy: Transform,
    rate: f64,
) -> Transform {
    let montage = library.montage(Name::new(montage)).unwrap();
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let ask = |request| EngineInput::Request {
        character: CHARACTER,
        request,
    };
    let inputs = [
        EngineInput::AddCharacter {
            character: CHARACTER,
            skeleton: montage.skeleton,
            seed: 0,
        },
        EngineInput::Place {
            character: CHARACTER,
            placement: start,
        },
        ask(Request::SetWarpTarget {
            target: Name::new("Enemy"),
            place: enemy,
        }),
        ask(Request::play(montage.name, 1.0)),
    ];
    evaluator.step(0.0, &inputs);
    let end = montage.warps.windows()[0].end;
    loop {
        evaluator.step(1.0 / rate, &[]);
        let position = evaluator
            .instance(CHARACTER)
            .unwrap()
            .montage_states()
            .next()
            .unwrap()
            .position;
        if position >= end {
            let skeleton = library.skeleton(montage.skeleton).unwrap();
            let since = root_travel(montage, library, skeleton, Range::new(end, position));
            return evaluator
                .placement(CHARACTER)
                .unwrap()
                .0
                .compose(&since.inverse());
        }
    }
}

#[test]
fn who_faces_looks_at_its_target_when_the_window_closes_at_any_rate() {
    let library = library();
    // Ahead, beside, behind, and turned so that the place before him is on his other side.
    for (enemy, turned) in [
        ((0.6, 1.6), 0.0),
        ((-1.4, 1.1), 1.9),
        ((1.2, -1.3), -0.7),
        ((-0.4, 1.9), 3.0),
    ] {
        let enemy = Transform {
            rotation: Quat::from_rotation_y(turned),
            ..at(enemy.0, 0.0, enemy.1)
        };
        for start in [
            Transform::IDENTITY,
            Transform {
                rotation: Quat::from_rotation_y(1.1),
                ..at(40.0, 0.0, -60.0)
            },
        ] {
            let placed = Transform {
                translation: start.translation + enemy.translation,
                ..enemy
            };
            for rate in [15.0, 23.976, 30.0, 60.0, 144.0, 1000.0] {
                let stands = when_the_window_closed(&library, "AM_Lunge", start, placed, rate);
                let [to, ahead] = [
                    placed.translation - stands.translation,
                    stands.rotation * Vec3::Z,
                ];
                let off = to.with_y(0.0).angle_between(ahead.with_y(0.0)).to_degrees();
                assert!(
                    off <= MOST_TURN,
                    "{off}° at {rate} from {start:?} at {placed:?}"
                );
            }
        }
    }
}
