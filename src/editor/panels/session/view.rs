//! How the session is looked at: which part of it, and which lanes.

use super::{
    state::SessionPanelState,
    tracks::{EventTracks, TrackCache},
};
use anim::Name;
use egui::{Color32, Rect, Ui};
use session::SessionSeries;
use std::{collections::BTreeSet, sync::Arc};

/// Seconds that are shown at least and at first.
const LEAST: f64 = 0.1;
const AT_FIRST: f64 = 6.0;

/// What a lane shows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LaneKey {
    /// What the character was given.
    Inputs,
    /// The states of a machine.
    Machine(Name),
    /// The sections of a montage.
    Montage(Name),
    /// Notifies of a track, by its name.
    Track(String),
    /// A parameter of a graph.
    Parameter(Name),
    /// Speed along the ground.
    RootSpeed,
    /// Speed of a bone.
    Bone(Name),
    /// How far a bone slides along the ground.
    Slide(Name),
    /// Weight of a node, by its id.
    Weight(u64),
    /// Windows of motion warping.
    Warps,
    /// A curve of the pose.
    Curve(Name),
    /// Greatest distance between the recorded and the edited pose.
    PoseDifference,
    /// Time that ticks took.
    Cost,
}

/// Seconds to points and back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeAxis {
    /// Seconds at `left`.
    pub from: f64,
    /// Seconds from `left` to `right`.
    pub seconds: f64,
    /// The edges of the plots, points.
    pub left: f32,
    pub right: f32,
}

impl TimeAxis {
    /// Where a time is, points; perhaps out of sight.
    pub fn x(self, time: f64) -> f32 {
        let part = (time - self.from) / self.seconds;
        let x = f64::from(self.left) + part * f64::from(self.right - self.left);
        x.clamp(-1e6, 1e6) as f32
    }

    /// The time at a place.
    pub fn time(self, x: f32) -> f64 {
        let part = f64::from(x - self.left) / f64::from((self.right - self.left).max(1.0));
        self.from + part * self.seconds
    }
}

/// A track of notifies: its name and its colour.
pub type TrackLook = (String, Color32);

/// View state of the Session panel.
pub struct LanesView {
    /// Seconds of the session at the left edge.
    pub from: f64,
    /// Seconds that are shown.
    pub seconds: f64,
    /// Lanes that are hidden though they are shown by default.
    pub hidden: BTreeSet<LaneKey>,
    /// Lanes that are shown though they are hidden by default.
    pub shown: BTreeSet<LaneKey>,
    /// The marked span, seconds; None where none is.
    pub span: Option<(f64, f64)>,
    /// Budget of a tick, microseconds.
    pub budget: f32,
    /// Parameters that have one value in all of the session, and the series that this is of. They
    /// are hidden until somebody shows them.
    constant: (Option<Arc<SessionSeries>>, BTreeSet<Name>),
    /// Events by the tracks of their notifies.
    tracks: TrackCache,
    /// The playhead when the view followed it last.
    followed: Option<(u64, f64)>,
}

impl Default for LanesView {
    fn default() -> Self {
        Self {
            from: 0.0,
            seconds: AT_FIRST,
            hidden: BTreeSet::new(),
            shown: BTreeSet::new(),
            span: None,
            budget: 700.0,
            constant: (None, BTreeSet::new()),
            tracks: TrackCache::default(),
            followed: None,
        }
    }
}

impl LanesView {
    /// The axis between two edges.
    pub fn axis(&self, left: f32, right: f32) -> TimeAxis {
        TimeAxis {
            from: self.from,
            seconds: self.seconds,
            left,
            right: right - 8.0,
        }
    }

    /// Shows a session of so many seconds from its start, and no more than is there; the span of
    /// another one is forgotten.
    pub fn fit(&mut self, start: f64, seconds: f64) {
        self.seconds = (seconds * 1.1).clamp(0.5, AT_FIRST);
        self.from = start - self.seconds * 0.02;
        self.span = None;
    }

    /// Whether a lane is shown.
    pub fn shows(&self, key: &LaneKey) -> bool {
        if self.is_shown_by_default(key) {
            !self.hidden.contains(key)
        } else {
            self.shown.contains(key)
        }
    }

    fn is_shown_by_default(&self, key: &LaneKey) -> bool {
        match key {
            LaneKey::Curve(_) => false,
            LaneKey::Parameter(name) => !self.constant.1.contains(name),
            _ => true,
        }
    }

    /// Shows a lane, or no longer.
    pub fn toggle(&mut self, key: LaneKey) {
        let set = if self.is_shown_by_default(&key) {
            &mut self.hidden
        } else {
            &mut self.shown
        };
        if !set.remove(&key) {
            set.insert(key);
        }
    }

    /// Keeps the playhead in sight where it has moved, and looks up tracks of another project.
    pub fn follow(&mut self, state: &SessionPanelState<'_>, series: &Arc<SessionSeries>) {
        let is_known = |it: &Arc<SessionSeries>| Arc::ptr_eq(it, series);
        if !self.constant.0.as_ref().is_some_and(is_known) {
            let is_constant = |values: &[f32]| {
                let mut there = values.iter().filter(|it| it.is_finite());
                let first = there.next();
                there.all(|it| Some(it) == first)
            };
            let all = series.parameters.iter();
            let constant = all.filter(|(_, values)| is_constant(values));
            let names = constant.map(|(name, _)| *name).collect();
            self.constant = (Some(series.clone()), names);
        }
        let rewound = state.rewound;
        let (at, time) = (rewound.tick(), rewound.time());
        if self.followed != Some((at, time)) {
            self.followed = Some((at, time));
            let end = self.from + self.seconds;
            if !rewound.is_on() {
                self.from = time - self.seconds * 0.92;
            } else if time < self.from || time > end {
                self.from = time - self.seconds * 0.5;
            }
        }
        let last = series.times.last().copied().unwrap_or(0.0);
        self.from = self.from.clamp(
            series.start - self.seconds * 0.1,
            (last - self.seconds * 0.5).max(series.start),
        );
        let edited = rewound.edited.as_ref().and_then(|it| it.series.as_ref());
        self.tracks.follow(state.project, series, edited);
    }

    /// Events by their tracks: as recorded, and with the edit where there is one.
    pub fn tracks(&self) -> (Option<&EventTracks>, Option<&EventTracks>) {
        self.tracks.sides()
    }

    /// The wheel zooms around the pointer, with Shift it moves in time.
    pub fn zoom(&mut self, ui: &Ui, area: Rect, axis: TimeAxis) {
        let Some(at) = ui
            .input(|input| input.pointer.latest_pos())
            .filter(|at| area.contains(*at) && at.x >= axis.left)
        else {
            return;
        };
        let (zoom, scroll, shift) = ui.input(|input| {
            (
                input.zoom_delta(),
                input.smooth_scroll_delta(),
                input.modifiers.shift,
            )
        });
        if (zoom - 1.0).abs() > 1e-4 {
            let time = axis.time(at.x);
            let seconds = (self.seconds / f64::from(zoom)).clamp(LEAST, 36_000.0);
            self.from = time - (time - self.from) * seconds / self.seconds;
            self.seconds = seconds;
        }
        let moved = if shift && scroll.x == 0.0 {
            scroll.y
        } else {
            scroll.x
        };
        if moved != 0.0 {
            let per_point = self.seconds / f64::from((axis.right - axis.left).max(1.0));
            self.from -= f64::from(moved) * per_point;
        }
    }
}
