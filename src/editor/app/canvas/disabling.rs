//! Nodes that are left out for a while, as Blender mutes them.

use crate::{app::App, toast::Tone};
use asset::graph::Node;
use document::GraphCommand;
use words::tr;

impl App {
    /// Disables the selected nodes; enables them where all are disabled.
    pub(in crate::app) fn disable_nodes(&mut self) {
        let Some((id, graph, items)) = self.selected_nodes() else {
            return;
        };
        let chosen = items.iter().filter_map(|item| graph.wiring.node(*item));
        let chosen: Vec<&Node> = chosen.filter(|node| node.can_be_disabled()).collect();
        if chosen.is_empty() {
            let why = tr!(
                "Select other nodes. A saved pose cannot be disabled, because other nodes use it."
            );
            return self
                .session
                .toast(Tone::Warning, tr!("Nothing to disable"), why);
        }
        let is_disabled = !chosen.iter().all(|node| node.is_disabled);
        let changed = chosen
            .into_iter()
            .filter(|node| node.is_disabled != is_disabled);
        let edits = changed.map(|node| {
            GraphCommand::SetNode(Box::new(Node {
                is_disabled,
                ..node.clone()
            }))
        });
        self.edit_graph(id, edits.collect());
    }
}
