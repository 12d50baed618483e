//! Which inputs are of one kind: of two of them in a row only what differs is written.

use crate::{CharacterId, EngineInput};
use anim::{Name, Request};
use std::mem::{Discriminant, discriminant};

/// Kind of an input, for whom it is, and what it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct InputKey {
    kind: Discriminant<EngineInput>,
    request: Option<Discriminant<Request>>,
    character: Option<CharacterId>,
    name: Name,
}

impl InputKey {
    pub(super) fn of(input: &EngineInput) -> Self {
        let request = match input {
            EngineInput::Request { request, .. } => Some(discriminant(request)),
            _ => None,
        };
        Self {
            kind: discriminant(input),
            request,
            character: input.character(),
            name: named(input),
        }
    }
}

/// What an input sets that may be set of others of its kind in the same tick.
fn named(input: &EngineInput) -> Name {
    match input {
        EngineInput::CopyPose { partner, .. } => *partner,
        EngineInput::FollowMontage { montage, .. } => *montage,
        EngineInput::FollowWarpTarget { target, .. } => *target,
        EngineInput::Request { request, .. } => match request {
            Request::SetParameter { parameter, .. } => *parameter,
            Request::SetWarpTarget { target, .. } => *target,
            Request::SetExternal { stream, .. } => *stream,
            Request::TellLive(frame) => frame.subject,
            _ => Name::NONE,
        },
        _ => Name::NONE,
    }
}

/// The value of an input that sets a parameter; None of all others.
pub(super) fn parameter_value(input: &EngineInput) -> Option<f64> {
    match input {
        EngineInput::Request {
            request: Request::SetParameter { value, .. },
            ..
        } => Some(*value),
        _ => None,
    }
}
