//! What is wrong with a node of an instance: told once, and the node does without.

use crate::graph::NodeId;
use serde::{Deserialize, Serialize};
use std::fmt;
use words::tr;

/// Reasons why a node of an instance does not work as intended.
/// [`GraphState::faults`](crate::graph::GraphState::faults) lists each fault of a node once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fault {
    /// The skeleton has no such bone: the pose passes as it is.
    Bone,
    /// Bones are not each other's parents, or not above each other: the pose passes as it is.
    Chain,
    /// The bone whose space is spoken of is not there: model space takes its place.
    Space,
    /// An input is no number: the pose passes as it is in this tick.
    Number,
    /// The bones that a control gave are not ascending or not numbers: the pose passed unchanged.
    Bones,
    /// The entry of a state machine leads nowhere: the first state was entered.
    Entry,
    /// The node asks for inertialization, but no Inertialization node is above it: the pose jumped.
    Unsmoothed,
    /// No other character is bound to the name of a Copy Pose, or it has no pose: the source passes
    /// as it is.
    Partner,
    /// The pose that came out is no pose: the reference pose was shown.
    Pose,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Bone => tr!("a bone is not in the skeleton"),
            Fault::Chain => tr!("its bones are not parent and child"),
            Fault::Space => tr!("a bone of its space is not in the skeleton"),
            Fault::Number => tr!("an input is not a finite number"),
            Fault::Bones => tr!("bones are not ascending, or not numbers"),
            Fault::Entry => tr!("no transition leads from its entry to a state, so it starts in the first state"),
            Fault::Unsmoothed => {
                tr!("it requests inertialization, but no Inertialization node comes after it, so the pose popped. Add one between it and the Output")
            }
            Fault::Pose => {
                tr!("the pose has numbers that are not finite, so the reference pose is shown. Check for keys, offsets or parameters that are too large")
            }
            Fault::Partner => tr!("no character is bound to its partner, so its input passes unchanged"),
        })
    }
}

/// Faults of nodes, in the order in which they were found. Nothing that is shown depends on the
/// faults.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::graph) struct NodeFaults(Vec<(NodeId, Fault)>);

impl NodeFaults {
    pub(in crate::graph) fn tell(&mut self, node: usize, fault: Fault) {
        let entry = (node as NodeId, fault);
        if !self.0.contains(&entry) {
            self.0.push(entry);
        }
    }

    pub(in crate::graph) fn all(&self) -> &[(NodeId, Fault)] {
        &self.0
    }
}
