//! What the user edits: assets with stable ids, and their compilation into what plays.
//!
//! A [`Project`] is an immutable value: a tree of `Arc`s. The crate knows no files, no undo, no GUI
//! and no threads.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod bake;
pub mod blend_space;
pub mod bodies;
pub mod bone_key;
pub mod bones;
pub mod child;
pub mod clip;
pub mod cloth;
pub mod compile;
pub mod curve;
#[cfg(test)]
#[path = "defaults/tests.rs"]
mod defaults;
mod describe;
pub mod diagnostic;
#[cfg(test)]
#[path = "../../tests/support/dice.rs"]
mod dice;
pub mod expression;
pub mod feet;
mod finite;
pub mod graph;
mod held;
pub mod id;
mod inputs;
pub mod list;
pub mod looping;
pub mod made_for;
pub mod marker;
pub mod mesh;
mod mirror;
pub mod montage;
pub mod mover;
#[cfg(test)]
#[path = "tests/node_reference.rs"]
mod node_reference;
pub mod note;
pub mod notify;
pub mod notify_class;
pub mod origin;
pub mod packaging;
pub mod pose_asset;
pub mod preview;
pub mod project;
pub mod prop;
pub mod quick_slot;
pub mod reduce;
pub mod said;
pub mod scenario;
pub mod script;
pub mod skeleton;
pub mod skin;
pub mod slot_group;
pub mod sound;
pub mod source;
pub mod trial;
pub mod vertex_cache;
pub mod warp;
#[cfg(test)]
#[path = "tests/whole/mod.rs"]
mod whole;

pub use blend_space::BlendSpace;
pub use bone_key::BoneKey;
pub use bones::Bones;
pub use clip::Clip;
pub use compile::{
    Cache, CompileOptions, Compiled, Done, Each, GraphSources, KnownRecipes, Loss, MachineSources,
    Made, Recipe, Seams, SourceMap, Work, authored_precision, bases, compile, compress,
    compress_authored, default_precision, key_stream, key_stream_within, library_shells, lost,
    seam, shells,
};
pub use curve::{Curve, CurveKey};
pub use describe::{describe, range_words};
pub use diagnostic::{Diagnostic, Severity, Subject};
pub use finite::is_finite;
pub use graph::PoseGraph;
pub use id::Id;
pub use list::List;
pub use made_for::{MadeFor, RetargetSource};
pub use marker::SyncMarker;
pub use mesh::{Material, Mesh, Texture};
pub use mirror::{Mirror, MirrorRule};
pub use montage::Montage;
pub use note::Note;
pub use notify::{Notify, NotifyTrack};
pub use notify_class::NotifyClass;
pub use origin::Origin;
pub use packaging::{BundleDefinition, Packaging};
pub use pose_asset::{NamedPose, PoseAsset};
pub use preview::{
    PartnerFault, PartnerTarget, PoseTie, PreviewPartner, PreviewScene, PreviewSettings,
    PreviewTarget, SceneProp,
};
pub use project::{Asset, AssetKind, OfLists, Project};
pub use prop::Prop;
pub use quick_slot::QuickSlot;
pub use scenario::Scenario;
pub use skeleton::Skeleton;
pub use slot_group::SlotGroup;
pub use sound::{LaneSound, SoundFile};
pub use warp::Warp;
