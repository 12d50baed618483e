//! Inverse kinematics: joints that reach for a target.

pub mod two_bone;
