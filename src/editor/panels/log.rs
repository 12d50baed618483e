//! The event log: what fired and what did not, newest first, each with its reason.

mod book;
mod columns;
mod filter;
pub(crate) mod phase;
pub mod reason;

use super::assets::no_match_ui;
use crate::{
    action::{EditorAction, SelectAction, TransportAction, ViewAction},
    icons, parts,
    session::Session,
    theme,
    timeline::TimelineHost,
    views::{LogColumn, LogView},
};
use anim::{Event, event::EventReason};
use asset::{Compiled, Id};
use book::Book;
use columns::Column;
use document::Document;
use egui::{Align2, Color32, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use phase::phase_text;
use studio::LogEntry;
use words::tr;

/// How long after its time a row counts as at the playhead during playback, seconds.
const PASSED: f64 = 0.12;

/// The Event log panel, or a hint where it has no rows.
pub fn log_ui(
    ui: &mut Ui,
    (document, compiled): (&Document, &Compiled),
    (session, view): (&Session, &mut LogView),
    actions: &mut Vec<EditorAction>,
) {
    let open = session.active;
    let rows = &session.log.rows;
    if rows.is_empty() {
        nothing_ui(ui, document, (open, session.transport.playing), actions);
        return;
    }
    let book = Book::new((document.project(), compiled), open, rows.iter());
    tools_ui(ui, &book, rows, view, actions);
    let wanted = view.filter.to_lowercase();
    let shown: Vec<&LogEntry> = rows
        .iter()
        .filter(|entry| is_shown(&entry.event, &book, &wanted, view))
        .collect();
    if shown.is_empty() {
        no_row_ui(ui, view);
        return;
    }
    let columns = columns::placed(ui.available_width() - ui.spacing().scroll.allocated_width());
    heading_ui(ui, &columns);
    let playhead = (session.transport.position, session.transport.playing);
    let area = egui::ScrollArea::vertical().auto_shrink(false);
    let area = area.scroll_bar_visibility(egui::scroll_area::ScrollBarVisibility::AlwaysVisible);
    let asked = area.show_rows(ui, theme::LOG_ROW, shown.len(), |ui, range| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let row = |entry: &&LogEntry| row_ui(ui, &book, &entry.event, &columns, playhead, actions);
        shown[range].iter().filter_map(row).last()
    });
    if let Some(copy) = asked.inner {
        ui.ctx().copy_text(match copy {
            Copy::Row(line) => line,
            Copy::All => table(&book, &shown),
        });
    }
}

/// What the menu of a row copies.
enum Copy {
    Row(String),
    All,
}

fn table(book: &Book<'_>, rows: &[&LogEntry]) -> String {
    let lines = rows.iter().map(|entry| book.line(&entry.event));
    std::iter::once(book::HEADING.to_owned())
        .chain(lines)
        .collect::<Vec<_>>()
        .join("\n")
}

fn nothing_ui(
    ui: &mut Ui,
    document: &Document,
    (open, is_playing): (Option<Id>, bool),
    actions: &mut Vec<EditorAction>,
) {
    let project = document.project();
    let is_drawn = |id| project.graphs.contains_key(&id) || project.blend_spaces.contains_key(&id);
    let can_play = open.is_some_and(|id| TimelineHost::new(project, id).is_some() || is_drawn(id));
    let line = match (can_play, is_playing) {
        (true, true) => tr!("Playing. Events appear here."),
        (true, false) => tr!("Press Space; events appear here."),
        (false, _) => tr!("Open a montage, a clip, a pose graph or a blend space to play it."),
    };
    let play = (can_play && !is_playing).then_some(tr!("Play"));
    if parts::empty_state(ui, icons::LIST, tr!("Nothing has fired"), line, play) {
        actions.push(TransportAction::TogglePlay.into());
    }
}

/// Events are there, and none is shown.
fn no_row_ui(ui: &mut Ui, log: &mut LogView) {
    if log.only.is_some() {
        let line = tr!("The playhead has not reached this notify since the log was cleared.");
        if parts::empty_state(
            ui,
            icons::FUNNEL,
            tr!("No events to show"),
            line,
            Some(tr!("Show all notifies")),
        ) {
            log.only = None;
        }
        return;
    }
    if !log.filter.is_empty() {
        return no_match_ui(ui, &mut log.filter);
    }
    let is_filtered = log.hidden != LogView::default().hidden;
    let (line, button) = if is_filtered {
        (tr!("The filter hides all events."), tr!("Clear filter"))
    } else {
        (tr!("No event fired."), tr!("Show unfired"))
    };
    if parts::empty_state(
        ui,
        icons::FUNNEL,
        tr!("No events to show"),
        line,
        Some(button),
    ) {
        if is_filtered {
            log.hidden = LogView::default().hidden
        } else {
            log.show_unfired = true
        }
    }
}

