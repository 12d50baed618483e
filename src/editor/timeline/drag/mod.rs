//! Drags on the timeline: from a press, through absolute edits with one gesture, to a release or
//! Esc.

pub(super) mod chip;
mod copying;
mod keys;
mod moving;
mod outline;
mod plan;
#[cfg(test)]
#[path = "tests/properties.rs"]
mod properties;
pub(crate) mod ripple;
pub(crate) mod trimming;

use super::{
    DragKind, TimelineDrag, flow,
    host::TimelineHost,
    item::{self, Item},
    lanes, ruler,
    scene::TimelineScene,
    snap::target::SnapTarget,
};
use crate::{
    action::{EditAction, EditorAction, SelectAction},
    theme,
    timeline::state::TimelineState,
    views::PanelViews,
};
use asset::Id;
use document::{Command, MontageCommand, Selection};
use egui::{Pos2, Rect, Stroke, StrokeKind, Ui};
use plan::{DragStage, Plan, TimelineDragMotion};
use std::collections::{BTreeMap, BTreeSet};

/// Moves what is dragged; ends the drag on release, takes it back on Esc or the other button.
pub(crate) fn drag_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    actions: &mut Vec<EditorAction>,
) {
    views.timeline.peek = None;
    let Some(mut drag) = views.timeline.drag.take() else {
        return;
    };
    let (pointer, down, other) = ui.input(|input| {
        (
            input.pointer.latest_pos(),
            input.pointer.primary_down(),
            input.pointer.secondary_pressed(),
        )
    });
    let Some(pointer) = pointer else { return };
    if other || ui.input(|input| input.key_pressed(egui::Key::Escape)) {
        ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape));
        actions.push(EditAction::CancelGesture(drag.gesture).into());
        views.timeline.menus_wait = other;
        views.timeline.snapped = None;
        return;
    }
    match drag.kind.clone() {
        DragKind::Link(from) => {
            flow::link_ui(ui, scene, &views.timeline, &drag, (from, pointer), actions)
        }
        DragKind::Scrub => ruler::scrub(ui, scene, &views.timeline, pointer, actions),
        DragKind::Box(before) => {
            box_ui(ui, scene, &views.timeline, &before, &drag, pointer, actions)
        }
        _ => edit_ui(ui, scene, views, &mut drag, pointer, actions),
    }
    if down {
        views.timeline.drag = Some(drag);
    } else {
        actions.push(EditAction::EndGesture(drag.gesture).into());
        views.timeline.snapped = None;
        if !drag.copies.is_empty() {
            let items = drag.copies.values().copied().collect();
            actions.push(
                SelectAction::These(Selection {
                    asset: Some(scene.host.id),
                    items,
                })
                .into(),
            );
        }
    }
}

fn edit_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    drag: &mut TimelineDrag,
    pointer: Pos2,
    actions: &mut Vec<EditorAction>,
) {
    let Some(origin) = TimelineHost::new(&drag.origin, scene.host.id) else {
        return;
    };
    drag.moved |= pointer.distance(drag.press)
        > ui.ctx()
            .options(|options| options.input_options.max_click_dist);
    if !drag.moved {
        return;
    }
    let pull = pull(ui, scene, &views.timeline, drag, pointer);
    drag.copies = if pull.copies {
        copying::ids(
            &origin,
            &moving::held(scene, &drag.kind),
            &drag.copies,
            &mut views.edits,
        )
    } else {
        BTreeMap::new()
    };
    let stage = DragStage {
        scene,
        state: &views.timeline,
        origin: &origin,
    };
    let Some(plan) = plan(&stage, drag, &pull) else {
        return;
    };
    let outcome = document::attempt(&drag.origin, &plan.command);
    let after = outcome
        .as_ref()
        .ok()
        .and_then(|after| TimelineHost::new(after, origin.id));
    let shown = after
        .as_ref()
        .and_then(|after| peeked(scene, &origin, after, &drag.kind));
    let lands = |met: &SnapTarget| {
        after
            .as_ref()
            .is_some_and(|after| is_at(after, drag, met.time))
    };
    views.timeline.snapped = plan.met.clone().filter(lands);
    let stage = DragStage {
        scene,
        state: &views.timeline,
        origin: &origin,
    };
    outline::outlines_ui(ui, &stage, &drag.kind, outcome.as_ref().ok());
    chip::chip_ui(ui, &stage, drag, &plan, &outcome, &pull);
    if ui.input(|input| input.pointer.primary_down()) {
        views.timeline.peek = shown;
    }
    let command = if outcome.is_ok() {
        plan.command
    } else {
        Command::Batch(Vec::new())
    };
    if drag.last.as_ref() != Some(&command) {
        drag.last = Some(command.clone());
        actions.push(EditAction::Perform(command, Some(drag.gesture)).into());
    }
}

/// One of the edges of what is held lies there: limits may have kept it from what it was drawn to.
fn is_at(after: &TimelineHost<'_>, drag: &TimelineDrag, time: f64) -> bool {
    let (DragKind::Move(id)
    | DragKind::TrimStart(id)
    | DragKind::TrimEnd(id)
    | DragKind::Roll(id, _)
    | DragKind::Slide(id)
    | DragKind::Rate(id, _)) = drag.kind
    else {
        return true;
    };
    let shown = drag.copies.get(&id).copied().unwrap_or(id);
    item::span(after, shown)
        .is_some_and(|(from, to)| (from - time).abs() < 1e-3 || (to - time).abs() < 1e-3)
}

