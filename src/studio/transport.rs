//! What people do with a preview, as values that are sent to the engine's thread.

use crate::PartnerOrder;
use anim::{Name, Transform, instance::RootMotionMode};
use engine::{CharacterId, EngineInput};
use std::sync::Arc;

/// Seconds of a tick while something plays, where nothing holds the engine up.
pub const TICK: f64 = 1.0 / 60.0;

/// The character that a [`Transport`] moves.
pub const PREVIEWED: CharacterId = 0;

/// Order to a [`Player`](crate::Player): for its preview, or an input for any character, as a game
/// gives it.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerOrder {
    /// An input as a game gives it, for any character.
    Input(EngineInput),
    /// An order to the preview.
    Transport(Transport),
}

impl From<EngineInput> for PlayerOrder {
    fn from(input: EngineInput) -> Self {
        Self::Input(input)
    }
}

impl From<Transport> for PlayerOrder {
    fn from(transport: Transport) -> Self {
        Self::Transport(transport)
    }
}

/// The asset that a preview shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PreviewSubject {
    /// Nothing is shown: the preview has no character.
    #[default]
    None,
    /// A skeleton in its reference pose.
    Skeleton(Name),
    /// A clip that plays alone.
    Clip(Name),
    /// A montage that plays as [`MontageScope`] says.
    Montage(Name),
    /// A pose graph, with its parameters as they are set.
    Graph(Name),
}

/// The part of a montage that plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MontageScope {
    /// The section under the playhead, again and again.
    Section,
    /// The sections play as they are linked.
    #[default]
    Chain,
    /// The whole timeline from left to right, whatever the links.
    All,
}

/// A preview: one character, one asset, a playhead. What holds a number that is not finite changes
/// nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum Transport {
    /// Shows this from its start.
    Show(PreviewSubject),
    /// Plays on; from its start where it is at its end.
    Play,
    /// Time stands still.
    Pause,
    /// For a graph: runs this many ticks of [`TICK`] seconds, and then pauses. A negative number
    /// goes back to what was shown that many ticks ago, as far as those ticks are kept.
    StepTicks(i32),
    /// Seconds, clamped to the timeline; shows the position, fires nothing.
    Seek(f64),
    /// Multiplies time, clamped to ±[`MOST_RATE`](anim::limits::MOST_RATE); negative plays
    /// backwards.
    SetRate(f32),
    /// Whether playing goes on at the start of the region when it ends.
    SetLooping(bool),
    /// Sets the start and the end of the region that looping repeats, seconds; None is the whole
    /// timeline.
    SetLoopRegion(Option<(f64, f64)>),
    /// Sets the part of a montage that plays.
    SetScope(MontageScope),
    /// Level of detail, 0 the finest.
    SetLod(u32),
    /// Sets the effect of root motion on the shown character.
    SetRootMotionMode(RootMotionMode),
    /// The warp targets that every previewed character has, in place of those that they had. World
    /// space.
    SetWarpTargets(Arc<[(Name, Transform)]>),
    /// Sets the partners beside every previewed character, in place of the earlier partners.
    SetPartners(Arc<[PartnerOrder]>),
}

impl Transport {
    pub(crate) fn is_finite(&self) -> bool {
        match self {
            Self::Seek(at) => at.is_finite(),
            Self::SetRate(rate) => rate.is_finite(),
            Self::SetLoopRegion(Some((from, to))) => from.is_finite() && to.is_finite(),
            Self::SetPartners(partners) => partners.iter().all(PartnerOrder::is_finite),
            Self::SetWarpTargets(targets) => targets.iter().all(|(_, place)| place.is_finite()),
            _ => true,
        }
    }
}
