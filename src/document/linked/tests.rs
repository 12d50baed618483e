use crate::{
    Command, Document, EditError, ItemCommand, MontageCommand, NotifyCommand,
    edits::{
        MONTAGE, SECTION, SLOT, TRACK, add_segment, document, montage, montage_of, notify, section,
        segment,
    },
};
use asset::{
    Id, Notify, NotifyTrack,
    montage::Segment,
    notify::{Action, Link},
};

const FIRST: Id = Id(20);
const SECOND: Id = Id(21);
const HELD: Id = Id(60);

fn perform(document: &mut Document, command: &Command) {
    assert_eq!(document.perform(command, None), Ok(true), "{command:?}");
}

/// Two segments of half a second, from 1 s and from 2 s, and on the first of each link a state from
/// 1.25 to 1.375 s.
fn linked() -> Document {
    let mut document = document();
    let track = NotifyTrack {
        id: HELD,
        name: "held".into(),
        color: 0,
        locked: false,
    };
    perform(
        &mut document,
        &notify(NotifyCommand::Track(ItemCommand::Add(track))),
    );
    perform(&mut document, &add_segment(segment(20, 1.0)));
    perform(&mut document, &add_segment(segment(21, 2.0)));
    let rows = [
        (1, TRACK, Link::Absolute),
        (2, TRACK, Link::Relative(FIRST)),
        (3, TRACK, Link::Proportional(FIRST)),
    ];
    for (id, track, link) in rows.into_iter().chain([(4, HELD, Link::Relative(FIRST))]) {
        let state = Notify {
            link,
            ..Notify::state(Id(id), track, "n", 1.25, 0.125)
        };
        perform(&mut document, &notify(NotifyCommand::Add(state)));
    }
    perform(
        &mut document,
        &notify(NotifyCommand::SetTrackLocked(HELD, true)),
    );
    document
}

fn set(segment: Segment) -> Command {
    montage(MontageCommand::SetSegment {
        slot: SLOT,
        segment,
    })
}

/// Absolute, relative, proportional, and relative on the locked track.
fn spans(document: &Document) -> [(f32, f32); 4] {
    let montage = montage_of(document);
    [1, 2, 3, 4].map(|id| {
        let notify = montage.notify(Id(id)).unwrap();
        (notify.time, notify.duration.unwrap())
    })
}

const STAYS: (f32, f32) = (1.25, 0.125);

#[test]
fn what_is_linked_moves_with_its_segment_and_nothing_else_does() {
    let mut document = linked();
    perform(&mut document, &set(segment(20, 0.5)));
    assert_eq!(
        spans(&document),
        [STAYS, (0.75, 0.125), (0.75, 0.125), STAYS]
    );
    perform(&mut document, &set(segment(21, 3.0)));
    assert_eq!(
        spans(&document),
        [STAYS, (0.75, 0.125), (0.75, 0.125), STAYS],
        "another segment is not followed"
    );
    document.undo();
    document.undo();
    assert_eq!(spans(&document), [STAYS; 4]);
}

#[test]
fn a_trim_keeps_the_moment_of_the_clip_and_stretches_what_is_proportional() {
    let mut document = linked();
    perform(
        &mut document,
        &set(Segment {
            clip_begin: 0.5,
            start: 1.25,
            ..segment(20, 1.0)
        }),
    );
    assert_eq!(
        spans(&document),
        [STAYS, STAYS, (1.375, 0.0625), STAYS],
        "trimmed at its start"
    );
    document.undo();
    perform(
        &mut document,
        &set(Segment {
            clip_begin: 0.5,
            ..segment(20, 1.0)
        }),
    );
    assert_eq!(
        spans(&document),
        [STAYS, (1.0, 0.125), (1.125, 0.0625), STAYS],
        "its content moved up"
    );
    document.undo();
    perform(
        &mut document,
        &set(Segment {
            rate: 0.5,
            ..segment(20, 1.0)
        }),
    );
    assert_eq!(
        spans(&document),
        [STAYS, STAYS, (1.5, 0.25), STAYS],
        "slower"
    );
    document.undo();
    perform(
        &mut document,
        &set(Segment {
            rate: -1.0,
            ..segment(20, 1.0)
        }),
    );
    assert_eq!(spans(&document), [STAYS; 4], "backwards");
}

