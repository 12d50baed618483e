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
    let channel = Channel {
        times: vec![0.0, 1.0],
        values: vec![0.0, 1.0],
        ..Channel::default()
    };
    let curve = |name: &str| source::SourceCurve {
        name: name.into(),
        channel: channel.clone(),
    };
    let source = ClipSource {
        duration: 1.0,
        curves: vec![curve("smile"), curve("blink")],
        ..Default::default()
    };
    Clip {
        curves,
        ..Clip::new("c", Id(1), Arc::new(source), 30.0)
    }
}

fn value(clip: &Clip, name: &str, time: f32) -> Option<f32> {
    let (curves, keys) = compile(Id(1), clip, None, &mut Output::default());
    let curve = curves.iter().find(|curve| curve.name == Name::new(name))?;
    curve.value(
        &keys[curve.first_key as usize..][..curve.key_count as usize],
        time,
    )
}

#[test]
fn an_authored_curve_takes_the_place_of_the_imported_one() {
    let smile = Curve {
        keys: vec![key(2, 0.0, 4.0), key(3, 1.0, 8.0)],
        ..Curve::new(Id(1), "smile", 0)
    };
    let authored = clip(vec![smile.clone()]);
    assert_eq!(
        (
            value(&authored, "smile", 0.5),
            value(&authored, "blink", 0.5)
        ),
        (Some(6.0), Some(0.5))
    );
    let silent = clip(vec![Curve {
        disabled: true,
        ..smile
    }]);
    assert_eq!(
        (value(&silent, "smile", 0.5), value(&silent, "blink", 0.5)),
        (None, Some(0.5))
    );
}

#[test]
fn kinds_and_ends_compile_to_what_they_say() {
    let keys = vec![key(2, 0.25, 1.0), key(3, 0.75, 3.0)];
    let curve = |extrapolation| Curve {
        keys: keys.clone(),
        extrapolation,
        ..Curve::new(Id(1), "c", 0)
    };
    for (extrapolation, wanted) in [
        (Extrapolation::Clamp, Some(3.0)),
        (Extrapolation::Loop, Some(1.5)),
        (Extrapolation::None, None),
    ] {
        assert_eq!(value(&clip(vec![curve(extrapolation)]), "c", 0.875), wanted);
        assert_eq!(
            curve(extrapolation).value(0.875),
            wanted,
            "as the editor shows it"
        );
    }
    let metadata = Curve {
        kind: CurveKind::Metadata,
        ..curve(Extrapolation::None)
    };
    assert_eq!(value(&clip(vec![metadata]), "c", 0.0), Some(1.0));
}

#[test]
fn a_copied_curve_plays_as_the_imported_one() {
    let channel = Channel {
        interpolation: Interpolation::Cubic,
        times: vec![0.0, 0.5],
        values: vec![0.0, 0.0, 4.0, 0.0, 1.0, 0.0],
    };
    let imported = source::SourceCurve {
        name: "c".into(),
        channel: channel.clone(),
    };
    let copy = Curve::copied(&imported, 0, &mut 7);
    let source = ClipSource {
        duration: 1.0,
        curves: vec![imported],
        ..ClipSource::default()
    };
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
        let (_, keys) = compile(
            Id(1),
            &clip(vec![Curve {
                keys,
                ..Curve::new(Id(1), "c", 0)
            }]),
            None,
            &mut out,
        );
        let kinds: Vec<Kind> = out
            .diagnostics
            .into_iter()
            .map(|diagnostic| diagnostic.kind)
            .collect();
        (
            keys.iter()
                .map(|key| (key.time, key.value))
                .filter(|key| key.1 > 1.0)
                .collect::<Vec<_>>(),
            kinds,
        )
    };
    let shuffled = vec![key(1, 0.5, 5.0), key(2, 0.1, 2.0), key(3, 0.5, 6.0)];
    assert_eq!(
        kinds(shuffled),
        (vec![(0.1, 2.0), (0.5, 6.0)], vec![Kind::CurveKeysOrder])
    );
    let broken = vec![
        key(1, 0.1, 2.0),
        key(2, 0.5, f32::NAN),
        key(3, f32::NAN, 3.0),
    ];
    assert_eq!(
        kinds(broken),
        (vec![(0.1, 2.0), (0.5, 2.0)], vec![Kind::CurveKeysNotFinite])
    );
    assert_eq!(kinds(Vec::new()).1, [Kind::CurveEmpty]);
    let twice = clip(vec![Curve::new(Id(1), "c", 0), Curve::new(Id(2), "c", 0)]);
    let mut out = Output::default();
    compile(Id(1), &twice, None, &mut out);
    assert!(
        out.diagnostics
            .iter()
            .any(|d| d.kind == Kind::DuplicateCurveName { name: "c".into() })
    );
}

