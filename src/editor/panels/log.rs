//! The event log: what fired and what did not, newest first, each with its reason.

use super::assets::no_match_ui;
use crate::{
    action::{Action, SelectAction, TransportAction, ViewAction},
    icons, parts,
    session::LogView,
    theme,
    timeline::Host,
};
use anim::{
    Event, Library,
    event::{Phase, Reason},
};
use asset::Id;
use document::Document;
use egui::{Align2, Color32, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use engine::LogEntry;

/// Title, left edge and width of the columns, in points; the last takes the rest.
const COLUMNS: [(&str, f32, f32); 6] = [
    ("Time", 10.0, 48.0),
    ("Event", 62.0, 128.0),
    ("Phase", 194.0, 62.0),
    ("Source", 260.0, 84.0),
    ("Weight", 346.0, 40.0),
    ("Reason", 392.0, 90.0),
];

pub fn log_ui(
    ui: &mut Ui,
    (document, library): (&Document, &Library),
    (open, is_playing): (Option<Id>, bool),
    log: &mut LogView,
    actions: &mut Vec<Action>,
) {
    if log.rows.is_empty() {
        let project = document.project();
        let is_drawn = |id| project.graphs.contains_key(&id) || project.blend_spaces.contains_key(&id);
        let plays = |id| Host::new(project, id).is_some() || is_drawn(id);
        let can_play = open.is_some_and(plays);
        let line = match (can_play, is_playing) {
            (true, true) => "It plays: what fires appears here, and why the rest does not.",
            (true, false) => "Press Space to play: what fires appears here, and why the rest does not.",
            (false, _) => "Open a montage, a clip, a pose graph or a blend space to play it.",
        };
        let play = (can_play && !is_playing).then_some("Play");
        if parts::empty_state(ui, icons::LIST, "Nothing has fired", line, play) {
            actions.push(TransportAction::TogglePlay.into());
        }
        return;
    }
    tools_ui(ui, log, actions);
    let filter = log.filter.to_lowercase();
    let shown: Vec<LogEntry> =
        log.rows.iter().filter(|entry| is_shown(entry, library, &filter, log.show_unfired)).copied().collect();
    if shown.is_empty() {
        return no_match_ui(ui, &mut log.filter);
    }
    heading_ui(ui);
    let newest = log.rows.front().map_or(0, |entry| entry.tick);
    egui::ScrollArea::vertical().auto_shrink(false).show_rows(ui, theme::LOG_ROW, shown.len(), |ui, range| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for entry in &shown[range] {
            row_ui(ui, document, library, entry, entry.tick == newest, actions);
        }
    });
}

fn is_shown(entry: &LogEntry, library: &Library, filter: &str, unfired: bool) -> bool {
    let event = &entry.event;
    let noise = event.phase == Phase::Tick;
    let fired = event.reason == Reason::Fired;
    !noise
        && (fired || unfired)
        && (filter.is_empty() || library.names.text(event.name).to_lowercase().contains(filter))
}

fn tools_ui(ui: &mut Ui, log: &mut LogView, actions: &mut Vec<Action>) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.add_space(8.0);
        let hint = format!("{}  Filter by name", icons::MAGNIFYING_GLASS);
        let width = (ui.available_width() - 150.0).max(60.0);
        ui.add(egui::TextEdit::singleline(&mut log.filter).hint_text(hint).desired_width(width))
            .accessible_name("Filter events");
        let label = egui::RichText::new("Show unfired").font(theme::small());
        if ui.selectable_label(log.show_unfired, label).clicked() {
            log.show_unfired = !log.show_unfired;
        }
        if parts::icon_button(ui, icons::TRASH, "Clear event log", false).clicked() {
            actions.push(ViewAction::ClearLog.into());
        }
    });
    ui.add_space(2.0);
}

fn heading_ui(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
    for (title, x, _) in COLUMNS {
        ui.painter().text(
            pos2(rect.left() + x, rect.center().y),
            Align2::LEFT_CENTER,
            title,
            theme::small(),
            theme::TEXT_3,
        );
    }
}

