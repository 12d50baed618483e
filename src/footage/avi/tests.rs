//! Files are read back by a parser of their own, which knows the format and not the writer.

use super::*;
use crate::encode::jpeg;
use render::Image;

impl VideoFile for Vec<u8> {
    fn append(&mut self, bytes: &[u8]) -> Result<(), FootageError> {
        self.extend_from_slice(bytes);
        Ok(())
    }

    fn patch(&mut self, at: u64, bytes: &[u8]) -> Result<(), FootageError> {
        self[at as usize..][..bytes.len()].copy_from_slice(bytes);
        Ok(())
    }
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

fn long(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap())
}

/// A chunk: its name (of a list its kind), where its content is, and how long that is.
struct Found {
    name: String,
    at: usize,
    bytes: usize,
}

/// All chunks between two places, lists opened. Everything has to fit exactly.
fn walk(file: &[u8], mut at: usize, end: usize) -> Vec<Found> {
    let mut found = Vec::new();
    while at < end {
        let name = String::from_utf8(file[at..at + 4].to_vec()).unwrap();
        let bytes = word(file, at + 4) as usize;
        let content = at + 8;
        assert!(content + bytes <= end, "{name} at {at} goes beyond {end}");
        if name == "RIFF" || name == "LIST" {
            let kind = String::from_utf8(file[content..content + 4].to_vec()).unwrap();
            found.push(Found {
                name: kind,
                at: content,
                bytes,
            });
            found.extend(walk(file, content + 4, content + bytes));
        } else {
            found.push(Found {
                name,
                at: content,
                bytes,
            });
        }
        at = content + bytes.next_multiple_of(2);
    }
    assert_eq!(at, end, "chunks fill their list");
    found
}

fn named<'a>(found: &'a [Found], name: &str) -> Vec<&'a Found> {
    found.iter().filter(|it| it.name == name).collect()
}

fn picture(size: UVec2, shade: u8) -> Image {
    let texel = |at: u32| [shade, (at % 251) as u8, 255 - shade, 255];
    Image {
        width: size.x,
        height: size.y,
        rgba: (0..size.x * size.y).flat_map(texel).collect(),
    }
}

fn video(size: UVec2, rate: &str, frames: u8, most: u64) -> (Vec<u8>, Vec<Vec<u8>>) {
    let mut file = Vec::new();
    let rate = rate.parse().unwrap();
    let mut writer = AviWriter::begin_in_parts(&mut file, size, rate, most).unwrap();
    let frames: Vec<Vec<u8>> = (0..frames)
        .map(|at| jpeg(&picture(size, at * 20)).unwrap())
        .collect();
    frames.iter().for_each(|frame| writer.add(frame).unwrap());
    writer.finish().unwrap();
    (file, frames)
}

/// Frames in their order, by the index of indexes.
fn by_indexes(file: &[u8], found: &[Found]) -> Vec<Vec<u8>> {
    let top = named(found, "indx")[0].at;
    let mut frames = Vec::new();
    for part in 0..word(file, top + 4) as usize {
        let entry = top + 24 + 16 * part;
        let (index, bytes, count) = (
            long(file, entry) as usize,
            word(file, entry + 8) as usize,
            word(file, entry + 12),
        );
        assert_eq!(&file[index..index + 4], b"ix00");
        assert_eq!(word(file, index + 4) as usize + 8, bytes);
        assert_eq!(word(file, index + 12), count);
        let base = long(file, index + 20) as usize;
        for at in 0..count as usize {
            let entry = index + 32 + 8 * at;
            let (begin, bytes) = (
                base + word(file, entry) as usize,
                word(file, entry + 4) as usize,
            );
            assert_eq!(&file[begin - 8..begin - 4], b"00dc");
            assert_eq!(word(file, begin - 4) as usize, bytes);
            frames.push(file[begin..begin + bytes].to_vec());
        }
    }
    frames
}

/// Frames of the first part, by the index that every reader knows.
fn by_old_index(file: &[u8], found: &[Found]) -> Vec<Vec<u8>> {
    let (index, list) = (named(found, "idx1")[0], named(found, "movi")[0].at);
    let entry = |at: usize| {
        let entry = index.at + 16 * at;
        assert_eq!(&file[entry..entry + 4], b"00dc");
        assert_eq!(
            word(file, entry + 4) & 0x10,
            0x10,
            "each frame can be sought"
        );
        let (begin, bytes) = (
            list + word(file, entry + 8) as usize,
            word(file, entry + 12) as usize,
        );
        assert_eq!(&file[begin..begin + 4], b"00dc");
        file[begin + 8..begin + 8 + bytes].to_vec()
    };
    (0..index.bytes / 16).map(entry).collect()
}

