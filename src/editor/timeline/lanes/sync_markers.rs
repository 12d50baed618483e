//! The lane of a clip's sync markers: flags with names.

use super::{
    TimelineScene,
    header::{LaneHeader, header_ui},
    row::{background, hint_ui, pressed_time, row},
};
use crate::{
    action::{ClipAction, EditAction, EditorAction, SelectAction},
    icons, parts,
    renaming::rename_ui,
    theme,
    timeline::{
        DragKind, TimelineHost,
        press::{begin_drag, select_on_press, start_rename},
    },
    views::PanelViews,
};
use asset::{Id, SyncMarker};
use document::{Command, ItemCommand, Selection};
use egui::{
    Align2, Color32, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, WidgetInfo, accesskit::Role,
    pos2, vec2,
};
use std::collections::BTreeSet;
use words::tr;

pub(super) fn lane_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    actions: &mut Vec<EditorAction>,
) {
    let (header, lane) = row(ui, scene, theme::LANE);
    let title = LaneHeader {
        icon: icons::PERSON_SIMPLE_WALK,
        name: tr!("Sync markers"),
        line: None,
        color: None,
        active: false,
        id: Id::derive(&["lane", "sync markers"]),
        label: tr!("Sync markers").into(),
        renames: false,
        marks: &[],
        moves: false,
        pale: false,
    };
    let response = header_ui(ui, scene, views, header, &title, actions).response;
    parts::context_menu(&response, |ui| {
        if ui.button(tr!("Add sync marker at playhead")).clicked() {
            actions.push(ClipAction::AddSyncMarker.into());
        }
    });
    let mut clipped = ui.new_child(egui::UiBuilder::new().max_rect(lane));
    clipped.set_clip_rect(lane.intersect(ui.clip_rect()));
    let back = background(&mut clipped, scene, views, lane, title.id, actions);
    let names = known_names(&scene.host);
    lane_menu(scene, views, &names, &back, actions);
    let mut markers: Vec<&SyncMarker> = scene.host.sync_markers().iter().collect();
    markers.sort_by(|a, b| a.time.total_cmp(&b.time));
    if markers.is_empty() {
        hint_ui(
            &clipped,
            lane,
            tr!("Double-click at footfalls; clips with the same marker names sync"),
        );
    }
    for (at, marker) in markers.iter().enumerate() {
        let limit = markers
            .get(at + 1)
            .map_or(lane.right(), |next| scene.x(next.time.into()) - 8.0);
        let color = theme::category(
            names
                .iter()
                .position(|name| *name == marker.name)
                .unwrap_or(0) as u8,
        );
        marker_ui(
            &mut clipped,
            scene,
            views,
            marker,
            color,
            lane,
            limit,
            actions,
        );
    }
}

/// Names of the markers of all clips of this skeleton, for only equal names match. Ascending.
fn known_names<'a>(host: &TimelineHost<'a>) -> Vec<&'a str> {
    let skeleton = host.skeleton();
    let clips = host
        .project
        .clips
        .values()
        .filter(|clip| clip.skeleton == skeleton);
    let names: BTreeSet<&str> = clips
        .flat_map(|clip| clip.sync_markers.iter().map(|m| m.name.as_str()))
        .collect();
    names.into_iter().collect()
}

/// A marker called as the known one after that of the marker before: feet take turns.
pub(crate) fn new_marker(host: &TimelineHost<'_>, id: Id, time: f32) -> SyncMarker {
    let names = known_names(host);
    let before = host
        .sync_markers()
        .iter()
        .filter(|marker| marker.time < time);
    let before = before.max_by(|a, b| a.time.total_cmp(&b.time));
    let at = before
        .and_then(|marker| names.iter().position(|name| *name == marker.name))
        .map_or(0, |at| at + 1);
    let name = names
        .get(at % names.len().max(1))
        .copied()
        .unwrap_or(tr!("Marker"))
        .to_owned();
    SyncMarker { id, name, time }
}

