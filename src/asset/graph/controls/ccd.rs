use crate::{
    BoneKey,
    graph::{EndRotation, Target},
};
use anim::ik::ccd::Order;
use serde::{Deserialize, Serialize};

/// A chain of any length that reaches by turning one joint after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ccd {
    /// Stays where it is.
    pub root: BoneKey,
    /// Hangs on the root somehow.
    pub tip: BoneKey,
    pub target: Target,
    pub tip_rotation: EndRotation,
    pub order: Order,
    /// Degrees that every joint turns in a round at most; 0 is no bound.
    pub most_step: f64,
    /// Of two for one bone the first counts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<JointLimit>,
    /// Metres from the target that will do.
    pub precision: f64,
    /// Rounds at most; 0 does nothing.
    pub iterations: u32,
}

/// Degrees that a joint turns at most; None is no bound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JointLimit {
    pub bone: BoneKey,
    /// In a round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<f64>,
    /// Away from the pose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<f64>,
}

impl Default for Ccd {
    fn default() -> Self {
        Self {
            root: BoneKey::default(),
            tip: BoneKey::default(),
            target: Target::default(),
            tip_rotation: EndRotation::Keep,
            order: Order::TipToRoot,
            most_step: 0.0,
            limits: Vec::new(),
            precision: 1e-4,
            iterations: 10,
        }
    }
}
