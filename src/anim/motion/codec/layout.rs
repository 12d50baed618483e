//! The bytes of a compressed clip, checked once when they are loaded.
//!
//! ```text
//! header      32 bytes, see `CodecHeader`
//! stream      the codes of every frame, frame after frame, group after group
//! groups      8 bytes each: block u16, property u8, lanes u8 (a bit a bone), 4 bytes 0
//! constants   bone u16 and property u16 each, then four floats each
//! bases       floats a group: 4 (rotation) or 6 (vectors) rows of one float a lane
//! records     one a segment: least values u16, extents u16, widths u8, one a component
//! ```
//!
//! A group may name lanes beyond the last bone, and bones that stand still: a full group is the
//! quickest to unpack.
//!
//! Everything is little-endian; each part starts at a multiple of 4. What follows the stream is
//! always long enough that a decoder may read past a code.

use super::{CodecError, bits, root::RootTrack};
use crate::{
    Array,
    limits::LARGEST,
    pose::{LANES, Row},
};
use bytemuck::{Pod, Zeroable};
use std::sync::{Arc, OnceLock};
use xxhash_rust::xxh3::xxh3_64;

/// The first bytes of every compressed clip.
pub const MAGIC: [u8; 4] = *b"MCLP";
/// The version of the format that is written and read.
pub const VERSION: u16 = 1;
/// Bytes after the first of a group's codes that a decoder may touch.
pub const WINDOW: usize = 132;

/// The first 32 bytes of a compressed clip.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct CodecHeader {
    /// Magic bytes of the format, always [`MAGIC`].
    pub magic: [u8; 4],
    /// Always [`VERSION`].
    pub version: u16,
    /// Frames a segment; the last may be shorter.
    pub segment_frames: u16,
    /// Bytes of everything, this header included.
    pub bytes: u32,
    /// FNV-1a of everything but these four bytes, folded to 32 bits.
    pub checksum: u32,
    /// Frames of the clip.
    pub frames: u32,
    /// Bones of the skeleton.
    pub bones: u16,
    /// Number of [`PackedGroup`]s.
    pub groups: u16,
    /// Number of [`PackedConstant`]s.
    pub constants: u32,
    /// Bytes of the stream of codes that follows the header.
    pub stream_bytes: u32,
}

/// Property that the sub-tracks of a group hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Property {
    /// Three components, turned so that w, which is left out, stays well above 0.
    Rotation,
    /// Four components: rotations too far apart to leave one out.
    FullRotation,
    Translation,
    Scale,
}

impl Property {
    /// Every property, in the order of their numbers in files.
    pub const ALL: [Property; 4] = [
        Property::Rotation,
        Property::FullRotation,
        Property::Translation,
        Property::Scale,
    ];

    /// Components a frame.
    pub fn width(self) -> usize {
        if self == Property::FullRotation { 4 } else { 3 }
    }

    /// Rows of floats that a group has once.
    fn base_rows(self) -> usize {
        match self {
            Property::Rotation => 4,
            Property::FullRotation => 0,
            Property::Translation | Property::Scale => 6,
        }
    }
}

/// A group as it is stored, see [`Group`].
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct PackedGroup {
    /// Index of the block of bones.
    pub block: u16,
    /// Index in [`Property::ALL`].
    pub property: u8,
    /// A bit a lane that has a sub-track.
    pub lanes: u8,
    /// Reserved, always 0.
    pub reserved: u32,
}

/// A value that a bone has in every frame.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct PackedConstant {
    /// Index of the bone.
    pub bone: u16,
    /// Index in [`Property::ALL`]; rotations are full ones.
    pub property: u16,
    /// xyzw of a rotation, xyz of the others.
    pub value: [f32; 4],
}

