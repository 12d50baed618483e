//! A journal's bytes: records one after the other, each with its check, so that a torn end is seen
//! and left out.
//!
//! ```text
//! file      "mtjourn\2"  records; "mtjourn\1" has no lists that are taken out of their file
//! record    u8 kind, u32 length, that many bytes, u64 XXH3 of all before in the record; little-endian
//! content   kind 1: 16 bytes XXH3-128 of what follows, and that: the bytes of one file of a project, or a piece of a list
//!           that was taken out of one, JSON
//! change    kind 2: JSON, see [`Change`]
//! ```

use asset::{Id, Packaging, PreviewSettings, QuickSlot, SlotGroup};
use serde::{Deserialize, Serialize};
#[cfg(unix)]
use std::os::unix::ffi::OsStrExt;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// The first bytes of a journal; the last of them is the version.
pub const MAGIC: &[u8; 8] = b"mtjourn\x02";
/// The versions that are read.
pub const READ: std::ops::RangeInclusive<u8> = 1..=2;
const CONTENT: u8 = 1;
const CHANGE: u8 = 2;

/// XXH3 of 128 bits, as hex.
pub type Hash = String;

/// Hash of a file, or of a piece of a list.
pub fn hash(bytes: &[u8]) -> Hash {
    format!("{:032x}", xxh3_128(bytes))
}

/// Change of the list of roots, which holds the root that was saved last and then the history.
#[derive(Debug, Serialize, Deserialize)]
pub struct JournalChange {
    /// Seconds since 1970.
    pub time: u64,
    /// Folder of the project; None if the project was never saved.
    pub folder: Option<String>,
    /// `folder` as its system writes it, where that is no text; None elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder_bytes: Option<Vec<u8>>,
    /// Number of roots, from the first on, that those of `replace` take the place of: another root
    /// was saved, and the history stays.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub replaced: usize,
    /// The roots that come first in place of the `replaced` ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replace: Vec<JournalRoot>,
    /// Number of roots that stay after the replaced ones; the others are dropped.
    pub keep: usize,
    /// The roots that follow those that stay.
    pub push: Vec<JournalRoot>,
    /// Index in the history of the root that is shown.
    pub at: usize,
}

/// A root by what differs from the root before it in the list; the first by everything.
#[derive(Debug, Serialize, Deserialize)]
pub struct JournalRoot {
    /// Name of the project.
    pub name: String,
    /// Slot groups of the project.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slot_groups: Vec<SlotGroup>,
    /// Quick slots of the project.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub quick_slots: Vec<QuickSlot>,
    /// Preview settings of the project.
    #[serde(default, skip_serializing_if = "PreviewSettings::is_default")]
    pub preview: PreviewSettings,
    /// Packaging of the project.
    #[serde(default, skip_serializing_if = "Packaging::is_default")]
    pub packaging: Packaging,
    /// Label of the edit that made it.
    pub label: String,
    /// Note of the caller, given back as it was.
    pub note: String,
    /// Assets that differ from the root before; None of one that is gone.
    pub assets: BTreeMap<Id, Option<AssetFiles>>,
}

/// An asset as it would be saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AssetFiles {
    /// Path of the asset's own file.
    pub path: String,
    /// The asset's own file and its blobs, by path.
    pub files: BTreeMap<String, Hash>,
    /// The long lists that are not in its own file but in pieces, by where they stand there.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lists: BTreeMap<String, ListChange>,
    /// Hash of the asset's own file with these lists, as the file lies in the project's folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whole: Option<Hash>,
}

/// A list by what differs from the one in its place in the root before; without one there, from
/// none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListChange {
    /// Number of pieces that stay at the start of the list.
    pub first: usize,
    /// Number of pieces that stay at the end of the list.
    pub last: usize,
    /// Pieces in place of those between the `first` and the `last`.
    pub pieces: Vec<Hash>,
}

/// The pieces of every list of an asset.
pub type Lists = BTreeMap<String, Vec<Hash>>;

