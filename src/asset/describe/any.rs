//! Sentences for findings that any asset may have.

use std::ops::RangeInclusive;
use words::{Word, tr, word};

pub(super) fn duplicate_asset_name(name: &str) -> String {
    tr!("another asset is called “{name}” too, so this one does not play. Rename one.")
}

pub(super) fn name_clash(name: &str, other: &str) -> String {
    tr!("the names “{name}” and “{other}” have the same hash. Rename one of them.")
}

pub(super) const SKELETON_MISSING: Word =
    word!("its skeleton is missing or does not compile. Import the skeleton again.");

pub(super) fn bad_number(field: &str) -> String {
    tr!("the {field} is not a valid number. Correct it.")
}

pub(super) const NAME_MISSING: Word = word!("it has no name and is ignored. Name it.");

pub(super) const SOUND_MISSING: Word = word!(
    "its sound is gone, so nothing is heard. Drop the file on the window again, then choose it in Details, or delete this sound from the timeline."
);

/// A range in words, with a proper minus. `unit` follows the bounds.
pub fn range_words(range: RangeInclusive<f32>, unit: &str) -> String {
    let (low, high) = range.into_inner();
    tr!("between {low} and {high}{unit}").replace('-', "−")
}

pub(super) fn out_of_range(field: &str, range: &str) -> String {
    tr!("the {field} must be {range}; the nearest allowed value plays. Correct it.")
}

pub(super) fn too_long() -> String {
    tr!(
        "it is longer than {} s and is ignored. Shorten it.",
        anim::limits::LONGEST
    )
}

pub(super) fn too_many(what: &str, most: usize) -> String {
    tr!("it has more than {most} {what}; the rest is ignored. Remove some.")
}
