//! Curves: the authored ones, and the imported ones that none of them takes the place of.

use super::{
    Output,
    clip::{key_count, key_times},
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

struct Compiled {
    extrapolation: u32,
    flags: u32,
    keys: Vec<anim::curve::CurveKey>,
}

impl Compiled {
    fn is_metadata(&self) -> bool {
        self.flags & flag::METADATA != 0
    }

    /// 0 where it has none.
    fn value(&self, time: f32) -> f32 {
        let curve = anim::curve::Curve { extrapolation: self.extrapolation, ..anim::curve::Curve::default() };
        curve.value(&self.keys, time).unwrap_or(0.0)
    }
}

type Curves = BTreeMap<Name, Compiled>;

/// Those of an additive clip are the differences to its base's; `base` is the clip of [`AdditiveBase::clip`]. Metadata
/// curves stay: they say that the clip itself contributes.
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
        (Some(AdditiveBase::ClipScaled { .. }), Some((curves, base))) => against_moving(own, clip, &curves, base),
        _ => own,
    };
    flat(compiled)
}

/// As a clip's own, of what imports none.
pub(crate) fn compile_own(
    asset: Id,
    curves: &[Curve],
    out: &mut Output,
) -> (Vec<anim::curve::Curve>, Vec<anim::curve::CurveKey>) {
    let named = named(asset, curves, out).into_iter();
    flat(named.filter_map(|(name, compiled)| Some((name, compiled?))).collect())
}

/// The value of a curve at each time; 0 where it has none.
pub(crate) fn values_at(asset: Id, curve: &Curve, times: impl Iterator<Item = f32>, out: &mut Output) -> Vec<f32> {
    let compiled = authored(asset, curve, out);
    times.map(|time| compiled.value(time)).collect()
}

fn flat(compiled: Curves) -> (Vec<anim::curve::Curve>, Vec<anim::curve::CurveKey>) {
    let (mut curves, mut all) = (Vec::new(), Vec::new());
    for (name, Compiled { extrapolation, flags, keys }) in compiled {
        let (first_key, key_count) = (all.len() as u32, keys.len() as u32);
        all.extend(keys);
        curves.push(anim::curve::Curve { name, first_key, key_count, extrapolation, flags });
    }
    (curves, all)
}

fn of_clip(asset: Id, clip: &Clip, out: &mut Output) -> Curves {
    let mut by_name = named(asset, &clip.curves, out);
    for curve in &clip.source.curves {
        let imported = || Compiled { extrapolation: 0, flags: 0, keys: imported(&curve.channel) };
        by_name.entry(Name::new(&curve.name)).or_insert_with(|| Some(imported()));
    }
    by_name.into_iter().filter_map(|(name, compiled)| Some((name, compiled?))).collect()
}

