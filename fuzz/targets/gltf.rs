//! Bytes of a glTF file: refused, or imported, compiled and written as a project.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut none = |_: &str| Err("there is none".to_owned());
    if let Ok(imported) = formats::gltf::import(
        &formats::SourceFile::named("fuzz"),
        bytes,
        &mut none,
        &Default::default(),
        &|_| true,
    ) {
        fuzz::use_imported(&imported.project);
    }
});
