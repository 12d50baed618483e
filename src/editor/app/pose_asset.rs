//! Actions of a pose asset: its poses are moments of clips, and the viewport shows one of them.

use super::{App, edit::free_name};
use crate::{action::PoseAssetAction, kinds::figures, session::Tone};
use asset::{AssetKind, Id, NamedPose, PoseAsset};
use document::{Command, PoseAssetCommand, ProjectCommand};

impl App {
    pub(super) fn act_on_pose_asset(&mut self, action: PoseAssetAction) {
        match action {
            PoseAssetAction::New => self.new_pose_asset(),
            PoseAssetAction::AddPose => self.add_pose(),
            PoseAssetAction::ShowPose(pose) => self.session.kinds.pose_asset.shown = Some(pose),
        }
    }

    fn new_pose_asset(&mut self) {
        let id = self.session.edits.id();
        let project = self.document.project().clone();
        let Some(skeleton) = self.skeleton_for_new("Import a character first; a pose asset keeps poses of its bones.")
        else {
            return;
        };
        let asset = PoseAsset::new(project.free_name(AssetKind::PoseAsset, "PA_Poses", None), skeleton);
        self.perform(&Command::Project(ProjectCommand::AddPoseAsset(id, Box::new(asset))), None);
        self.open_asset(id);
    }

    fn add_pose(&mut self) {
        let pose = self.session.edits.id();
        let project = self.document.project().clone();
        let Some((id, asset)) = self.session.active.and_then(|id| Some((id, project.pose_assets.get(&id)?))) else {
            return;
        };
        let last = asset.poses.last().map(|pose| pose.clip);
        let of_skeleton = || project.clips.iter().find(|(_, clip)| clip.skeleton == asset.skeleton).map(|(id, _)| *id);
        let Some(clip) = last.or_else(of_skeleton) else {
            let line = "Import a clip of its skeleton first; a pose is a moment of one.";
            return self.session.toast(Tone::Warning, "No clip yet", line);
        };
        let name = free_name("Pose", asset.poses.iter().map(|pose| pose.name.as_str()));
        let new = NamedPose { id: pose, name, clip, time: 0.0 };
        self.perform(&Command::PoseAsset(id, PoseAssetCommand::SetPose(new)), None);
        self.session.kinds.pose_asset.shown = Some(pose);
    }

    /// Once a compilation, and when another asset opens.
    pub(super) fn draw_poses(&mut self) {
        let of = (self.revision, self.session.active);
        if self.drawn_poses.replace(of) == Some(of) {
            return;
        }
        let Some(project) = &self.compiled_root else { return };
        let asset = self.session.active.and_then(|id| project.pose_assets.get(&id));
        let drawn = asset.map(|asset| figures(project, &self.compiled.library, asset));
        self.session.kinds.pose_asset.figures = drawn.unwrap_or_default();
    }

    /// Where the clip of the open pose asset's shown pose stands, seconds.
    pub(super) fn posed_at(&self) -> Option<(Id, f32)> {
        let asset = self.compiled_root.as_ref()?.pose_assets.get(&self.session.active?)?;
        let pose = self.session.kinds.pose_asset.pose(asset)?;
        Some((pose.clip, pose.time))
    }
}
