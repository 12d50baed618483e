//! Where imports come from, what is asked of them, and binding by hand.

use super::{files::drop_files, *};
use anim::retarget::Retarget;
use std::fs;

/// A root that carries bones of these names half a metre up, and a clip of a name that turns them
/// all.
fn rig(bones: &[&str], clip: &str) -> String {
    // Times 0 and 1, then no turn and a half turn about x.
    figure(
        bones,
        clip,
        0.5,
        "rotation",
        "AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AACAPwAAAAAAAAAAAAAAAA==",
    )
}

/// The same a metre and a half up, with keys for that.
fn giant(bones: &[&str], clip: &str) -> String {
    // Times 0 and 1, then 1.5 up at both.
    figure(
        bones,
        clip,
        1.5,
        "translation",
        "AAAAAAAAgD8AAAAAAADAPwAAAAAAAAAAAADAPwAAAAA=",
    )
}

fn figure(bones: &[&str], clip: &str, height: f32, path: &str, data: &str) -> String {
    let node = |name: &&str| format!(r#"{{"name":"{name}","translation":[0,{height},0]}}"#);
    let nodes: Vec<String> = bones.iter().map(node).collect();
    let children: Vec<String> = (1..=bones.len()).map(|child| child.to_string()).collect();
    let channel =
        |node: usize| format!(r#"{{"sampler":0,"target":{{"node":{node},"path":"{path}"}}}}"#);
    let channels: Vec<String> = (1..=bones.len()).map(channel).collect();
    let (length, kind) = if path == "rotation" {
        (32, "VEC4")
    } else {
        (24, "VEC3")
    };
    format!(
        r#"{{"asset":{{"version":"2.0"}},
        "nodes":[{{"name":"root","children":[{}]}},{}],
        "buffers":[{{"byteLength":{},"uri":"data:application/octet-stream;base64,{data}"}}],
        "bufferViews":[{{"buffer":0,"byteLength":8}},{{"buffer":0,"byteOffset":8,"byteLength":{length}}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]}},
        {{"bufferView":1,"componentType":5126,"count":2,"type":"{kind}"}}],
        "animations":[{{"name":"{clip}","samplers":[{{"input":0,"output":1}}],"channels":[{}]}}]}}"#,
        children.join(","),
        nodes.join(","),
        8 + length,
        channels.join(",")
    )
}

fn clip<'a>(window: &'a Window, name: &str) -> &'a asset::Clip {
    project(window)
        .clips
        .values()
        .find(|clip| clip.name == name)
        .unwrap_or_else(|| panic!("no {name}"))
}

fn skeleton_name<'a>(window: &'a Window, clip: &asset::Clip) -> &'a str {
    &project(window).skeletons[&clip.skeleton].name
}

const FBX: &str = include_str!("../../../../tests/fixtures/figure.fbx");
const BVH: &str = include_str!("../../../../tests/fixtures/walk.bvh");

fn has_bone(window: &Window, name: &str) -> bool {
    project(window)
        .skeletons
        .values()
        .flat_map(|skeleton| &skeleton.bones)
        .any(|bone| bone.name == name)
}

fn without_jobs(window: &mut Window) {
    wait_until(window, "the reading", |app| !app.jobs.is_busy());
    settle(window);
}

