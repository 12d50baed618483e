//! What every part of the window shares: what is open, what the transport does, what the log holds.
//! Never undone, never part of the project.

#[cfg(test)]
mod tests;

use crate::{
    action::ActionContext,
    coverage::PaintedCoverage,
    dock::Panel,
    drive::Driving,
    keymap::{Keymap, Panels},
    kinds::{EditorKind, graph::NodePreset},
    picking::Picking,
    toast::{Toast, Tone},
    views::PanelViews,
};
use anim::{
    event::{EventReason, Phase},
    instance::RootMotionMode,
};
use asset::Id;
use document::Document;
use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};
use studio::LogEntry;
use words::tr;

/// Rows kept in the event log.
const LOG_ROWS: usize = 5000;
const MOST_TOASTS: usize = 3;

/// Last request to the transport; the engine's frame shows what the transport does.
#[derive(Clone, Copy, Debug)]
pub struct TransportState {
    /// Whether play was asked for; the engine may have come to the end since.
    pub playing: bool,
    /// Whether playback starts again at the end; true by default.
    pub looping: bool,
    /// Playback speed; 1 is real time, negative is backwards. A graph takes 0 and above.
    pub rate: f32,
    /// Treatment of root motion in the preview.
    pub root_motion: RootMotionMode,
    /// Seconds on the open asset's timeline.
    pub position: f64,
}

impl Default for TransportState {
    fn default() -> Self {
        Self {
            playing: false,
            looping: true,
            rate: 1.0,
            root_motion: RootMotionMode::default(),
            position: 0.0,
        }
    }
}

/// Time for which a fired notify glows, seconds.
pub const FLASH_TIME: f64 = 0.6;

/// A notify that fired a moment ago.
#[derive(Clone, Debug)]
pub struct Flash {
    /// Id of the notify that fired.
    pub item: Id,
    /// The name of the notify.
    pub name: String,
    /// The colour of its track.
    pub color: egui::Color32,
    /// Socket that the notify belongs to; [`anim::Name::NONE`] for the character as a whole.
    pub socket: anim::Name,
    /// Time at which the notify fired, in egui's time, seconds.
    pub at: f64,
}

/// Rows of the log, newest first.
#[derive(Default)]
pub struct LogRows {
    /// Rows of the log, at most 5000; the oldest are dropped.
    pub rows: VecDeque<LogEntry>,
}

impl LogRows {
    /// Within a step events come as they were decided; here they stand by their time.
    pub fn add(&mut self, entry: LogEntry) {
        if self.rows.len() == LOG_ROWS {
            self.rows.pop_back();
        }
        let is_later = |row: &LogEntry| row.tick == entry.tick && row.event.time > entry.event.time;
        let at = self.rows.iter().take_while(|row| is_later(row)).count();
        self.rows.insert(at, entry);
    }
}

/// A notify that did not fire when it was met last.
#[derive(Clone, Copy, Debug)]
pub struct Unfired {
    /// The event of the last time, with what was compared.
    pub event: anim::Event,
    /// Number of passes in a row in which the notify was met and did not fire.
    pub passes: u32,
    tick: u64,
}

impl Unfired {
    /// The next record of a notify that did not fire. A notify that is met in tick after tick
    /// counts as met once.
    pub fn again(known: Option<&Self>, entry: &LogEntry) -> Self {
        let goes_on = |known: &Self| {
            entry.event.phase == Phase::Begin && (known.tick..=known.tick + 1).contains(&entry.tick)
        };
        let passes = known.map_or(1, |known| known.passes + u32::from(!goes_on(known)));
        Self {
            event: entry.event,
            passes,
            tick: entry.tick,
        }
    }

    /// One line for a person, as in “Did not fire in the last 2 passes”.
    pub fn told(&self) -> String {
        match self.passes {
            1 => tr!("Did not fire in the last pass").to_owned(),
            passes => tr!("Did not fire in the last {passes} passes"),
        }
    }
}

/// Notify events that the engine has reported.
#[derive(Default)]
pub struct Fired {
    /// Notifies that fired lately, oldest first.
    pub flashes: Vec<Flash>,
    /// Notifies that did not fire when they were met last.
    pub unfired: BTreeMap<Id, Unfired>,
    /// Loops and jumps of the montage that plays.
    pub counts: MontageJumpCounts,
}

