//! Bytes of a BVH file after one that says how it is read: refused, or imported, compiled and
//! written as a project.
#![no_main]

use asset::vertex_cache::Up;
use formats::{BvhOptions, Options, SourceFile, bvh, bvh::Positions};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &[u8])| {
    let (how, bytes) = input;
    let positions = [Positions::Guess, Positions::Add, Positions::Replace][usize::from(how % 3)];
    let up = if how & 4 == 0 { Up::Y } else { Up::Z };
    let frame_time = (how & 8 != 0).then_some(0.04);
    let reference_frame = (how & 16 != 0).then_some(u32::from(how >> 5));
    let options = BvhOptions {
        positions,
        up,
        frame_time,
        reference_frame,
        ..BvhOptions::default()
    };
    let options = Options {
        bvh: options,
        ..Options::default()
    };
    if let Ok(imported) = bvh::import(&SourceFile::named("fuzz"), bytes, &options, &|_| true) {
        fuzz::use_imported(&imported.project);
    }
});
