//! Where the bones of the tall build are in the reference pose, by name and by limb.

use crate::{
    Build, math,
    skeleton::{Joint, joints},
};
use glam::{DQuat, DVec3};
use std::sync::OnceLock;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    /// Of its direction along x.
    pub fn sign(self) -> f64 {
        match self {
            Side::Left => 1.0,
            Side::Right => -1.0,
        }
    }

    pub fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }

    pub fn of(self, stem: &str) -> String {
        format!("{stem}_{}", self.suffix())
    }

    pub fn suffix(self) -> &'static str {
        match self {
            Side::Left => "l",
            Side::Right => "r",
        }
    }
}

/// A limb: three joints by index, and the frames of its two bones in the reference pose.
#[derive(Clone, Copy, Debug)]
pub struct Limb {
    pub root: usize,
    pub middle: usize,
    pub end: usize,
    /// Takes +y against the bone and +x to its hinge.
    pub upper: DQuat,
    pub lower: DQuat,
    /// About which the middle bends, positive folds it.
    pub hinge: DVec3,
    pub length: f64,
}

#[derive(Debug)]
pub struct Rig {
    pub joints: Vec<Joint>,
    pub arms: [Limb; 2],
    pub legs: [Limb; 2],
}

impl Rig {
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
                Limb {
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

    /// Index of a bone that exists.
    pub fn bone(&self, name: &str) -> usize {
        find(&self.joints, name)
    }

    pub fn at(&self, name: &str) -> DVec3 {
        self.joints[self.bone(name)].at
    }

    pub fn arm(&self, side: Side) -> &Limb {
        &self.arms[side as usize]
    }

    pub fn leg(&self, side: Side) -> &Limb {
        &self.legs[side as usize]
    }

    /// From the parent's joint, in the reference pose.
    pub fn offset(&self, bone: usize) -> DVec3 {
        let joint = &self.joints[bone];
        joint.at
            - joint
                .parent
                .map_or(DVec3::ZERO, |parent| self.joints[parent].at)
    }
}

fn find(joints: &[Joint], name: &str) -> usize {
    joints
        .iter()
        .position(|joint| joint.name == name)
        .unwrap_or_else(|| panic!("no bone {name}"))
}
