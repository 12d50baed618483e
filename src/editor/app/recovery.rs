//! Work of sessions that were stopped: found at the start, and brought back with its history.

pub(crate) mod found;
pub(crate) mod kept;

use super::{
    App,
    asking::{self, QuestionAnswer, Recover},
    modal::confirm::Confirm,
    question::waiting::Question,
};
use crate::{
    action::{EditorAction, FileAction},
    parts, theme,
    toast::Tone,
};
use egui::{RichText, Ui};
use files::journal::{self, Listing, OrphanJournal, Unreadable};
use found::Recovery;
use kept::document;
use std::{path::Path, time::SystemTime};
use words::{noun, tr};

impl App {
    /// Asks about unsaved work at the start, if there is any.
    pub(super) fn find_unsaved(&mut self) {
        let mut listing = self.unsaved(false);
        listing.unreadable.retain(|journal| journal.is_new);
        if !listing.found.is_empty() || !listing.unreadable.is_empty() {
            self.ask_about(listing, false);
        }
    }

    /// *Recover unsaved work…*
    pub(super) fn ask_recovery(&mut self) {
        self.ask_about(self.unsaved(true), true);
    }

    fn ask_about(&mut self, listing: Listing, is_asked: bool) {
        let Listing { found, unreadable } = listing;
        self.dialogs.ask(Question::Recover(Recovery {
            found,
            unreadable,
            is_asked,
        }));
    }

    fn unsaved(&self, with_aside: bool) -> Listing {
        let mut listing = self
            .disk
            .journal
            .folder
            .as_deref()
            .map(Listing::of)
            .unwrap_or_default();
        listing
            .found
            .retain(|found| !found.is_saved && (with_aside || !found.is_aside));
        listing
    }

    pub(super) fn recovery_ui(&self, ui: &mut Ui, recovery: &Recovery) -> Option<QuestionAnswer> {
        let title = match (recovery.found.is_empty(), recovery.is_asked) {
            (true, _) if !recovery.unreadable.is_empty() => {
                tr!("Unsaved work of an earlier session cannot be read")
            }
            (true, _) => tr!("No unsaved work"),
            (_, true) => tr!("Unsaved work of the last seven days"),
            _ => tr!("Mutoscope stopped before this work was saved"),
        };
        asking::title_ui(ui, title);
        let line = if recovery.found.is_empty() {
            tr!("Every edit is backed up at once, and stays for 7 days after Mutoscope stops.")
        } else {
            tr!("Restoring brings back all undo steps. Nothing on disk changes until you save.")
        };
        ui.label(RichText::new(line).color(theme::TEXT_2));
        ui.add_space(12.0);
        let mut answer = None;
        egui::ScrollArea::vertical()
            .max_height(320.0)
            .show(ui, |ui| {
                for found in &recovery.found {
                    if let Some(done) = found_ui(ui, found) {
                        answer = Some(QuestionAnswer::Recover(done));
                    }
                }
                recovery
                    .unreadable
                    .iter()
                    .for_each(|journal| unreadable_ui(ui, journal));
            });
        let later = asking::row_with(
            ui,
            if recovery.found.is_empty() {
                tr!("Close")
            } else {
                tr!("Not now")
            },
        );
        answer.or(later.then_some(QuestionAnswer::Cancel))
    }

    pub(super) fn recover(&mut self, ctx: &egui::Context, recovery: Recovery, what: Recover) {
        match what {
            Recover::Forget(found) => {
                found.put_aside();
                let found: Vec<OrphanJournal> = recovery
                    .found
                    .into_iter()
                    .filter(|other| *other != found)
                    .collect();
                if !found.is_empty() {
                    self.dialogs
                        .questions
                        .push_front(Question::Recover(Recovery { found, ..recovery }));
                }
            }
            Recover::Restore(found) if self.is_saved() => self.restore(ctx, &found),
            Recover::Restore(found) => {
                let action = EditorAction::File(FileAction::Restore(found.path));
                self.dialogs.confirm = Some(Confirm::Unsaved(action));
            }
        }
    }

