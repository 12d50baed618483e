//! Dragging a link: where it could lead, and what letting go would do.

use super::arrows::curve;
use crate::{
    action::{EditAction, EditorAction},
    theme,
    timeline::state::TimelineState,
    timeline::{TimelineDrag, beside_pointer, host::TimelineHost, scene::TimelineScene},
};
use asset::{Id, montage::Section};
use document::{Command, MontageCommand};
use egui::{CornerRadius, Pos2, Rect, Stroke, StrokeKind, Ui, vec2};
use words::tr;

/// Draws the dragged link from section `from` to the pointer; on release it links to the target
/// under the pointer, if any.
pub(crate) fn link_ui(
    ui: &Ui,
    scene: &TimelineScene<'_>,
    state: &TimelineState,
    drag: &TimelineDrag,
    (from, pointer): (Id, Pos2),
    actions: &mut Vec<EditorAction>,
) {
    let Some(section) = section(&scene.host, from) else {
        return;
    };
    let places = &state.places;
    let is_section = |id: &Id| {
        scene
            .host
            .sections()
            .iter()
            .any(|section| section.id == *id)
    };
    let headers = places
        .items
        .iter()
        .filter(|(id, _)| is_section(id))
        .map(|(id, rect)| (*rect, Some(*id)));
    let targets = || places.flow.iter().copied().chain(headers.clone());
    let hit = targets().find(|(rect, _)| rect.expand(4.0).contains(pointer));
    for (rect, to) in &places.flow {
        ring(ui, *rect, hit.is_some_and(|(_, other)| other == *to));
    }
    if let Some((rect, _)) = hit {
        ring(ui, rect, true);
    }
    let start = places
        .flow
        .iter()
        .find(|(_, to)| *to == Some(from))
        .map_or(drag.press, |(rect, _)| rect.right_center());
    let end = hit.map_or(pointer, |(rect, _)| rect.left_center() - vec2(3.0, 0.0));
    // Under the boxes between, whose names stay to be read.
    let sag = (start.distance(end) * 0.15).min(24.0);
    ui.painter()
        .line(curve(start, end, -sag), Stroke::new(1.5, theme::ACCENT));
    if hit.is_none() {
        ui.painter()
            .circle_stroke(pointer, 6.0, Stroke::new(1.5, theme::ACCENT));
    }
    if ui.input(|input| input.pointer.primary_down()) {
        let color = if hit.is_some() {
            theme::TEXT
        } else {
            theme::TEXT_2
        };
        beside_pointer::lines_ui(
            ui,
            &[(said(&scene.host, section, hit.map(|(_, to)| to)), color)],
            pointer,
        );
    } else if let Some((_, to)) = hit.filter(|(_, to)| *to != section.next) {
        let link = MontageCommand::LinkSection { from, to };
        actions.push(EditAction::Perform(Command::Montage(scene.host.id, link), None).into());
    }
}

fn section<'a>(host: &TimelineHost<'a>, id: Id) -> Option<&'a Section> {
    host.sections().iter().find(|section| section.id == id)
}

/// Line about what releasing the link would do. `target` is None without a target, and Some(None)
/// for the end of the montage.
fn said(host: &TimelineHost<'_>, from: &Section, target: Option<Option<Id>>) -> String {
    let name = &from.name;
    match target {
        None => tr!("No link target here").to_owned(),
        Some(to) if to == from.next => tr!("{name} unchanged"),
        Some(None) => tr!("{name} ends the montage"),
        Some(Some(to)) if to == from.id => tr!("Loop {name}"),
        Some(Some(to)) => tr!(
            "Link {name} → {}",
            section(host, to).map_or("", |section| &section.name)
        ),
    }
}

fn ring(ui: &Ui, rect: Rect, is_hit: bool) {
    let stroke = if is_hit {
        Stroke::new(2.0, theme::ACCENT)
    } else {
        Stroke::new(1.0, theme::over(theme::BASE, theme::ACCENT, 0.6))
    };
    ui.painter().rect_stroke(
        rect.expand(3.0),
        CornerRadius::same(6),
        stroke,
        StrokeKind::Inside,
    );
}
