//! Live frames on their way to the engine: as requests, so that they are recorded like all others.

use super::App;
use crate::live::Listening;
use anim::Request;
use engine::EngineInput;
use studio::{PREVIEWED, PreviewSubject};

/// Seconds between two looks at what a receiver says of itself while nothing else is to be painted.
const LOOK: f32 = 0.5;

impl App {
    pub(super) fn listen(&mut self, asked: Listening) {
        let waker = self.waker.clone();
        self.live.listen(asked, move || waker.wake());
    }

    /// The newest, to the character that plays a graph.
    pub(super) fn tell_live(&mut self, ctx: &egui::Context) {
        let Some(source) = self.live.source() else {
            return;
        };
        ctx.request_repaint_after_secs(LOOK);
        let Some(frame) = self
            .engine
            .frame
            .as_ref()
            .filter(|_| matches!(self.engine.shown(), PreviewSubject::Graph(_)))
        else {
            return;
        };
        if let Some(live) = source.newest(&frame.skeleton, &self.compiled.library.names) {
            let request = Request::TellLive(live.into());
            self.engine.send(EngineInput::Request {
                character: PREVIEWED,
                request,
            });
        }
    }
}
