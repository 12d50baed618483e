//! What every drag, key and zoom on a timeline keeps to; docs/testing.md lists these with the
//! others of that kind.

use super::*;
use asset::{Curve, CurveKey, source::Interpolation};

fn held(window: &mut Window, keys: Modifiers) {
    window.event(Event::ModifiersChanged(keys));
    window.step();
}

/// Interaction test 6.
#[test]
fn ten_notches_in_and_out_keep_the_time_under_the_pointer_also_at_both_ends() {
    let mut window = sample();
    let edge = |window: &Window, place: usize| match place {
        0 => rect(window, "Section Windup").left(),
        1 => rect(window, "Section Strike").left(),
        _ => rect(window, "Segment Charge_End").right(),
    };
    for place in 0..3 {
        press(&mut window, Key::Home);
        let (before, at) = (scale(&window), edge(&window, place));
        window.hover_at(Pos2::new(
            at,
            rect(&window, "Section Windup").bottom() + 20.0,
        ));
        window.step();
        for factor in [1.2; 10].into_iter().chain([1.0 / 1.2; 10]) {
            window.event(Event::Zoom(factor));
            window.step();
            let now = edge(&window, place);
            assert!((now - at).abs() < 1.0, "{place}: {at} {now}");
        }
        settle(&mut window);
        assert!(
            (scale(&window) - before).abs() < 0.5,
            "{place}: the view is as before"
        );
    }
}

/// Interaction test 8: one segment finds a place behind all others, a group that does not fit
/// stays.
#[test]
fn a_group_of_segments_without_room_stays_where_it_is() {
    let mut window = sample();
    let root = project(&window).clone();
    click(&mut window, "Segment Charge_Start");
    window
        .get_by_label("Segment Charge_Release")
        .click_modifiers(Modifiers::COMMAND);
    settle(&mut window);
    assert_eq!(selected(&window).len(), 2);
    let (from, by) = (
        rect(&window, "Segment Charge_Start").center(),
        seconds(&window, 0.3),
    );
    hold(&mut window, from);
    move_to(&mut window, from, from + by);
    keep(&mut window, "no room");
    release(&mut window, from + by);
    assert!(Arc::ptr_eq(project(&window), &root) && steps(&window) == 0);
}

/// With Shift or Ctrl held before the press, as with those held from then on.
#[test]
fn keys_held_before_the_press_of_a_drag_select_nothing_more() {
    for keys in [Modifiers::SHIFT, Modifiers::COMMAND] {
        let mut window = sample();
        click(&mut window, "Notify Foot_R");
        let other = notify(&window, "Foot_R").time;
        let before = notify(&window, "Foot_L").time;
        let (from, by) = (
            rect(&window, "Notify Foot_L").center(),
            frames(&window, 6.0),
        );
        held(&mut window, keys);
        drag(&mut window, from, by);
        held(&mut window, Modifiers::NONE);
        settle(&mut window);
        assert!(
            (notify(&window, "Foot_L").time - before - 0.1).abs() < 0.01,
            "{keys:?}"
        );
        assert_eq!(
            (notify(&window, "Foot_R").time, steps(&window)),
            (other, 1),
            "{keys:?}"
        );
        assert_eq!(
            selected(&window),
            [notify(&window, "Foot_L").id],
            "{keys:?}"
        );
        // A click with them does.
        window.get_by_label("Notify Foot_R").click_modifiers(keys);
        settle(&mut window);
        assert_eq!(selected(&window).len(), 2, "{keys:?}");
    }
}

