//! Sentences for findings of clips, their curves and sync markers.

use anim::codec::EncodeError;
use words::{Word, tr, word};

pub(super) const RETARGET_SOURCE_MISSING: Word = word!(
    "its retarget source was deleted, so it uses its imported rest pose. Choose another retarget source."
);

pub(super) fn scaled_without_length(bones: &[String]) -> String {
    tr!(
        "the translation mode of {} scales keys by bone length, but the length is 0 here or in the clip's source skeleton. Choose another mode.",
        bones.join(", ")
    )
}

pub(super) fn root_stands([bone, other]: [String; 2], metres: f32) -> String {
    tr!(
        "root motion is on, but {bone} does not move, so the character stays in place. {other} moves {metres:.2} m. Choose {other} under Root motion, Moved by."
    )
}

pub(super) const KEYS_NOT_FINITE: Word = word!(
    "some keys are not finite or too large; each uses the value of the key before. Correct the source and import it again."
);

pub(super) fn clip_too_long(keys: u64) -> String {
    tr!("it needs {keys} keys, which is too many. Lower its frame rate or split it.")
}

pub(super) fn source_missed(bone: &str, time: f32, error: f32) -> String {
    let error = error * 100.0;
    tr!(
        "bone “{bone}” is {error:.4} cm from its place in the file at {time:.3} s. Raise the clip's frame rate or its tolerance."
    )
}

pub(super) fn precision_missed(bone: &str, error: f32) -> String {
    let centimetres = error * 100.0;
    tr!(
        "compression moves bone “{bone}” by {centimetres:.4} cm, more than the tolerance. Raise the tolerance, or turn compression off."
    )
}

pub(super) fn not_compressed(reason: &EncodeError) -> String {
    tr!("not compressed: {reason}. Correct the clip, or turn compression off.")
}

pub(super) fn seam_open(distance: f32) -> String {
    let centimetres = distance * 100.0;
    tr!(
        "its loop pops by {centimetres:.2} cm from the last frame to the first. Match the two frames, change Last frame, or turn Looping off."
    )
}

pub(super) const BASE_MISSING: Word = word!(
    "its additive base clip is missing or does not compile, so the reference pose is the base. Choose another base."
);

pub(super) fn base_mismatch(clip: &str) -> String {
    tr!(
        "its additive base clip “{clip}” uses another skeleton, so the reference pose is the base. Choose another base."
    )
}

pub(super) fn base_additive(clip: &str) -> String {
    tr!(
        "its additive base clip “{clip}” is additive too; the absolute keys of that clip are the base. Choose a full clip as the base."
    )
}

pub(super) fn marker_outside(time: f32) -> String {
    tr!("it is at {time:.3} s, outside the clip, and moves to the nearest end. Move it inside.")
}

pub(super) const MARKERS_MERGED: Word = word!(
    "another marker has the same time (a loop's end is its start), so this one is ignored. Move or delete one."
);

pub(super) fn duplicate_curve_name(name: &str) -> String {
    tr!("another curve is called “{name}” too, so this one does not play. Rename one.")
}

pub(super) const CURVE_EMPTY: Word =
    word!("it has no keys, so it has no value. Add a key, or delete it.");

pub(super) const CURVE_KEYS_ORDER: Word = word!(
    "its keys are out of order or share a time; the last key at each time plays. Move them apart."
);

pub(super) const CURVE_KEYS_NOT_FINITE: Word =
    word!("some keys are not finite; each uses the value of the key before. Correct them.");
