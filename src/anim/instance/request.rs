//! What gameplay asks of an instance, as values: they are recorded, scripted and replayed.

use super::root_motion::RootMotionMode;
use crate::{
    Name, Transform,
    graph::{LiveFrame, control::ExternalBone},
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use words::tr;

/// Position at which a montage starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Start {
    /// Start of the montage, or end of the montage if it plays backwards.
    #[default]
    Beginning,
    /// Seconds on the montage, clamped to it.
    Seconds(f64),
    /// At the edge of the section where the direction of play enters the section.
    Section(Name),
    /// Slightly inside the edge of the section where the direction of play leaves the section.
    SectionEnd(Name),
}

/// One request of gameplay to a character.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// Starts a montage. Without `stop_group` the other montages of its group continue; otherwise
    /// they blend out with the new montage's blend-in. If the new montage moves the root, another
    /// montage that owns the root is stopped either way.
    PlayMontage {
        montage: Name,
        rate: f32,
        start: Start,
        stop_group: bool,
    },
    /// Stops a montage; None stops all montages. `blend_out` is in seconds; None uses the montage's
    /// own blend-out.
    StopMontage {
        montage: Option<Name>,
        blend_out: Option<f32>,
    },
    /// Every montage of a group, as [`Request::StopMontage`].
    StopGroup {
        group: Name,
        blend_out: Option<f32>,
    },
    /// Jumps to the edge where the direction of play enters the section. With `at_end` the jump
    /// goes slightly before the edge where play leaves the section. A montage that is held at its
    /// end goes on from there.
    JumpToSection {
        montage: Name,
        section: Name,
        at_end: bool,
    },
    /// Sets the section that follows `from`; None ends the montage after `from`.
    SetNextSection {
        montage: Name,
        from: Name,
        to: Option<Name>,
    },
    /// Pauses a montage. The weight of the montage still changes; active states stay active.
    Pause {
        montage: Name,
    },
    Resume {
        montage: Name,
    },
    /// Seconds. Notifies in between are not fired. A montage that is held at its end goes on from
    /// there.
    SetPosition {
        montage: Name,
        position: f64,
    },
    /// Shows a position of a montage at full weight and alone, playing it first where it does not.
    /// Seconds. The tick fires nothing.
    Scrub {
        montage: Name,
        position: f64,
    },
    /// Moves a montage in this tick, whatever its rate, between two positions, seconds; None starts
    /// at its current position. Everything between the positions fires. A paused montage stays
    /// paused.
    ForcePosition {
        montage: Name,
        from: Option<f64>,
        to: f64,
    },
    /// 0 is a hit-stop: the montage stands, nothing of it ends, and the time that passes meanwhile
    /// is not made up for.
    SetPlayRate {
        montage: Name,
        rate: f32,
    },
    /// Makes a montage follow a leader, another montage of the same character, from the next
    /// advance on. The follower travels the same stretches; its own section links and rate have no
    /// effect. None lets the montage go on from its position. Followers fire only what is marked
    /// for followers.
    FollowMontage {
        montage: Name,
        leader: Option<Name>,
    },
    /// Counts up, or down with false: while it is above 0 the montage does not move the root.
    DisableRootMotion {
        montage: Name,
        disable: bool,
    },
    SetRootMotionMode {
        mode: RootMotionMode,
    },
    /// Sets the seconds of the character's clock per second, 0 to 100. At 0, active states remain
    /// active.
    SetTimeDilation {
        dilation: f64,
    },
    /// Sets whether the character is on a dedicated server, where notifies that exclude servers do
    /// not fire.
    SetDedicatedServer {
        is_server: bool,
    },
    /// Whether notifies that may be filtered are.
    FilterNotifies {
        filter: bool,
    },
    /// Whether a section's end is passed only while time is left, as older engines have it: a
    /// montage that lands on one exactly then stands on it for a tick.
    SectionEndNeedsTime {
        needs: bool,
    },
    /// Two players of one asset share the activation of a state, as older engines have it.
    MergeStates {
        merge: bool,
    },
    /// Sets the level of detail, 0 the finest, which decides which bones are evaluated and which
    /// notifies fire.
    SetLod {
        lod: u32,
    },
    /// Plays a clip under all slots.
    PlayClip {
        clip: Name,
        position: f64,
        rate: f32,
    },
    /// Fades a clip in from its start over what [`Request::PlayClip`] plays, in `duration` seconds;
    /// 0 or less cuts. Nothing happens while it is the newest already.
    FadeToClip {
        clip: Name,
        rate: f32,
        duration: f32,
    },
    StopClip,
    /// Plays a pose graph of the library from its start, unless it is playing; none gives the
    /// character back the graph of its slots. Parameters keep their values by name.
    PlayGraph {
        graph: Name,
    },
    /// Sets a parameter of the graph from the next update on. A bool is 0 or 1, an enum the index
    /// of its value, a name [`name_value`](crate::program::name_value). Each component of a vector
    /// is a parameter of its own.
    SetParameter {
        parameter: Name,
        value: f64,
    },
    /// The newest frame of a stream, for the graph's Live Pose nodes that name its subject; a
    /// subject that none names is nobody's. Of two frames of a subject in one tick the second
    /// counts.
    TellLive(Arc<LiveFrame>),
    /// Sets the world-space place where motion warping windows with this target name arrive, from
    /// this tick on. The scale of `place` does not matter.
    SetWarpTarget {
        target: Name,
        place: Transform,
    },
    /// Windows of this target's name go on as they were authored.
    RemoveWarpTarget {
        target: Name,
    },
    /// Sets the bones that code outside the graph moves, for the graph's External Pose controls of
    /// this stream, until the next such request; an empty list passes the pose through. A change of
    /// the compiled library drops these bones.
    SetExternal {
        stream: Name,
        bones: Arc<[ExternalBone]>,
    },
    /// Stores the pose that the character shows now, which is the pose of the last tick, for the
    /// Pose Snapshot nodes of this name. The stored pose replaces an earlier one.
    SnapshotPose {
        snapshot: Name,
    },
}

