//! A window whose graphics device was lost is closed, and the same application goes on in a new one.

use super::{App, preferences};
use crate::{faults::Report, keymap::Taker, session::Tone, theme, viewport::Viewport};
use std::{
    cell::RefCell,
    rc::Rc,
    time::{Duration, Instant},
};

/// Devices that are lost sooner after one another …
const SOON: Duration = Duration::from_secs(20);
/// … and so often will not last.
const MOST: usize = 3;

impl App {
    /// Closes the window once its graphics device is gone.
    pub(super) fn leave_lost_window(&mut self, ctx: &egui::Context) {
        if !self.is_moving && self.viewport.as_ref().is_ok_and(Viewport::is_lost) {
            (self.is_moving, self.quitting) = (true, true);
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
        }
    }

    /// Goes on in another window as if nothing had happened.
    pub(crate) fn move_to(&mut self, cc: &eframe::CreationContext<'_>) {
        (self.is_moving, self.quitting) = (false, false);
        dress(&cc.egui_ctx);
        preferences::dress(&cc.egui_ctx, &self.session.preferences);
        self.waker.turn_to(&cc.egui_ctx);
        let viewport = viewport(cc);
        match (&mut self.viewport, viewport) {
            (Ok(old), Ok(new)) => old.move_to(new),
            (old, new) => *old = new,
        }
        // A window's time begins with it.
        (self.unsaved_since, self.look_at) = (None, self.look_at.map(|_| 0.0));
        self.session.toasts.iter_mut().for_each(|toast| toast.until = None);
        self.session.fired.flashes.clear();
        self.drawn_poses = None;
        self.session.toast(
            Tone::Warning,
            "The graphics device was lost",
            "The window was opened again with a new one. Nothing else has changed.",
        );
    }
}

/// What every window has.
pub(super) fn dress(ctx: &egui::Context) {
    theme::install(ctx);
    ctx.add_plugin(Taker::default());
}

pub(super) fn viewport(cc: &eframe::CreationContext<'_>) -> Result<Viewport, String> {
    let state = cc.wgpu_render_state.as_ref().ok_or("The window has no graphics device.")?;
    Report::tell_adapter(&state.adapter.get_info());
    Viewport::new(state)
}

/// The application in one window after another.
pub(crate) struct Windows {
    app: Rc<RefCell<Option<App>>>,
    lost: Vec<Instant>,
}

impl Windows {
    /// Before the first one.
    pub(crate) fn new() -> Self {
        Self { app: Rc::default(), lost: Vec::new() }
    }

    /// Makes the application where there is none yet.
    pub(crate) fn creator<'a>(
        &self,
        make: impl FnOnce(&eframe::CreationContext<'_>) -> Result<App, String> + 'a,
    ) -> eframe::AppCreator<'a> {
        let shared = self.app.clone();
        Box::new(move |cc| {
            match &mut *shared.borrow_mut() {
                Some(app) => app.move_to(cc),
                none => *none = Some(make(cc)?),
            }
            Ok(Box::new(Window(shared)))
        })
    }

    /// Whether the last window closed, or stopped while it was painted, because its graphics device was lost. The error
    /// is that this happens again and again.
    pub(crate) fn goes_on(&mut self) -> Result<bool, String> {
        let is_lost = |app: &App| app.is_moving || app.viewport.as_ref().is_ok_and(Viewport::is_gone);
        // Where the panic came out of the application itself, nothing is to be gone on with.
        if !self.app.try_borrow().is_ok_and(|app| app.as_ref().is_some_and(is_lost)) {
            return Ok(false);
        }
        let now = Instant::now();
        self.lost.retain(|at| now.duration_since(*at) < SOON);
        self.lost.push(now);
        match self.lost.len() {
            few if few <= MOST => Ok(true),
            many => Err(format!(
                "The graphics device was lost {many} times in a row. Update its driver, or choose another adapter with \
                 WGPU_ADAPTER_NAME. What was not saved is offered at the next start."
            )),
        }
    }
}

struct Window(Rc<RefCell<Option<App>>>);

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        if let Some(app) = &mut *self.0.borrow_mut() {
            app.ui(ui, frame);
        }
    }

    fn on_exit(&mut self) {
        if let Some(app) = &mut *self.0.borrow_mut() {
            app.on_exit();
        }
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }
}
