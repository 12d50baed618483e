//! What the canvas shows.

use crate::action::{EditAction, EditorAction, SelectAction};
use crate::session::Session;
use asset::{Diagnostic, GraphSources, Id, PoseGraph, Project, Severity};
use document::{Command, Document, GraphCommand, Selection};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use studio::PreviewFrame;

/// The graph that the canvas shows, with its document and the frame that plays.
pub struct Host<'a> {
    /// The project as it is edited.
    pub project: &'a Arc<Project>,
    /// The document of `project`, which decides whether an action is refused.
    pub document: &'a Document,
    /// What the window shares, to read.
    pub session: &'a Session,
    /// The id of `graph`.
    pub id: Id,
    /// The selection of the document; the canvas ignores items of other assets.
    pub graph: &'a PoseGraph,
    /// The selection of the document; items of other assets do not count.
    pub selection: &'a Selection,
    /// The last frame, which may play something else.
    pub frame: Option<&'a PreviewFrame>,
    /// Origins in `graph` of its compiled parts; None before `graph` is compiled.
    pub sources: Option<&'a GraphSources>,
    /// Problems of the whole project; the canvas shows those of this graph.
    pub told: &'a [Diagnostic],
}

impl Host<'_> {
    pub(super) fn selected(&self) -> BTreeSet<Id> {
        if self.selection.asset == Some(self.id) {
            self.selection.items.clone()
        } else {
            BTreeSet::new()
        }
    }

    pub(super) fn edit(&self, command: GraphCommand) -> EditorAction {
        EditAction::Perform(Command::Graph(self.id, command), None).into()
    }

    pub(super) fn select(&self, items: BTreeSet<Id>) -> EditorAction {
        SelectAction::These(Selection {
            asset: Some(self.id),
            items,
        })
        .into()
    }

    /// The authored transition of a machine by its compiled index.
    pub(super) fn transition(&self, machine: Id, transition: u16) -> Option<Id> {
        let machine = self.sources?.machines.get(&machine)?;
        machine.transitions.get(usize::from(transition)).copied()
    }

    pub(super) fn told(&self) -> BTreeMap<Id, Severity> {
        let own = self.told.iter().filter(|it| it.subject.asset == self.id);
        let mut worst = BTreeMap::new();
        for (item, severity) in own.filter_map(|it| Some((it.subject.item?, it.severity))) {
            let known = worst.entry(item).or_insert(severity);
            if severity == Severity::Error {
                *known = severity;
            }
        }
        worst
    }
}
