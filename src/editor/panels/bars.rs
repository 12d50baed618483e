//! The bars at the edges of the window: menus, document tabs, status.

use super::{assets::kind::kind_icon, menu};
use crate::{
    action::{ActionContext, EditAction, EditorAction, FileAction, ViewAction},
    icons,
    jobs::Jobs,
    parts,
    session::Session,
    theme,
    timeline::state::TimelineState,
};
use asset::{Compiled, Id};
use document::Document;
use egui::{
    Align, Align2, Layout, Rect, Sense, Stroke, Ui, WidgetInfo, accesskit::Role, pos2, vec2,
};
use std::path::Path;
use studio::PreviewFrame;
use words::{noun, tr};

/// The top row of the window, with the menus.
pub fn menu_bar_ui(ui: &mut Ui, state: &menu::MenuState<'_>, actions: &mut Vec<EditorAction>) {
    egui::MenuBar::new().ui(ui, |ui| {
        ui.add_space(8.0);
        mark(ui);
        menu::menus_ui(ui, state, actions);
        title_ui(ui, state.document, state.session);
        search_ui(ui, state.session, actions);
    });
}

fn mark(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
    let c = rect.center();
    let diamond = |r: f32| {
        vec![
            c - vec2(0.0, r),
            c + vec2(r, 0.0),
            c + vec2(0.0, r),
            c - vec2(r, 0.0),
        ]
    };
    ui.painter().add(egui::Shape::closed_line(
        diamond(6.0),
        Stroke::new(1.5, theme::ACCENT),
    ));
    ui.painter().add(egui::Shape::convex_polygon(
        diamond(2.5),
        theme::ACCENT,
        Stroke::NONE,
    ));
}

/// Draws the title in the middle of the window if the menus leave that free, else between the menus
/// and the search.
fn title_ui(ui: &Ui, document: &Document, session: &Session) {
    let open = session
        .active
        .and_then(|id| document.project().asset_name(id));
    let text = open.map_or(document.project().name.clone(), |name| {
        format!("{} — {name}", document.project().name)
    });
    let unsaved = if document.is_saved() { "" } else { "  •" };
    let text = format!("{text}{unsaved}");
    let bar = ui.max_rect();
    let free = Rect::from_x_y_ranges(
        ui.cursor().left() + 12.0..=bar.right() - SEARCH - 20.0,
        bar.y_range(),
    );
    let width = ui
        .painter()
        .layout_no_wrap(text.clone(), theme::medium(), theme::TEXT_2)
        .size()
        .x;
    let middle = Rect::from_center_size(bar.center(), vec2(width + 1.0, bar.height()));
    let rect = if free.contains_rect(middle) {
        middle
    } else {
        free
    };
    if rect.width() > 24.0 {
        parts::text_in(
            ui,
            rect,
            Align2::CENTER_CENTER,
            text,
            theme::medium(),
            theme::TEXT_2,
        );
    }
}

/// The widest that the search becomes, in points.
const SEARCH: f32 = 300.0;

/// Looks like a field, opens the palette.
fn search_ui(ui: &mut Ui, session: &Session, actions: &mut Vec<EditorAction>) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(8.0);
        let width = ui.available_width().clamp(28.0, SEARCH);
        let (rect, response) = ui.allocate_exact_size(vec2(width, 20.0), Sense::click());
        response.widget_info(|| {
            WidgetInfo::labeled(Role::Button, true, tr!("Search commands and assets"))
        });
        let border = if response.hovered() {
            theme::HAIR_STRONG
        } else {
            theme::HAIR
        };
        ui.painter().rect(
            rect,
            3.0,
            theme::BASE,
            Stroke::new(1.0, border),
            egui::StrokeKind::Inside,
        );
        let text = Rect::from_min_max(rect.min + vec2(8.0, 0.0), rect.max - vec2(56.0, 0.0));
        let hint = tr!("{}  Search commands and assets", icons::MAGNIFYING_GLASS);
        parts::text_in(
            ui,
            text,
            Align2::LEFT_CENTER,
            hint,
            theme::small(),
            theme::TEXT_3,
        );
        ui.painter().text(
            rect.right_center() - vec2(8.0, 0.0),
            Align2::RIGHT_CENTER,
            session.keymap.label_of("view.search"),
            theme::small(),
            theme::TEXT_3,
        );
        parts::focus_ring(ui, &response);
        if response.clicked() {
            actions.push(ViewAction::OpenPalette.into());
        }
    });
}