/// Sub-tracks of one property of one pose block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Group {
    /// Index of the block of bones.
    pub block: u16,
    /// Property that the sub-tracks hold.
    pub property: Property,
    /// A bit a lane that has a sub-track.
    pub lanes: u8,
    /// All bits of a lane that has a sub-track, and none of any other.
    pub mask: [u32; LANES],
    /// Number of lanes with a sub-track before each lane.
    pub places: [u32; LANES],
    /// Index of its first component in a segment's lists.
    pub first: u32,
    /// Rotation: the turn that was taken out, xyzw. Vectors: the least value, then the extent a
    /// step of 1/65535. Lanes without a sub-track hold 0.
    pub base: [Row; 6],
}

impl Group {
    /// Number of lanes that have a sub-track.
    pub fn lane_count(&self) -> usize {
        self.lanes.count_ones() as usize
    }
}

/// Constants of one property of one pose block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Still {
    /// Index of the block of bones.
    pub block: u16,
    /// Property that the constants are values of.
    pub property: Property,
    /// All bits of a lane that has one, or none.
    pub mask: [u32; LANES],
    /// Constant values, one row per component, one bone per lane.
    pub rows: [Row; 4],
}

/// A range of bytes in the whole.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct CodecByteRange {
    start: usize,
    end: usize,
}

/// Location of a segment's frames, bits from the start of the stream.
#[derive(Clone, Copy, Debug, Default)]
struct SegmentBits {
    first_bit: u32,
    frame_bits: u32,
}

/// Checked bytes, and what is worth unpacking once.
#[derive(Clone, Debug)]
pub struct Compressed {
    bytes: Array<u8>,
    pub(super) groups: Arc<[Group]>,
    pub(super) constants: Arc<[PackedConstant]>,
    /// The constants, by the rows that they are written into.
    pub(super) stills: Arc<[Still]>,
    segments: Vec<SegmentBits>,
    /// First bit of each group from the start of a frame, segment after segment.
    starts: Vec<u32>,
    pub(super) segment_frames: u32,
    pub(super) frames: u32,
    bone_count: usize,
    pub(super) root: OnceLock<RootTrack>,
    /// Whether it writes scales.
    pub(super) is_scaled: bool,
    /// Components in a segment's lists.
    components: usize,
    stream: CodecByteRange,
    records: CodecByteRange,
    record_bytes: usize,
    /// Sum of the bytes, by which caches identify the clip.
    identity: u64,
}

impl PartialEq for Compressed {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Compressed {
    /// Checks the checksum, and every count, offset and value, so that decoding need not.
    pub fn new(bytes: Array<u8>, frames: u32, bones: usize) -> Result<Self, CodecError> {
        let header = checked_header(&bytes)?;
        if header.checksum == checksum(&bytes) {
            Self::laid_out(bytes, &header, frames, bones)
        } else {
            Err(CodecError::Checksum)
        }
    }

    /// Does the same as [`Compressed::new`], without a checksum of the bytes, for bytes that are
    /// already trusted: from a file with its own checksum, or just made by the caller. Computing
    /// the checksum takes half of the time to load a clip.
    pub fn unsummed(bytes: Array<u8>, frames: u32, bones: usize) -> Result<Self, CodecError> {
        let header = checked_header(&bytes)?;
        Self::laid_out(bytes, &header, frames, bones)
    }

