//! Sub-tracks to bytes.

#[cfg(test)]
mod tests;

use super::{
    bits::{self, BitWriter},
    decode::ROTATION_UNIT,
    layout::{self, CodecHeader, PackedConstant, PackedGroup, Property},
    tracks::SubTrack,
};
use crate::{float::Extreme, pose::LANES};
use std::ops::Range;

/// The range of one component of one sub-track in one segment, and its width in bits.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Coded {
    least: u16,
    extent: u16,
    width: u8,
}

/// Least and largest value of each component of one sub-track in one segment.
type Extremes = [(f32, f32); 4];

/// Input of one packing.
#[derive(Clone)]
pub struct Packing<'a> {
    tracks: &'a [SubTrack],
    constants: &'a [PackedConstant],
    /// Range of the packed frames among those of the tracks.
    pub frames: Range<usize>,
    /// Bones of the skeleton.
    pub bones: usize,
    /// Frames a segment; the last may be shorter.
    pub segment_frames: usize,
    /// Segment by segment, one a track.
    extremes: Vec<Vec<Extremes>>,
}

impl<'a> Packing<'a> {
    /// Finds the range of every sub-track in every segment of `frames`.
    pub fn new(
        tracks: &'a [SubTrack],
        constants: &'a [PackedConstant],
        frames: Range<usize>,
        bones: usize,
        segment_frames: usize,
    ) -> Self {
        let mut packing = Self {
            tracks,
            constants,
            frames,
            bones,
            segment_frames,
            extremes: Vec::new(),
        };
        let of_segment = |segment| {
            tracks
                .iter()
                .map(|track| extremes(track, packing.segment(segment)))
                .collect()
        };
        packing.extremes = (0..packing.segment_count()).map(of_segment).collect();
        packing
    }

    /// Segments of the frames; 0 where no sub-track changes.
    pub fn segment_count(&self) -> usize {
        if self.tracks.is_empty() {
            0
        } else {
            self.frames.len().div_ceil(self.segment_frames)
        }
    }

    /// The frames of a segment, of the tracks'.
    fn segment(&self, segment: usize) -> Range<usize> {
        let first = self.frames.start + segment * self.segment_frames;
        first..(first + self.segment_frames).min(self.frames.end)
    }

    /// One packing per segment, each for that segment alone.
    pub fn apart(&self) -> Vec<Self> {
        let Self {
            tracks,
            constants,
            bones,
            segment_frames,
            ..
        } = *self;
        let alone = |segment: usize| Self {
            tracks,
            constants,
            frames: self.segment(segment),
            bones,
            segment_frames,
            extremes: vec![self.extremes[segment].clone()],
        };
        (0..self.segment_count()).map(alone).collect()
    }

    /// Packing of one frame alone, with the ranges of its segment. Contract: there is one segment.
    pub fn of_frame(&self, frame: usize) -> Self {
        Self {
            frames: frame..frame + 1,
            ..self.clone()
        }
    }

    /// The bytes of the whole clip but for their checksum. `allowed` is the error of one component
    /// as seen in object space, metres, a segment.
    pub fn pack(&self, allowed: &[f32], widths: &mut [u32]) -> Vec<u8> {
        let groups = groups(self.tracks);
        let order: Vec<(usize, usize)> = order(self.tracks, &groups).collect();
        let (mut stream, mut records) = (BitWriter::default(), Vec::new());
        for (segment, (allowed, extremes)) in allowed.iter().zip(&self.extremes).enumerate() {
            let coded: Vec<Coded> = order
                .iter()
                .map(|at| coded(self.tracks, extremes, *at, *allowed))
                .collect();
            push_frames(
                self.tracks,
                &order,
                &coded,
                self.segment(segment),
                &mut stream,
            );
            push_record(&coded, &mut records, widths);
        }
        self.assemble(&groups, stream.into_bytes(), &records)
    }

    fn assemble(&self, groups: &[Range<usize>], stream: Vec<u8>, records: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0; size_of::<CodecHeader>()];
        let mut part = |data: &[u8]| {
            bytes.resize(bytes.len().next_multiple_of(4), 0);
            bytes.extend_from_slice(data);
        };
        part(&stream);
        let stream_end = size_of::<CodecHeader>() + stream.len();
        let group_records: Vec<PackedGroup> = groups
            .iter()
            .map(|group| group_record(&self.tracks[group.clone()]))
            .collect();
        part(bytemuck::cast_slice(&group_records));
        part(bytemuck::cast_slice(self.constants));
        for group in groups {
            part(bytemuck::cast_slice(&bases(&self.tracks[group.clone()])));
        }
        part(records);
        let after = if groups.is_empty() { 0 } else { layout::WINDOW };
        let end = bytes.len().max(stream_end + after).next_multiple_of(4);
        bytes.resize(end, 0);
        let header = CodecHeader {
            magic: layout::MAGIC,
            version: layout::VERSION,
            segment_frames: self.segment_frames as u16,
            bytes: bytes.len() as u32,
            checksum: 0,
            frames: self.frames.len() as u32,
            bones: self.bones as u16,
            groups: groups.len() as u16,
            constants: self.constants.len() as u32,
            stream_bytes: stream.len() as u32,
        };
        bytes[..size_of::<CodecHeader>()].copy_from_slice(bytemuck::bytes_of(&header));
        bytes
    }
}

