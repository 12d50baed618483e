//! What a drag does, in words beside the pointer: what results, never what was wished for.

use super::{
    TimelineDrag, outline,
    plan::{DragStage, Plan, TimelineDragMotion},
};
use crate::{
    parts, theme,
    timeline::{
        DragKind,
        beside_pointer::{lines_ui, tip_painter},
        host::TimelineHost,
        item::{self, Item},
    },
};
use asset::{Id, Project};
use document::EditError;
use egui::{Color32, Painter, Rect, Stroke, Ui, pos2, vec2};
use words::{noun, tr};

/// Old → new, what goes along, and the reason where it is refused.
pub(super) fn chip_ui(
    ui: &Ui,
    stage: &DragStage<'_>,
    drag: &TimelineDrag,
    plan: &Plan,
    outcome: &Result<Project, EditError>,
    pull: &TimelineDragMotion,
) {
    let after = outcome
        .as_ref()
        .ok()
        .and_then(|project| TimelineHost::new(project, stage.origin.id));
    let lines = match (&after, outcome) {
        (Some(after), _) => lines(stage, drag, plan, after, pull),
        (None, Err(error)) => vec![(error.to_string(), theme::ERROR)],
        (None, Ok(_)) => return,
    };
    let painter = tip_painter(ui);
    lines_ui(ui, &lines, pull.pointer);
    if plan.note.is_some() {
        short_edge_ui(&painter, stage, drag, after.as_ref());
    }
    let Some(target) = &stage.state.snapped else {
        return;
    };
    let x = stage.scene.x(target.time);
    let top = stage.state.places.ruler_top;
    painter.vline(
        x,
        top..=ui.max_rect().bottom(),
        Stroke::new(1.0, theme::ACCENT),
    );
    let label = painter.layout_no_wrap(format!("= {}", target.name), theme::small(), theme::ACCENT);
    let back = Rect::from_min_size(pos2(x + 3.0, top - 15.0), label.size() + vec2(8.0, 2.0));
    painter.rect_filled(back, 2.0, theme::RAISE);
    painter.galley(back.min + vec2(4.0, 1.0), label, theme::ACCENT);
}

/// The edge where the clip has no more.
fn short_edge_ui(
    painter: &Painter,
    stage: &DragStage<'_>,
    drag: &TimelineDrag,
    after: Option<&TimelineHost<'_>>,
) {
    let (DragKind::TrimStart(id) | DragKind::TrimEnd(id)) = drag.kind else {
        return;
    };
    let Some((from, to)) = after.and_then(|after| item::span(after, id)) else {
        return;
    };
    let x = stage
        .scene
        .x(if matches!(drag.kind, DragKind::TrimStart(_)) {
            from
        } else {
            to
        });
    let rect = stage
        .state
        .places
        .items
        .iter()
        .find(|(known, _)| *known == id)
        .map(|(_, rect)| *rect);
    if let Some(rect) = rect {
        painter.vline(x, rect.y_range(), Stroke::new(2.0, theme::ERROR));
    }
}

fn lines(
    stage: &DragStage<'_>,
    drag: &TimelineDrag,
    plan: &Plan,
    after: &TimelineHost<'_>,
    pull: &TimelineDragMotion,
) -> Vec<(String, Color32)> {
    let mut lines: Vec<(String, Color32)> = first_line(stage, drag, after)
        .map(|line| (line, theme::TEXT))
        .into_iter()
        .collect();
    lines.extend(plan.note.iter().map(|note| (note.clone(), theme::ERROR)));
    if let DragKind::Move(id) = drag.kind {
        lines.extend(section_line(stage, drag, after, id).map(|line| (line, theme::TEXT_2)));
    }
    if pull.ripples && !pull.copies {
        lines.extend(ripple_line(stage, after, drag).map(|line| (line, theme::ACCENT)));
    }
    lines
}

