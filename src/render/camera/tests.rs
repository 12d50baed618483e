use super::*;

const VIEWPORT: Vec2 = Vec2::new(640.0, 400.0);

fn cameras() -> Vec<OrbitCamera> {
    let base = OrbitCamera::default();
    let all = [
        base,
        OrbitCamera {
            yaw: 2.5,
            pitch: -0.9,
            ..base
        },
        OrbitCamera {
            pitch: FRAC_PI_2,
            distance: 30.0,
            ..base
        },
    ];
    all.into_iter()
        .flat_map(|camera| {
            [
                camera,
                OrbitCamera {
                    orthographic: true,
                    ..camera
                },
            ]
        })
        .collect()
}

#[test]
fn a_pixel_survives_ray_and_projection() {
    for camera in cameras() {
        for pixel in [
            Vec2::new(0.0, 0.0),
            Vec2::new(320.0, 200.0),
            Vec2::new(601.5, 33.25),
        ] {
            for distance in [0.5, 3.0, 40.0] {
                let back = camera
                    .project(camera.ray(pixel, VIEWPORT).at(distance), VIEWPORT)
                    .unwrap();
                assert!(back.abs_diff_eq(pixel, 0.05), "{camera:?} {pixel} {back}");
            }
        }
    }
}

#[test]
fn the_share_of_the_height_is_that_of_the_pixels() {
    let bounds = Bounds {
        min: Vec3::new(-0.2, 0.3, -0.1),
        max: Vec3::new(0.2, 2.1, 0.1),
    };
    for camera in cameras() {
        let upright = OrbitCamera {
            pitch: 0.0,
            target: bounds.center(),
            ..camera
        };
        let [low, high] = [bounds.min.y, bounds.max.y].map(|y| Vec3 {
            y,
            ..bounds.center()
        });
        let pixels =
            upright.project(low, VIEWPORT).unwrap() - upright.project(high, VIEWPORT).unwrap();
        let share = upright.height_share(bounds);
        assert!(
            (share - pixels.y / VIEWPORT.y).abs() < 1e-4,
            "{camera:?}: {share} {pixels}"
        );
    }
    assert_eq!(OrbitCamera::default().height_share(Bounds::EMPTY), 0.0);
}

#[test]
fn the_front_view_sees_a_character_face_on() {
    let mut camera = OrbitCamera::default();
    camera.look_from(CameraSide::Front);
    assert!(camera.backward().abs_diff_eq(Vec3::Z, 1e-6));
    let left_hand = camera.project(camera.target + Vec3::X, VIEWPORT).unwrap();
    let head = camera.project(camera.target + Vec3::Y, VIEWPORT).unwrap();
    assert!(left_hand.x > 320.0 && head.y < 200.0);
}

#[test]
fn panning_follows_the_pointer() {
    for mut camera in cameras() {
        let grabbed = camera.target;
        let delta = Vec2::new(31.0, -17.0);
        camera.pan(delta, VIEWPORT);
        let now = camera.project(grabbed, VIEWPORT).unwrap();
        assert!(
            now.abs_diff_eq(VIEWPORT * 0.5 + delta, 0.05),
            "{camera:?} {now}"
        );
    }
}

#[test]
fn dolly_keeps_the_point_under_the_cursor() {
    for mut camera in cameras() {
        let cursor = Vec2::new(500.0, 90.0);
        let fixed = camera.on_target_plane(cursor, VIEWPORT);
        camera.dolly(0.4, cursor, VIEWPORT);
        assert!(
            camera
                .project(fixed, VIEWPORT)
                .unwrap()
                .abs_diff_eq(cursor, 0.05)
        );
    }
}

#[test]
fn framing_shows_every_corner() {
    let bounds = Bounds::of_points([Vec3::new(-3.0, 0.0, -1.0), Vec3::new(5.0, 2.0, 1.0)]);
    for mut camera in cameras() {
        camera.frame(bounds, VIEWPORT);
        for corner in [bounds.min, bounds.max, Vec3::new(5.0, 0.0, -1.0)] {
            let pixel = camera.project(corner, VIEWPORT).unwrap();
            assert!(
                pixel.cmpge(Vec2::ZERO).all() && pixel.cmple(VIEWPORT).all(),
                "{camera:?} {pixel}"
            );
        }
    }
}

#[test]
fn what_is_behind_is_not_projected() {
    let camera = OrbitCamera::default();
    assert_eq!(
        camera.project(camera.eye() + camera.backward(), VIEWPORT),
        None
    );
}

#[test]
fn depth_is_reversed() {
    for camera in cameras() {
        let depth = |metres: f32| {
            let clip = camera.clip_from_world(VIEWPORT)
                * (camera.eye() - camera.backward() * metres).extend(1.0);
            clip.z / clip.w
        };
        let (near, far) = (depth(camera.distance * 0.5), depth(camera.distance * 20.0));
        assert!(1.0 > near && near > far && far > 0.0, "{camera:?}");
    }
}

#[test]
fn framed_points_fill_the_picture_and_stay_inside() {
    let points = [
        Vec3::new(-0.4, 0.0, 0.2),
        Vec3::new(0.3, 1.8, -0.1),
        Vec3::new(0.1, 0.9, 1.4),
    ];
    for (viewport, yaw) in [
        (Vec2::new(300.0, 400.0), 0.5),
        (Vec2::new(900.0, 200.0), -2.0),
    ] {
        let mut camera = OrbitCamera {
            yaw,
            ..OrbitCamera::default()
        };
        camera.frame_points(&points, viewport);
        let clip = camera.clip_from_world(viewport);
        let edge = points
            .iter()
            .map(|at| clip.project_point3(*at).truncate().abs().max_element());
        let farthest = edge.fold(0.0, f32::max);
        assert!((0.8..=1.0001).contains(&farthest), "{farthest}");
    }
    let camera = OrbitCamera::default();
    let mut same = camera;
    same.frame_points(&[], Vec2::ONE);
    assert_eq!(same.target, camera.target);
}
