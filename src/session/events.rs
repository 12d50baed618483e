//! Events of two plays of one session, matched: which are the same, and which are not.

use anim::{
    Event, Name,
    event::{EventReason, Phase},
};
use engine::CharacterId;
use std::collections::BTreeMap;

/// Seconds within which an event is the other one, moved.
const NEAR: f64 = 0.5;
/// Seconds within which two times are the same.
const SAME: f64 = 1e-6;

/// An event with its place in the session.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordedEvent {
    /// Index of the tick in the session.
    pub tick: u64,
    /// Whose event it is.
    pub character: CharacterId,
    /// The event, with its time on the character's clock.
    pub event: Event,
}

/// How an event of one play differs from the other play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EventOutcome {
    /// It happens so many seconds later; less than 0 for earlier.
    Moved { seconds: f64 },
    /// It does not happen any more.
    Lost,
    /// It did not happen before.
    New,
    /// It happens, or not, for another reason at the same time.
    OtherReason { now: EventReason },
}

/// An event that differs. The event is the recorded one, but of a new event the new one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EventDifference {
    /// The event.
    pub event: RecordedEvent,
    /// What has become of it.
    pub outcome: EventOutcome,
}

type EventKey = (CharacterId, Name, Name, u8);

/// Events are matched where they are of one character, name, asset and phase. Ticks of states are
/// left out, for what begins and ends says as much.
fn key(event: &RecordedEvent) -> Option<EventKey> {
    let phase = match event.event.phase {
        Phase::Notify => 0,
        Phase::Begin => 1,
        Phase::End => 2,
        Phase::Started => 3,
        Phase::BlendingOut { .. } => 4,
        Phase::BlendedIn => 5,
        Phase::Ended { .. } => 6,
        Phase::Section { .. } => 7,
        Phase::Jumped => 8,
        Phase::Warp(warped) => 16 + warped as u8,
        Phase::Tick
        | Phase::SubstepOverflow
        | Phase::TurnsLeftOut { .. }
        | Phase::HitsLeftOut { .. }
        | Phase::TimeLeftOut => return None,
    };
    Some((event.character, event.event.name, event.event.asset, phase))
}

/// What differs between the events of two plays. In order of the ticks.
pub(crate) fn match_events(
    recorded: &[RecordedEvent],
    edited: &[RecordedEvent],
) -> Vec<EventDifference> {
    let mut groups: BTreeMap<EventKey, [Vec<RecordedEvent>; 2]> = BTreeMap::new();
    for (side, events) in [recorded, edited].into_iter().enumerate() {
        for event in events {
            if let Some(key) = key(event) {
                groups.entry(key).or_default()[side].push(*event);
            }
        }
    }
    let mut found = Vec::new();
    for [recorded, edited] in groups.into_values() {
        match_group(recorded, edited, &mut found);
    }
    found.sort_by_key(|difference| (difference.event.tick, difference.event.character));
    found
}

/// First those at the same time, then the others in their order where they are near.
fn match_group(
    mut recorded: Vec<RecordedEvent>,
    mut edited: Vec<RecordedEvent>,
    found: &mut Vec<EventDifference>,
) {
    recorded.retain(|event| {
        let is_same = |other: &RecordedEvent| (other.event.time - event.event.time).abs() <= SAME;
        let Some(at) = edited.iter().position(is_same) else {
            return true;
        };
        let other = edited.remove(at);
        if other.event.reason != event.event.reason {
            found.push(EventDifference {
                event: *event,
                outcome: EventOutcome::OtherReason {
                    now: other.event.reason,
                },
            });
        }
        false
    });
    // What did not happen on one side, and was not met on the other, is no difference that a game
    // would see.
    recorded.retain(|event| event.event.fired());
    edited.retain(|event| event.event.fired());
    let (mut lost, mut new) = (
        recorded.into_iter().peekable(),
        edited.into_iter().peekable(),
    );
    loop {
        let outcome = match (lost.peek(), new.peek()) {
            (Some(old), Some(now)) => {
                let seconds = now.event.time - old.event.time;
                if seconds.abs() <= NEAR {
                    EventOutcome::Moved { seconds }
                } else if seconds > 0.0 {
                    EventOutcome::Lost
                } else {
                    EventOutcome::New
                }
            }
            (Some(_), None) => EventOutcome::Lost,
            (None, Some(_)) => EventOutcome::New,
            (None, None) => return,
        };
        let new = match outcome {
            EventOutcome::Lost => None,
            _ => new.next(),
        };
        let lost = match outcome {
            EventOutcome::New => None,
            _ => lost.next(),
        };
        if let Some(event) = lost.or(new) {
            found.push(EventDifference { event, outcome });
        }
    }
}
