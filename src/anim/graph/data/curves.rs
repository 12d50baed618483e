//! Curves that a graph changes on their way, and curves that a game feeds.

#[cfg(test)]
mod tests;

use super::value::Value;
use crate::Name;
use serde::{Deserialize, Serialize};

/// Change of one curve in a pose; a curve that the pose lacks counts as 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CurveEdit {
    /// Name of the curve that changes.
    pub curve: Name,
    /// Operand of the change; without a value the curve stays unchanged.
    pub value: Value,
    /// Change that the value makes to the curve.
    pub change: CurveChange,
}

/// The changes that a [`CurveEdit`] can make to its curve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CurveChange {
    /// Adds the value to the curve.
    #[default]
    Add,
    Scale,
    /// Towards the value by a weight, 0 to 1. With all of it the curve is the value: so a game
    /// feeds its own.
    Blend(Value),
    /// The curve's mean with what it was in the last evaluation; the value is the weight of the
    /// new, 0 to 1.
    Average,
    /// Maps the curve's range from the value to 1 linearly onto 0 to 1, clamped.
    Remap,
}

/// Value and weight that an update read for an edit, and the past of a mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::graph) struct EditState {
    /// Value of the edit; None where there is no value.
    pub(in crate::graph) value: Option<f32>,
    pub(in crate::graph) weight: f32,
    /// The last frame that was evaluated, what the mean was before it, and in it.
    pub(in crate::graph) frame: u64,
    pub(in crate::graph) before: Option<f32>,
    mean: Option<f32>,
}

impl EditState {
    pub(in crate::graph) fn changed(
        &mut self,
        change: &CurveChange,
        found: f32,
        frame: u64,
    ) -> f32 {
        let Some(value) = self.value else {
            return found;
        };
        match change {
            CurveChange::Add => found + value,
            CurveChange::Scale => found * value,
            CurveChange::Blend(_) => found * (1.0 - self.weight) + value * self.weight,
            CurveChange::Average => self.average(found, value.clamp(0.0, 1.0), frame),
            CurveChange::Remap if value < 1.0 => ((found - value) / (1.0 - value)).clamp(0.0, 1.0),
            CurveChange::Remap => f32::from(u8::from(found >= value)),
        }
    }

    /// A second time in one frame gives the same again.
    fn average(&mut self, found: f32, weight: f32, frame: u64) -> f32 {
        if self.frame != frame {
            (self.before, self.frame) = (self.mean, frame);
        }
        let mean = self
            .before
            .map_or(found, |before| before * (1.0 - weight) + found * weight);
        self.mean = Some(mean).filter(|mean| mean.is_finite());
        mean
    }
}
