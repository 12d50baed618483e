//! A blend space, tried at places all over it.

use super::{Film, Slid, Sole, film};
use crate::{PREVIEWED, sweep::SweepTake};
use anim::{Library, Name, Request, Transform, instance::RootMotionMode};
use engine::EngineInput;
use glam::Vec3;
use std::sync::Arc;

/// Seconds until smoothed inputs and weights stand still.
const SETTLE: f64 = 1.5;
/// Seconds that are measured after [`SETTLE`].
const MEASURED: f64 = 3.0;
/// Times a second that the character is carried on.
const CARRIED: f64 = 120.0;

/// A graph that plays a blend space, and what its inputs are.
#[derive(Clone, Debug, PartialEq)]
pub struct BlendSpaceGraph {
    /// Name of the graph.
    pub graph: Name,
    /// A parameter an axis, and its ends.
    pub axes: Vec<(Name, [f64; 2])>,
    /// The axis of metres a second, by which the character goes; without one its root motion moves
    /// it.
    pub speed: Option<usize>,
    /// The axis of degrees from where it faces to where it goes, positive to the right.
    pub direction: Option<usize>,
}

/// One place of a blend space that was tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// The place in the axes' units.
    pub at: [f64; 2],
    /// Slide of the feet at that place.
    pub slid: Slid,
}

/// Places in rows along the first axis, the lowest of the second first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Map {
    /// Places along the first axis and along the second one.
    pub size: [usize; 2],
    /// `size[0]` places of the first row, then those of the next one.
    pub cells: Vec<Cell>,
}

impl Map {
    /// The place in that column and row; None beyond either.
    pub fn cell(&self, column: usize, row: usize) -> Option<&Cell> {
        if column < self.size[0] {
            self.cells.get(row * self.size[0] + column)
        } else {
            None
        }
    }

    /// The worst of all places.
    pub fn worst(&self) -> Option<&Cell> {
        self.cells
            .iter()
            .max_by(|a, b| a.slid.worst.total_cmp(&b.slid.worst))
    }

    /// The mean over the places of the worst of each, metres.
    pub fn mean(&self) -> f64 {
        self.cells.iter().map(|cell| cell.slid.worst).sum::<f64>() / self.cells.len().max(1) as f64
    }
}

impl BlendSpaceGraph {
    /// Takes parameters with the unit and the ends of their axes; the unit identifies the axes of
    /// speed and direction.
    pub fn new<'a>(graph: Name, axes: impl Iterator<Item = (Name, &'a str, [f64; 2])>) -> Self {
        let axes: Vec<_> = axes.collect();
        let of = |units: &[&str]| axes.iter().position(|(_, unit, _)| units.contains(unit));
        let (speed, direction) = (of(&["m/s"]), of(&["°", "deg"]));
        Self {
            graph,
            speed,
            direction,
            axes: axes
                .into_iter()
                .map(|(name, _, ends)| (name, ends))
                .collect(),
        }
    }

    /// Measures places of the blend space. `size` is the number of places along each axis, 2 or
    /// more; with one axis the second number counts as 1. `go_on` receives the part that is done
    /// and says whether to go on; None if it says no, or if there is no such graph.
    pub fn map(
        &self,
        library: &Arc<Library>,
        soles: &[Sole],
        size: [usize; 2],
        mut go_on: impl FnMut(f32) -> bool,
    ) -> Option<Map> {
        let size = [
            size[0].max(2),
            if self.axes.len() > 1 {
                size[1].max(2)
            } else {
                1
            },
        ];
        let count = size[0] * size[1];
        let mut map = Map {
            size,
            cells: Vec::with_capacity(count),
        };
        for nth in 0..count {
            let at = self.place(size, nth);
            let film = self.film(library, soles, at, |part| {
                go_on((nth as f32 + part) / count as f32)
            })?;
            map.cells.push(Cell {
                at,
                slid: Slid::of(film.contacts.iter()),
            });
        }
        Some(map)
    }

    /// Film of one place of the blend space, which is given in the axes' units.
    pub fn film(
        &self,
        library: &Arc<Library>,
        soles: &[Sole],
        at: [f64; 2],
        go_on: impl FnMut(f32) -> bool,
    ) -> Option<Film> {
        film(&self.take(library, at)?, SETTLE, soles, go_on)
    }

    fn place(&self, size: [usize; 2], nth: usize) -> [f64; 2] {
        let along = [nth % size[0], nth / size[0]];
        let mut at = [0.0; 2];
        for (axis, (_, [low, high])) in self.axes.iter().enumerate().take(2) {
            at[axis] = low + (high - low) * along[axis] as f64 / (size[axis] - 1) as f64;
        }
        at
    }

    fn take(&self, library: &Arc<Library>, at: [f64; 2]) -> Option<SweepTake> {
        let skeleton = library.graph(self.graph)?.skeleton();
        let ask = |request| {
            (
                0.0,
                EngineInput::Request {
                    character: PREVIEWED,
                    request,
                },
            )
        };
        let mut inputs = vec![
            (
                0.0,
                EngineInput::AddCharacter {
                    character: PREVIEWED,
                    skeleton,
                    seed: 0,
                },
            ),
            ask(Request::PlayGraph { graph: self.graph }),
            ask(Request::SetRootMotionMode {
                mode: RootMotionMode::FromEverything,
            }),
        ];
        let set = |((parameter, _), value): (&(Name, [f64; 2]), f64)| Request::SetParameter {
            parameter: *parameter,
            value,
        };
        inputs.extend(self.axes.iter().zip(at).map(|axis| ask(set(axis))));
        let seconds = SETTLE + MEASURED;
        if let Some(velocity) = self.velocity(at) {
            let carried = |nth: usize| {
                // A tick ends where its character is carried to.
                let (from, to) = (nth as f64 / CARRIED, (nth + 1) as f64 / CARRIED);
                let placement = Some(Transform::from_translation(velocity * to as f32));
                (
                    from,
                    EngineInput::Carry {
                        character: PREVIEWED,
                        placement,
                    },
                )
            };
            inputs.extend((0..(seconds * CARRIED) as usize).map(carried));
        }
        inputs.sort_by(|a, b| a.0.total_cmp(&b.0));
        Some(SweepTake {
            library: library.clone(),
            inputs,
            seconds,
        })
    }

    /// Metres a second; ahead is +Z, to the right -X.
    fn velocity(&self, at: [f64; 2]) -> Option<Vec3> {
        let speed = at[self.speed.filter(|axis| *axis < 2)?] as f32;
        let direction = self
            .direction
            .filter(|axis| *axis < 2)
            .map_or(0.0, |axis| at[axis] as f32)
            .to_radians();
        Some(Vec3::new(-libm::sinf(direction), 0.0, libm::cosf(direction)) * speed)
    }
}

