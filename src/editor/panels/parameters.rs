//! A pose graph as it plays: its parameters, and what its state machines are in.

use crate::{
    action::{EditorAction, GraphAction, TransportAction},
    drive::Choices,
    graph_inspection::Looking,
    icons,
    live::LiveReceiver,
    panels::{details::parameter_kinds as kinds, plot},
    parts::{self, FieldEdit, NumberField},
    session::Session,
    theme,
};
use anim::{Name, Names, graph::GraphState, machine::Machine};
use asset::{
    PoseGraph,
    graph::{Parameter, ParameterKind},
};
use egui::{Align2, Rect, ScrollArea, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use studio::PreviewFrame;
use words::tr;

/// Width of the column of states, points.
const STATES: f32 = 340.0;
/// Narrower panels show the states below the parameters.
const SIDE_BY_SIDE: f32 = 720.0;
/// Width of a weight bar, points.
const BAR: f32 = 110.0;
/// Least room behind the playback buttons, points, with which the bar has labels.
const WORDS: f32 = 330.0;
/// A trigger glows this long, seconds.
const GLOW: f64 = 0.3;

/// The bar of a graph: play, restart and presets.
pub fn bar_ui(
    ui: &mut Ui,
    graph: &PoseGraph,
    frame: Option<&PreviewFrame>,
    (session, looking): (&Session, &mut Looking),
    actions: &mut Vec<EditorAction>,
) {
    ui.spacing_mut().item_spacing.x = 4.0;
    let start = session
        .keymap
        .titled(tr!("Play from the start"), "graph.restart");
    if parts::icon_button(ui, icons::SKIP_BACK, &start, false).clicked() {
        actions.push(GraphAction::Restart.into());
    }
    super::transport::step_ui(ui, -1, session, actions);
    let playing = session.transport.playing;
    let (icon, title) = if playing {
        (icons::PAUSE, tr!("Pause"))
    } else {
        (icons::PLAY, tr!("Play"))
    };
    super::transport::play_button(
        ui,
        icon,
        &session.keymap.titled(title, "play.toggle"),
        actions,
    );
    super::transport::step_ui(ui, 1, session, actions);
    let is_wide = ui.available_width() > WORDS;
    position_ui(ui, session.transport.position, frame, is_wide);
    if is_wide {
        ui.add_space(6.0);
        ui.label(egui::RichText::new(tr!("Rate")).color(theme::TEXT_2));
    }
    let field = NumberField {
        name: tr!("Preview rate"),
        value: session.transport.rate.max(0.0).into(),
        unit: "×",
        decimals: 2,
        speed: 0.01,
        range: 0.0..=8.0,
        width: 52.0,
    };
    if let Some(rate) = field.show(ui).and_then(FieldEdit::value) {
        actions.push(TransportAction::SetRate(rate as f32).into());
    }
    presets_ui(ui, graph, actions);
    let is_plotting = looking.is_plotting;
    if parts::icon_button(
        ui,
        icons::WAVEFORM,
        tr!("Plot parameters over time"),
        is_plotting,
    )
    .clicked()
    {
        looking.is_plotting = !is_plotting;
    }
}

/// Seconds since the start, and the tick, which the decisions and the log name too.
fn position_ui(ui: &mut Ui, seconds: f64, frame: Option<&PreviewFrame>, is_wide: bool) {
    let tick = frame.map_or(String::new(), |frame| tr!("frame {}", frame.tick));
    let time = if is_wide {
        format!("{seconds:.2} s  {tick}")
    } else {
        format!("{seconds:.2} s")
    };
    ui.label(egui::RichText::new(time).color(theme::TEXT_2))
        .on_hover_text(tick);
}

fn presets_ui(ui: &mut Ui, graph: &PoseGraph, actions: &mut Vec<EditorAction>) {
    ui.add_space(6.0);
    let label = egui::RichText::new(tr!("Presets  {}", icons::CARET_DOWN)).font(theme::medium());
    parts::menu_button(ui, label, |ui| {
        for preset in &graph.wiring.presets {
            if ui.button(&preset.name).clicked() {
                actions.push(GraphAction::ApplyPreset(preset.id).into());
            }
        }
        if !graph.wiring.presets.is_empty() {
            ui.separator();
        }
        if ui.button(tr!("Defaults")).clicked() {
            actions.push(GraphAction::ResetParameters.into());
        }
        if ui.button(tr!("Save as preset")).clicked() {
            actions.push(GraphAction::KeepPreset.into());
        }
    })
    .response
    .on_hover_text(tr!("Applies a set of parameter values"));
}

/// `frame` is None while the graph does not play.
pub fn parameters_ui(
    ui: &mut Ui,
    (graph, settable): (&PoseGraph, &[Parameter]),
    (frame, names): (Option<&PreviewFrame>, &Names),
    (live, drive): (&LiveReceiver, &Choices),
    looking: &mut Looking,
    actions: &mut Vec<EditorAction>,
) {
    plot::plot_ui(ui, graph, settable, looking);
    let whole = ui.available_rect_before_wrap();
    if whole.width() < SIDE_BY_SIDE {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            list_ui(ui, (graph, settable), frame, looking, actions);
            states_ui(ui, frame, names);
            super::live::live_ui(ui, graph, live, actions);
            super::drive::drive_ui(ui, settable, drive, actions);
        });
        return;
    }
    let split = whole.right() - STATES;
    let left = Rect::from_min_max(whole.min, pos2(split - 1.0, whole.bottom()));
    let right = Rect::from_min_max(pos2(split, whole.top()), whole.max);
    ui.painter().vline(
        split - 0.5,
        whole.y_range(),
        egui::Stroke::new(1.0, theme::HAIR),
    );
    let column = |ui: &mut Ui, rect: Rect, name: &str, content: &mut dyn FnMut(&mut Ui)| {
        ui.scope_builder(egui::UiBuilder::new().max_rect(rect).id_salt(name), |ui| {
            ScrollArea::vertical()
                .id_salt(name)
                .auto_shrink(false)
                .show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    content(ui);
                });
        });
    };
    column(ui, left, "parameters", &mut |ui| {
        list_ui(ui, (graph, settable), frame, looking, actions);
        super::live::live_ui(ui, graph, live, actions);
        super::drive::drive_ui(ui, settable, drive, actions);
    });
    column(ui, right, "states", &mut |ui| states_ui(ui, frame, names));
}

