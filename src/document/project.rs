//! Edits of the project as a whole, and the way to the others. Every function says whether it
//! changed anything.

#[cfg(test)]
mod tests;

use crate::{
    Command, EditError, ProjectCommand, blend_space, child, clip, curve,
    field::{finite, replace, trimmed},
    graph, item, lock, mesh, montage, new_asset, notify, notify_class, packaging, pose_asset,
    scenario, skeleton, slot_group, sound, timeline,
};
use asset::{AssetKind, Id, Notify, PreviewScene, PreviewSettings, Project, QuickSlot, is_finite};
use std::collections::BTreeSet;
use words::tr;

/// Children of montages follow what they come from.
pub(crate) fn apply(project: &mut Project, command: &Command) -> Result<bool, EditError> {
    let changed = apply_one(project, command)?;
    if changed {
        project.derive_children();
    }
    Ok(changed)
}

fn apply_one(project: &mut Project, command: &Command) -> Result<bool, EditError> {
    child::check(project, command)?;
    lock::check(project, command)?;
    match command {
        Command::Project(command) => apply_project(project, command),
        Command::Clip(id, command) => clip::apply_command(project, *id, command),
        Command::SyncMarker(id, command) => clip::apply(project, *id, |clip, project| {
            item::edit(clip, project, command)
        }),
        Command::Note(id, command) => timeline::edit(project, *id, command),
        Command::Sound(id, command) => timeline::edit(project, *id, command),
        Command::Curve(id, command) => timeline::edit(project, *id, command),
        Command::CurveKey(id, command) => timeline::apply(project, *id, |timeline, _| {
            curve::edit_key(timeline, command)
        }),
        Command::Skeleton(id, command) => skeleton::apply(project, *id, command),
        Command::Mesh(id, command) => mesh::apply(project, *id, command),
        Command::Montage(id, command) => {
            let renamed = montage::slot_rename(project, *id, command);
            let changed = montage::apply(project, *id, command)?;
            if let Some((from, to)) = renamed.filter(|_| changed) {
                slot_group::carry(project, &from, &to);
            }
            Ok(changed)
        }
        Command::Graph(id, command) => graph::apply(project, *id, command),
        Command::BlendSpace(id, command) => blend_space::apply(project, *id, command),
        Command::NotifyClass(id, command) => notify_class::apply(project, *id, command),
        Command::PoseAsset(id, command) => pose_asset::apply(project, *id, command),
        Command::Notify(id, command) => notify::apply(project, *id, command),
        Command::Batch(commands) => commands.iter().try_fold(false, |changed, command| {
            Ok(apply(project, command)? | changed)
        }),
    }
}

fn apply_project(project: &mut Project, command: &ProjectCommand) -> Result<bool, EditError> {
    match command {
        ProjectCommand::Rename(name) => {
            let name = trimmed(name)?;
            let changed = project.name != name;
            project.name = name;
            Ok(changed)
        }
        ProjectCommand::Import(import) => {
            *project = import.joined(project).0;
            Ok(!import.file.is_empty())
        }
        ProjectCommand::RenameAsset(id, name) => rename_asset(project, *id, name),
        ProjectCommand::DeleteAsset(id) => delete_asset(project, *id),
        ProjectCommand::Add(id, asset) => new_asset::add(project, *id, asset),
        ProjectCommand::AddChildMontage { id, parent, name } => {
            let skeleton = project
                .montages
                .get(parent)
                .ok_or(EditError::AssetMissing)?
                .skeleton;
            let name = room_for(project, *id, AssetKind::Montage, (name, skeleton))?;
            child::add(project, *id, *parent, name)
        }
        ProjectCommand::ReplaceSound(id, file) => sound::replace_file(project, *id, file),
        ProjectCommand::SetScenario(id, scenario) => scenario::set(project, *id, scenario),
        ProjectCommand::SetQuickSlot(slot) => set_quick_slot(project, slot),
        ProjectCommand::ClearQuickSlot(digit) => {
            let before = project.quick_slots.len();
            project.quick_slots.retain(|known| known.digit != *digit);
            Ok(project.quick_slots.len() != before)
        }
        ProjectCommand::Packaging(command) => packaging::apply(project, command),
        ProjectCommand::SetPreview(preview) => set_preview(project, preview),
        ProjectCommand::SlotGroups(command) => slot_group::apply(project, command),
        ProjectCommand::TakeIn(other) => {
            let changed = !project.is_same(other);
            *project = (**other).clone();
            Ok(changed)
        }
    }
}

