//! Copy, cut and paste, once for every kind of document.

mod copied;
mod pasting;

use super::App;
use crate::toast::Tone;
use asset::Id;
use copied::Copied;
use document::{Command, Selection};
use pasting::Pasting;
use std::{collections::BTreeSet, time::Duration};
use words::tr;

/// A clipboard that has nothing answers nothing: what was asked of it then is not meant for a later
/// paste.
const AT_ONCE: Duration = Duration::from_secs(2);

impl App {
    /// Returns whether there was something to copy.
    pub(super) fn copy(&mut self, ctx: &egui::Context) -> bool {
        let text = self.copied_text();
        let is_some = text.is_some();
        text.into_iter().for_each(|text| ctx.copy_text(text));
        is_some
    }

    /// The selection as clipboard text; None if nothing can be copied.
    pub(super) fn copied_text(&self) -> Option<String> {
        if let Some(text) = self.copied_nodes() {
            return Some(text);
        }
        let selection = self.document.selection();
        let ids = || selection.items.iter().copied();
        let skeleton = selection
            .asset
            .and_then(|id| self.document.project().skeletons.get(&id));
        let copied = match (
            skeleton,
            self.host().filter(|host| selection.asset == Some(host.id)),
        ) {
            (Some(skeleton), _) => Copied::of_skeleton(skeleton, ids()),
            (None, Some(host)) => Copied::of_timeline(&host, ids()),
            (None, None) => return None,
        };
        (!copied.items.is_empty()).then(|| copied.text())
    }

    /// A notify track of the open timeline, with all that is on it.
    pub(super) fn copy_track(&mut self, ctx: &egui::Context, track: Id) {
        let text = self.track_text(track);
        text.into_iter().for_each(|text| ctx.copy_text(text));
    }

    /// Beside the others of the open timeline.
    pub(super) fn duplicate_track(&mut self, track: Id) {
        let text = self.track_text(track);
        text.into_iter().for_each(|text| self.paste(&text));
    }

    /// A notify track of the open timeline, as the clipboard has it.
    pub(super) fn track_text(&self, track: Id) -> Option<String> {
        let copied = Copied::track(&self.host()?, track)?;
        Some(copied.text())
    }

    pub(super) fn cut(&mut self, ctx: &egui::Context) {
        if self.copy(ctx) {
            self.delete_selected();
        }
    }

    /// Pastes with the earliest item at the playhead, as one undo step. Reports what does not fit
    /// and pastes the rest.
    pub(super) fn paste(&mut self, text: &str) {
        let asked = self.views.kinds.graph.relinks.take();
        let makes_room = self
            .views
            .timeline
            .makes_room
            .take()
            .is_some_and(|asked| asked.elapsed() < AT_ONCE);
        // What belongs to a timeline or a skeleton goes there also while a graph is open.
        if self.open_graph().is_some() && Copied::read(text).is_err() {
            return self.paste_nodes(text, asked.is_some_and(|asked| asked.elapsed() < AT_ONCE));
        }
        let copied = match Copied::read(text) {
            Ok(copied) => copied,
            Err(_) if super::canvas::are_nodes(text) => {
                let line = tr!("The clipboard has nodes. Open a pose graph first.");
                return self
                    .session
                    .toast(Tone::Warning, tr!("Nothing pasted"), line);
            }
            Err(reason) => {
                return self
                    .session
                    .toast(Tone::Warning, tr!("Nothing pasted"), reason);
            }
        };
        let rig = self.rig();
        let project = self.document.project().clone();
        let host = self
            .session
            .active
            .and_then(|id| crate::timeline::TimelineHost::new(&project, id));
        let shift = host
            .as_ref()
            .map_or(0.0, |host| self.playhead(host) - copied.start());
        let mut pasting = Pasting::new(
            host,
            rig.as_ref().map(|(id, rig)| (*id, &**rig)),
            shift,
            &mut self.views.edits,
        );
        if makes_room {
            pasting.make_room(&copied.items);
        }
        pasting.paste(&copied.items);
        let Pasting {
            commands,
            added,
            refused,
            ..
        } = pasting;
        if let Some(reason) = refused.first() {
            let title = tr!("{} of {} pasted", added.len(), copied.items.len());
            self.session.toast(Tone::Warning, title, reason.as_str());
        }
        let Some(asset) = added.first().map(|(asset, _)| *asset) else {
            return;
        };
        let before = self.document.step_count();
        self.perform(&Command::Batch(commands), None);
        if self.document.step_count() != before {
            let items: BTreeSet<_> = added
                .into_iter()
                .filter(|item| item.0 == asset)
                .map(|item| item.1)
                .collect();
            self.document.select(Selection {
                asset: Some(asset),
                items,
            });
        }
    }
}
