//! Blend spaces: clips that stand at points of one or two axes, mixed by where a moving point is
//! among them.
//!
//! [`BlendSpace`] is compiled and immutable: the samples, and how the line or plane between them is
//! divided. [`BlendSpaceState`] is what one player keeps between ticks. Poses, the lengths of clips
//! and groups of players are the caller's.

mod bone_speeds;
mod delaunay;
#[cfg(test)]
#[path = "tests/divided.rs"]
mod divided;
mod error;
mod field;
mod grid;
#[cfg(test)]
#[path = "tests/oracle.rs"]
mod oracle;
#[cfg(test)]
#[path = "tests/properties.rs"]
mod properties;
mod smoothing;
mod state;
#[cfg(test)]
mod tests;
mod weights;

pub use bone_speeds::{BoneSpeeds, MOST_SPEEDS};
pub use error::BlendSpaceError;
pub use field::Spot;
pub use grid::MOST_DIVISIONS;
pub use state::BlendSpaceState;
pub(crate) use state::share_of;
pub use weights::{Share, Weights};

use field::BlendSampleField;
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// Maximum distance of a sample outside its axis, in lengths of the axis.
pub const FARTHEST: f64 = 1000.0;

/// Rule by which a position follows its input. `Exponential` covers the fraction `1 − exp(−t /
/// time)` of the distance to the input in `t` seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SmoothingKind {
    #[default]
    None,
    Exponential,
    /// A spring of angular frequency 2 / time, which lags behind a ramp by `time`. Damping is 0 or
    /// more and critical from 1 on. Below 1 the value overshoots, past the ends of the axis too.
    Spring {
        damping: f32,
    },
    /// The mean of the inputs of the last `time` seconds.
    Averaged,
    /// Moves at a constant speed of the axis' length in `time` seconds.
    Linear,
    /// Eased over `time` seconds from where it was when the input changed, by a cubic at both ends.
    Cubic,
    /// Eased over `time` seconds from the position at which the input changed, by a smoothstep.
    EaseInOut,
}

/// A time of 0 turns it off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Smoothing {
    /// The filter; [`SmoothingKind::None`] turns smoothing off whatever the time is.
    pub kind: SmoothingKind,
    /// Seconds, 0 or more.
    pub time: f32,
}

/// An axis of a blend space. Its ends are in the unit of its input.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlendSpaceAxis {
    /// Lower end of the axis.
    pub min: f32,
    /// Maximum of the axis, greater than `min`.
    pub max: f32,
    /// Whether an input beyond one end wraps around to the other end, with smoothing along the
    /// shorter arc. Otherwise inputs are clamped.
    pub wrap: bool,
    /// Smoothing of the position on this axis as it follows the input.
    pub smoothing: Smoothing,
}

impl BlendSpaceAxis {
    fn length(&self) -> f64 {
        f64::from(self.max) - f64::from(self.min)
    }

    /// 0 at the start, 1 at the end.
    fn normalised(&self, x: f64) -> f64 {
        (x - f64::from(self.min)) / self.length()
    }

    /// Brings a value outside the axis inside, both ends included. Not for infinities where the
    /// axis wraps.
    fn fold(&self, x: f64) -> f64 {
        let (min, max) = (f64::from(self.min), f64::from(self.max));
        if self.wrap {
            min + (x - min).rem_euclid(self.length())
        } else {
            x.clamp(min, max)
        }
    }
}

/// A clip at a point of the axes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sample {
    /// Index of the clip in the library.
    pub clip: u32,
    /// Place in the axes' units; with one axis the second number is ignored.
    pub at: [f32; 2],
    /// Clip seconds a second, more than 0; on top of the clip's own rate scale.
    pub rate: f32,
}

/// Choice of the samples whose notifies fire while several samples play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NotifyTrigger {
    /// Notifies of every sample with weight fire, each with the weight of its sample.
    #[default]
    All,
    /// Notifies of the sample with the most weight fire; of equals the first counts.
    HighestWeighted,
    None,
}

/// A compiled blend space: axes, samples and the division of the line or plane between them. It is
/// immutable; a [`BlendSpaceState`] is what a player keeps of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "BlendSpaceParts", into = "BlendSpaceParts")]
pub struct BlendSpace {
    axes: Vec<BlendSpaceAxis>,
    samples: Vec<Sample>,
    weight_speed: f64,
    notifies: NotifyTrigger,
    divisions: Option<[u16; 2]>,
    bone_speeds: BoneSpeeds,
    field: BlendSampleField,
}

/// Serialized parts of a blend space.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct BlendSpaceParts {
    axes: Vec<BlendSpaceAxis>,
    samples: Vec<Sample>,
    weight_speed: f64,
    notifies: NotifyTrigger,
    divisions: Option<[u16; 2]>,
    bone_speeds: BoneSpeeds,
}

impl TryFrom<BlendSpaceParts> for BlendSpace {
    type Error = BlendSpaceError;

