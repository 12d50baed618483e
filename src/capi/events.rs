//! What happened in a step, and what notifies carry.

use crate::{
    MutoscopeCharacter, MutoscopeName, MutoscopeResult, MutoscopeWorld,
    guard::CallError,
    pointer::{GameArray, get, put},
    world::with_world,
};
use anim::{
    Event, Name,
    event::{Cause, EventReason, Phase, Source},
    notify::FieldValue,
};
use std::{ffi::c_char, ptr};

/// The type of an event.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutoscopePhase {
    /// An instant notify.
    Notify = 0,
    /// A notify state begins.
    Begin = 1,
    /// A notify state goes on.
    Tick = 2,
    /// A notify state ends.
    End = 3,
    /// A montage starts.
    Started = 4,
    /// A montage blends out; `detail` 1: interrupted.
    BlendingOut = 5,
    /// A montage has come in whole.
    BlendedIn = 6,
    /// A montage ended; `detail` 1: interrupted.
    Ended = 7,
    /// A montage is in another section, or again in the same; `detail` 1: looped.
    Section = 8,
    /// A montage was moved; `name` is the section's.
    Jumped = 9,
    /// Time was left after the last sub-step; it is used later.
    SubstepOverflow = 10,
    /// `detail` turns of a loop were left out.
    TurnsLeftOut = 11,
    /// `detail` notifies were left out.
    HitsLeftOut = 12,
    /// The tick was longer than one takes; `seconds` never pass.
    TimeLeftOut = 13,
    /// A window of motion warping; `detail` is a `MutoscopeWarp`.
    Warp = 14,
}

/// Outcome of a window of motion warping.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutoscopeWarp {
    /// The window is open.
    Waiting = 0,
    /// It warps.
    Active = 1,
    /// It begins again.
    Reactivated = 2,
    /// It lets the authored motion pass.
    Disabled = 3,
    /// It reached its end.
    Ended = 4,
    /// The timeline left it.
    Left = 5,
    /// It arrived: the values are the errors, metres and radians.
    Arrived = 6,
    /// It could not promise to arrive.
    Missed = 7,
}

/// What plays the timeline of an event.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutoscopeSource {
    /// A montage; `source` is the id of this playing.
    Montage = 0,
    /// A clip in a slot of a montage; `source` as above, `segment` its segment.
    Segment = 1,
    /// A player of the graph; `source` is its index among the nodes.
    Node = 2,
}

/// The rule that decided whether something happened. The compared numbers are in the event's
/// `values`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutoscopeReason {
    Fired = 0,
    /// Its weight was not above its threshold: both.
    Weight = 1,
    /// Its slot had no weight: that, and the threshold.
    SlotWeight = 2,
    /// No slot node of this name was reached.
    SlotNotEvaluated = 3,
    /// The number that was drawn was not below its chance: both.
    Chance = 4,
    /// The level of detail, and the one from which on it is silent.
    Lod = 5,
    /// A follower of a sync group played it.
    Follower = 6,
    /// It is not for a dedicated server.
    Server = 7,
    /// The game filters notifies that may be.
    Filtered = 8,
    /// A branching point jumped away in the same instant.
    JumpedOver = 9,
    /// It was ahead where a jump or a new position left.
    SkippedByJump = 10,
    /// It belongs to a section that did not follow.
    SectionElsewhere = 11,
    /// Its montage was interrupted.
    Interrupted = 12,
    /// A transition mutes the notifies of the state that it leaves.
    Muted = 13,
    /// Its montage is paused.
    Paused = 14,
    /// The playhead was dragged over it.
    Scrubbed = 15,
    /// The character went.
    TornDown = 16,
    /// A warp has no target of its name.
    TargetMissing = 17,
    /// A warp's target has a number that is not finite.
    TargetNotFinite = 18,
    /// A warp's timeline does not move the root.
    NoRootMotion = 19,
    /// A warp may not go as fast as it had to.
    SpeedClamp = 20,
    /// A warp may not turn as fast as it had to.
    RotationRate = 21,
    /// Another warp that begins later warps the same.
    Overridden = 22,
    /// A warp's montage counted less than whole at its end: its weight, and 1.
    Blended = 23,
}

/// Why a state, a montage or a section ended.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutoscopeCause {
    /// The event ends or changes nothing.
    None = 0,
    /// Time passed there.
    Time = 1,
    /// A branching point.
    Branch = 2,
    /// A request, or a handler.
    Request = 3,
    /// Another montage of the group.
    Group = 4,
    /// Another montage moves the root now.
    RootMotion = 5,
    /// A filter, such as the weight threshold.
    Filter = 6,
    /// The state's montage was interrupted or ended.
    Montage = 7,
    /// The montage that it follows.
    Leader = 8,
    /// Another bundle no longer has it.
    Edit = 9,
    /// The character went.
    TearDown = 10,
}

