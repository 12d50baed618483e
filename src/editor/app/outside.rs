//! What happens to the project's files outside this window: it is noticed, shown, and taken in or
//! kept apart.

use super::{App, asking::DiskConflictChoice, question::waiting::Question, three_way::ThreeWay};
use crate::{
    jobs::{JobOutcome, JobTitle, Looked, Outside, Task},
    parts,
    toast::Tone,
};
use asset::Id;
use document::{Command, ProjectCommand};
use files::{Opened, Others};
use formats::project::BrokenFile;
use std::{path::Path, sync::Arc, time::Duration};
use words::{noun, tr};

/// A look at the disk is listed among the jobs if it takes longer.
const LOOKING: Duration = Duration::from_secs(2);

impl App {
    /// Enters the folder of the document, after either has changed; warns if another window has it
    /// open.
    pub(super) fn enter(&mut self) {
        if let Some(other) = self.disk.enter(&self.waker) {
            self.session.toast(
                Tone::Warning,
                tr!("The project is open in another window"),
                tr!("{other} has it open. If it saves, this window shows the changes before you overwrite them."),
            );
        }
    }

    /// Looks once after each time that something has changed on disk.
    pub(super) fn follow_disk(&mut self, ctx: &egui::Context) {
        let now = self.session.now;
        let Some(at) = self.disk.due(now) else { return };
        let tasks = [Task::Save, Task::LookOutside];
        let is_busy = tasks.map(|task| self.jobs.running_task(task).is_some());
        if now < at || is_busy.contains(&true) {
            ctx.request_repaint_after_secs((at - now).max(0.05) as f32);
            return;
        }
        self.disk.look_at = None;
        self.look_outside(ctx, false);
    }

    /// Looks for changes on disk. With `asks`, changes are shown at once and not only announced.
    pub(super) fn look_outside(&mut self, ctx: &egui::Context, asks: bool) {
        let Some(path) = self.disk.path.clone() else {
            return;
        };
        let (since, here) = (
            self.document.saved().clone(),
            self.document.project().clone(),
        );
        let remembered = self.disk.remembered.clone();
        let title = JobTitle::from(tr!("Read changes in {}", since.name));
        self.disk.unsaved.asks |= asks;
        let id = self.jobs.start(
            title.of(Task::LookOutside).listed_after(LOOKING),
            move |_| JobOutcome::LookedOutside(read(&path, since, &here, &remembered)),
        );
        if asks {
            self.jobs.wait(id, self.disk.patience);
            self.finish_jobs(ctx);
        }
    }

    pub(super) fn looked_outside(&mut self, found: Result<Looked, files::Error>) {
        let asks = std::mem::take(&mut self.disk.unsaved.asks);
        let refused = self.disk.unsaved.refused.take();
        let found = found.map(|Looked { outside, lost }| {
            self.miss(lost);
            outside
        });
        match found {
            Ok(None) => {
                self.disk.outside = None;
                if let Some(why) = refused {
                    let title = tr!("{} was not saved", self.document.project().name);
                    self.session.toast(
                        Tone::Warning,
                        title,
                        tr!("{why}\nThe cause is gone now. Save again."),
                    );
                }
            }
            // Saved or opened meanwhile: what was found is of another time.
            Ok(Some(outside)) if !Arc::ptr_eq(&outside.since, self.document.saved()) => {
                self.disk.look_again(self.session.now);
                (self.disk.unsaved.asks, self.disk.unsaved.refused) = (asks, refused);
            }
            Ok(Some(outside)) if self.document.is_saved() => self.take_in(*outside),
            Ok(Some(outside)) => {
                self.disk.outside = Some(Arc::new(*outside));
                if asks {
                    self.ask_outside();
                }
            }
            Err(error) => {
                self.session.toast(
                    Tone::Error,
                    tr!("The project on disk cannot be read"),
                    error.to_string(),
                );
            }
        }
    }

    /// Warns once of files that are missing on disk.
    fn miss(&mut self, lost: Vec<String>) {
        if let Some(first) = lost
            .iter()
            .find(|path| !self.disk.unsaved.lost.contains(path))
        {
            let others = if lost.len() > 1 {
                tr!(" and {} more", lost.len() - 1)
            } else {
                String::new()
            };
            self.session.toast(
                Tone::Warning,
                tr!("Project files are missing on disk"),
                tr!("{first}{others}. Their content is still in memory. Save to write it again."),
            );
        }
        self.disk.unsaved.lost = lost;
    }

    /// *Compare with disk…*
    pub(super) fn compare_with_disk(&mut self, ctx: &egui::Context) {
        if self.disk.path.is_none() {
            let line = tr!("Save the project first.");
            return self
                .session
                .toast(Tone::Ok, tr!("Project not saved yet"), line);
        }
        self.look_outside(ctx, true);
        if self.disk.outside.is_none()
            && self.jobs.running_task(Task::LookOutside).is_none()
            && self.disk.unsaved.lost.is_empty()
        {
            self.session.toast(
                Tone::Ok,
                tr!("Nothing has changed on disk"),
                tr!("The files are unchanged since you opened or saved them."),
            );
        }
    }

