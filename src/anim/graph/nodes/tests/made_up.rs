//! A kind of node that only tests have: what this file and its line in the list say is all that it
//! takes to play one.

use super::{Next, NodeSources, PoseDestination, PoseNode, Visit};
use crate::{
    graph::{
        Graph, GraphParts, GraphState, NodeId, Value,
        data::compiled::NodeStateCounts,
        nodes::{OutputNode, SequencePlayerNode},
        run::{evaluate::Draw, outcome::below, walk::Walk},
        tests::Stage,
    },
    program::truth,
};
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// Lifts the root by a metre while a truth holds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MadeUpNode {
    source: NodeId,
    on: Value,
}

impl PoseNode for MadeUpNode {
    fn sources<'a>(&self, _: &'a GraphParts) -> NodeSources<'a> {
        NodeSources::One([self.source])
    }

    fn for_each_value(&self, each: &mut dyn FnMut(Value)) {
        each(self.on);
    }

    fn written(&self) -> PoseDestination {
        PoseDestination::OfSource
    }

    fn count<'a>(&self, counts: &'a mut NodeStateCounts) -> Option<&'a mut u16> {
        Some(&mut counts.levels)
    }

    fn update(&self, state: &mut GraphState, visit: Visit<'_, '_>) -> Next {
        let on = truth(state.read(self.on, visit.tick));
        state.levels[visit.slot] = f32::from(u8::from(on));
        below(self.source, visit.context, (1.0, true))
    }

    fn evaluate(&self, state: &mut GraphState, mut draw: Draw<'_, '_>) {
        let lifted = state.levels[draw.slot()];
        let pose = draw.source(self.source);
        pose.set_translation(0, pose.translation(0) + Vec3::Y * lifted);
    }

    fn contribute(&self, at: NodeId, weight: f32, walk: &mut Walk<'_, '_>) {
        walk.link(self.source, at, weight);
    }
}

#[test]
fn a_kind_of_one_file_and_one_line_is_checked_and_plays() {
    let parts = |on| GraphParts {
        nodes: vec![
            SequencePlayerNode {
                clip: Some(1),
                play: None,
            }
            .into(),
            MadeUpNode { source: 0, on }.into(),
            OutputNode { source: 1 }.into(),
        ],
        ..GraphParts::default()
    };
    let shown = |on| {
        let mut stage = Stage::of(parts(Value::Number(on)));
        stage.update();
        stage.evaluate().translation(0)
    };
    assert_eq!(shown(1.0) - shown(0.0), Vec3::Y);
    assert!(
        Graph::new(parts(Value::Program(3))).is_err(),
        "what it reads has to be there"
    );
}
