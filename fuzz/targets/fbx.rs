//! Bytes of an FBX file: refused, or imported, compiled and written as a project. The library that
//! reads it is C and runs in this process, so that what breaks in it is found too.
#![no_main]

use formats::{Options, SourceFile, fbx};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut none = |_: &str| Err("there is none".to_owned());
    let options = Options {
        strip_namespaces: bytes.len() % 2 == 0,
        ..Options::default()
    };
    if let Ok(imported) = fbx::import(
        &SourceFile::named("fuzz"),
        bytes,
        &mut none,
        &options,
        &|_| true,
    ) {
        fuzz::use_imported(&imported.project);
    }
});