#[test]
fn a_folder_is_a_table_before_anything_comes_in_and_one_step_after_that() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("takes")).unwrap();
    fs::write(folder.path().join("takes/run.bvh"), BVH).unwrap();
    fs::write(
        folder.path().join("takes/walk.bvh"),
        BVH.replace("Frame Time: ", "Frame Time: 0"),
    )
    .unwrap();
    fs::write(folder.path().join("broken.fbx"), "no file").unwrap();
    fs::write(folder.path().join("figure.fbx"), FBX).unwrap();
    let mut window = open_at(SIZE, 1.0, None);
    settle(&mut window);
    let (before, steps_before) = (project(&window).clone(), steps(&window));
    drop_files(&mut window, &[folder.path().to_owned()]);
    assert!(
        Arc::ptr_eq(&before, project(&window)),
        "nothing comes in before it is said"
    );
    assert!(has(&window, "Import 3 files") && has(&window, "Not imported: 1 cannot be read."));
    assert!(
        window
            .query_by_label_contains("Names in 1 file have prefixes")
            .is_some()
    );
    keep(&mut window, "import table");
    click_button(&mut window, "Remove prefixes");
    without_jobs(&mut window);
    assert!(window.query_by_label_contains("have prefixes").is_none());
    click(&mut window, "Import takes/run.bvh");
    click_button(&mut window, "Import 2 files");
    assert!(has_bone(&window, "Spine") && !has_bone(&window, "mixamorig:Spine"));
    assert_eq!(
        (clip(&window, "walk").frame_rate, steps(&window)),
        (30.0, steps_before + 1)
    );
    assert!(
        project(&window)
            .clips
            .values()
            .all(|clip| clip.name != "run"),
        "it was left out"
    );
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(Arc::ptr_eq(&before, project(&window)));
    chord(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    // What is as it was is not read again, and what it was read with is remembered.
    drop_files(&mut window, &[folder.path().to_owned()]);
    assert!(
        has(&window, "Not imported: 2 unchanged, 1 cannot be read.")
            && has(&window, "Import 1 file")
    );
    assert!(window.query_by_label_contains("have prefixes").is_none());
    press(&mut window, Key::Escape);
    settle(&mut window);
    assert!(window.state().dialogs.questions.is_empty());
}

#[test]
fn takes_of_one_figure_bind_to_it_in_the_table_and_bring_one_body() {
    let folder = tempfile::tempdir().unwrap();
    let files = ["a.bvh", "b.bvh", "c.bvh"].map(|name| folder.path().join(name));
    for (at, file) in files.iter().enumerate() {
        fs::write(file, BVH.replace("90 10", &format!("90 {at}"))).unwrap();
    }
    let mut window = open_at(SIZE, 1.0, None);
    settle(&mut window);
    drop_files(&mut window, &files);
    let count = |window: &Window| {
        let project = project(window);
        [
            project.skeletons.len(),
            project.meshes.len(),
            project.clips.len(),
        ]
    };
    let before = count(&window);
    click_button(&mut window, "Import 3 files");
    assert_eq!(
        count(&window),
        [before[0] + 1, before[1] + 1, before[2] + 3]
    );
    keep(&mut window, "takes");
}

#[test]
fn a_row_that_leaves_a_doubt_waits_for_a_choice() {
    let folder = tempfile::tempdir().unwrap();
    let files = ["part.gltf", "walk.gltf"].map(|name| folder.path().join(name));
    let hero = folder.path().join("hero.gltf");
    fs::write(&hero, rig(&["arm", "hand", "head"], "Wave")).unwrap();
    fs::write(&files[0], rig(&["arm", "hand", "head", "cape"], "Part")).unwrap();
    fs::write(&files[1], rig(&["arm", "hand", "head"], "Walk")).unwrap();
    let mut window = sample();
    drop_files(&mut window, &[hero]);
    drop_files(&mut window, &files);
    assert!(has(&window, "Import 1 file") && has(&window, "Not imported: 1 without a choice."));
    click(&mut window, "Import action for part.gltf");
    keep(&mut window, "import table with a doubt");
    click(&mut window, "Bind its clips to hero");
    click_button(&mut window, "Import 2 files");
    let bound = ["Part", "Walk"].map(|name| skeleton_name(&window, clip(&window, name)).to_owned());
    assert_eq!(bound, ["hero", "hero"]);
}

#[test]
fn a_take_can_be_bound_to_a_character_of_the_same_table() {
    let folder = tempfile::tempdir().unwrap();
    let files = ["hero.gltf", "part.gltf"].map(|name| folder.path().join(name));
    fs::write(&files[0], rig(&["arm", "hand", "head"], "Wave")).unwrap();
    fs::write(&files[1], rig(&["arm", "hand", "head", "cape"], "Part")).unwrap();
    let mut window = sample();
    drop_files(&mut window, &files);
    click(&mut window, "Import action for part.gltf");
    click(&mut window, "Bind its clips to hero");
    // Without the character there is nothing to bind it to, and it has its own.
    click(&mut window, "Import hero.gltf");
    assert!(has(&window, "Import 1 file"));
    click(&mut window, "Import hero.gltf");
    click_button(&mut window, "Import 2 files");
    assert_eq!(skeleton_name(&window, clip(&window, "Part")), "hero");
}

