//! Blend spaces: clips at points of one or two axes.

mod compiled;
mod menu;
mod motion;
mod now;

pub use compiled::compiled_space;
pub use menu::MENU;
pub use motion::{ClipRootMotion, KEPT, Point, Trail, motions, placed};
pub use now::{BlendSpaceNow, trial_of};

use crate::action::ActionContext;
use asset::{AssetKind, BlendSpace, Id, blend_space::Sample};
use std::collections::BTreeMap;
use words::{Word, tr, word};

/// The title of its menu.
pub const TITLE: Word = word!("Blend space");
/// The type of asset that this page edits.
pub const ASSET: AssetKind = AssetKind::BlendSpace;
/// Played with an input, not along a time axis.
pub const HAS_TIMELINE: bool = false;

/// View state of blend spaces: the chosen sample, the tried input and the trail.
#[derive(Default)]
pub struct BlendSpaceView {
    /// The chosen sample; None is the first.
    pub sample: Option<Id>,
    /// Tried input in the axes' units.
    pub input: [f64; 2],
    /// Root motion of the clips.
    pub motions: BTreeMap<Id, ClipRootMotion>,
    /// Recent requested inputs, and positions after smoothing.
    pub trail: Trail,
    /// The trail is drawn in the picture, and over time below it.
    pub traces: bool,
    /// The trail is plotted over time, below the picture.
    pub plots: bool,
    /// Whether the foot sliding over the whole blend space is shown, once it was measured.
    pub slides: bool,
}

impl BlendSpaceView {
    /// The first where none was chosen.
    pub fn sample<'a>(&self, space: &'a BlendSpace) -> Option<&'a Sample> {
        self.sample
            .and_then(|id| space.sample(id))
            .or(space.samples.first())
    }
}

/// Actions on blend spaces.
#[derive(Clone, Debug)]
pub enum BlendSpaceAction {
    New,
    /// Creates an aim offset with axes of degrees, for difference poses.
    NewAimOffset,
    /// Adds a sample to the open blend space, where its axes begin.
    AddSample,
    /// Every sample of the open one where its clip's root goes.
    PlaceByMotion,
    /// Chooses a sample of the open blend space.
    ChooseSample(Id),
    /// Sets the input that the open blend space shows, in its axes' units.
    Try([f64; 2]),
    /// A clip becomes a sample there, in the axes' units.
    DropClip(Id, [f32; 2]),
}

impl BlendSpaceAction {
    /// Reason in one line why the action would do nothing now; None if it would do something.
    pub fn refusal(&self, now: &ActionContext<'_>) -> Option<&'static str> {
        match self {
            Self::New | Self::NewAimOffset => now.needs_character(),
            Self::AddSample | Self::PlaceByMotion => {
                now.unless(now.open == Some(ASSET), tr!("Open a blend space first"))
            }
            Self::ChooseSample(_) | Self::Try(_) | Self::DropClip(..) => None,
        }
    }
}
