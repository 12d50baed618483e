//! A vertex cache becomes part of a project: morph targets of a mesh, and the clip that drives them.

use crate::{ClipCommand, Command, MeshCommand, ProjectCommand};
use asset::{
    AssetKind, Clip, Id, Project,
    vertex_cache::{Played, is_shape_of},
};
use std::sync::Arc;

/// The commands, and the clip that plays the cache: `into`, or that of an earlier import of the cache of that name on the mesh,
/// or a new one. Shapes and curves of an earlier import go. Contract: the mesh and the clip are there.
pub fn imported(project: &Project, mesh: Id, name: &str, played: &Played, into: Option<Id>) -> (Vec<Command>, Id) {
    let mut commands: Vec<Command> = shapes(project, mesh, name, played);
    let own = Id::derive(&["vertex cache", &mesh.to_string(), name]);
    let known = into.or(Some(own)).and_then(|id| project.clips.get(&id).map(|clip| (id, clip)));
    let Some((id, clip)) = known else {
        let skeleton = project.meshes[&mesh].skeleton;
        let free = project.free_name(AssetKind::Clip, name, None);
        let clip = Clip::new(free, skeleton, Arc::new(played.source.clone()), played.frame_rate);
        commands.push(Command::Project(ProjectCommand::AddClip(own, Box::new(clip))));
        return (commands, own);
    };
    let gone = clip.source.curves.iter().map(|curve| curve.name.clone()).filter(|curve| is_shape_of(curve, name));
    let set = ClipCommand::SetCacheCurves { gone: gone.collect(), new: Arc::new(played.source.clone()) };
    commands.push(Command::Clip(id, set));
    (commands, id)
}

/// Of all parts: those that the cache has nothing for lose what an earlier one of its name gave them.
fn shapes(project: &Project, mesh: Id, name: &str, played: &Played) -> Vec<Command> {
    let parts = project.meshes[&mesh]
        .lods
        .iter()
        .enumerate()
        .flat_map(|(lod, level)| level.parts.iter().enumerate().map(move |(at, part)| ((lod, at), part)));
    parts
        .filter_map(|((lod, at), part)| {
            let gone: Vec<String> = part.morphs.iter().filter(|morph| is_shape_of(morph, name)).cloned().collect();
            let new = played.shapes.iter().find(|(place, _)| *place == (lod, at)).map(|(_, shapes)| shapes.as_slice());
            let new: Arc<[_]> = new.unwrap_or_default().into();
            let is_any = !gone.is_empty() || !new.is_empty();
            is_any.then_some(Command::Mesh(mesh, MeshCommand::SetShapes { lod, part: at, gone, new }))
        })
        .collect()
}
