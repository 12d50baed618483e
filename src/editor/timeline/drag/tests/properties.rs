//! What holds of every trim, ripple, roll and insertion, whatever the montage and however far the
//! pointer goes.

use super::{
    ripple,
    trimming::{TOUCHING, UNLIMITED, neighbours, seam_at, trimmed},
};
use crate::timeline::TimelineHost;
use anim::Transform;
use asset::{
    Clip, Id, Montage, Project, Skeleton,
    montage::{Section, Segment, Slot},
    skeleton::Bone,
    source::ClipSource,
};
use document::{Command, MontageCommand, attempt};
use proptest::prelude::*;
use std::sync::Arc;

const MONTAGE: Id = Id(5);
const SLOT: Id = Id(12);
/// Of the clips, seconds.
const LENGTHS: [f32; 3] = [0.4, 1.0, 2.5];

/// Per segment: clip, begin and length as parts of what there is, rate, loops, and the gap before
/// it.
type Row = (usize, f32, f32, f32, u32, f32);

fn project(rows: &[Row]) -> Project {
    let mut project = Project::default();
    let bones = vec![Bone::new("root", None, Transform::IDENTITY)];
    project.skeletons.insert(
        Id(1),
        Arc::new(Skeleton {
            name: "rig".into(),
            bones,
            ..Skeleton::default()
        }),
    );
    for (at, length) in LENGTHS.iter().enumerate() {
        let source = Arc::new(ClipSource {
            duration: *length,
            ..ClipSource::default()
        });
        let clip = Clip::new(format!("clip {at}"), Id(1), source, 30.0);
        project.clips.insert(Id(20 + at as u64), Arc::new(clip));
    }
    let mut montage = Montage::new("montage", Id(1), &mut 100);
    let mut end = 0.0;
    let segment = |(at, (clip, begin, part, rate, loops, gap)): (usize, &Row)| {
        let length = LENGTHS[*clip];
        let clip_begin = begin * (length - 0.2);
        let clip_end = clip_begin + 0.2 + part * (length - clip_begin - 0.2);
        let clip = Id(20 + *clip as u64);
        let mut segment = Segment {
            id: Id(40 + at as u64),
            clip,
            start: 0.0,
            clip_begin,
            clip_end,
            rate: *rate,
            loops: *loops,
        };
        segment.start = end + gap;
        end = segment.start + segment.duration(1.0);
        segment
    };
    let segments: Vec<Segment> = rows.iter().enumerate().map(segment).collect();
    montage.sections = segments
        .iter()
        .enumerate()
        .map(|(at, it)| Section {
            id: Id(60 + at as u64),
            name: format!("s{at}"),
            start: if at == 0 { 0.0 } else { it.start },
            next: None,
            color: 0,
        })
        .collect();
    montage.slots = vec![Slot {
        id: SLOT,
        name: "slot".into(),
        segments,
        locked: false,
    }];
    project.montages.insert(MONTAGE, Arc::new(montage));
    project
}

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let rate = prop_oneof![Just(1.0f32), Just(-1.0f32), 0.2f32..4.0, -4.0f32..-0.2];
    let gap = prop_oneof![Just(0.0f32), 0.0f32..0.8];
    let row = (
        0usize..3,
        0.0f32..1.0,
        0.0f32..1.0,
        rate,
        prop_oneof![Just(1u32), 1u32..5],
        gap,
    );
    prop::collection::vec(row, 1..7)
}

/// Near, far and beyond everything.
fn time() -> impl Strategy<Value = f64> {
    prop_oneof![
        -2.0f64..12.0,
        Just(0.0),
        Just(-1e6),
        Just(1e6),
        Just(86_000.0)
    ]
}

fn slot_of(project: &Project) -> &Slot {
    &project.montages[&MONTAGE].slots[0]
}

fn span(segment: &Segment) -> (f64, f64) {
    (
        segment.start.into(),
        f64::from(segment.start) + f64::from(segment.duration(1.0)),
    )
}

fn is_sound(project: &Project) -> bool {
    let montage = &project.montages[&MONTAGE];
    let segments = &montage.slots[0].segments;
    let in_clip = |it: &Segment| {
        let length = project.clips[&it.clip].length();
        it.clip_begin >= 0.0
            && it.clip_end <= length + 1e-4
            && it.clip_begin < it.clip_end
            && it.start >= 0.0
    };
    let apart = montage
        .sections
        .windows(2)
        .all(|pair| pair[1].start - pair[0].start > 0.9 / 30.0);
    let after = segments
        .windows(2)
        .all(|pair| span(&pair[0]).1 <= span(&pair[1]).0 + 2e-4);
    segments.iter().all(in_clip) && apart && after && montage.sections[0].start == 0.0
}

