//! Notify classes in the window: made from templates, their fields edited, and what notifies of
//! them carry.

use super::*;
use crate::action::NotifyClassAction;
use anim::notify::FieldKind;
use asset::{
    NotifyClass,
    notify::Action as NotifyAction,
    notify_class::{ClassKind, FieldType, FieldValue, Icon, Template},
};

fn class(window: &Window) -> &NotifyClass {
    project(window).notify_classes.values().next().unwrap()
}

fn made(window: &mut Window, template: Template) {
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .act(&ctx, NotifyClassAction::New(template).into());
    settle(window);
}

/// A class of the template is open.
fn opened(template: Template) -> Window {
    let mut window = sample();
    details_alone(&mut window);
    made(&mut window, template);
    window
}

/// A class of the template is there, and the notify of the sample's montage is selected.
fn carrying(template: Template, notify: &str) -> Window {
    let mut window = sample();
    details_alone(&mut window);
    let montage = window.state().session.active.unwrap();
    made(&mut window, template);
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .act(&ctx, crate::action::ViewAction::OpenAsset(montage).into());
    settle(&mut window);
    click(&mut window, &format!("Notify {notify}"));
    scroll_to(&mut window, "Class");
    window
}

fn choose(window: &mut Window, row: &str, option: &str) {
    scroll_to(window, row);
    window
        .get_by_role_and_label(egui::accesskit::Role::ComboBox, row)
        .click();
    settle(window);
    window
        .get_by_role_and_label(egui::accesskit::Role::Button, option)
        .scroll_to_me();
    settle(window);
    click_button(window, option);
}

#[test]
fn a_class_is_made_from_a_template_and_is_an_asset_like_others() {
    let mut window = opened(Template::HitWindow);
    let names: Vec<&str> = class(&window)
        .fields
        .iter()
        .map(|field| field.name.as_str())
        .collect();
    assert_eq!(names, ["from", "to", "radius", "damage", "hit stop"]);
    assert!(has(&window, "Field radius") && has(&window, "Add field"));
    keep(&mut window, "notify class");
    made(&mut window, Template::HitWindow);
    let names: Vec<&str> = project(&window)
        .notify_classes
        .values()
        .map(|class| class.name.as_str())
        .collect();
    assert!(
        names.contains(&"Hit Window") && names.contains(&"Hit Window_1"),
        "{names:?}"
    );
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(project(&window).notify_classes.len(), 1);
    click(&mut window, "Assets");
    scroll_to(&mut window, "Asset Hit Window");
    double_click(&mut window, "Asset Hit Window");
    assert!(has(&window, "Field radius"));
    assert!(window.state().compiled.diagnostics.is_empty());
}

#[test]
fn fields_are_added_typed_ranged_moved_and_deleted() {
    let mut window = opened(Template::Custom);
    assert!(class(&window).fields.is_empty());
    click(&mut window, "Add field");
    click(&mut window, "Add field");
    click(&mut window, "Field Field 2");
    type_into(&mut window, "Name", "radius");
    press(&mut window, Key::Enter);
    type_into(&mut window, "Unit", "m");
    press(&mut window, Key::Enter);
    click(&mut window, "Range");
    let field = class(&window).fields[1].clone();
    assert_eq!((field.name.as_str(), field.unit.as_str()), ("radius", "m"));
    assert_eq!(
        field.kind,
        FieldType::Number {
            default: 0.0,
            range: Some([0.0, 1.0])
        }
    );
    keep(&mut window, "notify class field");
    let before = steps(&window);
    let at = rect(&window, "Default").center();
    drag(&mut window, at, vec2(40.0, 0.0));
    let FieldType::Number { default, .. } = class(&window).fields[1].kind else {
        panic!("it is a number")
    };
    assert!(default > 0.0 && default <= 1.0, "{default}");
    assert_eq!(steps(&window), before + 1, "a drag is one step");
    choose(&mut window, "Type", "Choice");
    assert_eq!(
        class(&window).fields[1].kind,
        FieldType::of(FieldKind::Choice)
    );
    type_into(&mut window, "Choices", "stone, grass");
    press(&mut window, Key::Enter);
    assert!(
        class(&window).fields[1]
            .kind
            .choices()
            .eq(["stone", "grass"])
    );
    click_button(&mut window, "Move up");
    assert_eq!(class(&window).fields[0].name, "radius");
    click_button(&mut window, "Delete field");
    assert_eq!(class(&window).fields.len(), 1);
    choose(&mut window, "For", "Notify states: begin, tick and end");
    choose(&mut window, "Colour", "Pink");
    choose(&mut window, "Icon", "Foot");
    assert_eq!(
        (
            class(&window).kind,
            class(&window).color,
            class(&window).icon
        ),
        (ClassKind::State, 5, Icon::Foot)
    );
}