/// Lists the parameters that a game sets, then those that the graph computes.
fn list_ui(
    ui: &mut Ui,
    (graph, settable): (&PoseGraph, &[Parameter]),
    frame: Option<&PreviewFrame>,
    looking: &mut Looking,
    actions: &mut Vec<EditorAction>,
) {
    let driven: Vec<&Parameter> = graph
        .wiring
        .parameters
        .iter()
        .filter(|it| !it.driven.is_empty())
        .collect();
    if !parts::group_header(
        ui,
        tr!("Parameters"),
        &(settable.len() + driven.len()).to_string(),
    ) {
        return;
    }
    if settable.is_empty() && driven.is_empty() {
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            ui.add_space(24.0);
            ui.label(egui::RichText::new(tr!("No parameters")).color(theme::TEXT_3));
        });
        new_ui(ui, actions);
        return;
    }
    ui.add_space(4.0);
    let value = |name: &str| frame.and_then(|frame| frame.graph_state.parameter(Name::new(name)));
    for parameter in settable {
        let row = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), theme::ROW));
        parts::property(ui, &parameter.name, |ui| {
            parameter_ui(ui, parameter, &value, actions)
        });
        plot::toggle_ui(ui, row, parameter, looking);
        label_ui(ui, row, graph, parameter, actions);
    }
    for parameter in driven {
        let now = value(&parameter.name)
            .map_or(String::new(), |now| format!("{now:.2} {}", parameter.unit));
        let text = format!("{now}  = {}", parameter.driven);
        let row = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), theme::ROW));
        plot::toggle_ui(ui, row, parameter, looking);
        parts::property(ui, &parameter.name, |ui| {
            let text = egui::RichText::new(text.trim()).color(theme::TEXT_2);
            ui.add(egui::Label::new(text).truncate())
                .on_hover_text(tr!("An expression drives it."));
        });
        label_ui(ui, row, graph, parameter, actions);
    }
    new_ui(ui, actions);
}