/// The row of open documents.
pub fn document_tabs_ui(
    ui: &mut Ui,
    now: &ActionContext<'_>,
    session: &Session,
    actions: &mut Vec<EditorAction>,
) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        document_buttons_ui(ui, now, session, actions);
        let tabs = tabs(now);
        if !tabs.is_empty() {
            document_list_ui(ui, &tabs, actions);
        }
        let left = ui.available_size();
        ui.allocate_ui_with_layout(left, Layout::left_to_right(Align::Center), |ui| {
            scrolled_tabs_ui(ui, &tabs, actions);
        });
    });
}

fn tabs<'a>(now: &ActionContext<'a>) -> Vec<Tab<'a>> {
    let project = now.document.project();
    let tab = |&id: &Id| {
        Some(Tab {
            id,
            name: project.asset_name(id)?,
            icon: kind_icon(project.kind(id)?),
            is_active: now.active == Some(id),
            is_unsaved: !now.document.is_asset_saved(id),
            not_beside: ViewAction::ShowBeside(id).refusal(now),
        })
    };
    now.tabs.iter().filter_map(tab).collect()
}

/// Draws the tabs in a row that scrolls if it is too narrow for all of them; a newly active tab is
/// scrolled into view.
fn scrolled_tabs_ui(ui: &mut Ui, tabs: &[Tab<'_>], actions: &mut Vec<EditorAction>) {
    ui.style_mut().always_scroll_the_only_direction = true;
    let active = tabs.iter().find(|tab| tab.is_active).map(|tab| tab.id);
    let known = ui.scope_id().with("visible tab");
    let was = ui.data_mut(|data| data.get_temp::<Option<Id>>(known).flatten());
    let area = egui::ScrollArea::horizontal()
        .scroll_bar_visibility(egui::scroll_area::ScrollBarVisibility::AlwaysHidden);
    area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for tab in tabs {
            let response = tab_ui(ui, tab, actions);
            if tab.is_active && was != active {
                response.scroll_to_me(None);
            }
        }
    });
    ui.data_mut(|data| data.insert_temp(known, active));
}

/// A menu of all open documents.
fn document_list_ui(ui: &mut Ui, tabs: &[Tab<'_>], actions: &mut Vec<EditorAction>) {
    let button = parts::icon_button(ui, icons::CARET_DOWN, tr!("Open documents"), false);
    egui::Popup::menu(&button).show(|ui| {
        parts::scrolled(ui, |ui| {
            for tab in tabs {
                let unsaved = if tab.is_unsaved { "  •" } else { "" };
                let text = format!("{}  {}{unsaved}", tab.icon, tab.name);
                let name = tr!("Document {}", tab.name);
                let row = ui.selectable_label(tab.is_active, text);
                if row.accessible_name(name).clicked() {
                    actions.push(ViewAction::OpenAsset(tab.id).into());
                }
            }
        })
    });
}

/// Buttons for actions on the whole project, laid out from the right.
fn document_buttons_ui(
    ui: &mut Ui,
    now: &ActionContext<'_>,
    session: &Session,
    actions: &mut Vec<EditorAction>,
) {
    ui.add_space(8.0);
    ui.add_enabled_ui(FileAction::Export.refusal(now).is_none(), |ui| {
        if parts::button(ui, Some(icons::EXPORT), tr!("Export bundle"), false).clicked() {
            actions.push(FileAction::Export.into());
        }
    });
    ui.add_space(4.0);
    for (icon, title, id, action) in [
        (
            icons::ARROW_U_UP_RIGHT,
            tr!("Redo"),
            "edit.redo",
            EditorAction::Edit(EditAction::Redo),
        ),
        (
            icons::ARROW_U_UP_LEFT,
            tr!("Undo"),
            "edit.undo",
            EditorAction::Edit(EditAction::Undo),
        ),
        (
            icons::FLOPPY_DISK,
            tr!("Save"),
            "file.save",
            EditorAction::File(FileAction::Save),
        ),
        (
            icons::DOWNLOAD_SIMPLE,
            tr!("Import"),
            "file.import",
            EditorAction::File(FileAction::Import),
        ),
    ] {
        let enabled = action.refusal(now).is_none();
        let name = session.keymap.titled(title, id);
        if parts::icon_button_with(ui, icon, &name, false, enabled, theme::icon(16.0)).clicked() {
            actions.push(action);
        }
    }
    ui.add_space(4.0);
}

/// Tab of an open document.
struct Tab<'a> {
    id: Id,
    name: &'a str,
    icon: &'a str,
    is_active: bool,
    is_unsaved: bool,
    /// Why the tab's document cannot be shown beside another; None if it can.
    not_beside: Option<&'static str>,
}

