//! Assets as wholes: where they stand in the tree, what uses them, copies of them, and how they go.

use super::{
    App,
    asking::{Answer, button_row, row_with, title_ui},
    question::Question,
};
use crate::{
    dock::Panel, panels::assets::can_be_duplicated, parts, session::Tone, theme, timeline::Host,
};
use asset::{AssetKind, Id, Project};
use document::{Command, ProjectCommand, Selection};
use egui::{RichText, Ui};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::collections::BTreeMap;

/// Where an asset is used.
pub(super) struct Use {
    asset: Id,
    item: Option<Id>,
    name: String,
    place: String,
}

/// An asset that is to go.
pub(super) struct Deletion {
    asset: Id,
    name: String,
    uses: Vec<Use>,
}

impl Deletion {
    pub fn ui(&self, ui: &mut Ui) -> Option<Answer> {
        title_ui(ui, &format!("Delete {}?", self.name));
        if self.uses.is_empty() {
            ui.label(RichText::new("Nothing uses it. Undo brings it back.").color(theme::TEXT_2));
            let delete = |ui: &mut Ui| {
                parts::button(ui, None, &format!("Delete {}", self.name), true).clicked()
            };
            let goes = button_row(ui, "Cancel", delete)?;
            return Some(if goes {
                Answer::Delete(self.asset)
            } else {
                Answer::Cancel
            });
        }
        let line = format!(
            "It cannot go while {} it. Click one to go there, and put something else in its place.",
            if self.uses.len() == 1 {
                "1 place uses".to_owned()
            } else {
                format!("{} places use", self.uses.len())
            }
        );
        ui.label(RichText::new(line).color(theme::TEXT_2));
        ui.add_space(8.0);
        let mut answer = None;
        egui::ScrollArea::vertical()
            .max_height(260.0)
            .show(ui, |ui| {
                for used in &self.uses {
                    let text = RichText::new(format!("{}  ·  {}", used.name, used.place))
                        .font(theme::text());
                    let button = egui::Button::new(text)
                        .min_size(egui::vec2(ui.available_width(), theme::ROW))
                        .truncate();
                    if ui.add(button).on_hover_text("Go there").clicked() {
                        answer = Some(Answer::Show(used.asset, used.item));
                    }
                }
            });
        if row_with(ui, "Keep it") {
            Some(Answer::Cancel)
        } else {
            answer
        }
    }
}

impl App {
    /// While the tree has the keys.
    pub(super) fn asset_in_tree(&self) -> Option<Id> {
        let selected = self.session.situation(&self.document).selected_asset();
        selected.filter(|_| self.session.panels.active == Panel::Assets)
    }

    pub(super) fn ask_delete(&mut self, asset: Id) {
        let project = self.document.project();
        let Some(name) = project.asset_name(asset).map(str::to_owned) else {
            return;
        };
        let deletion = Deletion {
            asset,
            name,
            uses: uses(project, asset),
        };
        self.questions.push_back(Question::Delete(deletion));
    }

    pub(super) fn delete_asset(&mut self, asset: Id) {
        self.perform(&Command::Project(ProjectCommand::DeleteAsset(asset)), None);
    }

    pub(super) fn show_use(&mut self, asset: Id, item: Option<Id>) {
        self.open_asset(asset);
        if let Some(item) = item {
            self.document.select(Selection::item(asset, item));
            self.session.timeline.reveal = Some(crate::timeline::Reveal::Selection);
        }
    }

    /// With a name of its own, and ids of its own for all that it has.
    pub(super) fn duplicate_asset(&mut self, asset: Id) {
        let project = self.document.project().clone();
        let Some(kind) = project.kind(asset).filter(|kind| can_be_duplicated(*kind)) else {
            let line = "It comes from a file: import that once more for another one.";
            return self
                .session
                .toast(Tone::Warning, "Nothing duplicated", line);
        };
        let name = project.free_name(kind, project.asset_name(asset).unwrap_or_default(), None);
        let id = self.session.edits.id();
        let mut fresh = || self.session.edits.id();
        let command = match kind {
            AssetKind::Montage => renewed(&*project.montages[&asset], &mut fresh).map(|copy| {
                ProjectCommand::AddMontage(id, Box::new(asset::Montage { name, ..copy }))
            }),
            AssetKind::Graph => renewed(&*project.graphs[&asset], &mut fresh).map(|copy| {
                ProjectCommand::AddGraph(id, Box::new(asset::PoseGraph { name, ..copy }))
            }),
            AssetKind::BlendSpace => {
                renewed(&*project.blend_spaces[&asset], &mut fresh).map(|copy| {
                    ProjectCommand::AddBlendSpace(id, Box::new(asset::BlendSpace { name, ..copy }))
                })
            }
            AssetKind::PoseAsset => {
                renewed(&*project.pose_assets[&asset], &mut fresh).map(|copy| {
                    ProjectCommand::AddPoseAsset(id, Box::new(asset::PoseAsset { name, ..copy }))
                })
            }
            _ => renewed(&*project.notify_classes[&asset], &mut fresh).map(|copy| {
                ProjectCommand::AddNotifyClass(id, Box::new(asset::NotifyClass { name, ..copy }))
            }),
        };
        let Some(command) = command else { return };
        self.perform(&Command::Project(command), None);
        self.document.select(Selection::asset(id));
        self.session.assets.reveal = Some(id);
    }

    /// The selected asset, or the open document.
    pub(super) fn reveal_in_assets(&mut self) {
        let selected = self.session.situation(&self.document).selected_asset();
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
        if !name.contains(&self.session.asset_filter.to_lowercase()) {
            self.session.asset_filter.clear();
        }
        self.session.assets.reveal = Some(id);
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

/// By asset, then in order of time.
pub(super) fn uses(project: &Project, asset: Id) -> Vec<Use> {
    let mut found = Vec::new();
    for (id, user) in project.users(asset) {
        let known = found.len();
        let mut add = |item, place| {
            found.push(Use {
                asset: id,
                item,
                name: user.name().to_owned(),
                place,
            })
        };
        if let Some(host) = Host::new(project, id) {
            for slot in host.slots() {
                let of_it = slot.segments.iter().filter(|segment| segment.clip == asset);
                of_it.for_each(|it| {
                    add(
                        Some(it.id),
                        format!("segment at {:.3} s on {}", it.start, slot.name),
                    )
                });
            }
            let notifies = host
                .notifies()
                .iter()
                .filter(|notify| notify.uses().any(|used| used == asset));
            notifies.for_each(|it| {
                add(
                    Some(it.id),
                    format!("notify {} at {:.3} s", it.name, it.time),
                )
            });
        }
        if let Some(graph) = project.graphs.get(&id) {
            let nodes = graph
                .wiring
                .nodes
                .iter()
                .filter(|node| node.kind.uses().contains(&asset));
            nodes.for_each(|node| add(Some(node.id), "a node of the graph".to_owned()));
        }
        if found.len() == known {
            let place = match project.kind(asset) {
                Some(AssetKind::Skeleton) => "plays on this skeleton",
                Some(AssetKind::Montage) => "is a child of it",
                Some(AssetKind::Texture) => "wears it",
                _ => "refers to it",
            };
            found.push(Use {
                asset: id,
                item: None,
                name: user.name().to_owned(),
                place: place.to_owned(),
            });
        }
    }
    found
}
