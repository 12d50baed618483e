use super::*;
use asset::{Clip, Id, Origin};
use std::{fs, time::Instant};

const WALK: &str = include_str!("../../../tests/fixtures/walk.bvh");

fn of(files: &[(&Path, String)]) -> Arc<Project> {
    let clip = |(at, (path, content)): (usize, &(&Path, String))| {
        let (file, content) = (path.display().to_string(), content.clone());
        let (place, said, options, properties) = Default::default();
        let origin = Some(Origin {
            file,
            place,
            content,
            said,
            options,
            properties,
        });
        (
            Id(at as u64),
            Arc::new(Clip {
                origin,
                ..Clip::new("walk", Id(9), Arc::default(), 30.0)
            }),
        )
    };
    Arc::new(Project {
        clips: files.iter().enumerate().map(clip).collect(),
        ..Project::default()
    })
}

#[track_caller]
fn wait(sources: &Sources, expected: &[&Path]) {
    let start = Instant::now();
    while !sources.changed().keys().eq(expected) {
        assert!(
            start.elapsed() < Duration::from_secs(120),
            "{:?}",
            sources.changed()
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_source_that_holds_something_else_is_told_until_the_project_holds_that() {
    let folder = tempfile::tempdir().unwrap();
    let [walk, run, gone] =
        ["walk.bvh", "run.bvh", "gone.bvh"].map(|name| folder.path().join(name));
    fs::write(&walk, WALK).unwrap();
    fs::write(&run, WALK).unwrap();
    let woken = Arc::new(AtomicBool::new(false));
    let wake = woken.clone();
    let mut sources = Sources::new(Arc::new(move || wake.store(true, Ordering::Relaxed)));
    let content = |path: &Path| formats::content(&fs::read(path).unwrap());
    // One was changed while nobody looked, and one is not there.
    let (first, old) = (content(&walk), "0".repeat(32));
    sources.follow(&of(&[
        (&walk, first.clone()),
        (&run, old),
        (&gone, first.clone()),
    ]));
    wait(&sources, &[&run]);
    assert!(woken.load(Ordering::Relaxed));
    fs::write(&walk, WALK.replace("90 10", "90 11.5")).unwrap();
    wait(&sources, &[&run, &walk]);
    sources.follow(&of(&[(&walk, content(&walk)), (&run, content(&run))]));
    wait(&sources, &[]);
    // What is not whole yet is not told.
    fs::write(&walk, "HIERARCHY").unwrap();
    std::thread::sleep(PAUSE * 3);
    assert!(sources.changed().is_empty());
    fs::write(&walk, WALK).unwrap();
    wait(&sources, &[&walk]);
    sources.follow(&of(&[]));
    wait(&sources, &[]);
}

#[test]
fn what_a_project_names_is_looked_at_only_where_it_could_be_a_source_of_this_machine() {
    let names = [
        "/a/walk.bvh",
        "/a/HERO.FBX",
        "/dev/zero",
        "/etc/passwd",
        "//server/share/x.fbx",
        "/a/x.png",
        "",
    ];
    let project = of(&names.map(|name| (Path::new(name), String::new())));
    let found = held(&project);
    assert!(
        found
            .keys()
            .eq([Path::new("/a/HERO.FBX"), Path::new("/a/walk.bvh")]),
        "{found:?}"
    );
}

#[cfg(unix)]
#[test]
fn a_pipe_and_a_device_that_are_called_like_a_source_are_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let [pipe, device] = ["pipe.glb", "zero.glb"].map(|name| folder.path().join(name));
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    std::os::unix::fs::symlink("/dev/zero", &device).unwrap();
    assert_eq!((stamp(&pipe), stamp(&device)), (None, None));
}