fn tab_ui(ui: &mut Ui, tab: &Tab<'_>, actions: &mut Vec<EditorAction>) -> egui::Response {
    let &Tab {
        id,
        name,
        icon,
        is_active: active,
        is_unsaved: unsaved,
        not_beside,
    } = tab;
    let color = if active { theme::WHITE } else { theme::TEXT_2 };
    let galley = ui
        .painter()
        .layout_no_wrap(name.to_owned(), theme::medium(), color);
    let width = galley.size().x + 66.0;
    let (rect, response) =
        ui.allocate_exact_size(vec2(width, theme::DOCUMENT_TABS), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Tab, true, active, tr!("Tab {name}")));
    let fill = if active {
        theme::PANEL
    } else if response.hovered() {
        theme::HAIR
    } else {
        theme::BASE
    };
    let painter = ui.painter();
    painter.rect_filled(rect, 0.0, fill);
    if active {
        painter.hline(
            rect.x_range(),
            rect.top() + 1.0,
            Stroke::new(2.0, theme::ACCENT),
        );
    }
    painter.text(
        rect.left_center() + vec2(20.0, 0.0),
        Align2::CENTER_CENTER,
        icon,
        theme::icon(16.0),
        if active { theme::ACCENT } else { theme::TEXT_2 },
    );
    painter.galley(
        pos2(rect.left() + 34.0, rect.center().y - galley.size().y / 2.0),
        galley,
        color,
    );
    let close = Rect::from_center_size(rect.right_center() - vec2(16.0, 0.0), vec2(16.0, 16.0));
    let close_response = ui.interact(close, ui.scope_id().with(("close", id)), Sense::click());
    close_response.widget_info(|| WidgetInfo::labeled(Role::Button, true, tr!("Close {name}")));
    if unsaved && !close_response.hovered() {
        ui.painter()
            .circle_filled(close.center(), 3.0, theme::TEXT_2);
    } else if response.hovered() || close_response.hovered() || active {
        let color = if close_response.hovered() {
            theme::WHITE
        } else {
            theme::TEXT_3
        };
        ui.painter().text(
            close.center(),
            Align2::CENTER_CENTER,
            icons::X,
            theme::icon(12.0),
            color,
        );
    }
    parts::focus_ring(ui, &response);
    parts::focus_ring(ui, &close_response);
    parts::context_menu(&response, |ui| {
        let beside = ui.add_enabled(not_beside.is_none(), egui::Button::new(tr!("Show beside")));
        if beside
            .on_disabled_hover_text(not_beside.unwrap_or_default())
            .clicked()
        {
            actions.push(ViewAction::ShowBeside(id).into());
        }
        if ui.button(tr!("Close")).clicked() {
            actions.push(ViewAction::CloseTab(id).into());
        }
    });
    if close_response.clicked() || response.middle_clicked() {
        actions.push(ViewAction::CloseTab(id).into());
    } else if response.clicked() {
        actions.push(ViewAction::OpenAsset(id).into());
    }
    response
}

/// What the status bar shows.
pub struct StatusBarState<'a> {
    /// The project and whether it has unsaved edits.
    pub document: &'a Document,
    /// Picking and preferences.
    pub session: &'a Session,
    /// What is dragged on a timeline.
    pub timeline: &'a TimelineState,
    /// The compiled project, for problems and for what plays.
    pub compiled: &'a Compiled,
    /// The project is being compiled: what is shown is of an earlier edit.
    pub is_compiling: bool,
    /// The preview stopped at faults.
    pub rests: bool,
    /// Jobs that run in the background.
    pub jobs: &'a Jobs,
    /// The current frame; None before the first frame.
    pub frame: Option<&'a PreviewFrame>,
    /// Path of the project; None while the project was never saved.
    pub path: Option<&'a Path>,
}

