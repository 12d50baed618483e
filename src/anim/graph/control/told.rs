//! What a control says of what it did in a tick.

use crate::{
    Graph,
    graph::{GraphState, Node, NodeId},
    ik::{LockWord, Reason},
};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Told {
    /// The end of the limb or of the chain, the bone that looks, the foot.
    pub bone: u16,
    pub reason: Reason,
    /// By which bones were lengthened, 1 for not at all.
    pub stretch: f64,
    /// Metres from the root that were asked for; None where nothing was.
    pub reach: Option<f64>,
    /// Of a foot on the ground.
    pub lock: Option<LockWord>,
}

impl Told {
    /// Of a bone of which there is nothing more to say.
    pub(super) const fn new(bone: u16, reason: Reason) -> Self {
        Self { bone, reason, stretch: 1.0, reach: None, lock: None }
    }
}

impl GraphState {
    /// What the controls decided that ran in the last tick, in the order of their nodes.
    pub fn told<'a>(&'a self, graph: &'a Graph) -> impl Iterator<Item = (NodeId, &'a Told)> {
        let running = graph.nodes.iter().zip(&self.nodes).enumerate().filter(|(_, (placed, reached))| {
            matches!(placed.node, Node::Control { .. }) && reached.frame == self.frame
        });
        running.flat_map(|(at, (placed, _))| {
            let state = self.controls.get(usize::from(placed.state));
            state.into_iter().flat_map(|state| &state.told).map(move |told| (at as NodeId, told))
        })
    }
}
