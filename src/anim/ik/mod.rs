//! Inverse kinematics: joints that reach for a target, and bones that look at one.

pub mod look_at;
pub mod turn;
pub mod two_bone;