#[test]
fn a_notify_of_a_class_has_a_row_a_field_and_each_goes_back_to_its_default() {
    let mut window = carrying(Template::HitWindow, "SwordTrail");
    choose(&mut window, "Class", "Hit Window");
    let (id, radius, from) = {
        let (id, class) = project(&window).notify_classes.first_key_value().unwrap();
        (*id, class.fields[2].id, class.fields[0].id)
    };
    assert_eq!(notify(&window, "SwordTrail").class, Some(id));
    scroll_to(&mut window, "hit stop");
    keep(&mut window, "notify payload");
    choose(&mut window, "from", "hand_r");
    let carried = &notify(&window, "SwordTrail").fields;
    assert_eq!(carried.get(&from), Some(&FieldValue::Bone("hand_r".into())));
    let before = steps(&window);
    scroll_to(&mut window, "radius");
    let at = rect(&window, "radius").center();
    drag(&mut window, at, vec2(30.0, 0.0));
    assert_eq!(steps(&window), before + 1, "a drag is one step");
    let Some(FieldValue::Number(value)) = notify(&window, "SwordTrail").fields.get(&radius) else {
        panic!("it has a radius of its own")
    };
    assert!(*value > 0.1, "{value}");
    scroll_to(&mut window, "Reset radius");
    click_button(&mut window, "Reset radius");
    assert!(
        !notify(&window, "SwordTrail").fields.contains_key(&radius)
            && !has(&window, "Reset radius")
    );
    wait_until(&mut window, "the compiled payload", |app| {
        let library = &app.compiled.library;
        library.check_payloads().is_ok()
            && library.montages.iter().any(|montage| {
                montage.notifies.iter().any(|it| {
                    let payload = library.carried(it, &montage.values);
                    payload.is_some_and(|payload| {
                        payload.bone("from") == Some(anim::Name::new("hand_r"))
                    })
                })
            })
    });
    choose(&mut window, "Class", "None");
    assert!(notify(&window, "SwordTrail").fields.is_empty());
}

#[test]
fn every_type_of_field_has_its_editor() {
    for (template, notify, rows) in [
        (
            Template::PlaySound,
            "Foot_R",
            &["sound", "volume", "pitch", "attach"][..],
        ),
        (
            Template::PlayEffect,
            "Foot_R",
            &["offset x", "offset y", "offset z", "scale"],
        ),
        (
            Template::Footstep,
            "Foot_R",
            &["foot", "surface", "strength"],
        ),
        (
            Template::Trail,
            "SwordTrail",
            &["from", "to", "width", "colour"],
        ),
        (
            Template::MotionWarpWindow,
            "SwordTrail",
            &["target", "translation", "rotation", "easing"],
        ),
    ] {
        let mut window = carrying(template, notify);
        choose(&mut window, "Class", template.name());
        for row in rows {
            assert!(has(&window, row), "{template:?}: {row}");
        }
        assert!(
            window.state().compiled.diagnostics.is_empty(),
            "{template:?}"
        );
    }
}

#[test]
fn a_class_of_states_on_an_instant_is_a_problem_that_leads_there() {
    let mut window = carrying(Template::HitWindow, "Foot_R");
    choose(&mut window, "Class", "Hit Window");
    click(&mut window, "Show problems");
    let problem =
        "notify “Foot_R”: it is an instant notify, but class “Hit Window” is for notify states";
    let id = notify(&window, "Foot_R").id;
    click(&mut window, "Notify SwordTrail");
    window
        .query_all_by_label_contains(problem)
        .next()
        .expect("the problem is listed")
        .click();
    settle(&mut window);
    assert_eq!(selected(&window), [id]);
}

