//! Files changed here and there, the checksum made right again.

use crate::{
    layout::{ArraySpan, Header, SectionRecord},
    read::checksum,
    sections,
};

pub(crate) fn header(bytes: &[u8]) -> Header {
    bytemuck::pod_read_unaligned(&bytes[..size_of::<Header>()])
}

pub(crate) fn with_header(mut bytes: Vec<u8>, edit: impl FnOnce(&mut Header)) -> Vec<u8> {
    let mut header = header(&bytes);
    edit(&mut header);
    bytes[..size_of::<Header>()].copy_from_slice(bytemuck::bytes_of(&header));
    bytes
}

pub(crate) fn table(bytes: &[u8]) -> Vec<SectionRecord> {
    let span = header(bytes).sections;
    let start = span.offset as usize;
    let end = start + span.count as usize * size_of::<SectionRecord>();
    bytes[start..end]
        .chunks_exact(size_of::<SectionRecord>())
        .map(bytemuck::pod_read_unaligned)
        .collect()
}

/// The records of a section, as it was written.
pub(crate) fn section(bytes: &[u8], kind: sections::BundleSectionSpec) -> ArraySpan {
    table(bytes)
        .iter()
        .find(|section| section.tag == kind.tag)
        .unwrap()
        .records
}

pub(crate) fn with_section(
    bytes: Vec<u8>,
    kind: sections::BundleSectionSpec,
    edit: impl FnOnce(&mut SectionRecord),
) -> Vec<u8> {
    let at = table(&bytes)
        .iter()
        .position(|section| section.tag == kind.tag)
        .unwrap();
    let span = header(&bytes).sections;
    with_record(bytes, span, at, edit)
}

/// Changes one record of an array.
pub(crate) fn with_record<R: bytemuck::Pod>(
    mut bytes: Vec<u8>,
    table: ArraySpan,
    at: usize,
    edit: impl FnOnce(&mut R),
) -> Vec<u8> {
    let place = table.offset as usize + at * size_of::<R>();
    let mut record: R = bytemuck::pod_read_unaligned(&bytes[place..place + size_of::<R>()]);
    edit(&mut record);
    bytes[place..place + size_of::<R>()].copy_from_slice(bytemuck::bytes_of(&record));
    bytes
}

pub(crate) fn with_right_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let length = bytes.len() as u64;
    bytes[16..24].copy_from_slice(&length.to_le_bytes());
    let header: Header = bytemuck::pod_read_unaligned(&bytes[..size_of::<Header>()]);
    let sum = checksum(&bytes, &header);
    bytes[24..32].copy_from_slice(&sum.to_le_bytes());
    bytes
}
