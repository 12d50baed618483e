//! The two containers: plain JSON and the binary `.glb` (glTF 2.0, chapter 4). Invariant: every
//! length is held against the bytes left.

#[cfg(test)]
mod tests;

use super::json::GltfRoot;
use crate::{ImportError, ImportErrorPlace, ImportProblem, ImportReport};
use std::borrow::Cow;
use words::tr;

const MAGIC: &[u8] = b"glTF";
const JSON_CHUNK: u32 = 0x4e4f_534a;
const BIN_CHUNK: u32 = 0x004e_4942;
const HEADER: usize = 12;
const MAX_BYTES: u64 = 2 << 30;

/// The JSON, its first byte in the file, and the binary chunk.
type Chunks<'a> = (&'a [u8], usize, Option<&'a [u8]>);

/// A file split into its JSON and its binary chunk.
pub struct Container<'a> {
    /// The parsed JSON; its references are not checked yet.
    pub root: GltfRoot,
    /// The binary chunk; None in a `.gltf` file, and in a `.glb` without one.
    pub bin: Option<&'a [u8]>,
}

/// Opens either container by its first bytes. An Err means more than 2 GiB, another format or
/// version, a cut file or broken JSON.
pub fn open<'a>(bytes: &'a [u8], report: &mut ImportReport) -> Result<Container<'a>, ImportError> {
    if bytes.len() as u64 > MAX_BYTES {
        let problem = ImportProblem::TooLarge {
            what: "bytes",
            count: bytes.len() as u64,
            limit: MAX_BYTES,
        };
        return Err(ImportError::new(ImportErrorPlace::File, problem));
    }
    let (json, first_byte, bin) = if bytes.starts_with(MAGIC) {
        binary(bytes, report)?
    } else {
        refuse_other_formats(bytes)?;
        (bytes, 0, None)
    };
    Ok(Container {
        root: parsed(json, first_byte, report)?,
        bin,
    })
}

fn binary<'a>(bytes: &'a [u8], report: &mut ImportReport) -> Result<Chunks<'a>, ImportError> {
    let version = word(bytes, 4, tr!("the header"))?;
    if version != 2 {
        let problem = ImportProblem::Version {
            found: version.to_string(),
            supported: tr!("GLB version 2"),
        };
        return Err(ImportError::new(ImportErrorPlace::Byte(4), problem));
    }
    let length = word(bytes, 8, tr!("the header"))? as usize;
    if length > bytes.len() {
        return Err(truncated(8, tr!("the file"), length, bytes.len()));
    }
    if length < bytes.len() {
        report.warn(
            ImportErrorPlace::Byte(length as u64),
            tr!("There are bytes after the end of the file; they were left out."),
        );
    }
    let bytes = &bytes[..length.max(HEADER)];
    let (kind, json, mut at) = chunk(bytes, HEADER)?;
    if kind != JSON_CHUNK {
        return Err(ImportError::invalid(
            ImportErrorPlace::Byte(HEADER as u64),
            tr!("the first chunk is not the JSON chunk"),
        ));
    }
    let mut bin = None;
    while at < bytes.len() {
        let (kind, data, next) = chunk(bytes, at)?;
        if kind == BIN_CHUNK && bin.is_none() {
            bin = Some(data);
        } else {
            report.note(
                ImportErrorPlace::Byte(at as u64),
                tr!("A chunk of an unknown type was left out."),
            );
        }
        at = next;
    }
    Ok((json, HEADER + 8, bin))
}

/// Type and data of the chunk at a place, and where the next one starts.
fn chunk(bytes: &[u8], at: usize) -> Result<(u32, &[u8], usize), ImportError> {
    let length = word(bytes, at, tr!("a chunk header"))? as usize;
    let kind = word(bytes, at + 4, tr!("a chunk header"))?;
    let first = at + 8;
    match bytes.get(first..first + length) {
        Some(data) => Ok((kind, data, (first + length).next_multiple_of(4))),
        None => Err(truncated(at, tr!("a chunk"), length, bytes.len() - first)),
    }
}

fn word(bytes: &[u8], at: usize, what: &'static str) -> Result<u32, ImportError> {
    match bytes.get(at..at + 4) {
        Some(&[a, b, c, d]) => Ok(u32::from_le_bytes([a, b, c, d])),
        _ => Err(truncated(at, what, 4, bytes.len().saturating_sub(at))),
    }
}

fn truncated(at: usize, what: &'static str, needed: usize, left: usize) -> ImportError {
    ImportError::new(
        ImportErrorPlace::Byte(at as u64),
        ImportProblem::Truncated {
            what,
            needed: needed as u64,
            left: left as u64,
        },
    )
}

fn parsed(
    json: &[u8],
    first_byte: usize,
    report: &mut ImportReport,
) -> Result<GltfRoot, ImportError> {
    let unmarked = json.strip_prefix(b"\xef\xbb\xbf").unwrap_or(json);
    if unmarked.len() < json.len() {
        report.warn(
            ImportErrorPlace::Byte(first_byte as u64),
            tr!("A byte order mark before the JSON was left out."),
        );
    }
    let text = String::from_utf8_lossy(unmarked);
    if let Cow::Owned(_) = text {
        report.warn(
            ImportErrorPlace::Byte(first_byte as u64),
            tr!("The JSON is not UTF-8; broken letters in names were replaced."),
        );
    }
    let text = text.trim_end_matches(['\0', ' ', '\n', '\r', '\t']);
    let first_byte = first_byte + json.len() - unmarked.len();
    serde_json::from_str(text).map_err(|error| syntax(&error, text, first_byte))
}

fn refuse_other_formats(bytes: &[u8]) -> Result<(), ImportError> {
    let found = match bytes {
        [] => tr!("an empty file"),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [b'{', 0, ..] | [0, b'{', ..] => tr!("UTF-16 text"),
        [0x89, b'P', b'N', b'G', ..] => tr!("a PNG image"),
        [b'P', b'K', 3, 4, ..] => tr!("a ZIP archive"),
        [b'K', b'a', b'y', b'd', b'a', b'r', b'a', ..] => tr!("an FBX file"),
        _ => return Ok(()),
    };
    let problem = ImportProblem::OtherFormat {
        expected: tr!("a glTF file"),
        found: found.to_owned(),
    };
    Err(ImportError::new(ImportErrorPlace::Byte(0), problem))
}

fn syntax(error: &serde_json::Error, text: &str, first_byte: usize) -> ImportError {
    let before: usize = text
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum();
    let place =
        ImportErrorPlace::Byte((first_byte + before + error.column().saturating_sub(1)) as u64);
    let message = error.to_string();
    let message = message
        .rsplit_once(" at line ")
        .map_or(message.as_str(), |(message, _)| message);
    let message = if text.trim_start().starts_with('{') {
        message.to_owned()
    } else {
        tr!("it is not a glTF file").to_owned()
    };
    ImportError::new(place, ImportProblem::Syntax { message })
}
