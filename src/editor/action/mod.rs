//! The closed list of what a user can do, by area. Menus, keys, panels and tests all push these.

mod edit;
mod entry;
mod file;
mod keys;
mod menus;
mod now;
mod select;
mod session;
mod timeline;
mod transport;
mod view;

pub use crate::kinds::{
    BlendSpaceAction, ClipAction, GraphAction, KindAction, MeshAction, MontageAction,
    NotifyClassAction, PoseAssetAction, SkeletonAction,
};
pub use edit::EditAction;
pub(crate) use entry::entry;
pub use entry::{Chord, Entry};
pub use file::FileAction;
pub use keys::KeysAction;
pub use menus::menus;
pub use now::{ActionContext, selected_asset};
pub use select::SelectAction;
pub use session::SessionAction;
pub use timeline::{TimelineAction, TrimEdge};
pub use transport::TransportAction;
pub use view::ViewAction;

use crate::kinds::each_kind;

/// An action that the user requests, by area. A refused action changes nothing.
#[derive(Clone, Debug)]
pub enum EditorAction {
    File(FileAction),
    Edit(EditAction),
    Select(SelectAction),
    View(ViewAction),
    Transport(TransportAction),
    Timeline(TimelineAction),
    Keys(KeysAction),
    Session(SessionAction),
    /// An action of one type of document.
    Kind(KindAction),
}

macro_rules! areas {
    ($($area:ident($action:ty)),* $(,)?) => {
        $(impl From<$action> for EditorAction {
            fn from(action: $action) -> Self {
                Self::$area(action)
            }
        })*

        impl EditorAction {
            /// One line that says why the action would do nothing now; None if it would do
            /// something.
            pub fn refusal(&self, now: &ActionContext<'_>) -> Option<&'static str> {
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
    Session(SessionAction),
    Kind(KindAction),
);

impl EditorAction {
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
            | Self::Session(_)
            | Self::Kind(_) => false,
        }
    }

    /// Whether a held key does it again and again.
    pub fn repeats(&self) -> bool {
        match self {
            Self::Edit(action) => action.repeats(),
            Self::Transport(action) => action.repeats(),
            Self::File(_)
            | Self::Select(_)
            | Self::View(_)
            | Self::Timeline(_)
            | Self::Keys(_)
            | Self::Session(_)
            | Self::Kind(_) => false,
        }
    }
}

macro_rules! of_kinds {
    ($($kind:ident in $module:ident does $action:ident $(with $view:ident: $shown:ident)?),* $(,)?) => {
        $(impl From<$action> for EditorAction {
            fn from(action: $action) -> Self {
                Self::Kind(KindAction::$kind(action))
            }
        })*
    };
}

each_kind!(of_kinds);
