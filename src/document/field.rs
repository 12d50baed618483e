//! One value of an asset: checked, and set.

use crate::EditError;
use anim::limits::{FRAME_RATES, LEAST_RATE, LONGEST, LONGEST_BLEND, MOST_RATE};

/// Returns whether the value is new.
pub(crate) fn replace<T: PartialEq>(place: &mut T, value: T) -> bool {
    let changed = *place != value;
    *place = value;
    changed
}

/// Refuses NaN too.
pub(crate) fn in_range(
    value: f32,
    low: f32,
    high: f32,
    field: &'static str,
    range: &'static str,
) -> Result<(), EditError> {
    if (low..=high).contains(&value) {
        Ok(())
    } else {
        Err(EditError::OutOfRange { field, range })
    }
}

/// A clip's or a montage's.
pub(crate) fn rate_scale(rate: f32) -> Result<(), EditError> {
    in_range(
        rate,
        -MOST_RATE,
        MOST_RATE,
        "Rate scale",
        "between −100 and 100",
    )
}

/// Checks the rate of a segment or a sample, which has to move.
pub(crate) fn moving_rate(rate: f32, range: &'static str) -> Result<(), EditError> {
    in_range(rate, LEAST_RATE, MOST_RATE, "Rate", range)
}

pub(crate) fn frame_rate(rate: f32) -> Result<(), EditError> {
    let (low, high) = (*FRAME_RATES.start(), *FRAME_RATES.end());
    in_range(
        rate,
        low,
        high,
        "Frame rate",
        "between 1 and 1000 frames per second",
    )
}

/// Where something lies on a clip or a montage.
pub(crate) fn place_in_time(seconds: f32, field: &'static str) -> Result<(), EditError> {
    in_range(seconds, 0.0, LONGEST, field, "between 0 and 86400 s")
}

pub(crate) fn blend_time(seconds: f32) -> Result<(), EditError> {
    in_range(
        seconds,
        0.0,
        LONGEST_BLEND,
        "Blend time",
        "between 0 and 3600 s",
    )
}

/// One more fits.
pub(crate) fn has_room(
    count: usize,
    most: usize,
    field: &'static str,
    range: &'static str,
) -> Result<(), EditError> {
    if count < most {
        Ok(())
    } else {
        Err(EditError::OutOfRange { field, range })
    }
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
