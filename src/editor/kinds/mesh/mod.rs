//! Meshes: how they are skinned, and their levels of detail.

mod menu;

pub use menu::MENU;

use crate::action::Now;
use asset::{
    AssetKind, Id, Mesh,
    skin::{Census, Pruned, Pruning},
};
use document::skin::{self, Parts};
use std::sync::Arc;

/// Of its menu.
pub const TITLE: &str = "Mesh";
pub const ASSET: AssetKind = AssetKind::Mesh;
pub const HAS_TIMELINE: bool = false;

/// How its weights are put in order.
pub struct View {
    pub pruning: Pruning,
    /// Whose weights are taken over; None for those of its own finest level.
    pub source: Option<Id>,
    counted: Option<Counted>,
}

/// What was found out about the weights of a mesh.
struct Counted {
    of: Arc<Mesh>,
    by: Pruning,
    found: (Census, Pruned),
}

impl Default for View {
    fn default() -> Self {
        Self { pruning: Pruning { least: 0.01, most: 4 }, source: None, counted: None }
    }
}

impl View {
    /// How the weights lie, and what pruning would do to them: worked out anew where either has changed.
    pub fn counted(&mut self, mesh: &Arc<Mesh>) -> (Census, Pruned) {
        let by = self.pruning;
        let known = self.counted.as_ref().filter(|known| Arc::ptr_eq(&known.of, mesh) && known.by == by);
        if let Some(known) = known {
            return known.found.clone();
        }
        let found = (skin::census(mesh, &Parts::ALL), skin::prune(mesh, &Parts::ALL, &by).1);
        self.counted = Some(Counted { of: mesh.clone(), by, found: found.clone() });
        found
    }
}

#[derive(Clone, Debug)]
pub enum MeshAction {
    /// Three coarser levels of a mesh in place of those that there are.
    MakeLevels(Id),
    /// Of a mesh: asks for the file that replaces the level, or adds one beyond the last.
    LevelFromFile(Id, usize),
    /// Of the nearest places of another mesh, or of its own finest level for its coarser ones.
    TransferWeights { mesh: Id, from: Id },
}

impl MeshAction {
    /// Why it would do nothing now, in one line.
    pub fn refusal(&self, _: &Now<'_>) -> Option<&'static str> {
        match self {
            Self::MakeLevels(_) | Self::LevelFromFile(..) | Self::TransferWeights { .. } => None,
        }
    }
}
