//! The system's own file dialog, on a thread. On Linux it is a portal behind D-Bus, and where there
//! is none `rfd` answers as if the user had cancelled; so the portal is asked for first. Invariant:
//! nothing here blocks the caller, and without proof that the portal answers no native dialog is
//! opened.

#[cfg(all(test, unix))]
mod tests;

use super::{PickKind, PickRequest};
use std::{
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::mpsc::{self, Receiver},
    time::{Duration, Instant},
};

/// How long the portal may take to answer.
const PROBE: Duration = Duration::from_millis(500);
/// Nobody cancels a dialog faster than this: such an answer means that there was no dialog.
const FASTEST_CANCEL: Duration = Duration::from_millis(250);

const PORTAL: &str = "org.freedesktop.portal.Desktop";
const OBJECT: &str = "/org/freedesktop/portal/desktop";
const CHOOSER: &str = "org.freedesktop.portal.FileChooser";

#[derive(Debug, PartialEq, Eq)]
pub(super) enum NativeDialogOutcome {
    /// No native dialog is available.
    Unavailable,
    /// Paths that the user chose; empty if the user cancelled.
    Chosen(Vec<PathBuf>),
}

/// Parts of a request that the dialog's thread needs.
struct NativeDialogQuestion {
    title: String,
    kind: PickKind,
    filters: Vec<(&'static str, Vec<&'static str>)>,
    start: PathBuf,
    name: String,
}

/// Whether this platform's dialog can be opened from a thread and knows what the request asks for.
pub(super) fn suits(kind: PickKind) -> bool {
    kind != PickKind::SaveFolder && !cfg!(target_os = "macos")
}

/// Asks for a pass when there is an outcome.
pub(super) fn open<P>(
    request: &PickRequest<P>,
    ctx: &egui::Context,
) -> Receiver<NativeDialogOutcome> {
    let question = NativeDialogQuestion {
        title: request.title.clone(),
        kind: request.kind,
        filters: request.filters.clone(),
        start: request.start.clone(),
        name: request.name.clone(),
    };
    let (sender, receiver) = mpsc::channel();
    let ctx = ctx.clone();
    std::thread::spawn(move || {
        let outcome = if is_available() {
            ask(question)
        } else {
            NativeDialogOutcome::Unavailable
        };
        // The user may have gone on with the built-in dialog; then nobody waits.
        let _ = sender.send(outcome);
        ctx.request_repaint();
    });
    receiver
}

fn ask(question: NativeDialogQuestion) -> NativeDialogOutcome {
    let mut dialog = rfd::FileDialog::new()
        .set_title(question.title)
        .set_directory(&question.start);
    for (name, extensions) in &question.filters {
        dialog = dialog.add_filter(*name, extensions);
    }
    if !question.name.is_empty() {
        dialog = dialog.set_file_name(question.name);
    }
    let opened = Instant::now();
    let chosen = match question.kind {
        PickKind::OpenFiles => dialog.pick_files(),
        PickKind::OpenFolder | PickKind::SaveFolder => {
            dialog.pick_folder().map(|folder| vec![folder])
        }
        PickKind::SaveFile => dialog.save_file().map(|file| vec![file]),
    };
    match chosen {
        None if opened.elapsed() < FASTEST_CANCEL => NativeDialogOutcome::Unavailable,
        chosen => NativeDialogOutcome::Chosen(chosen.unwrap_or_default()),
    }
}

fn is_available() -> bool {
    cfg!(windows) || (std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some() && portal_answers())
}

/// Reads the version of the portal's file chooser, which starts the portal where it is not running
/// yet. The workspace has no D-Bus client of its own; systemd's or GLib's is on every desktop that
/// has portals.
fn portal_answers() -> bool {
    let mut busctl = Command::new("busctl");
    busctl.args([
        "--user",
        "--timeout=0.5",
        "get-property",
        PORTAL,
        OBJECT,
        CHOOSER,
        "version",
    ]);
    let mut gdbus = Command::new("gdbus");
    gdbus.args([
        "call",
        "--session",
        "--timeout",
        "1",
        "--dest",
        PORTAL,
        "--object-path",
        OBJECT,
    ]);
    gdbus.args([
        "--method",
        "org.freedesktop.DBus.Properties.Get",
        CHOOSER,
        "version",
    ]);
    succeeds(busctl, PROBE)
        .or_else(|| succeeds(gdbus, PROBE))
        .unwrap_or(false)
}

/// Whether the command ends well within this time; None when it cannot be started.
fn succeeds(mut command: Command, patience: Duration) -> Option<bool> {
    let silent = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    Some(ends_well(silent.spawn().ok()?, patience))
}

fn ends_well(mut child: Child, patience: Duration) -> bool {
    let deadline = Instant::now() + patience;
    while Instant::now() < deadline {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) => std::thread::sleep(Duration::from_millis(10)),
            Err(_) => break,
        }
    }
    // It may have ended just now; either way it must not stay behind.
    let _ = child.kill();
    let _ = child.wait();
    false
}
