//! Notify classes: what notifies carry for a game, as the project defines it.

mod menu;

pub use menu::MENU;

use crate::{action::ActionContext, icons};
use asset::{
    AssetKind, Id,
    notify_class::{Icon, Template},
};
use words::{Word, tr, word};

/// The title of its menu.
pub const TITLE: Word = word!("Notify class");
/// The type of asset that this page edits.
pub const ASSET: AssetKind = AssetKind::NotifyClass;
/// Notify classes do not play.
pub const HAS_TIMELINE: bool = false;

/// View state of notify classes: the field that is shown.
#[derive(Default)]
pub struct NotifyClassView {
    /// The chosen field; None shows none.
    pub field: Option<Id>,
}

/// Actions on notify classes.
#[derive(Clone, Debug)]
pub enum NotifyClassAction {
    New(Template),
    /// Adds a field to the open notify class.
    AddField,
}

impl NotifyClassAction {
    /// Reason in one line why the action would do nothing now; None if it would do something.
    pub fn refusal(&self, now: &ActionContext<'_>) -> Option<&'static str> {
        match self {
            Self::New(_) => None,
            Self::AddField => now.unless(now.open == Some(ASSET), tr!("Open a notify class first")),
        }
    }
}

/// The icon of a notify class, as text of the icon font.
pub fn notify_icon(icon: Icon) -> &'static str {
    match icon {
        Icon::Dot => icons::DIAMOND,
        Icon::Sound => icons::WAVEFORM,
        Icon::Effect => icons::EYE,
        Icon::Foot => icons::FOOTPRINTS,
        Icon::Hit => icons::X_CIRCLE,
        Icon::Trail => icons::PATH,
        Icon::Camera => icons::VIDEO_CAMERA,
        Icon::Warp => icons::MAGNET,
    }
}
