//! Feet that are put elsewhere by warping, and the legs that bring them there.

use super::{bones::ControlContext, target::is_above};
use crate::{
    Skeleton, Transform,
    ik::{
        turn::{LEAST, between, normalized, reject},
        two_bone::{Limb, solve},
    },
    warp::{Rigid, WarpLeg},
};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// A foot of a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(bound = "Self: Default + Serialize, B: schemars::JsonSchema")
)]
#[serde(default)]
pub struct WarpedFoot<B = u16> {
    /// Says where the foot is to be; the foot itself where no bone of its own does.
    pub ik: B,
    /// The bone of the foot, at the end of the leg.
    pub fk: B,
    /// The bone at the top of the leg.
    pub thigh: B,
}

/// The feet of a warping control, and whether it solves their legs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WarpedFeet {
    /// Feet of the control, one entry for each foot.
    pub feet: Vec<WarpedFoot>,
    /// Thighs and knees bring the feet to where they are to be; else a node above has to. The foot
    /// then hangs on the knee, and the knee on the thigh.
    pub solves_legs: bool,
}

impl WarpedFeet {
    pub(super) fn for_each_bone(&self, mut each: impl FnMut(u16)) {
        self.feet
            .iter()
            .flat_map(|foot| [foot.ik, foot.fk, foot.thigh])
            .for_each(&mut each);
    }

    pub(super) fn is_chain(&self, skeleton: &Skeleton) -> bool {
        self.feet.iter().all(|foot| {
            let above = |bone: u16| skeleton.parent(bone.into());
            let knee =
                above(foot.fk).filter(|knee| skeleton.parent(*knee) == Some(foot.thigh.into()));
            if self.solves_legs {
                knee.is_some()
            } else {
                is_above(skeleton, foot.fk.into(), foot.thigh.into())
            }
        })
    }

    /// Collects the legs as the pose has them.
    pub(super) fn gather(&self, bones: &mut ControlContext<'_>) {
        bones.warp.legs.clear();
        for foot in &self.feet {
            let [ik, fk, thigh] = [foot.ik, foot.fk, foot.thigh].map(|bone| bones.rigid(bone));
            bones.warp.legs.push(WarpLeg {
                ik,
                fk: fk.translation,
                thigh,
            });
        }
    }

    /// Whether they are where the pose has them, to the bit.
    pub(super) fn rest(&self, bones: &mut ControlContext<'_>) -> bool {
        self.feet.iter().enumerate().all(|(at, foot)| {
            let leg = bones.warp.legs[at];
            leg.ik == bones.rigid(foot.ik) && leg.thigh == bones.rigid(foot.thigh)
        })
    }

    /// Gives the bones of all legs; those in other places are given already.
    pub(super) fn give(&self, bones: &mut ControlContext<'_>) {
        for (at, foot) in self.feet.iter().enumerate() {
            let leg = bones.warp.legs[at];
            if self.solves_legs {
                bring(bones, foot, &leg);
            } else {
                bones.give_rigid(foot.thigh, &leg.thigh);
            }
            if !self.solves_legs || foot.ik != foot.fk {
                bones.give_rigid(foot.ik, &leg.ik);
            }
        }
        bones.entries.sort_unstable_by_key(|entry| entry.0);
        bones.entries.dedup_by_key(|entry| entry.0);
    }
}

/// The knee bends to where it is when the whole leg turns as its thigh does. The foot turns as its
/// goal has.
fn bring(bones: &mut ControlContext<'_>, foot: &WarpedFoot, leg: &WarpLeg) {
    let Some(knee) = bones
        .model
        .skeleton()
        .parent(foot.fk.into())
        .map(|knee| knee as u16)
    else {
        return;
    };
    let [thigh, shin, end, ik] = [foot.thigh, knee, foot.fk, foot.ik].map(|bone| bones.rigid(bone));
    let hung = |bone: &Rigid| leg.thigh.compose(&thigh.relative_to(bone));
    let (hung_shin, hung_end) = (hung(&shin), hung(&end));
    let limb = Limb {
        root: leg.thigh.translation,
        middle: hung_shin.translation,
        end: hung_end.translation,
    };
    let solved = solve(&limb, leg.ik.translation, pole(&limb), None);
    let upper = between(limb.middle - limb.root, solved.middle - solved.root, || {
        None
    });
    let lower = between(limb.end - limb.middle, solved.end - solved.middle, || None);
    bones.give_rigid(
        foot.thigh,
        &Rigid::new(limb.root, normalized(upper * leg.thigh.rotation)),
    );
    bones.give_rigid(
        knee,
        &Rigid::new(solved.middle, normalized(lower * hung_shin.rotation)),
    );
    let turned = leg.ik.rotation * ik.rotation.conjugate() * end.rotation;
    bones.give_rigid(foot.fk, &Rigid::new(solved.end, normalized(turned)));
}

/// A straight leg bends forwards.
fn pole(limb: &Limb) -> DVec3 {
    let line = (limb.end - limb.root).normalize_or_zero();
    let is_straight = reject(limb.middle - limb.root, line).length() < LEAST;
    if is_straight {
        limb.middle + DVec3::Z
    } else {
        limb.middle
    }
}

impl ControlContext<'_> {
    pub(super) fn rigid(&mut self, bone: u16) -> Rigid {
        let (place, rotation) = self.model.precise_model(bone.into());
        Rigid::new(place, rotation)
    }

    /// Gives a bone a model-space position and rotation; the bone keeps its scale.
    pub(super) fn give_rigid(&mut self, bone: u16, model: &Rigid) {
        let scale = self.model.model_scale(bone.into());
        self.give(
            bone,
            Transform::new(model.translation.as_vec3(), model.rotation.as_quat(), scale),
        );
    }
}
