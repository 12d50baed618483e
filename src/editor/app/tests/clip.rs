//! Sync markers and curves on the timeline of a clip.

use super::*;
use asset::{
    Clip, Curve, SyncMarker,
    clip::{AdditiveBase, LoopPolicy},
    source::Interpolation,
};

/// The sample with its walk open: one second, sync markers L and R, curves Contact_L, Contact_R and
/// Speed.
fn walk() -> Window {
    let mut window = sample();
    double_click(&mut window, "Asset Walk_Fwd");
    assert_eq!(clip(&window).name, "Walk_Fwd");
    window
}

/// Seconds and value of the keys of a smooth Contact_L: on the ground up to the second one, in
/// mid-air at the third.
const SMOOTH: [(f32, f32); 4] = [(0.0, 1.0), (0.6, 1.0), (0.8, 0.0), (1.0, 1.0)];

/// The walk with cubic keys in Contact_L, which in the sample go straight.
fn smooth_walk() -> Window {
    let mut window = walk();
    let id = window.state().session.active.unwrap();
    change(&mut window, |project| {
        let curves = &mut Arc::make_mut(project.clips.get_mut(&id).unwrap()).curves;
        let contact = curves
            .iter_mut()
            .find(|curve| curve.name == "Contact_L")
            .unwrap();
        contact.keys.truncate(SMOOTH.len());
        for (key, (time, value)) in contact.keys.iter_mut().zip(SMOOTH) {
            (key.time, key.value, key.interpolation) = (time, value, Interpolation::Cubic);
        }
    });
    window
}

fn clip(window: &Window) -> &Clip {
    &project(window).clips[&window.state().session.active.unwrap()]
}

#[track_caller]
fn curve<'a>(window: &'a Window, name: &str) -> &'a Curve {
    clip(window)
        .curves
        .iter()
        .find(|curve| curve.name == name)
        .unwrap_or_else(|| panic!("no {name}"))
}

#[track_caller]
fn marker<'a>(window: &'a Window, name: &str) -> &'a SyncMarker {
    clip(window)
        .sync_markers
        .iter()
        .find(|marker| marker.name == name)
        .unwrap_or_else(|| panic!("no {name}"))
}

/// Points a second.
fn scale(window: &Window) -> f32 {
    (rect(window, "Notify Footstep_R").center().x - rect(window, "Notify Footstep_L").center().x)
        / 0.5
}

fn frames(window: &Window, count: f32) -> Vec2 {
    vec2(count / 30.0 * scale(window), 0.0)
}

/// In the lane of Contact_L, where nothing is.
fn free_place(window: &Window, time: f32) -> Pos2 {
    rect(window, "Key 1 of Contact_L").center() + vec2(time * scale(window), 20.0)
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() < 1e-4
}

/// A second after the last click, or it would count as a third.
fn double_click_at(window: &mut Window, at: Pos2) {
    window.run_steps(60);
    window.hover_at(at);
    window.step();
    for _ in 0..2 {
        for pressed in [true, false] {
            window.event(button(at, PointerButton::Primary, pressed));
            window.step();
        }
    }
    settle(window);
}

#[test]
fn a_sync_marker_is_dragged_to_a_frame_renamed_and_deleted() {
    let mut window = walk();
    let root = project(&window).clone();
    let (at, by) = (
        rect(&window, "Sync marker R").center(),
        frames(&window, 3.2),
    );
    drag(&mut window, at, by);
    assert!(
        near(marker(&window, "R").time, 18.0 / 30.0),
        "{}",
        marker(&window, "R").time
    );
    assert_eq!(
        (steps(&window), selected(&window)),
        (1, vec![marker(&window, "R").id])
    );
    press(&mut window, Key::F2);
    type_text(&mut window, "Right");
    press(&mut window, Key::Enter);
    assert!(near(marker(&window, "Right").time, 18.0 / 30.0) && steps(&window) == 2);
    type_into(&mut window, "Name", "Rechts");
    press(&mut window, Key::Enter);
    assert_eq!(
        (marker(&window, "Rechts").name.as_str(), steps(&window)),
        ("Rechts", 3)
    );
    chord(&mut window, Modifiers::COMMAND, Key::ArrowLeft);
    assert!(near(marker(&window, "Rechts").time, 17.0 / 30.0) && steps(&window) == 4);
    click(&mut window, "Sync marker Rechts");
    press(&mut window, Key::Delete);
    assert_eq!((clip(&window).sync_markers.len(), steps(&window)), (1, 5));
    for _ in 0..5 {
        chord(&mut window, Modifiers::COMMAND, Key::Z);
    }
    assert!(Arc::ptr_eq(project(&window), &root));
}

