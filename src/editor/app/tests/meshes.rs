//! Levels of detail of a mesh: the picker of the viewport, what the engine then works out, and the
//! sizes in the details.

use super::{graphs::act, *};
use crate::{
    action::ViewAction,
    viewport::{Overlay, ViewportShading},
};
use anim::Name;

/// The sample whose mesh has three levels, the coarser ones without the right forearm.
fn with_levels() -> Window {
    let mut window = sample();
    change(&mut window, |project| {
        let mesh = Arc::make_mut(project.meshes.values_mut().next().unwrap());
        mesh.lods.truncate(1);
        for screen_size in [0.4, 0.1] {
            let coarse = asset::mesh::Lod {
                screen_size,
                removed_bones: vec!["lowerarm_r".into()],
                ..mesh.lods[0].clone()
            };
            mesh.lods.push(coarse);
        }
    });
    window
}

fn sizes(window: &Window) -> Vec<f32> {
    project(window)
        .meshes
        .values()
        .next()
        .unwrap()
        .lods
        .iter()
        .map(|lod| lod.screen_size)
        .collect()
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
            let frame = app.engine.frame.as_ref().unwrap();
            let elbow = frame.skeleton.find(Name::new("lowerarm_r")).unwrap();
            frame.position > 0.3
                && (frame.pose.get(elbow) == frame.skeleton.reference(elbow)) == rests
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
    scroll_to(&mut window, "LOD 1 below");
    let at = rect(&window, "LOD 1 below").center();
    drag(&mut window, at, vec2(-40.0, 0.0));
    let dragged = sizes(&window)[1];
    assert!((0.1..0.4).contains(&dragged), "{dragged}");
    drag(&mut window, at, vec2(-900.0, 0.0));
    assert!(
        sizes(&window)[1] > 0.1 && sizes(&window)[1] < 0.11,
        "{:?}",
        sizes(&window)
    );
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
        let sockets = project(window)
            .skeletons
            .values()
            .flat_map(|skeleton| skeleton.sockets.clone());
        sockets
            .filter(|socket| socket.name == "hand_r_weapon")
            .find_map(|socket| socket.preview)
    };
    let before = window.render().unwrap();
    scroll_to(&mut window, "Preview mesh");
    click(&mut window, "Preview mesh");
    click_button(&mut window, "Sword");
    assert_eq!((preview(&window), steps(&window)), (Some(Id(72)), 1));
    settle(&mut window);
    keep(&mut window, "prop");
    let changed = before
        .pixels()
        .zip(window.render().unwrap().pixels())
        .filter(|(a, b)| a != b)
        .count();
    assert!(changed > 5_000, "{changed} pixels show it");
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(preview(&window), None);
}

#[test]
fn a_mesh_of_one_level_has_no_picker() {
    let mut window = sample();
    change(&mut window, |project| {
        Arc::make_mut(project.meshes.values_mut().next().unwrap())
            .lods
            .truncate(1);
    });
    assert!(!has(&window, "LOD Auto (0)"));
}

