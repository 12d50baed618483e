//! Rows of a skeleton, and of the bone, socket or virtual bone that is selected on it.

mod current;
#[cfg(test)]
mod tests;

use current::{Located, current_ui};
use words::{Word, noun, tr, word};

use super::{PropertyRows, fact, heading::identity};
use crate::{
    action::SkeletonAction,
    icons,
    panels::skeleton::RETARGET,
    parts::{self, FieldEdit, NumberField},
    theme,
};
use anim::{Transform, mask::ProfileMode, mirror::Axis};
use asset::{
    BoneKey, Id, Mirror, MirrorRule, Project, RetargetSource, Skeleton,
    skeleton::{Bone, Socket, VirtualBone},
};
use document::{Command, ItemCommand, Selection, SkeletonCommand};
use egui::Ui;
use glam::{EulerRot, Quat};
use studio::PreviewFrame;

const PROFILE_MODES: [(ProfileMode, Word); 3] = [
    (
        ProfileMode::TimeFactor,
        word!("Time factors: 0.5 blends in half the time"),
    ),
    (
        ProfileMode::WeightFactor,
        word!("Weight factors, 1 or more"),
    ),
    (ProfileMode::BlendMask, word!("Weights")),
];

/// The details of a skeleton.
pub fn skeleton_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    project: &Project,
    skeleton: &Skeleton,
) {
    identity(ui, icons::BONE, &skeleton.name, tr!("Skeleton"), "");
    fact(ui, tr!("Bones"), &skeleton.bones.len().to_string());
    fact(ui, tr!("Sockets"), &skeleton.sockets.len().to_string());
    fact(
        ui,
        tr!("Virtual bones"),
        &skeleton.virtual_bones.len().to_string(),
    );
    fact(ui, tr!("Masks"), &skeleton.masks.len().to_string());
    fact(
        ui,
        tr!("Blend profiles"),
        &skeleton.blend_profiles.len().to_string(),
    );
    let count = skeleton.retarget_sources.len();
    if parts::group_header(ui, tr!("Retarget sources"), &count.to_string()) {
        retarget_sources_ui(ui, rows, project, skeleton);
    }
    let partners = skeleton.mirror.partners(&skeleton.bones);
    let pairs = partners
        .iter()
        .enumerate()
        .filter(|(at, other)| at < *other)
        .count();
    if parts::group_header(ui, tr!("Mirror"), &parts::count(pairs, noun!("pair"))) {
        mirror_ui(ui, rows, skeleton, &partners);
    }
}

/// The plane, which parts of names stand for each other, and which bones have no partner by them.
fn mirror_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, skeleton: &Skeleton, partners: &[usize]) {
    let (rig, mirror) = (rows.asset, &skeleton.mirror);
    let set = |mirror: Mirror| Command::Skeleton(rig, SkeletonCommand::SetMirror(mirror));
    let axes = Axis::ALL.map(|axis| (axis, tr!("{axis:?}: the plane across it")));
    rows.choice(ui, tr!("Mirror axis"), &mirror.axis, &axes, |axis| {
        set(Mirror {
            axis,
            ..mirror.clone()
        })
    });
    for (at, rule) in mirror.rules.iter().enumerate() {
        let with = |rule: Option<MirrorRule>| {
            let mut mirror = mirror.clone();
            drop(mirror.rules.splice(at..=at, rule));
            set(mirror)
        };
        let number = at + 1;
        rows.text(ui, &tr!("Left part {number}"), &rule.left, |left| {
            with(Some(MirrorRule {
                left,
                ..rule.clone()
            }))
        });
        rows.text(ui, &tr!("Right part {number}"), &rule.right, |right| {
            with(Some(MirrorRule {
                right,
                ..rule.clone()
            }))
        });
        if button_row(ui, icons::TRASH, &tr!("Delete rule {number}")) {
            rows.perform(with(None));
        }
    }
    if button_row(ui, icons::PLUS, tr!("Add rule")) {
        let mut mirror = mirror.clone();
        mirror.rules.push(MirrorRule {
            left: "_left".into(),
            right: "_right".into(),
        });
        rows.perform(set(mirror));
    }
    let alone = partners
        .iter()
        .enumerate()
        .filter(|(at, other)| at == *other)
        .map(|(at, _)| at);
    let names: Vec<&str> = alone.map(|at| skeleton.bones[at].name.as_str()).collect();
    fact(ui, tr!("Unpaired bones"), &names.join(", "));
}

