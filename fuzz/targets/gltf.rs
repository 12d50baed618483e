//! Bytes of a glTF file: refused, or imported, compiled and written as a project.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut none = |_: &str| Err("there is none".to_owned());
    let Ok(imported) = formats::gltf::import(&formats::SourceFile::named("fuzz"), bytes, &mut none) else { return };
    let keys = |clip: &asset::Clip| f64::from(clip.source.duration) * f64::from(clip.frame_rate);
    if imported.project.clips.values().all(|clip| !(keys(clip) > 300.0)) {
        asset::compile_live(&imported.project, &mut asset::Cache::default());
    }
    formats::project::write(&imported.project);
});
