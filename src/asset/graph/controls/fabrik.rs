use crate::{
    BoneKey,
    graph::{EndRotation, Target},
};
use serde::{Deserialize, Serialize};

/// A chain of any length that reaches by passes there and back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Fabrik {
    /// Stays where it is.
    pub root: BoneKey,
    /// Hangs on the root somehow.
    pub tip: BoneKey,
    pub target: Target,
    pub tip_rotation: EndRotation,
    /// A straight chain bends towards it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pole: Option<Target>,
    /// Of two for one bone the first counts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<LinkLimit>,
    /// Metres from the target that will do.
    pub precision: f64,
    /// Passes at most; 0 does nothing.
    pub iterations: u32,
}

/// How far the link below a bone turns away from the link above it; of the root from where it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LinkLimit {
    pub bone: BoneKey,
    /// Degrees.
    pub most: f64,
}

impl Default for Fabrik {
    fn default() -> Self {
        Self {
            root: BoneKey::default(),
            tip: BoneKey::default(),
            target: Target::default(),
            tip_rotation: EndRotation::Keep,
            pole: None,
            limits: Vec::new(),
            precision: 1e-4,
            iterations: 10,
        }
    }
}
