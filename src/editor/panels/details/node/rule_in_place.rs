//! The rule of a transition or conduit in a field where it stands on the canvas.

use super::{
    PropertyRows,
    machine::{self, RuleField},
};
use crate::{
    action::EditorAction, canvas::RuleInPlace, parts, session::Session, theme, views::PanelViews,
};
use asset::{Id, PoseGraph, Project, graph::Rule};
use egui::{Area, Frame, Order, Popup, Rect, Ui, vec2};

/// Width of the field, points; no more than the canvas.
const WIDTH: f32 = 560.0;
/// Around the field, points.
const MARGIN: f32 = 16.0;

/// Shows the field while a rule of the graph is edited on the canvas. It is closed by Enter, Esc,
/// and by whatever takes the keyboard from it.
pub fn rule_in_place_ui(
    ui: &Ui,
    project: &Project,
    (asset, graph): (Id, &PoseGraph),
    (session, views): (&Session, &mut PanelViews),
    actions: &mut Vec<EditorAction>,
) {
    let view = &views.kinds.graph;
    let (Some(mut rule), Some(canvas)) = (view.rule, view.rect) else {
        return;
    };
    let Some(at) = rule.at else { return };
    let width = WIDTH
        .min(canvas.width() - 2.0 * MARGIN)
        .max(theme::LABEL_COLUMN + 80.0);
    let area = Area::new(ui.scope_id().with("rule in place"))
        .order(Order::Middle)
        .constrain_to(canvas.shrink(MARGIN))
        .fixed_pos(at + vec2(-width / 2.0, MARGIN));
    let shown = area.show(ui.ctx(), |ui| {
        let frame = Frame::popup(ui.style()).inner_margin(vec2(4.0, 6.0));
        frame.show(ui, |ui| {
            ui.set_width(width);
            let mut rows = PropertyRows::new(asset, (session, views), actions);
            let field = machine::rule_alone_ui(ui, &mut rows, project, graph, rule.item);
            is_open(ui, field, graph, &mut rule)
        })
    });
    let frame = shown.inner;
    let stays = frame.inner && !is_left(ui, &rule, frame.response.rect);
    views.kinds.graph.rule = stays.then_some(rule);
}

/// Whether the field stays after this pass. Its first pass only gives it the keyboard.
fn is_open(ui: &Ui, field: RuleField, graph: &PoseGraph, rule: &mut RuleInPlace) -> bool {
    let RuleField::Typed(field) = field else {
        return matches!(field, RuleField::Shared);
    };
    if rule.has_focus {
        return !field.lost_focus();
    }
    if let Some((.., Rule::Text(text))) = machine::rule_of(graph, rule.item) {
        rule.has_focus = parts::focus_all(ui, field.id, text);
    }
    true
}

/// Whether something else was pressed, or Esc, where no field has the keyboard.
fn is_left(ui: &Ui, rule: &RuleInPlace, rect: Rect) -> bool {
    let (pressed, escaped) = ui.input(|input| {
        let at = input.pointer.interact_pos();
        let pressed = input.pointer.any_pressed() && at.is_some_and(|at| !rect.contains(at));
        (pressed, input.key_pressed(egui::Key::Escape))
    });
    let is_busy = rule.has_focus || Popup::is_any_open(ui.ctx());
    !is_busy && (pressed || escaped)
}
