//! Which of the panels keys go to: the one clicked last, or reached by F6.

use crate::dock::Panel;
use egui::{Context, Event, LayerId, Rect, Stroke, StrokeKind, Ui};

#[derive(Clone, Copy, Debug)]
struct PanelArea {
    panel: Panel,
    rect: Rect,
    layer: LayerId,
}

/// Rectangles of the panels that were shown in this pass, and the active panel.
#[derive(Debug)]
pub struct Panels {
    /// The panel that keys go to; the timeline at the start.
    pub active: Panel,
    shown: Vec<PanelArea>,
    last_press: Option<egui::Pos2>,
    /// Passes without the active one.
    missed: u8,
}

impl Default for Panels {
    fn default() -> Self {
        Self {
            active: Panel::Timeline,
            shown: Vec::new(),
            last_press: None,
            missed: 0,
        }
    }
}

impl Panels {
    /// Each panel says so, each pass.
    pub fn note(&mut self, panel: Panel, ui: &Ui) {
        self.shown.push(PanelArea {
            panel,
            rect: ui.max_rect(),
            layer: ui.layer_id(),
        });
    }

    /// A press on a panel makes it the active one; one on a menu or a dialog above it does not.
    pub fn follow_pointer(&mut self, ctx: &Context) {
        let presses: Vec<egui::Pos2> = ctx.input(|input| {
            let press = |event: &Event| match event {
                Event::PointerButton {
                    pos, pressed: true, ..
                } => Some(*pos),
                _ => None,
            };
            input.events.iter().filter_map(press).collect()
        });
        self.leave_hidden();
        for at in presses {
            self.last_press = Some(at);
            let layer = ctx.layer_id_at(at).unwrap_or(LayerId::background());
            if let Some(shown) = self
                .shown
                .iter()
                .find(|shown| shown.layer == layer && shown.rect.contains(at))
            {
                self.active = shown.panel;
                leave_field(ctx, at);
            }
        }
        self.shown.clear();
    }

    /// Another tab was chosen: what is shown where the press was takes over. One pass is needed to
    /// show a new panel.
    fn leave_hidden(&mut self) {
        let is_shown = self.shown.iter().any(|shown| shown.panel == self.active);
        self.missed = if is_shown {
            0
        } else {
            self.missed.saturating_add(1)
        };
        let at = self.last_press.filter(|_| self.missed > 1);
        if let Some(shown) =
            at.and_then(|at| self.shown.iter().find(|shown| shown.rect.contains(at)))
        {
            self.active = shown.panel;
        }
    }

    /// The next one in reading order, or the one before.
    pub fn step(&mut self, by: isize) {
        let mut order = self.shown.clone();
        order.sort_by(|a, b| {
            a.rect
                .left()
                .total_cmp(&b.rect.left())
                .then(a.rect.top().total_cmp(&b.rect.top()))
        });
        let at = order.iter().position(|shown| shown.panel == self.active);
        let Some(count) = isize::try_from(order.len()).ok().filter(|count| *count > 0) else {
            return;
        };
        let next = at.map_or(0, |at| (at as isize + by).rem_euclid(count) as usize);
        self.active = order[next].panel;
    }

    /// Paints a frame around the panel that keys go to.
    pub fn frame_ui(&self, ctx: &Context) {
        let Some(shown) = self.shown.iter().find(|shown| shown.panel == self.active) else {
            return;
        };
        let stroke = Stroke::new(1.0, crate::theme::ACCENT.gamma_multiply(0.6));
        ctx.layer_painter(shown.layer)
            .rect_stroke(shown.rect, 0.0, stroke, StrokeKind::Inside);
    }
}

/// A press into a panel ends typing elsewhere, whether a click or a drag comes of it: keys are for
/// what was pressed.
fn leave_field(ctx: &Context, press: egui::Pos2) {
    let Some(focused) = ctx.memory(|memory| memory.focused()) else {
        return;
    };
    let field = ctx.read_response(focused);
    if ctx.text_edit_focused() && field.is_none_or(|field| !field.rect.contains(press)) {
        ctx.memory_mut(|memory| memory.surrender_focus(focused));
    }
}
