//! What of a machine can be dragged to somewhere else: the ends of transitions, their order, the
//! entry.

#[cfg(test)]
mod tests;

use super::{
    machine::{Pointing, StatePageHit},
    states::{Arrow, ENTRY},
};
use crate::{action::EditorAction, canvas::state::Drag, theme};
use asset::{
    Id,
    graph::{Machine, Node, NodeKind},
};
use document::GraphCommand;
use egui::{Pos2, Stroke, Ui};

/// Reach of the end of an arrow, points of the screen; `BADGE` is the reach of its number.
const END: f32 = 20.0;
const BADGE: f32 = 11.0;

impl Pointing<'_> {
    /// Drag that a press at `at` starts, except a drag of a box; None if the press starts no such
    /// drag.
    pub fn hold(&self, hit: StatePageHit, at: Pos2) -> Option<Drag> {
        let zoom = self.lens.camera.zoom;
        if self
            .states
            .entry
            .is_some_and(|(entry, _)| entry.distance(at) <= ENTRY * 1.4)
        {
            return Some(Drag::Entry);
        }
        let StatePageHit::Arrow(id) = hit else {
            return None;
        };
        let arrow = self.arrow(id)?;
        if arrow.badge().distance(at) <= BADGE / zoom {
            return Some(Drag::Rank(id));
        }
        let reach = END / zoom;
        let (head, tail) = (arrow.end.distance(at), arrow.start.distance(at));
        (head.min(tail) <= reach).then_some(Drag::Arrow {
            transition: id,
            is_head: head <= tail,
        })
    }

    fn arrow(&self, id: Id) -> Option<&Arrow> {
        self.states.arrows.iter().find(|arrow| arrow.id == id)
    }

    /// Adds the edit for a drag that is released at `at`. Without a fitting target, the machine
    /// stays unchanged.
    pub fn let_go(&self, drag: &Drag, at: Pos2, actions: &mut Vec<EditorAction>) {
        let mut machine = self.machine.clone();
        match drag {
            Drag::Arrow {
                transition,
                is_head,
            } => {
                let Some(to) = self.target(at).map(|it| it.id) else {
                    return;
                };
                let is_state = machine.state(to).is_some();
                let Some(it) = machine
                    .transitions
                    .iter_mut()
                    .find(|it| it.id == *transition)
                else {
                    return;
                };
                match is_head {
                    true if is_state => it.to = to,
                    true => return,
                    false => it.from = to,
                }
            }
            Drag::Entry => match self
                .target(at)
                .filter(|it| self.machine.state(it.id).is_some())
            {
                Some(to) => machine.entry = Some(to.id),
                None => return,
            },
            Drag::Rank(id) => match self.rank_at(*id, at) {
                Some(rank) => reorder(&mut machine, *id, rank),
                None => return,
            },
            _ => return,
        }
        if machine != *self.machine {
            let node = Node {
                kind: NodeKind::StateMachine(machine),
                ..self.node.clone()
            };
            actions.push(self.host.edit(GraphCommand::SetNode(Box::new(node))));
        }
    }

    /// The rank of the nearest number of those that leave the same box.
    fn rank_at(&self, id: Id, at: Pos2) -> Option<usize> {
        let own = self.arrow(id)?;
        let others = self
            .states
            .arrows
            .iter()
            .filter(|arrow| arrow.from == own.from);
        let near = others.map(|arrow| (arrow.rank, arrow.badge().distance(at)));
        let near = near.filter(|(_, distance)| *distance <= 2.0 * END / self.lens.camera.zoom);
        near.min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(rank, _)| rank)
    }

    /// Paints what is dragged; `at` is the pointer on the page.
    pub fn show_held(&self, ui: &Ui, drag: &Drag, at: Pos2) {
        let zoom = self.lens.camera.zoom;
        let line = |from: Pos2, to: Pos2| {
            let stroke = Stroke::new(2.0, theme::ACCENT);
            super::arrows::line(
                ui,
                self.lens.screen(from),
                self.lens.screen(to),
                stroke,
                zoom,
            );
        };
        let middle = |id: Id| {
            self.states
                .boxes
                .iter()
                .find(|it| it.id == id)
                .map(|it| it.rect.center())
        };
        let onto = self.target(at);
        match drag {
            Drag::Arrow {
                transition,
                is_head,
            } => {
                let Some(arrow) = self.arrow(*transition) else {
                    return;
                };
                if *is_head {
                    line(arrow.start, at)
                } else {
                    line(at, middle(arrow.to).unwrap_or(arrow.end))
                }
            }
            Drag::Entry => self
                .states
                .entry
                .into_iter()
                .for_each(|(from, _)| line(from, at)),
            Drag::Rank(id) => {
                let Some(arrow) = self.arrow(*id) else { return };
                let (at, text) = (self.lens.screen(at), arrow.rank.to_string());
                ui.painter().circle(
                    at,
                    9.0 * zoom,
                    theme::ACCENT_FILL,
                    Stroke::new(1.5, theme::ACCENT),
                );
                ui.painter().text(
                    at,
                    egui::Align2::CENTER_CENTER,
                    text,
                    theme::small(),
                    theme::WHITE,
                );
                return;
            }
            _ => return,
        }
        if let Some(onto) = onto {
            super::arrows::ring(ui, self.lens.screen_rect(onto.rect), 3.0);
        }
    }
}

/// A transition as the `rank`-th, from 1, of those that leave its state; their priorities count up
/// from 0 then.
fn reorder(machine: &mut Machine, id: Id, rank: usize) {
    let Some(from) = machine
        .transitions
        .iter()
        .find(|it| it.id == id)
        .map(|it| it.from)
    else {
        return;
    };
    let leaving = machine
        .transitions
        .iter()
        .enumerate()
        .filter(|(_, it)| it.from == from);
    let mut order: Vec<(i32, usize)> = leaving.map(|(at, it)| (it.priority, at)).collect();
    order.sort();
    let mut order: Vec<usize> = order.into_iter().map(|(_, at)| at).collect();
    let Some(now) = order
        .iter()
        .position(|at| machine.transitions[*at].id == id)
    else {
        return;
    };
    let own = order.remove(now);
    order.insert((rank - 1).min(order.len()), own);
    for (priority, at) in (0..).zip(order) {
        machine.transitions[at].priority = priority;
    }
}
