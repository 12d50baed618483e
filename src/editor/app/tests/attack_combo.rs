//! “An attack combo in five minutes”: each step of docs/attack_combo.md, with the mouse and the
//! keys.

use super::{
    files::answer,
    walkthrough::{menu, only, type_into_number},
    *,
};
use asset::{
    AssetKind,
    montage::Segment,
    notify::{Action as NotifyAction, Link},
    notify_class::FieldValue,
};
use egui::accesskit::Role;

fn step(window: &mut Window, name: &str) {
    keep(window, &format!("attack combo {name}"));
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() < 1e-3
}

/// Of the sample what the combo needs, for the rest takes long to compile and to export.
fn opened() -> Window {
    let mut window = open_at(vec2(1920.0, 1080.0), 1.0, None);
    change(&mut window, |project| {
        *project = mannequin::sample();
        project.montages.clear();
        project
            .clips
            .retain(|_, clip| clip.name.starts_with("Attack") || clip.name.starts_with("Charge"));
        project.graphs.clear();
        project.blend_spaces.clear();
        project.pose_assets.clear();
        project.meshes.retain(|_, mesh| mesh.name == "SM_Mannequin");
        project
            .meshes
            .values_mut()
            .for_each(|mesh| Arc::make_mut(mesh).post_process = None);
    });
    window
}

fn segments(window: &Window) -> Vec<(String, Segment)> {
    let name = |segment: &Segment| project(window).clips[&segment.clip].name.clone();
    montage(window).slots[0]
        .segments
        .iter()
        .map(|it| (name(it), it.clone()))
        .collect()
}

fn end(segment: &Segment) -> f32 {
    segment.start + segment.duration(1.0)
}

/// Points of so many seconds.
fn points(window: &Window, time: f32) -> Vec2 {
    let all = segments(window);
    let (first, last) = (&all[0], all.last().unwrap());
    let left = rect(window, &format!("Segment {}", first.0)).left();
    let label = format!("Segment {}", last.0);
    let right = window
        .query_all_by_label(&label)
        .map(|node| node.rect().right())
        .fold(0.0, f32::max);
    vec2(time * (right - left) / (end(&last.1) - first.1.start), 0.0)
}

/// By the field of the transport bar.
fn go_to(window: &mut Window, seconds: &str) {
    type_into_number(window, "Position in seconds", seconds);
    assert_eq!(window.state().session.panels.active, Panel::Timeline);
}

fn menu_of(window: &mut Window, label: &str, entries: &[&str]) {
    window.get_by_label(label).click_secondary();
    settle(window);
    for entry in entries {
        let exact = window
            .query_all_by_role_and_label(Role::Button, entry)
            .last();
        exact
            .or_else(|| window.query_all_by_label_contains(entry).last())
            .expect("the entry")
            .click();
        settle(window);
    }
    to_timeline(window);
}

/// A drag with a key held, and a picture of it.
fn with_key(window: &mut Window, held: Modifiers, from: Pos2, to: Pos2, picture: &str) {
    hold(window, from);
    window.event(Event::ModifiersChanged(held));
    move_to(window, from, to);
    step(window, picture);
    release(window, to);
    window.event(Event::ModifiersChanged(Modifiers::NONE));
    settle(window);
}

fn rename(window: &mut Window, name: &str) {
    press(window, Key::F2);
    chord(window, Modifiers::COMMAND, Key::A);
    type_text(window, name);
    press(window, Key::Enter);
}

