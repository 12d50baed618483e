//! Events of the runtime as signals tell them.

use anim::{Event, Library, event::Phase};

/// Something that happened to a character, as a signal with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening {
    /// A notify, or the begin, tick or end of a notify state, at a time within the step. Seconds.
    Notify {
        name: String,
        phase: &'static str,
        time: f64,
    },
    MontageStarted {
        name: String,
    },
    MontageBlendingOut {
        name: String,
        is_interrupted: bool,
    },
    MontageEnded {
        name: String,
        is_interrupted: bool,
    },
    SectionChanged {
        montage: String,
        section: String,
    },
}

impl Happening {
    /// None of an event that no signal tells.
    pub fn of(library: &Library, event: &Event) -> Option<Self> {
        let name = library.names.text(event.name).to_owned();
        let time = event.time;
        let notify = |name, phase| Happening::Notify { name, phase, time };
        Some(match event.phase {
            Phase::Notify => notify(name, "notify"),
            Phase::Begin => notify(name, "begin"),
            Phase::Tick => notify(name, "tick"),
            Phase::End => notify(name, "end"),
            Phase::Started => Happening::MontageStarted { name },
            Phase::BlendingOut { interrupted } => Happening::MontageBlendingOut {
                name,
                is_interrupted: interrupted,
            },
            Phase::Ended { interrupted } => Happening::MontageEnded {
                name,
                is_interrupted: interrupted,
            },
            Phase::Section { .. } | Phase::Jumped => Happening::SectionChanged {
                montage: library.names.text(event.asset).to_owned(),
                section: name,
            },
            Phase::BlendedIn
            | Phase::SubstepOverflow
            | Phase::TurnsLeftOut { .. }
            | Phase::HitsLeftOut { .. }
            | Phase::TimeLeftOut
            | Phase::Warp(_) => return None,
        })
    }
}
