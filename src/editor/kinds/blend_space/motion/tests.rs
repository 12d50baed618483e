use super::*;

fn sample(at: [f32; 2], rate: f32) -> Sample {
    Sample {
        id: Id(1),
        clip: Id(2),
        at,
        rate,
    }
}

#[test]
fn clips_of_the_sample_go_where_their_names_say() {
    let project = mannequin::sample();
    let library = asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let motions = motions(&project, &library);
    let of = |name: &str| {
        motions[project
            .clips
            .iter()
            .find(|(_, clip)| clip.name == name)
            .unwrap()
            .0]
    };
    let near = |a: f32, b: f32| (a - b).abs() < 0.05 * (1.0 + b.abs());
    for (name, speed, direction) in [
        ("Walk_Fwd", 1.4, 0.0),
        ("Run_Fwd", 5.0, 0.0),
        ("Walk_Left", 1.0, -90.0),
        ("Walk_Right", 1.0, 90.0),
    ] {
        let motion = of(name);
        assert!(
            near(motion.speed, speed) && near(motion.direction, direction),
            "{name}: {motion:?}"
        );
    }
    assert!(of("Walk_Bwd").direction.abs() > 179.0 && of("Idle").speed < STANDS);
}

#[test]
fn a_sample_stands_on_the_axes_that_have_to_do_with_motion() {
    let axis = |unit: &str, min, max| Axis {
        unit: unit.into(),
        ..Axis::new("A", min, max)
    };
    let axes = [axis("°", -180.0, 180.0), axis("m/s", 0.0, 5.0)];
    let to = |at, rate, speed, direction| {
        placed(
            &sample(at, rate),
            &axes,
            ClipRootMotion { speed, direction },
        )
        .unwrap()
    };
    assert_eq!(to([9.0, 9.0], 1.0, 2.0, -45.0).0.at, [-45.0, 2.0]);
    assert_eq!(
        to([9.0, 0.0], 0.5, 2.0, 0.0).0.at,
        [0.0, 1.0],
        "at its own rate"
    );
    assert_eq!(
        to([9.0, 1.0], 1.0, 0.0, 0.0).0.at,
        [9.0, 0.0],
        "who stands keeps the direction"
    );
    assert_eq!(
        to([-170.0, 1.0], 1.0, 1.0, 180.0).0.at,
        [-180.0, 1.0],
        "each end keeps its own"
    );
    let (held, beyond) = to([0.0, 0.0], 1.0, 7.0, 0.0);
    assert_eq!((held.at, beyond), ([0.0, 5.0], [0.0, 2.0]));
    assert_eq!(
        placed(
            &sample([0.3, 0.0], 1.0),
            &[axis("", -1.0, 1.0)],
            ClipRootMotion::default()
        ),
        None
    );
}

#[test]
fn a_trail_keeps_the_last_seconds_and_begins_anew_with_the_time() {
    let mut trail = Trail::default();
    for at in 0..100 {
        trail.push(Id(1), (f64::from(at) * 0.1, [0.0; 2], [0.0; 2]));
        trail.push(Id(1), (f64::from(at) * 0.1, [1.0; 2], [0.0; 2]));
    }
    assert_eq!(trail.points.len(), 31);
    trail.push(Id(1), (0.5, [0.0; 2], [0.0; 2]));
    assert_eq!(trail.points.len(), 1);
    trail.push(Id(2), (0.6, [0.0; 2], [0.0; 2]));
    assert_eq!(trail.points.len(), 1, "of another space");
}
