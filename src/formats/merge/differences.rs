//! What differs between two versions, field by field; no merge is involved.

use super::values::{Items, name};
use crate::project;
use asset::{AssetKind, Id, Project};
use serde_json::Value;
use std::collections::BTreeSet;

/// A field, item or asset that differs between two versions. None means that it does not exist in
/// that version.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectDifference {
    /// The asset that differs; None for settings of the project itself, and for JSON values that
    /// are no project.
    pub asset: Option<(AssetKind, Id)>,
    /// Name of the asset, in the new version if it is there; of the project where `asset` is None.
    pub name: String,
    /// Names of fields and items with slashes between; empty for a whole asset. The order of a list
    /// of items is the field `order` in it.
    pub place: String,
    /// JSON value in the old version.
    pub from: Option<Value>,
    /// JSON value in the new version.
    pub to: Option<Value>,
}

/// Differences from one project to another: those of the project itself first, then by the ids of
/// assets. Assets that share their data are not compared.
pub fn differences(from: &Project, to: &Project) -> Vec<ProjectDifference> {
    let mut out = Vec::new();
    let (before, after) = (project::head(from), project::head(to));
    Differ {
        asset: None,
        name: &to.name,
        out: &mut out,
    }
    .value("", Some(&before), Some(&after));
    let ids: BTreeSet<Id> = from.assets().chain(to.assets()).map(|(id, _)| id).collect();
    for id in ids.into_iter().filter(|id| !from.shares(to, *id)) {
        let values = [from, to].map(|project| {
            project::asset_files(project, id)
                .as_ref()
                .map(super::file_value)
        });
        let found = [to, from]
            .into_iter()
            .find_map(|project| project.kind(id).zip(project.asset_name(id)));
        let Some((kind, name)) = found else { continue };
        let mut differ = Differ {
            asset: Some((kind, id)),
            name,
            out: &mut out,
        };
        let [before, after] = values
            .each_ref()
            .map(|value| value.as_ref().map(|value| &value["asset"]));
        differ.value("", before, after);
    }
    out
}

/// Differences from one JSON value to another.
pub fn differences_in(from: &Value, to: &Value) -> Vec<ProjectDifference> {
    let mut out = Vec::new();
    Differ {
        asset: None,
        name: "",
        out: &mut out,
    }
    .value("", Some(from), Some(to));
    out
}

struct Differ<'a> {
    asset: Option<(AssetKind, Id)>,
    name: &'a str,
    out: &'a mut Vec<ProjectDifference>,
}

impl Differ<'_> {
    fn value(&mut self, place: &str, from: Option<&Value>, to: Option<&Value>) {
        if from == to {
            return;
        }
        match (from, to) {
            (Some(Value::Object(before)), Some(Value::Object(after))) => {
                let keys: Vec<&String> = before
                    .keys()
                    .chain(after.keys().filter(|key| !before.contains_key(*key)))
                    .collect();
                for key in keys {
                    let below = if place.is_empty() {
                        key.clone()
                    } else {
                        format!("{place}/{key}")
                    };
                    self.value(&below, before.get(key), after.get(key));
                }
            }
            (Some(Value::Array(before)), Some(Value::Array(after))) => {
                match (Items::of(before), Items::of(after)) {
                    (Some(before), Some(after)) => self.items(place, &before, &after),
                    _ => self.tell(place, from, to),
                }
            }
            _ => self.tell(place, from, to),
        }
    }

    fn items(&mut self, place: &str, before: &Items<'_>, after: &Items<'_>) {
        let added = after.ids.iter().filter(|id| !before.ids.contains(id));
        for id in before.ids.iter().chain(added) {
            let (was, is) = (before.get(id), after.get(id));
            let called = is.or(was).and_then(name).unwrap_or(id);
            self.value(&format!("{place}/{called} [{id}]"), was, is);
        }
        let common = |items: &Items<'_>, other: &Items<'_>| -> Vec<String> {
            items
                .ids
                .iter()
                .filter(|id| other.ids.contains(id))
                .map(|id| (*id).to_owned())
                .collect()
        };
        let (was, is) = (common(before, after), common(after, before));
        if was != is {
            self.tell(
                &format!("{place}/order"),
                Some(&was.into()),
                Some(&is.into()),
            );
        }
    }

    fn tell(&mut self, place: &str, from: Option<&Value>, to: Option<&Value>) {
        self.out.push(ProjectDifference {
            asset: self.asset,
            name: self.name.to_owned(),
            place: place.to_owned(),
            from: from.cloned(),
            to: to.cloned(),
        });
    }
}