#[test]
fn a_source_that_changes_on_disk_is_told_and_comes_in_by_a_click_or_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hero.gltf");
    fs::write(&path, rig(&["arm", "hand", "head"], "Wave")).unwrap();
    let mut window = sample();
    drop_files(&mut window, std::slice::from_ref(&path));
    let changes = |window: &mut Window, height: f32| {
        let text = figure(
            &["arm", "hand", "head"],
            "Wave",
            height,
            "rotation",
            "AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AACAPwAAAAAAAAAAAAAAAA==",
        );
        fs::write(&path, text).unwrap();
        window.step();
    };
    let height = |window: &Window| {
        hero(window)
            .bones
            .iter()
            .find(|bone| bone.name == "arm")
            .unwrap()
            .reference
            .translation
            .y
    };
    changes(&mut window, 0.75);
    wait_until(&mut window, "the change", |app| {
        !app.session.changed_sources.is_empty()
    });
    settle(&mut window);
    assert!(height(&window) == 0.5 && has(&window, "hero.gltf has changed"));
    keep(&mut window, "a source has changed");
    let known = steps(&window);
    click_button(&mut window, "Import again");
    without_jobs(&mut window);
    assert_eq!((height(&window), steps(&window)), (0.75, known + 1));
    wait_until(&mut window, "nothing to tell", |app| {
        app.session.changed_sources.is_empty()
    });
    let ctx = window.ctx.clone();
    let preferences = crate::preferences::Preferences {
        reimport: true,
        ..window.state().session.preferences
    };
    window.state_mut().set_preferences(&ctx, preferences);
    changes(&mut window, 1.25);
    wait_until(&mut window, "the import", |app| {
        app.document
            .project()
            .skeletons
            .values()
            .flat_map(|it| &it.bones)
            .any(|bone| bone.reference.translation.y == 1.25)
    });
    assert_eq!(steps(&window), known + 2);
    wait_until(&mut window, "nothing to tell", |app| {
        app.session.changed_sources.is_empty()
    });
}

#[test]
fn a_source_that_is_written_again_while_it_comes_in_by_itself_comes_in_once_more() {
    let path = |name: &str| std::path::PathBuf::from(format!("/sources/{name}.bvh"));
    let at = |seconds: u64| {
        (
            std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds),
            1,
        )
    };
    let known = crate::sources::Changed::from([(path("walk"), at(1)), (path("run"), at(1))]);
    let now = crate::sources::Changed::from([
        (path("walk"), at(1)),
        (path("run"), at(2)),
        (path("jump"), at(1)),
    ]);
    assert_eq!(
        super::super::batch::newly_changed(&known, &now),
        [path("jump"), path("run")]
    );
    assert_eq!(
        super::super::batch::newly_changed(&now, &now),
        Vec::<PathBuf>::new()
    );
}

#[test]
fn a_file_that_is_asked_for_by_itself_is_read_again_although_it_is_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hero.gltf");
    fs::write(&path, rig(&["arm", "hand", "head"], "Wave")).unwrap();
    let mut window = sample();
    drop_files(&mut window, std::slice::from_ref(&path));
    // What was taken away by hand comes back.
    let wave = *project(&window)
        .clips
        .iter()
        .find(|(_, clip)| clip.name == "Wave")
        .unwrap()
        .0;
    change(&mut window, |project| drop(project.clips.remove(&wave)));
    let known = steps(&window);
    window.state_mut().reimport(vec![path.clone(), path]);
    without_jobs(&mut window);
    assert_eq!(steps(&window), known + 1);
    clip(&window, "Wave");
    assert!(window.state().dialogs.questions.is_empty() && has(&window, "Imported 1 file"));
}

#[test]
fn a_file_that_is_dropped_together_with_its_folder_is_one_row() {
    let folder = tempfile::tempdir().unwrap();
    let files = ["a.bvh", "b.bvh"].map(|name| folder.path().join(name));
    fs::write(&files[0], BVH).unwrap();
    fs::write(&files[1], BVH.replace("90 10", "90 11")).unwrap();
    let mut window = open_at(SIZE, 1.0, None);
    settle(&mut window);
    drop_files(
        &mut window,
        &[files[0].clone(), folder.path().to_owned(), files[1].clone()],
    );
    without_jobs(&mut window);
    assert!(has(&window, "Import 2 files"));
}

