//! Meshes: the parts are compiled data already; their palettes are checked against the skeleton.

use super::{Output, Skeletons};
use crate::{Id, Mesh, Project, diagnostic::Kind};
use anim::Name;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

type Entry = (Arc<Mesh>, Arc<anim::Skeleton>, Option<Arc<anim::library::Mesh>>);

#[derive(Default)]
pub(crate) struct MeshCache(BTreeMap<Id, Entry>);

impl MeshCache {
    pub(crate) fn compile(
        &mut self,
        project: &Project,
        usable: &BTreeSet<Id>,
        skeletons: &Skeletons,
        out: &mut Output,
    ) -> Vec<Arc<anim::library::Mesh>> {
        self.0.retain(|id, _| project.meshes.contains_key(id));
        let mut compiled = Vec::new();
        for (&id, mesh) in project.meshes.iter().filter(|(id, _)| usable.contains(id)) {
            for morph in mesh.parts.iter().flat_map(|part| &part.morphs) {
                out.name(id, None, morph);
            }
            let Some(skeleton) = skeletons.get(&mesh.skeleton) else {
                out.error(id, None, Kind::SkeletonMissing);
                continue;
            };
            let known = self.0.get(&id).filter(|(m, s, _)| Arc::ptr_eq(m, mesh) && Arc::ptr_eq(s, skeleton));
            let result = known.map_or_else(|| compile_one(mesh, skeleton), |(_, _, result)| result.clone());
            self.0.insert(id, (mesh.clone(), skeleton.clone(), result.clone()));
            match result {
                Some(mesh) => compiled.push(mesh),
                None => out.error(id, None, Kind::BadMesh),
            }
        }
        compiled
    }
}

fn compile_one(mesh: &Mesh, skeleton: &anim::Skeleton) -> Option<Arc<anim::library::Mesh>> {
    let fits = |part: &crate::mesh::Part| part.data.palette.iter().all(|joint| (joint.bone as usize) < skeleton.len());
    mesh.parts.iter().all(fits).then(|| {
        Arc::new(anim::library::Mesh {
            name: Name::new(&mesh.name),
            skeleton: skeleton.name,
            parts: mesh.parts.iter().map(|part| part.data.clone()).collect(),
        })
    })
}