/// Rest poses of other figures, for clips that were made for those.
fn retarget_sources_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    project: &Project,
    skeleton: &Skeleton,
) {
    let rig = rows.asset;
    for source in &skeleton.retarget_sources {
        let rename = |name| {
            Command::Skeleton(
                rig,
                SkeletonCommand::RetargetSource(ItemCommand::Rename(source.id, name)),
            )
        };
        rows.text(ui, tr!("Source name"), &source.name, rename);
        if button_row(ui, icons::TRASH, &tr!("Delete {}", source.name)) {
            rows.perform(Command::Skeleton(
                rig,
                SkeletonCommand::RetargetSource(ItemCommand::Remove(source.id)),
            ));
        }
    }
    let others: Vec<_> = project
        .skeletons
        .iter()
        .filter(|(id, _)| **id != rig)
        .collect();
    parts::property(ui, "", |ui| {
        ui.add_enabled_ui(!others.is_empty(), |ui| {
            parts::menu_button(ui, tr!("Add from a skeleton"), |ui| {
                for (_, other) in &others {
                    if ui.button(&other.name).clicked() {
                        let source = RetargetSource::of(rows.views.edits.id(), other, skeleton);
                        rows.perform(Command::Skeleton(
                            rig,
                            SkeletonCommand::RetargetSource(ItemCommand::Add(source)),
                        ));
                    }
                }
            })
        })
    });
}

/// Shows what is selected in the skeleton panel or the viewport; nothing for any other selection.
pub fn selected_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    project: &Project,
    selection: &Selection,
    frame: Option<&PreviewFrame>,
) {
    let Some(skeleton) = project.skeletons.get(&rows.asset) else {
        return;
    };
    let item = (selection.asset == Some(rows.asset))
        .then(|| selection.items.first())
        .flatten();
    if let Some(socket) = item.and_then(|id| skeleton.socket(*id)) {
        socket_ui(ui, rows, project, skeleton, socket);
        current_ui(ui, rows, (frame, skeleton), Located::Socket(&socket.name));
    } else if let Some(bone) = item.and_then(|id| skeleton.virtual_bone(*id)) {
        virtual_bone_ui(ui, rows, skeleton, bone);
        current_ui(
            ui,
            rows,
            (frame, skeleton),
            Located::VirtualBone(&bone.name),
        );
    } else if let Some((id, (name, _))) = item.and_then(|id| Some((*id, skeleton.weights(*id)?))) {
        weights_ui(ui, rows, skeleton, id, name);
    } else if let Some((at, bone)) = rows
        .views
        .kinds
        .skeleton
        .selected_bone
        .and_then(|at| Some((at, skeleton.bones.get(at)?)))
    {
        bone_ui(ui, rows, skeleton, at, bone);
        current_ui(ui, rows, (frame, skeleton), Located::Bone(at));
    }
}

fn bone_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, skeleton: &Skeleton, at: usize, bone: &Bone) {
    if !parts::group_header(ui, &tr!("Bone: {}", bone.name), "") {
        return;
    }
    let parent = bone
        .parent
        .and_then(|parent| skeleton.bones.get(parent as usize));
    fact(
        ui,
        tr!("Parent"),
        parent.map_or(tr!("None"), |parent| parent.name.as_str()),
    );
    let three = |values: [f32; 3], decimals| {
        values
            .map(|value| parts::number_text(value.into(), decimals))
            .join("  ")
    };
    fact(
        ui,
        tr!("Reference position"),
        &format!("{} m", three(bone.reference.translation.to_array(), 3)),
    );
    fact(
        ui,
        tr!("Reference rotation"),
        &format!("{}°", three(degrees(bone.reference.rotation), 1)),
    );
    let options = RETARGET.map(|(mode, name, what)| (mode, format!("{name}: {what}")));
    let id = rows.asset;
    rows.choice(
        ui,
        tr!("Translation from"),
        &bone.retarget,
        &options,
        |mode| {
            Command::Skeleton(
                id,
                SkeletonCommand::SetRetarget {
                    bone: at,
                    mode,
                    children: false,
                },
            )
        },
    );
    if button_row(ui, icons::PLUS, tr!("Add socket")) {
        rows.actions.push(SkeletonAction::AddSocket.into());
    }
}