fn lane_menu(
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    names: &[&str],
    lane: &Response,
    actions: &mut Vec<EditorAction>,
) {
    let time = pressed_time(scene, lane);
    if lane.double_clicked() {
        let marker = new_marker(&scene.host, views.edits.id(), time());
        if names.is_empty() {
            start_rename(scene, &mut views.renaming, marker.id, &marker.name);
        }
        add(scene, marker, actions);
    }
    parts::context_menu(lane, |ui| {
        for name in names {
            if ui.button(tr!("Add {name} here")).clicked() {
                add(
                    scene,
                    SyncMarker {
                        id: views.edits.id(),
                        name: (*name).to_owned(),
                        time: time(),
                    },
                    actions,
                );
            }
        }
        if ui.button(tr!("Add another name here")).clicked() {
            let marker = SyncMarker {
                id: views.edits.id(),
                name: "Marker".into(),
                time: time(),
            };
            start_rename(scene, &mut views.renaming, marker.id, &marker.name);
            add(scene, marker, actions);
        }
    });
}

fn add(scene: &TimelineScene<'_>, marker: SyncMarker, actions: &mut Vec<EditorAction>) {
    let selection = Selection::item(scene.host.id, marker.id);
    actions.push(
        EditAction::Perform(
            Command::SyncMarker(scene.host.id, ItemCommand::Add(marker)),
            None,
        )
        .into(),
    );
    actions.push(SelectAction::These(selection).into());
}

#[expect(clippy::too_many_arguments, reason = "what an item needs from its row")]
fn marker_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    marker: &SyncMarker,
    color: Color32,
    lane: Rect,
    limit: f32,
    actions: &mut Vec<EditorAction>,
) {
    let x = scene.x(marker.time.into());
    let rect = Rect::from_x_y_ranges((x - 5.0)..=(x + 11.0), lane.y_range().shrink(4.0));
    views.timeline.places.items.push((marker.id, rect));
    let response = ui.interact(
        rect,
        ui.scope_id().with(("sync marker", marker.id)),
        Sense::click_and_drag(),
    );
    let selected = scene.is_selected(marker.id);
    response.widget_info(|| {
        WidgetInfo::selected(
            Role::ListItem,
            true,
            selected,
            tr!("Sync marker {}", marker.name),
        )
    });
    select_on_press(ui, scene, &response, marker.id, actions);
    flag_ui(
        ui,
        pos2(x, rect.top()),
        rect.height(),
        color,
        selected,
        response.hovered(),
    );
    let label = Rect::from_x_y_ranges((x + 14.0)..=limit.max(x + 14.0), lane.y_range());
    if label.width() > 8.0 {
        let tint = if selected { theme::WHITE } else { theme::TEXT };
        parts::text_in(
            ui,
            label,
            Align2::LEFT_CENTER,
            &marker.name,
            theme::text(),
            tint,
        );
    }
    if response.drag_started_by(egui::PointerButton::Primary) {
        begin_drag(ui, scene, views, DragKind::Move(marker.id));
    }
    if response.double_clicked() {
        start_rename(scene, &mut views.renaming, marker.id, &marker.name);
    }
    parts::context_menu(&response, |ui| {
        if ui.button(tr!("Rename")).clicked() {
            start_rename(scene, &mut views.renaming, marker.id, &marker.name);
        }
        if ui.button(tr!("Delete")).clicked() {
            let remove = ItemCommand::Remove(marker.id);
            actions
                .push(EditAction::Perform(Command::SyncMarker(scene.host.id, remove), None).into());
        }
    });
    if views.timeline.drag.is_none() {
        let at = tr!(
            "{:.3} s, frame {:.1}",
            marker.time,
            f64::from(marker.time) * scene.host.frame_rate()
        );
        response.on_hover_text(parts::tip(
            &marker.name,
            &[tr!("Sync marker").to_owned(), at],
        ));
    }
    rename_ui(
        ui,
        &mut views.renaming,
        marker.id,
        Rect::from_min_size(rect.min, vec2(120.0, 20.0)),
        actions,
    );
}

/// A pole at the time with its cloth to the right.
fn flag_ui(ui: &Ui, top: Pos2, height: f32, color: Color32, selected: bool, hovered: bool) {
    let fill = if hovered {
        theme::over(color, theme::WHITE, 0.3)
    } else {
        color
    };
    let pole = if selected { theme::ACCENT } else { fill };
    let cloth = vec![top, top + vec2(11.0, 5.0), top + vec2(0.0, 10.0)];
    let border = if selected {
        Stroke::new(2.0, theme::ACCENT)
    } else {
        Stroke::NONE
    };
    ui.painter().add(Shape::convex_polygon(cloth, fill, border));
    ui.painter()
        .vline(top.x, top.y..=top.y + height, Stroke::new(2.0, pole));
}
