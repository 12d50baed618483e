//! What happened in a tick, and why something else did not: one record an outcome.

use crate::Name;
use serde::{Deserialize, Serialize};
use words::tr;

/// The type of the event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// An instant notify.
    Notify,
    /// A notify state begins.
    Begin,
    Tick,
    End,
    /// A montage; `name` is the montage's.
    Started,
    BlendingOut {
        interrupted: bool,
    },
    BlendedIn,
    Ended {
        interrupted: bool,
    },
    /// A montage moved to another section (or again to the same one); `name` is the section's.
    Section {
        looped: bool,
    },
    /// A branching notify or a request moved the montage; `name` is the section's.
    Jumped,
    /// Time was left after the last sub-step, so many seconds; it is used in later ticks.
    SubstepOverflow,
    /// More turns of a loop were travelled than a tick passes: what lies on so many of them neither
    /// fired nor moved the root.
    TurnsLeftOut {
        count: u32,
    },
    /// More notifies were hit than a tick judges: so many, the last ones, did not fire.
    HitsLeftOut {
        count: u32,
    },
    /// The tick was longer, on the character's own clock, than one takes: so many seconds never
    /// pass.
    TimeLeftOut,
    /// A window of motion warping; `name` is that of its target, and the id that of its notify.
    Warp(Warped),
}

/// Outcome of a window of motion warping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Warped {
    /// The window is open.
    Waiting,
    /// The window warps, for the first time or again.
    Active,
    /// The window begins again because its timeline was moved inside it.
    Reactivated,
    /// The window lets the authored motion pass until the cause in [`Event::reason`] is gone.
    Disabled,
    /// The window reached its end.
    Ended,
    /// The timeline was moved out of the window, or no longer plays.
    Left,
    /// The window arrived at its target; the event's values are the position error, metres, and the
    /// rotation error, radians.
    Arrived,
    /// The window gave no guarantee to arrive at the target, for the cause in [`Event::reason`].
    Missed,
}

impl Warped {
    /// Every outcome, in the order in which they are declared.
    pub const ALL: [Warped; 8] = [
        Warped::Waiting,
        Warped::Active,
        Warped::Reactivated,
        Warped::Disabled,
        Warped::Ended,
        Warped::Left,
        Warped::Arrived,
        Warped::Missed,
    ];

    /// A few words for people.
    pub fn word(self) -> &'static str {
        match self {
            Warped::Waiting => tr!("warp waiting"),
            Warped::Active => tr!("warp active"),
            Warped::Reactivated => tr!("warp restarted"),
            Warped::Disabled => tr!("warp disabled"),
            Warped::Ended => tr!("warp ended"),
            Warped::Left => tr!("warp left"),
            Warped::Arrived => tr!("warp arrived"),
            Warped::Missed => tr!("warp missed"),
        }
    }
}

/// The rule that decided whether something happened. A closed list: everything but `Fired` says why
/// something did not happen. The compared numbers are in [`Event::values`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EventReason {
    Fired,
    /// The notify's weight was not above its threshold; the values are the weight and the
    /// threshold.
    Weight,
    /// The slot that its clip plays in had no weight in the graph: the slot's weight and the
    /// threshold.
    SlotWeight,
    /// No slot node of this name was reached in the tick.
    SlotNotEvaluated,
    /// The number drawn at random was not below the notify's chance; the values are that number and
    /// the chance.
    Chance,
    /// The level of detail, and the one from which on it is silent.
    Lod,
    /// A follower of a sync group played it, and it is not for followers.
    Follower,
    /// The notify is not for a dedicated server, and this is a dedicated server.
    Server,
    /// The notify may be filtered, and the game filters such notifies.
    Filtered,
    /// A branching point jumped away in the same instant.
    JumpedOver,
    /// The notify was ahead in the section that a jump left, or between the old position and the
    /// position that was set.
    SkippedByJump,
    /// The notify lies on a boundary and belongs to the section that starts there, but that section
    /// did not follow.
    SectionElsewhere,
    /// The montage of the notify was interrupted.
    Interrupted,
    /// A transition of its state machine mutes the notifies of the state that it leaves.
    Muted,
    /// The montage of the notify is paused: a notify that is not active does not begin.
    Paused,
    /// The playhead was dragged over it.
    Scrubbed,
    TornDown,
    /// A warp window did not act or arrive: no target of its name is set.
    TargetMissing,
    /// A warp window did not act or arrive: its target has a number that is not finite.
    TargetNotFinite,
    /// A warp window did not act or arrive: its timeline does not move the root.
    NoRootMotion,
    /// A warp window had no promise to arrive: it may not go as fast as it had to.
    SpeedClamp,
    /// A warp window had no promise to arrive: it may not turn as fast as it had to.
    RotationRate,
    /// A warp window had no promise to arrive: another one that begins later warps the same.
    Overridden,
    /// A warp window had no promise to arrive: its montage counted less than whole at the end. The
    /// values are the weight, and 1.
    Blended,
}

