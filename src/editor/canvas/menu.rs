//! The menu of the second button over something of a page.

use super::{
    add::Adding,
    camera::{self, Lens},
    host::Host,
};
use crate::{
    action::{self, EditorAction, Entry},
    canvas::state::CanvasView,
    parts,
    views::PanelViews,
};
use asset::Id;
use egui::{Align, Layout, Popup, Pos2, Response, SetOpenCommand, Ui};

/// The content of one row of a menu.
#[derive(Clone, Debug)]
pub enum MenuRow {
    /// An entry of the menus by its id, with its title, its keys, and why it is refused.
    Entry(&'static str),
    /// A title and what it does.
    Own(&'static str, Box<EditorAction>),
    Line,
}

/// Menu entries for nodes.
pub const OF_NODES: &[&str] = &[
    "edit.rename",
    "edit.cut",
    "edit.copy",
    "edit.duplicate",
    "edit.delete",
    "graph.detach",
    "graph.disable",
    "",
    "graph.comment",
    "graph.collapse",
    "graph.mirror",
    "",
    "graph.straighten",
    "graph.tidy",
];
/// Menu entries for sub-graphs.
pub const OF_SUB_GRAPHS: &[&str] = &[
    "edit.rename",
    "edit.cut",
    "edit.copy",
    "edit.duplicate",
    "edit.delete",
    "",
    "graph.comment",
    "graph.collapse",
    "graph.expand",
    "",
    "graph.straighten",
    "graph.tidy",
];
/// Menu entries for comments, states, conduits and aliases.
pub const OF_NAMED: &[&str] = &[
    "edit.rename",
    "edit.cut",
    "edit.copy",
    "edit.duplicate",
    "edit.delete",
];
/// Menu entries for reroutes and transitions.
pub const OF_LINES: &[&str] = &["edit.delete"];

/// An open menu: its position and its rows.
#[derive(Clone, Debug)]
pub struct ItemMenu {
    /// Points of the screen.
    at: Pos2,
    rows: Vec<MenuRow>,
}

/// Rows of one item alone, then those of all of its kind by the ids of their entries; an empty id is
/// a line between groups.
pub fn rows(own: Vec<MenuRow>, of_kind: &[&'static str]) -> Vec<MenuRow> {
    let line = (!own.is_empty()).then_some(MenuRow::Line);
    let entry = |id: &&'static str| match *id {
        "" => MenuRow::Line,
        id => MenuRow::Entry(id),
    };
    let of_kind = of_kind.iter().map(entry);
    own.into_iter().chain(line).chain(of_kind).collect()
}

/// Opens the menu of the item or wire under a click of the secondary button, and selects the item;
/// a wire has no item. Over nothing (None), opens the list of items that can be added.
pub fn second_click(
    host: &Host<'_>,
    (lens, at): (&Lens, Pos2),
    under: Option<(Option<Id>, Vec<MenuRow>)>,
    view: &mut CanvasView,
    actions: &mut Vec<EditorAction>,
) -> Option<ItemMenu> {
    let place = lens.screen(at);
    let Some((item, rows)) = under else {
        view.adding = Some(Adding::new(camera::snapped(at), place));
        return None;
    };
    if let Some(id) = item.filter(|id| !host.selected().contains(id)) {
        actions.push(host.select([id].into()));
    }
    Some(ItemMenu { at: place, rows })
}

/// Shows the menu while it is open; `opened` opens another one.
pub fn menu_ui(
    host: &Host<'_>,
    response: &Response,
    opened: Option<ItemMenu>,
    views: &mut PanelViews,
    actions: &mut Vec<EditorAction>,
) {
    let set = match (&opened, response.clicked() || response.secondary_clicked()) {
        (Some(_), _) => Some(SetOpenCommand::Bool(true)),
        (None, true) => Some(SetOpenCommand::Bool(false)),
        (None, false) => None,
    };
    if opened.is_some() {
        views.kinds.graph.menu = opened;
    }
    let Some(menu) = views.kinds.graph.menu.clone() else {
        return;
    };
    Popup::menu(response)
        .open_memory(set)
        .at_position(menu.at)
        .layout(Layout::top_down_justified(Align::Min))
        .show(|ui| {
            parts::scrolled(ui, |ui| {
                for row in &menu.rows {
                    row_ui(ui, host, row, views, actions);
                }
            })
        });
}

fn row_ui(
    ui: &mut Ui,
    host: &Host<'_>,
    row: &MenuRow,
    views: &PanelViews,
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
            (
                entry.title.text(),
                host.session.keymap.label(entry),
                (entry.action)(),
            )
        }
    };
    let refusal = action.refusal(&host.session.situation(views, host.document));
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
