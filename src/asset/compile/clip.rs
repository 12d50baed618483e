//! Clips: source keys at any times become evenly spaced keys; constant properties keep one key, default ones none.

use super::{Output, notifies};
use crate::{
    Clip, Diagnostic, Id, Project,
    diagnostic::Kind,
    source::{Channel, ClipSource, Interpolation, Track},
};
use anim::{
    Name, PackedTransform, Transform,
    clip::Keys,
    curve::{Curve, CurveKey, interpolation},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// The most keys a compiled clip may have.
pub const MAX_KEYS: u64 = 1 << 20;

type Skeletons = BTreeMap<Id, Arc<anim::Skeleton>>;

struct Entry {
    clip: Arc<Clip>,
    skeleton: Arc<anim::Skeleton>,
    result: Option<Arc<anim::Clip>>,
    diagnostics: Vec<Diagnostic>,
}

#[derive(Default)]
pub(crate) struct ClipCache(BTreeMap<Id, Entry>);

impl ClipCache {
    pub(crate) fn compile(
        &mut self,
        project: &Project,
        usable: &BTreeSet<Id>,
        skeletons: &Skeletons,
        out: &mut Output,
    ) -> Vec<Arc<anim::Clip>> {
        self.0.retain(|id, _| project.clips.contains_key(id));
        let mut compiled = Vec::new();
        for (&id, clip) in project.clips.iter().filter(|(id, _)| usable.contains(id)) {
            for curve in &clip.source.curves {
                out.name(id, None, &curve.name);
            }
            for notify in &clip.notifies {
                out.name(id, Some(notify.id), &notify.name);
            }
            let Some(skeleton) = skeletons.get(&clip.skeleton) else {
                out.error(id, None, Kind::SkeletonMissing);
                continue;
            };
            let entry = self.entry(id, clip, skeleton);
            out.diagnostics.extend(entry.diagnostics.iter().cloned());
            compiled.extend(entry.result.clone());
        }
        compiled
    }

    fn entry(&mut self, id: Id, clip: &Arc<Clip>, skeleton: &Arc<anim::Skeleton>) -> &Entry {
        let known = |entry: &Entry| Arc::ptr_eq(&entry.clip, clip) && Arc::ptr_eq(&entry.skeleton, skeleton);
        if !self.0.get(&id).is_some_and(known) {
            let reused = self
                .0
                .remove(&id)
                .filter(|entry| entry.clip.source_equals(clip) && Arc::ptr_eq(&entry.skeleton, skeleton));
            let mut found = Output::default();
            let result =
                compile_one(id, clip, skeleton, reused.and_then(|entry| entry.result), &mut found).map(Arc::new);
            let entry =
                Entry { clip: clip.clone(), skeleton: skeleton.clone(), result, diagnostics: found.diagnostics };
            self.0.insert(id, entry);
        }
        &self.0[&id]
    }
}

impl Clip {
    /// Whether the keys compile to the same: an edit of notifies or settings does not resample.
    fn source_equals(&self, other: &Clip) -> bool {
        Arc::ptr_eq(&self.source, &other.source) && self.frame_rate == other.frame_rate
    }
}

/// `resampled` is an earlier result of the same keys.
fn compile_one(
    id: Id,
    clip: &Clip,
    skeleton: &anim::Skeleton,
    resampled: Option<Arc<anim::Clip>>,
    out: &mut Output,
) -> Option<anim::Clip> {
    if !(clip.frame_rate.is_finite() && clip.frame_rate > 0.0 && clip.rate_scale.is_finite()) {
        out.error(id, None, Kind::BadNumber { field: "frame rate or rate scale" });
        return None;
    }
    let resampled = match resampled {
        Some(known) => (*known).clone(),
        None => resample(id, clip, skeleton, out)?,
    };
    let length = resampled.length;
    let compiled = anim::Clip {
        name: Name::new(&clip.name),
        skeleton: skeleton.name,
        rate_scale: clip.rate_scale,
        looping: clip.looping,
        root_motion: clip.root_motion,
        notifies: notifies::compile(id, &clip.notifies, &clip.tracks, length, &notifies::Host::Clip, out).into(),
        ..resampled
    };
    match anim::Clip::new(compiled, skeleton.len()) {
        Ok(compiled) => Some(compiled),
        Err(_) => {
            out.error(id, None, Kind::BadNumber { field: "keys" });
            None
        }
    }
}

fn resample(id: Id, clip: &Clip, skeleton: &anim::Skeleton, out: &mut Output) -> Option<anim::Clip> {
    let length = clip.source.duration;
    let intervals = (f64::from(length) * f64::from(clip.frame_rate)).round();
    if !(0.0..=MAX_KEYS as f64).contains(&intervals) {
        out.error(id, None, Kind::ClipTooLong { keys: intervals as u64 });
        return None;
    }
    let key_count = if length > 0.0 { intervals.max(1.0) as u32 + 1 } else { 1 };
    let time = |key: u32| {
        if key_count > 1 { (f64::from(length) * f64::from(key) / f64::from(key_count - 1)) as f32 } else { 0.0 }
    };
    let times: Vec<f32> = (0..key_count).map(time).collect();
    let mut keys = KeyWriter::default();
    let tracks = clip.source.tracks.iter().filter(|track| (track.bone as usize) < skeleton.len());
    let tracks: Vec<anim::clip::Track> =
        tracks.map(|track| keys.track(track, &times, &skeleton.reference(track.bone as usize))).collect();
    if keys.repaired {
        out.warn(id, None, Kind::KeysNotFinite);
    }
    let (curves, curve_keys) = compile_curves(&clip.source, &times);
    let (tracks, keys) = (tracks.into(), keys.floats.into());
    Some(anim::Clip {
        length,
        key_count,
        tracks,
        keys,
        curves: curves.into(),
        curve_keys: curve_keys.into(),
        ..anim::Clip::default()
    })
}

#[derive(Default)]
struct KeyWriter {
    floats: Vec<f32>,
    repaired: bool,
}

impl KeyWriter {
    fn track(&mut self, track: &Track, times: &[f32], reference: &Transform) -> anim::clip::Track {
        let samples = self.samples(track, times, reference);
        let reference = PackedTransform::from(*reference);
        let has = |channel: &Option<Channel>| channel.is_some();
        anim::clip::Track {
            bone: track.bone,
            translation: self.keys(has(&track.translation), &samples, reference.translation, |s| s.translation),
            rotation: self.keys(has(&track.rotation), &samples, reference.rotation, |s| s.rotation),
            scale: self.keys(has(&track.scale), &samples, reference.scale, |s| s.scale),
        }
    }

    /// One transform a key; rotations continue on the side of the one before, bad values repeat it.
    fn samples(&mut self, track: &Track, times: &[f32], reference: &Transform) -> Vec<PackedTransform> {
        let mut previous = *reference;
        let mut sample = |time: &f32| {
            let mut value = track.evaluate(*time, reference);
            if !value.is_finite() {
                self.repaired = true;
                value = previous;
            }
            if value.rotation.dot(previous.rotation) < 0.0 {
                value.rotation = -value.rotation;
            }
            previous = value;
            value.into()
        };
        times.iter().map(&mut sample).collect()
    }

    fn keys<const N: usize>(
        &mut self,
        animated: bool,
        samples: &[PackedTransform],
        reference: [f32; N],
        value: impl Fn(&PackedTransform) -> [f32; N],
    ) -> Keys {
        let first = value(&samples[0]);
        let constant = samples.iter().all(|sample| value(sample) == first);
        if !animated || (constant && first == reference) {
            return Keys::default();
        }
        let start = self.floats.len() as u32;
        let stored = if constant { &samples[..1] } else { samples };
        self.floats.extend(stored.iter().flat_map(value));
        Keys { first: start, count: stored.len() as u32 }
    }
}

/// Linear curves keep their own keys; others are resampled.
fn compile_curves(source: &ClipSource, times: &[f32]) -> (Vec<Curve>, Vec<CurveKey>) {
    let mut sorted: Vec<_> = source.curves.iter().map(|curve| (Name::new(&curve.name), &curve.channel)).collect();
    sorted.sort_by_key(|(name, _)| *name);
    sorted.dedup_by_key(|(name, _)| *name);
    let mut keys = Vec::new();
    let mut curves = Vec::new();
    for (name, channel) in sorted {
        let first_key = keys.len() as u32;
        append_curve(channel, times, &mut keys);
        curves.push(Curve { name, first_key, key_count: keys.len() as u32 - first_key });
    }
    (curves, keys)
}

fn append_curve(channel: &Channel, times: &[f32], keys: &mut Vec<CurveKey>) {
    let (kind, times) = match channel.interpolation {
        Interpolation::Step => (interpolation::CONSTANT, channel.times.as_slice()),
        Interpolation::Linear => (interpolation::LINEAR, channel.times.as_slice()),
        Interpolation::Cubic => (interpolation::LINEAR, times),
    };
    let key = |time: &f32| CurveKey {
        time: *time,
        value: channel.scalar(*time),
        in_tangent: 0.0,
        out_tangent: 0.0,
        interpolation: kind,
    };
    keys.extend(times.iter().map(key).filter(|key| key.value.is_finite()));
}
