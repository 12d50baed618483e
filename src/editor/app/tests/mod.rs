//! The whole application in a window without a screen, by accessible label: mouse, keys, files.
//!
//! The harness refuses controls without a name and characters without a glyph, so every test is
//! also a test of those.

mod assets;
mod attack_combo;
mod baking;
mod batch;
mod blend_space;
mod bundles;
mod canvas;
mod canvas_edits;
mod clip;
mod comparison;
mod compression;
mod control_setup;
mod crowd;
mod details;
mod dock;
mod drive;
mod editing;
mod engine_link;
mod faults;
mod files;
mod find_uses;
mod flow;
mod focus;
mod footage;
mod graph;
mod graphs;
mod guide;
mod handles;
mod interaction;
mod item_menus;
mod keys;
mod lanes;
mod live;
mod log;
mod looking;
mod menus;
mod meshes;
mod mocap;
mod moments;
mod montage;
mod motion_tests;
mod node_rows;
mod notify_class;
mod notify_menu;
mod on_slot;
mod panels;
mod pose_asset;
mod pose_warping;
mod preferences;
mod preview;
mod quick_slots;
mod reaching;
mod retime;
mod rewinding;
mod rig;
mod safety;
mod saving_walk;
mod scenes;
mod session;
mod slide;
mod slow;
mod small;
mod sounds;
mod sources;
mod start;
mod staying;
mod stepping;
mod sweep;
mod telling;
mod time_view;
mod timeline;
mod tuning;
mod vertex_cache;
mod walkthrough;
mod weights;

use super::*;
use crate::dock::Panel;
use asset::{Id, Montage, Notify};
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, Vec2, vec2};
use egui_kittest::{Harness, kittest::Queryable};
use std::{
    cell::Cell,
    path::Path,
    sync::LazyLock,
    time::{Duration, Instant},
};

type Window = Harness<'static, App>;

const SIZE: Vec2 = vec2(1440.0, 900.0);

thread_local! {
    static IS_FORGETFUL: Cell<bool> = const { Cell::new(false) };
}

/// Windows of this test from here on compress every clip themselves.
fn keep_no_clips() {
    IS_FORGETFUL.set(true);
}

/// What one test compressed is there for the next one of this run: another program may compress
/// otherwise.
pub(super) fn kept() -> ::files::ClipCache {
    if IS_FORGETFUL.get() {
        return ::files::ClipCache::default();
    }
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let program = std::env::current_exe().expect("the program is a file");
        let all = program.with_file_name("clips_of_tests");
        let own = all.join(std::process::id().to_string());
        let older = std::fs::read_dir(&all)
            .into_iter()
            .flatten()
            .flatten()
            .filter(|other| other.path() != own);
        older.for_each(|other| drop(std::fs::remove_dir_all(other.path())));
        own
    });
    ::files::ClipCache::at(FOLDER.clone())
}

/// Without a path a small part of the sample, as if the window had begun with it. Jobs tell of no
/// compression, however slow the machine is.
fn open_at(size: Vec2, pixels_per_point: f32, path: Option<PathBuf>) -> Window {
    open_with(size, pixels_per_point, path, SettingsStore::default())
}

fn open_with(
    size: Vec2,
    pixels_per_point: f32,
    path: Option<PathBuf>,
    store: SettingsStore,
) -> Window {
    open_in(size, pixels_per_point, |cc| {
        let mut app =
            App::empty(cc, Picker::in_app(), Recent::default(), store).expect("the app starts");
        app.compressor.patience = Duration::MAX;
        app.disk.patience = Duration::from_secs(60);
        match path {
            Some(path) => app.open_path(&cc.egui_ctx, path),
            None => app.show(mannequin::excerpt()),
        }
        app
    })
}

