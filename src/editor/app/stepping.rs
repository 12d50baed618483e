//! Undo and redo: what goes back or forward is shown where it is, and said where nobody looked.

use super::App;
use crate::{canvas, kinds::EditorKind, session::Tone};
use asset::{Id, Project};
use document::Selection;
use std::collections::BTreeSet;

impl App {
    /// One step back, or forward. Where it changes something else than what is open or selected,
    /// that is opened and a message says what changed where.
    pub(super) fn step_history(&mut self, undo: bool) {
        let (label, did) = if undo {
            (self.document.undo_label(), "Undid")
        } else {
            (self.document.redo_label(), "Redid")
        };
        let title = format!("{did}: {}", label.unwrap_or_default());
        let before = self.document.project().clone();
        let project = &before;
        let has_editor = |id: &Id| EditorKind::of(project, *id).is_some();
        let selected = self.document.selection().asset;
        let looked_at = [self.session.active, selected.filter(|id| !has_editor(id))];
        let stepped = if undo {
            self.document.undo()
        } else {
            self.document.redo()
        };
        if !stepped {
            return;
        }
        self.drop_dead_tabs();
        let changed = changed_assets(&before, self.document.project());
        if looked_at.iter().flatten().any(|id| changed.contains(id)) {
            self.keep_selection_within();
        } else {
            let line = self.show_change(&before, &changed);
            self.session.toast(Tone::Ok, title, line);
        }
        self.turn_to_change(&before);
    }

    /// A selection of another document than the open one is none: it is from before.
    fn keep_selection_within(&mut self) {
        let selected = self.document.selection().asset;
        let has_editor = |id| EditorKind::of(self.document.project(), id).is_some();
        if let (Some(id), Some(open)) = (selected, self.session.active)
            && id != open
            && has_editor(id)
        {
            self.document.select(Selection::asset(open));
        }
    }

    /// Of the open graph, the page on which something changed, unless that is the one in sight.
    fn turn_to_change(&mut self, before: &Project) {
        let Some((id, graph)) = self.open_graph() else {
            return;
        };
        let Some(was) = before.graphs.get(&id) else {
            return;
        };
        let (pages, view) = (
            canvas::changed_pages(was, &graph),
            &mut self.session.kinds.graph,
        );
        let Some(first) = pages.first() else { return };
        if !pages.contains(&view.page(id)) {
            view.turn_to(id, *first);
        }
        view.has_turned = true;
    }

    /// Opens or selects one of the assets that changed; returns a sentence that says where the
    /// change is.
    fn show_change(&mut self, before: &Project, changed: &BTreeSet<Id>) -> String {
        let selection = self.document.selection().clone();
        let project = self.document.project().clone();
        let has_editor = |id: &Id| EditorKind::of(&project, *id).is_some();
        let there = || changed.iter().filter(|id| project.kind(**id).is_some());
        let selected = selection.asset.filter(|id| changed.contains(id));
        let open = self.session.tabs.iter().find(|id| changed.contains(id));
        let shown = selected
            .or(open.copied())
            .or_else(|| there().find(|id| has_editor(id)).copied())
            .or_else(|| there().next().copied());
        let Some(shown) = shown.filter(|id| project.kind(*id).is_some()) else {
            let gone = changed.iter().find_map(|id| before.asset_name(*id));
            return gone.map_or("In the settings of the project.".to_owned(), |name| {
                format!("{name} is no longer in the project.")
            });
        };
        let name = project.asset_name(shown).unwrap_or_default();
        self.open_asset(shown);
        if selection.asset == Some(shown) {
            self.document.select(selection);
        } else if self.document.selection().asset != Some(shown) {
            self.document.select(Selection::asset(shown));
        }
        let verb = if has_editor(&shown) {
            "opened"
        } else {
            "selected"
        };
        match changed.len() {
            1 => format!("In {name}, which was {verb} to show it."),
            count => format!(
                "In {name}, which was {verb} to show it, and in {} more.",
                count - 1
            ),
        }
    }
}

/// Assets that differ, and those that are in one of the two alone.
fn changed_assets(before: &Project, now: &Project) -> BTreeSet<Id> {
    let all = before.assets().chain(now.assets()).map(|(id, _)| id);
    all.filter(|id| !now.shares(before, *id)).collect()
}
