//! The built-in dialog by mouse and keys, in a folder of its own.

use super::*;
use egui::Key;
use egui_kittest::{Harness, kittest::Queryable};
use std::fs;

struct Desk {
    picker: Picker<&'static str>,
    answers: Vec<Answer<&'static str>>,
}

type Window = Harness<'static, Desk>;

/// `walk.glb`, `run.GLB`, `notes.txt`, `.secret.glb`, and `motions/jump.glb`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["walk.glb", "run.GLB", "notes.txt", ".secret.glb"] {
        fs::write(folder.path().join(name), vec![7; 2_500]).unwrap();
    }
    fs::create_dir(folder.path().join("motions")).unwrap();
    fs::write(folder.path().join("motions/jump.glb"), "x").unwrap();
    folder
}

fn ask(start: PathBuf, kind: PickKind, name: &str) -> Window {
    ask_with(Picker::in_app(), start, kind, name)
}

fn ask_with(
    mut picker: Picker<&'static str>,
    start: PathBuf,
    kind: PickKind,
    name: &str,
) -> Window {
    let filters = vec![("Characters", vec!["glb", "fbx"]), ("All files", vec![])];
    picker.open(PickRequest {
        purpose: "import",
        title: "Import".into(),
        kind,
        filters,
        start,
        name: name.into(),
    });
    let app = |ui: &mut egui::Ui, desk: &mut Desk| {
        let answer = desk.picker.ui(ui.ctx());
        desk.answers.extend(answer);
    };
    let builder = Harness::builder()
        .with_size(egui::vec2(800.0, 560.0))
        .with_context_setup(theme::install)
        .wgpu();
    let builder = builder.with_step_dt(1.0 / 60.0);
    let mut window = builder.build_ui_state(
        app,
        Desk {
            picker,
            answers: Vec::new(),
        },
    );
    settle(&mut window);
    window
}

/// Folders are read on a thread: gives it time, then lets the window come to rest.
fn settle(window: &mut Window) {
    window.run_steps(2);
    std::thread::sleep(Duration::from_millis(30));
    window.run();
}

fn click(window: &mut Window, name: &str) {
    window.get_by_label(name).click();
    settle(window);
}

fn press(window: &mut Window, key: Key) {
    window.key_press(key);
    settle(window);
}

fn type_into(window: &mut Window, field: &str, text: &str) {
    let node = window.get_by_role_and_label(egui::accesskit::Role::TextInput, field);
    node.focus();
    window.run();
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
    window.run();
    window
        .get_by_role_and_label(egui::accesskit::Role::TextInput, field)
        .type_text(text);
    window.run();
}

fn has(window: &Window, name: &str) -> bool {
    window.query_by_label(name).is_some()
}

#[track_caller]
fn check(window: &Window, paths: &[PathBuf]) {
    assert_eq!(
        window.state().answers,
        [Answer {
            purpose: "import",
            paths: paths.to_vec()
        }]
    );
    assert!(!window.state().picker.is_open());
}

fn keep(window: &mut Window, name: &str) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/pictures/pick");
    fs::create_dir_all(folder).unwrap();
    window
        .render()
        .unwrap()
        .save(format!("{folder}/{name}.png"))
        .unwrap();
}

#[test]
fn a_file_is_opened_by_a_click() {
    let folder = folder();
    let mut window = ask(folder.path().to_owned(), PickKind::OpenFiles, "");
    assert!(has(&window, "motions") && has(&window, "run.GLB"));
    assert!(!has(&window, "notes.txt") && !has(&window, ".secret.glb"));
    click(&mut window, "walk.glb");
    keep(&mut window, "open");
    click(&mut window, "Open");
    check(&window, &[folder.path().join("walk.glb")]);
}

#[test]
fn several_files_are_opened_together() {
    let folder = folder();
    let mut window = ask(folder.path().to_owned(), PickKind::OpenFiles, "");
    click(&mut window, "run.GLB");
    window
        .get_by_label("walk.glb")
        .click_modifiers(egui::Modifiers::COMMAND);
    settle(&mut window);
    click(&mut window, "Open");
    check(
        &window,
        &[
            folder.path().join("run.GLB"),
            folder.path().join("walk.glb"),
        ],
    );
}

#[test]
fn a_double_click_enters_and_opens() {
    let folder = folder();
    let mut window = ask(folder.path().to_owned(), PickKind::OpenFiles, "");
    for name in ["motions", "jump.glb"] {
        window.get_by_label(name).click();
        window.run_steps(2);
        window.get_by_label(name).click();
        settle(&mut window);
    }
    check(&window, &[folder.path().join("motions/jump.glb")]);
}

#[test]
fn keys_reach_everything() {
    let folder = folder();
    let mut window = ask(folder.path().to_owned(), PickKind::OpenFiles, "");
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::Enter);
    assert!(has(&window, "jump.glb"), "entered the folder");
    press(&mut window, Key::Backspace);
    assert!(has(&window, "walk.glb"), "and left it");
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::Enter);
    check(&window, &[folder.path().join("run.GLB")]);
}

#[test]
fn escape_cancels() {
    let mut window = ask(folder().path().to_owned(), PickKind::OpenFiles, "");
    press(&mut window, Key::Escape);
    check(&window, &[]);
    let mut window = ask(folder().path().to_owned(), PickKind::SaveFile, "x");
    click(&mut window, "New folder");
    press(&mut window, Key::Escape);
    assert!(
        window.state().answers.is_empty(),
        "only the new folder's name is given up"
    );
    press(&mut window, Key::Escape);
    check(&window, &[]);
}

