//! Pictures and videos out of the window.

use super::{files::answer, *};
use egui::accesskit::Role;
use egui_kittest::kittest::NodeT;
use std::fs;

/// Opens the dialog from the File menu.
fn open_dialog(window: &mut Window) {
    click_button(window, "File");
    click(window, "Render picture or video…");
    settle(window);
}

#[track_caller]
fn type_number(window: &mut Window, field: &str, text: &str) {
    window
        .get_by_role_and_label(Role::SpinButton, field)
        .click();
    settle(window);
    chord(window, Modifiers::COMMAND, Key::A);
    type_text(window, text);
    press(window, Key::Enter);
}

#[track_caller]
fn check(window: &mut Window, name: &str) {
    window.get_by_role_and_label(Role::CheckBox, name).click();
    settle(window);
}

/// Chooses how large pictures are, so that they are drawn fast.
fn small(window: &mut Window) {
    click_button(window, "Custom");
    settle(window);
    type_number(window, "Width", "160");
    type_number(window, "Height", "90");
    settle(window);
}

fn rendered(window: &mut Window, folder: &Path, name: &str) {
    click_button(window, "Render…");
    answer(window, folder, name);
    wait_until(window, "the pictures", |app| !app.jobs.is_busy());
    settle(window);
}

fn word(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
}

/// The JPEG files of a video, by its index.
fn frames(path: &Path) -> Vec<Vec<u8>> {
    let file = fs::read(path).unwrap();
    let find = |name: &[u8]| file.windows(4).position(|part| part == name).unwrap();
    let (index, list) = (find(b"idx1"), find(b"movi"));
    let frame = |at: usize| {
        let entry = index + 8 + 16 * at;
        let begin = list + word(&file, entry + 8) + 8;
        file[begin..begin + word(&file, entry + 12)].to_vec()
    };
    (0..word(&file, index + 4) / 16).map(frame).collect()
}

/// Nothing that a person sees moves: the document, the playhead, and what is selected.
fn state(window: &Window) -> (Arc<Project>, usize, f64, bool, Vec<Id>) {
    let app = window.state();
    (
        project(window).clone(),
        steps(window),
        app.session.transport.position,
        app.session.transport.playing,
        selected(window),
    )
}

fn is_same(a: &(Arc<Project>, usize, f64, bool, Vec<Id>), window: &Window) -> bool {
    let b = state(window);
    Arc::ptr_eq(&a.0, &b.0) && (a.1, a.2, a.3, &a.4) == (b.1, b.2, b.3, &b.4)
}

#[test]
fn a_video_of_the_open_montage_is_rendered_and_nothing_moves() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = sample();
    let before = state(&window);
    open_dialog(&mut window);
    keep(&mut window, "render_video");
    check(&mut window, "Time");
    check(&mut window, "Section or state");
    click_button(&mut window, "From – to");
    settle(&mut window);
    type_number(&mut window, "To", "0.5");
    small(&mut window);
    assert!(has(&window, "15 frames, 0.50 s, 160×90"));
    rendered(&mut window, folder.path(), "combo");
    assert!(has(&window, "Exported combo.avi"));
    let frames = frames(&folder.path().join("combo.avi"));
    assert_eq!(frames.len(), 15);
    assert!(frames.iter().all(|frame| frame.starts_with(&[0xff, 0xd8])));
    assert_ne!(frames[0], frames[14]);
    assert!(is_same(&before, &window));
    keep(&mut window, "render_video_done");
}

#[test]
fn the_current_view_is_one_picture_of_the_moment_that_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = sample();
    let before = state(&window);
    open_dialog(&mut window);
    click_button(&mut window, "Picture");
    settle(&mut window);
    let has_range = window.query_all_by_label("From – to").count();
    assert_eq!(has_range, 0, "a picture has no range");
    keep(&mut window, "render_picture");
    small(&mut window);
    rendered(&mut window, folder.path(), "view");
    let one = fs::read(folder.path().join("view.png")).unwrap();
    assert_eq!(
        [16, 20].map(|at| u32::from_be_bytes(one[at..at + 4].try_into().unwrap())),
        [160, 90]
    );
    assert!(is_same(&before, &window));
    // The same moment gives the same picture; the dialog keeps what was chosen.
    open_dialog(&mut window);
    assert!(has(&window, "1 picture, 160×90"));
    rendered(&mut window, folder.path(), "again");
    assert_eq!(fs::read(folder.path().join("again.png")).unwrap(), one);
    // Another moment gives another one.
    press(&mut window, Key::ArrowRight);
    settle(&mut window);
    for _ in 0..8 {
        press(&mut window, Key::ArrowRight);
        settle(&mut window);
    }
    open_dialog(&mut window);
    rendered(&mut window, folder.path(), "later");
    assert_ne!(fs::read(folder.path().join("later.png")).unwrap(), one);
}

