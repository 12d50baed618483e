//! The application: one document, one engine, the panels, and the routing of actions.

mod asking;
mod assets;
mod autosave;
mod baking;
mod batch;
mod blend_space;
mod bone_names;
mod bridging;
mod canvas;
mod clip_edit;
mod clipboard;
mod comparison;
mod compression;
mod contacts;
mod crowd;
mod dialogs;
mod disk;
mod drive;
mod edit;
mod engine_link;
mod export_gltf;
mod faults;
mod footage;
mod graph;
mod greedy;
mod handles;
mod hidden;
mod import;
mod import_table;
mod incoming;
mod input_output;
mod keys;
mod kinds;
mod language;
mod layout;
mod levels;
mod live;
mod looking;
mod modal;
mod moments;
mod notify_class;
mod on_slot;
mod outside;
mod panes;
mod picking;
mod pose_asset;
mod preferences;
mod prefixes;
mod preview;
mod purpose;
mod question;
mod quick_slots;
mod rebuild;
mod recovery;
mod reopening;
mod retime;
mod rewinding;
mod rig;
mod route;
mod sandbox;
mod saving;
mod segments;
mod session_files;
mod slide;
mod sounds;
mod starting;
mod stepping;
mod stored;
mod sweep;
mod testing;
#[cfg(test)]
mod tests;
mod three_way;
mod transport;
mod trial;
mod tuning;
mod vertex_cache;
mod window;

use crate::{
    action::{EditorAction, FileAction},
    compiler::Compiler,
    compression::Compressor,
    dock::Dock,
    drive::Choices,
    faults::PanicReport,
    jobs::{Jobs, Task},
    keymap::{KeyFile, Taker},
    live::LiveReceiver,
    moments::Moments,
    panels::{keys_page, palette, start::StartScreen},
    pick::Picker,
    recent::Recent,
    reduction::Ghost,
    session::Session,
    sources::Sources,
    store::SettingsStore,
    viewport::{OverlaySettings, Viewport},
    views::PanelViews,
    waker::Waker,
};
use asset::{Compiled, Project};
use dialogs::Dialogs;
use disk::{ProjectDisk, unsaved::SaveNext};
use document::Document;
use engine_link::EngineLink;
use faults::faulted::Faults;
use languages::Language;
use preferences::taken_up::{self, empty_document, start_engine};
use purpose::Purpose;
pub(crate) use rebuild::AppWindows;
use sandbox::known::WarpSandbox;
use sounds::Sounding;
use starting::since::Starting;
use std::{collections::BTreeMap, path::PathBuf, sync::Arc, time::Instant};
use stored::{NODE_PRESETS, SHELF, VIEWPORT, stored_choices, stored_dock, stored_preferences};
use sweep::told::LatestSweep;
#[cfg(test)]
use tests::kept;
use words::tr;

/// The whole editor: document, session, engine, compiler and windows. Runs as an [`eframe::App`].
pub struct App {
    pub(crate) document: Document,
    pub(crate) session: Session,
    pub(crate) views: PanelViews,
    engine: EngineLink,
    rewind_link: rewinding::RewindLink,
    crowd: crowd::CrowdLink,
    compiler: Compiler,
    trial: trial::Trial,
    compiled: Compiled,
    /// The root that `compiled` is of.
    compiled_root: Option<Arc<Project>>,
    compile_ms: f64,
    sandbox: WarpSandbox,
    /// Wrapping of a character's root, which comes back to its start in the picture.
    root_wrap: crate::viewport::RootWrap,
    /// Views of the viewport as they were kept last.
    kept_bookmarks: crate::viewport::CameraBookmarks,
    /// The revision and the asset that figures of poses were drawn of.
    drawn_poses: Option<(u64, Option<asset::Id>)>,
    disk: ProjectDisk,
    jobs: Jobs,
    compressor: Compressor,
    /// Poses before and after a key reduction, while they are shown.
    ghost: Option<Ghost>,
    /// Ghosts before and after, and paths of bones.
    moments: Moments,
    live: LiveReceiver,
    sounding: Sounding,
    dialogs: Dialogs,
    recent: Recent,
    store: SettingsStore,
    dock: Dock,
    /// Choices for each graph that was driven.
    drive_choices: BTreeMap<asset::Id, Choices>,
    key_file: KeyFile,
    sources: Sources,
    /// The last measure of sliding feet.
    measured: Option<std::sync::Arc<crate::sliding::Measured>>,
    swept: Option<LatestSweep>,
    /// The motion tests that were run last.
    tested: Option<crate::testing::TestRun>,
    faults: Faults,
    /// The viewport, or one line that says why there is none.
    viewport: Result<Viewport, String>,
    settings: OverlaySettings,
    waker: Waker,
    quitting: bool,
    /// No project is open.
    start: Option<StartScreen>,
    /// The window closes so that another one can open.
    is_moving: bool,
    /// Start of the editor, while its duration is not yet reported.
    starting: Option<Starting>,
}