/// The value of a curve of an additive clip, whose base has `smile` from 0.5 to 0.25 in two seconds
/// and `frown` 2.
fn added(base: AdditiveBase, name: &str, time: f32) -> Option<f32> {
    let smile = Curve {
        keys: vec![key(2, 0.0, 4.0), key(3, 1.0, 8.0)],
        ..Curve::new(Id(1), "smile", 0)
    };
    let told = Curve {
        kind: CurveKind::Metadata,
        ..Curve::new(Id(5), "told", 0)
    };
    let additive = Some(Additive {
        base,
        ..Additive::default()
    });
    let clip = Clip {
        additive,
        frame_rate: 10.0,
        ..clip(vec![smile, told.clone()])
    };
    let half = Curve {
        keys: vec![key(2, 0.0, 0.5), key(3, 2.0, 0.25)],
        ..Curve::new(Id(1), "smile", 0)
    };
    let frown = Curve {
        keys: vec![key(4, 0.0, 2.0)],
        ..Curve::new(Id(6), "frown", 0)
    };
    let source = ClipSource {
        duration: 2.0,
        ..ClipSource::default()
    };
    let other = Clip::new("b", Id(1), Arc::new(source), 10.0);
    let other = Clip {
        curves: vec![half, frown, told],
        ..other
    };
    let (curves, keys) = compile(Id(1), &clip, Some(&other), &mut Output::default());
    let curve = curves.iter().find(|curve| curve.name == Name::new(name))?;
    curve.value(
        &keys[curve.first_key as usize..][..curve.key_count as usize],
        time,
    )
}

#[test]
fn curves_of_an_additive_clip_are_differences_to_its_bases() {
    let check = |base, name: &str, time, expected: Option<f32>| {
        let found = added(base, name, time);
        let is_near = found
            .zip(expected)
            .is_none_or(|(a, b)| (a - b).abs() < 1e-5);
        assert!(
            found.is_some() == expected.is_some() && is_near,
            "{base:?} {name} {time}: {found:?} {expected:?}"
        );
    };
    let own = AdditiveBase::OwnFrame(5);
    check(own, "smile", 0.5, Some(0.0));
    check(own, "smile", 1.0, Some(2.0));
    check(own, "blink", 0.5, Some(0.0));
    check(AdditiveBase::OwnFrame(99), "smile", 0.0, Some(-4.0));
    let fixed = AdditiveBase::ClipFrame {
        clip: Id(7),
        frame: 10,
    };
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
    let curve = Curve {
        keys,
        extrapolation: Extrapolation::None,
        ..Curve::new(Id(1), "c", 0)
    };
    let additive = Additive {
        base: AdditiveBase::OwnFrame(0),
        ..Additive::default()
    };
    let clip = Clip {
        additive: Some(additive),
        ..clip(vec![curve])
    };
    assert_eq!(
        (value(&clip, "c", 0.5), value(&clip, "c", 0.0)),
        (Some(2.0), None)
    );
}

fn compiled(
    clip: &Clip,
    base: Option<&Clip>,
) -> Vec<(anim::curve::Curve, Vec<anim::curve::CurveKey>)> {
    let (curves, keys) = compile(Id(1), clip, base, &mut Output::default());
    let mut next = 0;
    let own = |curve: anim::curve::Curve| {
        assert_eq!(curve.first_key, next, "one after the other");
        next += curve.key_count;
        (
            curve,
            keys[curve.first_key as usize..next as usize].to_vec(),
        )
    };
    let curves = curves.into_iter().map(own).collect();
    assert_eq!(keys.len(), next as usize);
    curves
}

/// Extrapolation and flags of a curve.
fn marks(clip: &Clip, base: Option<&Clip>, name: &str) -> (u32, u32) {
    let found = compiled(clip, base)
        .into_iter()
        .find(|(curve, _)| curve.name == Name::new(name));
    found
        .map(|(curve, _)| (curve.extrapolation, curve.flags))
        .unwrap()
}

