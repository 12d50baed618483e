//! Notes: flags in the ruler, above what plays.

use super::{
    DragKind,
    press::{begin_drag, select_on_press, start_rename},
    scene::TimelineScene,
};
use crate::{
    action::{EditAction, EditorAction},
    parts,
    renaming::rename_ui,
    theme,
    views::{PanelViews, Renaming},
};
use asset::Note;
use document::{Command, ItemCommand};
use egui::{Align2, Rect, Sense, Stroke, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use words::tr;

/// Height and maximum width of a note's cloth, points.
const HEIGHT: f32 = 13.0;
const WIDEST: f32 = 140.0;
/// Width of a note's cloth that has no room for its text, points.
const NARROWEST: f32 = 8.0;

pub(super) fn notes_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    ruler: Rect,
    actions: &mut Vec<EditorAction>,
) {
    let mut notes: Vec<&Note> = scene.host.notes().iter().collect();
    notes.sort_by(|a, b| a.time.total_cmp(&b.time));
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(ruler));
    inner.set_clip_rect(ruler.intersect(ui.clip_rect()));
    for (at, note) in notes.iter().enumerate() {
        let x = scene.x(note.time.into());
        let room = notes
            .get(at + 1)
            .map_or(WIDEST, |next| scene.x(next.time.into()) - x - 2.0);
        let text = ui
            .painter()
            .layout_no_wrap(note.text.clone(), theme::small(), theme::TEXT)
            .size()
            .x
            + 10.0;
        let width = text.min(WIDEST).min(room).max(NARROWEST);
        let rect = Rect::from_min_size(pos2(x, ruler.top() + 1.0), vec2(width, HEIGHT));
        note_ui(&mut inner, scene, views, note, rect, actions);
    }
}

fn note_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    note: &Note,
    rect: Rect,
    actions: &mut Vec<EditorAction>,
) {
    views.timeline.places.items.push((note.id, rect));
    let response = ui.interact(
        rect,
        ui.scope_id().with(("note", note.id)),
        Sense::click_and_drag(),
    );
    let is_selected = scene.is_selected(note.id);
    response.widget_info(|| {
        WidgetInfo::selected(Role::ListItem, true, is_selected, tr!("Note {}", note.text))
    });
    select_on_press(ui, scene, &response, note.id, actions);
    let color = theme::category(note.color);
    let part = if response.hovered() { 0.55 } else { 0.42 };
    let border = if is_selected {
        theme::ACCENT
    } else {
        theme::over(theme::BASE, color, 0.8)
    };
    ui.painter().vline(
        rect.left(),
        rect.top()..=ui.max_rect().bottom(),
        Stroke::new(1.5, color),
    );
    let fill = theme::over(theme::BASE, color, part);
    ui.painter().rect(
        rect,
        2.0,
        fill,
        Stroke::new(1.0, border),
        egui::StrokeKind::Inside,
    );
    let text = rect.shrink2(vec2(5.0, 0.0));
    if text.width() > 12.0 {
        parts::text_in(
            ui,
            text,
            Align2::LEFT_CENTER,
            &note.text,
            theme::small(),
            theme::TEXT,
        );
    }
    if response.drag_started_by(egui::PointerButton::Primary) {
        begin_drag(ui, scene, views, DragKind::Move(note.id));
    }
    if response.double_clicked() {
        start_rename(scene, &mut views.renaming, note.id, &note.text);
    }
    parts::context_menu(&response, |ui| {
        menu_ui(ui, scene, &mut views.renaming, note, actions)
    });
    if views.timeline.drag.is_none() {
        let at = tr!(
            "{:.3} s, frame {:.1}",
            note.time,
            f64::from(note.time) * scene.host.frame_rate()
        );
        response.on_hover_text(parts::tip(&note.text, &[tr!("Note").to_owned(), at]));
    }
    rename_ui(
        ui,
        &mut views.renaming,
        note.id,
        Rect::from_min_size(rect.min, vec2(WIDEST, 20.0)),
        actions,
    );
}

fn menu_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    typed: &mut Option<Renaming>,
    note: &Note,
    actions: &mut Vec<EditorAction>,
) {
    let perform = |command| EditAction::Perform(Command::Note(scene.host.id, command), None).into();
    parts::menu_button(ui, tr!("Colour"), |ui| {
        for (color, name) in (0u8..).zip(theme::PALETTE_NAMES) {
            if ui
                .button(egui::RichText::new(name).color(theme::category(color)))
                .clicked()
            {
                actions.push(perform(ItemCommand::Set(Note {
                    color,
                    ..note.clone()
                })));
            }
        }
    });
    if ui.button(tr!("Rename")).clicked() {
        start_rename(scene, typed, note.id, &note.text);
    }
    if ui.button(tr!("Delete")).clicked() {
        actions.push(perform(ItemCommand::Remove(note.id)));
    }
}
