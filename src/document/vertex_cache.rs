//! A vertex cache becomes part of a project: morph targets of a mesh, and the clips that drive
//! them.

#[cfg(test)]
mod tests;

use crate::{ClipCommand, Command, MeshCommand, ProjectCommand};
use asset::{
    AssetKind, Clip, Id, Project,
    vertex_cache::{Played, is_shape_of},
};
use std::{collections::BTreeSet, sync::Arc};

/// Free name for the shapes of a cache on a mesh. It is `wanted`, or another name if `wanted`
/// belongs to morph targets of the mesh that are not from a cache, or of another mesh of the
/// skeleton, which the same curves would drive. Contract: the mesh is there.
pub fn free_name(project: &Project, mesh: Id, wanted: &str) -> String {
    let skeleton = project.meshes[&mesh].skeleton;
    let is_taken = |name: &str| {
        let own = made(project, mesh, name);
        let of_skeleton = project
            .meshes
            .iter()
            .filter(|(_, other)| other.skeleton == skeleton);
        let mut morphs = of_skeleton.flat_map(|(id, other)| {
            other
                .parts()
                .flat_map(|part| &part.morphs)
                .map(move |morph| (*id, morph))
        });
        morphs.any(|(id, morph)| is_shape_of(morph, name) && (id != mesh || !own.contains(morph)))
    };
    let names = (1..).map(|n| {
        if n == 1 {
            format!("{wanted}_cache")
        } else {
            format!("{wanted}_cache{n}")
        }
    });
    std::iter::once(wanted.to_owned())
        .chain(names)
        .find(|name| !is_taken(name))
        .expect("there are too many names")
}

/// The commands, and the clip that plays the cache: `into`, or who plays an earlier import of the
/// cache of that name on the mesh, or a new one. Shapes and curves of an earlier import go, from
/// all clips that have such. Contract: the mesh and the clip are there, and the name is free.
pub fn imported(
    project: &Project,
    mesh: Id,
    name: &str,
    played: &Played,
    into: Option<Id>,
) -> (Vec<Command>, Id) {
    let mut commands: Vec<Command> = shapes(project, mesh, name, played);
    let own = Id::derive(&["vertex cache", &mesh.to_string(), name]);
    let own = into.or(Some(own).filter(|own| project.clips.contains_key(own)));
    let players = players(project, mesh, name);
    let targets: BTreeSet<Id> = players.iter().copied().chain(own).collect();
    for id in &targets {
        let curves = project.clips[id]
            .source
            .curves
            .iter()
            .map(|curve| curve.name.clone());
        let gone = curves.filter(|curve| is_shape_of(curve, name)).collect();
        let (new, frame_rate) = (Arc::new(played.source.clone()), played.frame_rate);
        commands.push(Command::Clip(
            *id,
            ClipCommand::SetCacheCurves {
                gone,
                new,
                frame_rate,
            },
        ));
    }
    if let Some(shown) = own.or(players.first().copied()) {
        return (commands, shown);
    }
    let (id, skeleton) = (
        Id::derive(&["vertex cache", &mesh.to_string(), name]),
        project.meshes[&mesh].skeleton,
    );
    let free = project.free_name(AssetKind::Clip, name, None);
    let clip = Clip::new(
        free,
        skeleton,
        Arc::new(played.source.clone()),
        played.frame_rate,
    );
    commands.push(Command::Project(ProjectCommand::Add(id, clip.into())));
    (commands, id)
}

/// Clips of the mesh's skeleton with keys that no file has, and curves of such names.
fn players(project: &Project, mesh: Id, name: &str) -> Vec<Id> {
    let skeleton = project.meshes[&mesh].skeleton;
    let plays = |clip: &Clip| {
        let is_own = clip.origin.is_none() || clip.keys_edited;
        clip.skeleton == skeleton
            && is_own
            && clip
                .source
                .curves
                .iter()
                .any(|curve| is_shape_of(&curve.name, name))
    };
    project
        .clips
        .iter()
        .filter(|(_, clip)| plays(clip))
        .map(|(id, _)| *id)
        .collect()
}

/// Names of the shapes that an earlier import made.
fn made(project: &Project, mesh: Id, name: &str) -> BTreeSet<String> {
    players(project, mesh, name)
        .into_iter()
        .flat_map(|id| &project.clips[&id].source.curves)
        .map(|curve| curve.name.clone())
        .filter(|curve| is_shape_of(curve, name))
        .collect()
}

/// Sets the shapes of all parts: those that the cache has nothing for lose what an earlier one of
/// its name gave them.
fn shapes(project: &Project, mesh: Id, name: &str, played: &Played) -> Vec<Command> {
    let old = made(project, mesh, name);
    let parts = project.meshes[&mesh]
        .lods
        .iter()
        .enumerate()
        .flat_map(|(lod, level)| {
            level
                .parts
                .iter()
                .enumerate()
                .map(move |(at, part)| ((lod, at), part))
        });
    parts
        .filter_map(|((lod, at), part)| {
            let gone: Vec<String> = part
                .morphs
                .iter()
                .filter(|morph| old.contains(*morph))
                .cloned()
                .collect();
            let new = played
                .shapes
                .iter()
                .find(|(place, _)| *place == (lod, at))
                .map(|(_, shapes)| shapes.as_slice());
            let new: Arc<[_]> = new.unwrap_or_default().into();
            let is_any = !gone.is_empty() || !new.is_empty();
            is_any.then_some(Command::Mesh(
                mesh,
                MeshCommand::SetShapes {
                    lod,
                    part: at,
                    gone,
                    new,
                },
            ))
        })
        .collect()
}