/// Runs of tracks of one block and property.
fn groups(tracks: &[SubTrack]) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for (at, track) in tracks.iter().enumerate() {
        let same = |range: &Range<usize>| {
            let first = &tracks[range.start];
            first.bone / LANES == track.bone / LANES && first.property == track.property
        };
        match groups.last_mut().filter(|range| same(range)) {
            Some(range) => range.end = at + 1,
            None => groups.push(at..at + 1),
        }
    }
    groups
}

fn group_record(tracks: &[SubTrack]) -> PackedGroup {
    let lanes = tracks
        .iter()
        .fold(0, |lanes, track| lanes | 1 << (track.bone % LANES));
    PackedGroup {
        block: (tracks[0].bone / LANES) as u16,
        property: tracks[0].property as u8,
        lanes,
        reserved: 0,
    }
}

/// Base values of the sub-tracks, row after row.
fn bases(tracks: &[SubTrack]) -> Vec<f32> {
    (0..tracks[0].base.len())
        .flat_map(|row| tracks.iter().map(move |track| track.base[row]))
        .collect()
}

/// Origin and unit of the 16-bit ranges of a component.
fn scale(track: &SubTrack, component: usize) -> (f32, f32) {
    match track.property {
        Property::Rotation | Property::FullRotation => (-1.0, ROTATION_UNIT),
        _ => (track.base[component], track.base[3 + component]),
    }
}

fn extremes(track: &SubTrack, frames: Range<usize>) -> Extremes {
    let mut extremes = [(f32::MAX, f32::MIN); 4];
    for value in &track.values[frames] {
        for ((least, most), value) in extremes.iter_mut().zip(value) {
            (*least, *most) = (least.lower(*value), most.higher(*value));
        }
    }
    extremes
}

fn coded(
    tracks: &[SubTrack],
    extremes: &[Extremes],
    (at, component): (usize, usize),
    allowed: f32,
) -> Coded {
    let (track, (least, most)) = (&tracks[at], extremes[at][component]);
    let (origin, unit) = scale(track, component);
    // A sub-track that stands still weighs nothing: any error is allowed, and it makes none.
    range_of(least, most, origin, unit, allowed / track.weight)
}

/// The narrowest code whose error stays within `allowed`.
fn range_of(least: f32, most: f32, origin: f32, unit: f32, allowed: f32) -> Coded {
    if unit == 0.0 {
        return Coded::default();
    }
    let steps = |value: f32| (value - origin) / unit;
    if (most - least) / 2.0 + unit / 2.0 <= allowed {
        let middle = steps((least + most) / 2.0).round().clamp(0.0, 65535.0);
        return Coded {
            least: middle as u16,
            extent: 0,
            width: 0,
        };
    }
    let low = steps(least).floor().clamp(0.0, 65535.0);
    let high = steps(most).ceil().clamp(low, 65535.0);
    let extent = high - low;
    let needed = (extent * unit / (2.0 * allowed)).ceil();
    let width = (1..bits::WIDEST)
        .find(|width| bits::largest(*width) as f32 >= needed)
        .unwrap_or(bits::WIDEST);
    Coded {
        least: low as u16,
        extent: extent as u16,
        width: width as u8,
    }
}

fn push_frames(
    tracks: &[SubTrack],
    order: &[(usize, usize)],
    coded: &[Coded],
    frames: Range<usize>,
    stream: &mut BitWriter,
) {
    let moving = order.iter().zip(coded).filter(|(_, coded)| coded.width > 0);
    let steps: Vec<_> = moving
        .map(|(&(at, component), coded)| {
            (
                at,
                component,
                QuantizationSteps::of(&tracks[at], component, coded),
            )
        })
        .collect();
    for frame in frames {
        for (at, component, steps) in &steps {
            stream.push(
                steps.code(tracks[*at].values[frame][*component]),
                steps.width,
            );
        }
    }
}

/// Tracks and components in the order of the codes.
fn order<'a>(
    tracks: &'a [SubTrack],
    groups: &'a [Range<usize>],
) -> impl Iterator<Item = (usize, usize)> + 'a {
    let components = |group: &'a Range<usize>| {
        let width = tracks[group.start].property.width();
        (0..width).flat_map(|component| group.clone().map(move |at| (at, component)))
    };
    groups.iter().flat_map(components)
}

/// Least value, step, largest code and width of the codes of one component.
struct QuantizationSteps {
    least: f32,
    step: f32,
    largest: f32,
    width: u32,
}

impl QuantizationSteps {
    fn of(track: &SubTrack, component: usize, coded: &Coded) -> Self {
        let (origin, unit) = scale(track, component);
        let largest = bits::largest(coded.width.into()) as f32;
        let step = f32::from(coded.extent) * unit / largest;
        Self {
            least: origin + f32::from(coded.least) * unit,
            step,
            largest,
            width: coded.width.into(),
        }
    }

    /// Code nearest to `value`.
    fn code(&self, value: f32) -> u32 {
        if self.step > 0.0 {
            ((value - self.least) / self.step + 0.5).clamp(0.0, self.largest) as u32
        } else {
            0
        }
    }
}

fn push_record(all: &[Coded], records: &mut Vec<u8>, widths: &mut [u32]) {
    let start = records.len();
    records.extend(all.iter().flat_map(|range| range.least.to_le_bytes()));
    records.extend(all.iter().flat_map(|range| range.extent.to_le_bytes()));
    records.extend(all.iter().map(|range| range.width));
    records.resize(start + layout::record_bytes(all.len()), 0);
    all.iter()
        .for_each(|range| widths[usize::from(range.width)] += 1);
}