#[test]
fn nothing_goes_before_the_start_and_a_segment_that_is_gone_lets_go() {
    let mut document = linked();
    perform(&mut document, &set(segment(20, 0.0)));
    assert_eq!(spans(&document)[1], (0.25, 0.125));
    perform(
        &mut document,
        &set(Segment {
            clip_begin: 0.7,
            ..segment(20, 0.0)
        }),
    );
    assert_eq!(spans(&document)[1].0, 0.0);
    perform(
        &mut document,
        &montage(MontageCommand::RemoveSegment(FIRST)),
    );
    assert!(
        montage_of(&document)
            .notifies
            .iter()
            .all(|notify| notify.link == Link::Absolute)
    );
    let dangling = Notify {
        link: Link::Relative(FIRST),
        ..Notify::instant(Id(9), TRACK, "n", 0.0)
    };
    assert_eq!(
        document.perform(&notify(NotifyCommand::Add(dangling)), None),
        Err(EditError::ItemMissing)
    );
}

#[test]
fn segments_change_places_at_once_and_sections_with_them() {
    let mut document = linked();
    for (id, name, start) in [(30, "B", 1.0), (31, "C", 2.0)] {
        perform(
            &mut document,
            &montage(MontageCommand::AddSection(section(id, name, start))),
        );
    }
    let arrange = |segments: [(u64, f32); 2], sections: &[(u64, f32)]| {
        let segments = segments
            .map(|(id, start)| (SLOT, segment(id, start)))
            .to_vec();
        let sections = sections
            .iter()
            .map(|(id, start)| (Id(*id), *start))
            .collect();
        montage(MontageCommand::Arrange { segments, sections })
    };
    perform(
        &mut document,
        &arrange([(20, 2.0), (21, 1.0)], &[(30, 2.0), (31, 1.0)]),
    );
    let after = montage_of(&document);
    let order: Vec<Id> = after.slots[0]
        .segments
        .iter()
        .map(|segment| segment.id)
        .collect();
    let starts: Vec<(u64, f32)> = after
        .sections
        .iter()
        .map(|section| (section.id.0, section.start))
        .collect();
    assert_eq!(
        (order, starts),
        (
            vec![SECOND, FIRST],
            vec![(SECTION.0, 0.0), (31, 1.0), (30, 2.0)]
        )
    );
    assert_eq!(spans(&document)[1].0, 2.25);
    let before = document.project().clone();
    let over = document.perform(&arrange([(20, 1.0), (21, 1.25)], &[]), None);
    assert_eq!(
        (over, std::sync::Arc::ptr_eq(&before, document.project())),
        (Err(EditError::Overlap), true)
    );
    perform(
        &mut document,
        &arrange([(20, 2.0), (21, 1.0)], &[(30, 0.0), (31, 0.0)]),
    );
    let starts: Vec<f32> = montage_of(&document)
        .sections
        .iter()
        .map(|section| section.start)
        .collect();
    assert!(
        starts[0] == 0.0
            && starts
                .windows(2)
                .all(|pair| pair[1] - pair[0] > 0.999 / 30.0),
        "{starts:?}"
    );
}