#[test]
fn saving_over_a_file_asks_first() {
    let folder = folder();
    let mut window = ask(folder.path().to_owned(), PickKind::SaveFile, "hero");
    click(&mut window, "walk.glb");
    click(&mut window, "Export");
    assert!(has(&window, "Replace “walk.glb”?") && window.state().answers.is_empty());
    keep(&mut window, "replace");
    click(&mut window, "Keep");
    assert!(!has(&window, "Replace “walk.glb”?"));
    click(&mut window, "Export");
    click(&mut window, "Replace");
    check(&window, &[folder.path().join("walk.glb")]);
}

#[test]
fn a_new_name_gets_the_extension() {
    let folder = folder();
    let mut window = ask(folder.path().to_owned(), PickKind::SaveFile, "hero.v2");
    press(&mut window, Key::Enter);
    check(&window, &[folder.path().join("hero.v2.glb")]);
}

#[test]
fn a_folder_is_made_and_chosen() {
    let folder = folder();
    let mut window = ask(folder.path().to_owned(), PickKind::OpenFolder, "");
    assert!(!has(&window, "walk.glb"));
    click(&mut window, "New folder");
    type_into(&mut window, "New folder name", "fresh");
    click(&mut window, "Create");
    assert!(folder.path().join("fresh").is_dir());
    click(&mut window, "Choose");
    check(&window, &[folder.path().join("fresh")]);
}

#[test]
fn a_folder_with_files_in_it_is_used_only_when_agreed() {
    let folder = folder();
    let mut window = ask(folder.path().to_owned(), PickKind::SaveFolder, "motions");
    click(&mut window, "Save");
    assert!(has(&window, "Use “motions”?"));
    press(&mut window, Key::Escape);
    type_into(&mut window, "Name", "Hero");
    click(&mut window, "Save");
    check(&window, &[folder.path().join("Hero")]);
}

#[test]
fn paths_can_be_typed() {
    let folder = folder();
    let mut window = ask(folder.path().to_owned(), PickKind::OpenFiles, "");
    type_into(&mut window, "Path", "motions");
    press(&mut window, Key::Enter);
    assert!(has(&window, "jump.glb"));
    type_into(&mut window, "Path", "nowhere/at/all");
    press(&mut window, Key::Enter);
    assert!(has(&window, "“all” cannot be chosen. It does not exist."));
    type_into(
        &mut window,
        "Path",
        &folder.path().join("notes.txt").display().to_string(),
    );
    press(&mut window, Key::Enter);
    check(&window, &[folder.path().join("notes.txt")]);
}

#[test]
fn filters_and_hidden_files_can_be_shown() {
    let mut window = ask(folder().path().to_owned(), PickKind::OpenFiles, "");
    click(&mut window, "Hidden files");
    let folder = folder();
    assert!(!has(&window, "notes.txt"));
    let mut window = ask(folder.path().to_owned(), PickKind::OpenFiles, "");
    click(&mut window, "Hidden files");
    assert!(has(&window, ".secret.glb"));
    click(&mut window, "Files shown");
    click(&mut window, "All files");
    assert!(has(&window, "notes.txt"));
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_read_says_why() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let locked = folder.path().join("motions");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).unwrap();
    let is_root = fs::read_dir(&locked).is_ok();
    let mut window = ask(folder.path().to_owned(), PickKind::OpenFiles, "");
    if is_root {
        // Permissions do not bind this user; a folder that is gone fails the same way.
        fs::remove_dir_all(&locked).unwrap();
    }
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::Enter);
    let reason = if is_root {
        "It does not exist."
    } else {
        "No permission."
    };
    assert!(has(&window, &format!("Cannot read “motions”. {reason}")));
    keep(&mut window, "unreadable");
    click(&mut window, "Up one folder");
    assert!(has(&window, "walk.glb"));
    if !is_root {
        fs::set_permissions(&locked, fs::Permissions::from_mode(0o700)).unwrap();
    }
}

#[test]
fn a_start_that_is_gone_begins_above_it() {
    let folder = folder();
    let window = ask(folder.path().join("gone/for/good"), PickKind::OpenFiles, "");
    assert!(has(&window, "walk.glb"));
}

#[test]
fn without_a_session_bus_the_dialog_is_our_own() {
    if std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some() || !cfg!(target_os = "linux") {
        return;
    }
    let folder = folder();
    let mut window = ask_with(
        Picker::default(),
        folder.path().to_owned(),
        PickKind::OpenFiles,
        "",
    );
    settle(&mut window);
    assert!(has(&window, "walk.glb") && !window.state().picker.native);
}

fn type_text(window: &mut Window, text: &str) {
    for c in text.chars() {
        window.event(egui::Event::Text(c.to_string()));
        window.step();
    }
    settle(window);
}

#[test]
fn a_name_is_typed_wherever_the_focus_is() {
    let folder = folder();
    let mut window = ask(folder.path().to_owned(), PickKind::SaveFile, "old.glb");
    click(&mut window, "walk.glb");
    type_text(&mut window, "new");
    press(&mut window, Key::Enter);
    check(&window, &[folder.path().join("new.glb")]);
}

#[test]
fn typing_over_the_list_finds_what_begins_so() {
    let folder = folder();
    let mut window = ask(folder.path().to_owned(), PickKind::OpenFiles, "");
    type_text(&mut window, "wa");
    press(&mut window, Key::Enter);
    check(&window, &[folder.path().join("walk.glb")]);
}
