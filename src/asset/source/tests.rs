use super::*;
use std::f32::consts::FRAC_PI_2;

#[test]
fn cubic_matches_the_worked_example() {
    let channel = Channel {
        interpolation: Interpolation::Cubic,
        times: vec![0.0, 0.5],
        values: vec![0.0, 0.0, 4.0, 0.0, 1.0, 0.0],
    };
    for (u, value) in [(0.25, 0.4375), (0.5, 0.75), (0.75, 0.9375)] {
        assert!((channel.scalar(u * 0.5) - value).abs() < 1e-6);
    }
}

#[test]
fn cubic_rotation_is_normalised() {
    let z90 = Quat::from_rotation_z(FRAC_PI_2).to_array();
    let mut values = vec![0.0; 24];
    values[7] = 1.0;
    values[16..20].copy_from_slice(&z90);
    let channel = Channel {
        interpolation: Interpolation::Cubic,
        times: vec![0.0, 1.0],
        values,
    };
    assert!((channel.rotation(0.5).to_axis_angle().1.to_degrees() - 45.0).abs() < 1e-3);
}

#[test]
fn linear_rotation_takes_the_shorter_arc_at_constant_speed() {
    let minus = (-Quat::from_rotation_z(FRAC_PI_2)).to_array();
    let values = [Quat::IDENTITY.to_array(), minus].concat();
    let channel = Channel {
        times: vec![0.0, 3.0],
        values,
        ..Channel::default()
    };
    assert!((channel.rotation(1.0).to_axis_angle().1.to_degrees() - 30.0).abs() < 1e-3);
}

#[test]
fn a_turn_between_equal_keys_is_that_key() {
    // Shortest of the lengths that a rounded unit quaternion has.
    let key = Quat::from_xyzw(0.182574, 0.365148, 0.547723, 0.730296).normalize() * (1.0 - 1.2e-7);
    let values = [key.to_array(), key.to_array()].concat();
    let channel = Channel {
        times: vec![0.0, 1.0],
        values,
        ..Channel::default()
    };
    assert!((0..=10).all(|i| channel.rotation(i as f32 / 10.0).abs_diff_eq(key, 1e-6)));
    assert!(slerp(key, key, 0.5).is_finite());
}

#[test]
fn channels_hold_beyond_their_keys() {
    let channel = Channel {
        times: vec![1.0, 2.0],
        values: vec![5.0, 7.0],
        ..Channel::default()
    };
    assert_eq!(
        (
            channel.scalar(0.0),
            channel.scalar(1.5),
            channel.scalar(9.0)
        ),
        (5.0, 6.0, 7.0)
    );
}

const WAYS: [Interpolation; 3] = [
    Interpolation::Step,
    Interpolation::Linear,
    Interpolation::Cubic,
];

/// Keys at 1, 2 and 4 seconds; tangents count for cubic ones only.
fn scalar(interpolation: Interpolation) -> Channel {
    let values = match interpolation {
        Interpolation::Cubic => vec![9.0, 2.0, 1.0, 0.0, 4.0, -2.0, 3.0, 0.0, 9.0],
        Interpolation::Step | Interpolation::Linear => vec![2.0, 4.0, 0.0],
    };
    Channel {
        interpolation,
        times: vec![1.0, 2.0, 4.0],
        values,
    }
}

#[test]
fn every_way_between_keys_holds_its_ends_and_meets_its_keys() {
    let times = [-1.0, 0.999, 1.0, 1.25, 1.5, 2.0, 3.0, 3.5, 4.0, 7.0];
    let check = |interpolation, expected: [f32; 10]| {
        let found = times.map(|time| scalar(interpolation).scalar(time));
        let is_near = found
            .iter()
            .zip(expected)
            .all(|(found, value)| (found - value).abs() < 1e-5);
        assert!(is_near, "{interpolation:?}: {found:?}, not {expected:?}");
    };
    check(
        Interpolation::Step,
        [2.0, 2.0, 2.0, 2.0, 2.0, 4.0, 4.0, 4.0, 0.0, 0.0],
    );
    check(
        Interpolation::Linear,
        [2.0, 2.0, 2.0, 2.5, 3.0, 4.0, 2.0, 1.0, 0.0, 0.0],
    );
    // By the basis functions of Hermite splines, tangents times the seconds between the keys.
    let first = |u: f32| 2.0 + u - 2.0 * u * u + u * u * u + 2.0 * (3.0 * u * u - 2.0 * u * u * u);
    let second = |u: f32| {
        let (square, cube) = (u * u, u * u * u);
        4.0 * (2.0 * cube - 3.0 * square + 1.0) - 4.0 * (cube - 2.0 * square + u)
            + 6.0 * (cube - square)
    };
    let (a, b, c, d) = (first(0.25), first(0.5), second(0.5), second(0.75));
    check(
        Interpolation::Cubic,
        [2.0, 2.0, 2.0, a, b, 4.0, c, d, 0.0, 0.0],
    );
}

#[test]
fn vectors_go_part_by_part() {
    for interpolation in WAYS {
        let values = match interpolation {
            Interpolation::Cubic => {
                vec![
                    [7.0; 3],
                    [1.0, 2.0, 3.0],
                    [2.0, 4.0, -6.0],
                    [2.0, 4.0, -6.0],
                    [3.0, 6.0, -3.0],
                    [8.0; 3],
                ]
            }
            Interpolation::Step | Interpolation::Linear => vec![[1.0, 2.0, 3.0], [3.0, 6.0, -3.0]],
        };
        let channel = Channel {
            interpolation,
            times: vec![1.0, 2.0],
            values: values.concat(),
        };
        let between = if interpolation == Interpolation::Step {
            [1.0, 2.0, 3.0]
        } else {
            [1.5, 3.0, 1.5]
        };
        assert_eq!(channel.vector(1.25), between, "{interpolation:?}");
        assert_eq!(
            (channel.vector(0.0), channel.vector(9.0)),
            ([1.0, 2.0, 3.0], [3.0, 6.0, -3.0])
        );
    }
}

