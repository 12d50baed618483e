//! “Mocap on a character in two minutes”: every step of docs/mocap.md.

use super::{
    files::{answer, drop_files},
    walkthrough::menu,
    *,
};
use std::fs;

const FIGURE: &str = include_str!("../../../../tests/fixtures/figure.fbx");
const WALK: &str = include_str!("../../../../tests/fixtures/walk.bvh");

fn settled(window: &mut Window) {
    while window.state().jobs.is_busy() {
        window.step();
        std::thread::sleep(Duration::from_millis(5));
    }
    settle(window);
}

/// 1. The character.
fn character(window: &mut Window, file: &Path) {
    menu(window, "File", "New project");
    drop_files(window, &[file.to_owned()]);
    if window.query_by_label_contains("Remove prefixes").is_some() {
        window.get_by_label_contains("Remove prefixes").click();
        settle(window);
        settled(window);
    }
    assert_eq!(project(window).skeletons.len(), 1);
}

/// 2. The takes, in the table.
fn takes(window: &mut Window, folder: &Path, files: usize) {
    let (meshes, before) = (project(window).meshes.len(), steps(window));
    drop_files(window, &[folder.to_owned()]);
    settled(window);
    assert!(
        has(window, &format!("Import {files} files")),
        "all fit the character"
    );
    keep(window, "mocap 1 table");
    click_button(window, &format!("Import {files} files"));
    let project = project(window);
    assert_eq!(
        (project.skeletons.len(), project.meshes.len(), steps(window)),
        (1, meshes.max(1), before + 1)
    );
}

/// 3. A take plays on the character: its bones are elsewhere at the end than at the start, by the
///    pose that is shown.
fn plays(window: &mut Window, take: &str) {
    type_into(window, "Filter assets", take);
    double_click(window, &format!("Asset {take}"));
    settle(window);
    let models = |window: &Window| window.state().engine.frame.as_ref().unwrap().models.clone();
    let first = models(window);
    to_timeline(window);
    chord(window, Modifiers::SHIFT, Key::End);
    wait_until(window, "the end", |app| {
        app.session.transport.position > 0.0
    });
    settle(window);
    let moved = first
        .iter()
        .zip(models(window))
        .any(|(a, b)| !a.abs_diff_eq(b, 1e-3));
    assert!(moved, "{take} stands still");
    keep(window, "mocap 2 plays");
}

/// 4. A montage of it, and a bundle that a game plays.
fn ships(window: &mut Window, take: &str) {
    window
        .get_by_label(&format!("Asset {take}"))
        .click_secondary();
    settle(window);
    window
        .query_all_by_label_contains("New montage from clip")
        .last()
        .expect("the entry")
        .click();
    settle(window);
    let folder = tempfile::tempdir().unwrap();
    chord(window, Modifiers::COMMAND, Key::S);
    answer(window, folder.path(), "Mocap");
    wait_until(window, "the project", |app| app.document.is_saved());
    chord(window, Modifiers::COMMAND, Key::E);
    answer(window, folder.path(), "mocap");
    settled(window);
    let bytes = fs::read(folder.path().join("mocap.mbundle")).unwrap();
    let (store, length) = (anim::Store::of(&bytes), bytes.len());
    assert_eq!(
        bundle::read(store, length).unwrap().library.montages.len(),
        1
    );
}

/// A figure, and a folder of two takes of it.
fn made(folder: &Path) -> (PathBuf, PathBuf) {
    let (figure, captured) = (folder.join("figure.fbx"), folder.join("takes"));
    fs::create_dir(&captured).unwrap();
    fs::write(&figure, FIGURE).unwrap();
    fs::write(captured.join("walk.bvh"), WALK).unwrap();
    fs::write(captured.join("stroll.bvh"), WALK.replace("90 10", "90 5")).unwrap();
    (figure, captured)
}

#[test]
fn mocap_on_a_character() {
    let folder = tempfile::tempdir().unwrap();
    let (figure, captured) = made(folder.path());
    let mut window = sample();
    character(&mut window, &figure);
    takes(&mut window, &captured, 2);
    plays(&mut window, "walk");
    ships(&mut window, "walk");
}

/// With a real character and a real take where the corpus is, and with what is made where it is
/// not.
#[test]
fn real_mocap_on_a_real_character() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = tempfile::tempdir().unwrap();
    let (mut figure, captured) = made(folder.path());
    let real = corpus.join("fbx/geno/Geno_bind.fbx");
    assert!(
        real.is_file() || std::env::var_os("CI").is_none(),
        "the corpus is not at {}",
        corpus.display()
    );
    if real.is_file() {
        let text = fs::read_to_string(corpus.join("bvh/fair1_dab.bvh")).unwrap();
        fs::write(captured.join("walk.bvh"), &text).unwrap();
        fs::write(captured.join("stroll.bvh"), text + "\n").unwrap();
        figure = real;
    }
    let mut window = sample();
    character(&mut window, &figure);
    takes(&mut window, &captured, 2);
    plays(&mut window, "walk");
}
