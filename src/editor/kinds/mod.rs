//! The kinds of documents that can be open. A kind is a folder here and a line in the list below.

mod clip;
mod mesh;
mod montage;
mod skeleton;

pub use clip::ClipAction;
pub use mesh::MeshAction;
pub use montage::MontageAction;
pub use skeleton::SkeletonAction;

use crate::{
    action::{Action, Entry, Now},
    app::App,
};

macro_rules! kinds {
    ($($kind:ident in $module:ident does $action:ident),* $(,)?) => {
        #[derive(Clone, Debug)]
        pub enum KindAction {
            $($kind($action)),*
        }

        $(impl From<$action> for Action {
            fn from(action: $action) -> Self {
                Self::Kind(KindAction::$kind(action))
            }
        })*

        impl KindAction {
            pub fn is_enabled(&self, now: &Now<'_>) -> bool {
                match self {
                    $(Self::$kind(action) => action.is_enabled(now),)*
                }
            }
        }

        /// Title and entries of each kind's menu.
        pub const MENUS: &[(&str, &[Entry])] = &[$((stringify!($kind), $module::MENU)),*];

        impl App {
            pub(crate) fn act_on_kind(&mut self, ctx: &egui::Context, action: KindAction) {
                match action {
                    $(KindAction::$kind(action) => $module::act(self, ctx, action),)*
                }
            }
        }
    };
}

kinds! {
    Montage in montage does MontageAction,
    Clip in clip does ClipAction,
    Skeleton in skeleton does SkeletonAction,
    Mesh in mesh does MeshAction,
}
