//! Bulk data as bytes: little-endian, no padding, every list led by its length as u32.
//!
//! ```text
//! keys      "mtkeys\0\1"  f32 duration, list of track, list of curve
//! track     u32 bone (of the list in the clip's file), u32 bits (1 translation, 2 rotation,
//!           4 scale, 8 reference), a channel for each of the first three, then 3×f32 reference
//!           translation for the last
//! curve     text name, channel
//! channel   u32 interpolation (0 step, 1 linear, 2 cubic), list of f32 times, list of f32 values
//! vertices  "mtmesh\0\1"  u64 name, u32 influences, and the lists
//!           positions 3×f32, normals 3×f32, uvs 2×f32, colors 4×f32, joints u16, weights f32,
//!           palette (u32 bone of the list in the mesh's file, 12×f32),
//!           morphs (u64 name, f32 weight, u32 first, u32 count),
//!           deltas (u32 vertex, 6×f32), indices u32;
//!           with tangents it is "mtmesh\0\2", and they come last: 4×f32;
//!           with more it is "mtmesh\0\3", and after the tangents, which may be none, come tangents
//!           of deltas 3×f32, attributes (u64 name, u32 components, u32 first), their values f32;
//!           with skin-weight profiles it is "mtmesh\0\4", and after all that of "mtmesh\0\3" come
//!           profiles (u64 name, u32 influences, u32 first), their joints u16, their weights f32
//! part      "mtpart\0\1"  u64 name, palette, morphs: what parts with the same vertices differ in;
//!           the vertices then have name 0 and neither palette nor morphs
//! text      list of UTF-8 bytes
//! ```
//!
//! Invariant: reading holds every length against the bytes left before it allocates, and leaves no
//! byte over.

#[cfg(test)]
mod tests;

use anim::{
    Array, MeshPart, Name,
    mesh::{Attribute, Morph, MorphDelta, PaletteJoint, Profile, SkinMethod},
};
use asset::{
    BoneKey,
    source::{Channel, ClipSource, Interpolation, SourceCurve, Track},
};
use words::tr;

const KEYS: &[u8; 8] = b"mtkeys\0\x01";
/// The keys of a clip, whose tracks refer to bones by their place in the list of the clip's file.
pub struct BlobClipKeys {
    /// Tracks ascending by bone; `Track::bone` is not set in them.
    tracks: Vec<(u32, Track)>,
    duration: f32,
    curves: Vec<SourceCurve>,
}

impl BlobClipKeys {
    /// The keys with the names of their bones. A bone beyond the list is called by its number.
    pub fn of(&self, bones: &[BoneKey]) -> ClipSource {
        let key = |at: u32| {
            bones
                .get(at as usize)
                .cloned()
                .unwrap_or_else(|| tr!("bone {at}").as_str().into())
        };
        let track = |(bone, track): &(u32, Track)| Track {
            bone: key(*bone),
            ..track.clone()
        };
        let tracks = self.tracks.iter().map(track).collect();
        ClipSource {
            duration: self.duration,
            tracks,
            curves: self.curves.clone(),
        }
    }
}

/// Bit of a track that has a reference translation, which its keys were made for, after its
/// channels.
const REFERENCE: u32 = 8;
const PART: &[u8; 8] = b"mtpart\0\x01";
const VERTICES: &[u8; 8] = b"mtmesh\0\x01";
const VERTICES_WITH_TANGENTS: &[u8; 8] = b"mtmesh\0\x02";
const VERTICES_WITH_MORE: &[u8; 8] = b"mtmesh\0\x03";
const VERTICES_WITH_PROFILES: &[u8; 8] = b"mtmesh\0\x04";

