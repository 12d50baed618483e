//! A BVH file leaves open what its numbers mean, so that a person may say it.

use crate::{ImportError, Place};
use asset::vertex_cache::Up;
use serde::{Deserialize, Serialize};

/// What a person may wish of a BVH file, which says nothing of all this.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BvhOptions {
    pub positions: Positions,
    pub up: Up,
    /// Metres of one unit of length, above 0 and finite; [`Options::scale`](crate::Options::scale)
    /// comes on top. None for a guess by the size of the figure, unless the scale is another
    /// than 1.
    pub unit: Option<f32>,
    /// Seconds of a frame, above 0 and finite, where the file says none that can be used.
    pub frame_time: Option<f32>,
    /// The figure rests as it is turned in this frame, counted from 0, in place of all joints
    /// unturned.
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
        for (what, value) in [("unit", self.unit), ("frame time", self.frame_time)] {
            if let Some(value) = value.filter(|value| !(*value > 0.0 && value.is_finite())) {
                return Err(ImportError::invalid(
                    Place::File,
                    format!("the {what} {value} is not a number above 0"),
                ));
            }
        }
        Ok(())
    }
}

/// How position channels are read against the OFFSET of their joint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Positions {
    /// For each joint: in place of the OFFSET where they come to more than half of it on average,
    /// else on top of it.
    #[default]
    Guess,
    /// On top of it.
    Add,
    /// In place of it.
    Replace,
}

impl Positions {
    /// What a reading is called where it is remembered; none for a guess.
    pub(crate) fn word(self) -> Option<&'static str> {
        match self {
            Self::Guess => None,
            Self::Add => Some("add"),
            Self::Replace => Some("replace"),
        }
    }

    /// The reading that is called so.
    pub(crate) fn of_word(word: Option<&str>) -> Self {
        [Self::Add, Self::Replace]
            .into_iter()
            .find(|reading| reading.word() == word)
            .unwrap_or_default()
    }
}