    fn laid_out(
        bytes: Array<u8>,
        header: &CodecHeader,
        frames: u32,
        bones: usize,
    ) -> Result<Self, CodecError> {
        if header.frames != frames
            || usize::from(header.bones) != bones
            || header.segment_frames == 0
            || frames == 0
        {
            return Err(CodecError::Shape);
        }
        let mut reader = FrameReader {
            bytes: &bytes,
            at: size_of::<CodecHeader>(),
        };
        let stream = reader.part(header.stream_bytes as usize)?;
        let group_records: Vec<PackedGroup> = reader.list(header.groups.into())?;
        let constants: Vec<PackedConstant> = reader.list(header.constants as usize)?;
        check_constants(&constants, bones)?;
        let (groups, components) = groups(&group_records, bones, &mut reader)?;
        // Without sub-tracks there is nothing that a segment could say.
        let segment_frames = if groups.is_empty() {
            frames
        } else {
            header.segment_frames.into()
        };
        let segment_count = frames.div_ceil(segment_frames) as usize;
        let record_bytes = record_bytes(components);
        let size = record_bytes
            .checked_mul(segment_count)
            .ok_or(CodecError::Shape)?;
        let records = reader.part(size)?;
        let is_scale = |property: u16| property == Property::Scale as u16;
        let mut compressed = Self {
            is_scaled: groups
                .iter()
                .any(|group: &Group| group.property == Property::Scale)
                || constants.iter().any(|constant| is_scale(constant.property)),
            stills: stills(&constants).into(),
            groups: groups.into(),
            constants: constants.into(),
            segments: Vec::with_capacity(segment_count),
            starts: Vec::new(),
            segment_frames,
            frames,
            bone_count: bones,
            root: OnceLock::new(),
            components,
            stream,
            records,
            record_bytes,
            identity: xxh3_64(&bytes),
            bytes: bytes.clone(),
        };
        (0..segment_count).try_for_each(|segment| compressed.place_segment(segment))?;
        Ok(compressed)
    }

    /// All of it: what a bundle stores.
    pub fn bytes(&self) -> &Array<u8> {
        &self.bytes
    }

    /// Bones of which something is stored, ascending.
    pub fn bones(&self) -> Vec<usize> {
        let lanes = |group: &Group| {
            let (block, lanes) = (usize::from(group.block), group.lanes);
            (0..LANES)
                .filter(move |lane| lanes & (1 << lane) != 0)
                .map(move |lane| block * LANES + lane)
        };
        let constant = self
            .constants
            .iter()
            .map(|constant| usize::from(constant.bone));
        let mut bones: Vec<usize> = self.groups.iter().flat_map(lanes).chain(constant).collect();
        bones.retain(|bone| *bone < self.bone_count);
        bones.sort_unstable();
        bones.dedup();
        bones
    }

    /// Bones of the skeleton that it was made for.
    pub fn bone_count(&self) -> usize {
        self.bone_count
    }

    /// Differs between different clips, and between the parts of one.
    pub(super) fn identity(&self) -> u64 {
        self.identity
    }

    /// Segments that the clip is cut into.
    pub fn segment_count(&self) -> usize {
        self.frames.div_ceil(self.segment_frames) as usize
    }

    /// Frames of a segment.
    pub fn segment_length(&self, segment: usize) -> u32 {
        self.segment_frames
            .min(self.frames - segment as u32 * self.segment_frames)
    }

    pub(super) fn segment(&self, segment: usize) -> CodecSegment<'_> {
        self.segment_in(self.bytes.as_slice(), segment)
    }

