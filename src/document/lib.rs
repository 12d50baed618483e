//! One open project: its value, the commands that change it, history and selection.
//!
//! [`Document::perform`] is the only way to change authored data. An error leaves the document
//! untouched. The crate knows no files, no GUI and no evaluation.

mod blend_space;
mod child;
mod clip;
mod command;
mod curve;
#[cfg(test)]
#[path = "tests/edits.rs"]
mod edits;
mod error;
mod field;
mod graph;
mod history;
pub mod import;
mod item;
mod level;
mod linked;
mod lock;
mod marker;
mod mesh;
mod montage;
mod new_asset;
mod note;
mod notify;
mod notify_class;
mod packaging;
mod pose_asset;
mod project;
mod retime;
mod scenario;
mod segment;
mod skeleton;
pub mod skin;
mod slot_group;
mod sound;
mod split;
#[cfg(test)]
#[path = "tests/tables.rs"]
mod tables;
mod timeline;
pub mod vertex_cache;
#[cfg(test)]
#[path = "tests/walks.rs"]
mod walks;
mod weights;

pub use command::{
    BlendSpaceCommand, ClipCommand, Command, CurveKeyCommand, GraphCommand, MeshCommand,
    MontageCommand, NotifyClassCommand, NotifyCommand, PackagingCommand, PoseAssetCommand,
    ProjectCommand, SkeletonCommand, SlotGroupCommand,
};
pub use error::EditError;
pub use history::{
    Document, EditHistory, Gesture, MOST_BYTES, MOST_STEPS, ProjectVersion, Selection, attempt,
};
pub use item::ItemCommand;
pub use new_asset::NewAsset;
