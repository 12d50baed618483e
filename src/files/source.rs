//! Source files: what other programs made.

use crate::{Error, folder, place};
use formats::{Imported, SourceFile};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Bytes of all files together that one import may read.
const MAX_TOTAL: u64 = 4 << 30;

/// The formats of source files, by their first bytes where those say, else by the ending of the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Gltf,
    Fbx,
    Bvh,
}

pub(crate) const READABLE: &str = "a project folder (or its project.json), .glb, .gltf, or a bundle (.mbundle)";

/// Reads a source file for a project that lies in `folder`, if it lies somewhere yet. Files that it refers to are looked
/// for in its own folder and below, nowhere else.
pub fn import(path: &Path, folder: Option<&Path>) -> Result<Imported, Error> {
    import_bytes(path, folder, &crate::read(path)?)
}

pub(crate) fn import_bytes(path: &Path, folder: Option<&Path>, bytes: &[u8]) -> Result<Imported, Error> {
    match format_of(path, bytes) {
        Some(Format::Gltf) => gltf(path, folder, bytes),
        Some(Format::Fbx) => Err(Error::new(path, not_yet("FBX"))),
        Some(Format::Bvh) => Err(Error::new(path, not_yet("BVH"))),
        None => Err(Error::new(path, "this is no animation file. Import a .glb or .gltf file.")),
    }
}

fn not_yet(format: &str) -> String {
    format!("{format} files cannot be read yet. Convert it to glTF (.glb or .gltf) and import that.")
}

pub(crate) fn format_of(path: &Path, bytes: &[u8]) -> Option<Format> {
    let starts = |magic: &[u8]| bytes.starts_with(magic);
    if starts(b"glTF") {
        return Some(Format::Gltf);
    }
    if starts(b"Kaydara FBX Binary") || starts(b"; FBX") {
        return Some(Format::Fbx);
    }
    if starts(b"HIERARCHY") {
        return Some(Format::Bvh);
    }
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    match ending.as_str() {
        "gltf" | "glb" => Some(Format::Gltf),
        "fbx" => Some(Format::Fbx),
        "bvh" => Some(Format::Bvh),
        _ => None,
    }
}

fn gltf(path: &Path, folder: Option<&Path>, bytes: &[u8]) -> Result<Imported, Error> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let absolute = place::absolute(path);
    let identity = folder.map_or_else(|| absolute.clone(), |folder| place::relative(&absolute, folder));
    let file = SourceFile { name: &name, path: &absolute, identity: &identity };
    let mut beside = Beside::new(path, bytes.len() as u64)?;
    formats::gltf::import(&file, bytes, &mut |relative| beside.read(relative))
        .map_err(|error| Error::new(path, error.to_string()))
}

/// The folder of a source file, and how much may still be read of it.
struct Beside {
    folder: PathBuf,
    left: u64,
}

impl Beside {
    fn new(path: &Path, read: u64) -> Result<Self, Error> {
        let file = fs::canonicalize(path).map_err(|error| Error::reading(path, &error))?;
        let folder = file.parent().unwrap_or(Path::new(".")).to_owned();
        Ok(Self { folder, left: MAX_TOTAL.saturating_sub(read) })
    }

    /// Contract: `relative` is a plain path without a way up; a link in it that leads out of the folder is refused.
    fn read(&mut self, relative: &str) -> Result<Vec<u8>, String> {
        let path = fs::canonicalize(folder::place(&self.folder, relative)).map_err(|error| error.to_string())?;
        if !path.starts_with(&self.folder) {
            return Err("it is a link that leads out of the folder".to_owned());
        }
        let length = fs::metadata(&path).map_err(|error| error.to_string())?.len();
        self.left = self.left.checked_sub(length).ok_or("the files together are too large")?;
        folder::read(&path).map_err(|error| error.to_string())
    }
}
