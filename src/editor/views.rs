//! What panels change while they are drawn: how each is looked at, and what is typed or dragged in
//! it. Never undone, never part of the project.

use crate::{
    canvas::Shelf,
    graph_inspection::Looking,
    kinds::Views,
    on_slot::OnSlot,
    panels::{
        assets::view::AssetsView, crowd::CrowdView, find_uses::wanted::FindUses, guide::GuideView,
        log::phase::TICK, session::view::LanesView, why::view::WhyView,
    },
    sounds::SoundShelf,
    testing::TestsView,
    timeline::state::TimelineState,
};
use asset::Id;
use document::{Gesture, Selection};
use std::collections::{BTreeMap, BTreeSet};

/// A name being typed in place.
#[derive(Clone, Debug)]
pub struct Renaming {
    /// The one asset or item whose name is typed.
    pub selection: Selection,
    /// The name as typed so far.
    pub text: String,
    /// The field has taken the keyboard.
    pub has_focus: bool,
    /// Passes since the field was on the screen.
    pub unseen: u32,
}

impl Renaming {
    /// A field that was not on the screen for longer is none: it would take keys that nobody sees.
    const MOST_UNSEEN: u32 = 3;

    /// Begins with the name as it is.
    pub fn new(selection: Selection, text: impl Into<String>) -> Self {
        Self {
            selection,
            text: text.into(),
            has_focus: false,
            unseen: 0,
        }
    }

    /// Counts the pass as one without the field, which sets the count back where it is drawn.
    /// Returns whether somebody can see it.
    pub fn end_pass(&mut self) -> bool {
        self.unseen += 1;
        self.unseen <= Self::MOST_UNSEEN
    }
}

/// Filters on the rows of the log panel.
pub struct LogView {
    /// Text that a row must contain; empty shows all.
    pub filter: String,
    /// Rows of notifies that did not fire are shown, too.
    pub show_unfired: bool,
    /// Rows of this notify alone.
    pub only: Option<Id>,
    /// Rows that the filter menu hides: a column and the text in it.
    pub hidden: BTreeSet<(LogColumn, String)>,
}

/// Column of the log by which rows are filtered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogColumn {
    Phase,
    Source,
    Reason,
}

impl Default for LogView {
    /// States tick with every step: their ticks are left out until they are asked for.
    fn default() -> Self {
        let hidden = BTreeSet::from([(LogColumn::Phase, TICK.to_owned())]);
        Self {
            filter: String::new(),
            show_unfired: false,
            only: None,
            hidden,
        }
    }
}

/// Counters and gestures that keep edits and new items apart.
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
    /// A gesture that no edit has used yet.
    pub fn gesture(&mut self) -> Gesture {
        self.next_gesture += 1;
        Gesture(self.next_gesture)
    }

    /// An id that no item has yet.
    pub fn id(&mut self) -> Id {
        Id::next(&mut self.next_id)
    }

    /// The counter behind [`Self::id`], for edits that make several items.
    pub fn ids(&mut self) -> &mut u64 {
        &mut self.next_id
    }
}

/// View state of the panels, which they change themselves; everything else they ask for by actions.
#[derive(Default)]
pub struct PanelViews {
    /// View of the timelines: zoom, loops, what is dragged.
    pub timeline: TimelineState,
    /// View state of each type of document.
    pub kinds: Views,
    /// Views of the graph inspection.
    pub looking: Looking,
    /// Sounds that are decoded, which panels ask for as they show them.
    pub sounds: SoundShelf,
    /// Counters and gestures of edits.
    pub edits: Edits,
    /// Text that an asset's name must contain; empty shows all.
    pub asset_filter: String,
    /// Settings for montages that are tried on slots.
    pub on_slot: OnSlot,
    /// The page of the user guide.
    pub guide: GuideView,
    /// The search of the Find uses panel.
    pub find: FindUses,
    /// The details are about to show what the selected notify carries.
    pub reveals_payload: bool,
    /// The run of a sweep that is open in place.
    pub open_run: Option<usize>,
    /// Grouping, folded groups and selected rows of the asset list.
    pub assets: AssetsView,
    /// Selection that the details show, whatever is selected; None if they follow the selection.
    pub details_lock: Option<Selection>,
    /// Name that is being typed; None while no name is typed.
    pub renaming: Option<Renaming>,
    /// Kept with the preferences.
    pub shelf: Shelf,
    /// The crowd that is asked for.
    pub crowd: CrowdView,
    /// View of the session's lanes.
    pub lanes: LanesView,
    /// How motion tests are listed, and one that is being made.
    pub tests: TestsView,
    /// Filters of the Why? panel.
    pub why: WhyView,
    /// Filters of the log panel.
    pub log: LogView,
    /// The pointer is over a row that Backspace takes back to its default.
    pub is_over_reset: bool,
}

impl PanelViews {
    /// `seed` makes ids of new items differ between sessions.
    pub fn new(seed: u64) -> Self {
        Self {
            edits: Edits {
                next_id: seed,
                ..Edits::default()
            },
            ..Self::default()
        }
    }
}
