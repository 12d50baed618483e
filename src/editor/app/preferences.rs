//! Preferences, taken up at the start and whenever they change.

use super::App;
use crate::{preferences::Preferences, waker::Waker};
use document::Document;
use engine::Mode;
use studio::{Engine, Snapshot, Transport};

/// Their name in the store.
const PREFERENCES: &str = "preferences";

pub(super) fn stored(store: &crate::store::Store) -> Preferences {
    store
        .get::<Preferences>(PREFERENCES)
        .unwrap_or_default()
        .sound()
}

/// With as many threads as the platform gives.
pub(super) fn start_engine(waker: &Waker, workers: usize) -> std::io::Result<Engine> {
    let waker = waker.clone();
    Engine::start(Mode::workers(workers).unwrap_or_default(), move || {
        waker.wake()
    })
}

/// Without a project, and with the history that is chosen.
pub(super) fn empty_document(preferences: &Preferences) -> Document {
    let mut document = Document::new(asset::Project::default());
    document.set_most_bytes(preferences.history_bytes());
    document
}

/// Scale and motion of the window.
pub(super) fn dress(ctx: &egui::Context, preferences: &Preferences) {
    ctx.set_zoom_factor(preferences.scale as f32 / 100.0);
    let animation = if preferences.reduced_motion {
        egui::style::ScrollAnimation::none()
    } else {
        egui::style::ScrollAnimation::default()
    };
    ctx.all_styles_mut(|style| style.scroll_animation = animation);
}

impl App {
    pub(super) fn set_preferences(&mut self, ctx: &egui::Context, preferences: Preferences) {
        let before = std::mem::replace(&mut self.session.preferences, preferences);
        dress(ctx, &preferences);
        self.document.set_most_bytes(preferences.history_bytes());
        if preferences.workers != before.workers {
            self.restart_engine(ctx, preferences.workers);
        }
        self.store.set(PREFERENCES, &preferences);
    }

    pub(super) fn restart_preview(&mut self, ctx: &egui::Context) {
        self.faults = Default::default();
        self.restart_engine(ctx, self.session.preferences.workers);
    }

    /// The new one shows what the old one did, from where it was.
    fn restart_engine(&mut self, ctx: &egui::Context, workers: usize) {
        // Where no thread can be started the old one goes on.
        let Ok(engine) = start_engine(&self.waker, workers) else {
            return;
        };
        self.engine = engine;
        self.engine.set_snapshot(Snapshot {
            revision: self.revision,
            library: self.previewed(),
        });
        (self.shown, self.lod, self.inspection) = (studio::Subject::None, 0, Default::default());
        self.compile_if_changed(ctx);
        if self.session.transport.playing {
            self.engine.transport(Transport::Play);
        }
    }
}
