//! What a notify's menu and rows lead to: its class, its payload, a bone from the viewport, and why
//! it did not fire.

use super::*;
use crate::action::NotifyClassAction;
use asset::{
    notify_class::{FieldValue, Template},
    skeleton::Socket,
};
use document::{Command, ItemCommand, NotifyCommand, SkeletonCommand};
use egui::accesskit::Role;

/// With a class of each of these templates; the montage is open.
fn with_classes(templates: &[Template]) -> Window {
    let mut window = sample();
    details_alone(&mut window);
    let montage = window.state().session.active.unwrap();
    let ctx = window.ctx.clone();
    for template in templates {
        window
            .state_mut()
            .act(&ctx, NotifyClassAction::New(*template).into());
        settle(&mut window);
    }
    window
        .state_mut()
        .act(&ctx, crate::action::ViewAction::OpenAsset(montage).into());
    settle(&mut window);
    window
}

fn menu(window: &mut Window, label: &str) {
    window.get_by_label(label).click_secondary();
    settle(window);
}

fn class_of(window: &Window, name: &str) -> Id {
    *project(window)
        .notify_classes
        .iter()
        .find(|(_, class)| class.name == name)
        .expect("the class")
        .0
}

fn field_of(window: &Window, class: &str, field: &str) -> Id {
    let class = &project(window).notify_classes[&class_of(window, class)];
    class
        .fields
        .iter()
        .find(|it| it.name == field)
        .expect("the field")
        .id
}

/// Sets the class of a notify by its menu.
fn set_class(window: &mut Window, notify: &str, class: &str) {
    menu(window, &format!("Notify {notify}"));
    click_button(window, "Class");
    click_button(window, class);
    press(window, Key::Escape);
}

#[test]
fn the_class_is_set_from_the_menu_keeps_what_fits_and_the_payload_is_revealed() {
    let mut window = with_classes(&[Template::HitWindow, Template::HitWindow, Template::Trail]);
    set_class(&mut window, "SwordTrail", "Hit Window");
    assert_eq!(
        notify(&window, "SwordTrail").class,
        Some(class_of(&window, "Hit Window"))
    );
    let (asset, from) = (
        window.state().session.active.unwrap(),
        field_of(&window, "Hit Window", "from"),
    );
    let hand = FieldValue::Bone("hand_r".into());
    let mut carrying = notify(&window, "SwordTrail").clone();
    carrying.fields.insert(from, hand.clone());
    window
        .state_mut()
        .perform(&Command::Notify(asset, NotifyCommand::Set(carrying)), None);
    settle(&mut window);
    let known = steps(&window);
    set_class(&mut window, "SwordTrail", "Hit Window_1");
    let carried = notify(&window, "SwordTrail").fields.clone();
    assert_eq!(
        carried,
        [(field_of(&window, "Hit Window_1", "from"), hand)].into(),
        "what is called alike and fits"
    );
    assert_eq!(steps(&window), known + 1);
    set_class(&mut window, "SwordTrail", "Trail");
    assert!(
        notify(&window, "SwordTrail").fields.is_empty(),
        "its from is a socket"
    );
    window.state_mut().dock.close(Panel::Details);
    settle(&mut window);
    menu(&mut window, "Notify SwordTrail");
    click(&mut window, "Edit payload");
    let (row, panel) = (rect(&window, "width"), rect(&window, "Details"));
    assert!(
        row.top() > panel.bottom() && row.bottom() < SIZE.y,
        "{row} below {panel}"
    );
    keep(&mut window, "notify menu payload");
}

