use super::*;
use crate::clip_cache::ClipCache;

#[test]
fn on_all_processors_it_comes_to_the_same() {
    let project = mannequin::excerpt();
    let wanted = asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    );
    let folder = tempfile::TempDir::new().unwrap();
    for kept in [
        ClipCache::default(),
        ClipCache::at(folder.path().into()),
        ClipCache::at(folder.path().into()),
    ] {
        let found = compile(&project, &mut asset::Cache::default(), &kept);
        assert!(found.library == wanted.library && found.reports == wanted.reports);
    }
}

#[test]
fn each_is_called_once_and_a_panic_is_the_callers() {
    for count in [0, 1, 2, 100] {
        let calls: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
        each(count, &|at| {
            calls[at].fetch_add(1, Ordering::Relaxed);
        });
        assert!(calls.iter().all(|calls| calls.load(Ordering::Relaxed) == 1));
    }
    for bad in [0, 50, 99] {
        let panic =
            std::panic::catch_unwind(|| each(100, &|at| assert!(at != bad, "made-up fault")))
                .unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"made-up fault"));
    }
}

#[test]
fn what_is_cancelled_begins_no_more() {
    let pending = asset::compile(
        &mannequin::excerpt(),
        &mut asset::Cache::default(),
        asset::CompileOptions::deferred(),
    )
    .pending;
    let many: Vec<Work> = pending.iter().cycle().take(200).cloned().collect();
    let mut told = 0;
    compress(many, &ClipCache::default(), &mut |_| {
        told += 1;
        told < 3
    });
    assert_eq!(told, 3);
    compress(Vec::new(), &ClipCache::default(), &mut |_| {
        unreachable!("there is nothing")
    });
}
