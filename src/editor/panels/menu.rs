//! The menus: every action without values, with what is on and the key.

use crate::{
    action::{
        ClipAction, EditAction, EditorAction, Entry, FileAction, GraphAction, KindAction,
        MontageAction, SelectAction, SkeletonAction, TimelineAction, TransportAction, ViewAction,
        menus,
    },
    dock::Dock,
    icons,
    panels::help::Sheet,
    parts,
    session::Session,
    theme,
    viewport::{Overlay, OverlaySettings, RootView, ViewportShading},
    views::PanelViews,
};
use anim::instance::RootMotionMode;
use document::Document;
use egui::{Align2, Ui, WidgetInfo, accesskit::Role};
use std::path::PathBuf;
use words::tr;

/// Left of the words, where ticks stand, points.
const TICKS: f32 = 26.0;

/// What the menus show.
pub struct MenuState<'a> {
    /// The document, to know what actions would do now.
    pub document: &'a Document,
    /// The session, for keys and for what is open.
    pub session: &'a Session,
    /// View state, for ticks and for what has a loop or a selected bone.
    pub views: &'a PanelViews,
    /// The dock, for ticks before open panels.
    pub dock: &'a Dock,
    /// Overlay settings, for ticks before overlays.
    pub settings: OverlaySettings,
    /// Folders of the projects opened last, newest first.
    pub recent: &'a [PathBuf],
}

/// All menus, with their keys; an action that would do nothing is disabled.
pub fn menus_ui(ui: &mut Ui, state: &MenuState<'_>, actions: &mut Vec<EditorAction>) {
    for (title, entries) in menus() {
        parts::menu_button(ui, title, |ui| {
            ui.spacing_mut().button_padding.x = TICKS;
            for entry in entries {
                let action = (entry.action)();
                if starts_group(&action) {
                    ui.separator();
                }
                if entry_ui(ui, entry, &action, state) {
                    actions.push(action);
                }
            }
            if title == tr!("File") {
                recent_ui(ui, state.recent, actions);
            }
        });
    }
}

fn entry_ui(ui: &mut Ui, entry: &Entry, action: &EditorAction, state: &MenuState<'_>) -> bool {
    let key = state.session.keymap.label(entry);
    let label = label_of(&entry.title, action, state.document);
    let refusal = action.refusal(&state.session.situation(state.views, state.document));
    let enabled = refusal.is_none();
    let response = ui
        .add_enabled(enabled, egui::Button::new(&label).shortcut_text(key))
        .accessible_name(&label);
    let response = response.on_disabled_hover_text(refusal.unwrap_or_default());
    if let Some(on) = is_on(action, state) {
        response.widget_info(|| WidgetInfo::selected(Role::CheckBox, enabled, on, &label));
        if on {
            let at = response.rect.left_center() + egui::vec2(TICKS / 2.0, 0.0);
            ui.painter().text(
                at,
                Align2::CENTER_CENTER,
                icons::CHECK,
                theme::icon(14.0),
                theme::ACCENT,
            );
        }
    }
    response.clicked()
}

/// Whether the action's setting is on; None if the action is not a toggle.
fn is_on(action: &EditorAction, state: &MenuState<'_>) -> Option<bool> {
    match action {
        EditorAction::View(ViewAction::TogglePanel(panel)) => Some(state.dock.is_open(*panel)),
        EditorAction::View(ViewAction::ToggleOverlay(overlay)) => {
            Some(state.settings.is_on(*overlay))
        }
        EditorAction::View(ViewAction::SetShading(shading)) => {
            Some(state.settings.shading == *shading)
        }
        EditorAction::View(ViewAction::SetTool(tool)) => Some(state.settings.tool == *tool),
        EditorAction::View(ViewAction::SetAxes(axes)) => Some(state.settings.axes == *axes),
        EditorAction::View(ViewAction::SetRootView(view)) => {
            Some(state.settings.root_view == *view)
        }
        EditorAction::View(ViewAction::SnapHandles) => Some(state.settings.snaps),
        EditorAction::Transport(TransportAction::ToggleLoop) => {
            Some(state.session.transport.looping)
        }
        EditorAction::Transport(TransportAction::SetRootMotion(mode)) => {
            Some(state.session.transport.root_motion == *mode)
        }
        EditorAction::Kind(KindAction::Graph(GraphAction::Compare)) => {
            Some(state.views.looking.compares)
        }
        EditorAction::Kind(KindAction::Graph(GraphAction::Drive)) => {
            Some(state.session.drive.on.is_some())
        }
        EditorAction::Timeline(TimelineAction::ToggleSnapping) => Some(!state.views.timeline.free),
        EditorAction::Timeline(TimelineAction::Follow(follow)) => {
            Some(state.session.preferences.follow == *follow)
        }
        _ => None,
    }
}

/// Other things than those above it.
fn starts_group(action: &EditorAction) -> bool {
    matches!(
        action,
        EditorAction::File(
            FileAction::OpenFolder
                | FileAction::Save
                | FileAction::Import
                | FileAction::Export
                | FileAction::Quit
        ) | EditorAction::Edit(EditAction::Delete | EditAction::Rename | EditAction::Nudge(-1))
            | EditorAction::Select(SelectAction::All)
            | EditorAction::Kind(
                KindAction::Skeleton(SkeletonAction::AddSocket)
                    | KindAction::Montage(MontageAction::AddSection | MontageAction::SweepRates)
                    | KindAction::Clip(ClipAction::ShowCompression)
                    | KindAction::Graph(GraphAction::Drive)
            )
            | EditorAction::Transport(
                TransportAction::StepFrames(-1)
                    | TransportAction::GoToEdge(false)
                    | TransportAction::ToggleLoop
                    | TransportAction::SetRootMotion(RootMotionMode::NoExtraction)
                    | TransportAction::Restart
            )
            | EditorAction::Timeline(TimelineAction::ToggleSnapping | TimelineAction::AskTime)
            | EditorAction::View(
                ViewAction::NextTab
                    | ViewAction::FrameSelection
                    | ViewAction::ToggleOverlay(Overlay::Bones | Overlay::Handles)
                    | ViewAction::SetShading(ViewportShading::Lit)
                    | ViewAction::ShowEventLog
                    | ViewAction::SetRootView(RootView::Moves)
                    | ViewAction::FloatActivePanel
                    | ViewAction::OpenSheet(Sheet::Preferences)
            )
    )
}

fn label_of(title: &str, action: &EditorAction, document: &Document) -> String {
    let what = match action {
        EditorAction::Edit(EditAction::Undo) => document.undo_label(),
        EditorAction::Edit(EditAction::Redo) => document.redo_label(),
        _ => None,
    };
    what.map_or(title.to_owned(), |what| {
        format!("{title} {}", what.to_lowercase())
    })
}

fn recent_ui(ui: &mut Ui, recent: &[PathBuf], actions: &mut Vec<EditorAction>) {
    ui.separator();
    ui.add_enabled_ui(!recent.is_empty(), |ui| {
        parts::menu_button(ui, tr!("Open recent"), |ui| {
            for path in recent {
                if ui.button(path.display().to_string()).clicked() {
                    actions.push(FileAction::OpenPath(path.clone()).into());
                }
            }
        });
    });
}
