//! Importing many files: all are read at once, a table says what becomes of each before anything is
//! done, and what comes in is one undo step.

pub(crate) mod rows;

use super::{
    App,
    import::{needs_a_look, notes, summary},
    incoming::{Incoming, file_name},
    question::waiting::Question,
};
use crate::{
    dock::Panel,
    jobs::{JobNote, JobOutcome},
    parts,
    sources::Changed,
    toast::Tone,
};
use document::{
    Command, ProjectCommand,
    import::{ImportChoices, ImportMode, ImportedAsset},
};
use files::{FileErrorReason, Read, SourceRequest};
use rows::{Batch, ImportRowState, ImportTableRow};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::Arc,
};
use words::{noun, tr};

impl App {
    /// `is_open`: the table is shown at once, and passes over what is as it was. Otherwise each
    /// file was asked for by itself, and is read in any case.
    pub(super) fn import_many(
        &mut self,
        mut files: Vec<PathBuf>,
        choices: &ImportChoices,
        is_open: bool,
    ) {
        // A folder may be named together with a file in it.
        let mut seen = BTreeSet::new();
        files.retain(|path| seen.insert(path.clone()));
        let (project, folder) = (self.document.project(), common_folder(&files));
        let row = |path: PathBuf| ImportTableRow {
            name: path
                .strip_prefix(&folder)
                .unwrap_or(&path)
                .display()
                .to_string(),
            options: files::options_of(project, &path),
            path,
            choices: choices.clone(),
            is_in: true,
            state: ImportRowState::Asked { anyway: !is_open },
            planned: None,
        };
        self.dialogs.batches += 1;
        let rows = files.into_iter().map(row).collect();
        let mut batch = Batch {
            rows,
            id: self.dialogs.batches,
            job: None,
            is_open,
            planned_for: None,
            after: project.clone(),
        };
        self.read_asked(&mut batch);
        self.dialogs.ask(Question::Many(Box::new(batch)));
    }

    /// Starts to read the rows that are to be read.
    pub(super) fn read_asked(&mut self, batch: &mut Batch) {
        let project = self.document.project();
        let mut wanted = Vec::new();
        for row in &mut batch.rows {
            let ImportRowState::Asked { anyway } = row.state else {
                continue;
            };
            let held = if anyway {
                None
            } else {
                files::held(project, &row.path, &row.options)
            };
            wanted.push(SourceRequest {
                path: row.path.clone(),
                options: row.options,
                held,
            });
            row.state = ImportRowState::Reading;
        }
        if wanted.is_empty() {
            return;
        }
        let (folder, id) = (self.disk.path.clone(), batch.id);
        let job = self.jobs.start(
            tr!("Read {}", parts::count(wanted.len(), noun!("file"))),
            move |handle| {
                let read =
                    files::import_many(&wanted, folder.as_deref(), &|part| handle.report(part));
                let paths = wanted.into_iter().map(|wanted| wanted.path);
                JobOutcome::ImportedMany {
                    batch: id,
                    read: paths.zip(read).collect(),
                }
            },
        );
        batch.job = Some(job);
    }

    pub(super) fn many_read(&mut self, ctx: &egui::Context, id: u64, read: Vec<(PathBuf, Read)>) {
        let is_it =
            |question: &Question| matches!(question, Question::Many(batch) if batch.id == id);
        // Cancelled meanwhile: nobody waits for it.
        let Some(at) = self.dialogs.questions.iter().position(is_it) else {
            return;
        };
        let Some(Question::Many(mut batch)) = self.dialogs.questions.remove(at) else {
            return;
        };
        let is_cancelled = |read: &Read| matches!(read, Read::Failed(error) if error.reason == FileErrorReason::Cancelled);
        if !batch.is_open && read.iter().any(|(_, read)| is_cancelled(read)) {
            return;
        }
        read.into_iter()
            .for_each(|(path, read)| batch.take(&path, read));
        batch.follow_prefixes(self.document.project());
        batch.changed();
        self.read_asked(&mut batch);
        if !batch.is_reading() {
            batch.sort();
            batch.plan(self.document.project());
            if !batch.is_open && batch.is_certain() {
                return self.add_many(ctx, *batch);
            }
            batch.is_open = true;
        }
        self.dialogs.questions.insert(at, Question::Many(batch));
        ctx.request_repaint();
    }

