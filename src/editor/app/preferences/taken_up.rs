//! What the preferences decide: threads, history, scale and motion.

use crate::{preferences::Preferences, waker::Waker};
use document::Document;
use engine::WorkerMode;
use studio::Engine;

/// Starts the engine on `workers` threads, or inline if the platform refuses to start them.
pub(crate) fn start_engine(waker: &Waker, workers: usize) -> std::io::Result<Engine> {
    let waker = waker.clone();
    Engine::start(
        WorkerMode::workers(workers).unwrap_or_default(),
        move || waker.wake(),
    )
}

/// A document without a project, with the chosen size of history.
pub(crate) fn empty_document(preferences: &Preferences) -> Document {
    let mut document = Document::new(asset::Project::default());
    document.set_most_bytes(preferences.history_bytes());
    document
}

/// Scale and motion of the window.
pub(crate) fn dress(ctx: &egui::Context, preferences: &Preferences) {
    ctx.set_zoom_factor(preferences.scale as f32 / 100.0);
    let animation = if preferences.reduced_motion {
        egui::style::ScrollAnimation::none()
    } else {
        egui::style::ScrollAnimation::default()
    };
    ctx.all_styles_mut(|style| style.scroll_animation = animation);
}
