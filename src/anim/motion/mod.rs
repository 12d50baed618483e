//! Motion as data and as a pose: clips, their compression and curves, poses, and how jumps of them
//! decay.

pub mod additive;
pub mod clip;
pub mod codec;
pub mod curve;
pub mod dead_blending;
pub mod inertialization;
pub mod pose;
pub mod pose_asset;
pub mod reduction;
