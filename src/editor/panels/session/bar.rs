//! The bar of the session: where it is rewound to, and what can be done there.

use super::{
    BAR,
    state::SessionPanelState,
    view::{LaneKey, LanesView},
};
use crate::{
    action::{EditorAction, SessionAction, TransportAction},
    icons, parts, theme,
};
use anim::Name;
use egui::{Align, Layout, Ui, vec2};
use words::tr;

/// Shows the bar.
pub fn bar_ui(
    ui: &mut Ui,
    state: &SessionPanelState<'_>,
    view: &mut LanesView,
    actions: &mut Vec<EditorAction>,
) {
    let size = vec2(ui.available_width(), BAR);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.add_space(8.0);
        if state.rewound.is_on() {
            rewound_ui(ui, state, actions);
        } else {
            live_ui(ui, state, actions);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(8.0);
            files_ui(ui, state, actions);
            lanes_menu(ui, state, view, actions);
        });
    });
}

fn live_ui(ui: &mut Ui, state: &SessionPanelState<'_>, actions: &mut Vec<EditorAction>) {
    let icon = Some(icons::CLOCK_COUNTER_CLOCKWISE);
    if parts::button(ui, icon, tr!("Rewind"), true)
        .on_hover_text(tr!("Stop here and look back (F8)"))
        .clicked()
    {
        actions.push(SessionAction::Rewind.into());
    }
    let text = if state.is_playing {
        tr!("Recording what plays")
    } else {
        tr!("Nothing plays: the recording waits")
    };
    ui.add_space(8.0);
    ui.label(
        egui::RichText::new(text)
            .color(theme::TEXT_2)
            .font(theme::small()),
    );
}

fn rewound_ui(ui: &mut Ui, state: &SessionPanelState<'_>, actions: &mut Vec<EditorAction>) {
    let is_playing = state.rewound.playing;
    let (play, name) = if is_playing {
        (icons::PAUSE, tr!("Pause the session"))
    } else {
        (icons::PLAY, tr!("Play the session"))
    };
    let buttons = [
        (
            icons::SKIP_BACK,
            tr!("Start of the session"),
            TransportAction::GoToStart,
        ),
        (
            icons::CARET_LEFT,
            tr!("One tick back"),
            TransportAction::StepFrames(-1),
        ),
        (play, name, TransportAction::TogglePlay),
        (
            icons::CARET_RIGHT,
            tr!("One tick forward"),
            TransportAction::StepFrames(1),
        ),
        (
            icons::SKIP_FORWARD,
            tr!("End of the session"),
            TransportAction::GoToEnd,
        ),
    ];
    for (icon, name, action) in buttons {
        if parts::icon_button(ui, icon, name, false).clicked() {
            actions.push(action.into());
        }
    }
    let edges = [
        (icons::CARET_UP, tr!("Previous moment"), false),
        (icons::CARET_DOWN, tr!("Next moment"), true),
    ];
    for (icon, name, forward) in edges {
        if parts::icon_button(ui, icon, name, false)
            .on_hover_text(tr!("Where a state, a section or an event begins"))
            .clicked()
        {
            actions.push(TransportAction::GoToEdge(forward).into());
        }
    }
    ui.add_space(8.0);
    if state.rewound.edited.is_some() {
        if parts::button(ui, None, tr!("Keep the edit"), true).clicked() {
            actions.push(SessionAction::KeepEdit.into());
        }
        if parts::button(ui, None, tr!("Revert the edit"), false).clicked() {
            actions.push(SessionAction::RevertEdit.into());
        }
    }
    if !state.rewound.is_apart()
        && parts::button(ui, Some(icons::PLAY), tr!("Continue"), false)
            .on_hover_text(tr!(
                "Play on from this moment; what came after it stays as a branch"
            ))
            .clicked()
    {
        actions.push(SessionAction::Continue.into());
    }
    let back = if state.rewound.is_apart() {
        tr!("Close the session")
    } else {
        tr!("Live")
    };
    if parts::button(ui, None, back, false)
        .on_hover_text(tr!("Shows what plays in the window again"))
        .clicked()
    {
        actions.push(SessionAction::GoLive.into());
    }
}

