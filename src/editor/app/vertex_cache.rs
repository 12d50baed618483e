//! Points over time that another program wrote, brought to a mesh in the background: one undo step
//! when it is done.

use super::{App, input_output::POINT_CACHES, purpose::Purpose};
use crate::{
    jobs::{Change, Handle, Remade},
    parts,
    pick::PickKind,
};
use asset::{
    Id, Project,
    vertex_cache::{PRECISION, VertexCacheSettings, played},
};
use std::path::{Path, PathBuf};
use words::{noun, tr};

impl App {
    pub(crate) fn pick_vertex_cache(&mut self, mesh: Id) {
        let filters = vec![(tr!("Point caches"), POINT_CACHES.to_vec())];
        self.pick(
            Purpose::VertexCache(mesh),
            tr!("Import vertex cache"),
            PickKind::OpenFiles,
            filters,
            String::new(),
        );
    }

    pub(super) fn vertex_cache_from(&mut self, mesh: Id, path: PathBuf) {
        let project = self.document.project().clone();
        let Some(known) = project.meshes.get(&mesh) else {
            return;
        };
        let name = tr!("Vertex cache of {}", known.name);
        self.remade(name, move |job| taken(&project, mesh, &path, job));
    }

    /// The mesh that a point cache belongs to which is dropped into the window: the one that is
    /// open.
    pub(super) fn mesh_for(&self, path: &Path) -> Option<Id> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        let mesh = self
            .document
            .selection()
            .asset
            .filter(|id| self.document.project().meshes.contains_key(id));
        mesh.filter(|_| POINT_CACHES.contains(&ending.as_str()))
    }
}

fn taken(project: &Project, mesh: Id, path: &Path, job: &Handle) -> Remade {
    let name = path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .trim()
        .to_owned();
    let name = document::vertex_cache::free_name(project, mesh, &name);
    let cache = files::vertex_cache(path, None).map_err(|error| error.to_string())?;
    let settings = VertexCacheSettings {
        name: name.clone(),
        precision: PRECISION,
        rest: None,
        part: None,
        up: None,
    };
    let played = played(&project.meshes[&mesh], &cache, &settings, &|part| {
        job.report(part)
    })
    .map_err(|error| {
        format!(
            "{}: {error}",
            path.file_name().unwrap_or_default().to_string_lossy()
        )
    })?;
    let (commands, clip) = document::vertex_cache::imported(project, mesh, &name, &played, None);
    let (frames, shapes) = (
        parts::count(played.told.frames, noun!("frame")),
        parts::count(played.told.shapes, noun!("morph target")),
    );
    let said = tr!(
        "{name}: {frames} in {shapes}, max error {:.3} mm",
        played.told.farthest * 1e3
    );
    let of = Some((mesh, project.meshes[&mesh].clone()));
    Ok(Change {
        commands,
        of,
        said,
        warnings: played.told.warnings(PRECISION),
        shown: Some(clip),
    })
}