    /// Shows what others have changed, and what can be done.
    pub(super) fn ask_outside(&mut self) {
        let is_asked = |question: &Question| matches!(question, Question::Outside(_));
        if let Some(outside) = self.disk.outside.clone()
            && !self.dialogs.questions.iter().any(is_asked)
        {
            let three_way = super::three_way::ThreeWay::new(outside, &self.document);
            self.dialogs.ask(Question::Outside(Box::new(three_way)));
        }
    }

    /// Changes the project to what is on disk, as one step, while no edit of the user is in the
    /// way.
    pub(super) fn take_in(&mut self, outside: Outside) {
        let changed = formats::merge::changed(self.document.saved(), &outside.theirs).len();
        let unreadable: Vec<&str> = outside
            .broken
            .iter()
            .map(|broken| broken.name.as_str())
            .collect();
        let (tone, line) = match unreadable.first() {
            None => (
                Tone::Ok,
                tr!(
                    "{} changed by another program.",
                    parts::count(changed.max(1), noun!("asset"))
                ),
            ),
            Some(first) => {
                let others = if unreadable.len() > 1 {
                    tr!(" and {} more", unreadable.len() - 1)
                } else {
                    String::new()
                };
                (
                    Tone::Warning,
                    tr!("{first}{others} cannot be read and is skipped. See Problems."),
                )
            }
        };
        self.turn_into(&outside.theirs, &outside.theirs);
        self.session.broken = outside.broken;
        let line = tr!("{line} Undo restores the earlier state.");
        self.session.toast(tone, tr!("Updated from disk"), line);
    }

    /// One step; `saved` is what is on disk.
    pub(super) fn turn_into(&mut self, project: &Arc<asset::Project>, saved: &Arc<asset::Project>) {
        self.perform(
            &Command::Project(ProjectCommand::TakeIn(project.clone())),
            None,
        );
        // The root after the step is another value of the same assets.
        let saved = if Arc::ptr_eq(project, saved) {
            self.document.project().clone()
        } else {
            saved.clone()
        };
        self.document.mark_saved(&saved);
        self.disk.outside = None;
    }

    /// Puts the newest history into the journal; a toast says when backups begin to fail or work
    /// again.
    pub(super) fn keep_journal(&mut self) {
        let (document, path) = (&self.document, self.disk.path.as_deref());
        match self.disk.journal.keep(document, path, &self.waker) {
            Some(Err(error)) => self.session.toast(
                Tone::Warning,
                tr!("Edits are not backed up"),
                tr!("If Mutoscope stops before the next save, they are lost. Mutoscope retries. {error}"),
            ),
            Some(Ok(())) => {
                let line = tr!("Edits made meanwhile are backed up too.");
                self.session.toast(Tone::Ok, tr!("Edits are backed up again"), line);
            }
            None => {}
        }
    }

    pub(super) fn resolve_outside(
        &mut self,
        ctx: &egui::Context,
        three_way: ThreeWay,
        way: DiskConflictChoice,
    ) {
        // What is on disk may have changed again, and so may what is here.
        let is_current = self
            .disk
            .outside
            .as_ref()
            .is_some_and(|outside| Arc::ptr_eq(outside, &three_way.outside))
            && Arc::ptr_eq(&three_way.mine, self.document.project());
        if !is_current {
            return self.look_outside(ctx, true);
        }
        match way {
            DiskConflictChoice::TakeTheirs => self.take_in(three_way.outside.as_ref().clone()),
            DiskConflictChoice::KeepMine => {
                if let Some(path) = self.disk.path.clone() {
                    self.save_to(ctx, path, Others::Replace, true);
                }
            }
            DiskConflictChoice::Merge => {
                if let Ok(merged) = three_way.merged {
                    self.session.broken.clone_from(&three_way.outside.broken);
                    self.turn_into(&Arc::new(merged.project), &three_way.outside.theirs);
                    let line =
                        tr!("Your edits and the changes on disk are merged. Save to write them.");
                    self.session
                        .toast(crate::toast::Tone::Ok, tr!("Merged"), line);
                }
            }
        }
    }
}

fn read(
    path: &Path,
    since: Arc<asset::Project>,
    here: &asset::Project,
    remembered: &files::Remembered,
) -> Result<Looked, files::Error> {
    let found = files::changes_outside(path, &since, here, Some(remembered))?;
    let lost = found.lost.clone();
    if found.is_empty() {
        return Ok(Looked {
            outside: None,
            lost,
        });
    }
    let Opened::Project {
        mut project,
        mut broken,
        ..
    } = files::open(path)?
    else {
        return Ok(Looked::default());
    };
    // Nobody has changed an asset of which only keys, vertices or pictures are gone: those are
    // still here.
    let is_touched = |id: Id| found.edits.iter().any(|edit| edit.asset == Some(id));
    let only_lost = |broken: &BrokenFile| {
        !lost.is_empty()
            && !found.has(&broken.file)
            && broken
                .id
                .is_some_and(|id| !is_touched(id) && since.kind(id).is_some())
    };
    for id in broken
        .extract_if(.., |broken| only_lost(broken))
        .filter_map(|broken| broken.id)
    {
        project.share(&since, id);
    }
    project.adopt(&since);
    Ok(Looked {
        outside: Some(Box::new(Outside {
            since,
            theirs: Arc::new(project),
            broken,
        })),
        lost,
    })
}
