//! Edits of a pose asset: its poses, and what they are differences to.

use crate::{
    EditError, PoseAssetCommand,
    field::{in_range, trimmed},
};
use asset::{Id, NamedPose, PoseAsset, Project};
use std::sync::Arc;

pub(crate) fn apply(project: &mut Project, id: Id, command: &PoseAssetCommand) -> Result<bool, EditError> {
    let before = project.pose_assets.get(&id).ok_or(EditError::AssetMissing)?;
    let mut asset = (**before).clone();
    edit(project, &mut asset, command)?;
    let changed = asset != **before;
    if changed {
        project.pose_assets.insert(id, Arc::new(asset));
    }
    Ok(changed)
}

fn edit(project: &Project, asset: &mut PoseAsset, command: &PoseAssetCommand) -> Result<(), EditError> {
    match command {
        PoseAssetCommand::SetPose(pose) => {
            let pose = checked(project, asset, pose)?;
            match asset.poses.iter_mut().find(|known| known.id == pose.id) {
                Some(known) => *known = pose,
                None => asset.poses.push(pose),
            }
        }
        PoseAssetCommand::RemovePose(id) => {
            let at = asset.poses.iter().position(|pose| pose.id == *id).ok_or(EditError::ItemMissing)?;
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
    let clip = project.clips.get(&pose.clip).ok_or(EditError::AssetMissing)?;
    if clip.skeleton != asset.skeleton {
        return Err(EditError::SkeletonMismatch);
    }
    let name = trimmed(&pose.name)?;
    if asset.poses.iter().any(|other| other.name == name && other.id != pose.id) {
        return Err(EditError::NameTaken { name });
    }
    in_range(pose.time, 0.0, clip.length(), "Time", "within its clip")?;
    Ok(NamedPose { name, ..pose.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, ProjectCommand, edits};

    const POSES: Id = Id(300);

    #[test]
    fn poses_have_names_of_their_own_and_lie_on_clips_of_their_skeleton() {
        let mut document = edits::document();
        let new = PoseAsset::new(" PA ", edits::RIG);
        document.perform(&Command::Project(ProjectCommand::AddPoseAsset(POSES, Box::new(new))), None).unwrap();
        assert_eq!(document.project().pose_assets[&POSES].name, "PA");
        let mut act = |command| document.perform(&Command::PoseAsset(POSES, command), None);
        let pose = |id, name: &str, clip, time| {
            PoseAssetCommand::SetPose(NamedPose { id: Id(id), name: name.into(), clip, time })
        };
        assert_eq!(act(pose(1, " Fist ", edits::CLIP, 0.0)), Ok(true));
        assert_eq!(act(pose(1, "Fist", edits::CLIP, 0.0)), Ok(false));
        assert_eq!(act(pose(2, "Fist", edits::CLIP, 0.0)), Err(EditError::NameTaken { name: "Fist".into() }));
        for time in [-0.1, 1e9, f32::NAN] {
            assert!(matches!(act(pose(1, "Fist", edits::CLIP, time)), Err(EditError::OutOfRange { .. })), "{time}");
        }
        assert_eq!(act(pose(2, "Open", edits::FOREIGN, 0.0)), Err(EditError::SkeletonMismatch));
        assert_eq!(act(pose(2, "Open", Id(99), 0.0)), Err(EditError::AssetMissing));
        assert_eq!(act(PoseAssetCommand::SetBase(Some(Id(2)))), Err(EditError::ItemMissing));
        assert_eq!(act(PoseAssetCommand::SetBase(Some(Id(1)))), Ok(true));
        assert_eq!(act(PoseAssetCommand::RemovePose(Id(1))), Ok(true));
        assert_eq!(act(PoseAssetCommand::RemovePose(Id(1))), Err(EditError::ItemMissing));
        assert_eq!(document.project().pose_assets[&POSES].base, None, "it went with its pose");
    }
}
