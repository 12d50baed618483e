use super::*;

/// What a component comes back as.
fn stored(track: &SubTrack, frame: usize, range: Coded) -> f32 {
    let steps = QuantizationSteps::of(track, 0, &range);
    steps.least + steps.code(track.values[frame][0]) as f32 * steps.step
}

fn track(property: Property, base: &[f32], x: impl Iterator<Item = f32>) -> SubTrack {
    SubTrack {
        bone: 0,
        property,
        base: base.to_vec(),
        weight: 1.0,
        values: x.map(|x| [x, 0.0, 0.0, 0.0]).collect(),
    }
}

#[test]
fn a_metre_is_off_by_the_tabled_centimetres() {
    let metre = [0.0, 0.0, 0.0, 100.0 / 65535.0, 0.0, 0.0];
    let track = track(
        Property::Translation,
        &metre,
        (0..=20_000).map(|i| i as f32 * 0.005),
    );
    for (width, centimetres) in [(3, 7.143), (8, 0.1961), (12, 0.01221)] {
        let range = Coded {
            least: 0,
            extent: 65535,
            width,
        };
        let off = |frame: usize| (stored(&track, frame, range) - track.values[frame][0]).abs();
        let worst = (0..track.values.len()).map(off).fold(0.0, f32::max);
        assert!(
            (worst / centimetres - 1.0).abs() < 0.03,
            "{width} bits: {worst}"
        );
    }
}

#[test]
fn the_narrowest_width_within_the_allowance_is_taken() {
    let unit = 100.0 / 65535.0;
    for (allowed, width) in [
        (7.15, 3),
        (7.13, 4),
        (0.1962, 8),
        (0.1960, 9),
        (7.64e-4, 16),
        (7.62e-4, 17),
        (9.55e-5, 19),
    ] {
        assert_eq!(
            range_of(0.0, 100.0, 0.0, unit, allowed).width,
            width,
            "{allowed}"
        );
    }
    assert_eq!(range_of(0.0, 100.0, 0.0, unit, 51.0).width, 0);
    assert_eq!(
        u32::from(range_of(0.0, 100.0, 0.0, unit, 1e-9).width),
        bits::WIDEST
    );
}

#[test]
fn a_component_left_out_loses_its_digits_as_it_vanishes() {
    let worst = |w: f32| {
        let x = (1.0 - w * w).sqrt();
        let near = (-200..=200).map(|i| x + i as f32 * 1e-7);
        let track = track(Property::Rotation, &[0.0; 4], near);
        let range = Coded {
            least: 0,
            extent: 65535,
            width: 16,
        };
        let off = |frame: usize| {
            let (exact, lossy) = (
                f64::from(track.values[frame][0]),
                f64::from(stored(&track, frame, range)),
            );
            ((1.0 - lossy * lossy).max(0.0).sqrt() - (1.0 - exact * exact).sqrt()).abs()
        };
        (0..track.values.len()).map(off).fold(0.0, f64::max)
    };
    assert!((worst(0.9) / 7.4e-6 - 1.0).abs() < 0.05, "{}", worst(0.9));
    assert!(worst(0.01) > 1.7e-3, "{}", worst(0.01));
}

#[test]
fn what_is_as_wide_as_it_may_be_wrong_has_no_codes_and_stands_in_the_middle() {
    let unit = 1.0 / 1024.0;
    let coded = |allowed: f32| range_of(1.0, 2.0, 0.0, unit, allowed);
    assert_eq!(
        coded(0.5 + unit / 2.0),
        Coded {
            least: 1536,
            extent: 0,
            width: 0
        }
    );
    assert_eq!(
        coded(0.5),
        Coded {
            least: 1024,
            extent: 1024,
            width: 1
        }
    );
    assert_eq!(
        range_of(1.0, 1.0, 1.0, 0.0, f32::INFINITY),
        Coded::default(),
        "without an extent"
    );
    assert_eq!(
        range_of(-9.0, -9.0, 0.0, unit, f32::INFINITY).least,
        0,
        "within what 16 bits count"
    );
}

#[test]
fn a_range_takes_in_both_ends() {
    let unit = 1.0 / 1024.0;
    let range = range_of(100.25 * unit, 200.75 * unit, 0.0, unit, unit);
    assert_eq!((range.least, range.extent), (100, 101));
    assert_eq!(range_of(0.0, 1e9, 0.0, unit, unit).extent, 65535);
    assert_eq!(
        range_of(65_000.0 * unit, 65_500.0 * unit, 0.0, unit, unit).least,
        65_000
    );
}

#[test]
fn codes_are_the_nearest_and_stay_within_their_range() {
    let track = track(
        Property::Translation,
        &[0.0, 0.0, 0.0, 1.0, 1.0, 1.0],
        std::iter::empty(),
    );
    let steps = QuantizationSteps::of(
        &track,
        0,
        &Coded {
            least: 4,
            extent: 6,
            width: 2,
        },
    );
    assert_eq!(
        [4.0, 4.95, 5.05, 9.1, 10.0].map(|value| steps.code(value)),
        [0, 0, 1, 3, 3]
    );
    assert_eq!([-50.0, 50.0].map(|value| steps.code(value)), [0, 3]);
    let still = QuantizationSteps::of(
        &track,
        0,
        &Coded {
            least: 4,
            extent: 0,
            width: 2,
        },
    );
    assert_eq!(still.code(5.0), 0);
}
