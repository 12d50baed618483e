//! Live frames from outside: what a source of them is, and a receiver of the VMC protocol.
//!
//! A source has its own thread and sockets; whoever plays a character asks it for the newest frame
//! before a tick and tells that as a request (`anim::Request::TellLive`). So nothing from outside
//! reaches a tick but as a recorded input.

mod humanoid;
mod message;
mod performance;
mod receiver;
mod rig;

pub use receiver::{DEFAULT_PORT, VmcReceiver};

use anim::{Names, Skeleton, graph::LiveFrame};
use std::sync::Arc;

/// A source of live frames, each of which holds what a subject does at present.
pub trait LiveSource: Send {
    /// The newest frame, if something came since the last call, on the bones of this skeleton;
    /// `names` spells them.
    fn newest(&mut self, skeleton: &Arc<Skeleton>, names: &Names) -> Option<LiveFrame>;

    /// Counts of what came since the source was opened, and the current rate of frames.
    fn traffic(&self) -> Traffic;
}

/// Counts of what a source received since it was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Traffic {
    /// Frames that began since the source was opened.
    pub frames: u64,
    /// Frames a second, counted over the last second or so; 0 when none came in it.
    pub rate: f32,
    /// Number of datagrams and messages that were not understood, and of values that had no room.
    pub ignored: u64,
}
