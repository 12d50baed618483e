//! What crosses between the UI and the engine: snapshots in, frames and events out.

use crate::{FIRST_PARTNER, PREVIEWED, Player};
use anim::{
    Event, Graph, Library, Name, Pose, Skeleton, Transform, graph::GraphState,
    instance::MontageState,
};
use engine::{CharacterId, Evaluator, Inspected};
use glam::{Affine3A, Vec3};
use std::sync::Arc;

/// A compiled project and which edit it belongs to.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// Number of the edit that was compiled; later edits have higher ones.
    pub revision: u64,
    /// Everything that plays.
    pub library: Arc<Library>,
}

/// Everything the UI shows of one tick. Immutable once published.
#[derive(Clone, Debug)]
pub struct PreviewFrame {
    /// Revision of the snapshot that was evaluated.
    pub revision: u64,
    /// The character of the frame: [`PREVIEWED`], or one of the partners.
    pub character: CharacterId,
    /// [`Evaluator::tick`](engine::Evaluator::tick) of this tick.
    pub tick: u64,
    /// Clock of the character, seconds.
    pub time: f64,
    /// Whether the preview plays; false while it is paused or has ended.
    pub playing: bool,
    /// Seconds on the previewed asset's timeline.
    pub position: f64,
    /// Skeleton of the previewed character.
    pub skeleton: Arc<Skeleton>,
    /// Local transforms and curves.
    pub pose: Pose,
    /// Matrices of the bones, model space, one a bone.
    pub models: Vec<Affine3A>,
    /// Placement that root motion has brought the character to, world space.
    pub placement: Transform,
    /// Bytes that the recording of the last minutes takes.
    pub recorded_bytes: usize,
    /// Path of the character since the last start, world space; the oldest point first.
    pub trail: Vec<Vec3>,
    /// Number of teleports of the character so far.
    pub jumps: u64,
    /// Metres per second along the ground in this tick.
    pub speed: f32,
    /// Montages in the order in which they began.
    pub montages: Vec<MontageState>,
    /// The graph that plays.
    pub graph: Arc<Graph>,
    /// State of `graph` after the tick.
    pub graph_state: GraphState,
    /// The clip that the last request for a clip started, and the position in it, seconds; None
    /// without one.
    pub shown_clip: Option<(Name, f64)>,
    /// Findings of the requested inspection; empty if no inspection was requested.
    pub inspected: Inspected,
    /// Time that the last tick took on the engine's thread.
    pub game_time: std::time::Duration,
    /// Time that the last tick took on workers, with the wait for them.
    pub worker_time: std::time::Duration,
    /// Evaluation failed this many times; the reference pose is shown instead.
    pub faults: u32,
    /// Message of the last evaluation failure; None without one.
    pub fault: Option<String>,
    /// Events that found the queue full.
    pub dropped_events: u64,
    /// Frames of the partners beside the character, in the order in which the partners were given.
    /// Each frame has no trail and no partners; a frame that could not be made is left out.
    pub partners: Vec<PreviewFrame>,
}

impl PreviewFrame {
    /// A frame of the character that the preview moves, without what is asked for beside it; None
    /// while there is no character.
    pub fn of(player: &Player, dropped_events: u64) -> Option<Self> {
        let preview = player.preview();
        let moment = FrameMoment {
            playing: preview.is_playing(),
            position: preview.position(),
        };
        let evaluator = player.evaluator();
        let own = Self::of_character(evaluator, PREVIEWED, moment)?;
        let ids = (FIRST_PARTNER..).take(preview.partners().len());
        Some(Self {
            trail: preview.trail().to_vec(),
            jumps: preview.jumps(),
            speed: preview.speed(),
            dropped_events,
            recorded_bytes: player.recorded_bytes(),
            partners: ids
                .filter_map(|id| Self::of_character(evaluator, id, moment))
                .collect(),
            ..own
        })
    }

    /// A frame of one character of an evaluator, without partners and trail; None without such a
    /// character.
    pub fn of_character(
        evaluator: &Evaluator,
        character: CharacterId,
        moment: FrameMoment,
    ) -> Option<Self> {
        let instance = evaluator.instance(character)?;
        let proxy = evaluator.proxy(character)?;
        let (game_time, worker_time) = evaluator.times();
        Some(Self {
            revision: evaluator.revision(),
            character,
            tick: evaluator.tick(),
            time: instance.clock(),
            playing: moment.playing,
            position: moment.position,
            skeleton: instance.skeleton().clone(),
            pose: proxy.pose().clone(),
            models: proxy.models().to_vec(),
            placement: *instance.placement(),
            recorded_bytes: 0,
            trail: Vec::new(),
            jumps: 0,
            speed: 0.0,
            montages: instance.montage_states().collect(),
            graph: proxy.graph().clone(),
            graph_state: proxy.state().clone(),
            shown_clip: proxy
                .shown_clip()
                .map(|(clip, position, _)| (clip, position)),
            inspected: Inspected::default(),
            game_time,
            worker_time,
            faults: evaluator.faults(character),
            fault: evaluator.fault(character).map(str::to_owned),
            dropped_events: 0,
            partners: Vec::new(),
        })
    }
}

/// What a preview adds to a frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct FrameMoment {
    /// As [`PreviewFrame::playing`].
    pub playing: bool,
    /// As [`PreviewFrame::position`].
    pub position: f64,
}

/// A fired (or not fired) event with the tick it happened in.
#[derive(Clone, Copy, Debug)]
pub struct LogEntry {
    /// [`Evaluator::tick`](engine::Evaluator::tick) of the event.
    pub tick: u64,
    /// The event itself.
    pub event: Event,
}
