use super::*;
use crate::{
    Command, MontageCommand,
    edits::{CLIP, MONTAGE, SLOT, TRACK, add_segment, document, montage, montage_of, notify},
};
use asset::{Notify, notify::Link};
use proptest::prelude::*;

const WHOLE: Id = Id(20);
const PIECES: [Id; 3] = [Id(31), Id(32), Id(33)];

fn cut(at: f32) -> Command {
    montage(MontageCommand::SplitSegment {
        segment: WHOLE,
        at,
        pieces: PIECES,
    })
}

/// The moment of the clip that plays, as a compiled montage says it.
fn playing(segments: &[Segment], clip_rate: f32, time: f64) -> Option<f64> {
    let of = |it: &Segment| anim::montage::Segment {
        id: 0,
        clip: 0,
        start: it.start,
        clip_begin: it.clip_begin,
        clip_end: it.clip_end,
        rate: it.rate * clip_rate,
        loops: it.loops,
    };
    let inside = |it: &&Segment| {
        (f64::from(it.start)..f64::from(it.start + it.duration(clip_rate))).contains(&time)
    };
    segments
        .iter()
        .find(inside)
        .map(|it| of(it).clip_time(time))
}

#[test]
fn a_cut_inside_a_loop_makes_four_pieces_and_at_its_border_two() {
    let three = Segment {
        id: WHOLE,
        clip: CLIP,
        start: 1.0,
        clip_begin: 0.25,
        clip_end: 0.75,
        rate: 1.0,
        loops: 3,
    };
    let shape = |at: f32| {
        let mut document = document();
        document.perform(&add_segment(three.clone()), None).unwrap();
        let changed = document.perform(&cut(at), None).unwrap();
        let slot = montage_of(&document).slots[0].segments.clone();
        (
            changed,
            slot.iter()
                .map(|it| (it.id.0, it.start, it.loops))
                .collect::<Vec<_>>(),
        )
    };
    assert_eq!(
        shape(1.75).1,
        [(20, 1.0, 1), (31, 1.5, 1), (32, 1.75, 1), (33, 2.0, 1)]
    );
    assert_eq!(shape(1.25).1, [(20, 1.0, 1), (31, 1.25, 1), (32, 1.5, 2)]);
    assert_eq!(shape(2.25).1, [(20, 1.0, 2), (31, 2.0, 1), (32, 2.25, 1)]);
    assert_eq!(shape(2.0), (true, vec![(20, 1.0, 2), (31, 2.0, 1)]));
    for beside in [0.0, 0.5, 1.0, 1.000_05, 2.499_95, 2.5, 9.0, f32::NAN] {
        assert_eq!(shape(beside), (false, vec![(20, 1.0, 3)]), "{beside}");
    }
}

#[test]
fn what_was_linked_to_the_whole_is_linked_to_the_piece_under_it_and_stays() {
    let mut document = document();
    document
        .perform(
            &add_segment(Segment {
                id: WHOLE,
                ..crate::edits::segment(20, 1.0)
            }),
            None,
        )
        .unwrap();
    for (id, time) in [(41, 1.1), (42, 1.25), (43, 1.4)] {
        let linked = Notify {
            link: Link::Relative(WHOLE),
            ..Notify::instant(Id(id), TRACK, "n", time)
        };
        document
            .perform(&notify(crate::NotifyCommand::Add(linked)), None)
            .unwrap();
    }
    let before = montage_of(&document).notifies;
    document.perform(&cut(1.25), None).unwrap();
    let after = montage_of(&document).notifies;
    assert!(before.iter().zip(&after).all(|(a, b)| a.time == b.time));
    assert_eq!(
        after
            .iter()
            .map(|it| it.link.segment().unwrap().0)
            .collect::<Vec<_>>(),
        [20, 31, 31]
    );
}

#[test]
fn a_taken_id_a_missing_segment_and_a_locked_slot_are_refused() {
    let mut document = document();
    assert_eq!(
        document.perform(&cut(1.0), None),
        Err(EditError::ItemMissing)
    );
    document
        .perform(&add_segment(crate::edits::segment(20, 1.0)), None)
        .unwrap();
    document
        .perform(&add_segment(crate::edits::segment(31, 3.0)), None)
        .unwrap();
    assert_eq!(document.perform(&cut(1.25), None), Err(EditError::IdTaken));
    document
        .perform(&montage(MontageCommand::SetSlotLocked(SLOT, true)), None)
        .unwrap();
    assert!(matches!(
        document.perform(&cut(1.25), None),
        Err(EditError::Locked { .. })
    ));
}

/// A cut just beyond a turn of a slow segment is a cut at that turn: a sliver of a clip is no
/// segment.
#[test]
fn a_cut_that_would_leave_a_sliver_is_made_at_the_turn() {
    for (rate, part) in [
        (-0.3, 0.250_105_05),
        (0.3, 0.250_105_05),
        (-0.3, 0.249_9),
        (0.3, 0.749_92),
        (2.0, 0.500_05),
    ] {
        let whole = Segment {
            clip_begin: 0.0,
            clip_end: 0.233_690_95,
            rate,
            loops: 4,
            ..crate::edits::segment(20, 0.0)
        };
        let mut document = document();
        document.perform(&add_segment(whole.clone()), None).unwrap();
        document
            .perform(&cut((part * f64::from(whole.duration(1.0))) as f32), None)
            .unwrap();
        let pieces = &document.project().montages[&MONTAGE].slots[0].segments;
        assert_eq!(
            pieces.iter().map(|piece| piece.loops).sum::<u32>(),
            4,
            "{rate} {part}: {pieces:?}"
        );
        assert_eq!(pieces.len(), 2);
    }
}

proptest! {
    #[test]
    fn the_pieces_play_what_the_whole_played(
        begin in 0.0f32..0.4, length in 0.1f32..0.6, rate in prop_oneof![0.3f32..3.0, -3.0f32..-0.3], loops in 1u32..5,
        start in 0.0f32..5.0, part in 0.0f64..=1.0, clip_rate in 0.5f32..2.0,
    ) {
        let whole = Segment { id: WHOLE, clip: CLIP, start, clip_begin: begin, clip_end: begin + length, rate, loops };
        let duration = f64::from(whole.duration(clip_rate));
        let mut document = document();
        document.perform(&Command::Clip(CLIP, crate::ClipCommand::SetRateScale(clip_rate)), None).unwrap();
        document.perform(&add_segment(whole.clone()), None).unwrap();
        document.perform(&cut((f64::from(start) + part * duration) as f32), None).unwrap();
        let pieces = document.project().montages[&MONTAGE].slots[0].segments.clone();
        for step in 0..200 {
            let time = f64::from(start) + duration * (f64::from(step) + 0.5) / 200.0;
            let before = playing(std::slice::from_ref(&whole), clip_rate, time);
            let (Some(before), Some(after)) = (before, playing(&pieces, clip_rate, time)) else { continue };
            // On the border of a loop either end of it is right.
            let apart = (before - after).abs();
            let around = (apart - f64::from(length)).abs();
            prop_assert!(apart.min(around) < 1e-5 * f64::from(rate.abs()).max(1.0) * 4.0, "{before} {after} at {time}");
        }
        let covered = pieces.iter().map(|it| f64::from(it.duration(clip_rate))).sum::<f64>();
        prop_assert!((covered - duration).abs() < 1e-4);
    }
}
