use super::*;

#[test]
fn a_side_is_known_and_looked_at_from_behind_when_asked_again() {
    let mut navigation = Navigation::default();
    assert_eq!(navigation.side(), None);
    navigation.look_from(CameraSide::Front);
    assert_eq!(navigation.side(), Some(CameraSide::Front));
    navigation.look_from(CameraSide::Front);
    assert_eq!(navigation.side(), Some(CameraSide::Back));
    navigation.look_freely();
    assert_eq!(navigation.side(), None);
}

#[test]
fn looking_around_leaves_the_eye_where_it_is() {
    let mut navigation = Navigation::default();
    let eye = navigation.camera.eye();
    navigation.drag(
        CameraMotionKind::Look,
        Vec2::new(30.0, 12.0),
        Vec2::new(640.0, 400.0),
    );
    assert!(navigation.camera.eye().abs_diff_eq(eye, 1e-5));
    assert_ne!(navigation.camera.yaw, OrbitCamera::default().yaw);
}
