//! The closed list of what a user can do, by area. Menus, keys, panels and tests all push these.

mod edit;
mod entry;
mod file;
mod keys;
mod select;
mod timeline;
mod transport;
mod view;

pub use crate::kinds::{ClipAction, KindAction, MeshAction, MontageAction, SkeletonAction};
pub use edit::EditAction;
pub(crate) use entry::entry;
pub use entry::{Chord, Entry, menus};
pub use file::FileAction;
pub use keys::KeysAction;
pub use select::SelectAction;
pub use timeline::TimelineAction;
pub use transport::TransportAction;
pub use view::ViewAction;

use crate::{kinds::EditorKind, session::Session};
use asset::Id;
use document::Document;

#[derive(Clone, Debug)]
pub enum Action {
    File(FileAction),
    Edit(EditAction),
    Select(SelectAction),
    View(ViewAction),
    Transport(TransportAction),
    Timeline(TimelineAction),
    Keys(KeysAction),
    /// Of one kind of document.
    Kind(KindAction),
}

macro_rules! areas {
    ($($area:ident($action:ty)),* $(,)?) => {
        $(impl From<$action> for Action {
            fn from(action: $action) -> Self {
                Self::$area(action)
            }
        })*

        impl Action {
            /// Why it would do nothing now, in one line; None when it does something.
            pub fn refusal(&self, now: &Now<'_>) -> Option<&'static str> {
                match self {
                    $(Self::$area(action) => action.refusal(now),)*
                }
            }
        }
    };
}

areas!(
    File(FileAction),
    Edit(EditAction),
    Select(SelectAction),
    View(ViewAction),
    Transport(TransportAction),
    Timeline(TimelineAction),
    Keys(KeysAction),
    Kind(KindAction),
);

impl Action {
    /// Whether it is done to what is selected, and so by keys only where that glows.
    pub fn is_of_selection(&self) -> bool {
        match self {
            Self::Edit(action) => action.is_of_selection(),
            Self::File(_)
            | Self::Select(_)
            | Self::View(_)
            | Self::Transport(_)
            | Self::Timeline(_)
            | Self::Keys(_)
            | Self::Kind(_) => false,
        }
    }

    /// Whether a held key does it again and again.
    pub fn repeats(&self) -> bool {
        match self {
            Self::Edit(action) => action.repeats(),
            Self::Transport(action) => action.repeats(),
            Self::File(_) | Self::Select(_) | Self::View(_) | Self::Timeline(_) | Self::Keys(_) | Self::Kind(_) => {
                false
            }
        }
    }
}

/// What decides whether an action would do something.
pub struct Now<'a> {
    pub document: &'a Document,
    pub session: &'a Session,
    /// What kind of document is open in front.
    pub open: Option<EditorKind>,
}

impl<'a> Now<'a> {
    pub fn of(document: &'a Document, session: &'a Session) -> Self {
        Self { document, session, open: session.active.and_then(|id| EditorKind::of(document.project(), id)) }
    }

    /// The reason, unless something stands.
    pub fn unless(&self, stands: bool, reason: &'static str) -> Option<&'static str> {
        (!stands).then_some(reason)
    }

    pub fn needs_timeline(&self) -> Option<&'static str> {
        self.unless(self.open.is_some_and(EditorKind::has_timeline), "Open a montage or a clip first")
    }

    /// For a document that shall stand beside another.
    pub fn needs_front_beside(&self, id: Option<Id>) -> Option<&'static str> {
        let kind = id.and_then(|id| EditorKind::of(self.document.project(), id));
        let has_other = self.session.tabs.iter().any(|tab| Some(*tab) != id);
        self.unless(kind.is_some_and(EditorKind::has_timeline), "Only montages and clips can stand beside another")
            .or(self.unless(has_other, "Open a second document first, to stand in front"))
    }

    pub fn needs_selection(&self) -> Option<&'static str> {
        self.unless(!self.document.selection().items.is_empty(), "Select something on the timeline first")
    }

    pub fn needs_character(&self) -> Option<&'static str> {
        self.unless(!self.document.project().skeletons.is_empty(), "Import a character first")
    }
}
