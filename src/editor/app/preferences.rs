//! Preferences, taken up at the start and whenever they change.

pub(crate) mod taken_up;

use super::{App, stored::PREFERENCES};
use crate::preferences::Preferences;
use studio::Transport;
use taken_up::{dress, start_engine};

impl App {
    pub(super) fn set_preferences(&mut self, ctx: &egui::Context, preferences: Preferences) {
        let before = std::mem::replace(&mut self.session.preferences, preferences);
        dress(ctx, &preferences);
        self.document.set_most_bytes(preferences.history_bytes());
        if preferences.workers != before.workers {
            self.restart_engine(preferences.workers);
        }
        if preferences.shown_language() != before.shown_language() {
            self.change_language(ctx, &before);
        }
        self.store.set(PREFERENCES, &self.session.preferences);
    }

    pub(super) fn restart_preview(&mut self) {
        self.faults.forget();
        self.restart_engine(self.session.preferences.workers);
    }

    /// The new one shows what the old one did, from where it was.
    fn restart_engine(&mut self, workers: usize) {
        // Where no thread can be started the old one goes on.
        let Ok(engine) = start_engine(&self.waker, workers) else {
            return;
        };
        let library = self.previewed();
        self.engine.begin_anew(Some(engine), Some(library));
        self.compile_if_changed();
        if self.session.transport.playing {
            self.engine.transport(Transport::Play);
        }
    }
}
