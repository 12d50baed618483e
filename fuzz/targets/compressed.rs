//! Bytes of a compressed clip: refused, or they play without a NaN, the same whichever way they are
//! played.
#![no_main]

use anim::{
    Array, Pose,
    codec::{Compressed, EncoderSettings, EncoderSource, SampleCache, Span, encode, layout},
};
use fuzz::{BONES, Changes, shells, skeleton, swings};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

const FRAMES: u32 = 70;

static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let (skeleton, shells, frames) = (skeleton(), shells(), swings(FRAMES as usize));
    let source = EncoderSource {
        skeleton: &skeleton,
        additive: None,
        bases: &[],
        frames: &frames,
        shells: &shells,
    };
    encode(
        &source,
        &EncoderSettings {
            precision: 1e-3,
            ..EncoderSettings::default()
        },
    )
    .unwrap()
    .0
    .bytes()
    .to_vec()
});

fuzz_target!(|changes: Changes| {
    let mut bytes = GOOD.clone();
    changes.apply(&mut bytes);
    if bytes.len() >= 16 {
        let length = bytes.len() as u32;
        bytes[8..12].copy_from_slice(&length.to_le_bytes());
    }
    if bytes.len() >= size_of::<layout::CodecHeader>() {
        let sum = layout::checksum(&bytes);
        bytes[12..16].copy_from_slice(&sum.to_le_bytes());
    }
    let Ok(clip) = Compressed::new(Array::from(bytes), FRAMES, BONES) else {
        return;
    };
    let (skeleton, mut cache) = (skeleton(), SampleCache::default());
    for (frame, fraction) in [
        (0, 0.0),
        (31, 0.5),
        (63, 0.9),
        (12, 0.25),
        (FRAMES - 1, 1.0),
    ] {
        let (mut pose, mut cached) = (Pose::reference(&skeleton), Pose::reference(&skeleton));
        clip.sample(Span { frame, fraction }, &mut pose);
        clip.sample_cached(Span { frame, fraction }, &mut cache, &mut cached);
        assert!(pose.iter().all(|local| local.is_finite()));
        assert_eq!(pose, cached);
    }
});