fn row_ui(
    ui: &mut Ui,
    document: &Document,
    library: &Library,
    entry: &LogEntry,
    newest: bool,
    actions: &mut Vec<Action>,
) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), theme::LOG_ROW), Sense::click());
    let event = &entry.event;
    let (name, place) = (library.names.text(event.name), place_text(library, event));
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Row, true, format!("{name} {} {}{place}", phase_text(event), event.reason.short()))
    });
    if response.hovered() {
        ui.painter().rect_filled(rect, 0.0, theme::HAIR);
    } else if newest {
        ui.painter().rect_filled(rect, 0.0, theme::RAISE);
    }
    let fired = event.reason == Reason::Fired;
    let color = event_color(document, library, event);
    let text = if fired { theme::TEXT } else { theme::TEXT_3 };
    let cell = |column: usize| {
        let (_, x, width) = COLUMNS[column];
        Rect::from_min_size(pos2(rect.left() + x, rect.top()), vec2(width, rect.height()))
    };
    ui.painter().rect_filled(
        Rect::from_center_size(pos2(rect.left() + 57.0, rect.center().y), vec2(3.0, 12.0)),
        1.0,
        color,
    );
    parts::text_in(ui, cell(0), Align2::LEFT_CENTER, format!("{:.3}", event.time), theme::small(), theme::TEXT_2);
    parts::text_in(ui, cell(1), Align2::LEFT_CENTER, format!("{name}{place}"), theme::small(), text);
    parts::text_in(ui, cell(2), Align2::LEFT_CENTER, phase_text(event), theme::small(), theme::TEXT_2);
    parts::text_in(ui, cell(3), Align2::LEFT_CENTER, library.names.text(event.asset), theme::small(), theme::TEXT_2);
    parts::text_in(ui, cell(4), Align2::LEFT_CENTER, format!("{:.3}", event.weight), theme::small(), theme::TEXT_2);
    reason_ui(ui, cell(5), event.reason);
    if response.clicked() && event.id != 0 {
        actions.push(SelectAction::Reveal { asset: event.asset, item: event.id }.into());
    }
    response.on_hover_text(format!(
        "At {:.3} s of {}{place}. Click to show it on the timeline.",
        event.position,
        library.names.text(event.asset)
    ));
}

fn reason_ui(ui: &Ui, rect: Rect, reason: Reason) {
    let color = match reason {
        Reason::Fired => theme::OK,
        Reason::JumpedOver
        | Reason::SkippedByJump
        | Reason::SectionElsewhere
        | Reason::Interrupted
        | Reason::TornDown => theme::WARN,
        _ => theme::TEXT_2,
    };
    let galley = ui.painter().layout_no_wrap(reason.short().into(), theme::small(), color);
    let chip = Rect::from_min_size(pos2(rect.left(), rect.center().y - 8.0), galley.size() + vec2(10.0, 2.0));
    ui.painter().rect_filled(chip, 3.0, theme::over(theme::PANEL, color, 0.16));
    ui.painter().galley(chip.min + vec2(5.0, 1.0), galley, color);
}

/// The socket that a notify names; nothing for what names none.
fn place_text(library: &Library, event: &Event) -> String {
    let socket = library.names.text(event.socket);
    if socket.is_empty() { String::new() } else { format!(" @ {socket}") }
}

pub fn phase_text(event: &Event) -> &'static str {
    match event.phase {
        Phase::Notify if event.branching => "branch",
        Phase::Notify => "notify",
        Phase::Begin => "begin",
        Phase::Tick => "tick",
        Phase::End => "end",
        Phase::Started => "started",
        Phase::BlendingOut { .. } => "blend out",
        Phase::BlendedIn => "blended in",
        Phase::Ended { interrupted: false } => "ended",
        Phase::Ended { interrupted: true } => "interrupted",
        Phase::Section { looped: true } => "loop",
        Phase::Section { looped: false } => "section",
        Phase::Jumped => "jump",
        Phase::SubstepOverflow => "overflow",
        Phase::TurnsLeftOut { .. } => "turns left out",
        Phase::HitsLeftOut { .. } => "hits left out",
    }
}

/// The colour of the notify's track or of the section.
pub fn event_color(document: &Document, library: &Library, event: &Event) -> Color32 {
    let project = document.project();
    let asset = library.names.text(event.asset);
    let montage = project.montages.iter().find(|(_, montage)| montage.name == asset).map(|(id, _)| *id);
    let host = montage
        .or_else(|| project.clips.iter().find(|(_, clip)| clip.name == asset).map(|(id, _)| *id))
        .and_then(|id| Host::new(project, id));
    let Some(host) = host else { return theme::TEXT_3 };
    if let Some(notify) = host.notifies().iter().find(|notify| notify.id == Id(event.id)) {
        return host
            .tracks()
            .iter()
            .find(|track| track.id == notify.track)
            .map_or(theme::TEXT_3, |track| theme::category(track.color));
    }
    let name = library.names.text(event.name);
    host.sections()
        .iter()
        .find(|section| section.name == name)
        .map_or(theme::TEXT_3, |section| theme::category(section.color))
}
