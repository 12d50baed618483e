//! The left end of a row: what it is, its colour, its menu.

use super::TimelineScene;
use crate::{
    action::EditorAction,
    parts,
    renaming::rename_ui,
    theme,
    views::{PanelViews, Renaming},
};
use asset::Id;
use document::Selection;
use egui::{Align2, Color32, Rect, Response, Sense, Stroke, Ui, WidgetInfo, accesskit::Role, vec2};
use std::{collections::BTreeMap, ops::RangeInclusive};

pub(super) struct LaneHeader<'a> {
    /// One of [`crate::icons`].
    pub icon: &'a str,
    /// The first line of words.
    pub name: &'a str,
    /// A second line in small type.
    pub line: Option<&'a str>,
    /// A mark of this colour at its left end.
    pub color: Option<Color32>,
    /// Painted as active: the track that new notifies go to, or a selected curve.
    pub active: bool,
    /// The track, slot or other thing that the lane shows.
    pub id: Id,
    /// Text for screen readers.
    pub label: String,
    /// A double-click renames it.
    pub renames: bool,
    /// Buttons at its right end, the last outermost.
    pub marks: &'a [LaneHeaderMark<'a>],
    /// A drag takes it to another place among its like.
    pub moves: bool,
    /// The text of the header is paler.
    pub pale: bool,
}

/// A small switch at a fixed place.
pub(super) struct LaneHeaderMark<'a> {
    /// One of [`crate::icons`].
    pub icon: &'a str,
    /// Name of the switch, which also says what a click does.
    pub name: String,
    /// Painted as pressed.
    pub on: bool,
}

/// The response is for the menu; the number is of the mark that was clicked.
pub(super) struct LaneHeaderResponse {
    /// The response of the whole header; a menu can be opened on it.
    pub response: Response,
    /// Index into [`LaneHeader::marks`].
    pub clicked: Option<usize>,
}

const MARK: f32 = 22.0;

pub(super) fn header_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    rect: Rect,
    header: &LaneHeader<'_>,
    actions: &mut Vec<EditorAction>,
) -> LaneHeaderResponse {
    let sense = if header.moves {
        Sense::click_and_drag()
    } else {
        Sense::click()
    };
    let response = ui.interact(rect, ui.scope_id().with(("header", header.id)), sense);
    response.widget_info(|| WidgetInfo::selected(Role::Row, true, header.active, &header.label));
    let painter = ui.painter();
    if response.hovered() {
        painter.rect_filled(rect, 0.0, theme::HAIR);
    }
    if header.active {
        painter.rect_filled(rect, 0.0, theme::over(theme::PANEL, theme::RAISE, 1.0));
    }
    if let Some(color) = header.color {
        painter.rect_filled(
            Rect::from_min_size(rect.min, vec2(3.0, rect.height() - 1.0)),
            0.0,
            color,
        );
    }
    painter.text(
        rect.left_center() + vec2(18.0, 0.0),
        Align2::CENTER_CENTER,
        header.icon,
        theme::icon(16.0),
        theme::TEXT_2,
    );
    let words = if header.pale {
        theme::TEXT_3
    } else {
        theme::TEXT
    };
    let right = 8.0 + MARK * header.marks.len() as f32;
    let text = Rect::from_min_max(rect.min + vec2(34.0, 0.0), rect.max - vec2(right, 0.0));
    let clicked = marks_ui(ui, rect, header);
    if header.moves && response.drag_started_by(egui::PointerButton::Primary) {
        views.timeline.lanes.dragged = Some(header.id);
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
                words,
            );
            parts::text_in(
                ui,
                bottom,
                Align2::LEFT_TOP,
                line,
                theme::small(),
                theme::TEXT_3,
            );
        }
        None => parts::text_in(
            ui,
            text,
            Align2::LEFT_CENTER,
            header.name,
            theme::medium(),
            words,
        ),
    }
    if header.renames && response.double_clicked() {
        let selection = Selection::item(scene.host.id, header.id);
        views.renaming = Some(Renaming::new(selection, header.name));
    }
    rename_ui(
        ui,
        &mut views.renaming,
        header.id,
        text.shrink2(vec2(0.0, 2.0)),
        actions,
    );
    LaneHeaderResponse { response, clicked }
}

fn marks_ui(ui: &mut Ui, rect: Rect, header: &LaneHeader<'_>) -> Option<usize> {
    let mut clicked = None;
    for (at, mark) in header.marks.iter().enumerate() {
        let from_right = (header.marks.len() - at) as f32 * MARK;
        let place = Rect::from_min_size(
            egui::pos2(rect.right() - 4.0 - from_right, rect.center().y - 10.0),
            vec2(MARK - 2.0, 20.0),
        );
        let response = ui.interact(
            place,
            ui.scope_id().with(("mark", header.id, at)),
            Sense::click(),
        );
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, mark.on, &mark.name));
        let (fill, color) = match (mark.on, response.hovered()) {
            (true, _) => (theme::ACCENT_FILL, theme::ACCENT),
            (false, true) => (theme::HAIR, theme::WHITE),
            (false, false) => (Color32::TRANSPARENT, theme::TEXT_3),
        };
        ui.painter().rect_filled(place, 3.0, fill);
        ui.painter().text(
            place.center(),
            Align2::CENTER_CENTER,
            mark.icon,
            theme::icon(14.0),
            color,
        );
        if response.clicked() {
            clicked = Some(at);
        }
        response.on_hover_text(&mark.name);
    }
    clicked
}

/// The edge below a header drags the lane higher.
pub(super) fn resize_ui(
    ui: &mut Ui,
    heights: &mut BTreeMap<Id, f32>,
    (id, name): (Id, &str),
    header: Rect,
    range: RangeInclusive<f32>,
) {
    let edge = Rect::from_x_y_ranges(header.x_range(), (header.bottom() - 4.0)..=header.bottom());
    let response = ui.interact(edge, ui.scope_id().with(("height", id)), Sense::drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Splitter, true, name));
    let response = response.on_hover_and_drag_cursor(egui::CursorIcon::ResizeVertical);
    if response.hovered() || response.dragged() {
        ui.painter().hline(
            edge.x_range(),
            edge.bottom() - 1.0,
            Stroke::new(2.0, theme::ACCENT),
        );
    }
    if response.dragged() {
        let wanted = header.height() + ui.input(|input| input.pointer.delta().y);
        heights.insert(id, wanted.clamp(*range.start(), *range.end()));
    }
}