#[test]
fn only_metadata_is_flagged_and_only_authored_curves_go_on_beyond_their_ends() {
    use anim::curve::extrapolation::{CLAMP, LOOP, NONE};
    let with = |extrapolation, kind| {
        let keys = vec![key(2, 0.0, 1.0), key(3, 1.0, 3.0)];
        clip(vec![Curve {
            keys,
            extrapolation,
            kind,
            ..Curve::new(Id(1), "c", 0)
        }])
    };
    for (authored, number) in [
        (Extrapolation::Clamp, CLAMP),
        (Extrapolation::Loop, LOOP),
        (Extrapolation::None, NONE),
    ] {
        assert_eq!(
            marks(&with(authored, CurveKind::Float), None, "c"),
            (number, 0)
        );
        assert_eq!(
            marks(&with(authored, CurveKind::Metadata), None, "c"),
            (CLAMP, flag::METADATA)
        );
        assert_eq!(
            marks(&with(authored, CurveKind::Float), None, "smile"),
            (CLAMP, 0),
            "imported"
        );
    }
    let other = with(Extrapolation::Loop, CurveKind::Float);
    let fixed = AdditiveBase::ClipFrame {
        clip: Id(7),
        frame: 0,
    };
    for base in [fixed, AdditiveBase::ClipScaled { clip: Id(7) }] {
        let plain = Clip {
            additive: Some(Additive {
                base,
                ..Additive::default()
            }),
            ..clip(Vec::new())
        };
        assert_eq!(
            marks(&plain, Some(&other), "c"),
            (CLAMP, 0),
            "{base:?}: of the base alone"
        );
        assert_eq!(marks(&plain, Some(&other), "smile"), (CLAMP, 0), "{base:?}");
    }
}

#[test]
fn metadata_is_one_key_of_one() {
    let told = Curve {
        kind: CurveKind::Metadata,
        keys: vec![key(2, 0.5, 7.0)],
        ..Curve::new(Id(1), "told", 0)
    };
    let told = compiled(&clip(vec![told]), None)
        .into_iter()
        .find(|(curve, _)| curve.flags != 0)
        .unwrap();
    let [only] = told.1[..] else {
        panic!("{told:?}")
    };
    assert_eq!(
        (only.time, only.value, only.interpolation),
        (0.0, 1.0, interpolation::CONSTANT)
    );
    assert_eq!((only.in_tangent, only.out_tangent), (0.0, 0.0));
}

#[test]
fn a_frame_lies_where_its_key_does_and_one_beyond_the_end_is_the_last() {
    let lasting = |duration, frame_rate| {
        let source = ClipSource {
            duration,
            ..ClipSource::default()
        };
        Clip::new("c", Id(1), Arc::new(source), frame_rate)
    };
    let times = |duration, rate, frames: [u32; 4]| {
        frames.map(|frame| frame_time(&lasting(duration, rate), frame))
    };
    assert_eq!(times(1.0, 10.0, [0, 5, 10, 99]), [0.0, 0.5, 1.0, 1.0]);
    assert_eq!(times(0.5, 4.0, [0, 1, 2, 3]), [0.0, 0.25, 0.5, 0.5]);
    assert_eq!(times(0.25, 4.0, [0, 1, 2, 3]), [0.0, 0.25, 0.25, 0.25]);
    assert_eq!(times(0.0, 4.0, [0, 1, 2, 3]), [0.0; 4]);
    assert_eq!(
        times(2.0, 0.0, [0, 1, 2, 3]),
        [0.0, 2.0, 2.0, 2.0],
        "without frames it has both ends"
    );
}

#[test]
fn differences_to_a_moving_base_have_a_key_a_frame() {
    let additive = Additive {
        base: AdditiveBase::ClipScaled { clip: Id(7) },
        ..Additive::default()
    };
    let own = Clip {
        additive: Some(additive),
        frame_rate: 4.0,
        ..clip(Vec::new())
    };
    let frown = Curve {
        keys: vec![key(4, 0.0, 1.0), key(5, 4.0, 5.0)],
        ..Curve::new(Id(6), "frown", 0)
    };
    let source = ClipSource {
        duration: 4.0,
        ..ClipSource::default()
    };
    let base = Clip {
        curves: vec![frown],
        ..Clip::new("b", Id(1), Arc::new(source), 4.0)
    };
    let found = compiled(&own, Some(&base));
    let points = |name: &str| {
        let (_, keys) = found
            .iter()
            .find(|(curve, _)| curve.name == Name::new(name))
            .unwrap();
        assert!(
            keys.iter()
                .all(|key| key.interpolation == interpolation::LINEAR)
        );
        assert!(
            keys.iter()
                .all(|key| (key.in_tangent, key.out_tangent) == (0.0, 0.0))
        );
        keys.iter()
            .map(|key| (key.time, key.value))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        points("frown"),
        [
            (0.0, -1.0),
            (0.25, -2.0),
            (0.5, -3.0),
            (0.75, -4.0),
            (1.0, -5.0)
        ]
    );
    assert_eq!(
        points("smile"),
        [(0.0, 0.0), (1.0, 1.0)],
        "the base has none"
    );
}