#[test]
fn a_double_click_adds_the_foot_whose_turn_it_is() {
    let mut window = walk();
    let by = frames(&window, 8.0);
    let at = rect(&window, "Sync marker L").center() + by;
    double_click_at(&mut window, at);
    let added = clip(&window).sync_markers.last().unwrap().clone();
    assert_eq!(
        (
            added.name.as_str(),
            (added.time * 30.0).round(),
            steps(&window)
        ),
        ("R", 8.0, 1)
    );
    assert_eq!(selected(&window), [added.id]);
    click(&mut window, "Add marker");
    assert_eq!(clip(&window).sync_markers.len(), 4, "at the playhead");
}

#[test]
fn a_key_is_dragged_in_time_and_value_in_one_step() {
    let mut window = walk();
    let root = project(&window).clone();
    let before = curve(&window, "Contact_L").clone();
    let at = rect(&window, "Key 3 of Contact_L").center();
    let by = frames(&window, 2.2) + vec2(0.0, -20.0);
    drag(&mut window, at, by);
    let key = curve(&window, "Contact_L").keys[2].clone();
    assert!(near(key.time, before.keys[2].time + 2.0 / 30.0), "{key:?}");
    assert!(
        near(key.value, before.keys[2].value + 0.5),
        "20 of 40 points: {}",
        key.value
    );
    assert_eq!((steps(&window), key.id), (1, before.keys[2].id));
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(Arc::ptr_eq(project(&window), &root));
    drag(&mut window, at, vec2(2.0, -24.0));
    let key = &curve(&window, "Contact_L").keys[2];
    let (time, value) = (before.keys[2].time, before.keys[2].value);
    assert!(
        key.time == time && near(key.value, value + 0.6),
        "a steep drag keeps the time: {key:?}"
    );
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    hold(&mut window, at);
    move_to(&mut window, at, at + vec2(-60.0, -20.0));
    window.key_press(Key::Escape);
    window.run_steps(3);
    assert!(Arc::ptr_eq(project(&window), &root), "Esc takes it back");
}

#[test]
fn keys_pass_over_others_and_replace_the_one_they_land_on() {
    let mut window = walk();
    let root = project(&window).clone();
    let ids: Vec<Id> = curve(&window, "Contact_R")
        .keys
        .iter()
        .map(|key| key.id)
        .collect();
    let place =
        |window: &Window, at: usize| rect(window, &format!("Key {at} of Contact_R")).center();
    let (from, beyond) = (place(&window, 2), place(&window, 6) + frames(&window, 4.0));
    drag(&mut window, from, beyond - from);
    let order: Vec<Id> = curve(&window, "Contact_R")
        .keys
        .iter()
        .map(|key| key.id)
        .collect();
    assert_eq!(
        order,
        [ids[0], ids[2], ids[3], ids[4], ids[5], ids[1], ids[6]]
    );
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    let (from, onto) = (place(&window, 2), place(&window, 4));
    drag(&mut window, from, onto - from);
    let order: Vec<Id> = curve(&window, "Contact_R")
        .keys
        .iter()
        .map(|key| key.id)
        .collect();
    assert_eq!(
        (order, steps(&window)),
        (vec![ids[0], ids[2], ids[1], ids[4], ids[5], ids[6]], 1)
    );
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(Arc::ptr_eq(project(&window), &root));
}

#[test]
fn a_handle_turns_both_tangents_and_with_alt_one() {
    let mut window = smooth_walk();
    click(&mut window, "Key 3 of Contact_L");
    let out = rect(&window, "Tangent out of key 3 of Contact_L").center();
    drag(&mut window, out, vec2(0.0, -20.0));
    let key = curve(&window, "Contact_L").keys[2].clone();
    assert!(
        key.out_tangent > 0.1 && key.in_tangent == key.out_tangent && steps(&window) == 1,
        "{key:?}"
    );
    let out = rect(&window, "Tangent out of key 3 of Contact_L").center();
    hold(&mut window, out);
    window.event(Event::ModifiersChanged(Modifiers::ALT));
    move_to(&mut window, out, out + vec2(0.0, 30.0));
    window.event(Event::PointerButton {
        pos: out + vec2(0.0, 30.0),
        button: PointerButton::Primary,
        pressed: false,
        modifiers: Modifiers::ALT,
    });
    window.event(Event::ModifiersChanged(Modifiers::NONE));
    settle(&mut window);
    let broken = &curve(&window, "Contact_L").keys[2];
    assert!(
        broken.in_tangent == key.in_tangent && broken.out_tangent < key.out_tangent,
        "{broken:?}"
    );
    assert_eq!(steps(&window), 2);
}

