//! The rows under the ruler: the sections, the slots with their segments, the notify tracks, the
//! sync markers, the curves.

mod arranged;
mod bone_keys;
mod clip_drop;
mod curve_keys;
mod curves;
mod header;
mod inner;
mod look;
mod notifies;
mod notify_item;
mod notify_menu;
mod order;
mod pills;
mod row;
mod sections;
mod segments;
mod sounds;
mod sync_markers;
mod timing;
mod view;

pub(crate) use arranged::Arranged;
pub(crate) use curve_keys::{INTERPOLATIONS, add_command as add_key, interpolated, new_key};
pub(crate) use curves::{EXTRAPOLATIONS, new_curve};
pub(crate) use notify_menu::NEW_STATE;
pub(crate) use sections::menu_ui as section_menu;
pub(crate) use segments::blend_span;
pub(crate) use sync_markers::new_marker;
pub use view::LaneView;

pub use segments::replaced_clip;

use super::scene::TimelineScene;
use crate::{
    action::{ClipAction, EditorAction, MontageAction, TimelineAction},
    parts, theme,
    timeline::state::TimelineState,
    views::PanelViews,
};
use egui::{Rect, Ui, vec2};
use row::row;
use words::tr;

pub(crate) fn lanes_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    actions: &mut Vec<EditorAction>,
) {
    sounds::drop_ui(ui, scene, &mut views.edits, actions);
    if scene.host.montage().is_some() {
        sections::lane_ui(ui, scene, views, actions);
    }
    if needs_summary(scene, &views.timeline) {
        pills::summary_ui(ui, scene, actions);
    }
    for slot in scene.host.slots() {
        segments::lane_ui(ui, scene, views, slot, actions);
        inner::lane_ui(ui, scene, slot, actions);
    }
    sounds::lane_ui(ui, scene, views, actions);
    let Some(arranged) = Arranged::of(&scene.host, &mut views.timeline.arranged) else {
        return;
    };
    for track in scene.host.tracks() {
        notifies::lane_ui(ui, scene, views, (track, arranged.track(track.id)), actions);
    }
    order::order_ui(ui, scene, &mut views.timeline, actions);
    if scene.host.clip().is_some() {
        sync_markers::lane_ui(ui, scene, views, actions);
        bone_keys::lanes_ui(ui, scene, views, actions);
    }
    if let Some(stretch) = scene.host.stretch() {
        curves::stretch_ui(ui, scene, views, stretch, actions);
    }
    if scene.host.clip().is_some() || !scene.host.curves().is_empty() {
        curves::lanes_ui(ui, scene, views, actions);
    }
    if scene.host.montage().is_some() {
        timing::lane_ui(ui, scene, &arranged.order, actions);
    }
    add_row_ui(ui, scene, actions);
    if scene.host.notifies().is_empty() {
        empty_ui(ui, scene, actions);
    }
}

/// Beyond so many lanes, and where lanes are folded, one row counts them all.
fn needs_summary(scene: &TimelineScene<'_>, state: &TimelineState) -> bool {
    let tracks = scene.host.tracks();
    tracks.len() > 8
        || tracks
            .iter()
            .any(|track| state.lanes.folded.contains(&track.id))
}

/// Shows how to add the first notify to a timeline without notifies.
fn empty_ui(ui: &mut Ui, scene: &TimelineScene<'_>, actions: &mut Vec<EditorAction>) {
    let space = ui.available_rect_before_wrap();
    let rect = Rect::from_x_y_ranges(scene.lanes, space.top()..=space.top() + 120.0);
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(rect));
    let line = tr!("Press Enter to add one at the playhead.");
    if parts::empty_state(
        &mut inner,
        crate::icons::DIAMOND,
        tr!("No notifies"),
        line,
        Some(tr!("Add notify")),
    ) {
        actions.push(TimelineAction::AddNotify.into());
    }
}

/// The last row offers what can be added.
fn add_row_ui(ui: &mut Ui, scene: &TimelineScene<'_>, actions: &mut Vec<EditorAction>) {
    let (header, lane) = row(ui, scene, theme::LANE + 4.0);
    // There is nothing in the lane, and long words need it.
    let all = header.union(lane);
    let mut inner = ui.new_child(
        egui::UiBuilder::new()
            .max_rect(all.shrink2(vec2(8.0, 4.0)))
            .layout(egui::Layout::left_to_right(egui::Align::Center)),
    );
    inner.spacing_mut().item_spacing.x = 8.0;
    inner.spacing_mut().button_padding.x = 2.0;
    let mut offer = |label: &str, action: EditorAction| {
        let text = egui::RichText::new(format!("{} {label}", crate::icons::PLUS))
            .font(theme::small())
            .color(theme::TEXT_2);
        if inner
            .add(egui::Button::new(text).frame(false))
            .accessible_name(tr!("Add {}", label.to_lowercase()))
            .clicked()
        {
            actions.push(action);
        }
    };
    offer(tr!("Track"), TimelineAction::AddNotifyTrack.into());
    if scene.host.clip().is_some() {
        offer(tr!("Marker"), ClipAction::AddSyncMarker.into());
    }
    offer(tr!("Curve"), ClipAction::AddCurve.into());
    if scene.host.montage().is_some() {
        offer(tr!("Slot"), MontageAction::AddSlot.into());
        offer(tr!("Section"), MontageAction::AddSection.into());
    }
}