fn socket_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    project: &Project,
    skeleton: &Skeleton,
    socket: &Socket,
) {
    if !parts::group_header(ui, &tr!("Socket: {}", socket.name), "") {
        return;
    }
    let id = rows.asset;
    let set =
        |socket: Socket| Command::Skeleton(id, SkeletonCommand::Socket(ItemCommand::Set(socket)));
    rows.text(ui, tr!("Name"), &socket.name, |name| {
        set(Socket {
            name,
            ..socket.clone()
        })
    });
    rows.choice(ui, tr!("Bone"), &socket.bone, &bones(skeleton), |bone| {
        set(Socket {
            bone,
            ..socket.clone()
        })
    });
    let moved = |local: Transform| {
        set(Socket {
            local,
            ..socket.clone()
        })
    };
    let local = socket.local;
    let unit = rows.session.preferences.unit;
    let position = (local.translation * unit.of_a_metre()).to_array();
    let edit = vector(
        ui,
        tr!("Position"),
        unit.symbol(),
        position,
        0.005 * f64::from(unit.of_a_metre()),
    );
    rows.apply(edit, |v| {
        moved(Transform {
            translation: glam::Vec3::from(v) / unit.of_a_metre(),
            ..local
        })
    });
    let turned = ui.scope_id().with(("turn", socket.id));
    let edit = vector(
        ui,
        tr!("Rotation"),
        "°",
        known_degrees(ui, turned, local.rotation),
        0.5,
    );
    if let Some(angles) = edit.and_then(FieldEdit::value) {
        ui.data_mut(|data| data.insert_temp(turned, (quaternion(angles), angles)));
    }
    rows.apply(edit, |angles| {
        moved(Transform {
            rotation: quaternion(angles),
            ..local
        })
    });
    let edit = vector(ui, tr!("Scale"), "×", local.scale.to_array(), 0.01);
    rows.apply(edit, |v| {
        moved(Transform {
            scale: v.into(),
            ..local
        })
    });
    let others = project
        .meshes
        .iter()
        .filter(|(_, mesh)| mesh.skeleton != id);
    let others = others.map(|(id, mesh)| (Some(*id), mesh.name.clone()));
    let options: Vec<_> = [(None, tr!("None").to_owned())]
        .into_iter()
        .chain(others)
        .collect();
    rows.choice(
        ui,
        tr!("Preview mesh"),
        &socket.preview,
        &options,
        |preview| {
            set(Socket {
                preview,
                ..socket.clone()
            })
        },
    );
    if button_row(ui, icons::TRASH, tr!("Delete socket")) {
        rows.perform(Command::Skeleton(
            id,
            SkeletonCommand::Socket(ItemCommand::Remove(socket.id)),
        ));
    }
}

fn virtual_bone_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    skeleton: &Skeleton,
    bone: &VirtualBone,
) {
    if !parts::group_header(ui, &tr!("Virtual bone: {}", bone.name), "") {
        return;
    }
    let id = rows.asset;
    let set = |bone: VirtualBone| {
        Command::Skeleton(id, SkeletonCommand::VirtualBone(ItemCommand::Set(bone)))
    };
    rows.text(ui, tr!("Name"), &bone.name, |name| {
        set(VirtualBone {
            name,
            ..bone.clone()
        })
    });
    let bones = bones(skeleton);
    rows.choice(ui, tr!("Parent bone"), &bone.source, &bones, |source| {
        set(VirtualBone {
            source,
            ..bone.clone()
        })
    });
    rows.choice(ui, tr!("Follows"), &bone.target, &bones, |target| {
        set(VirtualBone {
            target,
            ..bone.clone()
        })
    });
    if button_row(ui, icons::TRASH, tr!("Delete virtual bone")) {
        rows.perform(Command::Skeleton(
            id,
            SkeletonCommand::VirtualBone(ItemCommand::Remove(bone.id)),
        ));
    }
}