#[test]
fn a_double_click_adds_a_key_there_and_on_the_line_keeps_its_shape() {
    let mut window = smooth_walk();
    let at = free_place(&window, 0.3);
    double_click_at(&mut window, at);
    let key = curve(&window, "Contact_L").keys[1].clone();
    assert!(near(key.time, 0.3) && near(key.value, 0.5), "{key:?}");
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    let before = curve(&window, "Contact_L").clone();
    click(&mut window, "Curve Contact_L");
    window.state_mut().session.transport.position = 0.7;
    press(&mut window, Key::S);
    let after = curve(&window, "Contact_L");
    assert_eq!((after.keys.len(), steps(&window)), (5, 1));
    for time in (0..100).map(|part| part as f32 / 100.0) {
        let (a, b) = (before.value(time).unwrap(), after.value(time).unwrap());
        assert!((a - b).abs() < 1e-3, "{time}: {a} {b}");
    }
}

#[test]
fn interpolation_is_chosen_in_the_menu_and_in_the_details() {
    let mut window = smooth_walk();
    window.get_by_label("Key 2 of Contact_L").click_secondary();
    settle(&mut window);
    click_button(&mut window, "Linear");
    assert_eq!(
        curve(&window, "Contact_L").keys[1].interpolation,
        Interpolation::Linear
    );
    assert!(
        !has(&window, "Tangent out of key 2 of Contact_L"),
        "a line has no tangents"
    );
    click(&mut window, "Interpolation");
    click_button(&mut window, "Constant");
    assert_eq!(
        curve(&window, "Contact_L").keys[1].interpolation,
        Interpolation::Step
    );
    click(&mut window, "Curve Contact_L");
    click(&mut window, "Outside keys");
    click_button(&mut window, "Repeat");
    assert_eq!(
        curve(&window, "Contact_L").extrapolation,
        asset::curve::Extrapolation::Loop
    );
    click(&mut window, "Plays");
    assert!(curve(&window, "Contact_L").disabled && steps(&window) == 4);
}

#[test]
fn a_curve_is_added_renamed_and_deleted_with_its_keys() {
    let mut window = walk();
    let root = project(&window).clone();
    let known = clip(&window).curves.len();
    click(&mut window, "Add curve");
    assert_eq!(
        (curve(&window, "Curve").keys.len(), selected(&window)),
        (1, vec![curve(&window, "Curve").id])
    );
    // It is named at once.
    type_text(&mut window, "grin");
    press(&mut window, Key::Enter);
    let at = rect(&window, "Curve grin").center();
    double_click_at(&mut window, at);
    type_text(&mut window, "smile");
    press(&mut window, Key::Enter);
    assert_eq!(
        (curve(&window, "smile").name.as_str(), steps(&window)),
        ("smile", 3)
    );
    chord(&mut window, Modifiers::COMMAND, Key::A);
    click(&mut window, "Curve smile");
    press(&mut window, Key::Delete);
    assert_eq!((clip(&window).curves.len(), steps(&window)), (known, 4));
    chord(&mut window, Modifiers::COMMAND, Key::A);
    press(&mut window, Key::Delete);
    assert!(
        clip(&window)
            .curves
            .iter()
            .all(|curve| curve.keys.is_empty())
            && clip(&window).sync_markers.is_empty()
    );
    for _ in 0..5 {
        chord(&mut window, Modifiers::COMMAND, Key::Z);
    }
    assert!(Arc::ptr_eq(project(&window), &root));
}

#[test]
fn folded_curves_make_room_and_the_value_at_the_playhead_is_shown() {
    let mut window = walk();
    window.state_mut().session.transport.position = 0.79;
    settle(&mut window);
    keep(&mut window, "curves");
    click(&mut window, "Curves");
    assert!(!has(&window, "Curve Contact_L") && !has(&window, "Key 1 of Contact_L"));
    keep(&mut window, "curves folded");
    click(&mut window, "Curves");
    assert!(has(&window, "Curve Contact_L"));
    let edge = rect(&window, "Resize curve Contact_L").center();
    let before = rect(&window, "Curve Contact_L").height();
    drag(&mut window, edge, vec2(0.0, 50.0));
    let height = rect(&window, "Curve Contact_L").height();
    assert!(height > before + 30.0 && steps(&window) == 0, "{height}");
}

