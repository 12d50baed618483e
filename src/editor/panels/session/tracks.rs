//! Events of the session by the tracks that their notifies are on.

use super::view::TrackLook;
use crate::theme;
use anim::event::Phase;
use asset::Project;
use egui::Color32;
use session::{RecordedEvent, SessionSeries};
use std::{
    collections::{BTreeMap, HashMap},
    ops::Range,
    sync::Arc,
};
use words::tr;

/// Events of a track, in order.
#[derive(Debug)]
pub struct TrackEvents {
    /// Colour of the track.
    pub color: Color32,
    /// The events.
    pub events: Vec<RecordedEvent>,
    /// Notify states, by their begin.
    pub bars: Vec<NotifyBar>,
}

/// A notify state from its begin to its end.
#[derive(Debug)]
pub struct NotifyBar {
    /// The ticks in which it begins and ends; one that has not ended ends never.
    pub ticks: Range<u64>,
    /// Whether it fired.
    pub fired: bool,
}

impl TrackEvents {
    /// A track on which nothing happened.
    pub fn empty(color: Color32) -> Self {
        Self {
            color,
            events: Vec::new(),
            bars: Vec::new(),
        }
    }
}

/// Tracks by their names.
pub type EventTracks = BTreeMap<String, Arc<TrackEvents>>;

/// What was put in order last, and of which series and project.
#[derive(Default)]
pub struct TrackCache {
    /// Tracks of notifies by the id of the notify, of a project.
    looks: Option<(Arc<Project>, BTreeMap<u64, TrackLook>)>,
    recorded: Option<(Arc<SessionSeries>, EventTracks)>,
    edited: Option<(Arc<SessionSeries>, EventTracks)>,
}

impl TrackCache {
    /// Puts the events in order again, where they are others or the tracks are.
    pub fn follow(
        &mut self,
        project: &Arc<Project>,
        series: &Arc<SessionSeries>,
        edited: Option<&Arc<SessionSeries>>,
    ) {
        let is_known = |(of, _): &(Arc<Project>, _)| Arc::ptr_eq(of, project);
        if !self.looks.as_ref().is_some_and(is_known) {
            self.looks = Some((project.clone(), looks(project)));
            (self.recorded, self.edited) = (None, None);
        }
        let looks = self.looks.as_ref().map(|(_, looks)| looks);
        let is_of = |known: &Option<(Arc<SessionSeries>, EventTracks)>, of: &Arc<_>| {
            known.as_ref().is_some_and(|(it, _)| Arc::ptr_eq(it, of))
        };
        if let Some(looks) = looks {
            if !is_of(&self.recorded, series) {
                self.recorded = Some((series.clone(), event_tracks(series, looks)));
            }
            if let Some(edited) = edited.filter(|it| !is_of(&self.edited, it)) {
                self.edited = Some((edited.clone(), event_tracks(edited, looks)));
            }
        }
        if edited.is_none() {
            self.edited = None;
        }
    }

    /// Tracks as recorded, and with the edit where there is one.
    pub fn sides(&self) -> (Option<&EventTracks>, Option<&EventTracks>) {
        let recorded = self.recorded.as_ref().map(|it| &it.1);
        (recorded, self.edited.as_ref().map(|it| &it.1))
    }
}

fn event_tracks(series: &SessionSeries, looks: &BTreeMap<u64, TrackLook>) -> EventTracks {
    let mut found: BTreeMap<&str, TrackEvents> = BTreeMap::new();
    for event in &series.events {
        let look = looks.get(&event.event.id);
        let (name, color) = look.map_or((tr!("Notifies"), theme::TEXT_2), |it| (&it.0, it.1));
        let own = found
            .entry(name)
            .or_insert_with(|| TrackEvents::empty(color));
        own.events.push(*event);
    }
    let done = found.into_iter().map(|(name, mut track)| {
        track.bars = bars(&track.events);
        (name.to_owned(), Arc::new(track))
    });
    done.collect()
}

fn bars(events: &[RecordedEvent]) -> Vec<NotifyBar> {
    let mut bars: Vec<NotifyBar> = Vec::new();
    let mut open: HashMap<u64, usize> = HashMap::new();
    for event in events {
        match event.event.phase {
            Phase::Begin => {
                open.insert(event.event.id, bars.len());
                bars.push(NotifyBar {
                    ticks: event.tick..u64::MAX,
                    fired: event.event.fired(),
                });
            }
            Phase::End => {
                let own = open.remove(&event.event.id);
                own.iter().for_each(|at| bars[*at].ticks.end = event.tick);
            }
            _ => {}
        }
    }
    bars
}

/// Tracks of all notifies of a project.
fn looks(project: &Project) -> BTreeMap<u64, TrackLook> {
    let clips = project.clips.values().map(|it| (&it.tracks, &it.notifies));
    let montages = project
        .montages
        .values()
        .map(|it| (&it.tracks, &it.notifies));
    let mut found = BTreeMap::new();
    for (tracks, notifies) in clips.chain(montages) {
        for notify in notifies {
            if let Some(track) = tracks.iter().find(|track| track.id == notify.track) {
                let look = (track.name.clone(), theme::category(track.color));
                found.insert(notify.id.0, look);
            }
        }
    }
    found
}