    pub(super) fn restore_from(&mut self, ctx: &egui::Context, path: &Path) {
        if let Some(found) = self
            .unsaved(true)
            .found
            .into_iter()
            .find(|found| found.path == path)
        {
            self.restore(ctx, &found);
        }
    }

    fn restore(&mut self, ctx: &egui::Context, found: &OrphanJournal) {
        let restored = journal::restore(&found.path).map_err(|error| error.to_string());
        let restored = restored.map(|restored| {
            (
                restored.lost,
                restored.state.folder.clone(),
                document(restored.state),
            )
        });
        match restored {
            Ok((lost, folder, Some(document))) => {
                let folder = folder.filter(|folder| files::is_project(folder));
                let active = document.selection().asset;
                self.put_document(document, folder);
                match active.filter(|id| self.document.project().kind(*id).is_some()) {
                    Some(id) => self.open_asset(id),
                    None => self.open_first(),
                }
                // Kept until this session's own journal holds it.
                self.keep_journal();
                found.put_aside();
                self.look_outside(ctx, false);
                let line = match lost.first() {
                    None => tr!("Undo and redo work as before. Save to keep the work.").to_owned(),
                    Some(first) => {
                        tr!(
                            "Some edits of {} are damaged and were skipped: {first}",
                            parts::count(lost.len(), noun!("asset"))
                        )
                    }
                };
                let tone = if lost.is_empty() {
                    Tone::Ok
                } else {
                    Tone::Warning
                };
                self.session
                    .toast(tone, tr!("{} restored", found.name), line);
            }
            Ok(_) => self.session.toast(
                Tone::Error,
                tr!("Nothing could be restored"),
                found.path.display().to_string(),
            ),
            Err(error) => self
                .session
                .toast(Tone::Error, tr!("Nothing could be restored"), error),
        }
    }
}

fn found_ui(ui: &mut Ui, found: &OrphanJournal) -> Option<Recover> {
    let folder = found
        .folder
        .as_ref()
        .map_or(tr!("never saved").to_owned(), |folder| {
            folder.display().to_string()
        });
    let edits = parts::count(found.edits, noun!("edit"));
    let last = if found.last.is_empty() {
        String::new()
    } else {
        tr!(", the last “{}”", found.last)
    };
    let mut answer = None;
    egui::Sides::new().shrink_left().wrap().show(
        ui,
        |ui| {
            ui.vertical(|ui| {
                let small = |text| RichText::new(text).font(theme::small());
                ui.label(RichText::new(&found.name).font(theme::medium()));
                ui.label(small(format!("{edits}{last}, {}", ago(found.time))));
                ui.label(small(folder).color(theme::TEXT_2));
            });
        },
        |ui| {
            if parts::button(ui, None, &tr!("Restore {}", found.name), true).clicked() {
                answer = Some(Recover::Restore(found.clone()));
            }
            if !found.is_aside
                && parts::button(ui, None, &tr!("Dismiss {}", found.name), false).clicked()
            {
                answer = Some(Recover::Forget(found.clone()));
            }
        },
    );
    ui.separator();
    answer
}

fn unreadable_ui(ui: &mut Ui, journal: &Unreadable) {
    ui.label(RichText::new(tr!("Unreadable unsaved work")).font(theme::medium()));
    let line = tr!(
        "It cannot be restored: {}. It stays for 7 days:",
        journal.why
    );
    ui.label(RichText::new(line).font(theme::small()));
    ui.label(
        RichText::new(journal.path.display().to_string())
            .font(theme::small())
            .color(theme::TEXT_2),
    );
    ui.separator();
}

/// How long ago a time was, in words; `time` is in seconds since 1970.
fn ago(time: u64) -> String {
    let now = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    match now.saturating_sub(time) {
        seconds if seconds < 60 => tr!("less than a minute ago").to_owned(),
        seconds if seconds < 3600 => {
            tr!(
                "{} ago",
                parts::count(seconds as usize / 60, noun!("minute"))
            )
        }
        seconds if seconds < 86_400 => {
            tr!(
                "{} ago",
                parts::count(seconds as usize / 3600, noun!("hour"))
            )
        }
        seconds => tr!(
            "{} ago",
            parts::count(seconds as usize / 86_400, noun!("day"))
        ),
    }
}
