//! The level of detail that is drawn: chosen by hand, or by how much of the picture's height the
//! character takes.

use anim::mesh_levels::drawn;
use asset::{Id, Mesh, Project};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ViewportDetailLevel {
    /// The LOD that was chosen by hand; None follows the camera.
    pub chosen: Option<usize>,
    /// The LOD that was drawn last, 0 for the finest. A camera's change away from it needs a
    /// margin.
    pub shown: usize,
}

/// Cost of the shown level of detail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Figures {
    /// Number of levels of detail.
    pub levels: usize,
    /// Triangles of every mesh of the skeleton.
    pub triangles: usize,
    /// Number of bones that are evaluated.
    pub bones: usize,
}

fn worn(project: &Project, skeleton: Option<Id>) -> impl Iterator<Item = &Mesh> {
    project
        .meshes
        .values()
        .map(|mesh| &**mesh)
        .filter(move |mesh| Some(mesh.skeleton) == skeleton)
}

impl ViewportDetailLevel {
    /// Updates the shown LOD for a character that takes `size` of the picture's height. The mesh
    /// with the most levels decides for all.
    pub fn follow(&mut self, project: &Project, skeleton: Option<Id>, size: f32) {
        let most = worn(project, skeleton).max_by_key(|mesh| mesh.lods.len());
        let sizes: Vec<f32> = most
            .iter()
            .flat_map(|mesh| mesh.lods.iter().map(|lod| lod.screen_size))
            .collect();
        let level = self
            .chosen
            .unwrap_or_else(|| drawn(&sizes, size, self.shown));
        self.shown = level.min(sizes.len().saturating_sub(1));
    }

    /// Sums over every mesh of the skeleton at the shown LOD.
    pub fn figures(&self, project: &Project, skeleton: Option<Id>) -> Figures {
        let mut figures = Figures::default();
        let mut bones: Vec<u32> = Vec::new();
        let rig = skeleton.and_then(|id| project.skeletons.get(&id));
        for mesh in worn(project, skeleton) {
            figures.levels = figures.levels.max(mesh.lods.len());
            figures.triangles += mesh.lod(self.shown).triangles();
            bones.extend(rig.iter().flat_map(|rig| mesh.lod(self.shown).bones(rig)));
        }
        bones.sort_unstable();
        bones.dedup();
        figures.bones = bones.len();
        figures
    }
}