/// Numbers of section loops and branching points that fired since the montage began or its position
/// was set.
#[derive(Default)]
pub struct MontageJumpCounts {
    /// Sections that were repeated, by their names.
    pub loops: BTreeMap<anim::Name, u32>,
    /// Branching points that fired.
    pub jumps: BTreeMap<Id, u32>,
}

impl MontageJumpCounts {
    /// Counts this event; the start of a montage sets all counts to 0.
    pub fn add(&mut self, event: &anim::Event) {
        match event.phase {
            Phase::Started => *self = Self::default(),
            Phase::Section { looped: true } => *self.loops.entry(event.name).or_default() += 1,
            Phase::Notify | Phase::Begin
                if event.branching && event.reason == EventReason::Fired =>
            {
                *self.jumps.entry(Id(event.id)).or_default() += 1;
            }
            _ => {}
        }
    }
}

/// What every part of the window shares. The application alone changes it: panels read it.
#[derive(Default)]
pub struct Session {
    /// Files of the project that could not be read.
    pub broken: Vec<formats::project::BrokenFile>,
    /// Source files that have changed on disk since they came in.
    pub changed_sources: Arc<crate::sources::Changed>,
    /// Open documents, left to right.
    pub tabs: Vec<Id>,
    /// The one that is previewed and edited.
    pub active: Option<Id>,
    /// The one in the panels that every document shares: the active one, but for those with a panel
    /// of their own.
    pub front: Option<Id>,
    /// Documents with a panel of their own, never the front one.
    pub beside: Vec<Id>,
    /// Playhead positions of the other documents, seconds.
    pub positions: BTreeMap<Id, f64>,
    /// Last request to the transport.
    pub transport: TransportState,
    /// Rows of the log.
    pub log: LogRows,
    /// Notifies that fired or did not fire in the preview.
    pub fired: Fired,
    /// The graph that is driven, and the last script.
    pub drive: Driving,
    /// What motion tests reach, where it is painted; None while it is not.
    pub coverage: Option<PaintedCoverage>,
    /// The recorded session, and where the window is rewound to.
    pub rewound: crate::rewound::Rewound,
    /// The sound that is listened to by itself.
    pub trial_sound: Option<Id>,
    /// A row of a notify waits for a click on a bone or socket.
    pub picking: Option<Picking>,
    /// Kept on disk by the editor, not by the project.
    pub preferences: crate::preferences::Preferences,
    /// Hint about keys for the item that is dragged in the viewport; None if there is none.
    pub handle_hint: Option<&'static str>,
    /// Settings of controls that the user keeps, for any project.
    pub node_presets: Vec<NodePreset>,
    /// Panels that were shown, and the one that has the keyboard.
    pub panels: Panels,
    /// Keys of every action, with what the user has changed.
    pub keymap: Arc<Keymap>,
    /// The oldest first, at most three.
    pub toasts: Vec<Toast>,
    /// egui's time of this pass, seconds.
    pub now: f64,
    /// Seconds on the timeline of the picture that was on the screen before this pass: what a key
    /// that went down meanwhile was meant for.
    pub on_screen: f64,
    /// Seconds from the pass before to this one.
    pub last_pass: f32,
    /// Fraction of the pass that had elapsed at the current press, 0 to 1; several presses in one
    /// pass count as evenly spread.
    pub press_part: f64,
    /// Pictures a second while playing, smoothed.
    pub picture_rate: f32,
}

impl Session {
    /// A session in which nothing is open yet.
    pub fn new(preferences: crate::preferences::Preferences) -> Self {
        Self {
            preferences,
            ..Self::default()
        }
    }

    /// A session of another project: what the user keeps for any project stays, and everything else
    /// begins anew.
    pub fn of_next_project(&mut self) -> Self {
        Self {
            keymap: self.keymap.clone(),
            node_presets: std::mem::take(&mut self.node_presets),
            ..Self::new(self.preferences)
        }
    }