/// Rows of a mask or a blend profile; its numbers are edited beside the bones.
fn weights_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, skeleton: &Skeleton, id: Id, name: &str) {
    let profile = skeleton.blend_profile(id);
    let title = if profile.is_some() {
        tr!("Blend profile")
    } else {
        tr!("Mask")
    };
    if !parts::group_header(ui, &format!("{title}: {name}"), "") {
        return;
    }
    let rig = rows.asset;
    rows.text(ui, tr!("Name"), name, |name| {
        let command = match profile {
            Some(_) => SkeletonCommand::BlendProfile(ItemCommand::Rename(id, name)),
            None => SkeletonCommand::Mask(ItemCommand::Rename(id, name)),
        };
        Command::Skeleton(rig, command)
    });
    if let Some(profile) = profile {
        let options = PROFILE_MODES.map(|(mode, name)| (mode, name.into()));
        rows.choice(ui, tr!("Profile mode"), &profile.mode, &options, |mode| {
            Command::Skeleton(rig, SkeletonCommand::SetProfileMode(id, mode))
        });
    }
    fact(
        ui,
        tr!("Edit"),
        tr!("Drag the numbers beside the bones in Skeleton"),
    );
    if button_row(ui, icons::TRASH, &tr!("Delete {}", title.to_lowercase())) {
        let command = match profile {
            Some(_) => SkeletonCommand::BlendProfile(ItemCommand::Remove(id)),
            None => SkeletonCommand::Mask(ItemCommand::Remove(id)),
        };
        rows.perform(Command::Skeleton(rig, command));
    }
}

fn bones(skeleton: &Skeleton) -> Vec<(BoneKey, String)> {
    let there = skeleton
        .bones
        .iter()
        .map(|bone| (bone.key.clone(), bone.name.clone()));
    let absent = skeleton
        .absent
        .iter()
        .map(|bone| (bone.key.clone(), tr!("{} (gone)", bone.name)));
    there.chain(absent).collect()
}

fn button_row(ui: &mut Ui, icon: &str, label: &str) -> bool {
    parts::property(ui, "", |ui| {
        parts::button(ui, Some(icon), label, false).clicked()
    })
}

/// Three numbers, x to z.
fn vector(
    ui: &mut Ui,
    label: &str,
    unit: &str,
    value: [f32; 3],
    speed: f64,
) -> Option<FieldEdit<[f32; 3]>> {
    let width = ((ui.available_width() - theme::LABEL_COLUMN - 40.0) / 3.0).clamp(40.0, 84.0);
    let title = format!("{label} ({unit})");
    parts::property(ui, &title, |ui| {
        let mut edit = None;
        let scale = parts::Scale {
            unit: Some(unit),
            ..Default::default()
        };
        for (axis, letter) in ["X", "Y", "Z"].into_iter().enumerate() {
            let field = NumberField {
                name: &format!("{label} {letter}"),
                value: value[axis].into(),
                unit: "",
                decimals: if unit == "°" { 1 } else { 3 },
                speed,
                range: -1e6..=1e6,
                width,
            };
            let changed = |number: f64| {
                std::array::from_fn(|i| if i == axis { number as f32 } else { value[i] })
            };
            edit = field
                .show_scaled(ui, scale)
                .map(|edit| edit.map(changed))
                .or(edit);
        }
        edit
    })
}

/// The angles that were typed for this rotation, for a rotation has more than one set of them.
fn known_degrees(ui: &Ui, id: egui::Id, rotation: Quat) -> [f32; 3] {
    let typed = ui.data(|data| data.get_temp::<(Quat, [f32; 3])>(id));
    typed
        .filter(|(known, _)| known.dot(rotation).abs() > 1.0 - 1e-6)
        .map_or_else(|| degrees(rotation), |known| known.1)
}

/// About x, y and z; y is turned last.
fn degrees(rotation: Quat) -> [f32; 3] {
    let (y, x, z) = rotation.to_euler(EulerRot::YXZ);
    [x.to_degrees(), y.to_degrees(), z.to_degrees()]
}

fn quaternion([x, y, z]: [f32; 3]) -> Quat {
    Quat::from_euler(
        EulerRot::YXZ,
        y.to_radians(),
        x.to_radians(),
        z.to_radians(),
    )
}
