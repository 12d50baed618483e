use super::*;
use glam::Quat;

fn check(path: Path, channel: &Channel, value: impl Fn(&Channel, f32) -> Vec<f32>) {
    let keys = GltfChannelKeys::new(path, channel);
    assert_eq!(keys.times[0], 0.0);
    let cut = Channel {
        interpolation: keys.interpolation,
        times: keys.times,
        values: keys.values,
    };
    for time in [0.0, 0.1, 0.3, 0.5, 0.9, 2.0] {
        let (expected, found) = (value(channel, time), value(&cut, time));
        assert!(
            expected
                .iter()
                .zip(&found)
                .all(|(a, b)| (a - b).abs() < 1e-5),
            "{time}: {expected:?} {found:?}"
        );
    }
}

#[test]
fn from_zero_on_a_cut_channel_is_the_whole_one() {
    for interpolation in [
        Interpolation::Step,
        Interpolation::Linear,
        Interpolation::Cubic,
    ] {
        let parts = if interpolation == Interpolation::Cubic {
            3
        } else {
            1
        };
        for times in [
            vec![-1.0, -0.25, 0.5, 1.0],
            vec![-0.5, 0.0, 0.5, 0.75],
            vec![-4.0, -3.0, -2.0, -1.0],
        ] {
            let values = |width: usize| {
                (0..4 * parts * width)
                    .map(|i| (i as f32 * 1.7).sin())
                    .collect()
            };
            let channel = Channel {
                interpolation,
                times: times.clone(),
                values: values(3),
            };
            check(Path::Scale, &channel, |channel, time| {
                channel.vector(time).to_vec()
            });
        }
    }
}

#[test]
fn a_turn_is_cut_where_it_is_at_zero() {
    let turns = [
        Quat::from_rotation_x(0.2),
        -Quat::from_rotation_x(1.9),
        Quat::from_rotation_y(1.0),
    ];
    let values = turns.iter().flat_map(|turn| turn.to_array()).collect();
    let channel = Channel {
        times: vec![-0.3, 0.4, 1.0],
        values,
        ..Channel::default()
    };
    check(Path::Rotation, &channel, |channel, time| {
        channel.rotation(time).to_array().to_vec()
    });
}

#[test]
fn a_held_key_leaves_the_line_before_it() {
    for interpolation in [
        Interpolation::Step,
        Interpolation::Linear,
        Interpolation::Cubic,
    ] {
        let parts = if interpolation == Interpolation::Cubic {
            3
        } else {
            1
        };
        let values: Vec<f32> = (0..6 * parts).map(|i| i as f32).collect();
        let channel = Channel {
            interpolation,
            times: vec![0.0, 1.0],
            values,
        };
        let mut keys = GltfChannelKeys::new(Path::Translation, &channel);
        keys.hold_until(3.0);
        let held = Channel {
            interpolation,
            times: keys.times,
            values: keys.values,
        };
        assert_eq!(held.times, [0.0, 1.0, 3.0]);
        for time in [0.0, 0.4, 1.0, 1.7, 3.0] {
            assert_eq!(
                channel.vector(time),
                held.vector(time),
                "{interpolation:?} {time}"
            );
        }
    }
}

#[test]
fn a_turn_that_is_too_short_for_a_direction_is_none() {
    let turn = |length: f32| {
        let channel = Channel {
            times: vec![0.0],
            values: vec![length, 0.0, 0.0, 0.0],
            ..Channel::default()
        };
        GltfChannelKeys::new(Path::Rotation, &channel).values
    };
    assert_eq!(turn(0.95e-6), [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(turn(1.1e-6), [1.0, 0.0, 0.0, 0.0]);
    assert_eq!(
        GltfChannelKeys::resting(Path::Scale, &Transform::IDENTITY).times,
        [0.0]
    );
}

#[test]
fn a_cubic_key_alone_is_a_step() {
    let channel = Channel {
        interpolation: Interpolation::Cubic,
        times: vec![-1.0, 0.0],
        values: vec![7.0; 6],
    };
    let keys = GltfChannelKeys::new(Path::Weights(1), &channel);
    assert_eq!(
        (keys.interpolation, keys.times, keys.values),
        (Interpolation::Step, vec![0.0], vec![7.0])
    );
}

#[test]
fn a_cut_cubic_has_the_slope_that_it_had_at_zero() {
    let values = (0..2 * 3 * 3).map(|i| (i as f32 * 1.7).sin()).collect();
    let channel = Channel {
        interpolation: Interpolation::Cubic,
        times: vec![-0.75, 1.25],
        values,
    };
    let keys = GltfChannelKeys::new(Path::Translation, &channel);
    let step = 1e-3;
    for i in 0..3 {
        let slope = (channel.vector(step)[i] - channel.vector(-step)[i]) / (2.0 * step);
        for part in [0, 2] {
            assert!(
                (keys.part(0, part)[i] - slope).abs() < 2e-3,
                "{i} {part}: {} {slope}",
                keys.part(0, part)[i]
            );
        }
    }
}

#[test]
fn a_cubic_turn_is_scaled_with_its_slopes() {
    let (slope, turn) = ([1.0, 2.0, 3.0, 4.0], [0.0, 3.0, 0.0, 4.0]);
    let values = [slope, turn, slope, slope, turn, slope].concat();
    let channel = Channel {
        interpolation: Interpolation::Cubic,
        times: vec![0.0, 1.0],
        values,
    };
    let keys = GltfChannelKeys::new(Path::Rotation, &channel);
    assert_eq!(
        keys.values,
        [slope, turn, slope, slope, turn, slope]
            .concat()
            .iter()
            .map(|x| x / 5.0)
            .collect::<Vec<_>>()
    );
    let none = Channel {
        values: [slope, [0.0; 4], slope].concat().repeat(2),
        ..channel
    };
    let keys = GltfChannelKeys::new(Path::Rotation, &none);
    assert_eq!(
        keys.values,
        [[0.0; 4], [0.0, 0.0, 0.0, 1.0], [0.0; 4]]
            .concat()
            .repeat(2)
    );
}

#[test]
fn weights_of_several_morphs_are_cut_and_held_key_by_key() {
    let channel = Channel {
        times: vec![-1.0, 1.0],
        values: vec![0.0, 10.0, 2.0, 30.0],
        ..Channel::default()
    };
    let mut keys = GltfChannelKeys::new(Path::Weights(2), &channel);
    assert_eq!(
        (keys.times.as_slice(), keys.values.as_slice()),
        (&[0.0, 1.0][..], &[1.0, 20.0, 2.0, 30.0][..])
    );
    keys.hold_until(2.0);
    assert_eq!((keys.end(), &keys.values[4..]), (2.0, &[2.0, 30.0][..]));
    assert_eq!(keys.path.name(), "weights");
}

#[test]
fn a_bone_at_rest_has_one_key_of_its_reference() {
    let reference = Transform::new(
        glam::Vec3::new(1.0, 2.0, 3.0),
        Quat::from_xyzw(0.0, 3.0, 0.0, 4.0),
        glam::Vec3::new(4.0, 5.0, 6.0),
    );
    let of = |path: Path| {
        (
            GltfChannelKeys::resting(path, &reference).values,
            path.name(),
        )
    };
    assert_eq!(of(Path::Translation), (vec![1.0, 2.0, 3.0], "translation"));
    assert_eq!(of(Path::Rotation), (vec![0.0, 0.6, 0.0, 0.8], "rotation"));
    assert_eq!(of(Path::Scale), (vec![4.0, 5.0, 6.0], "scale"));
    assert_eq!(GltfChannelKeys::resting(Path::Scale, &reference).end(), 0.0);
}
