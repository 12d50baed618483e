//! A course that is driven over flat ground, so that the machines of a graph take their transitions
//! at many moments of a step, and what feet slide in each.

use super::{Film, Slid};
use crate::{
    PREVIEWED,
    drive::{CharacterDrive, FigureBinding, Gait, Pace, Wish},
    sweep::SweepTake,
};
use anim::{Library, Name, Request, Transform, float::Extreme};
use engine::EngineInput;
use glam::Vec2;
use std::{collections::BTreeMap, sync::Arc};

/// Rate of the course, passes a second.
const PASSES: f64 = 60.0;
/// Seconds before and after a transition in which what slides still belongs to it.
const AROUND: f64 = 0.05;
/// Number of times that each part of the course is driven, and seconds by which each time is
/// longer: transitions then meet other moments of a step.
const ROUNDS: usize = 3;
const LONGER: f64 = 0.13;

/// A transition of a machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossed {
    /// Index of the machine's node in the graph.
    pub node: u16,
    /// Index among the transitions of the machine.
    pub transition: u16,
    /// Index of the state that was left.
    pub from: u16,
    /// Index of the state that was entered.
    pub to: u16,
    /// Number of times that the transition was taken; a transition that was never taken was not
    /// measured.
    pub times: usize,
    /// Slide of the feet during the transition, in all `times`.
    pub slid: Slid,
}

/// Seconds of going as it does before and after a trigger, such as of a turn in place or of a hit.
const BEFORE: f64 = 0.9;
const AFTER: f64 = 2.0;

/// Walks, jogs, sprints, strafes, stops, turns about, crouches and jumps: what a player does with a
/// graph, from the middle of the world; then every trigger that no wish sets, standing and jogging.
/// None where there is no such graph.
pub fn program(
    library: &Arc<Library>,
    graph: Name,
    pace: Pace,
    bound: &[FigureBinding],
) -> Option<SweepTake> {
    let known = library.graph(graph)?;
    let skeleton = known.skeleton();
    let mut drive = CharacterDrive::new(pace, &Transform::IDENTITY, graph, &[]);
    let mut seconds = 0.0;
    let mut go = |seconds: &mut f64, long: f64, wish: Wish| {
        let count = (long * PASSES).round() as usize;
        for pass in 0..count {
            // A wish to jump is one of a pass.
            drive.pass(
                1.0 / PASSES,
                &Wish {
                    jump: wish.jump && pass == 0,
                    ..wish
                },
                bound,
            );
        }
        *seconds += count as f64 / PASSES;
    };
    for round in 0..ROUNDS {
        for (long, wish) in parts(pace) {
            go(&mut seconds, long + LONGER * round as f64, wish);
        }
    }
    let is_free = |name: &Name| bound.iter().all(|it| it.parameter != *name);
    let triggers = known
        .parts()
        .parameters
        .iter()
        .filter(|it| it.is_trigger)
        .map(|it| it.name)
        .filter(is_free);
    let mut fired = Vec::new();
    for (nth, parameter) in triggers.enumerate() {
        for wish in [
            Wish::default(),
            Wish {
                stick: Vec2::Y,
                gait: Gait::Jog,
                ..Wish::default()
            },
        ] {
            go(&mut seconds, BEFORE + LONGER * (nth % ROUNDS) as f64, wish);
            let request = Request::SetParameter {
                parameter,
                value: 1.0,
            };
            fired.push((
                seconds,
                EngineInput::Request {
                    character: PREVIEWED,
                    request,
                },
            ));
            go(&mut seconds, AFTER, wish);
        }
    }
    let added = (
        0.0,
        EngineInput::AddCharacter {
            character: PREVIEWED,
            skeleton,
            seed: 0,
        },
    );
    let mut inputs: Vec<_> = std::iter::once(added)
        .chain(drive.script().iter().cloned())
        .chain(fired)
        .collect();
    inputs.sort_by(|a, b| a.0.total_cmp(&b.0));
    Some(SweepTake {
        library: library.clone(),
        inputs,
        seconds,
    })
}

/// Seconds, and what is wished meanwhile.
fn parts(pace: Pace) -> Vec<(f64, Wish)> {
    let ahead = |gait| Wish {
        stick: Vec2::Y,
        gait,
        ..Wish::default()
    };
    let back = |gait| Wish {
        stick: Vec2::NEG_Y,
        gait,
        ..Wish::default()
    };
    let aside = |x| Wish {
        stick: Vec2::new(x, 0.0),
        gait: Gait::Walk,
        aim: true,
        ..Wish::default()
    };
    let (stand, crouch) = (
        Wish::default(),
        Wish {
            crouch: true,
            ..Wish::default()
        },
    );
    let jump = |wish: Wish| Wish { jump: true, ..wish };
    let air = f64::from(pace.take_off + 2.0 * pace.jump / pace.gravity.higher(1.0)) + 1.0;
    vec![
        (1.5, stand),
        (2.0, ahead(Gait::Walk)),
        (1.5, stand),
        (2.0, ahead(Gait::Jog)),
        (1.6, back(Gait::Jog)),
        (1.5, stand),
        (1.6, ahead(Gait::Sprint)),
        (1.0, ahead(Gait::Walk)),
        (1.5, aside(1.0)),
        (1.5, aside(-1.0)),
        (1.5, stand),
        (1.5, crouch),
        (
            1.5,
            Wish {
                crouch: true,
                ..ahead(Gait::Walk)
            },
        ),
        (1.2, crouch),
        (1.5, stand),
        (air, jump(stand)),
        (1.0, ahead(Gait::Jog)),
        (air, jump(ahead(Gait::Jog))),
        (1.5, stand),
    ]
}

/// Every transition of every machine of a graph, in their order, with the slide of the feet during
/// the transition. A transition from an alias is listed by the state that was left.
pub fn crossings(library: &Library, graph: Name, film: &Film) -> Vec<Crossed> {
    let Some(graph) = library.graph(graph) else {
        return Vec::new();
    };
    let mut taken: BTreeMap<(u16, u16, u16), (usize, Vec<super::Contact>)> = BTreeMap::new();
    for crossing in &film.crossings {
        let (begin, end) = (
            crossing.time - AROUND,
            crossing.time + crossing.duration + AROUND,
        );
        let during = film
            .contacts
            .iter()
            .filter_map(|contact| film.within(contact, begin, end));
        let entry = taken
            .entry((crossing.node, crossing.transition, crossing.from))
            .or_default();
        entry.0 += 1;
        entry.1.extend(during);
    }
    let mut all = Vec::new();
    for (node, machine) in graph.machines() {
        for (at, transition) in machine.parts().transitions.iter().enumerate() {
            let at = at as u16;
            let of = taken.range((node, at, 0)..=(node, at, u16::MAX));
            let found: Vec<Crossed> = of
                .map(|(&(node, transition_at, from), (times, contacts))| {
                    let slid = Slid::of(contacts.iter());
                    Crossed {
                        node,
                        transition: transition_at,
                        from,
                        to: transition.to,
                        times: *times,
                        slid,
                    }
                })
                .collect();
            let untaken = || {
                let from = match transition.from {
                    anim::machine::TransitionSource::State(state) => state,
                    anim::machine::TransitionSource::Alias(_) => u16::MAX,
                };
                Crossed {
                    node,
                    transition: at,
                    from,
                    to: transition.to,
                    times: 0,
                    slid: Slid::default(),
                }
            };
            if found.is_empty() {
                all.push(untaken())
            } else {
                all.extend(found)
            }
        }
    }
    all
}
