//! The word of the log for each phase of an event.

use anim::{Event, event::Phase};
use words::tr;

/// Text of the phase that every step of a state reports.
pub const TICK: &str = "tick";

/// The phase in one or two words, as the log shows it.
pub fn phase_text(event: &Event) -> &'static str {
    match event.phase {
        Phase::Notify if event.branching => tr!("branch"),
        Phase::Notify => tr!("notify"),
        Phase::Begin => tr!("begin"),
        Phase::Tick => TICK,
        Phase::End => tr!("end"),
        Phase::Started => tr!("started"),
        Phase::BlendingOut { .. } => tr!("blend out"),
        Phase::BlendedIn => tr!("blended in"),
        Phase::Ended { interrupted: false } => tr!("ended"),
        Phase::Ended { interrupted: true } => tr!("interrupted"),
        Phase::Section { looped: true } => tr!("loop"),
        Phase::Section { looped: false } => tr!("section"),
        Phase::Jumped => tr!("jump"),
        Phase::SubstepOverflow => tr!("overflow"),
        Phase::TurnsLeftOut { .. } => tr!("loops skipped"),
        Phase::HitsLeftOut { .. } => tr!("notifies skipped"),
        Phase::TimeLeftOut => tr!("time skipped"),
        Phase::Warp(warped) => warped.word(),
    }
}
