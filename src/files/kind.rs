//! What kind of file something is: by its first bytes, and by its ending only where those do not
//! tell.

#[cfg(test)]
mod tests;

use std::path::Path;
use words::{Word, word};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SourceFileKind {
    Gltf,
    Fbx,
    Bvh,
    /// A format that is not read: its name, and what a person can do with such a file.
    Other {
        name: Word,
        way: Word,
    },
    Unknown,
}

/// Endings of file names that can be imported, each with the type that counts where the first bytes
/// of a file do not decide.
const BY_ENDING: [(&str, SourceFileKind); 6] = [
    ("glb", SourceFileKind::Gltf),
    ("gltf", SourceFileKind::Gltf),
    ("vrm", SourceFileKind::Gltf),
    ("vrma", SourceFileKind::Gltf),
    ("fbx", SourceFileKind::Fbx),
    ("bvh", SourceFileKind::Bvh),
];

/// File name extensions of sources of characters and clips, in small letters.
pub const ENDINGS: [&str; BY_ENDING.len()] = {
    let mut endings = [""; BY_ENDING.len()];
    let mut at = 0;
    while at < endings.len() {
        endings[at] = BY_ENDING[at].0;
        at += 1;
    }
    endings
};

/// Bytes at the start of a text in which its type is looked for.
const HEAD: usize = 4096;

const BLENDER: Word =
    word!("Open it in Blender, choose File ▸ Export ▸ glTF 2.0, and import the new file.");
const THROUGH_BLENDER: Word =
    word!("Import it into Blender, choose File ▸ Export ▸ glTF 2.0, and import the new file.");
const MAYA: Word = word!("Open it in Maya, export it as FBX or glTF, and import the new file.");
const MAX: Word =
    word!("Open it in 3ds Max, choose File ▸ Export ▸ glTF, and import the new file.");
const UNREAL: Word =
    word!("Open its project in Unreal, export the asset as FBX or glTF, and import the new file.");
const PICTURE: Word = word!("Import the .glb or .gltf file that uses it.");
const SOUND: Word = word!(
    "Sounds belong to a project: drop it on the window while the project is open, or run `mutoscope import SOUND --project DIR`."
);
const POINTS: Word = word!(
    "It belongs to a mesh: choose Import vertex cache… in the details of the mesh, or run `mutoscope vertex-cache`."
);
const UNPACK: Word = word!("Unpack it, and import the .glb or .gltf file in it.");

/// A type of file that is not read: its name, the advice, the endings of file names, and a test of
/// the first bytes.
type Stranger = (
    Word,
    Word,
    &'static [&'static str],
    fn(&SourceFileHead<'_>) -> bool,
);

/// The first that fits counts.
const STRANGERS: [Stranger; 23] = [
    (
        word!("a Blender file"),
        BLENDER,
        &["blend", "blend1"],
        |head| head.starts(b"BLENDER"),
    ),
    (
        word!("a USD file"),
        THROUGH_BLENDER,
        &["usd", "usda", "usdc"],
        |head| head.starts(b"PXR-USDC") || head.text.starts_with("#usda"),
    ),
    (word!("a USD package"), THROUGH_BLENDER, &["usdz"], |head| {
        head.is_zip() && head.names_in_zip(".usd")
    }),
    (word!("a COLLADA file"), THROUGH_BLENDER, &["dae"], |head| {
        head.text.contains("<COLLADA")
    }),
    (word!("a Maya file"), MAYA, &["ma"], |head| {
        head.text.starts_with("//Maya ASCII")
    }),
    (word!("a Maya file"), MAYA, &["mb"], |head| {
        (head.starts(b"FOR4") || head.starts(b"FOR8"))
            && head.bytes.windows(4).any(|at| at == b"Maya")
    }),
    (
        word!("a Cinema 4D file"),
        THROUGH_BLENDER,
        &["c4d"],
        |head| head.starts(b"QC4DC4D"),
    ),
    (
        word!("an Alembic file"),
        THROUGH_BLENDER,
        &["abc"],
        |head| head.starts(b"Ogawa"),
    ),
    (word!("an Unreal asset"), UNREAL, &["uasset"], |head| {
        head.starts(&[0xc1, 0x83, 0x2a, 0x9e])
    }),
    (word!("a PLY file"), THROUGH_BLENDER, &["ply"], |head| {
        head.text.starts_with("ply\n") || head.text.starts_with("ply\r\n")
    }),
    (
        word!("a MikuMikuDance model"),
        THROUGH_BLENDER,
        &["pmx", "pmd"],
        |head| head.starts(b"PMX ") || head.starts(b"Pmd"),
    ),
    (
        word!("a MikuMikuDance motion"),
        THROUGH_BLENDER,
        &["vmd"],
        |head| head.starts(b"Vocaloid Motion Data"),
    ),
    (word!("an X3D file"), THROUGH_BLENDER, &["x3d"], |head| {
        head.text.contains("<X3D")
    }),
    (word!("an STL file"), THROUGH_BLENDER, &["stl"], |head| {
        head.text.starts_with("solid ") && head.text.contains("facet normal")
    }),
    (
        word!("a Wavefront OBJ file, which has no bones"),
        THROUGH_BLENDER,
        &["obj"],
        |head| head.is_obj(),
    ),
    (word!("a 3ds Max file"), MAX, &["max"], |head| {
        head.starts(&[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]) && head.ending == "max"
    }),
    (word!("a PNG picture"), PICTURE, &["png"], |head| {
        head.starts(b"\x89PNG")
    }),
    (word!("a JPEG picture"), PICTURE, &["jpg", "jpeg"], |head| {
        head.starts(&[0xff, 0xd8, 0xff])
    }),
    (word!("a sound"), SOUND, &["wav", "ogg", "flac"], |head| {
        head.starts(b"fLaC")
            || head.starts(b"OggS")
            || (head.starts(b"RIFF") && head.bytes.get(8..12) == Some(b"WAVE"))
    }),
    (word!("a point cache"), POINTS, &["pc2", "mdd"], |head| {
        head.starts(b"POINTCACHE2\0")
    }),
    (
        word!("a compressed archive"),
        UNPACK,
        &["gz", "7z", "rar"],
        |head| {
            [&[0x1f, 0x8b][..], b"7z\xbc\xaf", b"Rar!"]
                .iter()
                .any(|magic| head.starts(magic))
                && head.ending != "blend"
        },
    ),
    (word!("a ZIP archive"), UNPACK, &["zip"], |head| {
        head.is_zip()
    }),
    (
        word!("an empty file"),
        word!("Copy or export it again."),
        &[],
        |head| head.bytes.is_empty(),
    ),
];

