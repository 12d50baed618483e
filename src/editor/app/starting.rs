//! How long a start takes, for whoever measures it.

use super::App;
use std::time::Instant;

pub(super) struct Starting {
    since: Instant,
    /// The character is in the picture that this pass ended with.
    is_drawn: bool,
}

impl Starting {
    pub fn new(since: Instant) -> Self {
        Self { since, is_drawn: false }
    }
}

impl App {
    /// In the pass after the one that drew the character, so that its picture is on the screen.
    pub(super) fn tell_start(&mut self, ctx: &egui::Context) {
        let Some(starting) = &mut self.starting else { return };
        if starting.is_drawn {
            println!("{:.3} s to the first picture of the character", starting.since.elapsed().as_secs_f64());
            self.starting = None;
            self.quitting = true;
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            return;
        }
        starting.is_drawn = self.frame.is_some() && self.viewport.as_ref().is_ok_and(|it| it.shows_character());
        if starting.is_drawn {
            ctx.request_repaint();
        }
    }
}
