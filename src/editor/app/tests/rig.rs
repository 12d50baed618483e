//! The Skeleton panel: sockets, virtual bones and retarget modes, by mouse and keys; and the method
//! of skinning.

use super::*;
use anim::{mesh::SkinMethod, retarget::Retarget};
use asset::Skeleton;

fn skeleton(window: &Window) -> &Skeleton {
    project(window).skeletons.values().next().unwrap()
}

/// The Skeleton panel with the first bone selected.
fn with_root() -> Window {
    let mut window = sample();
    click(&mut window, "Skeleton");
    click(&mut window, "Bone root");
    window
}

fn menu_entry(window: &mut Window, row: &str, entry: &str) {
    window.get_by_label(row).click_secondary();
    settle(window);
    click_button(window, entry);
}

#[test]
fn a_socket_is_added_renamed_moved_and_deleted_and_all_is_undone() {
    let mut window = with_root();
    let known = skeleton(&window).sockets.len();
    click_button(&mut window, "Add socket");
    let socket = |window: &Window| skeleton(window).sockets.last().unwrap().clone();
    assert_eq!(
        (socket(&window).name.as_str(), socket(&window).bone.as_str()),
        ("root_socket", "root")
    );
    assert_eq!(selected(&window), [socket(&window).id]);
    keep(&mut window, "socket");
    press(&mut window, Key::F2);
    type_into(&mut window, "New name", "Carry");
    press(&mut window, Key::Enter);
    assert_eq!(socket(&window).name, "Carry");
    let at = rect(&window, "Position X").center();
    drag(&mut window, at, vec2(40.0, 0.0));
    assert!(
        socket(&window).local.translation.x > 0.05,
        "{:?}",
        socket(&window).local
    );
    let at = rect(&window, "Rotation X").center();
    drag(&mut window, at, vec2(300.0, 0.0));
    let turned = socket(&window)
        .local
        .rotation
        .to_axis_angle()
        .1
        .to_degrees();
    assert!(
        (100.0..180.0).contains(&turned),
        "past the pole of its angles: {turned}"
    );
    assert_eq!(steps(&window), 4);
    click(&mut window, "Socket Carry");
    press(&mut window, Key::Delete);
    assert_eq!(skeleton(&window).sockets.len(), known);
    for _ in 0..5 {
        chord(&mut window, Modifiers::COMMAND, Key::Z);
    }
    assert!(steps(&window) == 0 && skeleton(&window).sockets.len() == known);
}

#[test]
fn a_socket_of_a_taken_name_says_so() {
    let mut window = with_root();
    click_button(&mut window, "Add socket");
    press(&mut window, Key::F2);
    type_into(&mut window, "New name", "hand_r_weapon");
    press(&mut window, Key::Enter);
    assert_eq!(
        skeleton(&window).sockets.last().unwrap().name,
        "root_socket"
    );
    assert!(
        window
            .query_all_by_label_contains("already taken")
            .next()
            .is_some()
    );
}

#[test]
fn retarget_modes_are_set_for_a_bone_and_its_children() {
    let mut window = with_root();
    let before = skeleton(&window).bones.clone();
    assert!(
        before[1..]
            .iter()
            .any(|bone| bone.retarget != Retarget::Scaled)
    );
    click_button(&mut window, "Translation of root: Animation");
    click_button(&mut window, "Animation, scaled");
    assert_eq!(skeleton(&window).bones[0].retarget, Retarget::Scaled);
    assert!(skeleton(&window).bones[1..] == before[1..]);
    click_button(&mut window, "Translation of root: Animation, scaled");
    keep(&mut window, "retarget menu");
    click_button(&mut window, "Apply to all children");
    assert!(
        skeleton(&window)
            .bones
            .iter()
            .all(|bone| bone.retarget == Retarget::Scaled)
    );
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(skeleton(&window).bones[1..] == before[1..]);
}

