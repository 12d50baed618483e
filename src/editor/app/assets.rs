//! Assets as wholes: where they stand in the tree, what uses them, copies of them, and how they go.

pub(crate) mod deletion;
mod replacing;
pub(crate) mod several;

use super::{App, question::waiting::Question};
use crate::{action::selected_asset, dock::Panel, panels::assets::can_be_duplicated, toast::Tone};
use asset::{AssetKind, Id};
use deletion::{Deletion, uses};
use document::{Command, ProjectCommand, Selection};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use several::SeveralDeletions;
use std::collections::BTreeMap;
use words::tr;

impl App {
    /// Selected asset, while the asset tree has the keys; None otherwise.
    pub(super) fn asset_in_tree(&self) -> Option<Id> {
        let selected = selected_asset(&self.document);
        selected.filter(|_| self.session.panels.active == Panel::Assets)
    }

    pub(super) fn ask_delete(&mut self, assets: &[Id]) {
        match assets {
            [] => {}
            [one] => self.ask_delete_one(*one),
            several => {
                let question = SeveralDeletions::of(self.document.project(), several);
                self.dialogs.ask(Question::DeleteSeveral(question));
            }
        }
    }

    /// Deletes several assets in one step.
    pub(super) fn delete_several(&mut self, assets: &[Id]) {
        let delete = |id: &Id| Command::Project(ProjectCommand::DeleteAsset(*id));
        self.perform(&Command::Batch(assets.iter().map(delete).collect()), None);
    }

    fn ask_delete_one(&mut self, asset: Id) {
        let project = self.document.project();
        let Some(name) = project.asset_name(asset).map(str::to_owned) else {
            return;
        };
        let deletion = Deletion {
            asset,
            name,
            uses: uses(project, asset),
            candidates: replacing::candidates(project, asset),
            chosen: None,
        };
        self.dialogs.ask(Question::Delete(deletion));
    }

    pub(super) fn delete_asset(&mut self, asset: Id) {
        self.perform(&Command::Project(ProjectCommand::DeleteAsset(asset)), None);
    }

    /// Another asset takes its place everywhere, and it is deleted: one step, all or nothing.
    pub(super) fn replace_asset(&mut self, asset: Id, to: Id) {
        let mut commands = replacing::commands(self.document.project(), asset, to);
        commands.push(Command::Project(ProjectCommand::DeleteAsset(asset)));
        self.perform(&Command::Batch(commands), None);
    }

    pub(super) fn show_use(&mut self, asset: Id, item: Option<Id>) {
        self.open_asset(asset);
        if let Some(item) = item {
            self.document.select(Selection::item(asset, item));
            self.views.timeline.reveal = Some(crate::timeline::TimelineRevealMode::Selection);
        }
    }

    /// Duplicates an asset under a new name, with new ids for all its parts.
    pub(super) fn duplicate_asset(&mut self, asset: Id) {
        let project = self.document.project().clone();
        let Some(kind) = project.kind(asset).filter(|kind| can_be_duplicated(*kind)) else {
            let line =
                tr!("This asset comes from a file. Import the file again to get another copy.");
            return self
                .session
                .toast(Tone::Warning, tr!("Nothing duplicated"), line);
        };
        let name = project.free_name(kind, project.asset_name(asset).unwrap_or_default(), None);
        let id = self.views.edits.id();
        let mut fresh = || self.views.edits.id();
        let command = match kind {
            AssetKind::Montage => renewed(&*project.montages[&asset], &mut fresh)
                .map(|copy| ProjectCommand::Add(id, asset::Montage { name, ..copy }.into())),
            AssetKind::Graph => renewed(&*project.graphs[&asset], &mut fresh)
                .map(|copy| ProjectCommand::Add(id, asset::PoseGraph { name, ..copy }.into())),
            AssetKind::BlendSpace => renewed(&*project.blend_spaces[&asset], &mut fresh)
                .map(|copy| ProjectCommand::Add(id, asset::BlendSpace { name, ..copy }.into())),
            AssetKind::PoseAsset => renewed(&*project.pose_assets[&asset], &mut fresh)
                .map(|copy| ProjectCommand::Add(id, asset::PoseAsset { name, ..copy }.into())),
            _ => renewed(&*project.notify_classes[&asset], &mut fresh)
                .map(|copy| ProjectCommand::Add(id, asset::NotifyClass { name, ..copy }.into())),
        };
        let Some(command) = command else { return };
        self.perform(&Command::Project(command), None);
        self.document.select(Selection::asset(id));
        self.views.assets.reveal = Some(id);
    }

    /// The selected asset, or the open document.
    pub(super) fn reveal_in_assets(&mut self) {
        let selected = selected_asset(&self.document);
        let Some(id) = selected.or(self.session.active) else {
            return;
        };
        self.show_panel(Panel::Assets);
        self.session.panels.active = Panel::Assets;
        self.document.select(Selection::asset(id));
        let name = self
            .document
            .project()
            .asset_name(id)
            .unwrap_or_default()
            .to_lowercase();
        if !name.contains(&self.views.asset_filter.to_lowercase()) {
            self.views.asset_filter.clear();
        }
        self.views.assets.reveal = Some(id);
    }
}

/// A copy in which everything that has an id has another one, and what names it names that. None of
/// what is a child: it is what its parent is.
fn renewed<T: Serialize + DeserializeOwned>(
    asset: &T,
    fresh: &mut impl FnMut() -> Id,
) -> Option<T> {
    let mut value = serde_json::to_value(asset).ok()?;
    let is_child = value.get("parent").is_some_and(|parent| !parent.is_null());
    let mut known = BTreeMap::new();
    if !is_child {
        collect(&value, &mut |id| {
            known
                .entry(id.to_owned())
                .or_insert_with(|| serde_json::to_value(fresh()).unwrap_or_default());
        });
    }
    replace(&mut value, &known);
    serde_json::from_value(value).ok()
}

fn collect(value: &Value, found: &mut impl FnMut(&str)) {
    match value {
        Value::Object(map) => {
            map.get("id")
                .and_then(Value::as_str)
                .into_iter()
                .for_each(&mut *found);
            map.values().for_each(|value| collect(value, found));
        }
        Value::Array(list) => list.iter().for_each(|value| collect(value, found)),
        _ => {}
    }
}

fn replace(value: &mut Value, known: &BTreeMap<String, Value>) {
    match value {
        Value::Object(map) => {
            map.values_mut().for_each(|value| replace(value, known));
            let renamed = |key: &String| {
                known
                    .get(key)
                    .and_then(Value::as_str)
                    .map_or_else(|| key.clone(), str::to_owned)
            };
            if map.keys().any(|key| known.contains_key(key)) {
                *map = std::mem::take(map)
                    .into_iter()
                    .map(|(key, value)| (renamed(&key), value))
                    .collect();
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|value| replace(value, known)),
        Value::String(text) => {
            if let Some(new) = known.get(text.as_str()) {
                *value = new.clone();
            }
        }
        _ => {}
    }
}
