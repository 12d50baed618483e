use crate::BoneKey;
use serde::{Deserialize, Serialize};

/// A leg and how it bends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Leg {
    pub hip: BoneKey,
    /// Hangs on the hip, with a knee or more between them.
    pub foot: BoneKey,
    /// Local to the knee, which is the bone below the hip: a positive turn of the shin about it bends the leg. None
    /// bends to where the pose has the knee.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hinge: Option<[f32; 3]>,
    /// Degrees in the knee that it folds to at most.
    pub least_angle: f64,
    /// Of the leg's length, from where on the foot is held back; 1 is off.
    pub soft: f64,
    /// How much of that, 0 to 1.
    pub soft_alpha: f64,
    /// Of legs with more than one knee: metres from the target that will do, and passes at most.
    pub precision: f64,
    pub iterations: u32,
    /// Local to the foot: the knee turns with it about the leg. None leaves the knee.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub knee_follows: Option<[f32; 3]>,
}

impl Default for Leg {
    fn default() -> Self {
        Self {
            hip: BoneKey::default(),
            foot: BoneKey::default(),
            hinge: None,
            least_angle: 15.0,
            soft: 0.97,
            soft_alpha: 1.0,
            precision: 1e-4,
            iterations: 12,
            knee_follows: None,
        }
    }
}

/// A leg, and the bone that its foot is brought to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LegGoal {
    pub leg: Leg,
    pub goal: BoneKey,
}

/// Legs that bring their feet to where other bones are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LegIk {
    pub legs: Vec<LegGoal>,
}
