//! Rows of the skin weights of a mesh: how they lie, what pruning would do, and where others can be
//! taken from.

use super::{PropertyRows, fact};
use crate::{
    action::{MeshAction, ViewAction},
    icons,
    panels::rows::field_width,
    parts::{self, FieldEdit, NumberField},
    viewport::Overlay,
};
use anim::mesh::MAX_INFLUENCES;
use asset::{Id, Mesh, Project, skin::Census};
use document::{Command, MeshCommand, skin};
use egui::Ui;
use words::{Word, noun, tr, word};

const PRUNE_TIP: Word = word!(
    "Removes influences that are too small or too many, in every part and LOD, and normalizes the rest to 1."
);
const TRANSFER_TIP: Word = word!(
    "Copies weights from the nearest point of the other mesh, both in their bind pose. Adds missing bones."
);

const OWN: Word = word!("The mesh's own");
const PROFILE_TIP: Word = word!(
    "Alternative weights that a game selects by name. The selected profile is shown in the viewport, pruned and transferred."
);
const NEW_TIP: Word = word!("Makes a profile from the mesh's own weights.");
const REMOVE_TIP: Word = word!("Deletes the profile. The mesh's own weights stay.");

/// The skin weights of the mesh that the rows are of; nothing for another asset.
pub fn weights_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, project: &Project) {
    let Some(mesh) = project.meshes.get(&rows.asset) else {
        return;
    };
    profile_ui(ui, rows, mesh);
    let (census, pruned) = rows.views.kinds.mesh.counted(mesh);
    fact(ui, tr!("Vertices by bone count"), &following(&census));
    fact(
        ui,
        tr!("Smallest weight"),
        &format!("{:.4} %", census.lightest * 100.0),
    );
    if census.off > 1e-6 {
        fact(
            ui,
            tr!("Sum error"),
            &format!("{:.4} %", census.off * 100.0),
        );
    }
    if census.idle > 0 {
        fact(ui, tr!("Bones unused"), &census.idle.to_string());
    }
    show_ui(ui, rows);
    pruning_ui(ui, rows);
    let changes = pruned.changed > 0 || census.idle > 0 || census.off > 1e-6;
    let words = match pruned.changed {
        0 => tr!("nothing to remove").to_owned(),
        changed => {
            tr!(
                "{} influences of {changed} vertices, up to {:.1} %",
                pruned.dropped,
                pruned.heaviest * 100.0
            )
        }
    };
    fact(ui, tr!("Will remove"), &words);
    let clicked = parts::property(ui, "", |ui| {
        ui.add_enabled_ui(changes, |ui| {
            parts::button(ui, None, tr!("Prune weights"), false)
                .on_hover_text(PRUNE_TIP.text())
                .clicked()
        })
        .inner
    });
    if clicked {
        let view = &rows.views.kinds.mesh;
        let commands = skin::prune(mesh, &view.parts(), &view.pruning).0;
        let id = rows.asset;
        rows.perform(Command::Batch(
            commands
                .into_iter()
                .map(|command| Command::Mesh(id, command))
                .collect(),
        ));
    }
    transfer_ui(ui, rows, project);
}

/// Row for the weights that are shown and edited: the parts' own, or those of a profile.
fn profile_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, mesh: &Mesh) {
    let names = mesh.profiles();
    let view = &mut rows.views.kinds.mesh;
    view.profile = view
        .profile
        .take()
        .filter(|profile| names.contains(&profile.as_str()));
    let text = |profile: &Option<String>| profile.clone().unwrap_or_else(|| OWN.into());
    parts::property(ui, tr!("Profile"), |ui| {
        let list = egui::ComboBox::from_id_salt("skin-weight profile")
            .selected_text(text(&view.profile))
            .truncate();
        let list = list
            .width(field_width(ui))
            .icon(parts::chevron)
            .show_ui(ui, |ui| {
                for profile in
                    std::iter::once(None).chain(names.iter().map(|name| Some((*name).to_owned())))
                {
                    let label = text(&profile);
                    ui.selectable_value(&mut view.profile, profile, label);
                }
            });
        list.response.on_hover_text(PROFILE_TIP.text())
    });
    let id = rows.asset;
    if let Some(profile) = rows.views.kinds.mesh.profile.clone() {
        let mut renamed = None;
        rows.text(ui, tr!("Profile name"), &profile, |name| {
            renamed = Some(name.trim().to_owned());
            Command::Mesh(
                id,
                MeshCommand::RenameProfile {
                    profile: profile.clone(),
                    name,
                },
            )
        });
        // A name that is refused leaves the profile as it is called.
        let renamed = renamed.filter(|name| !name.is_empty() && !names.contains(&name.as_str()));
        rows.views.kinds.mesh.profile = Some(renamed.unwrap_or(profile));
    }
    let (mut is_new, mut is_gone) = (false, false);
    parts::property(ui, "", |ui| {
        is_new = parts::button(ui, Some(icons::PLUS), tr!("New profile"), false)
            .on_hover_text(NEW_TIP.text())
            .clicked();
        let has = rows.views.kinds.mesh.profile.is_some();
        is_gone = has
            && parts::button(ui, Some(icons::TRASH), tr!("Remove"), false)
                .on_hover_text(REMOVE_TIP.text())
                .clicked();
    });
    if is_new {
        let name = free_name(&names);
        let parts = skin::Parts::ALL.under(Some(&name));
        let made = skin::make_profile(mesh, &parts)
            .into_iter()
            .map(|command| Command::Mesh(id, command));
        rows.perform(Command::Batch(made.collect()));
        rows.views.kinds.mesh.profile = Some(name);
    }
    if let Some(profile) = rows.views.kinds.mesh.profile.take_if(|_| is_gone) {
        rows.perform(Command::Mesh(id, MeshCommand::RemoveProfile(profile)));
    }
}

