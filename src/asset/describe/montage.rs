//! Sentences for findings of montages.

use crate::child::{MOST_PARENTS, Orphan};
use anim::additive::AdditiveKind;

pub(super) const MONTAGE_EMPTY: &str =
    "it has no segments, so nothing plays. Drag a clip onto a slot.";

pub(super) fn no_root_montage(why: Orphan) -> String {
    match why {
        Orphan::Missing => {
            "the montage that it is a child of is gone. Restore that one, or delete this one.".to_owned()
        }
        Orphan::Cycle => {
            "it is a child of itself, by the montages between, so it plays nothing. Detach or delete one of them."
                .to_owned()
        }
        Orphan::TooDeep => format!(
            "more than {MOST_PARENTS} montages lie between it and the one that it comes from. Delete it, and make it a \
             child of one further up."
        ),
    }
}

pub(super) fn override_missing(clip: &str) -> String {
    format!("it has “{clip}” for a segment that its parent has no more. Reset that override.")
}

pub(super) fn override_short(clip: &str) -> String {
    format!(
        "“{clip}” does not reach as far as the clip of its parent, so that the segment is shorter. Choose a longer clip, \
             or shorten the segment in the parent."
    )
}

pub(super) const SYNC_SLOT_MISSING: &str =
    "the slot whose sync markers count is gone, so those of the first slot do. Choose another one.";

pub(super) const SYNC_MARKERS_MISSING: &str = "it is in a sync group, and the clips of the slot that counts have no sync markers where they are played, so it \
             keeps step by its length alone. Add sync markers to the clips, choose another slot, or clear the group.";

pub(super) fn blend_curve_ends(which: &str) -> String {
    format!(
        "the curve of its {which} does not lead from 0 at its start to 1 at its end, so that the weight jumps there. \
             Give it a key of 0 at 0 and one of 1 at 1."
    )
}

pub(super) const MONTAGE_SECTIONS: &str =
    "its sections do not start at 0 and ascend in time. Move them.";

pub(super) const SECTION_UNREACHABLE: &str = "it is not reached from the first section: no link and no jump leads there. Link a section to it, or play it by name.";

pub(super) fn duplicate_section_name(name: &str) -> String {
    format!("another section is called “{name}” too. Rename one of them.")
}

pub(super) const CLIP_MISSING: &str =
    "its clip is missing or does not compile. Choose another clip.";

pub(super) fn skeleton_mismatch(clip: &str) -> String {
    format!("the clip “{clip}” was made for another skeleton. Choose a clip of the same skeleton.")
}

pub(super) fn mixed_slot(first: Option<AdditiveKind>, own: Option<AdditiveKind>) -> String {
    let word = |kind: Option<AdditiveKind>| match kind {
        None => "a full pose",
        Some(AdditiveKind::Local) => "additive in the parent's frame",
        Some(AdditiveKind::Mesh) => "additive in the model's frame",
        Some(AdditiveKind::LocalBoneFrame) => "additive in the bone's own frame",
    };
    format!(
        "its clip is {}, and the first one of the slot is {}. All clips of a slot must be of one kind: put it on a slot \
             of its own, or make the clips alike.",
        word(own),
        word(first)
    )
}

pub(super) fn slot_groups_mixed(
    [slot, group]: [&str; 2],
    [other, other_group]: [&str; 2],
) -> String {
    format!(
        "its slot “{slot}” is in the group “{group}” and its slot “{other}” in “{other_group}”, and a montage is in one \
             group alone. Put both slots into one group in the slot groups of the project, or split the montage."
    )
}

pub(super) fn slot_in_groups(groups: &[String]) -> String {
    let counted = groups.first().map_or("", String::as_str);
    format!(
        "more than one group lists it ({}), so “{counted}” counts. Choose one group for it in the slot groups of the \
             project.",
        groups.join(", ")
    )
}

pub(super) const SEGMENTS_OVERLAP: &str =
    "it lies on another segment. Move or shorten one of them.";

pub(super) const BAD_SEGMENT: &str = "its range, rate or loops cannot play. Give it a range inside the clip, a rate other than 0 and at least \
             one loop.";
