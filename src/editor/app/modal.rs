//! The question before work would be lost, and toasts.

pub(crate) mod confirm;

use super::App;
use crate::{
    action::{EditorAction, FileAction},
    icons, parts, theme,
    toast::Tone,
};
use confirm::Confirm;
use egui::{Align, Align2, CornerRadius, Id, Key, Layout, Rect, Stroke, vec2};
use words::tr;

/// Assets that are named in the question.
const MOST_LISTED: usize = 10;

enum UnsavedWorkChoice {
    Save,
    Discard,
    Cancel,
}

impl App {
    pub(super) fn modal_ui(&mut self, ctx: &egui::Context) {
        let Some(Confirm::Unsaved(action)) = &self.dialogs.confirm else {
            return;
        };
        let closing = matches!(action, EditorAction::File(FileAction::Quit));
        let name = self.document.project().name.clone();
        let changed = self.changed_assets();
        let mut choice = None;
        let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(16);
        let modal = egui::Modal::new(Id::unique("unsaved changes"))
            .frame(frame)
            .show(ctx, |ui| {
                ui.set_width(440.0);
                let line = if closing {
                    tr!("Save changes to {name} before quitting?")
                } else {
                    tr!("Save changes to {name} before opening another project?")
                };
                ui.label(egui::RichText::new(line).font(theme::title()));
                ui.add_space(8.0);
                let edits = match self.document.steps_since_saved() {
                    Some(0) => tr!("Files missing on disk are").to_owned(),
                    Some(1) => tr!("1 edit is").to_owned(),
                    Some(count) => tr!("{count} edits are"),
                    None => tr!("Your changes are").to_owned(),
                };
                let later = if self.disk.journal.is_kept() {
                    tr!("Discarded changes stay for 7 days under File › Recover unsaved work….")
                } else {
                    tr!("Discarded changes are lost.")
                };
                ui.label(
                    egui::RichText::new(tr!("{edits} not saved. {later}")).color(theme::TEXT_2),
                );
                ui.add_space(8.0);
                changed_ui(ui, &changed);
                ui.add_space(12.0);
                choice = buttons_ui(ui, closing);
            });
        if modal.should_close() || ctx.input(|input| input.key_pressed(Key::Escape)) {
            choice = Some(UnsavedWorkChoice::Cancel);
        }
        let Some(choice) = choice else { return };
        let Some(Confirm::Unsaved(action)) = self.dialogs.confirm.take() else {
            return;
        };
        match choice {
            UnsavedWorkChoice::Save => self.save_then(ctx, action),
            UnsavedWorkChoice::Discard => self.act(ctx, action),
            UnsavedWorkChoice::Cancel => {}
        }
    }

    /// Names of changed assets; a deleted one is marked as such.
    fn changed_assets(&self) -> Vec<String> {
        let (now, saved) = (self.document.project(), self.document.saved());
        let changed = now
            .assets()
            .filter(|(id, _)| !self.document.is_asset_saved(*id));
        let gone = saved.assets().filter(|(id, _)| now.kind(*id).is_none());
        let changed = changed.map(|(_, asset)| asset.name().to_owned());
        changed
            .chain(gone.map(|(_, asset)| tr!("{} (deleted)", asset.name())))
            .collect()
    }

    pub(super) fn toasts_ui(&mut self, ctx: &egui::Context) {
        let now = self.session.now;
        self.session
            .toasts
            .retain(|toast| toast.until.is_none_or(|until| now < until));
        let mut closed = None;
        let area = ctx.content_rect();
        let mut bottom = area.bottom() - theme::STATUS_BAR - 12.0;
        for (at, toast) in self.session.toasts.iter_mut().enumerate().rev() {
            let until = *toast.until.get_or_insert(now + toast.lifetime());
            if until.is_finite() {
                ctx.request_repaint_after_secs((until - now).max(0.0) as f32);
            }
            let shown = egui::Area::new(Id::unique(("toast", at)))
                .order(egui::Order::Foreground)
                .pivot(Align2::RIGHT_BOTTOM)
                .fixed_pos(egui::pos2(area.right() - 12.0, bottom))
                .show(ctx, |ui| {
                    let icon = match toast.tone {
                        Tone::Ok => icons::CHECK_CIRCLE,
                        Tone::Warning => icons::WARNING,
                        Tone::Error => icons::X_CIRCLE,
                    };
                    let frame = egui::Frame::new()
                        .fill(theme::RAISE)
                        .stroke(Stroke::new(1.0, theme::HAIR_STRONG))
                        .corner_radius(CornerRadius::same(4))
                        .inner_margin(10);
                    frame.show(ui, |ui| {
                        ui.set_width(380.0);
                        ui.horizontal(|ui| {
                            ui.label(
                                egui::RichText::new(icon)
                                    .font(theme::icon(16.0))
                                    .color(toast.color()),
                            );
                            ui.vertical(|ui| {
                                ui.set_width(320.0);
                                ui.label(egui::RichText::new(&toast.title).font(theme::medium()));
                                ui.label(
                                    egui::RichText::new(&toast.line)
                                        .font(theme::small())
                                        .color(theme::TEXT_2),
                                );
                            });
                            if parts::icon_button(ui, icons::X, tr!("Close message"), false)
                                .clicked()
                            {
                                closed = Some(at);
                            }
                        });
                    })
                });
            let rect = shown.response.rect;
            let edge = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
            ctx.layer_painter(shown.response.layer_id)
                .rect_filled(edge, 1.0, toast.color());
            bottom = rect.top() - 8.0;
        }
        if let Some(at) = closed {
            self.session.toasts.remove(at);
        }
    }
}

fn changed_ui(ui: &mut egui::Ui, changed: &[String]) {
    for name in changed.iter().take(MOST_LISTED) {
        ui.label(
            egui::RichText::new(format!("•  {name}"))
                .font(theme::text())
                .color(theme::TEXT),
        );
    }
    if let Some(more) = changed
        .len()
        .checked_sub(MOST_LISTED)
        .filter(|more| *more > 0)
    {
        ui.label(
            egui::RichText::new(tr!("and {more} more"))
                .font(theme::text())
                .color(theme::TEXT_2),
        );
    }
}

/// The safest choice has the focus.
fn buttons_ui(ui: &mut egui::Ui, closing: bool) -> Option<UnsavedWorkChoice> {
    let (save, discard) = if closing {
        (tr!("Save and quit"), tr!("Quit without saving"))
    } else {
        (tr!("Save"), tr!("Discard"))
    };
    let mut choice = None;
    ui.horizontal(|ui| {
        let discard = egui::Button::new(
            egui::RichText::new(discard)
                .font(theme::medium())
                .color(theme::ERROR),
        )
        .stroke(Stroke::new(1.0, theme::ERROR));
        if ui.add(discard.min_size(vec2(0.0, theme::BUTTON))).clicked() {
            choice = Some(UnsavedWorkChoice::Discard);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if parts::button(ui, None, save, true).clicked() {
                choice = Some(UnsavedWorkChoice::Save);
            }
            let cancel = parts::button(ui, None, tr!("Cancel"), false);
            if ui.ctx().memory(|memory| memory.focused().is_none()) {
                cancel.request_focus();
            }
            if cancel.clicked() {
                choice = Some(UnsavedWorkChoice::Cancel);
            }
        });
    });
    choice
}
