//! Of the Session menu.

use crate::action::{Chord, Entry, SessionAction, entry};
use egui::Key;
use words::word;

/// The Session menu, top to bottom.
pub const MENU: &[Entry] = &[
    entry!(
        "session.rewind",
        word!("Rewind"),
        [Chord::plain(Key::F8)],
        SessionAction::Rewind
    ),
    entry!(
        "session.live",
        word!("Back to what plays"),
        [],
        SessionAction::GoLive
    ),
    entry!(
        "session.continue",
        word!("Continue from here"),
        [Chord::shift(Key::F8)],
        SessionAction::Continue
    ),
    entry!(
        "session.mark",
        word!("Mark this moment"),
        [],
        SessionAction::Mark
    ),
    entry!(
        "session.keep",
        word!("Keep the edit"),
        [],
        SessionAction::KeepEdit
    ),
    entry!(
        "session.revert",
        word!("Revert the edit"),
        [],
        SessionAction::RevertEdit
    ),
    entry!(
        "session.open",
        word!("Open a session…"),
        [],
        SessionAction::Open
    ),
    entry!(
        "session.beside",
        word!("Open a session beside…"),
        [],
        SessionAction::OpenBeside
    ),
    entry!(
        "session.close-beside",
        word!("Close the session beside"),
        [],
        SessionAction::CloseBeside
    ),
    entry!(
        "session.save",
        word!("Save the session…"),
        [],
        SessionAction::Save
    ),
    entry!(
        "session.csv",
        word!("Export the series as CSV…"),
        [],
        SessionAction::ExportCsv
    ),
    entry!(
        "session.make-test",
        word!("Make a test of the marked span"),
        [],
        SessionAction::MakeTest
    ),
    entry!(
        "session.coverage",
        word!("Paint what motion tests reach"),
        [],
        SessionAction::ToggleCoverage
    ),
    entry!(
        "session.tests",
        word!("Run motion tests"),
        [],
        SessionAction::RunTests
    ),
];
