//! What lies on the page of a state machine: boxes and the arrows between them, in points of the
//! page.

#[cfg(test)]
mod tests;

use asset::{
    Id, PoseGraph,
    graph::{Machine, StateKind},
};
use egui::{Pos2, Rect, Vec2, pos2, vec2};
use std::collections::{BTreeMap, BTreeSet};

/// Size of a box, points of the page.
pub const BOX: Vec2 = vec2(152.0, 44.0);
/// Between the boxes that nobody placed.
const APART: Vec2 = vec2(96.0, 56.0);
/// Two arrows between the same boxes lie so far beside each other.
const LANE: f32 = 9.0;
/// Radius of the mark of the entry, points of the page.
pub const ENTRY: f32 = 11.0;
/// Distance from the end of an arrow to a loop back onto its box, points of the page.
pub const LOOP: f32 = 26.0;

/// The item that a box represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateBoxKind {
    State,
    Conduit,
    Alias,
}

/// A state, conduit or alias on the page.
pub struct StateBox {
    /// The id of the state or alias.
    pub id: Id,
    /// Sets how it is painted; an alias cannot be entered.
    pub what: StateBoxKind,
    /// The authored name.
    pub name: String,
    /// Points of the page.
    pub rect: Rect,
    /// Whether no path of transitions leads from the entry to the state.
    pub is_unreachable: bool,
}

/// A transition on the page.
pub struct Arrow {
    /// The id of the transition.
    pub id: Id,
    /// The state or alias that it leaves.
    pub from: Id,
    /// The state that it enters.
    pub to: Id,
    /// Start of the arrow, on the edge of the box that it leaves, points of the page.
    pub start: Pos2,
    /// End of the arrow, on the edge of the box that it enters, points of the page.
    pub end: Pos2,
    /// 1 is asked first among those that leave the same box.
    pub rank: usize,
    /// Rank like `rank`, but among the arrows of the box and of the aliases that represent it too.
    pub place: usize,
}

/// Everything on the page of a machine.
pub struct States {
    /// States and conduits in authored order, then aliases.
    pub boxes: Vec<StateBox>,
    /// Arrows in authored order, without transitions that lack an end.
    pub arrows: Vec<Arrow>,
    /// Position of the entry mark, and the point on the edge of the box that it leads to.
    pub entry: Option<(Pos2, Pos2)>,
}

impl States {
    /// Lays out a machine. Boxes without an authored place lie in rows below the others.
    pub fn new(graph: &PoseGraph, machine: &Machine) -> Self {
        let reached = reached(machine);
        let mut boxes: Vec<StateBox> = machine
            .states
            .iter()
            .map(|state| {
                let what = if let StateKind::Conduit { .. } = state.kind {
                    StateBoxKind::Conduit
                } else {
                    StateBoxKind::State
                };
                (
                    state.id,
                    what,
                    state.name.clone(),
                    !reached.contains(&state.id),
                )
            })
            .chain(
                machine
                    .aliases
                    .iter()
                    .map(|alias| (alias.id, StateBoxKind::Alias, alias.name.clone(), false)),
            )
            .map(|(id, what, name, is_unreachable)| {
                let rect = Rect::from_min_size(Pos2::ZERO, BOX);
                StateBox {
                    id,
                    what,
                    name,
                    rect,
                    is_unreachable,
                }
            })
            .collect();
        place(graph, &mut boxes);
        let rects: BTreeMap<Id, Rect> = boxes.iter().map(|it| (it.id, it.rect)).collect();
        let arrows = arrows(machine, &rects);
        let entry = machine
            .entry
            .and_then(|entry| rects.get(&entry))
            .map(|rect| {
                let end = rect.left_center();
                (end - vec2(64.0, 0.0), end)
            });
        Self {
            boxes,
            arrows,
            entry,
        }
    }

    /// Around all boxes and the mark of the entry, points of the page.
    pub fn bounds(&self) -> Rect {
        let entry = self
            .entry
            .map(|(at, _)| Rect::from_center_size(at, Vec2::splat(2.0 * ENTRY)));
        let all = self
            .boxes
            .iter()
            .map(|it| it.rect.expand2(vec2(LOOP, 0.0)))
            .chain(entry);
        all.fold(Rect::NOTHING, Rect::union)
    }

    /// The topmost box at a point of the page.
    pub fn box_at(&self, at: Pos2) -> Option<&StateBox> {
        self.boxes.iter().rev().find(|it| it.rect.contains(at))
    }

    /// Within `reach` points of the page.
    pub fn arrow_at(&self, at: Pos2, reach: f32) -> Option<&Arrow> {
        let near = self.arrows.iter().map(|arrow| (arrow, arrow.distance(at)));
        near.filter(|(_, distance)| *distance <= reach)
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(arrow, _)| arrow)
    }
}

impl Arrow {
    /// Whether it leads back to the state that it leaves.
    pub fn is_loop(&self) -> bool {
        self.from == self.to
    }

    /// Position of the arrow's number, points of the page.
    pub fn badge(&self) -> Pos2 {
        if self.is_loop() {
            return self.start + vec2(LOOP, (self.end.y - self.start.y) * 0.5);
        }
        self.start.lerp(self.end, 0.5)
    }

