//! The lane of sections: they tile the time; dragging one moves its start.

use super::{
    TimelineScene,
    look::item_colors,
    row::{background, in_sight, row},
};
use crate::{
    action::{EditAction, EditorAction, MontageAction, TransportAction},
    coverage::paint_coverage,
    icons, parts,
    renaming::rename_ui,
    theme,
    timeline::{
        DragKind,
        press::{begin_drag, select_on_press},
    },
    views::{PanelViews, Renaming},
};
use asset::{Id, montage::Section};
use document::{Command, MontageCommand, Selection};
use egui::{Align2, Rect, Sense, StrokeKind, Ui, WidgetInfo, accesskit::Role, vec2};
use words::tr;

pub(super) fn lane_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    actions: &mut Vec<EditorAction>,
) {
    let (header, lane) = row(ui, scene, theme::LANE);
    let response = ui.interact(
        header,
        ui.scope_id().with("sections header"),
        Sense::click(),
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Row, true, tr!("Sections")));
    ui.painter().text(
        header.left_center() + vec2(18.0, 0.0),
        Align2::CENTER_CENTER,
        icons::LIST,
        theme::icon(16.0),
        theme::TEXT_2,
    );
    ui.painter().text(
        header.left_center() + vec2(34.0, 0.0),
        Align2::LEFT_CENTER,
        tr!("Sections"),
        theme::medium(),
        theme::TEXT,
    );
    parts::context_menu(&response, |ui| {
        if ui.button(tr!("Add section at playhead")).clicked() {
            actions.push(MontageAction::AddSection.into());
        }
    });
    let mut clipped = ui.new_child(egui::UiBuilder::new().max_rect(lane));
    clipped.set_clip_rect(lane.intersect(ui.clip_rect()));
    background(&mut clipped, scene, views, lane, Id(0), actions);
    for section in scene.host.sections() {
        section_ui(&mut clipped, scene, views, section, lane, actions);
    }
}

fn section_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    section: &Section,
    lane: Rect,
    actions: &mut Vec<EditorAction>,
) {
    let (from, to) = (
        scene.x(section.start.into()),
        scene.x(scene.host.section_end(section)),
    );
    let rect = Rect::from_x_y_ranges(from..=to.max(from + 3.0), lane.y_range().shrink(3.0));
    views.timeline.places.items.push((section.id, rect));
    let response = ui.interact(
        rect,
        ui.scope_id().with(("section", section.id)),
        Sense::click_and_drag(),
    );
    response.widget_info(|| {
        WidgetInfo::selected(
            Role::ListItem,
            true,
            scene.is_selected(section.id),
            tr!("Section {}", section.name),
        )
    });
    select_on_press(ui, scene, &response, section.id, actions);
    let color = theme::category(section.color);
    let (fill, stroke) = item_colors(
        color,
        0.3,
        scene.is_selected(section.id),
        response.hovered(),
    );
    let painter = ui.painter();
    painter.rect(rect, 2.0, fill, stroke, StrokeKind::Inside);
    painter.rect_filled(
        Rect::from_min_size(rect.min, vec2(3.0, rect.height())),
        0.0,
        color,
    );
    let next = next_text(scene, section);
    let inner = in_sight(scene, rect).shrink2(vec2(8.0, 0.0));
    let name_width = painter
        .layout_no_wrap(section.name.clone(), theme::medium(), theme::TEXT)
        .size()
        .x;
    parts::text_in(
        ui,
        inner,
        Align2::LEFT_CENTER,
        &section.name,
        theme::medium(),
        theme::TEXT,
    );
    if inner.width() > name_width + 70.0 {
        ui.painter().text(
            inner.right_center(),
            Align2::RIGHT_CENTER,
            next,
            theme::small(),
            theme::over(color, theme::TEXT, 0.3),
        );
    }
    let at = rect.left_top() + vec2(8.0, 1.0);
    paint_coverage(
        ui.painter(),
        scene.session.coverage.as_ref(),
        section.id,
        at,
    );
    if response.drag_started_by(egui::PointerButton::Primary)
        && scene.host.sections()[0].id != section.id
    {
        begin_drag(ui, scene, views, DragKind::Move(section.id));
    }
    if response.double_clicked() {
        start_rename(scene, &mut views.renaming, section);
    }
    if response.dragged() && scene.host.sections()[0].id == section.id {
        ui.ctx().set_cursor_icon(egui::CursorIcon::NotAllowed);
    }
    parts::context_menu(&response, |ui| {
        menu_ui(ui, scene, &mut views.renaming, section, actions)
    });
    rename_ui(ui, &mut views.renaming, section.id, rect, actions);
}

fn start_rename(scene: &TimelineScene<'_>, typed: &mut Option<Renaming>, section: &Section) {
    let selection = Selection::item(scene.host.id, section.id);
    *typed = Some(Renaming::new(selection, section.name.clone()));
}

fn next_text(scene: &TimelineScene<'_>, section: &Section) -> String {
    match section.next {
        None => tr!("→ end").into(),
        Some(next) if next == section.id => tr!("loops").into(),
        Some(next) => {
            let name = scene
                .host
                .sections()
                .iter()
                .find(|other| other.id == next)
                .map_or("?", |other| other.name.as_str());
            format!("→ {name}")
        }
    }
}

/// Shared by the lane and the section flow.
pub(crate) fn menu_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    typed: &mut Option<Renaming>,
    section: &Section,
    actions: &mut Vec<EditorAction>,
) {
    let montage =
        |command| EditAction::Perform(Command::Montage(scene.host.id, command), None).into();
    if ui.button(tr!("Play from here")).clicked() {
        actions.push(TransportAction::Seek(section.start.into()).into());
        actions.push(TransportAction::TogglePlay.into());
    }
    parts::menu_button(ui, tr!("Link to"), |ui| {
        let targets = scene
            .host
            .sections()
            .iter()
            .map(|other| (Some(other.id), other.name.as_str()));
        for (to, name) in targets.chain([(None, tr!("End"))]) {
            if ui.selectable_label(section.next == to, name).clicked() {
                actions.push(montage(MontageCommand::LinkSection {
                    from: section.id,
                    to,
                }));
            }
        }
    });
    if ui.button(tr!("Loop this section")).clicked() {
        actions.push(montage(MontageCommand::LinkSection {
            from: section.id,
            to: Some(section.id),
        }));
    }
    parts::menu_button(ui, tr!("Colour"), |ui| {
        for (index, name) in [
            tr!("Blue"),
            tr!("Sky"),
            tr!("Teal"),
            tr!("Lime"),
            tr!("Sand"),
            tr!("Pink"),
            tr!("Violet"),
            tr!("Slate"),
        ]
        .iter()
        .enumerate()
        {
            let text = egui::RichText::new(*name).color(theme::category(index as u8));
            if ui.button(text).clicked() {
                actions.push(montage(MontageCommand::SetSectionColor(
                    section.id,
                    index as u8,
                )));
            }
        }
    });
    ui.separator();
    if ui.button(tr!("Rename")).clicked() {
        start_rename(scene, typed, section);
    }
    if ui.button(tr!("Delete")).clicked() {
        actions.push(montage(MontageCommand::RemoveSection(section.id)));
    }
}