/// The time of what is dragged, where that is one thing with one time: an edge, a notify, a marker,
/// a key.
fn peeked(
    scene: &TimelineScene<'_>,
    origin: &TimelineHost<'_>,
    after: &TimelineHost<'_>,
    kind: &DragKind,
) -> Option<f64> {
    match *kind {
        DragKind::Move(id) => {
            let is_other = matches!(
                item::find(origin, id),
                Some(Item::Section(_) | Item::Segment(..)) | None
            );
            let time = item::span(after, id)?.0;
            (!is_other && scene.selection.items.len() <= 1).then_some(time)
        }
        DragKind::TrimStart(id) => item::span(after, id).map(|span| span.0),
        DragKind::TrimEnd(id) => item::span(after, id).map(|span| span.1),
        _ => None,
    }
}

fn pull(
    ui: &Ui,
    scene: &TimelineScene<'_>,
    state: &TimelineState,
    drag: &TimelineDrag,
    pointer: Pos2,
) -> TimelineDragMotion {
    let held = ui.input(|input| input.modifiers);
    let is_magnetic = state.free == held.command;
    let moved = pointer - drag.press;
    // Back where it was pressed, an item is where it was, also between frames.
    let is_back = moved.x.abs() < 1.0;
    TimelineDragMotion {
        delta: if is_back {
            0.0
        } else {
            scene.time(pointer.x) - drag.press_time
        },
        moved,
        pointer,
        snapping: is_magnetic && !is_back,
        ripples: held.shift,
        copies: held.alt && copying::is_copied(&drag.kind),
        is_magnetic,
    }
}

fn plan(stage: &DragStage<'_>, drag: &TimelineDrag, pull: &TimelineDragMotion) -> Option<Plan> {
    match drag.kind {
        DragKind::Move(grabbed) => moving::plan(stage, grabbed, &drag.copies, pull),
        DragKind::Tangent { key, out } => {
            let (scene, state) = (stage.scene, stage.state);
            let turned = keys::plan_tangent(
                scene,
                state,
                stage.origin,
                (key, out),
                pull.pointer,
                pull.copies,
            )?;
            Some(Plan::of(turned, None))
        }
        DragKind::TrimStart(id) => trimming::plan(stage, id, true, pull),
        DragKind::TrimEnd(id) => trimming::plan(stage, id, false, pull),
        DragKind::Roll(left, right) => trimming::roll(stage, (left, right), pull),
        DragKind::Slip(id) => trimming::slip(stage, id, pull),
        DragKind::Slide(id) => trimming::slide(stage, id, pull),
        DragKind::Rate(id, at_start) => trimming::rate(stage, id, at_start, pull),
        DragKind::BlendIn => plan_blend(stage, pull.delta, true),
        DragKind::BlendOut => plan_blend(stage, -pull.delta, false),
        DragKind::Link(_) | DragKind::Box(_) | DragKind::Scrub => None,
    }
}

/// `longer` is how many seconds the handle was dragged away from its end of the montage.
fn plan_blend(stage: &DragStage<'_>, longer: f64, into: bool) -> Option<Plan> {
    let montage = stage.origin.montage()?;
    let blend = if into {
        montage.blend_in.clone()
    } else {
        montage.blend_out.clone()
    };
    let rate = f64::from(montage.rate_scale.abs()).max(1e-3);
    let wanted = (lanes::blend_span(montage, &blend) + longer).clamp(0.0, stage.origin.length());
    let shown = (wanted / stage.frame()).round() * stage.frame();
    let blend = asset::montage::Blend {
        time: (shown / rate) as f32,
        ..blend
    };
    let command = if into {
        MontageCommand::SetBlendIn(blend)
    } else {
        MontageCommand::SetBlendOut(blend)
    };
    Some(Plan::of(Command::Montage(stage.origin.id, command), None))
}

fn box_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    state: &TimelineState,
    before: &BTreeSet<Id>,
    drag: &TimelineDrag,
    pointer: Pos2,
    actions: &mut Vec<EditorAction>,
) {
    let rect = Rect::from_two_pos(drag.press, pointer);
    let painter = ui.painter();
    painter.rect_filled(rect, 0.0, theme::ACCENT_FILL.gamma_multiply(0.4));
    painter.rect_stroke(
        rect,
        0.0,
        Stroke::new(1.0, theme::ACCENT),
        StrokeKind::Inside,
    );
    let touched: BTreeSet<Id> = state
        .places
        .items
        .iter()
        .filter(|(_, item)| item.intersects(rect))
        .map(|(id, _)| *id)
        .collect();
    let held = ui.input(|input| input.modifiers);
    let items: BTreeSet<Id> = match (held.alt, held.command) {
        (true, _) => before.difference(&touched).copied().collect(),
        (false, true) => before.symmetric_difference(&touched).copied().collect(),
        (false, false) => before.union(&touched).copied().collect(),
    };
    if items != scene.selection.items {
        actions.push(
            SelectAction::These(Selection {
                asset: Some(scene.host.id),
                items,
            })
            .into(),
        );
    }
}
