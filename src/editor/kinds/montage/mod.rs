//! Montages: clips on slots, cut into sections.

mod menu;

pub use menu::MENU;

use crate::action::ActionContext;
use asset::{AssetKind, Id};
use studio::MontageScope;
use words::{Word, tr, word};

/// The title of its menu.
pub const TITLE: Word = word!("Montage");
/// The type of asset that this page edits.
pub const ASSET: AssetKind = AssetKind::Montage;
/// Montages are edited on the timeline.
pub const HAS_TIMELINE: bool = true;

/// View state of montages.
pub struct MontageView {
    /// Sections that play.
    pub scope: MontageScope,
}

impl Default for MontageView {
    fn default() -> Self {
        Self {
            scope: MontageScope::Chain,
        }
    }
}

/// Actions on montages.
#[derive(Clone, Debug)]
pub enum MontageAction {
    New,
    /// A montage that plays this clip.
    NewFrom(Id),
    /// A child of this montage.
    NewChild(Id),
    /// Appends a clip to the first slot of the open montage.
    AppendClip(Id),
    AddSection,
    AddSlot,
    /// Each section leads to the next one in time.
    ChainSections,
    /// Every section ends the montage.
    ClearLinks,
    /// Plays the open montage at many frame rates and lists what depends on them.
    SweepRates,
    /// Bakes the root motion that the windows of the open montage produce with the preview's
    /// targets into a clip. That clip replaces the clips that the montage plays.
    BakeWarping,
}

impl MontageAction {
    /// Reason in one line why the action would do nothing now; None if it would do something.
    pub fn refusal(&self, now: &ActionContext<'_>) -> Option<&'static str> {
        match self {
            Self::New => now.needs_character(),
            Self::AddSection
            | Self::AddSlot
            | Self::ChainSections
            | Self::ClearLinks
            | Self::SweepRates
            | Self::BakeWarping => now.unless(
                now.open == Some(AssetKind::Montage),
                tr!("Open a montage first"),
            ),
            Self::NewFrom(_) | Self::NewChild(_) | Self::AppendClip(_) => None,
        }
    }
}
