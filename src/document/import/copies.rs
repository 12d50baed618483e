//! A file that was added more than once: which of the assets that came from it belong together.

#[cfg(test)]
mod tests;

use super::doubt::Doubt;
use asset::{AssetKind, Id, Project};
use std::collections::BTreeMap;

/// Ids are looked for so many copies far.
const MOST: usize = 256;
/// Kinds of assets that a copy is named after, the best first.
const KINDS: [AssetKind; 4] = [
    AssetKind::Skeleton,
    AssetKind::Mesh,
    AssetKind::Clip,
    AssetKind::Texture,
];

/// The id of an asset that is added once more.
pub(super) fn again(id: Id) -> Id {
    Id::derive(&[&id.to_string(), "again"])
}

/// Number of the copy of `first` that has the id, 0 for `first` itself; None if the id is no copy.
fn number(first: Id, id: Id) -> Option<usize> {
    std::iter::successors(Some(first), |id| Some(again(*id)))
        .take(MOST)
        .position(|known| known == id)
}

/// Assets of the project that came from the same place of `path`, by asset of the file, each with
/// the number of its copy. Ascending by that.
fn all(project: &Project, file: &Project, path: &str) -> BTreeMap<Id, Vec<(usize, Id)>> {
    let mut there: BTreeMap<(AssetKind, &str), Vec<Id>> = BTreeMap::new();
    for (id, origin) in project.origins().filter(|(_, origin)| origin.file == path) {
        let kind = project.kind(id);
        there
            .entry((kind.unwrap_or(AssetKind::Clip), origin.place.as_str()))
            .or_default()
            .push(id);
    }
    let of = |own: Id, ids: &[Id]| {
        // Under another path the file's own ids say nothing: then they are counted from one
        // another.
        let rank = |id: Id| {
            ids.iter()
                .filter(|other| number(**other, id).is_some_and(|steps| steps > 0))
                .count()
        };
        let mut found: Vec<(usize, Id)> = ids
            .iter()
            .map(|id| (number(own, *id).unwrap_or_else(|| rank(*id)), *id))
            .collect();
        found.sort();
        found
    };
    let place = |(id, origin): (Id, &asset::Origin)| {
        let kind = file.kind(id).unwrap_or(AssetKind::Clip);
        Some((id, of(id, there.get(&(kind, origin.place.as_str()))?)))
    };
    file.origins().filter_map(place).collect()
}

/// The assets of one copy, by asset of the file. What came but once belongs to every copy.
pub(super) fn of_copy(
    project: &Project,
    file: &Project,
    path: &str,
    copy: usize,
) -> BTreeMap<Id, Id> {
    let pick = |(own, ids): (Id, Vec<(usize, Id)>)| match ids.as_slice() {
        [(_, only)] => Some((own, *only)),
        several => several
            .iter()
            .find(|(number, _)| *number == copy)
            .map(|(_, id)| (own, *id)),
    };
    all(project, file, path)
        .into_iter()
        .filter_map(pick)
        .collect()
}

/// The copy that an update is of: the only one, or that to which `chosen` belongs.
pub(super) fn chosen(
    project: &Project,
    file: &Project,
    path: &str,
    chosen: Option<Id>,
) -> Result<usize, Doubt> {
    let found = all(project, file, path);
    let several: Vec<&(usize, Id)> = found
        .values()
        .filter(|ids| ids.len() > 1)
        .flatten()
        .collect();
    if several.is_empty() {
        return Ok(0);
    }
    if let Some((number, _)) = several.iter().find(|(_, id)| Some(*id) == chosen) {
        return Ok(*number);
    }
    let mut copies: BTreeMap<usize, (Id, String)> = BTreeMap::new();
    for kind in KINDS {
        for (number, id) in several
            .iter()
            .filter(|(_, id)| project.kind(*id) == Some(kind))
        {
            let name = || (*id, project.asset_name(*id).unwrap_or_default().to_owned());
            copies.entry(*number).or_insert_with(name);
        }
    }
    Err(Doubt::SeveralCopies {
        file: path.to_owned(),
        copies: copies.into_values().collect(),
    })
}