#[test]
fn a_virtual_bone_is_added_from_the_menu_and_deleted() {
    let mut window = with_root();
    let known = skeleton(&window).virtual_bones.clone();
    type_into(&mut window, "Filter bones", "hand_r");
    menu_entry(&mut window, "Bone hand_r", "Add virtual bone to");
    click_button(&mut window, "pelvis");
    let bone = skeleton(&window).virtual_bones.last().unwrap().clone();
    assert_eq!(bone.name, "VB hand_r_pelvis");
    assert_eq!(selected(&window), [bone.id]);
    keep(&mut window, "virtual bone");
    click_button(&mut window, "Delete virtual bone");
    assert_eq!(skeleton(&window).virtual_bones, known);
}

#[test]
fn without_a_bone_a_socket_is_refused_in_words() {
    let mut window = sample();
    click_button(&mut window, "Edit");
    let at = rect(&window, "Add socket to the selected bone").center();
    window.hover_at(at);
    window.run_steps(60);
    assert!(has(&window, "Select a bone first"));
}

#[test]
fn a_mesh_part_changes_its_method_and_the_viewport_its_picture() {
    let mut window = sample();
    double_click(&mut window, "Asset SM_Mannequin");
    let first =
        |window: &Window| project(window).meshes.values().next().unwrap().lods[0].parts[0].clone();
    let method = |window: &Window| first(window).data.method;
    let name = first(&window).name;
    window
        .get_by_role_and_label(egui::accesskit::Role::ComboBox, &name)
        .scroll_to_me();
    settle(&mut window);
    window
        .get_by_role_and_label(egui::accesskit::Role::ComboBox, &name)
        .click();
    settle(&mut window);
    click_button(&mut window, "Dual quaternion: keeps volume");
    assert_eq!(method(&window), SkinMethod::DualQuaternion);
    keep(&mut window, "dual quaternion");
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(method(&window), SkinMethod::Linear);
}

#[test]
fn a_mesh_part_follows_another_as_cloth_and_its_own_weights_again() {
    let mut window = sample();
    double_click(&mut window, "Asset SM_Mannequin");
    let cloth = |window: &Window| {
        let (_, mesh) = project(window)
            .meshes
            .iter()
            .find(|(_, mesh)| mesh.name == "SM_Mannequin")
            .unwrap();
        mesh.parts()
            .filter(|part| part.name == "Joint")
            .map(|part| part.cloth.clone())
            .collect::<Vec<_>>()
    };
    let choose = |window: &mut Window, row: &str, option: &str| {
        window
            .get_by_role_and_label(egui::accesskit::Role::ComboBox, row)
            .scroll_to_me();
        settle(window);
        window
            .get_by_role_and_label(egui::accesskit::Role::ComboBox, row)
            .click();
        settle(window);
        click_button(window, option);
    };
    window.get_by_label("Cloth").scroll_to_me();
    settle(&mut window);
    click(&mut window, "Cloth");
    assert!(!has(&window, "Joint amount"));
    choose(&mut window, "Joint follows", "Shell of SM_Mannequin");
    let set = cloth(&window);
    assert!(
        set.len() == 3
            && set.iter().all(|it| it
                .as_ref()
                .is_some_and(|it| it.part == "Shell" && it.weight.is_none()))
    );
    wait_until(&mut window, "it is compiled", |app| {
        let mesh = app
            .compiled
            .library
            .meshes
            .iter()
            .find(|mesh| mesh.name == anim::Name::new("SM_Mannequin"));
        mesh.is_some_and(|mesh| {
            mesh.lods[0]
                .parts
                .iter()
                .any(|part| !part.cloth.vertices.is_empty())
        })
    });
    settle(&mut window);
    assert!(has(&window, "mean 11.0 mm") && has(&window, "101.2 mm"));
    keep(&mut window, "cloth");
    choose(&mut window, "Joint follows", "Own skin weights");
    assert_eq!(cloth(&window), [None, None, None]);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(cloth(&window), set);
}

