//! What nodes point to in the tables of a graph: whether it is there and can be, and which numbers it reads.

use super::{
    GraphParts, Node, Value,
    curves::CurveChange,
    parts::{Alpha, SmoothingMethod},
};

fn is_in<T>(at: u16, table: &[T]) -> bool {
    usize::from(at) < table.len()
}

fn has_range<T>(first: u16, count: u16, table: &[T]) -> bool {
    usize::from(first) + usize::from(count) <= table.len()
}

impl GraphParts {
    pub(super) fn has_tables(&self, node: &Node) -> bool {
        match *node {
            Node::SequencePlayer { play: Some(play), .. } => is_in(play, &self.plays),
            Node::BlendSpace { space } => is_in(space, &self.spaces),
            Node::SequenceEvaluator { evaluator, .. } => is_in(evaluator, &self.evaluators),
            Node::BlendSpaceEvaluator { space, evaluator } => {
                is_in(space, &self.spaces) && is_in(evaluator, &self.evaluators)
            }
            Node::RandomPlayer { random } => is_in(random, &self.randoms),
            Node::SequenceComposite { composite } => is_in(composite, &self.composites),
            Node::PoseByName { asset, pose, .. } => {
                let asset = self.pose_assets.get(usize::from(asset));
                asset.is_some_and(|asset| is_in(pose, asset.names()))
            }
            Node::TwoWay { alpha, .. } => is_in(alpha, &self.alphas),
            Node::ApplyAdditive { alpha, mask, .. } => {
                is_in(alpha, &self.alphas) && mask.is_none_or(|mask| is_in(mask, &self.masks))
            }
            Node::AimOffset { aim, .. } => {
                let aim = self.aims.get(usize::from(aim));
                aim.is_some_and(|aim| is_in(aim.space, &self.spaces) && is_in(aim.alpha, &self.alphas))
            }
            Node::Mirror { mirror, .. } => is_in(mirror, &self.mirrors),
            Node::ModifyCurve { first, count, .. } => has_range(first, count, &self.curve_edits),
            Node::PoseBlend { asset, .. } => is_in(asset, &self.pose_assets),
            Node::PoseDriver { driver, .. } => is_in(driver, &self.drivers),
            Node::Control { control, .. } => is_in(control, &self.controls),
            Node::Inertialization { jumps: Some(rules), .. } => is_in(rules, &self.jump_rules),
            Node::List { .. } | Node::Machine { .. } => !self.many(node).is_empty(),
            Node::Layered { layer, count, .. } => {
                self.many(node).len() == usize::from(count) + 1 && has_range(layer, count, &self.layers)
            }
            _ => true,
        }
    }

    /// Contract: its tables are there.
    pub(super) fn is_sound(&self, node: &Node) -> bool {
        match *node {
            Node::RandomPlayer { random } => self.randoms[usize::from(random)].is_sound(),
            Node::SequenceComposite { composite } => self.composites[usize::from(composite)].is_sound(),
            Node::PoseDriver { driver, .. } => self.drivers[usize::from(driver)].is_sound(self.pose_assets.len()),
            Node::Control { control, .. } => self.controls[usize::from(control)].kind.is_sound(),
            Node::Inertialization { method, history, jumps, .. } => {
                history.is_sound()
                    && jumps.is_none_or(|rules| self.jump_rules[usize::from(rules)].is_sound())
                    && match method {
                        SmoothingMethod::DeadBlend { half_life } => half_life.is_finite(),
                        SmoothingMethod::Offset => true,
                    }
            }
            _ => true,
        }
    }

    /// Every number that nodes and tables read.
    pub(super) fn for_each_value(&self, mut each: impl FnMut(Value)) {
        for node in &self.nodes {
            match *node {
                Node::PoseByName { weight: value, .. }
                | Node::Mirror { on: value, .. }
                | Node::CurveSource { alpha: value, .. } => each(value),
                _ => {}
            }
        }
        self.driven.iter().for_each(|(_, value)| each(*value));
        self.plays.iter().for_each(|play| each(play.rate));
        self.spaces
            .iter()
            .for_each(|space| [space.input[0], space.input[1], space.play.rate].into_iter().for_each(&mut each));
        for alpha in &self.alphas {
            match *alpha {
                Alpha::Value(value) | Alpha::Switch { on: value, .. } => each(value),
            }
        }
        self.lists.iter().for_each(|list| each(list.index));
        self.layers.iter().for_each(|layer| each(layer.weight));
        self.evaluators.iter().for_each(|evaluator| each(evaluator.time));
        self.aims.iter().flat_map(|aim| &aim.look).for_each(|look| look.target.into_iter().for_each(&mut each));
        self.randoms.iter().for_each(|random| [random.seed, random.rate].into_iter().for_each(&mut each));
        self.composites.iter().for_each(|composite| each(composite.rate));
        self.drivers.iter().for_each(|driver| each(driver.alpha));
        self.controls.iter().for_each(|control| control.for_each_value(|value| each(*value)));
        for edit in &self.curve_edits {
            each(edit.value);
            if let CurveChange::Blend(weight) = edit.change {
                each(weight);
            }
        }
    }
}
