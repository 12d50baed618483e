//! Videos of JPEG pictures in an AVI file, frame by frame.
//!
//! The file begins with a part that every reader knows, with an index of its own (`idx1`). What
//! goes beyond its size stands in further parts, which readers of OpenDML find through the index of
//! indexes (`indx`). No picture depends on another one, so that any frame can be sought.

#[cfg(test)]
mod tests;

use crate::{FootageError, FrameRate};
use files::{AUTHOR, StagedOutput};
use glam::UVec2;

/// Bytes of a part at most: older readers count offsets in it with 31 bits, and may add some.
const PART: u64 = 1 << 30;
/// Parts that the index of indexes has room for.
const MOST_PARTS: usize = 100;
/// Every picture can be shown without another.
const KEYFRAME: u32 = 0x10;
/// The file has an index.
const HAS_INDEX: u32 = 0x10;
const FRAME: &[u8; 4] = b"00dc";

/// Destination that a video is written to.
pub(crate) trait VideoFile {
    /// Writes behind what is there. An error where that fails.
    fn append(&mut self, bytes: &[u8]) -> Result<(), FootageError>;
    /// Writes over bytes that are there. An error where that fails.
    fn patch(&mut self, at: u64, bytes: &[u8]) -> Result<(), FootageError>;
}

impl VideoFile for StagedOutput<'_> {
    fn append(&mut self, bytes: &[u8]) -> Result<(), FootageError> {
        Ok(StagedOutput::append(self, bytes)?)
    }

    fn patch(&mut self, at: u64, bytes: &[u8]) -> Result<(), FootageError> {
        Ok(StagedOutput::patch(self, at, bytes)?)
    }
}

/// A frame of the part that is written: where its bytes begin after the part's list of frames, and
/// how many there are.
struct FrameEntry {
    offset: u32,
    bytes: u32,
}

/// A finished part: where its index is, its bytes, and its frames.
struct PartEntry {
    index: u64,
    index_bytes: u32,
    frames: u32,
}

/// An AVI file while it is written.
pub(crate) struct AviWriter<'a> {
    file: &'a mut dyn VideoFile,
    size: UVec2,
    rate: FrameRate,
    /// Bytes of a part at most.
    most: u64,
    /// Bytes that were written.
    at: u64,
    /// Byte offset of the part that is being written.
    part: u64,
    /// Byte offset of `movi` in the list of frames of the current part.
    list: u64,
    frames: Vec<FrameEntry>,
    parts: Vec<PartEntry>,
    /// Bytes of the largest frame.
    largest: u32,
    /// Bytes of the first part and of its list of frames, once they are known.
    first: [u32; 2],
}

impl<'a> AviWriter<'a> {
    /// Begins a video of pictures of this size. An error where nothing can be written.
    pub fn begin(
        file: &'a mut dyn VideoFile,
        size: UVec2,
        rate: FrameRate,
    ) -> Result<Self, FootageError> {
        Self::begin_in_parts(file, size, rate, PART)
    }

    fn begin_in_parts(
        file: &'a mut dyn VideoFile,
        size: UVec2,
        rate: FrameRate,
        most: u64,
    ) -> Result<Self, FootageError> {
        let mut writer = Self {
            file,
            size,
            rate,
            most,
            at: 0,
            part: 0,
            list: 0,
            frames: Vec::new(),
            parts: Vec::new(),
            largest: 0,
            first: [0; 2],
        };
        let header = writer.header();
        writer.list = header.len() as u64 - 4;
        writer.append(&header)?;
        Ok(writer)
    }

    /// Adds a picture of the size of the video. An error where it cannot be written, or when there
    /// are too many.
    pub fn add(&mut self, jpeg: &[u8]) -> Result<(), FootageError> {
        let bytes = u32::try_from(jpeg.len()).map_err(|_| FootageError::TooLong)?;
        let index = 16 * (self.frames.len() as u64 + 1) + 8 * (self.frames.len() as u64 + 5);
        if self.at + u64::from(bytes) + index > self.part + self.most && !self.frames.is_empty() {
            self.end_part()?;
            self.begin_part()?;
        }
        self.frames.push(FrameEntry {
            offset: (self.at - self.list) as u32,
            bytes,
        });
        self.largest = self.largest.max(bytes);
        let mut chunk = Vec::with_capacity(jpeg.len() + 9);
        chunk.extend(FRAME);
        chunk.extend(bytes.to_le_bytes());
        chunk.extend(jpeg);
        pad(&mut chunk);
        self.append(&chunk)
    }

    /// Writes the indexes and what the header says. An error without a frame, and where it cannot
    /// be written.
    pub fn finish(mut self) -> Result<(), FootageError> {
        if self.frames.is_empty() {
            return Err(FootageError::Empty);
        }
        self.end_part()?;
        let header = self.header();
        self.file.patch(0, &header)
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), FootageError> {
        self.at += bytes.len() as u64;
        self.file.append(bytes)
    }

    /// Frames of all finished parts.
    fn count(&self) -> u32 {
        self.parts.iter().map(|part| part.frames).sum()
    }

    fn begin_part(&mut self) -> Result<(), FootageError> {
        if self.parts.len() == MOST_PARTS {
            return Err(FootageError::TooLong);
        }
        self.part = self.at;
        self.list = self.at + 20;
        self.append(b"RIFF\0\0\0\0AVIXLIST\0\0\0\0movi")
    }

