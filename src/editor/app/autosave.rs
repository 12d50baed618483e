//! Saving by itself: only where a person chose so, and only into the folder where the project was
//! saved before.

use super::App;
use files::Others;

impl App {
    /// Never during a drag, and after a refusal not before the next time.
    pub(super) fn autosave(&mut self, ctx: &egui::Context) {
        let minutes = self.session.preferences.autosave;
        let Some(path) = self
            .disk
            .path
            .clone()
            .filter(|_| minutes > 0 && !self.is_saved())
        else {
            self.disk.unsaved_since = None;
            return;
        };
        let now = self.session.now;
        let since = *self.disk.unsaved_since.get_or_insert(now);
        let left = since + f64::from(minutes) * 60.0 - now;
        if left > 0.0 {
            ctx.request_repaint_after_secs(left as f32);
        } else if !ctx.input(|input| input.pointer.any_down()) {
            self.disk.unsaved_since = Some(now);
            self.save_to(ctx, path, Others::Refuse, false);
        }
    }
}
