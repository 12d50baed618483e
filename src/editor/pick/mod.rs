//! Choosing files and folders: the system's dialog where one answers, else a dialog of our own.
//!
//! Invariant: every request gets exactly one answer, and the window never waits for a dialog or a
//! disk.

mod dialog;
mod listing;
mod native;
#[cfg(test)]
mod tests;

use crate::{parts, theme};
use dialog::Dialog;
use egui::{Context, RichText};
use native::NativeDialogOutcome;
use std::{
    path::PathBuf,
    sync::mpsc::{Receiver, TryRecvError},
    time::{Duration, Instant},
};
use words::tr;

/// Time after which the window names a native dialog that is still open, with a way out.
const SILENCE: Duration = Duration::from_millis(900);

/// The file or folder that the user is asked to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickKind {
    /// One or several existing files.
    OpenFiles,
    /// One existing folder.
    OpenFolder,
    /// One file, that may be replaced after a question.
    SaveFile,
    /// A folder that may not exist yet.
    SaveFolder,
}

/// A request that asks the user for files or folders.
#[derive(Clone, Debug)]
pub struct PickRequest<P> {
    /// The caller's own tag; comes back with the answer.
    pub purpose: P,
    /// The title of the dialog.
    pub title: String,
    /// Whether files or folders are chosen, and whether they must exist.
    pub kind: PickKind,
    /// Names and extensions without the dot; the first is active. No extensions, or no filters: all
    /// files.
    pub filters: Vec<(&'static str, Vec<&'static str>)>,
    /// The folder to begin in, or the nearest one above it that exists.
    pub start: PathBuf,
    /// The suggested name of the file or folder to save.
    pub name: String,
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<P> {
    /// The tag of the request.
    pub purpose: P,
    /// Paths that the user chose; empty if the user cancelled.
    pub paths: Vec<PathBuf>,
}

/// Asks for files and folders, one request at a time.
pub struct Picker<P> {
    open: Option<Open<P>>,
    /// Native dialogs are wanted, and none has failed yet.
    native: bool,
}

struct Open<P> {
    request: PickRequest<P>,
    place: PickPlace,
}

enum PickPlace {
    /// No dialog is open yet; the next pass opens one.
    Nowhere,
    Native {
        outcome: Receiver<NativeDialogOutcome>,
        since: Instant,
    },
    Here(Box<Dialog>),
}

impl<P> Default for Picker<P> {
    fn default() -> Self {
        Picker {
            open: None,
            native: true,
        }
    }
}

impl<P> Picker<P> {
    /// Never opens the system's dialog.
    #[cfg(test)]
    pub fn in_app() -> Self {
        Picker {
            open: None,
            native: false,
        }
    }

    /// Contract: no request is open; one that is gets no answer any more.
    pub fn open(&mut self, request: PickRequest<P>) {
        self.open = Some(Open {
            request,
            place: PickPlace::Nowhere,
        });
    }

    /// Whether a request waits for its answer.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Called in every pass, after the panels.
    pub fn ui(&mut self, ctx: &Context) -> Option<Answer<P>> {
        let paths = self.paths(ctx)?;
        self.open.take().map(|open| Answer {
            purpose: open.request.purpose,
            paths,
        })
    }

    fn paths(&mut self, ctx: &Context) -> Option<Vec<PathBuf>> {
        let open = self.open.as_mut()?;
        match &mut open.place {
            PickPlace::Nowhere if self.native && native::suits(open.request.kind) => {
                open.place = PickPlace::Native {
                    outcome: native::open(&open.request, ctx),
                    since: Instant::now(),
                };
                ctx.request_repaint_after(SILENCE);
                None
            }
            PickPlace::Nowhere => open.begin_here(ctx),
            PickPlace::Native { outcome, since } => match outcome.try_recv() {
                Ok(NativeDialogOutcome::Chosen(paths)) => Some(paths),
                Err(TryRecvError::Empty) => match waiting_ui(ctx, since.elapsed())? {
                    FileDialogChoice::BuiltIn => open.begin_here(ctx),
                    FileDialogChoice::Cancel => Some(Vec::new()),
                },
                Ok(NativeDialogOutcome::Unavailable) | Err(TryRecvError::Disconnected) => {
                    self.native = false;
                    open.begin_here(ctx)
                }
            },
            PickPlace::Here(dialog) => dialog.ui(ctx),
        }
    }
}

impl<P> Open<P> {
    fn begin_here(&mut self, ctx: &Context) -> Option<Vec<PathBuf>> {
        let mut dialog = Box::new(Dialog::new(&self.request, ctx));
        let answer = dialog.ui(ctx);
        self.place = PickPlace::Here(dialog);
        answer
    }
}

enum FileDialogChoice {
    BuiltIn,
    Cancel,
}

/// Note while the system's dialog is open: what the window waits for, and two ways out if that
/// dialog never appears.
fn waiting_ui(ctx: &Context, waited: Duration) -> Option<FileDialogChoice> {
    if waited < SILENCE {
        return None;
    }
    let modal = egui::Modal::new(egui::Id::unique("pick waiting")).frame(dialog::frame());
    let shown = modal.show(ctx, |ui| {
        ui.label(
            RichText::new(tr!("Choose in the system's dialog"))
                .font(theme::title())
                .color(theme::TEXT),
        );
        ui.label(
            RichText::new(tr!("The dialog is a separate window."))
                .font(theme::text())
                .color(theme::TEXT_2),
        );
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if parts::button(ui, None, tr!("Use the built-in dialog"), false).clicked() {
                return Some(FileDialogChoice::BuiltIn);
            }
            parts::button(ui, None, tr!("Cancel"), false)
                .clicked()
                .then_some(FileDialogChoice::Cancel)
        })
        .inner
    });
    shown.inner
}
