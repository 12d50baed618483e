use super::*;
use crate::{Command, ItemCommand, ProjectCommand, edits};

const POSES: Id = Id(300);

#[test]
fn poses_have_names_of_their_own_and_lie_on_clips_of_their_skeleton() {
    let mut document = edits::document();
    let new = PoseAsset::new(" PA ", edits::RIG);
    document
        .perform(
            &Command::Project(ProjectCommand::Add(POSES, new.into())),
            None,
        )
        .unwrap();
    assert_eq!(document.project().pose_assets[&POSES].name, "PA");
    let mut act = |command| document.perform(&Command::PoseAsset(POSES, command), None);
    let pose = |id, name: &str, clip, time| {
        PoseAssetCommand::Pose(ItemCommand::Put(NamedPose {
            id: Id(id),
            name: name.into(),
            clip,
            time,
        }))
    };
    assert_eq!(act(pose(1, " Fist ", edits::CLIP, 0.0)), Ok(true));
    assert_eq!(act(pose(1, "Fist", edits::CLIP, 0.0)), Ok(false));
    assert_eq!(
        act(pose(2, "Fist", edits::CLIP, 0.0)),
        Err(EditError::NameTaken {
            name: "Fist".into()
        })
    );
    for time in [-0.1, 1e9, f32::NAN] {
        assert!(
            matches!(
                act(pose(1, "Fist", edits::CLIP, time)),
                Err(EditError::OutOfRange { .. })
            ),
            "{time}"
        );
    }
    assert_eq!(
        act(pose(2, "Open", edits::FOREIGN, 0.0)),
        Err(EditError::SkeletonMismatch)
    );
    assert_eq!(
        act(pose(2, "Open", Id(99), 0.0)),
        Err(EditError::AssetMissing)
    );
    assert_eq!(
        act(PoseAssetCommand::SetBase(Some(Id(2)))),
        Err(EditError::ItemMissing)
    );
    assert_eq!(act(PoseAssetCommand::SetBase(Some(Id(1)))), Ok(true));
    assert_eq!(
        act(PoseAssetCommand::Pose(ItemCommand::Remove(Id(1)))),
        Ok(true)
    );
    assert_eq!(
        act(PoseAssetCommand::Pose(ItemCommand::Remove(Id(1)))),
        Err(EditError::ItemMissing)
    );
    assert_eq!(
        document.project().pose_assets[&POSES].base,
        None,
        "it went with its pose"
    );
}
