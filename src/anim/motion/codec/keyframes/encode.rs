//! From frames to the keys that are kept, in the order in which they are needed.

use super::{
    Receiver,
    stream::{
        HEADER_BYTES, KeyframeProperty, MAGIC, MOST_BONES, MOST_FRAMES, PackedKey, StreamHeader,
        VERSION, VectorRange, encode_rotation,
    },
};
use crate::{
    Pose,
    additive::{AdditiveKind, NO_DELTA},
    codec::{
        encode::{EncodeError, EncoderSource, check, raw_shells},
        metric::ErrorMetricSpace,
        metric::Meter,
        report::{Errors, Tally},
    },
    reduction::{Reduction, TrackValue, is_still},
};
use glam::{Quat, Vec3};

/// Size and error of a stream of keys.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeyframeReport {
    /// Ten floats a bone and frame.
    pub raw_bytes: usize,
    /// Length of the stream, its header included.
    pub bytes: usize,
    /// Numbers of kept keys of rotation, translation and scale, one entry per bone.
    pub kept: Vec<[u32; 3]>,
    /// Frames between two keys of a bone and property at most; 0 where nothing moves.
    pub longest_gap: u32,
    /// Errors of every frame, with all keys there.
    pub errors: Errors,
}

impl KeyframeReport {
    /// Keys of all bones and properties.
    pub fn keys(&self) -> u32 {
        self.kept.iter().flatten().sum()
    }
}

/// One kept value.
struct KeyframeEntry {
    /// The frame of the key before, plus 1; 0 for the first.
    needed: usize,
    frame: usize,
    bone: usize,
    value: KeyframeValue,
}

#[derive(Clone, Copy)]
enum KeyframeValue {
    Rotation(Quat),
    Translation(Vec3),
    Scale(Vec3),
}

/// The bytes of a stream, and a report. `length` is in seconds from the first frame to the last.
pub fn encode(
    source: &EncoderSource<'_>,
    length: f32,
    reduction: &Reduction,
) -> Result<(Vec<u8>, KeyframeReport), EncodeError> {
    check(source)?;
    if !(reduction.is_valid() && length.is_finite() && length >= 0.0) {
        return Err(EncodeError::BadSettings);
    }
    if source.frames.len() > MOST_FRAMES || source.skeleton.len() > MOST_BONES {
        return Err(EncodeError::TooLarge);
    }
    let rate = if length > 0.0 {
        (source.frames.len() - 1) as f32 / length
    } else {
        0.0
    };
    let mut keys = Vec::new();
    for bone in 0..source.skeleton.len() {
        push_bone(source, bone, reduction, rate, &mut keys);
    }
    keys.sort_by_key(|key| (key.needed, key.frame, key.bone, property(key.value)));
    let bytes = packed(source, length, &keys)?;
    let errors = measured(source, &bytes, length);
    let mut kept = vec![[0; 3]; source.skeleton.len()];
    keys.iter()
        .for_each(|key| kept[key.bone][property(key.value) as usize] += 1);
    let gap = |key: &KeyframeEntry| {
        if key.needed > 0 {
            (key.frame + 1 - key.needed) as u32
        } else {
            0
        }
    };
    let longest_gap = keys.iter().map(gap).max().unwrap_or(0);
    let raw_bytes = source.skeleton.len() * source.frames.len() * 40;
    let report = KeyframeReport {
        raw_bytes,
        bytes: bytes.len(),
        kept,
        longest_gap,
        errors,
    };
    Ok((bytes, report))
}

fn push_bone(
    source: &EncoderSource<'_>,
    bone: usize,
    reduction: &Reduction,
    rate: f32,
    keys: &mut Vec<KeyframeEntry>,
) {
    let held = source.held(bone);
    let locals: Vec<_> = source.frames.iter().map(|frame| frame.get(bone)).collect();
    let rotations: Vec<Quat> = locals
        .iter()
        .map(|local| local.rotation.normalize())
        .collect();
    let translations: Vec<Vec3> = locals.iter().map(|local| local.translation).collect();
    let scales: Vec<Vec3> = locals.iter().map(|local| local.scale).collect();
    push(
        bone,
        &rotations,
        held.rotation,
        &reduction.rotations(&rotations, rate),
        KeyframeValue::Rotation,
        keys,
    );
    let kept = reduction.translations(&translations, rate);
    push(
        bone,
        &translations,
        held.translation,
        &kept,
        KeyframeValue::Translation,
        keys,
    );
    push(
        bone,
        &scales,
        held.scale,
        &reduction.scales(&scales, rate),
        KeyframeValue::Scale,
        keys,
    );
}

