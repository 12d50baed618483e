//! Several items changed at once in the details.

use super::*;

fn select(window: &mut Window, items: impl IntoIterator<Item = Id>) {
    let asset = window.state().session.active;
    window.state_mut().document.select(document::Selection {
        asset,
        items: items.into_iter().collect(),
    });
    settle(window);
}

/// Replaces what a field holds, and enters it.
fn enter(window: &mut Window, field: &str, text: &str) {
    window
        .query_all_by_label(field)
        .last()
        .expect("the row is there")
        .click();
    settle(window);
    chord(window, Modifiers::COMMAND, Key::A);
    type_text(window, text);
    press(window, Key::Enter);
}

fn value(window: &Window, label: &str) -> String {
    window
        .query_all_by_label(label)
        .last()
        .expect("the row is there")
        .value()
        .unwrap_or_default()
}

/// Two notifies at 0.2 and 0.5 s, selected.
fn two() -> (Window, [Id; 2]) {
    let mut window = sample();
    let mut ids = ["Foot_R", "Foot_L"].map(|name| notify(&window, name).id);
    // The rows are those of the first.
    ids.sort();
    let asset = window.state().session.active.unwrap();
    change(&mut window, |project| {
        let montage = Arc::make_mut(project.montages.get_mut(&asset).unwrap());
        for (id, time) in ids.into_iter().zip([0.2, 0.5]) {
            montage
                .notifies
                .iter_mut()
                .find(|notify| notify.id == id)
                .unwrap()
                .time = time;
        }
    });
    select(&mut window, ids);
    (window, ids)
}

fn times(window: &Window, ids: [Id; 2]) -> [f32; 2] {
    ids.map(|id| montage(window).notify(id).unwrap().time)
}

fn near(a: [f32; 2], b: [f32; 2]) -> bool {
    a.into_iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4)
}

#[test]
fn a_dash_is_dragged_by_as_much_and_typed_expressions_hold_for_each() {
    let (mut window, ids) = two();
    assert_eq!(value(&window, "Time"), "— s");
    let at = rect(&window, "Time").center();
    drag(&mut window, at, vec2(10.0, 0.0));
    assert!(
        near(times(&window, ids), [0.3, 0.6]),
        "{:?}",
        times(&window, ids)
    );
    assert_eq!(steps(&window), 1);
    enter(&mut window, "Time", "+=3f");
    let frame = frame(&window);
    assert!(
        near(times(&window, ids), [0.3 + 3.0 * frame, 0.6 + 3.0 * frame]),
        "{:?}",
        times(&window, ids)
    );
    assert_eq!(steps(&window), 2);
    enter(&mut window, "Time", "1/");
    keep(&mut window, "batch_refused");
    assert!(has(&window, "a number is missing"));
    assert!(near(
        times(&window, ids),
        [0.3 + 3.0 * frame, 0.6 + 3.0 * frame]
    ));
    assert_eq!(steps(&window), 2);
}

#[test]
fn frames_and_percents_are_worked_out_in_their_own_unit() {
    let (mut window, ids) = two();
    enter(&mut window, "Time in frames", "*=2");
    assert!(
        near(times(&window, ids), [0.4, 1.0]),
        "{:?}",
        times(&window, ids)
    );
    enter(&mut window, "Chance", "L(100, 50)");
    let chances = ids.map(|id| montage(&window).notify(id).unwrap().chance);
    assert_eq!((chances, steps(&window)), ([1.0, 0.5], 2));
    enter(&mut window, "Time", "R(0.1, 0.2)");
    assert!(
        times(&window, ids)
            .iter()
            .all(|time| (0.1..=0.2).contains(time)),
        "{:?}",
        times(&window, ids)
    );
}

#[test]
fn one_that_would_leave_the_timeline_keeps_all_of_them() {
    let (mut window, ids) = two();
    enter(&mut window, "Time", "+=2");
    assert!(near(times(&window, ids), [0.2, 0.5]));
    assert_eq!(steps(&window), 0);
    keep(&mut window, "batch_outside");
    assert!(has(&window, "Nothing changed"));
}

