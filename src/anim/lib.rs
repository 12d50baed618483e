//! What plays: skeletons, poses, compiled clips, montages, notifies and skinning, and their
//! evaluation.
//!
//! Everything here is compiled data (immutable, indexed, plain bytes) or instance state. The crate
//! knows no files, no asset ids, no threads and no GPU. Unless a name says otherwise: metres,
//! seconds, radians, right-handed, +Y up, quaternions xyzw, and local (parent-bone) space. The same
//! inputs give the same bits on every processor: [`float`].

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod blend_space;
#[cfg(test)]
#[path = "../../tests/support/dice.rs"]
mod dice;
#[cfg(test)]
#[path = "tests/fixture.rs"]
mod fixture;
pub mod graph;
pub mod ground;
pub mod ik;
pub mod instance;
pub mod library;
pub mod limits;
pub mod machine;
mod maths;
mod motion;
pub mod name;
pub mod program;
mod rig;
mod skin;
pub mod sync;
mod timeline;
pub mod warp;

pub use maths::{array, finite, float, rbf, simd, spring, tangent, transform};
pub use motion::{
    additive, clip, codec, curve, dead_blending, inertialization, pose, pose_asset, reduction,
};
pub use rig::{mask, mirror, placement, required, retarget, skeleton, spaces, virtual_bone};
pub use skin::{bounds, material, mesh, mesh_bounds, mesh_levels, skinning};
pub use timeline::{event, montage, notify, sound_cue};

pub use array::{Array, Store};
pub use bounds::Bounds;
pub use clip::Clip;
pub use event::Event;
pub use graph::Graph;
pub use instance::{AnimInstance, AnimInstanceProxy, Request};
pub use library::Library;
pub use material::Material;
pub use mesh::MeshPart;
pub use mesh_bounds::{BoundsBy, MeshBounds};
pub use mesh_levels::{Lod, Mesh};
pub use montage::Montage;
pub use name::{Name, Names};
pub use notify::Notify;
pub use placement::Placement;
pub use pose::Pose;
pub use skeleton::Skeleton;
pub use sound_cue::SoundCue;
pub use transform::{PackedTransform, Transform};
