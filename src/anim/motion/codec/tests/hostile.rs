//! Bytes made to break one rule of the layout at a time, each with a checksum that is right.

use super::{
    layout::{CodecHeader, PackedConstant, PackedGroup, Property, WINDOW},
    tests::{motion, tampered},
    *,
};
use crate::{Transform, fixture};
use bytemuck::Pod;
use glam::Vec3;

const FRAMES: usize = 150;

/// Where the parts of a clip lie.
struct Parts {
    bytes: Vec<u8>,
    groups: usize,
    constants: usize,
    bases: usize,
}

impl Parts {
    fn new() -> Self {
        let skeleton = super::tests::skeleton();
        let (frames, shells) = (motion(FRAMES), [EncoderSettings::DEFAULT_SHELL; 12]);
        let source = EncoderSource {
            skeleton: &skeleton,
            additive: None,
            bases: &[],
            frames: &frames,
            shells: &shells,
        };
        let bytes = encode(&source, &EncoderSettings::default())
            .unwrap()
            .0
            .bytes()
            .to_vec();
        let header: CodecHeader = read(&bytes, 0);
        let groups = (size_of::<CodecHeader>() + header.stream_bytes as usize).next_multiple_of(4);
        let constants = groups + usize::from(header.groups) * size_of::<PackedGroup>();
        let bases = constants + header.constants as usize * size_of::<PackedConstant>();
        Self {
            bytes,
            groups,
            constants,
            bases,
        }
    }

    fn header(&self) -> CodecHeader {
        read(&self.bytes, 0)
    }

    fn group(&self, at: usize) -> PackedGroup {
        read(&self.bytes, self.groups + at * size_of::<PackedGroup>())
    }

    fn group_count(&self) -> usize {
        self.header().groups.into()
    }

    /// Where the base of the first group of a property lies.
    fn base(&self, property: Property) -> usize {
        let rows = |group: &PackedGroup| match Property::ALL[usize::from(group.property)] {
            Property::Rotation => 4,
            Property::FullRotation => 0,
            _ => 6,
        };
        let is_before = |group: &PackedGroup| group.property != property as u8;
        let before = (0..self.group_count())
            .map(|at| self.group(at))
            .take_while(is_before);
        self.bases
            + before
                .map(|group| rows(&group) * group.lanes.count_ones() as usize * 4)
                .sum::<usize>()
    }

    fn with<T: Pod>(&self, at: usize, value: T) -> Option<CodecError> {
        self.changed(|bytes| write(bytes, at, value))
    }

    fn changed(&self, change: impl FnOnce(&mut Vec<u8>)) -> Option<CodecError> {
        Compressed::new(tampered(&self.bytes, change), FRAMES as u32, 12).err()
    }

    fn with_header(&self, header: CodecHeader) -> Option<CodecError> {
        self.with(0, header)
    }

    fn with_group(&self, at: usize, group: PackedGroup) -> Option<CodecError> {
        self.with(self.groups + at * size_of::<PackedGroup>(), group)
    }
}

fn read<T: Pod>(bytes: &[u8], at: usize) -> T {
    bytemuck::pod_read_unaligned(&bytes[at..at + size_of::<T>()])
}

fn write<T: Pod>(bytes: &mut [u8], at: usize, value: T) {
    bytes[at..at + size_of::<T>()].copy_from_slice(bytemuck::bytes_of(&value));
}

#[test]
fn the_parts_are_where_the_layout_says() {
    let parts = Parts::new();
    let of = |at: usize| {
        (
            parts.group(at).block,
            Property::ALL[usize::from(parts.group(at).property)],
        )
    };
    let listed: Vec<_> = (0..parts.group_count()).map(of).collect();
    use Property::{FullRotation, Rotation, Scale, Translation};
    assert_eq!(
        listed,
        [
            (0, Rotation),
            (0, FullRotation),
            (0, Translation),
            (1, Rotation),
            (1, Scale)
        ]
    );
    assert!(parts.header().constants > 0);
    assert_eq!(parts.changed(|_| ()), None);
}

#[test]
fn a_header_that_counts_wrong_is_refused() {
    let parts = Parts::new();
    let header = parts.header();
    assert_eq!(
        parts.with_header(CodecHeader {
            segment_frames: 0,
            ..header
        }),
        Some(CodecError::Shape)
    );
    assert_eq!(
        parts.with_header(CodecHeader {
            groups: u16::MAX,
            ..header
        }),
        Some(CodecError::Shape)
    );
    assert_eq!(
        parts.with_header(CodecHeader {
            constants: u32::MAX,
            ..header
        }),
        Some(CodecError::Shape)
    );
    let found = parts.bytes.len();
    let stated = header.bytes + 4;
    assert_eq!(
        parts.with_header(CodecHeader {
            bytes: stated,
            ..header
        }),
        Some(CodecError::Length { stated, found })
    );
    // A window that begins at the stream's end ends with the bytes at the latest.
    let most = (found - size_of::<CodecHeader>() - WINDOW) as u32;
    let refused = |stream_bytes| {
        parts.with_header(CodecHeader {
            stream_bytes,
            ..header
        })
    };
    assert!(!matches!(refused(most), Some(CodecError::Length { .. })));
    assert_eq!(
        refused(most + 1),
        Some(CodecError::Length {
            stated: most + 1,
            found
        })
    );
}

