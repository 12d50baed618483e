//! Undo and redo: what goes back or forward is shown where it is, and said where nobody looked.

use super::App;
use crate::{canvas, toast::Tone};
use asset::{AssetKind, Id, Project};
use document::Selection;
use std::collections::BTreeSet;
use words::tr;

impl App {
    /// One step back, or forward. Where it changes something else than what is open or selected,
    /// that is opened and a message says what changed where.
    pub(super) fn step_history(&mut self, undo: bool) {
        let (label, did) = if undo {
            (self.document.undo_label(), tr!("Undid"))
        } else {
            (self.document.redo_label(), tr!("Redid"))
        };
        let title = format!("{did}: {}", label.unwrap_or_default());
        let before = self.document.project().clone();
        let looked_at = [self.session.active, self.document.selection().asset];
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
            self.keep_selection_within(&changed);
        } else {
            let line = self.show_change(&before, &changed);
            self.session.toast(Tone::Ok, title, line);
        }
        self.turn_to_change(&before);
    }

    /// Selects only the open asset if the selection is in an asset that is neither open nor
    /// changed.
    fn keep_selection_within(&mut self, changed: &BTreeSet<Id>) {
        let selected = self.document.selection().asset;
        let is_meant = |id| self.session.active == Some(id) || changed.contains(&id);
        if let Some(open) = self.session.active
            && !selected.is_none_or(is_meant)
        {
            self.document.select(Selection::asset(open));
        }
    }

    /// Turns the open graph to the first page on which something changed, unless such a page is in
    /// sight.
    fn turn_to_change(&mut self, before: &Project) {
        let Some((id, graph)) = self.open_graph() else {
            return;
        };
        let Some(was) = before.graphs.get(&id) else {
            return;
        };
        let (pages, view) = (
            canvas::changed_pages(was, &graph),
            &mut self.views.kinds.graph,
        );
        let Some(first) = pages.first() else { return };
        if !pages.contains(&view.page(id)) {
            view.turn_to(id, *first);
        }
        view.has_turned = true;
    }

    /// Opens what changed, where it is edited in panels of its own; returns a sentence that says
    /// where the change is. A skeleton or a mesh is edited beside whatever is open: it is named
    /// alone.
    fn show_change(&mut self, before: &Project, changed: &BTreeSet<Id>) -> String {
        let project = self.document.project().clone();
        let there = || {
            changed
                .iter()
                .copied()
                .filter(|id| project.kind(*id).is_some())
        };
        let beside = there().find(|id| !is_opened_to_edit(&project, *id));
        if let Some(id) = beside {
            let name = project.asset_name(id).unwrap_or_default();
            return tr!("In {name}{}.", and_more(changed));
        }
        let selection = self.document.selection().clone();
        let selected = selection.asset.filter(|id| changed.contains(id));
        let open = self.session.tabs.iter().find(|id| changed.contains(id));
        let shown = selected.or(open.copied()).or_else(|| there().next());
        let Some(shown) = shown.filter(|id| project.kind(*id).is_some()) else {
            let gone = changed.iter().find_map(|id| before.asset_name(*id));
            return gone.map_or(tr!("In the project settings.").to_owned(), |name| {
                tr!("{name} is no longer in the project.")
            });
        };
        self.open_asset(shown);
        if selection.asset == Some(shown) {
            self.document.select(selection);
        }
        let name = project.asset_name(shown).unwrap_or_default();
        let more = and_more(changed);
        tr!("In {name}, now open{more}.")
    }
}

/// Whether an asset has to be open to be edited.
fn is_opened_to_edit(project: &Project, id: Id) -> bool {
    use AssetKind::{BlendSpace, Clip, Graph, Montage, PoseAsset};
    let kind = project.kind(id);
    matches!(kind, Some(Montage | Clip | Graph | BlendSpace | PoseAsset))
}

fn and_more(changed: &BTreeSet<Id>) -> String {
    match changed.len() {
        0 | 1 => String::new(),
        count => tr!(", and in {} more", count - 1),
    }
}

/// Assets that differ, and those that are in one of the two alone.
fn changed_assets(before: &Project, now: &Project) -> BTreeSet<Id> {
    let all = before.assets().chain(now.assets()).map(|(id, _)| id);
    all.filter(|id| !now.shares(before, *id)).collect()
}
