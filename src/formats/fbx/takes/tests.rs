//! How takes are sampled: how far their keys may be off, at which times they are, and which are
//! left out.

use super::*;
use anim::Transform;
use asset::source::Interpolation;
use glam::Vec3;

fn node(children: &[usize], along: f32, scale: f32) -> ParsedNode {
    ParsedNode {
        children: children.to_vec(),
        local: Transform {
            translation: Vec3::X * along,
            scale: Vec3::new(scale, 0.5 * scale, 0.0),
            ..Transform::IDENTITY
        },
        ..ParsedNode::default()
    }
}

#[test]
fn the_error_is_shared_by_the_bones_of_a_chain_and_smaller_the_more_hangs_on_one() {
    // A chain of three, of which the first has another child, and the second lies at a scale of 2.
    let nodes = [
        node(&[1, 3], 9.0, 2.0),
        node(&[2], 0.5, -3.0),
        node(&[], 0.25, 1.0),
        node(&[], 0.1, 0.0),
        node(&[], 1.0, 0.0),
    ];
    let share = |chain: f64| 1.0 / (2.0 * chain.sqrt());
    // How far the last is from each, at the scales above it.
    let (third, fourth) = (0.05, 0.05);
    let second = third + 0.25 * 6.0;
    let first = second + 0.5 * 2.0;
    let wanted = [
        (3.0, 1.0, first),
        (3.0, 2.0, second),
        (3.0, 6.0, third),
        (2.0, 2.0, fourth),
        (1.0, 1.0, 0.05),
    ];
    for (found, (chain, above, reach)) in tolerances(&nodes).iter().zip(wanted) {
        let length = share(chain) * 1e-4 / above;
        let angle = share(chain) * 1.745e-4f64.min(1e-4 / reach);
        assert!((found.length / length - 1.0).abs() < 1e-6, "{length}");
        assert!((found.angle / angle - 1.0).abs() < 1e-6, "{angle}");
    }
    // Below nearly no scale the error is no more than a million times as large.
    let tiny = tolerances(&[node(&[1], 0.0, 1e-9), node(&[], 0.0, 1.0)]);
    assert!((tiny[1].length / (share(2.0) * 1e2) - 1.0).abs() < 1e-6);
}

const SPAN: FbxTakeSpan = FbxTakeSpan {
    begin: 0.3,
    end: 1.4,
    rate: 4.0,
};

#[test]
fn a_time_is_on_a_frame_within_a_ten_thousandth_of_it() {
    for (frame, is_one) in [
        (0.0, true),
        (1.0, true),
        (7.0, true),
        (0.5, false),
        (2.75, false),
    ] {
        for off in [-0.9e-4, 0.9e-4] {
            assert_eq!(SPAN.has_frame(0.3 + (frame + off) / 4.0), is_one, "{frame}");
        }
        for off in [-1.1e-4, 1.1e-4] {
            assert!(!SPAN.has_frame(0.3 + (frame + off) / 4.0), "{frame}");
        }
    }
}

/// Times of samples after the frames were added to those that were given.
fn with_frames(span: FbxTakeSpan, given: &[f64]) -> Vec<f64> {
    let sample = |time: &f64| FbxKeySample {
        time: *time,
        value: [-1.0],
    };
    let mut samples: Vec<_> = given.iter().map(sample).collect();
    span.add_frames(&mut samples, |time| [time]);
    let is_own = |sample: &FbxKeySample<1>| sample.value[0] == sample.time;
    assert!(
        samples
            .iter()
            .all(|sample| is_own(sample) || given.contains(&sample.time))
    );
    samples.iter().map(|sample| sample.time).collect()
}

