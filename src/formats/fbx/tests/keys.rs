//! Tests of the keys that are found for a function of time, against the function itself.

use crate::fbx::keys::{
    FbxKeySample, KeyValueKind, RotationValueKind, Straight, channel, reduced, refined,
};
use asset::source::{Channel, Interpolation};
use glam::{DQuat, DVec3};

const TOLERANCE: f64 = 1e-4;

fn samples<const N: usize>(
    times: impl IntoIterator<Item = f64>,
    value: impl Fn(f64) -> [f64; N],
) -> Vec<FbxKeySample<N>> {
    let sample = |time| FbxKeySample {
        time,
        value: value(time),
    };
    times.into_iter().map(sample).collect()
}

fn frames(count: u32) -> impl Iterator<Item = f64> {
    (0..=count).map(|frame| f64::from(frame) / 30.0)
}

/// The keys left and right of a time, and how far it is between them.
fn around<const N: usize>(
    keys: &[FbxKeySample<N>],
    time: f64,
) -> (&FbxKeySample<N>, &FbxKeySample<N>, f64) {
    let after = keys.partition_point(|key| key.time < time).max(1);
    let (a, b) = (&keys[after - 1], &keys[after]);
    (a, b, (time - a.time) / (b.time - a.time))
}

fn straight(keys: &[FbxKeySample<1>], time: f64) -> f64 {
    let (a, b, part) = around(keys, time);
    a.value[0] + (b.value[0] - a.value[0]) * part
}

fn turned(keys: &[FbxKeySample<4>], time: f64) -> DQuat {
    let (a, b, part) = around(keys, time);
    DQuat::from_array(a.value).slerp(DQuat::from_array(b.value), part)
}

fn fine(count: u32) -> impl Iterator<Item = f64> {
    (0..count * 16).map(|at| f64::from(at) / (30.0 * 16.0))
}

/// A swing with a quick part, between frames as well.
fn swing(time: f64) -> f64 {
    (3.0 * time).sin() + 0.2 * (40.0 * time).cos()
}

#[test]
fn a_swing_is_within_its_tolerance_at_every_time_and_with_few_keys() {
    let given = samples(frames(60), |time| [swing(time)]);
    let found = refined(given, &Straight, TOLERANCE, |time| [swing(time)]);
    let kept = reduced(&found, &Straight, TOLERANCE, |_| false);
    for (keys, allowed) in [(&found, 1.2 * TOLERANCE), (&kept, 2.2 * TOLERANCE)] {
        let worst = fine(60)
            .map(|time| (straight(keys, time) - swing(time)).abs())
            .fold(0.0, f64::max);
        assert!(worst <= allowed, "{worst}");
    }
    assert!(
        kept.len() < found.len(),
        "{} of {}",
        kept.len(),
        found.len()
    );
    assert_eq!(
        (kept[0].time, kept[kept.len() - 1].time),
        (0.0, 2.0),
        "both ends stay"
    );
}

/// A fast turn about one axis, more than half around between some frames' neighbours, and the same
/// with every other quaternion negated, which is the same rotation.
#[test]
fn a_turn_is_within_its_tolerance_whatever_the_signs_of_its_quaternions() {
    let axis = DVec3::new(0.6, 0.0, 0.8);
    let turn = |time: f64| DQuat::from_axis_angle(axis, 2.5 * swing(time));
    for sign in [1.0, -1.0] {
        let value = |time: f64| {
            let is_odd = (time * 30.0).round() as i64 % 2 == 1;
            (turn(time) * if is_odd { sign } else { 1.0 }).to_array()
        };
        let found = refined(
            samples(frames(60), value),
            &RotationValueKind,
            TOLERANCE,
            value,
        );
        let kept = reduced(&found, &RotationValueKind, TOLERANCE, |_| false);
        for (keys, allowed) in [(&found, 1.2 * TOLERANCE), (&kept, 2.2 * TOLERANCE)] {
            let worst = fine(60)
                .map(|time| turned(keys, time).angle_between(turn(time)))
                .fold(0.0, f64::max);
            assert!(worst <= allowed, "{worst}");
        }
        assert!(kept.len() < found.len());
    }
}

