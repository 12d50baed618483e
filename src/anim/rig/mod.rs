//! Skeletons and what is said of their bones: masks, mirrors, retargeting, spaces, which of them
//! are worked out.

pub mod mask;
pub mod mirror;
pub mod placement;
pub mod required;
pub mod retarget;
pub mod skeleton;
pub mod spaces;
pub mod virtual_bone;
