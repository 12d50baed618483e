//! Legs that go where a character does while its chest looks ahead, and root motion that goes with
//! them.

use super::{
    bones::ControlContext,
    gait::{Ridden, RootMotionChange, RootMotionGait},
    told::WarpDecision,
    warped_feet::WarpedFeet,
};
use crate::{
    graph::Value,
    warp::{Heading, Orientation, OrientationBody, Rigid, about_up},
};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Orientation warping: turns the legs and the root motion towards where the character goes, and
/// the spine back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OrientationWarping {
    /// Indices of the bones from the pelvis upwards, each below the bone before it; the last bone
    /// looks ahead.
    pub spine: Vec<u16>,
    /// Index of the bone above those that say where feet are to be. None takes the root.
    pub foot_root: Option<u16>,
    /// The feet that turn along.
    pub feet: WarpedFeet,
    /// Direction in which the character goes.
    pub heading: WarpedHeading,
    /// Bounds and speed of the turn, and how the root and the feet share it.
    pub settings: Orientation,
}

/// Direction in which the character goes, as an angle or a vector.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WarpedHeading<V = Value> {
    /// Degrees about +Y from the root motion below the node.
    Angle(V),
    /// A direction in model space.
    Direction([V; 3]),
}

impl OrientationWarping {
    pub(super) fn for_each_input(&self, mut each: impl FnMut(&Value)) {
        match &self.heading {
            WarpedHeading::Angle(angle) => each(angle),
            WarpedHeading::Direction(direction) => direction.iter().for_each(each),
        }
    }

    pub(super) fn for_each_bone(&self, mut each: impl FnMut(u16)) {
        each(0);
        self.spine
            .iter()
            .copied()
            .chain(self.foot_root)
            .for_each(&mut each);
        self.feet.for_each_bone(each);
    }

    pub(super) fn lead(&self, gait: &mut RootMotionGait, ridden: &Ridden<'_>) -> RootMotionChange {
        let mut pace = match *gait {
            RootMotionGait::Orientation { pace, .. } => pace,
            _ => Default::default(),
        };
        let heading = match self.heading {
            WarpedHeading::Angle(_) => Heading::Angle(ridden.inputs[0]),
            WarpedHeading::Direction(_) => {
                Heading::Direction(DVec3::from_slice(&ridden.inputs[..3]))
            }
        };
        let delta = ridden.delta.unwrap_or(DVec3::ZERO);
        let turn = self.settings.decide(&mut pace, ridden.dt, delta, heading);
        *gait = RootMotionGait::Orientation { pace, turn };
        RootMotionChange {
            angle: turn.angle,
            ..RootMotionChange::default()
        }
    }

    pub(super) fn solve(&self, bones: &mut ControlContext<'_>) {
        let RootMotionGait::Orientation { turn, .. } = bones.warp.gait else {
            return;
        };
        bones.warped = Some(WarpDecision::Orientation(turn));
        if turn.angle == 0.0 {
            return;
        }
        self.feet.gather(bones);
        let mut root = bones.rigid(0);
        let above = self
            .spine
            .first()
            .and_then(|first| bones.model.skeleton().parent((*first).into()));
        let mut pelvis = above.map_or(root, |above| bones.rigid(above as u16));
        let mut foot_root = self.foot_root.map_or(root, |bone| bones.rigid(bone));
        bones.warp.rigids.clear();
        for bone in &self.spine {
            let at = bones.rigid(*bone);
            bones.warp.rigids.push(at);
        }
        let ends = bones.warp.legs.iter().map(|leg| leg.ik);
        bones.warp.rigids.extend(ends);
        let before = root.translation;
        let (spine, feet) = bones.warp.rigids.split_at_mut(self.spine.len());
        let body = OrientationBody {
            root: &mut root,
            pelvis: &mut pelvis,
            spine,
            foot_root: &mut foot_root,
            feet,
        };
        self.settings.bend(turn.angle, body);
        self.give(bones, turn.angle, (before, root), foot_root);
    }

    fn give(
        &self,
        bones: &mut ControlContext<'_>,
        angle: f64,
        (pivot, root): (DVec3, Rigid),
        foot_root: Rigid,
    ) {
        bones.give_rigid(0, &root);
        if let Some(bone) = self.foot_root {
            bones.give_rigid(bone, &foot_root);
        }
        for (at, bone) in self.spine.iter().enumerate() {
            let placed = bones.warp.rigids[at];
            bones.give_rigid(*bone, &placed);
        }
        // A leg goes along with its hip, and turns as its foot does where it is to follow.
        let share = about_up(self.settings.distribution * angle);
        let turned = if self.feet.solves_legs {
            about_up(angle)
        } else {
            share
        };
        for (at, leg) in bones.warp.legs.iter_mut().enumerate() {
            leg.ik = bones.warp.rigids[self.spine.len() + at];
            let hip = pivot + share * (leg.thigh.translation - pivot);
            leg.thigh = Rigid::new(hip, turned * leg.thigh.rotation);
        }
        self.feet.give(bones);
    }
}