#[test]
fn queued_and_branching_are_a_choice_in_the_menu_and_a_clip_is_revealed() {
    let mut window = sample();
    menu(&mut window, "Notify Foot_R");
    keep(&mut window, "notify menu");
    window
        .get_by_role_and_label(Role::RadioButton, "Branching point")
        .click();
    settle(&mut window);
    assert!(notify(&window, "Foot_R").branching);
    menu(&mut window, "Notify Foot_R");
    window
        .get_by_role_and_label(Role::RadioButton, "Queued")
        .click();
    settle(&mut window);
    assert_eq!(
        (notify(&window, "Foot_R").branching, steps(&window)),
        (false, 2)
    );
    window.state_mut().dock.close(Panel::Assets);
    settle(&mut window);
    let clip = segment(&window, "Charge_Release").clip;
    let name = window
        .query_all_by_label_contains("Segment Charge_Release")
        .next()
        .expect("its segment");
    name.click_secondary();
    settle(&mut window);
    click(&mut window, "Reveal clip in assets");
    assert!(window.state().dock.is_shown(Panel::Assets));
    assert_eq!(window.state().document.selection().asset, Some(clip));
}

#[test]
fn a_bone_is_picked_in_the_viewport_and_esc_ends_it() {
    let mut window = with_classes(&[Template::HitWindow]);
    set_class(&mut window, "SwordTrail", "Hit Window");
    click(&mut window, "Notify SwordTrail");
    let from = field_of(&window, "Hit Window", "from");
    scroll_to(&mut window, "Pick from in the viewport");
    click(&mut window, "Pick from in the viewport");
    assert!(
        window
            .query_by_label_contains("click a bone in the viewport")
            .is_some(),
        "the status bar says so"
    );
    keep(&mut window, "notify pick");
    press(&mut window, Key::Escape);
    assert!(
        window.state().session.picking.is_none() && selected(&window).len() == 1,
        "nothing else ends"
    );
    assert!(
        !window.state().settings.bones,
        "and bones are shown as they were"
    );
    click(&mut window, "Pick from in the viewport");
    let known = steps(&window);
    let (_, rig) = window.state().rig().unwrap();
    let hand = rig
        .bones
        .iter()
        .position(|bone| bone.name == "hand_r")
        .unwrap();
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .act(&ctx, crate::action::SelectAction::Bone(None).into());
    assert!(
        window.state().session.picking.is_some(),
        "beside all bones it waits on"
    );
    window
        .state_mut()
        .act(&ctx, crate::action::SelectAction::Bone(Some(hand)).into());
    settle(&mut window);
    assert_eq!(
        notify(&window, "SwordTrail").fields.get(&from),
        Some(&FieldValue::Bone("hand_r".into()))
    );
    assert_eq!(
        (steps(&window), window.state().session.picking.is_none()),
        (known + 1, true)
    );
    assert_eq!(
        selected(&window),
        [notify(&window, "SwordTrail").id],
        "the notify stays selected"
    );
}

#[test]
fn a_socket_row_takes_the_one_on_a_bone_and_says_where_there_is_none() {
    let mut window = sample();
    details_alone(&mut window);
    let (rig, skeleton) = window.state().rig().unwrap();
    let hand = skeleton
        .bones
        .iter()
        .position(|bone| bone.name == "hand_r")
        .unwrap();
    let has_none = |bone: &asset::skeleton::Bone| {
        skeleton
            .sockets
            .iter()
            .all(|socket| socket.bone != bone.key)
    };
    let bare = skeleton
        .bones
        .iter()
        .position(|bone| bone.name != "hand_r" && has_none(bone))
        .unwrap();
    let known: Vec<Id> = skeleton
        .sockets
        .iter()
        .filter(|it| it.bone == "hand_r".into())
        .map(|it| it.id)
        .collect();
    for id in known {
        window.state_mut().perform(
            &Command::Skeleton(rig, SkeletonCommand::Socket(ItemCommand::Remove(id))),
            None,
        );
    }
    let socket = Socket::new(Id(4711), "grip", "hand_r".into(), anim::Transform::IDENTITY);
    window.state_mut().perform(
        &Command::Skeleton(rig, SkeletonCommand::Socket(ItemCommand::Add(socket))),
        None,
    );
    settle(&mut window);
    click(&mut window, "Notify Foot_R");
    scroll_to(&mut window, "Pick Socket in the viewport");
    click(&mut window, "Pick Socket in the viewport");
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .act(&ctx, crate::action::SelectAction::Bone(Some(bare)).into());
    settle(&mut window);
    assert!(
        window
            .query_by_label_contains("Pick a socket for Socket")
            .is_some()
    );
    window
        .state_mut()
        .act(&ctx, crate::action::SelectAction::Bone(Some(hand)).into());
    settle(&mut window);
    assert_eq!(notify(&window, "Foot_R").socket, Some(Id(4711)));
}

