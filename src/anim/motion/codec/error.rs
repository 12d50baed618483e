//! Why bytes are not a compressed clip.

use std::fmt;
use words::tr;

/// Reason why bytes are not a compressed clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodecError {
    /// The bytes do not begin as a compressed clip does.
    NotCompressed,
    Version {
        found: u16,
    },
    /// The stated length does not fit the length found, both in bytes.
    Length {
        stated: u32,
        found: usize,
    },
    Checksum,
    /// Keys or bones that differ from the clip's.
    Shape,
    /// The list of groups names a block that the skeleton lacks, an empty mask, or is not in order.
    Group {
        group: usize,
    },
    /// A range or value that is not finite, or a width beyond the widest.
    Value,
    /// A segment's codes lie outside the stream.
    Segment {
        segment: usize,
    },
}

impl fmt::Display for CodecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotCompressed => f.write_str(tr!("these are not the bytes of a compressed clip")),
            Self::Version { found } => {
                f.write_str(&tr!("compressed with the unknown version {found}"))
            }
            Self::Length { stated, found } => {
                f.write_str(&tr!("{found} bytes found, {stated} expected"))
            }
            Self::Checksum => f.write_str(tr!("the data changed after it was written")),
            Self::Shape => f.write_str(tr!("its keys or bones do not match its clip")),
            Self::Group { group } => f.write_str(&tr!("group {group} does not fit the skeleton")),
            Self::Value => f.write_str(tr!("a range is not finite or a width is too large")),
            Self::Segment { segment } => {
                f.write_str(&tr!("the codes of segment {segment} lie outside the data"))
            }
        }
    }
}

impl std::error::Error for CodecError {}
