//! Bytes of a bundle: refused, or they play to the end without a panic.
#![no_main]

use fuzz::{Changes, changed_bundle};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static GOOD: LazyLock<Vec<u8>> =
    LazyLock::new(|| bundle::write(&fuzz::moves(), &bundle::Golden::default()));

fuzz_target!(|changes: Changes| {
    let Some(bundle) = changed_bundle(&GOOD, Some(&changes)) else {
        return;
    };
    for clip in &bundle.library.clips {
        let Some(skeleton) = bundle.library.skeleton(clip.skeleton) else {
            continue;
        };
        let mut pose = anim::Pose::default();
        for part in [0.0, 0.3, 1.0, 2.0] {
            clip.sample(skeleton, f64::from(clip.length) * part, &mut pose);
        }
        clip.root_delta(skeleton, 0.0, clip.length.into());
    }
});
