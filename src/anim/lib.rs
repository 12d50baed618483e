//! What plays: skeletons, poses, compiled clips, montages, notifies and skinning, and their evaluation.
//!
//! Everything here is compiled data (immutable, indexed, plain bytes) or instance state. The crate knows no files,
//! no asset ids, no threads and no GPU. Unless a name says otherwise: metres, seconds, radians, right-handed, +Y up,
//! quaternions xyzw, and local (parent-bone) space. The same inputs give the same bits on every processor: [`float`].

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod additive;
pub mod array;
pub mod blend_space;
pub mod bounds;
pub mod clip;
pub mod codec;
pub mod curve;
pub mod dead_blending;
pub mod event;
pub mod finite;
#[cfg(test)]
#[path = "tests/fixture.rs"]
mod fixture;
pub mod float;
pub mod graph;
pub mod ground;
pub mod ik;
pub mod inertialization;
pub mod instance;
pub mod library;
pub mod limits;
pub mod lod;
pub mod machine;
pub mod mask;
pub mod material;
pub mod mesh;
pub mod mirror;
pub mod montage;
pub mod name;
pub mod notify;
pub mod placement;
pub mod pose;
pub mod pose_asset;
pub mod program;
pub mod rbf;
pub mod reduction;
pub mod required;
pub mod retarget;
pub mod room;
pub mod simd;
pub mod skeleton;
pub mod skinning;
pub mod spaces;
pub mod spring;
pub mod sync;
pub mod tangent;
pub mod transform;
pub mod virtual_bone;
pub mod warp;

pub use array::{Array, Store};
pub use bounds::Bounds;
pub use clip::Clip;
pub use event::Event;
pub use graph::Graph;
pub use instance::{AnimInstance, AnimInstanceProxy, Request};
pub use library::Library;
pub use lod::{Lod, Mesh};
pub use material::Material;
pub use mesh::MeshPart;
pub use montage::Montage;
pub use name::{Name, Names};
pub use notify::Notify;
pub use placement::Placement;
pub use pose::Pose;
pub use room::{Room, RoomBy};
pub use skeleton::Skeleton;
pub use transform::{PackedTransform, Transform};
