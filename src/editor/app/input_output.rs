//! Opening, saving, importing, exporting: dialogs ask, jobs work, toasts tell.

use super::{
    App,
    greedy::Greedy,
    incoming::{Incoming, file_name},
    purpose::Purpose,
    question::waiting::Question,
};
use crate::{
    action::FileAction,
    dock::Panel,
    jobs::JobOutcome,
    panels::start::StartScreen,
    parts,
    pick::{Answer, PickKind, PickRequest},
    sounds::SoundPlace,
    toast::Tone,
    views::PanelViews,
};
use asset::{AssetKind, Id, Project, SoundFile};
use document::Document;
use files::{FileErrorReason, Opened, Others, Over};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};
use words::{noun, tr};

/// Folders in the store, by [`Purpose::key`].
type Folders = BTreeMap<String, PathBuf>;
/// Name of the folders in the store.
const FOLDERS: &str = "folders";

pub(super) const POINT_CACHES: &[&str] = &["pc2", "mdd"];
const BUNDLES: &[&str] = &["mbundle"];

impl App {
    pub(super) fn new_project(&mut self) {
        self.replace(
            Project {
                name: "Untitled".into(),
                ..Project::default()
            },
            None,
        );
    }

    pub(super) fn close_project(&mut self) {
        self.replace(
            Project {
                name: "Untitled".into(),
                ..Project::default()
            },
            None,
        );
        self.start = Some(StartScreen::new(self.recent.list()));
    }

    /// The sample: its montage, and the graph that moves its character in a tab beside it.
    pub(super) fn open_sample(&mut self) {
        self.show(files::sample());
        let graphs = self.document.project().graphs.iter();
        let largest = graphs
            .max_by_key(|(_, graph)| graph.wiring.nodes.len())
            .map(|(id, _)| *id);
        self.session
            .tabs
            .extend(largest.filter(|id| !self.session.tabs.contains(id)));
    }

    /// A project that has no place on disk yet.
    pub(super) fn show(&mut self, project: Project) {
        self.replace(project, None);
        self.open_first();
    }

    /// The new document counts as saved.
    pub(super) fn replace(&mut self, project: Project, path: Option<PathBuf>) {
        self.put_document(Document::new(project), path);
    }

    /// Replaces the open document, whose journal ends.
    pub(super) fn put_document(&mut self, document: Document, path: Option<PathBuf>) {
        self.remember_open_documents();
        self.disk.end(self.document.is_saved());
        self.start = None;
        // What is being read was meant for the other one.
        self.dialogs
            .questions
            .retain(|question| !matches!(question, Question::Many(_)));
        self.document = document;
        self.document
            .set_most_bytes(self.session.preferences.history_bytes());
        let (transport, seed) = (self.session.transport, super::seed());
        let shelf = std::mem::take(&mut self.views.shelf);
        self.session = self.session.of_next_project();
        self.views = PanelViews {
            shelf,
            ..PanelViews::new(seed)
        };
        self.session.transport.looping = transport.looping;
        self.engine.frame = None;
        if let Ok(viewport) = &mut self.viewport {
            viewport.set_bookmarks(Default::default());
        }
        self.disk.path = path;
        self.compressor.forget();
        (self.compiled, self.compiled_root) = Default::default();
        self.enter();
        self.compile_if_changed();
    }

    /// A montage if there is one, else a clip, else the character.
    pub(super) fn open_first(&mut self) {
        let project = self.document.project();
        let kinds = [
            AssetKind::Montage,
            AssetKind::Graph,
            AssetKind::Clip,
            AssetKind::Mesh,
            AssetKind::Skeleton,
        ];
        let first: Option<Id> = kinds
            .into_iter()
            .find_map(|kind| project.list(kind).first().map(|(id, _)| *id));
        if let Some(id) = first {
            self.open_asset(id);
        }
    }

