//! Meshes: how they are skinned, and their levels of detail.

use crate::{
    action::{Entry, Now},
    app::App,
};
use asset::{AssetKind, Id};

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

/// All of it stands in the details of the level that it is about.
pub const MENU: &[Entry] = &[];

pub fn act(app: &mut App, ctx: &egui::Context, action: MeshAction) {
    match action {
        MeshAction::MakeLevels(mesh) => app.make_levels(ctx, mesh),
        MeshAction::LevelFromFile(mesh, at) => app.pick_level(mesh, at),
    }
}
