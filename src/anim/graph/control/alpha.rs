//! How much a control does.

use crate::{
    Name, Pose,
    float::Extreme,
    graph::{Interpolation, Value, run::blends::Switch},
    montage::Easing,
};
use serde::{Deserialize, Serialize};

/// Scaled, biased and bounded, then 0 to 1. What is no number is 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ControlAlpha {
    /// The number before scale, bias and bounds.
    pub input: AlphaInput,
    /// Factor of the input. The default is 1.
    pub scale: f64,
    /// Added to the scaled input. The default is 0.
    pub bias: f64,
    /// Lower bound of the sum. The default is 0.
    pub least: f64,
    /// Upper bound of the sum; where the bounds cross, this one holds. The default is 1.
    pub most: f64,
    /// Smoothing of the bounded number; None applies the number at once.
    pub interpolation: Option<Interpolation>,
}

/// Source of the alpha of a control.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum AlphaInput {
    Value(Value),
    /// All or nothing, with seconds to get there.
    Switch {
        on: Value,
        time_in: f64,
        time_out: f64,
        easing: Easing,
    },
    /// A curve of the pose that the control gets; 0 where it has none.
    Curve(Name),
}

impl Default for ControlAlpha {
    fn default() -> Self {
        AlphaInput::Value(Value::Number(1.0)).into()
    }
}

impl From<AlphaInput> for ControlAlpha {
    fn from(input: AlphaInput) -> Self {
        Self {
            input,
            scale: 1.0,
            bias: 0.0,
            least: 0.0,
            most: 1.0,
            interpolation: None,
        }
    }
}

impl ControlAlpha {
    pub(super) fn value(&self) -> Option<&Value> {
        match &self.input {
            AlphaInput::Value(value) | AlphaInput::Switch { on: value, .. } => Some(value),
            AlphaInput::Curve(_) => None,
        }
    }

    pub(super) fn shaped(&self, input: f64) -> f32 {
        // Bounds that cross are the lower one, then the upper.
        let shaped = (input * self.scale + self.bias)
            .higher(self.least)
            .lower(self.most);
        if input.is_nan() || shaped.is_nan() {
            0.0
        } else {
            shaped.clamp(0.0, 1.0) as f32
        }
    }

    /// Alpha from a curve of the pose; None if the update knew the alpha.
    pub(super) fn of_pose(&self, pose: &Pose) -> Option<f32> {
        match self.input {
            AlphaInput::Curve(name) => Some(self.shaped(pose.curve(name).unwrap_or(0.0).into())),
            _ => None,
        }
    }

    /// Takes its time from where it is; one that was not there before is at its goal.
    pub(super) fn switched(&self, is_on: bool, known: Option<Switch>, dt: f64) -> Option<Switch> {
        let AlphaInput::Switch {
            time_in,
            time_out,
            easing,
            ..
        } = self.input
        else {
            return None;
        };
        let goal = if is_on { 1.0 } else { 0.0 };
        let mut switch = known.unwrap_or(Switch::at(goal));
        switch.advance(
            goal,
            if is_on { time_in } else { time_out }.higher(0.0),
            easing,
            dt,
        );
        Some(switch)
    }
}
