//! Saving the project, in the background where it takes a while.

use super::{App, disk::unsaved::SaveNext, incoming::file_name};
use crate::{
    action::EditorAction,
    jobs::{JobOutcome, JobTitle, Saved, Task},
    toast::Tone,
};
use files::{FileErrorReason, Others, Saving};
use std::path::{Path, PathBuf};
use words::tr;

impl App {
    /// Whether the folder holds what is shown.
    pub(super) fn is_saved(&self) -> bool {
        self.document.is_saved() && self.disk.unsaved.lost.is_empty()
    }

    /// Saves like [`App::save`], but first lets the focused field take what is being typed, as a
    /// click on another field does.
    pub(super) fn save_when_typed(&mut self, ctx: &egui::Context) {
        let focused = ctx
            .memory(|memory| memory.focused())
            .filter(|_| ctx.egui_wants_keyboard_input());
        let Some(field) = focused else {
            return self.save(ctx);
        };
        ctx.memory_mut(|memory| memory.surrender_focus(field));
        ctx.request_repaint();
        self.disk.unsaved.next = SaveNext::WhenTyped;
    }

    /// Saves where it was saved before, or asks. What is saved already is not written again.
    pub(super) fn save(&mut self, ctx: &egui::Context) {
        match self.disk.path.clone() {
            Some(_) if self.is_saved() && self.disk.outside.is_none() => {
                let name = &self.document.project().name;
                self.session.toast(
                    Tone::Ok,
                    tr!("{name} is saved already"),
                    tr!("Nothing has changed since the last save."),
                );
            }
            Some(path) => self.save_to(ctx, path, Others::Refuse, true),
            None => self.pick_save(),
        }
    }

    /// Saves the project, then does what waits for the save. With `is_asked`, the end of the save
    /// is reported too.
    pub(super) fn save_to(
        &mut self,
        ctx: &egui::Context,
        path: PathBuf,
        others: Others,
        is_asked: bool,
    ) {
        if self.jobs.running_task(Task::Save).is_some() {
            // What was edited since it began is not in it.
            if is_asked {
                self.disk.unsaved.next = SaveNext::WhenSaved;
            }
            return;
        }
        let project = self.document.project().clone();
        let since = (self.disk.path.as_ref() == Some(&path)).then(|| self.document.saved().clone());
        let remembered = self.disk.remembered.clone();
        let title = JobTitle::from(tr!("Save {}", project.name)).of(Task::Save);
        let id = self
            .jobs
            .start(title.listed_after(self.disk.patience), move |handle| {
                let progress = |part: f32| handle.report(part);
                let how = Saving {
                    since: since.as_deref(),
                    others,
                    progress: &progress,
                    remembered: Some(&remembered),
                };
                let result = files::save_project(&path, &project, &how);
                JobOutcome::Saved(Box::new(Saved {
                    path,
                    project,
                    result,
                    is_asked,
                }))
            });
        self.jobs.wait(id, self.disk.patience);
        self.finish_jobs(ctx);
    }

    pub(super) fn saved(&mut self, ctx: &egui::Context, saved: Saved) {
        let Saved {
            path,
            project,
            result,
            is_asked,
        } = saved;
        // One that waits for a field goes on waiting for it.
        let is_next = self.disk.unsaved.next == SaveNext::WhenSaved;
        if is_next {
            self.disk.unsaved.next = SaveNext::Not;
        }
        match result {
            Ok(kept) => {
                self.disk.unsaved.lost.clear();
                // What was written is broken no more.
                self.session
                    .broken
                    .retain(|broken| broken.id.is_none_or(|id| project.kind(id).is_none()));
                self.document.mark_saved(&project);
                self.recent.add(&path);
                self.report_kept(&path, &kept);
                self.disk.outside = None;
                self.disk.path = Some(path.clone());
                self.enter();
                if is_asked && self.disk.after_save.is_none() {
                    self.session.toast(
                        Tone::Ok,
                        tr!("Saved {}", project.name),
                        path.display().to_string(),
                    );
                }
                if is_next && !self.document.is_saved() {
                    return self.save(ctx);
                }
                self.go_on_after_save(ctx);
            }
            Err(error) => {
                self.disk.after_save = None;
                match error.reason {
                    FileErrorReason::Changed => {
                        self.disk.unsaved.refused = is_asked.then(|| error.text.clone());
                        self.look_outside(ctx, is_asked);
                    }
                    FileErrorReason::Cancelled => {
                        let title = tr!("Saving {} was cancelled", project.name);
                        self.session.toast(
                            Tone::Warning,
                            title,
                            tr!("Nothing on disk has changed. Save again to write your edits."),
                        );
                    }
                    FileErrorReason::Exists | FileErrorReason::Memory | FileErrorReason::Other => {
                        let title = tr!("Could not save {}", project.name);
                        self.session.toast(Tone::Error, title, error.to_string());
                    }
                }
            }
        }
    }

    fn report_kept(&mut self, folder: &Path, kept: &[PathBuf]) {
        let Some(first) = kept.first() else { return };
        let first = first.strip_prefix(folder).unwrap_or(first).display();
        let others = if kept.len() > 1 {
            tr!(" and {} more", kept.len() - 1)
        } else {
            String::new()
        };
        self.session.toast(
            Tone::Warning,
            tr!("Another program had changed files"),
            tr!(
                "Your version was saved; the other version is in {first}{others}. Compare, and copy back what you need."
            ),
        );
    }

    /// Runs what waited for the save, once there is nothing to lose.
    fn go_on_after_save(&mut self, ctx: &egui::Context) {
        if self.is_saved()
            && let Some(action) = self.disk.after_save.take()
        {
            self.route(ctx, action);
        }
    }

    /// Saves, then does `action`.
    pub(super) fn save_then(&mut self, ctx: &egui::Context, action: EditorAction) {
        self.disk.after_save = Some(action);
        self.save(ctx);
    }

    /// Warns of files that could not be read in the project that was just opened.
    pub(super) fn set_broken(&mut self, broken: Vec<formats::project::BrokenFile>) {
        if let Some(first) = broken.first() {
            let others = if broken.len() > 1 {
                tr!(", and {} more", broken.len() - 1)
            } else {
                String::new()
            };
            self.session.toast(
                Tone::Warning,
                tr!(
                    "Skipped damaged files: {}{others}",
                    file_name(Path::new(&first.file))
                ),
                tr!("The rest is open. See Problems. Saving does not touch these files."),
            );
        }
        self.session.broken = broken;
    }
}
