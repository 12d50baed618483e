//! Looking at a graph while it plays: what the engine is asked for, and what it told.

use super::App;
use crate::{dock::Panel, session::Tone};
use asset::Id;
use engine::{Frame, Inspection};
use std::sync::Arc;

impl App {
    /// The engine works out what is in sight, and nothing else.
    pub(super) fn look(&mut self) {
        let graph = self.open_graph().is_some();
        let watched = self.session.looking.watched.filter(|_| graph);
        let inspection = Inspection {
            why: graph && self.dock.is_shown(Panel::Graph),
            bone: self.session.kinds.skeleton.selected_bone,
            watched: watched.map(|id| id.0),
            times: graph && self.dock.is_shown(Panel::Canvas),
        };
        if inspection != self.inspection {
            self.inspection = inspection;
            self.engine.inspect(inspection);
        }
    }

    /// What the newest frame tells beside the pose.
    pub(super) fn take_looks(&mut self, frame: &Arc<Frame>) {
        self.session.looking.record(frame);
        let watched = frame.inspected.watched.as_ref().filter(|it| Some(Id(it.node)) == self.session.looking.watched);
        let posed = watched.and_then(|it| it.posed.as_ref());
        self.watched = posed.map(|posed| Frame {
            pose: posed.pose().clone(),
            models: posed.models().to_vec(),
            trail: Vec::new(),
            ..Frame::clone(frame)
        });
    }

    /// Shows why, or no longer; what is out of sight comes to the front.
    pub(super) fn toggle_why(&mut self) {
        let is_seen = self.session.looking.asks_why && self.dock.is_shown(Panel::Graph);
        self.session.looking.asks_why = !is_seen;
        if !is_seen {
            self.show_panel(Panel::Graph);
        }
    }

    /// The pose under the pointer, or of the selected node; the same again, or none, ends it.
    pub(super) fn toggle_watch(&mut self) {
        let Some((_, graph)) = self.open_graph() else { return };
        let gives_pose = |id: &Id| graph.wiring.node(*id).is_some();
        let selected = self.document.selection().items.iter().copied().find(gives_pose);
        let wanted = self.session.looking.under.filter(gives_pose).or(selected);
        let watched = self.session.looking.watched;
        if wanted.is_none() && watched.is_none() {
            let line = "Select a node, or point at a wire or a node, to see its pose beside the character.";
            return self.session.toast(Tone::Warning, "Nothing to watch", line);
        }
        self.watch(wanted.filter(|wanted| Some(*wanted) != watched));
    }

    pub(super) fn watch(&mut self, node: Option<Id>) {
        self.session.looking.watched = node;
        self.watched = None;
    }

    /// The node whose pose is watched.
    pub(super) fn watched_title(&self) -> Option<String> {
        let (_, graph) = self.open_graph()?;
        let node = graph.wiring.node(self.session.looking.watched?)?;
        Some(crate::canvas::title(self.document.project(), &graph, node))
    }
}
