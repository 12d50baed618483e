//! The application: one document, one engine, the panels, and the routing of actions.

mod bone_names;
mod clip_edit;
mod comparison;
mod compression;
mod edit;
mod export_gltf;
mod import;
mod input_output;
mod layout;
pub(crate) mod levels;
mod modal;
mod panes;
mod preferences;
mod preview;
mod question;
mod rig;
mod route;
#[cfg(test)]
mod tests;

use crate::{
    action::{self, Action},
    compression::Compressor,
    dock::Dock,
    jobs::Jobs,
    panels,
    pick::Picker,
    recent::Recent,
    reduction::Ghost,
    session::Session,
    store::Store,
    theme,
    viewport::{Settings, Viewport},
};
use asset::{Cache, Compiled, Project};
use document::Document;
use engine::{Engine, Frame};
use modal::Confirm;
use question::Question;
use std::{collections::VecDeque, path::PathBuf, sync::Arc};

/// The name of the viewport's settings in the store.
const VIEWPORT: &str = "viewport";

pub struct App {
    pub(crate) document: Document,
    pub(crate) session: Session,
    engine: Engine,
    frame: Option<Arc<Frame>>,
    cache: Cache,
    compiled: Compiled,
    /// The root that `compiled` is of.
    compiled_root: Option<Arc<Project>>,
    compile_ms: f64,
    revision: u64,
    shown: engine::Subject,
    /// The level of detail that the engine evaluates.
    lod: u32,
    /// Where the project is saved; None while it never was.
    pub(crate) path: Option<PathBuf>,
    jobs: Jobs,
    compressor: Compressor,
    /// Before and after a key reduction are shown.
    ghost: Option<Ghost>,
    picker: Picker<input_output::Purpose>,
    recent: Recent,
    store: Store,
    dock: Dock,
    confirm: Option<Confirm>,
    /// The first is shown.
    questions: VecDeque<Question>,
    gltf: export_gltf::GltfChoice,
    /// What to do once a running save is done.
    after_save: Option<Action>,
    /// Why there is no viewport, in one line.
    viewport: Result<Viewport, String>,
    settings: Settings,
    quitting: bool,
}

impl App {
    /// `open` is what the command line named; without it the sample opens.
    pub fn new(cc: &eframe::CreationContext<'_>, open: Option<PathBuf>) -> Result<Self, String> {
        let mut app = Self::empty(cc, Picker::default(), Recent::load(), Store::load())?;
        match open {
            Some(path) => app.open_path(&cc.egui_ctx, path),
            None => app.show(&cc.egui_ctx, files::sample()),
        }
        Ok(app)
    }

    /// Without a project.
    fn empty(
        cc: &eframe::CreationContext<'_>,
        picker: Picker<input_output::Purpose>,
        recent: Recent,
        store: Store,
    ) -> Result<Self, String> {
        theme::install(&cc.egui_ctx);
        let preferences = preferences::stored(&store);
        preferences::dress(&cc.egui_ctx, &preferences);
        let engine = preferences::start_engine(&cc.egui_ctx, preferences.workers)
            .map_err(|error| format!("The engine's thread cannot start: {error}."))?;
        let viewport = match &cc.wgpu_render_state {
            Some(state) => Viewport::new(state),
            None => Err("The window has no graphics device.".into()),
        };
        Ok(Self {
            document: Document::new(Project::default()),
            session: Session::new(seed(), preferences),
            engine,
            frame: None,
            cache: Cache::default(),
            compiled: Compiled::default(),
            compiled_root: None,
            compile_ms: 0.0,
            revision: 0,
            shown: engine::Subject::None,
            lod: 0,
            path: None,
            jobs: Jobs::default(),
            compressor: Compressor::default(),
            ghost: None,
            picker,
            recent,
            confirm: None,
            questions: VecDeque::new(),
            gltf: Default::default(),
            after_save: None,
            viewport,
            dock: layout::stored_dock(&store),
            settings: store.get(VIEWPORT).unwrap_or_default(),
            quitting: false,
            store,
        })
    }

    /// Everything between two pictures: what the engine, jobs, keys and the window brought.
    fn gather(&mut self, ctx: &egui::Context) -> Vec<Action> {
        self.session.now = ctx.input(|input| input.time);
        let is_repeat = |event: &egui::Event| matches!(event, egui::Event::Key { repeat: true, .. });
        self.session.key_repeats = ctx.input(|input| input.events.iter().any(is_repeat));
        self.take_frames(ctx);
        self.finish_jobs(ctx);
        self.follow_with_ghost();
        let mut actions = Vec::new();
        // Keys that follow F2 before its field has the focus belong to that field.
        let is_naming = self.session.renaming.as_ref().is_some_and(|renaming| !renaming.has_focus);
        let is_asking = self.confirm.is_some()
            || !self.questions.is_empty()
            || self.picker.is_open()
            || self.session.palette.is_some()
            || self.session.sheet.is_some()
            || self.gltf.is_open;
        if !is_asking && !is_naming {
            let flying = self.viewport.as_ref().is_ok_and(Viewport::is_flying);
            actions.extend(action::pressed(ctx, flying));
            self.escape(ctx, &mut actions);
        }
        let dropped: Vec<PathBuf> =
            ctx.input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect());
        if !dropped.is_empty() {
            actions.push(Action::ImportPaths(dropped));
        }
        if ctx.input(|input| input.viewport().close_requested()) && !self.quitting {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            actions.push(Action::Quit);
        }
        actions
    }

    /// One step each press: a running drag takes Esc itself, then the selection goes.
    fn escape(&mut self, ctx: &egui::Context, actions: &mut Vec<Action>) {
        let is_free =
            self.session.timeline.drag.is_none() && self.session.renaming.is_none() && !ctx.text_edit_focused();
        if is_free && !egui::Popup::is_any_open(ctx) && ctx.input(|input| input.key_pressed(egui::Key::Escape)) {
            actions.push(Action::SelectNone);
        }
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        let mut actions = self.gather(&ctx);
        self.layout_ui(ui, &mut actions);
        if let Some(answer) = self.picker.ui(&ctx) {
            self.picked(&ctx, answer);
        }
        self.modal_ui(&ctx);
        self.question_ui(&ctx);
        self.gltf_ui(&ctx);
        self.sheet_ui(&ctx, &mut actions);
        panels::palette::palette_ui(&ctx, &self.document, &mut self.session, &mut actions);
        self.toasts_ui(&ctx);
        if !actions.is_empty() {
            // What an action changes shows in the next pass.
            ctx.request_repaint();
        }
        for action in actions {
            self.route(&ctx, action);
        }
        self.compile_if_changed(&ctx);
        self.compare(&ctx);
        self.glow(&ctx);
        self.store_changes(&ctx);
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }
}

/// Differs from session to session.
fn seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |now| now.as_nanos() as u64) ^ (u64::from(std::process::id()) << 32)
}