fn free_name(names: &[&str]) -> String {
    let mut all = (1..).map(|nth| {
        if nth == 1 {
            tr!("Profile").to_owned()
        } else {
            tr!("Profile {nth}")
        }
    });
    all.find(|name| !names.contains(&name.as_str()))
        .unwrap_or_default()
}

/// Such as `12 follow 1, 30 follow 2`.
fn following(census: &Census) -> String {
    let counts = census
        .by_count
        .iter()
        .enumerate()
        .filter(|(_, vertices)| **vertices > 0);
    let most = counts.map(|(count, _)| count).max().unwrap_or(0);
    let mean = census
        .by_count
        .iter()
        .enumerate()
        .map(|(count, vertices)| count * vertices)
        .sum::<usize>() as f64
        / census.vertices.max(1) as f64;
    tr!("max {}, mean {mean:.1}", parts::count(most, noun!("bone")))
}

fn show_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>) {
    let button = |ui: &mut Ui| {
        let tip = tr!(
            "Colours the character by the weights of the selected bone. Also in the View menu."
        );
        parts::button(ui, Some(icons::EYE), tr!("In the viewport"), false)
            .on_hover_text(tip)
            .clicked()
    };
    if parts::property(ui, tr!("Show"), button) {
        rows.actions
            .push(ViewAction::ToggleOverlay(Overlay::Weights).into());
    }
}

fn pruning_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>) {
    let pruning = &mut rows.views.kinds.mesh.pruning;
    let mut number = |label: &str, value: f64, unit: &str, decimals: usize, range| {
        let field = NumberField {
            name: label,
            value,
            unit,
            decimals,
            speed: 0.02,
            range,
            width: 84.0,
        };
        parts::property(ui, label, |ui| field.show(ui)).and_then(FieldEdit::value)
    };
    if let Some(percent) = number(
        tr!("Remove below"),
        f64::from(pruning.least) * 100.0,
        "%",
        2,
        0.0..=100.0,
    ) {
        pruning.least = (percent / 100.0) as f32;
    }
    if let Some(most) = number(
        tr!("Max bones per vertex"),
        pruning.most as f64,
        "max",
        0,
        1.0..=MAX_INFLUENCES as f64,
    ) {
        pruning.most = most.round() as usize;
    }
}

/// Rows to transfer weights from another mesh of the project, or from the mesh's own finest level
/// to its coarser ones.
fn transfer_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, project: &Project) {
    let id = rows.asset;
    let own = project
        .meshes
        .get(&id)
        .filter(|mesh| mesh.lods.len() > 1)
        .map(|_| (None, tr!("its LOD 0").to_owned()));
    let others = project.meshes.iter().filter(|(other, _)| **other != id);
    let others = others.map(|(other, mesh)| (Some(*other), mesh.name.clone()));
    let options: Vec<(Option<Id>, String)> = own.into_iter().chain(others).collect();
    let Some(first) = options.first().map(|option| option.0) else {
        return;
    };
    let view = &mut rows.views.kinds.mesh;
    if options.iter().all(|(option, _)| *option != view.source) {
        view.source = first;
    }
    let name = |source: Option<Id>| {
        options
            .iter()
            .find(|it| it.0 == source)
            .map_or("", |it| it.1.as_str())
    };
    parts::property(ui, tr!("Transfer from"), |ui| {
        let list = egui::ComboBox::from_id_salt("weights from")
            .selected_text(name(view.source))
            .truncate();
        let list = list.width(field_width(ui)).icon(parts::chevron);
        let list = list.show_ui(ui, |ui| {
            for (option, name) in &options {
                ui.selectable_value(&mut view.source, *option, name);
            }
        });
        list.response.on_hover_text(TRANSFER_TIP.text())
    });
    let from = view.source.unwrap_or(id);
    let button = |ui: &mut Ui| {
        parts::button(ui, None, tr!("Transfer weights"), false)
            .on_hover_text(TRANSFER_TIP.text())
            .clicked()
    };
    if parts::property(ui, "", button) {
        rows.actions
            .push(MeshAction::TransferWeights { mesh: id, from }.into());
    }
}
