//! Root motion on its way up a graph: nodes that make it longer, or turn it, as they do with the
//! pose.

use super::target::MOST_INPUTS;
use crate::{
    Transform,
    graph::NodeId,
    transform::WEIGHT_EPSILON,
    warp::{OrientationPace, OrientationTurn, StridePace, Strode, about_up},
};
use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};

/// Gait that a node chose for the root motion that goes through it, and continues from. The gait
/// bends the pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::graph) enum RootMotionGait {
    #[default]
    Nothing,
    Stride {
        pace: StridePace,
        strode: Strode,
        /// Normal of the floor.
        normal: DVec3,
    },
    Orientation {
        pace: OrientationPace,
        turn: OrientationTurn,
    },
}

/// Inputs by which a node decides on root motion.
pub(super) struct Ridden<'a> {
    pub(super) dt: f64,
    /// Root motion of what is below the node, model space; None where nothing there has any.
    pub(super) delta: Option<DVec3>,
    /// Normal of the floor, model space.
    pub(super) normal: DVec3,
    pub(super) inputs: &'a [f64; MOST_INPUTS],
}

/// Change that a node makes to root motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RootMotionChange {
    pub(super) scale: f64,
    /// Turn about +Y, degrees.
    pub(super) angle: f64,
}

impl Default for RootMotionChange {
    fn default() -> Self {
        Self {
            scale: 1.0,
            angle: 0.0,
        }
    }
}

impl RootMotionChange {
    /// Applies the change to the root motion `way`, as far as the node's `alpha` goes.
    pub(super) fn apply(&self, alpha: f32, way: Vec3) -> Vec3 {
        if *self == Self::default() || alpha <= WEIGHT_EPSILON {
            return way;
        }
        let alpha = f64::from(alpha);
        let scale = 1.0 + (self.scale - 1.0) * alpha;
        (about_up(self.angle * alpha) * (way.as_dvec3() * scale)).as_vec3()
    }
}

/// Root motion that passes up through the nodes above.
#[derive(Clone, Copy, Debug)]
pub(in crate::graph) struct Rising {
    pub(super) delta: Transform,
    pub(super) weight: f32,
    /// The next node that it goes through.
    pub(super) above: Option<NodeId>,
}
