//! Looking at a graph while it plays: what the engine is asked for, and what it told.

use super::{App, handles::HandleScene};
use crate::{dock::Panel, toast::Tone};
use asset::graph::nodes::ControlNode;
use asset::{Id, graph::NodeKind};
use engine::Inspection;
use std::sync::Arc;
use studio::PreviewFrame;
use words::tr;

impl App {
    /// The engine works out what is in sight, and nothing else.
    pub(super) fn look(&mut self) {
        self.follow_tuned();
        let graph = self.open_graph().is_some();
        let watched = self.views.looking.watched.filter(|_| graph);
        let inspection = Inspection {
            why: graph && self.dock.is_shown(Panel::Graph),
            bone: self.views.kinds.skeleton.selected_bone,
            watched: watched.map(|id| id.0),
            times: graph && self.dock.is_shown(Panel::Canvas),
        };
        self.engine.inspect(inspection);
    }

    /// Takes over what the newest frame reports beside the pose.
    pub(super) fn take_looks(&mut self, frame: &Arc<PreviewFrame>) {
        self.views.looking.record(frame);
        let watched = frame
            .inspected
            .watched
            .as_ref()
            .filter(|it| Some(Id(it.node)) == self.views.looking.watched);
        let posed = watched.and_then(|it| it.posed.as_ref());
        self.engine.watched = posed.map(|posed| PreviewFrame {
            pose: posed.pose().clone(),
            models: posed.models().to_vec(),
            trail: Vec::new(),
            ..PreviewFrame::clone(frame)
        });
        if self.views.looking.compares {
            let seen = self
                .scene(frame)
                .map_or(Vec::new(), |scene| scene.feet(self.engine.watched.as_ref()));
            self.views.looking.slides.see(frame.time, &seen);
        }
    }

    /// Scene of the open graph at a frame; None if no graph with a skeleton is open.
    pub(super) fn scene<'a>(&'a self, frame: &'a PreviewFrame) -> Option<HandleScene<'a>> {
        let project = self.document.project();
        let id = self.session.active?;
        let graph = project.graphs.get(&id)?;
        let skeleton = project.skeletons.get(&graph.skeleton)?;
        Some(HandleScene {
            project,
            graph: Some((id, graph)),
            skeleton: Some((graph.skeleton, skeleton)),
            selection: self.document.selection(),
            frame: Some(frame),
            preview: Some(project.preview.scene_of(Some(id))),
            active: Some(id),
        })
    }

    /// Switches the comparison of the selected node's input pose with its output pose.
    pub(super) fn toggle_comparing(&mut self) {
        self.views.looking.compares ^= true;
        self.views.looking.slides.forget();
        if !self.views.looking.compares {
            self.watch(None);
        }
    }

    /// While a comparison is on, watches the pose before the selected node.
    fn follow_tuned(&mut self) {
        if !self.views.looking.compares {
            return;
        }
        let source = self.open_graph().and_then(|(id, graph)| {
            let selection = self.document.selection();
            let item = selection
                .items
                .first()
                .filter(|_| selection.asset == Some(id))?;
            let NodeKind::Control(ControlNode { source, .. }) = &graph.wiring.node(*item)?.kind
            else {
                return None;
            };
            *source
        });
        if source != self.views.looking.watched {
            self.views.looking.slides.forget();
            self.watch(source);
        }
    }

    /// Shows why, or no longer; what is out of sight comes to the front.
    pub(super) fn toggle_why(&mut self) {
        let is_seen = self.views.looking.asks_why && self.dock.is_shown(Panel::Graph);
        self.views.looking.asks_why = !is_seen;
        if !is_seen {
            self.show_panel(Panel::Graph);
        }
    }

    /// The pose under the pointer, or of the selected node; the same again, or none, ends it.
    pub(super) fn toggle_watch(&mut self) {
        let Some((_, graph)) = self.open_graph() else {
            return;
        };
        let gives_pose = |id: &Id| graph.wiring.node(*id).is_some();
        let selected = self
            .document
            .selection()
            .items
            .iter()
            .copied()
            .find(gives_pose);
        let wanted = self.views.looking.under.filter(gives_pose).or(selected);
        let watched = self.views.looking.watched;
        if wanted.is_none() && watched.is_none() {
            let line = tr!(
                "Select a node, or point at a wire or node, to see its pose beside the character."
            );
            return self
                .session
                .toast(Tone::Warning, tr!("Nothing to watch"), line);
        }
        self.watch_instead(wanted.filter(|wanted| Some(*wanted) != watched));
    }

    /// Watches a node that the user chose, which ends the comparison with the selected node's
    /// input.
    pub(super) fn watch_instead(&mut self, node: Option<Id>) {
        self.views.looking.compares = false;
        self.watch(node);
    }

    fn watch(&mut self, node: Option<Id>) {
        self.views.looking.watched = node;
        self.engine.watched = None;
    }

    /// The node whose pose is watched.
    pub(super) fn watched_title(&self) -> Option<String> {
        let (_, graph) = self.open_graph()?;
        let node = graph.wiring.node(self.views.looking.watched?)?;
        Some(crate::canvas::title(self.document.project(), &graph, node))
    }
}