proptest! {
    #[test]
    fn a_trim_stays_between_its_neighbours_and_inside_its_clip(
        rows in rows(), which in 0usize..7, time in time(), at_start: bool,
    ) {
        let project = project(&rows);
        let host = TimelineHost::new(&project, MONTAGE).unwrap();
        let slot = slot_of(&project);
        let segment = &slot.segments[which % slot.segments.len()];
        let (start, end) = span(segment);
        // As the edge of a drag: a frame from the other one at least.
        let time = if at_start { time.min(end - 1.0 / 30.0) } else { time.max(start + 1.0 / 30.0) };
        let cut = trimmed(&host, segment, time, at_start, neighbours(&host, slot, segment)).unwrap();
        let set = Command::Montage(MONTAGE, MontageCommand::SetSegment { slot: SLOT, segment: cut.clone() });
        let after = attempt(&project, &set);
        prop_assert!(after.as_ref().is_ok_and(is_sound), "{segment:?} {cut:?} {:?}", after.err());
        let (from, to) = span(&cut);
        let kept = if at_start { (to - end).abs() } else { (from - start).abs() };
        prop_assert!(kept < 1e-3, "the other edge stays: {segment:?} {cut:?}");
    }

    #[test]
    fn a_rippled_trim_keeps_every_gap_behind_it(rows in rows(), which in 0usize..7, time in time(), at_start: bool) {
        let project = project(&rows);
        let host = TimelineHost::new(&project, MONTAGE).unwrap();
        let slot = slot_of(&project);
        let segment = &slot.segments[which % slot.segments.len()];
        let (start, end) = span(segment);
        let time = if at_start { time.min(end - 1.0 / 30.0) } else { time.max(start + 1.0 / 30.0) };
        let cut = trimmed(&host, segment, time, at_start, UNLIMITED).unwrap();
        let is_far = span(&cut).1 > 500.0;
        let after = attempt(&project, &ripple::resized(&host, (slot, segment), cut, at_start));
        // So far from the start the times of f32 are coarser than what segments may share: it may
        // be refused as a whole.
        if is_far {
            prop_assert!(matches!(after, Ok(_) | Err(document::EditError::Overlap)));
            return Ok(());
        }
        prop_assert!(after.as_ref().is_ok_and(is_sound), "{:?}", after.err());
        let after = after.unwrap();
        let gaps = |slot: &Slot| slot.segments.windows(2).map(|it| span(&it[1]).0 - span(&it[0]).1).collect::<Vec<_>>();
        let (was, is) = (gaps(slot), gaps(slot_of(&after)));
        prop_assert!(was.iter().zip(&is).all(|(a, b)| (a - b).abs() < 2e-3), "{was:?} {is:?}");
        prop_assert_eq!(slot_of(&after).segments[0].start, slot.segments[0].start);
    }

    #[test]
    fn an_insertion_always_finds_room_and_keeps_the_order_of_the_others(
        rows in rows(), which in 0usize..7, time in -2.0f64..12.0,
    ) {
        let project = project(&rows);
        let host = TimelineHost::new(&project, MONTAGE).unwrap();
        let slot = slot_of(&project);
        let segment = &slot.segments[which % slot.segments.len()];
        let after = attempt(&project, &ripple::inserted(&host, (slot, segment), slot, time));
        prop_assert!(after.as_ref().is_ok_and(is_sound), "{:?}", after.err());
        let after = after.unwrap();
        let others = |slot: &Slot| slot.segments.iter().map(|it| it.id).filter(|id| *id != segment.id).collect::<Vec<_>>();
        prop_assert_eq!(others(slot), others(slot_of(&after)));
        prop_assert_eq!(slot.segments.len(), slot_of(&after).segments.len());
        let lasts = |slot: &Slot| slot.segments.iter().map(|it| f64::from(it.duration(1.0))).sum::<f64>();
        prop_assert!((lasts(slot) - lasts(slot_of(&after))).abs() < 1e-3);
    }

    #[test]
    fn closing_gaps_and_closing_up_after_what_goes_leaves_none(rows in rows(), gone in 0u8..128) {
        let project = project(&rows);
        let host = TimelineHost::new(&project, MONTAGE).unwrap();
        let slot = slot_of(&project);
        let packed = attempt(&project, &ripple::arranged(&host, slot, ripple::packed(&host, slot), |_| None)).unwrap();
        let gap = |pair: &[Segment]| span(&pair[1]).0 - span(&pair[0]).1;
        prop_assert!(is_sound(&packed) && slot_of(&packed).segments.windows(2).all(|pair| gap(pair).abs() < 1e-3));
        let ids: Vec<Id> = slot.segments.iter().map(|it| it.id).filter(|id| gone >> (id.0 - 40) & 1 == 1).collect();
        let mut commands: Vec<Command> =
            ids.iter().map(|id| Command::Montage(MONTAGE, MontageCommand::RemoveSegment(*id))).collect();
        commands.push(ripple::without(&host, slot, &ids));
        let after = attempt(&project, &Command::Batch(commands));
        prop_assert!(after.as_ref().is_ok_and(is_sound), "{:?}", after.err());
        let left = slot_of(after.as_ref().unwrap()).segments.len();
        prop_assert_eq!(left, slot.segments.len() - ids.len());
    }

    #[test]
    fn a_rolled_seam_stays_one(rows in rows(), time in time()) {
        let rows: Vec<Row> = rows.into_iter().map(|(clip, begin, part, rate, ..)| (clip, begin, part, rate, 1, 0.0)).collect();
        let project = project(&rows);
        let host = TimelineHost::new(&project, MONTAGE).unwrap();
        for pair in slot_of(&project).segments.windows(2) {
            let ((from, _), (_, to)) = (span(&pair[0]), span(&pair[1]));
            let time = time.max(from + 1.0 / 30.0).min(to - 1.0 / 30.0);
            let (left, right) = seam_at(&host, (&pair[0], &pair[1]), time).unwrap();
            prop_assert!((span(&left).1 - span(&right).0).abs() < TOUCHING, "{left:?} {right:?}");
            prop_assert!((span(&left).0 - from).abs() < 1e-3 && (span(&right).1 - to).abs() < 1e-3);
            let segments = [left, right].map(|it| (SLOT, it)).to_vec();
            let arrange = Command::Montage(MONTAGE, MontageCommand::Arrange { segments, sections: vec![] });
            let after = attempt(&project, &arrange);
            prop_assert!(after.as_ref().is_ok_and(is_sound), "{:?}", after.err());
        }
    }
}