fn is_shown(event: &Event, book: &Book<'_>, wanted: &str, log: &LogView) -> bool {
    let is_hidden = |column| {
        log.hidden
            .iter()
            .any(|(of, text)| *of == column && text == book.value(event, column))
    };
    (event.reason == EventReason::Fired || log.show_unfired)
        && log.only.is_none_or(|only| only == Id(event.id))
        && ![LogColumn::Phase, LogColumn::Source, LogColumn::Reason]
            .into_iter()
            .any(is_hidden)
        && (wanted.is_empty() || book.has(event, wanted))
}

fn tools_ui<'a>(
    ui: &mut Ui,
    book: &Book<'_>,
    rows: impl IntoIterator<Item = &'a LogEntry>,
    log: &mut LogView,
    actions: &mut Vec<EditorAction>,
) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.add_space(8.0);
        let hint = tr!("{}  Filter by name, phase, reason", icons::MAGNIFYING_GLASS);
        let width = (ui.available_width() - 172.0).max(60.0);
        ui.add(
            egui::TextEdit::singleline(&mut log.filter)
                .hint_text(hint)
                .desired_width(width),
        )
        .accessible_name(tr!("Filter events"));
        let tip = tr!("Also shows events that did not fire, with the reason");
        if parts::toggle_button(ui, tr!("Show unfired"), log.show_unfired)
            .on_hover_text(tip)
            .clicked()
        {
            log.show_unfired = !log.show_unfired;
        }
        filter::menu_ui(ui, book, rows, log);
        if parts::icon_button(ui, icons::TRASH, tr!("Clear event log"), false).clicked() {
            actions.push(ViewAction::ClearLog.into());
        }
    });
    if let Some(only) = log.only {
        only_ui(ui, book, only, log);
    }
    ui.add_space(2.0);
}

/// Bar with the notify whose rows are shown, and the button to show all rows again.
fn only_ui(ui: &mut Ui, book: &Book<'_>, only: Id, log: &mut LogView) {
    let notify = book
        .open
        .and_then(|host| host.notifies().iter().find(|notify| notify.id == only));
    let name = notify.map_or(tr!("one notify"), |notify| notify.name.as_str());
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        ui.add_space(8.0);
        let button = parts::toggle_button(ui, &tr!("Only {name}"), true);
        if button
            .on_hover_text(tr!("Click to show all events"))
            .clicked()
        {
            log.only = None;
        }
    });
}

fn heading_ui(ui: &mut Ui, columns: &[(Column, f32, f32)]) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
    for placed in columns {
        let cell = columns::cell(rect, *placed);
        let align = if placed.0.is_number() {
            Align2::RIGHT_CENTER
        } else {
            Align2::LEFT_CENTER
        };
        parts::text_in(
            ui,
            cell,
            align,
            placed.0.title(),
            theme::small(),
            theme::TEXT_3,
        );
        let id = ui.scope_id().with(("heading", placed.0.title()));
        ui.interact(cell, id, Sense::hover())
            .on_hover_text(placed.0.tip());
    }
}

/// Whether it happened where the playhead stands now, or a moment ago while it plays.
fn is_at_playhead(book: &Book<'_>, event: &Event, (playhead, playing): (f64, bool)) -> bool {
    let Some(host) = book.open else { return false };
    let Some((at, _)) = book.moment(event) else {
        return false;
    };
    let half = 0.5 / host.frame_rate();
    let back = if playing { PASSED } else { half };
    at <= playhead + half && at >= playhead - back
}

fn row_ui(
    ui: &mut Ui,
    book: &Book<'_>,
    event: &Event,
    columns: &[(Column, f32, f32)],
    playhead: (f64, bool),
    actions: &mut Vec<EditorAction>,
) -> Option<Copy> {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::LOG_ROW), Sense::click());
    let (name, place) = (book.name(event), book.place(event));
    let is_lit = is_at_playhead(book, event, playhead);
    response.widget_info(|| {
        let label = format!(
            "{name} {} {}{place}",
            phase_text(event),
            event.reason.short()
        );
        WidgetInfo::selected(Role::Row, true, is_lit, label)
    });
    if is_lit {
        ui.painter().rect_filled(rect, 0.0, theme::ACCENT_FILL);
        ui.painter()
            .rect_filled(rect.with_max_x(rect.left() + 2.0), 0.0, theme::ACCENT);
    } else if response.hovered() {
        ui.painter().rect_filled(rect, 0.0, theme::HAIR);
    }
    for placed in columns {
        cell_ui(ui, book, event, (placed.0, columns::cell(rect, *placed)));
    }
    parts::focus_ring(ui, &response);
    let moment = book.moment(event);
    if response.double_clicked() {
        actions.extend(book.id(event).map(|id| ViewAction::OpenAsset(id).into()));
    } else if response.clicked()
        && let (Some(host), Some((time, item))) = (book.open, moment)
    {
        actions.push(
            SelectAction::Moment {
                asset: host.id,
                item,
                time,
            }
            .into(),
        );
    }
    let mut copy = None;
    parts::context_menu(&response, |ui| {
        copy = menu_ui(ui, book, event, moment, actions)
    });
    response.on_hover_text(row_tip(book, event, moment.is_some()));
    copy
}

