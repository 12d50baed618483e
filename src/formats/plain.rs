//! Serde helpers for `#[serde(with)]`: arrays of plain values travel as the bytes that they are, in
//! the byte order of the machine.

use anim::Array;
use bytemuck::Pod;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use words::tr;

/// Writes all values as one block of bytes.
pub fn serialize<T: Pod, S: Serializer>(
    array: &Array<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let bytes: &[u8] = bytemuck::cast_slice(&array[..]);
    bytes.serialize(serializer)
}

/// Reads a block of bytes. An Err means that it ends within a value.
pub fn deserialize<'de, T: Pod, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Array<T>, D::Error> {
    let bytes = Vec::<u8>::deserialize(deserializer)?;
    if !bytes.len().is_multiple_of(size_of::<T>()) {
        return Err(D::Error::custom(tr!("an array ends within a value")));
    }
    Ok(bytes
        .chunks_exact(size_of::<T>())
        .map(bytemuck::pod_read_unaligned::<T>)
        .collect())
}
