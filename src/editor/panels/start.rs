//! What stands in the window while no project is open.

use crate::{
    action::{EditorAction, FileAction},
    icons, parts, theme,
};
use egui::{Align2, Rect, Sense, Ui, WidgetInfo, accesskit::Role, vec2};
use std::path::{Path, PathBuf};
use words::tr;

const WIDTH: f32 = 460.0;
const RECENT_ROW: f32 = 40.0;

/// The projects opened last, and whether they were there when the screen came up.
pub struct StartScreen {
    recent: Vec<(PathBuf, bool)>,
}

impl StartScreen {
    /// Looks up which of these projects exist now.
    pub fn new(recent: &[PathBuf]) -> Self {
        Self {
            recent: recent
                .iter()
                .map(|path| (path.clone(), path.exists()))
                .collect(),
        }
    }

    /// Shows buttons for a new project, the sample and opening, and the recent projects.
    pub fn ui(&self, ui: &mut Ui, actions: &mut Vec<EditorAction>) {
        ui.painter().rect_filled(ui.max_rect(), 0.0, theme::PANEL);
        let height = 150.0
            + if self.recent.is_empty() {
                0.0
            } else {
                40.0 + RECENT_ROW * self.recent.len() as f32
            };
        let width = WIDTH.min(ui.available_width() - 32.0);
        let rect = Rect::from_center_size(
            ui.max_rect().center(),
            vec2(width, height.min(ui.available_height())),
        );
        let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(rect));
        egui::ScrollArea::vertical()
            .auto_shrink(false)
            .show(&mut inner, |ui| {
                heading_ui(ui);
                buttons_ui(ui, actions);
                if !self.recent.is_empty() {
                    ui.add_space(16.0);
                    ui.label(
                        egui::RichText::new(tr!("Recent"))
                            .font(theme::strong())
                            .color(theme::TEXT_2),
                    );
                    ui.spacing_mut().item_spacing.y = 0.0;
                    self.recent
                        .iter()
                        .for_each(|(path, is_there)| recent_ui(ui, path, *is_there, actions));
                }
            });
    }
}

fn heading_ui(ui: &mut Ui) {
    ui.vertical_centered(|ui| {
        ui.label(
            egui::RichText::new(icons::FOLDER)
                .font(theme::icon(20.0))
                .color(theme::TEXT_2),
        );
        ui.label(
            egui::RichText::new(tr!("No project open"))
                .font(theme::strong())
                .color(theme::TEXT),
        );
        let line = tr!("Open one, or drop a character file here.");
        ui.label(
            egui::RichText::new(line)
                .font(theme::small())
                .color(theme::TEXT_2),
        );
    });
    ui.add_space(12.0);
}

/// Buttons of equal width; the first is the default action.
fn buttons_ui(ui: &mut Ui, actions: &mut Vec<EditorAction>) {
    let ways: [(&str, &str, FileAction); 4] = [
        (icons::PLUS, tr!("New project"), FileAction::NewProject),
        (icons::FOLDER, tr!("Open project…"), FileAction::OpenFolder),
        (
            icons::PERSON,
            tr!("New from sample"),
            FileAction::OpenSample,
        ),
        (icons::DOWNLOAD_SIMPLE, tr!("Import…"), FileAction::Import),
    ];
    ui.columns(2, |columns| {
        for (at, (icon, label, action)) in ways.into_iter().enumerate() {
            let ui = &mut columns[at % 2];
            let is_first = at == 0;
            let color = if is_first {
                theme::ACCENT_TEXT
            } else {
                theme::TEXT
            };
            let text = egui::RichText::new(format!("{icon}  {label}"))
                .font(theme::medium())
                .color(color);
            let button = egui::Button::new(text).min_size(vec2(ui.available_width(), 32.0));
            let button = if is_first {
                button.fill(theme::ACCENT)
            } else {
                button
            };
            if ui.add(button).accessible_name(label).clicked() {
                actions.push(action.into());
            }
        }
    });
}

fn recent_ui(ui: &mut Ui, path: &Path, is_there: bool, actions: &mut Vec<EditorAction>) {
    let sense = if is_there {
        Sense::click()
    } else {
        Sense::hover()
    };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), RECENT_ROW), sense);
    let name = path.file_name().map_or_else(
        || path.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Button, is_there, tr!("Recent {name}")));
    if response.hovered() && is_there {
        ui.painter().rect_filled(rect, 3.0, theme::HAIR);
    }
    parts::focus_ring(ui, &response);
    let row = rect.shrink2(vec2(8.0, 4.0));
    let half = row.height() / 2.0;
    let color = if is_there { theme::TEXT } else { theme::TEXT_3 };
    let top = Rect::from_min_size(row.min, vec2(row.width(), half));
    parts::text_in(ui, top, Align2::LEFT_CENTER, name, theme::medium(), color);
    if !is_there {
        parts::text_in(
            ui,
            top,
            Align2::RIGHT_CENTER,
            tr!("not found"),
            theme::small(),
            theme::WARN,
        );
    }
    let below = top.translate(vec2(0.0, half));
    let folder = path.display().to_string();
    parts::text_in(
        ui,
        below,
        Align2::LEFT_CENTER,
        folder,
        theme::small(),
        theme::TEXT_3,
    );
    if response.clicked() {
        actions.push(FileAction::OpenPath(path.to_owned()).into());
    }
    let tip = if is_there {
        tr!("Open it")
    } else {
        tr!("The project has moved or was deleted. Choose Open project… to find it.")
    };
    response.on_hover_text(tip);
}