/// A new parameter of each type.
fn new_ui(ui: &mut Ui, actions: &mut Vec<EditorAction>) {
    ui.add_space(4.0);
    parts::property(ui, "", |ui| {
        let button = parts::button(ui, Some(icons::PLUS), tr!("New parameter"), false);
        egui::Popup::menu(&button).show(|ui| {
            for kind in kinds() {
                if ui.button(kind.word()).clicked() {
                    actions.push(GraphAction::AddParameter(kind).into());
                }
            }
        });
    });
    ui.add_space(8.0);
}

/// The name of a parameter of the graph itself: a double-click leads to where it is edited, and the
/// second button has a menu.
fn label_ui(
    ui: &Ui,
    row: Rect,
    graph: &PoseGraph,
    parameter: &Parameter,
    actions: &mut Vec<EditorAction>,
) {
    let is_own = graph.wiring.parameter(parameter.id).is_some();
    let label = row.with_max_x(row.left() + theme::LABEL_COLUMN - 6.0);
    let label = label.with_min_x(row.left() + 24.0);
    let id = ui.scope_id().with(("parameter", parameter.id));
    let response = ui.interact(label, id, Sense::click());
    let name = parameter.name.as_str();
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, tr!("Name of {name}")));
    if !is_own {
        response.on_hover_text(tr!("It belongs to a linked graph. Edit it there."));
        return;
    }
    if response.double_clicked() {
        actions.push(GraphAction::EditParameter(parameter.id).into());
    }
    parts::context_menu(&response, |ui| {
        if ui.button(tr!("Edit in Details")).clicked() {
            actions.push(GraphAction::EditParameter(parameter.id).into());
        }
        if ui.button(tr!("Delete")).clicked() {
            actions.push(GraphAction::DeleteParameter(parameter.id).into());
        }
    });
    response.on_hover_text(tr!("Double-click to rename it and set its range."));
}

