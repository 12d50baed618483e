//! Details of a pose asset: its poses, and the clip and time of the one that is shown.

use super::{PropertyRows, heading::identity};
use crate::{
    action::PoseAssetAction,
    icons,
    parts::{self, FieldEdit, NumberField},
    theme,
};
use asset::{Id, NamedPose, PoseAsset, Project};
use document::{Command, ItemCommand, PoseAssetCommand};
use egui::{
    Align2, Rect, Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo, accesskit::Role, vec2,
};
use std::ops::RangeInclusive;
use words::{noun, tr};

/// Size of a pose's picture in the list, points.
const PICTURE: Vec2 = vec2(44.0, 56.0);
const WEIGHT: f32 = 84.0;

/// The details of a pose asset, with pictures of its poses.
pub fn pose_asset_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    project: &Project,
    asset: &PoseAsset,
) {
    identity(
        ui,
        icons::PERSON,
        &asset.name,
        tr!("Pose asset"),
        &parts::count(asset.poses.len(), noun!("pose")),
    );
    let shown = rows.views.kinds.pose_asset.pose(asset).cloned();
    if parts::group_header(ui, tr!("Poses"), &asset.poses.len().to_string()) {
        for pose in &asset.poses {
            let is_shown = shown.as_ref().is_some_and(|shown| shown.id == pose.id);
            pose_row_ui(ui, rows, project, pose, is_shown);
        }
        if parts::property(ui, "", |ui| {
            parts::button(ui, Some(icons::PLUS), tr!("Add pose"), false).clicked()
        }) {
            rows.actions.push(PoseAssetAction::AddPose.into());
        }
    }
    if let Some(pose) = shown {
        shown_ui(ui, rows, project, asset, &pose);
    }
    if parts::group_header(ui, tr!("Additive"), "") {
        let whole = (None, tr!("None: full poses").to_owned());
        let others = asset
            .poses
            .iter()
            .map(|pose| (Some(pose.id), tr!("Relative to “{}”", pose.name)));
        let options: Vec<(Option<Id>, String)> = std::iter::once(whole).chain(others).collect();
        let id = rows.asset;
        rows.choice(ui, tr!("Base pose"), &asset.base, &options, |base| {
            Command::PoseAsset(id, PoseAssetCommand::SetBase(base))
        });
    }
}

/// Row of a pose, with its picture, its time and its weight.
fn pose_row_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    project: &Project,
    pose: &NamedPose,
    is_shown: bool,
) {
    let view = &rows.views.kinds.pose_asset;
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), PICTURE.y + 8.0), Sense::click());
    response.widget_info(|| {
        WidgetInfo::selected(Role::Button, true, is_shown, tr!("Pose {}", pose.name))
    });
    if is_shown || response.hovered() {
        ui.painter().rect_filled(
            rect,
            0.0,
            if is_shown {
                theme::ACCENT_FILL
            } else {
                theme::RAISE
            },
        );
    }
    let picture = Rect::from_min_size(rect.min + vec2(24.0, 4.0), PICTURE);
    ui.painter().rect(
        picture,
        3.0,
        theme::VIEW,
        Stroke::new(1.0, theme::HAIR),
        StrokeKind::Inside,
    );
    if let Some(figure) = view.figures.get(&pose.id) {
        let drawn = ui.interact(picture, response.id.with("picture"), Sense::hover());
        drawn.widget_info(|| {
            WidgetInfo::labeled(Role::Image, true, tr!("Picture of {}", pose.name))
        });
        let stroke = Stroke::new(
            1.2,
            if is_shown {
                theme::WHITE
            } else {
                theme::TEXT_2
            },
        );
        for stick in figure.within(picture.shrink(4.0)) {
            ui.painter().line_segment(stick, stroke);
        }
    }
    let words = Rect::from_min_max(
        picture.right_top() + vec2(12.0, 0.0),
        rect.max - vec2(12.0, 4.0),
    );
    let (words, weight) =
        words.split_left_right_at_x((words.right() - WEIGHT).max(words.center().x));
    let (above, below) = words.split_top_bottom_at_fraction(0.5);
    parts::text_in(
        ui,
        above,
        Align2::LEFT_CENTER,
        &pose.name,
        theme::medium(),
        theme::TEXT,
    );
    let clip = project.asset_name(pose.clip).unwrap_or(tr!("missing clip"));
    let line = tr!("{clip} at {:.3} s", pose.time);
    parts::text_in(
        ui,
        below,
        Align2::LEFT_CENTER,
        line,
        theme::small(),
        theme::TEXT_2,
    );
    parts::focus_ring(ui, &response);
    let allowed = project
        .pose_assets
        .get(&rows.asset)
        .map_or(0.0..=1.0, |asset| asset::trial::pose_weights(asset));
    weight_ui(ui, weight, rows, pose, allowed);
    if response
        .on_hover_text(tr!("Click to show only this pose"))
        .clicked()
    {
        rows.actions.push(PoseAssetAction::ShowPose(pose.id).into());
    }
}