    /// `bytes` are its own, which take time to come by.
    #[inline(always)]
    pub(super) fn segment_in<'a>(&self, bytes: &'a [u8], segment: usize) -> CodecSegment<'a> {
        let start = self.records.start + segment * self.record_bytes;
        let record = &bytes[start..start + self.record_bytes];
        let (least, rest) = record.split_at(2 * self.components);
        let (extent, rest) = rest.split_at(2 * self.components);
        CodecSegment {
            least: bytemuck::cast_slice(least),
            extent: bytemuck::cast_slice(extent),
            widths: &rest[..self.components],
        }
    }

    /// Window of `bytes` that begins at the byte of bit `bit` of the stream; at least [`WINDOW`]
    /// bytes follow every code.
    #[inline(always)]
    pub(super) fn window_in<'a>(&self, bytes: &'a [u8], bit: u32) -> &'a [u8; WINDOW] {
        let start = self.stream.start + (bit >> 3) as usize;
        bytes[start..start + WINDOW]
            .try_into()
            .expect("as long as it was cut")
    }

    #[inline(always)]
    pub(super) fn frame(&self, frame: u32) -> Frame<'_> {
        let segment = frame / self.segment_frames;
        let SegmentBits {
            first_bit,
            frame_bits,
        } = self.segments[segment as usize];
        let groups = self.groups.len();
        let starts = &self.starts[segment as usize * groups..][..groups];
        let first_bit = first_bit + frame_bits * (frame % self.segment_frames);
        Frame {
            bytes: self.bytes.as_slice(),
            segment,
            first_bit,
            starts,
        }
    }

    /// Bytes of all segments' lists.
    pub(super) fn records_range(&self) -> std::ops::Range<usize> {
        self.records.start..self.records.end
    }

    /// Byte of the first code.
    pub(super) fn stream_start(&self) -> usize {
        self.stream.start
    }

    /// Leaves what is unpacked.
    pub(super) fn forget_bytes(&mut self) {
        self.bytes = Array::default();
    }

    /// Bits of the stream from one segment up to another, and the first frame of that.
    pub(super) fn bits_of(&self, first: usize, end: usize) -> std::ops::Range<u32> {
        let start = self.segments[first].first_bit;
        match self.segments.get(end) {
            Some(next) => start..next.first_bit + next.frame_bits,
            None => {
                let last = self.segments.len() - 1;
                let SegmentBits {
                    first_bit,
                    frame_bits,
                } = self.segments[last];
                start..first_bit + frame_bits * self.segment_length(last)
            }
        }
    }

    /// A clip of these segments and the first frame of the next one. `codes` begin at that byte of
    /// this clip, `records` are those of all its segments. Contract: there are as many codes as
    /// [`Compressed::bits_of`] and a decoder need.
    pub(super) fn part(
        &self,
        first: usize,
        end: usize,
        (start, codes): (usize, &[u8]),
        records: &[u8],
    ) -> Self {
        let has_next = end < self.segments.len();
        let end = end.min(self.segments.len());
        let count = end - first + usize::from(has_next);
        let own_frames: u32 = (first..end)
            .map(|segment| self.segment_length(segment))
            .sum();
        let records = &records[first * self.record_bytes..(first + count) * self.record_bytes];
        let mut bytes = codes.to_vec();
        bytes.resize((codes.len() + WINDOW).next_multiple_of(4), 0);
        let stream = CodecByteRange {
            start: 0,
            end: bytes.len(),
        };
        bytes.extend_from_slice(records);
        let skipped = 8 * (start - self.stream.start) as u32;
        let place = |place: &SegmentBits| SegmentBits {
            first_bit: place.first_bit - skipped,
            ..*place
        };
        let groups = self.groups.len();
        Self {
            records: CodecByteRange {
                start: stream.end,
                end: bytes.len(),
            },
            bytes: bytes.into(),
            groups: self.groups.clone(),
            constants: self.constants.clone(),
            stills: self.stills.clone(),
            segments: self.segments[first..first + count]
                .iter()
                .map(place)
                .collect(),
            starts: self.starts[first * groups..(first + count) * groups].to_vec(),
            frames: own_frames + u32::from(has_next),
            root: OnceLock::new(),
            stream,
            // Differs from the whole's and between parts: caches tell clips by it.
            identity: self.identity ^ (first as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            ..*self
        }
    }

    /// Works out the location of a segment's codes from the widths. Err if a width is too large or
    /// the codes go beyond the stream.
    fn place_segment(&mut self, at: usize) -> Result<(), CodecError> {
        let widths = self.segment(at).widths.to_vec();
        if widths.iter().any(|width| u32::from(*width) > bits::WIDEST) {
            return Err(CodecError::Value);
        }
        let mut frame_bits = 0u32;
        for group in self.groups.iter() {
            self.starts.push(frame_bits);
            let first = group.first as usize;
            let own = &widths[first..first + group.property.width() * group.lane_count()];
            frame_bits += own.iter().map(|width| u32::from(*width)).sum::<u32>();
        }
        let before = self.segments.last().map_or(0, |place| {
            u64::from(place.first_bit)
                + u64::from(place.frame_bits) * u64::from(self.segment_frames)
        });
        let end = before + u64::from(frame_bits) * u64::from(self.segment_length(at));
        let stream_bits = (8 * (self.stream.end - self.stream.start) as u64).min(u32::MAX.into());
        let first_bit = u32::try_from(before).ok().filter(|_| end <= stream_bits);
        let first_bit = first_bit.ok_or(CodecError::Segment { segment: at })?;
        self.segments.push(SegmentBits {
            first_bit,
            frame_bits,
        });
        Ok(())
    }
}

