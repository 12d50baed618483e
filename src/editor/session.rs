//! View state: what is open, what the transport does, what the log holds. Never undone, never part of the project.

use crate::{
    keymap::{Keymap, Panels},
    kinds::Views,
    panels::keys_page::KeysPage,
    theme,
    timeline::TimelineState,
};
use anim::event::Reason;
use asset::Id;
use document::{Gesture, Selection};
use engine::LogEntry;
use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

/// Rows kept in the event log.
const LOG_ROWS: usize = 5000;
/// How long a toast stays, in seconds.
const TOAST_TIME: [f64; 3] = [4.0, 8.0, f64::INFINITY];
const MOST_TOASTS: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Ok,
    Warning,
    Error,
}

#[derive(Clone, Debug)]
pub struct Toast {
    pub tone: Tone,
    pub title: String,
    pub line: String,
    /// In egui's time; None until first shown.
    pub until: Option<f64>,
}

impl Toast {
    pub fn color(&self) -> egui::Color32 {
        match self.tone {
            Tone::Ok => theme::OK,
            Tone::Warning => theme::WARN,
            Tone::Error => theme::ERROR,
        }
    }

    pub fn lifetime(&self) -> f64 {
        TOAST_TIME[self.tone as usize]
    }
}

/// What the transport was told last; the engine's frame says what it does.
#[derive(Clone, Copy, Debug)]
pub struct TransportState {
    pub playing: bool,
    pub looping: bool,
    pub rate: f32,
    /// Seconds on the open asset's timeline.
    pub position: f64,
}

impl Default for TransportState {
    fn default() -> Self {
        Self { playing: false, looping: true, rate: 1.0, position: 0.0 }
    }
}

/// A name being typed in place.
#[derive(Clone, Debug)]
pub struct Renaming {
    pub selection: Selection,
    pub text: String,
    pub has_focus: bool,
}

/// How long a fired notify glows, in seconds.
pub const FLASH_TIME: f64 = 0.6;

/// A notify that fired a moment ago.
#[derive(Clone, Debug)]
pub struct Flash {
    pub item: Id,
    pub name: String,
    pub color: egui::Color32,
    /// Where it belongs; [`anim::Name::NONE`] for the character as a whole.
    pub socket: anim::Name,
    /// In egui's time.
    pub at: f64,
}

/// What the log panel lists, newest first.
#[derive(Default)]
pub struct LogView {
    pub rows: VecDeque<LogEntry>,
    pub filter: String,
    pub show_unfired: bool,
}

impl LogView {
    pub fn add(&mut self, entry: LogEntry) {
        if self.rows.len() == LOG_ROWS {
            self.rows.pop_back();
        }
        self.rows.push_front(entry);
    }
}

/// What the engine told of notifies.
#[derive(Default)]
pub struct Fired {
    pub flashes: Vec<Flash>,
    /// Notifies that did not fire when they were met last, and why.
    pub unfired: BTreeMap<Id, Reason>,
}

/// What tells one edit and one new item from the next.
#[derive(Default)]
pub struct Edits {
    /// The gesture of the field that is being dragged.
    pub field: Option<Gesture>,
    /// Several items as they were when the field was pressed.
    pub pressed: BTreeMap<Id, serde_json::Map<String, serde_json::Value>>,
    /// The gesture of the last nudge.
    pub nudging: Option<Gesture>,
    /// The keys of this pass come from one that is held down.
    pub key_repeats: bool,
    next_gesture: u64,
    next_id: u64,
}

impl Edits {
    pub fn gesture(&mut self) -> Gesture {
        self.next_gesture += 1;
        Gesture(self.next_gesture)
    }

    pub fn id(&mut self) -> Id {
        Id::next(&mut self.next_id)
    }

    pub fn ids(&mut self) -> &mut u64 {
        &mut self.next_id
    }
}

/// The shell's part, and a view of each kind of document.
#[derive(Default)]
pub struct Session {
    /// Open documents, left to right.
    pub tabs: Vec<Id>,
    pub active: Option<Id>,
    pub transport: TransportState,
    pub timeline: TimelineState,
    pub kinds: Views,
    pub log: LogView,
    pub fired: Fired,
    pub edits: Edits,
    pub asset_filter: String,
    pub renaming: Option<Renaming>,
    pub preferences: crate::preferences::Preferences,
    pub sheet: Option<crate::panels::help::Sheet>,
    pub panels: Panels,
    pub keymap: Arc<Keymap>,
    /// While the keys are listed.
    pub keys_page: Option<KeysPage>,
    pub palette: Option<crate::panels::palette::Palette>,
    pub toasts: Vec<Toast>,
    /// egui's time of this pass, seconds.
    pub now: f64,
    /// Pictures a second while playing, smoothed.
    pub picture_rate: f32,
}

impl Session {
    /// `seed` makes ids of new items differ between sessions.
    pub fn new(seed: u64, preferences: crate::preferences::Preferences) -> Self {
        Self { edits: Edits { next_id: seed, ..Edits::default() }, preferences, ..Self::default() }
    }

    /// 1 when the item has just fired, falling to 0.
    pub fn flash(&self, item: Id) -> f32 {
        let age = self.fired.flashes.iter().rev().find(|flash| flash.item == item).map(|flash| self.now - flash.at);
        let left = age.map_or(0.0, |age| (1.0 - age / FLASH_TIME).clamp(0.0, 1.0) as f32);
        if self.preferences.reduced_motion { left.ceil() } else { left }
    }

    pub fn toast(&mut self, tone: Tone, title: impl Into<String>, line: impl Into<String>) {
        if self.toasts.len() == MOST_TOASTS {
            self.toasts.remove(0);
        }
        self.toasts.push(Toast { tone, title: title.into(), line: line.into(), until: None });
    }

    pub fn open(&mut self, asset: Id) {
        if !self.tabs.contains(&asset) {
            self.tabs.push(asset);
        }
        self.active = Some(asset);
    }

    pub fn close(&mut self, asset: Id) {
        let at = self.tabs.iter().position(|tab| *tab == asset);
        self.tabs.retain(|tab| *tab != asset);
        if self.active == Some(asset) {
            let next = at.map(|at| at.min(self.tabs.len().saturating_sub(1)));
            self.active = next.and_then(|at| self.tabs.get(at)).copied();
        }
    }
}
