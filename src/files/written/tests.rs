use super::*;

fn plain(files: &ProjectFileMap, project: &Project, dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let whole = |(path, file): (&String, &Arc<ProjectFile>)| {
        let bytes = file.bytes(path, project, dir).into_owned();
        assert_eq!(file.mark, FileFingerprint::of(&bytes), "{path}");
        (path.clone(), bytes)
    };
    files.iter().map(whole).collect()
}

#[test]
fn they_are_those_of_the_whole_project_and_what_is_shared_is_made_once() {
    let dir = Path::new("/somewhere/else");
    let before = mannequin::excerpt();
    let wanted = |project: &Project| formats::project::write(&place::saved(project, dir)).files;
    assert_eq!(
        plain(&files_of(&before, dir, None, Bytes::Kept), &before, dir),
        wanted(&before)
    );
    let mut project = before.clone();
    let (clip, gone) = (
        *project.clips.keys().next().unwrap(),
        *project.clips.keys().last().unwrap(),
    );
    Arc::make_mut(project.clips.get_mut(&clip).unwrap()).name = "Renamed".into();
    project.clips.remove(&gone);
    project.name = "Another".into();
    let [new, left] = files_of_both(&project, &before, dir, None);
    assert_eq!(
        (plain(&new, &project, dir), plain(&left, &before, dir)),
        (wanted(&project), wanted(&before))
    );
    let made_twice = new
        .iter()
        .filter(|(path, file)| left.get(*path).is_some_and(|it| !Arc::ptr_eq(it, file)));
    let paths: Vec<&String> = made_twice
        .map(|(path, _)| path)
        .filter(|path| !path.starts_with("blobs/"))
        .collect();
    assert_eq!(paths, [ROOT_FILE]);
    for (path, file) in &left {
        assert_eq!(
            file.asset,
            crate::found::asset_in(path, &file.bytes(path, &before, dir)),
            "{path}"
        );
    }
}

/// Of these files those that are not the same that were `known` before.
fn makes(files: &ProjectFileMap, known: &ProjectFileMap) -> usize {
    let is_known = |path: &String, file| {
        known
            .get(path)
            .is_some_and(|known| Arc::ptr_eq(known, file))
    };
    files
        .iter()
        .filter(|(path, file)| !is_known(path, file))
        .count()
}

#[test]
fn what_is_remembered_is_what_would_be_made_and_of_that_folder_alone() {
    let (here, there) = (Path::new("/somewhere/else"), Path::new("/elsewhere"));
    let remembered = Remembered::default();
    let mut project = mannequin::excerpt();
    let clip = *project.clips.keys().next().unwrap();
    let of = |project: &Project, dir| files_of(project, dir, Some(&remembered), Bytes::Dropped);
    let first = of(&project, here);
    let again = of(&project, here);
    assert_eq!(
        (makes(&again, &first), again.len()),
        (1, first.len()),
        "the root file alone"
    );
    let before = project.clone();
    Arc::make_mut(project.clips.get_mut(&clip).unwrap()).name = "Renamed".into();
    let [new, left] = files_of_both(&project, &before, here, Some(&remembered));
    let made_anew = (makes(&new, &first), makes(&left, &first));
    assert_eq!(made_anew, (3, 1), "its file, its keys, and the root file");
    let held = |files: &ProjectFileMap| files.values().filter(|file| file.bytes.is_some()).count();
    let [whole, was] = files_of_both(&project, &before, here, None);
    assert_eq!(
        [&first, &new, &whole, &was].map(held),
        [1, 3, 3, 1],
        "what changed need not be made twice"
    );
    let wanted =
        |project: &Project, dir: &Path| formats::project::write(&place::saved(project, dir)).files;
    assert_eq!(plain(&new, &project, here), wanted(&project, here));
    assert_eq!(plain(&left, &before, here), wanted(&before, here));
    let elsewhere = of(&project, there);
    assert_eq!(makes(&elsewhere, &new), elsewhere.len());
    assert_eq!(plain(&elsewhere, &project, there), wanted(&project, there));
}