impl EventReason {
    /// Every reason, in the order in which they are declared.
    pub const ALL: [EventReason; 24] = [
        EventReason::Fired,
        EventReason::Weight,
        EventReason::SlotWeight,
        EventReason::SlotNotEvaluated,
        EventReason::Chance,
        EventReason::Lod,
        EventReason::Follower,
        EventReason::Server,
        EventReason::Filtered,
        EventReason::JumpedOver,
        EventReason::SkippedByJump,
        EventReason::SectionElsewhere,
        EventReason::Interrupted,
        EventReason::Muted,
        EventReason::Paused,
        EventReason::Scrubbed,
        EventReason::TornDown,
        EventReason::TargetMissing,
        EventReason::TargetNotFinite,
        EventReason::NoRootMotion,
        EventReason::SpeedClamp,
        EventReason::RotationRate,
        EventReason::Overridden,
        EventReason::Blended,
    ];

    /// A few words of at most 14 characters.
    pub fn short(self) -> &'static str {
        match self {
            EventReason::Fired => tr!("fired"),
            EventReason::Weight => tr!("weight"),
            EventReason::SlotWeight => tr!("slot weight"),
            EventReason::SlotNotEvaluated => tr!("slot not shown"),
            EventReason::Chance => tr!("chance"),
            EventReason::Lod => tr!("LOD"),
            EventReason::Follower => tr!("follower"),
            EventReason::Server => tr!("server"),
            EventReason::Filtered => tr!("filtered"),
            EventReason::JumpedOver => tr!("jumped over"),
            EventReason::SkippedByJump => tr!("skipped"),
            EventReason::SectionElsewhere => tr!("other section"),
            EventReason::Interrupted => tr!("interrupted"),
            EventReason::Muted => tr!("muted"),
            EventReason::Paused => tr!("paused"),
            EventReason::Scrubbed => tr!("scrubbed"),
            EventReason::TornDown => tr!("torn down"),
            EventReason::TargetMissing => tr!("no target"),
            EventReason::TargetNotFinite => tr!("bad target"),
            EventReason::NoRootMotion => tr!("no root motion"),
            EventReason::SpeedClamp => tr!("speed clamp"),
            EventReason::RotationRate => tr!("rotation rate"),
            EventReason::Overridden => tr!("overridden"),
            EventReason::Blended => tr!("blended"),
        }
    }

    /// Names of the two values of an event with this reason; None if the reason has no values.
    pub fn compares(self) -> Option<[&'static str; 2]> {
        match self {
            EventReason::Weight => Some([tr!("weight"), tr!("threshold")]),
            EventReason::Blended => Some([tr!("weight"), tr!("whole")]),
            EventReason::SlotWeight => Some([tr!("slot weight"), tr!("threshold")]),
            EventReason::Chance => Some([tr!("drawn"), tr!("chance")]),
            EventReason::Lod => Some([tr!("LOD"), tr!("silent from")]),
            _ => None,
        }
    }
}