/// Encodes keys. Bones are numbered in the order of the tracks.
pub fn from_keys(source: &ClipSource) -> Vec<u8> {
    let mut out = BlobWriter(Vec::with_capacity(room_of(source)));
    out.0.extend(KEYS);
    out.f32(source.duration);
    out.len(source.tracks.len());
    for (bone, track) in (0..).zip(&source.tracks) {
        out.u32(bone);
        let channels = [&track.translation, &track.rotation, &track.scale];
        let bits: u32 = (0..3)
            .filter(|i| channels[*i].is_some())
            .map(|i| 1 << i)
            .sum();
        out.u32(
            bits | if track.reference.is_some() {
                REFERENCE
            } else {
                0
            },
        );
        channels
            .into_iter()
            .flatten()
            .for_each(|channel| out.channel(channel));
        track
            .reference
            .iter()
            .for_each(|reference| out.f32s(reference));
    }
    out.len(source.curves.len());
    for curve in &source.curves {
        out.list(curve.name.as_bytes(), |out, byte| out.0.push(*byte));
        out.channel(&curve.channel);
    }
    out.0
}

/// Number of bytes that the encoded keys take.
fn room_of(source: &ClipSource) -> usize {
    let of = |channel: &Channel| 12 + 4 * (channel.times.len() + channel.values.len());
    let tracks = source.tracks.iter().map(|track| {
        let channels = [&track.translation, &track.rotation, &track.scale];
        let reference = track
            .reference
            .map_or(0, |reference| size_of_val(&reference));
        8 + reference + channels.into_iter().flatten().map(of).sum::<usize>()
    });
    let curves = source
        .curves
        .iter()
        .map(|curve| 4 + curve.name.len() + of(&curve.channel));
    KEYS.len() + 12 + tracks.chain(curves).sum::<usize>()
}

/// Decodes keys. An Err means a broken list, tracks that do not ascend or keys that are not sound.
pub fn to_keys(bytes: &[u8]) -> Result<BlobClipKeys, BlobError> {
    let mut bytes = BlobReader::new(bytes, KEYS)?;
    let duration = bytes.f32()?;
    let tracks: Vec<(u32, Track)> = bytes.list(BlobReader::track)?;
    if tracks.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
        return Err(bytes.broken(tr!("the tracks do not ascend by bone")));
    }
    let curves = bytes.list(|bytes| {
        Ok(SourceCurve {
            name: bytes.text()?,
            channel: bytes.channel(1)?,
        })
    })?;
    bytes.end()?;
    Ok(BlobClipKeys {
        tracks,
        duration,
        curves,
    })
}

/// Encodes all of a part but its skinning method, which is in the mesh's file.
pub fn from_vertices(part: &MeshPart) -> Vec<u8> {
    let has_more = !part.delta_tangents.is_empty() || !part.attributes.is_empty();
    let magic = match (has_more, part.tangents.is_empty()) {
        _ if !part.profiles.is_empty() => VERTICES_WITH_PROFILES,
        (true, _) => VERTICES_WITH_MORE,
        (false, true) => VERTICES,
        (false, false) => VERTICES_WITH_TANGENTS,
    };
    let mut out = BlobWriter(magic.to_vec());
    out.u64(part.name.0);
    out.u32(part.influences);
    out.f32_rows(&part.positions);
    out.f32_rows(&part.normals);
    out.f32_rows(&part.uvs);
    out.f32_rows(&part.colors);
    out.list(&part.joints, |out, joint| out.0.extend(joint.to_le_bytes()));
    out.f32_list(&part.weights);
    out.own(part);
    out.list(&part.deltas, |out, delta| {
        out.u32(delta.vertex);
        out.f32s(&delta.position);
        out.f32s(&delta.normal);
    });
    out.list(&part.indices, |out, index| out.u32(*index));
    if magic != VERTICES {
        out.f32_rows(&part.tangents);
    }
    if magic == VERTICES_WITH_MORE || magic == VERTICES_WITH_PROFILES {
        out.f32_rows(&part.delta_tangents);
        out.list(&part.attributes, |out, attribute| {
            out.u64(attribute.name.0);
            out.u32(attribute.components);
            out.u32(attribute.first);
        });
        out.f32_list(&part.attribute_values);
    }
    if magic == VERTICES_WITH_PROFILES {
        out.list(&part.profiles, |out, profile| {
            out.u64(profile.name.0);
            out.u32(profile.influences);
            out.u32(profile.first);
        });
        out.list(&part.profile_joints, |out, joint| {
            out.0.extend(joint.to_le_bytes())
        });
        out.f32_list(&part.profile_weights);
    }
    out.0
}

