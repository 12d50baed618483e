//! Where a montage with windows of motion warping goes, as authored and to its targets, and from
//! how far it arrives.
//!
//! Played by the runtime itself, so what is told is what happens; a window arrives or not alike at
//! every tick rate.

#[cfg(test)]
mod tests;

use crate::PREVIEWED;
use anim::{
    Event, Library, Name, Request, Transform,
    event::{Phase, Warped},
};
use engine::{EngineInput, Evaluator, WorkerMode};
use glam::{Quat, Vec3};
use std::sync::Arc;

/// A montage is followed so long, seconds: one that loops never ends.
const MOST_SECONDS: f64 = 20.0;
/// Metres that a boundary is known to.
const FINE: f32 = 2e-3;
/// Factors of a target's distance at which a boundary is looked for, outwards and inwards.
const FARTHER: [f32; 6] = [1.2, 1.5, 2.0, 3.0, 4.5, 7.0];
const NEARER: [f32; 6] = [0.85, 0.65, 0.45, 0.3, 0.15, 0.02];

/// One play of a montage from the middle of the world.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WarpPath {
    /// Placements of the root, world space, metres; [`WarpPath::RATE`] times a second, from the
    /// start of the play.
    pub way: Vec<Transform>,
    /// Seconds on the montage, ascending until it first loops or jumps back, and where its own root
    /// motion has brought the root there, seen from where it began: as if it had all the weight
    /// while it blends in and out.
    pub roots: Vec<(f64, Transform)>,
    /// Windows that ended, in order.
    pub ends: Vec<WindowEnd>,
}

/// End of a window, with the position of the root.
#[derive(Clone, Debug, PartialEq)]
pub struct WindowEnd {
    /// The event of its end; of a window that broke its promise, the one that says why.
    pub event: Event,
    /// Position of the root at the end of the tick of the event, world space, metres.
    pub at: Vec3,
    /// Metres from its target; None where it had none.
    pub off: Option<f32>,
}

impl WindowEnd {
    /// True where the root got to its target as promised.
    pub fn arrived(&self) -> bool {
        self.event.phase == Phase::Warp(Warped::Arrived)
    }
}

/// Distances, along the level line from where the montage begins, from which all windows arrive.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    /// The warp target that is moved along the line.
    pub target: Name,
    /// Metres; None where it arrives from nowhere that was tried.
    pub metres: Option<[f32; 2]>,
    /// Whether nothing that was tried beyond an end fails.
    pub is_open: [bool; 2],
    /// Event of the window that fails just beyond the far end; None if there is none.
    pub beyond: Option<Event>,
    /// Present distance of the target from where the montage begins, along the level line, metres.
    pub now: f32,
}

impl WarpPath {
    /// Ticks a second of a path. The rate changes nothing but the path between ticks.
    pub const RATE: f64 = 60.0;

    /// Path of a montage with these warp targets; None if there is no montage of that name.
    pub fn of(
        library: &Arc<Library>,
        montage: Name,
        targets: &[(Name, Transform)],
    ) -> Option<Self> {
        let montage = library.montage(montage)?.clone();
        let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
        let ask = |request| EngineInput::Request {
            character: PREVIEWED,
            request,
        };
        let mut inputs = vec![
            EngineInput::AddCharacter {
                character: PREVIEWED,
                skeleton: montage.skeleton,
                seed: 0,
            },
            ask(Request::play(montage.name, 1.0)),
        ];
        let set = |(target, place): &(Name, Transform)| Request::SetWarpTarget {
            target: *target,
            place: *place,
        };
        inputs.extend(targets.iter().map(|target| ask(set(target))));
        let mut path = Self {
            way: vec![Transform::IDENTITY],
            roots: vec![(0.0, Transform::IDENTITY)],
            ends: Vec::new(),
        };
        let mut goes_on = true;
        for _ in 0..(MOST_SECONDS * Self::RATE) as usize {
            evaluator.step(1.0 / Self::RATE, &inputs);
            inputs.clear();
            let root = *evaluator.placement(PREVIEWED)?.0;
            if let Some(state) = evaluator.instance(PREVIEWED)?.montage_states().next() {
                let moved = evaluator
                    .instance(PREVIEWED)?
                    .travelled(state.instance)
                    .unwrap_or_default();
                goes_on &= path
                    .roots
                    .last()
                    .is_none_or(|(position, _)| *position < state.position);
                if goes_on {
                    path.follow(state.position, &moved);
                }
            }
            for event in evaluator
                .events(PREVIEWED)
                .iter()
                .filter(|event| ends(event))
            {
                path.end(*event, root.translation);
            }
            path.way.push(root);
            if evaluator
                .instance(PREVIEWED)?
                .montage_states()
                .next()
                .is_none()
            {
                break;
            }
        }
        Some(path)
    }

