//! Actions of a pose asset: its poses are moments of clips, and the viewport shows one of them.

use super::App;
use crate::timeline::item::free_name;
use crate::{action::PoseAssetAction, kinds::figures, toast::Tone};
use anim::{Name, Request};
use asset::{AssetKind, Id, NamedPose, PoseAsset};
use document::{Command, ItemCommand, PoseAssetCommand, ProjectCommand};
use engine::EngineInput;
use std::sync::Arc;
use studio::{PREVIEWED, Transport};
use words::tr;

impl App {
    pub(super) fn act_on_pose_asset(&mut self, action: PoseAssetAction) {
        match action {
            PoseAssetAction::New => self.new_pose_asset(),
            PoseAssetAction::AddPose => self.add_pose(),
            PoseAssetAction::ShowPose(pose) => {
                self.views.kinds.pose_asset.shown = Some(pose);
                self.views.kinds.pose_asset.weights.clear();
            }
            PoseAssetAction::Weigh(pose, weight) => {
                let allowed = self
                    .open_poses()
                    .map_or(0.0..=1.0, |asset| asset::trial::pose_weights(asset));
                let weight = weight.clamp(*allowed.start(), *allowed.end());
                self.views.kinds.pose_asset.weights.insert(pose, weight);
                self.send_weights();
            }
        }
    }

    fn new_pose_asset(&mut self) {
        let id = self.views.edits.id();
        let project = self.document.project().clone();
        let Some(skeleton) = self.skeleton_for_new(tr!(
            "Import a character first. A pose asset stores poses of its bones."
        )) else {
            return;
        };
        let asset = PoseAsset::new(
            project.free_name(AssetKind::PoseAsset, "PA_Poses", None),
            skeleton,
        );
        self.perform(
            &Command::Project(ProjectCommand::Add(id, asset.into())),
            None,
        );
        self.open_asset(id);
    }

    fn add_pose(&mut self) {
        let pose = self.views.edits.id();
        let project = self.document.project().clone();
        let Some((id, asset)) = self
            .session
            .active
            .and_then(|id| Some((id, project.pose_assets.get(&id)?)))
        else {
            return;
        };
        let last = asset.poses.last().map(|pose| pose.clip);
        let of_skeleton = || {
            project
                .clips
                .iter()
                .find(|(_, clip)| clip.skeleton == asset.skeleton)
                .map(|(id, _)| *id)
        };
        let Some(clip) = last.or_else(of_skeleton) else {
            let line = tr!("Import a clip of its skeleton first. A pose is sampled from a clip.");
            return self.session.toast(Tone::Warning, tr!("No clip yet"), line);
        };
        let name = free_name("Pose", asset.poses.iter().map(|pose| pose.name.as_str()));
        let new = NamedPose {
            id: pose,
            name,
            clip,
            time: 0.0,
        };
        self.perform(
            &Command::PoseAsset(id, PoseAssetCommand::Pose(ItemCommand::Put(new))),
            None,
        );
        self.views.kinds.pose_asset.shown = Some(pose);
    }

    /// Once a compilation, and when another asset opens.
    pub(super) fn draw_poses(&mut self) {
        let of = (self.engine.revision(), self.session.active);
        if self.drawn_poses.replace(of) == Some(of) {
            return;
        }
        let Some(project) = &self.compiled_root else {
            return;
        };
        let asset = self
            .session
            .active
            .and_then(|id| project.pose_assets.get(&id));
        let drawn = asset.map(|asset| figures(project, &self.compiled.library, asset));
        self.views.kinds.pose_asset.figures = drawn.unwrap_or_default();
    }

    /// Sends the weights to the trial of the open pose asset, by the index of each pose. The trial
    /// plays until it has the weights.
    pub(super) fn send_weights(&mut self) {
        let view = &self.views.kinds.pose_asset;
        let Some(asset) = self.open_poses().filter(|asset| view.is_mixing(asset)) else {
            return;
        };
        for (at, pose) in asset.poses.iter().enumerate() {
            let value = self
                .views
                .kinds
                .pose_asset
                .weights
                .get(&pose.id)
                .copied()
                .unwrap_or(0.0);
            let request = Request::SetParameter {
                parameter: Name::new(&asset::trial::weight(at)),
                value,
            };
            self.engine.send(EngineInput::Request {
                character: PREVIEWED,
                request,
            });
        }
        self.session.transport.playing = true;
        self.engine.transport(Transport::Play);
    }

    /// The open pose asset, as last compiled; None if no pose asset is open.
    fn open_poses(&self) -> Option<&Arc<PoseAsset>> {
        self.compiled_root
            .as_ref()?
            .pose_assets
            .get(&self.session.active?)
    }

    /// Updates the weights that the poses of the open pose asset have in the preview.
    pub(super) fn follow_weights(&mut self) {
        let view = &self.views.kinds.pose_asset;
        let Some(asset) = self.open_poses() else {
            return;
        };
        let mixed = self.engine.frame.as_ref().filter(|_| view.is_mixing(asset));
        let shown = view.pose(asset).map(|pose| pose.id);
        let live = |(at, pose): (usize, &NamedPose)| match mixed {
            Some(frame) => frame
                .graph_state
                .parameter(Name::new(&asset::trial::weight(at)))
                .unwrap_or(0.0),
            None => f64::from(u8::from(shown == Some(pose.id))),
        };
        let mut live: Vec<f64> = asset.poses.iter().enumerate().map(live).collect();
        let asked = asset
            .poses
            .iter()
            .map(|pose| view.weights.get(&pose.id).copied().unwrap_or(0.0));
        // Nothing moves any more.
        let rests = mixed.is_some() && asked.eq(live.iter().copied());
        // Whole poses that are more than all share it.
        let sum: f64 = live.iter().sum();
        if asset.base.is_none() && sum > 1.0 {
            live.iter_mut().for_each(|weight| *weight /= sum);
        }
        self.views.kinds.pose_asset.live =
            asset.poses.iter().map(|pose| pose.id).zip(live).collect();
        if rests && self.session.transport.playing {
            self.session.transport.playing = false;
            self.engine.transport(Transport::Pause);
        }
    }

    /// Clip of the shown pose of the open pose asset, and its time in seconds; None while several
    /// poses are mixed.
    pub(super) fn posed_at(&self) -> Option<(Id, f32)> {
        let (asset, view) = (self.open_poses()?, &self.views.kinds.pose_asset);
        let pose = view.pose(asset).filter(|_| !view.is_mixing(asset))?;
        Some((pose.clip, pose.time))
    }
}
