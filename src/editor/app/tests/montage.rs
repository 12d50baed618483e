//! What a montage has beside its timeline: sync group, time stretch, curves, blends of its own
//! shape.

use super::{weights::choose, *};

fn montage_details() -> Window {
    let mut window = sample();
    details_alone(&mut window);
    window
}

#[test]
fn a_time_stretch_comes_goes_and_has_keys_that_are_rows() {
    let mut window = montage_details();
    let keys = |window: &Window| {
        montage(window)
            .stretch
            .as_ref()
            .map(|stretch| stretch.keys.len())
    };
    scroll_to(&mut window, "New curve");
    window
        .get_by_role_and_label(egui::accesskit::Role::CheckBox, "Time stretch")
        .click();
    settle(&mut window);
    assert_eq!(keys(&window), Some(3));
    scroll_to(&mut window, "Remove Time stretch key 2");
    keep(&mut window, "time stretch");
    click(&mut window, "Remove Time stretch key 2");
    assert_eq!(keys(&window), Some(2));
    let known = window.state().document.step_count();
    window
        .get_by_role_and_label(
            egui::accesskit::Role::SpinButton,
            "Time stretch key 1 value",
        )
        .click();
    settle(&mut window);
    type_text(&mut window, "0.5");
    press(&mut window, Key::Enter);
    assert_eq!(
        montage(&window).stretch.as_ref().unwrap().keys[0].value,
        0.5
    );
    assert_eq!(window.state().document.step_count(), known + 1);
    window
        .get_by_role_and_label(egui::accesskit::Role::CheckBox, "Time stretch")
        .click();
    settle(&mut window);
    assert_eq!(keys(&window), None);
}

#[test]
fn a_blend_of_its_own_shape_has_keys_until_an_easing_with_a_name_is_chosen() {
    let mut window = montage_details();
    window.get_all_by_label("Easing").next().unwrap().click();
    settle(&mut window);
    window
        .get_by_role_and_label(egui::accesskit::Role::Button, "Custom")
        .scroll_to_me();
    settle(&mut window);
    click_button(&mut window, "Custom");
    let keys = |window: &Window| montage(window).blend_in.curve.as_ref().map(Vec::len);
    assert_eq!(keys(&window), Some(5));
    assert!(montage(&window).blend_in.is_whole());
    click(&mut window, "Remove Blend in key 2");
    assert_eq!(keys(&window), Some(4));
    window.get_all_by_label("Easing").next().unwrap().click();
    settle(&mut window);
    window
        .get_by_role_and_label(egui::accesskit::Role::Button, "Sine")
        .scroll_to_me();
    settle(&mut window);
    click_button(&mut window, "Sine");
    assert_eq!(
        (keys(&window), montage(&window).blend_in.easing),
        (None, anim::montage::Easing::Sine)
    );
}

#[test]
fn a_montage_has_curves_and_stands_in_a_sync_group() {
    let mut window = montage_details();
    scroll_to(&mut window, "New curve");
    click(&mut window, "New curve");
    let curves = montage(&window).curves.clone();
    assert_eq!((curves.len(), curves[0].keys.len()), (1, 1));
    assert!(has(&window, "Key 1 of Curve"), "its lane is shown");
    type_into(&mut window, "Sync group", "steps");
    press(&mut window, Key::Enter);
    assert_eq!(montage(&window).sync_group, "steps");
    choose(&mut window, "Marker slot", "DefaultSlot");
    assert_eq!(
        montage(&window).sync_slot,
        Some(montage(&window).slots[0].id)
    );
}

#[test]
fn slot_groups_are_a_table_of_the_project() {
    let mut window = montage_details();
    click_button(&mut window, "Slot groups…");
    click_button(&mut window, "Add slot group");
    keep(&mut window, "slot groups");
    assert_eq!(project(&window).slot_groups.len(), 1);
    choose(&mut window, "DefaultSlot", "Group1");
    assert_eq!(project(&window).group_of_slot("DefaultSlot"), "Group1");
    type_into(&mut window, "Group", "Body");
    press(&mut window, Key::Enter);
    assert_eq!(project(&window).group_of_slot("DefaultSlot"), "Body");
    click(&mut window, "Delete slot group Body");
    assert_eq!(project(&window).slot_groups, []);
}

#[test]
fn a_child_montage_is_made_plays_its_own_clip_and_is_detached() {
    let mut window = montage_details();
    let (parent, name) = (
        window.state().session.active.unwrap(),
        montage(&window).name.clone(),
    );
    window.state_mut().new_child_montage(parent);
    compressed(&mut window);
    let child = montage(&window).clone();
    assert_eq!(
        (child.name.as_str(), child.parent),
        (format!("{name}_Child").as_str(), Some(parent))
    );
    let first = child.slots[0].segments[0].clone();
    let other = project(&window)
        .clips
        .iter()
        .find(|(id, _)| **id != first.clip)
        .map(|(_, clip)| clip.name.clone());
    choose(
        &mut window,
        &format!("{} 1", child.slots[0].name),
        &other.unwrap(),
    );
    keep(&mut window, "child montage");
    let own = montage(&window).slots[0].segments[0].clip;
    assert_ne!(own, first.clip);
    compressed(&mut window);
    let compiled = window
        .state()
        .compiled
        .library
        .montage(anim::Name::new(&child.name))
        .unwrap()
        .clone();
    let clip = window.state().compiled.library.clips[compiled.segments[0].clip as usize].name;
    assert_eq!(
        clip,
        anim::Name::new(&project(&window).clips[&own].name),
        "the preview plays it"
    );
    to_timeline(&mut window);
    let known = steps(&window);
    window.state_mut().add_section();
    settle(&mut window);
    assert_eq!(steps(&window), known);
    assert!(
        window
            .query_all_by_label_contains("Edit it there, or detach")
            .next()
            .is_some()
    );
    click_button(&mut window, "Detach");
    assert_eq!(
        (
            montage(&window).parent,
            montage(&window).slots[0].segments[0].clip
        ),
        (None, own)
    );
}

/// Where a section begins no other one can: nothing is shifted in silence.
#[test]
fn a_section_is_refused_where_one_begins_with_the_reason() {
    let mut window = sample();
    let ctx = window.ctx.clone();
    let count = |window: &Window| montage(window).sections.len();
    let (before, at) = (count(&window), montage(&window).sections[1].start);
    for (time, refused) in [
        (0.0, true),
        (f64::from(at), true),
        (f64::from(at) + 0.1, false),
    ] {
        let app = window.state_mut();
        app.act(&ctx, crate::action::TransportAction::GoTo(time).into());
        settle(&mut window);
        let app = window.state_mut();
        app.act(&ctx, crate::kinds::MontageAction::AddSection.into());
        settle(&mut window);
        let told = window.state().session.toasts.iter();
        let told = told
            .filter(|toast| toast.title == "No section added")
            .count();
        assert_eq!(told > 0, refused, "at {time}");
        assert_eq!(count(&window), before + usize::from(!refused), "at {time}");
        window.state_mut().session.toasts.clear();
    }
}