/// None of those that do not play.
fn named(asset: Id, curves: &[Curve], out: &mut Output) -> BTreeMap<Name, Option<Compiled>> {
    let mut by_name: BTreeMap<Name, Option<Compiled>> = BTreeMap::new();
    for curve in curves {
        let name = Name::new(&curve.name);
        if by_name.contains_key(&name) {
            out.warn(asset, Some(curve.id), Kind::DuplicateCurveName { name: curve.name.clone() });
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

/// Of all but metadata.
fn values(curves: &Curves, time: f32) -> BTreeMap<Name, f32> {
    let counted = curves.iter().filter(|(_, curve)| !curve.is_metadata());
    counted.map(|(name, curve)| (*name, curve.value(time))).collect()
}

fn linear(time: f32, value: f32) -> anim::curve::CurveKey {
    let interpolation = interpolation::LINEAR;
    anim::curve::CurveKey { time, value, in_tangent: 0.0, out_tangent: 0.0, interpolation }
}

fn against_fixed(mut own: Curves, base: &BTreeMap<Name, f32>) -> Curves {
    for (name, value) in base {
        let missing = || Compiled { extrapolation: 0, flags: 0, keys: vec![linear(0.0, 0.0)] };
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
    let (metadata, mut counted): (Curves, Curves) = own.into_iter().partition(|(_, curve)| curve.is_metadata());
    for (name, base) in base.iter().filter(|(name, base)| !base.is_metadata() && !metadata.contains_key(name)) {
        let own = counted.remove(name);
        let difference = |time: &f32| {
            let value = own.as_ref().map_or(0.0, |own| own.value(*time));
            linear(*time, value - base.value(*time * stretch))
        };
        let keys = times.iter().map(difference).collect();
        counted.insert(*name, Compiled { extrapolation: 0, flags: 0, keys });
    }
    counted.extend(metadata);
    counted
}

fn authored(asset: Id, curve: &Curve, out: &mut Output) -> Compiled {
    if curve.kind == CurveKind::Metadata {
        let one = anim::curve::CurveKey::from(&CurveKey::new(curve.id, 0.0, 1.0, Interpolation::Step));
        return Compiled { extrapolation: 0, flags: flag::METADATA, keys: vec![one] };
    }
    let mut keys: Vec<anim::curve::CurveKey> = Vec::with_capacity(curve.keys.len());
    let mut repaired = false;
    for key in curve.keys.iter().filter(|key| is_sound(key.time)) {
        let before = keys.last().map_or(0.0, |key| key.value);
        let finite = |number: f32, or: f32| if is_sound(number) { number } else { or };
        repaired |= ![key.value, key.in_tangent, key.out_tangent].into_iter().all(is_sound);
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
        keys.sort_by(|a, b| a.time.partial_cmp(&b.time).unwrap_or(std::cmp::Ordering::Equal));
        keys.reverse();
        keys.dedup_by(|a, b| a.time == b.time);
        keys.reverse();
    }
    if keys.is_empty() {
        out.warn(asset, Some(curve.id), Kind::CurveEmpty);
    }
    Compiled { extrapolation: curve.extrapolation.compiled(), flags: 0, keys }
}

fn imported(channel: &source::Channel) -> Vec<anim::curve::CurveKey> {
    let kind = match channel.interpolation {
        Interpolation::Step => interpolation::CONSTANT,
        Interpolation::Linear => interpolation::LINEAR,
        Interpolation::Cubic => interpolation::CUBIC,
    };
    let key = |(at, time): (usize, &f32)| {
        let (value, (in_tangent, out_tangent)) = channel.scalar_key(at);
        anim::curve::CurveKey { time: *time, value, in_tangent, out_tangent, interpolation: kind }
    };
    let keys = channel.times.iter().enumerate().map(key);
    keys.filter(|key| [key.time, key.value, key.in_tangent, key.out_tangent].into_iter().all(is_sound)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        clip::Additive,
        curve::Extrapolation,
        source::{Channel, ClipSource},
    };
    use std::sync::Arc;

    fn key(id: u64, time: f32, value: f32) -> CurveKey {
        CurveKey::new(Id(id), time, value, Interpolation::Linear)
    }

    /// A clip with the imported curves `smile` and `blink`, both 0 to 1 in a second.
    fn clip(curves: Vec<Curve>) -> Clip {
        let channel = Channel { times: vec![0.0, 1.0], values: vec![0.0, 1.0], ..Channel::default() };
        let curve = |name: &str| source::Curve { name: name.into(), channel: channel.clone() };
        let source = ClipSource { duration: 1.0, curves: vec![curve("smile"), curve("blink")], ..Default::default() };
        Clip { curves, ..Clip::new("c", Id(1), Arc::new(source), 30.0) }
    }

    fn value(clip: &Clip, name: &str, time: f32) -> Option<f32> {
        let (curves, keys) = compile(Id(1), clip, None, &mut Output::default());
        let curve = curves.iter().find(|curve| curve.name == Name::new(name))?;
        curve.value(&keys[curve.first_key as usize..][..curve.key_count as usize], time)
    }

    #[test]
    fn an_authored_curve_takes_the_place_of_the_imported_one() {
        let smile = Curve { keys: vec![key(2, 0.0, 4.0), key(3, 1.0, 8.0)], ..Curve::new(Id(1), "smile", 0) };
        let authored = clip(vec![smile.clone()]);
        assert_eq!((value(&authored, "smile", 0.5), value(&authored, "blink", 0.5)), (Some(6.0), Some(0.5)));
        let silent = clip(vec![Curve { disabled: true, ..smile }]);
        assert_eq!((value(&silent, "smile", 0.5), value(&silent, "blink", 0.5)), (None, Some(0.5)));
    }

    #[test]
    fn kinds_and_ends_compile_to_what_they_say() {
        let keys = vec![key(2, 0.25, 1.0), key(3, 0.75, 3.0)];
        let curve = |extrapolation| Curve { keys: keys.clone(), extrapolation, ..Curve::new(Id(1), "c", 0) };
        for (extrapolation, wanted) in
            [(Extrapolation::Clamp, Some(3.0)), (Extrapolation::Loop, Some(1.5)), (Extrapolation::None, None)]
        {
            assert_eq!(value(&clip(vec![curve(extrapolation)]), "c", 0.875), wanted);
            assert_eq!(curve(extrapolation).value(0.875), wanted, "as the editor shows it");
        }
        let metadata = Curve { kind: CurveKind::Metadata, ..curve(Extrapolation::None) };
        assert_eq!(value(&clip(vec![metadata]), "c", 0.0), Some(1.0));
    }

    #[test]
    fn a_copied_curve_plays_as_the_imported_one() {
        let channel = Channel {
            interpolation: Interpolation::Cubic,
            times: vec![0.0, 0.5],
            values: vec![0.0, 0.0, 4.0, 0.0, 1.0, 0.0],
        };
        let imported = source::Curve { name: "c".into(), channel: channel.clone() };
        let copy = Curve::copied(&imported, 0, &mut 7);
        let source = ClipSource { duration: 1.0, curves: vec![imported], ..ClipSource::default() };
        let clip = Clip::new("c", Id(1), Arc::new(source), 30.0);
        for time in [0.0, 0.1, 0.3, 0.5, 0.8] {
            assert_eq!(copy.value(time), value(&clip, "c", time));
            assert!((copy.value(time).unwrap() - channel.scalar(time)).abs() < 1e-6);
        }
    }

    #[test]
    fn bad_keys_are_repaired_and_reported() {
        let kinds = |keys: Vec<CurveKey>| {
            let mut out = Output::default();
            let (_, keys) = compile(Id(1), &clip(vec![Curve { keys, ..Curve::new(Id(1), "c", 0) }]), None, &mut out);
            let kinds: Vec<Kind> = out.diagnostics.into_iter().map(|diagnostic| diagnostic.kind).collect();
            (keys.iter().map(|key| (key.time, key.value)).filter(|key| key.1 > 1.0).collect::<Vec<_>>(), kinds)
        };
        let shuffled = vec![key(1, 0.5, 5.0), key(2, 0.1, 2.0), key(3, 0.5, 6.0)];
        assert_eq!(kinds(shuffled), (vec![(0.1, 2.0), (0.5, 6.0)], vec![Kind::CurveKeysOrder]));
        let broken = vec![key(1, 0.1, 2.0), key(2, 0.5, f32::NAN), key(3, f32::NAN, 3.0)];
        assert_eq!(kinds(broken), (vec![(0.1, 2.0), (0.5, 2.0)], vec![Kind::CurveKeysNotFinite]));
        assert_eq!(kinds(Vec::new()).1, [Kind::CurveEmpty]);
        let twice = clip(vec![Curve::new(Id(1), "c", 0), Curve::new(Id(2), "c", 0)]);
        let mut out = Output::default();
        compile(Id(1), &twice, None, &mut out);
        assert!(out.diagnostics.iter().any(|d| d.kind == Kind::DuplicateCurveName { name: "c".into() }));
    }

    /// The value of a curve of an additive clip, whose base has `smile` from 0.5 to 0.25 in two seconds and `frown` 2.
    fn added(base: AdditiveBase, name: &str, time: f32) -> Option<f32> {
        let smile = Curve { keys: vec![key(2, 0.0, 4.0), key(3, 1.0, 8.0)], ..Curve::new(Id(1), "smile", 0) };
        let told = Curve { kind: CurveKind::Metadata, ..Curve::new(Id(5), "told", 0) };
        let additive = Some(Additive { base, ..Additive::default() });
        let clip = Clip { additive, frame_rate: 10.0, ..clip(vec![smile, told.clone()]) };
        let half = Curve { keys: vec![key(2, 0.0, 0.5), key(3, 2.0, 0.25)], ..Curve::new(Id(1), "smile", 0) };
        let frown = Curve { keys: vec![key(4, 0.0, 2.0)], ..Curve::new(Id(6), "frown", 0) };
        let source = ClipSource { duration: 2.0, ..ClipSource::default() };
        let other = Clip::new("b", Id(1), Arc::new(source), 10.0);
        let other = Clip { curves: vec![half, frown, told], ..other };
        let (curves, keys) = compile(Id(1), &clip, Some(&other), &mut Output::default());
        let curve = curves.iter().find(|curve| curve.name == Name::new(name))?;
        curve.value(&keys[curve.first_key as usize..][..curve.key_count as usize], time)
    }

    #[test]
    fn curves_of_an_additive_clip_are_differences_to_its_bases() {
        let check = |base, name: &str, time, expected: Option<f32>| {
            let found = added(base, name, time);
            let is_near = found.zip(expected).is_none_or(|(a, b)| (a - b).abs() < 1e-5);
            assert!(found.is_some() == expected.is_some() && is_near, "{base:?} {name} {time}: {found:?} {expected:?}");
        };
        let own = AdditiveBase::OwnFrame(5);
        check(own, "smile", 0.5, Some(0.0));
        check(own, "smile", 1.0, Some(2.0));
        check(own, "blink", 0.5, Some(0.0));
        check(AdditiveBase::OwnFrame(99), "smile", 0.0, Some(-4.0));
        let fixed = AdditiveBase::ClipFrame { clip: Id(7), frame: 10 };
        check(fixed, "smile", 0.0, Some(4.0 - 0.375));
        check(fixed, "frown", 0.7, Some(-2.0));
        let scaled = AdditiveBase::ClipScaled { clip: Id(7) };
        for (time, expected) in [(0.0, 3.5), (0.5, 6.0 - 0.375), (1.0, 7.75)] {
            check(scaled, "smile", time, Some(expected));
        }
        check(scaled, "frown", 0.3, Some(-2.0));
        check(AdditiveBase::ReferencePose, "smile", 0.5, Some(6.0));
        check(AdditiveBase::ReferencePose, "frown", 0.5, None);
        for base in [own, fixed, scaled] {
            check(base, "told", 0.5, Some(1.0));
        }
    }

    #[test]
    fn a_curve_that_has_no_value_on_the_base_s_frame_counts_as_none_there() {
        let keys = vec![key(2, 0.25, 1.0), key(3, 0.75, 3.0)];
        let curve = Curve { keys, extrapolation: Extrapolation::None, ..Curve::new(Id(1), "c", 0) };
        let additive = Additive { base: AdditiveBase::OwnFrame(0), ..Additive::default() };
        let clip = Clip { additive: Some(additive), ..clip(vec![curve]) };
        assert_eq!((value(&clip, "c", 0.5), value(&clip, "c", 0.0)), (Some(2.0), None));
    }

    fn compiled(clip: &Clip, base: Option<&Clip>) -> Vec<(anim::curve::Curve, Vec<anim::curve::CurveKey>)> {
        let (curves, keys) = compile(Id(1), clip, base, &mut Output::default());
        let mut next = 0;
        let own = |curve: anim::curve::Curve| {
            assert_eq!(curve.first_key, next, "one after the other");
            next += curve.key_count;
            (curve, keys[curve.first_key as usize..next as usize].to_vec())
        };
        let curves = curves.into_iter().map(own).collect();
        assert_eq!(keys.len(), next as usize);
        curves
    }

    /// Extrapolation and flags of a curve.
    fn marks(clip: &Clip, base: Option<&Clip>, name: &str) -> (u32, u32) {
        let found = compiled(clip, base).into_iter().find(|(curve, _)| curve.name == Name::new(name));
        found.map(|(curve, _)| (curve.extrapolation, curve.flags)).unwrap()
    }

    #[test]
    fn only_metadata_is_flagged_and_only_authored_curves_go_on_beyond_their_ends() {
        use anim::curve::extrapolation::{CLAMP, LOOP, NONE};
        let with = |extrapolation, kind| {
            let keys = vec![key(2, 0.0, 1.0), key(3, 1.0, 3.0)];
            clip(vec![Curve { keys, extrapolation, kind, ..Curve::new(Id(1), "c", 0) }])
        };
        for (authored, number) in
            [(Extrapolation::Clamp, CLAMP), (Extrapolation::Loop, LOOP), (Extrapolation::None, NONE)]
        {
            assert_eq!(marks(&with(authored, CurveKind::Float), None, "c"), (number, 0));
            assert_eq!(marks(&with(authored, CurveKind::Metadata), None, "c"), (CLAMP, flag::METADATA));
            assert_eq!(marks(&with(authored, CurveKind::Float), None, "smile"), (CLAMP, 0), "imported");
        }
        let other = with(Extrapolation::Loop, CurveKind::Float);
        let fixed = AdditiveBase::ClipFrame { clip: Id(7), frame: 0 };
        for base in [fixed, AdditiveBase::ClipScaled { clip: Id(7) }] {
            let plain = Clip { additive: Some(Additive { base, ..Additive::default() }), ..clip(Vec::new()) };
            assert_eq!(marks(&plain, Some(&other), "c"), (CLAMP, 0), "{base:?}: of the base alone");
            assert_eq!(marks(&plain, Some(&other), "smile"), (CLAMP, 0), "{base:?}");
        }
    }

    #[test]
    fn metadata_is_one_key_of_one() {
        let told = Curve { kind: CurveKind::Metadata, keys: vec![key(2, 0.5, 7.0)], ..Curve::new(Id(1), "told", 0) };
        let told = compiled(&clip(vec![told]), None).into_iter().find(|(curve, _)| curve.flags != 0).unwrap();
        let [only] = told.1[..] else { panic!("{told:?}") };
        assert_eq!((only.time, only.value, only.interpolation), (0.0, 1.0, interpolation::CONSTANT));
        assert_eq!((only.in_tangent, only.out_tangent), (0.0, 0.0));
    }

    #[test]
    fn a_frame_lies_where_its_key_does_and_one_beyond_the_end_is_the_last() {
        let lasting = |duration, frame_rate| {
            let source = ClipSource { duration, ..ClipSource::default() };
            Clip::new("c", Id(1), Arc::new(source), frame_rate)
        };
        let times = |duration, rate, frames: [u32; 4]| frames.map(|frame| frame_time(&lasting(duration, rate), frame));
        assert_eq!(times(1.0, 10.0, [0, 5, 10, 99]), [0.0, 0.5, 1.0, 1.0]);
        assert_eq!(times(0.5, 4.0, [0, 1, 2, 3]), [0.0, 0.25, 0.5, 0.5]);
        assert_eq!(times(0.25, 4.0, [0, 1, 2, 3]), [0.0, 0.25, 0.25, 0.25]);
        assert_eq!(times(0.0, 4.0, [0, 1, 2, 3]), [0.0; 4]);
        assert_eq!(times(2.0, 0.0, [0, 1, 2, 3]), [0.0, 2.0, 2.0, 2.0], "without frames it has both ends");
    }

    #[test]
    fn differences_to_a_moving_base_have_a_key_a_frame() {
        let additive = Additive { base: AdditiveBase::ClipScaled { clip: Id(7) }, ..Additive::default() };
        let own = Clip { additive: Some(additive), frame_rate: 4.0, ..clip(Vec::new()) };
        let frown = Curve { keys: vec![key(4, 0.0, 1.0), key(5, 4.0, 5.0)], ..Curve::new(Id(6), "frown", 0) };
        let source = ClipSource { duration: 4.0, ..ClipSource::default() };
        let base = Clip { curves: vec![frown], ..Clip::new("b", Id(1), Arc::new(source), 4.0) };
        let found = compiled(&own, Some(&base));
        let points = |name: &str| {
            let (_, keys) = found.iter().find(|(curve, _)| curve.name == Name::new(name)).unwrap();
            assert!(keys.iter().all(|key| key.interpolation == interpolation::LINEAR));
            assert!(keys.iter().all(|key| (key.in_tangent, key.out_tangent) == (0.0, 0.0)));
            keys.iter().map(|key| (key.time, key.value)).collect::<Vec<_>>()
        };
        assert_eq!(points("frown"), [(0.0, -1.0), (0.25, -2.0), (0.5, -3.0), (0.75, -4.0), (1.0, -5.0)]);
        assert_eq!(points("smile"), [(0.0, 0.0), (1.0, 1.0)], "the base has none");
    }

    #[test]
    fn a_curve_of_the_base_s_fixed_frame_alone_is_one_key() {
        let additive = Additive { base: AdditiveBase::ClipFrame { clip: Id(7), frame: 1 }, ..Additive::default() };
        let own = Clip { additive: Some(additive), ..clip(Vec::new()) };
        let frown = Curve { keys: vec![key(4, 0.0, 2.0)], ..Curve::new(Id(6), "frown", 0) };
        let found = compiled(&own, Some(&clip(vec![frown])));
        let (_, keys) = found.iter().find(|(curve, _)| curve.name == Name::new("frown")).unwrap();
        assert_eq!(keys[..], [linear(0.0, -2.0)]);
        assert_eq!((keys[0].in_tangent, keys[0].out_tangent), (0.0, 0.0));
    }

    /// Time, value and tangents of what a curve with some keys plays, and what was found.
    fn repaired(keys: Vec<CurveKey>) -> (Vec<[f32; 4]>, Vec<Kind>) {
        let mut out = Output::default();
        let curve = authored(Id(1), &Curve { keys, ..Curve::new(Id(1), "c", 0) }, &mut out);
        let parts = curve.keys.iter().map(|key| [key.time, key.value, key.in_tangent, key.out_tangent]).collect();
        (parts, out.diagnostics.into_iter().map(|found| found.kind).collect())
    }

    #[test]
    fn each_number_of_a_key_is_repaired_for_itself() {
        let bent = |id, time, value, in_tangent, out_tangent| CurveKey {
            in_tangent,
            out_tangent,
            ..CurveKey::new(Id(id), time, value, Interpolation::Cubic)
        };
        let (nan, infinity) = (f32::NAN, f32::INFINITY);
        let sound = vec![bent(1, 0.0, 1.0, 2.0, 3.0), bent(2, 0.5, 4.0, 5.0, 6.0)];
        assert_eq!(repaired(sound), (vec![[0.0, 1.0, 2.0, 3.0], [0.5, 4.0, 5.0, 6.0]], vec![]));
        let broken = vec![bent(1, 0.0, nan, 2.0, 3.0), bent(2, 0.5, 4.0, infinity, 6.0), bent(3, 1.0, 7.0, 8.0, nan)];
        let expected = vec![[0.0, 0.0, 2.0, 3.0], [0.5, 4.0, 0.0, 6.0], [1.0, 7.0, 8.0, 0.0]];
        assert_eq!(repaired(broken), (expected, vec![Kind::CurveKeysNotFinite]));
        let timeless = vec![bent(1, infinity, 1.0, 0.0, 0.0), bent(2, 0.5, 4.0, 0.0, 0.0)];
        assert_eq!(repaired(timeless), (vec![[0.5, 4.0, 0.0, 0.0]], vec![Kind::CurveKeysNotFinite]));
    }

    #[test]
    fn of_keys_at_one_time_the_last_counts_and_they_are_reported() {
        let point = |time, value| [time, value, 0.0, 0.0];
        let twice = vec![key(1, 0.0, 1.0), key(2, 0.5, 2.0), key(3, 0.5, 3.0), key(4, 1.0, 4.0)];
        let expected = vec![point(0.0, 1.0), point(0.5, 3.0), point(1.0, 4.0)];
        assert_eq!(repaired(twice), (expected, vec![Kind::CurveKeysOrder]));
        let backwards = vec![key(1, 1.0, 1.0), key(2, 0.0, 2.0)];
        assert_eq!(repaired(backwards), (vec![point(0.0, 2.0), point(1.0, 1.0)], vec![Kind::CurveKeysOrder]));
        assert_eq!(repaired(vec![key(1, 0.5, 1.0)]), (vec![point(0.5, 1.0)], vec![]));
    }

    #[test]
    fn an_imported_key_with_a_number_that_is_none_is_left_out() {
        let ways = [
            (Interpolation::Step, interpolation::CONSTANT),
            (Interpolation::Linear, interpolation::LINEAR),
            (Interpolation::Cubic, interpolation::CUBIC),
        ];
        for (way, number) in ways {
            let parts = if way == Interpolation::Cubic { 3 } else { 1 };
            let sound = Channel { interpolation: way, times: vec![0.0, 0.5], values: vec![2.0; 2 * parts] };
            let keys = imported(&sound);
            assert_eq!(keys.iter().map(|key| (key.time, key.value)).collect::<Vec<_>>(), [(0.0, 2.0), (0.5, 2.0)]);
            assert!(keys.iter().all(|key| key.interpolation == number));
            for part in 0..parts {
                let mut broken = sound.clone();
                broken.values[parts + part] = f32::NAN;
                assert_eq!(imported(&broken), keys[..1], "{way:?} {part}");
            }
        }
    }
}