#[test]
fn nothing_on_a_locked_lane_is_edited() {
    let mut document = linked();
    perform(
        &mut document,
        &montage(MontageCommand::SetSlotLocked(SLOT, true)),
    );
    let state = |track| Notify::state(Id(4), track, "m", 1.0, 0.5);
    let (other, held) = (
        Notify::instant(Id(1), HELD, "n", 0.0),
        Notify::instant(Id(9), HELD, "n", 0.0),
    );
    let refused = [
        notify(NotifyCommand::Set(state(HELD))),
        notify(NotifyCommand::Set(state(TRACK))),
        notify(NotifyCommand::Set(other)),
        notify(NotifyCommand::Add(held)),
        notify(NotifyCommand::Remove(Id(4))),
        notify(NotifyCommand::Track(ItemCommand::Remove(HELD))),
        set(segment(20, 0.0)),
        add_segment(segment(22, 5.0)),
        montage(MontageCommand::RemoveSegment(FIRST)),
        montage(MontageCommand::Slot(ItemCommand::Remove(SLOT))),
        montage(MontageCommand::Arrange {
            segments: vec![(SLOT, segment(20, 0.0))],
            sections: vec![],
        }),
    ];
    for command in refused {
        let told = document.perform(&command, None);
        assert!(
            matches!(told, Err(EditError::Locked { .. })),
            "{command:?}: {told:?}"
        );
        let batch = Command::Batch(vec![notify(NotifyCommand::Remove(Id(1))), command]);
        assert!(
            document.perform(&batch, None).is_err()
                && montage_of(&document).notify(Id(1)).is_some()
        );
    }
    perform(
        &mut document,
        &notify(NotifyCommand::SetTrackLocked(HELD, false)),
    );
    perform(&mut document, &notify(NotifyCommand::Remove(Id(4))));
    assert_eq!(document.project().montages[&MONTAGE].tracks.len(), 2);
}

#[test]
fn lanes_change_their_order() {
    let mut document = linked();
    let tracks = |document: &Document| {
        montage_of(document)
            .tracks
            .iter()
            .map(|track| track.id)
            .collect::<Vec<_>>()
    };
    perform(
        &mut document,
        &notify(NotifyCommand::Track(ItemCommand::Move(HELD, 0))),
    );
    assert_eq!(tracks(&document), [HELD, TRACK]);
    perform(
        &mut document,
        &notify(NotifyCommand::Track(ItemCommand::Move(HELD, 99))),
    );
    assert_eq!(tracks(&document), [TRACK, HELD]);
    assert_eq!(
        document.perform(
            &notify(NotifyCommand::Track(ItemCommand::Move(TRACK, 0))),
            None
        ),
        Ok(false)
    );
    assert_eq!(
        document.perform(
            &montage(MontageCommand::Slot(ItemCommand::Move(SLOT, 7))),
            None
        ),
        Ok(false),
        "the only one"
    );
}

/// A leads to B, B to C; what `jump` says, and C's link.
fn deleted(next: [Option<u64>; 3], action: Action, gone: u64) -> (Vec<Option<u64>>, Action) {
    let mut document = document();
    for (id, name, start) in [(30, "B", 1.0), (31, "C", 2.0)] {
        perform(
            &mut document,
            &montage(MontageCommand::AddSection(section(id, name, start))),
        );
    }
    for (from, to) in [SECTION, Id(30), Id(31)].into_iter().zip(next) {
        document
            .perform(
                &montage(MontageCommand::LinkSection {
                    from,
                    to: to.map(Id),
                }),
                None,
            )
            .unwrap();
    }
    let jump = Notify {
        branching: true,
        action,
        ..Notify::instant(Id(40), TRACK, "j", 0.5)
    };
    perform(&mut document, &notify(NotifyCommand::Add(jump)));
    perform(
        &mut document,
        &montage(MontageCommand::RemoveSection(Id(gone))),
    );
    let after = montage_of(&document);
    let links = after
        .sections
        .iter()
        .map(|section| section.next.map(|id| id.0))
        .collect();
    (links, after.notify(Id(40)).unwrap().action)
}

#[test]
fn what_led_to_a_deleted_section_leads_to_where_it_led() {
    let jump = |id| Action::JumpToSection(Id(id));
    let chain = [Some(30), Some(31), None];
    assert_eq!(
        deleted(chain, jump(30), 30),
        (vec![Some(31), None], jump(31))
    );
    assert_eq!(
        deleted(chain, jump(31), 31),
        (vec![Some(30), None], Action::StopMontage(None))
    );
    let next = Action::SetNextSection(Id(30));
    assert_eq!(deleted(chain, next, 30).1, Action::SetNextSection(Id(31)));
    assert_eq!(
        deleted([Some(30), Some(30), None], next, 30),
        (vec![None, None], Action::StopMontage(None))
    );
    let first = SECTION.0;
    assert_eq!(
        deleted([Some(30), Some(first), None], jump(30), 30),
        (vec![Some(first), None], jump(first))
    );
    assert_eq!(
        deleted(chain, jump(first), first),
        (vec![Some(31), None], jump(30))
    );
}
