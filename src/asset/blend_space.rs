//! An authored blend space: clips at points of one or two axes.

use crate::Id;
use anim::blend_space::{NotifyTrigger, Smoothing};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Axis {
    pub name: String,
    pub min: f32,
    /// More than `min`.
    pub max: f32,
    /// Shown behind its values.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub unit: String,
    /// Lines that samples snap to.
    #[serde(default = "four")]
    pub grid: u32,
    /// Inputs beyond an end come in at the other.
    #[serde(default)]
    pub wrap: bool,
    #[serde(default)]
    pub smoothing: Smoothing,
}

fn four() -> u32 {
    4
}

impl Axis {
    pub fn new(name: impl Into<String>, min: f32, max: f32) -> Self {
        let (unit, smoothing) = (String::new(), Smoothing::default());
        Self { name: name.into(), min, max, unit, grid: four(), wrap: false, smoothing }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    pub id: Id,
    pub clip: Id,
    /// In the axes' units; of one axis the second means nothing.
    pub at: [f32; 2],
    /// Times the clip's own, more than 0.
    #[serde(default = "one")]
    pub rate: f32,
}

fn one() -> f32 {
    1.0
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BlendSpace {
    pub name: String,
    pub skeleton: Id,
    /// One or two.
    pub axes: Vec<Axis>,
    pub samples: Vec<Sample>,
    /// How much of a sample's weight may change in a second; 0 lets weights jump.
    #[serde(default)]
    pub weight_speed: f32,
    /// Whose notifies fire.
    #[serde(default)]
    pub notifies: NotifyTrigger,
}

impl BlendSpace {
    /// Of one axis without samples.
    pub fn new(name: impl Into<String>, skeleton: Id) -> Self {
        let axes = vec![Axis::new("Speed", 0.0, 1.0)];
        Self {
            name: name.into(),
            skeleton,
            axes,
            samples: Vec::new(),
            weight_speed: 0.0,
            notifies: NotifyTrigger::default(),
        }
    }

    pub fn sample(&self, id: Id) -> Option<&Sample> {
        self.samples.iter().find(|sample| sample.id == id)
    }
}
