//! What all parts of the timeline read.

use super::{host::TimelineHost, item, view::TimeView};
use crate::session::Session;
use asset::{Compiled, Id};
use document::{Document, Selection};
use studio::PreviewFrame;

/// Context that all parts of the timeline read.
pub(crate) struct TimelineScene<'a> {
    pub(crate) host: TimelineHost<'a>,
    pub(crate) selection: &'a Selection,
    pub(crate) document: &'a Document,
    pub(crate) session: &'a Session,
    pub(crate) compiled: &'a Compiled,
    pub(crate) frame: Option<&'a PreviewFrame>,
    pub(crate) view: TimeView,
    /// Screen x of the lanes.
    pub(crate) lanes: egui::Rangef,
}

impl TimelineScene<'_> {
    pub(crate) fn x(&self, time: f64) -> f32 {
        self.lanes.min + self.view.x(time)
    }

    pub(crate) fn time(&self, x: f32) -> f64 {
        self.view.time(x - self.lanes.min)
    }

    pub(crate) fn is_selected(&self, item: Id) -> bool {
        self.selection.asset == Some(self.host.id) && self.selection.items.contains(&item)
    }

    /// The section that plays, and how far it is, 0 to 1.
    pub(crate) fn playing_section(&self) -> Option<(Id, f32)> {
        let name = anim::Name::new(&self.host.montage()?.name);
        let state = self
            .frame?
            .montages
            .iter()
            .rev()
            .find(|state| state.montage == name)?;
        let id = *self
            .compiled
            .sources
            .sections
            .get(&self.host.id)?
            .get(state.section_index as usize)?;
        let section = self
            .host
            .sections()
            .iter()
            .find(|section| section.id == id)?;
        let (start, end) = (f64::from(section.start), self.host.section_end(section));
        Some((
            id,
            ((state.position - start) / (end - start).max(1e-6)).clamp(0.0, 1.0) as f32,
        ))
    }
}

/// Seconds from the first to the last edge of what is selected.
pub(crate) fn selected_span(host: &TimelineHost<'_>, selection: &Selection) -> Option<(f64, f64)> {
    let spans = selection
        .items
        .iter()
        .filter_map(|id| item::span(host, *id));
    spans.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}
