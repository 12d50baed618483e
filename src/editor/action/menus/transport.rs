//! Of the Playback menu.

use crate::{
    action::{Chord, Entry, TimelineAction, TransportAction, ViewAction, entry},
    viewport::RootView,
};
use anim::instance::RootMotionMode::{FromEverything, FromMontagesOnly, Ignore, NoExtraction};
use egui::{Key, KeyboardShortcut, Modifiers};
use words::word;

const CLEAR: KeyboardShortcut = KeyboardShortcut::new(Modifiers::ALT, Key::P);

/// The Playback menu, top to bottom.
pub const MENU: &[Entry] = &[
    entry!(
        "play.toggle",
        word!("Play or pause"),
        [Chord::plain(Key::Space)],
        TransportAction::TogglePlay
    ),
    entry!(
        "play.back",
        word!("One frame back"),
        [Chord::plain(Key::ArrowLeft)],
        TransportAction::StepFrames(-1)
    ),
    entry!(
        "play.forward",
        word!("One frame forward"),
        [Chord::plain(Key::ArrowRight)],
        TransportAction::StepFrames(1)
    ),
    entry!(
        "play.back_10",
        word!("Ten frames back"),
        [Chord::shift(Key::ArrowLeft)],
        TransportAction::StepFrames(-10)
    ),
    entry!(
        "play.forward_10",
        word!("Ten frames forward"),
        [Chord::shift(Key::ArrowRight)],
        TransportAction::StepFrames(10)
    ),
    entry!(
        "play.previous_edge",
        word!("Previous edge"),
        [Chord::plain(Key::ArrowUp), Chord::plain(Key::Comma)],
        TransportAction::GoToEdge(false)
    ),
    entry!(
        "play.next_edge",
        word!("Next edge"),
        [Chord::plain(Key::ArrowDown), Chord::plain(Key::Period)],
        TransportAction::GoToEdge(true)
    ),
    entry!(
        "play.start",
        word!("Start"),
        [Chord::shift(Key::Home)],
        TransportAction::GoToStart
    ),
    entry!(
        "play.end",
        word!("End"),
        [Chord::shift(Key::End)],
        TransportAction::GoToEnd
    ),
    entry!(
        "play.go_to",
        word!("Go to time…"),
        [Chord::plain(Key::G)],
        TimelineAction::AskTime,
        on[Timeline]
    ),
    entry!(
        "play.loop",
        word!("Loop"),
        [Chord::ctrl(Key::L)],
        TransportAction::ToggleLoop
    ),
    entry!(
        "play.loop_in",
        word!("Set loop start at playhead"),
        [Chord::plain(Key::I)],
        TransportAction::LoopIn
    ),
    entry!(
        "play.loop_out",
        word!("Set loop end at playhead"),
        [Chord::plain(Key::O)],
        TransportAction::LoopOut
    ),
    entry!(
        "play.loop_selection",
        word!("Loop the selection"),
        [Chord::plain(Key::P)],
        TransportAction::LoopSelection
    ),
    entry!(
        "play.loop_clear",
        word!("Loop whole timeline"),
        [CLEAR],
        TransportAction::ClearLoop
    ),
    entry!(
        "play.forwards",
        word!("Play forwards"),
        [Chord::plain(Key::L)],
        TransportAction::PlayAt(1.0)
    ),
    entry!(
        "play.pause",
        word!("Pause"),
        [Chord::plain(Key::K)],
        TransportAction::Pause
    ),
    entry!(
        "play.backwards",
        word!("Play backwards"),
        [Chord::plain(Key::J)],
        TransportAction::PlayAt(-1.0)
    ),
    entry!(
        "play.root_none",
        word!("Root motion: no extraction"),
        [],
        TransportAction::SetRootMotion(NoExtraction)
    ),
    entry!(
        "play.root_ignore",
        word!("Root motion: ignore"),
        [],
        TransportAction::SetRootMotion(Ignore)
    ),
    entry!(
        "play.root_all",
        word!("Root motion: from everything"),
        [],
        TransportAction::SetRootMotion(FromEverything)
    ),
    entry!(
        "play.root_montages",
        word!("Root motion: from montages only"),
        [],
        TransportAction::SetRootMotion(FromMontagesOnly)
    ),
    entry!(
        "play.view_moves",
        word!("Viewport: character moves"),
        [],
        ViewAction::SetRootView(RootView::Moves)
    ),
    entry!(
        "play.view_home",
        word!("Viewport: character stays at home"),
        [],
        ViewAction::SetRootView(RootView::Home)
    ),
    entry!(
        "play.view_wraps_2",
        word!("Viewport: character comes back after 2 m"),
        [],
        ViewAction::SetRootView(RootView::Wraps(2))
    ),
    entry!(
        "play.view_wraps_5",
        word!("Viewport: character comes back after 5 m"),
        [],
        ViewAction::SetRootView(RootView::Wraps(5))
    ),
    entry!(
        "play.view_wraps_10",
        word!("Viewport: character comes back after 10 m"),
        [],
        ViewAction::SetRootView(RootView::Wraps(10))
    ),
    entry!(
        "play.mute",
        word!("Mute or unmute sound"),
        [],
        TransportAction::ToggleMute
    ),
    entry!(
        "play.restart",
        word!("Restart preview"),
        [],
        TransportAction::Restart
    ),
];