#[test]
fn no_clip_has_no_frames() {
    let header = CodecHeader {
        frames: 0,
        ..Parts::new().header()
    };
    let bytes = tampered(&Parts::new().bytes, |bytes| write(bytes, 0, header));
    assert_eq!(Compressed::new(bytes, 0, 12).err(), Some(CodecError::Shape));
}

#[test]
fn groups_name_blocks_of_the_skeleton_in_order_and_once() {
    let parts = Parts::new();
    for (at, group) in [
        (
            0,
            PackedGroup {
                lanes: 0,
                ..parts.group(0)
            },
        ),
        (
            0,
            PackedGroup {
                property: 4,
                ..parts.group(0)
            },
        ),
        (1, parts.group(0)),
        (
            3,
            PackedGroup {
                block: 0,
                ..parts.group(3)
            },
        ),
        (
            4,
            PackedGroup {
                block: 2,
                ..parts.group(4)
            },
        ),
    ] {
        assert_eq!(
            parts.with_group(at, group),
            Some(CodecError::Group { group: at }),
            "{group:?}"
        );
    }
}

#[test]
fn constants_are_sound_values_of_bones_that_are_there() {
    let parts = Parts::new();
    let constant: PackedConstant = read(&parts.bytes, parts.constants);
    assert_eq!(constant.property, Property::FullRotation as u16);
    let refused = |constant: PackedConstant| parts.with(parts.constants, constant);
    let longer = |by: f32| PackedConstant {
        value: constant.value.map(|v| v * by),
        ..constant
    };
    assert_eq!(
        [refused(longer(1.00047)), refused(longer(0.99953))],
        [None; 2]
    );
    assert_eq!(
        refused(PackedConstant {
            bone: 11,
            ..constant
        }),
        None
    );
    let translation = Property::Translation as u16;
    assert_eq!(
        refused(PackedConstant {
            property: translation,
            value: [5.0; 4],
            ..constant
        }),
        None
    );
    for bad in [
        longer(1.00053),
        longer(0.99947),
        PackedConstant {
            bone: 12,
            ..constant
        },
        PackedConstant {
            property: Property::Rotation as u16,
            ..constant
        },
        PackedConstant {
            property: 4,
            ..constant
        },
        PackedConstant {
            property: translation,
            value: [0.0, f32::NAN, 0.0, 0.0],
            ..constant
        },
    ] {
        assert_eq!(refused(bad), Some(CodecError::Value), "{bad:?}");
    }
}

#[test]
fn bases_are_turns_of_unit_length_and_ranges_that_stay_numbers() {
    let parts = Parts::new();
    let rotation = parts.base(Property::Rotation);
    let lanes = parts.group(0).lanes.count_ones() as usize;
    let bad = Some(CodecError::Value);
    for (by, refused) in [
        (1.00047, None),
        (0.99953, None),
        (1.00053, bad),
        (0.99947, bad),
    ] {
        // Of the last of its lanes.
        let grown = parts.changed(|bytes| {
            for row in 0..4 {
                let at = rotation + (row * lanes + lanes - 1) * 4;
                let value: f32 = read(bytes, at);
                write(bytes, at, value * by);
            }
        });
        assert_eq!(grown, refused, "{by}");
    }
    let translation = parts.base(Property::Translation);
    assert_eq!(parts.with(translation, 9.9e17f32), None);
    for bad in [1.1e18, -1.1e18, f32::NAN, f32::INFINITY] {
        assert_eq!(
            parts.with(translation, bad),
            Some(CodecError::Value),
            "{bad}"
        );
    }
}

