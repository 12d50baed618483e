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
    keep(&mut window, "render video");
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
    keep(&mut window, "render video done");
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
    keep(&mut window, "render picture");
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
    keep(&mut window, "render turntable");
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
    keep(&mut window, "render sheet");
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
    assert!(
        window
            .query_by_label_contains("The range has no frames")
            .is_some()
    );
    assert!(
        window
            .get_by_label("Render…")
            .accesskit_node()
            .is_disabled()
    );
    keep(&mut window, "render refused");
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
    let titles = window.query_all_by_label("Could not export view.png");
    assert!(titles.count() > 0);
    let said = window.query_all_by_label_contains("the folder does not exist");
    assert!(said.count() > 0);
}

#[test]
fn the_loop_range_is_rendered_where_there_is_one() {
    let mut window = sample();
    open_dialog(&mut window);
    assert!(!has(&window, "Loop range"));
    press(&mut window, Key::Escape);
    let id = window.state().session.active.unwrap();
    let loops = &mut window.state_mut().views.timeline.loops;
    loops.insert(id, (0.2, 0.4));
    open_dialog(&mut window);
    click_button(&mut window, "Loop range");
    small(&mut window);
    assert!(has(&window, "0.200 – 0.400 s") && has(&window, "6 frames, 0.20 s, 160×90"));
}

#[test]
fn overlays_of_the_pictures_are_chosen_for_them_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = sample();
    let take = |window: &mut Window, name: &str| {
        rendered(window, folder.path(), name);
        fs::read(folder.path().join(name).with_extension("png")).unwrap()
    };
    open_dialog(&mut window);
    click_button(&mut window, "Picture");
    small(&mut window);
    let shown = take(&mut window, "shown");
    let settings = window.state().settings;
    let mut before = vec![shown];
    for name in ["Grid", "Bones"] {
        open_dialog(&mut window);
        check(&mut window, name);
        let picture = take(&mut window, name);
        assert!(!before.contains(&picture), "{name} shows");
        before.push(picture);
        assert_eq!(window.state().settings, settings);
    }
    // A click on the word does as one on its box.
    open_dialog(&mut window);
    let label = window.get_by_role_and_label(Role::Label, "Bones").rect();
    hold(&mut window, label.center());
    release(&mut window, label.center());
    assert_eq!(take(&mut window, "by word"), before[2]);
}

#[test]
fn a_graph_is_rendered_from_its_start_while_the_preview_stays() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = super::graph::opened();
    let request = anim::Request::SetParameter {
        parameter: anim::Name::new("Speed"),
        value: 4.0,
    };
    window.state().engine.send(engine::EngineInput::Request {
        character: studio::PREVIEWED,
        request,
    });
    wait_until(&mut window, "the parameter", |app| {
        super::graph::parameter(app, "Speed") == 4.0
    });
    window.state_mut().pause();
    settle(&mut window);
    let tick = |window: &Window| window.state().engine.frame.as_ref().unwrap().tick;
    let before = tick(&window);
    open_dialog(&mut window);
    assert!(!has(&window, "Whole") && !has(&window, "Last drive"));
    type_number(&mut window, "To", "0.5");
    small(&mut window);
    assert!(has(&window, "15 frames, 0.50 s, 160×90"));
    rendered(&mut window, folder.path(), "graph");
    let frames = frames(&folder.path().join("graph.avi"));
    assert!(frames.len() == 15 && frames[2] != frames[12], "it goes");
    assert_eq!(tick(&window), before);
}

#[test]
fn what_was_driven_last_is_rendered_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = super::graph::opened();
    window.get_by_role_and_label(Role::Button, "Drive").click();
    wait_until(&mut window, "driving", |app| {
        app.session.drive.on.is_some() && app.session.transport.playing
    });
    play_on(&mut window, 0.4);
    window.state_mut().leave_drive();
    window.state_mut().pause();
    settle(&mut window);
    open_dialog(&mut window);
    check(&mut window, "Last drive");
    click_button(&mut window, "Whole drive");
    small(&mut window);
    keep(&mut window, "render drive");
    rendered(&mut window, folder.path(), "drive");
    assert!(!frames(&folder.path().join("drive.avi")).is_empty());
}

#[test]
fn the_dialog_fits_small_windows() {
    for size in [vec2(1280.0, 720.0), vec2(960.0, 540.0)] {
        let mut window = open_at(size, 1.0, None);
        open_dialog(&mut window);
        click_button(&mut window, "Custom");
        keep(&mut window, "render small");
        let all = Rect::from_min_size(Pos2::ZERO, size);
        for name in ["Render picture or video", "Width", "Cancel", "Render…"] {
            let mut shown = window.query_all_by_label(name).map(|it| it.rect());
            assert!(shown.all(|rect| all.contains_rect(rect)), "{name} is seen");
        }
    }
}

