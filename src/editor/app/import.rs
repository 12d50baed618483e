//! Importing: files are read by jobs, join the document as one step each, and where that needs an answer, one is asked for.

use super::{
    App,
    bone_names::BoneNames,
    incoming::{Incoming, file_name, is_project},
    question::{Asked, Question},
};
use crate::{
    action::FileAction,
    dock::Panel,
    jobs::{Fix, Note, Outcome},
    session::Tone,
};
use document::{
    Command, ProjectCommand, Selection,
    import::{Choices, Import, Joined, What, decide},
};
use formats::Options;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

impl App {
    pub(super) fn import(&mut self, ctx: &egui::Context, paths: Vec<PathBuf>) {
        if let Some(project) = paths.iter().find(|path| is_project(path)) {
            return self.route(ctx, FileAction::OpenPath(project.clone()).into());
        }
        self.start = None;
        for path in self.source_files(paths) {
            if let Some(mesh) = self.mesh_for(&path) {
                self.vertex_cache_from(ctx, mesh, path);
                continue;
            }
            self.read(ctx, path, Options::default(), Choices::default());
        }
    }

    /// Folders stand for the source files in them.
    fn source_files(&mut self, paths: Vec<PathBuf>) -> Vec<PathBuf> {
        let (folders, mut files): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| path.is_dir());
        for folder in folders {
            match files::source_files(&folder) {
                Ok(found) => files.extend(found),
                Err(error) => self.session.toast(Tone::Warning, "Nothing was imported".to_owned(), error.to_string()),
            }
        }
        files
    }

    /// One job a file; each becomes one undo step when it is done.
    pub(super) fn read(&mut self, ctx: &egui::Context, path: PathBuf, options: Options, choices: Choices) {
        let (wake, folder) = (ctx.clone(), self.path.clone());
        self.jobs.start(
            format!("Import {}", file_name(&path)),
            move || wake.request_repaint(),
            move |handle| {
                let progress = |part: f32| handle.report(part);
                let mut result = files::import_telling(&path, folder.as_deref(), &options, &progress).map(Box::new);
                if let Ok(imported) = &mut result {
                    files::tell_losses(imported);
                }
                Outcome::Imported { path, options, choices: Box::new(choices), result }
            },
        );
    }

    pub(super) fn add_imported(&mut self, ctx: &egui::Context, incoming: Incoming) {
        let exists = |origin: &str| Path::new(origin).exists();
        match decide(self.document.project(), incoming.file.clone(), &incoming.choices, &exists) {
            Ok(import) => match import.bone_changes(self.document.project()).filter(|_| !incoming.knows_bones) {
                Some(changes) => {
                    self.questions.push_back(Question::Bones(BoneNames::new(incoming, changes)));
                    ctx.request_repaint();
                }
                None => self.join(&incoming, import),
            },
            Err(doubt) => {
                self.questions.push_back(Question::Import(Asked { incoming, doubt }));
                ctx.request_repaint();
            }
        }
    }

    fn join(&mut self, incoming: &Incoming, import: Import) {
        let was_empty = self.document.project().is_empty();
        let joined = import.joined(self.document.project()).1;
        self.perform(&Command::Project(ProjectCommand::Import(Arc::new(import))), None);
        self.jobs.add_notes(&format!("Import {}", file_name(&incoming.path)), notes(&joined));
        let is_odd = joined.iter().any(|joined| needs_a_look(&joined.what));
        let tone = if incoming.has_warnings || is_odd { Tone::Warning } else { Tone::Ok };
        if is_odd {
            self.show_panel(Panel::Jobs);
        }
        let more = match incoming.notes {
            0 => String::new(),
            1 => ", 1 note: see Jobs".into(),
            notes => format!(", {notes} notes: see Jobs"),
        };
        let title = format!("Imported {}", file_name(&incoming.path));
        self.session.toast(tone, title, format!("{}{more}.", summary(&joined)));
        if was_empty {
            self.name_after(&incoming.path);
            self.open_first();
            self.document.select(Selection { asset: self.session.active, items: Default::default() });
        }
    }

    /// A project that was never named is called as what it is made of.
    fn name_after(&mut self, path: &Path) {
        if self.path.is_none() && self.document.project().name == "Untitled" {
            let stem = path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
            self.perform(&Command::Project(ProjectCommand::Rename(stem)), None);
        }
    }
}

/// Not what one would expect of an import.
fn needs_a_look(what: &What) -> bool {
    match what {
        What::Added | What::Updated | What::BonesBack(_) => false,
        What::Bound { missing, .. } => !missing.is_empty(),
        What::Kept | What::Conflict { .. } | What::BonesGone(_) | What::Alike(_) | What::OtherRest(_) => true,
        What::RootMoves { is_on, .. } => !is_on,
    }
}

fn notes(joined: &[Joined]) -> Vec<Note> {
    let fix = |what: &What| match what {
        What::OtherRest(rest) => Some(Fix::KeepProportions(rest.clone())),
        _ => None,
    };
    let note = |joined: &Joined| Note {
        text: joined.to_string(),
        is_warning: needs_a_look(&joined.what),
        fix: fix(&joined.what),
    };
    let (odd, plain): (Vec<&Joined>, Vec<&Joined>) = joined.iter().partition(|joined| needs_a_look(&joined.what));
    odd.into_iter().chain(plain).map(note).collect()
}

/// As in “2 updated, 5 added, 5 bound to Hero”.
fn summary(joined: &[Joined]) -> String {
    let count = |is: &dyn Fn(&What) -> bool| joined.iter().filter(|joined| is(&joined.what)).count();
    let (updated, added) = (count(&|what| *what == What::Updated), count(&|what| *what == What::Added));
    let conflicts = count(&|what| matches!(what, What::Conflict { .. }));
    let bound = joined.iter().find_map(|joined| match &joined.what {
        What::Bound { skeleton, missing } if missing.is_empty() => Some(skeleton.clone()),
        What::Bound { skeleton, missing } => Some(format!("{skeleton}, which lacks {}", missing.join(", "))),
        _ => None,
    });
    let mut parts = Vec::new();
    let mut part = |count: usize, what: &str| parts.extend((count > 0).then(|| format!("{count} {what}")));
    part(updated, "updated");
    part(added, "added");
    part(conflicts, if conflicts == 1 { "conflict" } else { "conflicts" });
    parts.extend(bound.map(|skeleton| format!("bound to {skeleton}")));
    if parts.is_empty() { "Nothing in it".into() } else { parts.join(", ") }
}
