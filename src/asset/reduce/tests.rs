use super::*;
use crate::{Id, skeleton::Bone, source::SourceCurve};
use std::sync::Arc;

const SHELLS: [f32; 2] = [0.03; 2];

fn skeleton() -> Skeleton {
    let bone =
        |name: &str, parent| Bone::new(name, parent, Transform::from_translation(Vec3::Y * 0.4));
    Skeleton {
        name: "s".into(),
        bones: vec![bone("root", None), bone("arm", Some(0))],
        ..Skeleton::default()
    }
}

/// Two seconds at 30 frames: the root stands turned, the arm swings by 30 degrees once.
fn clip() -> Clip {
    let times: Vec<f32> = (0..61).map(|i| i as f32 / 30.0).collect();
    let angle = |i: usize| (30.0 * (i as f32 / 60.0 * std::f32::consts::TAU).sin()).to_radians();
    let swing = (0..61)
        .flat_map(|i| Quat::from_rotation_z(angle(i)).to_array())
        .collect();
    let still = (0..61)
        .flat_map(|_| Quat::from_rotation_x(0.3).to_array())
        .collect();
    let rotation = |values| {
        Some(Channel {
            times: times.clone(),
            values,
            ..Channel::default()
        })
    };
    let tracks = vec![
        Track {
            bone: "root".into(),
            rotation: rotation(still),
            ..Track::default()
        },
        Track {
            bone: "arm".into(),
            rotation: rotation(swing),
            ..Track::default()
        },
    ];
    let step = Channel {
        interpolation: Interpolation::Step,
        times: vec![0.0, 1.0],
        values: vec![0.0, 1.0],
    };
    let curves = vec![SourceCurve {
        name: "c".into(),
        channel: step,
    }];
    Clip::new(
        "c",
        Id(1),
        Arc::new(ClipSource {
            duration: 2.0,
            tracks,
            curves,
        }),
        30.0,
    )
}

fn with(rotation: f32, delay: f32) -> Reduction {
    Reduction {
        rotation,
        delay,
        ..Reduction::default()
    }
}

#[test]
fn a_sine_keeps_the_worked_numbers_of_keys() {
    let mut last = f32::MAX;
    for (threshold, keys) in [(10.0, 6), (3.162_277_7, 10), (1.0, 14), (0.1, 45)] {
        let preview = preview(&clip(), (&skeleton(), &SHELLS), &with(threshold, 0.0)).unwrap();
        assert_eq!(preview.bones, [(0, 61, 1), (1, 61, keys)], "{threshold}");
        assert_eq!(preview.keys(), (122, keys + 1));
        assert!(preview.errors.max < last && preview.errors.worst_bone == 1);
        last = preview.errors.max;
    }
    let source = reduced(&clip(), &skeleton(), &with(1.0, 0.0)).unwrap();
    let channel = source.tracks[1].rotation.as_ref().unwrap();
    assert_eq!(
        (
            channel.times[0],
            *channel.times.last().unwrap(),
            channel.values.len()
        ),
        (0.0, 2.0, 56)
    );
    assert_eq!(
        (source.duration, &source.curves),
        (2.0, &clip().source.curves)
    );
}

#[test]
fn no_two_keys_are_further_apart_than_the_delay() {
    let source = reduced(&clip(), &skeleton(), &with(1000.0, 0.2)).unwrap();
    let times = &source.tracks[1].rotation.as_ref().unwrap().times;
    assert_eq!(times.len(), 11);
    assert!(
        times
            .windows(2)
            .all(|pair| (pair[1] - pair[0] - 0.2).abs() < 1e-5),
        "{times:?}"
    );
}

#[test]
fn what_would_gain_nothing_stays_as_it_is() {
    let mut clip = clip();
    let source = Arc::make_mut(&mut clip.source);
    let channel = source.tracks[0].rotation.as_mut().unwrap();
    channel.interpolation = Interpolation::Step;
    let channel = source.tracks[1].rotation.as_mut().unwrap();
    channel.values[7] = f32::NAN;
    // A value that is not a number is unlike itself.
    assert_eq!(
        format!(
            "{:?}",
            reduced(&clip, &skeleton(), &with(1.0, 0.0)).unwrap()
        ),
        format!("{:?}", clip.source)
    );
    let once = reduced(&self::clip(), &skeleton(), &with(1.0, 0.0)).unwrap();
    let again = Clip {
        source: Arc::new(once.clone()),
        ..self::clip()
    };
    let twice = reduced(&again, &skeleton(), &with(0.0, 0.0)).unwrap();
    assert_eq!(twice, once, "a finer threshold brings no keys back");
    assert_eq!(
        reduced(
            &Clip {
                frame_rate: 0.0,
                ..self::clip()
            },
            &skeleton(),
            &with(1.0, 0.0)
        ),
        None
    );
}

#[test]
fn thresholds_that_hold_a_bound_are_found() {
    let (clip, skeleton) = (clip(), skeleton());
    let mut last = (f32::MAX, 0);
    for bound in [1e-3, 3e-4, 1e-4, 3e-5] {
        let (reduction, found) = within(&clip, (&skeleton, &SHELLS), bound, 0.0).unwrap();
        assert!(found.errors.max <= bound, "{bound} {}", found.errors.max);
        assert!(
            found.errors.max > 0.2 * bound,
            "it leaves more than it need: {bound} {}",
            found.errors.max
        );
        assert!(reduction.rotation <= last.0 && found.keys().1 >= last.1);
        assert_eq!(
            preview(&clip, (&skeleton, &SHELLS), &reduction),
            Some(found.clone())
        );
        last = (reduction.rotation, found.keys().1);
    }
    let (late, found) = within(&clip, (&skeleton, &SHELLS), 1.0, 0.2).unwrap();
    assert_eq!((late.delay, found.bones[1].2), (0.2, 11));
    assert_eq!(
        within(&clip, (&skeleton, &SHELLS), 0.0, 0.0)
            .unwrap()
            .1
            .errors
            .max,
        0.0,
        "nothing goes where nothing may"
    );
}

#[test]
fn thresholds_grow_together_and_no_further_than_eight_times_the_default() {
    let ratios = |bound| {
        let (found, default) = (
            within(&clip(), (&skeleton(), &SHELLS), bound, 0.0)
                .unwrap()
                .0,
            Reduction::default(),
        );
        [
            found.rotation / default.rotation,
            found.translation / default.translation,
            found.scale / default.scale,
        ]
    };
    assert_eq!(ratios(1e3), [8.0; 3]);
    let [rotation, translation, scale] = ratios(1e-3);
    assert!(
        (0.0..8.0).contains(&rotation)
            && (rotation - translation).abs().max((rotation - scale).abs()) < 1e-5
    );
}