/// Contacts of the feet in one clip, by the clip's own root motion: contacts of its second pass, as
/// seconds of the clip from its beginning. None if there is no such clip, or the clip has no
/// length.
pub fn of_clip(library: &Arc<Library>, name: Name, soles: &[Sole]) -> Option<Vec<super::Contact>> {
    let (pass, rate) = pass(library, name)?;
    let mut contacts = film(&passes(library, name, 2.0 * pass)?, pass, soles, |_| true)?.contacts;
    for contact in &mut contacts {
        (contact.from, contact.to) = ((contact.from - pass) * rate, (contact.to - pass) * rate);
    }
    Some(contacts)
}

/// Spans in which each foot is on the ground in one clip, detected from foot motion alone: seconds
/// of the clip, in order and apart. Those of a looping clip take into account what is around its
/// ends. None if there is no such clip, or the clip has no length.
pub fn standing(library: &Arc<Library>, name: Name, soles: &[Sole]) -> Option<Vec<Vec<[f64; 2]>>> {
    let (pass, rate) = pass(library, name)?;
    // In the middle of three, so that nothing of it begins or ends with the film.
    let (count, from) = if library.clip(name)?.looping {
        (3.0, pass)
    } else {
        (1.0, 0.0)
    };
    let soles: Vec<Sole> = soles
        .iter()
        .map(|sole| Sole {
            contact: None,
            marker: None,
            ..sole.clone()
        })
        .collect();
    let contacts = film(&passes(library, name, count * pass)?, -1.0, &soles, |_| {
        true
    })?
    .contacts;
    let span = |contact: &super::Contact| {
        // A tick ends where it is told of.
        let begin = if contact.from <= 1.0 / super::RATE + 1e-6 {
            0.0
        } else {
            contact.from
        };
        let ends = [begin, contact.to].map(|time| ((time - from) * rate).clamp(0.0, pass * rate));
        (ends[1] > ends[0]).then_some(ends)
    };
    let of = |foot: usize| {
        contacts
            .iter()
            .filter(|contact| contact.foot == foot)
            .filter_map(span)
            .collect()
    };
    Some((0..soles.len()).map(of).collect())
}

/// Seconds that a clip takes once, and how fast it goes.
fn pass(library: &Library, name: Name) -> Option<(f64, f64)> {
    let clip = library.clip(name)?;
    let (length, rate) = (f64::from(clip.length), f64::from(clip.rate_scale.abs()));
    (length > 0.0 && rate > 0.0).then_some((length / rate, rate))
}

fn passes(library: &Arc<Library>, name: Name, seconds: f64) -> Option<SweepTake> {
    let skeleton = library.clip(name)?.skeleton;
    let ask = |request| {
        (
            0.0,
            EngineInput::Request {
                character: PREVIEWED,
                request,
            },
        )
    };
    let inputs = vec![
        (
            0.0,
            EngineInput::AddCharacter {
                character: PREVIEWED,
                skeleton,
                seed: 0,
            },
        ),
        ask(Request::SetRootMotionMode {
            mode: RootMotionMode::FromEverything,
        }),
        ask(Request::PlayClip {
            clip: name,
            position: 0.0,
            rate: 1.0,
        }),
    ];
    Some(SweepTake {
        library: library.clone(),
        inputs,
        seconds,
    })
}