#[test]
fn a_table_ends_with_the_project_that_it_was_for() {
    let folder = tempfile::tempdir().unwrap();
    let files = ["a.bvh", "b.bvh"].map(|name| folder.path().join(name));
    files.iter().for_each(|file| fs::write(file, BVH).unwrap());
    let mut window = open_at(SIZE, 1.0, None);
    settle(&mut window);
    window.state_mut().import_many(
        files.to_vec(),
        &document::import::ImportChoices::default(),
        true,
    );
    // It is still reading, or shows what it read: either way it is gone with the project.
    window
        .state_mut()
        .put_document(document::Document::new(asset::Project::default()), None);
    without_jobs(&mut window);
    assert!(window.state().dialogs.questions.is_empty() && project(&window).clips.is_empty());
    assert!(!has(&window, "Import 2 files"));
}

#[test]
fn the_other_reading_of_places_is_a_click_and_one_step() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("walk.bvh");
    fs::write(&file, BVH).unwrap();
    let mut window = open_at(SIZE, 1.0, None);
    settle(&mut window);
    drop_files(&mut window, &[file]);
    window.state_mut().show_panel(crate::dock::Panel::Jobs);
    settle(&mut window);
    let height = |window: &Window| {
        let source = &clip(window, "walk").source;
        source
            .tracks
            .iter()
            .find_map(|track| track.translation.as_ref())
            .map(|places| places.vector(0.0)[1])
    };
    let (first, steps) = (
        height(&window).unwrap(),
        window.state().document.step_count(),
    );
    window
        .get_by_label_contains("Import with positions on top of OFFSETs")
        .click();
    settle(&mut window);
    wait_until(&mut window, "the other reading", |app| !app.jobs.is_busy());
    settle(&mut window);
    let second = height(&window).unwrap();
    assert!(
        (second - 2.0 * first).abs() < 1e-3 * first,
        "{first} {second}"
    );
    assert_eq!(window.state().document.step_count(), steps + 1);
}

#[test]
fn a_file_with_prefixes_is_asked_about_and_cancel_leaves_it_out() {
    let folder = tempfile::tempdir().unwrap();
    let files = ["a.fbx", "b.fbx"].map(|name| folder.path().join(name));
    fs::write(&files[0], FBX).unwrap();
    fs::write(
        &files[1],
        FBX.replace("mixamorig", "other")
            .replace("Hips", "Tail")
            .replace("Spine", "Jaw"),
    )
    .unwrap();
    let mut window = open_at(SIZE, 1.0, None);
    settle(&mut window);
    drop_files(&mut window, &files[..1]);
    assert!(
        has(&window, "The names in a.fbx have prefixes") && !has_bone(&window, "mixamorig:Spine")
    );
    keep(&mut window, "prefixes");
    window.get_by_label_contains("Remove prefixes").click();
    settle(&mut window);
    without_jobs(&mut window);
    assert!(has_bone(&window, "Spine") && !has_bone(&window, "mixamorig:Spine"));
    // The same file once more is read as before, and changes nothing.
    let before = project(&window).clone();
    drop_files(&mut window, &files[..1]);
    assert!(window.state().dialogs.questions.is_empty());
    assert_eq!(project(&window).skeletons, before.skeletons);
    drop_files(&mut window, &files[1..]);
    press(&mut window, Key::Escape);
    settle(&mut window);
    assert!(
        window.state().dialogs.questions.is_empty()
            && project(&window).skeletons.len() == before.skeletons.len()
    );
}

#[test]
fn a_folder_without_source_files_says_so() {
    let empty = tempfile::tempdir().unwrap();
    let mut window = open_at(SIZE, 1.0, None);
    settle(&mut window);
    let before = project(&window).clone();
    drop_files(&mut window, &[empty.path().to_owned()]);
    assert_eq!(project(&window), &before);
    assert!(
        window
            .query_all_by_label_contains("it has no file to import")
            .count()
            > 0
    );
}

