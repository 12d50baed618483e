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
use egui::{Align, Layout, Response, Ui, vec2};
use session::{MachineSeries, MontageSeries, SessionSeries};
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
    transport_ui(ui, state.rewound.playing, actions);
    edges_ui(ui, actions);
    ui.add_space(8.0);
    if state.rewound.beside.is_some() {
        let close = (tr!("Close the session beside"), true);
        action_ui(ui, close, SessionAction::CloseBeside, actions);
    } else if state.rewound.edited.is_some() {
        trial_ui(ui, actions);
    }
    if !state.rewound.is_apart() {
        continue_ui(ui, actions);
    }
    leave_ui(ui, state.rewound.is_apart(), actions);
}

fn transport_ui(ui: &mut Ui, is_playing: bool, actions: &mut Vec<EditorAction>) {
    let play = if is_playing {
        (icons::PAUSE, tr!("Pause the session"))
    } else {
        (icons::PLAY, tr!("Play the session"))
    };
    let start = (icons::SKIP_BACK, tr!("Start of the session"));
    let back = (icons::CARET_LEFT, tr!("One tick back"));
    let forward = (icons::CARET_RIGHT, tr!("One tick forward"));
    let end = (icons::SKIP_FORWARD, tr!("End of the session"));
    let buttons = [
        (start, TransportAction::GoToStart),
        (back, TransportAction::StepFrames(-1)),
        (play, TransportAction::TogglePlay),
        (forward, TransportAction::StepFrames(1)),
        (end, TransportAction::GoToEnd),
    ];
    for ((icon, name), action) in buttons {
        if parts::icon_button(ui, icon, name, false).clicked() {
            actions.push(action.into());
        }
    }
}

fn edges_ui(ui: &mut Ui, actions: &mut Vec<EditorAction>) {
    let edges = [
        (icons::CARET_UP, tr!("Previous moment"), false),
        (icons::CARET_DOWN, tr!("Next moment"), true),
    ];
    for (icon, name, forward) in edges {
        let tip = tr!("Where a state, a section or an event begins");
        let button = parts::icon_button(ui, icon, name, false);
        if button.on_hover_text(tip).clicked() {
            actions.push(TransportAction::GoToEdge(forward).into());
        }
    }
}

fn trial_ui(ui: &mut Ui, actions: &mut Vec<EditorAction>) {
    action_ui(
        ui,
        (tr!("Keep the edit"), true),
        SessionAction::KeepEdit,
        actions,
    );
    action_ui(
        ui,
        (tr!("Revert the edit"), false),
        SessionAction::RevertEdit,
        actions,
    );
}

fn continue_ui(ui: &mut Ui, actions: &mut Vec<EditorAction>) {
    let tip = tr!("Play on from this moment; what came after it stays as a branch");
    action_ui(
        ui,
        (tr!("Continue"), false),
        SessionAction::Continue,
        actions,
    )
    .on_hover_text(tip);
}

fn leave_ui(ui: &mut Ui, is_apart: bool, actions: &mut Vec<EditorAction>) {
    let labels = [tr!("Live"), tr!("Close the session")];
    let label = labels[usize::from(is_apart)];
    let tip = tr!("Shows what plays in the window again");
    action_ui(ui, (label, false), SessionAction::GoLive, actions).on_hover_text(tip);
}

fn action_ui(
    ui: &mut Ui,
    (label, is_first): (&str, bool),
    action: SessionAction,
    actions: &mut Vec<EditorAction>,
) -> Response {
    let button = parts::button(ui, None, label, is_first);
    actions.extend(button.clicked().then(|| action.into()));
    button
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
    test_ui(ui, rewound.series.is_some(), actions);
    if !rewound.branches.is_empty() {
        parts::menu_button(ui, tr!("Branches"), |ui| {
            for (at, (title, session)) in rewound.branches.iter().enumerate() {
                let label = tr!("{title}, {:.1} s", session.seconds());
                ui.horizontal(|ui| {
                    let choices = [
                        (label, SessionAction::OpenBranch(at)),
                        (tr!("Beside").to_owned(), SessionAction::BranchBeside(at)),
                    ];
                    for (label, action) in choices {
                        if ui.button(label).clicked() {
                            actions.push(action.into());
                            ui.close();
                        }
                    }
                });
            }
        });
    }
}

