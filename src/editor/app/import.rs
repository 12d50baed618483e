//! Importing: files are read by jobs, join the document as one step each, and where that needs an
//! answer, one is asked for.

use super::{
    App,
    bone_names::BoneNames,
    incoming::{Incoming, file_name, is_project},
    prefixes::Prefixed,
    question::waiting::{DoubtfulImport, Question},
};
use crate::{
    action::FileAction,
    dock::Panel,
    jobs::{Fix, JobNote, JobOutcome},
    sounds::SoundPlace,
    toast::Tone,
};
use document::{
    Command, ProjectCommand, Selection,
    import::{Import, ImportChoices, ImportOutcome, ImportedAsset, decide, keeps_prefixes},
};
use formats::{ImportReport, Options};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use words::tr;

impl App {
    pub(super) fn import(&mut self, ctx: &egui::Context, paths: Vec<PathBuf>) {
        if let Some(project) = paths.iter().find(|path| is_project(path)) {
            return self.route(ctx, FileAction::OpenPath(project.clone()).into());
        }
        self.start = None;
        let mut files = Vec::new();
        let (sounds, paths) = paths
            .into_iter()
            .partition(|path| files::is_sound_file(path));
        self.import_sounds(sounds, SoundPlace::Project);
        for path in self.source_files(paths) {
            match self.mesh_for(&path) {
                Some(mesh) => self.vertex_cache_from(mesh, path),
                None => files.push(path),
            }
        }
        match files.as_slice() {
            [] => {}
            [path] => {
                let options = files::options_of(self.document.project(), path);
                self.read(path.clone(), options, ImportChoices::default());
            }
            _ => self.import_many(files, &ImportChoices::default(), true),
        }
    }

    /// Folders stand for the source files in them.
    fn source_files(&mut self, paths: Vec<PathBuf>) -> Vec<PathBuf> {
        let (folders, mut files): (Vec<_>, Vec<_>) =
            paths.into_iter().partition(|path| path.is_dir());
        for folder in folders {
            match files::source_files(&folder) {
                Ok(found) => files.extend(found),
                Err(error) => self.session.toast(
                    Tone::Warning,
                    tr!("Nothing was imported").to_owned(),
                    error.to_string(),
                ),
            }
        }
        files
    }

    /// One job a file; each becomes one undo step when it is done.
    pub(super) fn read(&mut self, path: PathBuf, options: Options, choices: ImportChoices) {
        let folder = self.disk.path.clone();
        self.jobs
            .start(tr!("Import {}", file_name(&path)), move |handle| {
                let progress = |part: f32| handle.report(part);
                let mut result =
                    files::import(&path, folder.as_deref(), &options, &progress).map(Box::new);
                if let Ok(imported) = &mut result {
                    files::tell_losses(imported);
                }
                JobOutcome::Imported {
                    path,
                    options,
                    choices: Box::new(choices),
                    result,
                }
            });
    }

    pub(super) fn add_imported(&mut self, ctx: &egui::Context, incoming: Incoming) {
        let exists = |origin: &str| Path::new(origin).exists();
        match decide(
            self.document.project(),
            incoming.file.clone(),
            &incoming.choices,
            &exists,
        ) {
            Ok(import) => match import
                .bone_changes(self.document.project())
                .filter(|_| !incoming.knows_bones)
            {
                Some(changes) => {
                    self.dialogs
                        .ask(Question::Bones(BoneNames::new(incoming, changes)));
                    ctx.request_repaint();
                }
                None => self.join(&incoming, import),
            },
            Err(doubt) => {
                self.dialogs
                    .ask(Question::Import(DoubtfulImport { incoming, doubt }));
                ctx.request_repaint();
            }
        }
    }

    fn join(&mut self, incoming: &Incoming, import: Import) {
        let was_empty = self.document.project().is_empty();
        let joined = import.joined(self.document.project()).1;
        let import = Command::Project(ProjectCommand::Import(Arc::new(import)));
        let name = self.named_after(&incoming.path);
        self.perform(
            &Command::Batch([import].into_iter().chain(name).collect()),
            None,
        );
        self.jobs
            .add_notes(&tr!("Import {}", file_name(&incoming.path)), notes(&joined));
        let is_odd = joined.iter().any(|joined| needs_a_look(&joined.what));
        let tone = if incoming.has_warnings || is_odd {
            Tone::Warning
        } else {
            Tone::Ok
        };
        if is_odd {
            self.show_panel(Panel::Jobs);
        }
        let more = match incoming.notes {
            0 => String::new(),
            1 => tr!(", 1 note: see Jobs").into(),
            notes => tr!(", {notes} notes: see Jobs"),
        };
        let title = tr!("Imported {}", file_name(&incoming.path));
        self.session
            .toast(tone, title, format!("{}{more}.", summary(&joined)));
        if was_empty {
            self.open_what_came();
        }
    }