/// Something that happened in a step, or did not for a reason.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutoscopeEvent {
    /// Seconds on the character's clock.
    pub time: f64,
    /// Seconds on the asset's timeline.
    pub position: f64,
    /// Of the notify, section, montage or warp target.
    pub name: MutoscopeName,
    /// Id of the notify; 0 for events of montages.
    pub id: u64,
    /// The notify's socket; 0 for none.
    pub socket: MutoscopeName,
    /// The montage or clip.
    pub asset: MutoscopeName,
    /// Segment of the montage, see `MutoscopeSource`.
    pub segment: u64,
    /// What plays the timeline, by its `source_kind`.
    pub source: u32,
    /// A `MutoscopeSource`.
    pub source_kind: u32,
    /// A `MutoscopePhase`.
    pub phase: u32,
    /// What the phase says more.
    pub detail: u32,
    /// A `MutoscopeReason`.
    pub reason: u32,
    /// A `MutoscopeCause`.
    pub cause: u32,
    /// 1: of a branching point.
    pub is_branching: u32,
    /// Weight of the player of the timeline.
    pub weight: f32,
    /// Of a state or montage.
    pub seconds: f32,
    /// The two numbers that the rule compared.
    pub values: [f32; 2],
    /// 0.
    pub reserved: u32,
}

fn phase(phase: Phase) -> (MutoscopePhase, u32) {
    use MutoscopePhase as To;
    match phase {
        Phase::Notify => (To::Notify, 0),
        Phase::Begin => (To::Begin, 0),
        Phase::Tick => (To::Tick, 0),
        Phase::End => (To::End, 0),
        Phase::Started => (To::Started, 0),
        Phase::BlendingOut { interrupted } => (To::BlendingOut, interrupted.into()),
        Phase::BlendedIn => (To::BlendedIn, 0),
        Phase::Ended { interrupted } => (To::Ended, interrupted.into()),
        Phase::Section { looped } => (To::Section, looped.into()),
        Phase::Jumped => (To::Jumped, 0),
        Phase::SubstepOverflow => (To::SubstepOverflow, 0),
        Phase::TurnsLeftOut { count } => (To::TurnsLeftOut, count),
        Phase::HitsLeftOut { count } => (To::HitsLeftOut, count),
        Phase::TimeLeftOut => (To::TimeLeftOut, 0),
        Phase::Warp(warped) => (To::Warp, warped as u32),
    }
}

fn source(source: Source) -> (MutoscopeSource, u32, u64) {
    match source {
        Source::Montage(instance) => (MutoscopeSource::Montage, instance, 0),
        Source::Segment(instance, segment) => (MutoscopeSource::Segment, instance, segment),
        Source::Node(node) => (MutoscopeSource::Node, node, 0),
    }
}

impl From<&Event> for MutoscopeEvent {
    fn from(it: &Event) -> Self {
        let (source_kind, source, segment) = source(it.source);
        let (phase, detail) = phase(it.phase);
        Self {
            time: it.time,
            position: it.position,
            name: it.name.0,
            id: it.id,
            socket: it.socket.0,
            asset: it.asset.0,
            segment,
            source,
            source_kind: source_kind as u32,
            phase: phase as u32,
            detail,
            reason: it.reason as u32,
            cause: it.cause as u32,
            is_branching: it.branching.into(),
            weight: it.weight,
            seconds: it.seconds,
            values: it.values,
            reserved: 0,
        }
    }
}

/// Words for a `MutoscopeReason`, with a zero at the end. They are never freed.
#[unsafe(no_mangle)]
pub extern "C" fn mutoscope_reason_text(reason: u32) -> *const c_char {
    const TEXTS: [&std::ffi::CStr; EventReason::ALL.len()] = [
        c"fired",
        c"weight",
        c"slot weight",
        c"slot not shown",
        c"chance",
        c"LOD",
        c"follower",
        c"server",
        c"filtered",
        c"jumped over",
        c"skipped",
        c"other section",
        c"interrupted",
        c"muted",
        c"paused",
        c"scrubbed",
        c"torn down",
        c"no target",
        c"bad target",
        c"no root motion",
        c"speed clamp",
        c"rotation rate",
        c"overridden",
        c"blended",
    ];
    TEXTS
        .get(reason as usize)
        .map_or(c"unknown reason", |text| text)
        .as_ptr()
}

/// Events of a character in the last step, in their order; while a step is open, of the step before
/// it. `event_size` is `sizeof(MutoscopeEvent)`. With a null `events` and 0 for `capacity`, `count`
/// alone is written.
///
/// # Safety
/// `world` is a world, `events` points to `capacity` entries of `event_size` bytes, `count` to a
/// number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_events(
    world: *mut MutoscopeWorld,
    character: MutoscopeCharacter,
    event_size: usize,
    events: *mut MutoscopeEvent,
    capacity: usize,
    count: *mut usize,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            let all = world.evaluator.events(character);
            let room = GameArray {
                stride: event_size,
                ..GameArray::new(events, capacity, count)
            };
            room.fill(all.iter().map(Into::into))
        })
    }
}

