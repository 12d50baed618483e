//! An authored blend space: clips at points of one or two axes.

use crate::{BoneKey, Id};
use anim::blend_space::{NotifyTrigger, Smoothing};
use serde::{Deserialize, Serialize};
use words::tr;

/// One axis of a blend space, with the range of its input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Axis {
    /// Shown beside the axis.
    pub name: String,
    /// The lowest input, in the axis's unit.
    pub min: f32,
    /// The highest input, more than `min`.
    pub max: f32,
    /// Shown behind its values.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub unit: String,
    /// Divisions: lines that samples snap to, and between which a space by a grid is straight.
    #[serde(default = "four")]
    pub grid: u32,
    /// Samples stand on the nearest of its lines, whatever their own number says.
    #[serde(default)]
    pub snap: bool,
    /// Inputs beyond an end come in at the other.
    #[serde(default)]
    pub wrap: bool,
    /// Smoothing of the input towards its requested value.
    #[serde(default)]
    pub smoothing: Smoothing,
}

fn four() -> u32 {
    4
}

impl Axis {
    /// An axis without a unit, smoothing, snapping or wrapping, with a grid of 4 divisions.
    pub fn new(name: impl Into<String>, min: f32, max: f32) -> Self {
        let (unit, smoothing) = (String::new(), Smoothing::default());
        Self {
            name: name.into(),
            min,
            max,
            unit,
            grid: four(),
            snap: false,
            wrap: false,
            smoothing,
        }
    }

    /// Final position of a sample that was put at `at`, in the axis's unit: on the nearest grid
    /// line if the axis snaps.
    pub fn placed(&self, at: f32) -> f32 {
        let (lines, length) = (
            f64::from(self.grid),
            f64::from(self.max) - f64::from(self.min),
        );
        let line = ((f64::from(at) - f64::from(self.min)) / length * lines)
            .round()
            .clamp(0.0, lines);
        let on_line = (f64::from(self.min) + length * line / lines) as f32;
        if self.snap && on_line.is_finite() {
            on_line
        } else {
            at
        }
    }
}

/// A clip at a point of a blend space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sample {
    /// Unique in its blend space.
    pub id: Id,
    /// The clip that plays where the input is near `at`.
    pub clip: Id,
    /// Place of the sample in the axes' units; the second number means nothing where there is one
    /// axis.
    pub at: [f32; 2],
    /// Times the clip's own, more than 0.
    #[serde(default = "one")]
    pub rate: f32,
}

fn one() -> f32 {
    1.0
}

/// Method that finds the mix between samples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Division {
    /// Samples mix by the triangle that the point is in.
    #[default]
    Triangles,
    /// Samples mix by the four crossings of the axes' lines around the point.
    Grid,
}

/// Speed at which weights change for a bone and all bones below it, up to the next one that has a
/// speed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoneSpeed {
    /// The bone from which on the speed holds.
    pub bone: BoneKey,
    /// Greatest change of a sample's weight per second; 0 lets weights jump.
    pub speed: f32,
}

/// Clips at points of one or two axes, mixed by where the input is among them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlendSpace {
    /// Unique among the blend spaces of the project.
    pub name: String,
    /// The skeleton of its clips.
    pub skeleton: Id,
    /// Axes of the blend space, one or two.
    pub axes: Vec<Axis>,
    /// Samples in any order.
    pub samples: Vec<Sample>,
    /// Greatest change of a sample's weight per second; 0 lets weights jump.
    #[serde(default)]
    pub weight_speed: f32,
    /// Selection of the samples whose notifies fire.
    #[serde(default)]
    pub notifies: NotifyTrigger,
    /// Division of the space among the samples.
    #[serde(default)]
    pub division: Division,
    /// Speeds of bones in place of `weight_speed`, each bone once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bone_speeds: Vec<BoneSpeed>,
}

impl BlendSpace {
    /// A space of one axis without samples.
    pub fn new(name: impl Into<String>, skeleton: Id) -> Self {
        let axes = vec![Axis::new(tr!("Speed"), 0.0, 1.0)];
        Self {
            name: name.into(),
            skeleton,
            axes,
            samples: Vec::new(),
            weight_speed: 0.0,
            notifies: NotifyTrigger::default(),
            division: Division::default(),
            bone_speeds: Vec::new(),
        }
    }

    /// Position of a sample, in the axes' units.
    pub fn place(&self, sample: &Sample) -> [f32; 2] {
        let mut at = sample.at;
        self.axes
            .iter()
            .zip(&mut at)
            .for_each(|(axis, at)| *at = axis.placed(*at));
        at
    }

    /// The sample with this id; None if no sample has it.
    pub fn sample(&self, id: Id) -> Option<&Sample> {
        self.samples.iter().find(|sample| sample.id == id)
    }
}
