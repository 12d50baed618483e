//! The receiving end: keys as they arrive, and the pose between two of them.

use super::stream::{
    HEADER_BYTES, KEY_BYTES, KeyframeError, KeyframeProperty, MAGIC, PackedKey, StreamHeader,
    VERSION, decode_rotation,
};
use crate::{Pose, Skeleton, additive::AdditiveKind, float::Extreme, transform::nlerp};
use glam::{Quat, Vec3};

/// Received part of a stream. Receiving allocates, sampling does not.
#[derive(Clone, Debug)]
pub struct Receiver {
    header: StreamHeader,
    additive: Option<AdditiveKind>,
    /// Received keyframes, one entry a bone.
    bones: Vec<BoneKeyframes>,
    /// Whole keys so far.
    received: u32,
    /// The frame that the last key is needed from, plus 1; 0 for a first key.
    needed: u32,
    /// The start of a key whose rest is still to come.
    cut: [u8; KEY_BYTES],
    cut_bytes: usize,
}

#[derive(Clone, Debug, Default)]
struct BoneKeyframes {
    rotation: Vec<(u16, Quat)>,
    translation: Vec<(u16, Vec3)>,
    scale: Vec<(u16, Vec3)>,
}

impl Receiver {
    /// Takes the header, the first [`HEADER_BYTES`] of the stream and no more.
    pub fn new(header: &[u8], skeleton: &Skeleton) -> Result<Self, KeyframeError> {
        let whole = header.len() == HEADER_BYTES && header.starts_with(&MAGIC);
        let header: StreamHeader = if whole {
            bytemuck::pod_read_unaligned(header)
        } else {
            return Err(KeyframeError::NotKeys);
        };
        if header.version != VERSION {
            return Err(KeyframeError::Version {
                found: header.version,
            });
        }
        if usize::from(header.bones) != skeleton.len() || header.skeleton != skeleton.name.0 {
            return Err(KeyframeError::Skeleton);
        }
        let is_length = header.length.is_finite() && header.length >= 0.0 && header.frames > 0;
        let additive = additive_kind(header.additive).ok_or(KeyframeError::Header)?;
        if !is_length || !header.translation.is_sound() || !header.scale.is_sound() {
            return Err(KeyframeError::Header);
        }
        let bones = vec![BoneKeyframes::default(); skeleton.len()];
        Ok(Self {
            header,
            additive,
            bones,
            received: 0,
            needed: 0,
            cut: [0; KEY_BYTES],
            cut_bytes: 0,
        })
    }

    /// The next bytes after the header, as many as there are. What came before an error stays and
    /// plays.
    pub fn push(&mut self, mut bytes: &[u8]) -> Result<(), KeyframeError> {
        while !bytes.is_empty() {
            if self.received == self.header.keys {
                return Err(KeyframeError::TooMany);
            }
            let (now, rest) = bytes.split_at(bytes.len().min(KEY_BYTES - self.cut_bytes));
            self.cut[self.cut_bytes..self.cut_bytes + now.len()].copy_from_slice(now);
            self.cut_bytes += now.len();
            bytes = rest;
            if self.cut_bytes == KEY_BYTES {
                self.cut_bytes = 0;
                self.add(bytemuck::pod_read_unaligned(&self.cut))?;
            }
        }
        Ok(())
    }

    fn add(&mut self, key: PackedKey) -> Result<(), KeyframeError> {
        let error = KeyframeError::Key {
            key: self.received as usize,
        };
        let bone = self
            .bones
            .get_mut(usize::from(key.track >> 2))
            .ok_or(error)?;
        let property = *KeyframeProperty::ALL
            .get(usize::from(key.track & 3))
            .ok_or(error)?;
        let last = bone.last(property);
        let needed = last.map_or(0, |frame| u32::from(frame) + 1);
        let in_order =
            last.map_or(key.frame == 0, |frame| frame < key.frame) && needed >= self.needed;
        if !in_order || u32::from(key.frame) >= self.header.frames {
            return Err(error);
        }
        match property {
            KeyframeProperty::Rotation => {
                bone.rotation.push((key.frame, decode_rotation(key.value)))
            }
            KeyframeProperty::Translation => bone
                .translation
                .push((key.frame, self.header.translation.decode(key.value))),
            KeyframeProperty::Scale => bone
                .scale
                .push((key.frame, self.header.scale.decode(key.value))),
        }
        (self.needed, self.received) = (needed, self.received + 1);
        Ok(())
    }