/// Type of a value that a notify carries.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutoscopeFieldKind {
    /// `numbers[0]`.
    Number = 0,
    /// `integer`.
    Integer = 1,
    /// `integer`, 0 or 1.
    Boolean = 2,
    /// `text`.
    Text = 3,
    /// `name`, one of an enum's.
    Choice = 4,
    /// `numbers[0..3]`.
    Vector = 5,
    /// `numbers[0..4]`: linear RGBA, 0 to 1.
    Color = 6,
    /// `name` of a bone.
    Bone = 7,
    /// `name` of a socket.
    Socket = 8,
    /// `text`: a reference as it was written.
    Asset = 9,
    /// `name` of a section.
    Section = 10,
}

/// A value that a notify carries.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutoscopeField {
    /// Hash of its name in the class of the notify.
    pub field: MutoscopeName,
    /// A name, by its kind.
    pub name: MutoscopeName,
    /// UTF-8 without a zero; it stays until the next step of the world.
    pub text: *const c_char,
    /// Bytes of the text.
    pub text_length: usize,
    /// Numbers, by its kind; others are 0.
    pub numbers: [f32; 4],
    /// A whole number, by its kind.
    pub integer: i32,
    /// A `MutoscopeFieldKind`.
    pub kind: u32,
}

impl MutoscopeField {
    fn new(field: Name, value: FieldValue<'_>) -> Self {
        use MutoscopeFieldKind as Kind;
        let plain = Self {
            field: field.0,
            name: 0,
            text: ptr::null(),
            text_length: 0,
            numbers: [0.0; 4],
            integer: 0,
            kind: 0,
        };
        let named = |kind: Kind, name: Name| Self {
            name: name.0,
            kind: kind as u32,
            ..plain
        };
        let texted = |kind: Kind, text: &str| Self {
            text: text.as_ptr().cast(),
            text_length: text.len(),
            kind: kind as u32,
            ..plain
        };
        let counted = |kind: Kind, integer: i32| Self {
            integer,
            kind: kind as u32,
            ..plain
        };
        let numbered = |kind: Kind, numbers: [f32; 4]| Self {
            numbers,
            kind: kind as u32,
            ..plain
        };
        match value {
            FieldValue::Number(it) => numbered(Kind::Number, [it, 0.0, 0.0, 0.0]),
            FieldValue::Integer(it) => counted(Kind::Integer, it),
            FieldValue::Boolean(it) => counted(Kind::Boolean, it.into()),
            FieldValue::Text(it) => texted(Kind::Text, it),
            FieldValue::Choice(it) => named(Kind::Choice, it),
            FieldValue::Vector(it) => numbered(Kind::Vector, [it.x, it.y, it.z, 0.0]),
            FieldValue::Color(it) => numbered(Kind::Color, it.to_array()),
            FieldValue::Bone(it) => named(Kind::Bone, it),
            FieldValue::Socket(it) => named(Kind::Socket, it),
            FieldValue::Asset(it) => texted(Kind::Asset, it),
            FieldValue::Section(it) => named(Kind::Section, it),
        }
    }
}

/// Values that the notify of an event carries. `class` is told its class, 0 for a notify without
/// one; it may be null. With a null `fields` and 0 for `capacity`, `class` and `count` alone are
/// written.
///
/// # Safety
/// `world` is a world, `event` is an event that it gave, `fields` points to `capacity` entries,
/// `class` and `count` to numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_event_fields(
    world: *mut MutoscopeWorld,
    event: *const MutoscopeEvent,
    class: *mut MutoscopeName,
    fields: *mut MutoscopeField,
    capacity: usize,
    count: *mut usize,
) -> MutoscopeResult {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        with_world(world, |world| {
            let event = carrier(get(event, "event")?)?;
            let payload = world.evaluator.library().payload(&event);
            if !class.is_null() {
                let of = payload.as_ref().map_or(0, |it| it.class().name.0);
                put(class, of, "class")?;
            }
            let all = || payload.iter().flat_map(|it| it.fields());
            GameArray::new(fields, capacity, count).fill_counted(
                all().count(),
                all().map(|(field, value)| MutoscopeField::new(field, value)),
            )
        })
    }
}

/// As much of an event as says which notify it is of.
fn carrier(event: &MutoscopeEvent) -> Result<Event, CallError> {
    let source = match event.source_kind {
        0 => Source::Montage(event.source),
        1 => Source::Segment(event.source, event.segment),
        2 => Source::Node(event.source),
        kind => return Err(CallError::not_of(kind, "MutoscopeSource")),
    };
    Ok(Event {
        time: event.time,
        phase: Phase::Notify,
        name: Name(event.name),
        id: event.id,
        socket: Name(event.socket),
        source,
        asset: Name(event.asset),
        position: event.position,
        weight: event.weight,
        branching: event.is_branching != 0,
        reason: EventReason::Fired,
        cause: Cause::None,
        seconds: event.seconds,
        values: event.values,
    })
}