#[test]
fn widths_beyond_the_widest_and_codes_beyond_the_stream_are_refused() {
    let parts = Parts::new();
    let header = parts.header();
    let group = |at: usize| parts.group(at);
    let lanes = |at: usize| group(at).lanes.count_ones() as usize;
    let width = |at: usize| Property::ALL[usize::from(group(at).property)].width();
    let components: usize = (0..parts.group_count())
        .map(|at| lanes(at) * width(at))
        .sum();
    let segments = FRAMES.div_ceil(header.segment_frames.into());
    let base_floats: usize = (0..parts.group_count())
        .map(|at| lanes(at) * [4, 0, 6, 6][usize::from(group(at).property)])
        .sum();
    let records = parts.bases + 4 * base_floats;
    let record = (5 * components).div_ceil(4) * 4;
    assert!(records + record * segments <= parts.bytes.len());
    let widths = |segment: usize| records + segment * record + 4 * components;
    assert_eq!(
        parts.with(widths(0) + components - 1, 25u8),
        Some(CodecError::Value)
    );
    let last = segments - 1;
    // One bit more a frame than the stream has.
    let at = (widths(last)..widths(last) + components)
        .find(|at| (1..24).contains(&parts.bytes[*at]))
        .unwrap();
    assert_eq!(
        parts.with(at, parts.bytes[at] + 1),
        Some(CodecError::Segment { segment: last })
    );
    let wide = parts.changed(|bytes| bytes[widths(last)..widths(last) + components].fill(24));
    assert_eq!(wide, Some(CodecError::Segment { segment: last }));
}

#[test]
fn a_clip_tells_which_bones_it_stores_and_how_its_frames_are_cut() {
    let parts = Parts::new();
    let clip = Compressed::new(parts.bytes.as_slice().into(), FRAMES as u32, 12).unwrap();
    assert_eq!(clip.bones(), (0..12).collect::<Vec<_>>());
    for group in clip.groups.iter() {
        let is_out = |lane: &usize| group.lanes & 1 << lane == 0;
        assert!(
            (0..8)
                .filter(is_out)
                .all(|lane| group.base.iter().all(|row| row[lane] == 0.0))
        );
    }
    let frames = u32::from(parts.header().segment_frames);
    let lengths: Vec<u32> = (0..clip.segment_count())
        .map(|segment| clip.segment_length(segment))
        .collect();
    assert_eq!(lengths.iter().sum::<u32>(), FRAMES as u32);
    assert!(
        lengths[..lengths.len() - 1]
            .iter()
            .all(|length| *length == frames)
    );

    let skeleton = fixture::skeleton(&[-1, 0, 1], |_| Transform::IDENTITY);
    let mut still = crate::Pose::reference(&skeleton);
    still.set_translation(1, Vec3::X);
    let (frames, shells) = (vec![still; 5], [0.03; 3]);
    let source = EncoderSource {
        skeleton: &skeleton,
        additive: None,
        bases: &[],
        frames: &frames,
        shells: &shells,
    };
    let clip = encode(&source, &EncoderSettings::default()).unwrap().0;
    assert_eq!(
        (clip.bones(), clip.segment_count(), clip.segment_length(0)),
        (vec![1], 1, 5)
    );
}

#[test]
fn the_checksum_is_fnv_1a_of_all_but_itself() {
    let bytes = Parts::new().bytes;
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for (at, byte) in bytes.iter().enumerate() {
        if !(12..16).contains(&at) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    let folded = (hash ^ (hash >> 32)) as u32;
    assert_eq!(
        (layout::checksum(&bytes), read::<u32>(&bytes, 12)),
        (folded, folded)
    );
}

#[test]
fn the_numbers_that_files_depend_on_are_those_that_were_published() {
    assert_eq!(
        (layout::MAGIC, layout::VERSION, bits::WIDEST),
        (*b"MCLP", 1, 24)
    );
    assert_eq!(WINDOW, 132, "older files end that far behind their codes");
    assert_eq!(1.0 / decode::ROTATION_UNIT, 32768.0);
    assert_eq!(
        (
            size_of::<CodecHeader>(),
            size_of::<PackedGroup>(),
            size_of::<PackedConstant>()
        ),
        (32, 8, 20)
    );
    assert_eq!(Property::ALL.map(|property| property as u8), [0, 1, 2, 3]);
    assert_eq!(Property::ALL.map(Property::width), [3, 4, 3, 3]);
    assert_eq!(
        [0, 1, 3, 4, 5].map(layout::record_bytes),
        [0, 8, 16, 20, 28]
    );
}

#[test]
fn lanes_beyond_the_last_bone_are_no_bones() {
    let skeleton = fixture::chain(5);
    let frame = |at: usize| crate::Pose::new([Transform::from_translation(Vec3::X * at as f32); 5]);
    let (frames, shells) = ([frame(0), frame(1), frame(3)], [0.03; 5]);
    let source = EncoderSource {
        skeleton: &skeleton,
        additive: None,
        bases: &[],
        frames: &frames,
        shells: &shells,
    };
    let clip = encode(&source, &EncoderSettings::default()).unwrap().0;
    assert_eq!(clip.groups[0].lanes, u8::MAX, "the group is filled up");
    assert_eq!(clip.bones(), [0, 1, 2, 3, 4]);
}
