use super::*;
use anim::Name;
use engine::WorkerMode;
use glam::Quat;
use studio::{FIRST_PARTNER, PartnerOrder, PartnerTie, Player, PreviewSubject, Transport};

/// A character that stands at (3, 0, 4), turned, with a trail and a partner 1 m before it.
fn frame() -> PreviewFrame {
    let compiled = asset::compile(
        &mannequin::excerpt(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    );
    let skeleton = compiled.library.skeletons[0].name;
    let mut player = Player::new(WorkerMode::Inline, compiled.library);
    let partner = PartnerOrder {
        name: Name::new("Other"),
        skeleton,
        plays: PreviewSubject::None,
        home: Transform::IDENTITY,
        stays: true,
        tie: PartnerTie::Apart,
        follows_montage: false,
        targets: Vec::new(),
    };
    let orders = [
        Transport::SetPartners([partner].into()),
        Transport::Show(PreviewSubject::Skeleton(skeleton)),
    ];
    player.step(0.0, &orders.map(Into::into));
    let mut frame = PreviewFrame::of(&player, 0).unwrap();
    assert_eq!(frame.partners[0].character, FIRST_PARTNER);
    frame.placement = Transform {
        rotation: Quat::from_rotation_y(1.0),
        ..Transform::from_translation(Vec3::new(3.0, 0.0, 4.0))
    };
    frame.trail = vec![Vec3::ZERO, Vec3::new(3.0, 0.0, 4.0)];
    let ahead = Transform::from_translation(Vec3::Z);
    frame.partners[0].placement = frame.placement.compose(&ahead);
    frame
}

fn near(a: Vec3, b: Vec3) -> bool {
    a.distance(b) < 1e-5
}

#[test]
fn held_at_home_it_stands_in_the_middle_with_its_trail_behind_it() {
    let frame = Arc::new(frame());
    let shown = RootView::Home.shown(&frame, &mut RootWrap::default());
    assert!(near(shown.placement.translation, Vec3::ZERO));
    assert!(near(shown.placement.rotation * Vec3::Z, Vec3::Z));
    assert!(near(shown.trail[1], Vec3::ZERO));
    assert!((shown.trail[0].length() - 5.0).abs() < 1e-5);
    assert!(near(shown.partners[0].placement.translation, Vec3::Z));
    assert_eq!(shown.models, frame.models);
    let moves = RootView::Moves.shown(&frame, &mut RootWrap::default());
    assert!(Arc::ptr_eq(&moves, &frame));
}

#[test]
fn it_comes_back_to_its_start_when_it_is_too_far() {
    let mut wrap = RootWrap::default();
    let mut at = |z: f32, jumps| {
        let frame = PreviewFrame {
            placement: Transform::from_translation(Vec3::new(0.0, 0.5, z)),
            trail: vec![Vec3::ZERO],
            jumps,
            ..frame()
        };
        let shown = RootView::Wraps(2).shown(&Arc::new(frame), &mut wrap);
        shown.placement.translation
    };
    assert_eq!(at(1.9, 1), Vec3::new(0.0, 0.5, 1.9));
    assert_eq!(at(2.5, 1), Vec3::new(0.0, 0.5, 0.0), "its height stays");
    assert_eq!(at(3.5, 1), Vec3::new(0.0, 0.5, 1.0));
    assert_eq!(at(5.0, 1), Vec3::new(0.0, 0.5, 0.0), "again and again");
    assert_eq!(at(1.0, 2), Vec3::new(0.0, 0.5, 1.0), "from a new start");
}