#[test]
fn an_imported_curve_is_edited_as_a_copy_that_takes_its_place() {
    let mut window = walk();
    let channel = asset::source::Channel {
        times: vec![0.0, 1.0],
        values: vec![0.0, 1.0],
        ..Default::default()
    };
    let source = asset::source::ClipSource {
        curves: vec![asset::source::SourceCurve {
            name: "blink".into(),
            channel,
        }],
        ..(*clip(&window).source).clone()
    };
    let id = window.state().session.active.unwrap();
    let again = Clip {
        source: Arc::new(source),
        ..clip(&window).clone()
    };
    change(&mut window, |project| {
        drop(project.clips.insert(id, Arc::new(again)))
    });
    keep(&mut window, "imported curve");
    let at = rect(&window, "Imported curve blink").center();
    double_click_at(&mut window, at);
    assert!(!has(&window, "Imported curve blink"));
    let copy = curve(&window, "blink");
    assert_eq!(
        copy.keys
            .iter()
            .map(|key| (key.time, key.value))
            .collect::<Vec<_>>(),
        [(0.0, 0.0), (1.0, 1.0)]
    );
    window.get_by_label("Curve blink").click_secondary();
    settle(&mut window);
    assert!(!has(&window, "Reduce keys"), "the ends stay");
    press(&mut window, Key::Escape);
    click(&mut window, "Curve blink");
    press(&mut window, Key::Delete);
    assert!(
        has(&window, "Imported curve blink"),
        "and plays again when the copy is gone"
    );
}

#[test]
fn a_curve_is_named_after_a_morph_from_the_menu() {
    let mut window = walk();
    change(&mut window, |project| {
        let mesh = project.meshes.values_mut().next().unwrap();
        Arc::make_mut(mesh).lods[0].parts[0].morphs = vec!["smile".into()];
    });
    window.get_by_label("Curves").click_secondary();
    settle(&mut window);
    click_button(&mut window, "Add curve for a morph");
    click_button(&mut window, "smile");
    assert_eq!(
        (selected(&window), steps(&window)),
        (vec![curve(&window, "smile").id], 1)
    );
}

#[test]
fn a_new_name_is_typed_where_no_clip_has_markers_yet() {
    let mut window = walk();
    let walk = window.state().session.active;
    change(&mut window, |project| {
        let others = project
            .clips
            .iter_mut()
            .filter(|(id, _)| Some(**id) != walk);
        others.for_each(|(_, clip)| Arc::make_mut(clip).sync_markers.clear());
    });
    for label in ["Sync marker L", "Sync marker R"] {
        click(&mut window, label);
        press(&mut window, Key::Delete);
    }
    assert!(clip(&window).sync_markers.is_empty());
    let at = Pos2::new(
        rect(&window, "Notify Footstep_R").center().x,
        rect(&window, "Sync markers").center().y,
    );
    double_click_at(&mut window, at);
    type_text(&mut window, "Plant");
    press(&mut window, Key::Enter);
    assert!(near(marker(&window, "Plant").time, 0.5));
}

#[test]
fn the_base_of_an_additive_clip_is_chosen_with_its_clip_and_frame() {
    let mut window = walk();
    details_alone(&mut window);
    settle(&mut window);
    let choose = |window: &mut Window, field: &str, option: &str| {
        scroll_to(window, field);
        click(window, field);
        click_button(window, option);
    };
    choose(
        &mut window,
        "Additive type",
        "Local: relative to the parent",
    );
    choose(&mut window, "Base", "Another clip, scaled to this length");
    choose(&mut window, "Base clip", "Idle");
    let idle = *project(&window)
        .clips
        .iter()
        .find(|(_, clip)| clip.name == "Idle")
        .unwrap()
        .0;
    let base = |window: &Window| clip(window).additive.unwrap().base;
    assert_eq!(base(&window), AdditiveBase::ClipScaled { clip: idle });
    assert!(!has(&window, "Base frame"));
    choose(&mut window, "Base", "Frame of another clip");
    scroll_to(&mut window, "Base frame");
    click(&mut window, "Base frame");
    chord(&mut window, Modifiers::COMMAND, Key::A);
    type_text(&mut window, "4");
    press(&mut window, Key::Enter);
    keep(&mut window, "additive");
    assert_eq!(
        (base(&window), steps(&window)),
        (
            AdditiveBase::ClipFrame {
                clip: idle,
                frame: 4
            },
            5
        )
    );
}

