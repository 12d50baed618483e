use super::*;

#[test]
fn places_have_nothing_of_the_machine() {
    let told = [
        (
            "/home/a/.cargo/registry/src/host-1949cf8c/winit-0.30.13/src/platform/x11.rs:12",
            "winit-0.30.13/src/platform/x11.rs:12",
        ),
        (
            "C:\\Users\\a\\.cargo\\registry\\src\\host-1\\wgpu-30.0.1\\src\\lib.rs:1",
            "wgpu-30.0.1/src/lib.rs:1",
        ),
        (
            "/rustc/59807616e1fa/library/core/src/panicking.rs:80:14",
            "library/core/src/panicking.rs:80:14",
        ),
        (
            "/home/a/.cargo/git/checkouts/egui-1/abc/crates/egui/src/ui.rs:3",
            "crates/egui/src/ui.rs:3",
        ),
        ("/home/a/work/src/anim/clip.rs:120", "src/anim/clip.rs:120"),
        ("/home/a/build.rs:1", "build.rs:1"),
        ("D:/a/build.rs:1", "build.rs:1"),
        ("src/anim/clip.rs:120", "src/anim/clip.rs:120"),
        ("./anim/clip.rs:120", "anim/clip.rs:120"),
        ("", ""),
    ];
    told.into_iter()
        .for_each(|(path, expected)| assert_eq!(without_machine(path), expected));
}

#[test]
fn messages_keep_their_words_and_lose_their_paths() {
    let told = [
        (
            "os error at /home/a/.cargo/registry/src/h-1/winit-0.30.13/src/lib.rs:7: refused\n twice",
            "os error at winit-0.30.13/src/lib.rs:7: refused\n twice",
        ),
        (
            "`/home/a/Work of mine/hero.glb`: it is not there",
            "`… of mine/hero.glb`: it is not there",
        ),
        (
            "(\"C:\\Users\\a\\hero.glb\"), 1/2 of it",
            "(\"…\"), 1/2 of it",
        ),
        ("a / b", "a / b"),
        ("", ""),
    ];
    told.into_iter()
        .for_each(|(text, expected)| assert_eq!(without_paths(text), expected));
}

#[test]
fn actions_are_told_by_their_names_alone() {
    use crate::action::{EditAction, EditorAction, FileAction};
    let secret = EditorAction::from(FileAction::OpenPath("/home/a/secret".into()));
    assert_eq!(name(&secret), "File OpenPath");
    assert_eq!(name(&EditorAction::from(EditAction::Undo)), "Edit Undo");
    assert_eq!(name(&"secret"), "");
    assert_eq!(name(&vec!["secret"; 1_000_000]), "");
}

#[test]
fn a_report_says_what_helps_and_no_path_of_a_machine() {
    let fault = ProgramFault {
        thread: "engine".into(),
        message: "index out of bounds".into(),
        raw: String::new(),
        place: "src/anim/clip.rs:1".into(),
        backtrace:
            "   0: anim::clip::sample\n             at /home/a/b/src/anim/clip.rs:1:2\n   1: main"
                .into(),
    };
    let before = PanicPrelude {
        adapter: "llvmpipe".into(),
        actions: ["Edit Undo".to_owned()].into(),
    };
    let text = text(&fault, &before, SystemTime::UNIX_EPOCH);
    for part in [
        "index out of bounds",
        "engine",
        "llvmpipe",
        "Edit Undo",
        "1970-01-01",
        env!("CARGO_PKG_VERSION"),
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(
        text.contains("at src/anim/clip.rs:1:2\n") && !text.contains("/home"),
        "{text}"
    );
}
