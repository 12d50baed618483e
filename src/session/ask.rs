//! The last time and the next time that something holds in a session.

use anim::{Name, event::Phase, machine::Happened};
use engine::{CharacterId, Evaluator, RecordedSession, SessionFault, SessionPlayer, WorkerMode};
use glam::{DVec3, Vec3};
use std::sync::atomic::{AtomicBool, Ordering};

/// Which way a search goes from a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchDirection {
    /// To the newest tick before it.
    Last,
    /// To the first tick after it.
    Next,
}

/// Something that holds in a tick or does not, of any character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Predicate {
    /// A state of this name is entered.
    Entered { state: Name },
    /// An instant notify of this name, or the begin of a state of it, fires or does not fire.
    Notify { name: Name, fires: bool },
    /// A parameter is above a value.
    Above { parameter: Name, value: f64 },
    /// A parameter is below a value.
    Below { parameter: Name, value: f64 },
    /// A bone is faster in component space than so many metres a second.
    Faster { bone: Name, speed: f64 },
    /// A bone goes farther along the ground, in world space, than so many metres in the tick, while
    /// it is no more than `height` metres above where its character stands.
    Slides {
        bone: Name,
        distance: f64,
        height: f64,
    },
}

/// The tick in which the predicate holds, nearest to `from` in a direction; `from` itself does not
/// count. None where it never holds, and after a cancellation. An error if the session cannot be
/// played up to there.
pub fn find_tick(
    session: &RecordedSession,
    predicate: &Predicate,
    from: u64,
    direction: SearchDirection,
    cancel: &AtomicBool,
) -> Result<Option<u64>, SessionFault> {
    let mut player = SessionPlayer::new(session.clone(), WorkerMode::Inline)?;
    let spans = session.segments.iter().map(|it| it.first..it.end());
    let mut spans: Vec<_> = match direction {
        SearchDirection::Last => spans
            .map(|span| span.start..span.end.min(from))
            .rev()
            .collect(),
        SearchDirection::Next => spans
            .map(|span| span.start.max(from.saturating_add(1))..span.end)
            .collect(),
    };
    spans.retain(|span| !span.is_empty());
    for span in spans {
        if cancel.load(Ordering::Relaxed) {
            return Ok(None);
        }
        player.seek(span.start)?;
        let mut found = None;
        while player.tick() < span.end {
            let tick = player.tick();
            let before = places(player.evaluator(), predicate);
            let dt = player.upcoming().map_or(0.0, |tick| tick.dt);
            player.step()?;
            if holds(player.evaluator(), predicate, &before, dt) {
                found = Some(tick);
                if direction == SearchDirection::Next {
                    break;
                }
            }
        }
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Where the bone of a predicate is, of each character that has it: in component and world space.
fn places(evaluator: &Evaluator, predicate: &Predicate) -> Vec<(CharacterId, [DVec3; 2])> {
    let bone = match predicate {
        Predicate::Faster { bone, .. } | Predicate::Slides { bone, .. } => *bone,
        _ => return Vec::new(),
    };
    let place = |character: CharacterId| {
        let at = evaluator.instance(character)?.skeleton().find(bone)?;
        let model: Vec3 = evaluator
            .shown(character)?
            .models()
            .get(at)?
            .translation
            .into();
        let (placement, _) = evaluator.placement(character)?;
        let world = placement.to_affine().transform_point3(model);
        Some((character, [model.as_dvec3(), world.as_dvec3()]))
    };
    evaluator.characters().filter_map(place).collect()
}

fn holds(
    evaluator: &Evaluator,
    predicate: &Predicate,
    before: &[(CharacterId, [DVec3; 2])],
    dt: f64,
) -> bool {
    match *predicate {
        Predicate::Entered { state } => evaluator
            .characters()
            .any(|it| enters(evaluator, it, state)),
        Predicate::Notify { name, fires } => evaluator.characters().any(|character| {
            let events = evaluator.events(character).iter();
            let mut own = events.filter(|event| {
                event.name == name && matches!(event.phase, Phase::Notify | Phase::Begin)
            });
            own.any(|event| event.fired() == fires)
        }),
        Predicate::Above { parameter, value } => {
            parameters(evaluator, parameter).any(|now| now > value)
        }
        Predicate::Below { parameter, value } => {
            parameters(evaluator, parameter).any(|now| now < value)
        }
        Predicate::Faster { speed, .. } => moved(evaluator, predicate, before)
            .any(|(_, [model, _], _)| model.length() > speed * dt && dt > 0.0),
        Predicate::Slides {
            distance, height, ..
        } => moved(evaluator, predicate, before).any(|(character, [_, world], now)| {
            let floor = evaluator.placement(character);
            let floor = floor.map_or(0.0, |it| f64::from(it.0.translation.y));
            now.y - floor <= height && world.with_y(0.0).length() > distance
        }),
    }
}

/// How far the bone of a predicate went, in component and world space, and where it is in the
/// world.
fn moved<'a>(
    evaluator: &Evaluator,
    predicate: &Predicate,
    before: &'a [(CharacterId, [DVec3; 2])],
) -> impl Iterator<Item = (CharacterId, [DVec3; 2], DVec3)> + 'a {
    let now = places(evaluator, predicate);
    now.into_iter()
        .filter_map(move |(character, [model, world])| {
            let (_, was) = before.iter().find(|it| it.0 == character)?;
            Some((character, [model - was[0], world - was[1]], world))
        })
}

fn parameters(evaluator: &Evaluator, parameter: Name) -> impl Iterator<Item = f64> + '_ {
    let value = move |character| evaluator.proxy(character)?.state().parameter(parameter);
    evaluator.characters().filter_map(value)
}

fn enters(evaluator: &Evaluator, character: CharacterId, state: Name) -> bool {
    let Some(proxy) = evaluator.proxy(character) else {
        return false;
    };
    proxy.happened().iter().any(|(node, happened)| {
        let machine = proxy.graph().machines().find(|(at, _)| at == node);
        let entered = match (machine, happened) {
            (Some((_, machine)), Happened::Entered(at)) => {
                machine.parts().states.get(usize::from(*at))
            }
            _ => None,
        };
        entered.is_some_and(|it| it.name == state)
    })
}