fn parameter_ui(
    ui: &mut Ui,
    parameter: &Parameter,
    value: &dyn Fn(&str) -> Option<f64>,
    actions: &mut Vec<EditorAction>,
) {
    let now = |name: &str, default: f64| value(name).unwrap_or(default);
    let mut set = |name: &str, value: f64| {
        actions.push(GraphAction::SetParameters(vec![(Name::new(name), value)]).into());
    };
    let name = parameter.name.as_str();
    match &parameter.kind {
        ParameterKind::Bool { default } => {
            let on = now(name, f64::from(u8::from(*default))) != 0.0;
            if parts::check_box(ui, on, name) {
                set(name, if on { 0.0 } else { 1.0 });
            }
        }
        ParameterKind::Trigger => {
            let button = parts::button(ui, None, tr!("Trigger"), false)
                .on_hover_text(tr!("Triggers {name}"));
            if button.accessible_name(tr!("Trigger {name}")).clicked() {
                set(name, 1.0);
                let id = ui.scope_id().with(("glow", name));
                let at = ui.input(|input| input.time);
                ui.data_mut(|data| data.insert_temp(id, at));
            }
            trigger_glow(ui, name, now(name, 0.0) != 0.0);
        }
        ParameterKind::Int { default, range } => {
            let (low, high) = range.map_or((-1000, 1000), |[low, high]| (low, high));
            let value = now(name, *default as f64);
            if let Some(value) = slider_ui(
                ui,
                (name, &parameter.unit),
                value,
                (low as f64, high as f64),
                0,
            ) {
                set(name, value.round());
            }
        }
        ParameterKind::Float { default, range } => {
            let (low, high) = range.map_or((-1000.0, 1000.0), |[low, high]| (low, high));
            if let Some(value) = slider_ui(
                ui,
                (name, &parameter.unit),
                now(name, *default),
                (low, high),
                2,
            ) {
                set(name, value);
            }
        }
        ParameterKind::Enum { values, default } => {
            let at = now(name, f64::from(*default)).max(0.0) as usize;
            let shown = values.get(at).map_or("", String::as_str);
            let combo = egui::ComboBox::from_id_salt(("enum", name))
                .selected_text(shown)
                .width(150.0);
            let response = combo.show_ui(ui, |ui| {
                for (index, value) in values.iter().enumerate() {
                    if ui.selectable_label(index == at, value).clicked() {
                        set(name, index as f64);
                    }
                }
            });
            response.response.accessible_name(name);
        }
        ParameterKind::Vector { default, range } => {
            let (low, high) = range.map_or((-1000.0, 1000.0), |[low, high]| (low, high));
            for (part, default) in ["x", "y", "z"].into_iter().zip(default) {
                let number = format!("{name}.{part}");
                ui.label(egui::RichText::new(part).color(theme::TEXT_3));
                let field = number_field(
                    &number,
                    &parameter.unit,
                    now(&number, *default),
                    (low, high),
                    2,
                );
                if let Some(value) = field.show(ui).and_then(FieldEdit::value) {
                    set(&number, value);
                }
            }
        }
        ParameterKind::Name { default } => name_ui(ui, name, default, &mut set),
    }
}

/// Text field for the value of a name parameter; the typed text is applied when the field loses the
/// focus.
fn name_ui(ui: &mut Ui, name: &str, default: &str, set: &mut dyn FnMut(&str, f64)) {
    let id = ui.scope_id().with(("name", name));
    let mut text = ui
        .data(|data| data.get_temp::<String>(id))
        .unwrap_or_else(|| default.to_owned());
    let response = ui
        .add(egui::TextEdit::singleline(&mut text).desired_width(150.0))
        .accessible_name(name);
    if response.lost_focus() {
        set(name, anim::program::name_value(Name::new(&text)));
    }
    ui.data_mut(|data| data.insert_temp(id, text));
}

/// Whether a trigger waits for a transition that uses it.
fn trigger_glow(ui: &mut Ui, name: &str, is_set: bool) {
    let id = ui.scope_id().with(("glow", name));
    let at = ui
        .data(|data| data.get_temp::<f64>(id))
        .unwrap_or(f64::NEG_INFINITY);
    let (text, color) = match (is_set, ui.input(|input| input.time) - at < GLOW) {
        (true, _) => (tr!("waits for a transition"), theme::WARN),
        (false, true) => ("used", theme::OK),
        (false, false) => return,
    };
    ui.label(egui::RichText::new(text).font(theme::small()).color(color));
}

fn number_field<'a>(
    name: &'a str,
    unit: &'a str,
    value: f64,
    (low, high): (f64, f64),
    decimals: usize,
) -> NumberField<'a> {
    let speed = ((high - low) / 400.0).clamp(0.001, 1.0);
    NumberField {
        name,
        value,
        unit,
        decimals,
        speed,
        range: low..=high,
        width: 84.0,
    }
}