#[test]
fn sequences_turntables_and_sheets_have_their_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = sample();
    open_dialog(&mut window);
    small(&mut window);
    click_button(&mut window, "Turntable");
    settle(&mut window);
    type_number(&mut window, "Pictures", "4");
    assert!(has(&window, "4 pictures, 160×90"));
    keep(&mut window, "render_turntable");
    rendered(&mut window, folder.path(), "round");
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(read("round_0000.png") != read("round_0002.png"));
    assert!(folder.path().join("round_0003.png").exists());
    open_dialog(&mut window);
    click_button(&mut window, "Video (.avi)");
    rendered(&mut window, folder.path(), "round");
    assert_eq!(frames(&folder.path().join("round.avi")).len(), 4);
    open_dialog(&mut window);
    click_button(&mut window, "Contact sheet");
    settle(&mut window);
    type_number(&mut window, "Columns", "2");
    keep(&mut window, "render_sheet");
    rendered(&mut window, folder.path(), "sheet");
    assert!(folder.path().join("sheet.png").exists());
    open_dialog(&mut window);
    click_button(&mut window, "Picture sequence");
    click_button(&mut window, "From – to");
    settle(&mut window);
    type_number(&mut window, "To", "0.1");
    assert!(has(&window, "3 pictures, 0.10 s, 160×90"));
    rendered(&mut window, folder.path(), "walk");
    assert!(folder.path().join("walk_0002.png").exists());
    assert!(!folder.path().join("walk_0003.png").exists());
}

#[test]
fn a_range_without_a_frame_is_refused_in_the_dialog() {
    let mut window = sample();
    open_dialog(&mut window);
    click_button(&mut window, "From – to");
    settle(&mut window);
    type_number(&mut window, "From", "0.8");
    type_number(&mut window, "To", "0.2");
    settle(&mut window);
    assert!(window.query_by_label_contains("has no frames").is_some());
    assert!(
        window
            .get_by_label("Render…")
            .accesskit_node()
            .is_disabled()
    );
    keep(&mut window, "render_refused");
    press(&mut window, Key::Escape);
    settle(&mut window);
    assert!(!window.state().dialogs.is_open());
}

#[test]
fn a_cancelled_video_leaves_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("combo.avi");
    fs::write(&path, b"precious").unwrap();
    let mut window = sample();
    open_dialog(&mut window);
    click_button(&mut window, "Render…");
    settle(&mut window);
    window.state_mut().dialogs.picker = Picker::in_app();
    window.state_mut().render_footage(path.clone());
    let job = window.state().jobs.running().next().is_some();
    assert!(job, "it takes a while");
    window.state().jobs.running().for_each(|job| job.cancel());
    wait_until(&mut window, "the end", |app| !app.jobs.is_busy());
    settle(&mut window);
    assert!(has(&window, "Cancelled, nothing changed"));
    assert_eq!(fs::read(&path).unwrap(), b"precious");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_place_that_cannot_be_written_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = sample();
    open_dialog(&mut window);
    click_button(&mut window, "Picture");
    settle(&mut window);
    window.state_mut().dialogs.footage.is_open = false;
    let path = folder.path().join("no such folder").join("view.png");
    window.state_mut().render_footage(path);
    wait_until(&mut window, "the end", |app| !app.jobs.is_busy());
    settle(&mut window);
    assert!(has(&window, "Could not export view.png"));
    assert!(
        window
            .query_by_label_contains("the folder does not exist")
            .is_some()
    );
}
