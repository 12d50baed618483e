//! A point cache comes to a mesh: from its details, dropped into the window, and where it does not
//! fit.

use super::{files::drop_files, graphs::act, *};
use crate::action::ViewAction;
use anim::Name;
use std::{fs, path::Path};

const FRAMES: usize = 10;

/// An MDD of the sample's figure, whose chest swells, of another size.
fn write_cache(window: &Window, path: &Path, size: f32) {
    let mesh = figure(window).1;
    let points = mesh.lods[0]
        .parts
        .iter()
        .flat_map(|part| part.data.positions.iter());
    let points: Vec<[f32; 3]> = points.map(|at| at.map(|along| along * size)).collect();
    let mut bytes = [
        (FRAMES as i32).to_be_bytes(),
        (points.len() as i32).to_be_bytes(),
    ]
    .concat();
    bytes.extend((0..FRAMES).flat_map(|frame| (frame as f32 / 5.0).to_be_bytes()));
    for frame in 0..FRAMES {
        let swell = 1.0 + 0.4 * frame as f32 / (FRAMES - 1) as f32;
        for [x, y, z] in &points {
            let by = if (1.1..1.5).contains(y) { swell } else { 1.0 };
            bytes.extend(
                [x * by, *y, z * by]
                    .iter()
                    .flat_map(|along| along.to_be_bytes()),
            );
        }
    }
    fs::write(path, bytes).unwrap();
}

fn figure(window: &Window) -> (Id, Arc<asset::Mesh>) {
    let found = project(window)
        .meshes
        .iter()
        .max_by_key(|(_, mesh)| mesh.lod(0).triangles())
        .unwrap();
    (*found.0, found.1.clone())
}

fn shapes(window: &Window) -> usize {
    figure(window)
        .1
        .parts()
        .flat_map(|part| &part.morphs)
        .filter(|name| name.starts_with("swell_"))
        .count()
}

#[test]
fn a_point_cache_that_is_dropped_on_an_open_mesh_is_opened_as_a_clip_that_plays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("swell.mdd");
    let mut window = sample();
    write_cache(&window, &path, 1.0);
    let (mesh, before) = figure(&window);
    act(&mut window, ViewAction::OpenAsset(mesh));
    settle(&mut window);
    scroll_to(&mut window, "Import vertex cache…");
    keep(&mut window, "vertex cache of a mesh");
    drop_files(&mut window, &[path]);
    assert!(shapes(&window) > 0 && steps(&window) == 1);
    let clip = window.state().session.active.unwrap();
    assert_eq!(project(&window).clips[&clip].name, "swell");
    (0..5).for_each(|_| chord(&mut window, Modifiers::SHIFT, Key::ArrowRight));
    wait_until(&mut window, "a later frame", |app| {
        let frame = app.engine.frame.as_ref().unwrap();
        frame
            .pose
            .curve(Name::new("swell_01"))
            .is_some_and(|weight| weight.abs() > 0.2)
    });
    keep(&mut window, "vertex cache plays");
    // Every level of the figure moves.
    let of_level = |lod: &asset::mesh::Lod| {
        lod.parts
            .iter()
            .any(|part| part.morphs.iter().any(|it| it == "swell_01"))
    };
    let moving: Vec<bool> = figure(&window).1.lods.iter().map(of_level).collect();
    assert_eq!(moving, [true; 3]);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(figure(&window).1 == before && !project(&window).clips.contains_key(&clip));
}

#[test]
fn a_point_cache_without_a_mesh_says_where_it_belongs_and_a_wrong_one_why() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("swell.mdd");
    let mut window = sample();
    write_cache(&window, &path, 1.7);
    let root = project(&window).clone();
    drop_files(&mut window, std::slice::from_ref(&path));
    assert!(has(&window, "swell.mdd could not be imported"));
    let told = |window: &Window| {
        window
            .state()
            .session
            .toasts
            .iter()
            .map(|toast| toast.line.clone())
            .collect::<String>()
    };
    assert!(
        told(&window).contains("in the details of the mesh"),
        "{}",
        told(&window)
    );
    let (mesh, _) = figure(&window);
    act(&mut window, ViewAction::OpenAsset(mesh));
    settle(&mut window);
    drop_files(&mut window, &[path]);
    assert!(
        told(&window).contains("the cache is from another mesh"),
        "{}",
        told(&window)
    );
    assert!(Arc::ptr_eq(project(&window), &root) && steps(&window) == 0);
}

#[test]
fn a_mesh_that_was_changed_meanwhile_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("swell.mdd");
    let mut window = sample();
    write_cache(&window, &path, 1.0);
    let mesh = figure(&window).0;
    window.state_mut().vertex_cache_from(mesh, path);
    let limit = document::Command::Mesh(mesh, document::MeshCommand::SetBoneLimit(Some(64)));
    window.state_mut().document.perform(&limit, None).unwrap();
    wait_until(&mut window, "the cache", |app| !app.jobs.is_busy());
    settle(&mut window);
    assert!(has(&window, "The mesh is unchanged") && shapes(&window) == 0 && steps(&window) == 1);
}
