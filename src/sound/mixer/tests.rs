use super::*;
use std::f64::consts::TAU;

const RATE: u32 = 48_000;

/// So many seconds of a tone.
fn tone(rate: u32, hertz: f64, seconds: f64) -> Arc<Pcm> {
    let count = (f64::from(rate) * seconds) as usize;
    let value = |at: usize| (at as f64 / f64::from(rate) * hertz * TAU).sin() as f32 * 0.5;
    Arc::new(Pcm {
        rate,
        frames: (0..count).map(|at| [value(at), -value(at)]).collect(),
    })
}

/// A sound that is the same all along, where any step is a click.
fn level(seconds: f64) -> Arc<Pcm> {
    let frames = vec![[0.5; 2]; (f64::from(RATE) * seconds) as usize];
    Arc::new(Pcm { rate: RATE, frames })
}

fn heard(mixer: &mut SoundMixer, seconds: f64) -> Vec<[f32; 2]> {
    let mut out = vec![[0.0; 2]; (f64::from(RATE) * seconds) as usize];
    mixer.fill(&mut out);
    out
}

fn largest_step(out: &[[f32; 2]]) -> f32 {
    let steps = out.windows(2).map(|two| (two[1][0] - two[0][0]).abs());
    steps.fold(0.0, f32::max)
}

fn loudest(out: &[[f32; 2]]) -> f32 {
    out.iter()
        .flatten()
        .fold(0.0, |most, value| most.max(value.abs()))
}

/// Hertz, by counting how often the left side rises through zero.
fn pitch(out: &[[f32; 2]]) -> f64 {
    let rises: Vec<usize> = (1..out.len())
        .filter(|at| out[at - 1][0] < 0.0 && out[*at][0] >= 0.0)
        .collect();
    let (first, last) = (rises[0], rises[rises.len() - 1]);
    (rises.len() - 1) as f64 * f64::from(RATE) / (last - first) as f64
}

#[test]
fn a_sound_of_another_rate_has_its_pitch_its_length_and_its_loudness() {
    for rate in [8_000, 22_050, 44_100, 96_000] {
        let mut mixer = SoundMixer::new(RATE);
        mixer.play(Voice::new(tone(rate, 440.0, 0.5)));
        let out = heard(&mut mixer, 0.6);
        assert!((pitch(&out[..20_000]) - 440.0).abs() < 0.5, "{rate}");
        let last = out.iter().rposition(|frame| frame[0].abs() > 1e-3).unwrap();
        assert!(
            (last as f64 / f64::from(RATE) - 0.5).abs() < 0.005,
            "{rate}"
        );
        assert!(
            (loudest(&out) - 0.5).abs() < 0.01,
            "{rate}: {}",
            loudest(&out)
        );
        assert!(out.iter().all(|[left, right]| (left + right).abs() < 1e-6));
        assert_eq!(mixer.voices(), 0);
    }
}

#[test]
fn gain_is_in_decibels_and_speed_changes_the_pitch() {
    let mut mixer = SoundMixer::new(RATE);
    let sound = tone(RATE, 440.0, 0.5);
    mixer.play(Voice {
        gain: -6.0206,
        ..Voice::new(sound.clone())
    });
    assert!((loudest(&heard(&mut mixer, 0.6)) - 0.25).abs() < 1e-3);
    mixer.play(Voice {
        speed: 2.0,
        ..Voice::new(sound.clone())
    });
    let out = heard(&mut mixer, 0.6);
    assert!((pitch(&out[..10_000]) - 880.0).abs() < 1.0);
    assert!(loudest(&out[(0.26 * f64::from(RATE)) as usize..]) < 1e-6);
    mixer.play(Voice {
        gain: -80.0,
        ..Voice::new(sound)
    });
    assert_eq!(loudest(&heard(&mut mixer, 0.6)), 0.0);
}

#[test]
fn nothing_clicks_where_a_voice_begins_ends_or_is_stopped() {
    // Over the shortest fade of 4 ms a step is 0.5 / 192, at the start of a sound 0.5 / 24.
    let (step, attack) = (0.5 / 190.0, 0.5 / 23.0);
    let mut mixer = SoundMixer::new(RATE);
    mixer.play(Voice {
        start: 0.2,
        length: Some(0.06),
        ..Voice::new(level(1.0))
    });
    let snip = heard(&mut mixer, 0.1);
    assert!(largest_step(&snip) < step, "{}", largest_step(&snip));
    assert!(snip[0][0] < step);
    assert!((loudest(&snip) - 0.5).abs() < 1e-6);
    let sounding = snip.iter().filter(|frame| frame[0] > 0.0).count();
    assert!((sounding as f64 / f64::from(RATE) - 0.06).abs() < 0.001);
    assert_eq!(mixer.voices(), 0);
    // To the very end of a sound that does not fade by itself.
    mixer.play(Voice::new(level(0.05)));
    let whole = heard(&mut mixer, 0.1);
    assert!(largest_step(&whole) < attack);
    assert!(largest_step(&whole[100..]) < step);
    let handle = mixer.play(Voice::new(level(1.0)));
    heard(&mut mixer, 0.1);
    assert!((mixer.position(handle).unwrap() - 0.1).abs() < 1e-6);
    mixer.stop(handle);
    assert_eq!(mixer.position(handle), None);
    let end = heard(&mut mixer, 0.05);
    assert!(largest_step(&end) < step && end[300][0] == 0.0);
    assert_eq!(mixer.voices(), 0);
    mixer.play(Voice::new(level(1.0)));
    heard(&mut mixer, 0.1);
    mixer.set_volume(0.0);
    let muted = heard(&mut mixer, 0.1);
    assert!(largest_step(&muted) < step && muted[4000][0] == 0.0);
    mixer.stop_all();
    heard(&mut mixer, 0.01);
    assert_eq!(mixer.voices(), 0);
}

#[test]
fn many_voices_at_once_stay_within_the_range_and_are_bounded() {
    let mut mixer = SoundMixer::new(RATE);
    for _ in 0..100 {
        mixer.play(Voice::new(level(1.0)));
    }
    assert_eq!(mixer.voices(), 64);
    let out = heard(&mut mixer, 0.1);
    assert!(loudest(&out) < 1.0 && loudest(&out) > 0.9);
}

#[test]
fn numbers_that_are_none_play_nothing_wrong() {
    let mut mixer = SoundMixer::new(0);
    mixer.set_rate(RATE);
    for (gain, start, length, speed) in [
        (f32::NAN, 0.0, None, 1.0),
        (f32::INFINITY, 0.0, None, 1.0),
        (0.0, 99.0, Some(-1.0), 1.0),
        (0.0, f64::NAN, Some(f64::NAN), f64::NAN),
    ] {
        mixer.play(Voice {
            gain,
            start,
            length,
            speed,
            ..Voice::new(level(0.1))
        });
    }
    let out = heard(&mut mixer, 1.0);
    assert!(out.iter().flatten().all(|value| value.is_finite()));
    assert_eq!(mixer.voices(), 0);
}
