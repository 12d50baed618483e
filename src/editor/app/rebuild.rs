//! A window whose graphics device was lost is closed, and the same application goes on in a new
//! one.

use super::{
    App,
    preferences::taken_up,
    window::{dress, viewport},
};
use crate::{toast::Tone, viewport::Viewport};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    time::{Duration, Instant},
};
use words::tr;

/// Lost devices count together within this time.
const SOON: Duration = Duration::from_secs(20);
/// After more lost devices than this within [`SOON`] no window is opened again.
const MOST: usize = 3;
/// Between two tries to open a window for what is open already, and how many there are.
const PAUSE: Duration = Duration::from_secs(1);
const MOST_FAILED: u32 = 10;

impl App {
    /// Closes the window once its graphics device is gone.
    pub(super) fn leave_lost_window(&mut self, ctx: &egui::Context) {
        if !self.quitting && self.viewport.as_ref().is_ok_and(Viewport::is_lost) {
            (self.is_moving, self.quitting) = (true, true);
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
        }
    }

    /// Goes on in another window as if nothing had happened.
    pub(crate) fn move_to(&mut self, cc: &eframe::CreationContext<'_>) {
        (self.is_moving, self.quitting) = (false, false);
        dress(&cc.egui_ctx);
        taken_up::dress(&cc.egui_ctx, &self.session.preferences);
        self.waker.turn_to(&cc.egui_ctx);
        let viewport = viewport(cc);
        match (&mut self.viewport, viewport) {
            (Ok(old), Ok(new)) => old.move_to(new),
            (old, new) => *old = new,
        }
        // A window's time begins with it.
        (self.disk.unsaved_since, self.disk.look_at) = (None, self.disk.look_at.map(|_| 0.0));
        self.session
            .toasts
            .iter_mut()
            .for_each(|toast| toast.until = None);
        self.session.fired.flashes.clear();
        self.drawn_poses = None;
        self.session.toast(
            Tone::Warning,
            tr!("The graphics device was lost"),
            tr!("The window was opened again with a new device. Nothing else has changed."),
        );
    }
}

/// The application; None while it works. A panic drops the application, so that no code goes on
/// with half-done work.
type SharedApp = Rc<RefCell<Option<Box<App>>>>;

/// The application in one window after another.
#[derive(Default)]
pub(crate) struct AppWindows {
    app: SharedApp,
    lost: Vec<Instant>,
    /// Whether the last window opened.
    has_opened: Rc<Cell<bool>>,
    /// Windows in a row that did not open.
    failed: u32,
}

impl AppWindows {
    /// Returns a creator that makes the application, or moves the existing one to the new window.
    pub(crate) fn creator<'a>(
        &self,
        make: impl FnOnce(&eframe::CreationContext<'_>) -> Result<App, String> + 'a,
    ) -> eframe::AppCreator<'a> {
        let (shared, has_opened) = (self.app.clone(), self.has_opened.clone());
        has_opened.set(false);
        Box::new(move |cc| {
            match &mut *shared.borrow_mut() {
                Some(app) => app.move_to(cc),
                none => *none = Some(Box::new(make(cc)?)),
            }
            has_opened.set(true);
            Ok(Box::new(AppWindow(shared)))
        })
    }

    /// Whether the last window closed, or stopped while it was painted, because its graphics device
    /// was lost; or did not open, for which a driver that starts again is given some time. The
    /// error is that devices are lost again and again.
    pub(crate) fn goes_on(&mut self, is_error: bool) -> Result<bool, String> {
        let is_lost = |app: &App| {
            app.is_moving || (!app.quitting && app.viewport.as_ref().is_ok_and(Viewport::is_gone))
        };
        if !self.app.borrow().as_ref().is_some_and(|app| is_lost(app)) {
            return Ok(false);
        }
        if is_error && !self.has_opened.get() {
            self.failed += 1;
            std::thread::sleep(PAUSE);
            return Ok(self.failed < MOST_FAILED);
        }
        self.failed = 0;
        let now = Instant::now();
        self.lost.retain(|at| now.duration_since(*at) < SOON);
        self.lost.push(now);
        match self.lost.len() {
            few if few <= MOST => Ok(true),
            many => Err(tr!(
                "The graphics device was lost {many} times in a row. Update its driver, or choose another adapter with WGPU_ADAPTER_NAME. The next start offers your unsaved work."
            )),
        }
    }
}

struct AppWindow(SharedApp);

impl eframe::App for AppWindow {
    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        let Some(mut app) = self.0.take() else { return };
        app.ui(ui, frame);
        self.0.replace(Some(app));
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