/// Encodes the vertices of a part without what [`from_own`] encodes.
pub fn from_shared_vertices(part: &MeshPart) -> Vec<u8> {
    from_vertices(&MeshPart {
        name: Name::NONE,
        palette: Array::default(),
        morphs: Array::default(),
        ..part.clone()
    })
}

/// Encodes what is a part's own where others have the same vertices: name, palette and morphs.
pub fn from_own(part: &MeshPart) -> Vec<u8> {
    let mut out = BlobWriter(PART.to_vec());
    out.u64(part.name.0);
    out.own(part);
    out.0
}

/// A part from shared vertices and the bytes of [`from_own`]. An Err also means that the two do not
/// fit.
pub fn to_part(shared: &MeshPart, own: &[u8]) -> Result<MeshPart, BlobError> {
    let mut bytes = BlobReader::new(own, PART)?;
    let name = Name(bytes.u64()?);
    let (palette, morphs) = (
        bytes.array(BlobReader::joint)?,
        bytes.array(BlobReader::morph)?,
    );
    bytes.end()?;
    let part = MeshPart {
        name,
        palette,
        morphs,
        ..shared.clone()
    };
    MeshPart::new(part)
        .map_err(|error| bytes.broken(&tr!("its data does not fit its vertices: {error}")))
}

/// Decodes vertices; the method is linear. An Err also means that they are not sound.
pub fn to_vertices(bytes: &[u8]) -> Result<MeshPart, BlobError> {
    let part = to_shared_vertices(bytes)?;
    let broken = |error| BlobError {
        byte: bytes.len(),
        what: tr!("the vertices are not valid: {error}"),
    };
    MeshPart::new(part).map_err(broken)
}

/// Decodes shared vertices; the method is linear. They are not checked before [`to_part`].
pub fn to_shared_vertices(bytes: &[u8]) -> Result<MeshPart, BlobError> {
    let known = [
        VERTICES_WITH_PROFILES,
        VERTICES_WITH_MORE,
        VERTICES_WITH_TANGENTS,
    ]
    .into_iter()
    .find(|magic| bytes.starts_with(*magic));
    let magic = known.unwrap_or(VERTICES);
    let mut bytes = BlobReader::new(bytes, magic)?;
    let mut part = MeshPart {
        name: Name(bytes.u64()?),
        method: SkinMethod::Linear,
        influences: bytes.u32()?,
        positions: bytes.array(BlobReader::f32s)?,
        normals: bytes.array(BlobReader::f32s)?,
        uvs: bytes.array(BlobReader::f32s)?,
        colors: bytes.array(BlobReader::f32s)?,
        joints: bytes.array(|bytes| bytes.take().map(u16::from_le_bytes))?,
        weights: bytes.array(BlobReader::f32)?,
        palette: bytes.array(BlobReader::joint)?,
        morphs: bytes.array(BlobReader::morph)?,
        deltas: bytes.array(BlobReader::delta)?,
        indices: bytes.array(BlobReader::u32)?,
        tangents: if magic != VERTICES {
            bytes.array(BlobReader::f32s)?
        } else {
            Array::default()
        },
        ..MeshPart::default()
    };
    if magic == VERTICES_WITH_MORE || magic == VERTICES_WITH_PROFILES {
        part.delta_tangents = bytes.array(BlobReader::f32s)?;
        part.attributes = bytes.array(BlobReader::attribute)?;
        part.attribute_values = bytes.array(BlobReader::f32)?;
    }
    if magic == VERTICES_WITH_PROFILES {
        part.profiles = bytes.array(BlobReader::profile)?;
        part.profile_joints = bytes.array(|bytes| bytes.take().map(u16::from_le_bytes))?;
        part.profile_weights = bytes.array(BlobReader::f32)?;
    }
    bytes.end()?;
    Ok(part)
}

