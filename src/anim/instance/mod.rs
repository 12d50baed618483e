//! A playing character: [`AnimInstance`] on the game thread, [`AnimInstanceProxy`] on a worker.
//!
//! The proxy is moved to the worker and back, so what runs there cannot reach the instance: the
//! type is not there.

mod advance_montages;
mod alpha_blend;
mod anim_instance;
mod bone_blend;
mod branching;
mod callbacks;
mod dispatch;
mod fade;
mod following;
mod handle_request;
mod handler;
mod hits;
mod lead;
mod linked;
mod montage_instance;
mod montage_task;
mod posed;
mod post_process;
#[cfg(test)]
#[path = "tests/properties/mod.rs"]
mod properties;
mod proxy;
mod queue;
mod replication;
mod request;
#[cfg(test)]
#[path = "tests/requests.rs"]
mod requests;
mod root_modifier;
mod root_motion;
mod root_weight;
mod roots;
mod segment_travel;
mod stepping;
mod synced;
mod targets;
mod timeline;
#[cfg(test)]
#[path = "tests/too_much.rs"]
mod too_much;
mod travel;
mod warping;
mod workspace;

pub use alpha_blend::AlphaBlend;
pub use anim_instance::{AnimInstance, GroundAnswer};
pub(crate) use bone_blend::BoneBlend;
pub use callbacks::{Callbacks, NotifyObject, NotifyObjects, Scratch, Told};
pub use handle_request::Played;
pub use handler::{Calls, Handler, Silent};
pub use lead::Led;
pub use linked::{StateLibraries, StateLinkError};
#[cfg(test)]
use montage_instance::MontageInstance;
pub use montage_instance::MontageState;
pub use montage_task::{MontageTask, TaskEvent, TaskOptions};
pub use posed::{Between, Following, Posed};
pub use proxy::{AnimInstanceProxy, ProxyWork, SavedProxy};
pub(crate) use queue::{NotifyHitKind, Queue, Queued};
pub use replication::ReplicatedMontage;
pub use request::{Refusal, Request, Start};
pub use root_modifier::{RootMotionModifier, RootMotionSource, RootMotionTick};
pub use root_motion::RootMotionMode;
pub(crate) use root_motion::{MontageRoot, RootMotionBlend};
pub(crate) use segment_travel::clip_ranges as segment_ranges;
pub use segment_travel::root_travel;
pub use targets::WarpTargets;
pub use travel::{Standing, Way};
pub use warping::{clip_place, montage_place};
pub use workspace::Workspace;
