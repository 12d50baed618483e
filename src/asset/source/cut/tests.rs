use super::*;
use crate::dice::Dice;

const KINDS: [Interpolation; 3] = [
    Interpolation::Step,
    Interpolation::Linear,
    Interpolation::Cubic,
];

/// Keys at uneven times from before 0 to after 4 s, and never two in one millisecond.
fn channel(dice: &mut Dice, values: ChannelValues, interpolation: Interpolation) -> Channel {
    let count = 1 + dice.below(6);
    let mut time = dice.between(-1.0, 1.0);
    let mut times = Vec::new();
    for _ in 0..count {
        times.push(time);
        time += dice.between(0.001, 1.5);
    }
    let parts = if interpolation == Interpolation::Cubic {
        3
    } else {
        1
    };
    let numbers = count * parts * values.width();
    Channel {
        interpolation,
        times,
        values: (0..numbers).map(|_| dice.roll()).collect(),
    }
}

fn shown(channel: &Channel, values: ChannelValues, time: f32) -> Vec<f32> {
    match values {
        ChannelValues::Rotation => channel.rotation(time).to_array().to_vec(),
        ChannelValues::Numbers(1) => vec![channel.scalar(time)],
        ChannelValues::Numbers(_) => channel.vector(time).to_vec(),
    }
}

/// Quaternions of either sign are one rotation.
fn is_near(a: &[f32], b: &[f32], values: ChannelValues) -> bool {
    let off = |sign: f32| {
        a.iter()
            .zip(b)
            .map(|(a, b)| (a - sign * b).abs())
            .fold(0.0, f32::max)
    };
    off(1.0) < 2e-4 || (values == ChannelValues::Rotation && off(-1.0) < 2e-4)
}

fn each_kind(seeds: u64, mut check: impl FnMut(&mut Dice, &Channel, ChannelValues)) {
    let kinds = [
        ChannelValues::Numbers(1),
        ChannelValues::Numbers(3),
        ChannelValues::Rotation,
    ];
    for seed in 0..seeds {
        for values in kinds {
            for interpolation in KINDS {
                let mut dice = Dice(seed);
                let channel = channel(&mut dice, values, interpolation);
                check(&mut dice, &channel, values);
            }
        }
    }
}

/// A time at which no stepped value changes within a roundings' width.
fn is_apart(channel: &Channel, time: f32) -> bool {
    channel.interpolation != Interpolation::Step
        || channel.times.iter().all(|key| (key - time).abs() > 1e-4)
}

#[test]
fn a_part_shows_what_the_whole_showed() {
    each_kind(300, |dice, channel, values| {
        // A third of the ranges begins or ends at a key.
        let mut place = |low, high| match dice.below(3) {
            0 => dice.of(&channel.times).clamp(low, high),
            _ => dice.between(low, high),
        };
        let begin = place(0.0, 3.0);
        let end = place(begin + 0.01, 4.0);
        let cut = channel.cut(values, ClipRange { begin, end });
        assert!(cut.times.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(
            cut.times
                .iter()
                .all(|time| (0.0..=end - begin).contains(time))
        );
        for step in 0..=64u8 {
            let time = (begin + (end - begin) * f32::from(step) / 64.0).min(end);
            let (now, before) = (
                shown(&cut, values, time - begin),
                shown(channel, values, time),
            );
            assert!(
                !is_apart(channel, time) || is_near(&now, &before, values),
                "{channel:?} {begin}..{end} at {time}: {now:?} {before:?}"
            );
        }
    });
}

#[test]
fn backwards_every_moment_shows_its_mirror_image() {
    each_kind(300, |_, channel, values| {
        let back = channel.reversed(values, 4.0);
        let again = back.reversed(values, 4.0);
        assert!(back.times.windows(2).all(|pair| pair[0] < pair[1]));
        for step in 0..=128u8 {
            let time = f32::from(step) / 32.0;
            let whole = shown(channel, values, time);
            let mirrored = shown(&back, values, 4.0 - time);
            let twice = shown(&again, values, time);
            assert!(
                !is_apart(channel, time)
                    || (is_near(&mirrored, &whole, values) && is_near(&twice, &whole, values)),
                "{channel:?} at {time}: {mirrored:?} {whole:?} {twice:?}"
            );
        }
    });
}

#[test]
fn a_stepped_value_on_a_frame_is_seen_on_the_mirrored_frame() {
    let frames = 90u8;
    let duration = f32::from(frames) / 30.0;
    let at = |frame: u8| f32::from(frame) / 30.0;
    let channel = Channel {
        interpolation: Interpolation::Step,
        times: (0..=frames).step_by(7).map(at).collect(),
        values: (0..=frames).step_by(7).map(f32::from).collect(),
    };
    let back = channel.reversed(ChannelValues::Numbers(1), duration);
    for frame in 0..=frames {
        let mirrored = duration - at(frame);
        assert_eq!(
            back.scalar(mirrored),
            channel.scalar(at(frame)),
            "frame {frame}"
        );
    }
}

#[test]
fn a_source_is_cut_and_turned_with_its_curves_and_keeps_what_is_not_there() {
    let line = Channel {
        times: vec![0.0, 2.0],
        values: vec![0.0, 2.0],
        ..Channel::default()
    };
    let source = ClipSource {
        duration: 2.0,
        tracks: vec![Track {
            bone: "hand".into(),
            translation: Some(Channel {
                values: vec![0.0, 0.0, 0.0, 2.0, 0.0, 0.0],
                ..line.clone()
            }),
            ..Track::default()
        }],
        curves: vec![SourceCurve {
            name: "smile".into(),
            channel: line,
        }],
    };
    let cut = source.cut(ClipRange {
        begin: 0.5,
        end: 1.5,
    });
    assert_eq!(cut.duration, 1.0);
    assert_eq!(cut.tracks[0].bone, source.tracks[0].bone);
    assert!(cut.tracks[0].rotation.is_none() && cut.tracks[0].scale.is_none());
    let moved = cut.tracks[0].translation.as_ref().unwrap();
    assert_eq!([moved.vector(0.0)[0], moved.vector(1.0)[0]], [0.5, 1.5]);
    assert_eq!(cut.curves[0].channel.scalar(0.25), 0.75);
    let back = source.reversed();
    assert_eq!(back.duration, 2.0);
    assert_eq!(back.curves[0].channel.scalar(0.5), 1.5);
    assert!(cut.is_whole() && back.is_whole());
}
