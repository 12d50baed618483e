//! A small source file of known numbers.
#![allow(dead_code, reason = "each test program uses its part")]

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Node 1 is the root, node 0 its child `arm` with a triangle; the clip `Lift` moves the arm from
/// y = 1 to y = 3.
pub fn arm(folder: &Path) -> PathBuf {
    let floats: [f32; 17] = [
        0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 3.0, 0.0,
    ];
    let bytes: Vec<u8> = floats
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect();
    fs::write(folder.join("arm.bin"), bytes).unwrap();
    let path = folder.join("arm.gltf");
    fs::write(&path, ARM).unwrap();
    path
}

const ARM: &str = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[1]}],
"nodes":[{"name":"arm","mesh":0,"translation":[0,1,0]},{"name":"root","children":[0]}],
"buffers":[{"byteLength":68,"uri":"arm.bin"}],
"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":8},
{"buffer":0,"byteOffset":44,"byteLength":24}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
{"bufferView":1,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},
{"bufferView":2,"componentType":5126,"count":2,"type":"VEC3"}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
"animations":[{"name":"Lift","samplers":[{"input":1,"output":2}],
"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}]}"#;

/// The same with that many clips, all alike but for their names.
pub fn arm_with_clips(folder: &Path, clips: usize) -> PathBuf {
    let path = arm(folder);
    let (head, clip) = ARM.split_once("\"animations\":[").unwrap();
    let clip = clip.strip_suffix("]}").unwrap();
    let clips: Vec<String> = (0..clips)
        .map(|at| clip.replace("\"Lift\"", &format!("\"Lift{at}\"")))
        .collect();
    fs::write(
        &path,
        format!("{head}\"animations\":[{}]}}", clips.join(",")),
    )
    .unwrap();
    path
}