/// The cause of the end of a state, of a change of section, or of a montage's end or blend-out. A
/// closed list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// No cause: the event ends or changes nothing.
    #[default]
    None,
    /// Time passed there: the end of a state, a link, a natural blend-out. Of a blend-out the
    /// values are the seconds to go and the trigger.
    Time,
    /// A branching point.
    Branch,
    /// A request, or a game's handler.
    Request,
    /// Another montage of the group took over.
    Group,
    /// Another montage moves the root now.
    RootMotion,
    /// A filter, such as the weight threshold, ended the notify state.
    Filter,
    /// The montage of the notify state was interrupted or ended.
    Montage,
    /// The montage that it follows.
    Leader,
    /// The newly compiled library no longer has the item.
    Edit,
    TearDown,
}

impl Cause {
    /// A few words for people.
    pub fn word(self) -> &'static str {
        match self {
            Cause::None => "none",
            Cause::Time => tr!("time"),
            Cause::Branch => tr!("branching point"),
            Cause::Request => tr!("request"),
            Cause::Group => tr!("group"),
            Cause::RootMotion => tr!("root motion"),
            Cause::Filter => "filter",
            Cause::Montage => tr!("montage"),
            Cause::Leader => tr!("leader"),
            Cause::Edit => tr!("edit"),
            Cause::TearDown => tr!("tear-down"),
        }
    }
}

/// Player of a notify's timeline; two players of one asset are two sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Source {
    /// Instance id of a montage, its own timeline.
    Montage(u32),
    /// A clip in a slot of a montage instance; the segment's id.
    Segment(u32, u64),
    /// A player of the graph, by its index among the nodes.
    Node(u32),
}

/// A record of something that happened in a tick, or that did not happen for a reason.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Time of the event within the tick, seconds on the instance's clock. A state's tick event and
    /// the ends of blends are at the tick's end. A state's end is reported at the start of the
    /// first tick that does not meet the state.
    pub time: f64,
    /// Subject and phase of the event; it determines what `name` refers to.
    pub phase: Phase,
    /// Name of the notify, section or montage, see [`Phase`].
    pub name: Name,
    /// Id of the notify; 0 for montage events.
    pub id: u64,
    /// Socket of the notify; none for montage events.
    pub socket: Name,
    /// The player of the timeline, such as a montage or a clip player.
    pub source: Source,
    /// The montage or clip.
    pub asset: Name,
    /// Seconds on the asset's timeline where it lies.
    pub position: f64,
    /// Weight of the player of the timeline when the event was met.
    pub weight: f32,
    /// The event is of a branching point: what a handler asks for in it happens at once.
    pub branching: bool,
    /// Reason why the event did not happen, or `Fired` if the event happened.
    pub reason: EventReason,
    /// Cause of the end of a state, of a change of section, or of a montage's end or blend-out.
    pub cause: Cause,
    /// Seconds. For a state: its whole duration at its begin, the tick's time at a tick. For a
    /// montage: the time that playing takes at its rate at its start, and the length of its
    /// blend-out at its blend-out. For an overflow: the time that is left.
    pub seconds: f32,
    /// The two compared values, see [`EventReason::compares`] and [`Cause::Time`].
    pub values: [f32; 2],
}

impl Event {
    pub(crate) fn new(phase: Phase, name: Name, source: Source, asset: Name) -> Self {
        Self {
            time: 0.0,
            phase,
            name,
            id: 0,
            socket: Name::NONE,
            source,
            asset,
            position: 0.0,
            weight: 1.0,
            branching: false,
            reason: EventReason::Fired,
            cause: Cause::None,
            seconds: 0.0,
            values: [0.0; 2],
        }
    }

    /// Whether it happened, and was not only thought of.
    pub fn fired(&self) -> bool {
        matches!(self.reason, EventReason::Fired | EventReason::TornDown)
    }
}