    /// A project replaces the open one; a character file makes a new project that holds it.
    pub(super) fn open_path(&mut self, ctx: &egui::Context, path: PathBuf) {
        // Whoever opens it here goes on to write it. Where that cannot be, it is read as if it were
        // finished.
        let _ = files::finish_stopped_save(folder_of(&path));
        match files::open(&path) {
            Ok(Opened::Project {
                project,
                report,
                broken,
            }) => {
                let folder = folder_of(&path).to_owned();
                self.recent.add(&folder);
                self.reopen(project, folder);
                self.report(&report);
                self.set_broken(broken);
            }
            Ok(Opened::Source { .. }) => {
                self.new_project();
                self.import(ctx, vec![path]);
            }
            Ok(Opened::Bundle(_)) => {
                self.session.toast(
                    Tone::Error,
                    tr!("A bundle cannot be edited"),
                    tr!("Open its project instead."),
                );
            }
            Err(error) => {
                if self.document.project().is_empty() {
                    self.new_project();
                }
                self.session.toast(
                    Tone::Error,
                    tr!("{} could not be opened", file_name(&path)),
                    error.text,
                );
            }
        }
    }

    fn report(&mut self, report: &formats::ImportReport) {
        if report.has_warnings() {
            let first = report
                .entries
                .first()
                .map(ToString::to_string)
                .unwrap_or_default();
            self.session.toast(
                Tone::Warning,
                parts::count(report.entries.len() + report.left_off, noun!("note")),
                first,
            );
        }
    }

    fn start_folder(&self) -> PathBuf {
        let beside = self
            .disk
            .path
            .as_ref()
            .and_then(|path| path.parent())
            .map(Path::to_owned);
        beside
            .or_else(|| {
                self.recent
                    .list()
                    .first()
                    .and_then(|path| path.parent())
                    .map(Path::to_owned)
            })
            .or_else(|| std::env::current_dir().ok())
            .unwrap_or_default()
    }

    pub(super) fn pick(
        &mut self,
        purpose: Purpose,
        title: &str,
        kind: PickKind,
        filters: Vec<(&'static str, Vec<&'static str>)>,
        name: String,
    ) {
        let folders: Folders = self.store.get(FOLDERS).unwrap_or_default();
        let known = folders.get(purpose.key()).cloned();
        let start = known.unwrap_or_else(|| self.start_folder());
        self.dialogs.picker.open(PickRequest {
            purpose,
            title: title.to_owned(),
            kind,
            filters,
            start,
            name,
        });
    }

    pub(super) fn pick_open(&mut self) {
        let filters = vec![(
            tr!("Projects and characters"),
            [&["json"][..], &files::ENDINGS].concat(),
        )];
        self.pick(
            Purpose::Open,
            tr!("Open character or project file"),
            PickKind::OpenFiles,
            filters,
            String::new(),
        );
    }

    pub(super) fn pick_folder(&mut self) {
        self.pick(
            Purpose::Open,
            tr!("Open project folder"),
            PickKind::OpenFolder,
            Vec::new(),
            String::new(),
        );
    }

    pub(super) fn pick_save(&mut self) {
        let name = self.document.project().name.clone();
        self.pick(
            Purpose::Save,
            tr!("Save project as a folder"),
            PickKind::SaveFolder,
            Vec::new(),
            name,
        );
    }

    pub(super) fn pick_import(&mut self) {
        self.pick(
            Purpose::Import,
            tr!("Import characters, clips and sounds"),
            PickKind::OpenFiles,
            vec![
                (tr!("Characters and clips"), files::ENDINGS.to_vec()),
                (tr!("Sounds"), SoundFile::ENDINGS.to_vec()),
            ],
            String::new(),
        );
    }

    pub(super) fn pick_import_folder(&mut self) {
        self.pick(
            Purpose::Import,
            tr!("Import all of a folder"),
            PickKind::OpenFolder,
            Vec::new(),
            String::new(),
        );
    }

    pub(super) fn pick_export(&mut self) {
        let name = format!("{}.mbundle", self.document.project().name);
        self.pick(
            Purpose::Export,
            tr!("Export bundle"),
            PickKind::SaveFile,
            vec![(tr!("Bundles"), BUNDLES.to_vec())],
            name,
        );
    }

    pub(super) fn pick_build(&mut self) {
        self.dialogs.sheet = None;
        self.pick(
            Purpose::Build,
            tr!("Build bundles into a folder"),
            PickKind::OpenFolder,
            Vec::new(),
            String::new(),
        );
    }

