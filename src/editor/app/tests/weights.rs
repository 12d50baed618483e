//! Bone masks and blend profiles: the column of the Skeleton panel, and the blend of a montage.

use super::*;
use asset::Skeleton;

fn skeleton(window: &Window) -> &Skeleton {
    project(window).skeletons.values().next().unwrap()
}

fn skeleton_panel() -> Window {
    let mut window = sample();
    click(&mut window, "Skeleton");
    window
}

pub(super) fn choose(window: &mut Window, field: &str, option: &str) {
    scroll_to(window, field);
    click(window, field);
    click_button(window, option);
}

#[test]
fn a_mask_is_added_dragged_filled_down_renamed_and_deleted() {
    let mut window = skeleton_panel();
    click_button(&mut window, "Column: Translation");
    let known = skeleton(&window).masks.clone();
    click_button(&mut window, "Add bone mask");
    let mask = |window: &Window| skeleton(window).masks.last().unwrap().clone();
    assert_eq!(
        (mask(&window).name.as_str(), selected(&window)),
        ("Mask", vec![mask(&window).id])
    );
    let clavicle = skeleton(&window).find("clavicle_r").unwrap();
    let branch = skeleton(&window).branch(clavicle);
    type_into(&mut window, "Filter bones", "clavicle_r");
    let at = rect(&window, "Weight of clavicle_r").center();
    drag(&mut window, at, vec2(300.0, 0.0));
    assert_eq!(
        (mask(&window).weights["clavicle_r"], steps(&window)),
        (1.0, 2)
    );
    window.get_by_label("Bone clavicle_r").click_secondary();
    settle(&mut window);
    keep(&mut window, "mask menu");
    click_button(&mut window, "1.00 and children");
    let weights = skeleton(&window).weights(mask(&window).id).unwrap().1;
    let full: Vec<usize> = (0..weights.len())
        .filter(|bone| weights[*bone] == 1.0)
        .collect();
    assert_eq!(full, branch);
    type_into(&mut window, "Name", "Right arm");
    press(&mut window, Key::Enter);
    assert_eq!(mask(&window).name, "Right arm");
    type_into(&mut window, "Filter bones", "");
    keep(&mut window, "mask");
    click_button(&mut window, "Column: Right arm");
    click_button(&mut window, "Translation");
    assert!(has(&window, "Column: Translation"));
    click_button(&mut window, "Delete mask");
    assert_eq!(skeleton(&window).masks, known);
}

#[test]
fn a_montage_blends_by_a_profile_that_then_stays() {
    let mut window = skeleton_panel();
    click_button(&mut window, "Column: Translation");
    let known = skeleton(&window).blend_profiles.len();
    click_button(&mut window, "Add blend profile");
    let profile = skeleton(&window).blend_profiles.last().unwrap().clone();
    assert_eq!(
        (profile.name.as_str(), profile.factors.len()),
        ("Profile", 0)
    );
    details_alone(&mut window);
    settle(&mut window);
    choose(&mut window, "Profile mode", "Weight factors, 1 or more");
    type_into(&mut window, "Name", "Fast");
    press(&mut window, Key::Enter);
    click(&mut window, "Bone root");
    window.get_all_by_label("Profile").next().unwrap().click();
    settle(&mut window);
    keep(&mut window, "profile of a blend");
    click_button(&mut window, "Fast");
    assert_eq!(montage(&window).blend_in.profile, Some(profile.id));
    click_button(&mut window, "Column: Fast");
    click_button(&mut window, "Blend profile Fast");
    click_button(&mut window, "Delete blend profile");
    assert!(
        window
            .query_all_by_label_contains("Used by AM_ChargedAttack")
            .next()
            .is_some()
    );
    assert_eq!(skeleton(&window).blend_profiles.len(), known + 1);
}
