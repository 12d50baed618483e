//! What the menu of the second button has for what lies on a page of nodes.

use super::{NodePagePointer, source_at};
use crate::{
    action::{EditAction, EditorAction, GraphAction},
    canvas::state::CanvasView,
    canvas::{
        camera,
        hit::{NodePageHit, rerouted, wire_near},
        menu::{MenuRow, OF_LINES, OF_NAMED, OF_NODES, OF_SUB_GRAPHS, rows},
        page::{self, CardRole},
        state::{WireEnd, WireTarget},
    },
};
use asset::{Id, graph::Reroute};
use document::Command;
use egui::{Pos2, vec2};
use words::tr;

/// Between a pin and what is added for it, points of the page.
const APART: f32 = 64.0;

impl NodePagePointer<'_> {
    /// Links the choice of the open list with the pin or pose under the pointer.
    pub(super) fn add_at_pin(&self, view: &mut CanvasView) {
        let end = match self.hit {
            NodePageHit::Pin(target) => {
                let pin = self.scene.pins().find(|pin| pin.target == target);
                pin.map(|pin| (WireEnd::Pin(target), pin.at - vec2(APART, 0.0)))
            }
            NodePageHit::Out(source) => {
                let out = self.scene.out(source);
                out.map(|at| (WireEnd::Pose(source), at + vec2(APART, 0.0)))
            }
            _ => None,
        };
        if let (Some((end, at)), Some(adding)) = (end, &mut view.adding) {
            adding.end = Some(end);
            adding.at = camera::snapped(at);
        }
    }

    /// What lies under the pointer, which is at a point of the page, with the rows of its menu: an
    /// item, or a wire, which has no item. `new` is the id of a reroute that is made.
    pub(super) fn under(&self, at: Pos2, new: Id) -> Option<(Option<Id>, Vec<MenuRow>)> {
        let of_kind = match self.hit {
            NodePageHit::Card(id) => match self.scene.card(id)?.role {
                CardRole::SubGraph => (id, OF_SUB_GRAPHS),
                _ => (id, OF_NODES),
            },
            NodePageHit::Comment(id) => (id, OF_NAMED),
            NodePageHit::Reroute(id) => (id, OF_LINES),
            NodePageHit::Wire(target) | NodePageHit::Pin(target) => {
                let is_linked = self.scene.wires.iter().any(|wire| wire.target == target);
                return is_linked.then(|| (None, self.of_wire(target, at, new)));
            }
            _ => return None,
        };
        let (id, of_kind) = of_kind;
        let mut own = Vec::new();
        if self.scene.card(id).is_some_and(|card| card.opens.is_some()) {
            own.push(MenuRow::Entry("graph.dive"));
        }
        own.extend(self.watch());
        Some((Some(id), rows(own, of_kind)))
    }

    fn of_wire(&self, target: WireTarget, at: Pos2, new: Id) -> Vec<MenuRow> {
        let cut = page::link(self.host.graph, self.page(), target, None)
            .map(|edit| own(tr!("Delete wire"), self.host.edit(edit)));
        let point = wire_near(self.scene, at).map(|(wire, part)| {
            let new = Reroute {
                id: new,
                wire: wire.source,
            };
            let edits = rerouted(self.host.graph, self.part, (wire, part), new, at);
            let edits = edits
                .into_iter()
                .map(|edit| Command::Graph(self.host.id, edit));
            let batch = Command::Batch(edits.collect());
            own(tr!("Add reroute"), EditAction::Perform(batch, None))
        });
        [self.watch(), cut, point].into_iter().flatten().collect()
    }

    fn watch(&self) -> Option<MenuRow> {
        let source = source_at(self.scene, self.hit)?;
        Some(own(tr!("Watch pose"), GraphAction::WatchPose(Some(source))))
    }
}

fn own(title: &'static str, action: impl Into<EditorAction>) -> MenuRow {
    MenuRow::Own(title, Box::new(action.into()))
}
