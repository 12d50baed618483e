//! Sentences for findings of pose graphs, blend spaces and pose assets.

use crate::diagnostic::Kind;
use anim::additive::AdditiveKind;

const TARGET_SOCKET_MISSING: &str = "its target socket was deleted or is on another skeleton, so the node does nothing. Choose another target space.";

pub(super) fn problem(kind: &Kind) -> String {
    match kind {
        Kind::OutputUnlinked => "nothing is connected to its output, so it shows the reference pose. Connect a node.".into(),
        Kind::PinUnlinked { pin } => {
            format!("nothing is connected to pin “{pin}”, so the pin gives the reference pose. Connect a node.")
        }
        Kind::NodeMissing => "a wire comes from a deleted node. Connect another node.".into(),
        Kind::GraphCycle { node } => format!("the wire from “{node}” makes a loop. Remove the wire."),
        Kind::NodeShared { node } => {
            format!("“{node}” already feeds another pin; a pose has one user. Save its pose, and use the saved pose in both places.")
        }
        Kind::SavedPoseLinked { node } => format!("the saved pose “{node}” cannot feed a pin. Add a Use Cached Pose node."),
        Kind::SavedPoseMissing => "its saved pose was deleted. Choose another saved pose.".into(),
        Kind::GraphTooDeep => {
            format!("more than {} nodes are in one chain. Shorten the chain.", anim::graph::MOST_DEPTH)
        }
        Kind::GraphTooLarge => "it has too many nodes. Split it.".into(),
        Kind::GraphRefused { why } => format!("it cannot play: {why}."),
        Kind::MontageInPlayer => "a player plays clips. Play montages in a slot.".into(),
        Kind::BlendSpaceMissing => "its blend space is missing or uses another skeleton. Choose another blend space.".into(),
        Kind::PoseAssetMissing => "its pose asset is missing or uses another skeleton. Choose another pose asset.".into(),
        Kind::PoseAssetEmpty => "it has no poses. Add one from a clip.".into(),
        Kind::BadPoseAsset { why } => format!("it cannot be shown: {why}. Correct it."),
        Kind::PoseMissing { name } => format!("its pose asset has no pose “{name}”. Choose another pose."),
        Kind::DuplicatePoseName { name } => format!("another pose is called “{name}” too. Rename one."),
        Kind::PoseOutside { time } => format!("its time {time:.3} s is outside the clip, so the clip's end is used. Change the time."),
        Kind::LinkedGraphMissing => "its linked graph is missing or uses another skeleton. Choose another graph.".into(),
        Kind::LinkedGraphCycle => {
            "its linked graph links back to this one, so it shows the reference pose. Choose another graph.".into()
        }
        Kind::LinkedInputMissing { name } => {
            format!("its linked graph has no input pose “{name}”. Remove the pin, or add the input there.")
        }
        Kind::LinkedParameterMissing { name } => {
            format!("its linked graph has no parameter “{name}”. Remove the value, or add the parameter there.")
        }
        Kind::TransitionPoseOutside => {
            "it shows a pose of a transition, but is outside a transition graph. Move it into one.".into()
        }
        Kind::TransitionUnlinked => "its logic is Custom but its graph has no pose, so it uses a standard blend. Connect a node.".into(),
        Kind::DrivenCycle => "the expression depends on itself. Change one of the expressions.".into(),
        Kind::WhilePlaying { why } => format!("while it played: {why}."),
        Kind::NotDriven => "an expression cannot drive a vector or a trigger. Use number parameters instead.".into(),
        Kind::BlendSpaceEmpty => "it has no samples, so it shows the reference pose. Add a clip.".into(),
        Kind::BadBlendSpace { why } => format!("it cannot play: {why}. Correct it."),
        Kind::MaskMissing => {
            "a layer or additive has no bone mask of this skeleton, so it covers no bones. Choose a mask.".into()
        }
        Kind::AdditiveMismatch { clip, wanted } => additive_mismatch(clip, *wanted),
        Kind::PoseKindMismatch => {
            "it feeds a full pose to an additive pin, or an additive pose to a full pin. The graph does not play. Connect another node there."
                .into()
        }
        Kind::ListEmpty => "its list is empty. Add a clip or a pose.".into(),
        Kind::TargetSocketMissing => TARGET_SOCKET_MISSING.into(),
        Kind::TargetUnnamed => "its warp target has no name, so the node does nothing. Name the target in Details.".into(),
        Kind::ControlEmpty => "it has no bone, so the node does nothing. Choose a bone.".into(),
        Kind::NoChain { root, tip, between } => no_chain(root, tip, *between),
        Kind::DriverRefused { why } => format!("{why}, so the node does nothing. Correct the targets."),
        Kind::MachineEmpty => "it has no state with a pose. Add one.".into(),
        Kind::EntryMissing => "it has no entry state, so it starts in the first state. Choose an entry state.".into(),
        Kind::DuplicateStateName { name } => format!("another state is called “{name}” too. Rename one."),
        Kind::StateUnreachable { .. } => {
            "no transition reaches this state from the entry. Add one, or delete the state.".into()
        }
        Kind::TransitionEndMissing => "one of its states was deleted, so it is never taken. Delete it.".into(),
        Kind::RuleMissing => "its shared rule was deleted, so the transition is never taken. Choose another rule.".into(),
        Kind::RuleNeverTrue => "its rule is never true. Write a condition.".into(),
        Kind::RuleOutOfReach { text } => format!(
            "its rule “{text}” is never true within the ranges of its parameters. Change the rule, or widen a range."
        ),
        Kind::BadExpression { field, text, error } => format!("the {field} “{text}”, {error}"),
        Kind::BadParameterName { name } => {
            format!("“{name}” is not a valid parameter name. Start with a letter; then use letters, digits and _.")
        }
        Kind::DuplicateParameterName { name } => {
            format!("another parameter is called “{name}” too. Rename one.")
        }
        other => format!("{other:?}"),
    }
}

fn no_chain(root: &str, tip: &str, between: u32) -> String {
    let joint = if between == 0 {
        ""
    } else {
        " with a bone between them"
    };
    format!(
        "“{tip}” is not a child of “{root}”{joint}, so the node does nothing. Choose bones of one chain."
    )
}

fn additive_mismatch(clip: &str, wanted: Option<AdditiveKind>) -> String {
    let kind = match wanted {
        None => {
            return format!(
                "the clip “{clip}” is additive, but the pin needs a full pose, so it plays on the reference pose. Use Apply Additive, or choose another clip."
            );
        }
        Some(AdditiveKind::Local) => "local",
        Some(AdditiveKind::LocalBoneFrame) => "bone-frame",
        Some(AdditiveKind::Mesh) => "mesh-space",
    };
    format!(
        "the node needs a {kind} additive clip, but “{clip}” is not one, so the result is wrong. Change its additive type in Details, or choose another clip."
    )
}
