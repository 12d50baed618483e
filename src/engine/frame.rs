//! What crosses between the UI and the engine: snapshots in, frames and events out.

use anim::{Event, Library, Name, Pose, Skeleton, Transform, instance::MontageState};
use glam::{Affine3A, Vec3};
use std::sync::Arc;

/// A compiled project and which edit it belongs to.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    pub revision: u64,
    pub library: Arc<Library>,
}

/// Everything the UI shows of one tick. Immutable once published.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Of the snapshot that was evaluated.
    pub revision: u64,
    pub tick: u64,
    /// Clock of the character, seconds.
    pub time: f64,
    pub playing: bool,
    /// Seconds on the previewed asset's timeline.
    pub position: f64,
    pub skeleton: Arc<Skeleton>,
    /// Local transforms and curves.
    pub pose: Pose,
    /// One matrix a bone, model space.
    pub models: Vec<Affine3A>,
    /// Where root motion has brought the character, world space.
    pub placement: Transform,
    /// Where it came along since the last start, world space; the oldest point first.
    pub trail: Vec<Vec3>,
    /// Metres per second along the ground in this tick.
    pub speed: f32,
    /// In play order.
    pub montages: Vec<MontageState>,
    /// Clip and position of the player under all slots.
    pub base_clip: Option<(Name, f64)>,
    pub game_time: std::time::Duration,
    pub worker_time: std::time::Duration,
    /// Evaluation failed this many times; the reference pose is shown instead.
    pub faults: u32,
    /// Events that found the queue full.
    pub dropped_events: u64,
}

/// A fired (or not fired) event with the tick it happened in.
#[derive(Clone, Copy, Debug)]
pub struct LogEntry {
    pub tick: u64,
    pub event: Event,
}
