//! What gameplay asks of a character, as one struct.

use crate::{
    MutoscopeBonePose, MutoscopeCurve, MutoscopeName, MutoscopeTransform,
    guard::{CallAnswer, CallError},
    pointer::{Sized32, sized, slice},
};
use anim::{
    Name, Request, Transform,
    graph::{LiveFrame, control::ExternalBone},
    instance::{RootMotionMode, Start},
};
use std::sync::Arc;

/// What is asked for. Each says which fields of `MutoscopeRequest` it reads.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutoscopeRequestKind {
    /// Starts the montage `name` at `rate`, where `start` says (`number` is seconds, `section` a
    /// section). `flag` 1: others of its group blend out.
    PlayMontage = 0,
    /// Stops the montage `name`, 0 for all, in `duration` seconds; below 0 in its own time.
    StopMontage = 1,
    /// As `StopMontage`, every montage of the group `name`.
    StopGroup = 2,
    /// The montage `name` jumps to `section`; `flag` 1: to the edge where play leaves it.
    JumpToSection = 3,
    /// `other` follows `section` in the montage `name`; 0 ends the montage there.
    SetNextSection = 4,
    /// Pauses the montage `name`.
    Pause = 5,
    /// The montage `name` goes on.
    Resume = 6,
    /// The montage `name` goes to `number` seconds. Notifies in between do not fire.
    SetPosition = 7,
    /// The montage `name` is shown at `number` seconds, alone and whole. Nothing fires.
    Scrub = 8,
    /// The montage `name` goes from `number` to `to` seconds in this tick; everything between
    /// fires. `flag` 1: from where it is.
    ForcePosition = 9,
    /// The montage `name` plays at `rate`; 0 is a hit-stop.
    SetPlayRate = 10,
    /// The montage `name` follows the montage `other` of the same character; 0 lets it go on by
    /// itself.
    FollowMontage = 11,
    /// Counts up with `flag` 1, down with 0: above 0 the montage `name` does not move the root.
    DisableRootMotion = 12,
    /// `option` is a `MutoscopeRootMotion`.
    SetRootMotionMode = 13,
    /// `number` seconds of the character's clock per second, 0 to 100.
    SetTimeDilation = 14,
    /// `flag` 1: the character is on a dedicated server.
    SetDedicatedServer = 15,
    /// `flag` 1: notifies that may be filtered are.
    FilterNotifies = 16,
    /// `flag` 1: a section's end is passed only while time is left, as older engines have it.
    SectionEndNeedsTime = 17,
    /// `flag` 1: two players of one asset share the activation of a state, as older engines have
    /// it.
    MergeStates = 18,
    /// `option` is the level of detail, 0 the finest.
    SetLod = 19,
    /// Plays the clip `name` from `number` seconds at `rate`, under all slots.
    PlayClip = 20,
    /// Fades the clip `name` in at `rate`, in `duration` seconds.
    FadeToClip = 21,
    /// Stops what `PlayClip` and `FadeToClip` play.
    StopClip = 22,
    /// Plays the graph `name`; 0 gives back the graph of the character's slots.
    PlayGraph = 23,
    /// The parameter `name` of the graph is `number`.
    SetParameter = 24,
    /// The newest frame of the stream `name`: `bones` and `curves`.
    TellLive = 25,
    /// Warps to the target `name` arrive at `place`, world space.
    SetWarpTarget = 26,
    /// Warps to the target `name` go on as they were authored.
    RemoveWarpTarget = 27,
    /// `bones` of the stream `name`, until the next such request; none lets the pose pass.
    SetExternal = 28,
    /// Stores the pose that is shown now for the Pose Snapshot nodes of the name.
    SnapshotPose = 29,
}

/// Where a montage starts.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutoscopeStart {
    /// Where its direction of play begins.
    Beginning = 0,
    /// `number` seconds.
    Seconds = 1,
    /// Where the direction of play enters `section`.
    Section = 2,
    /// Just before the edge where play leaves `section`.
    SectionEnd = 3,
}

/// Which root motion moves a character.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutoscopeRootMotion {
    /// The root moves in the pose.
    NoExtraction = 0,
    /// Root motion is taken out of the pose and moves nothing.
    Ignore = 1,
    /// Clips and montages move the character, each by its weight.
    FromEverything = 2,
    /// Only the montage that owns the root moves the character.
    FromMontagesOnly = 3,
}

/// One request to a character. Fields that its kind does not read are ignored.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MutoscopeRequest {
    /// `sizeof(MutoscopeRequest)`.
    pub size: u32,
    /// A `MutoscopeRequestKind`.
    pub kind: u32,
    /// What it is about.
    pub name: MutoscopeName,
    /// A section.
    pub section: MutoscopeName,
    /// A second section or montage.
    pub other: MutoscopeName,
    /// Seconds, or a value.
    pub number: f64,
    /// Seconds.
    pub to: f64,
    /// Rate of play, 1 as authored.
    pub rate: f32,
    /// Seconds of a blend.
    pub duration: f32,
    /// A `MutoscopeStart`.
    pub start: u32,
    /// A mode or level.
    pub option: u32,
    /// 0 or 1.
    pub flag: u32,
    /// 0.
    pub reserved: u32,
    /// World space.
    pub place: MutoscopeTransform,
    /// Bones of a live frame or of an external pose; read during the call alone.
    pub bones: *const MutoscopeBonePose,
    /// Number of `bones`.
    pub bone_count: usize,
    /// Curves of a live frame; read during the call alone.
    pub curves: *const MutoscopeCurve,
    /// Number of `curves`.
    pub curve_count: usize,
}

