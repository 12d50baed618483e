//! The controls that motions are made with: a pose of few numbers, keys in time, planted feet and
//! holding hands; and the bones that follow from them.

pub mod bones;
pub mod controls;
pub mod feet;
pub mod hands;
pub mod keys;
pub mod mass;
pub mod motion;
pub mod pose;
pub mod solve;

pub use bones::{Rig, Side};
pub use controls::Controls;
pub use keys::PoseKeyTrack;
pub use motion::Motion;
pub use pose::FigurePose;
