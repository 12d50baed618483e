//! Partners and props of a scene, and the camera of another asset.

use super::*;
use anim::Transform;
use asset::{PreviewScene, SceneProp};
use egui::accesskit::Role;

/// Goes to another asset and runs.
fn visit(window: &mut Window, asset: u64) {
    window.state_mut().asset = Some(Id(asset));
    window.run();
}

#[test]
fn the_camera_comes_back_to_another_assets_character_that_is_out_of_sight() {
    let mut window = standing();
    visit(&mut window, 1);
    let first = camera(&window);
    window.state_mut().viewport.navigation.camera.yaw = 1.5;
    let turned = camera(&window);
    visit(&mut window, 2);
    assert_eq!(camera(&window), turned, "the character is in sight");
    window.state_mut().viewport.navigation.camera.target.x += 40.0;
    window.run();
    assert_eq!(camera(&window).target.x, turned.target.x + 40.0);
    visit(&mut window, 3);
    assert!(camera(&window).target.distance(first.target) < 0.1);
    window.state_mut().viewport.navigation.camera.distance *= 50.0;
    window.run();
    visit(&mut window, 3);
    assert!(camera(&window).distance > 20.0 * first.distance, "the same");
    visit(&mut window, 4);
    assert!(camera(&window).distance < 2.0 * first.distance);
}

#[test]
fn a_partner_is_drawn_where_it_stands() {
    let mut window = standing();
    window.state_mut().settings.bones = false;
    window.run();
    let alone = window.render().unwrap().into_raw();
    let mut frame = window.state().frame.clone().unwrap();
    let mut partner = frame.clone();
    partner.placement = Transform::from_translation(Vec3::new(1.2, 0.0, 0.0));
    frame.partners.push(partner);
    window.state_mut().frame = Some(frame.clone());
    window.run();
    assert!(difference(&mut window, &alone) > 0.01);
    keep(&mut window, "partner");
    let beside = window.render().unwrap().into_raw();
    frame.partners[0].placement.translation.x = -1.2;
    window.state_mut().frame = Some(frame.clone());
    window.run();
    assert!(difference(&mut window, &beside) > 0.02, "it moved");
    frame.partners.clear();
    window.state_mut().frame = Some(frame);
    window.run();
    assert!(difference(&mut window, &alone) < 1e-4, "it is gone");
}

#[test]
fn a_prop_of_the_scene_is_held_by_its_socket() {
    let mut project = armed();
    let rig = project
        .skeletons
        .values_mut()
        .find(|rig| !rig.sockets.is_empty())
        .unwrap();
    let hand = Arc::make_mut(rig)
        .sockets
        .iter_mut()
        .find(|socket| socket.name == "hand_r_weapon")
        .unwrap();
    let (socket, mesh) = (hand.id, hand.preview.take().unwrap());
    let mut window = standing_in(project);
    window.state_mut().settings.bones = false;
    window.run();
    let bare = window.render().unwrap().into_raw();
    window.state_mut().scene = Some(PreviewScene {
        props: vec![SceneProp {
            id: Id(1),
            socket,
            mesh,
        }],
        ..PreviewScene::default()
    });
    window.run();
    assert!(difference(&mut window, &bare) > 5e-4);
    keep(&mut window, "scene prop");
    window.state_mut().settings.props = false;
    window.run();
    assert!(difference(&mut window, &bare) < 1e-4);
}

/// A lens is set and a view is kept in the menu of the view; the view comes back with its lens.
#[test]
fn a_view_is_kept_as_a_bookmark_and_gone_to() {
    let mut window = standing();
    let choose = |window: &mut Window, menu: &str, entry: &str| {
        window.get_by_label("View: Perspective").click();
        window.run();
        window.get_by_label_contains(menu).click();
        window.run();
        window.get_by_label(entry).click();
        window.run();
    };
    window.state_mut().viewport.navigation.camera.fov = 0.5;
    let kept = camera(&window);
    choose(&mut window, "Save view as bookmark", "Save Bookmark 3");
    window.state_mut().viewport.navigation.camera = OrbitCamera {
        distance: 20.0,
        yaw: -2.0,
        ..OrbitCamera::default()
    };
    window.run();
    choose(&mut window, "Go to bookmark", "Go to Bookmark 3");
    let back = camera(&window);
    assert_eq!(
        (back.target, back.distance, back.yaw, back.pitch),
        (kept.target, kept.distance, kept.yaw, kept.pitch)
    );
    assert!((back.fov - kept.fov).abs() < 1e-5);
}

#[test]
fn a_focal_length_is_typed_in_the_menu_of_the_view() {
    let mut window = standing();
    window.get_by_label("View: Perspective").click();
    window.run();
    let field = |window: &Window| {
        window
            .get_by_role_and_label(Role::SpinButton, "Focal length")
            .rect()
    };
    let at = field(&window).center();
    click(&mut window, at);
    window.run();
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    window.run();
    window.event(egui::Event::Text("85".into()));
    window.run();
    window.key_press(egui::Key::Enter);
    window.run();
    let wanted = 2.0 * (12.0f32 / 85.0).atan();
    assert!(
        (camera(&window).fov - wanted).abs() < 1e-4,
        "{}",
        camera(&window).fov
    );
}