/// Line about the grabbed item or its copy.
fn first_line(
    stage: &DragStage<'_>,
    drag: &TimelineDrag,
    after: &TimelineHost<'_>,
) -> Option<String> {
    let origin = stage.origin;
    let rate = origin.frame_rate();
    let change = |old: f64, new: f64| {
        let (from, to) = (frame_text(old * rate), frame_text(new * rate));
        format!("{old:.3} → {new:.3} s · f {from} → {to}")
    };
    match drag.kind {
        DragKind::Move(id) => {
            let is_copy = drag.copies.contains_key(&id);
            let shown = drag.copies.get(&id).copied().unwrap_or(id);
            let (old, new) = (item::span(origin, id)?, item::span(after, shown)?);
            let text = change(old.0, new.0);
            let text = if is_copy { tr!("Copy · {text}") } else { text };
            match (item::find(origin, id), item::find(after, shown)) {
                (Some(Item::CurveKey(_, was)), Some(Item::CurveKey(_, is))) => {
                    Some(format!("{text} · {:.3} → {:.3}", was.value, is.value))
                }
                _ => Some(text),
            }
        }
        DragKind::TrimStart(id) => {
            Some(change(item::span(origin, id)?.0, item::span(after, id)?.0) + &source(after, id))
        }
        DragKind::TrimEnd(id) => {
            Some(change(item::span(origin, id)?.1, item::span(after, id)?.1) + &source(after, id))
        }
        DragKind::Roll(id, _) => Some(tr!(
            "Roll · {}",
            change(item::span(origin, id)?.1, item::span(after, id)?.1)
        )),
        DragKind::Slide(id) => Some(tr!(
            "Slide · {}",
            change(item::span(origin, id)?.0, item::span(after, id)?.0)
        )),
        DragKind::Slip(id) => Some(tr!("Slip{}", source(after, id))),
        DragKind::Rate(id, _) => {
            let rate = |host: &TimelineHost<'_>| {
                host.montage()?.segment(id).map(|(_, segment)| segment.rate)
            };
            Some(tr!("Rate · {:.2} → {:.2} ×", rate(origin)?, rate(after)?))
        }
        DragKind::Tangent { key, out } => {
            let Some(Item::CurveKey(_, key)) = item::find(after, key) else {
                return None;
            };
            let slope = if out { key.out_tangent } else { key.in_tangent };
            Some(tr!("slope {slope:.2} per second"))
        }
        DragKind::BlendIn | DragKind::BlendOut => {
            let into = drag.kind == DragKind::BlendIn;
            let time = |host: &TimelineHost<'_>| {
                host.montage().map(|montage| {
                    if into {
                        montage.blend_in.time
                    } else {
                        montage.blend_out.time
                    }
                })
            };
            let name = if into {
                tr!("Blend in")
            } else {
                tr!("Blend out")
            };
            Some(format!(
                "{name} · {:.3} → {:.3} s",
                time(origin)?,
                time(after)?
            ))
        }
        DragKind::Link(_) | DragKind::Box(_) | DragKind::Scrub => None,
    }
}

/// Whole frames without a fraction.
fn frame_text(frame: f64) -> String {
    if (frame - frame.round()).abs() < 0.05 {
        format!("{frame:.0}")
    } else {
        format!("{frame:.1}")
    }
}

/// The part of the clip that a segment plays.
fn source(host: &TimelineHost<'_>, id: Id) -> String {
    match item::find(host, id) {
        Some(Item::Segment(_, segment)) => {
            tr!(
                " · source {:.3} to {:.3} s",
                segment.clip_begin,
                segment.clip_end
            )
        }
        _ => String::new(),
    }
}

/// Line about the section that the item now belongs to; None if its section is unchanged.
fn section_line(
    stage: &DragStage<'_>,
    drag: &TimelineDrag,
    after: &TimelineHost<'_>,
    id: Id,
) -> Option<String> {
    let shown = drag.copies.get(&id).copied().unwrap_or(id);
    let section = |host: &TimelineHost<'_>, id: Id| {
        if matches!(item::find(host, id)?, Item::Section(_)) {
            return None;
        }
        let time = item::span(host, id)?.0;
        host.sections()
            .iter()
            .rev()
            .find(|section| f64::from(section.start) <= time + 1e-4)
            .map(|it| it.name.clone())
    };
    let now = section(after, shown)?;
    (section(stage.origin, id).as_ref() != Some(&now)).then(|| tr!("in {now}"))
}

/// Line with the numbers of items that move along, change their length, or stay although they are
/// later.
fn ripple_line(
    stage: &DragStage<'_>,
    after: &TimelineHost<'_>,
    drag: &TimelineDrag,
) -> Option<String> {
    let grabbed = match drag.kind {
        DragKind::Move(id)
        | DragKind::TrimStart(id)
        | DragKind::TrimEnd(id)
        | DragKind::Rate(id, _) => id,
        _ => return None,
    };
    let Some(Item::Segment(..)) = item::find(stage.origin, grabbed) else {
        return None;
    };
    let others: Vec<Id> = outline::changed(stage.origin, after)
        .into_iter()
        .filter(|id| *id != grabbed)
        .collect();
    let length =
        |host: &TimelineHost<'_>, id: Id| item::span(host, id).map_or(0.0, |(from, to)| to - from);
    let is_section = |id: Id| matches!(item::find(stage.origin, id), Some(Item::Section(_)));
    let stretches = |id: &&Id| {
        !is_section(**id) && (length(stage.origin, **id) - length(after, **id)).abs() > 1e-5
    };
    let stretched = others.iter().filter(stretches).count();
    let from = item::span(stage.origin, grabbed)?
        .0
        .min(item::span(after, grabbed)?.0);
    let is_later = |id: &Id| item::span(stage.origin, *id).is_some_and(|span| span.0 > from + 1e-4);
    let all = item::all(stage.origin);
    let stay = all
        .iter()
        .filter(|id| **id != grabbed && is_later(id) && !others.contains(id))
        .count();
    let parts = [
        (others.len() - stretched, noun!("moves", "move")),
        (stretched, noun!("stretches", "stretch")),
        (stay, noun!("stays", "stay")),
    ];
    let told: Vec<String> = parts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, does)| parts::count(count, does))
        .collect();
    Some(if told.is_empty() {
        tr!("Ripple").to_owned()
    } else {
        tr!("Ripple · {}", told.join(", "))
    })
}
