//! What a project's files would be: made on all processors, once of what two projects share.

use crate::{compile::each, place};
use asset::{Id, Project};
use formats::project::{ROOT_FILE, asset_files, root_text};
use std::{
    collections::BTreeMap,
    path::Path,
    sync::{Arc, OnceLock},
};

/// A file of a project.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Written {
    /// None of the root file and of blobs.
    pub asset: Option<Id>,
    pub bytes: Vec<u8>,
}

/// By path.
pub(crate) type Files = BTreeMap<String, Arc<Written>>;

/// Those of one asset.
type OfAsset = Vec<(String, Arc<Written>)>;

/// Of a project as it lies in that folder.
pub(crate) fn files_of(project: &Project, dir: &Path) -> Files {
    let ids: Vec<Id> = project.assets().map(|(id, _)| id).collect();
    gathered(project, written(project, dir, &ids).into_iter().flatten())
}

/// Of a project, and of what it was before.
pub(crate) fn files_of_both(project: &Project, before: &Project, dir: &Path) -> [Files; 2] {
    let ids: Vec<Id> = project.assets().map(|(id, _)| id).collect();
    let files = written(project, dir, &ids);
    let (mut kept, mut changed) = (Vec::new(), Vec::new());
    let at: BTreeMap<Id, usize> = ids.iter().enumerate().map(|(at, id)| (*id, at)).collect();
    for (id, _) in before.assets() {
        match at.get(&id).filter(|_| project.shares(before, id)) {
            Some(at) => kept.extend(files[*at].iter().cloned()),
            None => changed.push(id),
        }
    }
    let changed = written(before, dir, &changed).into_iter().flatten();
    let before = gathered(before, kept.into_iter().chain(changed));
    [gathered(project, files.into_iter().flatten()), before]
}

fn gathered(project: &Project, files: impl Iterator<Item = (String, Arc<Written>)>) -> Files {
    let root = Written { asset: None, bytes: root_text(project) };
    files.chain([(ROOT_FILE.to_owned(), root.into())]).collect()
}

/// The files of each asset, blobs included.
fn written(project: &Project, dir: &Path, ids: &[Id]) -> Vec<OfAsset> {
    let made: Vec<OnceLock<OfAsset>> = ids.iter().map(|_| OnceLock::new()).collect();
    each(ids.len(), &|at| {
        let id = ids[at];
        let mut alone = Project::default();
        alone.share(project, id);
        let Some((own, files)) = asset_files(&place::saved(&alone, dir), id) else { return };
        let file = |(path, bytes): (String, Vec<u8>)| {
            let asset = (path == own).then_some(id);
            (path, Arc::new(Written { asset, bytes }))
        };
        made[at].get_or_init(|| files.files.into_iter().map(file).collect());
    });
    made.into_iter().map(|files| files.into_inner().unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(files: &Files) -> BTreeMap<String, Vec<u8>> {
        files.iter().map(|(path, file)| (path.clone(), file.bytes.clone())).collect()
    }

    #[test]
    fn they_are_those_of_the_whole_project_and_what_is_shared_is_made_once() {
        let dir = Path::new("/somewhere/else");
        let before = mannequin::excerpt();
        let wanted = |project: &Project| formats::project::write(&place::saved(project, dir)).files;
        assert_eq!(plain(&files_of(&before, dir)), wanted(&before));
        let mut project = before.clone();
        let (clip, gone) = (*project.clips.keys().next().unwrap(), *project.clips.keys().last().unwrap());
        Arc::make_mut(project.clips.get_mut(&clip).unwrap()).name = "Renamed".into();
        project.clips.remove(&gone);
        project.name = "Another".into();
        let [new, left] = files_of_both(&project, &before, dir);
        assert_eq!((plain(&new), plain(&left)), (wanted(&project), wanted(&before)));
        let made_twice = new.iter().filter(|(path, file)| left.get(*path).is_some_and(|it| !Arc::ptr_eq(it, file)));
        let paths: Vec<&String> = made_twice.map(|(path, _)| path).filter(|path| !path.starts_with("blobs/")).collect();
        assert_eq!(paths, [ROOT_FILE]);
        for (path, file) in &left {
            assert_eq!(file.asset, crate::save::asset_in(path, &file.bytes), "{path}");
        }
    }
}
