//! Edits of a pose asset: its poses, and what they are differences to.

#[cfg(test)]
mod tests;

use crate::{
    EditError, PoseAssetCommand,
    field::{in_range, trimmed},
};
use asset::{Id, NamedPose, PoseAsset, Project};
use std::sync::Arc;
use words::tr;

pub(crate) fn apply(
    project: &mut Project,
    id: Id,
    command: &PoseAssetCommand,
) -> Result<bool, EditError> {
    let before = project
        .pose_assets
        .get(&id)
        .ok_or(EditError::AssetMissing)?;
    let mut asset = (**before).clone();
    edit(project, &mut asset, command)?;
    let changed = asset != **before;
    if changed {
        project.pose_assets.insert(id, Arc::new(asset));
    }
    Ok(changed)
}

fn edit(
    project: &Project,
    asset: &mut PoseAsset,
    command: &PoseAssetCommand,
) -> Result<(), EditError> {
    match command {
        PoseAssetCommand::SetPose(pose) => {
            let pose = checked(project, asset, pose)?;
            match asset.poses.iter_mut().find(|known| known.id == pose.id) {
                Some(known) => *known = pose,
                None => asset.poses.push(pose),
            }
        }
        PoseAssetCommand::RemovePose(id) => {
            let at = asset
                .poses
                .iter()
                .position(|pose| pose.id == *id)
                .ok_or(EditError::ItemMissing)?;
            asset.poses.remove(at);
            asset.base = asset.base.filter(|base| base != id);
        }
        PoseAssetCommand::SetBase(base) => {
            if base.is_some_and(|base| asset.pose(base).is_none()) {
                return Err(EditError::ItemMissing);
            }
            asset.base = *base;
        }
    }
    Ok(())
}

fn checked(project: &Project, asset: &PoseAsset, pose: &NamedPose) -> Result<NamedPose, EditError> {
    let clip = project
        .clips
        .get(&pose.clip)
        .ok_or(EditError::AssetMissing)?;
    if clip.skeleton != asset.skeleton {
        return Err(EditError::SkeletonMismatch);
    }
    let name = trimmed(&pose.name)?;
    if asset
        .poses
        .iter()
        .any(|other| other.name == name && other.id != pose.id)
    {
        return Err(EditError::NameTaken { name });
    }
    in_range(
        pose.time,
        0.0,
        clip.length(),
        tr!("Time"),
        tr!("within its clip"),
    )?;
    Ok(NamedPose {
        name,
        ..pose.clone()
    })
}