/// Interaction test 14.
#[test]
fn a_box_over_notifies_segments_and_curves_is_nudged_as_one_or_not_at_all() {
    let mut window = open_at(vec2(1600.0, 1300.0), 1.0, None);
    let active = window.state().session.active.unwrap();
    let (curve, inside) = (Id(9100), Id(9102));
    change(&mut window, |project| {
        let montage = Arc::make_mut(project.montages.get_mut(&active).unwrap());
        let key = |id, time| CurveKey::new(Id(id), time, 0.5, Interpolation::Linear);
        let keys = vec![key(9101, 0.2), key(9102, 2.1)];
        montage.curves.push(Curve {
            keys,
            ..Curve::new(curve, "Glow", 0)
        });
    });
    to_timeline(&mut window);
    press(&mut window, Key::Home);
    let end = rect(&window, "Segment Charge_End");
    let from = Pos2::new(end.right() + 16.0, end.top() + 6.0);
    let to = Pos2::new(
        end.left() + end.width() * 0.3,
        rect(&window, "Key 2 of Glow").bottom() + 4.0,
    );
    drag(&mut window, from, to - from);
    let (foot, piece) = (
        notify(&window, "Foot_L_back").id,
        segment(&window, "Charge_End").id,
    );
    let boxed = selected(&window);
    assert!(
        [foot, piece, inside].iter().all(|id| boxed.contains(id)) && boxed.len() == 3,
        "{boxed:?}"
    );
    let times = |window: &Window| {
        let key = montage(window).curves[0]
            .keys
            .iter()
            .find(|key| key.id == inside)
            .unwrap()
            .time;
        [
            notify(window, "Foot_L_back").time,
            segment(window, "Charge_End").start,
            key,
        ]
    };
    let before = times(&window);
    chord(&mut window, Modifiers::COMMAND, Key::ArrowRight);
    chord(
        &mut window,
        Modifiers::COMMAND | Modifiers::SHIFT,
        Key::ArrowRight,
    );
    let after = times(&window);
    let eleven = 11.0 * frame(&window);
    assert!(
        before
            .iter()
            .zip(after)
            .all(|(a, b)| (b - a - eleven).abs() < 1e-4),
        "{before:?} {after:?}"
    );
    assert_eq!(steps(&window), 2);
    for _ in 0..2 {
        chord(
            &mut window,
            Modifiers::COMMAND | Modifiers::SHIFT,
            Key::ArrowLeft,
        );
    }
    let back = times(&window);
    assert_eq!(
        steps(&window),
        3,
        "the second would lay one segment over another"
    );
    assert!(
        before
            .iter()
            .zip(back)
            .all(|(a, b)| (b - a - frame(&window)).abs() < 1e-4),
        "{before:?} {back:?}"
    );
}

/// Interaction test 17, beside `typing_a_name_is_text_and_nothing_else`.
#[test]
fn while_a_name_is_typed_no_tab_closes_and_saving_saves() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = sample();
    window.state_mut().disk.path = Some(folder.path().join("Combo"));
    to_timeline(&mut window);
    press(&mut window, Key::Enter);
    let before = montage(&window).clone();
    click(&mut window, "Section Hold");
    press(&mut window, Key::F2);
    type_text(&mut window, "jKl QW 12 ");
    chord(&mut window, Modifiers::COMMAND, Key::W);
    chord(&mut window, Modifiers::SHIFT, Key::Delete);
    assert!(has(&window, "Tab AM_ChargedAttack") && window.ctx.text_edit_focused());
    assert_eq!(*montage(&window), before);
    chord(&mut window, Modifiers::COMMAND, Key::S);
    let file = folder.path().join("Combo/project.json");
    wait_until(&mut window, "the project", |_| file.is_file());
    assert!(!window.state().session.transport.playing);
    assert_eq!(
        (&montage(&window).slots, &montage(&window).notifies),
        (&before.slots, &before.notifies)
    );
}

/// Interaction test 18: in the palette, in the list of nodes, and in a name.
#[test]
fn an_input_method_ends_its_word_before_enter_chooses_anything() {
    use egui::ImeEvent;
    let preedit = |text: &str| {
        Event::Ime(ImeEvent::Preedit {
            text: text.into(),
            active_range_chars: None,
        })
    };
    let mut window = sample();
    chord(&mut window, Modifiers::COMMAND, Key::P);
    let is_open = |window: &Window| window.state().dialogs.palette.is_some();
    let open = window.state().session.active;
    type_text(&mut window, "Walk_");
    for key in [Key::Enter, Key::Escape, Key::ArrowDown] {
        window.event(preedit("Fw"));
        settle(&mut window);
        press(&mut window, key);
        assert!(is_open(&window), "{key:?} was the input method's");
        assert_eq!(window.state().session.active, open);
    }
    window.event(preedit("Fwd"));
    settle(&mut window);
    let enter = Event::Key {
        key: Key::Enter,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    let commit = Event::Ime(ImeEvent::Commit("Fwd".into()));
    super::slow::at_once(&mut window, [commit, enter]);
    window.step();
    settle(&mut window);
    assert!(is_open(&window), "that Enter ended the word");
    let field = window.get_by_role_and_label(
        egui::accesskit::Role::TextInput,
        "Search commands and assets",
    );
    assert_eq!(field.value().as_deref(), Some("Walk_Fwd"));
    press(&mut window, Key::Enter);
    assert!(!is_open(&window));
    let walk = window.state().session.active.unwrap();
    assert_eq!(project(&window).asset_name(walk), Some("Walk_Fwd"));
}
