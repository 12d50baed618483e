//! Meshes: how they are skinned, and their levels of detail.

mod menu;

pub use menu::MENU;

use crate::action::Now;
use asset::{AssetKind, Id};

/// Of its menu.
pub const TITLE: &str = "Mesh";
pub const ASSET: AssetKind = AssetKind::Mesh;
pub const HAS_TIMELINE: bool = false;

#[derive(Clone, Debug)]
pub enum MeshAction {
    /// Three coarser levels of a mesh in place of those that there are.
    MakeLevels(Id),
    /// Of a mesh: asks for the file that replaces the level, or adds one beyond the last.
    LevelFromFile(Id, usize),
}

impl MeshAction {
    /// Why it would do nothing now, in one line.
    pub fn refusal(&self, _: &Now<'_>) -> Option<&'static str> {
        match self {
            Self::MakeLevels(_) | Self::LevelFromFile(..) => None,
        }
    }
}