#[test]
fn frames_are_added_where_no_sample_is() {
    let near = |found: Vec<f64>, wanted: &[f64]| {
        assert_eq!(found.len(), wanted.len(), "{found:?}");
        let pairs = found.iter().zip(wanted);
        assert!(
            pairs.clone().all(|(a, b)| (a - b).abs() < 1e-9),
            "{found:?}"
        );
    };
    let frames = [0.3, 0.55, 0.8, 1.05, 1.3];
    near(with_frames(SPAN, &[]), &frames);
    near(
        with_frames(SPAN, &[0.3, 1.4]),
        &[&frames[..], &[1.4]].concat(),
    );
    near(
        with_frames(SPAN, &[0.55, 0.9]),
        &[0.3, 0.55, 0.8, 0.9, 1.05, 1.3],
    );
    // A sample on a frame stands for it, and one beside it does not.
    let (on, beside) = (0.9e-4 / 4.0, 1.1e-4 / 4.0);
    near(
        with_frames(SPAN, &[0.55 - on, 1.05 + on]),
        &frames_with(&frames, &[(1, -on), (3, on)]),
    );
    near(
        with_frames(SPAN, &[0.55 - beside, 1.05 + beside]),
        &[0.3, 0.55 - beside, 0.55, 0.8, 1.05, 1.05 + beside, 1.3],
    );
    // A jump has two samples at one time.
    near(
        with_frames(SPAN, &[0.8, 0.8]),
        &[0.3, 0.55, 0.8, 0.8, 1.05, 1.3],
    );
    let whole = FbxTakeSpan { end: 1.3, ..SPAN };
    near(with_frames(whole, &[]), &frames);
}

fn frames_with(frames: &[f64], moved: &[(usize, f64)]) -> Vec<f64> {
    let mut frames = frames.to_vec();
    moved.iter().for_each(|(at, by)| frames[*at] += by);
    frames
}

#[test]
fn a_take_of_more_than_a_million_frames_has_none_but_its_keys() {
    let of = |end: f64, rate: f64| {
        let span = FbxTakeSpan {
            begin: 0.0,
            end,
            rate,
        };
        with_frames(span, &[0.0]).len()
    };
    assert_eq!(of(1e6, 1.0), 1_000_001);
    assert_eq!(of(1e6 + 1.0, 1.0), 1);
    assert_eq!(of(f64::INFINITY, 1.0), 1);
    assert_eq!(of(f64::INFINITY, 0.0), 1);
}

fn sampled_of(given: &[(f64, f64)], value: impl Fn(f64) -> f64) -> Channel {
    let given = given.iter().map(|(time, value)| FbxKeySample {
        time: *time,
        value: [*value],
    });
    let span = FbxTakeSpan {
        begin: 1.0,
        end: 2.0,
        rate: 4.0,
    };
    sampled(given, span, &Straight, 1e-4, |time| [value(time)]).unwrap()
}

#[test]
fn keys_begin_and_end_with_their_take() {
    let line = |time: f64| 3.0 * time;
    for given in [
        &[(0.0, 0.0), (3.0, 9.0)][..],
        &[(1.0, 3.0), (2.0, 6.0)],
        &[(0.5, 1.5), (1.5, 4.5), (2.5, 7.5)],
        &[],
    ] {
        let found = sampled_of(given, line);
        assert_eq!(
            (found.times, found.values),
            (vec![0.0, 1.0], vec![3.0, 6.0]),
            "{given:?}"
        );
    }
    // What is said of the very ends counts there.
    let found = sampled_of(&[(1.0, 5.0), (2.0, 7.0)], |time| 2.0 * time + 3.0);
    assert_eq!(found.values, [5.0, 7.0]);
    let ends = sampled_of(
        &[(1.0, -9.0), (1.0, 5.0), (2.0, 7.0), (2.0, 99.0)],
        |time| 2.0 * time + 3.0,
    );
    assert_eq!((ends.values[1], ends.values[2]), (5.0, 7.0), "{ends:?}");
}

#[test]
fn what_holds_throughout_is_one_key() {
    for given in [
        &[][..],
        &[(1.5, 4.0)],
        &[(1.0, 4.0), (1.5, 4.0), (2.0, 4.0)],
    ] {
        let found = sampled_of(given, |_| 4.0);
        assert_eq!(
            (found.times, found.values),
            (vec![0.0], vec![4.0]),
            "{given:?}"
        );
    }
}

