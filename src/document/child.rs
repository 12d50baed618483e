//! Child montages: made, given other clips, and detached. All else of one is its parent's and
//! edited there.

#[cfg(test)]
mod tests;

use crate::{Command, EditError, MontageCommand, field::replace};
use asset::{Id, Montage, Project, child::Override};
use std::sync::Arc;
use words::tr;

/// Refuses what would change a part that a child has from its parent.
pub(crate) fn check(project: &Project, command: &Command) -> Result<(), EditError> {
    let id = match command {
        Command::Montage(_, MontageCommand::SetOverride { .. } | MontageCommand::Detach) => {
            return Ok(());
        }
        Command::Montage(id, _)
        | Command::Notify(id, _)
        | Command::Note(id, _)
        | Command::Sound(id, _)
        | Command::Curve(id, _)
        | Command::CurveKey(id, _) => *id,
        _ => return Ok(()),
    };
    let parent = project.montages.get(&id).and_then(|montage| montage.parent);
    parent.map_or(Ok(()), |parent| {
        let parent = project
            .asset_name(parent)
            .unwrap_or(tr!("a deleted montage"))
            .to_owned();
        Err(EditError::PartOfParent { parent })
    })
}

pub(crate) fn add(
    project: &mut Project,
    id: Id,
    parent: Id,
    name: String,
) -> Result<bool, EditError> {
    let skeleton = project
        .montages
        .get(&parent)
        .ok_or(EditError::AssetMissing)?
        .skeleton;
    project
        .montages
        .insert(id, Arc::new(Montage::child(name, parent, skeleton)));
    project
        .root_montage(id)
        .map_err(|_| EditError::TooManyParents)?;
    Ok(true)
}

/// Sets the clip that a child montage plays in a segment; None plays the parent's clip again.
pub(crate) fn set_override(
    project: &Project,
    m: &mut Montage,
    segment: Id,
    clip: Option<Id>,
) -> Result<bool, EditError> {
    if m.parent.is_none() {
        return Err(EditError::NoParent);
    }
    let known = m
        .overrides
        .iter()
        .position(|other| other.segment == segment);
    let Some(clip) = clip else {
        known.map(|at| m.overrides.remove(at));
        return Ok(known.is_some());
    };
    m.segment(segment).ok_or(EditError::ItemMissing)?;
    if project
        .clips
        .get(&clip)
        .ok_or(EditError::AssetMissing)?
        .skeleton
        != m.skeleton
    {
        return Err(EditError::SkeletonMismatch);
    }
    match known {
        Some(at) => Ok(replace(&mut m.overrides[at].clip, clip)),
        None => {
            m.overrides.push(Override { segment, clip });
            Ok(true)
        }
    }
}

/// Detaches a montage from its parent; its content stays as a copy of its own.
pub(crate) fn detach(m: &mut Montage) -> Result<bool, EditError> {
    if m.parent.take().is_none() {
        return Err(EditError::NoParent);
    }
    m.overrides.clear();
    Ok(true)
}
