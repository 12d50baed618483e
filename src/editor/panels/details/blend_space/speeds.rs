//! How fast the weights of single bones follow, in place of the speed of the space.

use crate::{
    icons,
    panels::rows::PropertyRows,
    parts::{self, NumberField},
    theme,
};
use anim::blend_space::MOST_SPEEDS;
use asset::{BlendSpace, BoneKey, Project, blend_space::BoneSpeed};
use document::{BlendSpaceCommand, Command};
use egui::Ui;
use words::tr;

/// A bone has the speed of the nearest one above it that is listed.
pub fn speeds_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, project: &Project, space: &BlendSpace) {
    let speeds = &space.bone_speeds;
    if !parts::group_header(ui, tr!("Speeds of bones"), &speeds.len().to_string()) {
        return;
    }
    let bones: Vec<(BoneKey, String)> =
        project
            .skeletons
            .get(&space.skeleton)
            .map_or_else(Vec::new, |rig| {
                rig.bones
                    .iter()
                    .map(|bone| (bone.key.clone(), bone.name.clone()))
                    .collect()
            });
    for at in 0..speeds.len() {
        speed_ui(ui, rows, space, (&bones, at));
    }
    let id = rows.asset;
    let free = bones
        .iter()
        .find(|(key, _)| speeds.iter().all(|known| known.bone != *key));
    let refusal = match free {
        _ if speeds.len() >= MOST_SPEEDS => {
            Some(tr!("the limit of {MOST_SPEEDS} bone speeds is reached"))
        }
        None => Some(tr!("Every bone has a speed").to_owned()),
        Some(_) => None,
    };
    parts::property(ui, "", |ui| {
        let add = ui.add_enabled_ui(refusal.is_none(), |ui| {
            parts::button(ui, Some(icons::PLUS), tr!("Add bone speed"), false)
        });
        let tip = tr!("Gives a bone and its children their own weight speed");
        let response = add
            .inner
            .on_hover_text(tip)
            .on_disabled_hover_text(refusal.unwrap_or_default());
        if let Some((bone, _)) = free.filter(|_| response.clicked()) {
            let speed = BoneSpeed {
                bone: bone.clone(),
                speed: space.weight_speed,
            };
            let all = speeds.iter().cloned().chain([speed]).collect();
            rows.perform(Command::BlendSpace(
                id,
                BlendSpaceCommand::SetBoneSpeeds(all),
            ));
        }
    });
    if speeds.is_empty() {
        let none = egui::RichText::new(tr!("None: every bone uses the weight speed above"));
        parts::property(ui, "", |ui| {
            ui.label(none.font(theme::small()).color(theme::TEXT_3))
        });
    }
}

fn speed_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    space: &BlendSpace,
    (bones, at): (&[(BoneKey, String)], usize),
) {
    let (id, now) = (rows.asset, &space.bone_speeds[at]);
    let set =
        |speeds: Vec<BoneSpeed>| Command::BlendSpace(id, BlendSpaceCommand::SetBoneSpeeds(speeds));
    let with = |speed: BoneSpeed| {
        let mut all = space.bone_speeds.clone();
        all[at] = speed;
        set(all)
    };
    // Each bone once; one that is gone waits here for its return.
    let is_free = |key: &BoneKey| {
        *key == now.bone || space.bone_speeds.iter().all(|known| known.bone != *key)
    };
    let mut options: Vec<(BoneKey, String)> = bones
        .iter()
        .filter(|(key, _)| is_free(key))
        .cloned()
        .collect();
    if options.iter().all(|(key, _)| *key != now.bone) {
        options.insert(0, (now.bone.clone(), tr!("{} is missing", now.bone)));
    }
    rows.choice(ui, &tr!("Bone {}", at + 1), &now.bone, &options, |bone| {
        with(BoneSpeed {
            bone,
            ..now.clone()
        })
    });
    let name = options
        .iter()
        .find(|(key, _)| *key == now.bone)
        .map_or("", |(_, name)| name.as_str());
    let label = tr!("Speed of {name}");
    let field = NumberField {
        name: &label,
        value: now.speed.into(),
        unit: tr!("per second"),
        decimals: 1,
        speed: 0.1,
        range: 0.0..=1000.0,
        width: 110.0,
    };
    rows.number(ui, &label, field, |speed| {
        with(BoneSpeed {
            speed: speed as f32,
            ..now.clone()
        })
    });
    let remove = tr!("Remove speed of {name}");
    if parts::property(ui, "", |ui| {
        parts::button(ui, Some(icons::TRASH), &remove, false).clicked()
    }) {
        let mut all = space.bone_speeds.clone();
        all.remove(at);
        rows.perform(set(all));
    }
}