/// Weight of a pose: the wanted weight as a number, the actual weight as a bar.
fn weight_ui(
    ui: &mut Ui,
    rect: Rect,
    rows: &mut PropertyRows<'_>,
    pose: &NamedPose,
    range: RangeInclusive<f64>,
) {
    let view = &rows.views.kinds.pose_asset;
    let asked = view.weights.get(&pose.id).copied().unwrap_or(0.0);
    let live = view.live.get(&pose.id).copied().unwrap_or(0.0);
    let name = tr!("Weight of {}", pose.name);
    let field = NumberField {
        name: &name,
        value: asked,
        unit: "",
        decimals: 3,
        speed: 0.005,
        range,
        width: rect.width(),
    };
    let (above, below) = rect.split_top_bottom_at_fraction(0.6);
    let room = Rect::from_center_size(above.center(), vec2(rect.width(), theme::FIELD));
    // A scope would have the next row begin below it.
    let edit = field.show(&mut ui.new_child(UiBuilder::new().max_rect(room).id_salt(&name)));
    if let Some(weight) = edit.and_then(FieldEdit::value) {
        rows.actions
            .push(PoseAssetAction::Weigh(pose.id, weight).into());
    }
    let bar = Rect::from_center_size(below.center(), vec2(rect.width(), 4.0));
    ui.painter().rect_filled(bar, 2.0, theme::BASE);
    let part = Rect::from_min_size(
        bar.min,
        vec2(bar.width() * live.clamp(0.0, 1.0) as f32, bar.height()),
    );
    ui.painter().rect_filled(part, 2.0, theme::category(2));
    let response = ui.interact(
        bar.expand(4.0),
        ui.scope_id().with(("live", pose.id)),
        Sense::hover(),
    );
    let text = tr!("{} has {live:.3}", pose.name);
    response.widget_info(|| WidgetInfo::labeled(Role::ProgressIndicator, true, &text));
    response.on_hover_text(tr!(
        "{text} of the playing pose. Weights mix the poses like curves with their names."
    ));
}

fn shown_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    project: &Project,
    asset: &PoseAsset,
    pose: &NamedPose,
) {
    if !parts::group_header(ui, &tr!("Shown: {}", pose.name), "") {
        return;
    }
    let id = rows.asset;
    let set =
        |pose: NamedPose| Command::PoseAsset(id, PoseAssetCommand::Pose(ItemCommand::Put(pose)));
    rows.text(ui, tr!("Name"), &pose.name, |name| {
        set(NamedPose {
            name,
            ..pose.clone()
        })
    });
    let of_skeleton = project
        .clips
        .iter()
        .filter(|(_, clip)| clip.skeleton == asset.skeleton);
    let clips: Vec<(Id, String)> = of_skeleton
        .map(|(id, clip)| (*id, clip.name.clone()))
        .collect();
    let length = |clip: Id| project.clips.get(&clip).map_or(0.0, |clip| clip.length());
    rows.choice(ui, tr!("Clip"), &pose.clip, &clips, |clip| {
        set(NamedPose {
            clip,
            time: pose.time.min(length(clip)),
            ..pose.clone()
        })
    });
    let field = NumberField {
        name: tr!("Time"),
        value: pose.time.into(),
        unit: "s",
        decimals: 3,
        speed: 0.01,
        range: 0.0..=length(pose.clip).into(),
        width: 84.0,
    };
    rows.number(ui, tr!("Time"), field, |time| {
        set(NamedPose {
            time: time as f32,
            ..pose.clone()
        })
    });
    if parts::property(ui, "", |ui| {
        parts::button(ui, Some(icons::TRASH), tr!("Delete pose"), false).clicked()
    }) {
        rows.perform(Command::PoseAsset(
            id,
            PoseAssetCommand::Pose(ItemCommand::Remove(pose.id)),
        ));
    }
}