    /// Imports the rows as one step. A row that needs a question of its own comes in later, by
    /// itself.
    pub(super) fn add_many(&mut self, ctx: &egui::Context, mut batch: Batch) {
        batch.plan(self.document.project());
        let job = batch.job;
        let (mut commands, mut told, mut alone) = (Vec::new(), Vec::new(), Vec::new());
        for row in batch.rows.into_iter().filter(ImportTableRow::comes_in) {
            let (ImportRowState::Read { mut incoming, .. }, Some(Ok(planned))) =
                (row.state, row.planned)
            else {
                continue;
            };
            incoming.choices = row.choices;
            if planned.changes.is_some() {
                alone.push(incoming);
                continue;
            }
            commands.push(Command::Project(ProjectCommand::Import(Arc::new(
                planned.import,
            ))));
            told.push((incoming, planned.joined));
        }
        if !commands.is_empty() {
            self.join_many(job, commands, &told);
        }
        alone
            .into_iter()
            .for_each(|incoming| self.add_imported(ctx, incoming));
    }

    fn join_many(
        &mut self,
        job: Option<u64>,
        mut commands: Vec<Command>,
        told: &[(Incoming, Vec<ImportedAsset>)],
    ) {
        let was_empty = self.document.project().is_empty();
        let folder = told
            .first()
            .and_then(|(incoming, _)| incoming.path.parent());
        commands.extend(folder.and_then(|folder| self.named_after(folder)));
        self.perform(&Command::Batch(commands), None);
        let of_file = |(incoming, joined): &(Incoming, Vec<ImportedAsset>)| {
            let name = file_name(&incoming.path);
            notes(joined).into_iter().map(move |note| JobNote {
                text: format!("{name}: {}", note.text),
                ..note
            })
        };
        let all: Vec<JobNote> = told.iter().flat_map(of_file).collect();
        self.jobs.add_notes_to(job, all);
        let joined: Vec<ImportedAsset> =
            told.iter().flat_map(|(_, joined)| joined.clone()).collect();
        let is_odd = joined.iter().any(|joined| needs_a_look(&joined.what));
        let has_warnings = told.iter().any(|(incoming, _)| incoming.has_warnings);
        if is_odd || has_warnings {
            self.show_panel(Panel::Jobs);
        }
        let tone = if is_odd || has_warnings {
            Tone::Warning
        } else {
            Tone::Ok
        };
        let title = tr!("Imported {}", parts::count(told.len(), noun!("file")));
        self.session.toast(
            tone,
            title,
            tr!("{}. One undo reverts all of it.", summary(&joined)),
        );
        if was_empty {
            self.open_what_came();
        }
    }

    /// *Import again*: what came from these files becomes what they hold now. No files stand for
    /// those that have changed.
    pub(super) fn reimport(&mut self, files: Vec<PathBuf>) {
        let files = if files.is_empty() {
            self.session.changed_sources.keys().cloned().collect()
        } else {
            files
        };
        if files.is_empty() {
            return self.session.toast(
                Tone::Ok,
                tr!("No source has changed"),
                tr!("All source files are unchanged since their import."),
            );
        }
        let choices = ImportChoices {
            mode: ImportMode::Update,
            ..ImportChoices::default()
        };
        self.import_many(files, &choices, false);
    }

    /// Sources that have changed on disk are shown, and come in by themselves where that is wished:
    /// each change once.
    pub(super) fn follow_sources(&mut self) {
        self.sources.follow(self.document.project());
        let changed = self.sources.changed();
        if Arc::ptr_eq(&changed, &self.session.changed_sources) {
            return;
        }
        let new = newly_changed(&self.session.changed_sources, &changed);
        self.session.changed_sources = changed;
        if new.is_empty() {
            return;
        }
        if self.session.preferences.reimport {
            return self.reimport(new);
        }
        let title = match new.as_slice() {
            [file] => tr!("{} has changed on disk", file_name(file)),
            files => tr!("{} source files have changed on disk", files.len()),
        };
        self.session.toast(
            Tone::Ok,
            title,
            tr!("Choose “Import again” in Assets to update."),
        );
    }
}

/// The deepest folder that holds all of them.
fn common_folder(files: &[PathBuf]) -> PathBuf {
    let mut folders = files
        .iter()
        .map(|path| path.parent().unwrap_or(Path::new("")));
    let first = folders.next().unwrap_or(Path::new("")).to_owned();
    folders.fold(first, |common, folder| {
        common
            .ancestors()
            .find(|common| folder.starts_with(common))
            .unwrap_or(Path::new(""))
            .to_owned()
    })
}

/// Files whose change was not reported before. Another write of a file counts as another change.
pub(super) fn newly_changed(known: &Changed, now: &Changed) -> Vec<PathBuf> {
    now.iter()
        .filter(|(path, stamp)| known.get(*path) != Some(*stamp))
        .map(|(path, _)| path.clone())
        .collect()
}