/// What says the same as its neighbours goes, and what does not stays, to the tolerance.
#[test]
fn a_key_goes_where_its_neighbours_say_the_same() {
    let bent = |off: f64| {
        samples(frames(4), move |time| {
            [time + if time == 2.0 / 30.0 { off } else { 0.0 }]
        })
    };
    let times = |keys: Vec<FbxKeySample<1>>| -> Vec<f64> {
        keys.iter().map(|key| (key.time * 30.0).round()).collect()
    };
    let near = bent(0.9 * TOLERANCE);
    assert_eq!(
        times(reduced(&near, &Straight, TOLERANCE, |_| false)),
        [0.0, 4.0]
    );
    // The one that is off is kept, and then its neighbours, that are off by half of that.
    let far = bent(1.1 * TOLERANCE);
    assert_eq!(
        times(reduced(&far, &Straight, TOLERANCE, |_| false)),
        [0.0, 2.0, 4.0]
    );
    // Where a time is to be exact, a bend that the tolerance would forgive is a key.
    let is_exact = |time: f64| time == 2.0 / 30.0;
    assert_eq!(
        times(reduced(&near, &Straight, TOLERANCE, is_exact)),
        [0.0, 2.0, 4.0]
    );
    assert_eq!(
        times(reduced(&bent(0.0), &Straight, TOLERANCE, |_| true)),
        [0.0, 4.0],
        "a straight way needs its ends alone"
    );
}

#[test]
fn a_jump_is_two_keys_side_by_side() {
    let at = |frame: f64, value: f64| FbxKeySample {
        time: frame / 30.0,
        value: [value],
    };
    let jump = [
        at(0.0, 0.0),
        at(1.0, 1.0),
        at(2.0, 2.0),
        at(2.0, 7.0),
        at(3.0, 7.0),
        at(4.0, 7.0),
    ];
    let refined = refined(jump.to_vec(), &Straight, TOLERANCE, |_| {
        panic!("nothing is bent")
    });
    let kept = reduced(&refined, &Straight, TOLERANCE, |_| true);
    let shown: Vec<(f64, f64)> = kept
        .iter()
        .map(|key| (key.time * 30.0, key.value[0]))
        .collect();
    assert_eq!(shown, [(0.0, 0.0), (2.0, 2.0), (2.0, 7.0), (4.0, 7.0)]);
    let time = (2.0 / 30.0) as f32;
    let end = (4.0 / 30.0) as f32;
    assert_eq!(
        channel(&kept),
        Some(Channel {
            interpolation: Interpolation::Linear,
            times: vec![0.0, time.next_down(), time, end],
            values: vec![0.0, 2.0, 7.0, 7.0],
        })
    );
}

/// Values that only jump are steps; what never changes is one key; of two keys that 32 bits cannot
/// tell apart the later one stays.
#[test]
fn what_only_jumps_is_stepped_and_what_rests_is_one_key() {
    let at = |time: f64, value: [f64; 2]| FbxKeySample { time, value };
    let (low, high) = ([0.0, 1.0], [3.0, -4.0]);
    let steps = [
        at(0.0, low),
        at(0.5, low),
        at(0.5, high),
        at(1.5, high),
        at(1.5, low),
    ];
    assert_eq!(
        channel(&steps),
        Some(Channel {
            interpolation: Interpolation::Step,
            times: vec![0.0, 0.5, 1.5],
            values: vec![0.0, 1.0, 3.0, -4.0, 0.0, 1.0],
        })
    );
    let rest = [at(0.0, high), at(0.5, high), at(1.0, high)];
    let one = Channel {
        interpolation: Interpolation::Linear,
        times: vec![0.0],
        values: vec![3.0, -4.0],
    };
    assert_eq!(channel(&rest), Some(one.clone()));
    assert_eq!(channel(&rest[..1]), Some(one));
    assert_eq!(channel::<2>(&[]), None);
    let close = [
        at(1.0, low),
        at(2.0, low),
        at(2.0 + 1e-12, high),
        at(3.0, high),
    ];
    assert_eq!(
        channel(&close).unwrap(),
        Channel {
            interpolation: Interpolation::Linear,
            times: vec![1.0, 2.0, 3.0],
            values: vec![0.0, 1.0, 3.0, -4.0, 3.0, -4.0],
        }
    );
}

/// Both ways of going along an arc are the arc.
#[test]
fn an_arc_is_gone_at_an_even_speed() {
    let turn = |angle: f64| DQuat::from_axis_angle(DVec3::Y, angle);
    for angle in [1e-6, 1e-3, 8e-3, 1e-2, 0.5, 3.0] {
        let way = RotationValueKind.way(&turn(0.1).to_array(), &(-turn(0.1 + angle)).to_array());
        for part in [0.0, 0.25, 0.5, 0.9, 1.0] {
            let off = |by: f64| {
                let value = turn(0.1 + angle * part + by);
                RotationValueKind.off(&way, part, &(-value).to_array())
            };
            assert!(off(0.0) < 1e-8, "{angle} at {part}: {}", off(0.0));
            assert!(
                (off(1e-3) - 1e-3).abs() < 1e-8,
                "an error is told in radians"
            );
        }
    }
}