/// 1. Three clips by their menu, one by a drag; it is put between two of them.
fn clips(window: &mut Window) {
    menu(window, "Montage", "New montage");
    assert_eq!(montage(window).name, "AM_Montage");
    assert_eq!(montage(window).frame_rate, 60.0, "that of the clips");
    for clip in ["Attack_1", "Attack_2", "Attack_3"] {
        scroll_to(window, &format!("Asset {clip}"));
        menu_of(
            window,
            &format!("Asset {clip}"),
            &["Add to the open montage"],
        );
        assert_eq!(segments(window).last().map(|it| it.0.as_str()), Some(clip));
    }
    step(window, "1 clips");
    scroll_to(window, "Asset Charge_Loop");
    let to = rect(window, "Segment Attack_3").right_center() + vec2(20.0, 0.0);
    let from = rect(window, "Asset Charge_Loop").center();
    drag(window, from, to - from);
    to_timeline(window);
    press(window, Key::Home);

    let from = rect(window, "Segment Charge_Loop").center();
    let to = rect(window, "Segment Attack_3").left_center() + vec2(4.0, 0.0);
    with_key(window, Modifiers::SHIFT, from, to, "1 insert");
    menu(window, "Montage", "Close gaps");
    let all = segments(window);
    let names: Vec<&str> = all.iter().map(|it| it.0.as_str()).collect();
    assert_eq!(names, ["Attack_1", "Attack_2", "Charge_Loop", "Attack_3"]);
    assert!(
        all.windows(2)
            .all(|pair| near(end(&pair[0].1), pair[1].1.start)),
        "{all:?}"
    );
    to_timeline(window);
    press(window, Key::Home);
}

/// 2. Trimmed and closed up, split, slowed down.
fn cuts(window: &mut Window) {
    go_to(window, "0.7");
    click(window, "Segment Attack_1");
    chord(window, Modifiers::SHIFT, Key::W);
    let all = segments(window);
    assert!(
        near(end(&all[0].1), 0.7) && near(all[1].1.start, 0.7),
        "{all:?}"
    );

    click(window, "Segment Attack_3");
    go_to(window, "2.7");
    chord(window, Modifiers::COMMAND, Key::K);
    let all = segments(window);
    assert!(
        all.len() == 5 && near(end(&all[3].1), 2.7) && near(all[4].1.start, 2.7),
        "{all:?}"
    );

    let from = window
        .query_all_by_label("Attack_3 end")
        .map(|node| node.rect().center());
    let from = from.max_by(|a, b| a.x.total_cmp(&b.x)).unwrap();
    let by = points(window, 0.25);
    window.key_down(Key::R);
    window.step();
    hold(window, from);
    move_to(window, from, from + by);
    step(window, "2 rate");
    release(window, from + by);
    window.key_up(Key::R);
    settle(window);
    let slower = segments(window)[4].1.clone();
    assert!(
        slower.rate < 0.95 && near(slower.clip_end, all[4].1.clip_end),
        "{slower:?}"
    );
    press(window, Key::Home);
    step(window, "2 cuts");
}

/// 3. Where sections start, what follows them, and how the loop is left.
fn sections(window: &mut Window) {
    click(window, "Section Default");
    rename(window, "Slash");
    chord(window, Modifiers::SHIFT, Key::Home);
    for (name, clip) in [("Backhand", 1), ("Hold", 2), ("Chop", 3)] {
        press(window, Key::ArrowDown);
        click(window, "Add section");
        rename(window, name);
        assert!(
            near(section(window, name).start, segments(window)[clip].1.start),
            "{name}"
        );
    }
    let links: Vec<_> = ["Slash", "Backhand", "Hold"]
        .map(|it| section(window, it).next)
        .into();
    let follow: Vec<_> = ["Backhand", "Hold", "Chop"]
        .map(|it| Some(section(window, it).id))
        .into();
    assert_eq!(links, follow, "they follow each other");

    let port = rect(window, "Link from Hold").center();
    let onto = rect(window, "Flow Hold").center();
    hold(window, port);
    move_to(window, port, port + vec2(8.0, 6.0));
    move_to(window, port, onto);
    release(window, onto);
    assert_eq!(
        section(window, "Hold").next,
        Some(section(window, "Hold").id)
    );

    let leave = segments(window)[2].1.start + 0.5;
    go_to(window, &leave.to_string());
    press(window, Key::Enter);
    rename(window, "Release");
    menu_of(window, "Notify Release", &["Jump to section", "Chop"]);
    let release = notify(window, "Release");
    assert!(
        release.branching
            && release.action == NotifyAction::JumpToSection(section(window, "Chop").id)
    );
    scroll_to(window, "Chance");
    type_into_number(window, "Chance", "50");
    assert!(near(notify(window, "Release").chance, 0.5));
    to_timeline(window);
    step(window, "3 sections");
}