    pub(super) fn picked(&mut self, ctx: &egui::Context, answer: Answer<Purpose>) {
        let Some(first) = answer.paths.first().cloned() else {
            self.disk.after_save = None;
            return;
        };
        self.remember_folder(answer.purpose, &first);
        match answer.purpose {
            Purpose::Open => self.route(ctx, FileAction::OpenPath(first).into()),
            Purpose::Save => self.save_to(ctx, first, Others::Refuse, true),
            Purpose::Import => self.import(ctx, answer.paths),
            Purpose::Level(mesh, at) => self.level_from(mesh, at, first),
            Purpose::VertexCache(mesh) => self.vertex_cache_from(mesh, first),
            Purpose::Sound(host, millionths) => {
                let place = SoundPlace::Timeline(host, millionths as f32 * 1e-6);
                self.import_sounds(answer.paths, place);
            }
            Purpose::ReplaceSound(sound) => {
                self.import_sounds(vec![first], SoundPlace::InPlaceOf(sound));
            }
            Purpose::OpenSession => self.open_session(&first),
            Purpose::SessionBeside => self.open_session_beside(&first),
            Purpose::SaveSession => self.save_session(&first),
            Purpose::SessionTable => self.save_csv(&first),
            Purpose::Driven => self.save_driven(first),
            Purpose::Footage => self.render_footage(first),
            Purpose::Export => self.export(first, export_bundle),
            Purpose::Build => self.export(first, build_bundles),
            Purpose::ExportGltf => {
                let what = self.dialogs.gltf.export(self.document.project());
                self.export(first, move |project, path, progress| {
                    export_gltf(project, &what, path, progress)
                });
            }
        }
    }

    /// The next dialog for the same begins there.
    pub(super) fn remember_folder(&mut self, purpose: Purpose, chosen: &Path) {
        let Some(folder) = chosen.parent() else {
            return;
        };
        let mut folders: Folders = self.store.get(FOLDERS).unwrap_or_default();
        if folders
            .insert(purpose.key().to_owned(), folder.to_owned())
            .as_deref()
            != Some(folder)
        {
            self.store.set(FOLDERS, &folders);
        }
    }

    fn export(&mut self, path: PathBuf, write: impl Write) {
        let project = self.document.project().clone();
        self.show_panel(Panel::Jobs);
        self.jobs
            .start(tr!("Export {}", file_name(&path)), move |handle| {
                let result = write(&project, &path, &|part| handle.report(part));
                JobOutcome::Exported { path, result }
            });
    }

    pub(super) fn finish_jobs(&mut self, ctx: &egui::Context) {
        if self.jobs.is_busy() {
            ctx.request_repaint_after_secs(0.1);
        }
        for (outcome, cancelled) in self.jobs.finished() {
            let counts = matches!(
                outcome,
                JobOutcome::Saved(_)
                    | JobOutcome::LookedOutside(_)
                    | JobOutcome::ImportedMany { .. }
                    | JobOutcome::Faulted { .. }
            );
            if cancelled && !counts {
                if matches!(outcome, JobOutcome::Reduced(_)) {
                    self.views.kinds.clip.comparison = None;
                }
                continue;
            }
            match outcome {
                JobOutcome::Imported {
                    path,
                    options,
                    choices,
                    result: Ok(imported),
                } => {
                    let report = imported.report.clone();
                    self.add_read(
                        ctx,
                        Incoming::new(path, *imported, *choices),
                        &report,
                        options,
                    );
                }
                JobOutcome::Imported {
                    path,
                    options,
                    choices,
                    result: Err(error),
                } if error.reason == FileErrorReason::Memory => {
                    self.ask_for_memory(Greedy {
                        path,
                        options,
                        choices: *choices,
                        why: error.text,
                    });
                }
                JobOutcome::Imported {
                    path,
                    result: Err(error),
                    ..
                } => {
                    self.session.toast(
                        Tone::Error,
                        tr!("{} could not be imported", file_name(&path)),
                        error.text,
                    );
                }
                JobOutcome::ImportedMany { batch, read } => self.many_read(ctx, batch, read),
                JobOutcome::Compressed { .. } => {}
                JobOutcome::Swept(swept) => self.swept(*swept),
                JobOutcome::Slid(measured) => self.slid(measured),
                JobOutcome::Tested(run) => {
                    let earlier = self.tested.take();
                    self.tested = Some(run.beside(earlier));
                }
                JobOutcome::Covered(painted) => self.session.coverage = Some(*painted),
                JobOutcome::TestMade(made) => self.test_made(made),
                JobOutcome::TestRenewed(id, renewed) => self.test_renewed(id, renewed),
                JobOutcome::Remade(result) => self.remake(result),
                JobOutcome::SoundsRead(place, read) => self.sounds_read(ctx, place, read),
                JobOutcome::Reduced(preview) => {
                    let is_wanted = preview.goal == self.views.kinds.clip.reduction_goal
                        && preview.goal.is_followed;
                    if is_wanted && preview.settings.delay == self.views.kinds.clip.reduction.delay
                    {
                        self.views.kinds.clip.reduction = preview.settings;
                    }
                    self.views.kinds.clip.reduction_preview = Some(preview.into());
                }
                JobOutcome::Saved(saved) => self.saved(ctx, *saved),
                JobOutcome::LookedOutside(found) => self.looked_outside(found),
                JobOutcome::Faulted {
                    job,
                    name,
                    task,
                    fault,
                } => self.job_faulted((job, task), &name, &fault),
                JobOutcome::Exported {
                    path,
                    result: Ok(summary),
                } => {
                    self.session
                        .toast(Tone::Ok, tr!("Exported {}", file_name(&path)), summary);
                }
                JobOutcome::Exported {
                    path,
                    result: Err(error),
                } => {
                    self.session.toast(
                        Tone::Error,
                        tr!("Could not export {}", file_name(&path)),
                        error.text,
                    );
                }
            }
        }
    }

