//! Names of what lies on the canvas.

use crate::{app::App, canvas};
use asset::{
    Id, PoseGraph,
    graph::{Comment, Node, NodeKind, SubGraph},
};
use document::{Command, GraphCommand, ItemCommand};

impl App {
    /// Name of the selected item on the canvas; None if it has no name or nothing is selected.
    pub(in crate::app) fn selected_on_canvas_name(&self) -> Option<String> {
        let (_, graph, items) = self.selected_nodes()?;
        let item = *items.first()?;
        let comment = graph
            .layout
            .comments
            .iter()
            .find(|comment| comment.id == item)
            .map(|it| it.text.as_str());
        let named = graph.layout.sub_graph(item).map(|it| it.name.as_str());
        let node = graph
            .wiring
            .node(item)
            .map(|node| canvas::title(self.document.project(), &graph, node));
        let part = graph
            .wiring
            .machines()
            .find_map(|(_, machine)| machine.name_of(item));
        comment.or(named).or(part).map(str::to_owned).or(node)
    }

    pub(in crate::app) fn rename_on_canvas(
        &self,
        (asset, graph): (Id, &PoseGraph),
        item: Id,
        name: &str,
    ) -> Option<Command> {
        let name = name.to_owned();
        let edit = if let Some(comment) = graph
            .layout
            .comments
            .iter()
            .find(|comment| comment.id == item)
        {
            GraphCommand::Comment(ItemCommand::Put(Comment {
                text: name,
                ..comment.clone()
            }))
        } else if graph.layout.sub_graph(item).is_some() {
            GraphCommand::SubGraph(ItemCommand::Put(SubGraph { id: item, name }))
        } else if let Some(node) = graph.wiring.node(item) {
            // What it is called without a name is none.
            if canvas::title(self.document.project(), graph, node) == name {
                return None;
            }
            GraphCommand::SetNode(Box::new(Node {
                name,
                ..node.clone()
            }))
        } else {
            let (node, machine) = graph
                .wiring
                .machines()
                .find(|(_, machine)| machine.name_of(item).is_some())?;
            let mut machine = machine.clone();
            machine
                .states
                .iter_mut()
                .filter(|it| it.id == item)
                .for_each(|it| it.name = name.clone());
            machine
                .aliases
                .iter_mut()
                .filter(|it| it.id == item)
                .for_each(|it| it.name = name.clone());
            let node = graph.wiring.node(node)?;
            GraphCommand::SetNode(Box::new(Node {
                kind: NodeKind::StateMachine(machine),
                ..node.clone()
            }))
        };
        Some(Command::Graph(asset, edit))
    }
}
