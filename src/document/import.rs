//! Merging an imported file into the project: one step, nothing that people added is lost.

use crate::skeleton::carried_over;
use asset::{AssetKind, Clip, Id, Mesh, Project, Skeleton};
use std::{collections::BTreeMap, sync::Arc};

/// Adds or replaces every asset of `imported`. Returns whether there was any.
pub(crate) fn merge(project: &mut Project, imported: &Project) -> bool {
    let skeleton_of = merge_skeletons(project, imported);
    for (id, texture) in &imported.textures {
        let mut texture = texture.clone();
        rename(project, AssetKind::Texture, *id, &texture.name.clone(), |name| Arc::make_mut(&mut texture).name = name);
        project.textures.insert(*id, texture);
    }
    for (id, mesh) in &imported.meshes {
        let mut mesh = (**mesh).clone();
        mesh.skeleton = skeleton_of.get(&mesh.skeleton).copied().unwrap_or(mesh.skeleton);
        match project.meshes.get(id) {
            Some(known) => keep_methods(known, &mut mesh),
            None => rename(project, AssetKind::Mesh, *id, &mesh.name.clone(), |name| mesh.name = name),
        }
        project.meshes.insert(*id, Arc::new(mesh));
    }
    for (id, clip) in &imported.clips {
        let mut clip = (**clip).clone();
        clip.skeleton = skeleton_of.get(&clip.skeleton).copied().unwrap_or(clip.skeleton);
        let clip = match project.clips.get(id) {
            Some(known) => reimported(known, clip),
            None => {
                rename(project, AssetKind::Clip, *id, &clip.name.clone(), |name| clip.name = name);
                clip
            }
        };
        project.clips.insert(*id, Arc::new(clip));
    }
    !imported.is_empty()
}

/// New vertices; the name and how parts of the same names are skinned stay as people left them.
fn keep_methods(known: &Mesh, new: &mut Mesh) {
    new.name.clone_from(&known.name);
    for part in new.lods.iter_mut().flat_map(|lod| &mut lod.parts) {
        let method = known.parts().find(|other| other.name == part.name).map(|other| other.data.method);
        if let Some(method) = method.filter(|method| *method != part.data.method) {
            Arc::make_mut(&mut part.data).method = method;
        }
    }
}

/// New keys; everything else stays as people left it.
fn reimported(known: &Clip, new: Clip) -> Clip {
    Clip { source: new.source, skeleton: new.skeleton, ..known.clone() }
}

/// A skeleton with the same bones is used instead of adding a twin. Returns imported id → id in the project.
fn merge_skeletons(project: &mut Project, imported: &Project) -> BTreeMap<Id, Id> {
    let mut ids = BTreeMap::new();
    for (id, skeleton) in &imported.skeletons {
        if let Some(known) = project.skeletons.get(id) {
            let carried = Arc::new(carried_over(known, skeleton));
            project.skeletons.insert(*id, carried);
        } else if let Some((twin, _)) = project.skeletons.iter().find(|(_, known)| same_bones(known, skeleton)) {
            ids.insert(*id, *twin);
        } else {
            let mut skeleton = skeleton.clone();
            rename(project, AssetKind::Skeleton, *id, &skeleton.name.clone(), |name| {
                Arc::make_mut(&mut skeleton).name = name
            });
            project.skeletons.insert(*id, skeleton);
        }
    }
    ids
}

fn same_bones(a: &Skeleton, b: &Skeleton) -> bool {
    a.bones.len() == b.bones.len()
        && a.bones.iter().zip(&b.bones).all(|(a, b)| a.name == b.name && a.parent == b.parent)
}

fn rename(project: &Project, kind: AssetKind, id: Id, name: &str, set: impl FnOnce(String)) {
    let free = project.free_name(kind, name, Some(id));
    if free != name {
        set(free);
    }
}
