//! Every action without a value, as menus, the palette and the keys list them.

mod edit;
mod file;
mod session;
#[cfg(test)]
mod tests;
mod transport;
mod view;

use super::Entry;
use crate::kinds::{self, each_kind};
use words::{Word, tr};

macro_rules! of_kinds {
    ($($kind:ident in $module:ident does $action:ident $(with $view:ident: $shown:ident)?),* $(,)?) => {
        /// Title and entries of each kind's menu.
        const KINDS: &[(Word, &[Entry])] = &[$((kinds::$module::TITLE, kinds::$module::MENU)),*];
    };
}

each_kind!(of_kinds);

/// Title and entries of every menu, in order.
pub fn menus() -> impl Iterator<Item = (&'static str, &'static [Entry])> {
    let kinds = KINDS
        .iter()
        .map(|(title, entries)| (title.text(), *entries))
        .filter(|(_, entries)| !entries.is_empty());
    [(tr!("File"), file::MENU), (tr!("Edit"), edit::MENU)]
        .into_iter()
        .chain(kinds)
        .chain([
            (tr!("Playback"), transport::MENU),
            (tr!("Session"), session::MENU),
            (tr!("View"), view::MENU),
            (tr!("Window"), view::WINDOW),
            (tr!("Help"), view::HELP),
        ])
}
