use super::*;

const WAV: &[u8] = include_bytes!("fixtures/tones.wav");
const OGG: &[u8] = include_bytes!("fixtures/tones.ogg");
const FLAC: &[u8] = include_bytes!("fixtures/tones.flac");
const RATE: f64 = 22_050.0;

/// The tones that the fixtures were made of: 440 Hz at 0.5 left, 880 Hz at 0.25 right.
fn made(at: usize) -> [f64; 2] {
    let turn = at as f64 / RATE * std::f64::consts::TAU;
    [0.5 * (turn * 440.0).sin(), 0.25 * (turn * 880.0).sin()]
}

/// Greatest distance from what was written.
fn error_of(pcm: &Pcm) -> f64 {
    let frames = pcm.frames.iter().enumerate();
    let apart = |(at, frame): (usize, &[f32; 2])| {
        let made = made(at);
        (0..2)
            .map(|side| (f64::from(frame[side]) - made[side]).abs())
            .fold(0.0, f64::max)
    };
    frames.map(apart).fold(0.0, f64::max)
}

#[test]
fn what_was_written_is_read_from_every_format() {
    let integer = 1.01 / 32768.0;
    let lossless: [(&[u8], f64); 4] = [
        (WAV, integer),
        (FLAC, integer),
        (include_bytes!("fixtures/tones_24.wav"), 1.01 / 8_388_608.0),
        (include_bytes!("fixtures/tones_float.wav"), 1e-7),
    ];
    for (bytes, most) in lossless {
        let pcm = decode(bytes).unwrap();
        assert_eq!((pcm.rate, pcm.frames.len()), (22_050, 2205));
        assert!(error_of(&pcm) < most, "{}", error_of(&pcm));
    }
    let pcm = decode(OGG).unwrap();
    assert_eq!(pcm.rate, 22_050);
    assert!((pcm.duration() - 0.1).abs() < 0.03, "{}", pcm.duration());
    // Of 700 frames off the ends, where it is no longer that sharp.
    let middle: Vec<[f32; 2]> = pcm.frames[700..1400].to_vec();
    let apart = middle.iter().enumerate().map(|(at, frame)| {
        let made = made(at + 700);
        (f64::from(frame[0]) - made[0])
            .abs()
            .max((f64::from(frame[1]) - made[1]).abs())
    });
    assert!(apart.fold(0.0, f64::max) < 0.05);
    let one = decode(include_bytes!("fixtures/tones_8.wav")).unwrap();
    assert!(one.frames.iter().all(|[left, right]| left == right));
    let apart = one.frames.iter().enumerate();
    let apart = apart.map(|(at, frame)| (f64::from(frame[0]) - made(at)[0]).abs());
    assert!(apart.fold(0.0, f64::max) < 0.02);
}

#[test]
fn formats_are_told_by_their_bytes_and_strangers_are_named() {
    let known = [(WAV, "WAV"), (OGG, "Ogg Vorbis"), (FLAC, "FLAC")];
    for (bytes, word) in known {
        assert_eq!(SoundFormat::of(bytes).map(SoundFormat::word), Some(word));
    }
    for (bytes, said) in [
        (&b""[..], "it is empty"),
        (b"ID3\x04rest", "MP3"),
        (b"\xff\xfb\x90\x00", "MP3"),
        (b"FORM\0\0\0\0AIFF", "AIFF"),
        (b"<html>", "not a WAV, Ogg Vorbis or FLAC file"),
        (b"OggS\0\x02..............OpusHead", "Opus"),
    ] {
        let error = decode(bytes).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
        assert!(error.ends_with('.'), "{error}");
    }
}

#[test]
fn a_file_that_is_cut_or_changed_anywhere_is_read_or_refused_in_words() {
    let mut refused = 0;
    for whole in [WAV, OGG, FLAC] {
        for end in (0..whole.len()).step_by(37) {
            if let Err(error) = decode(&whole[..end]) {
                refused += 1;
                assert!(error.to_string().ends_with('.'), "{error}");
            }
        }
        for at in (0..whole.len()).step_by(11) {
            let mut changed = whole.to_vec();
            changed[at] ^= 0xff;
            if let Ok(pcm) = decode(&changed) {
                assert!(pcm.frames.iter().flatten().all(|value| value.is_finite()));
            }
        }
    }
    assert!(refused > 200, "{refused}");
    let cut = decode(&WAV[..WAV.len() / 2]).unwrap_err().to_string();
    assert!(cut.contains("ends early, after 0.05 s"), "{cut}");
    let cut = decode(&FLAC[..FLAC.len() - 40]).unwrap_err().to_string();
    assert!(cut.contains("broken"), "{cut}");
}

#[test]
fn a_file_that_promises_what_nobody_can_play_is_refused() {
    let with = |at: usize, bytes: &[u8]| {
        let mut changed = WAV.to_vec();
        changed[at..at + bytes.len()].copy_from_slice(bytes);
        decode(&changed).unwrap_err().to_string()
    };
    // Samples a second stand at 24, those of a second in bytes at 28.
    let slow = with(24, &7u32.to_le_bytes());
    assert!(
        slow.contains("7 samples a second") || slow.contains("broken"),
        "{slow}"
    );
    let mut empty = WAV[..44].to_vec();
    empty[40..44].copy_from_slice(&0u32.to_le_bytes());
    assert!(
        decode(&empty)
            .unwrap_err()
            .to_string()
            .contains("no samples")
    );
}
