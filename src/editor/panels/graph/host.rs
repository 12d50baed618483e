//! What the panel of a graph shows.

use crate::action::EditorAction;
use asset::{Compiled, Id, PoseGraph, Project};
use document::Selection;
use studio::PreviewFrame;

/// What the graph panel shows.
pub struct GraphPanelHost<'a> {
    /// The project as it is edited.
    pub project: &'a Project,
    /// The id of `graph`.
    pub id: Id,
    /// The open graph.
    pub graph: &'a PoseGraph,
    /// The selection of the document.
    pub selection: &'a Selection,
    /// The last frame, where it plays this graph.
    pub frame: Option<&'a PreviewFrame>,
    /// The compiled project, for the names of what plays.
    pub compiled: &'a Compiled,
    /// The name of the selected bone.
    pub bone: Option<&'a str>,
}

impl GraphPanelHost<'_> {
    pub(super) fn is_selected(&self, item: Id) -> bool {
        self.selection.asset == Some(self.id) && self.selection.items.contains(&item)
    }

    pub(super) fn select(&self, item: Id) -> EditorAction {
        crate::action::SelectAction::These(Selection::item(self.id, item)).into()
    }

    /// The authored transition of a machine; None of one in a linked graph.
    pub(super) fn transition(&self, machine: u64, transition: u16) -> Option<Id> {
        let sources = self
            .compiled
            .sources
            .graphs
            .get(&self.id)?
            .machines
            .get(&Id(machine))?;
        let id = sources.transitions.get(usize::from(transition)).copied()?;
        self.graph.wiring.item_text(id).is_some().then_some(id)
    }

    pub(super) fn text(&self, name: anim::Name) -> &str {
        self.compiled.library.names.text(name)
    }
}