#[test]
fn another_character_at_a_known_place_is_asked_about_and_esc_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.gltf");
    fs::write(&path, rig(&["arm", "hand", "head"], "Wave")).unwrap();
    let mut window = sample();
    drop_files(&mut window, std::slice::from_ref(&path));
    fs::write(&path, rig(&["tail", "jaw", "claw", "fin"], "Roar")).unwrap();
    let before = project(&window).clone();
    drop_files(&mut window, std::slice::from_ref(&path));
    assert!(
        has(&window, "How do you want to import scene.gltf?")
            && has(&window, "Update existing assets")
    );
    keep(&mut window, "import question");
    press(&mut window, Key::Escape);
    assert!(Arc::ptr_eq(&before, project(&window)) && !has(&window, "Add as new assets"));
    drop_files(&mut window, &[path]);
    let steps_before = steps(&window);
    click_button(&mut window, "Add as new assets");
    assert_eq!(steps(&window), steps_before + 1);
    assert_ne!(
        clip(&window, "Wave").skeleton,
        clip(&window, "Roar").skeleton
    );
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(Arc::ptr_eq(&before, project(&window)));
}

#[test]
fn a_clip_that_fits_in_part_is_bound_on_request_and_its_lacks_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let hero = folder.path().join("hero.gltf");
    fs::write(&hero, rig(&["arm", "hand", "head"], "Wave")).unwrap();
    let walk = folder.path().join("walk.gltf");
    fs::write(&walk, rig(&["arm", "hand", "head", "cape"], "Walk")).unwrap();
    let mut window = sample();
    drop_files(&mut window, &[hero]);
    drop_files(&mut window, &[walk]);
    assert!(has(&window, "Bind its clips to hero"));
    click_button(&mut window, "Bind its clips to hero");
    assert_eq!(skeleton_name(&window, clip(&window, "Walk")), "hero");
    assert!(
        window
            .query_all_by_label_contains("which does not have cape")
            .next()
            .is_some(),
        "the report is open"
    );
    keep(&mut window, "import report");
    click(&mut window, "Problems");
    assert!(
        window
            .query_all_by_label_contains("“cape”")
            .next()
            .is_some()
    );
    keep(&mut window, "a bone that is not there");
}

#[test]
fn a_clip_is_bound_to_another_skeleton_by_its_details_and_undone() {
    let mut window = open_at(SIZE, 1.0, None);
    change(&mut window, |project| *project = mannequin::sample());
    type_into(&mut window, "Filter assets", "Idle");
    double_click(&mut window, "Asset Idle");
    scroll_to(&mut window, "Bind to another skeleton…");
    click_button(&mut window, "Bind to another skeleton…");
    assert!(has(&window, "Bind Idle to another skeleton") && has(&window, "SK_Mannequin_Stout"));
    let before = project(&window).clone();
    click_button(&mut window, "Bind");
    assert!(
        Arc::ptr_eq(&before, project(&window)),
        "nothing is chosen yet"
    );
    click_button(&mut window, "SK_Mannequin_Stout");
    keep(&mut window, "bind");
    click_button(&mut window, "Bind");
    assert_eq!(
        skeleton_name(&window, clip(&window, "Idle")),
        "SK_Mannequin_Stout"
    );
    settle(&mut window);
    keep(&mut window, "bound");
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(Arc::ptr_eq(&before, project(&window)));
}

#[test]
fn a_clip_of_a_larger_figure_proposes_what_keeps_proportions_in_the_report_and_in_its_details() {
    let folder = tempfile::tempdir().unwrap();
    let (hero_file, giant_file) = (
        folder.path().join("hero.gltf"),
        folder.path().join("giant.gltf"),
    );
    fs::write(&hero_file, rig(&["arm", "hand", "head"], "Wave")).unwrap();
    fs::write(&giant_file, giant(&["arm", "hand", "head"], "Stride")).unwrap();
    let mut window = sample();
    drop_files(&mut window, &[hero_file]);
    drop_files(&mut window, &[giant_file]);
    let keeps = |window: &Window| {
        hero(window).bones[1..]
            .iter()
            .all(|bone| bone.retarget == Retarget::Skeleton)
    };
    assert!(!keeps(&window) && has(&window, "Keep proportions of hero"));
    keep(&mut window, "other rest report");
    let known = steps(&window);
    click_button(&mut window, "Keep proportions of hero");
    assert!(keeps(&window) && steps(&window) == known + 1);
    assert!(!has(&window, "Keep proportions of hero"), "it is done");
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(!keeps(&window) && has(&window, "Keep proportions of hero"));
    let stride = *project(&window)
        .clips
        .iter()
        .find(|(_, clip)| clip.name == "Stride")
        .unwrap()
        .0;
    window.state_mut().open_asset(stride);
    settle(&mut window);
    scroll_to(&mut window, "Keep the skeleton's proportions");
    assert!(
        window
            .query_all_by_label_contains("by up to 100.0 cm")
            .next()
            .is_some()
    );
    keep(&mut window, "other rest details");
    click_button(&mut window, "Keep the skeleton's proportions");
    assert!(keeps(&window) && !has(&window, "Keep the skeleton's proportions"));
}

