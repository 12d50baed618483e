use super::*;
use crate::{OrbitCamera, dice::Dice};
use glam::UVec2;

#[test]
fn a_box_with_a_point_in_the_picture_is_seen_and_most_others_are_not() {
    let mut dice = Dice(17);
    let (mut inside, mut hidden, mut seen_in_vain) = (0, 0, 0);
    for _ in 0..20_000 {
        let camera = OrbitCamera {
            target: Vec3::from_array(dice.rolls()) * 3.0,
            distance: 2.0 + dice.roll(),
            yaw: dice.roll() * 3.0,
            pitch: dice.roll() * 1.5,
            orthographic: dice.roll() > 0.0,
            ..OrbitCamera::default()
        };
        let scene = RenderScene {
            camera,
            viewport: UVec2::new(640, 400),
            ..RenderScene::default()
        };
        let (middle, half) = (
            Vec3::from_array(dice.rolls()) * 6.0,
            (Vec3::from_array(dice.rolls()).abs() + Vec3::splat(0.01)) * 0.8,
        );
        let bounds = Bounds {
            min: middle - half,
            max: middle + half,
        };
        let clip_from_world = camera.clip_from_world(scene.size());
        let mut points = (0..27).map(|at| {
            bounds.min + half * Vec3::new((at % 3) as f32, (at / 3 % 3) as f32, (at / 9) as f32)
        });
        let is_in = |point: Vec3| {
            let clip = clip_from_world * point.extend(1.0);
            clip.w > 0.0
                && clip.x.abs() <= clip.w
                && clip.y.abs() <= clip.w
                && (0.0..=clip.w).contains(&clip.z)
        };
        let has_point = points.any(is_in);
        match (has_point, Frustum::of(&scene).sees(bounds)) {
            (true, false) => panic!("{camera:?} {bounds:?}"),
            (true, true) => inside += 1,
            (false, true) => seen_in_vain += 1,
            (false, false) => hidden += 1,
        }
    }
    assert!(
        inside > 1000 && hidden > 5000 && seen_in_vain * 4 < hidden,
        "{inside} {hidden} {seen_in_vain}"
    );
    assert!(!Frustum::of(&RenderScene::default()).sees(Bounds::EMPTY));
}