/// Adds the keys of a track; none for a track that only keeps the value `held`.
fn push<T: TrackValue>(
    bone: usize,
    values: &[T],
    held: T,
    kept: &[usize],
    value: impl Fn(T) -> KeyframeValue,
    keys: &mut Vec<KeyframeEntry>,
) {
    if kept.len() == 1 && is_still(values, held) {
        return;
    }
    let needed = |at: usize| if at > 0 { kept[at - 1] + 1 } else { 0 };
    keys.extend((0..kept.len()).map(|at| {
        let frame = kept[at];
        KeyframeEntry {
            needed: needed(at),
            frame,
            bone,
            value: value(values[frame]),
        }
    }));
}

fn property(value: KeyframeValue) -> KeyframeProperty {
    match value {
        KeyframeValue::Rotation(_) => KeyframeProperty::Rotation,
        KeyframeValue::Translation(_) => KeyframeProperty::Translation,
        KeyframeValue::Scale(_) => KeyframeProperty::Scale,
    }
}

fn packed(
    source: &EncoderSource<'_>,
    length: f32,
    keys: &[KeyframeEntry],
) -> Result<Vec<u8>, EncodeError> {
    let translations = keys.iter().filter_map(|key| {
        if let KeyframeValue::Translation(v) = key.value {
            Some(v)
        } else {
            None
        }
    });
    let scales = keys.iter().filter_map(|key| {
        if let KeyframeValue::Scale(v) = key.value {
            Some(v)
        } else {
            None
        }
    });
    let header = StreamHeader {
        magic: MAGIC,
        version: VERSION,
        bones: source.skeleton.len() as u16,
        skeleton: source.skeleton.name.0,
        frames: source.frames.len() as u32,
        keys: keys.len() as u32,
        length,
        additive: additive_code(source.additive),
        translation: VectorRange::of(translations).ok_or(EncodeError::TooLarge)?,
        scale: VectorRange::of(scales).ok_or(EncodeError::TooLarge)?,
        reserved: [0; 2],
    };
    let key = |key: &KeyframeEntry| PackedKey {
        frame: key.frame as u16,
        track: (key.bone as u16) << 2 | property(key.value) as u16,
        value: match key.value {
            KeyframeValue::Rotation(rotation) => encode_rotation(rotation),
            KeyframeValue::Translation(vector) => header.translation.encode(vector),
            KeyframeValue::Scale(vector) => header.scale.encode(vector),
        },
    };
    let keys: Vec<PackedKey> = keys.iter().map(key).collect();
    Ok([bytemuck::bytes_of(&header), bytemuck::cast_slice(&keys)].concat())
}

fn additive_code(kind: Option<AdditiveKind>) -> u32 {
    match kind {
        None => 0,
        Some(AdditiveKind::Local) => 1,
        Some(AdditiveKind::Mesh) => 2,
        Some(AdditiveKind::LocalBoneFrame) => 3,
    }
}

fn measured(source: &EncoderSource<'_>, bytes: &[u8], length: f32) -> Errors {
    let (header, keys) = bytes.split_at(HEADER_BYTES);
    let mut receiver = Receiver::new(header, source.skeleton).expect("the header was just made");
    receiver.push(keys).expect("the keys were just made");
    let mut meter = Meter::new(source.skeleton, source.additive, source.shells);
    let (bones, frames) = (source.skeleton.len(), source.frames.len());
    let (mut tally, mut pose, mut errors) =
        (Tally::new(bones, frames), Pose::default(), Vec::new());
    for (frame, raw) in raw_shells(source, ErrorMetricSpace::Object)
        .iter()
        .enumerate()
    {
        match source.additive {
            Some(_) => pose.fill(bones, &NO_DELTA),
            None => pose.reset(source.skeleton),
        }
        meter.put_on(source.base(frame));
        receiver.sample(
            f64::from(length) * frame as f64 / (frames.max(2) - 1) as f64,
            &mut pose,
        );
        meter.errors(&pose, raw, &mut errors);
        tally.add(&errors);
    }
    tally.errors()
}
