//! Drags on the timeline: from a press, through absolute edits with one gesture, to a release or Esc.

use super::{
    Drag, DragKind, Scene, drag_chip, flow,
    host::Host,
    item::{self, Item},
    key_drag, ruler, snap,
};
use crate::{
    action::{Action, EditAction, SelectAction},
    session::Session,
    theme,
};
use asset::{
    Id, Notify, SyncMarker,
    montage::{Segment, Slot},
};
use document::{Command, Gesture, MontageCommand, NotifyCommand, Selection, SyncMarkerCommand};
use egui::{Pos2, Rect, Stroke, StrokeKind, Ui};
use std::collections::BTreeSet;

/// From a press on the lanes.
pub(crate) fn begun(kind: DragKind, scene: &Scene<'_>, gesture: Gesture, press: Pos2) -> Drag {
    Drag {
        kind,
        gesture,
        press,
        press_time: scene.time(press.x),
        moved: false,
        origin: scene.document.project().clone(),
        last: None,
    }
}

/// How far a drag has come.
struct Pull {
    /// Seconds.
    delta: f64,
    pointer: Pos2,
    snapping: bool,
}

/// Moves what is dragged; ends the drag on release, takes it back on Esc or the other button.
pub(crate) fn drag_ui(ui: &mut Ui, scene: &Scene<'_>, session: &mut Session, actions: &mut Vec<Action>) {
    session.timeline.peek = None;
    let Some(mut drag) = session.timeline.drag.take() else { return };
    let (pointer, down, cancelled) = ui.input(|input| {
        let cancelled = input.key_pressed(egui::Key::Escape) || input.pointer.secondary_pressed();
        (input.pointer.latest_pos(), input.pointer.primary_down(), cancelled)
    });
    let Some(pointer) = pointer else { return };
    if cancelled {
        ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape));
        actions.push(EditAction::CancelGesture(drag.gesture).into());
        session.timeline.snapped = None;
        session.timeline.refused = None;
        return;
    }
    match drag.kind.clone() {
        DragKind::Link(from) => flow::link_ui(ui, scene, session, &drag, (from, pointer), actions),
        DragKind::Scrub => ruler::scrub(ui, scene, session, pointer, actions),
        DragKind::Box(before) => box_ui(ui, scene, session, &before, &drag, pointer, actions),
        _ => edit_ui(ui, scene, session, &mut drag, pointer, actions),
    }
    if down {
        session.timeline.drag = Some(drag);
    } else {
        actions.push(EditAction::EndGesture(drag.gesture).into());
        session.timeline.snapped = None;
        session.timeline.refused = None;
    }
}

fn edit_ui(
    ui: &mut Ui,
    scene: &Scene<'_>,
    session: &mut Session,
    drag: &mut Drag,
    pointer: Pos2,
    actions: &mut Vec<Action>,
) {
    let Some(origin) = Host::new(&drag.origin, scene.host.id) else { return };
    drag.moved |= pointer.distance(drag.press) > ui.ctx().options(|options| options.input_options.max_click_dist);
    if !drag.moved {
        return;
    }
    let planned = plan(ui, scene, session, &origin, drag, pointer);
    let Some((command, time, snapped)) = planned else { return };
    session.timeline.snapped = snapped;
    if is_down(ui) && is_instant(scene, &origin, &drag.kind) {
        session.timeline.peek = Some(time);
    }
    drag_chip::chip_ui(ui, scene, session, &origin, &drag.kind, time, pointer);
    if drag.last.as_ref() != Some(&command) {
        drag.last = Some(command.clone());
        actions.push(EditAction::Perform(command, Some(drag.gesture)).into());
    }
}

fn is_down(ui: &Ui) -> bool {
    ui.input(|input| input.pointer.primary_down())
}

/// It is one thing with one time: an edge, a notify, a marker, a key.
fn is_instant(scene: &Scene<'_>, origin: &Host<'_>, kind: &DragKind) -> bool {
    match kind {
        DragKind::Move(id) => {
            let is_other = matches!(item::find(origin, *id), Some(Item::Section(_) | Item::Segment(..)) | None);
            !is_other && scene.selection.items.len() <= 1
        }
        DragKind::TrimStart(_) | DragKind::TrimEnd(_) => true,
        _ => false,
    }
}

