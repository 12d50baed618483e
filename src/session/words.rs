//! What a character was given, in a few words.

use anim::{Name, Names, Request};
use engine::EngineInput;
use words::tr;

/// What an input asks for, and whether it sets a parameter. None of those that a game gives with
/// every tick or that say nothing to people, such as answers of the ground.
pub fn input_words(input: &EngineInput, names: &Names) -> Option<(String, bool)> {
    let text = |name: Name| names.text(name).to_owned();
    let words = match input {
        EngineInput::SetLibrary { revision, .. } => tr!("assets, edit {revision}"),
        EngineInput::AddCharacter { skeleton, .. } => tr!("add {}", text(*skeleton)),
        EngineInput::RemoveCharacter { .. } => tr!("remove").to_owned(),
        EngineInput::Teleport { .. } => tr!("teleport").to_owned(),
        EngineInput::SetGround { .. } => tr!("ground").to_owned(),
        EngineInput::FollowWarpTarget { target, .. } => tr!("target {}", text(*target)),
        EngineInput::FollowMontage { montage, .. } => tr!("follow {}", text(*montage)),
        EngineInput::Request { request, .. } => {
            if let Request::SetParameter { parameter, value } = request {
                let value = (value * 100.0).round() / 100.0;
                return Some((format!("{} {value}", text(*parameter)), true));
            }
            request_words(request, names)?
        }
        EngineInput::Place { .. }
        | EngineInput::Carry { .. }
        | EngineInput::Follow { .. }
        | EngineInput::CopyPose { .. }
        | EngineInput::TellGround { .. }
        | EngineInput::TellRootMotion { .. }
        | EngineInput::SetRate { .. }
        | EngineInput::SetVisibility { .. }
        | EngineInput::SetImmediate { .. } => return None,
    };
    Some((words, false))
}

fn request_words(request: &Request, names: &Names) -> Option<String> {
    let text = |name: &Name| names.text(*name).to_owned();
    Some(match request {
        Request::PlayMontage { montage, .. } => tr!("play {}", text(montage)),
        Request::StopMontage { montage, .. } => {
            tr!("stop {}", montage.as_ref().map_or(String::new(), text))
        }
        Request::Pause { montage } => tr!("pause {}", text(montage)),
        Request::Resume { montage } => tr!("resume {}", text(montage)),
        Request::JumpToSection { section, .. } => tr!("jump {}", text(section)),
        Request::SetNextSection { from, to, .. } => {
            let to = to.as_ref().map_or(String::new(), text);
            format!("{} → {to}", text(from))
        }
        Request::SetPosition { montage, position } | Request::Scrub { montage, position } => {
            tr!("{} to {position:.3} s", text(montage))
        }
        Request::SetPlayRate { rate, .. } => tr!("rate {rate}"),
        Request::StopGroup { group, .. } => tr!("stop group {}", text(group)),
        Request::PlayClip { clip, .. } | Request::FadeToClip { clip, .. } => {
            tr!("play {}", text(clip))
        }
        Request::PlayGraph { graph } => tr!("play {}", text(graph)),
        Request::SetWarpTarget { target, .. } => tr!("target {}", text(target)),
        Request::RemoveWarpTarget { target } => tr!("no target {}", text(target)),
        Request::SnapshotPose { snapshot } => tr!("snapshot {}", text(snapshot)),
        Request::SetTimeDilation { dilation } => tr!("time dilation {dilation}"),
        Request::StopClip => tr!("stop clip").to_owned(),
        Request::SetLod { lod } => tr!("LOD {lod}"),
        _ => return None,
    })
}
