use super::*;

fn rate(times: impl IntoIterator<Item = f32>) -> f32 {
    let channel = Channel {
        times: times.into_iter().collect(),
        ..Channel::default()
    };
    frame_rate([channel].iter())
}

#[test]
fn even_keys_say_their_rate() {
    for fps in [12.0f32, 24.0, 25.0, 30.0, 60.0, 120.0] {
        assert_eq!(rate((0..40).map(|i| i as f32 / fps)), fps);
        assert_eq!(
            rate(
                (0..40)
                    .filter(|i| i % 7 != 3)
                    .map(|i| 1.0 / 3.0 + i as f32 / fps)
            ),
            fps
        );
    }
    assert!((rate((0..400).map(|i| i as f32 * 1001.0 / 30000.0)) - 29.97).abs() < 1e-3);
}

#[test]
fn rates_of_television_are_exact() {
    for ntsc in NTSC {
        assert_eq!(
            rate((0..400).map(|i| (f64::from(i) / ntsc) as f32)),
            ntsc as f32
        );
    }
}

#[test]
fn sparse_or_odd_keys_get_a_usual_rate() {
    assert_eq!(rate([0.0, 1.0, 2.0]), 30.0);
    assert_eq!(rate([0.0, 1.0, 1.25 + 1.0 / 24.0]), 24.0);
    assert_eq!(rate([0.0, 0.123, 0.777]), 30.0);
    assert_eq!(rate([0.0]), 30.0);
    assert_eq!(rate([]), 30.0);
    assert_eq!(rate([0.0, 1e-30, 2e-30]), 30.0);
    assert_eq!(rate([0.0, 1e30]), 30.0);
}

#[test]
fn rounded_frame_times_are_those_of_usual_rates() {
    let exact = 1001.0 / 24000.0;
    for (seconds, rounding, rate) in [
        (0.0083333, 5e-8, 120.0),
        (0.03333, 5e-6, 30.0),
        (0.041667, 5e-7, 24.0),
        (0.033, 5e-4, 30.0),
        (0.017, 5e-4, 60.0),
        (0.0083, 5e-5, 120.0),
        (0.008, 5e-4, 125.0),
        (0.04, 5e-3, 25.0),
        (exact, 5e-14, NTSC[0]),
        (0.001, 5e-4, 1000.0),
        (0.033, 0.0, 1.0 / 0.033),
        (2.5, 0.05, 0.4),
    ] {
        assert!(
            (of_frames(seconds, rounding) / rate - 1.0).abs() < 1e-12,
            "{seconds}"
        );
    }
}

#[test]
fn rates_near_whole_ones_and_those_of_television_are_meant_so() {
    for (rate, meant) in [
        (29.99, 30.0),
        (29.98, 30000.0 / 1001.0),
        (29.9, 29.9),
        (23.98, 24000.0 / 1001.0),
        (23.995, 24.0),
        (59.95, 60000.0 / 1001.0),
        (30.014, 30.0),
        (30.016, 30.016),
        (0.2, 1.0),
        (239.95, 240.0),
        (119.9, 120_000.0 / 1001.0),
        (300.0, 240.0),
    ] {
        assert!(
            (rounded(rate) - meant).abs() < 1e-9,
            "{rate}: {}",
            rounded(rate)
        );
    }
}

#[test]
fn an_even_spacing_counts_where_it_is_a_rate_and_of_three_keys_on() {
    let even = |fps: f64, keys: u16| rate((0..keys).map(|i| (f64::from(i) / fps) as f32));
    assert_eq!(
        [even(10.0, 3), even(15.0, 3), even(240.0, 9), even(240.4, 9)],
        [10.0, 15.0, 240.0, 240.0]
    );
    assert_eq!(
        [even(9.0, 3), even(241.0, 50)],
        [30.0, 30.0],
        "no rate, and on no usual one's frames"
    );
    assert_eq!(
        [even(15.0, 2), even(8.0, 3)],
        [30.0, 24.0],
        "of two keys the first usual rate that has them"
    );
}

#[test]
fn a_key_is_on_its_frame_within_a_twentieth_of_it() {
    assert_eq!(
        [25.048f32, 24.952].map(|frame| rate([0.0, frame / 24.0])),
        [24.0; 2]
    );
    assert_eq!(
        [25.052f32, 24.948].map(|frame| rate([0.0, frame / 24.0])),
        [30.0, 25.0],
        "on no frame, and on another's"
    );
}

#[test]
fn times_that_mean_the_same_frame_are_one() {
    let channels = [[0.0f32, 0.1, 0.2], [0.96e-4, 0.100_096, 0.200_096]];
    let channels = channels.map(|times| Channel {
        times: times.to_vec(),
        ..Channel::default()
    });
    assert_eq!(distinct_times(channels.iter()).len(), 3);
    assert_eq!(frame_rate(channels.iter()), 10.0);
    let apart = Channel {
        times: vec![0.0, 1.1e-4],
        ..Channel::default()
    };
    assert_eq!(distinct_times([apart].iter()).len(), 2);
    let many = Channel {
        times: (0..5000).map(|i| i as f32).collect(),
        ..Channel::default()
    };
    assert_eq!(distinct_times([many].iter()).len(), 4096);
}

#[test]
fn the_smallest_step_counts_wherever_it_is_and_whenever_the_clip_begins() {
    assert_eq!([rate([0.0, 0.2, 0.3]), rate([0.0, 0.1, 0.3])], [10.0; 2]);
    for first in [-0.7f32, 0.3, 7.1] {
        let even = rate((0..40).map(|i| first + i as f32 / 11.0));
        assert!((even - 11.0).abs() < 1e-3, "{even} from {first}");
    }
}

#[test]
fn of_many_keys_of_a_channel_the_first_are_enough() {
    // The last key is on no frame of the others.
    let times = |count: u16| (0..count).map(|i| f32::from(i) / 16.0).chain([300.03]);
    assert_eq!(rate(times(4096)), 16.0);
    assert_ne!(rate(times(4095)), 16.0);
}

#[test]
fn every_usual_rate_is_found_of_two_keys_that_it_alone_has() {
    for (rate_, frames) in [
        (24.0f32, 25.0),
        (60.0, 61.0),
        (25.0, 27.0),
        (50.0, 51.0),
        (48.0, 53.0),
        (100.0, 101.0),
        (120.0, 127.0),
        (240.0, 251.0),
    ] {
        assert_eq!(rate([0.0, frames / rate_]), rate_);
    }
}