#[cfg(not(test))]
fn sound_device() -> sound::SystemDevice {
    sound::SystemDevice
}

/// Tests ask the mixer for what is heard.
#[cfg(test)]
fn sound_device() -> sound::SilentDevice {
    sound::SilentDevice
}

#[cfg(not(test))]
fn kept() -> files::ClipCache {
    files::ClipCache::of_user()
}

fn start_compiler(waker: &Waker) -> Result<Compiler, String> {
    let wake = waker.clone();
    Compiler::start(kept(), move || wake.wake())
        .map_err(|error| tr!("Cannot start the compiler thread: {error}."))
}

impl App {
    /// `open` and `language` are what the command line named; without `open` the sample opens.
    pub fn new(
        cc: &eframe::CreationContext<'_>,
        open: Option<PathBuf>,
        language: Option<Language>,
        since: Option<Instant>,
    ) -> Result<Self, String> {
        let mut app = Self::empty(cc, Picker::default(), Recent::load(), SettingsStore::load())?;
        app.starting = since.map(Starting::new);
        app.session.preferences.asked_language = language;
        app.speak(&cc.egui_ctx);
        app.load_keys(KeyFile::of_user());
        app.disk.journal.folder = recovery::kept::folder();
        match open {
            Some(path) => app.open_path(&cc.egui_ctx, path),
            // Whoever has opened nothing yet sees what there is to see.
            None if app.recent.list().is_empty() => app.open_sample(),
            None => app.close_project(),
        }
        app.faults.report_folder = PanicReport::folder();
        app.find_unsaved();
        app.find_report();
        Ok(app)
    }

    /// The application without a project.
    fn empty(
        cc: &eframe::CreationContext<'_>,
        picker: Picker<Purpose>,
        recent: Recent,
        store: SettingsStore,
    ) -> Result<Self, String> {
        window::dress(&cc.egui_ctx);
        let preferences = stored_preferences(&store);
        taken_up::dress(&cc.egui_ctx, &preferences);
        let waker = Waker::new(&cc.egui_ctx);
        let engine = start_engine(&waker, preferences.workers)
            .map_err(|error| tr!("Cannot start the preview thread: {error}."))?;
        let compiler = start_compiler(&waker)?;
        Ok(Self {
            document: empty_document(&preferences),
            session: Session {
                node_presets: store.get(NODE_PRESETS).unwrap_or_default(),
                ..Session::new(preferences)
            },
            views: PanelViews {
                shelf: store.get(SHELF).unwrap_or_default(),
                ..PanelViews::new(seed())
            },
            engine: EngineLink::new(engine),
            rewind_link: rewinding::RewindLink::start(&waker),
            crowd: crowd::CrowdLink::default(),
            compiler,
            trial: trial::Trial::default(),
            compiled: Compiled::default(),
            compiled_root: None,
            compile_ms: 0.0,
            sandbox: WarpSandbox::default(),
            root_wrap: Default::default(),
            kept_bookmarks: Default::default(),
            drawn_poses: None,
            disk: ProjectDisk::default(),
            jobs: Jobs::new(waker.as_wake()),
            compressor: Compressor::new(kept()),
            ghost: None,
            moments: Moments::default(),
            live: LiveReceiver::default(),
            sounding: Sounding::on(sound_device()),
            dialogs: Dialogs::new(picker),
            recent,
            key_file: KeyFile::default(),
            sources: Sources::new(waker.as_wake()),
            measured: None,
            swept: None,
            tested: None,
            faults: Faults::default(),
            viewport: window::viewport(cc),
            waker,
            is_moving: false,
            starting: None,
            dock: stored_dock(&store),
            drive_choices: stored_choices(&store),
            settings: store.get(VIEWPORT).unwrap_or_default(),
            quitting: false,
            start: None,
            store,
        })
    }

