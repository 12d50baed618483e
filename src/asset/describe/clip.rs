//! Sentences for findings of clips, their curves and sync markers.

use anim::codec::EncodeError;

pub(super) const RETARGET_SOURCE_MISSING: &str = "the retarget source that it was made for is gone, so what it came with counts. Choose another one.";

pub(super) fn scaled_without_length(bones: &[String]) -> String {
    format!(
        "the translation mode of {} is scaled by length, but the bone has none here or in the figure that the clip was \
         made for: its keys are not scaled, or all become 0. Choose another mode.",
        bones.join(", ")
    )
}

pub(super) fn root_stands([bone, other]: [String; 2], metres: f32) -> String {
    format!(
        "root motion is on, but {bone} stands still, so the character stays where it is; {other} goes {metres:.2} m. Choose \
         {other} under Root motion, Moved by."
    )
}

pub(super) const KEYS_NOT_FINITE: &str = "it has keys that are no numbers, or too large; the value before each was kept. Correct its source, and import it again.";

pub(super) fn clip_too_long(keys: u64) -> String {
    format!("it would need {keys} keys, which is too many. Lower its frame rate or split it.")
}

pub(super) fn source_missed(bone: &str, time: f32, error: f32) -> String {
    let error = error * 100.0;
    format!(
        "bone “{bone}” is {error:.4} cm off from where the file has it at {time:.3} s. Raise the clip's frame rate or its precision."
    )
}

pub(super) fn precision_missed(bone: &str, error: f32) -> String {
    let centimetres = error * 100.0;
    format!(
        "compressed, bone “{bone}” is off by {centimetres:.4} cm, more than its precision. Allow it a larger \
         precision, or switch its compression off."
    )
}

pub(super) fn not_compressed(reason: &EncodeError) -> String {
    format!(
        "it plays every key as it is, for {reason}. Correct the clip, or switch its compression off."
    )
}

pub(super) fn seam_open(distance: f32) -> String {
    let centimetres = distance * 100.0;
    format!(
        "it loops, but its last frame is {centimetres:.2} cm off its first, so that it jumps there. Make them \
                 alike, let the last frame lead back to the first, or switch looping off."
    )
}

pub(super) const BASE_MISSING: &str = "the clip that it is additive to is missing or does not compile, so the reference pose counts. Choose \
             another base.";

pub(super) fn base_mismatch(clip: &str) -> String {
    format!(
        "the clip “{clip}” that it is additive to was made for another skeleton, so the reference pose counts. \
                 Choose another base."
    )
}

pub(super) fn base_additive(clip: &str) -> String {
    format!(
        "the clip “{clip}” that it is additive to is additive too; the full pose of its keys counts. Choose a \
                 full clip as the base."
    )
}

pub(super) fn marker_outside(time: f32) -> String {
    format!("it lies at {time:.3} s, outside the clip; the nearest end counts. Move it.")
}

pub(super) const MARKERS_MERGED: &str = "another marker lies at the same instant (a loop's end is its start), so this one is left out. Move or \
             delete one of them.";

pub(super) fn duplicate_curve_name(name: &str) -> String {
    format!("another curve is called “{name}” too, so this one does not play. Rename one of them.")
}

pub(super) const CURVE_EMPTY: &str = "it has no keys and so no value. Add a key, or delete it.";

pub(super) const CURVE_KEYS_ORDER: &str =
    "its keys are out of order or share a time; the last key of each time counts. Move them apart.";

pub(super) const CURVE_KEYS_NOT_FINITE: &str =
    "it has keys that are not numbers; the value before each counts. Correct them.";