#[test]
fn the_skeleton_tab_shows_bones_that_the_first_look_leaves_out() {
    let mut window = sample();
    assert!(!window.state().settings.bones && !window.state().settings.sockets);
    click(&mut window, "Skeleton");
    assert!(window.state().settings.bones && window.state().settings.sockets);
    window.state_mut().settings.bones = false;
    click(&mut window, "Skeleton");
    assert!(
        !window.state().settings.bones,
        "what was hidden by hand stays so"
    );
}

#[test]
fn a_bone_that_is_clicked_in_the_viewport_comes_into_view_in_the_tree() {
    let mut window = sample();
    click(&mut window, "Skeleton");
    let view = rect(&window, "Viewport");
    let row = |window: &Window, bone: usize| format!("Bone {}", skeleton(window).bones[bone].name);
    let mut deepest = 0;
    for part in 4..18 {
        let at = view.lerp_inside(vec2(0.5, part as f32 / 20.0));
        hold(&mut window, at);
        release(&mut window, at);
        if let Some(bone) = window.state().views.kinds.skeleton.selected_bone {
            let tree = rect(&window, "Filter bones");
            let row = rect(&window, &row(&window, bone));
            assert!(
                tree.bottom() < row.top()
                    && row.bottom() < view.bottom() + 0.5
                    && row.right() < view.left(),
                "{bone} {row:?} {view:?}"
            );
            deepest = deepest.max(bone);
        }
    }
    assert!(
        deepest > 30,
        "one that was out of view is among them: {deepest}"
    );
}

#[test]
fn a_step_flashes_at_the_foot_whose_socket_it_names() {
    let mut window = sample();
    double_click(&mut window, "Asset Walk_Fwd");
    window.state_mut().session.transport.looping = true;
    window.key_press(Key::Space);
    let fired = |app: &App| {
        app.session
            .fired
            .flashes
            .iter()
            .map(|flash| flash.socket)
            .next()
    };
    wait_until(&mut window, "a step", |app| fired(app).is_some());
    let rig = skeleton(&window);
    let foot = rig.find("foot_l").unwrap();
    let bones = ["foot_l", "foot_r"].map(|name| rig.find(name));
    let at = panes::socket_bone(rig, fired(window.state()).unwrap());
    assert!(bones.contains(&at), "{at:?}");
    assert_eq!(
        panes::socket_bone(rig, anim::Name::new("foot_l_ground")),
        Some(foot)
    );
    assert_eq!(panes::socket_bone(rig, anim::Name::NONE), None);
}

/// A bone's place in model space, from the pose alone.
fn chained(frame: &studio::PreviewFrame, bone: usize) -> glam::Mat4 {
    let local = frame.pose.get(bone);
    let own =
        glam::Mat4::from_scale_rotation_translation(local.scale, local.rotation, local.translation);
    match frame.skeleton.parent(bone) {
        Some(parent) => chained(frame, parent) * own,
        None => own,
    }
}

#[test]
fn details_tell_where_the_selected_bone_is_now() {
    let mut window = sample();
    double_click(&mut window, "Asset Walk_Fwd");
    let hand = skeleton(&window)
        .bones
        .iter()
        .position(|bone| bone.name == "hand_r")
        .unwrap();
    let mut told = Vec::new();
    for time in [0.0, 0.4] {
        super::graphs::act(&mut window, crate::action::TransportAction::Seek(time));
        super::graphs::act(&mut window, crate::action::SelectAction::Bone(Some(hand)));
        settle(&mut window);
        assert!(has(&window, "Current transform"));
        let frame = window.state().engine.frame.clone().unwrap();
        let at = chained(&frame, hand).w_axis;
        let text = [at.x, at.y, at.z].map(|it| crate::parts::number_text(it.into(), 3));
        let text = format!("{} m", text.join("  "));
        let rows = window.query_all_by_label(&text).count();
        assert!(rows > 0, "{text}");
        told.push(text);
    }
    assert_ne!(told[0], told[1]);
    keep(&mut window, "bone_current");
}
