//! Curves: the authored ones, and the imported ones that none of them takes the place of.

#[cfg(test)]
mod tests;

use super::{
    Output,
    keys::{key_count, key_times},
};
use crate::{
    Clip, Curve, CurveKey, Id,
    clip::AdditiveBase,
    curve::CurveKind,
    diagnostic::Kind,
    source::{self, Interpolation},
};
use anim::{
    Name,
    curve::{flag, interpolation},
    float::Extreme,
    limits::is_sound,
};
use std::collections::BTreeMap;

struct CompiledCurve {
    extrapolation: u32,
    flags: u32,
    keys: Vec<anim::curve::CurveKey>,
}

impl CompiledCurve {
    fn is_metadata(&self) -> bool {
        self.flags & flag::METADATA != 0
    }

    /// 0 where it has none.
    fn value(&self, time: f32) -> f32 {
        let curve = anim::curve::Curve {
            extrapolation: self.extrapolation,
            ..anim::curve::Curve::default()
        };
        curve.value(&self.keys, time).unwrap_or(0.0)
    }
}

type Curves = BTreeMap<Name, CompiledCurve>;

/// The curves of a clip. Those of an additive clip are the differences to its base's; `base` is the
/// clip of [`AdditiveBase::clip`]. Metadata curves stay: they say that the clip itself contributes.
pub(crate) fn compile(
    asset: Id,
    clip: &Clip,
    base: Option<&Clip>,
    out: &mut Output,
) -> (Vec<anim::curve::Curve>, Vec<anim::curve::CurveKey>) {
    let own = of_clip(asset, clip, out);
    let of_base = || base.map(|base| (of_clip(asset, base, &mut Output::default()), base));
    let compiled = match (clip.additive.map(|additive| additive.base), of_base()) {
        (Some(AdditiveBase::OwnFrame(frame)), _) => {
            let fixed = values(&own, frame_time(clip, frame));
            against_fixed(own, &fixed)
        }
        (Some(AdditiveBase::ClipFrame { frame, .. }), Some((curves, base))) => {
            against_fixed(own, &values(&curves, frame_time(base, frame)))
        }
        (Some(AdditiveBase::ClipScaled { .. }), Some((curves, base))) => {
            against_moving(own, clip, &curves, base)
        }
        _ => own,
    };
    flat(compiled)
}

/// Curves of a timeline that imports none, such as a montage.
pub(crate) fn compile_own(
    asset: Id,
    curves: &[Curve],
    out: &mut Output,
) -> (Vec<anim::curve::Curve>, Vec<anim::curve::CurveKey>) {
    let named = named(asset, curves, out).into_iter();
    flat(
        named
            .filter_map(|(name, compiled)| Some((name, compiled?)))
            .collect(),
    )
}

/// The value of a curve at each time; 0 where it has none.
pub(crate) fn values_at(
    asset: Id,
    curve: &Curve,
    times: impl Iterator<Item = f32>,
    out: &mut Output,
) -> Vec<f32> {
    let compiled = authored(asset, curve, out);
    times.map(|time| compiled.value(time)).collect()
}

fn flat(compiled: Curves) -> (Vec<anim::curve::Curve>, Vec<anim::curve::CurveKey>) {
    let (mut curves, mut all) = (Vec::new(), Vec::new());
    for (
        name,
        CompiledCurve {
            extrapolation,
            flags,
            keys,
        },
    ) in compiled
    {
        let (first_key, key_count) = (all.len() as u32, keys.len() as u32);
        all.extend(keys);
        curves.push(anim::curve::Curve {
            name,
            first_key,
            key_count,
            extrapolation,
            flags,
        });
    }
    (curves, all)
}

fn of_clip(asset: Id, clip: &Clip, out: &mut Output) -> Curves {
    let mut by_name = named(asset, &clip.curves, out);
    for curve in &clip.source.curves {
        let imported = || CompiledCurve {
            extrapolation: 0,
            flags: 0,
            keys: imported(&curve.channel),
        };
        by_name
            .entry(Name::new(&curve.name))
            .or_insert_with(|| Some(imported()));
    }
    by_name
        .into_iter()
        .filter_map(|(name, compiled)| Some((name, compiled?)))
        .collect()
}

/// Curves by name; None of those that do not play.
fn named(asset: Id, curves: &[Curve], out: &mut Output) -> BTreeMap<Name, Option<CompiledCurve>> {
    let mut by_name: BTreeMap<Name, Option<CompiledCurve>> = BTreeMap::new();
    for curve in curves {
        let name = Name::new(&curve.name);
        if by_name.contains_key(&name) {
            out.warn(
                asset,
                Some(curve.id),
                Kind::DuplicateCurveName {
                    name: curve.name.clone(),
                },
            );
            continue;
        }
        by_name.insert(name, (!curve.disabled).then(|| authored(asset, curve, out)));
    }
    by_name
}

