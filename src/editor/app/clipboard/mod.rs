//! Copy, cut and paste, once for every kind of document.

mod copied;
mod pasting;

use super::App;
use crate::session::Tone;
use copied::Copied;
use document::{Command, Selection};
use pasting::Pasting;
use std::collections::BTreeSet;

impl App {
    /// Returns whether there was something to copy.
    pub(super) fn copy(&mut self, ctx: &egui::Context) -> bool {
        if let Some(text) = self.copied_nodes() {
            ctx.copy_text(text);
            return true;
        }
        let selection = self.document.selection();
        let ids = || selection.items.iter().copied();
        let skeleton = selection.asset.and_then(|id| self.document.project().skeletons.get(&id));
        let copied = match (skeleton, self.host().filter(|host| selection.asset == Some(host.id))) {
            (Some(skeleton), _) => Copied::of_skeleton(skeleton, ids()),
            (None, Some(host)) => Copied::of_timeline(&host, ids()),
            (None, None) => return false,
        };
        let is_some = !copied.items.is_empty();
        if is_some {
            ctx.copy_text(copied.text());
        }
        is_some
    }

    pub(super) fn cut(&mut self, ctx: &egui::Context) {
        if self.copy(ctx) {
            self.delete_selected();
        }
    }

    /// The earliest at the playhead; one undo step. What does not fit is told, and the rest pasted.
    pub(super) fn paste(&mut self, text: &str) {
        let relinks = std::mem::take(&mut self.session.kinds.graph.relinks);
        if self.open_graph().is_some() {
            return self.paste_nodes(text, relinks);
        }
        let copied = match Copied::read(text) {
            Ok(copied) => copied,
            Err(reason) => return self.session.toast(Tone::Warning, "Nothing pasted", reason),
        };
        let rig = self.rig();
        let project = self.document.project().clone();
        let host = self.session.active.and_then(|id| crate::timeline::Host::new(&project, id));
        let shift = host.as_ref().map_or(0.0, |host| self.playhead(host) - copied.start());
        let mut pasting =
            Pasting::new(host, rig.as_ref().map(|(id, rig)| (*id, &**rig)), shift, &mut self.session.edits);
        pasting.paste(&copied.items);
        let Pasting { commands, added, refused, .. } = pasting;
        if let Some(reason) = refused.first() {
            let title = format!("{} of {} pasted", added.len(), copied.items.len());
            self.session.toast(Tone::Warning, title, reason.as_str());
        }
        let Some(asset) = added.first().map(|(asset, _)| *asset) else { return };
        let before = self.document.undo_count();
        self.perform(&Command::Batch(commands), None);
        if self.document.undo_count() != before {
            let items: BTreeSet<_> = added.into_iter().filter(|item| item.0 == asset).map(|item| item.1).collect();
            self.document.select(Selection { asset: Some(asset), items });
        }
    }
}