    /// Context that decides which actions would do something.
    pub fn situation<'a>(
        &'a self,
        views: &PanelViews,
        document: &'a Document,
    ) -> ActionContext<'a> {
        let project = document.project();
        let of_kind = |id| EditorKind::of(project, id).is_some_and(EditorKind::has_timeline);
        ActionContext {
            document,
            tabs: &self.tabs,
            active: self.active,
            open: self.active.and_then(|id| project.kind(id)),
            has_timeline: self.active.is_some_and(of_kind),
            has_log: !self.log.rows.is_empty(),
            has_loop: self
                .active
                .is_some_and(|id| views.timeline.loops.contains_key(&id)),
            has_driven: self.drive.has_script(),
            rewound: &self.rewound,
            in_assets: self.panels.active == Panel::Assets,
            has_bone: views.kinds.skeleton.selected_bone.is_some(),
            has_paths: !views.kinds.skeleton.paths.is_empty(),
        }
    }

    /// 1 when the item has just fired, falling to 0.
    pub fn flash(&self, item: Id) -> f32 {
        let last = self
            .fired
            .flashes
            .iter()
            .rev()
            .find(|flash| flash.item == item);
        last.map_or(0.0, |flash| self.glow(flash.at))
    }

    /// Strength of the glow of an item that fired at this time, from 1 down to 0.
    pub fn glow(&self, at: f64) -> f32 {
        let left = (1.0 - (self.now - at) / FLASH_TIME).clamp(0.0, 1.0) as f32;
        if self.preferences.reduced_motion {
            left.ceil()
        } else {
            left
        }
    }

    /// Shows a message. The same message again only stays longer; a fourth drops the oldest.
    pub fn toast(&mut self, tone: Tone, title: impl Into<String>, line: impl Into<String>) {
        let (title, line) = (title.into(), line.into());
        // What is said again is said longer, not twice.
        self.toasts
            .retain(|toast| (&toast.title, &toast.line) != (&title, &line));
        if self.toasts.len() == MOST_TOASTS {
            self.toasts.remove(0);
        }
        self.toasts.push(Toast {
            tone,
            title,
            line,
            until: None,
        });
    }

    /// Opens a document at the right end of the tabs, or turns to it where it is open.
    pub fn open(&mut self, asset: Id) {
        if !self.tabs.contains(&asset) {
            self.tabs.push(asset);
        }
        if !self.beside.contains(&asset) {
            self.front = Some(asset);
        }
        self.turn_to(Some(asset));
    }

    /// Closes a document; the nearest one that is free comes to the front.
    pub fn close(&mut self, asset: Id) {
        let at = self.tabs.iter().position(|tab| *tab == asset);
        self.beside.retain(|other| *other != asset);
        if let Some(at) = at.filter(|_| self.front == Some(asset)) {
            self.leave_front(at);
        }
        self.tabs.retain(|tab| *tab != asset);
        if self.active == Some(asset) {
            self.turn_to(self.front);
        }
        self.positions.remove(&asset);
    }

    /// Gives it a panel of its own. The shared ones show another, which there must be.
    pub fn put_beside(&mut self, asset: Id) {
        let at = self.tabs.iter().position(|tab| *tab == asset);
        if !self.beside.contains(&asset) {
            self.beside.push(asset);
        }
        if let Some(at) = at.filter(|_| self.front == Some(asset)) {
            self.leave_front(at);
        }
        self.open(asset);
    }

    /// Takes its panel away; it stays open.
    pub fn put_back(&mut self, asset: Id) {
        self.beside.retain(|other| *other != asset);
        self.front = self.front.or(Some(asset));
        if self.active == Some(asset) {
            self.front = Some(asset);
        }
    }

    /// Brings the nearest tab without a panel of its own to the front, first to the right of tab
    /// `at`. If there is none, the last document with a panel of its own gives up that panel.
    fn leave_front(&mut self, at: usize) {
        let is_free = |tab: &&Id| !self.beside.contains(tab) && **tab != self.tabs[at];
        let next = self.tabs[at..]
            .iter()
            .find(is_free)
            .or_else(|| self.tabs[..at].iter().rev().find(is_free));
        self.front = next.copied().or_else(|| {
            let last = self
                .beside
                .iter()
                .rposition(|other| *other != self.tabs[at])?;
            Some(self.beside.remove(last))
        });
    }

    /// Time of the playhead of an open document, seconds.
    pub fn playhead(&self, asset: Id) -> f64 {
        if self.active == Some(asset) {
            self.transport.position
        } else {
            self.positions.get(&asset).copied().unwrap_or_default()
        }
    }

    /// Each document has its playhead.
    fn turn_to(&mut self, asset: Option<Id>) {
        if self.active == asset {
            return;
        }
        if let Some(left) = self.active {
            self.positions.insert(left, self.transport.position);
        }
        self.active = asset;
        self.transport.position = asset
            .and_then(|id| self.positions.get(&id))
            .copied()
            .unwrap_or_default();
        self.transport.playing = false;
    }
}
