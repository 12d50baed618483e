//! Two people's work on one project: what differs, and both in one.
//!
//! Works on the assets as they stand in a project's files, so that the window, the commands and
//! version control say the same. Assets are found by their ids, items in them too.

mod conflict;
mod differences;
#[cfg(test)]
mod tests;
mod text;
mod values;

pub use conflict::{Conflict, MergeSide};
pub use differences::{ProjectDifference, differences, differences_in};
pub use text::merged_text;

use crate::project::{self, ProjectError, ProjectFiles, ROOT_FILE};
use asset::{AssetKind, Id, Project};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use values::Merging;

/// A conflict, and the asset that it is in.
#[derive(Clone, Debug, PartialEq)]
pub struct AssetConflict {
    /// The asset with the conflict; None for settings of the project itself, such as its name or
    /// slot groups.
    pub asset: Option<(AssetKind, Id)>,
    /// Name of the asset, or of the project.
    pub name: String,
    /// The field, and which side was taken.
    pub conflict: Conflict,
}

impl AssetConflict {
    /// The key that identifies this conflict among all of a merge.
    pub fn key(&self) -> ConflictKey {
        (self.asset.map(|(_, id)| id), self.conflict.place.clone())
    }
}

/// Id of the asset, None for the project, and the place in it as in [`Conflict::place`].
pub type ConflictKey = (Option<Id>, String);

/// The result of a three-way merge.
#[derive(Debug)]
pub struct Merged {
    /// The merged project. Assets that only one side changed share that side's data.
    pub project: Project,
    /// All conflicts; each says which side was taken.
    pub conflicts: Vec<AssetConflict>,
}

/// Merges two projects with a common ancestor. `pick` says which side each conflict is taken from.
/// An Err means that an asset is not sound as merged.
pub fn merge(
    base: &Project,
    mine: &Project,
    theirs: &Project,
    pick: &dyn Fn(&ConflictKey) -> MergeSide,
) -> Result<Merged, ProjectError> {
    let mut out = Merged {
        project: mine.clone(),
        conflicts: Vec::new(),
    };
    out.heads([base, mine, theirs], pick)?;
    let ids: BTreeSet<Id> = [base, mine, theirs]
        .iter()
        .flat_map(|project| project.assets().map(|(id, _)| id))
        .collect();
    let mut files = ProjectFiles::default();
    let mut merged = Vec::new();
    for id in ids
        .into_iter()
        .filter(|id| !mine.shares(theirs, *id) && !theirs.shares(base, *id))
    {
        if mine.shares(base, id) {
            out.project.share(theirs, id);
            continue;
        }
        let versions = [base, mine, theirs].map(|project| project::asset_files(project, id));
        let values = versions
            .each_ref()
            .map(|found| found.as_ref().map(file_value));
        let [known, own, other] = values
            .each_ref()
            .map(|file| file.as_ref().and_then(|file| file.get("asset")));
        let pick = |place: &str| pick(&(Some(id), place.to_owned()));
        let mut merging = Merging {
            pick: &pick,
            conflicts: Vec::new(),
        };
        let value = merging.merged("", known, own, other);
        out.tell([mine, theirs, base], id, merging.conflicts);
        match (value, values.iter().flatten().next_back()) {
            (Some(value), _) if Some(&value) == own => {}
            (Some(value), _) if Some(&value) == other => out.project.share(theirs, id),
            (Some(value), Some(file)) => {
                let mut file = file.clone();
                file["asset"] = value;
                let mut place = None;
                for (path, found) in versions.into_iter().flatten() {
                    files
                        .files
                        .extend(found.files.into_iter().filter(|(known, _)| *known != path));
                    place = Some(path);
                }
                files
                    .files
                    .extend(place.map(|path| (path, project::text(&file))));
                merged.push(id);
            }
            _ => drop(out.project.remove(id)),
        }
    }
    if !merged.is_empty() {
        files
            .files
            .insert(ROOT_FILE.to_owned(), project::root_text(&out.project));
        let read = project::read(&files)?.0;
        merged
            .into_iter()
            .for_each(|id| out.project.share(&read, id));
    }
    out.project.derive_children();
    Ok(out)
}

/// The JSON of an asset's own file, without its blobs.
fn file_value((path, files): &(String, ProjectFiles)) -> Value {
    serde_json::from_slice(&files.files[path]).unwrap_or_default()
}

impl Merged {
    /// Merges what belongs to no asset: name, slot groups, quick slots, preview settings and packaging.
    fn heads(
        &mut self,
        versions: [&Project; 3],
        pick: &dyn Fn(&ConflictKey) -> MergeSide,
    ) -> Result<(), ProjectError> {
        let [base, own, other] = versions.map(project::head);
        let pick = |place: &str| pick(&(None, place.to_owned()));
        let mut merging = Merging {
            pick: &pick,
            conflicts: Vec::new(),
        };
        let merged = merging
            .merged("", Some(&base), Some(&own), Some(&other))
            .unwrap_or_default();
        let read = project::read(&ProjectFiles {
            files: [(ROOT_FILE.to_owned(), project::text(&merged))].into(),
        })?
        .0;
        self.project.take_head(&read);
        let of = |conflict| AssetConflict {
            asset: None,
            name: versions[1].name.clone(),
            conflict,
        };
        self.conflicts.extend(merging.conflicts.into_iter().map(of));
        Ok(())
    }

    fn tell(&mut self, versions: [&Project; 3], id: Id, conflicts: Vec<Conflict>) {
        let found = versions
            .iter()
            .find_map(|project| project.kind(id).zip(project.asset_name(id)));
        let Some((kind, name)) = found else { return };
        let of = |conflict| AssetConflict {
            asset: Some((kind, id)),
            name: name.to_owned(),
            conflict,
        };
        self.conflicts.extend(conflicts.into_iter().map(of));
    }
}

/// Assets that differ between two versions, each with `added`, `removed` or `changed`, for a
/// summary.
pub fn changed(from: &Project, to: &Project) -> BTreeMap<Id, &'static str> {
    let ids: BTreeSet<Id> = from.assets().chain(to.assets()).map(|(id, _)| id).collect();
    let how = |id: Id| match (from.kind(id), to.kind(id)) {
        (None, _) => "added",
        (_, None) => "removed",
        _ => "changed",
    };
    ids.into_iter()
        .filter(|id| !same(from, to, *id))
        .map(|id| (id, how(id)))
        .collect()
}

fn same(from: &Project, to: &Project, id: Id) -> bool {
    from.shares(to, id) || project::asset_files(from, id) == project::asset_files(to, id)
}