/// Problem in a blob, with its byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlobError {
    /// Offset in the blob.
    pub byte: usize,
    /// A clause without a full stop.
    pub what: String,
}

struct BlobWriter(Vec<u8>);

impl BlobWriter {
    fn u32(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    fn u64(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }

    fn f32(&mut self, value: f32) {
        self.0.extend(value.to_le_bytes());
    }

    fn f32s(&mut self, values: &[f32]) {
        if cfg!(target_endian = "little") {
            self.0.extend_from_slice(bytemuck::cast_slice(values))
        } else {
            values.iter().for_each(|value| self.f32(*value))
        }
    }

    fn f32_list(&mut self, values: &[f32]) {
        self.len(values.len());
        self.f32s(values);
    }

    fn f32_rows<const N: usize>(&mut self, rows: &[[f32; N]]) {
        self.len(rows.len());
        self.f32s(rows.as_flattened());
    }

    /// Writes the length of a list; it fits since lists come from files of less than 4 GiB.
    fn len(&mut self, len: usize) {
        debug_assert!(u32::try_from(len).is_ok());
        self.u32(len as u32);
    }

    fn list<T>(&mut self, values: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.len(values.len());
        values.iter().for_each(|value| write(self, value));
    }

    fn own(&mut self, part: &MeshPart) {
        self.list(&part.palette, |out, joint| {
            out.u32(joint.bone);
            out.f32s(joint.inverse_bind.as_flattened());
        });
        self.list(&part.morphs, |out, morph| {
            out.u64(morph.name.0);
            out.f32(morph.default_weight);
            out.u32(morph.first_delta);
            out.u32(morph.delta_count);
        });
    }

    fn channel(&mut self, channel: &Channel) {
        self.u32(match channel.interpolation {
            Interpolation::Step => 0,
            Interpolation::Linear => 1,
            Interpolation::Cubic => 2,
        });
        self.f32_list(&channel.times);
        self.f32_list(&channel.values);
    }
}

struct BlobReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> BlobReader<'a> {
    fn new(bytes: &'a [u8], magic: &[u8; 8]) -> Result<Self, BlobError> {
        let mut reader = Self { bytes, at: 0 };
        if reader.take::<8>()? == *magic {
            Ok(reader)
        } else {
            Err(BlobError {
                byte: 0,
                what: tr!("it has another type").into(),
            })
        }
    }

    fn broken(&self, what: &str) -> BlobError {
        BlobError {
            byte: self.at,
            what: what.to_owned(),
        }
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], BlobError> {
        let taken = self
            .bytes
            .get(self.at..)
            .and_then(|left| left.first_chunk::<N>());
        let taken = *taken.ok_or_else(|| self.broken(tr!("it is truncated")))?;
        self.at += N;
        Ok(taken)
    }

    fn u32(&mut self) -> Result<u32, BlobError> {
        self.take().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, BlobError> {
        self.take().map(u64::from_le_bytes)
    }

    fn f32(&mut self) -> Result<f32, BlobError> {
        self.take().map(f32::from_le_bytes)
    }

    fn f32s<const N: usize>(&mut self) -> Result<[f32; N], BlobError> {
        let mut values = [0.0; N];
        for value in &mut values {
            *value = self.f32()?;
        }
        Ok(values)
    }

    /// Reads a list, of whose items each takes some bytes.
    fn list<T>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<T, BlobError>,
    ) -> Result<Vec<T>, BlobError> {
        let count = self.u32()? as usize;
        let left = self.bytes.len() - self.at;
        if count > left {
            return Err(self.broken(tr!("a list is longer than the file")));
        }
        let mut items = Vec::with_capacity(count.min(left / size_of::<T>().max(1)));
        for _ in 0..count {
            items.push(read(self)?);
        }
        Ok(items)
    }

