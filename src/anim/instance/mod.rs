//! A playing character: [`AnimInstance`] on the game thread, [`AnimInstanceProxy`] on a worker.
//!
//! The proxy is moved to the worker and back, so what runs there cannot reach the instance: the type is not there.

mod after;
mod alpha_blend;
mod anim_instance;
mod bone_blend;
mod branching;
mod dispatch;
mod fade;
mod montage_instance;
mod posed;
#[cfg(test)]
mod properties;
mod proxy;
mod queue;
mod request;
#[cfg(test)]
mod requests;
mod root_motion;
mod segment_travel;
#[cfg(test)]
mod too_much;
mod travel;

pub use alpha_blend::AlphaBlend;
pub use anim_instance::{AnimInstance, MontageState};
pub(crate) use bone_blend::BoneBlend;
pub(crate) use dispatch::Queued;
#[cfg(test)]
use montage_instance::MontageInstance;
pub use montage_instance::root_travel;
pub use posed::{Between, Following, Posed};
pub use proxy::{AnimInstanceProxy, SavedProxy, Work};
pub(crate) use queue::Queue;
pub use request::{Refusal, Request};
pub(crate) use segment_travel::clip_ranges as segment_ranges;
