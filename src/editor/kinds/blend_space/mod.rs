//! Blend spaces: clips at points of one or two axes.

mod menu;

pub use menu::MENU;

use crate::action::Now;
use asset::{AssetKind, BlendSpace, Id, blend_space::Sample};

/// Of its menu.
pub const TITLE: &str = "Blend space";
pub const ASSET: AssetKind = AssetKind::BlendSpace;
pub const HAS_TIMELINE: bool = false;

/// Which sample the details are of.
#[derive(Default)]
pub struct View {
    pub sample: Option<Id>,
    /// What is tried, in the axes' units.
    pub input: [f64; 2],
}

impl View {
    /// The first where none was chosen.
    pub fn sample<'a>(&self, space: &'a BlendSpace) -> Option<&'a Sample> {
        self.sample.and_then(|id| space.sample(id)).or(space.samples.first())
    }
}

#[derive(Clone, Debug)]
pub enum BlendSpaceAction {
    New,
    /// To the open one, where its axes begin.
    AddSample,
    /// Of the open one.
    ChooseSample(Id),
    /// What the open one shows, in its axes' units.
    Try([f64; 2]),
    /// A clip becomes a sample there, in the axes' units.
    DropClip(Id, [f32; 2]),
}

impl BlendSpaceAction {
    /// Why it would do nothing now, in one line.
    pub fn refusal(&self, now: &Now<'_>) -> Option<&'static str> {
        match self {
            Self::New => now.needs_character(),
            Self::AddSample => now.unless(now.open == Some(ASSET), "Open a blend space first"),
            Self::ChooseSample(_) | Self::Try(_) | Self::DropClip(..) => None,
        }
    }
}
