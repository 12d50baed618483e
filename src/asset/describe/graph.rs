//! Sentences for findings of pose graphs, blend spaces and pose assets.

use crate::diagnostic::Kind;
use anim::additive::AdditiveKind;

const TARGET_SOCKET_MISSING: &str = "the socket that its target is on is gone or of another skeleton, so the pose passes. \
             Choose another space for the target.";

pub(super) fn problem(kind: &Kind) -> String {
    match kind {
        Kind::OutputUnlinked => "nothing is linked to its output, so it shows the reference pose. Link a node.".into(),
        Kind::PinUnlinked { pin } => {
            format!("nothing is linked to “{pin}”, which shows the reference pose. Link a node.")
        }
        Kind::NodeMissing => "a link leads to a node that is gone. Link another one.".into(),
        Kind::GraphCycle { node } => format!("the link to “{node}” leads back here. Remove it."),
        Kind::NodeShared { node } => {
            format!("“{node}” is linked already. Save its pose, and use the saved pose in both places.")
        }
        Kind::SavedPoseLinked { node } => format!("the saved pose “{node}” cannot be linked. Use it by a node."),
        Kind::SavedPoseMissing => "its saved pose is gone. Choose another one.".into(),
        Kind::GraphTooDeep => {
            format!("more than {} nodes follow one another. Shorten the chain.", anim::graph::MOST_DEPTH)
        }
        Kind::GraphTooLarge => "it has too many nodes. Split it.".into(),
        Kind::GraphRefused { why } => format!("it cannot play: {why}."),
        Kind::MontageInPlayer => "a player plays clips. Play montages in a slot.".into(),
        Kind::BlendSpaceMissing => "its blend space is missing or for another skeleton. Choose another one.".into(),
        Kind::PoseAssetMissing => "its pose asset is missing or for another skeleton. Choose another one.".into(),
        Kind::PoseAssetEmpty => "it has no poses. Add one from a clip.".into(),
        Kind::BadPoseAsset { why } => format!("it cannot be shown: {why}. Correct it."),
        Kind::PoseMissing { name } => format!("its pose asset has no pose “{name}”. Choose another one."),
        Kind::DuplicatePoseName { name } => format!("another pose is called “{name}” too. Rename one of them."),
        Kind::PoseOutside { time } => format!("{time:.3} s is outside of its clip, so the end counts. Move it."),
        Kind::LinkedGraphMissing => "the graph that it links is missing or for another skeleton. Choose one.".into(),
        Kind::LinkedGraphCycle => {
            "the graph that it links leads back to this one, so it shows the reference pose. Link another.".into()
        }
        Kind::LinkedInputMissing { name } => {
            format!("the graph that it links has no input pose “{name}”. Remove the pin, or add the input there.")
        }
        Kind::LinkedParameterMissing { name } => {
            format!("the graph that it links has no parameter “{name}”. Remove the value, or add the parameter there.")
        }
        Kind::TransitionPoseOutside => {
            "it shows an end of a transition, and is in the graph of none. Move it into one.".into()
        }
        Kind::TransitionUnlinked => "its logic is custom, and no pose is linked, so it blends. Link a node.".into(),
        Kind::DrivenCycle => "what it is worked out from is worked out from it. Change one of them.".into(),
        Kind::WhilePlaying { why } => format!("while it played: {why}."),
        Kind::NotDriven => "a vector or a trigger cannot be driven. Drive its parts as numbers.".into(),
        Kind::BlendSpaceEmpty => "it has no samples, so it shows the reference pose. Add a clip.".into(),
        Kind::BadBlendSpace { why } => format!("it cannot play: {why}. Correct it."),
        Kind::MaskMissing => {
            "a layer or a difference has no mask of the skeleton, so it covers nothing. Choose one.".into()
        }
        Kind::AdditiveMismatch { clip, wanted } => additive_mismatch(clip, *wanted),
        Kind::PoseKindMismatch => {
            "it gives a full pose where an additive one is wanted, or the other way round, so the graph does not play. \
             Link another node there."
                .into()
        }
        Kind::ListEmpty => "it has nothing that can play. Add a clip or a pose.".into(),
        Kind::TargetSocketMissing => TARGET_SOCKET_MISSING.into(),
        Kind::TargetUnnamed => "its warp target has no name, so the pose passes. Name it in its details.".into(),
        Kind::ControlEmpty => "it names no bone, so the pose passes. Choose one.".into(),
        Kind::NoChain { root, tip, between } => no_chain(root, tip, *between),
        Kind::DriverRefused { why } => format!("{why}, so the pose passes. Correct the targets."),
        Kind::MachineEmpty => "it has no state that shows a pose. Add one.".into(),
        Kind::EntryMissing => "it has no entry; the first state is entered. Choose the state it begins with.".into(),
        Kind::DuplicateStateName { name } => format!("another state is called “{name}” too. Rename one of them."),
        Kind::StateUnreachable { .. } => {
            "no transition leads here from the entry. Add one, or delete the state.".into()
        }
        Kind::TransitionEndMissing => "one of its ends is gone, so it is never taken. Delete it.".into(),
        Kind::RuleMissing => "its shared rule is gone, so it is never true. Choose another one.".into(),
        Kind::RuleNeverTrue => "its rule is never true. Write a condition.".into(),
        Kind::RuleOutOfReach { text } => format!(
            "its rule “{text}” is never true while parameters keep to their ranges. Change it, or widen a range."
        ),
        Kind::BadExpression { field, text, error } => format!("the {field} “{text}”, {error}"),
        Kind::BadParameterName { name } => {
            format!("“{name}” is no name for a parameter. Begin with a letter; go on with letters, digits and _.")
        }
        Kind::DuplicateParameterName { name } => {
            format!("another parameter is called “{name}” too. Rename one of them.")
        }
        other => format!("{other:?}"),
    }
}

fn no_chain(root: &str, tip: &str, between: u32) -> String {
    let joint = if between == 0 {
        ""
    } else {
        " with a joint between them"
    };
    format!(
        "“{tip}” does not hang on “{root}”{joint}, so the pose passes. Choose bones of one chain."
    )
}

fn additive_mismatch(clip: &str, wanted: Option<AdditiveKind>) -> String {
    let kind = match wanted {
        None => {
            return format!(
                "the clip “{clip}” is additive, and a full pose is wanted, so it shows on the reference pose. Apply it \
                 to a pose by Apply Additive, or choose another clip."
            );
        }
        Some(AdditiveKind::Local) => "local",
        Some(AdditiveKind::LocalBoneFrame) => "bone-frame",
        Some(AdditiveKind::Mesh) => "mesh-space",
    };
    format!(
        "a {kind} additive clip is wanted, and the clip “{clip}” is none, so it changes other than it should. Set what \
         it is in its details, or choose another clip."
    )
}
