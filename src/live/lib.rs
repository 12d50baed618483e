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

/// Who tells what a subject does now, again and again.
pub trait LiveSource: Send {
    /// The newest frame, if something came since the last call, on the bones of this skeleton;
    /// `names` spells them.
    fn newest(&mut self, skeleton: &Arc<Skeleton>, names: &Names) -> Option<LiveFrame>;

    fn traffic(&self) -> Traffic;
}

/// What came so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Traffic {
    pub frames: u64,
    /// Frames a second, of the last second or so; 0 where none came in it.
    pub rate: f32,
    /// What was not understood: datagrams, and messages in them.
    pub ignored: u64,
}