    /// Indexes of a part, and its sizes in the two places that say them.
    fn end_part(&mut self) -> Result<(), FootageError> {
        let frames = std::mem::take(&mut self.frames);
        let index = self.frame_index(&frames);
        self.parts.push(PartEntry {
            index: self.at,
            index_bytes: index.len() as u32,
            frames: frames.len() as u32,
        });
        self.append(&index)?;
        let list_bytes = (self.at - self.list) as u32;
        if self.part == 0 {
            self.append(&old_index(&frames))?;
            self.first = [(self.at - 8) as u32, list_bytes];
            return Ok(());
        }
        let part_bytes = (self.at - self.part - 8) as u32;
        self.file.patch(self.part + 4, &part_bytes.to_le_bytes())?;
        self.file.patch(self.list - 4, &list_bytes.to_le_bytes())
    }

    /// `ix00`: where each frame of the part is.
    fn frame_index(&self, frames: &[FrameEntry]) -> Vec<u8> {
        let mut entries = Vec::new();
        entries.extend(2u16.to_le_bytes());
        // Entries are of chunks.
        entries.extend([0, 1]);
        words(&mut entries, &[frames.len() as u32]);
        entries.extend(FRAME);
        entries.extend(self.list.to_le_bytes());
        words(&mut entries, &[0]);
        for frame in frames {
            words(&mut entries, &[frame.offset + 8, frame.bytes]);
        }
        chunk(b"ix00", &entries)
    }

    /// Everything before the first frame, as it is known by now: always of the same size.
    fn header(&self) -> Vec<u8> {
        let stream = [
            chunk(b"strh", &self.stream_header()),
            chunk(b"strf", &self.format()),
            chunk(b"indx", &self.part_index()),
        ];
        let mut extension = vec![0; 248];
        extension[..4].copy_from_slice(&self.count().to_le_bytes());
        let header = [
            chunk(b"avih", &self.main_header()),
            list(b"strl", &stream.concat()),
            list(b"odml", &chunk(b"dmlh", &extension)),
        ];
        let author = chunk(b"ISFT", format!("{AUTHOR}\0").as_bytes());
        let mut bytes = b"RIFF".to_vec();
        words(&mut bytes, &[self.first[0]]);
        bytes.extend(b"AVI ");
        bytes.extend(list(b"hdrl", &header.concat()));
        bytes.extend(list(b"INFO", &author));
        bytes.extend(b"LIST");
        words(&mut bytes, &[self.first[1]]);
        bytes.extend(b"movi");
        bytes
    }

    /// `avih`: what readers of the first part alone know of the file.
    fn main_header(&self) -> Vec<u8> {
        let frame = 1e6 / self.rate.per_second();
        let bytes = f64::from(self.largest) * self.rate.per_second();
        let first = self.parts.first().map_or(0, |part| part.frames);
        let mut header = Vec::new();
        words(
            &mut header,
            &[
                frame.round() as u32,
                bytes.min(f64::from(u32::MAX)) as u32,
                0,
                HAS_INDEX,
                first,
                0,
            ],
        );
        words(
            &mut header,
            &[1, self.largest, self.size.x, self.size.y, 0, 0, 0, 0],
        );
        header
    }

    /// `strh`: the video, with all its parts.
    fn stream_header(&self) -> Vec<u8> {
        let mut header = b"vidsMJPG".to_vec();
        words(&mut header, &[0, 0, 0]);
        words(
            &mut header,
            &[self.rate.seconds(), self.rate.frames(), 0, self.count()],
        );
        words(&mut header, &[self.largest, u32::MAX, 0]);
        for side in [0, 0, self.size.x, self.size.y] {
            header.extend((side as u16).to_le_bytes());
        }
        header
    }

    /// `strf`: the pictures.
    fn format(&self) -> Vec<u8> {
        let mut format = Vec::new();
        words(&mut format, &[40, self.size.x, self.size.y]);
        // One plane of 24 bits a pixel.
        words(&mut format, &[1 | 24 << 16]);
        format.extend(b"MJPG");
        words(&mut format, &[self.size.x * self.size.y * 3, 0, 0, 0, 0]);
        format
    }

    /// `indx`: where the index of each part is.
    fn part_index(&self) -> Vec<u8> {
        let mut entries = Vec::new();
        entries.extend(4u16.to_le_bytes());
        // Entries are of indexes.
        entries.extend([0, 0]);
        words(&mut entries, &[self.parts.len() as u32]);
        entries.extend(FRAME);
        words(&mut entries, &[0, 0, 0]);
        for part in &self.parts {
            entries.extend(part.index.to_le_bytes());
            words(&mut entries, &[part.index_bytes, part.frames]);
        }
        entries.resize(24 + 16 * MOST_PARTS, 0);
        entries
    }
}

/// `idx1`: where each frame of the first part is, for readers that know no other parts.
fn old_index(frames: &[FrameEntry]) -> Vec<u8> {
    let mut entries = Vec::new();
    for frame in frames {
        entries.extend(FRAME);
        words(&mut entries, &[KEYFRAME, frame.offset, frame.bytes]);
    }
    chunk(b"idx1", &entries)
}

fn words(bytes: &mut Vec<u8>, words: &[u32]) {
    words
        .iter()
        .for_each(|word| bytes.extend(word.to_le_bytes()));
}

fn chunk(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let mut bytes = name.to_vec();
    words(&mut bytes, &[content.len() as u32]);
    bytes.extend(content);
    pad(&mut bytes);
    bytes
}

fn list(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    chunk(b"LIST", &[&name[..], content].concat())
}

/// Chunks begin at even bytes.
fn pad(bytes: &mut Vec<u8>) {
    if !bytes.len().is_multiple_of(2) {
        bytes.push(0);
    }
}
