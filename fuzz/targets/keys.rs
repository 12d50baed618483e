//! Bytes of a stream of keys, in pieces: refused, or they play without a NaN, and time never runs
//! backwards.
#![no_main]

use anim::{
    Pose,
    codec::{
        EncoderSource,
        keyframes::{HEADER_BYTES, Receiver, Reduction, encode},
    },
};
use fuzz::{Changes, shells, skeleton, swings};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let (skeleton, shells, frames) = (skeleton(), shells(), swings(40));
    let source = EncoderSource {
        skeleton: &skeleton,
        additive: None,
        bases: &[],
        frames: &frames,
        shells: &shells,
    };
    encode(&source, 1.3, &Reduction::default()).unwrap().0
});

fuzz_target!(|input: (Changes, u8)| {
    let (changes, piece) = input;
    let mut bytes = GOOD.clone();
    changes.apply(&mut bytes);
    let skeleton = skeleton();
    let (header, keys) = bytes.split_at(bytes.len().min(HEADER_BYTES));
    let Ok(mut receiver) = Receiver::new(header, &skeleton) else {
        return;
    };
    let mut ready = receiver.ready();
    for piece in keys.chunks(usize::from(piece) + 8) {
        let is_sound = receiver.push(piece).is_ok();
        assert!(receiver.ready() >= ready);
        ready = receiver.ready();
        for time in [0.0, 0.7, 99.0, f64::NAN] {
            let mut pose = Pose::reference(&skeleton);
            receiver.sample(time, &mut pose);
            assert!(pose.iter().all(|local| local.is_finite()));
        }
        if !is_sound {
            return;
        }
    }
});