#[test]
fn a_key_has_its_value_and_where_it_is_cubic_both_its_tangents() {
    for interpolation in [Interpolation::Step, Interpolation::Linear] {
        let channel = scalar(interpolation);
        assert_eq!(
            [0, 1, 2].map(|at| channel.scalar_key(at)),
            [2.0, 4.0, 0.0].map(|value| (value, (0.0, 0.0)))
        );
    }
    let cubic = scalar(Interpolation::Cubic);
    let expected = [(2.0, (9.0, 1.0)), (4.0, (0.0, -2.0)), (0.0, (3.0, 9.0))];
    assert_eq!([0, 1, 2].map(|at| cubic.scalar_key(at)), expected);
}

fn turns(interpolation: Interpolation, keys: &[[f32; 4]]) -> Channel {
    let parts = |key: &[f32; 4]| match interpolation {
        Interpolation::Cubic => [[0.0; 4], *key, [0.0; 4]].concat(),
        Interpolation::Step | Interpolation::Linear => key.to_vec(),
    };
    let times = (0..keys.len()).map(|at| at as f32).collect();
    Channel {
        interpolation,
        times,
        values: keys.iter().flat_map(parts).collect(),
    }
}

#[test]
fn rotations_have_unit_length_and_one_that_has_none_is_none() {
    for interpolation in WAYS {
        let rotation = |key: [f32; 4]| turns(interpolation, &[key, key]).rotation(0.5);
        for length in [1.05e-6, 0.5, 3.0] {
            let found = rotation([0.0, length, 0.0, 0.0]);
            assert!(
                found.abs_diff_eq(Quat::from_xyzw(0.0, 1.0, 0.0, 0.0), 1e-5),
                "{interpolation:?} {length}"
            );
        }
        for length in [0.0, 0.95e-6] {
            assert_eq!(
                rotation([0.0, length, 0.0, 0.0]),
                Quat::IDENTITY,
                "{interpolation:?} {length}"
            );
        }
    }
    // Half way between opposite keys nothing is left to be turned by: the key before counts.
    let opposite = turns(
        Interpolation::Cubic,
        &[[0.0, 1.0, 0.0, 0.0], [0.0, -1.0, 0.0, 0.0]],
    );
    assert_eq!(opposite.rotation(0.5), Quat::from_xyzw(0.0, 1.0, 0.0, 0.0));
}

#[test]
fn stepped_rotations_hold_and_linear_ones_turn_evenly_from_key_to_key() {
    let keys = [0.0, 1.2, 1.0].map(|angle| Quat::from_rotation_y(angle).to_array());
    let angle = |interpolation, time| {
        let turn = turns(interpolation, &keys).rotation(time);
        2.0 * turn.y.atan2(turn.w)
    };
    for (time, linear, step) in [
        (-1.0, 0.0, 0.0),
        (0.0, 0.0, 0.0),
        (0.25, 0.3, 0.0),
        (0.75, 0.9, 0.0),
        (1.0, 1.2, 1.2),
        (1.5, 1.1, 1.2),
        (2.0, 1.0, 1.0),
        (3.0, 1.0, 1.0),
    ] {
        assert!(
            (angle(Interpolation::Linear, time) - linear).abs() < 1e-5,
            "{time}"
        );
        assert!(
            (angle(Interpolation::Step, time) - step).abs() < 1e-5,
            "{time}"
        );
    }
}

#[test]
fn half_a_turn_goes_the_way_that_its_keys_say() {
    for way in [1.0, -1.0] {
        let channel = turns(
            Interpolation::Linear,
            &[[0.0, 0.0, 0.0, 1.0], [way, 0.0, 0.0, 0.0]],
        );
        let expected = Quat::from_rotation_x(way * FRAC_PI_2);
        assert!(channel.rotation(0.5).abs_diff_eq(expected, 1e-6), "{way}");
    }
}

#[test]
fn a_track_moves_what_it_has_keys_of_and_leaves_the_rest_as_it_stands() {
    let reference = Transform {
        translation: Vec3::new(1.0, 2.0, 3.0),
        rotation: Quat::from_rotation_x(0.5),
        scale: Vec3::splat(2.0),
    };
    let held = |values: &[f32]| {
        Some(Channel {
            times: vec![0.0],
            values: values.into(),
            ..Channel::default()
        })
    };
    let turned = Quat::from_rotation_z(1.0);
    let none = Track::default();
    assert_eq!(none.evaluate(0.0, &reference), reference);
    assert_eq!(none.channels().count(), 0);
    let moved = Track {
        translation: held(&[4.0, 5.0, 6.0]),
        ..Track::default()
    };
    let expected = Transform {
        translation: Vec3::new(4.0, 5.0, 6.0),
        ..reference
    };
    assert_eq!(moved.evaluate(0.0, &reference), expected);
    let scaled = Track {
        scale: held(&[3.0, 1.0, 1.0]),
        rotation: held(&turned.to_array()),
        ..Track::default()
    };
    let found = scaled.evaluate(0.0, &reference);
    assert_eq!(
        (found.translation, found.scale),
        (reference.translation, Vec3::new(3.0, 1.0, 1.0))
    );
    assert!(found.rotation.abs_diff_eq(turned, 1e-6));
    let curves = vec![SourceCurve {
        name: "c".into(),
        channel: Channel::default(),
    }];
    let source = ClipSource {
        duration: 0.0,
        tracks: vec![moved, none, scaled],
        curves,
    };
    assert_eq!(source.channels().count(), 4);
}
