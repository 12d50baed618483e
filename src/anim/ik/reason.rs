//! What a solver says of what it did.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Reason for the state in which a solver left its chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reason {
    /// The end is on its target.
    Reached,
    /// The target is out of reach, and is pointed at.
    Straight,
    /// Nearer to the root than the bones can fold.
    TooClose,
    /// The target is on the root, so it has no direction.
    AtRoot,
    /// A bone has no length: nothing was moved.
    DegenerateLimb,
    /// A number is none: nothing was moved.
    BadInput,
    /// The iterations were not enough, and the best of them is shown.
    Unconverged,
    /// The solver had nothing to do, or was allowed no iteration.
    NoOp,
    /// The leg is held short of its full length.
    Soft,
    /// The knee folds no farther.
    HingeLimit,
    /// The bone points at its target.
    Aimed,
    /// The target is past the bound of the look.
    Clamped,
    /// The target is on the bone, so it has no direction: nothing was moved.
    AtTarget,
    /// No warp target of the name is there: nothing was moved.
    TargetMissing,
}

impl Reason {
    /// Whether anything may have been moved.
    pub const fn moves(self) -> bool {
        !matches!(
            self,
            Reason::DegenerateLimb
                | Reason::BadInput
                | Reason::NoOp
                | Reason::AtTarget
                | Reason::TargetMissing
        )
    }

    /// The reason as one word, for machines.
    pub const fn word(self) -> &'static str {
        match self {
            Reason::Reached => "reached",
            Reason::Straight => "straight",
            Reason::TooClose => "too_close",
            Reason::AtRoot => "at_root",
            Reason::DegenerateLimb => "degenerate_limb",
            Reason::BadInput => "bad_input",
            Reason::Unconverged => "unconverged",
            Reason::NoOp => "no_op",
            Reason::Soft => "soft",
            Reason::HingeLimit => "hinge_limit",
            Reason::Aimed => "aimed",
            Reason::Clamped => "clamped",
            Reason::AtTarget => "at_target",
            Reason::TargetMissing => "target_missing",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
