//! Solves the bones from controls, feet and hands.

#[cfg(test)]
mod tests;

use super::{
    Controls, Rig, Side,
    bones::LimbChain,
    controls::{scalar, turn},
    feet::{FigureFoot, Hips},
    hands::Hold,
    mass,
};
use crate::{
    math::{self, rad, slerp, turned, twist},
    skeleton::{CENTRE_OF_MASS, copied_by},
};
use anim::ik::two_bone;
use glam::{DQuat, DVec3};

/// Part of a leg's length to which it is stretched at most.
pub const REACH: f64 = 0.9975;

/// The root bone in world space: on the ground under the figure, facing where it goes.
#[derive(Clone, Copy, Debug)]
pub struct FigureRoot {
    /// Position in metres.
    pub at: DVec3,
    /// Direction in degrees to the left.
    pub yaw: f64,
}

impl FigureRoot {
    /// Rotation about +y.
    pub fn turn(&self) -> DQuat {
        turned(DVec3::Y, rad(self.yaw))
    }
}

/// Rotations and joints of all bones, in world space and in the order of [`Rig::joints`].
#[derive(Clone, Debug)]
pub struct FigureBody {
    /// Rotation of each bone.
    pub turns: Vec<DQuat>,
    /// Position of each joint, in metres.
    pub joints: Vec<DVec3>,
}

/// The hips of controls at a root.
pub fn hips(controls: &Controls, root: &FigureRoot) -> Hips {
    let turn = root.turn();
    Hips {
        at: root.at + turn * (Rig::get().at("pelvis") + controls.pelvis),
        turn: turn * controls.turns[turn::HIPS],
    }
}

/// Position of a leg's hip joint, in world space.
pub fn hip_joint(side: Side, hips: &Hips) -> DVec3 {
    hips.at + hips.turn * Rig::get().offset(Rig::get().leg(side).root)
}

/// Solves all bones. `time` in seconds is used by the holds only.
pub fn body(
    controls: &Controls,
    root: &FigureRoot,
    feet: &[FigureFoot; 2],
    holds: &[Hold],
    time: f64,
) -> FigureBody {
    let rig = Rig::get();
    let mut body = FigureBody {
        turns: vec![DQuat::IDENTITY; rig.joints.len()],
        joints: vec![DVec3::ZERO; rig.joints.len()],
    };
    let at = hips(controls, root);
    body.set(rig.bone("root"), root.at, root.turn());
    body.set(rig.bone("pelvis"), at.at, at.turn);
    body.spine(controls, root);
    for side in Side::BOTH {
        body.arm(side, controls, holds, time);
        body.fingers(side, controls);
        body.leg(side, controls, &at, &feet[side as usize]);
    }
    body.copies(root);
    body
}

impl FigureBody {
    /// Places a bone in world space, without its children.
    pub fn set(&mut self, bone: usize, at: DVec3, turn: DQuat) {
        (self.joints[bone], self.turns[bone]) = (at, turn);
    }

    /// Places a bone at its joint on the parent, with the rotation `turn` in world space.
    fn hang(&mut self, bone: usize, turn: DQuat) {
        let rig = Rig::get();
        let parent = rig.joints[bone].parent.unwrap_or(0);
        let at = self.joints[parent] + self.turns[parent] * rig.offset(bone);
        self.set(bone, at, turn);
    }

    fn hang_named(&mut self, name: &str, local: DQuat) -> DQuat {
        let rig = Rig::get();
        let bone = rig.bone(name);
        let turn = self.turns[rig.joints[bone].parent.unwrap_or(0)] * local;
        self.hang(bone, turn);
        turn
    }

