//! Sentences for findings of montages.

use crate::child::{MOST_PARENTS, Orphan};
use anim::additive::AdditiveKind;
use words::{Word, tr, word};

pub(super) const MONTAGE_EMPTY: Word =
    word!("it has no segments, so nothing plays. Drag a clip onto a slot.");

pub(super) fn no_root_montage(why: Orphan) -> String {
    match why {
        Orphan::Missing => {
            tr!("its parent montage was deleted. Restore the parent, or delete this montage.").to_owned()
        }
        Orphan::Cycle => {
            tr!("its chain of parents leads back to itself, so it plays nothing. Detach or delete one of these montages.")
                .to_owned()
        }
        Orphan::TooDeep => tr!(
            "it has more than {MOST_PARENTS} parents in a row. Delete it, and create it as a child of a montage further up."
        ),
    }
}

pub(super) fn override_missing(clip: &str) -> String {
    tr!("it overrides a deleted segment of its parent with “{clip}”. Reset that override.")
}

pub(super) fn override_short(clip: &str) -> String {
    tr!(
        "“{clip}” is shorter than the parent's clip, so the segment is shorter. Choose a longer clip, or shorten the segment in the parent."
    )
}

pub(super) const SYNC_SLOT_MISSING: Word = word!(
    "the slot that gives its sync markers was deleted, so the first slot gives them. Choose another Marker slot."
);

pub(super) const SYNC_MARKERS_MISSING: Word = word!(
    "it is in a sync group, but the clips of its marker slot have no sync markers. It syncs by length only. Add sync markers, choose another slot, or clear the group."
);

pub(super) fn blend_curve_ends(which: &str) -> String {
    tr!(
        "its {which} curve does not go from 0 to 1, so the weight jumps. Add a key of 0 at 0 and a key of 1 at 1."
    )
}

pub(super) const MONTAGE_SECTIONS: Word =
    word!("its sections must start at 0 s and be in order of time. Move them.");

pub(super) const SECTION_UNREACHABLE: Word = word!(
    "no link or jump reaches it from the first section. Link a section to it, or play it by name."
);

pub(super) fn duplicate_section_name(name: &str) -> String {
    tr!("another section is called “{name}” too. Rename one.")
}

pub(super) const CLIP_MISSING: Word =
    word!("its clip is missing or does not compile. Choose another clip.");

pub(super) fn skeleton_mismatch(clip: &str) -> String {
    tr!("the clip “{clip}” uses another skeleton. Choose a clip of the same skeleton.")
}

pub(super) fn mixed_slot(first: Option<AdditiveKind>, own: Option<AdditiveKind>) -> String {
    let word = |kind: Option<AdditiveKind>| match kind {
        None => tr!("a full pose"),
        Some(AdditiveKind::Local) => tr!("local additive"),
        Some(AdditiveKind::Mesh) => tr!("mesh-space additive"),
        Some(AdditiveKind::LocalBoneFrame) => tr!("bone-frame additive"),
    };
    tr!(
        "its clip is {}, but the first clip of the slot is {}. All clips of a slot must have one type. Use another slot, or change the clip's additive type.",
        word(own),
        word(first)
    )
}

pub(super) fn slot_groups_mixed(
    [slot, group]: [&str; 2],
    [other, other_group]: [&str; 2],
) -> String {
    tr!(
        "its slot “{slot}” is in group “{group}”, but its slot “{other}” is in “{other_group}”. A montage can use one group only. Move both slots to one group under Edit › Slot groups…, or split the montage."
    )
}

pub(super) fn slot_in_groups(groups: &[String]) -> String {
    let counted = groups.first().map_or("", String::as_str);
    tr!(
        "several slot groups list it ({}); it uses “{counted}”. Choose one group under Edit › Slot groups….",
        groups.join(", ")
    )
}

pub(super) const SEGMENTS_OVERLAP: Word =
    word!("it overlaps another segment. Move or shorten one.");

pub(super) const BAD_SEGMENT: Word = word!(
    "its range, rate or loop count is invalid. Use a range inside the clip, a rate other than 0 and at least 1 loop."
);
