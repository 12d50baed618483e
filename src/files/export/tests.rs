use super::*;
use std::cell::RefCell;

/// What is told of the part that is done, until it is more than `most`, and whether something was
/// written.
fn told(most: f32, write: impl Fn(&Path, &dyn Fn(f32) -> bool) -> bool) -> (Vec<f32>, bool, bool) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out");
    let parts = RefCell::new(Vec::new());
    let done = write(&path, &|part| {
        parts.borrow_mut().push(part);
        part <= most
    });
    (parts.into_inner(), done, path.exists())
}

#[test]
fn an_export_tells_how_much_of_it_is_done_and_is_cancelled_where_that_is_refused() {
    let project = mannequin::excerpt();
    let clips = project.clips.len();
    let bundle = |path: &Path, progress: &dyn Fn(f32) -> bool| {
        export_on(
            &Real,
            &ClipCache::default(),
            &project,
            (path, Over::Any),
            progress,
        )
        .is_ok()
    };
    let (parts, done, is_there) = told(2.0, bundle);
    let compressed = (1..=clips).map(|at| 0.6 * (at as f32 / clips as f32));
    let expected: Vec<f32> = [0.0, 0.0]
        .into_iter()
        .chain(compressed)
        .chain([0.6, 0.8, 0.9, 1.0])
        .collect();
    assert_eq!((parts, done, is_there), (expected, true, true));
    for most in [-1.0, 0.1, 0.7, 0.8] {
        let (parts, done, is_there) = told(most, bundle);
        assert!(
            !done && !is_there && parts.last().is_some_and(|last| *last > most),
            "{most}: {parts:?}"
        );
    }
}

#[test]
fn an_export_says_what_is_in_it() {
    let project = mannequin::excerpt();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.bundle");
    let summary = export_on(
        &Real,
        &ClipCache::default(),
        &project,
        (&path, Over::Any),
        &|_| true,
    )
    .unwrap();
    assert_eq!(summary.bytes, std::fs::metadata(&path).unwrap().len());
    let of = |kind| project.list(kind).len();
    use asset::AssetKind::{Clip, Graph, Mesh, Montage, Skeleton};
    let held = [
        summary.skeletons,
        summary.clips,
        summary.meshes,
        summary.montages,
        summary.graphs,
    ];
    assert_eq!(held, [Skeleton, Clip, Mesh, Montage, Graph].map(of));
    assert_eq!(
        summary.golden_poses,
        8 * summary.clips,
        "eight poses of each clip"
    );
}
