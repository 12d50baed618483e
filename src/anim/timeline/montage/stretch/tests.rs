use super::*;
use proptest::prelude::*;

fn curve(samples: &[f32]) -> StretchCurve {
    StretchCurve {
        samples: samples.into(),
    }
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn property_14_the_middle_takes_the_change_and_the_ends_keep_their_speed() {
    let map = StretchMap::new(&curve(&[0.0, 1.0, 1.0, 0.0]), 1.0, 1.25).unwrap();
    let pieces: Vec<f64> = map
        .targets
        .windows(2)
        .map(|pair| pair[1] - pair[0])
        .collect();
    for (piece, wanted) in pieces.iter().zip([0.25, 0.15, 0.15, 0.25]) {
        assert!(near(*piece, wanted), "{pieces:?}");
    }
    assert_eq!(map.total(), 0.8);
    assert!(near(map.orig(map.target(0.2) + 0.2), 0.5), "0.2 s from 0.2");
    for (position, rate) in [(0.1, 1.0), (0.3, 1.0 / 0.6), (0.6, 1.0 / 0.6), (0.9, 1.0)] {
        let local = 0.01 / (map.target(position + 0.01) - map.target(position));
        assert!(near(local, rate), "{position}: {local}");
    }
    assert_eq!(
        StretchMap::new(&curve(&[0.0, 1.0, 1.0, 0.0]), 1.0, -1.25),
        Some(map),
        "the way does not matter"
    );
}

#[test]
fn property_14_what_cannot_take_all_of_the_change_shares_the_rest() {
    let map = StretchMap::new(&curve(&[0.0, 1.0, 1.0, 0.0]), 1.0, 2.0).unwrap();
    // The scale would be 0 and is 0.05; 0.525 s in all are brought to 0.5.
    let uniform = 0.5 / 0.525;
    for (position, wanted) in [(0.25, 0.25), (0.5, 0.2625), (0.75, 0.275), (1.0, 0.525)] {
        assert!(near(map.target(position), wanted * uniform), "{position}");
    }
    let slow = StretchMap::new(&curve(&[0.0, 1.0]), 1.0, 0.01).unwrap();
    assert!(near(slow.target(0.5), 0.5 * 100.0 / 10.5) && slow.total() == 100.0);
}

#[test]
fn without_a_change_or_with_nothing_to_take_it_there_is_no_map() {
    let good = curve(&[0.5; 4]);
    assert!(StretchMap::new(&good, 1.0, 1.5).is_some());
    for rate in [1.0, -1.0, 0.0, 1e-9, f64::NAN, f64::INFINITY] {
        assert_eq!(StretchMap::new(&good, 1.0, rate), None, "{rate}");
    }
    for length in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(StretchMap::new(&good, length, 2.0), None, "{length}");
    }
    for samples in [
        &[][..],
        &[0.0; 5],
        &[1e-5; 5],
        &[2.0],
        &[-0.5, 1.0],
        &[f32::NAN, 1.0],
        &[1.0; MOST_SAMPLES + 1],
    ] {
        assert_eq!(
            StretchMap::new(&curve(samples), 1.0, 2.0),
            None,
            "{samples:?}"
        );
    }
}

#[test]
fn times_outside_are_the_ends() {
    let map = StretchMap::new(&curve(&[0.3, 0.9, 0.0]), 3.0, 0.7).unwrap();
    for outside in [-1.0, f64::NEG_INFINITY, f64::NAN] {
        assert_eq!((map.target(outside), map.orig(outside)), (0.0, 0.0));
    }
    for outside in [3.0, 9.0, f64::INFINITY] {
        assert_eq!(map.target(outside), 3.0 / 0.7);
    }
    assert_eq!((map.orig(3.0 / 0.7), map.orig(99.0)), (3.0, 3.0));
}

fn any_sample() -> impl Strategy<Value = f32> {
    prop_oneof![
        Just(0.0f32),
        Just(1.0),
        Just(f32::MIN_POSITIVE),
        Just(1.0 - f32::EPSILON),
        0.0f32..=1.0
    ]
}

proptest! {
    #[test]
    fn the_map_rises_and_each_way_undoes_the_other(
        samples in proptest::collection::vec(any_sample(), 1..=64),
        fill in prop_oneof![Just(0usize), Just(MOST_SAMPLES)],
        length in prop_oneof![0.01f64..100.0, Just(1e-3), Just(86_400.0)],
        rate in prop_oneof![0.01f64..100.0, 0.9f64..1.1, Just(1e-6), Just(1e4)],
        parts in proptest::collection::vec(0.0f64..=1.0, 2..20),
    ) {
        let mut all = samples;
        while all.len() < fill {
            all.push(all[all.len() / 2]);
        }
        let Some(map) = StretchMap::new(&curve(&all), length, rate) else { return Ok(()) };
        let total = length / rate;
        prop_assert_eq!((map.target(0.0), map.target(length), map.total()), (0.0, total, total));
        prop_assert_eq!((map.orig(0.0), map.orig(total)), (0.0, length));
        let mut times: Vec<f64> = parts.iter().map(|part| part * length).collect();
        times.sort_by(f64::total_cmp);
        for pair in times.windows(2) {
            prop_assert!(map.target(pair[0]) <= map.target(pair[1]));
            prop_assert!(map.orig(pair[0] / rate) <= map.orig(pair[1] / rate));
        }
        for time in times {
            prop_assert!((map.orig(map.target(time)) - time).abs() <= 1e-9 * length.max(1.0), "{}", time);
            let real = time / rate;
            prop_assert!((map.target(map.orig(real)) - real).abs() <= 1e-9 * total.max(1.0), "{}", real);
        }
    }
}