fn files_ui(ui: &mut Ui, state: &SessionPanelState<'_>, actions: &mut Vec<EditorAction>) {
    let rewound = state.rewound;
    let buttons = [
        (
            icons::EXPORT,
            tr!("Export the series as CSV"),
            SessionAction::ExportCsv,
        ),
        (
            icons::FLOPPY_DISK,
            tr!("Save the session"),
            SessionAction::Save,
        ),
    ];
    for (icon, name, action) in buttons {
        let there = rewound.series.is_some();
        let clicked = ui.add_enabled_ui(there, |ui| {
            parts::icon_button(ui, icon, name, false).clicked()
        });
        if clicked.inner {
            actions.push(action.into());
        }
    }
    if parts::icon_button(ui, icons::FOLDER, tr!("Open a session"), false).clicked() {
        actions.push(SessionAction::Open.into());
    }
    if !rewound.branches.is_empty() {
        parts::menu_button(ui, tr!("Branches"), |ui| {
            for (at, (title, session)) in rewound.branches.iter().enumerate() {
                let label = tr!("{title}, {:.1} s", session.seconds());
                if ui.button(label).clicked() {
                    actions.push(SessionAction::OpenBranch(at).into());
                    ui.close();
                }
            }
        });
    }
}

fn lanes_menu(
    ui: &mut Ui,
    state: &SessionPanelState<'_>,
    view: &mut LanesView,
    actions: &mut Vec<EditorAction>,
) {
    let Some(series) = state.rewound.series.clone() else {
        return;
    };
    let text = |name: Name| state.names.text(name).to_owned();
    parts::menu_button(ui, tr!("Lanes"), |ui| {
        if let Some(bone) = state.bone {
            let label = tr!("Speed of {}", text(bone));
            let mut on = series.wish.bones.contains(&bone);
            if ui.checkbox(&mut on, label).changed() {
                actions.push(SessionAction::WatchBone(bone).into());
            }
        } else {
            ui.add_enabled(
                false,
                egui::Button::new(tr!("Select a bone to add its speed")),
            );
        }
        ui.separator();
        parts::scrolled(ui, |ui| {
            let fixed = [
                (LaneKey::Inputs, tr!("Inputs").to_owned()),
                (LaneKey::RootSpeed, tr!("Root speed").to_owned()),
                (LaneKey::PoseDifference, tr!("Pose difference").to_owned()),
                (LaneKey::Cost, tr!("Cost per tick").to_owned()),
            ];
            let machines = series.machines.iter();
            let machines = machines.map(|it| (LaneKey::Machine(it.name), text(it.name)));
            let montages = series.montages.iter();
            let montages = montages.map(|it| (LaneKey::Montage(it.name), text(it.name)));
            let parameters = series.parameters.keys();
            let parameters = parameters.map(|name| (LaneKey::Parameter(*name), text(*name)));
            let mut parameters: Vec<_> = parameters.collect();
            parameters.sort_by(|a, b| a.1.cmp(&b.1));
            let curves = series.curves.keys();
            let curves = curves.map(|name| {
                let label = tr!("Curve {}", text(*name));
                (LaneKey::Curve(*name), label)
            });
            let hidden = view.hidden.iter().filter_map(|key| match key {
                LaneKey::Track(track) => Some((key.clone(), track.clone())),
                _ => None,
            });
            let hidden: Vec<_> = hidden.collect();
            let all = fixed.into_iter().chain(machines).chain(montages);
            for (key, label) in all.chain(hidden).chain(parameters).chain(curves) {
                let mut on = view.shows(&key);
                if ui.checkbox(&mut on, label).changed() {
                    view.toggle(key);
                }
            }
        });
    });
}
