//! Everything that can change a tick, as values: they are sent, recorded and replayed.

use crate::{EvaluationRate, Visibility};
use anim::{
    Library, Name, Request, Transform,
    ground::{Hits, Terrain},
    instance::Refusal,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Number of the character that an input is for: chosen by the caller who adds the character.
pub type CharacterId = u32;

/// One change of the world. The inputs of a step count in their order; see
/// [`Evaluator::step`](crate::Evaluator::step).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum EngineInput {
    /// Goes on with a newly compiled library; characters and what they play are found again by
    /// their names.
    SetLibrary {
        revision: u64,
        /// Not written with the input: who writes it keeps the library beside it.
        #[serde(skip)]
        library: Arc<Library>,
    },
    /// Takes the place of a character of this id. `seed` decides notifies with a chance below 1.
    AddCharacter {
        character: CharacterId,
        skeleton: Name,
        seed: u64,
    },
    RemoveCharacter {
        character: CharacterId,
    },
    /// Sets the placement of the character, world space.
    Place {
        character: CharacterId,
        placement: Transform,
    },
    /// The character is put there, world space, and did not go there: what it did before does not
    /// count for its pose. One that is carried is carried there.
    Teleport {
        character: CharacterId,
        placement: Transform,
    },
    /// Puts the character at `placement` from now on, whatever its root motion; None lets it go.
    /// Root motion is still worked out.
    Carry {
        character: CharacterId,
        placement: Option<Transform>,
    },
    /// Shows the leader's pose of the same tick, by the names of bones; its own time stands still.
    /// None goes on by itself.
    Follow {
        character: CharacterId,
        leader: Option<CharacterId>,
    },
    /// The Copy Pose nodes of its graph that name this partner show, from now on, what `from` shows
    /// in the same tick; none lets them pass. Refused where `from` would wait for the character, by
    /// copying or following.
    CopyPose {
        character: CharacterId,
        partner: Name,
        from: Option<CharacterId>,
    },
    /// A montage that plays on the character goes, from the next advance on, where a montage that
    /// plays on another one goes; none lets it go on by itself. Both should be evaluated at the
    /// same rate. Refused where the leader would follow the character.
    FollowMontage {
        character: CharacterId,
        montage: Name,
        leader: Option<(CharacterId, Name)>,
    },
    /// Sets the ground that all characters stand on from now on; None lets a game answer: see
    /// [`Evaluator::set_ground`].
    ///
    /// [`Evaluator::set_ground`]: crate::Evaluator::set_ground
    SetGround {
        ground: Option<Arc<Terrain>>,
    },
    /// What a game's ground answered in this step for a character, so that a recording needs no
    /// game. Of several inputs in one step, each counts for one tick, in their order.
    TellGround {
        character: CharacterId,
        hits: Arc<Hits>,
    },
    /// Root motion of a character in this step instead of what its animations give, in the frame of
    /// the root at the tick's start. It holds what a game's modifier made, so that a recording
    /// needs no game (see [`Evaluator::set_root_motion_modifier`]). Of several inputs in one step,
    /// each counts for one tick, in their order.
    ///
    /// [`Evaluator::set_root_motion_modifier`]: crate::Evaluator::set_root_motion_modifier
    TellRootMotion {
        character: CharacterId,
        delta: Transform,
    },
    /// A warp target of the character goes, from the next tick on, where a bone or socket of
    /// another one (or its own) was shown last, moved by `offset` in it; of no name where that
    /// character stands. Without one it stays where it is. It is removed when whom it follows is.
    FollowWarpTarget {
        character: CharacterId,
        target: Name,
        of: Option<(CharacterId, Name)>,
        offset: Transform,
    },
    /// Sets the ticks in which the character is evaluated from now on.
    SetRate {
        character: CharacterId,
        rate: EvaluationRate,
    },
    /// Sets how much of the character is evaluated from now on.
    SetVisibility {
        character: CharacterId,
        visibility: Visibility,
    },
    /// Whether it runs on the game thread, for a game that wants its pose at once. It gives the
    /// same.
    SetImmediate {
        character: CharacterId,
        is_immediate: bool,
    },
    /// Asks the character's montages, graph or warping for something; it counts after all other
    /// inputs of the step.
    Request {
        character: CharacterId,
        request: Request,
    },
}

impl EngineInput {
    /// The library of an input that sets one; None of all others.
    pub fn library(&self) -> Option<&Arc<Library>> {
        match self {
            EngineInput::SetLibrary { library, .. } => Some(library),
            _ => None,
        }
    }

    /// As [`EngineInput::library`], to put one in.
    pub fn library_mut(&mut self) -> Option<&mut Arc<Library>> {
        match self {
            EngineInput::SetLibrary { library, .. } => Some(library),
            _ => None,
        }
    }

    /// The character that the input is for; None of inputs for all of them.
    pub fn character(&self) -> Option<CharacterId> {
        match self {
            EngineInput::SetLibrary { .. } | EngineInput::SetGround { .. } => None,
            EngineInput::AddCharacter { character, .. }
            | EngineInput::RemoveCharacter { character }
            | EngineInput::Place { character, .. }
            | EngineInput::Teleport { character, .. }
            | EngineInput::Carry { character, .. }
            | EngineInput::Follow { character, .. }
            | EngineInput::CopyPose { character, .. }
            | EngineInput::FollowMontage { character, .. }
            | EngineInput::TellGround { character, .. }
            | EngineInput::TellRootMotion { character, .. }
            | EngineInput::FollowWarpTarget { character, .. }
            | EngineInput::SetRate { character, .. }
            | EngineInput::SetVisibility { character, .. }
            | EngineInput::SetImmediate { character, .. }
            | EngineInput::Request { character, .. } => Some(*character),
        }
    }
}

/// An input that changed nothing, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct InputRefusal {
    /// The input, as it was given.
    pub input: EngineInput,
    /// Reason why the input changed nothing.
    pub why: Refusal,
}
