//! Curves that a graph changes on their way, and curves that a game feeds.

#[cfg(test)]
mod tests;

use super::{GraphState, Tick, Value, update::unit};
use crate::{Name, Pose};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// What is done to a curve; one that is not there counts as 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurveEdit {
    pub curve: Name,
    /// What has no value changes nothing.
    pub value: Value,
    pub change: CurveChange,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum CurveChange {
    /// By the value.
    #[default]
    Add,
    Scale,
    /// Towards the value by a weight, 0 to 1. With all of it the curve is the value: so a game
    /// feeds its own.
    Blend(Value),
    /// The curve's mean with what it was in the last evaluation; the value is the weight of the
    /// new, 0 to 1.
    Average,
    /// From the value 0, at 1 it is 1, between them in proportion.
    Remap,
}

/// What an update read for an edit, and the past of a mean.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct EditState {
    /// None where there is no value.
    value: Option<f32>,
    weight: f32,
    /// The last frame that was evaluated, what the mean was before it, and in it.
    frame: u64,
    before: Option<f32>,
    mean: Option<f32>,
}

impl EditState {
    fn changed(&mut self, change: &CurveChange, found: f32, frame: u64) -> f32 {
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

impl GraphState {
    /// Means of what had no weight in the tick before begin anew.
    pub(super) fn read_edits(
        &mut self,
        edits: Range<usize>,
        tick: &Tick<'_>,
        became_relevant: bool,
    ) {
        for at in edits {
            if became_relevant {
                self.edits[at] = EditState::default();
            }
            let edit = &tick.graph.parts().curve_edits[at];
            let value = self
                .value(edit.value, tick)
                .map(|value| value as f32)
                .filter(|value| value.is_finite());
            let weight = match edit.change {
                CurveChange::Blend(weight) => unit(self.read(weight, tick)) as f32,
                _ => 0.0,
            };
            (self.edits[at].value, self.edits[at].weight) = (value, weight);
        }
    }

    pub(super) fn edit_curves(&mut self, edits: Range<usize>, tick: &Tick<'_>, pose: &mut Pose) {
        for at in edits {
            let edit = &tick.graph.parts().curve_edits[at];
            if self.edits[at].value.is_some() {
                let found = pose.curve(edit.curve).unwrap_or(0.0);
                pose.set_curve(
                    edit.curve,
                    self.edits[at].changed(&edit.change, found, self.frame),
                );
            }
        }
    }
}
