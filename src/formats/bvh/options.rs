//! Options for what a BVH file leaves open: its unit, its up axis and what its position channels
//! count from.

use crate::{ImportError, ImportErrorPlace};
use asset::vertex_cache::Up;
use serde::{Deserialize, Serialize};
use words::tr;

/// Options of BVH files, whose format says nothing of all this.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BvhOptions {
    /// Whether position channels include the OFFSET.
    pub positions: Positions,
    /// Axis of the file that points up; Y by default.
    pub up: Up,
    /// Metres of one unit of length, above 0 and finite; multiplied by
    /// [`Options::scale`](crate::Options::scale). None guesses it from the size of the figure,
    /// unless the scale is not 1.
    pub unit: Option<f32>,
    /// Seconds of a frame, above 0 and finite; used only where the file has no usable frame time.
    pub frame_time: Option<f32>,
    /// Frame, from 0, whose rotations become the rest pose. None leaves all joints unrotated in the
    /// rest pose.
    pub reference_frame: Option<u32>,
}

impl Default for BvhOptions {
    fn default() -> Self {
        Self {
            positions: Positions::Guess,
            up: Up::Y,
            unit: None,
            frame_time: None,
            reference_frame: None,
        }
    }
}

impl BvhOptions {
    pub(super) fn check(&self) -> Result<(), ImportError> {
        for (what, value) in [("unit", self.unit), (tr!("frame time"), self.frame_time)] {
            if let Some(value) = value.filter(|value| !(*value > 0.0 && value.is_finite())) {
                return Err(ImportError::invalid(
                    ImportErrorPlace::File,
                    tr!("the {what} {value} must be above 0"),
                ));
            }
        }
        Ok(())
    }
}

/// Ways to read position channels against the OFFSET of their joint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Positions {
    /// For each joint, position channels replace the OFFSET if they come to more than half of the
    /// OFFSET on average; else they are added to the OFFSET.
    #[default]
    Guess,
    /// Position channels are added to the OFFSET.
    Add,
    /// Position channels replace the OFFSET.
    Replace,
}

impl Positions {
    /// Word under which assets remember the reading; None for a guess.
    pub(crate) fn word(self) -> Option<&'static str> {
        match self {
            Self::Guess => None,
            Self::Add => Some("add"),
            Self::Replace => Some("replace"),
        }
    }

    /// The reading with that word; a guess for None and for unknown words.
    pub(crate) fn of_word(word: Option<&str>) -> Self {
        [Self::Add, Self::Replace]
            .into_iter()
            .find(|reading| reading.word() == word)
            .unwrap_or_default()
    }
}
