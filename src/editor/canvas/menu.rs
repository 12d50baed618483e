//! The menu of the second button over something of a page.

use super::host::Host;
use crate::{
    action::{self, EditorAction, Entry},
    parts,
    session::Session,
};
use egui::{Align, Layout, Popup, Pos2, Response, SetOpenCommand, Ui};

/// What stands in a row.
#[derive(Clone, Debug)]
pub enum MenuRow {
    /// An entry of the menus by its id, with its title, its keys, and why it is refused.
    Entry(&'static str),
    /// A title and what it does.
    Own(&'static str, Box<EditorAction>),
    Line,
}

/// Of nodes, sub-graphs, comments and reroutes.
pub const OF_ITEMS: &[&str] = &[
    "graph.dive",
    "",
    "edit.rename",
    "edit.cut",
    "edit.copy",
    "edit.duplicate",
    "edit.delete",
    "graph.detach",
    "",
    "graph.comment",
    "graph.collapse",
    "graph.expand",
    "graph.mirror",
    "",
    "graph.straighten",
    "graph.tidy",
];
/// Of states, conduits and aliases.
pub const OF_STATES: &[&str] = &[
    "graph.dive",
    "",
    "edit.rename",
    "edit.cut",
    "edit.copy",
    "edit.duplicate",
    "edit.delete",
];
/// Of transitions.
pub const OF_TRANSITIONS: &[&str] = &["graph.dive", "", "edit.delete"];

/// What a menu was opened with.
#[derive(Clone, Debug)]
pub struct ItemMenu {
    /// Points of the screen.
    at: Pos2,
    rows: Vec<MenuRow>,
}

impl ItemMenu {
    /// At a point of the screen.
    pub fn new(at: Pos2, rows: impl IntoIterator<Item = MenuRow>) -> Self {
        Self {
            at,
            rows: rows.into_iter().collect(),
        }
    }
}

/// Rows of entries by their ids; an empty id is a line between groups.
pub fn entries(ids: &[&'static str]) -> Vec<MenuRow> {
    let row = |id: &&'static str| match *id {
        "" => MenuRow::Line,
        id => MenuRow::Entry(id),
    };
    ids.iter().map(row).collect()
}

/// Shows the menu while it is open; `opened` opens another one.
pub fn menu_ui(
    host: &Host<'_>,
    response: &Response,
    opened: Option<ItemMenu>,
    session: &mut Session,
    actions: &mut Vec<EditorAction>,
) {
    let set = match (&opened, response.clicked() || response.secondary_clicked()) {
        (Some(_), _) => Some(SetOpenCommand::Bool(true)),
        (None, true) => Some(SetOpenCommand::Bool(false)),
        (None, false) => None,
    };
    if opened.is_some() {
        session.kinds.graph.menu = opened;
    }
    let Some(menu) = session.kinds.graph.menu.clone() else {
        return;
    };
    Popup::menu(response)
        .open_memory(set)
        .at_position(menu.at)
        .layout(Layout::top_down_justified(Align::Min))
        .show(|ui| {
            parts::scrolled(ui, |ui| {
                for row in &menu.rows {
                    row_ui(ui, host, row, session, actions);
                }
            })
        });
}

fn row_ui(
    ui: &mut Ui,
    host: &Host<'_>,
    row: &MenuRow,
    session: &Session,
    actions: &mut Vec<EditorAction>,
) {
    let (title, key, action) = match row {
        MenuRow::Line => {
            ui.separator();
            return;
        }
        MenuRow::Own(title, action) => (*title, String::new(), (**action).clone()),
        MenuRow::Entry(id) => {
            let Some(entry) = entry(id) else { return };
            (entry.title, session.keymap.label(entry), (entry.action)())
        }
    };
    let refusal = action.refusal(&session.situation(host.document));
    let row = ui.add_enabled(
        refusal.is_none(),
        egui::Button::new(title).shortcut_text(key),
    );
    let row = row
        .accessible_name(title)
        .on_disabled_hover_text(refusal.unwrap_or_default());
    if row.clicked() {
        actions.push(action);
    }
}

fn entry(id: &str) -> Option<&'static Entry> {
    let mut all = action::menus().flat_map(|(_, entries)| entries);
    all.find(|entry| entry.id == id)
}
