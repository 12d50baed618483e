//! The row of an event of a tick, and the words for what happened and why.

use crate::payload_row;
use anim::{
    Event, Library, Name,
    event::{Cause, EventReason, Phase, Source, Warped},
};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// An event of a tick.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventRow {
    time: f64,
    phase: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    looped: Option<bool>,
    /// Amount that was left out. None for events that leave nothing out.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u32>,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    socket: Option<String>,
    /// The class of a notify. None for a notify without one, and for other events.
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    /// Values by fields of the class.
    #[serde(skip_serializing_if = "Option::is_none")]
    payload: Option<Map<String, Value>>,
    source: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    instance: Option<u32>,
    asset: String,
    position: f64,
    weight: f32,
    reason: &'static str,
    /// Cause of the end or the change.
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'static str>,
    /// The numbers that the reason or the cause compared, by what they are.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    compared: BTreeMap<&'static str, f32>,
    /// Seconds, whose meaning depends on the phase. A begin has how long the state lasts, a tick
    /// its time, a start how long the montage takes, a blend-out how long that takes, and an
    /// overflow what is left. None for 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f32>,
    branching: bool,
}

/// The row of an event. `graph` is what the character plays.
pub fn event_row(event: &Event, graph: Name, library: &Library) -> EventRow {
    let (names, payload) = (&library.names, library.payload(event));
    let (phase, interrupted, looped) = phase(event.phase);
    let (source, instance) = match event.source {
        Source::Montage(instance) => ("montage", Some(instance)),
        Source::Segment(instance, _) => ("segment", Some(instance)),
        Source::Node(_) if event.asset == graph => ("graph", None),
        Source::Node(_) => ("clip", None),
    };
    EventRow {
        time: event.time,
        phase,
        interrupted,
        looped,
        count: match event.phase {
            Phase::TurnsLeftOut { count } | Phase::HitsLeftOut { count } => Some(count),
            _ => None,
        },
        name: names.text(event.name).to_owned(),
        socket: (event.socket != Name::NONE).then(|| names.text(event.socket).to_owned()),
        class: payload.map(|payload| names.text(payload.class().name).to_owned()),
        payload: payload.map(|payload| payload_row::of(&payload, names)),
        source,
        instance,
        asset: names.text(event.asset).to_owned(),
        position: event.position,
        weight: event.weight,
        reason: reason(event.reason),
        cause: cause(event.cause),
        compared: compared(event),
        seconds: (event.seconds != 0.0).then_some(event.seconds),
        branching: event.branching,
    }
}

/// The word for a phase, whether it was interrupted, and whether its section looped. None where
/// that has no meaning.
pub fn phase(phase: Phase) -> (&'static str, Option<bool>, Option<bool>) {
    match phase {
        Phase::Notify => ("notify", None, None),
        Phase::Begin => ("begin", None, None),
        Phase::Tick => ("tick", None, None),
        Phase::End => ("end", None, None),
        Phase::Started => ("started", None, None),
        Phase::BlendingOut { interrupted } => ("blending_out", Some(interrupted), None),
        Phase::BlendedIn => ("blended_in", None, None),
        Phase::Ended { interrupted } => ("ended", Some(interrupted), None),
        Phase::Section { looped } => ("section", None, Some(looped)),
        Phase::Jumped => ("jumped", None, None),
        Phase::SubstepOverflow => ("substep_overflow", None, None),
        Phase::TurnsLeftOut { .. } => ("turns_left_out", None, None),
        Phase::HitsLeftOut { .. } => ("hits_left_out", None, None),
        Phase::TimeLeftOut => ("time_left_out", None, None),
        Phase::Warp(warped) => (warp_word(warped), None, None),
    }
}

fn warp_word(warped: Warped) -> &'static str {
    match warped {
        Warped::Waiting => "warp_waiting",
        Warped::Active => "warp_active",
        Warped::Reactivated => "warp_reactivated",
        Warped::Disabled => "warp_disabled",
        Warped::Ended => "warp_ended",
        Warped::Left => "warp_left",
        Warped::Arrived => "warp_arrived",
        Warped::Missed => "warp_missed",
    }
}

fn reason(reason: EventReason) -> &'static str {
    match reason {
        EventReason::Fired => "fired",
        EventReason::Weight => "weight",
        EventReason::SlotWeight => "slot_weight",
        EventReason::SlotNotEvaluated => "slot_not_evaluated",
        EventReason::Chance => "chance",
        EventReason::Lod => "lod",
        EventReason::Follower => "follower",
        EventReason::Muted => "muted",
        EventReason::Server => "server",
        EventReason::Filtered => "filtered",
        EventReason::JumpedOver => "jumped_over",
        EventReason::SkippedByJump => "skipped_by_jump",
        EventReason::SectionElsewhere => "section_elsewhere",
        EventReason::Interrupted => "interrupted",
        EventReason::Paused => "paused",
        EventReason::Scrubbed => "scrubbed",
        EventReason::TornDown => "torn_down",
        EventReason::TargetMissing => "target_missing",
        EventReason::TargetNotFinite => "target_not_finite",
        EventReason::NoRootMotion => "no_root_motion",
        EventReason::SpeedClamp => "speed_clamp",
        EventReason::RotationRate => "rotation_rate",
        EventReason::Overridden => "overridden",
        EventReason::Blended => "blended",
    }
}

fn cause(cause: Cause) -> Option<&'static str> {
    Some(match cause {
        Cause::None => return None,
        Cause::Time => "time",
        Cause::Branch => "branch",
        Cause::Request => "request",
        Cause::Group => "group",
        Cause::RootMotion => "root_motion",
        Cause::Filter => "filter",
        Cause::Montage => "montage",
        Cause::Leader => "leader",
        Cause::Edit => "edit",
        Cause::TearDown => "tear_down",
    })
}

/// Values that were compared for the event, by name.
fn compared(event: &Event) -> BTreeMap<&'static str, f32> {
    let names = match (event.reason.compares(), event.phase, event.cause) {
        (Some(names), ..) => names,
        (None, Phase::BlendingOut { .. }, Cause::Time) => ["to_go", "trigger"],
        (None, Phase::Warp(Warped::Arrived), _) => ["off_metres", "off_radians"],
        _ => return BTreeMap::new(),
    };
    names.into_iter().zip(event.values).collect()
}

/// The event in a line for people.
pub fn text(event: &EventRow) -> String {
    let EventRow {
        phase,
        name,
        asset,
        position,
        reason,
        ..
    } = event;
    let socket = event
        .socket
        .as_ref()
        .map_or(String::new(), |socket| format!(" @ {socket}"));
    let carried = event.class.as_ref().zip(event.payload.as_ref());
    let carried = carried.map_or(String::new(), |(class, payload)| {
        format!(" [{}]", payload_row::text(class, payload))
    });
    let why = event.cause.unwrap_or(reason);
    let compared: Vec<String> = event
        .compared
        .iter()
        .map(|(what, value)| format!("{what} {value:.4}"))
        .collect();
    let compared = if compared.is_empty() {
        String::new()
    } else {
        format!(": {}", compared.join(", "))
    };
    format!("{phase} {name}{socket} at {position:.4} s of {asset} ({why}{compared}){carried}")
}
