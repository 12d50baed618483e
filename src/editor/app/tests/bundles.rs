//! Bundles of the project: defined in the window from nothing, and built into a folder.

use super::{walkthrough::menu, *};
use egui::accesskit::Role;
use std::fs;

/// Chooses a folder in the dialog that asks for one.
fn choose_folder(window: &mut Window, folder: &Path) {
    settle(window);
    type_into(window, "Path", &folder.display().to_string());
    press(window, Key::Enter);
    std::thread::sleep(Duration::from_millis(30));
    click(window, "Choose");
}

fn tag(window: &mut Window, asset: &str, tag: &str) {
    window.get_by_label(asset).click_secondary();
    settle(window);
    click_button(window, "Tags");
    type_into(window, "New tag", tag);
    press(window, Key::Enter);
    settle(window);
}

#[test]
fn bundles_are_defined_by_character_and_by_tag_and_built() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = sample();
    click_tab(&mut window, "Assets");
    tag(&mut window, "Asset AM_ChargedAttack", "combat");
    let packaging = project(&window).packaging.clone();
    assert_eq!(
        packaging.tag_names().into_iter().collect::<Vec<_>>(),
        ["combat"]
    );

    menu(&mut window, "File", "Bundles…");
    click_button(&mut window, "Add bundle");
    type_into(&mut window, "File name", "combat");
    press(&mut window, Key::Enter);
    let tag = window.get_by_role_and_label(Role::CheckBox, "combat");
    tag.click();
    settle(&mut window);
    keep(&mut window, "bundles");
    let bundle = project(&window).packaging.bundles[0].clone();
    assert_eq!(bundle.name, "combat");
    assert_eq!(bundle.tags, ["combat".to_owned()].into());
    assert!(project(&window).bundled(&bundle).len() > 3);

    // A name that no file can have is refused, in words.
    type_into(&mut window, "File name", "a/b");
    press(&mut window, Key::Enter);
    assert_eq!(project(&window).packaging.bundles[0].name, "combat");
    assert!(
        window
            .query_all_by_label_contains("cannot be the name of a file")
            .next()
            .is_some()
    );

    click_button(&mut window, "Build bundles…");
    choose_folder(&mut window, folder.path());
    wait_until(&mut window, "the build", |app| !app.jobs.is_busy());
    settle(&mut window);
    let bytes = fs::read(folder.path().join("combat.mbundle")).unwrap();
    let (store, length) = (anim::Store::of(&bytes), bytes.len());
    let library = bundle::read(store, length).unwrap().library;
    assert_eq!(library.montages.len(), 1);
    assert!(library.meshes.is_empty());
}

#[test]
fn a_tag_is_taken_off_in_the_menu_and_deleted_with_its_name_in_bundles() {
    let mut window = sample();
    click_tab(&mut window, "Assets");
    tag(&mut window, "Asset AM_ChargedAttack", "combat");
    window
        .get_by_label("Asset AM_ChargedAttack")
        .click_secondary();
    settle(&mut window);
    click_button(&mut window, "Tags");
    keep(&mut window, "tags of an asset");
    click(&mut window, "combat");
    assert!(project(&window).packaging.is_default());
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(!project(&window).packaging.is_default());
    menu(&mut window, "File", "Bundles…");
    click(&mut window, "Delete tag combat");
    assert!(project(&window).packaging.is_default());
}
