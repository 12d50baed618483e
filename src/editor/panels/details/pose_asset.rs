//! Details of a pose asset: its poses, and the clip and time of the one that is shown.

use super::{Rows, identity, list_row_ui};
use crate::{
    action::PoseAssetAction,
    icons,
    parts::{self, NumberField},
};
use asset::{Id, NamedPose, PoseAsset, Project};
use document::{Command, PoseAssetCommand};
use egui::Ui;

pub fn pose_asset_ui(ui: &mut Ui, rows: &mut Rows<'_>, project: &Project, asset: &PoseAsset) {
    identity(ui, icons::PERSON, &asset.name, "Pose asset", &parts::count(asset.poses.len(), "pose"));
    let shown = rows.session.kinds.pose_asset.pose(asset).cloned();
    if parts::group_header(ui, "Poses", &asset.poses.len().to_string()) {
        for pose in &asset.poses {
            let is_shown = shown.as_ref().is_some_and(|shown| shown.id == pose.id);
            if list_row_ui(ui, "Pose", &pose.name, &format!("{:.3} s", pose.time), is_shown) {
                rows.actions.push(PoseAssetAction::ShowPose(pose.id).into());
            }
        }
        if parts::property(ui, "", |ui| parts::button(ui, Some(icons::PLUS), "Add pose", false).clicked()) {
            rows.actions.push(PoseAssetAction::AddPose.into());
        }
    }
    if let Some(pose) = shown {
        shown_ui(ui, rows, project, asset, &pose);
    }
    if parts::group_header(ui, "Differences", "") {
        let whole = (None, "None: whole poses".to_owned());
        let others = asset.poses.iter().map(|pose| (Some(pose.id), format!("To “{}”", pose.name)));
        let options: Vec<(Option<Id>, String)> = std::iter::once(whole).chain(others).collect();
        let id = rows.asset;
        rows.choice(ui, "Difference to", &asset.base, &options, |base| {
            Command::PoseAsset(id, PoseAssetCommand::SetBase(base))
        });
    }
}

fn shown_ui(ui: &mut Ui, rows: &mut Rows<'_>, project: &Project, asset: &PoseAsset, pose: &NamedPose) {
    if !parts::group_header(ui, &format!("Shown: {}", pose.name), "") {
        return;
    }
    let id = rows.asset;
    let set = |pose: NamedPose| Command::PoseAsset(id, PoseAssetCommand::SetPose(pose));
    rows.text(ui, "Name", &pose.name, |name| set(NamedPose { name, ..pose.clone() }));
    let of_skeleton = project.clips.iter().filter(|(_, clip)| clip.skeleton == asset.skeleton);
    let clips: Vec<(Id, String)> = of_skeleton.map(|(id, clip)| (*id, clip.name.clone())).collect();
    let length = |clip: Id| project.clips.get(&clip).map_or(0.0, |clip| clip.length());
    rows.choice(ui, "Clip", &pose.clip, &clips, |clip| {
        set(NamedPose { clip, time: pose.time.min(length(clip)), ..pose.clone() })
    });
    let field = NumberField {
        name: "Time",
        value: pose.time.into(),
        unit: "s",
        decimals: 3,
        speed: 0.01,
        range: 0.0..=length(pose.clip).into(),
        width: 84.0,
    };
    rows.number(ui, "Time", field, |time| set(NamedPose { time: time as f32, ..pose.clone() }));
    if parts::property(ui, "", |ui| parts::button(ui, Some(icons::TRASH), "Delete pose", false).clicked()) {
        rows.perform(Command::PoseAsset(id, PoseAssetCommand::RemovePose(pose.id)));
    }
}
