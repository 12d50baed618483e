//! The numbers that a graph reads.

use super::{
    GraphParts, Value,
    data::{curves::CurveChange, settings::Alpha},
};

impl GraphParts {
    /// Every number that nodes and tables read.
    pub(super) fn for_each_value(&self, mut each: impl FnMut(Value)) {
        self.nodes
            .iter()
            .for_each(|node| node.as_kind().for_each_value(&mut each));
        self.driven.iter().for_each(|(_, value)| each(*value));
        self.plays.iter().for_each(|play| each(play.rate));
        self.spaces.iter().for_each(|space| {
            [space.input[0], space.input[1], space.play.rate]
                .into_iter()
                .for_each(&mut each)
        });
        for alpha in &self.alphas {
            match *alpha {
                Alpha::Value(value) | Alpha::Switch { on: value, .. } => each(value),
            }
        }
        self.lists.iter().for_each(|list| each(list.index));
        self.layers.iter().for_each(|layer| each(layer.weight));
        self.evaluators
            .iter()
            .for_each(|evaluator| each(evaluator.time));
        self.aims
            .iter()
            .flat_map(|aim| &aim.look)
            .for_each(|look| look.target.into_iter().for_each(&mut each));
        self.randoms
            .iter()
            .for_each(|random| [random.seed, random.rate].into_iter().for_each(&mut each));
        self.composites
            .iter()
            .for_each(|composite| each(composite.rate));
        self.drivers.iter().for_each(|driver| each(driver.alpha));
        self.controls
            .iter()
            .for_each(|control| control.for_each_value(|value| each(*value)));
        for edit in &self.curve_edits {
            each(edit.value);
            if let CurveChange::Blend(weight) = edit.change {
                each(weight);
            }
        }
    }
}
