//! The table of a file: which arrays of records it has, each with a tag and a version.
//!
//! Invariant: a record may be longer than the reader knows, and shorter than it is now: fields are
//! only ever added at the end, and what an older file lacks is 0. So what is written today plays
//! tomorrow.

use crate::{BundleError, layout::*};
use anim::{Array, Store};
use bytemuck::Pod;
use words::tr;

/// Tag, version and record size of a section that this reader supports.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BundleSectionSpec {
    pub(crate) tag: Tag,
    /// Rises when what a record means changes, in what its spans lead to as well.
    pub(crate) version: u32,
    /// Whether playing needs the section; a reader that does not know a required section must not
    /// go on.
    pub(crate) required: bool,
    /// Bytes of a record when the section was first published: no file has less.
    pub(crate) least: usize,
}

/// A section whose records say something else than they first did.
const fn since(kind: BundleSectionSpec, version: u32) -> BundleSectionSpec {
    BundleSectionSpec { version, ..kind }
}

const fn kind(tag: &[u8; 8], required: bool, least: usize) -> BundleSectionSpec {
    BundleSectionSpec {
        tag: Tag(*tag),
        version: 1,
        required,
        least,
    }
}

pub(crate) const NAMES: BundleSectionSpec = kind(b"names   ", true, 16);
pub(crate) const TEXT: BundleSectionSpec = kind(b"text    ", true, 1);
pub(crate) const SKELETONS: BundleSectionSpec = kind(b"skeleton", true, 104);
/// 2: windows of motion warping.
pub(crate) const CLIPS: BundleSectionSpec = since(kind(b"clip    ", true, 168), 2);
pub(crate) const MATERIALS: BundleSectionSpec = kind(b"material", true, 48);
pub(crate) const MESHES: BundleSectionSpec = kind(b"mesh    ", true, 40);
pub(crate) const LODS: BundleSectionSpec = kind(b"lod     ", true, 32);
pub(crate) const PARTS: BundleSectionSpec = kind(b"part    ", true, 200);
/// 2: windows of motion warping.
pub(crate) const MONTAGES: BundleSectionSpec = since(kind(b"montage ", true, 256), 2);
pub(crate) const NOTIFY_CLASSES: BundleSectionSpec = kind(b"notclass", true, 48);
pub(crate) const SOUND_CUES: BundleSectionSpec = kind(b"soundcue", false, 48);
pub(crate) const GRAPHS: BundleSectionSpec = kind(b"graph   ", true, 32);
pub(crate) const GOLDEN_CLIPS: BundleSectionSpec = kind(b"goldclip", false, 24);
pub(crate) const GOLDEN_TRACKS: BundleSectionSpec = kind(b"goldtrak", false, 24);
pub(crate) const GOLDEN_TICKS: BundleSectionSpec = kind(b"goldtick", false, 24);
pub(crate) const GOLDEN_GRAPHS: BundleSectionSpec = kind(b"goldgrph", false, 32);
pub(crate) const GOLDEN_SETTINGS: BundleSectionSpec = kind(b"goldsets", false, 24);

/// Sections in the order in which they are written; those of notify classes and of graphs only
/// where there are some.
pub(crate) const ALL: [BundleSectionSpec; 17] = [
    NAMES,
    TEXT,
    SKELETONS,
    CLIPS,
    MATERIALS,
    MESHES,
    LODS,
    PARTS,
    MONTAGES,
    GOLDEN_CLIPS,
    GOLDEN_TRACKS,
    GOLDEN_TICKS,
    NOTIFY_CLASSES,
    GRAPHS,
    GOLDEN_GRAPHS,
    GOLDEN_SETTINGS,
    SOUND_CUES,
];

impl BundleSectionSpec {
    /// The tag as text, for messages.
    pub(crate) fn name(&self) -> String {
        self.tag.to_string()
    }
}

pub(crate) struct Sections {
    store: Store,
    table: Vec<SectionRecord>,
}

impl Sections {
    /// Refuses a table in which a tag comes twice, and one with something that is needed to play
    /// and that this reader does not know. What it does not know else it skips.
    pub(crate) fn new(store: Store, table: ArraySpan) -> Result<Self, BundleError> {
        let records: Array<SectionRecord> = view(&store, table, tr!("the table of sections"))?;
        let mut table: Vec<SectionRecord> = Vec::new();
        for record in records.iter() {
            let known = ALL.iter().find(|kind| kind.tag == record.tag);
            if table.iter().any(|other| other.tag == record.tag) {
                return Err(content(&record.tag, tr!("it appears twice")));
            }
            match known {
                Some(kind) if record.version <= kind.version => table.push(*record),
                _ if record.flags & section_flag::REQUIRED != 0 => {
                    return Err(BundleError::Section {
                        tag: record.tag.to_string(),
                        version: record.version,
                    });
                }
                _ => {}
            }
        }
        Ok(Self { store, table })
    }

    /// The records of a section; none where the file does not have it.
    pub(crate) fn records<R: Pod>(&self, kind: BundleSectionSpec) -> Result<Vec<R>, BundleError> {
        let Some(section) = self.table.iter().find(|section| section.tag == kind.tag) else {
            return Ok(Vec::new());
        };
        let stride = section.record_size as usize;
        if stride < kind.least {
            return Err(content(&kind.tag, tr!("its records are too short")));
        }
        let count = usize::try_from(section.records.count).ok();
        let bytes = count
            .and_then(|count| count.checked_mul(stride))
            .unwrap_or(usize::MAX);
        let span = ArraySpan {
            count: bytes as u64,
            ..section.records
        };
        let bytes: Array<u8> = view(&self.store, span, &kind.name())?;
        Ok(bytes.chunks_exact(stride).map(padded).collect())
    }

    /// The records of a section, in place. Contract: records of the section never grow.
    pub(crate) fn array<T: Pod>(&self, kind: BundleSectionSpec) -> Result<Array<T>, BundleError> {
        let Some(section) = self.table.iter().find(|section| section.tag == kind.tag) else {
            return Ok(Array::default());
        };
        if section.record_size as usize != size_of::<T>() {
            return Err(content(&kind.tag, tr!("its records are of another size")));
        }
        view(&self.store, section.records, &kind.name())
    }

    /// An array that a record names.
    pub(crate) fn view<T: Pod>(
        &self,
        span: ArraySpan,
        what: &str,
    ) -> Result<Array<T>, BundleError> {
        view(&self.store, span, what)
    }
}

/// A record from its bytes; surplus bytes are ignored, and missing ones are 0.
fn padded<R: Pod>(bytes: &[u8]) -> R {
    let mut record = R::zeroed();
    let known = bytes.len().min(size_of::<R>());
    bytemuck::bytes_of_mut(&mut record)[..known].copy_from_slice(&bytes[..known]);
    record
}

fn view<T: Pod>(store: &Store, span: ArraySpan, what: &str) -> Result<Array<T>, BundleError> {
    let found = usize::try_from(span.offset)
        .ok()
        .zip(usize::try_from(span.count).ok());
    let array = found.and_then(|(offset, count)| Array::view(store.clone(), offset, count));
    array.ok_or_else(|| BundleError::Layout {
        what: what.to_owned(),
        offset: span.offset,
    })
}

fn content(tag: &Tag, problem: &str) -> BundleError {
    BundleError::Content {
        what: tr!("section {tag}: {problem}"),
    }
}