#[test]
fn a_video_is_read_back_frame_by_frame() {
    let size = UVec2::new(32, 24);
    let (file, frames) = video(size, "30", 7, PART);
    let found = walk(&file, 0, file.len());
    assert_eq!(by_indexes(&file, &found), frames);
    assert_eq!(by_old_index(&file, &found), frames);
    let main = named(&found, "avih")[0].at;
    assert_eq!(
        [0, 16, 24, 32, 36].map(|at| word(&file, main + at)),
        [33_333, 7, 1, 32, 24]
    );
    let stream = named(&found, "strh")[0].at;
    assert_eq!(&file[stream..stream + 8], b"vidsMJPG");
    assert_eq!([20, 24, 32].map(|at| word(&file, stream + at)), [1, 30, 7]);
    let largest = frames.iter().map(Vec::len).max().unwrap() as u32;
    assert_eq!(word(&file, stream + 36), largest);
    let format = named(&found, "strf")[0];
    assert_eq!(format.bytes, 40);
    assert_eq!([4, 8].map(|at| word(&file, format.at + at)), [32, 24]);
    assert_eq!(&file[format.at + 16..format.at + 20], b"MJPG");
    assert_eq!(word(&file, named(&found, "dmlh")[0].at), 7);
    let author = named(&found, "ISFT")[0];
    assert!(file[author.at..].starts_with(b"Mutoscope\0") && author.at < 4096);
}

#[test]
fn pictures_come_out_of_it_as_they_went_in() {
    for size in [UVec2::new(1, 1), UVec2::new(33, 17), UVec2::new(640, 3)] {
        let (file, frames) = video(size, "25", 2, PART);
        let found = walk(&file, 0, file.len());
        assert_eq!(by_indexes(&file, &found), frames);
        let decoded = image::load_from_memory(&frames[1]).unwrap().into_rgb8();
        assert_eq!(decoded.dimensions(), (size.x, size.y));
        let wanted = picture(size, 20);
        let far = decoded
            .pixels()
            .zip(wanted.rgba.chunks_exact(4))
            .flat_map(|(a, b)| a.0.into_iter().zip(b.to_vec()))
            .map(|(a, b)| a.abs_diff(b))
            .max();
        assert!(far.unwrap() < 40, "{size}: {far:?}");
    }
}

#[test]
fn rates_of_television_are_kept_as_fractions() {
    let (file, _) = video(UVec2::new(8, 8), "29.97", 3, PART);
    let stream = named(&walk(&file, 0, file.len()), "strh")[0].at;
    assert_eq!([20, 24].map(|at| word(&file, stream + at)), [1001, 30_000]);
}

#[test]
fn one_frame_makes_a_video_and_none_makes_nothing() {
    let (file, frames) = video(UVec2::new(16, 16), "24", 1, PART);
    let found = walk(&file, 0, file.len());
    assert_eq!(by_old_index(&file, &found), frames);
    let mut file = Vec::new();
    let writer = AviWriter::begin(&mut file, UVec2::new(16, 16), FrameRate::default()).unwrap();
    assert!(matches!(writer.finish(), Err(FootageError::Empty)));
}

#[test]
fn what_goes_beyond_a_part_stands_in_more_of_them() {
    let size = UVec2::new(40, 30);
    let most = 6000;
    let (file, frames) = video(size, "60", 12, most);
    let found = walk(&file, 0, file.len());
    let further = named(&found, "AVIX");
    assert!(further.len() > 2, "{} parts", further.len());
    assert!(further.iter().all(|part| part.bytes as u64 <= most));
    assert_eq!(by_indexes(&file, &found), frames);
    let first = by_old_index(&file, &found);
    assert!(!first.is_empty() && frames.starts_with(&first));
    let main = named(&found, "avih")[0].at;
    assert_eq!(word(&file, main + 16) as usize, first.len());
    let stream = named(&found, "strh")[0].at;
    assert_eq!(word(&file, stream + 32), 12);
    assert_eq!(word(&file, named(&found, "dmlh")[0].at), 12);
}

#[test]
fn a_video_of_more_parts_than_its_index_holds_is_refused() {
    let mut file = Vec::new();
    let size = UVec2::new(8, 8);
    let frame = jpeg(&picture(size, 0)).unwrap();
    let mut writer = AviWriter::begin_in_parts(&mut file, size, FrameRate::default(), 1).unwrap();
    let refused = (0..=MOST_PARTS).find_map(|_| writer.add(&frame).err());
    assert!(matches!(refused, Some(FootageError::TooLong)));
}
