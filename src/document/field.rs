//! One value of an asset: checked, and set.

use crate::EditError;
use anim::limits::{FRAME_RATES, LEAST_RATE, LONGEST, LONGEST_BLEND, MOST_RATE};
use asset::range_words;
use std::ops::RangeInclusive;
use words::tr;

/// Returns whether the value is new.
pub(crate) fn replace<T: PartialEq>(place: &mut T, value: T) -> bool {
    let changed = *place != value;
    *place = value;
    changed
}

/// Refuses NaN too. `range` says in words what may be.
pub(crate) fn in_range(
    value: f32,
    low: f32,
    high: f32,
    field: &'static str,
    range: &'static str,
) -> Result<(), EditError> {
    if (low..=high).contains(&value) {
        return Ok(());
    }
    let range = range.into();
    Err(EditError::OutOfRange { field, range })
}

/// Checks like [`in_range`], with a message of the range itself and the unit after it.
pub(crate) fn bounded(
    value: f32,
    range: RangeInclusive<f32>,
    field: &'static str,
    unit: &str,
) -> Result<(), EditError> {
    if range.contains(&value) {
        return Ok(());
    }
    let range = range_words(range, unit).into();
    Err(EditError::OutOfRange { field, range })
}

/// A clip's or a montage's.
pub(crate) fn rate_scale(rate: f32) -> Result<(), EditError> {
    bounded(rate, -MOST_RATE..=MOST_RATE, tr!("Rate scale"), "")
}

/// Checks the rate of a segment or a sample, which has to move. `ways` follow the range in words.
pub(crate) fn moving_rate(rate: f32, ways: &str) -> Result<(), EditError> {
    bounded(rate, LEAST_RATE..=MOST_RATE, tr!("Rate"), ways)
}

pub(crate) fn frame_rate(rate: f32) -> Result<(), EditError> {
    bounded(
        rate,
        FRAME_RATES,
        tr!("Frame rate"),
        tr!(" frames per second"),
    )
}

/// Checks a time on a clip or a montage, seconds.
pub(crate) fn place_in_time(seconds: f32, field: &'static str) -> Result<(), EditError> {
    bounded(seconds, 0.0..=LONGEST, field, " s")
}

pub(crate) fn blend_time(seconds: f32) -> Result<(), EditError> {
    bounded(seconds, 0.0..=LONGEST_BLEND, tr!("Blend time"), " s")
}

/// Refuses an item with a number that is infinite or none.
pub(crate) fn finite(is_finite: bool) -> Result<(), EditError> {
    if is_finite {
        return Ok(());
    }
    let (field, range) = (tr!("Every number"), tr!("finite").into());
    Err(EditError::OutOfRange { field, range })
}

/// Checks that one more item fits below `most`.
pub(crate) fn has_room(count: usize, most: usize, field: &'static str) -> Result<(), EditError> {
    if count < most {
        return Ok(());
    }
    let range = tr!("{most} or fewer").into();
    Err(EditError::OutOfRange { field, range })
}

/// A name without the spaces around it.
pub(crate) fn trimmed(name: &str) -> Result<String, EditError> {
    let name = name.trim();
    if name.is_empty() {
        Err(EditError::NameEmpty)
    } else {
        Ok(name.to_owned())
    }
}

/// Moves what stands at `from` to the place `to`, or to the end; returns whether that is another
/// place.
pub(crate) fn moved_to<T>(list: &mut Vec<T>, from: usize, to: usize) -> bool {
    let to = to.min(list.len() - 1);
    let item = list.remove(from);
    list.insert(to, item);
    from != to
}