fn test_ui(ui: &mut Ui, is_there: bool, actions: &mut Vec<EditorAction>) {
    let tip = tr!("Of the span that Shift+drag marks on the ruler, else of the last 4 s");
    let button = ui.add_enabled_ui(is_there, |ui| {
        parts::button(ui, Some(icons::CHECK_CIRCLE), tr!("Make test"), false)
    });
    if button.inner.on_hover_text(tip).clicked() {
        actions.push(SessionAction::MakeTest.into());
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
    parts::menu_button(ui, tr!("Lanes"), |ui| {
        character_ui(ui, &series, actions);
        bone_lane_ui(ui, state, &series, actions);
        node_lane_ui(ui, state, &series, actions);
        ui.separator();
        parts::scrolled(ui, |ui| {
            let named = named_lanes(state, &series);
            let tracks = hidden_tracks(view);
            for (key, label) in fixed_lanes().into_iter().chain(tracks).chain(named) {
                lane_check_ui(ui, view, key, label);
            }
        });
    });
}

fn bone_lane_ui(
    ui: &mut Ui,
    state: &SessionPanelState<'_>,
    series: &SessionSeries,
    actions: &mut Vec<EditorAction>,
) {
    let Some(bone) = state.bone else {
        let label = tr!("Select a bone to add its speed");
        ui.add_enabled(false, egui::Button::new(label));
        return;
    };
    let label = tr!("Speed and slide of {}", state.names.text(bone));
    let mut on = series.wish.bones.contains(&bone);
    if ui.checkbox(&mut on, label).changed() {
        actions.push(SessionAction::WatchBone(bone).into());
    }
}

fn node_lane_ui(
    ui: &mut Ui,
    state: &SessionPanelState<'_>,
    series: &SessionSeries,
    actions: &mut Vec<EditorAction>,
) {
    let Some((node, title)) = state.node.clone() else {
        let label = tr!("Select a node to add its weight");
        ui.add_enabled(false, egui::Button::new(label));
        return;
    };
    let mut on = series.wish.nodes.contains_key(&node);
    if ui.checkbox(&mut on, tr!("Weight of {title}")).changed() {
        actions.push(SessionAction::WatchNode(node, title).into());
    }
}

/// The characters of the session, where there are several.
fn character_ui(ui: &mut Ui, series: &SessionSeries, actions: &mut Vec<EditorAction>) {
    if series.characters.len() < 2 {
        return;
    }
    for number in &series.characters {
        let is_shown = *number == series.wish.character;
        let label = match *number {
            studio::PREVIEWED => tr!("The shown character").to_owned(),
            number => tr!("Character {number}"),
        };
        if ui.radio(is_shown, label).clicked() {
            actions.push(SessionAction::WatchCharacter(*number).into());
        }
    }
    ui.separator();
}

fn lane_check_ui(ui: &mut Ui, view: &mut LanesView, key: LaneKey, label: String) {
    let mut on = view.shows(&key);
    if ui.checkbox(&mut on, label).changed() {
        view.toggle(key);
    }
}

fn fixed_lanes() -> [(LaneKey, String); 5] {
    [
        (LaneKey::Warps, tr!("Warps")),
        (LaneKey::Inputs, tr!("Inputs")),
        (LaneKey::RootSpeed, tr!("Root speed")),
        (LaneKey::PoseDifference, tr!("Pose difference")),
        (LaneKey::Cost, tr!("Cost per tick")),
    ]
    .map(|(key, label)| (key, label.to_owned()))
}

/// Tracks that were hidden, to be shown again.
fn hidden_tracks(view: &LanesView) -> Vec<(LaneKey, String)> {
    let hidden = view.hidden.iter().filter_map(|key| match key {
        LaneKey::Track(track) => Some((key.clone(), track.clone())),
        _ => None,
    });
    hidden.collect()
}

/// Lanes of machines, montages, parameters and curves; the last two in order of their names.
fn named_lanes(state: &SessionPanelState<'_>, series: &SessionSeries) -> Vec<(LaneKey, String)> {
    let text = |name: Name| state.names.text(name).to_owned();
    let machine = |it: &MachineSeries| (LaneKey::Machine(it.name), text(it.name));
    let montage = |it: &MontageSeries| (LaneKey::Montage(it.name), text(it.name));
    let parameter = |name: &Name| (LaneKey::Parameter(*name), text(*name));
    let curve = |name: &Name| (LaneKey::Curve(*name), tr!("Curve {}", text(*name)));
    let mut named: Vec<_> = series.machines.iter().map(machine).collect();
    named.extend(series.montages.iter().map(montage));
    named.extend(sorted(series.parameters.keys().map(parameter)));
    named.extend(sorted(series.curves.keys().map(curve)));
    named
}

fn sorted(lanes: impl Iterator<Item = (LaneKey, String)>) -> Vec<(LaneKey, String)> {
    let mut lanes: Vec<_> = lanes.collect();
    lanes.sort_by(|a, b| a.1.cmp(&b.1));
    lanes
}
