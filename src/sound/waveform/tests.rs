use super::*;

#[test]
fn a_peak_is_seen_where_it_is_however_coarse_the_look() {
    let mut frames = vec![[0.0f32; 2]; 48_000];
    frames[24_000] = [0.0, 0.9];
    frames[36_000] = [-0.4, 0.0];
    let wave = Waveform::of(&Pcm {
        rate: 48_000,
        frames,
    });
    assert_eq!(wave.duration(), 1.0);
    assert_eq!(wave.range(0.0, 1.0), [-0.4, 0.9]);
    assert_eq!(wave.range(0.49, 0.51), [0.0, 0.9]);
    assert_eq!(wave.range(0.501, 0.7), [0.0, 0.0]);
    assert_eq!(wave.range(0.7501, 0.7501), [-0.4, 0.0]);
    assert_eq!(wave.range(-2.0, -1.0), [0.0, 0.0]);
    assert_eq!(wave.range(1.5, 2.0), [0.0, 0.0]);
}

#[test]
fn the_shortest_and_the_longest_sound_have_one() {
    let of = |frames: Vec<[f32; 2]>| Waveform::of(&Pcm { rate: 8000, frames });
    assert_eq!(of(vec![[0.5; 2]]).range(0.0, 1.0), [0.0, 0.5]);
    assert_eq!(of(Vec::new()).range(0.0, 1.0), [0.0, 0.0]);
    let long = of(vec![[0.25; 2]; 8000 * 300]);
    assert_eq!(long.pieces.len(), 120_000);
    assert_eq!(long.range(299.0, 300.0), [0.0, 0.25]);
}
