//! Menus by which a montage is tried on a slot of a pose graph.

use crate::{
    action::{EditorAction, GraphAction},
    icons,
    on_slot::{MontageTrial, OnSlot, refusal},
    parts::{self, NumberField},
    theme,
};
use anim::{Name, Names, instance::MontageState};
use asset::{AssetKind, Id, Project};
use egui::{RichText, Ui};
use words::tr;

/// Least width, points, with which the menu has a text label; with less its label is an icon.
const WORDS: f32 = 120.0;

/// The bar's menu of an open graph: what can be played on it, how, and what plays.
pub fn montages_ui(
    ui: &mut Ui,
    (project, graph): (&Project, Id),
    (playing, names): (&[MontageState], &Names),
    settings: &mut OnSlot,
    actions: &mut Vec<EditorAction>,
) {
    let label = if ui.available_width() > WORDS {
        RichText::new(tr!("Montages  {}", icons::CARET_DOWN)).font(theme::medium())
    } else {
        RichText::new(icons::FILM_STRIP).font(theme::icon(16.0))
    };
    // It has a field to type in, and several montages may be tried one after the other.
    let stays = egui::containers::menu::MenuConfig::new()
        .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    let button = egui::containers::menu::MenuButton::new(label).config(stays);
    let (menu, _) = button.ui(ui, |ui| {
        offered_ui(ui, project, graph, actions);
        ui.separator();
        how_ui(ui, settings);
        if !playing.is_empty() {
            ui.separator();
            playing_ui(ui, project, (playing, names), actions);
        }
    });
    menu.accessible_name(tr!("Montages on slots"))
        .on_hover_text(tr!("Plays montages on the slots of this graph"));
}

/// Every montage of the graph's skeleton; of several sections one may be chosen.
fn offered_ui(ui: &mut Ui, project: &Project, graph: Id, actions: &mut Vec<EditorAction>) {
    let skeleton = project.graphs.get(&graph).map(|graph| graph.skeleton);
    let mut is_empty = true;
    for (id, _) in project.list(AssetKind::Montage) {
        let montage = &project.montages[&id];
        if Some(montage.skeleton) != skeleton {
            continue;
        }
        is_empty = false;
        let trial = MontageTrial {
            graph: Some(graph),
            ..MontageTrial::of(id)
        };
        let reason = refusal(project, graph, id);
        if reason.is_some() || montage.sections.len() < 2 {
            let button = egui::Button::new(&montage.name);
            let button = ui.add_enabled(reason.is_none(), button);
            let button = button.on_disabled_hover_text(reason.unwrap_or_default());
            if button.clicked() {
                actions.push(GraphAction::PlayMontage(trial).into());
            }
            continue;
        }
        parts::menu_button(ui, montage.name.as_str(), |ui| {
            if ui.button(tr!("From the start")).clicked() {
                actions.push(GraphAction::PlayMontage(trial).into());
            }
            for section in &montage.sections {
                let section_trial = MontageTrial {
                    section: Some(section.id),
                    ..trial
                };
                if ui.button(&section.name).clicked() {
                    actions.push(GraphAction::PlayMontage(section_trial).into());
                }
            }
        });
    }
    if is_empty {
        ui.label(RichText::new(tr!("This skeleton has no montages")).color(theme::TEXT_2));
    }
}

fn how_ui(ui: &mut Ui, settings: &mut OnSlot) {
    ui.horizontal(|ui| {
        ui.label(tr!("Rate"));
        let field = NumberField {
            name: tr!("Montage rate"),
            value: settings.rate.into(),
            unit: "×",
            decimals: 2,
            speed: 0.01,
            range: -8.0..=8.0,
            width: 64.0,
        };
        settings.rate = field.kept(ui) as f32;
    });
    let keeps = settings.keeps_others;
    ui.horizontal(|ui| {
        if parts::check_box(ui, keeps, tr!("Keep others playing")) {
            settings.keeps_others = !keeps;
        }
        ui.label(tr!("Keep others playing")).on_hover_text(tr!(
            "Otherwise a montage stops the others of its slot group"
        ));
    });
}

fn playing_ui(
    ui: &mut Ui,
    project: &Project,
    (playing, names): (&[MontageState], &Names),
    actions: &mut Vec<EditorAction>,
) {
    for state in playing {
        let is_it = |montage: &asset::Montage| Name::new(&montage.name) == state.montage;
        let known = project.montages.iter().find(|(_, montage)| is_it(montage));
        let Some((id, montage)) = known else { continue };
        let text = tr!(
            "Stop {}  ·  {} {:.2} s  ·  weight {:.2}",
            montage.name,
            names.text(state.section),
            state.position,
            state.weight
        );
        if ui.button(text).clicked() {
            actions.push(GraphAction::StopMontages(Some(*id)).into());
        }
    }
    if ui.button(tr!("Stop all montages")).clicked() {
        actions.push(GraphAction::StopMontages(None).into());
    }
}

/// Graphs that a montage can be played on, in the menu of that montage.
pub fn graphs_ui(ui: &mut Ui, project: &Project, montage: Id, actions: &mut Vec<EditorAction>) {
    let skeleton = project.montages.get(&montage).map(|it| it.skeleton);
    let mut is_empty = true;
    for (id, _) in project.list(AssetKind::Graph) {
        let graph = &project.graphs[&id];
        if Some(graph.skeleton) != skeleton {
            continue;
        }
        is_empty = false;
        let reason = refusal(project, id, montage);
        let button = ui.add_enabled(reason.is_none(), egui::Button::new(&graph.name));
        let button = button.on_disabled_hover_text(reason.unwrap_or_default());
        if button.clicked() {
            let trial = MontageTrial {
                graph: Some(id),
                ..MontageTrial::of(montage)
            };
            actions.push(GraphAction::PlayMontage(trial).into());
        }
    }
    if is_empty {
        let text = tr!("This skeleton has no pose graphs");
        ui.label(RichText::new(text).color(theme::TEXT_2));
    }
}