fn open_in(
    size: Vec2,
    pixels_per_point: f32,
    make: impl FnOnce(&mut eframe::CreationContext<'static>) -> App,
) -> Window {
    let mut setup = egui_kittest::wgpu::default_wgpu_setup();
    if let egui_wgpu::WgpuSetup::CreateNew(new) = &mut setup {
        new.device_descriptor = Arc::new(render::Gpu::device_descriptor);
    }
    let builder = Harness::builder()
        .with_size(size)
        .with_pixels_per_point(pixels_per_point)
        .wgpu_setup(setup);
    let builder = builder.with_step_dt(1.0 / 60.0).with_max_steps(60);
    let mut window = builder.build_eframe(|cc| make(cc));
    compressed(&mut window);
    window
}

/// Lets what compresses in the background come to its end.
fn compressed(window: &mut Window) {
    wait_until(window, "compressing", |app| {
        app.compressor.is_idle() && app.compiled.pending.is_empty()
    });
    settle(window);
}

/// The sample, as a window without arguments shows it.
fn sample() -> Window {
    open_at(SIZE, 1.0, None)
}

/// Gives the details all of their column.
fn details_alone(window: &mut Window) {
    for panel in [Panel::EventLog, Panel::Problems, Panel::Jobs] {
        window.state_mut().dock.close(panel);
    }
    settle(window);
}

/// Puts another project in place of the open one, without a step; what is open stays open.
fn change(window: &mut Window, change: impl FnOnce(&mut Project)) {
    let mut changed = Project::clone(project(window));
    change(&mut changed);
    let app = window.state_mut();
    app.document = document::Document::new(changed);
    settle(window);
}

/// Lets the engine's thread answer, then the window come to rest.
fn settle(window: &mut Window) {
    for _ in 0..3 {
        window.step();
        std::thread::sleep(Duration::from_millis(6));
    }
    window.run();
}

/// For a window that plays: passes at the pace of the clock.
fn play_on(window: &mut Window, seconds: f64) {
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < seconds {
        window.step();
        std::thread::sleep(Duration::from_millis(4));
    }
}

#[track_caller]
fn wait_until(window: &mut Window, what: &str, mut done: impl FnMut(&App) -> bool) {
    let start = Instant::now();
    while !done(window.state()) {
        assert!(start.elapsed().as_secs() < 120, "waited for {what}");
        window.step();
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[track_caller]
fn rect(window: &Window, label: &str) -> Rect {
    window.get_by_label(label).rect()
}

fn has(window: &Window, label: &str) -> bool {
    window.query_by_label(label).is_some()
}

#[track_caller]
fn click(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    settle(window);
}

/// Keys go to the timeline from now on.
fn to_timeline(window: &mut Window) {
    window.state_mut().session.panels.active = Panel::Timeline;
    settle(window);
}

/// Scrolls to what lies below the edge of its panel.
#[track_caller]
fn scroll_to(window: &mut Window, label: &str) {
    window.get_by_label(label).scroll_to_me();
    settle(window);
}

/// For a name that something else in the window has too.
#[track_caller]
fn click_button(window: &mut Window, label: &str) {
    window
        .get_by_role_and_label(egui::accesskit::Role::Button, label)
        .click();
    settle(window);
}

/// Of a panel.
#[track_caller]
fn click_tab(window: &mut Window, label: &str) {
    window
        .get_by_role_and_label(egui::accesskit::Role::Tab, label)
        .click();
    settle(window);
}

#[track_caller]
fn double_click(window: &mut Window, label: &str) {
    for _ in 0..2 {
        window.get_by_label(label).click();
        window.run_steps(1);
    }
    settle(window);
}

fn press(window: &mut Window, key: Key) {
    window.key_press(key);
    settle(window);
}

fn chord(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    settle(window);
}

fn button(at: Pos2, button: PointerButton, pressed: bool) -> Event {
    Event::PointerButton {
        pos: at,
        button,
        pressed,
        modifiers: Modifiers::NONE,
    }
}

/// Presses the primary button and leaves it down.
fn hold(window: &mut Window, at: Pos2) {
    window.hover_at(at);
    window.step();
    window.event(button(at, PointerButton::Primary, true));
    window.step();
}

/// Moves in several steps, with whatever is held.
fn move_to(window: &mut Window, from: Pos2, to: Pos2) {
    for part in 1..=6 {
        window.hover_at(from.lerp(to, part as f32 / 6.0));
        window.step();
    }
}

fn release(window: &mut Window, at: Pos2) {
    window.event(button(at, PointerButton::Primary, false));
    settle(window);
}

fn drag(window: &mut Window, from: Pos2, delta: Vec2) {
    hold(window, from);
    move_to(window, from, from + delta);
    release(window, from + delta);
}

/// Types into whatever has the focus.
fn type_text(window: &mut Window, text: &str) {
    for c in text.chars() {
        window.event(Event::Text(c.to_string()));
        window.step();
    }
    settle(window);
}

/// Replaces what a field holds and leaves the focus in it; the topmost where two have the name.
#[track_caller]
fn type_into(window: &mut Window, field: &str, text: &str) {
    let role = egui::accesskit::Role::TextInput;
    window
        .query_all_by_role_and_label(role, field)
        .last()
        .expect("the field is there")
        .focus();
    settle(window);
    chord(window, Modifiers::COMMAND, Key::A);
    type_text(window, text);
}

fn project(window: &Window) -> &Arc<Project> {
    window.state().document.project()
}

fn steps(window: &Window) -> usize {
    window.state().document.step_count()
}

/// The open montage.
fn montage(window: &Window) -> &Montage {
    &project(window).montages[&window.state().session.active.unwrap()]
}

#[track_caller]
fn notify<'a>(window: &'a Window, name: &str) -> &'a Notify {
    montage(window)
        .notifies
        .iter()
        .find(|notify| notify.name == name)
        .unwrap_or_else(|| panic!("no {name}"))
}

#[track_caller]
fn section<'a>(window: &'a Window, name: &str) -> &'a asset::montage::Section {
    montage(window)
        .sections
        .iter()
        .find(|section| section.name == name)
        .unwrap_or_else(|| panic!("no {name}"))
}

/// Of the first segment of the clip.
#[track_caller]
fn segment<'a>(window: &'a Window, clip: &str) -> &'a asset::montage::Segment {
    let mut all = montage(window).slots.iter().flat_map(|slot| &slot.segments);
    all.find(|segment| project(window).clips[&segment.clip].name == clip)
        .unwrap_or_else(|| panic!("no {clip}"))
}

fn selected(window: &Window) -> Vec<Id> {
    window
        .state()
        .document
        .selection()
        .items
        .iter()
        .copied()
        .collect()
}

/// Points a second on the sample's timeline.
fn scale(window: &Window) -> f32 {
    let time = section(window, "Recover").start - section(window, "Windup").start;
    (rect(window, "Section Recover").left() - rect(window, "Section Windup").left()) / time
}

/// Points of so many frames.
fn frames(window: &Window, count: f32) -> Vec2 {
    seconds(window, count * frame(window))
}

/// Points of so many seconds.
fn seconds(window: &Window, count: f32) -> Vec2 {
    vec2(count * scale(window), 0.0)
}

/// Of the open montage, seconds.
fn frame(window: &Window) -> f32 {
    1.0 / montage(window).frame_rate
}

fn keep(window: &mut Window, name: &str) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/pictures/app");
    std::fs::create_dir_all(folder).unwrap();
    window
        .render()
        .unwrap()
        .save(Path::new(folder).join(name).with_extension("png"))
        .unwrap();
}