/// Numbers that are none, a ground that cannot be, and two targets or partners of one name are
/// refused.
fn set_preview(project: &mut Project, preview: &PreviewSettings) -> Result<bool, EditError> {
    let mut preview = preview.clone();
    check_scene(&mut preview.scene)?;
    for (id, scene) in &mut preview.scenes {
        // What a file has for an asset that could not be read stays.
        let is_new = !project.preview.scenes.contains_key(id);
        if is_new && project.kind(*id).is_none() {
            return Err(EditError::AssetMissing);
        }
        check_scene(scene)?;
    }
    Ok(replace(&mut project.preview, preview))
}

fn check_scene(scene: &mut PreviewScene) -> Result<(), EditError> {
    if !scene.is_sound() {
        return Err(EditError::OutOfRange {
            field: tr!("The preview's ground"),
            range: tr!("made of finite numbers and lengths above 0").into(),
        });
    }
    own_names(scene.targets.iter_mut().map(|target| &mut target.name))?;
    own_names(scene.partners.iter_mut().map(|partner| &mut partner.name))?;
    for partner in &mut scene.partners {
        partner.our_name = partner.our_name.trim().to_owned();
        own_names(partner.targets.iter_mut().map(|target| &mut target.target))?;
    }
    Ok(())
}

/// Each without spaces around it, and none twice.
fn own_names<'a>(names: impl Iterator<Item = &'a mut String>) -> Result<(), EditError> {
    let mut known = BTreeSet::new();
    for name in names {
        *name = trimmed(name)?;
        if !known.insert(name.clone()) {
            return Err(EditError::NameTaken { name: name.clone() });
        }
    }
    Ok(())
}

fn set_quick_slot(project: &mut Project, slot: &QuickSlot) -> Result<bool, EditError> {
    if !QuickSlot::DIGITS.contains(&slot.digit) {
        return Err(EditError::OutOfRange {
            field: tr!("Digit"),
            range: tr!(
                "between {} and {}",
                QuickSlot::DIGITS.start(),
                QuickSlot::DIGITS.end()
            )
            .into(),
        });
    }
    let (name, track) = (trimmed(&slot.notify.name)?, trimmed(&slot.track)?);
    finite(is_finite(&slot.notify))?;
    let notify = Notify {
        name,
        ..slot.notify.clone()
    };
    let slot = QuickSlot {
        id: QuickSlot::id_of(slot.digit),
        track,
        notify,
        ..slot.clone()
    };
    let at = project
        .quick_slots
        .iter()
        .position(|known| known.digit >= slot.digit);
    match at.map(|at| (at, &mut project.quick_slots[at])) {
        Some((_, known)) if known.digit == slot.digit => Ok(replace(known, slot)),
        Some((at, _)) => {
            project.quick_slots.insert(at, slot);
            Ok(true)
        }
        None => {
            project.quick_slots.push(slot);
            Ok(true)
        }
    }
}

pub(crate) fn free(
    project: &Project,
    kind: AssetKind,
    name: &str,
    except: Option<Id>,
) -> Result<String, EditError> {
    let name = trimmed(name)?;
    if project.free_name(kind, &name, except) == name {
        Ok(name)
    } else {
        Err(EditError::NameTaken { name })
    }
}

fn rename_asset(project: &mut Project, id: Id, name: &str) -> Result<bool, EditError> {
    let kind = project.kind(id).ok_or(EditError::AssetMissing)?;
    let name = free(project, kind, name, Some(id))?;
    if project.asset_name(id) == Some(&name) {
        return Ok(false);
    }
    if let Some(asset) = project.asset_mut(id) {
        asset.set_name(name);
    }
    Ok(true)
}

fn delete_asset(project: &mut Project, id: Id) -> Result<bool, EditError> {
    if project.kind(id).is_none() {
        return Err(EditError::AssetMissing);
    }
    let by: Vec<String> = project
        .users(id)
        .map(|(_, user)| user.name().to_owned())
        .collect();
    if !by.is_empty() {
        return Err(EditError::InUse { by });
    }
    Ok(project.remove(id))
}

/// The name that a new asset of a skeleton gets.
pub(crate) fn room_for(
    project: &Project,
    id: Id,
    kind: AssetKind,
    (name, skeleton): (&str, Id),
) -> Result<String, EditError> {
    if project.kind(id).is_some() {
        return Err(EditError::IdTaken);
    }
    if !project.skeletons.contains_key(&skeleton) {
        return Err(EditError::AssetMissing);
    }
    free(project, kind, name, None)
}
