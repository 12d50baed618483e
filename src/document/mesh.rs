//! Edits of a mesh.

use crate::{EditError, MeshCommand, clip::replace};
use asset::{Id, Project};
use std::sync::Arc;

pub(crate) fn apply(project: &mut Project, id: Id, command: &MeshCommand) -> Result<bool, EditError> {
    let entry = project.meshes.get_mut(&id).ok_or(EditError::AssetMissing)?;
    let mut mesh = (**entry).clone();
    let MeshCommand::SetMethod(part, method) = command;
    let parts = match part {
        Some(part) => std::slice::from_mut(mesh.parts.get_mut(*part).ok_or(EditError::ItemMissing)?),
        None => mesh.parts.as_mut_slice(),
    };
    let mut changed = false;
    for part in parts.iter_mut().filter(|part| part.data.method != *method) {
        changed |= replace(&mut Arc::make_mut(&mut part.data).method, *method);
    }
    if changed {
        *entry = Arc::new(mesh);
    }
    Ok(changed)
}