    /// Seconds from the first frame to the last.
    pub fn length(&self) -> f32 {
        self.header.length
    }

    /// The poses are differences of this kind.
    pub fn additive(&self) -> Option<AdditiveKind> {
        self.additive
    }

    /// Whether every key that the header announced has come.
    pub fn is_complete(&self) -> bool {
        self.received == self.header.keys
    }

    /// Seconds up to which it plays as it will with all keys; None before the first pose is
    /// complete.
    pub fn ready(&self) -> Option<f64> {
        let last = self.header.frames - 1;
        match self.is_complete() {
            true => Some(self.header.length.into()),
            false if self.needed == 0 => None,
            false => Some(
                f64::from(self.header.length) * f64::from(self.needed - 1) / f64::from(last.max(1)),
            ),
        }
    }

    /// Writes the pose at `time` seconds, clamped to what has arrived, over `out`, which holds the
    /// reference pose (no difference for an additive clip): bones and properties without a key keep
    /// it. Returns whether it had to hold.
    pub fn sample(&self, time: f64, out: &mut Pose) -> bool {
        let ready = self.ready().unwrap_or(0.0);
        let held = time > ready && !self.is_complete();
        // An unordered time gives the start.
        let time = time.higher(0.0).lower(ready);
        let frame = if self.header.length > 0.0 {
            time / f64::from(self.header.length) * f64::from(self.header.frames - 1)
        } else {
            0.0
        };
        for (at, bone) in self.bones.iter().enumerate().take(out.len()) {
            let mut local = out.get(at);
            local.rotation = between(&bone.rotation, frame, nlerp).unwrap_or(local.rotation);
            local.translation =
                between(&bone.translation, frame, Vec3::lerp).unwrap_or(local.translation);
            local.scale = between(&bone.scale, frame, Vec3::lerp).unwrap_or(local.scale);
            out.set(at, &local);
        }
        held
    }
}

impl BoneKeyframes {
    /// The frame of the last key.
    fn last(&self, property: KeyframeProperty) -> Option<u16> {
        match property {
            KeyframeProperty::Rotation => self.rotation.last().map(|key| key.0),
            KeyframeProperty::Translation => self.translation.last().map(|key| key.0),
            KeyframeProperty::Scale => self.scale.last().map(|key| key.0),
        }
    }
}

/// Between the two keys around a frame; the last one holds. The first is at the first frame. At the
/// frame of a key it is that key, to the bit, whether the next one has arrived or not.
fn between<T: Copy>(keys: &[(u16, T)], frame: f64, mix: impl Fn(T, T, f32) -> T) -> Option<T> {
    let after = keys.partition_point(|key| f64::from(key.0) <= frame);
    let before = *keys.get(after.checked_sub(1)?)?;
    let Some(next) = keys.get(after).filter(|_| frame > f64::from(before.0)) else {
        return Some(before.1);
    };
    let fraction = (frame - f64::from(before.0)) / f64::from(next.0 - before.0);
    Some(mix(before.1, next.1, fraction as f32))
}

fn additive_kind(code: u32) -> Option<Option<AdditiveKind>> {
    match code {
        0 => Some(None),
        1 => Some(Some(AdditiveKind::Local)),
        2 => Some(Some(AdditiveKind::Mesh)),
        3 => Some(Some(AdditiveKind::LocalBoneFrame)),
        _ => None,
    }
}
