use super::*;

#[test]
fn each_mode_takes_its_part_of_clip_and_skeleton() {
    let (key, source, target) = (Vec3::new(0.0, 2.0, 1.0), Vec3::Y, Vec3::X * 3.0);
    let check = |mode: Retarget, expected: Vec3| {
        assert_eq!(mode.translation(key, source, target), expected)
    };
    check(Retarget::Animation, key);
    check(Retarget::Skeleton, target);
    check(Retarget::Scaled, Vec3::new(0.0, 6.0, 3.0));
    check(Retarget::Relative, Vec3::new(3.0, 1.0, 1.0));
}

#[test]
fn on_its_own_skeleton_a_clip_is_untouched_and_no_length_scales_nothing() {
    let key = Vec3::new(0.3, -2.0, 1.0);
    for mode in [Retarget::Animation, Retarget::Scaled, Retarget::Relative] {
        assert_eq!(mode.translation(key, Vec3::Y, Vec3::Y), key);
    }
    assert_eq!(Retarget::Scaled.translation(key, Vec3::ZERO, Vec3::Y), key);
    assert_eq!(
        Retarget::Scaled.translation(key, Vec3::X * 4.0, Vec3::Y * 2.0),
        key * 0.5
    );
}

#[test]
fn a_length_below_which_nothing_is_divided_is_none() {
    let by = |length: f32| Retarget::Scaled.translation(Vec3::X, Vec3::X * length, Vec3::X);
    assert_eq!((by(0.9e-8), by(1e-8)), (Vec3::X, Vec3::X));
    assert!(by(1.1e-8).x > 1e7);
}
