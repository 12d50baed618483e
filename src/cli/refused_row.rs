//! The row of a request that was refused.

use anim::Request;
use engine::{EngineInput, InputRefusal};
use serde::Serialize;

/// A request that was refused, and why.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RefusedRow {
    /// Name of the request, as scripts spell it.
    pub request: &'static str,
    /// A sentence for people.
    pub why: String,
}

/// The row of a refused input. None for inputs that no script asks for.
pub fn refused_row(refused: &InputRefusal) -> Option<RefusedRow> {
    let request = match &refused.input {
        EngineInput::Request { request, .. } => word(request),
        EngineInput::Follow { .. } => "follow",
        EngineInput::Teleport { .. } => "teleport",
        EngineInput::CopyPose { .. } => "copy_pose",
        EngineInput::FollowMontage { .. } => "follow_montage",
        EngineInput::SetGround { .. } => "set_ground",
        EngineInput::FollowWarpTarget { .. } => "set_warp_target",
        _ => return None,
    };
    Some(RefusedRow {
        request,
        why: refused.why.to_string(),
    })
}

/// The word for a request as scripts spell it.
fn word(request: &Request) -> &'static str {
    match request {
        Request::PlayMontage { .. } => "play_montage",
        Request::StopMontage { .. } => "stop_montage",
        Request::StopGroup { .. } => "stop_group",
        Request::FollowMontage { .. } => "follow_montage",
        Request::DisableRootMotion { .. } => "disable_root_motion",
        Request::SetRootMotionMode { .. } => "set_root_motion_mode",
        Request::SetTimeDilation { .. } => "set_time_dilation",
        Request::SetDedicatedServer { .. } => "set_dedicated_server",
        Request::FilterNotifies { .. } => "filter_notifies",
        Request::MergeStates { .. } => "merge_states",
        Request::SectionEndNeedsTime { .. } => "section_end_needs_time",
        Request::JumpToSection { .. } => "jump_to_section",
        Request::SetNextSection { .. } => "set_next_section",
        Request::Pause { .. } => "pause",
        Request::Resume { .. } => "resume",
        Request::SetPosition { .. } => "set_position",
        Request::Scrub { .. } => "scrub",
        Request::ForcePosition { .. } => "force_position",
        Request::SetPlayRate { .. } => "set_play_rate",
        Request::SetLod { .. } => "set_lod",
        Request::PlayClip { .. } => "play_clip",
        Request::FadeToClip { .. } => "fade_to_clip",
        Request::StopClip => "stop_clip",
        Request::PlayGraph { .. } => "play_graph",
        Request::SetParameter { .. } => "set_parameter",
        Request::TellLive(_) => "tell_live",
        Request::SetExternal { .. } => "set_external",
        Request::SnapshotPose { .. } => "snapshot_pose",
        Request::SetWarpTarget { .. } => "set_warp_target",
        Request::RemoveWarpTarget { .. } => "remove_warp_target",
    }
}
