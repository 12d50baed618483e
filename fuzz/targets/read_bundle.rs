//! Bytes of a bundle: refused, or they play to the end without a panic.
#![no_main]

use fuzz::Changes;
use libfuzzer_sys::fuzz_target;
use std::sync::{Arc, LazyLock};

static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut project = mannequin::sample();
    // Vertices would take most of the bytes and none of the checks.
    project.meshes.clear();
    for clip in project.clips.values_mut() {
        Arc::make_mut(clip).frame_rate = 10.0;
    }
    let compiled = asset::compile(&project, &mut asset::Cache::default());
    bundle::write(&compiled.library, &bundle::Golden::default())
});

fuzz_target!(|changes: Changes| {
    let mut bytes = GOOD.clone();
    changes.apply(&mut bytes);
    if bytes.len() >= 32 {
        let length = bytes.len() as u64;
        bytes[16..24].copy_from_slice(&length.to_le_bytes());
        bytes[24..32].fill(0);
        let sum = xxhash_rust::xxh3::xxh3_64(&bytes);
        bytes[24..32].copy_from_slice(&sum.to_le_bytes());
    }
    let (store, length) = bundle::aligned(&bytes);
    let Ok(bundle) = bundle::read(store, length) else { return };
    for clip in &bundle.library.clips {
        let Some(skeleton) = bundle.library.skeleton(clip.skeleton) else { continue };
        let mut pose = anim::Pose::default();
        for part in [0.0, 0.3, 1.0, 2.0] {
            clip.sample(skeleton, f64::from(clip.length) * part, &mut pose);
        }
        clip.root_delta(skeleton, 0.0, clip.length.into());
    }
});
