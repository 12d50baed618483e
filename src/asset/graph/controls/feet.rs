use super::Leg;
use crate::{BoneKey, graph::Input};
use anim::{
    graph::control::PlantLock,
    ik::foot_placement::{PelvisMode, Rate},
};
use serde::{Deserialize, Serialize};

/// Feet on the ground there is. Metres, seconds and degrees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FootPlacement {
    /// Above all hips.
    pub pelvis: BoneKey,
    pub legs: Vec<PlacedLeg>,
    /// Without ground, and without locks, while it is true.
    pub in_air: Input,
    /// Of the sphere that looks for the ground.
    pub radius: f64,
    /// Above and below the plane that the character stands on; ground beyond is none.
    pub step_up: f64,
    pub step_down: f64,
    pub plane_spring: Rate,
    pub pelvis_spring: Rate,
    /// Of a foot that was let go.
    pub lock_spring: Rate,
    /// That a foot may be below its ground.
    pub most_penetration: f64,
    pub most_slope: f64,
    /// Of the slope's turn about the leg, how much the foot takes, 0 to 1.
    pub twist: f64,
    /// Of a leg's length in the pose: 1 or less, and 1 or more.
    pub least_extension: f64,
    pub most_extension: f64,
    /// Of the pelvis.
    pub most_offset: f64,
    pub pelvis_mode: PelvisMode,
    /// A character that goes farther in a tick was placed elsewhere.
    pub teleport: f64,
    /// None never plants a foot.
    pub lock: Option<PlantLock>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlacedLeg {
    pub leg: Leg,
    /// What of the foot stands on the ground and is planted: a bone below the foot, which rolls about it. None is the
    /// foot itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ball: Option<BoneKey>,
    /// A curve of the pose that permits the foot to be planted above 0.5; None always does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lock_curve: Option<String>,
}

impl Default for FootPlacement {
    fn default() -> Self {
        Self {
            pelvis: BoneKey::default(),
            legs: Vec::new(),
            in_air: Input::Number(0.0),
            radius: 0.05,
            step_up: 0.4,
            step_down: 0.4,
            plane_spring: Rate { stiffness: 400.0, damping: 40.0 },
            pelvis_spring: Rate { stiffness: 150.0, damping: 25.0 },
            lock_spring: Rate { stiffness: 300.0, damping: 35.0 },
            most_penetration: 0.05,
            most_slope: 45.0,
            twist: 0.5,
            least_extension: 0.6,
            most_extension: 1.05,
            most_offset: 0.4,
            pelvis_mode: PelvisMode::Interval,
            teleport: 1.0,
            lock: Some(PlantLock { distance: 0.06, speed: 0.3, radius: 0.15, angle: 35.0, ratio: 0.6 }),
        }
    }
}