#[test]
fn many_bones_are_searched_and_names_of_sounds_come_from_the_project() {
    let mut window = with_classes(&[Template::HitWindow, Template::PlaySound]);
    set_class(&mut window, "SwordTrail", "Hit Window");
    click(&mut window, "Notify SwordTrail");
    scroll_to(&mut window, "from");
    window.get_by_role_and_label(Role::ComboBox, "from").click();
    settle(&mut window);
    type_text(&mut window, "handr");
    keep(&mut window, "notify bone search");
    press(&mut window, Key::Enter);
    let from = field_of(&window, "Hit Window", "from");
    assert_eq!(
        notify(&window, "SwordTrail").fields.get(&from),
        Some(&FieldValue::Bone("hand_r".into()))
    );
    set_class(&mut window, "Foot_R", "Play Sound");
    set_class(&mut window, "Foot_L", "Play Sound");
    let sound = field_of(&window, "Play Sound", "sound");
    let said = |window: &Window, name: &str| notify(window, name).fields.get(&sound).cloned();
    click(&mut window, "Notify Foot_R");
    scroll_to(&mut window, "sound");
    type_into(&mut window, "sound", "sfx_step");
    press(&mut window, Key::Enter);
    let step = Some(FieldValue::Asset("sfx_step".into()));
    assert_eq!(said(&window, "Foot_R"), step, "a new one is typed");
    click(&mut window, "Notify Foot_L");
    scroll_to(&mut window, "Names in use for sound");
    click(&mut window, "Names in use for sound");
    click_button(&mut window, "sfx_step");
    assert_eq!(said(&window, "Foot_L"), step);
}

#[test]
fn what_did_not_fire_says_why_in_its_tip_and_leads_to_its_rows_of_the_log() {
    let mut window = sample();
    let mut above = notify(&window, "Foot_R").clone();
    above.weight_threshold = 1.0;
    let (asset, id) = (window.state().session.active.unwrap(), above.id);
    window
        .state_mut()
        .perform(&Command::Notify(asset, NotifyCommand::Set(above)), None);
    settle(&mut window);
    compressed(&mut window);
    window.key_press(Key::Space);
    wait_until(&mut window, "two passes without it", |app| {
        app.session.fired.unfired.contains_key(&id) && app.session.log.rows.len() > 12
    });
    window.state_mut().pause();
    settle(&mut window);
    let unfired = window.state().session.fired.unfired[&id];
    assert!(
        unfired.event.reason == anim::event::EventReason::Weight && unfired.passes >= 1,
        "{unfired:?}"
    );
    let at = rect(&window, "Notify Foot_R").center();
    window.hover_at(at);
    for _ in 0..60 {
        window.step();
    }
    keep(&mut window, "notify unfired");
    menu(&mut window, "Notify Foot_R");
    click(&mut window, "Why did it not fire?");
    assert!(window.state().dock.is_shown(Panel::EventLog) && window.state().views.log.show_unfired);
    let rows = |window: &Window| {
        let is_row = |label: &str| {
            ["notify", "section", "loop", "begin", "end"]
                .iter()
                .any(|it| label.contains(it))
        };
        use egui_kittest::kittest::NodeT;
        let rows = window
            .query_all_by_role(Role::Row)
            .filter_map(|row| row.accesskit_node().label());
        rows.filter(|label| is_row(label)).collect::<Vec<_>>()
    };
    assert!(
        rows(&window).iter().all(|row| row.starts_with("Foot_R")) && !rows(&window).is_empty(),
        "{:?}",
        rows(&window)
    );
    keep(&mut window, "notify why");
    click(&mut window, "Only Foot_R");
    assert!(rows(&window).iter().any(|row| !row.starts_with("Foot_R")));
}