/// A project with hero.gltf in it, whose bones were renamed in the file since.
fn renamed(folder: &Path) -> (Window, PathBuf) {
    let path = folder.join("hero.gltf");
    fs::write(&path, rig(&["arm", "hand", "head", "tail"], "Wave")).unwrap();
    let mut window = sample();
    drop_files(&mut window, std::slice::from_ref(&path));
    fs::write(&path, rig(&["Arm", "hand", "head", "fin", "cape"], "Wave")).unwrap();
    drop_files(&mut window, std::slice::from_ref(&path));
    (window, path)
}

fn hero(window: &Window) -> &asset::Skeleton {
    project(window)
        .skeletons
        .values()
        .find(|skeleton| skeleton.name == "hero")
        .unwrap()
}

/// The key of the bone that is called so now.
fn key(window: &Window, bone: &str) -> String {
    hero(window)
        .bones
        .iter()
        .find(|known| known.name == bone)
        .unwrap()
        .key
        .as_str()
        .to_owned()
}

#[test]
fn bones_that_an_update_would_lose_are_asked_about_and_go_on_under_their_new_names() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = renamed(folder.path());
    let (before, steps_before) = (project(&window).clone(), steps(&window));
    assert!(has(&window, "Were bones of hero.gltf renamed?") && has(&window, "New name of tail"));
    click(&mut window, "New name of tail");
    assert!(!has(&window, "Now Arm"), "arm has it already");
    click(&mut window, "Now fin");
    keep(&mut window, "import renamed bones");
    click_button(&mut window, "Import");
    assert_eq!(
        (
            key(&window, "Arm"),
            key(&window, "fin"),
            key(&window, "cape")
        ),
        ("arm".into(), "tail".into(), "cape".into())
    );
    assert!(hero(&window).absent.is_empty() && steps(&window) == steps_before + 1);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(Arc::ptr_eq(&before, project(&window)));
}

#[test]
fn a_bone_that_is_gone_can_stay_gone_and_cancel_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = renamed(folder.path());
    let before = project(&window).clone();
    press(&mut window, Key::Escape);
    assert!(Arc::ptr_eq(&before, project(&window)) && !has(&window, "New name of tail"));
    drop_files(&mut window, &[path]);
    assert!(
        !has(&window, "New name of arm"),
        "Arm in its place is the same bone"
    );
    for answer in ["Now fin", "Missing"] {
        click(&mut window, "New name of tail");
        window.get_all_by_label(answer).last().unwrap().click();
        settle(&mut window);
    }
    click_button(&mut window, "Import");
    let gone: Vec<&str> = hero(&window)
        .absent
        .iter()
        .map(|bone| bone.name.as_str())
        .collect();
    assert_eq!(gone, ["tail"]);
    assert!(
        key(&window, "Arm") == "arm"
            && key(&window, "fin") == "fin"
            && !has(&window, "New name of tail")
    );
}

#[test]
fn of_a_file_that_was_added_twice_one_copy_is_chosen_for_an_update() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.gltf");
    let scene = |bones: &[&str], clip| fs::write(&path, rig(bones, clip)).unwrap();
    scene(&["arm", "hand", "head"], "Wave");
    let mut window = sample();
    drop_files(&mut window, std::slice::from_ref(&path));
    scene(&["tail", "jaw", "claw", "fin"], "Wave");
    drop_files(&mut window, std::slice::from_ref(&path));
    click_button(&mut window, "Add as new assets");
    drop_files(&mut window, std::slice::from_ref(&path));
    assert!(has(&window, "Update scene") && has(&window, "Add another copy"));
    let before = project(&window).clone();
    click_button(&mut window, "Update scene_1");
    let changed = |name: &str| {
        let skeleton = |project: &Project| {
            project
                .skeletons
                .values()
                .find(|it| it.name == name)
                .unwrap()
                .clone()
        };
        !Arc::ptr_eq(&skeleton(&before), &skeleton(project(&window)))
    };
    assert!(changed("scene_1") && !changed("scene"));
}
