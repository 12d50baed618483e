//! The sample project inside the program: the files of `assets/sample`.

use asset::Project;
use formats::project::ProjectFileSource;
use include_dir::{Dir, DirEntry, include_dir};
use std::sync::OnceLock;
use words::tr;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../assets/sample");

struct Embedded;

impl ProjectFileSource for Embedded {
    fn list(&self) -> Result<Vec<String>, String> {
        let mut paths = Vec::new();
        add_files(&FILES, &mut paths);
        Ok(paths)
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        FILES
            .get_file(path)
            .map(|file| file.contents().to_vec())
            .ok_or_else(|| tr!("the file does not exist").to_owned())
    }

    fn each(&self, count: usize, call: &(dyn Fn(&dyn ProjectFileSource, usize) + Sync)) {
        crate::compile::each(count, &|at| call(self, at));
    }
}

fn add_files(folder: &Dir<'_>, paths: &mut Vec<String>) {
    for entry in folder.entries() {
        match entry {
            DirEntry::Dir(folder) => add_files(folder, paths),
            DirEntry::File(file) => paths.push(file.path().to_string_lossy().replace('\\', "/")),
        }
    }
}

/// A character with its motions, notifies and montages. Read once, then shared.
pub fn sample() -> Project {
    static SAMPLE: OnceLock<Project> = OnceLock::new();
    let read = || {
        formats::project::read(&Embedded)
            .expect("the embedded sample is a project")
            .0
    };
    SAMPLE.get_or_init(read).clone()
}

/// Contents of the sample's files.
pub(crate) fn contents() -> impl Iterator<Item = &'static [u8]> {
    let mut paths = Vec::new();
    add_files(&FILES, &mut paths);
    paths
        .into_iter()
        .filter_map(|path| FILES.get_file(path))
        .map(|file| file.contents())
}
