//! What the rows of the log say, looked up once a pass: names, tracks, colours, frames.

#[cfg(test)]
mod tests;

use super::{phase::phase_text, reason};
use crate::{theme, timeline::TimelineHost, views::LogColumn};
use anim::{Event, Library, Name, event::Source};
use asset::{AssetKind, Compiled, Id, Project, SourceMap};
use egui::Color32;
use std::{cell::OnceCell, collections::BTreeMap};
use studio::LogEntry;

/// An asset that fired something.
struct LogAssetEntry<'a> {
    host: Option<TimelineHost<'a>>,
    /// Index of the track of each notify of `host`, as (notify id, index), computed on first use.
    tracks: OnceCell<Vec<(u64, usize)>>,
}

/// Looks up names and places of events in the project.
pub struct Book<'a> {
    /// The compiled library, which has all names.
    pub library: &'a Library,
    /// The open document, where it has a timeline.
    pub open: Option<TimelineHost<'a>>,
    known: BTreeMap<Name, LogAssetEntry<'a>>,
}

impl<'a> Book<'a> {
    /// Indexes the assets of these rows; `open` is the open document.
    pub fn new<'r>(
        (project, compiled): (&'a Project, &'a Compiled),
        open: Option<Id>,
        rows: impl Iterator<Item = &'r LogEntry>,
    ) -> Self {
        let mut known = BTreeMap::new();
        for entry in rows {
            let asset = entry.event.asset;
            known
                .entry(asset)
                .or_insert_with(|| LogAssetEntry::new(project, &compiled.sources, asset));
        }
        Self {
            library: &compiled.library,
            open: open.and_then(|id| TimelineHost::new(project, id)),
            known,
        }
    }

    /// The montage or clip on whose timeline it lies.
    fn host(&self, event: &Event) -> Option<&TimelineHost<'a>> {
        self.known.get(&event.asset)?.host.as_ref()
    }

    /// The montage or clip that has the event on its timeline.
    pub fn id(&self, event: &Event) -> Option<Id> {
        Some(self.host(event)?.id)
    }

    /// The name of the notify, section or montage.
    pub fn name(&self, event: &Event) -> &'a str {
        self.library.names.text(event.name)
    }

    /// The name of the asset that sent it.
    pub fn asset(&self, event: &Event) -> &'a str {
        self.library.names.text(event.asset)
    }

    /// The socket that a notify names; nothing for what names none.
    pub fn place(&self, event: &Event) -> String {
        let socket = self.library.names.text(event.socket);
        if socket.is_empty() {
            String::new()
        } else {
            format!(" @ {socket}")
        }
    }

    fn track(&self, event: &Event) -> Option<&'a asset::NotifyTrack> {
        let known = self.known.get(&event.asset)?;
        let tracks = known.tracks();
        let at = tracks.binary_search_by_key(&event.id, |(id, _)| *id).ok()?;
        known.host?.tracks().get(tracks[at].1)
    }

    /// Name of the event's track, else of the event's asset.
    pub fn source(&self, event: &Event) -> &'a str {
        self.track(event)
            .map_or_else(|| self.asset(event), |track| track.name.as_str())
    }

    /// The colour of the notify's track or of the section.
    pub fn color(&self, event: &Event) -> Color32 {
        if let Some(track) = self.track(event) {
            return theme::category(track.color);
        }
        let sections = self.host(event).map_or(&[][..], |host| host.sections());
        let section = sections
            .iter()
            .find(|section| section.name == self.name(event));
        section.map_or(theme::TEXT_3, |section| theme::category(section.color))
    }

    /// Frame on the asset's own timeline, rounded down; None where the asset has none.
    pub fn frame(&self, event: &Event) -> Option<f64> {
        Some((event.position * self.host(event)?.frame_rate() + 0.01).floor())
    }

    /// Place of an event on the timeline of the open document: seconds, and the id of the item. An
    /// event of a clip lies where its segment first plays the event. None if the event is not on
    /// that timeline.
    pub fn moment(&self, event: &Event) -> Option<(f64, Id)> {
        let host = self.open?;
        if self.id(event) == Some(host.id) {
            let id = if event.id == 0 {
                self.section_of(&host, event)
            } else {
                Id(event.id)
            };
            return Some((event.position, id));
        }
        let Source::Segment(_, segment) = event.source else {
            return None;
        };
        host.moment_in_segment(Id(segment), event.position)
    }

    fn section_of(&self, host: &TimelineHost<'_>, event: &Event) -> Id {
        let mut sections = host.sections().iter();
        sections
            .find(|section| section.name == self.name(event))
            .map_or(Id(0), |section| section.id)
    }

    /// The text of an event that a filter compares.
    pub fn value(&self, event: &Event, column: LogColumn) -> &'a str {
        match column {
            LogColumn::Phase => phase_text(event),
            LogColumn::Source => self.source(event),
            LogColumn::Reason => event.reason.short(),
        }
    }

    /// Whether a text of the row contains `wanted`, which is in lower case.
    pub fn has(&self, event: &Event, wanted: &str) -> bool {
        let texts = [
            self.name(event),
            self.asset(event),
            self.source(event),
            phase_text(event),
            event.reason.short(),
            self.library.names.text(event.socket),
        ];
        texts
            .iter()
            .any(|text| text.to_lowercase().contains(wanted))
            || reason::chip(event).contains(wanted)
    }

    /// A line of a table, of the words that [`HEADING`] names.
    pub fn line(&self, event: &Event) -> String {
        let frame = self
            .frame(event)
            .map_or(String::new(), |frame| format!("{frame:.0}"));
        let cells = [
            format!("{:.6}", event.time),
            self.asset(event).to_owned(),
            format!("{:.6}", event.position),
            frame,
            self.name(event).to_owned(),
            phase_text(event).to_owned(),
            self.source(event).to_owned(),
            format!("{:.6}", event.weight),
            event.reason.short().to_owned(),
            reason::sentence(event),
        ];
        cells.map(|cell| quoted(&cell)).join(",")
    }
}

/// The first line of a log as comma-separated text.
pub const HEADING: &str = "time_s,asset,position_s,frame,event,phase,source,weight,reason,why";

/// `cell` as CSV wants it: in quotes if it has a comma, a quote or a line break.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

impl<'a> LogAssetEntry<'a> {
    fn new(project: &'a Project, sources: &SourceMap, asset: Name) -> Self {
        let id = sources
            .asset(AssetKind::Montage, asset)
            .or_else(|| sources.asset(AssetKind::Clip, asset));
        Self {
            tracks: OnceCell::new(),
            host: id.and_then(|id| TimelineHost::new(project, id)),
        }
    }

    /// The track index of each notify, in order of ids.
    fn tracks(&self) -> &[(u64, usize)] {
        self.tracks.get_or_init(|| {
            let Some(host) = self.host else {
                return Vec::new();
            };
            let place = |notify: &asset::Notify| {
                let at = host
                    .tracks()
                    .iter()
                    .position(|track| track.id == notify.track)?;
                Some((notify.id.0, at))
            };
            let mut tracks: Vec<_> = host.notifies().iter().filter_map(place).collect();
            tracks.sort_unstable();
            tracks
        })
    }
}
