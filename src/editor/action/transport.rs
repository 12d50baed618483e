//! Playing what is open.

use super::{Chord, Entry, Now, entry};
use egui::Key;
use engine::Scope;

#[derive(Clone, Debug)]
pub enum TransportAction {
    TogglePlay,
    /// At this rate; negative is backwards.
    PlayAt(f32),
    Pause,
    /// Seconds.
    Seek(f64),
    StepFrames(i32),
    GoToStart,
    GoToEnd,
    /// To the next (true) or previous edge of anything on the timeline.
    GoToEdge(bool),
    ToggleLoop,
    SetRate(f32),
    SetScope(Scope),
}

impl TransportAction {
    /// Why it would do nothing now, in one line.
    pub fn refusal(&self, now: &Now<'_>) -> Option<&'static str> {
        match self {
            Self::TogglePlay
            | Self::PlayAt(_)
            | Self::Pause
            | Self::StepFrames(_)
            | Self::GoToStart
            | Self::GoToEnd
            | Self::GoToEdge(_)
            | Self::ToggleLoop => now.needs_timeline(),
            Self::Seek(_) | Self::SetRate(_) | Self::SetScope(_) => None,
        }
    }

    pub fn repeats(&self) -> bool {
        match self {
            Self::StepFrames(_) | Self::GoToEdge(_) => true,
            Self::TogglePlay
            | Self::PlayAt(_)
            | Self::Pause
            | Self::Seek(_)
            | Self::GoToStart
            | Self::GoToEnd
            | Self::ToggleLoop
            | Self::SetRate(_)
            | Self::SetScope(_) => false,
        }
    }
}

pub const MENU: &[Entry] = &[
    entry!("play.toggle", "Play or pause", [Chord::plain(Key::Space)], TransportAction::TogglePlay),
    entry!("play.back", "One frame back", [Chord::plain(Key::ArrowLeft)], TransportAction::StepFrames(-1)),
    entry!("play.forward", "One frame forward", [Chord::plain(Key::ArrowRight)], TransportAction::StepFrames(1)),
    entry!("play.back_10", "Ten frames back", [Chord::shift(Key::ArrowLeft)], TransportAction::StepFrames(-10)),
    entry!("play.forward_10", "Ten frames forward", [Chord::shift(Key::ArrowRight)], TransportAction::StepFrames(10)),
    entry!(
        "play.previous_edge",
        "Previous edge",
        [Chord::plain(Key::ArrowUp), Chord::plain(Key::Comma)],
        TransportAction::GoToEdge(false)
    ),
    entry!(
        "play.next_edge",
        "Next edge",
        [Chord::plain(Key::ArrowDown), Chord::plain(Key::Period)],
        TransportAction::GoToEdge(true)
    ),
    entry!("play.start", "Start", [Chord::shift(Key::Home)], TransportAction::GoToStart),
    entry!("play.end", "End", [Chord::shift(Key::End)], TransportAction::GoToEnd),
    entry!("play.loop", "Loop", [Chord::ctrl(Key::L)], TransportAction::ToggleLoop),
    entry!("play.forwards", "Play forwards", [Chord::plain(Key::L)], TransportAction::PlayAt(1.0)),
    entry!("play.pause", "Pause", [Chord::plain(Key::K)], TransportAction::Pause),
    entry!("play.backwards", "Play backwards", [Chord::plain(Key::J)], TransportAction::PlayAt(-1.0)),
];