/// Straight on one side of a sample and bent on the other: the stretch between is looked at.
#[test]
fn a_stretch_that_is_bent_at_one_end_alone_is_looked_at() {
    let value = |time: f64| {
        [if time < 1.0 {
            0.0
        } else if time < 2.0 {
            (time - 1.0) * (2.0 - time)
        } else {
            time - 2.0
        }]
    };
    let given: Vec<FbxKeySample<1>> = (0..4)
        .map(|time| FbxKeySample {
            time: f64::from(time),
            value: value(f64::from(time)),
        })
        .collect();
    for given in [given.clone(), reversed(&given)] {
        let is_forward = given[3].value[0] > 0.5;
        let along = |time: f64| value(if is_forward { time } else { 3.0 - time });
        let found = refined(given, &Straight, 1e-3, along);
        let worst = (0..300)
            .map(|at| f64::from(at) / 100.0)
            .map(|time| (straight(&found, time) - along(time)[0]).abs())
            .fold(0.0, f64::max);
        assert!(worst < 1.1e-3, "{worst}");
    }
}

fn reversed(samples: &[FbxKeySample<1>]) -> Vec<FbxKeySample<1>> {
    let turned = samples.iter().rev().map(|sample| FbxKeySample {
        time: 3.0 - sample.time,
        ..*sample
    });
    turned.collect()
}

/// Between two samples a jump is halved seven times, so that it is a slope of a 128th.
#[test]
fn what_no_key_can_follow_is_halved_seven_times() {
    for jump in [0.3, 0.7, 0.01, 0.99] {
        let value = move |time: f64| [if time < jump { 0.0 } else { 1.0 }];
        let given = samples([0.0, 1.0, 2.0], value);
        let found = refined(given, &Straight, TOLERANCE, value);
        assert_eq!(found.len(), 3 + 7, "{jump}");
        let slope = found.windows(2).find(|pair| pair[0].value != pair[1].value);
        let slope = slope.unwrap();
        assert_eq!(slope[1].time - slope[0].time, 1.0 / 128.0);
    }
}

#[test]
fn turns_go_the_shorter_way_and_are_off_by_twice_their_chord() {
    let about = |angle: f64| DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), angle);
    for degrees in [0.5f64, 5.0, 90.0, 170.0, 175.0, 179.0] {
        let (from, to) = (about(0.2), about(0.2 + degrees.to_radians()));
        for sign in [1.0, -1.0] {
            let way = RotationValueKind.way(&from.to_array(), &(to * sign).to_array());
            for part in [0.0, 0.25, 0.5, 1.0] {
                let value = about(0.2 + part * degrees.to_radians());
                for value in [value, -value] {
                    let off = RotationValueKind.off(&way, part, &value.to_array());
                    assert!(off < 1e-6, "{degrees} {part} {off}");
                }
            }
            let still = RotationValueKind.off(&way, 0.0, &to.to_array());
            let chord = 4.0 * (degrees.to_radians() / 4.0).sin();
            assert!((still - chord).abs() < 1e-9, "{degrees}: {still} {chord}");
        }
    }
}

#[test]
fn a_stretch_that_comes_back_to_its_start_is_not_held() {
    let sample = |time: f64, value: f64| FbxKeySample {
        time,
        value: [value],
    };
    let before = [sample(0.0, 5.0), sample(1.0, 5.0), sample(1.0, 1.0)];
    let held = [&before[..], &[sample(2.0, 1.0)]].concat();
    assert_eq!(channel(&held).unwrap().interpolation, Interpolation::Step);
    let back = [&before[..], &[sample(2.0, 3.0), sample(3.0, 1.0)]].concat();
    let found = channel(&back).unwrap();
    assert_eq!(found.interpolation, Interpolation::Linear);
    let just_before = 1f32.next_down();
    assert_eq!(found.times, [0.0, just_before, 1.0, 2.0, 3.0]);
    assert_eq!(found.values, [5.0, 5.0, 1.0, 3.0, 1.0]);
}

/// What may be between two samples is looked at where either bends by half of the tolerance.
#[test]
fn a_stretch_is_looked_into_where_its_ends_bend() {
    let hidden = |time: f64| (std::f64::consts::PI * time).sin();
    let added = |bend: f64| {
        let value = move |time: f64| {
            let own = if time == 1.0 { bend } else { 0.0 };
            [own + if time.fract() == 0.0 {
                0.0
            } else {
                hidden(time)
            }]
        };
        let found = refined(samples([0.0, 1.0, 2.0], value), &Straight, TOLERANCE, value);
        found.len() > 3
    };
    assert!(!added(0.0) && !added(0.49 * TOLERANCE) && !added(-0.49 * TOLERANCE));
    assert!(added(0.51 * TOLERANCE) && added(-0.51 * TOLERANCE));
}
