//! A folder whose files are read at once gives what it gives when they are read in turn.

use super::*;
use crate::disk::Real;

/// Whoever reads all files at once finds what one finds who reads them one after the other, faults
/// and their order too.
#[test]
fn what_is_read_at_once_is_what_is_read_in_turn() {
    let mut files = formats::project::write(&mannequin::excerpt());
    let of = |folder: &str, at: usize| {
        files
            .files
            .keys()
            .filter(|path| path.starts_with(folder))
            .nth(at)
            .unwrap()
            .clone()
    };
    let [twin, torn, blob, montage] = [
        of("clips/", 0),
        of("clips/", 2),
        of("blobs/", 1),
        of("montages/", 0),
    ];
    let again = files.files[&twin].clone();
    files
        .files
        .insert("clips/A twin.json".into(), again.clone());
    files.files.insert("clips/zz twin.json".into(), again);
    files.files.get_mut(&torn).unwrap().truncate(40);
    files.files.get_mut(&blob).unwrap().push(0);
    files.files.insert(
        montage.replace("montages/", "graphs/"),
        files.files[&montage].clone(),
    );
    files
        .files
        .insert("clips/notes.txt".into(), b"none of the project's".to_vec());
    let place_of = tempfile::TempDir::new().unwrap();
    for (path, bytes) in &files.files {
        let place = place(place_of.path(), path);
        std::fs::create_dir_all(place.parent().unwrap()).unwrap();
        std::fs::write(place, bytes).unwrap();
    }
    let told = |read: &formats::project::Salvage| format!("{:?} {:?}", read.report, read.broken);
    let in_turn = formats::project::salvage(&files);
    assert!(in_turn.broken.len() > 4, "{:?}", in_turn.broken);
    for _ in 0..8 {
        let at_once = formats::project::salvage(&Folder::new(&Real, place_of.path()).unwrap());
        assert_eq!(told(&at_once), told(&in_turn));
        assert_eq!(at_once.project, in_turn.project);
    }
}

/// Old projects too, whose files need the skeletons' of all.
#[test]
fn old_projects_are_read_at_once_as_in_turn() {
    for version in ["project_v1", "project_v2", "project_v3"] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../tests/fixtures")
            .join(version);
        let folder = Folder::new(&Real, &root).unwrap();
        let files = folder
            .list()
            .unwrap()
            .into_iter()
            .map(|path| (path.clone(), folder.read(&path).unwrap()));
        let in_turn = formats::project::salvage(&formats::project::ProjectFiles {
            files: files.collect(),
        });
        assert!(
            in_turn.broken.is_empty() && !in_turn.project.clips.is_empty(),
            "{version}"
        );
        for _ in 0..4 {
            let at_once = formats::project::salvage(&folder);
            assert_eq!(
                format!("{:?}", at_once.report),
                format!("{:?}", in_turn.report)
            );
            assert!(
                at_once.broken.is_empty() && at_once.project == in_turn.project,
                "{version}"
            );
        }
    }
}