/// Seconds; a frame beyond the end counts as the last.
fn frame_time(clip: &Clip, frame: u32) -> f32 {
    let last = key_count(&clip.poses()).map_or(1, |count| count.saturating_sub(1).max(1));
    clip.source.duration * (frame as f32 / last as f32).lower(1.0)
}

/// The values of all curves but metadata.
fn values(curves: &Curves, time: f32) -> BTreeMap<Name, f32> {
    let counted = curves.iter().filter(|(_, curve)| !curve.is_metadata());
    counted
        .map(|(name, curve)| (*name, curve.value(time)))
        .collect()
}

fn linear(time: f32, value: f32) -> anim::curve::CurveKey {
    let interpolation = interpolation::LINEAR;
    anim::curve::CurveKey {
        time,
        value,
        in_tangent: 0.0,
        out_tangent: 0.0,
        interpolation,
    }
}

fn against_fixed(mut own: Curves, base: &BTreeMap<Name, f32>) -> Curves {
    for (name, value) in base {
        let missing = || CompiledCurve {
            extrapolation: 0,
            flags: 0,
            keys: vec![linear(0.0, 0.0)],
        };
        let curve = own.entry(*name).or_insert_with(missing);
        if !curve.is_metadata() {
            curve.keys.iter_mut().for_each(|key| key.value -= value);
        }
    }
    own
}

/// Frame by frame, as the bones' keys, with the base played in the clip's time.
fn against_moving(own: Curves, clip: &Clip, base: &Curves, base_clip: &Clip) -> Curves {
    let times = key_times(clip.source.duration, key_count(&clip.poses()).unwrap_or(1));
    let stretch = base_clip.source.duration / clip.source.duration.higher(f32::MIN_POSITIVE);
    let (metadata, mut counted): (Curves, Curves) =
        own.into_iter().partition(|(_, curve)| curve.is_metadata());
    for (name, base) in base
        .iter()
        .filter(|(name, base)| !base.is_metadata() && !metadata.contains_key(name))
    {
        let own = counted.remove(name);
        let difference = |time: &f32| {
            let value = own.as_ref().map_or(0.0, |own| own.value(*time));
            linear(*time, value - base.value(*time * stretch))
        };
        let keys = times.iter().map(difference).collect();
        counted.insert(
            *name,
            CompiledCurve {
                extrapolation: 0,
                flags: 0,
                keys,
            },
        );
    }
    counted.extend(metadata);
    counted
}

fn authored(asset: Id, curve: &Curve, out: &mut Output) -> CompiledCurve {
    if curve.kind == CurveKind::Metadata {
        let one =
            anim::curve::CurveKey::from(&CurveKey::new(curve.id, 0.0, 1.0, Interpolation::Step));
        return CompiledCurve {
            extrapolation: 0,
            flags: flag::METADATA,
            keys: vec![one],
        };
    }
    let mut keys: Vec<anim::curve::CurveKey> = Vec::with_capacity(curve.keys.len());
    let mut repaired = false;
    for key in curve.keys.iter().filter(|key| is_sound(key.time)) {
        let before = keys.last().map_or(0.0, |key| key.value);
        let finite = |number: f32, or: f32| if is_sound(number) { number } else { or };
        repaired |= ![key.value, key.in_tangent, key.out_tangent]
            .into_iter()
            .all(is_sound);
        keys.push(anim::curve::CurveKey {
            value: finite(key.value, before),
            in_tangent: finite(key.in_tangent, 0.0),
            out_tangent: finite(key.out_tangent, 0.0),
            ..key.into()
        });
    }
    if repaired || keys.len() < curve.keys.len() {
        out.error(asset, Some(curve.id), Kind::CurveKeysNotFinite);
    }
    if !keys.windows(2).all(|pair| pair[0].time < pair[1].time) {
        out.warn(asset, Some(curve.id), Kind::CurveKeysOrder);
        keys.sort_by(|a, b| {
            a.time
                .partial_cmp(&b.time)
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        keys.reverse();
        keys.dedup_by(|a, b| a.time == b.time);
        keys.reverse();
    }
    if keys.is_empty() {
        out.warn(asset, Some(curve.id), Kind::CurveEmpty);
    }
    CompiledCurve {
        extrapolation: curve.extrapolation.compiled(),
        flags: 0,
        keys,
    }
}

fn imported(channel: &source::Channel) -> Vec<anim::curve::CurveKey> {
    let kind = match channel.interpolation {
        Interpolation::Step => interpolation::CONSTANT,
        Interpolation::Linear => interpolation::LINEAR,
        Interpolation::Cubic => interpolation::CUBIC,
    };
    let key = |(at, time): (usize, &f32)| {
        let (value, (in_tangent, out_tangent)) = channel.scalar_key(at);
        anim::curve::CurveKey {
            time: *time,
            value,
            in_tangent,
            out_tangent,
            interpolation: kind,
        }
    };
    let keys = channel.times.iter().enumerate().map(key);
    keys.filter(|key| {
        [key.time, key.value, key.in_tangent, key.out_tangent]
            .into_iter()
            .all(is_sound)
    })
    .collect()
}