type Plan = Option<(Command, f64, Option<snap::Target>)>;

/// What the drag would do with the pointer here.
fn plan(ui: &Ui, scene: &Scene<'_>, session: &Session, origin: &Host<'_>, drag: &Drag, pointer: Pos2) -> Plan {
    let (inverted, axis_locked, broken) =
        ui.input(|input| (input.modifiers.command, input.modifiers.shift, input.modifiers.alt));
    let is_magnetic = session.timeline.free == inverted;
    let moved = pointer - drag.press;
    // Back where it was pressed, an item is where it was, also between frames.
    let is_back = moved.x.abs() < 1.0;
    let snapping = is_magnetic && !is_back;
    let delta = if is_back { 0.0 } else { scene.time(pointer.x) - drag.press_time };
    match drag.kind {
        DragKind::Move(grabbed) if matches!(item::find(origin, grabbed), Some(Item::CurveKey(..))) => {
            let (in_time, in_value) = key_drag::along(moved, axis_locked);
            let pull = Pull { delta: if in_time { delta } else { 0.0 }, pointer, snapping: snapping && in_time };
            let rise = if in_value { key_drag::rise(session, origin, grabbed, moved.y, is_magnetic) } else { 0.0 };
            plan_move(scene, session, origin, grabbed, &pull, rise)
        }
        DragKind::Move(grabbed) => plan_move(scene, session, origin, grabbed, &Pull { delta, pointer, snapping }, 0.0),
        DragKind::Tangent { key, out } => {
            let turned = key_drag::plan_tangent(scene, session, origin, (key, out), pointer, broken)?;
            Some((turned, drag.press_time, None))
        }
        DragKind::TrimStart(id) => plan_trim(scene, session, origin, id, delta, true, snapping),
        DragKind::TrimEnd(id) => plan_trim(scene, session, origin, id, delta, false, snapping),
        DragKind::BlendIn => plan_blend(scene, origin, delta, true),
        DragKind::BlendOut => plan_blend(scene, origin, -delta, false),
        DragKind::Link(_) | DragKind::Box(_) | DragKind::Scrub => None,
    }
}

/// The snapped time, or the time itself while nothing is magnetic.
fn snapped(
    scene: &Scene<'_>,
    session: &Session,
    origin: &Host<'_>,
    time: f64,
    edges: &[f64],
    except: &[Id],
    on: bool,
) -> (f64, Option<snap::Target>) {
    if !on {
        return (time, None);
    }
    let magnets = snap::magnets(origin, session, except);
    snap::snap(time, edges, &magnets, &scene.view, snap::frames(origin, session))
}

fn plan_move(scene: &Scene<'_>, session: &Session, origin: &Host<'_>, grabbed: Id, pull: &Pull, rise: f32) -> Plan {
    let (start, end) = item::span(origin, grabbed)?;
    let moving: Vec<Id> =
        scene.selection.items.iter().copied().chain([grabbed]).collect::<BTreeSet<_>>().into_iter().collect();
    let is_section = matches!(item::find(origin, grabbed)?, Item::Section(_));
    let edges: &[f64] = if is_section || end == start { &[] } else { &[end - start] };
    let (time, target) = snapped(scene, session, origin, start + pull.delta, edges, &moving, pull.snapping);
    let earliest = moving.iter().filter_map(|id| item::span(origin, *id)).map(|span| span.0).fold(start, f64::min);
    let shift = (time - start).clamp(-earliest, room(origin, &moving));
    if moving.len() == 1 && !matches!(item::find(origin, grabbed)?, Item::CurveKey(..)) {
        let command = place_one(scene, session, origin, grabbed, start + shift, pull.pointer)?;
        return Some((command, start + shift, target));
    }
    let moved = |id: &Id| item::moved(origin, *id, item::span(origin, *id)?.0 + shift);
    let mut commands: Vec<Command> =
        moving.iter().filter_map(moved).map(|command| key_drag::raised(command, rise)).collect();
    commands.extend(item::replaced_keys(origin, &moving, &commands));
    Some((Command::Batch(in_safe_order(commands, shift)), start + shift, target))
}