#[test]
fn fewer_keys_are_previewed_and_then_kept() {
    let mut window = walk();
    details_alone(&mut window);
    settle(&mut window);
    let keys = |window: &Window| {
        clip(window)
            .source
            .channels()
            .map(|channel| channel.times.len())
            .sum::<usize>()
    };
    let before = keys(&window);
    let preview = |window: &mut Window| {
        scroll_to(window, "Preview");
        click_button(window, "Preview");
        wait_until(window, "the preview", |app| {
            app.views
                .kinds
                .clip
                .reduction_preview
                .as_ref()
                .is_some_and(|p| p.settings == app.views.kinds.clip.reduction)
        });
        settle(window);
        window
            .state()
            .views
            .kinds
            .clip
            .reduction_preview
            .as_ref()
            .unwrap()
            .found
            .clone()
            .unwrap()
    };
    let fine = preview(&mut window);
    assert!(
        fine.errors.max <= 0.005 && fine.keys().1 < before,
        "the bound is held, for fewer keys"
    );
    assert!(
        window.state().views.kinds.clip.reduction.rotation > 0.0
            && !has(&window, "The error exceeds 0.50 cm")
    );
    let (button, details) = (rect(&window, "Reduce keys"), window.ctx.content_rect());
    assert!(
        details.contains_rect(button),
        "what was asked for comes into sight: {button:?}"
    );
    scroll_to(&mut window, "Rotation error");
    click(&mut window, "Rotation error");
    chord(&mut window, Modifiers::COMMAND, Key::A);
    type_text(&mut window, "10");
    press(&mut window, Key::Enter);
    assert!(
        !has(&window, "Reduce keys"),
        "the preview is of another threshold"
    );
    let coarse = preview(&mut window);
    assert!(
        coarse.keys().1 < fine.keys().1
            && coarse.errors.max > fine.errors.max
            && coarse.keys().0 == before
    );
    assert!(has(&window, "The error exceeds 0.50 cm"));
    keep(&mut window, "key reduction");
    assert_eq!(steps(&window), 0);
    scroll_to(&mut window, "Reduce keys");
    click_button(&mut window, "Reduce keys");
    assert_eq!((keys(&window), steps(&window)), (coarse.keys().1, 1));
    assert!(
        has(&window, "Preview"),
        "there is something else to be previewed now"
    );
    window.state_mut().document.undo();
    settle(&mut window);
    assert_eq!(keys(&window), before);
}

#[test]
fn the_last_frame_leads_back_to_the_first_where_that_is_chosen() {
    let mut window = walk();
    window.get_by_label("1.000 s  ·  30 frames");
    click(&mut window, "Last frame");
    click_button(&mut window, "Kept: continues to the first frame");
    assert_eq!(
        (clip(&window).loop_policy, steps(&window)),
        (LoopPolicy::Wrap, 1)
    );
    window.get_by_label("1.033 s  ·  31 frames");
    keep(&mut window, "loop policy");
    let compiled = window
        .state()
        .compiled
        .library
        .clip(anim::Name::new("Walk_Fwd"))
        .unwrap()
        .clone();
    assert_eq!(compiled.length, clip(&window).length());
    let skeleton = window.state().compiled.library.skeletons[0].clone();
    let ends = [0.0, f64::from(compiled.length)].map(|time| {
        let mut pose = anim::Pose::default();
        compiled.sample(&skeleton, time, &mut pose);
        (1..skeleton.len())
            .map(|bone| pose.rotation(bone))
            .collect::<Vec<_>>()
    });
    assert!(
        ends[0]
            .iter()
            .zip(&ends[1])
            .all(|(first, last)| first.angle_between(*last) < 0.01)
    );
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(clip(&window).loop_policy, LoopPolicy::Clamp);
}

#[test]
fn the_details_tell_the_seam_of_a_clip() {
    let mut window = walk();
    window.get_by_label("0.00 cm from the last frame to the first");
    let id = window.state().session.active.unwrap();
    let mut motion = clip(&window).root_motion;
    motion.enabled = false;
    let keep_root = document::Command::Clip(id, document::ClipCommand::SetRootMotion(motion));
    window
        .state_mut()
        .document
        .perform(&keep_root, None)
        .unwrap();
    settle(&mut window);
    window.get_by_label("140.00 cm from the last frame to the first");
    let warned =
        |found: &asset::Diagnostic| matches!(found.kind, asset::diagnostic::Kind::SeamOpen { .. });
    assert!(window.state().compiled.diagnostics.iter().any(warned));
}