    /// Everything between two pictures: what the engine, jobs, keys and the window brought.
    fn gather(&mut self, ctx: &egui::Context) -> Vec<EditorAction> {
        self.session.now = ctx.input(|input| input.time);
        let is_repeat =
            |event: &egui::Event| matches!(event, egui::Event::Key { repeat: true, .. });
        self.views.edits.key_repeats = ctx.input(|input| input.events.iter().any(is_repeat));
        self.session.last_pass = ctx.input(|input| input.unstable_dt);
        self.session.on_screen = self.session.transport.position;
        self.take_frames(ctx);
        self.follow_session(ctx);
        self.tell_live(ctx);
        self.drive(ctx);
        self.finish_jobs(ctx);
        let reducing = self.jobs.running_task(Task::ReduceKeys);
        self.views.kinds.clip.is_reducing = reducing.is_some();
        self.follow_disk(ctx);
        self.follow_sources();
        self.follow_with_ghost();
        self.follow_with_moments(ctx);
        self.follow_crowd();
        self.session.panels.follow_pointer(ctx);
        self.views.is_over_reset = false;
        self.follow_panel();
        self.views.kinds.skeleton.follow(self.rig());
        let mut actions = ctx.plugin::<Taker>().lock().taken();
        let dropped: Vec<PathBuf> = ctx.input(|input| {
            input
                .raw
                .dropped_files
                .iter()
                .map(|file| file.path().to_owned())
                .collect()
        });
        if !dropped.is_empty() {
            actions.push(FileAction::ImportPaths(dropped).into());
        }
        if ctx.input(|input| input.viewport().close_requested()) && !self.quitting {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            actions.push(FileAction::Quit.into());
        }
        actions
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        let mut actions = self.gather(&ctx);
        let is_typed = self.disk.unsaved.next == SaveNext::WhenTyped;
        self.layout_ui(ui, &mut actions);
        if let Some(answer) = self.dialogs.picker.ui(&ctx) {
            self.picked(&ctx, answer);
        }
        self.modal_ui(&ctx);
        self.question_ui(&ctx);
        self.gltf_ui(&ctx);
        self.footage_ui(&ctx);
        self.sheet_ui(&ctx, &mut actions);
        keys_page::window_ui(
            &ctx,
            &mut self.dialogs.keys_page,
            (&self.session.keymap, &self.key_file),
            &mut actions,
        );
        palette::palette_ui(
            &ctx,
            &mut self.dialogs.palette,
            &self.document,
            (&self.session, &self.views),
            &mut actions,
        );
        self.toasts_ui(&ctx);
        self.session.panels.frame_ui(&ctx);
        if !actions.is_empty() {
            // What an action changes shows in the next pass.
            ctx.request_repaint();
        }
        let is_timed = |action: &EditorAction| matches!(action, EditorAction::Timeline(action) if action.is_timed());
        let timed = actions
            .iter()
            .filter(|action| is_timed(action))
            .count()
            .max(1);
        let mut before = 0;
        for action in actions {
            PanicReport::tell_action(&action);
            if is_timed(&action) {
                self.session.press_part = f64::from(before) / timed as f64;
                before += 1;
            }
            self.route(&ctx, action);
        }
        if is_typed {
            self.disk.unsaved.next = SaveNext::Not;
            self.save(&ctx);
        }
        self.compile_if_changed();
        self.look();
        self.follow_sandbox(&ctx);
        self.compare(&ctx);
        self.glow(&ctx);
        self.follow_sounds(&ctx);
        self.store_changes(&ctx);
        self.autosave(&ctx);
        self.keep_journal();
        self.hand_over_keys(&ctx);
        self.leave_lost_window(&ctx);
        self.tell_start(&ctx);
    }

    fn on_exit(&mut self) {
        if !self.is_moving {
            self.remember_open_documents();
            self.disk.end(self.document.is_saved());
        }
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
