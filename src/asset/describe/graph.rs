//! Sentences for findings of pose graphs, blend spaces and pose assets.

use crate::diagnostic::Kind;
use anim::additive::AdditiveKind;
use words::{Word, tr, word};

const TARGET_SOCKET_MISSING: Word = word!(
    "its target socket was deleted or is on another skeleton, so the node does nothing. Choose another target space."
);

pub(super) fn problem(kind: &Kind) -> String {
    match kind {
        Kind::OutputUnlinked => tr!("nothing is connected to its output, so it shows the reference pose. Connect a node.").into(),
        Kind::PinUnlinked { pin } => {
            tr!("nothing is connected to pin “{pin}”, so the pin gives the reference pose. Connect a node.")
        }
        Kind::NodeMissing => tr!("a wire comes from a deleted node. Connect another node.").into(),
        Kind::GraphCycle { node } => tr!("the wire from “{node}” makes a loop. Remove the wire."),
        Kind::NodeShared { node } => {
            tr!("“{node}” already feeds another pin; a pose has one user. Save its pose, and use the saved pose in both places.")
        }
        Kind::SavedPoseLinked { node } => tr!("the saved pose “{node}” cannot feed a pin. Add a Use Cached Pose node."),
        Kind::SavedPoseMissing => tr!("its saved pose was deleted. Choose another saved pose.").into(),
        Kind::GraphTooDeep => {
            tr!("more than {} nodes are in one chain. Shorten the chain.", anim::graph::MOST_DEPTH)
        }
        Kind::GraphTooLarge => tr!("it has too many nodes. Split it.").into(),
        Kind::GraphRefused { why } => tr!("it cannot play: {why}."),
        Kind::MontageInPlayer => tr!("a player plays clips. Play montages in a slot.").into(),
        Kind::BlendSpaceMissing => tr!("its blend space is missing or uses another skeleton. Choose another blend space.").into(),
        Kind::PoseAssetMissing => tr!("its pose asset is missing or uses another skeleton. Choose another pose asset.").into(),
        Kind::PoseAssetEmpty => tr!("it has no poses. Add one from a clip.").into(),
        Kind::BadPoseAsset { why } => tr!("it cannot be shown: {why}. Correct it."),
        Kind::PoseMissing { name } => tr!("its pose asset has no pose “{name}”. Choose another pose."),
        Kind::DuplicatePoseName { name } => tr!("another pose is called “{name}” too. Rename one."),
        Kind::PoseOutside { time } => tr!("its time {time:.3} s is outside the clip, so the clip's end is used. Change the time."),
        Kind::LinkedGraphMissing => tr!("its linked graph is missing or uses another skeleton. Choose another graph.").into(),
        Kind::LinkedGraphCycle => {
            tr!("its linked graph links back to this one, so it shows the reference pose. Choose another graph.").into()
        }
        Kind::LinkedInputMissing { name } => {
            tr!("its linked graph has no input pose “{name}”. Remove the pin, or add the input there.")
        }
        Kind::LinkedParameterMissing { name } => {
            tr!("its linked graph has no parameter “{name}”. Remove the value, or add the parameter there.")
        }
        Kind::TransitionPoseOutside => {
            tr!("it shows a pose of a transition, but is outside a transition graph. Move it into one.").into()
        }
        Kind::TransitionUnlinked => tr!("its logic is Custom but its graph has no pose, so it uses a standard blend. Connect a node.").into(),
        Kind::DrivenCycle => tr!("the expression depends on itself. Change one of the expressions.").into(),
        Kind::WhilePlaying { why } => tr!("while it played: {why}."),
        Kind::NotDriven => tr!("an expression cannot drive a vector or a trigger. Use number parameters instead.").into(),
        Kind::BlendSpaceEmpty => tr!("it has no samples, so it shows the reference pose. Add a clip.").into(),
        Kind::BadBlendSpace { why } => tr!("it cannot play: {why}. Correct it."),
        Kind::MaskMissing => {
            tr!("a layer or additive has no bone mask of this skeleton, so it covers no bones. Choose a mask.").into()
        }
        Kind::AdditiveMismatch { clip, wanted } => additive_mismatch(clip, *wanted),
        Kind::PoseKindMismatch => {
            tr!("it feeds a full pose to an additive pin, or an additive pose to a full pin. The graph does not play. Connect another node there.")
                .into()
        }
        Kind::ListEmpty => tr!("its list is empty. Add a clip or a pose.").into(),
        Kind::TargetSocketMissing => TARGET_SOCKET_MISSING.into(),
        Kind::TargetUnnamed => tr!("its warp target has no name, so the node does nothing. Name the target in Details.").into(),
        Kind::ControlEmpty => tr!("it has no bone, so the node does nothing. Choose a bone.").into(),
        Kind::NoChain { root, tip, between } => no_chain(root, tip, *between),
        Kind::DriverRefused { why } => tr!("{why}, so the node does nothing. Correct the targets."),
        Kind::MachineEmpty => tr!("it has no state with a pose. Add one.").into(),
        Kind::EntryMissing => tr!("it has no entry state, so it starts in the first state. Choose an entry state.").into(),
        Kind::DuplicateStateName { name } => tr!("another state is called “{name}” too. Rename one."),
        Kind::StateUnreachable { .. } => {
            tr!("no transition reaches this state from the entry. Add one, or delete the state.").into()
        }
        Kind::TransitionEndMissing => tr!("one of its states was deleted, so it is never taken. Delete it.").into(),
        Kind::RuleMissing => tr!("its shared rule was deleted, so the transition is never taken. Choose another rule.").into(),
        Kind::RuleNeverTrue => tr!("its rule is never true. Write a condition.").into(),
        Kind::RuleOutOfReach { text } => tr!(
            "its rule “{text}” is never true within the ranges of its parameters. Change the rule, or widen a range."
        ),
        Kind::BadExpression { field, text, error } => tr!("the {field} “{text}”, {error}"),
        Kind::BadParameterName { name } => {
            tr!("“{name}” is not a valid parameter name. Start with a letter; then use letters, digits and _.")
        }
        Kind::DuplicateParameterName { name } => {
            tr!("another parameter is called “{name}” too. Rename one.")
        }
        other => format!("{other:?}"),
    }
}

fn no_chain(root: &str, tip: &str, between: u32) -> String {
    let joint = if between == 0 {
        ""
    } else {
        tr!(" with a bone between them")
    };
    tr!(
        "“{tip}” is not a child of “{root}”{joint}, so the node does nothing. Choose bones of one chain."
    )
}

fn additive_mismatch(clip: &str, wanted: Option<AdditiveKind>) -> String {
    let kind = match wanted {
        None => {
            return tr!(
                "the clip “{clip}” is additive, but the pin needs a full pose, so it plays on the reference pose. Use Apply Additive, or choose another clip."
            );
        }
        Some(AdditiveKind::Local) => tr!("local"),
        Some(AdditiveKind::LocalBoneFrame) => tr!("bone-frame"),
        Some(AdditiveKind::Mesh) => tr!("mesh-space"),
    };
    tr!(
        "the node needs a {kind} additive clip, but “{clip}” is not one, so the result is wrong. Change its additive type in Details, or choose another clip."
    )
}