pub(crate) fn of(path: &Path, bytes: &[u8]) -> SourceFileKind {
    let head = SourceFileHead::new(path, bytes);
    if head.starts(b"glTF") {
        return SourceFileKind::Gltf;
    }
    if head.starts(b"Kaydara FBX Binary")
        || head.text.starts_with("; FBX")
        || head.text.contains("FBXHeaderExtension")
    {
        return SourceFileKind::Fbx;
    }
    if head.is_bvh() {
        return SourceFileKind::Bvh;
    }
    let other = |(name, way, ..): &Stranger| SourceFileKind::Other {
        name: *name,
        way: *way,
    };
    if let Some(stranger) = STRANGERS.iter().find(|(.., is_it)| is_it(&head)) {
        return other(stranger);
    }
    if let Some((_, kind)) = BY_ENDING.iter().find(|(ending, _)| *ending == head.ending) {
        return *kind;
    }
    let by_ending = STRANGERS
        .iter()
        .find(|(_, _, endings, _)| endings.contains(&head.ending.as_str()));
    by_ending.map_or(SourceFileKind::Unknown, other)
}

struct SourceFileHead<'a> {
    bytes: &'a [u8],
    /// `bytes` as text, without a mark of its encoding and blanks before its first letter.
    text: String,
    /// Ending of the file's name, in small letters.
    ending: String,
}

impl<'a> SourceFileHead<'a> {
    fn new(path: &Path, bytes: &'a [u8]) -> Self {
        let bytes = &bytes[..bytes.len().min(HEAD)];
        let text = String::from_utf8_lossy(bytes)
            .trim_start_matches('\u{feff}')
            .trim_start()
            .to_owned();
        let ending = path
            .extension()
            .and_then(|ending| ending.to_str())
            .unwrap_or_default()
            .to_ascii_lowercase();
        Self {
            bytes,
            text,
            ending,
        }
    }

    fn starts(&self, magic: &[u8]) -> bool {
        self.bytes.starts_with(magic)
    }

    fn is_zip(&self) -> bool {
        self.starts(b"PK\x03\x04")
    }

    /// Whether the first file of an archive has this in its name.
    fn names_in_zip(&self, part: &str) -> bool {
        let length = self
            .bytes
            .get(26..28)
            .map_or(0, |n| usize::from(u16::from_le_bytes([n[0], n[1]])));
        let name = self.bytes.get(30..30 + length).unwrap_or_default();
        String::from_utf8_lossy(name)
            .to_ascii_lowercase()
            .contains(part)
    }

    fn is_bvh(&self) -> bool {
        const WORD: &str = "HIERARCHY";
        self.text
            .get(..WORD.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(WORD))
    }

    /// The first line that is no remark is one of a few words.
    fn is_obj(&self) -> bool {
        let mut lines = self
            .text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        let word = lines
            .next()
            .and_then(|line| line.split_once(' '))
            .map(|(word, _)| word);
        word.is_some_and(|word| ["mtllib", "o", "g", "v"].contains(&word))
    }
}
