//! Numbers brought into the ranges that play, each with a warning that names it.

use super::Output;
use crate::{Clip, Id, describe::range_words, diagnostic::Kind};
use anim::limits::{FRAME_RATES, MOST_RATE};
use std::{borrow::Cow, ops::RangeInclusive};
use words::tr;

/// Name and unit of a number, for messages.
pub(super) fn blend_time() -> (&'static str, &'static str) {
    (tr!("blend time"), " s")
}

/// A value clamped to its range, with a report. A value that is not a number stays: its user
/// refuses it. Messages put the unit after the range.
pub(super) fn clamped(
    (asset, item): (Id, Option<Id>),
    value: f32,
    allowed: RangeInclusive<f32>,
    (field, unit): (&'static str, &str),
    out: &mut Output,
) -> f32 {
    if !value.is_finite() || allowed.contains(&value) {
        return value;
    }
    let range = range_words(allowed.clone(), unit).into();
    out.warn(asset, item, Kind::OutOfRange { field, range });
    value.clamp(*allowed.start(), *allowed.end())
}

pub(super) fn rate(
    (asset, item): (Id, Option<Id>),
    rate: f32,
    field: &'static str,
    out: &mut Output,
) -> f32 {
    clamped(
        (asset, item),
        rate,
        -MOST_RATE..=MOST_RATE,
        (field, ""),
        out,
    )
}

/// A list as far as it plays.
pub(super) fn few<T>(
    asset: Id,
    list: &mut Vec<T>,
    most: usize,
    what: &'static str,
    out: &mut Output,
) {
    if list.len() > most {
        out.warn(asset, None, Kind::TooMany { what, most });
        list.truncate(most);
    }
}

/// The clip with rates that play. A frame rate that is not above 0 stays: the code that counts
/// frames refuses it.
pub(super) fn clip<'a>(id: Id, clip: &'a Clip, out: &mut Output) -> Cow<'a, Clip> {
    let rate_scale = rate((id, None), clip.rate_scale, tr!("rate scale"), out);
    let frame_rate = if clip.frame_rate > 0.0 {
        clamped(
            (id, None),
            clip.frame_rate,
            FRAME_RATES,
            (tr!("frame rate"), tr!(" frames per second")),
            out,
        )
    } else {
        clip.frame_rate
    };
    if (rate_scale, frame_rate) == (clip.rate_scale, clip.frame_rate)
        || frame_rate.is_nan()
        || rate_scale.is_nan()
    {
        Cow::Borrowed(clip)
    } else {
        Cow::Owned(Clip {
            rate_scale,
            frame_rate,
            ..clip.clone()
        })
    }
}
