//! What comes onto a page: from the list, by a digit that is held, or let go over it.

use super::{
    add::{self, Adding, Choice},
    camera::{self, Lens},
    host::Host,
    list, shelf,
    state::Page,
};
use crate::{
    action::{EditAction, EditorAction, GraphAction, ViewAction},
    on_slot::MontageTrial,
    theme,
    toast::Tone,
    views::{Edits, PanelViews},
};
use asset::Id;
use egui::{Key, Ui};
use words::tr;

/// Number keys of the starred choices, in order.
const DIGIT_KEYS: [Key; shelf::DIGITS] = [
    Key::Num1,
    Key::Num2,
    Key::Num3,
    Key::Num4,
    Key::Num5,
    Key::Num6,
    Key::Num7,
    Key::Num8,
    Key::Num9,
];

pub(super) fn add_ui(
    ui: &Ui,
    host: &Host<'_>,
    page: Page,
    views: &mut PanelViews,
    actions: &mut Vec<EditorAction>,
) {
    let Some(adding) = views.kinds.graph.adding.clone() else {
        return;
    };
    let choices = add::choices(host.project, host.graph, page, (&adding, &views.shelf));
    let mut open = Some(adding.clone());
    let chosen = list::list_ui(ui, &mut open, &choices, &mut views.shelf);
    views.kinds.graph.adding = open;
    let Some(choice) = chosen else { return };
    views.kinds.graph.adding = None;
    views.shelf.added(choice.key());
    add_choice(host, page, (&adding, &choice), &mut views.edits, actions);
}

/// Adds and selects it.
fn add_choice(
    host: &Host<'_>,
    page: Page,
    (adding, choice): (&Adding, &Choice),
    edits: &mut Edits,
    actions: &mut Vec<EditorAction>,
) {
    if let Some((command, added)) = add::command(
        host.project,
        (host.id, host.graph, page),
        adding,
        choice,
        &mut || edits.id(),
    ) {
        actions.push(EditAction::Perform(command, None).into());
        actions.push(host.select([added].into()));
    }
}

/// A click while a digit is held adds what is starred under it; whether it did.
pub(super) fn place_starred(
    ui: &Ui,
    host: &Host<'_>,
    page: Page,
    (response, lens): (&egui::Response, &Lens),
    views: &mut PanelViews,
    actions: &mut Vec<EditorAction>,
) -> bool {
    let Some(at) = response
        .interact_pointer_pos()
        .filter(|_| response.clicked())
    else {
        return false;
    };
    let held = ui.input(|input| DIGIT_KEYS.iter().position(|key| input.key_down(*key)));
    let key = held
        .and_then(|held| views.shelf.of_digit(held + 1))
        .map(str::to_owned);
    let Some(key) = key else { return false };
    let adding = Adding::new(camera::snapped(lens.page(at)), at);
    let choices = add::choices(host.project, host.graph, page, (&adding, &views.shelf));
    let Some(choice) = choices.iter().find(|choice| choice.key() == key) else {
        return false;
    };
    add_choice(host, page, (&adding, choice), &mut views.edits, actions);
    true
}

/// An asset that is let go over the page becomes what plays it; over a player it is what that plays
/// from then on.
pub(super) fn drop_ui(
    ui: &Ui,
    host: &Host<'_>,
    (page, over): (Page, Option<Id>),
    (response, lens): (&egui::Response, &Lens),
    edits: &mut Edits,
    actions: &mut Vec<EditorAction>,
) {
    let Some(at) = ui.ctx().pointer_latest_pos() else {
        return;
    };
    if response.dnd_hover_payload::<Id>().is_some() {
        ui.painter()
            .circle_stroke(at, 8.0, egui::Stroke::new(1.5, theme::ACCENT));
    }
    let Some(asset) = response.dnd_release_payload::<Id>() else {
        return;
    };
    if host.project.montages.contains_key(&asset) {
        let trial = MontageTrial {
            graph: Some(host.id),
            ..MontageTrial::of(*asset)
        };
        return actions.push(GraphAction::PlayMontage(trial).into());
    }
    let Some(choice) = add::of_asset(host.project, host.graph, page, *asset) else {
        let line = tr!("Drop clips, blend spaces, graphs and montages of the same skeleton here.");
        let title = tr!("Nothing added").to_owned();
        return actions.push(ViewAction::Tell(Tone::Warning, title, line.to_owned()).into());
    };
    if let Some(edit) = over.and_then(|node| add::replaced(host.graph, node, &choice)) {
        actions.push(host.edit(edit));
        return;
    }
    let adding = Adding::new(camera::snapped(lens.page(at)), at);
    add_choice(host, page, (&adding, &choice), edits, actions);
}
