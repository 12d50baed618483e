//! The field of the time to go to, in place of the time that the ruler tells.

use super::{scene::TimelineScene, state::Asking};
use crate::{
    action::{EditorAction, TransportAction},
    parts::{self, Scale},
    theme,
    timeline::state::TimelineState,
};
use egui::{Key, Rect, Stroke, StrokeKind, TextEdit, Ui, vec2};
use words::tr;

/// Returns whether it is open. Enter goes there, anything else that takes the focus away leaves it.
pub(super) fn field_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    state: &mut TimelineState,
    header: Rect,
    actions: &mut Vec<EditorAction>,
) -> bool {
    let position = scene.session.playhead(scene.host.id);
    let Some(asking) = state
        .asking
        .as_mut()
        .filter(|_| scene.session.active == Some(scene.host.id))
    else {
        return false;
    };
    let id = ui.scope_id().with("go to");
    if !asking.has_focus {
        asking.has_focus = parts::focus_all(ui, id, &asking.text);
        return true;
    }
    let rect = Rect::from_min_size(
        header.min + vec2(8.0, 4.0),
        vec2(header.width() - 16.0, theme::FIELD),
    );
    let field = TextEdit::singleline(&mut asking.text)
        .font(theme::medium())
        .id(id);
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(rect));
    let response = inner.put(rect, field).accessible_name(tr!("Go to time"));
    if response.changed() {
        asking.refusal = None;
    }
    if let Some(reason) = &asking.refusal {
        ui.painter().rect_stroke(
            rect,
            3.0,
            Stroke::new(1.0, theme::ERROR),
            StrokeKind::Inside,
        );
        response.show_tooltip_text(egui::RichText::new(reason).color(theme::ERROR));
    }
    if !response.lost_focus() {
        return true;
    }
    let is_entered = ui.input(|input| input.key_pressed(Key::Enter));
    match asked(scene, asking, position) {
        Err(reason) if is_entered => {
            asking.refusal = Some(reason);
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        Ok(time) if is_entered => {
            actions.push(TransportAction::GoTo(time).into());
            state.asking = None;
        }
        _ => state.asking = None,
    }
    true
}

/// Seconds, in whatever unit they were typed.
fn asked(scene: &TimelineScene<'_>, asking: &Asking, position: f64) -> Result<f64, String> {
    let length = scene.host.length();
    let scale = Scale {
        frame_rate: Some(scene.host.frame_rate()),
        whole: Some(length),
        unit: None,
        of: None,
    };
    let time = parts::evaluate(&asking.text, "s", position, scale)?;
    if (0.0..=length).contains(&time) {
        Ok(time)
    } else {
        Err(tr!("{time:.3} s is outside 0.000 to {length:.3} s"))
    }
}