/// A field, and where its value is in its range.
fn slider_ui(
    ui: &mut Ui,
    (name, unit): (&str, &str),
    value: f64,
    range: (f64, f64),
    decimals: usize,
) -> Option<f64> {
    let typed = number_field(name, unit, value, range, decimals)
        .show(ui)
        .and_then(FieldEdit::value);
    let mut slid = value;
    let width = (ui.available_width() - 16.0).clamp(40.0, 260.0);
    ui.spacing_mut().slider_width = width;
    let slider = egui::Slider::new(&mut slid, range.0..=range.1).show_value(false);
    let response = ui.add(slider).accessible_name(tr!("{name} slider"));
    typed.or(response.changed().then_some(slid))
}

fn states_ui(ui: &mut Ui, frame: Option<&PreviewFrame>, names: &Names) {
    let Some(frame) = frame else {
        parts::empty_state(
            ui,
            icons::PATH,
            tr!("It does not play"),
            tr!("See Problems."),
            None,
        );
        return;
    };
    let machines: Vec<_> = frame.graph.machines().collect();
    if machines.is_empty() {
        parts::group_header(ui, tr!("States"), "0");
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            ui.add_space(24.0);
            ui.label(
                egui::RichText::new(tr!("This graph has no state machine.")).color(theme::TEXT_3),
            );
        });
        return;
    }
    for (node, machine) in machines {
        machine_ui(ui, (&frame.graph, node, machine), &frame.graph_state, names);
    }
}

fn machine_ui(
    ui: &mut Ui,
    (graph, node, machine): (&anim::Graph, anim::graph::NodeId, &Machine),
    state: &GraphState,
    names: &Names,
) {
    let weight = state.weight(node);
    let now = state.machine(graph, node).filter(|_| weight > 0.0);
    let right = now.map_or(tr!("rests").to_owned(), |now| {
        format!("{:.2} s", now.time_in_state())
    });
    ui.push_id(node, |ui| {
        if !parts::group_header(ui, names.text(graph.node_name(node)), &right) {
            return;
        }
        ui.add_space(2.0);
        for (at, one) in machine
            .parts()
            .states
            .iter()
            .enumerate()
            .filter(|(_, it)| it.conduit.is_none())
        {
            let weight = now.map_or(0.0, |now| now.weight_of(at as u16));
            let is_current = now.is_some_and(|now| now.current() == Some(at as u16));
            state_ui(ui, names.text(one.name), weight as f32, is_current);
        }
        ui.add_space(4.0);
    });
}

fn state_ui(ui: &mut Ui, name: &str, weight: f32, is_current: bool) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    response.widget_info(|| {
        WidgetInfo::labeled(
            Role::Label,
            true,
            tr!("State {name}, {:.0} %", weight * 100.0),
        )
    });
    let painter = ui.painter();
    if is_current {
        painter.rect_filled(
            Rect::from_min_size(rect.min, vec2(2.0, rect.height())),
            0.0,
            theme::ACCENT,
        );
    }
    let color = if is_current {
        theme::WHITE
    } else if weight > 0.0 {
        theme::TEXT
    } else {
        theme::TEXT_3
    };
    let bar = Rect::from_min_size(
        pos2(rect.right() - BAR - 56.0, rect.center().y - 3.0),
        vec2(BAR, 6.0),
    );
    let text = Rect::from_min_max(
        rect.min + vec2(24.0, 0.0),
        pos2(bar.left() - 8.0, rect.bottom()),
    );
    parts::text_in(ui, text, Align2::LEFT_CENTER, name, theme::text(), color);
    let painter = ui.painter();
    painter.rect_filled(bar, 2.0, theme::HAIR);
    let filled = Rect::from_min_size(
        bar.min,
        vec2(bar.width() * weight.clamp(0.0, 1.0), bar.height()),
    );
    painter.rect_filled(
        filled,
        2.0,
        if is_current {
            theme::ACCENT
        } else {
            theme::TEXT_3
        },
    );
    let percent = format!("{:.0} %", weight * 100.0);
    painter.text(
        rect.right_center() - vec2(12.0, 0.0),
        Align2::RIGHT_CENTER,
        percent,
        theme::small(),
        color,
    );
}
