//! Skeletal controls that stand in files of their own.

mod ccd;
mod fabrik;
mod feet;
mod leg;

pub use ccd::{Ccd, JointLimit};
pub use fabrik::{Fabrik, LinkLimit};
pub use feet::{FootPlacement, PlacedLeg};
pub use leg::{Leg, LegGoal, LegIk};