impl Request {
    /// A montage from where its direction of play begins, in place of its group.
    pub fn play(montage: Name, rate: f32) -> Self {
        Request::PlayMontage {
            montage,
            rate,
            start: Start::Beginning,
            stop_group: true,
        }
    }

    /// Whether it is about what a graph reads in its update.
    pub(super) fn is_of_the_graph(&self) -> bool {
        matches!(
            self,
            Request::SetParameter { .. }
                | Request::TellLive(_)
                | Request::SetExternal { .. }
                | Request::SetWarpTarget { .. }
                | Request::RemoveWarpTarget { .. }
        )
    }

    /// A montage from where its direction of play enters a section, in place of its group.
    /// [`Name::NONE`] plays it as [`Request::play`] does.
    pub fn play_section(montage: Name, rate: f32, section: Name) -> Self {
        let start = if section == Name::NONE {
            Start::Beginning
        } else {
            Start::Section(section)
        };
        Request::PlayMontage {
            montage,
            rate,
            start,
            stop_group: true,
        }
    }
}

/// Reason why a request changed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    CharacterUnknown,
    SkeletonUnknown,
    MontageUnknown,
    ClipUnknown,
    GraphUnknown,
    /// The graph has no such parameter.
    ParameterUnknown,
    /// The graph works it out itself.
    ParameterDriven,
    /// No External Pose control of the graph takes this stream.
    StreamUnknown,
    /// No Pose Snapshot node of the graph is of this name.
    SnapshotUnknown,
    SectionUnknown,
    /// No montage of this group is playing.
    GroupNotPlaying,
    /// Branching points started too many montages in this tick.
    TooManyPlays,
    /// The character was torn down.
    TornDown,
    /// The montage or clip was made for another skeleton.
    SkeletonMismatch,
    /// The montage is not playing.
    NotPlaying,
    /// No warp target of this name is set.
    TargetUnknown,
    /// The character that is to be followed has no bone or socket of this name.
    BoneUnknown,
    /// The leader follows, in the end, the follower.
    FollowsItself,
    /// Whom it would copy waits, in the end, for its own pose.
    WaitsForItself,
    BadNumber,
    /// The one that is no refusal: what is asked for is done, at the nearest rate within
    /// ±[`MOST_RATE`](crate::limits::MOST_RATE).
    RateClamped,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Refusal::CharacterUnknown => tr!("the character does not exist"),
            Refusal::SkeletonUnknown => tr!("no skeleton has this name"),
            Refusal::MontageUnknown => tr!("no montage has this name"),
            Refusal::ClipUnknown => tr!("no clip has this name"),
            Refusal::GraphUnknown => tr!("no pose graph has this name"),
            Refusal::ParameterUnknown => tr!("the graph has no parameter with this name"),
            Refusal::ParameterDriven => tr!("an expression of the graph drives this parameter"),
            Refusal::StreamUnknown => tr!("the graph has no External Pose node for this stream"),
            Refusal::SnapshotUnknown => tr!("the graph has no Pose Snapshot node with this name"),
            Refusal::SectionUnknown => tr!("the montage has no section with this name"),
            Refusal::GroupNotPlaying => tr!("no montage of this slot group is playing"),
            Refusal::TooManyPlays => tr!("branching points started too many montages in one tick"),
            Refusal::TornDown => tr!("the character was destroyed"),
            Refusal::SkeletonMismatch => tr!("it uses another skeleton"),
            Refusal::TargetUnknown => tr!("no warp target has this name"),
            Refusal::BoneUnknown => {
                tr!("the followed character has no bone or socket with this name")
            }
            Refusal::NotPlaying => tr!("the montage is not playing"),
            Refusal::FollowsItself => tr!("a montage cannot follow itself"),
            Refusal::WaitsForItself => tr!("the characters copy or follow each other in a loop"),
            Refusal::BadNumber => tr!("the number is not finite"),
            Refusal::RateClamped => tr!("the rate was clamped to ±100"),
        })
    }
}