/// 4. The squares at the upper corners of the first slot.
fn blends(window: &mut Window) {
    let before = (
        montage(window).blend_in.time,
        montage(window).blend_out.time,
    );
    for (name, seconds) in [("Blend-in time", -0.1), ("Blend-out time", -0.1)] {
        let from = rect(window, name).center();
        let by = points(window, seconds);
        drag(window, from, by);
    }
    let after = (
        montage(window).blend_in.time,
        montage(window).blend_out.time,
    );
    assert!(
        after.0 < before.0 - 0.05 && after.1 > before.1 + 0.05,
        "{before:?} {after:?}"
    );
}

/// A notify of the class where the pointer is, on the only track.
fn add_of_class(window: &mut Window, class: &str, seconds: f32) {
    let lane = rect(window, "Notify track Notifies").center().y;
    let at = Pos2::new(
        rect(window, "Section Slash").left() + points(window, seconds).x,
        lane,
    );
    for pressed in [true, false] {
        window.hover_at(at);
        window.event(button(at, PointerButton::Secondary, pressed));
        window.step();
    }
    settle(window);
    click(window, "Add notify of class");
    step(window, "4 class");
    click_button(window, class);
    to_timeline(window);
}

fn named(window: &Window, name: &str) -> Vec<Notify> {
    let mut all: Vec<Notify> = montage(window)
        .notifies
        .iter()
        .filter(|it| it.name == name)
        .cloned()
        .collect();
    all.sort_by(|a, b| a.time.total_cmp(&b.time));
    all
}

/// 5. One of each by hand, the others while it plays.
fn notifies(window: &mut Window) {
    add_of_class(window, "Hit Window", 0.35);
    scroll_to(window, "damage");
    type_into_number(window, "damage", "25");
    let hit = named(window, "Hit Window")[0].clone();
    assert!(
        hit.duration.is_some()
            && hit
                .fields
                .values()
                .any(|it| *it == FieldValue::Number(25.0)),
        "{hit:?}"
    );
    menu_of(window, "Notify Hit Window", &["Keep in quick slot", "1  "]);
    add_of_class(window, "Play Sound", 0.2);
    menu_of(window, "Notify Play Sound", &["Keep in quick slot", "2  "]);
    let kept = |digit| {
        project(window)
            .quick_slots
            .iter()
            .find(|it| it.digit == digit)
            .map(|it| it.notify.name.clone())
    };
    assert_eq!(
        [kept(1), kept(2)].map(Option::unwrap),
        ["Hit Window", "Play Sound"]
    );
    click_tab(window, "Quick slots");
    step(window, "4 slots");
    click_tab(window, "Assets");
    to_timeline(window);

    chord(window, Modifiers::SHIFT, Key::Home);
    let (count, start) = (steps(window), f64::from(section(window, "Backhand").start));
    window.key_press(Key::Space);
    wait_until(window, "the second blow", |app| {
        app.session.transport.position > start + 0.1
    });
    window.key_press(Key::Num2);
    window.step();
    wait_until(window, "the blade", |app| {
        app.session.transport.position > start + 0.25
    });
    window.key_down(Key::Num1);
    wait_until(window, "the blade's end", |app| {
        app.session.transport.position > start + 0.45
    });
    window.key_up(Key::Num1);
    window.run_steps(2);
    assert!(window.state().session.transport.playing, "it plays on");
    window.key_press(Key::Space);
    wait_until(window, "the pause", |app| !app.session.transport.playing);
    settle(window);
    assert_eq!(steps(window), count + 2);
    let (hits, sounds) = (named(window, "Hit Window"), named(window, "Play Sound"));
    assert_eq!((hits.len(), sounds.len()), (2, 2));
    assert_eq!(hits[1].fields, hits[0].fields, "the payload comes along");
    assert!(
        sounds[1].time >= start as f32 && hits[1].time > sounds[1].time,
        "{hits:?} {sounds:?}"
    );
    press(window, Key::Escape);
    step(window, "4 notifies");
}