#[test]
fn levels_are_made_deleted_and_taken_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = sample();
    let name = project(&window)
        .meshes
        .values()
        .max_by_key(|mesh| mesh.lod(0).triangles())
        .unwrap()
        .name
        .clone();
    double_click(&mut window, &format!("Asset {name}"));
    let levels = |window: &Window| {
        let mesh = project(window)
            .meshes
            .values()
            .find(|mesh| mesh.name == name)
            .unwrap()
            .clone();
        mesh.lods
            .iter()
            .map(|lod| lod.triangles())
            .collect::<Vec<_>>()
    };
    let before = levels(&window);
    scroll_to(&mut window, "Make LODs");
    click(&mut window, "Make LODs");
    wait_until(&mut window, "the levels", |app| !app.jobs.is_busy());
    settle(&mut window);
    let made = levels(&window);
    assert!(
        made.len() == 4 && made[0] == before[0] && made.is_sorted_by(|a, b| a > b),
        "{made:?}"
    );
    assert_eq!(steps(&window), 1);
    scroll_to(&mut window, "Delete LOD 3");
    click(&mut window, "Delete LOD 3");
    assert_eq!(levels(&window), made[..3]);
    let path = folder.path().join("coarse.glb");
    let coarse = ::files::GltfExport {
        style: formats::gltf::Style {
            levels: vec![2],
            ..Default::default()
        },
        clips: Vec::new(),
        ..::files::GltfExport::all(project(&window))
    };
    ::files::export_gltf(
        project(&window),
        &coarse,
        (&path, ::files::Over::Own),
        &|_| true,
    )
    .unwrap();
    let mesh = *project(&window)
        .meshes
        .iter()
        .find(|(_, mesh)| mesh.name == name)
        .unwrap()
        .0;
    let file = ::files::import(&path, None, &Default::default(), &|_| true)
        .unwrap()
        .project;
    let taken = file.meshes.values().next().unwrap().lod(0).triangles();
    for at in [1, 3] {
        window.state_mut().level_from(mesh, at, path.clone());
        wait_until(&mut window, "the level", |app| !app.jobs.is_busy());
        settle(&mut window);
        assert_eq!(
            (levels(&window)[at], steps(&window)),
            (taken, 2 + at.div_ceil(2))
        );
    }
    (0..4).for_each(|_| chord(&mut window, Modifiers::COMMAND, Key::Z));
    assert_eq!(levels(&window), before);
}

#[test]
fn bones_are_left_out_of_a_level_given_back_and_idle_ones_go_at_once() {
    let mut window = opened_mesh();
    change(&mut window, |project| {
        let mesh = Arc::make_mut(
            project
                .meshes
                .values_mut()
                .max_by_key(|mesh| mesh.lod(0).triangles())
                .unwrap(),
        );
        mesh.lods.truncate(1);
        mesh.lods.push(asset::mesh::Lod {
            screen_size: 0.4,
            ..mesh.lods[0].clone()
        });
    });
    let removed = |window: &Window| -> Vec<String> {
        mesh_of(window).lods[1]
            .removed_bones
            .iter()
            .map(|bone| bone.as_str().to_owned())
            .collect()
    };
    let rig = project(&window).skeletons[&mesh_of(&window).skeleton].clone();
    for (bone, kept) in [
        ("hand_l", vec!["hand_l"]),
        ("lowerarm_r", vec!["hand_l", "lowerarm_r"]),
    ] {
        scroll_to(&mut window, "LOD 1 without");
        click(&mut window, "LOD 1 without");
        type_into(&mut window, "Search LOD 1 without", bone);
        window.key_press(Key::Enter);
        settle(&mut window);
        let mut names = removed(&window);
        names.sort_unstable();
        assert_eq!(names, kept);
    }
    let count = mesh_of(&window).lods[1].bones(&rig).len();
    assert!(has(
        &window,
        &format!(
            "{} triangles, {count} bones",
            mesh_of(&window).lods[1].triangles()
        )
    ));
    keep(&mut window, "removed bones of a level");
    scroll_to(&mut window, "Restore lowerarm_r in LOD 1");
    click(&mut window, "Restore lowerarm_r in LOD 1");
    assert_eq!(
        (removed(&window), steps(&window)),
        (vec!["hand_l".to_owned()], 3)
    );
    scroll_to(&mut window, "Remove unused bones from LOD 1");
    click(&mut window, "Remove unused bones from LOD 1");
    let mesh = mesh_of(&window);
    assert_eq!(
        mesh.lods[1].removed_bones,
        mesh.lods[1].idle_bones(&mesh.bones, &rig)
    );
    (0..steps(&window)).for_each(|_| chord(&mut window, Modifiers::COMMAND, Key::Z));
    assert!(removed(&window).is_empty());
}

/// The mesh of the mannequin, opened in the details.
fn opened_mesh() -> Window {
    let mut window = sample();
    details_alone(&mut window);
    let id = id_of(&window);
    act(&mut window, ViewAction::OpenAsset(id));
    settle(&mut window);
    window
}