    fn spine(&mut self, controls: &Controls, root: &FigureRoot) {
        let share = |q: DQuat, part: f64| math::exp(math::log(q) * part);
        let (waist, chest) = (controls.turns[turn::WAIST], controls.turns[turn::CHEST]);
        for (bone, local) in [
            ("spine_01", share(waist, 0.28)),
            ("spine_02", share(waist, 0.36)),
            ("spine_03", share(waist, 0.36)),
            ("spine_04", share(chest, 0.55)),
            ("spine_05", share(chest, 0.45)),
        ] {
            self.hang_named(bone, local);
        }
        let chest = self.turns[Rig::get().bone("spine_05")];
        let look = chest.inverse() * root.turn() * controls.turns[turn::HEAD];
        for (bone, part) in [("neck_01", 0.3), ("neck_02", 0.25), ("head", 0.45)] {
            self.hang_named(bone, share(look, part));
        }
    }

    fn arm(&mut self, side: Side, controls: &Controls, holds: &[Hold], time: f64) {
        let limb = Rig::get().arm(side);
        self.hang_named(
            &side.of("clavicle"),
            controls.turns[Controls::clavicle(side)],
        );
        self.hang_named(&side.of("upperarm"), controls.turns[Controls::upper(side)]);
        self.hang_named(&side.of("lowerarm"), controls.turns[Controls::lower(side)]);
        let hand = self.hang_named(&side.of("hand"), controls.turns[Controls::hand(side)]);
        for hold in holds.iter().filter(|hold| hold.side == side) {
            let weight = hold.weight(time);
            if weight > 0.0 {
                let target = self.joints[limb.end].lerp(hold.wrist, weight);
                // The hinge gives the pole, for a straight arm has no bend to go by.
                let along = (self.joints[limb.end] - self.joints[limb.root]).normalize_or_zero();
                let pole = along.cross(self.turns[limb.root] * limb.hinge);
                self.reach(limb, target, pole);
                self.hang(limb.end, slerp(hand, hold.turn(), weight));
            }
        }
        self.twists(side);
    }

    /// Solves a limb by two-bone IK, so that its end joint is at `target` and its middle points
    /// from the root towards `pole`.
    fn reach(&mut self, limb: &LimbChain, target: DVec3, pole: DVec3) {
        let rig = Rig::get();
        let root = self.joints[limb.root];
        let [upper, lower] = [limb.middle, limb.end].map(|bone| rig.offset(bone).length());
        let rest = two_bone::Limb {
            root,
            middle: root - DVec3::Y * upper,
            end: root - DVec3::Y * (upper + lower),
        };
        let solved = two_bone::solve(&rest, target, root + pole, None);
        let (a, b) = (solved.middle - solved.root, solved.end - solved.middle);
        let along = (solved.end - solved.root).normalize_or_zero();
        let hinge = pole.cross(along);
        self.set(
            limb.root,
            root,
            math::frame(a, hinge) * limb.upper.inverse(),
        );
        self.set(
            limb.middle,
            solved.middle,
            math::frame(b, hinge) * limb.lower.inverse(),
        );
        let end = self.turns[limb.end];
        self.set(limb.end, solved.end, end);
    }

    fn twists(&mut self, side: Side) {
        let rig = Rig::get();
        let limb = rig.arm(side);
        let along = |bone: usize| rig.offset(bone).normalize();
        let clavicle = rig.joints[limb.root].parent.unwrap_or(0);
        let local = |body: &Self, bone: usize, parent: usize| {
            body.turns[parent].inverse() * body.turns[bone]
        };
        let roll = twist(local(self, limb.root, clavicle), along(limb.middle)).inverse();
        for (bone, part) in [("upperarm_twist_01", 0.65), ("upperarm_twist_02", 0.3)] {
            self.hang_named(&side.of(bone), math::exp(math::log(roll) * part));
        }
        let roll = twist(local(self, limb.end, limb.middle), along(limb.end));
        for (bone, part) in [("lowerarm_twist_02", 0.3), ("lowerarm_twist_01", 0.7)] {
            self.hang_named(&side.of(bone), math::exp(math::log(roll) * part));
        }
    }

