//! Calling commands as a shell does, without a process, and a small source file of known numbers to call them on.
#![allow(dead_code, reason = "each test program uses its part")]

use cli::{Invocation, Io};
use serde_json::Value;
use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

pub struct Done {
    pub code: u8,
    pub out: String,
    pub err: String,
}

pub fn mutoscope(args: &[&str]) -> Done {
    let line = std::iter::once("mutoscope").chain(args.iter().copied()).map(OsString::from);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = match cli::parse(line) {
        Ok(Invocation::Command(command)) => cli::run(&command, &mut Io { out: &mut out, err: &mut err }),
        Ok(Invocation::Editor { open }) => panic!("the editor would open {open:?}"),
        Err(stop) => {
            err.extend(stop.text.bytes());
            stop.code
        }
    };
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Done { code, out: text(out), err: text(err) }
}

impl Done {
    pub fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{}", self.err);
        serde_json::from_str(&self.out).unwrap()
    }

    pub fn lines(&self) -> Vec<Value> {
        assert_eq!(self.code, 0, "{}", self.err);
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// A project of one character in one level of detail, with a few clips and a montage.
pub fn write_project(folder: &Path) {
    let mut project = mannequin::excerpt();
    for mesh in project.meshes.values_mut() {
        Arc::make_mut(mesh).lods.truncate(1);
    }
    for skeleton in project.skeletons.values_mut() {
        Arc::make_mut(skeleton).sockets.iter_mut().for_each(|socket| socket.preview = None);
    }
    files::save_project(folder, &project, None).unwrap();
}

pub fn shown(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Node 1 is the root, node 0 its child `arm` with a triangle; the clip `Lift` moves the arm from y = 1 to y = 3.
pub fn arm(folder: &Path) -> PathBuf {
    let floats: [f32; 17] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 3.0, 0.0];
    let bytes: Vec<u8> = floats.iter().flat_map(|value| value.to_le_bytes()).collect();
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