    fn try_from(parts: BlendSpaceParts) -> Result<Self, BlendSpaceError> {
        let space = Self::new(&parts.axes, &parts.samples, parts.weight_speed as f32)?;
        let space = space
            .triggering(parts.notifies)
            .with_bone_speeds(parts.bone_speeds)?;
        match parts.divisions {
            Some(divisions) => space.gridded(divisions),
            None => Ok(space),
        }
    }
}

impl From<BlendSpace> for BlendSpaceParts {
    fn from(space: BlendSpace) -> Self {
        let BlendSpace {
            axes,
            samples,
            weight_speed,
            notifies,
            divisions,
            bone_speeds,
            ..
        } = space;
        Self {
            axes,
            samples,
            weight_speed,
            notifies,
            divisions,
            bone_speeds,
        }
    }
}

impl BlendSpace {
    /// A space of one or two axes. `weight_speed` is how much of a sample's weight may change in a
    /// second; 0 lets weights jump. Of samples that stand within 1e-4 of an axis' length of each
    /// other only the first counts. An Err names the axis, the sample or the speed that is out of
    /// bounds.
    pub fn new(
        axes: &[BlendSpaceAxis],
        samples: &[Sample],
        weight_speed: f32,
    ) -> Result<Self, BlendSpaceError> {
        error::check(axes, samples, weight_speed)?;
        let field = BlendSampleField::new(axes, samples);
        let (axes, samples, weight_speed) =
            (axes.to_vec(), samples.to_vec(), f64::from(weight_speed));
        let (notifies, divisions, bone_speeds) = (NotifyTrigger::All, None, BoneSpeeds::default());
        Ok(Self {
            axes,
            samples,
            weight_speed,
            notifies,
            divisions,
            bone_speeds,
            field,
        })
    }

    /// Mixes by a grid with so many divisions of each axis, 1 to [`MOST_DIVISIONS`], else
    /// [`BlendSpaceError::Divisions`]. The mix of a crossing of lines holds there, and four
    /// crossings are blended between them. With one axis the second number means nothing, and is in
    /// the same range.
    pub fn gridded(self, divisions: [u16; 2]) -> Result<Self, BlendSpaceError> {
        if divisions
            .iter()
            .all(|count| (1..=MOST_DIVISIONS).contains(count))
        {
            Ok(Self {
                divisions: Some(divisions),
                ..self
            })
        } else {
            Err(BlendSpaceError::Divisions)
        }
    }

    /// Lets bones follow at other speeds than the space. [`BlendSpaceError::BoneSpeeds`] comes
    /// where there are too many speeds, one is not finite or negative, or a bone's speed is not
    /// there.
    pub fn with_bone_speeds(self, bone_speeds: BoneSpeeds) -> Result<Self, BlendSpaceError> {
        if bone_speeds.is_sound() {
            Ok(Self {
                bone_speeds,
                ..self
            })
        } else {
            Err(BlendSpaceError::BoneSpeeds)
        }
    }

    /// The bones that follow at other speeds than the space; no bones in a new space.
    pub fn bone_speeds(&self) -> &BoneSpeeds {
        &self.bone_speeds
    }

    /// Divisions of each axis where the space is mixed by a grid; None otherwise.
    pub fn divisions(&self) -> Option<[u16; 2]> {
        self.divisions
    }

    /// Sets whose notifies fire where several samples play. A new space starts with
    /// [`NotifyTrigger::All`].
    pub fn triggering(self, notifies: NotifyTrigger) -> Self {
        Self { notifies, ..self }
    }

    /// Choice of the samples whose notifies fire while several samples play.
    pub fn notifies(&self) -> NotifyTrigger {
        self.notifies
    }

    /// The one or two axes, in the order of the coordinates of an input.
    pub fn axes(&self) -> &[BlendSpaceAxis] {
        &self.axes
    }

    /// All samples as they were given, with those that do not count.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// The samples that count, where they stand on the axes' lengths (0 to 1 from end to end);
    /// ascending by place, the first axis first.
    pub fn spots(&self) -> &[Spot] {
        self.field.spots()
    }

    /// Counter-clockwise, as indices of [`Self::spots`]; empty where all samples are on one line.
    pub fn triangles(&self) -> impl Iterator<Item = [u32; 3]> + '_ {
        self.field.triangles()
    }

    /// The mix at a point in the axes' units, which may be outside: at most three samples, of a
    /// grid at most twelve, whose weights sum to 1, and none where there are no samples. A
    /// coordinate that is NaN counts as the start of its axis.
    pub fn weights(&self, at: [f64; 2], out: &mut Weights) {
        // Beyond this a point only tells a direction.
        let reach = 1e6 * FARTHEST;
        let mut point = DVec2::ZERO;
        for (axis, (x, from)) in self.axes.iter().zip(point.as_mut().iter_mut().zip(at)) {
            let along = axis.normalised(from);
            *x = if along.is_nan() {
                0.0
            } else {
                along.clamp(-reach, reach)
            };
        }
        match self.divisions {
            Some([x, y]) => grid::weights(
                &self.field,
                [Some(x), (self.axes.len() > 1).then_some(y)],
                point,
                out,
            ),
            None => self.field.weights(point, out),
        }
        out.sort();
    }
}
