//! Calling commands as a shell does, without a process, and a small source file of known numbers to
//! call them on.
#![allow(dead_code, reason = "each test program uses its part")]

#[path = "source.rs"]
mod source;

#[allow(unused_imports, reason = "each test program uses its part")]
pub use source::arm;

use cli::{Invocation, Io};
use serde_json::Value;
use std::{ffi::OsString, path::Path, sync::Arc};

pub struct Done {
    pub code: u8,
    pub out: String,
    pub err: String,
}

pub fn mutoscope(args: &[&str]) -> Done {
    let line = std::iter::once("mutoscope")
        .chain(args.iter().copied())
        .map(OsString::from);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = match cli::parse(line) {
        Ok(Invocation::Command(command)) => cli::run_command(
            &command,
            &mut Io {
                out: &mut out,
                err: &mut err,
            },
        ),
        Ok(Invocation::Editor { open, .. }) => panic!("the editor would open {open:?}"),
        Err(stop) => {
            err.extend(stop.text.bytes());
            stop.code
        }
    };
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Done {
        code,
        out: text(out),
        err: text(err),
    }
}

impl Done {
    pub fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{}", self.err);
        serde_json::from_str(&self.out).unwrap()
    }

    pub fn lines(&self) -> Vec<Value> {
        assert_eq!(self.code, 0, "{}", self.err);
        self.out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

/// A project of one character in one level of detail, with a few clips and a montage.
pub fn write_project(folder: &Path) {
    let mut project = mannequin::excerpt();
    for mesh in project.meshes.values_mut() {
        Arc::make_mut(mesh).lods.truncate(1);
    }
    for skeleton in project.skeletons.values_mut() {
        Arc::make_mut(skeleton)
            .sockets
            .iter_mut()
            .for_each(|socket| socket.preview = None);
    }
    files::save_project(folder, &project, &files::Saving::since(None)).unwrap();
}

pub fn shown(path: &Path) -> &str {
    path.to_str().unwrap()
}
