use super::*;
use crate::FileErrorReason;
use std::{
    fs,
    sync::{Arc, atomic::AtomicBool},
};

const WALK: &str = include_str!("../../../tests/fixtures/walk.bvh");

fn wanted(path: PathBuf, project: &Project) -> SourceRequest {
    let options = options_of(project, &path);
    let held = held(project, &path, &options);
    SourceRequest {
        path,
        options,
        held,
    }
}

fn names(read: &[Read]) -> Vec<String> {
    let name = |read: &Read| match read {
        Read::Whole(imported) => imported.project.name.clone(),
        Read::Unchanged => "unchanged".to_owned(),
        Read::Failed(error) => format!("{:?}", error.reason),
    };
    read.iter().map(name).collect()
}

#[test]
fn many_files_are_read_in_their_order_on_and_what_is_held_is_not_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let paths: Vec<PathBuf> = (0..20)
        .map(|at| folder.path().join(format!("take_{at}.bvh")))
        .collect();
    for (at, path) in paths.iter().enumerate() {
        let text = if at == 7 {
            "no file".to_owned()
        } else {
            WALK.replace("90 10", &format!("90 {at}"))
        };
        fs::write(path, text).unwrap();
    }
    let mut project = Project::default();
    let all = |project: &Project| {
        paths
            .iter()
            .map(|path| wanted(path.clone(), project))
            .collect::<Vec<_>>()
    };
    let told = AtomicU64::new(0);
    let read = import_many(&all(&project), None, &|part| {
        assert!((0.0..=1.0).contains(&part));
        told.fetch_max((part * 1000.0) as u64, Ordering::Relaxed);
        true
    });
    let expected: Vec<String> = (0..20)
        .map(|at| {
            if at == 7 {
                "Other".to_owned()
            } else {
                format!("take_{at}")
            }
        })
        .collect();
    assert_eq!((names(&read), told.into_inner()), (expected, 1000));
    for read in read {
        let Read::Whole(imported) = read else {
            continue;
        };
        project.clips.extend(imported.project.clips);
    }
    // One has changed, one was read otherwise before, and one was made of two contents.
    fs::write(&paths[3], WALK.replace("90 10", "90 300")).unwrap();
    let of = |at: usize| Some(format!("take_{at}"));
    for (clip, at) in [(of(4), 0), (of(5), 1)] {
        let clip = project
            .clips
            .values_mut()
            .find(|it| Some(&it.name) == clip.as_ref())
            .unwrap();
        let origin = Arc::make_mut(clip).origin.as_mut().unwrap();
        match at {
            0 => drop(origin.options.insert("scale".into(), "2".into())),
            _ => origin.content = "0".repeat(32),
        }
    }
    let read = import_many(&all(&project), None, &|_| true);
    let expected: Vec<String> = (0..20)
        .map(|at| match at {
            3 | 5 => format!("take_{at}"),
            7 => "Other".to_owned(),
            _ => "unchanged".to_owned(),
        })
        .collect();
    assert_eq!(names(&read), expected);
    let mut other = all(&project);
    other[4].options = Options::default();
    other[4].held = held(&project, &paths[4], &other[4].options);
    assert_eq!(
        names(&import_many(&other[4..5], None, &|_| true)),
        ["take_4"],
        "other options read another file"
    );
}

#[test]
fn what_is_cancelled_fails_and_begins_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("walk.bvh");
    fs::write(&path, WALK).unwrap();
    let many: Vec<SourceRequest> = (0..50)
        .map(|_| wanted(path.clone(), &Project::default()))
        .collect();
    let goes_on = AtomicBool::new(true);
    let read = import_many(&many, None, &|part| {
        if part > 0.2 {
            goes_on.store(false, Ordering::Relaxed);
        }
        goes_on.load(Ordering::Relaxed)
    });
    let cancelled = read
        .iter()
        .filter(|read| matches!(read, Read::Failed(error) if error.reason == FileErrorReason::Cancelled))
        .count();
    assert!((30..50).contains(&cancelled), "{cancelled}");
}

#[test]
fn a_content_is_held_where_all_that_came_from_the_file_agree() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("walk.bvh");
    fs::write(&path, WALK).unwrap();
    let options = Options::default();
    let project = crate::import(&path, None, &options, &|_| true)
        .unwrap()
        .project;
    assert!(project.origins().count() > 1);
    let content = project.origins().next().unwrap().1.content.clone();
    assert_eq!(held(&project, &path, &options), Some(content));
    assert_eq!(
        held(
            &project,
            &path,
            &Options {
                scale: 2.0,
                ..options
            }
        ),
        None
    );
    assert_eq!(
        held(&project, &folder.path().join("run.bvh"), &options),
        None
    );
    let with = |edit: &dyn Fn(&mut Origin)| {
        let mut project = project.clone();
        let clip = std::sync::Arc::make_mut(project.clips.values_mut().next().unwrap());
        edit(clip.origin.as_mut().unwrap());
        held(&project, &path, &options)
    };
    assert_eq!(
        with(&|origin| origin.content.push('x')),
        None,
        "a part of it is of an earlier file"
    );
    assert_eq!(
        with(&|origin| drop(origin.options.insert("scale".into(), "2".into()))),
        None,
        "a part of it was read otherwise"
    );
}

#[test]
fn a_source_has_changed_when_it_or_what_it_refers_to_holds_something_else() {
    let folder = tempfile::tempdir().unwrap();
    let (walk, scene) = (
        folder.path().join("walk.bvh"),
        folder.path().join("scene.gltf"),
    );
    fs::write(&walk, WALK).unwrap();
    fs::write(folder.path().join("data.bin"), [0, 0, 0, 0, 0, 0, 128, 63]).unwrap();
    let text = r#"{"asset":{"version":"2.0"},"nodes":[{"name":"a"}],"buffers":[{"byteLength":8,"uri":"data.bin"}],
            "bufferViews":[{"buffer":0,"byteLength":8}],
            "accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[0]},
            {"componentType":5126,"count":2,"type":"VEC3"}],
            "animations":[{"samplers":[{"input":0,"output":1}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}]}"#;
    fs::write(&scene, text).unwrap();
    for path in [&walk, &scene] {
        let project = crate::import(path, None, &Default::default(), &|_| true)
            .unwrap()
            .project;
        let content = BTreeSet::from([project.origins().next().unwrap().1.content.clone()]);
        assert_eq!(
            is_changed(path, &content),
            Some(false),
            "{}",
            path.display()
        );
        let two = content.iter().cloned().chain(["x".to_owned()]).collect();
        assert_eq!(is_changed(path, &two), Some(true));
        if path == &walk {
            fs::write(path, WALK.replace("90 10", "90 11")).unwrap()
        } else {
            fs::write(folder.path().join("data.bin"), [0, 0, 0, 0, 0, 0, 0, 64]).unwrap()
        }
        assert_eq!(is_changed(path, &content), Some(true), "{}", path.display());
        fs::write(path, "half of i").unwrap();
        assert_eq!(is_changed(path, &content), None);
        fs::remove_file(path).unwrap();
        assert_eq!(is_changed(path, &content), None);
    }
}