fn id_of(window: &Window) -> Id {
    *project(window)
        .meshes
        .iter()
        .max_by_key(|(_, mesh)| mesh.lod(0).triangles())
        .unwrap()
        .0
}

fn mesh_of(window: &Window) -> Arc<asset::Mesh> {
    project(window).meshes[&id_of(window)].clone()
}

#[test]
fn a_material_is_edited_row_by_row_and_each_is_one_step() {
    let mut window = opened_mesh();
    keep(&mut window, "materials of a mesh");
    let first = |window: &Window| mesh_of(window).materials[0].clone();
    let before = first(&window);
    let press = |window: &mut Window, label: &str| {
        window
            .query_all_by_label(label)
            .next()
            .expect("it is there")
            .click();
        settle(window);
    };
    press(&mut window, "Two-sided");
    assert_eq!(
        (first(&window).double_sided, steps(&window)),
        (!before.double_sided, 1)
    );
    press(&mut window, "Cut out");
    assert_eq!(first(&window).alpha_cutoff, Some(0.5));
    let at = rect(&window, "Alpha below").center();
    drag(&mut window, at, vec2(-30.0, 0.0));
    assert!(
        first(&window).alpha_cutoff < Some(0.5) && steps(&window) == 3,
        "{:?}",
        first(&window).alpha_cutoff
    );
    for _ in 0..3 {
        chord(&mut window, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(first(&window), before);
}

#[test]
fn weights_are_pruned_as_one_step_and_taken_back_from_the_finest_level() {
    let mut window = opened_mesh();
    let most = |window: &Window| {
        let census = document::skin::census(&mesh_of(window), &document::skin::Parts::ALL);
        census
            .by_count
            .iter()
            .rposition(|count| *count > 0)
            .unwrap()
    };
    let before = most(&window);
    scroll_to(&mut window, "Max bones per vertex");
    keep(&mut window, "skin weights of a mesh");
    let at = rect(&window, "Max bones per vertex").center();
    drag(&mut window, at, vec2(-400.0, 0.0));
    assert_eq!(window.state().views.kinds.mesh.pruning.most, 1);
    scroll_to(&mut window, "Prune weights");
    click_button(&mut window, "Prune weights");
    assert_eq!((most(&window), steps(&window)), (1, 1));
    assert!(
        before > 1 && has(&window, "nothing to remove"),
        "nothing is left to do"
    );
    let finest = mesh_of(&window).lods[0].clone();
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    change(&mut window, |project| {
        let mesh = project
            .meshes
            .values_mut()
            .max_by_key(|mesh| mesh.lod(0).triangles())
            .unwrap();
        let mesh = Arc::make_mut(mesh);
        mesh.lods.truncate(1);
        mesh.lods.push(asset::mesh::Lod {
            screen_size: 0.5,
            ..finest.clone()
        });
    });
    scroll_to(&mut window, "Transfer weights");
    click_button(&mut window, "Transfer weights");
    let parts = |window: &Window, lod: usize| -> Vec<u32> {
        mesh_of(window).lods[lod]
            .parts
            .iter()
            .map(|part| part.data.influences)
            .collect()
    };
    wait_until(&mut window, "the weights", |app| {
        let mesh = app
            .document
            .project()
            .meshes
            .values()
            .max_by_key(|mesh| mesh.lod(0).triangles())
            .unwrap();
        mesh.lods[1].parts[0].data.influences > 1
    });
    assert_eq!(parts(&window, 1), parts(&window, 0));
}

#[test]
fn the_weights_of_the_selected_bone_colour_the_character() {
    let mut window = sample();
    double_click(&mut window, "Asset Idle");
    settle(&mut window);
    let looks = |window: &mut Window| window.render().unwrap();
    let plain = looks(&mut window);
    act(&mut window, ViewAction::ToggleOverlay(Overlay::Weights));
    settle(&mut window);
    assert!(has(&window, "Select a bone to see its weights"));
    let bone = |window: &Window| {
        project(window)
            .skeletons
            .values()
            .next()
            .unwrap()
            .bones
            .iter()
            .position(|bone| bone.name == "head")
    };
    let bone = bone(&window);
    assert!(bone.is_some());
    window.state_mut().views.kinds.skeleton.selected_bone = bone;
    settle(&mut window);
    keep(&mut window, "skin weights");
    assert!(has(&window, "Skin weights of head"));
    let hot = |window: &mut Window| {
        let picture = window.render().unwrap();
        let is_hot = |p: &[u8; 4]| {
            p[0] > 120 && p[0] > p[1].saturating_mul(2) && p[0] > p[2].saturating_mul(2)
        };
        picture.pixels().filter(|p| is_hot(&p.0)).count()
    };
    let painted = hot(&mut window);
    act(&mut window, ViewAction::ToggleOverlay(Overlay::Weights));
    settle(&mut window);
    window.state_mut().views.kinds.skeleton.selected_bone = None;
    settle(&mut window);
    let (back, cold) = (looks(&mut window), hot(&mut window));
    assert!(painted > cold + 300, "{painted} {cold}");
    let changed = plain
        .pixels()
        .zip(back.pixels())
        .filter(|(a, b)| a != b)
        .count();
    assert!(changed < 2_000, "its own looks come back: {changed}");
}

#[test]
fn motion_is_told_where_something_plays_and_not_where_it_jumps() {
    let mut window = sample();
    double_click(&mut window, "Asset Charge_Start");
    act(&mut window, ViewAction::SetShading(ViewportShading::Motion));
    settle(&mut window);
    assert!(has(&window, "Motion since the last frame, up to 32 px"));
    let told = |window: &mut Window| {
        let picture = window.render().unwrap();
        let tells =
            |p: &[u8; 4]| p[2].abs_diff(128) <= 1 && p[..2].iter().any(|it| it.abs_diff(128) > 6);
        picture.pixels().filter(|p| tells(&p.0)).count()
    };
    let at_rest = told(&mut window);
    window.key_press(Key::Space);
    let mut most = 0;
    for _ in 0..20 {
        window.run_steps(2);
        most = most.max(told(&mut window));
    }
    keep(&mut window, "motion vectors");
    assert!(most > at_rest + 500, "{most} {at_rest}");
    window.key_press(Key::Space);
    settle(&mut window);
    assert!(
        told(&mut window) < at_rest + 100,
        "what has come to rest is grey"
    );
    for back in [true, false, true] {
        if back {
            press(&mut window, Key::Home)
        } else {
            chord(&mut window, Modifiers::SHIFT, Key::ArrowRight)
        }
        for _ in 0..10 {
            window.run_steps(1);
            assert!(
                told(&mut window) < at_rest + 100,
                "it was not on the way there"
            );
        }
    }
}

#[test]
fn a_profile_of_skin_weights_is_made_shown_pruned_renamed_and_removed() {
    let mut window = sample();
    double_click(&mut window, "Asset SM_Mannequin");
    settle(&mut window);
    let mesh = |window: &Window| {
        project(window)
            .meshes
            .values()
            .find(|mesh| mesh.name == "SM_Mannequin")
            .unwrap()
            .clone()
    };
    let first = mesh(&window);
    let looks = |window: &mut Window| window.render().unwrap();
    scroll_to(&mut window, "New profile");
    click_button(&mut window, "New profile");
    settle(&mut window);
    assert_eq!(mesh(&window).profiles(), ["Profile"]);
    window.state_mut().views.kinds.mesh.pruning = asset::skin::Pruning {
        least: 0.0,
        most: 1,
    };
    settle(&mut window);
    scroll_to(&mut window, "Prune weights");
    click_button(&mut window, "Prune weights");
    settle(&mut window);
    keep(&mut window, "skin-weight profile");
    let now = mesh(&window);
    let one = |skin: &asset::skin::Skin| {
        skin.weights
            .chunks(skin.influences as usize)
            .all(|it| it[0] == 1.0)
    };
    for (part, was) in now.lods[0].parts.iter().zip(&first.lods[0].parts) {
        assert!(one(&asset::skin::Skin::under(&now, part, Some("Profile"))));
        assert_eq!(
            (&part.data.joints, &part.data.weights),
            (&was.data.joints, &was.data.weights)
        );
    }
    // All of the body follows one bone, so that it is seen.
    change(&mut window, |project| {
        let mesh = project
            .meshes
            .values_mut()
            .find(|mesh| mesh.name == "SM_Mannequin")
            .unwrap();
        for part in Arc::make_mut(mesh)
            .lods
            .iter_mut()
            .flat_map(|lod| &mut lod.parts)
        {
            let data = Arc::make_mut(&mut part.data);
            data.profile_joints = vec![0; data.profile_joints.len()].into();
        }
    });
    settle(&mut window);
    double_click(&mut window, "Asset Charge_Start");
    (0..2).for_each(|_| chord(&mut window, Modifiers::SHIFT, Key::ArrowRight));
    settle(&mut window);
    let rigid = looks(&mut window);
    let profile = window.state_mut().views.kinds.mesh.profile.take();
    settle(&mut window);
    let plain = looks(&mut window);
    window.state_mut().views.kinds.mesh.profile = profile;
    double_click(&mut window, "Asset SM_Mannequin");
    settle(&mut window);
    let off = plain
        .pixels()
        .zip(rigid.pixels())
        .filter(|(a, b)| a != b)
        .count();
    assert!(off > 500, "the viewport shows the profile: {off}");
    scroll_to(&mut window, "Profile name");
    type_into(&mut window, "Profile name", "Stiff");
    press(&mut window, Key::Enter);
    settle(&mut window);
    assert_eq!(mesh(&window).profiles(), ["Stiff"]);
    assert_eq!(
        window.state().views.kinds.mesh.profile.as_deref(),
        Some("Stiff")
    );
    scroll_to(&mut window, "Remove");
    click_button(&mut window, "Remove");
    settle(&mut window);
    assert!(
        mesh(&window).profiles().is_empty() && window.state().views.kinds.mesh.profile.is_none()
    );
    for (part, was) in mesh(&window).lods[0].parts.iter().zip(&first.lods[0].parts) {
        assert_eq!(
            (&part.data.joints, &part.data.weights),
            (&was.data.joints, &was.data.weights)
        );
    }
}

/// As `info` counts them: a fold of an elbow moves both the shell and the joint.
#[test]
fn a_morph_target_that_several_parts_have_counts_once() {
    let window = opened_mesh();
    let mesh = mesh_of(&window);
    let names = || mesh.lods[0].parts.iter().flat_map(|part| &part.morphs);
    let distinct = names().collect::<std::collections::BTreeSet<_>>().len();
    assert!(distinct < names().count() && has(&window, &distinct.to_string()));
}

/// The levels that there are, but the coarsest, with which it is all of them; a change is one step.
#[test]
fn a_meshs_graph_is_told_down_to_which_level_it_works() {
    let mut window = opened_mesh();
    let id = id_of(&window);
    change(&mut window, |project| {
        let mesh = Arc::make_mut(project.meshes.get_mut(&id).unwrap());
        mesh.post_process = Some(Id(9001));
        let graph = asset::PoseGraph::new("PP_Correctives", mesh.skeleton);
        project.graphs.insert(Id(9001), Arc::new(graph));
    });
    let before = mesh_of(&window).post_process_lod;
    let choose = |window: &mut Window, row: &str, option: &str| {
        scroll_to(window, row);
        window
            .get_by_role_and_label(egui::accesskit::Role::ComboBox, row)
            .click();
        settle(window);
        let named = |name: &str| window.query_all_by_label(name).count();
        let offered = ["All LODs", "LOD 0 only", "LOD 0 to 1", "LOD 0 to 2"].map(named);
        keep(window, "levels of a post-process graph");
        window.query_all_by_label(option).last().unwrap().click();
        settle(window);
        offered
    };
    let offered = choose(&mut window, "LOD threshold", "LOD 0 only");
    assert!(
        offered[0] >= 1 && offered[1..] == [1, 1, 0],
        "of three levels the coarsest is all: {offered:?}"
    );
    assert_eq!(mesh_of(&window).post_process_lod, 0);
    choose(&mut window, "LOD threshold", "All LODs");
    assert_eq!(mesh_of(&window).post_process_lod, -1);
    assert!(window.state_mut().document.undo() && window.state_mut().document.undo());
    assert_eq!(mesh_of(&window).post_process_lod, before);
    choose(&mut window, "Post-process", "None");
    assert!(
        !has(&window, "LOD threshold"),
        "without a graph there is nothing to say"
    );
}

#[test]
fn a_bone_limit_is_switched_on_and_set_as_two_steps() {
    let mut window = sample();
    double_click(&mut window, "Asset SM_Mannequin");
    settle(&mut window);
    let limit = |window: &Window| {
        project(window)
            .meshes
            .values()
            .find(|mesh| mesh.name == "SM_Mannequin")
            .unwrap()
            .bone_limit
    };
    scroll_to(&mut window, "Bone limit");
    click(&mut window, "Bone limit");
    settle(&mut window);
    assert_eq!(limit(&window), Some(64));
    scroll_to(&mut window, "Max bones per section");
    keep(&mut window, "bone limit");
    super::walkthrough::type_into_number(&mut window, "Max bones per section", "32");
    press(&mut window, Key::Enter);
    settle(&mut window);
    assert_eq!(limit(&window), Some(32));
    assert!(window.state_mut().document.undo() && limit(&window) == Some(64));
    assert!(window.state_mut().document.undo() && limit(&window).is_none());
}

#[test]
fn bodies_are_made_shown_and_told_to_bound_the_mesh() {
    let mut window = sample();
    double_click(&mut window, "Asset SM_Mannequin");
    settle(&mut window);
    let mesh = |window: &Window| {
        project(window)
            .meshes
            .values()
            .find(|mesh| mesh.name == "SM_Mannequin")
            .unwrap()
            .clone()
    };
    let plain = window.render().unwrap();
    scroll_to(&mut window, "Make bodies");
    click_button(&mut window, "Make bodies");
    settle(&mut window);
    let count = mesh(&window).bodies.len();
    assert!(count > 20, "{count}");
    act(&mut window, ViewAction::ToggleOverlay(Overlay::Bounds));
    settle(&mut window);
    keep(&mut window, "bodies");
    let drawn = window.render().unwrap();
    let off = plain
        .pixels()
        .zip(drawn.pixels())
        .filter(|(a, b)| a != b)
        .count();
    assert!(off > 3000, "{off}");
    let body = mesh(&window).bodies[0].clone();
    let label = {
        let skeleton = &project(&window).skeletons[&mesh(&window).skeleton];
        format!("Radius, {}", skeleton.bone_name(&body.bone))
    };
    scroll_to(&mut window, &label);
    super::walkthrough::type_into_number(&mut window, &label, "12.5");
    press(&mut window, Key::Enter);
    settle(&mut window);
    assert_eq!(mesh(&window).bodies[0].radius, 0.125);
    let steps = window.state().document.step_count();
    (0..steps).for_each(|_| assert!(window.state_mut().document.undo()));
    assert!(mesh(&window).bodies.is_empty());
}

/// A file may bring all weapons of a character at once.
#[test]
fn parts_are_hidden_by_an_eye_and_undo_brings_them_back() {
    let mut window = sample();
    let (mesh, name) = {
        let (id, mesh) = project(&window).meshes.iter().next().unwrap();
        (*id, mesh.lod(0).parts[0].name.clone())
    };
    act(&mut window, ViewAction::OpenAsset(mesh));
    act(
        &mut window,
        crate::action::SelectAction::These(document::Selection::asset(mesh)),
    );
    details_alone(&mut window);
    let hides = |window: &Window| project(window).preview.hides(mesh, &name);
    scroll_to(&mut window, &format!("Hide {name}"));
    click(&mut window, &format!("Hide {name}"));
    assert!(hides(&window));
    keep(&mut window, "hidden part");
    click(&mut window, &format!("Show {name}"));
    assert!(!hides(&window));
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(hides(&window));
}
