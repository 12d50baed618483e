//! The panels that keys can belong to, and which of them is active: the one clicked last, or reached by F6.

use crate::dock;
use egui::{Context, Event, Order, Rect, Stroke, StrokeKind, Ui};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Panel {
    Assets,
    Skeleton,
    Viewport,
    Timeline,
    Compression,
    Details,
    Log,
}

impl Panel {
    pub fn title(self) -> &'static str {
        match self {
            Panel::Assets => "Assets",
            Panel::Skeleton => "Skeleton",
            Panel::Viewport => "Viewport",
            Panel::Timeline => "Timeline",
            Panel::Compression => "Compression",
            Panel::Details => "Details",
            Panel::Log => "Event log",
        }
    }
}

impl From<dock::Panel> for Panel {
    fn from(panel: dock::Panel) -> Self {
        match panel {
            dock::Panel::Assets => Panel::Assets,
            dock::Panel::Skeleton => Panel::Skeleton,
            dock::Panel::Viewport => Panel::Viewport,
            dock::Panel::Timeline => Panel::Timeline,
            dock::Panel::Compression => Panel::Compression,
            dock::Panel::Details => Panel::Details,
            dock::Panel::EventLog | dock::Panel::Problems | dock::Panel::Jobs => Panel::Log,
        }
    }
}

/// Where the panels were shown in this pass.
#[derive(Debug)]
pub struct Panels {
    pub active: Panel,
    shown: Vec<(Panel, Rect)>,
    last_press: Option<egui::Pos2>,
    /// Passes without the active one.
    missed: u8,
}

impl Default for Panels {
    fn default() -> Self {
        Self { active: Panel::Timeline, shown: Vec::new(), last_press: None, missed: 0 }
    }
}

impl Panels {
    /// Each panel says so, each pass.
    pub fn note(&mut self, panel: Panel, ui: &Ui) {
        self.shown.push((panel, ui.max_rect()));
    }

    /// A press on a panel makes it the active one; one on a menu or a window above it does not.
    pub fn follow_pointer(&mut self, ctx: &Context) {
        let presses: Vec<egui::Pos2> = ctx.input(|input| {
            let press = |event: &Event| match event {
                Event::PointerButton { pos, pressed: true, .. } => Some(*pos),
                _ => None,
            };
            input.events.iter().filter_map(press).collect()
        });
        self.leave_hidden();
        for at in presses {
            self.last_press = Some(at);
            let is_below = ctx.layer_id_at(at).is_none_or(|layer| layer.order == Order::Background);
            if let Some((panel, _)) = self.shown.iter().find(|(_, rect)| is_below && rect.contains(at)) {
                self.active = *panel;
            }
        }
        self.shown.clear();
    }

    /// Another tab was chosen: what is shown where the press was takes over. One pass is needed to show a new panel.
    fn leave_hidden(&mut self) {
        let is_shown = self.shown.iter().any(|(panel, _)| *panel == self.active);
        self.missed = if is_shown { 0 } else { self.missed.saturating_add(1) };
        let at = self.last_press.filter(|_| self.missed > 1);
        if let Some((panel, _)) = at.and_then(|at| self.shown.iter().find(|(_, rect)| rect.contains(at))) {
            self.active = *panel;
        }
    }

    /// The next one in reading order, or the one before.
    pub fn step(&mut self, by: isize) {
        let mut order = self.shown.clone();
        order.sort_by(|a, b| a.1.left().total_cmp(&b.1.left()).then(a.1.top().total_cmp(&b.1.top())));
        let at = order.iter().position(|(panel, _)| *panel == self.active);
        let Some(count) = isize::try_from(order.len()).ok().filter(|count| *count > 0) else { return };
        let next = at.map_or(0, |at| (at as isize + by).rem_euclid(count) as usize);
        self.active = order[next].0;
    }

    /// Around the panel that keys go to.
    pub fn frame_ui(&self, ctx: &Context) {
        let Some((_, rect)) = self.shown.iter().find(|(panel, _)| *panel == self.active) else { return };
        let stroke = Stroke::new(1.0, crate::theme::ACCENT.gamma_multiply(0.6));
        ctx.layer_painter(egui::LayerId::background()).rect_stroke(*rect, 0.0, stroke, StrokeKind::Inside);
    }
}