/// How far a group can go to the right together: what stays inside ends with the timeline, which moved segments make
/// longer.
fn room(origin: &Host<'_>, moving: &[Id]) -> f64 {
    let items = || moving.iter().filter_map(|id| Some((*id, item::find(origin, *id)?)));
    if items().any(|(_, item)| matches!(item, Item::Segment(..))) {
        return f64::INFINITY;
    }
    let inside = items().filter(|(_, item)| item.stays_inside());
    let ends = inside.filter_map(|(id, _)| item::span(origin, id)).map(|span| span.1);
    ends.fold(f64::INFINITY, |room, end| room.min(origin.length() - end)).max(0.0)
}

/// Segments that move right are placed from the right, so that they never run into each other on the way.
fn in_safe_order(mut commands: Vec<Command>, shift: f64) -> Vec<Command> {
    let start = |command: &Command| match command {
        Command::Montage(_, MontageCommand::SetSegment { segment, .. }) => segment.start,
        _ => 0.0,
    };
    commands.sort_by(|a, b| start(a).total_cmp(&start(b)));
    if shift > 0.0 {
        commands.reverse();
    }
    commands
}

/// One item may also change its row; a segment goes to the nearest free place.
fn place_one(
    scene: &Scene<'_>,
    session: &Session,
    origin: &Host<'_>,
    id: Id,
    time: f64,
    pointer: Pos2,
) -> Option<Command> {
    let row =
        session.timeline.places.rows.iter().find(|(_, rect)| rect.y_range().contains(pointer.y)).map(|(id, _)| *id);
    match item::find(origin, id)? {
        Item::Section(_) | Item::CurveKey(..) => item::moved(origin, id, time),
        Item::Curve(_) => None,
        Item::Note(_) => item::moved(origin, id, time.min(origin.length())),
        Item::SyncMarker(marker) => {
            let marker = SyncMarker { time: time.clamp(0.0, origin.length()) as f32, ..marker.clone() };
            Some(Command::SyncMarker(scene.host.id, SyncMarkerCommand::Set(marker)))
        }
        Item::Segment(slot, segment) => {
            let slot = row.and_then(|row| origin.slots().iter().find(|slot| slot.id == row)).unwrap_or(slot);
            let start = item::free_place(origin, slot, id, time, origin.segment_duration(segment).into()) as f32;
            let segment = Segment { start, ..segment.clone() };
            Some(Command::Montage(scene.host.id, MontageCommand::SetSegment { slot: slot.id, segment }))
        }
        Item::Notify(notify) => {
            let track = row.filter(|row| origin.tracks().iter().any(|track| track.id == *row)).unwrap_or(notify.track);
            let latest = (origin.length() - f64::from(notify.duration.unwrap_or(0.0))).max(0.0);
            let time = time.clamp(0.0, latest) as f32;
            Some(Command::Notify(scene.host.id, NotifyCommand::Set(Notify { time, track, ..notify.clone() })))
        }
    }
}

fn plan_trim(
    scene: &Scene<'_>,
    session: &Session,
    origin: &Host<'_>,
    id: Id,
    delta: f64,
    at_start: bool,
    snapping: bool,
) -> Plan {
    let (start, end) = item::span(origin, id)?;
    let edge = if at_start { start } else { end };
    let (time, target) = snapped(scene, session, origin, edge + delta, &[], &[id], snapping);
    let frame = 1.0 / origin.frame_rate();
    let time = if at_start { time.min(end - frame) } else { time.max(start + frame) };
    let command = match item::find(origin, id)? {
        Item::Section(_) | Item::SyncMarker(_) | Item::Note(_) | Item::Curve(_) | Item::CurveKey(..) => return None,
        Item::Notify(notify) => {
            let (from, to) = if at_start { (time.max(0.0), end) } else { (start, time.min(origin.length())) };
            let resized = Notify { time: from as f32, duration: Some((to - from) as f32), ..notify.clone() };
            Command::Notify(scene.host.id, NotifyCommand::Set(resized))
        }
        Item::Segment(slot, segment) => {
            let segment = trimmed(origin, slot, segment, time, at_start)?;
            Command::Montage(scene.host.id, MontageCommand::SetSegment { slot: slot.id, segment })
        }
    };
    Some((command, time, target))
}

