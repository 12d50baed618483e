//! Levels of detail of a mesh: the parts of a single level, or one node for each level, with
//! `MSFT_lod` on the node of the finest.

use super::{ExportError, lists::pushed, rig::GltfExportRig, writer::Writer};
use crate::gltf::json::{COVERAGE, REMOVED_BONES};
use asset::{Mesh, mesh::Lod};
use serde_json::json;

/// Extension for levels of detail, listed in `extensionsUsed` if any mesh has several.
pub const EXTENSION: &str = "MSFT_lod";

impl<'a> Writer<'a> {
    pub(super) fn mesh(
        &mut self,
        rig: &mut GltfExportRig<'a>,
        mesh: &'a Mesh,
    ) -> Result<(), ExportError> {
        let wanted: Vec<&Lod> = self
            .style
            .levels
            .iter()
            .filter_map(|level| mesh.lods.get(*level))
            .collect();
        let levels = if wanted.is_empty() {
            mesh.lods.last().into_iter().collect()
        } else {
            wanted
        };
        let mut nodes = Vec::with_capacity(levels.len());
        for lod in &levels {
            let mut parts = Vec::with_capacity(lod.parts.len());
            for part in &lod.parts {
                parts.extend(self.part(rig, mesh, part)?);
            }
            nodes.push(parts);
        }
        if nodes.len() <= 1 {
            self.tops.extend(nodes.into_iter().flatten());
        } else {
            self.levels(rig, mesh, &levels, nodes);
        }
        Ok(())
    }

    /// Writes a node for each level. `parts` are the nodes of the parts of each level.
    fn levels(
        &mut self,
        rig: &GltfExportRig<'a>,
        mesh: &Mesh,
        levels: &[&Lod],
        parts: Vec<Vec<usize>>,
    ) {
        let first = self.nodes.len();
        for (at, children) in parts.into_iter().enumerate() {
            let mut node = json!({"name": format!("{}_lod{at}", mesh.name)});
            if !children.is_empty() {
                node["children"] = json!(children);
            }
            let removed = levels[at].removed_bones.iter();
            let removed: Vec<&str> = removed.map(|bone| rig.skeleton.bone_name(bone)).collect();
            if !removed.is_empty() {
                node["extras"] = json!({REMOVED_BONES: removed});
            }
            pushed(&mut self.nodes, node);
        }
        let coverage = levels[1..].iter().map(|lod| lod.screen_size).chain([0.0]);
        let ids: Vec<usize> = (first + 1..self.nodes.len()).collect();
        self.nodes[first]["extensions"] = json!({EXTENSION: {"ids": ids}});
        // What the first one does without is left out: in the file it is the finest.
        self.nodes[first]["extras"] = json!({COVERAGE: coverage.collect::<Vec<f32>>()});
        self.tops.push(first);
        self.has_levels = true;
    }
}
