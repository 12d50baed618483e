//! What a montage has beside its timeline: sync group, time stretch, curves, blends of its own shape.

use super::{weights::choose, *};

fn montage_details() -> Window {
    let mut window = sample();
    details_alone(&mut window);
    window
}

#[test]
fn a_time_stretch_comes_goes_and_has_keys_that_are_rows() {
    let mut window = montage_details();
    let keys = |window: &Window| montage(window).stretch.as_ref().map(|stretch| stretch.keys.len());
    scroll_to(&mut window, "Add curve");
    window.get_by_role_and_label(egui::accesskit::Role::CheckBox, "Time stretch").click();
    settle(&mut window);
    assert_eq!(keys(&window), Some(3));
    scroll_to(&mut window, "Remove Time stretch key 2");
    keep(&mut window, "time stretch");
    click(&mut window, "Remove Time stretch key 2");
    assert_eq!(keys(&window), Some(2));
    let known = window.state().document.undo_count();
    type_into(&mut window, "Time stretch key 1 value", "0.5");
    press(&mut window, Key::Enter);
    assert_eq!(montage(&window).stretch.as_ref().unwrap().keys[0].value, 0.5);
    assert_eq!(window.state().document.undo_count(), known + 1);
    window.get_by_role_and_label(egui::accesskit::Role::CheckBox, "Time stretch").click();
    settle(&mut window);
    assert_eq!(keys(&window), None);
}

#[test]
fn a_blend_of_its_own_shape_has_keys_until_an_easing_with_a_name_is_chosen() {
    let mut window = montage_details();
    window.get_all_by_label("Easing").next().unwrap().click();
    settle(&mut window);
    click_button(&mut window, "Custom");
    let keys = |window: &Window| montage(window).blend_in.curve.as_ref().map(Vec::len);
    assert_eq!(keys(&window), Some(5));
    assert!(montage(&window).blend_in.is_whole());
    click(&mut window, "Remove Blend in key 2");
    assert_eq!(keys(&window), Some(4));
    window.get_all_by_label("Easing").next().unwrap().click();
    settle(&mut window);
    click_button(&mut window, "Sine");
    assert_eq!((keys(&window), montage(&window).blend_in.easing), (None, anim::montage::Easing::Sine));
}

#[test]
fn a_montage_has_curves_and_stands_in_a_sync_group() {
    let mut window = montage_details();
    scroll_to(&mut window, "Add curve");
    window.get_all_by_label("Add curve").last().unwrap().click();
    settle(&mut window);
    let curves = montage(&window).curves.clone();
    assert_eq!((curves.len(), curves[0].keys.len()), (1, 1));
    assert!(has(&window, "Key 1 of Curve"), "its lane is shown");
    type_into(&mut window, "Sync group", "steps");
    press(&mut window, Key::Enter);
    assert_eq!(montage(&window).sync_group, "steps");
    choose(&mut window, "Markers of", "DefaultSlot");
    assert_eq!(montage(&window).sync_slot, Some(montage(&window).slots[0].id));
}
