use super::*;

fn filled(frames: &[&[f64]]) -> CodecReport {
    let mut tally = Tally::new(frames[0].len(), frames.len());
    frames.iter().for_each(|errors| tally.add(errors));
    let mut report = CodecReport::default();
    tally.fill(&mut report);
    report
}

#[test]
fn a_tally_tells_the_largest_and_where_and_the_means() {
    let report = filled(&[
        &[0.0, 2.0, 1.0],
        &[3.0, 2.0, 0.0],
        &[3.0, 4.0, 0.0],
        &[0.0, 4.0, 0.0],
    ]);
    let maxima: Vec<(f32, u32)> = report
        .bones
        .iter()
        .map(|bone| (bone.max, bone.worst_frame))
        .collect();
    assert_eq!(
        maxima,
        [(3.0, 1), (4.0, 2), (1.0, 0)],
        "the first of the largest"
    );
    assert_eq!(
        (report.max_error, report.worst_bone, report.worst_frame),
        (4.0, 1, 2)
    );
    assert_eq!(report.frames, [2.0, 3.0, 4.0, 4.0]);
    assert_eq!(
        report
            .bones
            .iter()
            .map(|bone| bone.mean)
            .collect::<Vec<_>>(),
        [1.5, 3.0, 0.25]
    );
    assert_eq!(report.bones[0].root_mean_square, 18f32.sqrt() / 2.0);
    assert_eq!(report.mean_error, 19.0 / 12.0);
    assert_eq!(report.root_mean_square, (59f32 / 12.0).sqrt());
    assert_eq!(report.p99_error, 4.0);
}

#[test]
fn of_equal_bones_the_first_is_the_worst() {
    let report = filled(&[&[1.0, 2.0, 2.0]]);
    assert_eq!(
        (
            report.worst_bone,
            report.bones[1].mean,
            report.bones[1].root_mean_square
        ),
        (1, 2.0, 2.0)
    );
}

#[test]
fn a_percentile_is_the_smallest_that_enough_samples_do_not_exceed() {
    assert_eq!(
        [1, 2, 99, 100, 101, 200, 201].map(|count| rank(count, 0.99)),
        [0, 1, 98, 98, 99, 197, 198]
    );
    assert_eq!((rank(10, 0.0), rank(10, 1.0)), (0, 9));
    let mut tally = Tally::new(100, 1);
    tally.add(&(0..100).rev().map(f64::from).collect::<Vec<_>>());
    assert_eq!(
        [0.01, 0.5, 0.99, 1.0].map(|part| tally.percentile(part)),
        [0.0, 49.0, 98.0, 99.0]
    );
    assert_eq!(
        Tally::new(4, 0).errors(),
        Errors {
            bones: vec![BoneError::default(); 4],
            ..Errors::default()
        }
    );
}

#[test]
fn a_report_is_red_beyond_its_precision_and_counts_bytes_by_bytes() {
    let of = |max_error, precision| {
        CodecReport {
            max_error,
            precision,
            ..CodecReport::default()
        }
        .is_red()
    };
    assert_eq!([of(1.0, 1.0), of(1.1, 1.0)], [false, true]);
    let ratio = |compressed_bytes| {
        CodecReport {
            raw_bytes: 400,
            compressed_bytes,
            ..CodecReport::default()
        }
        .ratio()
    };
    assert_eq!((ratio(100), ratio(0)), (4.0, 400.0));
}
