//! Changes of curves at work.

use super::{state::GraphState, tick::Tick};
use crate::{
    Pose,
    graph::data::{
        curves::{CurveChange, EditState},
        value::unit,
    },
};
use std::ops::Range;

impl GraphState {
    /// Reads the values and weights of `edits`. If they `became_relevant`, their averages restart.
    pub(in crate::graph) fn read_edits(
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

    pub(in crate::graph) fn edit_curves(
        &mut self,
        edits: Range<usize>,
        tick: &Tick<'_>,
        pose: &mut Pose,
    ) {
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