    fn array<T: bytemuck::Pod>(
        &mut self,
        read: impl FnMut(&mut Self) -> Result<T, BlobError>,
    ) -> Result<Array<T>, BlobError> {
        self.list(read).map(Array::from)
    }

    fn text(&mut self) -> Result<String, BlobError> {
        let bytes = self.list(|bytes| bytes.take::<1>().map(|[byte]| byte))?;
        String::from_utf8(bytes).map_err(|_| self.broken(tr!("a name is not UTF-8")))
    }

    fn channel(&mut self, width: usize) -> Result<Channel, BlobError> {
        let (interpolation, parts) = match self.u32()? {
            0 => (Interpolation::Step, 1),
            1 => (Interpolation::Linear, 1),
            2 => (Interpolation::Cubic, 3),
            _ => return Err(self.broken(tr!("it has an unknown interpolation"))),
        };
        let times = self.list(Self::f32)?;
        let values = self.list(Self::f32)?;
        let ascends = times.windows(2).all(|pair| pair[0] < pair[1])
            && times.iter().all(|time| time.is_finite());
        if times.is_empty() || !ascends || values.len() != times.len().saturating_mul(width * parts)
        {
            return Err(self.broken(tr!("the keys of a channel are not valid")));
        }
        Ok(Channel {
            interpolation,
            times,
            values,
        })
    }

    fn track(&mut self) -> Result<(u32, Track), BlobError> {
        let (bone, bits) = (self.u32()?, self.u32()?);
        let mut channel = |bit: u32, width: usize| {
            if bits & bit != 0 {
                self.channel(width).map(Some)
            } else {
                Ok(None)
            }
        };
        let (translation, rotation, scale) = (channel(1, 3)?, channel(2, 4)?, channel(4, 3)?);
        let reference = if bits & REFERENCE != 0 {
            Some(self.f32s()?)
        } else {
            None
        };
        let track = Track {
            bone: BoneKey::default(),
            translation,
            rotation,
            scale,
            reference,
        };
        if bits > 15 {
            Err(self.broken(tr!("a track has an unknown property")))
        } else {
            Ok((bone, track))
        }
    }

    fn joint(&mut self) -> Result<PaletteJoint, BlobError> {
        Ok(PaletteJoint {
            bone: self.u32()?,
            inverse_bind: [self.f32s()?, self.f32s()?, self.f32s()?],
        })
    }

    fn morph(&mut self) -> Result<Morph, BlobError> {
        Ok(Morph {
            name: Name(self.u64()?),
            default_weight: self.f32()?,
            first_delta: self.u32()?,
            delta_count: self.u32()?,
            reserved: 0,
        })
    }

    fn attribute(&mut self) -> Result<Attribute, BlobError> {
        Ok(Attribute {
            name: Name(self.u64()?),
            components: self.u32()?,
            first: self.u32()?,
        })
    }

    fn profile(&mut self) -> Result<Profile, BlobError> {
        Ok(Profile {
            name: Name(self.u64()?),
            influences: self.u32()?,
            first: self.u32()?,
        })
    }

    fn delta(&mut self) -> Result<MorphDelta, BlobError> {
        Ok(MorphDelta {
            vertex: self.u32()?,
            position: self.f32s()?,
            normal: self.f32s()?,
        })
    }

    fn end(&self) -> Result<(), BlobError> {
        if self.at == self.bytes.len() {
            Ok(())
        } else {
            Err(self.broken(tr!("it has extra bytes at the end")))
        }
    }
}
