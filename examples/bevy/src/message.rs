//! What the plugin tells a game.

use anim::{
    Event, Library,
    event::{Cause, EventReason, Phase},
    instance::Refusal,
    notify::Payload,
};
use bevy::prelude::*;
use std::sync::Arc;

/// Something that happened to a character in a step, or that did not happen for a reason.
#[derive(Message, Clone, Debug)]
pub struct MutoscopeEvent {
    /// The character; it may be despawned, since what has begun ends when a character leaves.
    pub entity: Entity,
    /// All of it, as the runtime reports it.
    pub event: Event,
    library: Arc<Library>,
}

impl MutoscopeEvent {
    pub(crate) fn new(entity: Entity, event: Event, library: Arc<Library>) -> Self {
        Self {
            entity,
            event,
            library,
        }
    }

    /// Name of the notify, section or montage; empty where the bundle does not spell it.
    pub fn name(&self) -> &str {
        self.library.names.text(self.event.name)
    }

    /// Subject and phase of the event.
    pub fn phase(&self) -> Phase {
        self.event.phase
    }

    /// Whether it happened. If not, [`MutoscopeEvent::reason`] says why.
    pub fn fired(&self) -> bool {
        self.event.fired()
    }

    /// The rule that decided whether it happened.
    pub fn reason(&self) -> EventReason {
        self.event.reason
    }

    /// Why a state, a section or a montage ended or changed.
    pub fn cause(&self) -> Cause {
        self.event.cause
    }

    /// Values that a notify of a class carries; None of every other event.
    pub fn payload(&self) -> Option<Payload<'_>> {
        self.library.payload(&self.event)
    }
}

/// Something that a game asked for and that changed nothing. The plugin logs it, too.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct MutoscopeRefusal {
    /// The character that was asked, unless it is none of the plugin's.
    pub entity: Option<Entity>,
    /// Why nothing changed.
    pub why: Refusal,
    /// A sentence for people: what was refused, and why.
    pub text: String,
}
