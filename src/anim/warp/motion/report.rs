//! What warping has to say.

use serde::{Deserialize, Serialize};

/// Reports on a window while its animation plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Report {
    /// The window is open.
    Waiting,
    /// The window warps, for the first time or again.
    Active,
    /// The window begins again because its animation jumped inside it.
    Reactivated,
    /// The window does not warp for this reason, and continues once the reason is gone.
    Disabled(Why),
    Removed(End),
    /// Comes after the removal at the end, where there is a target to be at.
    Arrived(Arrival),
}

/// Reasons why a window does not warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// No place is known for its target.
    TargetMissing,
    /// A number of its target is not finite.
    TargetNan,
    /// The animation has no root motion, and the window does not warp one without.
    NoRootMotion,
}

/// Reasons why a window is no longer open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The window reached its end.
    Ended,
    /// The animation jumped out of the window.
    Jumped,
}

/// Accuracy with which the actor arrived at the target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrival {
    /// Distance between the actor and the target, metres.
    pub position_error: f64,
    /// Angle between the rotations of the actor and the target, radians.
    pub rotation_error: f64,
    /// Empty, and both errors are next to nothing.
    pub broken: Broken,
}

/// Reasons why a window does not promise to arrive at its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// The window had no target.
    TargetMissing,
    /// A number of its target was not finite.
    TargetNan,
    /// The animation has no root motion, and the window does not warp one without.
    NoRootMotion,
    /// The window needed more speed than its speed clamp allows.
    SpeedClamp,
    /// The window needed a faster turn than its rate allows, and the turn fell short at the end.
    RotationRate,
    /// The window does not warp the translation.
    NoTranslation,
    /// The window does not warp the rotation.
    NoRotation,
    /// A window after it in the list warps the translation where it ends.
    TranslationOverridden,
    /// A window after it in the list warps the rotation where it ends.
    RotationOverridden,
}

impl Breach {
    /// Every breach, in the order of their bits in [`Broken`].
    pub const ALL: [Breach; 9] = [
        Breach::TargetMissing,
        Breach::TargetNan,
        Breach::NoRootMotion,
        Breach::SpeedClamp,
        Breach::RotationRate,
        Breach::NoTranslation,
        Breach::NoRotation,
        Breach::TranslationOverridden,
        Breach::RotationOverridden,
    ];
}

impl From<Why> for Breach {
    fn from(why: Why) -> Self {
        match why {
            Why::TargetMissing => Breach::TargetMissing,
            Why::TargetNan => Breach::TargetNan,
            Why::NoRootMotion => Breach::NoRootMotion,
        }
    }
}

/// A set of [`Breach`] reasons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Broken(u16);

impl Broken {
    /// Adds a breach; one that is there stays.
    pub fn insert(&mut self, breach: Breach) {
        self.0 |= 1 << breach as u16;
    }

    /// Takes a breach out, if it is there.
    pub fn remove(&mut self, breach: Breach) {
        self.0 &= !(1 << breach as u16);
    }

    /// Whether a breach is there.
    pub fn contains(self, breach: Breach) -> bool {
        self.0 & (1 << breach as u16) != 0
    }

    /// Whether nothing breaks the promise.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Breaches that are there, in the order of [`Breach::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Breach> {
        Breach::ALL
            .into_iter()
            .filter(move |breach| self.contains(*breach))
    }
}