impl AssetFiles {
    /// Lists of the asset, where `before` are its lists in the root before. None if the lists
    /// cannot be made from `before`.
    pub fn lists(&self, before: Option<&Lists>) -> Option<Lists> {
        let change = |(place, change): (&String, &ListChange)| {
            let known = before
                .and_then(|before| before.get(place))
                .map_or(&[][..], |pieces| pieces);
            let last = known
                .len()
                .checked_sub(change.last)
                .filter(|last| change.first <= *last)?;
            Some((
                place.clone(),
                [&known[..change.first], &change.pieces, &known[last..]].concat(),
            ))
        };
        self.lists.iter().map(change).collect()
    }
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl JournalChange {
    /// Folder of the project: `folder_bytes` where the system takes them, else `folder`. None if
    /// the project was never saved.
    pub fn place(&self) -> Option<PathBuf> {
        #[cfg(unix)]
        if let Some(bytes) = &self.folder_bytes {
            return Some(PathBuf::from(std::ffi::OsStr::from_bytes(bytes)));
        }
        self.folder.as_ref().map(PathBuf::from)
    }
}

/// The bytes of a folder's path that is no text; None of one that is.
pub fn bytes_of(folder: &Path) -> Option<Vec<u8>> {
    #[cfg(unix)]
    if folder.to_str().is_none() {
        return Some(folder.as_os_str().as_bytes().to_vec());
    }
    let _ = folder;
    None
}

/// One whole record of a journal.
pub enum Record {
    /// A content with its hash.
    Content(Hash, Vec<u8>),
    /// A change of the list of roots.
    Change(JournalChange),
}

/// Appends a record with a file, or a piece of a list, and its hash.
pub fn content(bytes: &[u8], out: &mut Vec<u8>) {
    record(CONTENT, &[&xxh3_128(bytes).to_le_bytes()[..], bytes], out);
}

/// Appends a record with a change of the list of roots.
pub fn change(change: &JournalChange, out: &mut Vec<u8>) {
    let text = serde_json::to_vec(change)
        .unwrap_or_else(|error| unreachable!("it is plain data: {error}"));
    record(CHANGE, &[&text], out);
}

fn record(kind: u8, parts: &[&[u8]], out: &mut Vec<u8>) {
    let begin = out.len();
    let length: usize = parts.iter().map(|part| part.len()).sum();
    out.push(kind);
    out.extend((length as u32).to_le_bytes());
    parts.iter().for_each(|part| out.extend(*part));
    let check = xxh3_64(&out[begin..]);
    out.extend(check.to_le_bytes());
}

/// Every whole record from the beginning on. Contents that are broken are left out, for what comes
/// after them may do without; a change that is broken is the end. None of a file that is no
/// journal.
pub fn records(bytes: &[u8]) -> Option<Vec<Record>> {
    let mut rest = known(bytes)?;
    let mut out = Vec::new();
    loop {
        match next(rest) {
            Some((record, left)) => {
                out.push(record);
                rest = left;
            }
            None => match after_content(rest).filter(|left| next(left).is_some()) {
                Some(left) => rest = left,
                None => return Some(out),
            },
        }
    }
}

/// The bytes after the header of a journal; None if the version is not one that is read.
fn known(bytes: &[u8]) -> Option<&[u8]> {
    let (version, rest) = bytes.strip_prefix(&MAGIC[..7])?.split_first()?;
    READ.contains(version).then_some(rest)
}

/// The bytes after a content record, as the record's length says; None for another record.
fn after_content(bytes: &[u8]) -> Option<&[u8]> {
    let (kind, rest) = bytes.split_first()?;
    let length = u32::from_le_bytes(*rest.first_chunk()?) as usize;
    if *kind == CONTENT {
        bytes.get(13 + length..)
    } else {
        None
    }
}

fn next(bytes: &[u8]) -> Option<(Record, &[u8])> {
    let (kind, rest) = bytes.split_first()?;
    let length = u32::from_le_bytes(*rest.first_chunk()?) as usize;
    let body = rest.get(4..)?.get(..length)?;
    let check = rest.get(4 + length..)?.first_chunk::<8>()?;
    if xxh3_64(&bytes[..5 + length]) != u64::from_le_bytes(*check) {
        return None;
    }
    let record = match *kind {
        CONTENT => {
            let (said, content) = body.split_first_chunk::<16>()?;
            let is_whole = xxh3_128(content).to_le_bytes() == *said;
            is_whole.then(|| Record::Content(hash(content), content.to_vec()))?
        }
        CHANGE => Record::Change(serde_json::from_slice(body).ok()?),
        _ => return None,
    };
    Some((record, &bytes[13 + length..]))
}
