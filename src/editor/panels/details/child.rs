//! Rows of a child montage: where it comes from, and the clips that it plays in place of its
//! parent's.

use super::fields::TimelineFieldRows;
use crate::{action::ViewAction, icons, parts};
use asset::{Id, Montage, montage::Segment};
use document::{Command, MontageCommand};
use egui::Ui;
use words::{noun, tr};

/// The rows of a child montage: its parent, with buttons to open it and to detach from it.
pub fn child_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    montage: &Montage,
    parent: Id,
) {
    let own = parts::count(montage.overrides.len(), noun!("own clip"));
    if !parts::group_header(ui, tr!("Child montage"), &own) {
        return;
    }
    let id = fields.host.id;
    let name = fields
        .host
        .project
        .asset_name(parent)
        .unwrap_or(tr!("missing montage"))
        .to_owned();
    let (mut is_opened, mut is_detached) = (false, false);
    parts::property(ui, tr!("Parent"), |ui| {
        is_opened = parts::button(ui, Some(icons::FILM_STRIP), &name, false)
            .on_hover_text(tr!(
                "Opens the parent, where sections, slots, notifies and blends are edited"
            ))
            .clicked();
        is_detached = parts::button(ui, None, tr!("Detach"), false)
            .on_hover_text(tr!(
                "Makes this montage independent; keeps its current content"
            ))
            .clicked();
    });
    if is_opened {
        fields
            .rows
            .actions
            .push(ViewAction::OpenAsset(parent).into());
    }
    if is_detached {
        fields
            .rows
            .perform(Command::Montage(id, MontageCommand::Detach));
    }
    for slot in &montage.slots {
        for (at, segment) in slot.segments.iter().enumerate() {
            override_ui(
                ui,
                fields,
                montage,
                segment,
                &format!("{} {}", slot.name, at + 1),
            );
        }
    }
}

/// The parent's clip is the first choice.
fn override_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    montage: &Montage,
    segment: &Segment,
    label: &str,
) {
    let (project, id) = (fields.host.project, fields.host.id);
    let own = montage.override_of(segment.id);
    let inherited = montage
        .parent
        .and_then(|parent| project.montages.get(&parent)?.segment(segment.id));
    let inherited = inherited.map_or(tr!("its parent's"), |(_, segment)| {
        fields.host.clip_name(segment.clip)
    });
    let list = project.list(asset::AssetKind::Clip).into_iter();
    let fitting = list.filter(|(clip, _)| project.clips[clip].skeleton == montage.skeleton);
    let options: Vec<(Option<Id>, String)> = std::iter::once((None, tr!("Parent's: {inherited}")))
        .chain(fitting.map(|(clip, name)| (Some(clip), name.to_owned())))
        .collect();
    fields.rows.choice(ui, label, &own, &options, |clip| {
        Command::Montage(
            id,
            MontageCommand::SetOverride {
                segment: segment.id,
                clip,
            },
        )
    });
}
