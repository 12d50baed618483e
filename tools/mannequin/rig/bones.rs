//! The bones of the tall build in the reference pose, by name and by limb.

use crate::{
    Build, math,
    skeleton::{FigureJoint, joints},
};
use glam::{DQuat, DVec3};
use std::sync::OnceLock;

/// A side of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
}

impl Side {
    /// Left, then right; pairs are in this order.
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    /// Sign of its direction along x: 1 for the left.
    pub fn sign(self) -> f64 {
        match self {
            Side::Left => 1.0,
            Side::Right => -1.0,
        }
    }

    /// The opposite side.
    pub fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }

    /// Name of a bone on this side, such as `hand_l` for `hand`.
    pub fn of(self, stem: &str) -> String {
        format!("{stem}_{}", self.suffix())
    }

    /// `l` or `r`.
    pub fn suffix(self) -> &'static str {
        match self {
            Side::Left => "l",
            Side::Right => "r",
        }
    }
}

/// A limb: three joints by index, and the frames of its two bones in the reference pose.
#[derive(Clone, Copy, Debug)]
pub struct LimbChain {
    /// Joint at the body: shoulder or hip.
    pub root: usize,
    /// Elbow or knee.
    pub middle: usize,
    /// Wrist or ankle.
    pub end: usize,
    /// Frame of the upper bone in model space: +y points against the bone and +x along its hinge.
    pub upper: DQuat,
    /// Frame of the lower bone, built the same way from the same hinge.
    pub lower: DQuat,
    /// Axis in model space about which the middle bends; a positive angle folds it.
    pub hinge: DVec3,
    /// Length of both bones, in metres.
    pub length: f64,
}

/// The bones that motions are made with.
#[derive(Debug)]
pub struct Rig {
    /// All bones of the tall build, parents first.
    pub joints: Vec<FigureJoint>,
    /// Left arm, then right arm.
    pub arms: [LimbChain; 2],
    /// Left leg, then right leg.
    pub legs: [LimbChain; 2],
}

impl Rig {
    /// The one rig; it is made once.
    pub fn get() -> &'static Rig {
        static RIG: OnceLock<Rig> = OnceLock::new();
        RIG.get_or_init(|| {
            let joints = joints(Build::Tall);
            let limb = |side: Side, stems: [&str; 3], hinge: fn(DVec3) -> DVec3| {
                let [root, middle, end] = stems.map(|stem| find(&joints, &side.of(stem)));
                let upper = joints[middle].at - joints[root].at;
                let lower = joints[end].at - joints[middle].at;
                let hinge = hinge(upper.normalize()).normalize();
                let length = upper.length() + lower.length();
                let (upper, lower) = (math::frame(upper, hinge), math::frame(lower, hinge));
                LimbChain {
                    root,
                    middle,
                    end,
                    upper,
                    lower,
                    hinge,
                    length,
                }
            };
            // The forearm folds forwards, the calf backwards.
            let arms = Side::BOTH.map(|side| {
                limb(side, ["upperarm", "lowerarm", "hand"], |upper| {
                    upper.cross(DVec3::Z)
                })
            });
            let legs = Side::BOTH.map(|side| limb(side, ["thigh", "calf", "foot"], |_| DVec3::X));
            Rig { arms, legs, joints }
        })
    }

    /// Index of a bone. Panics if no bone has that name.
    pub fn bone(&self, name: &str) -> usize {
        find(&self.joints, name)
    }

    /// Position of a bone's joint in model space, in metres. Panics if no bone has that name.
    pub fn at(&self, name: &str) -> DVec3 {
        self.joints[self.bone(name)].at
    }

    /// The arm on one side.
    pub fn arm(&self, side: Side) -> &LimbChain {
        &self.arms[side as usize]
    }

    /// The leg on one side.
    pub fn leg(&self, side: Side) -> &LimbChain {
        &self.legs[side as usize]
    }

    /// Vector from the parent's joint in the reference pose, in metres.
    pub fn offset(&self, bone: usize) -> DVec3 {
        let joint = &self.joints[bone];
        joint.at
            - joint
                .parent
                .map_or(DVec3::ZERO, |parent| self.joints[parent].at)
    }
}

fn find(joints: &[FigureJoint], name: &str) -> usize {
    joints
        .iter()
        .position(|joint| joint.name == name)
        .unwrap_or_else(|| panic!("no bone {name}"))
}