#[test]
fn a_jump_has_two_keys_and_what_is_so_at_a_moment_alone_is_left_out() {
    let jumps = |time: f64| if time < 1.5 { 1.0 } else { 2.0 };
    let two = sampled_of(&[(1.0, 1.0), (1.5, 1.0), (1.5, 2.0), (2.0, 2.0)], jumps);
    assert_eq!(two.interpolation, Interpolation::Step);
    assert_eq!((two.times, two.values), (vec![0.0, 0.5], vec![1.0, 2.0]));
    let three = [(1.0, 1.0), (1.5, 1.0), (1.5, 9.0), (1.5, 2.0), (2.0, 2.0)];
    let found = sampled_of(&three, jumps);
    assert_eq!(found.interpolation, Interpolation::Step);
    assert_eq!(
        (found.times, found.values),
        (vec![0.0, 0.5], vec![1.0, 2.0])
    );
}

#[test]
fn a_bend_at_a_frame_is_a_key_and_one_between_frames_is_near_one() {
    let bent = |at: f64| move |time: f64| (time - at).abs();
    let steeper = |time: f64| bent(1.5)(time) * if time > 1.5 { 2.0 } else { 1.0 };
    let found = sampled_of(&[(1.0, 0.5), (2.0, 1.0)], steeper);
    assert_eq!(
        (found.times, found.values),
        (vec![0.0, 0.5, 1.0], vec![0.5, 0.0, 1.0])
    );
    let found = sampled_of(&[(1.0, 0.4), (2.0, 0.6)], bent(1.4));
    let lowest = found.values.iter().copied().fold(f32::MAX, f32::min);
    assert!(lowest < 0.25 / 128.0 / 2.0, "{found:?}");
}

#[test]
fn one_key_at_rest_is_none_within_a_millionth() {
    let rest = [0.0, 2.0, -1.0];
    let with = |times: &[f32], values: [f32; 3]| {
        let channel = Channel {
            times: times.to_vec(),
            values: values.repeat(times.len()),
            ..Channel::default()
        };
        unless_rest(Some(channel), &rest).is_some()
    };
    assert!(!with(&[0.0], rest));
    assert!(
        !with(&[0.0], [1.9e-6, 2.0, -1.000_001_9]),
        "of the largest number"
    );
    assert!(with(&[0.0], [2.1e-6, 2.0, -1.0]) && with(&[0.0], [0.0, 2.0, -1.000_002_2]));
    assert!(with(&[0.0, 1.0], rest));
    let tiny = |value: f32| unless_rest(Some(constant(&[value])), &[0.0]).is_some();
    assert!(!tiny(0.95e-9) && tiny(1.05e-9), "of a thousandth at least");
    assert!(unless_rest(None, &rest).is_none());
}

#[test]
fn numbers_that_are_none_are_0_and_are_counted() {
    let mut channel = constant(&[1.0, f32::NAN, f32::INFINITY, -2.0, f32::NEG_INFINITY]);
    assert_eq!(sound(&mut channel), 3);
    assert_eq!(channel.values, [1.0, 0.0, 0.0, -2.0, 0.0]);
    assert_eq!(sound(&mut channel), 0);
}

#[test]
fn a_prefix_that_all_clips_have_goes() {
    let with = |names: &[&str]| {
        let take = |name: &&str| ParsedTake {
            name: (!name.is_empty()).then(|| (*name).to_owned()),
            ..ParsedTake::default()
        };
        let mut takes: Vec<ParsedTake> = names.iter().map(take).collect();
        let mut report = ImportReport::default();
        plain_names(&mut takes, &mut report);
        let names: Vec<String> = takes.into_iter().flat_map(|take| take.name).collect();
        (names.join(" "), report.entries.len())
    };
    assert_eq!(with(&["Rig|Walk", "Rig|Run"]), ("Walk Run".into(), 1));
    assert_eq!(with(&["Rig|Walk|Slow"]), ("Walk|Slow".into(), 1));
    for kept in [
        &["Rig|Walk", "Other|Run"][..],
        &["Rig|Walk", "Run"],
        &["Rig|"],
        &["Walk"],
    ] {
        assert_eq!(with(kept), (kept.join(" "), 0));
    }
    assert_eq!(with(&[]), (String::new(), 0));
}
