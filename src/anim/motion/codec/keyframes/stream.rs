//! The bytes of a stream of keys.
//!
//! ```text
//! header   88 bytes, see `StreamHeader`
//! keys     10 bytes each: frame u16, bone × 4 + property u16, value 3 × u16
//! ```
//!
//! Everything is little-endian. A key is needed from the key before it on (of its bone and
//! property), and keys are in the order in which they are needed; the first of every bone and
//! property is at frame 0. So what has arrived plays up to the key before the last one that came.

use crate::codec::smallest_three::{self, BITS_OF_48};
use bytemuck::{Pod, Zeroable};
use glam::{Quat, Vec3};
use std::fmt;
use words::tr;

/// The first bytes of every stream.
pub const MAGIC: [u8; 4] = *b"MKEY";
/// The version of the format that is written and read.
pub const VERSION: u16 = 1;
/// Bytes of the header, before the first key.
pub const HEADER_BYTES: usize = size_of::<StreamHeader>();
/// Size of one key, bytes.
pub const KEY_BYTES: usize = size_of::<PackedKey>();
/// Maximum number of frames that a key's frame index can address.
pub const MOST_FRAMES: usize = 1 << 16;
/// Maximum number of bones that a key's bone index can address.
pub const MOST_BONES: usize = 1 << 14;
/// Metres or factors, of a range's start and extent.
pub(super) const LARGEST: f32 = 1e30;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(super) struct StreamHeader {
    /// Magic bytes of the format, always [`MAGIC`].
    pub magic: [u8; 4],
    /// Always [`VERSION`].
    pub version: u16,
    /// Bones of the skeleton.
    pub bones: u16,
    /// The skeleton's name.
    pub skeleton: u64,
    /// Frames of the clip.
    pub frames: u32,
    /// Number of keys that follow the header.
    pub keys: u32,
    /// Seconds from the first frame to the last.
    pub length: f32,
    /// 0: the values are transforms. Else they are differences: 1 in the parent's frame, 2 in the
    /// model's, 3 in the bone's.
    pub additive: u32,
    /// Range of the translations, metres.
    pub translation: VectorRange,
    /// Range of the scales.
    pub scale: VectorRange,
    /// Reserved, not used.
    pub reserved: [u32; 2],
}

/// Vectors are stored as parts of the clip's range, 65535 to an extent.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(super) struct VectorRange {
    /// Least value of each component.
    pub least: [f32; 3],
    /// Largest value of each component less the least, 0 or more.
    pub extent: [f32; 3],
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(super) struct PackedKey {
    /// Index of the frame of the key.
    pub frame: u16,
    /// Bone × 4 + index in [`KeyframeProperty::ALL`].
    pub track: u16,
    /// A rotation is a number of 48 bits, the lowest first.
    pub value: [u16; 3],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum KeyframeProperty {
    Rotation,
    Translation,
    Scale,
}

impl KeyframeProperty {
    /// Every property, in the order of their numbers in [`PackedKey::track`].
    pub const ALL: [KeyframeProperty; 3] = [
        KeyframeProperty::Rotation,
        KeyframeProperty::Translation,
        KeyframeProperty::Scale,
    ];
}

/// Reason why bytes are not a stream of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyframeError {
    /// The bytes do not begin as a stream does.
    NotKeys,
    Version {
        found: u16,
    },
    /// Made for another skeleton.
    Skeleton,
    /// A number that is not finite or too large, or a kind that is not known.
    Header,
    /// More bytes than were announced.
    TooMany,
    /// The key names a bone, property or frame that is not there, or comes before it is due.
    Key {
        key: usize,
    },
}

impl fmt::Display for KeyframeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotKeys => f.write_str(tr!("these are not the bytes of a key stream")),
            Self::Version { found } => {
                f.write_str(&tr!("the stream has the unknown version {found}"))
            }
            Self::Skeleton => f.write_str(tr!("the stream uses another skeleton")),
            Self::Header => f.write_str(tr!("the stream's header has invalid values")),
            Self::TooMany => f.write_str(tr!("the stream has more keys than announced")),
            Self::Key { key } => {
                f.write_str(&tr!("key {key} is not one of the clip, or out of order"))
            }
        }
    }
}

impl std::error::Error for KeyframeError {}

impl VectorRange {
    /// Range that holds all `values`; None if the values cannot be stored.
    pub fn of(values: impl Iterator<Item = Vec3>) -> Option<Self> {
        let (least, most) = values.fold((Vec3::MAX, Vec3::MIN), |(low, high), v| {
            (low.min(v), high.max(v))
        });
        let range = if least.x <= most.x {
            Self {
                least: least.to_array(),
                extent: (most - least).to_array(),
            }
        } else {
            Self::default()
        };
        range.is_sound().then_some(range)
    }

    /// Whether its numbers are finite, not too large, and no extent is below 0.
    pub fn is_sound(&self) -> bool {
        let small = |value: &f32| (-LARGEST..=LARGEST).contains(value);
        self.least.iter().all(small)
            && self
                .extent
                .iter()
                .all(|extent| small(extent) && *extent >= 0.0)
    }

    /// A value as parts of the range; what lies outside becomes the nearest end.
    pub fn encode(&self, value: Vec3) -> [u16; 3] {
        std::array::from_fn(|i| {
            let part = if self.extent[i] > 0.0 {
                (value[i] - self.least[i]) / self.extent[i]
            } else {
                0.0
            };
            (part * 65535.0).round().clamp(0.0, 65535.0) as u16
        })
    }

    /// The value that parts of the range stand for.
    pub fn decode(&self, value: [u16; 3]) -> Vec3 {
        Vec3::from_array(std::array::from_fn(|i| {
            self.least[i] + f32::from(value[i]) / 65535.0 * self.extent[i]
        }))
    }
}

pub(super) fn encode_rotation(rotation: Quat) -> [u16; 3] {
    let code = smallest_three::encode(rotation, BITS_OF_48);
    [code as u16, (code >> 16) as u16, (code >> 32) as u16]
}

pub(super) fn decode_rotation([low, middle, high]: [u16; 3]) -> Quat {
    let code = u64::from(low) | u64::from(middle) << 16 | u64::from(high) << 32;
    smallest_three::decode(code, BITS_OF_48)
}