fn menu_ui(
    ui: &mut Ui,
    book: &Book<'_>,
    event: &Event,
    moment: Option<(f64, Id)>,
    actions: &mut Vec<EditorAction>,
) -> Option<Copy> {
    let go = ui.add_enabled(moment.is_some(), egui::Button::new(tr!("Go to moment")));
    let go = go.on_disabled_hover_text(tr!("It is on the timeline of another document"));
    if let (true, Some(host), Some((time, item))) = (go.clicked(), book.open, moment) {
        actions.push(
            SelectAction::Moment {
                asset: host.id,
                item,
                time,
            }
            .into(),
        );
    }
    if let Some(id) = book.id(event)
        && ui.button(tr!("Open {}", book.asset(event))).clicked()
    {
        actions.push(ViewAction::OpenAsset(id).into());
    }
    ui.separator();
    let copied = ui
        .button(tr!("Copy row"))
        .clicked()
        .then(|| Copy::Row(book.line(event)));
    let all = ui
        .button(tr!("Copy all as CSV"))
        .clicked()
        .then_some(Copy::All);
    copied.or(all)
}

fn row_tip(book: &Book<'_>, event: &Event, has_moment: bool) -> egui::WidgetText {
    let asset = book.asset(event);
    let frame = book
        .frame(event)
        .map_or(String::new(), |frame| tr!(", frame {frame:.0}"));
    let does = match (has_moment, book.id(event).is_some()) {
        (true, _) => tr!("Click to go to the moment, double-click to open {asset}."),
        (false, true) => tr!("Double-click to open {asset}."),
        (false, false) => tr!("Its asset was deleted.").to_owned(),
    };
    let lines = [
        reason::sentence(event),
        tr!(
            "At {:.3} s{frame} of {asset}{}.",
            event.position,
            book.place(event)
        ),
        does,
    ];
    parts::tip(
        &format!("{} · {}", book.name(event), phase_text(event)),
        &lines,
    )
}

fn cell_ui(ui: &Ui, book: &Book<'_>, event: &Event, (column, cell): (Column, Rect)) {
    let number = |text: String| {
        parts::text_in(
            ui,
            cell,
            Align2::RIGHT_CENTER,
            text,
            theme::small(),
            theme::TEXT_2,
        )
    };
    let word = |text: &str| {
        parts::text_in(
            ui,
            cell,
            Align2::LEFT_CENTER,
            text,
            theme::small(),
            theme::TEXT_2,
        )
    };
    match column {
        Column::Time => number(format!("{:.3}", event.time)),
        Column::At => number(format!("{:.3}", event.position)),
        Column::Frame => number(
            book.frame(event)
                .map_or("–".to_owned(), |frame| format!("{frame:.0}")),
        ),
        Column::Event => {
            let mark =
                Rect::from_center_size(pos2(cell.left() + 2.0, cell.center().y), vec2(3.0, 12.0));
            ui.painter().rect_filled(mark, 1.0, book.color(event));
            let color = if event.reason == EventReason::Fired {
                theme::TEXT
            } else {
                theme::TEXT_3
            };
            let text = format!("{}{}", book.name(event), book.place(event));
            let words = cell.with_min_x(cell.left() + 8.0);
            parts::text_in(ui, words, Align2::LEFT_CENTER, text, theme::small(), color);
        }
        Column::Phase => word(phase_text(event)),
        Column::Source => word(book.source(event)),
        Column::Weight => number(format!("{:.3}", event.weight)),
        Column::Reason => chip_ui(ui, cell, event),
    }
}

fn chip_ui(ui: &Ui, cell: Rect, event: &Event) {
    let color = reason::color(event.reason);
    let galley = ui
        .painter()
        .layout_no_wrap(reason::chip(event), theme::small(), color);
    let size = vec2(
        (galley.size().x + 10.0).min(cell.width()),
        galley.size().y + 2.0,
    );
    let chip = Rect::from_min_size(pos2(cell.left(), cell.center().y - size.y / 2.0), size);
    ui.painter()
        .rect_filled(chip, 3.0, theme::over(theme::PANEL, color, 0.16));
    parts::text_in(
        ui,
        chip.shrink2(vec2(5.0, 0.0)),
        Align2::LEFT_CENTER,
        reason::chip(event),
        theme::small(),
        color,
    );
}

/// The colours of the notifies' tracks or of the sections.
pub fn event_colors(
    document: &Document,
    compiled: &Compiled,
    entries: &[LogEntry],
) -> Vec<Color32> {
    let book = Book::new((document.project(), compiled), None, entries.iter());
    entries
        .iter()
        .map(|entry| book.color(&entry.event))
        .collect()
}
