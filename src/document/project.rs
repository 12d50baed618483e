//! Edits of the project as a whole, and the way to the others. Every function says whether it changed anything.

use crate::{Command, EditError, ProjectCommand, clip, curve, marker, mesh, montage, notify, skeleton};
use asset::{AssetKind, Clip, Id, Montage, Project, Skeleton};
use std::sync::Arc;

pub(crate) fn apply(project: &mut Project, command: &Command) -> Result<bool, EditError> {
    match command {
        Command::Project(command) => apply_project(project, command),
        Command::Clip(id, command) => clip::apply_command(project, *id, command),
        Command::SyncMarker(id, command) => clip::apply(project, *id, |clip| marker::edit(clip, command)),
        Command::Curve(id, command) => clip::apply(project, *id, |clip| curve::edit(clip, command)),
        Command::Skeleton(id, command) => skeleton::apply(project, *id, command),
        Command::Mesh(id, command) => mesh::apply(project, *id, command),
        Command::Montage(id, command) => montage::apply(project, *id, command),
        Command::Notify(id, command) => notify::apply(project, *id, command),
        Command::Batch(commands) => {
            commands.iter().try_fold(false, |changed, command| Ok(apply(project, command)? | changed))
        }
    }
}

fn apply_project(project: &mut Project, command: &ProjectCommand) -> Result<bool, EditError> {
    match command {
        ProjectCommand::Rename(name) => {
            let name = trimmed(name)?;
            let changed = project.name != name;
            project.name = name;
            Ok(changed)
        }
        ProjectCommand::Import(import) => {
            *project = import.joined(project).0;
            Ok(!import.file.is_empty())
        }
        ProjectCommand::RenameAsset(id, name) => rename_asset(project, *id, name),
        ProjectCommand::DeleteAsset(id) => delete_asset(project, *id),
        ProjectCommand::AddMontage(id, montage) => add_montage(project, *id, montage),
    }
}

pub(crate) fn trimmed(name: &str) -> Result<String, EditError> {
    let name = name.trim();
    if name.is_empty() { Err(EditError::NameEmpty) } else { Ok(name.to_owned()) }
}

fn free(project: &Project, kind: AssetKind, name: &str, except: Option<Id>) -> Result<String, EditError> {
    let name = trimmed(name)?;
    if project.free_name(kind, &name, except) == name { Ok(name) } else { Err(EditError::NameTaken { name }) }
}

fn rename_asset(project: &mut Project, id: Id, name: &str) -> Result<bool, EditError> {
    let kind = project.kind(id).ok_or(EditError::AssetMissing)?;
    let name = free(project, kind, name, Some(id))?;
    if project.asset_name(id) == Some(&name) {
        return Ok(false);
    }
    macro_rules! rename {
        ($list:ident) => {
            if let Some(asset) = project.$list.get_mut(&id) {
                Arc::make_mut(asset).name = name;
            }
        };
    }
    match kind {
        AssetKind::Skeleton => rename!(skeletons),
        AssetKind::Mesh => rename!(meshes),
        AssetKind::Texture => rename!(textures),
        AssetKind::Clip => rename!(clips),
        AssetKind::Montage => rename!(montages),
    }
    Ok(true)
}

fn delete_asset(project: &mut Project, id: Id) -> Result<bool, EditError> {
    let kind = project.kind(id).ok_or(EditError::AssetMissing)?;
    let by = uses(project, id);
    if !by.is_empty() {
        return Err(EditError::InUse { by });
    }
    match kind {
        AssetKind::Skeleton => drop(project.skeletons.remove(&id)),
        AssetKind::Mesh => drop(project.meshes.remove(&id)),
        AssetKind::Texture => drop(project.textures.remove(&id)),
        AssetKind::Clip => drop(project.clips.remove(&id)),
        AssetKind::Montage => drop(project.montages.remove(&id)),
    }
    Ok(true)
}

/// Names of the assets that refer to this one.
fn uses(project: &Project, id: Id) -> Vec<String> {
    let in_montage =
        |m: &&Arc<Montage>| m.skeleton == id || m.slots.iter().flat_map(|slot| &slot.segments).any(|s| s.clip == id);
    let montages = project.montages.values().filter(in_montage).map(|m| m.name.clone());
    let is_base = |clip: &Clip| clip.additive.is_some_and(|additive| additive.base.clip() == Some(id));
    let in_clip = |(user, clip): &(&Id, &Arc<Clip>)| clip.skeleton == id || (is_base(clip) && **user != id);
    let clips = project.clips.iter().filter(in_clip).map(|(_, clip)| clip.name.clone());
    let in_mesh = |mesh: &&Arc<asset::Mesh>| {
        mesh.skeleton == id || mesh.materials.iter().any(|m| m.textures().any(|texture| texture == id))
    };
    let meshes = project.meshes.values().filter(in_mesh).map(|mesh| mesh.name.clone());
    let shows = |skeleton: &&Arc<Skeleton>| skeleton.sockets.iter().any(|socket| socket.preview == Some(id));
    let skeletons = project.skeletons.values().filter(shows).map(|skeleton| skeleton.name.clone());
    montages.chain(clips).chain(meshes).chain(skeletons).collect()
}

fn add_montage(project: &mut Project, id: Id, montage: &Montage) -> Result<bool, EditError> {
    if project.kind(id).is_some() {
        return Err(EditError::IdTaken);
    }
    if !project.skeletons.contains_key(&montage.skeleton) {
        return Err(EditError::AssetMissing);
    }
    let name = free(project, AssetKind::Montage, &montage.name, None)?;
    project.montages.insert(id, Arc::new(Montage { name, ..montage.clone() }));
    Ok(true)
}
