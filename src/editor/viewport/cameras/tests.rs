use super::*;

#[test]
fn a_lens_is_an_angle_of_35_mm_film() {
    // 50 mm sees 27°, 24 mm 53.1° from top to bottom.
    assert!((angle(50.0).to_degrees() - 26.99).abs() < 0.01);
    assert!((angle(24.0).to_degrees() - 53.13).abs() < 0.01);
    assert!((lens(angle(85.0)) - 85.0).abs() < 1e-3);
}

#[test]
fn a_bookmark_is_the_view_that_was_kept() {
    let camera = OrbitCamera {
        target: Vec3::new(1.0, 2.0, -3.0),
        distance: 7.5,
        yaw: -1.0,
        pitch: 0.5,
        fov: angle(85.0),
        orthographic: true,
    };
    let view = CameraView::of(&camera);
    let text = serde_json::to_string(&CameraBookmarks([(3, view)].into())).unwrap();
    let read: CameraBookmarks = serde_json::from_str(&text).unwrap();
    let back = read.0[&3].camera().unwrap();
    assert_eq!((back.target, back.distance), (camera.target, 7.5));
    assert!((back.fov - camera.fov).abs() < 1e-6 && back.orthographic);
}

#[test]
fn what_no_camera_is_is_not_gone_to() {
    let view = CameraView::of(&OrbitCamera::default());
    for broken in [
        CameraView {
            distance: 0.0,
            ..view
        },
        CameraView { lens: 0.0, ..view },
        CameraView {
            yaw: f32::NAN,
            ..view
        },
        CameraView { pitch: 3.0, ..view },
    ] {
        assert_eq!(broken.camera(), None);
    }
}
