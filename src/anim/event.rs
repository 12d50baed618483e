//! What happened in a tick, and why something else did not: one record an outcome.

use crate::Name;

/// What the event is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// An instant notify.
    Notify,
    /// A notify state.
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
    /// Time was left after the last sub-step; it is used in later ticks.
    SubstepOverflow,
    /// More turns of a loop were travelled than a tick passes: what lies on so many of them neither fired nor moved the
    /// root.
    TurnsLeftOut {
        count: u32,
    },
    /// More notifies were hit than a tick judges: so many, the last ones, did not fire.
    HitsLeftOut {
        count: u32,
    },
}

/// Which rule decided. A closed list: everything but `Fired` says why something did not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    Fired,
    /// Its weight was not above its threshold.
    Weight,
    /// The slot that its clip plays in had no weight in the graph.
    SlotWeight,
    Chance,
    Lod,
    Follower,
    Server,
    /// A branching point jumped away in the same instant.
    JumpedOver,
    /// Its montage was interrupted.
    Interrupted,
    TornDown,
}

impl Reason {
    /// At most 14 characters.
    pub fn short(self) -> &'static str {
        match self {
            Reason::Fired => "fired",
            Reason::Weight => "weight",
            Reason::SlotWeight => "slot weight",
            Reason::Chance => "chance",
            Reason::Lod => "LOD",
            Reason::Follower => "follower",
            Reason::Server => "server",
            Reason::JumpedOver => "jumped over",
            Reason::Interrupted => "interrupted",
            Reason::TornDown => "torn down",
        }
    }
}

/// Where a notify's timeline is being played: two players of one asset are two sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// Instance id of a montage, its own timeline.
    Montage(u32),
    /// A clip in a slot of a montage instance; the segment's id.
    Segment(u32, u64),
    /// A player of the graph, by its index among the nodes.
    Node(u32),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// Seconds on the instance's clock. Exact for branching points; the tick's end for everything queued.
    pub time: f64,
    pub phase: Phase,
    /// Of the notify, section or montage, see [`Phase`].
    pub name: Name,
    /// Of the notify; 0 for montage events.
    pub id: u64,
    /// Of the notify; none for montage events.
    pub socket: Name,
    pub source: Source,
    /// The montage or clip.
    pub asset: Name,
    /// Seconds on the asset's timeline where it lies.
    pub position: f64,
    pub weight: f32,
    pub branching: bool,
    pub reason: Reason,
}