    pub(super) fn ask_for_memory(&mut self, greedy: Greedy) {
        self.dialogs.ask(Question::Memory(greedy));
    }
}

/// Writes a file and returns a line about its content. The callback gets the part that is done, 0
/// to 1, and cancels if it returns false.
trait Write:
    FnOnce(&Project, &Path, &(dyn Fn(f32) -> bool + Sync)) -> Result<String, files::Error>
    + Send
    + 'static
{
}

impl<F> Write for F where
    F: FnOnce(&Project, &Path, &(dyn Fn(f32) -> bool + Sync)) -> Result<String, files::Error>
        + Send
        + 'static
{
}

fn export_bundle(
    project: &Project,
    path: &Path,
    progress: &(dyn Fn(f32) -> bool + Sync),
) -> Result<String, files::Error> {
    let summary = files::export(project, (path, Over::Any), progress)?;
    let vectors = summary.golden_poses + summary.golden_ticks;
    Ok(tr!(
        "{}, verified against {vectors} golden poses",
        megabytes(summary.bytes)
    ))
}

/// One line a bundle. An error lists those that could not be built, after which the others are.
fn build_bundles(
    project: &Project,
    out: &Path,
    progress: &(dyn Fn(f32) -> bool + Sync),
) -> Result<String, files::Error> {
    // Paths of inputs, for which the project's folder counts, are not written.
    let places = (Path::new(""), out);
    let results = files::build(project, places, &files::BuildOptions::default(), progress)?;
    let mut errors = Vec::new();
    let mut lines = Vec::new();
    for (name, result) in results {
        match result {
            Ok(built) => lines.push(match built.summary {
                Some(summary) => format!("{name}: {}", megabytes(summary.bytes)),
                None => tr!("{name}: up to date"),
            }),
            Err(error) => errors.push(error),
        }
    }
    let Some(first) = errors.first().cloned() else {
        return Ok(lines.join("\n"));
    };
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    Err(files::Error {
        text: texts.join("\n"),
        ..first
    })
}

fn export_gltf(
    project: &Project,
    what: &files::GltfExport,
    path: &Path,
    progress: &(dyn Fn(f32) -> bool + Sync),
) -> Result<String, files::Error> {
    let summary = files::export_gltf(project, what, (path, Over::Any), progress)?;
    let written = tr!(
        "{}, {} skeletons, {} animations",
        megabytes(summary.bytes),
        summary.skeletons,
        summary.animations
    );
    Ok([vec![written], summary.notes].concat().join("\n"))
}

fn megabytes(bytes: u64) -> String {
    format!("{:.2} MB", bytes as f64 / 1e6)
}

/// Folder of a project that is named by its folder or by its file.
fn folder_of(path: &Path) -> &Path {
    if path.is_dir() {
        path
    } else {
        path.parent().unwrap_or(path)
    }
}
