use super::*;
use crate::{dice::Dice, source::Channel};

fn clip(duration: f32) -> Clip {
    let source = ClipSource {
        duration,
        ..ClipSource::default()
    };
    Clip::new("walk", Id(1), Arc::new(source), 30.0)
}

fn range(begin: f32, end: f32) -> ClipRange {
    ClipRange { begin, end }
}

fn curve(dice: &mut Dice, extrapolation: Extrapolation) -> Curve {
    let kinds = [
        Interpolation::Step,
        Interpolation::Linear,
        Interpolation::Cubic,
    ];
    let mut time = dice.between(0.0, 1.0);
    let key = |id: u64, dice: &mut Dice| {
        let key = CurveKey {
            in_tangent: dice.roll(),
            out_tangent: dice.roll(),
            ..CurveKey::new(Id(id), time, dice.roll(), dice.of(&kinds))
        };
        time += dice.between(0.05, 1.0);
        key
    };
    let count = 1 + dice.below(5) as u64;
    let mut made = key;
    Curve {
        extrapolation,
        keys: (0..count).map(|id| made(id, dice)).collect(),
        ..Curve::new(Id(100), "smile", 0)
    }
}

/// None where either has no value, and at places where a held value changes or a round ends.
fn differ(now: &Curve, then: f32, before: &Curve, time: f32) -> bool {
    let round = before.keys[before.keys.len() - 1].time - before.keys[0].time;
    let is_edge = before.keys.iter().any(|key| {
        let rounds = if before.extrapolation == Extrapolation::Loop && round > 0.0 {
            ((time - key.time) / round).round() * round
        } else {
            0.0
        };
        (key.time + rounds - time).abs() < 1e-4
    });
    match (now.value(then), before.value(time)) {
        _ if is_edge => false,
        (Some(now), Some(before)) => (now - before).abs() > 2e-4,
        (now, before) => now.is_some() != before.is_some(),
    }
}

#[test]
fn a_curve_runs_within_a_range_as_it_did() {
    for seed in 0..600 {
        let mut dice = Dice(seed);
        let extrapolation = [
            Extrapolation::Clamp,
            Extrapolation::Loop,
            Extrapolation::None,
        ][seed as usize % 3];
        let curve = curve(&mut dice, extrapolation);
        let begin = dice.between(0.0, 3.0);
        let end = dice.between(begin + 0.04, 4.0);
        let cut = curve.cut(range(begin, end));
        let ids: std::collections::BTreeSet<Id> = cut.keys.iter().map(|key| key.id).collect();
        assert_eq!(ids.len(), cut.keys.len());
        assert!(cut.keys.windows(2).all(|pair| pair[0].time < pair[1].time));
        for step in 1..64u8 {
            let time = begin + (end - begin) * f32::from(step) / 64.0;
            assert!(
                !differ(&cut, time - begin, &curve, time),
                "seed {seed}, {begin}..{end} at {time}: {curve:#?} {cut:#?}"
            );
        }
    }
}

#[test]
fn a_curve_runs_backwards_as_its_mirror_image() {
    for seed in 0..600 {
        let mut dice = Dice(seed);
        let extrapolation = [
            Extrapolation::Clamp,
            Extrapolation::Loop,
            Extrapolation::None,
        ][seed as usize % 3];
        let curve = curve(&mut dice, extrapolation);
        let back = curve.reversed(4.0);
        let ids: std::collections::BTreeSet<Id> = back.keys.iter().map(|key| key.id).collect();
        assert_eq!(ids.len(), back.keys.len());
        assert!(back.keys.windows(2).all(|pair| pair[0].time < pair[1].time));
        for step in 0..=128u8 {
            let time = f32::from(step) / 32.0;
            assert!(
                !differ(&back, 4.0 - time, &curve, time),
                "seed {seed} at {time}: {curve:#?} {back:#?}"
            );
        }
    }
}

