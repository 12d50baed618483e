//! Why a blend space is refused.

use super::{BlendSpaceAxis, FARTHEST, MOST_DIVISIONS, MOST_SPEEDS, Sample, SmoothingKind};
use crate::limits::{LEAST_RATE, MOST_RATE};
use std::fmt;
use words::tr;

/// Reason why a blend space is refused. Errors give the index of the axis or sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlendSpaceError {
    AxisCount {
        found: usize,
    },
    /// An end of the axis is not finite.
    AxisNotFinite {
        axis: usize,
    },
    /// The axis does not end after its start.
    AxisEmpty {
        axis: usize,
    },
    /// The time or damping is not finite or negative.
    AxisSmoothing {
        axis: usize,
    },
    SampleNotFinite {
        sample: usize,
    },
    /// Farther than [`FARTHEST`] axis lengths from its axis.
    SampleTooFar {
        sample: usize,
    },
    /// The sample's rate is not within [`LEAST_RATE`] and [`MOST_RATE`].
    SampleRate {
        sample: usize,
    },
    /// The weight speed is negative or not finite.
    WeightSpeed,
    /// A number of divisions is not from 1 to [`MOST_DIVISIONS`].
    Divisions,
    /// More than [`MOST_SPEEDS`], one that is not finite or negative, or a bone whose speed is not
    /// there.
    BoneSpeeds,
}

impl fmt::Display for BlendSpaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AxisCount { found } => {
                f.write_str(&tr!("it has {found} axes, but only 1 or 2 are allowed"))
            }
            Self::AxisNotFinite { axis } => {
                f.write_str(&tr!("an end of axis {axis} is not finite"))
            }
            Self::AxisEmpty { axis } => {
                f.write_str(&tr!("the end of axis {axis} is not above its start"))
            }
            Self::AxisSmoothing { axis } => f.write_str(&tr!(
                "the smoothing of axis {axis} is not finite or negative"
            )),
            Self::SampleNotFinite { sample } => {
                f.write_str(&tr!("the place of sample {sample} is not finite"))
            }
            Self::SampleTooFar { sample } => f.write_str(&tr!(
                "sample {sample} is more than {FARTHEST} axis lengths outside"
            )),
            Self::SampleRate { sample } => f.write_str(&tr!(
                "the rate of sample {sample} is not between {LEAST_RATE} and {MOST_RATE}"
            )),
            Self::WeightSpeed => {
                f.write_str(tr!("the speed of the weights is not finite or negative"))
            }
            Self::Divisions => f.write_str(&tr!(
                "an axis has no divisions, or more than {MOST_DIVISIONS}"
            )),
            Self::BoneSpeeds => f.write_str(&tr!(
                "the speeds of bones are more than {MOST_SPEEDS}, not finite, negative or not there"
            )),
        }
    }
}

impl std::error::Error for BlendSpaceError {}

pub(super) fn check(
    axes: &[BlendSpaceAxis],
    samples: &[Sample],
    weight_speed: f32,
) -> Result<(), BlendSpaceError> {
    if !(1..=2).contains(&axes.len()) {
        return Err(BlendSpaceError::AxisCount { found: axes.len() });
    }
    for (index, axis) in axes.iter().enumerate() {
        check_axis(index, axis)?;
    }
    for (index, sample) in samples.iter().enumerate() {
        check_sample(index, sample, axes)?;
    }
    if is_amount(weight_speed) {
        Ok(())
    } else {
        Err(BlendSpaceError::WeightSpeed)
    }
}

fn is_amount(x: f32) -> bool {
    x.is_finite() && x >= 0.0
}

fn check_axis(axis: usize, of: &BlendSpaceAxis) -> Result<(), BlendSpaceError> {
    if !of.min.is_finite() || !of.max.is_finite() {
        return Err(BlendSpaceError::AxisNotFinite { axis });
    }
    if of.min >= of.max {
        return Err(BlendSpaceError::AxisEmpty { axis });
    }
    let damping = if let SmoothingKind::Spring { damping } = of.smoothing.kind {
        damping
    } else {
        1.0
    };
    if is_amount(of.smoothing.time) && is_amount(damping) {
        Ok(())
    } else {
        Err(BlendSpaceError::AxisSmoothing { axis })
    }
}

fn check_sample(
    sample: usize,
    of: &Sample,
    axes: &[BlendSpaceAxis],
) -> Result<(), BlendSpaceError> {
    for (axis, x) in axes.iter().zip(of.at) {
        if !x.is_finite() {
            return Err(BlendSpaceError::SampleNotFinite { sample });
        }
        if !(-FARTHEST..=1.0 + FARTHEST).contains(&axis.normalised(f64::from(x))) {
            return Err(BlendSpaceError::SampleTooFar { sample });
        }
    }
    if (LEAST_RATE..=MOST_RATE).contains(&of.rate) {
        Ok(())
    } else {
        Err(BlendSpaceError::SampleRate { sample })
    }
}
