//! Edits of skin-weight profiles as a whole: they go by one name in every part and level.

#[cfg(test)]
mod tests;

use super::sets::put_sets;
use crate::{EditError, field::trimmed};
use asset::{Mesh, skin::Sets};

pub(super) fn rename(mesh: &mut Mesh, profile: &str, name: &str) -> Result<bool, EditError> {
    let name = trimmed(name)?;
    if name == profile {
        return Ok(false);
    }
    if mesh.profiles().contains(&name.as_str()) {
        return Err(EditError::NameTaken { name });
    }
    each(mesh, profile, |sets, at| {
        sets.profiles[at].0.clone_from(&name)
    })
}

pub(super) fn remove(mesh: &mut Mesh, profile: &str) -> Result<bool, EditError> {
    each(mesh, profile, |sets, at| drop(sets.profiles.remove(at)))
}

/// Changes the profile in every part that has it.
fn each(
    mesh: &mut Mesh,
    profile: &str,
    change: impl Fn(&mut Sets, usize),
) -> Result<bool, EditError> {
    let places = mesh
        .lods
        .iter()
        .enumerate()
        .flat_map(|(lod, it)| (0..it.parts.len()).map(move |part| (lod, part)));
    let mut found = false;
    for (lod, part) in places.collect::<Vec<_>>() {
        let known = &mesh.lods[lod].parts[part];
        let Some(at) = known.profiles.iter().position(|name| name == profile) else {
            continue;
        };
        let mut sets = Sets::of(mesh, known);
        change(&mut sets, at);
        put_sets(mesh, (lod, part), &sets)?;
        found = true;
    }
    if found {
        Ok(true)
    } else {
        Err(EditError::ItemMissing)
    }
}
