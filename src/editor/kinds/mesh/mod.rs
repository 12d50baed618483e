//! Meshes: how they are skinned, and their levels of detail.

mod menu;

pub use menu::MENU;

use crate::action::ActionContext;
use asset::{
    AssetKind, Id, Mesh,
    skin::{Census, Pruned, Pruning},
};
use document::skin::{self, Parts};
use std::sync::Arc;
use words::{Word, word};

/// The title of its menu.
pub const TITLE: Word = word!("Mesh");
/// The type of asset that this page edits.
pub const ASSET: AssetKind = AssetKind::Mesh;
/// Meshes do not play.
pub const HAS_TIMELINE: bool = false;

/// Settings and findings for pruning and transferring the weights of a mesh.
pub struct MeshView {
    /// The limits of the pruning form; by default weights of at least 1 % and four for each vertex.
    pub pruning: Pruning,
    /// Mesh whose weights are transferred; None for those of the mesh's own finest level.
    pub source: Option<Id>,
    /// The profile that is edited and shown; None for the parts' own weights.
    pub profile: Option<String>,
    counted: Option<Counted>,
}

/// Findings about the weights of a mesh.
struct Counted {
    of: Arc<Mesh>,
    by: Pruning,
    under: Option<String>,
    found: (Census, Pruned),
}

impl Default for MeshView {
    fn default() -> Self {
        Self {
            pruning: Pruning {
                least: 0.01,
                most: 4,
            },
            source: None,
            profile: None,
            counted: None,
        }
    }
}

impl MeshView {
    /// Distribution of the weights, and the effect that pruning would have; computed again if the
    /// mesh, the limits or the profile changed.
    pub fn counted(&mut self, mesh: &Arc<Mesh>) -> (Census, Pruned) {
        let by = self.pruning;
        let is_it = |known: &&Counted| {
            Arc::ptr_eq(&known.of, mesh) && known.by == by && known.under == self.profile
        };
        let known = self.counted.as_ref().filter(is_it);
        if let Some(known) = known {
            return known.found.clone();
        }
        let parts = self.parts();
        let found = (skin::census(mesh, &parts), skin::prune(mesh, &parts, &by).1);
        self.counted = Some(Counted {
            of: mesh.clone(),
            by,
            under: self.profile.clone(),
            found: found.clone(),
        });
        found
    }

    /// Parts of the mesh that are edited: those under the edited profile.
    pub fn parts(&self) -> Parts {
        Parts::ALL.under(self.profile.as_deref())
    }
}

/// Actions on meshes.
#[derive(Clone, Debug)]
pub enum MeshAction {
    /// Three coarser levels of a mesh in place of those that there are.
    MakeLevels(Id),
    /// Asks for the file that replaces this LOD of a mesh, or adds one after the last.
    LevelFromFile(Id, usize),
    /// Asks for the point cache that moves the vertices of a mesh.
    VertexCache(Id),
    /// Takes weights from the nearest places of another mesh, or of the mesh's own finest level for
    /// its coarser ones.
    TransferWeights { mesh: Id, from: Id },
}

impl MeshAction {
    /// Reason in one line why the action would do nothing now; None if it would do something.
    pub fn refusal(&self, _: &ActionContext<'_>) -> Option<&'static str> {
        match self {
            Self::MakeLevels(_)
            | Self::LevelFromFile(..)
            | Self::VertexCache(_)
            | Self::TransferWeights { .. } => None,
        }
    }
}
