//! The word of the log for each phase of an event.

use anim::{Event, event::Phase};
use words::tr;

/// The phase of what every step of a state tells.
pub const TICK: &str = "tick";

/// The phase in one or two words, as the log shows it.
pub fn phase_text(event: &Event) -> &'static str {
    match event.phase {
        Phase::Notify if event.branching => "branch",
        Phase::Notify => "notify",
        Phase::Begin => "begin",
        Phase::Tick => TICK,
        Phase::End => "end",
        Phase::Started => "started",
        Phase::BlendingOut { .. } => tr!("blend out"),
        Phase::BlendedIn => tr!("blended in"),
        Phase::Ended { interrupted: false } => "ended",
        Phase::Ended { interrupted: true } => "interrupted",
        Phase::Section { looped: true } => "loop",
        Phase::Section { looped: false } => "section",
        Phase::Jumped => "jump",
        Phase::SubstepOverflow => "overflow",
        Phase::TurnsLeftOut { .. } => tr!("loops skipped"),
        Phase::HitsLeftOut { .. } => tr!("notifies skipped"),
        Phase::TimeLeftOut => tr!("time skipped"),
        Phase::Warp(warped) => warped.word(),
    }
}