/// `longer` is how many seconds the handle was dragged away from its end of the montage.
fn plan_blend(scene: &Scene<'_>, origin: &Host<'_>, longer: f64, into: bool) -> Plan {
    let montage = origin.montage()?;
    let blend = if into { montage.blend_in.clone() } else { montage.blend_out.clone() };
    let rate = origin.frame_rate();
    let wanted = (f64::from(blend.time) + longer).clamp(0.0, origin.length());
    let time = (wanted * rate).round() / rate;
    let blend = asset::montage::Blend { time: time as f32, ..blend };
    let command = if into { MontageCommand::SetBlendIn(blend) } else { MontageCommand::SetBlendOut(blend) };
    let at = if into { time } else { origin.length() - time };
    Some((Command::Montage(scene.host.id, command), at, None))
}

/// Stops at the neighbours and at the ends of the clip. The end of a looped segment adds and removes loops.
fn trimmed(host: &Host<'_>, slot: &Slot, segment: &Segment, time: f64, at_start: bool) -> Option<Segment> {
    let clip = host.project.clips.get(&segment.clip)?;
    let rate = f64::from((segment.rate * clip.rate_scale).abs());
    let (start, end) = (f64::from(segment.start), f64::from(segment.start + host.segment_duration(segment)));
    if time == if at_start { start } else { end } {
        return Some(segment.clone());
    }
    let others = || slot.segments.iter().filter(|other| other.id != segment.id);
    let previous = others()
        .map(|o| f64::from(o.start + host.segment_duration(o)))
        .filter(|e| *e <= start + 1e-4)
        .fold(0.0, f64::max);
    let next = others().map(|o| f64::from(o.start)).filter(|s| *s >= end - 1e-4).fold(f64::INFINITY, f64::min);
    if !at_start && segment.loops > 1 {
        let one = f64::from(segment.clip_end - segment.clip_begin) / rate;
        let most = ((next - start) / one + 1e-4).floor().clamp(1.0, 10_000.0);
        let loops = ((time - start) / one).round().clamp(1.0, most) as u32;
        return Some(Segment { loops, ..segment.clone() });
    }
    let time = if at_start { time.max(previous) } else { time.min(next) };
    let cut = (if at_start { time - start } else { end - time }) * rate;
    let forward = segment.rate * clip.rate_scale > 0.0;
    let mut trimmed = segment.clone();
    let shortest = rate / host.frame_rate();
    if at_start == forward {
        let begin = (f64::from(segment.clip_begin) + cut).clamp(0.0, f64::from(segment.clip_end) - shortest);
        trimmed.clip_begin = begin as f32;
    } else {
        let end =
            (f64::from(segment.clip_end) - cut).min(clip.length().into()).max(f64::from(segment.clip_begin) + shortest);
        trimmed.clip_end = end as f32;
    }
    if at_start {
        trimmed.start = (end - f64::from(host.segment_duration(&trimmed))).max(0.0) as f32;
    }
    Some(trimmed)
}

fn box_ui(
    ui: &mut Ui,
    scene: &Scene<'_>,
    session: &Session,
    before: &BTreeSet<Id>,
    drag: &Drag,
    pointer: Pos2,
    actions: &mut Vec<Action>,
) {
    let rect = Rect::from_two_pos(drag.press, pointer);
    let painter = ui.painter();
    painter.rect_filled(rect, 0.0, theme::ACCENT_FILL.gamma_multiply(0.4));
    painter.rect_stroke(rect, 0.0, Stroke::new(1.0, theme::ACCENT), StrokeKind::Inside);
    let touched = session.timeline.places.items.iter().filter(|(_, item)| item.intersects(rect)).map(|(id, _)| *id);
    let items: BTreeSet<Id> = before.iter().copied().chain(touched).collect();
    if items != scene.selection.items {
        actions.push(SelectAction::These(Selection { asset: Some(scene.host.id), items }).into());
    }
}