#[test]
fn what_lies_on_the_timeline_is_kept_cut_or_gone() {
    let mut whole = clip(2.0);
    whole.notifies = [
        Notify::instant(Id(2), Id(9), "before", 0.4),
        Notify::instant(Id(3), Id(9), "at the begin", 0.5),
        Notify::instant(Id(4), Id(9), "at the end", 1.5),
        Notify::instant(Id(5), Id(9), "after", 1.6),
        Notify::state(Id(6), Id(9), "across the begin", 0.25, 0.5),
        Notify::state(Id(7), Id(9), "across all", 0.0, 2.0),
        Notify::state(Id(8), Id(9), "up to the begin", 0.0, 0.5),
    ]
    .into_iter()
    .collect();
    let marker = |id, time| SyncMarker {
        id: Id(id),
        name: "left".into(),
        time,
    };
    whole.sync_markers = vec![marker(20, 0.25), marker(21, 1.0)];
    whole.notes = vec![
        Note {
            id: Id(30),
            time: 0.75,
            text: "here".into(),
            color: 0,
        },
        Note {
            id: Id(31),
            time: 1.75,
            text: "there".into(),
            color: 0,
        },
    ];
    let left = whole.trimmed(range(0.5, 1.5));
    let spans: Vec<_> = left
        .notifies
        .iter()
        .map(|it| (it.name.as_str(), it.time, it.duration))
        .collect();
    assert_eq!(
        spans,
        [
            ("at the begin", 0.0, None),
            ("at the end", 1.0, None),
            ("across the begin", 0.0, Some(0.25)),
            ("across all", 0.0, Some(1.0)),
        ]
    );
    let markers: Vec<_> = left
        .sync_markers
        .iter()
        .map(|it| (it.id, it.time))
        .collect();
    assert_eq!(markers, [(Id(21), 0.5)]);
    let notes: Vec<_> = left.notes.iter().map(|it| (it.id, it.time)).collect();
    assert_eq!(notes, [(Id(30), 0.25)]);
    assert_eq!(left.source.duration, 1.0);

    let mut head = left.clone();
    head.leave_end();
    let names: Vec<_> = head.notifies.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["at the begin", "across the begin", "across all"]);

    let back = left.reversed();
    let spans: Vec<_> = back
        .notifies
        .iter()
        .map(|it| (it.name.as_str(), it.time, it.duration))
        .collect();
    assert_eq!(
        spans,
        [
            ("at the begin", 1.0, None),
            ("at the end", 0.0, None),
            ("across the begin", 0.75, Some(0.25)),
            ("across all", 0.0, Some(1.0)),
        ]
    );
    assert_eq!((back.sync_markers[0].time, back.notes[0].time), (0.5, 0.75));
}

#[test]
fn the_base_of_an_additive_clip_is_the_frame_that_it_was() {
    let mut whole = clip(2.0);
    whole.additive = Some(Additive {
        base: AdditiveBase::OwnFrame(20),
        ..Additive::default()
    });
    let base = |clip: &Clip| clip.additive.unwrap().base;
    assert_eq!(
        base(&whole.trimmed(range(0.5, 2.0))),
        AdditiveBase::OwnFrame(5)
    );
    assert_eq!(
        base(&whole.trimmed(range(1.0, 2.0))),
        AdditiveBase::OwnFrame(0)
    );
    assert_eq!(base(&whole.reversed()), AdditiveBase::OwnFrame(40));
}

#[test]
fn only_keys_that_came_from_a_file_count_as_edited() {
    let own = clip(1.0);
    assert!(!own.trimmed(range(0.0, 0.5)).keys_edited && !own.reversed().keys_edited);
    let mut read = clip(1.0);
    read.origin = Some(crate::Origin {
        file: "walk.fbx".into(),
        place: "clip walk".into(),
        content: String::new(),
        said: Default::default(),
        options: Default::default(),
        properties: Default::default(),
    });
    assert!(read.trimmed(range(0.0, 0.5)).keys_edited && read.reversed().keys_edited);
}

#[test]
fn keys_follow_the_source() {
    let mut whole = clip(1.0);
    let channel = Channel {
        times: vec![0.0, 1.0],
        values: vec![0.0, 4.0],
        ..Channel::default()
    };
    let curves = vec![crate::source::SourceCurve {
        name: "height".into(),
        channel,
    }];
    whole.source = Arc::new(ClipSource {
        curves,
        ..(*whole.source).clone()
    });
    let at = |clip: &Clip, time| clip.source.curves[0].channel.scalar(time);
    assert_eq!(at(&whole.trimmed(range(0.5, 1.0)), 0.0), 2.0);
    assert_eq!(at(&whole.reversed(), 0.25), 3.0);
}
