//! Saving, opening, importing and exporting, through the dialogs and by dropping files.

use super::*;
use crate::toast::Tone;
use std::fs;

/// One node that slides, its keys in a data URI.
const SLIDER: &str = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"root"}],
"buffers":[{"byteLength":32,"uri":"data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAAAAAACAPwAAAAA="}],
"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":24}],
"accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},
{"bufferView":1,"componentType":5126,"count":2,"type":"VEC3"}],
"animations":[{"name":"Slide","samplers":[{"input":0,"output":1}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}]}"#;

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        fs::read(&self.0).map_err(|error| error.to_string())
    }
}

pub(super) fn drop_files(window: &mut Window, paths: &[PathBuf]) {
    for path in paths {
        window
            .input_mut()
            .dropped_files
            .push(Arc::new(Dropped(path.clone())));
    }
    window.run_steps(2);
    wait_until(window, "the import", |app| !app.jobs.is_busy());
    settle(window);
}

/// Answers the dialog: this folder, this name.
pub(super) fn answer(window: &mut Window, folder: &Path, name: &str) {
    settle(window);
    type_into(window, "Path", &folder.display().to_string());
    press(window, Key::Enter);
    std::thread::sleep(Duration::from_millis(30));
    type_into(window, "Name", name);
    let is_export = has(window, "Export");
    click_button(window, if is_export { "Export" } else { "Save" });
}

#[test]
fn a_saved_project_opens_as_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = sample();
    let at = rect(&window, "Notify Foot_R").center();
    drag(&mut window, at, vec2(40.0, 0.0));
    assert!(!window.state().document.is_saved());
    chord(&mut window, Modifiers::COMMAND, Key::S);
    keep(&mut window, "save");
    answer(&mut window, folder.path(), "Combo");
    assert!(window.state().document.is_saved() && has(&window, "Saved Sample"));
    let saved = project(&window).clone();

    let mut window = sample();
    chord(&mut window, Modifiers::COMMAND, Key::O);
    type_into(
        &mut window,
        "Path",
        &folder.path().join("Combo").display().to_string(),
    );
    press(&mut window, Key::Enter);
    std::thread::sleep(Duration::from_millis(30));
    click(&mut window, "Choose");
    let files = |project: &Project| formats::project::write(project).files;
    assert!(files(project(&window)) == files(&saved));
    assert_eq!(
        window.state().disk.path.as_deref(),
        Some(folder.path().join("Combo").as_path())
    );
    assert!(has(&window, "Tab AM_ChargedAttack") && window.state().document.is_saved());
}

#[test]
fn an_exported_bundle_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = sample();
    chord(&mut window, Modifiers::COMMAND, Key::E);
    answer(&mut window, folder.path(), "combo");
    wait_until(&mut window, "the export", |app| !app.jobs.is_busy());
    settle(&mut window);
    assert!(has(&window, "Exported combo.mbundle"));
    let bytes = fs::read(folder.path().join("combo.mbundle")).unwrap();
    let (store, length) = (anim::Store::of(&bytes), bytes.len());
    assert_eq!(
        bundle::read(store, length).unwrap().library.montages.len(),
        1
    );
}

#[test]
fn an_exported_gltf_file_can_be_imported() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = sample();
    chord(
        &mut window,
        Modifiers::COMMAND.plus(Modifiers::SHIFT),
        Key::E,
    );
    click(&mut window, "Export…");
    answer(&mut window, folder.path(), "combo");
    wait_until(&mut window, "the export", |app| !app.jobs.is_busy());
    settle(&mut window);
    assert!(has(&window, "Exported combo.glb"));
    let imported = ::files::import(
        &folder.path().join("combo.glb"),
        None,
        &Default::default(),
        &|_| true,
    )
    .unwrap();
    assert!(!imported.report.has_warnings());
    assert_eq!(imported.project.clips.len(), project(&window).clips.len());
}

#[test]
fn what_goes_into_a_gltf_file_is_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = sample();
    let levels = project(&window)
        .meshes
        .values()
        .map(|mesh| mesh.lods.len())
        .max()
        .unwrap();
    chord(
        &mut window,
        Modifiers::COMMAND.plus(Modifiers::SHIFT),
        Key::E,
    );
    click(&mut window, "All: Clips");
    let montage = project(&window)
        .montages
        .values()
        .next()
        .unwrap()
        .name
        .clone();
    click(&mut window, &format!("Export {montage}"));
    click(&mut window, "All LODs");
    click(&mut window, "Four bones per vertex");
    click(&mut window, "Export…");
    answer(&mut window, folder.path(), "chosen");
    wait_until(&mut window, "the export", |app| !app.jobs.is_busy());
    let found = ::files::import(
        &folder.path().join("chosen.glb"),
        None,
        &Default::default(),
        &|_| true,
    )
    .unwrap()
    .project;
    assert_eq!(
        found
            .clips
            .values()
            .map(|clip| clip.name.clone())
            .collect::<Vec<_>>(),
        [montage]
    );
    assert_eq!(
        found.meshes.values().map(|mesh| mesh.lods.len()).max(),
        Some(levels)
    );
    assert!(
        found
            .meshes
            .values()
            .flat_map(|mesh| mesh.parts())
            .all(|part| part.data.influences <= 4)
    );
    chord(
        &mut window,
        Modifiers::COMMAND.plus(Modifiers::SHIFT),
        Key::E,
    );
    click(&mut window, "Cancel");
    assert!(!has(&window, "Export…") && window.state().document.is_saved());
}

#[test]
fn dropped_files_are_imported_as_one_step_each() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("slider.gltf");
    fs::write(&path, SLIDER).unwrap();
    let mut window = sample();
    let (root, clips) = (project(&window).clone(), project(&window).clips.len());
    drop_files(&mut window, &[path]);
    assert_eq!(
        (project(&window).clips.len(), steps(&window)),
        (clips + 1, 1)
    );
    assert!(has(&window, "Imported slider.gltf") && has(&window, "Asset Slide"));
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(Arc::ptr_eq(project(&window), &root));
}

#[test]
fn a_bad_file_is_named_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.glb");
    fs::write(&path, b"glTF\x02\0\0\0 and then nothing").unwrap();
    let mut window = sample();
    let root = project(&window).clone();
    drop_files(&mut window, &[path]);
    assert!(has(&window, "broken.glb could not be imported"));
    assert!(Arc::ptr_eq(project(&window), &root) && steps(&window) == 0);
    assert_eq!(window.state().session.toasts[0].tone, Tone::Error);
    window.run_steps(60 * 12);
    assert!(
        has(&window, "broken.glb could not be imported"),
        "errors stay until closed"
    );
    click(&mut window, "Close message");
    assert!(!has(&window, "broken.glb could not be imported"));
}

#[test]
fn a_character_on_the_command_line_opens_as_a_new_project() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("slider.gltf");
    fs::write(&path, SLIDER).unwrap();
    let mut window = open_at(SIZE, 1.0, Some(path));
    wait_until(&mut window, "the import", |app| !app.jobs.is_busy());
    settle(&mut window);
    assert_eq!(project(&window).name, "slider");
    assert!(has(&window, "Tab Slide"));
}

#[test]
fn a_file_that_is_missing_is_said_and_the_window_opens() {
    let window = open_at(SIZE, 1.0, Some("/nowhere/at/all.glb".into()));
    assert!(has(&window, "all.glb could not be opened") && has(&window, "No character yet"));
}
