//! The parts of the search for the fewest bytes, each by itself.

use super::*;
use crate::fixture::chain;

fn with_source<R>(bones: usize, frames: usize, run: impl FnOnce(&EncoderSource<'_>) -> R) -> R {
    let skeleton = chain(bones);
    let (frames, shells) = (
        vec![Pose::reference(&skeleton); frames],
        vec![EncoderSettings::DEFAULT_SHELL; bones],
    );
    run(&EncoderSource {
        skeleton: &skeleton,
        additive: None,
        bases: &[],
        frames: &frames,
        shells: &shells,
    })
}

fn with_encoder<R>(
    bound: Bound,
    bones: usize,
    frames: usize,
    run: impl FnOnce(&Encoder<'_>) -> R,
) -> R {
    let settings = EncoderSettings {
        bound,
        ..EncoderSettings::default()
    };
    with_source(bones, frames, |source| {
        run(&Encoder {
            source,
            settings: &settings,
            raw: &[],
        })
    })
}

#[test]
fn without_a_wish_it_is_a_tenth_of_a_millimetre_on_a_skin_of_three_centimetres() {
    assert_eq!(
        (
            EncoderSettings::default().precision,
            EncoderSettings::DEFAULT_SHELL
        ),
        (0.0001, 0.03)
    );
    assert_eq!(EncoderSettings::default().bound, Bound::Max);
}

#[test]
fn precisions_up_to_the_next_power_of_two_share_an_edge() {
    for (precision, shared) in [
        (0.25, 0.25),
        (0.26, 0.25),
        (0.4999, 0.25),
        (0.5, 0.5),
        (3.0, 2.0),
    ] {
        assert_eq!(edge(precision), shared, "{precision}");
    }
    assert_eq!([edge(1e-9), edge(1e-7)], [1e-7; 2], "below it they all do");
}

#[test]
fn short_clips_are_one_segment_and_long_ones_may_have_longer() {
    let lengths =
        |frames| with_encoder(Bound::Max, 1, frames, |encoder| encoder.lengths().to_vec());
    assert_eq!([lengths(1), lengths(48)], [[48], [48]]);
    assert_eq!([lengths(49), lengths(1024)], [[64, 32], [64, 32]]);
    assert_eq!(lengths(1025), [64, 32, 128]);
}

#[test]
fn a_percentile_bounds_all_but_one_in_a_hundred_and_the_largest_bounds_all() {
    let bounded = |bound: Bound, rows: &[&[f64]]| {
        with_encoder(bound, 100, 2, |encoder| {
            let packing = Packing::new(&[], &[], 0..2, 100, 48);
            let mut bounded = Bounded::new(encoder, &packing);
            let holds: Vec<bool> = rows.iter().map(|errors| bounded.add(errors, 1.0)).collect();
            (holds, bounded.value())
        })
    };
    // Of two hundred samples two may be beyond.
    let row = |beyond: usize| {
        (0..100)
            .map(|at| if at < beyond { 3.0 } else { 0.5 })
            .collect::<Vec<f64>>()
    };
    assert_eq!(
        bounded(Bound::P99, &[&row(1), &row(1)]),
        (vec![true, true], 0.5)
    );
    assert_eq!(
        bounded(Bound::P99, &[&row(2), &row(0)]),
        (vec![true, true], 0.5)
    );
    assert_eq!(bounded(Bound::P99, &[&row(2), &row(1)]).0, [true, false]);
    assert_eq!(bounded(Bound::P99, &[&row(3)]).0, [false]);
    assert_eq!(
        bounded(Bound::Max, &[&[1.0; 100], &[0.25; 100]]),
        (vec![true, true], 1.0)
    );
    assert_eq!(bounded(Bound::Max, &[&row(0), &row(1)]).0, [true, false]);
    assert_eq!(bounded(Bound::P99, &[]).1, 0.0);
}

#[test]
fn shells_are_sizes_and_bases_have_the_bones_of_the_skeleton() {
    with_source(2, 1, |source| {
        let refused = |shells: &[f32], bases: &[Pose]| {
            check(&EncoderSource {
                shells,
                bases,
                ..*source
            })
            .err()
        };
        assert_eq!(refused(source.shells, &[]), None);
        for bad in [0.0, -0.1, f32::NAN, f32::INFINITY] {
            assert_eq!(
                refused(&[0.1, bad], &[]),
                Some(EncodeError::BadSettings),
                "{bad}"
            );
        }
        let base = Pose::reference(source.skeleton);
        assert_eq!(refused(source.shells, std::slice::from_ref(&base)), None);
        assert_eq!(
            refused(source.shells, &[base, Pose::default()]),
            Some(EncodeError::BoneCount)
        );
        let frames = [Pose::reference(&chain(3))];
        assert_eq!(
            check(&EncoderSource {
                frames: &frames,
                ..*source
            })
            .err(),
            Some(EncodeError::BoneCount)
        );
    });
}

#[test]
fn what_trembles_far_below_the_precision_is_not_stored() {
    let animated = |precision: f32| {
        with_source(3, 12, |source| {
            let moved = |at: usize| {
                let mut frame = Pose::reference(source.skeleton);
                frame.set_translation(1, glam::Vec3::X * at as f32);
                frame.set_translation(
                    2,
                    glam::Vec3::Y * if at.is_multiple_of(2) { 1e-6 } else { 0.0 },
                );
                frame
            };
            let frames: Vec<Pose> = (0..12).map(moved).collect();
            let settings = EncoderSettings {
                precision,
                ..EncoderSettings::default()
            };
            encode(
                &EncoderSource {
                    frames: &frames,
                    ..*source
                },
                &settings,
            )
            .unwrap()
            .1
            .counts
            .animated
        })
    };
    assert_eq!([animated(1e-4), animated(1e-6)], [1, 2]);
}

#[test]
fn a_report_counts_ten_floats_a_bone_and_frame_and_no_longer_segments_than_the_clip() {
    let report = |frames| {
        with_source(3, frames, |source| {
            // One bone moves.
            let moved = |(at, frame): (usize, &Pose)| {
                let mut frame = frame.clone();
                frame.set_translation(1, glam::Vec3::X * at as f32);
                frame
            };
            let frames: Vec<Pose> = source.frames.iter().enumerate().map(moved).collect();
            encode(
                &EncoderSource {
                    frames: &frames,
                    ..*source
                },
                &EncoderSettings::default(),
            )
            .unwrap()
            .1
        })
    };
    let short = report(20);
    assert_eq!(
        (short.raw_bytes, short.segment_frames),
        (3 * 20 * 10 * 4, 20)
    );
    assert_eq!(
        (
            short.counts.animated,
            short.counts.constant,
            short.counts.default
        ),
        (1, 0, 8)
    );
    assert_eq!(short.widths.iter().sum::<u32>(), 3, "a width a component");
    assert!([32, 64].contains(&report(70).segment_frames));
}
