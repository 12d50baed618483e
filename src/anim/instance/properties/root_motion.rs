//! What moves the character.

use super::stage::{Character, montage, play, turning_library};
use crate::{Montage, Name, Transform};

#[test]
fn root_motion_over_segments_composes_in_the_order_of_travel() {
    let library = turning_library();
    let (montage, skeleton) = (&library.montages[0], &library.skeletons[0]);
    let travel =
        |from, to| crate::instance::root_travel(montage, &library, skeleton, crate::notify::Range::new(from, to));
    let whole = travel(0.0, 2.0);
    assert!(whole.translation.abs_diff_eq(glam::Vec3::new(1.0, 0.0, -1.0), 1e-5), "{whole:?}");
    assert!(whole.rotation.dot(glam::Quat::from_rotation_y(std::f32::consts::PI)).abs() > 1.0 - 1e-6);
    let back = travel(2.0, 0.0);
    let nothing = whole.compose(&back);
    assert!(nothing.translation.length() < 1e-5 && nothing.rotation.xyz().length() < 1e-5, "{back:?}");
    // In one step or in many.
    for (from, to) in [(0.0, 2.0), (2.0, 0.0), (0.25, 1.75), (1.9, 0.4)] {
        let parts = (0..7).map(|at| {
            let time = |at: i32| from + (to - from) * f64::from(at) / 7.0;
            travel(time(at), time(at + 1))
        });
        let parts = parts.fold(Transform::IDENTITY, |total, part| total.compose(&part));
        assert!(parts.translation.abs_diff_eq(travel(from, to).translation, 1e-5), "{from} {to}");
    }
}

#[test]
fn p16_only_the_newest_root_motion_montage_moves_the_character() {
    let apart = Montage { name: Name::new("apart"), group: Name::new("else"), ..montage(&[0.0], 1.0, &[0]) };
    let mut c = Character::new(vec![montage(&[0.0], 1.0, &[0]), apart]);
    c.tick(0.25, &[play("montage")]);
    c.tick(0.25, &[play("apart")]);
    assert!((c.instance.placement().translation.x - 0.5).abs() < 1e-5);
}

#[test]
fn root_motion_of_a_looping_montage_goes_on_over_the_seam() {
    let mut c = Character::new(vec![montage(&[0.0], 1.0, &[0])]);
    c.tick(0.75, &[play("montage")]);
    c.tick(0.75, &[]);
    c.tick(1.0, &[]);
    assert!((c.instance.placement().translation.x - 2.5).abs() < 1e-5);
    assert_eq!(c.proxy.pose().translation(0).x, 0.0);
}
