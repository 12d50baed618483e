//! Controls: nodes that put a few bones of a pose somewhere else.
//!
//! A control reads its inputs and its alpha when it is updated. When it is evaluated it gives bones
//! their places in model space, strictly ascending, one a bone; these are blended by alpha over
//! where the bones were, and what hangs on a written bone follows. Controls in a row share what is
//! known of the pose in model space, so that only the bones that they ask for are worked out.

mod alpha;
mod bones;
mod ccd;
mod driven;
mod evaluate;
mod external;
mod fabrik;
mod fault;
mod feet;
mod gait;
mod gaze;
mod kind;
mod leading;
mod leg;
mod length;
mod limb;
mod limits;
mod memory;
mod modify;
mod orientation;
mod reach;
mod scratch;
mod slope;
mod spring;
mod state;
mod stride;
mod target;
mod telling;
#[cfg(test)]
mod tests;
mod told;
mod update;
mod warped_feet;
#[cfg(test)]
#[path = "tests/worked.rs"]
mod worked;

pub use alpha::{AlphaInput, ControlAlpha};
pub use ccd::Ccd;
pub use driven::{BoneDriven, Driven, DrivenChannel, Remap};
pub use external::ExternalBone;
pub use fabrik::Fabrik;
pub use fault::Fault;
pub use feet::{CompiledFootPlacement, FeetSettings, PlacedLeg, PlantLock};
pub use gaze::{CompiledLookAt, LookBone};
pub use kind::{Control, ControlKind};
pub use leg::{CompiledLeg, LegIk, LegSettings};
pub use length::ScaleLength;
pub use limb::{EndRotation, TwoBoneIk};
pub use limits::AngleLimit;
pub use modify::{CopyBone, Mode, Modify, ModifyBone, RotateRootBone, RotationMultiplier};
pub use orientation::{OrientationWarping, WarpedHeading};
pub use reach::ReachingChain;
pub use slope::SlopeWarping;
pub use spring::Spring;
pub use stride::{StrideDrive, StrideWarping};
pub use target::{ControlTarget, Within};
pub use told::{ControlReport, WarpDecision};
pub use warped_feet::{WarpedFeet, WarpedFoot};

pub(super) use external::External;
pub(super) use fault::NodeFaults;
pub(super) use gait::Rising;
pub(super) use scratch::ControlScratch;
pub(super) use state::ControlState;