    fn distance(&self, at: Pos2) -> f32 {
        if self.is_loop() {
            return Rect::from_two_pos(self.start, self.end + vec2(LOOP, 0.0)).distance_to_pos(at);
        }
        let along = self.end - self.start;
        let part = ((at - self.start).dot(along) / along.length_sq().max(1e-6)).clamp(0.0, 1.0);
        (self.start + along * part).distance(at)
    }
}

/// States that the entry leads to, by whatever transitions; an alias is left from its states.
pub fn reached(machine: &Machine) -> Vec<Id> {
    let mut reached: Vec<Id> = machine.entry.into_iter().collect();
    let mut at = 0;
    while let Some(id) = reached.get(at).copied() {
        let leaves = |from: Id| {
            let alias = machine.aliases.iter().find(|alias| alias.id == from);
            from == id
                || alias.is_some_and(|alias| {
                    alias
                        .states
                        .as_ref()
                        .is_none_or(|states| states.contains(&id))
                })
        };
        for transition in machine
            .transitions
            .iter()
            .filter(|transition| leaves(transition.from))
        {
            if !reached.contains(&transition.to) {
                reached.push(transition.to);
            }
        }
        at += 1;
    }
    reached
}

/// Places the boxes without a saved place in rows of four, below the others.
fn place(graph: &PoseGraph, boxes: &mut [StateBox]) {
    let places = &graph.layout.places;
    let known = boxes
        .iter()
        .filter_map(|it| places.get(&it.id))
        .map(|at| at[1] + BOX.y)
        .fold(f32::NEG_INFINITY, f32::max);
    let top = if known.is_finite() {
        known + APART.y
    } else {
        0.0
    };
    let mut loose = 0;
    for it in boxes {
        let at = places
            .get(&it.id)
            .map(|at| Pos2::from(*at))
            .unwrap_or_else(|| {
                let (column, row) = (loose % 4, loose / 4);
                loose += 1;
                pos2(
                    column as f32 * (BOX.x + APART.x),
                    top + row as f32 * (BOX.y + APART.y),
                )
            });
        it.rect = Rect::from_min_size(at, BOX);
    }
}

fn arrows(machine: &Machine, rects: &BTreeMap<Id, Rect>) -> Vec<Arrow> {
    let mut seen: BTreeMap<(Id, Id), usize> = BTreeMap::new();
    let places = places_asked(machine);
    let all = machine.transitions.iter().enumerate();
    all.filter_map(|(at, transition)| {
        let (from, to) = (*rects.get(&transition.from)?, *rects.get(&transition.to)?);
        let ends = (
            transition.from.min(transition.to),
            transition.from.max(transition.to),
        );
        let nth = seen.entry((transition.from, transition.to)).or_default();
        let lane = LANE * (1.0 + *nth as f32);
        *nth += 1;
        let (start, end) = if ends.0 == ends.1 {
            let y = from.center().y + *nth as f32 * 4.0;
            (pos2(from.right(), y - 12.0), pos2(from.right(), y + 4.0))
        } else {
            between(from, to, lane)
        };
        let key = |transition: &asset::graph::Transition, at: usize| (transition.priority, at);
        let before = machine
            .transitions
            .iter()
            .enumerate()
            .filter(|(other_at, other)| {
                other.from == transition.from && key(other, *other_at) < key(transition, at)
            });
        let rank = before.count() + 1;
        Some(Arrow {
            id: transition.id,
            from: transition.from,
            to: transition.to,
            start,
            end,
            rank,
            place: places.get(&transition.id).copied().unwrap_or(rank),
        })
    })
    .collect()
}

/// Place of each transition, from 1, among all that leave its source.
fn places_asked(machine: &Machine) -> BTreeMap<Id, usize> {
    let sources = machine.transitions.iter().map(|it| it.from);
    let sources: BTreeSet<Id> = sources.collect();
    let of = |from: Id| {
        let leaving = machine.leaving(from).into_iter().zip(1..);
        leaving.filter(move |(it, _)| it.from == from)
    };
    let places = sources.into_iter().flat_map(of);
    places.map(|(it, place)| (it.id, place)).collect()
}

/// Line from edge to edge of two boxes, `lane` to the right of the line between their centers.
fn between(from: Rect, to: Rect, lane: f32) -> (Pos2, Pos2) {
    let along = (to.center() - from.center()).normalized();
    let aside = vec2(-along.y, along.x) * lane;
    let inside = |rect: Rect| rect.shrink(4.0).clamp(rect.center() + aside);
    let (start, end) = (inside(from), inside(to));
    (leave(from, start, along), leave(to, end, -along))
}

/// Point where the line along `along` from `from`, inside the box, leaves the box.
fn leave(rect: Rect, from: Pos2, along: Vec2) -> Pos2 {
    let to = |edge: [f32; 2], at: f32, step: f32| {
        let edge = if step > 0.0 { edge[1] } else { edge[0] };
        if step.abs() < 1e-6 {
            f32::INFINITY
        } else {
            (edge - at) / step
        }
    };
    let x = to([rect.left(), rect.right()], from.x, along.x);
    let y = to([rect.top(), rect.bottom()], from.y, along.y);
    from + along * x.min(y).max(0.0)
}