/// Location of the codes of one frame.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// All bytes of the clip.
    pub bytes: &'a [u8],
    /// Index of the segment that the frame lies in.
    pub segment: u32,
    /// Bit at which the frame begins, from the start of the stream.
    pub first_bit: u32,
    /// First bit of each group, from the frame's.
    pub starts: &'a [u32],
}

/// The lists of one segment; a group's part of the last three starts at its `first`, component
/// after component, a value a lane with a sub-track.
pub struct CodecSegment<'a> {
    /// Least value of each component, as a 16-bit part of its group's range.
    pub least: &'a [u16],
    /// Extent of each component, as a 16-bit part of its group's range.
    pub extent: &'a [u16],
    /// Bits of each component's codes.
    pub widths: &'a [u8],
}

/// Bytes of a segment's lists: a multiple of 4.
pub fn record_bytes(components: usize) -> usize {
    (5 * components).next_multiple_of(4)
}

/// FNV-1a over all but the header's checksum.
pub fn checksum(bytes: &[u8]) -> u32 {
    let place = std::mem::offset_of!(CodecHeader, checksum);
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let hash = bytes[..place]
        .iter()
        .chain(&bytes[place + 4..])
        .fold(0xcbf2_9ce4_8422_2325, mix);
    (hash ^ (hash >> 32)) as u32
}

/// Writes the checksum of `bytes` into their header.
pub(super) fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    let (place, sum) = (
        std::mem::offset_of!(CodecHeader, checksum),
        checksum(&bytes),
    );
    bytes[place..place + 4].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// But for its checksum.
fn checked_header(bytes: &[u8]) -> Result<CodecHeader, CodecError> {
    let start = bytes
        .get(..size_of::<CodecHeader>())
        .ok_or(CodecError::NotCompressed)?;
    let header: CodecHeader = bytemuck::pod_read_unaligned(start);
    if header.magic != MAGIC {
        return Err(CodecError::NotCompressed);
    }
    if header.version != VERSION {
        return Err(CodecError::Version {
            found: header.version,
        });
    }
    if header.bytes as usize != bytes.len() {
        return Err(CodecError::Length {
            stated: header.bytes,
            found: bytes.len(),
        });
    }
    // A window that begins at the stream's end must still lie inside.
    let after = if header.groups == 0 { 0 } else { WINDOW as u64 };
    if size_of::<CodecHeader>() as u64 + u64::from(header.stream_bytes) + after > bytes.len() as u64
    {
        return Err(CodecError::Length {
            stated: header.stream_bytes,
            found: bytes.len(),
        });
    }
    Ok(header)
}

struct FrameReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl FrameReader<'_> {
    fn part(&mut self, size: usize) -> Result<CodecByteRange, CodecError> {
        let start = self.at.next_multiple_of(4);
        let end = start
            .checked_add(size)
            .filter(|end| *end <= self.bytes.len())
            .ok_or(CodecError::Shape)?;
        self.at = end;
        Ok(CodecByteRange { start, end })
    }

    fn list<T: Pod>(&mut self, count: usize) -> Result<Vec<T>, CodecError> {
        let part = self.part(count.checked_mul(size_of::<T>()).ok_or(CodecError::Shape)?)?;
        let bytes = &self.bytes[part.start..part.end];
        Ok(bytes
            .chunks_exact(size_of::<T>())
            .map(bytemuck::pod_read_unaligned)
            .collect())
    }
}