/// Pixels of the picture that differ from those of the window, of a hundred, where nothing is
/// written over the scene.
fn different(window: &mut Window, picture: &Path) -> f64 {
    let seen = rect(window, "Viewport");
    let window = window.render().unwrap();
    let picture = image::open(picture).unwrap().to_rgba8();
    assert_eq!(
        (picture.width(), picture.height()),
        (seen.width() as u32, seen.height() as u32)
    );
    let (mut all, mut off) = (0, 0);
    for (x, y, texel) in picture.enumerate_pixels() {
        let is_middle = (picture.width() * 3 / 10..picture.width() * 6 / 10).contains(&x)
            && (picture.height() * 3 / 10..picture.height() * 8 / 10).contains(&y);
        if is_middle {
            let shown = window.get_pixel(seen.left() as u32 + x, seen.top() as u32 + y);
            let far = (0..3).map(|at| texel.0[at].abs_diff(shown.0[at])).max();
            all += 1;
            off += u32::from(far > Some(4));
        }
    }
    f64::from(off) * 100.0 / f64::from(all)
}

#[test]
fn a_picture_is_what_the_viewport_shows() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = sample();
    let take = |window: &mut Window, name: &str| {
        open_dialog(window);
        click_button(window, "Picture");
        click_button(window, "Viewport");
        rendered(window, folder.path(), name);
        folder.path().join(name).with_extension("png")
    };
    let whole = take(&mut window, "whole");
    // What lies over the window would be compared.
    window.state_mut().session.toasts.clear();
    settle(&mut window);
    assert!(different(&mut window, &whole) < 0.5);
    // A hidden part is hidden in the picture too.
    change(&mut window, |project| {
        let (id, mesh) = project.meshes.iter().next().unwrap();
        let names = mesh.lod(0).parts.iter().map(|part| part.name.clone());
        project.preview.hidden.insert(*id, names.take(1).collect());
    });
    settle(&mut window);
    let off = different(&mut window, &whole);
    assert!(off > 2.0, "{off} % differ");
    let hidden = take(&mut window, "hidden");
    window.state_mut().session.toasts.clear();
    settle(&mut window);
    assert!(different(&mut window, &hidden) < 0.5);
}

/// Pixels that differ clearly between two files.
fn changed(a: &Path, b: &Path) -> usize {
    let [a, b] = [a, b].map(|path| image::open(path).unwrap().into_rgb8());
    let is_other = |(a, b): &(&image::Rgb<u8>, &image::Rgb<u8>)| {
        a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > 24)
    };
    a.pixels().zip(b.pixels()).filter(is_other).count()
}

#[test]
fn ghosts_paths_and_shading_are_rendered_at_every_moment() {
    use crate::{
        action::{SelectAction, TransportAction, ViewAction},
        viewport::{Overlay, ViewportShading},
    };
    let folder = tempfile::tempdir().unwrap();
    let mut window = sample();
    double_click(&mut window, "Asset Walk_Fwd");
    super::graphs::act(&mut window, TransportAction::Pause);
    let shown: [&[crate::action::EditorAction]; 4] = [
        &[],
        &[ViewAction::ToggleOverlay(Overlay::Ghosts).into()],
        &[
            ViewAction::ToggleOverlay(Overlay::Ghosts).into(),
            ViewAction::ToggleOverlay(Overlay::BonePaths).into(),
            SelectAction::Bone(Some(4)).into(),
        ],
        &[ViewAction::SetShading(ViewportShading::Wireframe).into()],
    ];
    for (nth, actions) in shown.into_iter().enumerate() {
        for action in actions {
            super::graphs::act(&mut window, action.clone());
        }
        open_dialog(&mut window);
        if nth == 0 {
            click_button(&mut window, "Picture sequence");
            small(&mut window);
            click_button(&mut window, "From – to");
            settle(&mut window);
            type_number(&mut window, "To", "0.1");
        }
        rendered(&mut window, folder.path(), &format!("of{nth}"));
    }
    let file = |nth: usize, at: usize| folder.path().join(format!("of{nth}_{at:04}.png"));
    for at in 0..3 {
        let bare = file(0, at);
        for nth in 1..4 {
            let count = changed(&bare, &file(nth, at));
            assert!(count > 20, "{nth} {at}: {count}");
        }
    }
    assert!(changed(&file(1, 0), &file(1, 2)) > 20, "ghosts go along");
}
