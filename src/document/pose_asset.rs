//! Edits of a pose asset: its poses, and what they are differences to.

#[cfg(test)]
mod tests;

use crate::{
    EditError, PoseAssetCommand,
    field::in_range,
    item::{self, ItemCommand, ListedItem, listed, on_copy},
};
use asset::{Id, NamedPose, PoseAsset, Project};
use words::tr;

pub(crate) fn apply(
    project: &mut Project,
    id: Id,
    command: &PoseAssetCommand,
) -> Result<bool, EditError> {
    on_copy(
        project,
        id,
        |project| &mut project.pose_assets,
        |asset, project| {
            let before = asset.clone();
            edit(project, asset, command)?;
            Ok(*asset != before)
        },
    )
}

fn edit(
    project: &Project,
    asset: &mut PoseAsset,
    command: &PoseAssetCommand,
) -> Result<(), EditError> {
    match command {
        PoseAssetCommand::Pose(command) => {
            item::edit(asset, project, command)?;
            if let ItemCommand::Remove(id) = command {
                asset.base = asset.base.filter(|base| base != id);
            }
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

impl ListedItem for NamedPose {
    listed!(PoseAsset, poses, name);

    fn checked(&self, asset: &PoseAsset, project: &Project) -> Result<Self, EditError> {
        let clip = project.clips.get(&self.clip);
        let clip = clip.ok_or(EditError::AssetMissing)?;
        if clip.skeleton != asset.skeleton {
            return Err(EditError::SkeletonMismatch);
        }
        let name = Self::checked_name(asset, self.id, &self.name)?;
        in_range(
            self.time,
            0.0,
            clip.length(),
            tr!("Time"),
            tr!("within its clip"),
        )?;
        Ok(NamedPose {
            name,
            ..self.clone()
        })
    }
}