    fn follow(&mut self, position: f64, moved: &Transform) {
        let last = self
            .roots
            .last()
            .map_or(Transform::IDENTITY, |(_, root)| *root);
        self.roots.push((position, last.compose(moved)));
    }

    /// Adds an event at the end of a window. A window that missed has two events: how far off it
    /// is, and why.
    fn end(&mut self, event: Event, at: Vec3) {
        let off = (event.phase == Phase::Warp(Warped::Arrived)).then_some(event.values[0]);
        let same = |end: &&mut WindowEnd| (end.event.id, end.event.time) == (event.id, event.time);
        match self.ends.iter_mut().find(same) {
            Some(end) if off.is_some() => end.off = off,
            Some(end) => end.event = event,
            None => self.ends.push(WindowEnd { event, at, off }),
        }
    }

    /// The first window that did not come where it was to come.
    pub fn failed(&self) -> Option<&Event> {
        self.ends
            .iter()
            .find(|end| !end.arrived())
            .map(|end| &end.event)
    }
}

fn ends(event: &Event) -> bool {
    matches!(
        event.phase,
        Phase::Warp(Warped::Arrived | Warped::Missed | Warped::Disabled)
    )
}

impl Reach {
    /// The reach of one of the targets, while the others stay; None where the montage warps to no
    /// such target, or it is right above the beginning.
    pub fn of(
        library: &Arc<Library>,
        montage: Name,
        targets: &[(Name, Transform)],
        at: usize,
    ) -> Option<Self> {
        let level = targets.get(at)?.1.translation.with_y(0.0);
        Self::along(
            library,
            montage,
            targets,
            at,
            (level.try_normalize()?, level.length()),
        )
    }

    /// The reach in level directions all around, evenly from the one that the target is in: where
    /// all windows arrive, as outlines of near and far ends, metres, world space. None as of
    /// [`Reach::of`], or where `go_on` says so.
    pub fn around(
        library: &Arc<Library>,
        montage: Name,
        targets: &[(Name, Transform)],
        at: usize,
        (ways, mut go_on): (usize, impl FnMut() -> bool),
    ) -> Option<Vec<Option<[Vec3; 2]>>> {
        let level = targets.get(at)?.1.translation.with_y(0.0);
        let (first, now) = (level.try_normalize()?, level.length());
        let mut found = Vec::with_capacity(ways);
        for way in 0..ways {
            if !go_on() {
                return None;
            }
            let turn = Quat::from_rotation_y(std::f32::consts::TAU * way as f32 / ways as f32);
            let towards = turn * first;
            let reach = Self::along(library, montage, targets, at, (towards, now))?;
            found.push(reach.metres.map(|ends| ends.map(|metres| towards * metres)));
        }
        Some(found)
    }

    /// Reach of a target along `towards`, which is level and unit. `now` is the distance that is
    /// tried first, metres.
    fn along(
        library: &Arc<Library>,
        montage: Name,
        targets: &[(Name, Transform)],
        at: usize,
        (towards, now): (Vec3, f32),
    ) -> Option<Self> {
        let (target, place) = targets.get(at)?;
        let moved = |metres: f32| {
            let mut targets = targets.to_vec();
            targets[at].1.translation = (towards * metres).with_y(place.translation.y);
            WarpPath::of(library, montage, &targets)
        };
        let first = moved(now)?;
        if !first.ends.iter().any(|end| end.event.name == *target) {
            return None;
        }
        let arrives = |metres: f32| moved(metres).is_some_and(|path| path.failed().is_none());
        let inside = if first.failed().is_none() {
            Some(now)
        } else {
            [NEARER, FARTHER]
                .concat()
                .into_iter()
                .map(|part| part * now)
                .find(|metres| arrives(*metres))
        };
        let Some(inside) = inside else {
            return Some(Self {
                target: *target,
                metres: None,
                is_open: [false; 2],
                beyond: first.failed().copied(),
                now,
            });
        };
        let end = |parts: [f32; 6]| {
            let mut last = inside;
            for part in parts {
                let tried = part * inside;
                if !arrives(tried) {
                    return (boundary(last, tried, &arrives), false);
                }
                last = tried;
            }
            (last, true)
        };
        let ((near, near_open), (far, far_open)) = (end(NEARER), end(FARTHER));
        let beyond = if far_open {
            None
        } else {
            moved(far + 2.0 * FINE).and_then(|path| path.failed().copied())
        };
        Some(Self {
            target: *target,
            metres: Some([near, far]),
            is_open: [near_open, far_open],
            beyond,
            now,
        })
    }
}

/// Between what arrives and what does not: the last that arrives.
fn boundary(mut inside: f32, mut outside: f32, arrives: &impl Fn(f32) -> bool) -> f32 {
    while (outside - inside).abs() > FINE {
        let middle = (inside + outside) / 2.0;
        if arrives(middle) {
            inside = middle
        } else {
            outside = middle
        }
    }
    inside
}
