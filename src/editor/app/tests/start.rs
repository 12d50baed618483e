//! The window without a project, and the ways to one.

use super::*;
use egui_kittest::kittest::NodeT;

#[test]
fn without_a_project_there_is_a_way_to_each_one() {
    let folder = tempfile::tempdir().unwrap();
    let (here, gone) = (folder.path().join("Here"), folder.path().join("Gone"));
    ::files::save_project(&here, &mannequin::excerpt(), &::files::Saving::since(None)).unwrap();
    let mut window = sample();
    window.state_mut().recent.add(&gone);
    window.state_mut().recent.add(&here);
    click(&mut window, "File");
    click(&mut window, "Close project");
    for label in [
        "No project open",
        "New project",
        "Open project…",
        "New from sample",
        "Import…",
        "not found",
    ] {
        let found = window.query_all_by_label(label).next().is_some();
        assert!(found || label == "not found", "{label}");
    }
    keep(&mut window, "start");
    assert!(
        window
            .get_by_label("Recent Gone")
            .accesskit_node()
            .is_disabled()
    );
    click(&mut window, "Recent Here");
    wait_until(&mut window, "opening", |app| app.disk.path.is_some());
    settle(&mut window);
    assert!(!has(&window, "No project open") && has(&window, "Tab AM_ChargedAttack"));
}

#[test]
fn closing_a_project_with_changes_asks_first() {
    let mut window = sample();
    press(&mut window, Key::Enter);
    click(&mut window, "File");
    click(&mut window, "Close project");
    assert!(has(&window, "Discard") && !has(&window, "No project open"));
    click(&mut window, "Cancel");
    assert_eq!(steps(&window), 1);
}

#[test]
fn each_kind_of_dialog_begins_where_its_last_one_ended() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = sample();
    let app = window.state_mut();
    app.remember_folder(purpose::Purpose::Export, &folder.path().join("a.mbundle"));
    app.pick_export();
    settle(&mut window);
    let path = window.get_by_label("Path").value().unwrap_or_default();
    assert!(
        path.starts_with(&folder.path().display().to_string()),
        "{path}"
    );
    press(&mut window, Key::Escape);
    window.state_mut().pick_import();
    settle(&mut window);
    let path = window.get_by_label("Path").value().unwrap_or_default();
    assert!(
        !path.starts_with(&folder.path().display().to_string()),
        "{path}"
    );
}