#[test]
fn every_action_of_a_branching_point_is_set_in_the_details() {
    let mut window = sample();
    details_alone(&mut window);
    click(&mut window, "Notify Foot_R");
    let recover = section(&window, "Recover").id;
    let id = window.state().session.active.unwrap();
    for (option, action) in [
        (
            "Continue with Recover",
            NotifyAction::SetNextSection(recover),
        ),
        ("Stop the montage", NotifyAction::StopMontage(None)),
        ("Set the play rate", NotifyAction::SetPlayRate(1.0)),
        ("Play AM_ChargedAttack", NotifyAction::PlayMontage(id)),
    ] {
        choose(&mut window, "Action", option);
        assert_eq!(
            (
                notify(&window, "Foot_R").action,
                notify(&window, "Foot_R").branching
            ),
            (action, true),
            "{option}"
        );
    }
    choose(&mut window, "Action", "Stop the montage");
    click(&mut window, "Own blend-out");
    assert!(has(&window, "Blend out over"));
    assert!(matches!(
        notify(&window, "Foot_R").action,
        NotifyAction::StopMontage(Some(_))
    ));
    choose(&mut window, "Action", "Set the play rate");
    let at = rect(&window, "Play rate").center();
    drag(&mut window, at, vec2(30.0, 0.0));
    assert!(
        matches!(notify(&window, "Foot_R").action, NotifyAction::SetPlayRate(rate) if rate > 1.0)
    );
}

#[test]
fn a_state_keeps_the_root_in_place_and_a_notify_says_what_silences_it() {
    let mut window = sample();
    details_alone(&mut window);
    click(&mut window, "Notify Foot_R");
    window
        .get_by_role_and_label(egui::accesskit::Role::ComboBox, "Action")
        .click();
    settle(&mut window);
    assert!(
        !has(&window, "Disable root motion"),
        "an instant holds nothing"
    );
    press(&mut window, Key::Escape);
    click(&mut window, "Notify SwordTrail");
    choose(&mut window, "Action", "Disable root motion");
    let trail = notify(&window, "SwordTrail");
    assert_eq!(
        (trail.action, trail.branching),
        (NotifyAction::DisableRootMotion, true)
    );
    let said = |window: &Window| {
        let notify = notify(window, "SwordTrail");
        [
            notify.on_follower,
            notify.on_dedicated_server,
            notify.filterable,
        ]
    };
    assert_eq!(said(&window), [false, true, false]);
    for row in ["Fire when following", "Fire on server", "Can be filtered"] {
        scroll_to(&mut window, row);
        click(&mut window, row);
    }
    assert_eq!(said(&window), [true, false, true]);
    keep(&mut window, "notify filters");
}

#[test]
fn a_notify_of_a_class_is_added_from_the_menu_of_its_track() {
    let mut window = carrying(Template::Trail, "SwordTrail");
    let before = montage(&window).notifies.len();
    let at = rect(&window, "Notify SwordTrail").right_center() + vec2(60.0, 0.0);
    for pressed in [true, false] {
        window.event(button(at, PointerButton::Secondary, pressed));
        window.step();
    }
    settle(&mut window);
    click(&mut window, "Add notify of class");
    click_button(&mut window, "Trail");
    let added = notify(&window, "Trail");
    assert_eq!(
        (montage(&window).notifies.len(), added.duration.is_some()),
        (before + 1, true)
    );
    assert!(added.class.is_some());
}

#[test]
fn what_is_pasted_elsewhere_keeps_what_is_there() {
    let mut window = carrying(Template::HitWindow, "SwordTrail");
    choose(&mut window, "Class", "Hit Window");
    choose(&mut window, "from", "hand_r");
    let copied = notify(&window, "SwordTrail").clone();
    assert_eq!(copied.fields.len(), 1);
    to_timeline(&mut window);
    chord(&mut window, Modifiers::COMMAND, Key::C);
    chord(&mut window, Modifiers::COMMAND, Key::V);
    let all: Vec<&Notify> = montage(&window)
        .notifies
        .iter()
        .filter(|it| it.class == copied.class)
        .collect();
    assert!(
        all.iter().all(|it| it.fields == copied.fields) && !all.is_empty(),
        "{all:?}"
    );
}
