use super::*;
use std::{fs, time::Instant};

#[test]
fn a_change_in_a_folder_is_told_once_and_the_program_s_own_are_not() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("clips")).unwrap();
    fs::create_dir_all(folder.path().join(files::OWN)).unwrap();
    let woken = Arc::new(AtomicBool::new(false));
    let wake = woken.clone();
    let watch = Watch::new(
        folder.path(),
        Arc::new(move || wake.store(true, Ordering::Relaxed)),
    );
    fs::write(folder.path().join(files::OWN).join("lock"), b"x").unwrap();
    std::thread::sleep(Duration::from_millis(300));
    assert!(!watch.take());
    fs::write(folder.path().join("clips/a.json"), b"x").unwrap();
    let start = Instant::now();
    while !watch.take() {
        assert!(
            start.elapsed() < Duration::from_secs(120),
            "nothing was told"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(woken.load(Ordering::Relaxed));
}
