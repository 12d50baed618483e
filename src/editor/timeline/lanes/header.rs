//! The left end of a row: what it is, its colour, its menu.

use super::{Scene, rename_ui};
use crate::{
    action::Action,
    icons, parts,
    session::{Renaming, Session},
    theme,
};
use asset::Id;
use document::Selection;
use egui::{Align2, Color32, Rect, Response, Sense, Ui, WidgetInfo, accesskit::Role, vec2};

pub(super) struct Header<'a> {
    pub icon: &'a str,
    pub name: &'a str,
    pub line: Option<&'a str>,
    pub color: Option<Color32>,
    pub active: bool,
    pub id: Id,
    pub label: String,
    /// A double-click renames it.
    pub renames: bool,
    /// Nothing on it is edited.
    pub locked: bool,
}

/// The response is for the menu.
pub(super) fn header_ui(
    ui: &mut Ui,
    scene: &Scene<'_>,
    session: &mut Session,
    rect: Rect,
    header: &Header<'_>,
    actions: &mut Vec<Action>,
) -> Response {
    let response = ui.interact(rect, ui.scope_id().with(("header", header.id)), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Row, true, header.active, &header.label));
    let painter = ui.painter();
    if response.hovered() {
        painter.rect_filled(rect, 0.0, theme::HAIR);
    }
    if header.active {
        painter.rect_filled(rect, 0.0, theme::over(theme::PANEL, theme::RAISE, 1.0));
    }
    if let Some(color) = header.color {
        painter.rect_filled(Rect::from_min_size(rect.min, vec2(3.0, rect.height() - 1.0)), 0.0, color);
    }
    painter.text(
        rect.left_center() + vec2(18.0, 0.0),
        Align2::CENTER_CENTER,
        header.icon,
        theme::icon(16.0),
        theme::TEXT_2,
    );
    let mut text = Rect::from_min_max(rect.min + vec2(34.0, 0.0), rect.max - vec2(8.0, 0.0));
    if header.locked {
        let at = rect.right_center() - vec2(14.0, 0.0);
        painter.text(at, Align2::CENTER_CENTER, icons::LOCK_SIMPLE, theme::icon(14.0), theme::TEXT_2);
        text.max.x -= 18.0;
    }
    match header.line {
        Some(line) => {
            let (top, bottom) = text.split_top_bottom_at_fraction(0.52);
            parts::text_in(
                ui,
                top.shrink2(vec2(0.0, 2.0)),
                Align2::LEFT_BOTTOM,
                header.name,
                theme::medium(),
                theme::TEXT,
            );
            parts::text_in(ui, bottom, Align2::LEFT_TOP, line, theme::small(), theme::TEXT_3);
        }
        None => parts::text_in(ui, text, Align2::LEFT_CENTER, header.name, theme::medium(), theme::TEXT),
    }
    if header.renames && response.double_clicked() {
        let selection = Selection::item(scene.host.id, header.id);
        session.renaming = Some(Renaming { selection, text: header.name.to_owned(), has_focus: false });
    }
    rename_ui(ui, session, header.id, text.shrink2(vec2(0.0, 2.0)), actions);
    response
}