/// 6. What stands over a segment goes where that goes.
fn links(window: &mut Window) {
    let (before, starts) = (named(window, "Hit Window"), segments(window));
    assert_eq!(
        before[1].link,
        Link::Relative(starts[1].1.id),
        "as the bar says of new ones"
    );
    let from = window
        .get_by_label("Seam of Attack_1 and Attack_2")
        .rect()
        .center();
    let by = points(window, -0.1);
    let from = from - vec2(4.0, 0.0);
    with_key(window, Modifiers::SHIFT, from, from + by, "5 ripple");
    let (after, now) = (named(window, "Hit Window"), segments(window));
    let moved = now[1].1.start - starts[1].1.start;
    assert!(moved < -0.05, "{now:?}");
    assert!(
        near(after[1].time - before[1].time, moved) && near(after[0].time, before[0].time),
        "{after:?}"
    );
    assert!(
        near(section(window, "Backhand").start, now[1].1.start),
        "and so do sections"
    );
}

/// 7. What fired, and what did not.
fn log(window: &mut Window) {
    click(window, "Show unfired");
    chord(window, Modifiers::SHIFT, Key::Home);
    window.state_mut().session.log.rows.clear();
    window.key_press(Key::Space);
    let name = anim::Name::new("Release");
    wait_until(window, "the way out of the loop", |app| {
        let released = |row: &studio::LogEntry| row.event.name == name && row.event.fired();
        app.session.log.rows.iter().any(released)
    });
    wait_until(window, "the last blow", |app| {
        let length = app.session.transport.position;
        length > 2.2
    });
    window.key_press(Key::Space);
    wait_until(window, "the pause", |app| !app.session.transport.playing);
    settle(window);
    assert!(
        window
            .query_all_by_label_contains("Hit Window begin")
            .next()
            .is_some()
    );
    step(window, "6 log");
}

/// 8. At many frame rates, and out into a game.
fn ship(window: &mut Window) {
    compressed(window);
    menu(window, "Montage", "Sweep frame rates");
    wait_until(window, "the sweep", |app| {
        !app.jobs.is_busy() && app.swept.is_some()
    });
    settle(window);
    assert!(
        window.state().told_by_sweep().is_empty(),
        "{:?}",
        window.state().told_by_sweep()
    );
    step(window, "7 sweep");
    let folder = tempfile::tempdir().unwrap();
    chord(window, Modifiers::COMMAND, Key::S);
    answer(window, folder.path(), "Combo");
    wait_until(window, "the project", |app| app.document.is_saved());
    chord(window, Modifiers::COMMAND, Key::E);
    answer(window, folder.path(), "combo");
    let file = folder.path().join("combo.mbundle");
    // Without an optimizer it takes its time.
    while window.state().jobs.is_busy() {
        window.step();
        std::thread::sleep(Duration::from_millis(5));
    }
    step(window, "8 exported");
    let bytes = std::fs::read(file).unwrap();
    let (store, length) = (anim::Store::of(&bytes), bytes.len());
    let library = bundle::read(store, length).unwrap().library;
    assert!(library.montage(anim::Name::new("AM_Montage")).is_some());
}

#[test]
fn an_attack_combo_from_three_clips() {
    let mut window = opened();
    clips(&mut window);
    cuts(&mut window);
    sections(&mut window);
    blends(&mut window);
    notifies(&mut window);
    links(&mut window);
    log(&mut window);
    let found = asset::compile(
        project(&window),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    );
    let id = only(&window, AssetKind::Montage, "AM_Montage");
    assert!(
        found.diagnostics.iter().all(|it| it.subject.asset != id),
        "{:?}",
        found.diagnostics
    );
    ship(&mut window);
}
