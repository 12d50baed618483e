//! What gameplay asks of an instance, as values: they are recorded, scripted and replayed.

use crate::{
    Name,
    graph::{LiveFrame, control::ExternalBone},
};
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Starts a montage; others of its group blend out with its blend-in.
    PlayMontage {
        montage: Name,
        rate: f32,
        section: Name,
    },
    /// None stops all. Without a time the montage's own blend-out is used.
    StopMontage {
        montage: Option<Name>,
        blend_out: Option<f32>,
    },
    JumpToSection {
        montage: Name,
        section: Name,
    },
    /// None ends the montage after `from`.
    SetNextSection {
        montage: Name,
        from: Name,
        to: Option<Name>,
    },
    Pause {
        montage: Name,
    },
    Resume {
        montage: Name,
    },
    /// Seconds. Notifies in between are not fired.
    SetPosition {
        montage: Name,
        position: f64,
    },
    /// In this tick, whatever the rate, from a position (or from where it is) to another, seconds. What lies between
    /// fires. A paused montage stays.
    ForcePosition {
        montage: Name,
        from: Option<f64>,
        to: f64,
    },
    SetPlayRate {
        montage: Name,
        rate: f32,
    },
    /// The level of detail, 0 the finest: which bones are worked out, and which notifies fire.
    SetLod {
        lod: u32,
    },
    /// Plays a clip under all slots.
    PlayClip {
        clip: Name,
        position: f64,
        rate: f32,
    },
    /// Fades a clip in from its start over what [`Request::PlayClip`] plays, in `duration` seconds; 0 or less cuts. Nothing
    /// happens while it is the newest already.
    FadeToClip {
        clip: Name,
        rate: f32,
        duration: f32,
    },
    StopClip,
    /// Plays a pose graph of the library from its start, unless it is playing; none gives the character back the graph
    /// of its slots. Parameters keep their values by name.
    PlayGraph {
        graph: Name,
    },
    /// Of the graph, from the next update on. A truth is 0 or 1, an enum the index of its value, a name
    /// [`name_value`](crate::program::name_value), a part of a vector a parameter of its own.
    SetParameter {
        parameter: Name,
        value: f64,
    },
    /// The newest frame of a stream, for the graph's Live Pose nodes that name its subject; a subject that none names is
    /// nobody's. Of two frames of a subject in one tick the second counts.
    TellLive(Arc<LiveFrame>),
    /// Bones that something outside the graph moves, for its External Pose controls of this stream, until it is told again;
    /// none lets the pose pass. Another compiled library forgets them.
    SetExternal {
        stream: Name,
        bones: Arc<[ExternalBone]>,
    },
}

/// Why a request changed nothing.
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
    SectionUnknown,
    /// The montage or clip was made for another skeleton.
    SkeletonMismatch,
    /// The montage is not playing.
    NotPlaying,
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
            Refusal::CharacterUnknown => "no such character",
            Refusal::SkeletonUnknown => "no skeleton of this name",
            Refusal::MontageUnknown => "no montage of this name",
            Refusal::ClipUnknown => "no clip of this name",
            Refusal::GraphUnknown => "no pose graph of this name",
            Refusal::ParameterUnknown => "the graph has no parameter of this name",
            Refusal::ParameterDriven => "the graph works this parameter out itself",
            Refusal::StreamUnknown => "the graph has no External Pose of this stream",
            Refusal::SectionUnknown => "the montage has no section of this name",
            Refusal::SkeletonMismatch => "it was made for another skeleton",
            Refusal::NotPlaying => "the montage is not playing",
            Refusal::FollowsItself => "it would follow itself",
            Refusal::WaitsForItself => "it would wait for its own pose: whom it copies copies or follows it in the end",
            Refusal::BadNumber => "the number is not finite",
            Refusal::RateClamped => "the rate was beyond ±100 and was brought to it",
        })
    }
}
