//! Levels of detail of a mesh: the picker of the viewport, what the engine then works out, and the sizes in the details.

use super::*;
use anim::Name;

/// The sample whose mesh has three levels, the coarser ones without the right forearm.
fn with_levels() -> Window {
    let mut window = sample();
    change(&mut window, |project| {
        let mesh = Arc::make_mut(project.meshes.values_mut().next().unwrap());
        mesh.lods.truncate(1);
        for screen_size in [0.4, 0.1] {
            let coarse =
                asset::mesh::Lod { screen_size, removed_bones: vec!["lowerarm_r".into()], ..mesh.lods[0].clone() };
            mesh.lods.push(coarse);
        }
    });
    window
}

fn sizes(window: &Window) -> Vec<f32> {
    project(window).meshes.values().next().unwrap().lods.iter().map(|lod| lod.screen_size).collect()
}

#[test]
fn a_level_is_picked_and_the_engine_rests_what_it_removes() {
    let mut window = with_levels();
    double_click(&mut window, "Asset Charge_Start");
    for _ in 0..2 {
        chord(&mut window, Modifiers::SHIFT, Key::ArrowRight);
    }
    let turned = |window: &mut Window, rests: bool| {
        wait_until(window, "the forearm", |app| {
            let frame = app.frame.as_ref().unwrap();
            let elbow = frame.skeleton.find(Name::new("lowerarm_r")).unwrap();
            frame.position > 0.3 && (frame.pose.get(elbow) == frame.skeleton.reference(elbow)) == rests
        });
    };
    turned(&mut window, false);
    assert!(has(&window, "LOD Auto (0)") && has(&window, "LOD 0 (of 3)"));
    click_button(&mut window, "LOD Auto (0)");
    keep(&mut window, "lod menu");
    click_button(&mut window, "LOD 2");
    turned(&mut window, true);
    settle(&mut window);
    assert!(has(&window, "LOD 2") && has(&window, "LOD 2 (of 3)"));
    keep(&mut window, "lod 2");
    click_button(&mut window, "LOD 2");
    click_button(&mut window, "Auto");
    turned(&mut window, false);
}

#[test]
fn a_screen_size_is_dragged_between_its_neighbours_as_one_step() {
    let mut window = with_levels();
    double_click(&mut window, "Asset SM_Mannequin");
    keep(&mut window, "levels of a mesh");
    let at = rect(&window, "LOD 1 below").center();
    drag(&mut window, at, vec2(-40.0, 0.0));
    let dragged = sizes(&window)[1];
    assert!((0.1..0.4).contains(&dragged), "{dragged}");
    drag(&mut window, at, vec2(-900.0, 0.0));
    assert!(sizes(&window)[1] > 0.1 && sizes(&window)[1] < 0.11, "{:?}", sizes(&window));
    assert_eq!(steps(&window), 2);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(sizes(&window)[1], dragged);
}

#[test]
fn a_socket_shows_a_mesh_that_is_picked_for_it() {
    let mut window = sample();
    details_alone(&mut window);
    change(&mut window, |project| {
        let mut rig = asset::Skeleton::clone(project.skeletons.values().next().unwrap());
        let mut sword = asset::Mesh::clone(project.meshes.values().next().unwrap());
        (rig.name, sword.name, sword.skeleton) = ("Hilt".into(), "Sword".into(), Id(71));
        sword.lods.truncate(1);
        project.skeletons.insert(Id(71), Arc::new(rig));
        project.meshes.insert(Id(72), Arc::new(sword));
    });
    click(&mut window, "Skeleton");
    type_into(&mut window, "Filter bones", "hand_r_weapon");
    click(&mut window, "Socket hand_r_weapon");
    let preview = |window: &Window| {
        let sockets = project(window).skeletons.values().flat_map(|skeleton| skeleton.sockets.clone());
        sockets.filter(|socket| socket.name == "hand_r_weapon").find_map(|socket| socket.preview)
    };
    let before = window.render().unwrap();
    scroll_to(&mut window, "Preview mesh");
    click(&mut window, "Preview mesh");
    click_button(&mut window, "Sword");
    assert_eq!((preview(&window), steps(&window)), (Some(Id(72)), 1));
    settle(&mut window);
    keep(&mut window, "prop");
    let changed = before.pixels().zip(window.render().unwrap().pixels()).filter(|(a, b)| a != b).count();
    assert!(changed > 5_000, "{changed} pixels show it");
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(preview(&window), None);
}

#[test]
fn a_mesh_of_one_level_has_no_picker() {
    let mut window = sample();
    change(&mut window, |project| {
        Arc::make_mut(project.meshes.values_mut().next().unwrap()).lods.truncate(1);
    });
    assert!(!has(&window, "LOD Auto (0)"));
}

#[test]
fn levels_are_made_deleted_and_taken_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = sample();
    let name = project(&window).meshes.values().max_by_key(|mesh| mesh.lod(0).triangles()).unwrap().name.clone();
    double_click(&mut window, &format!("Asset {name}"));
    let levels = |window: &Window| {
        let mesh = project(window).meshes.values().find(|mesh| mesh.name == name).unwrap().clone();
        mesh.lods.iter().map(|lod| lod.triangles()).collect::<Vec<_>>()
    };
    let before = levels(&window);
    scroll_to(&mut window, "Make levels");
    click(&mut window, "Make levels");
    wait_until(&mut window, "the levels", |app| !app.jobs.is_busy());
    settle(&mut window);
    let made = levels(&window);
    assert!(made.len() == 4 && made[0] == before[0] && made.is_sorted_by(|a, b| a > b), "{made:?}");
    assert_eq!(steps(&window), 1);
    scroll_to(&mut window, "Delete LOD 3");
    click(&mut window, "Delete LOD 3");
    assert_eq!(levels(&window), made[..3]);
    let path = folder.path().join("coarse.glb");
    let coarse = ::files::GltfExport {
        style: formats::gltf::Style { levels: vec![2], ..Default::default() },
        clips: Vec::new(),
        ..::files::GltfExport::all(project(&window))
    };
    ::files::export_gltf(project(&window), &coarse, &path, &|_| true).unwrap();
    let mesh = *project(&window).meshes.iter().find(|(_, mesh)| mesh.name == name).unwrap().0;
    let file = ::files::import(&path, None).unwrap().project;
    let taken = file.meshes.values().next().unwrap().lod(0).triangles();
    let ctx = window.ctx.clone();
    for at in [1, 3] {
        window.state_mut().level_from(&ctx, mesh, at, path.clone());
        wait_until(&mut window, "the level", |app| !app.jobs.is_busy());
        settle(&mut window);
        assert_eq!((levels(&window)[at], steps(&window)), (taken, 2 + at.div_ceil(2)));
    }
    (0..4).for_each(|_| chord(&mut window, Modifiers::COMMAND, Key::Z));
    assert_eq!(levels(&window), before);
}