#[test]
fn a_time_beyond_the_end_is_refused_with_both_numbers() {
    let mut window = sample();
    click(&mut window, "Notify Foot_R");
    let before = notify(&window, "Foot_R").time;
    enter(&mut window, "Time", "9");
    assert!(has(&window, "9.000 is outside 0.000 to 2.400 s"));
    enter(&mut window, "Time in frames", "9s");
    assert!(has(&window, "540.0 is outside 0.0 to 144.0 f"));
    assert_eq!(
        (notify(&window, "Foot_R").time, steps(&window)),
        (before, 0)
    );
    click(&mut window, "Notify HoldGlow");
    enter(&mut window, "Duration", "5");
    assert_eq!(steps(&window), 0);
    click(&mut window, "Section Hold");
    enter(&mut window, "Start", "3");
    assert!(has(&window, "3.000 is outside 0.000 to 2.400 s"));
    assert_eq!(steps(&window), 0);
}

#[test]
fn starts_of_sections_shift_together_and_names_say_why_they_stay() {
    let mut window = sample();
    let names = ["Hold", "Strike"];
    let before = names.map(|name| section(&window, name).start);
    let ids = names.map(|name| section(&window, name).id);
    select(&mut window, ids);
    assert!(has(&window, "— each keeps its own name"));
    enter(&mut window, "Start", "+=0.1");
    let after = names.map(|name| section(&window, name).start);
    assert!(
        near(after, before.map(|start| start + 0.1)),
        "{before:?} {after:?}"
    );
    assert_eq!(steps(&window), 1);
    keep(&mut window, "batch_sections");
    let first = section(&window, "Windup").id;
    select(&mut window, [first, ids[0]]);
    assert!(has(&window, "0.000 s  ·  the first section cannot move"));
}

#[test]
fn counts_of_segments_stay_whole_numbers() {
    let mut window = sample();
    let clips = ["Charge_Loop", "Charge_End"];
    let ids = clips.map(|clip| segment(&window, clip).id);
    select(&mut window, ids);
    enter(&mut window, "Rate", "*=2");
    assert_eq!(clips.map(|clip| segment(&window, clip).rate), [2.0, 2.0]);
    enter(&mut window, "Loops", "+=1");
    assert_eq!(clips.map(|clip| segment(&window, clip).loops), [2, 2]);
    assert_eq!(steps(&window), 2);
}

#[test]
fn notifies_of_one_class_show_its_fields_and_change_only_what_was_changed() {
    use asset::notify_class::{Field, FieldType, FieldValue, NotifyClass};
    let (mut window, ids) = two();
    let asset = window.state().session.active.unwrap();
    let (class, damage, count) = (Id(901), Id(902), Id(903));
    change(&mut window, |project| {
        let mut hit = NotifyClass::new("Hit");
        let field = |id, name: &str, kind| Field {
            id,
            name: name.into(),
            kind,
            unit: String::new(),
        };
        hit.fields = vec![
            field(
                damage,
                "Damage",
                FieldType::Number {
                    default: 10.0,
                    range: None,
                },
            ),
            field(
                count,
                "Count",
                FieldType::Integer {
                    default: 1,
                    range: None,
                },
            ),
        ];
        project.notify_classes.insert(class, Arc::new(hit));
        let montage = Arc::make_mut(project.montages.get_mut(&asset).unwrap());
        for id in ids {
            montage
                .notifies
                .iter_mut()
                .find(|notify| notify.id == id)
                .unwrap()
                .class = Some(class);
        }
        let first = montage
            .notifies
            .iter_mut()
            .find(|notify| notify.id == ids[0])
            .unwrap();
        first.fields.insert(damage, FieldValue::Number(20.0));
        first.fields.insert(count, FieldValue::Integer(4));
    });
    select(&mut window, ids);
    scroll_to(&mut window, "Count");
    keep(&mut window, "batch_payload");
    assert_eq!(
        [value(&window, "Damage"), value(&window, "Count")],
        ["—", "—"]
    );
    enter(&mut window, "Damage", "+=5");
    let fields = |window: &Window, id| montage(window).notify(id).unwrap().fields.clone();
    assert_eq!(
        fields(&window, ids[0]).get(&damage),
        Some(&FieldValue::Number(25.0))
    );
    assert_eq!(
        fields(&window, ids[1]).get(&damage),
        Some(&FieldValue::Number(15.0))
    );
    assert_eq!(
        fields(&window, ids[0]).get(&count),
        Some(&FieldValue::Integer(4))
    );
    assert_eq!(
        fields(&window, ids[1]).get(&count),
        None,
        "what was not changed says nothing more"
    );
    assert_eq!(steps(&window), 1);
}
