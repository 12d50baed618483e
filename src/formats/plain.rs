//! Arrays of plain values as the bytes that they are.

use anim::Array;
use bytemuck::Pod;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

pub fn serialize<T: Pod, S: Serializer>(
    array: &Array<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let bytes: &[u8] = bytemuck::cast_slice(&array[..]);
    bytes.serialize(serializer)
}

pub fn deserialize<'de, T: Pod, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Array<T>, D::Error> {
    let bytes = Vec::<u8>::deserialize(deserializer)?;
    if !bytes.len().is_multiple_of(size_of::<T>()) {
        return Err(D::Error::custom("an array ends within a value"));
    }
    Ok(bytes
        .chunks_exact(size_of::<T>())
        .map(bytemuck::pod_read_unaligned::<T>)
        .collect())
}

/// A method of skinning by its name.
pub mod method {
    use anim::mesh::SkinMethod;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    enum Named {
        Linear,
        DualQuaternion,
    }

    pub fn serialize<S: Serializer>(method: &SkinMethod, serializer: S) -> Result<S::Ok, S::Error> {
        let named = match method {
            SkinMethod::Linear => Named::Linear,
            SkinMethod::DualQuaternion => Named::DualQuaternion,
        };
        named.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SkinMethod, D::Error> {
        Ok(match Named::deserialize(deserializer)? {
            Named::Linear => SkinMethod::Linear,
            Named::DualQuaternion => SkinMethod::DualQuaternion,
        })
    }
}
