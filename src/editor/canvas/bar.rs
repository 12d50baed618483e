//! Above the canvas: the way down to the page, each part of it a way back, and the search.

use super::{Page, host::Host, page};
use crate::{
    action::{EditorAction, GraphAction},
    icons, parts, theme,
    views::PanelViews,
};
use egui::{Key, Ui};
use words::tr;

/// Shows the path from the first page to this one, and the tools and search of the graph.
pub fn bar_ui(
    ui: &mut Ui,
    host: &Host<'_>,
    at: Page,
    views: &mut PanelViews,
    actions: &mut Vec<EditorAction>,
) {
    ui.spacing_mut().item_spacing.x = 4.0;
    let up = host.session.keymap.titled(tr!("Parent page"), "graph.out");
    let is_below = at != Page::default();
    let font = theme::icon(16.0);
    if parts::icon_button_with(ui, icons::ARROW_UP, &up, false, is_below, font).clicked() {
        actions.push(GraphAction::Out.into());
    }
    ui.label(egui::RichText::new(&host.graph.name).color(theme::TEXT_2));
    let way = page::way(host.graph, at);
    let last = way.len() - 1;
    for (nth, (page, name)) in way.into_iter().enumerate() {
        ui.label(egui::RichText::new(icons::CARET_RIGHT).color(theme::TEXT_3));
        if nth == last {
            ui.label(
                egui::RichText::new(name)
                    .font(theme::strong())
                    .color(theme::WHITE),
            );
        } else {
            let button =
                egui::Button::new(egui::RichText::new(&name).color(theme::TEXT)).frame(false);
            if ui
                .add(button)
                .on_hover_text(tr!("Back to this page"))
                .accessible_name(tr!("Page {name}"))
                .clicked()
            {
                views.kinds.graph.turn_to(host.id, page);
            }
        }
    }
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        ui.add_space(8.0);
        tools_ui(ui, host, views, actions);
    });
}

fn tools_ui(ui: &mut Ui, host: &Host<'_>, views: &mut PanelViews, actions: &mut Vec<EditorAction>) {
    let titled = |title: &str, id: &str| host.session.keymap.titled(title, id);
    let (add, tidy, all) = (
        titled(tr!("Add…"), "graph.add"),
        titled(tr!("Auto-layout"), "graph.tidy"),
        titled(tr!("Show all"), "view.frame_all"),
    );
    let find = titled(tr!("Find on this page"), "graph.find");
    if parts::icon_button(ui, icons::FRAME_CORNERS, &all, false).clicked() {
        views.kinds.graph.reveal = Some(super::Reveal::All);
    }
    if parts::icon_button(ui, icons::GRID_FOUR, &tidy, false).clicked() {
        actions.push(GraphAction::Tidy.into());
    }
    if parts::icon_button(ui, icons::PLUS, &add, false).clicked() {
        actions.push(GraphAction::Add.into());
    }
    let is_finding = views.kinds.graph.find.is_some();
    if parts::icon_button(ui, icons::MAGNIFYING_GLASS, &find, is_finding).clicked() {
        actions.push(GraphAction::Find.into());
    }
    super::watch::tools_ui(ui, host, &views.looking, actions);
    let Some(text) = &mut views.kinds.graph.find else {
        return;
    };
    let field = egui::TextEdit::singleline(text)
        .hint_text(tr!("Name, clip, parameter"))
        .desired_width(180.0);
    let response = ui.add(field).accessible_name(tr!("Find on this page"));
    let (escape, enter) = ui.input(|input| {
        (
            input.key_pressed(Key::Escape),
            input.key_pressed(Key::Enter),
        )
    });
    if response.lost_focus() && enter {
        actions.push(GraphAction::FindNext.into());
        response.request_focus();
    } else if response.lost_focus() && escape {
        views.kinds.graph.find = None;
    } else if views.kinds.graph.is_find_new {
        views.kinds.graph.is_find_new = false;
        response.request_focus();
    }
}