    fn fingers(&mut self, side: Side, controls: &Controls) {
        let rig = Rig::get();
        let along = rig.offset(rig.arm(side).end).normalize();
        let thumb = (DVec3::Z - along * along.z).normalize();
        let palm = along.cross(thumb) * side.sign();
        let curls = &controls.scalars[scalar::FINGERS + side as usize * 5..][..5];
        let spread = controls.scalars[scalar::SPREAD + side as usize];
        for (finger, stem) in ["thumb", "index", "middle", "ring", "pinky"]
            .into_iter()
            .enumerate()
        {
            let bone = |joint: usize| side.of(&format!("{stem}_0{joint}"));
            let (axis, bends) = if finger == 0 {
                (
                    rig.offset(rig.bone(&bone(2)))
                        .normalize()
                        .cross(palm)
                        .normalize(),
                    [28.0, 40.0, 55.0],
                )
            } else {
                (along.cross(palm), [78.0, 92.0, 62.0])
            };
            for (joint, bend) in bends.into_iter().enumerate() {
                let mut local = turned(axis, rad(bend * curls[finger]));
                if joint == 0 && finger > 0 {
                    let apart = [0.0, 7.0, 1.0, -5.0, -11.0][finger] * spread;
                    local = turned(along.cross(thumb), rad(apart)) * local;
                }
                self.hang_named(&bone(joint + 1), local);
            }
        }
    }

    fn leg(&mut self, side: Side, controls: &Controls, hips: &Hips, foot: &FigureFoot) {
        let rig = Rig::get();
        let limb = rig.leg(side);
        let root = hip_joint(side, hips);
        let reach = foot.ankle - root;
        let longest = limb.length * REACH;
        let target = root + reach * (longest / reach.length().max(longest));
        let out = turned(
            DVec3::Y,
            rad(controls.scalars[scalar::KNEE + side as usize] * side.sign()),
        );
        let forward = |turn: DQuat| turn * out * DVec3::Z;
        // The sole tips when it peels off, the shin does not point where the toes do.
        let level = twist(foot.turn, DVec3::Y);
        let pole = forward(hips.turn) * (1.0 - foot.lead) + forward(level) * foot.lead;
        self.set(limb.root, root, DQuat::IDENTITY);
        self.turns[limb.end] = foot.turn;
        self.reach(limb, target, pole);
        self.hang_named(&side.of("ball"), turned(DVec3::X, -foot.toe));
        let along = |bone: usize| rig.offset(bone).normalize();
        let pelvis = rig.bone("pelvis");
        let roll = twist(
            self.turns[pelvis].inverse() * self.turns[limb.root],
            along(limb.middle),
        )
        .inverse();
        self.hang_named(&side.of("thigh_twist_01"), math::exp(math::log(roll) * 0.5));
        let roll = twist(
            self.turns[limb.middle].inverse() * self.turns[limb.end],
            along(limb.end),
        );
        self.hang_named(&side.of("calf_twist_01"), math::exp(math::log(roll) * 0.5));
    }

    /// Places the IK bones at the bones that they copy, and the centre of mass.
    fn copies(&mut self, root: &FigureRoot) {
        let centre = mass::centre(&self.joints);
        let rig = Rig::get();
        for (bone, joint) in rig.joints.iter().enumerate() {
            match copied_by(&joint.name) {
                Some(_) if joint.name == CENTRE_OF_MASS => self.set(bone, centre, root.turn()),
                Some("root") => self.set(bone, root.at, root.turn()),
                Some(copied) => {
                    let copied = rig.bone(copied);
                    self.set(bone, self.joints[copied], self.turns[copied]);
                }
                None => {}
            }
        }
    }

    /// Local translation and rotation of each bone.
    pub fn locals(&self) -> Vec<(DVec3, DQuat)> {
        let local = |(bone, joint): (usize, &crate::skeleton::FigureJoint)| match joint.parent {
            None => (self.joints[bone], self.turns[bone]),
            Some(parent) => {
                let back = self.turns[parent].inverse();
                (
                    back * (self.joints[bone] - self.joints[parent]),
                    (back * self.turns[bone]).normalize(),
                )
            }
        };
        Rig::get().joints.iter().enumerate().map(local).collect()
    }
}
