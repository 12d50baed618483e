//! Of montages.

pub(super) const MONTAGE_EMPTY: &str = "it has no segments, so nothing plays. Drag a clip onto a slot.";

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

pub(super) const MONTAGE_SECTIONS: &str = "its sections do not start at 0 and ascend in time. Move them.";

pub(super) const SECTION_UNREACHABLE: &str = "it is not reached from the first section: no link and no jump leads there. Link a section to it, or play it by name.";

pub(super) fn duplicate_section_name(name: &str) -> String {
    format!("another section is called “{name}” too. Rename one of them.")
}

pub(super) const CLIP_MISSING: &str = "its clip is missing or does not compile. Choose another clip.";

pub(super) fn skeleton_mismatch(clip: &str) -> String {
    format!("the clip “{clip}” was made for another skeleton. Choose a clip of the same skeleton.")
}

pub(super) const MIXED_SLOT: &str = "it mixes full and additive clips. Put the additive ones on a slot of their own.";

pub(super) const SEGMENTS_OVERLAP: &str = "it lies on another segment. Move or shorten one of them.";

pub(super) const BAD_SEGMENT: &str = "its range, rate or loops cannot play. Give it a range inside the clip, a rate other than 0 and at least \
             one loop.";