#[test]
fn a_curve_of_the_base_s_fixed_frame_alone_is_one_key() {
    let additive = Additive {
        base: AdditiveBase::ClipFrame {
            clip: Id(7),
            frame: 1,
        },
        ..Additive::default()
    };
    let own = Clip {
        additive: Some(additive),
        ..clip(Vec::new())
    };
    let frown = Curve {
        keys: vec![key(4, 0.0, 2.0)],
        ..Curve::new(Id(6), "frown", 0)
    };
    let found = compiled(&own, Some(&clip(vec![frown])));
    let (_, keys) = found
        .iter()
        .find(|(curve, _)| curve.name == Name::new("frown"))
        .unwrap();
    assert_eq!(keys[..], [linear(0.0, -2.0)]);
    assert_eq!((keys[0].in_tangent, keys[0].out_tangent), (0.0, 0.0));
}

/// Time, value and tangents of what a curve with some keys plays, and what was found.
fn repaired(keys: Vec<CurveKey>) -> (Vec<[f32; 4]>, Vec<Kind>) {
    let mut out = Output::default();
    let curve = authored(
        Id(1),
        &Curve {
            keys,
            ..Curve::new(Id(1), "c", 0)
        },
        &mut out,
    );
    let parts = curve
        .keys
        .iter()
        .map(|key| [key.time, key.value, key.in_tangent, key.out_tangent])
        .collect();
    (
        parts,
        out.diagnostics
            .into_iter()
            .map(|found| found.kind)
            .collect(),
    )
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
    assert_eq!(
        repaired(sound),
        (vec![[0.0, 1.0, 2.0, 3.0], [0.5, 4.0, 5.0, 6.0]], vec![])
    );
    let broken = vec![
        bent(1, 0.0, nan, 2.0, 3.0),
        bent(2, 0.5, 4.0, infinity, 6.0),
        bent(3, 1.0, 7.0, 8.0, nan),
    ];
    let expected = vec![
        [0.0, 0.0, 2.0, 3.0],
        [0.5, 4.0, 0.0, 6.0],
        [1.0, 7.0, 8.0, 0.0],
    ];
    assert_eq!(repaired(broken), (expected, vec![Kind::CurveKeysNotFinite]));
    let timeless = vec![
        bent(1, infinity, 1.0, 0.0, 0.0),
        bent(2, 0.5, 4.0, 0.0, 0.0),
    ];
    assert_eq!(
        repaired(timeless),
        (vec![[0.5, 4.0, 0.0, 0.0]], vec![Kind::CurveKeysNotFinite])
    );
}

#[test]
fn of_keys_at_one_time_the_last_counts_and_they_are_reported() {
    let point = |time, value| [time, value, 0.0, 0.0];
    let twice = vec![
        key(1, 0.0, 1.0),
        key(2, 0.5, 2.0),
        key(3, 0.5, 3.0),
        key(4, 1.0, 4.0),
    ];
    let expected = vec![point(0.0, 1.0), point(0.5, 3.0), point(1.0, 4.0)];
    assert_eq!(repaired(twice), (expected, vec![Kind::CurveKeysOrder]));
    let backwards = vec![key(1, 1.0, 1.0), key(2, 0.0, 2.0)];
    assert_eq!(
        repaired(backwards),
        (
            vec![point(0.0, 2.0), point(1.0, 1.0)],
            vec![Kind::CurveKeysOrder]
        )
    );
    assert_eq!(
        repaired(vec![key(1, 0.5, 1.0)]),
        (vec![point(0.5, 1.0)], vec![])
    );
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
        let sound = Channel {
            interpolation: way,
            times: vec![0.0, 0.5],
            values: vec![2.0; 2 * parts],
        };
        let keys = imported(&sound);
        assert_eq!(
            keys.iter()
                .map(|key| (key.time, key.value))
                .collect::<Vec<_>>(),
            [(0.0, 2.0), (0.5, 2.0)]
        );
        assert!(keys.iter().all(|key| key.interpolation == number));
        for part in 0..parts {
            let mut broken = sound.clone();
            broken.values[parts + part] = f32::NAN;
            assert_eq!(imported(&broken), keys[..1], "{way:?} {part}");
        }
    }
}