    /// Opens and selects the first asset after the first import into an empty project.
    pub(super) fn open_what_came(&mut self) {
        self.open_first();
        self.document.select(Selection {
            asset: self.session.active,
            items: Default::default(),
        });
    }

    /// An empty project that was never named is called as what it is made of.
    pub(super) fn named_after(&self, path: &Path) -> Option<Command> {
        let project = self.document.project();
        let is_free = self.disk.path.is_none() && project.is_empty() && project.name == "Untitled";
        let stem = path
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned())?;
        is_free.then_some(Command::Project(ProjectCommand::Rename(stem)))
    }

    /// Adds a file that was read: at once, or read again without prefixes, or after a question
    /// about them.
    pub(super) fn add_read(
        &mut self,
        ctx: &egui::Context,
        incoming: Incoming,
        report: &ImportReport,
        options: Options,
    ) {
        let told = report
            .entries
            .iter()
            .find(|entry| entry.fix == Some(formats::ImportFix::StripNamespaces));
        let Some(told) = told else {
            return self.add_imported(ctx, incoming);
        };
        let prefixed = Prefixed {
            told: told.text.clone(),
            incoming,
            options,
        };
        match keeps_prefixes(self.document.project(), &prefixed.incoming.file) {
            Some(keeps) => self.go_on(ctx, prefixed, keeps),
            None => self.dialogs.ask(Question::Prefixes(Box::new(prefixed))),
        }
    }

    pub(super) fn go_on(&mut self, ctx: &egui::Context, prefixed: Prefixed, keeps: bool) {
        let Prefixed {
            incoming, options, ..
        } = prefixed;
        if keeps {
            self.add_imported(ctx, incoming);
        } else {
            self.read(
                incoming.path,
                Options {
                    strip_namespaces: true,
                    ..options
                },
                incoming.choices,
            );
        }
    }
}

/// Whether the outcome is not what one would expect of an import.
pub(super) fn needs_a_look(what: &ImportOutcome) -> bool {
    match what {
        ImportOutcome::Added | ImportOutcome::Updated | ImportOutcome::BonesBack(_) => false,
        ImportOutcome::Bound { missing, .. } => !missing.is_empty(),
        ImportOutcome::Kept
        | ImportOutcome::Conflict { .. }
        | ImportOutcome::BonesGone(_)
        | ImportOutcome::Alike(_)
        | ImportOutcome::OtherRest(_) => true,
        ImportOutcome::RootMoves { is_on, .. } => !is_on,
    }
}

pub(super) fn notes(joined: &[ImportedAsset]) -> Vec<JobNote> {
    let fix = |what: &ImportOutcome| match what {
        ImportOutcome::OtherRest(rest) => Some(Fix::KeepProportions(rest.clone())),
        _ => None,
    };
    let note = |joined: &ImportedAsset| JobNote {
        text: joined.to_string(),
        is_warning: needs_a_look(&joined.what),
        fix: fix(&joined.what),
    };
    let (odd, plain): (Vec<&ImportedAsset>, Vec<&ImportedAsset>) =
        joined.iter().partition(|joined| needs_a_look(&joined.what));
    odd.into_iter().chain(plain).map(note).collect()
}

/// Summary of an import, as in “2 updated, 5 added, 5 bound to Hero”.
pub(super) fn summary(joined: &[ImportedAsset]) -> String {
    let count = |is: &dyn Fn(&ImportOutcome) -> bool| {
        joined.iter().filter(|joined| is(&joined.what)).count()
    };
    let (updated, added) = (
        count(&|what| *what == ImportOutcome::Updated),
        count(&|what| *what == ImportOutcome::Added),
    );
    let conflicts = count(&|what| matches!(what, ImportOutcome::Conflict { .. }));
    let bound = joined.iter().find_map(|joined| match &joined.what {
        ImportOutcome::Bound { skeleton, missing } if missing.is_empty() => Some(skeleton.clone()),
        ImportOutcome::Bound { skeleton, missing } => Some(tr!(
            "{skeleton}, which does not have {}",
            missing.join(", ")
        )),
        _ => None,
    });
    let mut parts = Vec::new();
    let mut part =
        |count: usize, what: &str| parts.extend((count > 0).then(|| format!("{count} {what}")));
    part(updated, tr!("updated"));
    part(added, tr!("added"));
    part(
        conflicts,
        if conflicts == 1 {
            tr!("conflict")
        } else {
            tr!("conflicts")
        },
    );
    parts.extend(bound.map(|skeleton| tr!("bound to {skeleton}")));
    if parts.is_empty() {
        tr!("Empty file").into()
    } else {
        parts.join(", ")
    }
}
