//! A file that was added more than once: which of the assets that came from it belong together.

use super::doubt::Doubt;
use asset::{AssetKind, Id, Project};
use std::collections::BTreeMap;

/// Ids are looked for so many copies far.
const MOST: usize = 256;
/// What a copy is called after, the best first.
const KINDS: [AssetKind; 4] = [AssetKind::Skeleton, AssetKind::Mesh, AssetKind::Clip, AssetKind::Texture];

/// The id of an asset that is added once more.
pub(super) fn again(id: Id) -> Id {
    Id::derive(&[&id.to_string(), "again"])
}

/// Which copy of `first` an id is: 0 for itself.
fn number(first: Id, id: Id) -> Option<usize> {
    std::iter::successors(Some(first), |id| Some(again(*id))).take(MOST).position(|known| known == id)
}

/// By asset of the file: those of the project that came from the same place of `path`, each with the number of its copy.
/// Ascending by that.
fn all(project: &Project, file: &Project, path: &str) -> BTreeMap<Id, Vec<(usize, Id)>> {
    let mut there: BTreeMap<(AssetKind, &str), Vec<Id>> = BTreeMap::new();
    for (id, origin) in project.origins().filter(|(_, origin)| origin.file == path) {
        let kind = project.kind(id);
        there.entry((kind.unwrap_or(AssetKind::Clip), origin.place.as_str())).or_default().push(id);
    }
    let of = |own: Id, ids: &[Id]| {
        // Under another path the file's own ids say nothing: then they are counted from one another.
        let rank = |id: Id| ids.iter().filter(|other| number(**other, id).is_some_and(|steps| steps > 0)).count();
        let mut found: Vec<(usize, Id)> =
            ids.iter().map(|id| (number(own, *id).unwrap_or_else(|| rank(*id)), *id)).collect();
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
pub(super) fn of_copy(project: &Project, file: &Project, path: &str, copy: usize) -> BTreeMap<Id, Id> {
    let pick = |(own, ids): (Id, Vec<(usize, Id)>)| match ids.as_slice() {
        [(_, only)] => Some((own, *only)),
        several => several.iter().find(|(number, _)| *number == copy).map(|(_, id)| (own, *id)),
    };
    all(project, file, path).into_iter().filter_map(pick).collect()
}

/// The copy that an update is of: the only one, or that to which `chosen` belongs.
pub(super) fn chosen(project: &Project, file: &Project, path: &str, chosen: Option<Id>) -> Result<usize, Doubt> {
    let found = all(project, file, path);
    let several: Vec<&(usize, Id)> = found.values().filter(|ids| ids.len() > 1).flatten().collect();
    if several.is_empty() {
        return Ok(0);
    }
    if let Some((number, _)) = several.iter().find(|(_, id)| Some(*id) == chosen) {
        return Ok(*number);
    }
    let mut copies: BTreeMap<usize, (Id, String)> = BTreeMap::new();
    for kind in KINDS {
        for (number, id) in several.iter().filter(|(_, id)| project.kind(*id) == Some(kind)) {
            let name = || (*id, project.asset_name(*id).unwrap_or_default().to_owned());
            copies.entry(*number).or_insert_with(name);
        }
    }
    Err(Doubt::SeveralCopies { file: path.to_owned(), copies: copies.into_values().collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use asset::{Clip, Origin};
    use std::sync::Arc;

    const WALK: Id = Id(1);
    const RUN: Id = Id(2);

    fn with(clips: &[(Id, &str, &str)]) -> Project {
        let clip = |(id, file, place): &(Id, &str, &str)| {
            let (file, place) = ((*file).to_owned(), (*place).to_owned());
            let origin = Some(Origin {
                file,
                place: place.clone(),
                content: "c".into(),
                said: Default::default(),
                options: Default::default(),
                properties: Default::default(),
            });
            (*id, Arc::new(Clip { origin, ..Clip::new(format!("{place} {id}"), Id(9), Default::default(), 30.0) }))
        };
        Project { clips: clips.iter().map(clip).collect(), ..Project::default() }
    }

    #[test]
    fn copies_are_numbered_by_how_often_the_id_was_given_again() {
        let mut id = WALK;
        for count in 0..4 {
            assert_eq!(number(WALK, id), Some(count));
            id = again(id);
        }
        assert_eq!((number(WALK, RUN), number(again(WALK), WALK)), (None, None));
    }

    #[test]
    fn a_copy_has_its_own_assets_and_those_that_came_once() {
        let file = with(&[(WALK, "/a.glb", "clip walk"), (RUN, "/a.glb", "clip run")]);
        let (second, third) = (again(WALK), again(again(WALK)));
        let project = with(&[
            (WALK, "/a.glb", "clip walk"),
            (second, "/a.glb", "clip walk"),
            (third, "/a.glb", "clip walk"),
            (Id(7), "/b.glb", "clip walk"),
            (RUN, "/a.glb", "clip run"),
        ]);
        for (copy, walk) in [(0, WALK), (1, second), (2, third)] {
            assert_eq!(of_copy(&project, &file, "/a.glb", copy), [(WALK, walk), (RUN, RUN)].into());
            assert_eq!(chosen(&project, &file, "/a.glb", Some(walk)), Ok(copy));
        }
        assert_eq!(of_copy(&project, &file, "/a.glb", 3), [(RUN, RUN)].into());
        assert_eq!(of_copy(&project, &file, "/b.glb", 0), [(WALK, Id(7))].into());
        let moved = with(&[(Id(51), "/c.glb", "clip walk"), (Id(52), "/c.glb", "clip run")]);
        assert_eq!(
            of_copy(&project, &moved, "/a.glb", 1),
            [(Id(51), second), (Id(52), RUN)].into(),
            "from another path"
        );
        let copies = [WALK, second, third].map(|id| (id, format!("clip walk {id}")));
        for unclear in [None, Some(RUN), Some(Id(7))] {
            let doubt = Doubt::SeveralCopies { file: "/a.glb".into(), copies: copies.to_vec() };
            assert_eq!(chosen(&project, &file, "/a.glb", unclear), Err(doubt));
        }
        assert_eq!(chosen(&project, &file, "/b.glb", None), Ok(0));
    }
}
