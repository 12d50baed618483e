//! How long a start takes, for whoever measures it.

pub(crate) mod since;

use super::App;
use std::time::Duration;
use words::tr;

/// Nobody waits longer for a character.
const PATIENCE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(250);

impl App {
    /// Reports the duration of the start in the pass after the one that drew the character, so that
    /// the picture is on the screen.
    pub(super) fn tell_start(&mut self, ctx: &egui::Context) {
        let Some(starting) = &mut self.starting else {
            return;
        };
        let taken = starting.since.elapsed();
        // What is open has been compiled, and holds nobody.
        let is_empty = self.disk.path.is_some()
            && self.compiled_root.is_some()
            && self.compiled.library.meshes.is_empty();
        if starting.is_drawn || is_empty || taken > PATIENCE {
            match (starting.is_drawn, is_empty) {
                (true, _) => println!(
                    "{}",
                    tr!(
                        "{:.3} s to the first picture of the character",
                        taken.as_secs_f64()
                    )
                ),
                (_, true) => eprintln!(
                    "{}",
                    tr!("mutoscope: no character to show: the project has no mesh")
                ),
                _ => eprintln!(
                    "{}",
                    tr!(
                        "mutoscope: no character on screen after {} s",
                        PATIENCE.as_secs()
                    )
                ),
            }
            (self.starting, self.quitting) = (None, true);
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            return;
        }
        starting.is_drawn = self.engine.frame.is_some()
            && self.viewport.as_ref().is_ok_and(|it| it.shows_character());
        ctx.request_repaint_after(if starting.is_drawn {
            Duration::ZERO
        } else {
            PAUSE
        });
    }
}
