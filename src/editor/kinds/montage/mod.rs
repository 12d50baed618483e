//! Montages: clips on slots, cut into sections.

use super::EditorKind;
use crate::{
    action::{Chord, Entry, Now, TimelineAction, entry},
    app::App,
};
use asset::{AssetKind, Id};
use egui::Key;
use engine::Scope;

pub const ASSET: AssetKind = AssetKind::Montage;
pub const HAS_TIMELINE: bool = true;

pub struct View {
    /// Which of the sections play.
    pub scope: Scope,
}

impl Default for View {
    fn default() -> Self {
        Self { scope: Scope::Chain }
    }
}

#[derive(Clone, Debug)]
pub enum MontageAction {
    New,
    /// A montage that plays this clip.
    NewFrom(Id),
    /// Appends a clip to the first slot of the open montage.
    AppendClip(Id),
    AddSection,
    AddSlot,
}

impl MontageAction {
    /// Why it would do nothing now, in one line.
    pub fn refusal(&self, now: &Now<'_>) -> Option<&'static str> {
        match self {
            Self::New => now.needs_character(),
            Self::AddSection | Self::AddSlot => {
                now.unless(now.open == Some(EditorKind::Montage), "Open a montage first")
            }
            Self::NewFrom(_) | Self::AppendClip(_) => None,
        }
    }
}

pub const MENU: &[Entry] = &[
    entry!("montage.new", "New montage", [], MontageAction::New),
    entry!("montage.section", "Add section at playhead", [], MontageAction::AddSection),
    entry!(
        "timeline.notify",
        "Add notify at playhead",
        [Chord::plain(Key::Enter)],
        TimelineAction::AddNotify,
        on[Timeline]
    ),
    entry!(
        "timeline.state",
        "Add notify state at playhead",
        [Chord::shift(Key::Enter)],
        TimelineAction::AddNotifyState,
        on[Timeline]
    ),
    entry!("timeline.track", "Add notify track", [], TimelineAction::AddNotifyTrack),
    entry!("montage.slot", "Add slot", [], MontageAction::AddSlot),
];

pub fn act(app: &mut App, _: &egui::Context, action: MontageAction) {
    match action {
        MontageAction::New => app.new_montage(None),
        MontageAction::NewFrom(clip) => app.new_montage(Some(clip)),
        MontageAction::AppendClip(clip) => app.append_clip(clip),
        MontageAction::AddSection => app.add_section(),
        MontageAction::AddSlot => app.add_slot(),
    }
}
