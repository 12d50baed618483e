//! Clips that are dragged from the assets onto a slot: their outlines, where they land, and why
//! something else does not.

use super::TimelineScene;
use crate::{
    action::{EditAction, EditorAction, ViewAction},
    panels::assets::view::AssetsView,
    theme,
    timeline::{
        item,
        snap::{self, target::SnapTarget},
    },
    toast::Tone,
    views::{Edits, PanelViews},
};
use asset::{
    Clip, Id,
    montage::{Segment, Slot},
};
use document::{Command, MontageCommand};
use egui::{Align2, Rect, Response, Stroke, StrokeKind, Ui, vec2};
use words::tr;

/// Shows where what is dragged here would land, at the nearest free place, and adds it there. With
/// one of several selected clips the others come along, one after the other.
pub(super) fn drop_ui(
    ui: &Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    (slot, lane): (&Slot, &Response),
    actions: &mut Vec<EditorAction>,
) {
    // A sound goes on a lane of its own.
    if super::sounds::dragged(ui, scene).is_some() {
        return;
    }
    let hovering = lane.dnd_hover_payload::<Id>();
    let (Some(dragged), Some(pointer)) = (
        hovering.or_else(|| lane.dnd_release_payload::<Id>()),
        ui.ctx().pointer_latest_pos(),
    ) else {
        return;
    };
    let is_released = ui.input(|input| input.pointer.any_released());
    let clips = match dropped_clips(scene, &views.assets, *dragged) {
        Ok(clips) => clips,
        Err(reason) if is_released => {
            let title = tr!("Nothing added").to_owned();
            return actions.push(ViewAction::Tell(Tone::Warning, title, reason).into());
        }
        Err(reason) => {
            let at = pointer + vec2(16.0, 0.0);
            ui.painter()
                .text(at, Align2::LEFT_CENTER, reason, theme::text(), theme::WARN);
            return;
        }
    };
    let whole: f64 = clips.iter().map(|(_, clip)| duration(clip)).sum();
    let edges: Vec<SnapTarget> = snap::targets(&scene.host, 0.0, &[]);
    let time = scene.time(pointer.x).max(0.0);
    let wanted = snap::landing(time, whole, &edges, &scene.view, scene.host.frame_rate());
    let start = item::free_place(&scene.host, slot, Id(0), wanted, whole);
    let mut at = start;
    let mut commands = Vec::new();
    for (id, clip) in clips {
        outline(ui, scene, lane.rect, (at, clip));
        commands.push(added(&mut views.edits, scene.host.id, slot, (id, clip, at)));
        at += duration(clip);
    }
    if !is_released {
        return;
    }
    if (start - wanted).abs() > 0.5 / scene.host.frame_rate() {
        let line = tr!("Another segment is at {wanted:.2} s.");
        let title = tr!("Added at {start:.2} s");
        actions.push(ViewAction::Tell(Tone::Ok, title, line).into());
    }
    actions.push(EditAction::Perform(Command::Batch(commands), None).into());
}

/// Seconds on the montage.
fn duration(clip: &Clip) -> f64 {
    f64::from(clip.length() / clip.rate_scale.abs().max(1e-3))
}

fn outline(ui: &Ui, scene: &TimelineScene<'_>, lane: Rect, (start, clip): (f64, &Clip)) {
    let ghost = Rect::from_x_y_ranges(
        scene.x(start)..=scene.x(start + duration(clip)),
        lane.y_range().shrink(3.0),
    );
    let stroke = Stroke::new(1.0, theme::ACCENT);
    ui.painter()
        .rect_stroke(ghost, 3.0, stroke, StrokeKind::Inside);
    ui.painter().text(
        ghost.left_center() + vec2(8.0, 0.0),
        Align2::LEFT_CENTER,
        &clip.name,
        theme::medium(),
        theme::ACCENT,
    );
}

fn added(
    edits: &mut Edits,
    montage: Id,
    slot: &Slot,
    (id, clip, start): (Id, &Clip, f64),
) -> Command {
    let segment = Segment {
        id: edits.id(),
        clip: id,
        start: start as f32,
        clip_begin: 0.0,
        clip_end: clip.length(),
        rate: 1.0,
        loops: 1,
    };
    let slot = slot.id;
    Command::Montage(montage, MontageCommand::AddSegment { slot, segment })
}

/// Clips of the dragged asset and of all assets selected with it, in order of name; Err says why
/// they cannot be added.
fn dropped_clips<'a>(
    scene: &TimelineScene<'a>,
    view: &AssetsView,
    dragged: Id,
) -> Result<Vec<(Id, &'a Clip)>, String> {
    let selected = view.selected(scene.document);
    let all = if selected.contains(&dragged) {
        selected
    } else {
        vec![dragged]
    };
    let found: Result<Vec<(Id, &Clip)>, String> = all
        .into_iter()
        .map(|id| Ok((id, fitting_clip(scene, id)?)))
        .collect();
    let mut clips = found?;
    clips.sort_by(|a, b| a.1.name.cmp(&b.1.name));
    Ok(clips)
}

fn fitting_clip<'a>(scene: &TimelineScene<'a>, id: Id) -> Result<&'a Clip, String> {
    let project = scene.host.project;
    let name = project.asset_name(id).unwrap_or_default();
    let Some(clip) = project.clips.get(&id) else {
        return Err(tr!("“{name}” is not a clip. Only clips go on a slot."));
    };
    if clip.skeleton == scene.host.skeleton() {
        return Ok(clip);
    }
    let skeleton = |id| project.asset_name(id).unwrap_or(tr!("another skeleton"));
    Err(tr!(
        "“{name}” uses {}, and this montage {}.",
        skeleton(clip.skeleton),
        skeleton(scene.host.skeleton())
    ))
}