fn check_constants(constants: &[PackedConstant], bones: usize) -> Result<(), CodecError> {
    let is_good = |constant: &PackedConstant| {
        let property = Property::ALL.get(usize::from(constant.property));
        let is_rotation = property == Some(&Property::FullRotation);
        let length: f32 = constant.value.iter().map(|v| v * v).sum();
        usize::from(constant.bone) < bones
            && property.is_some_and(|property| *property != Property::Rotation)
            && constant.value.iter().all(|value| value.abs() <= LARGEST)
            && (!is_rotation || (length - 1.0).abs() < 1e-3)
    };
    if constants.iter().all(is_good) {
        Ok(())
    } else {
        Err(CodecError::Value)
    }
}

/// Contract: the constants are checked. Of two of one bone and property the later one counts.
fn stills(constants: &[PackedConstant]) -> Vec<Still> {
    let mut stills: Vec<Still> = Vec::new();
    for constant in constants {
        let (bone, property) = (
            usize::from(constant.bone),
            Property::ALL[usize::from(constant.property)],
        );
        let (block, lane) = ((bone / LANES) as u16, bone % LANES);
        let known = stills
            .iter()
            .position(|still| (still.block, still.property) == (block, property));
        let at = known.unwrap_or_else(|| {
            stills.push(Still {
                block,
                property,
                mask: [0; LANES],
                rows: [[0.0; LANES]; 4],
            });
            stills.len() - 1
        });
        stills[at].mask[lane] = u32::MAX;
        stills[at]
            .rows
            .iter_mut()
            .zip(constant.value)
            .for_each(|(row, value)| row[lane] = value);
    }
    stills
}

fn groups(
    records: &[PackedGroup],
    bones: usize,
    reader: &mut FrameReader<'_>,
) -> Result<(Vec<Group>, usize), CodecError> {
    let mut groups: Vec<Group> = Vec::with_capacity(records.len());
    let mut components = 0;
    for (at, record) in records.iter().enumerate() {
        let bad = CodecError::Group { group: at };
        let property = *Property::ALL.get(usize::from(record.property)).ok_or(bad)?;
        let in_order = groups
            .last()
            .is_none_or(|before| (before.block, before.property) < (record.block, property));
        if record.lanes == 0 || usize::from(record.block) * LANES >= bones || !in_order {
            return Err(bad);
        }
        let mask = std::array::from_fn(|lane| {
            if record.lanes & (1 << lane) == 0 {
                0
            } else {
                u32::MAX
            }
        });
        let mut group = Group {
            mask,
            places: std::array::from_fn(|lane| (record.lanes & ((1 << lane) - 1)).count_ones()),
            block: record.block,
            property,
            lanes: record.lanes,
            first: components as u32,
            base: [[0.0; LANES]; 6],
        };
        let lanes = group.lane_count();
        components += property.width() * lanes;
        for row in 0..property.base_rows() {
            let values: Vec<f32> = reader.list(lanes)?;
            spread(record.lanes, &values, &mut group.base[row]);
        }
        check_base(&group)?;
        groups.push(group);
    }
    Ok((groups, components))
}

fn check_base(group: &Group) -> Result<(), CodecError> {
    let is_finite = group
        .base
        .iter()
        .flatten()
        .all(|value| value.abs() <= LARGEST);
    let is_unit = |lane: usize| {
        let length: f32 = group.base[..4]
            .iter()
            .map(|row| row[lane] * row[lane])
            .sum();
        group.lanes & (1 << lane) == 0 || (length - 1.0).abs() < 1e-3
    };
    let is_good = is_finite && (group.property != Property::Rotation || (0..LANES).all(is_unit));
    if is_good {
        Ok(())
    } else {
        Err(CodecError::Value)
    }
}

/// One value a set bit, into the lanes of the bits.
fn spread(lanes: u8, values: &[f32], out: &mut Row) {
    let set = (0..LANES).filter(|lane| lanes & (1 << lane) != 0);
    set.zip(values).for_each(|(lane, value)| out[lane] = *value);
}
