//! Curves: the authored ones, and the imported ones that none of them takes the place of.

use super::Output;
use crate::{
    Clip, Curve, CurveKey, Id,
    curve::CurveKind,
    diagnostic::Kind,
    source::{self, Interpolation},
};
use anim::{
    Name,
    curve::{flag, interpolation},
};
use std::collections::BTreeMap;

/// A compiled curve's extrapolation, flags and keys.
type Compiled = (u32, u32, Vec<anim::curve::CurveKey>);

pub(crate) fn compile(
    asset: Id,
    clip: &Clip,
    out: &mut Output,
) -> (Vec<anim::curve::Curve>, Vec<anim::curve::CurveKey>) {
    let mut by_name: BTreeMap<Name, Option<Compiled>> = BTreeMap::new();
    for curve in &clip.curves {
        let name = Name::new(&curve.name);
        if by_name.contains_key(&name) {
            out.warn(asset, Some(curve.id), Kind::DuplicateCurveName { name: curve.name.clone() });
            continue;
        }
        by_name.insert(name, (!curve.disabled).then(|| authored(asset, curve, out)));
    }
    for curve in &clip.source.curves {
        by_name.entry(Name::new(&curve.name)).or_insert_with(|| Some((0, 0, imported(&curve.channel))));
    }
    let (mut curves, mut all) = (Vec::new(), Vec::new());
    for (name, compiled) in by_name {
        let Some((extrapolation, flags, keys)) = compiled else { continue };
        let (first_key, key_count) = (all.len() as u32, keys.len() as u32);
        all.extend(keys);
        curves.push(anim::curve::Curve { name, first_key, key_count, extrapolation, flags });
    }
    (curves, all)
}

fn authored(asset: Id, curve: &Curve, out: &mut Output) -> Compiled {
    if curve.kind == CurveKind::Metadata {
        let one = anim::curve::CurveKey::from(&CurveKey::new(curve.id, 0.0, 1.0, Interpolation::Step));
        return (0, flag::METADATA, vec![one]);
    }
    let mut keys: Vec<anim::curve::CurveKey> = Vec::with_capacity(curve.keys.len());
    let mut repaired = false;
    for key in curve.keys.iter().filter(|key| key.time.is_finite()) {
        let before = keys.last().map_or(0.0, |key| key.value);
        let finite = |number: f32, or: f32| if number.is_finite() { number } else { or };
        repaired |= !key.is_finite();
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
    (curve.extrapolation.compiled(), 0, keys)
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
    keys.filter(|key| key.value.is_finite() && key.in_tangent.is_finite() && key.out_tangent.is_finite()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
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
        let (curves, keys) = compile(Id(1), clip, &mut Output::default());
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
            let (_, keys) = compile(Id(1), &clip(vec![Curve { keys, ..Curve::new(Id(1), "c", 0) }]), &mut out);
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
        compile(Id(1), &twice, &mut out);
        assert!(out.diagnostics.iter().any(|d| d.kind == Kind::DuplicateCurveName { name: "c".into() }));
    }
}
