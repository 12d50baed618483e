//! Legs that bring their feet to where other bones are.

use super::bones::ControlContext;
use crate::ik::{
    Joint, LockWord,
    leg::{self, solve},
    turn::direction,
};
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// A leg that is solved for the place and the rotation of its foot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompiledLeg {
    /// Index of the bone that the leg starts at.
    pub hip: u16,
    /// Index of the foot, below the hip with one knee or more between them.
    pub foot: u16,
    /// Local to the knee, which is the bone below the hip: a positive turn of the shin about it
    /// bends the leg. None bends to where the pose has the knee.
    #[cfg_attr(feature = "schema", schemars(with = "Option<[f32; 3]>"))]
    pub hinge: Option<Vec3>,
    /// Settings of how the leg bends and stretches.
    pub settings: LegSettings,
    /// Local to the foot: the knee turns with it about the leg. None leaves the knee.
    #[cfg_attr(feature = "schema", schemars(with = "Option<[f32; 3]>"))]
    pub knee_follows: Option<Vec3>,
}

/// Settings of how a leg bends and stretches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct LegSettings {
    /// Degrees in the knee that it folds to at most.
    pub least_angle: f64,
    /// Part of the leg's length from which on the foot is held back; 1 is off.
    pub soft: f64,
    /// Strength with which the foot is held back, 0 to 1.
    pub soft_alpha: f64,
    /// Metres from the target that will do for a leg with more than one knee.
    pub precision: f64,
    /// Passes at most for a leg with more than one knee, up to
    /// [`MOST_ITERATIONS`](crate::ik::MOST_ITERATIONS).
    pub iterations: u32,
}

impl Default for LegSettings {
    fn default() -> Self {
        Self {
            least_angle: 15.0,
            soft: 0.97,
            soft_alpha: 1.0,
            precision: 1e-4,
            iterations: 12,
        }
    }
}

/// Legs, each with the index of the bone that its foot is brought to. Virtual bones come after the
/// bones of the skeleton.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LegIk(pub Vec<(CompiledLeg, u16)>);

impl LegIk {
    pub(super) fn solve(&self, bones: &mut ControlContext<'_>) {
        for (leg, goal) in &self.0 {
            let (place, rotation) = bones.model.precise_model((*goal).into());
            bones.take_chain(leg.hip, leg.foot);
            leg.bring(bones, &Joint { place, rotation }, None);
        }
        bones.entries.sort_unstable_by_key(|entry| entry.0);
    }
}

impl CompiledLeg {
    fn settings(&self) -> leg::Leg {
        let unit = |axis: Option<Vec3>| axis.and_then(|axis| direction(axis.as_dvec3()));
        let LegSettings {
            least_angle,
            soft,
            soft_alpha,
            precision,
            iterations,
        } = self.settings;
        leg::Leg {
            hinge: unit(self.hinge),
            least_angle: least_angle.to_radians(),
            soft,
            soft_alpha,
            precision,
            iterations,
            knee_follows: unit(self.knee_follows),
        }
    }

    /// Gives the bones of the chain that was taken. `foot` is in model space.
    pub(super) fn bring(
        &self,
        bones: &mut ControlContext<'_>,
        foot: &Joint,
        lock: Option<LockWord>,
    ) {
        let solved = solve(&self.settings(), bones.joints, foot, bones.work);
        bones.tell(self.foot, solved.reason, 1.0, solved.reach);
        lock.into_iter()
            .for_each(|lock| bones.tell_lock(self.foot, lock));
        bones.give_chain();
    }
}