/// The bottom row of the window.
pub fn status_bar_ui(ui: &mut Ui, state: &StatusBarState<'_>, actions: &mut Vec<EditorAction>) {
    let StatusBarState {
        document,
        session,
        timeline,
        compiled,
        is_compiling,
        rests,
        jobs,
        frame,
        path,
    } = *state;
    ui.horizontal_centered(|ui| {
        ui.add_space(10.0);
        let problems = compiled.diagnostics.len();
        let picking = session.picking.as_ref().map(|picking| {
            let what = if picking.wants_socket {
                tr!("socket")
            } else {
                tr!("bone")
            };
            (
                theme::ACCENT,
                tr!(
                    "{}: click a {what} in the viewport, Esc cancels",
                    picking.label
                ),
            )
        });
        let previewed = match (
            session
                .active
                .and_then(|id| document.project().asset_name(id)),
            frame,
        ) {
            (Some(name), Some(frame)) if frame.faults > 0 => (
                theme::ERROR,
                tr!("Evaluation of {name} failed; the reference pose is shown"),
            ),
            (Some(_), _) if session.rewound.is_on() => {
                let rewound = &session.rewound;
                let (tick, end) = (rewound.tick(), rewound.session.end());
                (theme::ACCENT, tr!("Rewound to tick {tick} of {end}"))
            }
            (Some(name), _) if rests => (theme::ERROR, tr!("The preview of {name} stopped")),
            (Some(name), _) if is_compiling => (theme::WARN, tr!("Compiling {name}…")),
            (Some(name), _) => (theme::OK, tr!("Previewing {name}")),
            (None, _) => (theme::TEXT_3, tr!("Nothing open").to_owned()),
        };
        let (dot, text) = picking.unwrap_or(previewed);
        let (rect, _) = ui.allocate_exact_size(vec2(8.0, 8.0), Sense::hover());
        ui.painter().circle_filled(rect.center(), 3.0, dot);
        let hint = timeline
            .drag
            .as_ref()
            .and_then(crate::timeline::drag_hint)
            .or(session.handle_hint);
        small(ui, hint.unwrap_or(&text), theme::TEXT_2);
        if problems > 0 {
            ui.add_space(8.0);
            let text = format!(
                "{} {}",
                icons::WARNING,
                parts::count(problems, noun!("problem"))
            );
            let label = egui::RichText::new(text)
                .font(theme::small())
                .color(theme::WARN);
            if ui
                .add(egui::Button::new(label).frame(false))
                .accessible_name(tr!("Show problems"))
                .clicked()
            {
                actions.push(ViewAction::ShowProblems.into());
            }
        }
        running_ui(ui, jobs, actions);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(10.0);
            saved_ui(ui, document.is_saved(), path);
            if let Some(frame) = frame {
                figures_ui(ui, frame, session.picture_rate);
            }
        });
    });
}

fn running_ui(ui: &mut Ui, jobs: &Jobs, actions: &mut Vec<EditorAction>) {
    let Some(first) = jobs.running().next() else {
        return;
    };
    ui.add_space(8.0);
    let more = match jobs.running().count() - 1 {
        0 => String::new(),
        more => tr!(", {more} more"),
    };
    let text = format!(
        "{} {} · {}{more}",
        icons::CLOCK,
        first.name,
        first.standing()
    );
    let label = egui::RichText::new(text)
        .font(theme::small())
        .color(theme::TEXT_2);
    if ui
        .add(egui::Button::new(label).frame(false))
        .accessible_name(tr!("Show jobs"))
        .clicked()
    {
        actions.push(ViewAction::ShowJobs.into());
    }
}

fn saved_ui(ui: &mut Ui, is_saved: bool, path: Option<&Path>) {
    let (text, tip) = match (path, is_saved) {
        (None, _) => (
            tr!("Not saved yet"),
            tr!("Ctrl+S chooses a folder").to_owned(),
        ),
        (Some(path), true) => (tr!("Saved"), path.display().to_string()),
        (Some(path), false) => (tr!("Edited since saving"), path.display().to_string()),
    };
    ui.label(
        egui::RichText::new(text)
            .font(theme::small())
            .color(theme::TEXT_2),
    )
    .on_hover_text(tip);
}

fn figures_ui(ui: &mut Ui, frame: &PreviewFrame, picture_rate: f32) {
    let micros = |time: std::time::Duration| format!("{} µs", time.as_micros());
    let mut figure = |label: &str, value: String| {
        ui.add_space(10.0);
        small(ui, &value, theme::TEXT);
        small(ui, label, theme::TEXT_3);
    };
    figure(tr!("Worker"), micros(frame.worker_time));
    figure(tr!("Game"), micros(frame.game_time));
    let recorded = frame.recorded_bytes as f64 / f64::from(1 << 20);
    figure(tr!("Recording"), tr!("{recorded:.1} MiB"));
    if frame.playing {
        figure(tr!("Frames"), tr!("{picture_rate:.0} fps"));
    }
    if frame.dropped_events > 0 {
        figure(tr!("Events lost"), frame.dropped_events.to_string());
    }
}

fn small(ui: &mut Ui, text: &str, color: egui::Color32) {
    ui.label(egui::RichText::new(text).font(theme::small()).color(color));
}
