//! The line from a section's port to the section that is to follow it.

use super::{Drag, Scene};
use crate::{
    action::{Action, EditAction},
    session::Session,
    theme,
};
use asset::Id;
use document::{Command, MontageCommand};
use egui::{Pos2, Stroke, Ui};

pub(super) fn link_ui(
    ui: &mut Ui,
    scene: &Scene<'_>,
    session: &Session,
    drag: &Drag,
    from: Id,
    pointer: Pos2,
    actions: &mut Vec<Action>,
) {
    ui.painter().line_segment([drag.press, pointer], Stroke::new(1.5, theme::ACCENT));
    ui.painter().circle_stroke(pointer, 6.0, Stroke::new(1.5, theme::ACCENT));
    if ui.input(|input| input.pointer.primary_down()) {
        return;
    }
    let is_section = |id: &Id| scene.host.sections().iter().any(|section| section.id == *id);
    let hit =
        session.timeline.places.items.iter().find(|(id, rect)| is_section(id) && rect.expand(4.0).contains(pointer));
    let link = MontageCommand::LinkSection { from, to: hit.map(|(id, _)| *id) };
    actions.push(EditAction::Perform(Command::Montage(scene.host.id, link), None).into());
}