// SAFETY: numbers and pointers: zeros are a value of each.
unsafe impl Sized32 for MutoscopeRequest {
    const FIRST: usize = size_of::<Self>();
}

/// # Safety
/// `request` is null or begins with its size, and its arrays can be read.
pub(crate) unsafe fn request(request: *const MutoscopeRequest) -> CallAnswer<Request> {
    // SAFETY: the caller's contract is that of these functions.
    unsafe {
        let it = sized(request, "request")?;
        match it.kind {
            0..=12 => of_montage(&it),
            25 => live(&it),
            28 => external(&it),
            _ => of_character(&it),
        }
    }
}

fn some(name: MutoscopeName) -> Option<Name> {
    Some(Name(name)).filter(|name| *name != Name::NONE)
}

fn of_montage(it: &MutoscopeRequest) -> CallAnswer<Request> {
    let (montage, section) = (Name(it.name), Name(it.section));
    let blend_out = Some(it.duration).filter(|seconds| *seconds >= 0.0);
    Ok(match it.kind {
        0 => Request::PlayMontage {
            montage,
            rate: it.rate,
            start: start(it)?,
            stop_group: it.flag != 0,
        },
        1 => Request::StopMontage {
            montage: some(it.name),
            blend_out,
        },
        2 => Request::StopGroup {
            group: montage,
            blend_out,
        },
        3 => Request::JumpToSection {
            montage,
            section,
            at_end: it.flag != 0,
        },
        4 => Request::SetNextSection {
            montage,
            from: section,
            to: some(it.other),
        },
        5 => Request::Pause { montage },
        6 => Request::Resume { montage },
        7 => Request::SetPosition {
            montage,
            position: it.number,
        },
        8 => Request::Scrub {
            montage,
            position: it.number,
        },
        9 => Request::ForcePosition {
            montage,
            from: (it.flag == 0).then_some(it.number),
            to: it.to,
        },
        10 => Request::SetPlayRate {
            montage,
            rate: it.rate,
        },
        11 => Request::FollowMontage {
            montage,
            leader: some(it.other),
        },
        _ => Request::DisableRootMotion {
            montage,
            disable: it.flag != 0,
        },
    })
}

fn start(it: &MutoscopeRequest) -> CallAnswer<Start> {
    Ok(match it.start {
        0 => Start::Beginning,
        1 => Start::Seconds(it.number),
        2 => Start::Section(Name(it.section)),
        3 => Start::SectionEnd(Name(it.section)),
        start => return Err(CallError::not_of(start, "MutoscopeStart")),
    })
}

fn of_character(it: &MutoscopeRequest) -> CallAnswer<Request> {
    let (name, is_set) = (Name(it.name), it.flag != 0);
    Ok(match it.kind {
        13 => Request::SetRootMotionMode { mode: mode(it)? },
        14 => Request::SetTimeDilation {
            dilation: it.number,
        },
        15 => Request::SetDedicatedServer { is_server: is_set },
        16 => Request::FilterNotifies { filter: is_set },
        17 => Request::SectionEndNeedsTime { needs: is_set },
        18 => Request::MergeStates { merge: is_set },
        19 => Request::SetLod { lod: it.option },
        20 => Request::PlayClip {
            clip: name,
            position: it.number,
            rate: it.rate,
        },
        21 => Request::FadeToClip {
            clip: name,
            rate: it.rate,
            duration: it.duration,
        },
        22 => Request::StopClip,
        23 => Request::PlayGraph { graph: name },
        24 => Request::SetParameter {
            parameter: name,
            value: it.number,
        },
        26 => Request::SetWarpTarget {
            target: name,
            place: (&it.place).into(),
        },
        27 => Request::RemoveWarpTarget { target: name },
        29 => Request::SnapshotPose { snapshot: name },
        kind => return Err(CallError::not_of(kind, "MutoscopeRequestKind")),
    })
}

fn mode(it: &MutoscopeRequest) -> CallAnswer<RootMotionMode> {
    let mode = RootMotionMode::ALL.get(it.option as usize).copied();
    mode.ok_or_else(|| CallError::not_of(it.option, "MutoscopeRootMotion"))
}

/// # Safety
/// The request's arrays can be read.
unsafe fn live(it: &MutoscopeRequest) -> CallAnswer<Request> {
    // SAFETY: the caller's contract is that of these functions.
    let (bones, curves) = unsafe {
        (
            slice(it.bones, it.bone_count, "bones")?,
            slice(it.curves, it.curve_count, "curves")?,
        )
    };
    let bone = |it: &MutoscopeBonePose| (Name(it.bone), Transform::from(&it.local));
    Ok(Request::TellLive(Arc::new(LiveFrame {
        subject: Name(it.name),
        bones: bones.iter().map(bone).collect(),
        curves: curves.iter().map(|it| (Name(it.name), it.value)).collect(),
    })))
}

/// # Safety
/// The request's arrays can be read.
unsafe fn external(it: &MutoscopeRequest) -> CallAnswer<Request> {
    // SAFETY: the caller's contract is that of this function.
    let bones = unsafe { slice(it.bones, it.bone_count, "bones")? };
    let bone = |it: &MutoscopeBonePose| ExternalBone {
        bone: Name(it.bone),
        local: (&it.local).into(),
        weight: it.weight,
    };
    Ok(Request::SetExternal {
        stream: Name(it.name),
        bones: bones.iter().map(bone).collect(),
    })
}
