//! Values of options, read from the text of an argument. An Err says what would do.

use super::{LodSelection, pair};
use crate::session_file::SessionTime;
use anim::{limits::FRAME_RATES, mesh::MAX_INFLUENCES};
use asset::{mesh::LOD_THRESHOLDS, vertex_cache::Up};
use std::{fmt::Display, ops::RangeInclusive};
use studio::{TickSteps, sweep::RATE_LIMITS};
use words::tr;

/// The range as help and refusals say it.
pub fn words<T: Display>(range: &RangeInclusive<T>) -> String {
    tr!("{} to {}", range.start(), range.end())
}

pub fn seconds(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(value) if value.is_finite() && value >= 0.0 => Ok(value),
        Ok(_) => Err(tr!("must be 0 s or more").to_owned()),
        Err(_) => Err(tr!("must be a number of seconds").to_owned()),
    }
}

pub fn chunk(text: &str) -> Result<f32, String> {
    let value = text
        .trim()
        .parse::<f32>()
        .ok()
        .filter(|value| *value > 0.0 && value.is_finite());
    value.ok_or_else(|| tr!("must be a number of seconds above 0").to_owned())
}

/// Most shares that a build can be cut into.
const MOST_SHARDS: u32 = 10_000;

pub fn shard(text: &str) -> Result<files::Shard, String> {
    let parts = text.split_once('/');
    let shard = parts.and_then(|(number, count)| {
        Some(files::Shard {
            number: number.trim().parse().ok()?,
            count: count.trim().parse().ok()?,
        })
    });
    let is_fine = |shard: &files::Shard| {
        (1..=MOST_SHARDS).contains(&shard.count) && (1..=shard.count).contains(&shard.number)
    };
    shard.filter(is_fine).ok_or_else(|| {
        tr!("must be I/N, such as 1/4: share I of N, with I from 1 to N and N up to {MOST_SHARDS}")
    })
}

/// A hundred turns.
pub const MOST_DEGREES: f32 = 36_000.0;

/// Degrees.
pub fn threshold(text: &str) -> Result<f32, String> {
    let value = text
        .trim()
        .parse::<f32>()
        .ok()
        .filter(|value| (0.0..=MOST_DEGREES).contains(value));
    value.ok_or_else(|| tr!("must be 0 to {MOST_DEGREES} degrees"))
}

/// Metres.
pub fn length(text: &str) -> Result<f32, String> {
    let text = text.trim();
    let split = text
        .find(|c: char| c.is_ascii_alphabetic() && c != 'e' && c != 'E')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let metres = match unit {
        "um" => 1e-6,
        "mm" => 1e-3,
        "cm" => 1e-2,
        "m" => 1.0,
        _ => return Err(tr!("needs a unit: um, mm, cm or m, such as 0.01cm").to_owned()),
    };
    match number.trim().parse::<f64>() {
        Ok(value) if (1e-7..=1.0).contains(&(value * metres)) => Ok((value * metres) as f32),
        _ => Err(tr!("must be 0.1um to 1m").to_owned()),
    }
}

pub fn levels(text: &str) -> Result<LodSelection, String> {
    if text.trim() == "all" {
        return Ok(LodSelection::All);
    }
    let level = |text: &str| {
        text.trim()
            .parse::<usize>()
            .ok()
            .filter(|level| *level < 100)
    };
    let mut levels = text.split(',').map(level).collect::<Option<Vec<usize>>>();
    if let Some(levels) = &mut levels {
        levels.sort_unstable();
        levels.dedup();
    }
    levels
        .map(LodSelection::These)
        .ok_or_else(|| tr!("must be “all” or LOD numbers, such as 0,2").to_owned())
}

pub fn lod_threshold() -> clap::builder::RangedI64ValueParser<i8> {
    clap::value_parser!(i8)
        .range(i64::from(*LOD_THRESHOLDS.start())..=i64::from(*LOD_THRESHOLDS.end()))
}

pub fn share(text: &str) -> Result<f32, String> {
    let share = text
        .trim()
        .parse::<f32>()
        .ok()
        .filter(|share| *share > 0.0 && *share < 1.0);
    share.ok_or_else(|| tr!("must be above 0 and below 1, such as 0.5").to_owned())
}

pub fn percent(text: &str) -> Result<f32, String> {
    let percent = text
        .trim()
        .parse::<f32>()
        .ok()
        .filter(|percent| (0.0..=100.0).contains(percent));
    percent.ok_or_else(|| tr!("must be 0 to 100").to_owned())
}

pub fn up_axis(text: &str) -> Result<Up, String> {
    match text.trim() {
        "y" | "Y" => Ok(Up::Y),
        "z" | "Z" => Ok(Up::Z),
        _ => Err(tr!("must be y or z").to_owned()),
    }
}

pub fn clip_rate(text: &str) -> Result<f32, String> {
    let rate = text
        .trim()
        .parse::<f32>()
        .ok()
        .filter(|rate| FRAME_RATES.contains(rate));
    rate.ok_or_else(|| tr!("must be {}", words(&FRAME_RATES)))
}

/// How many bones a vertex may be left with.
pub const MOST_BONES: RangeInclusive<u8> = 1..=MAX_INFLUENCES as u8;

pub fn most_bones(text: &str) -> Result<u8, String> {
    text.trim()
        .parse()
        .ok()
        .filter(|n| MOST_BONES.contains(n))
        .ok_or_else(|| tr!("must be {}", words(&MOST_BONES)))
}

pub fn influences(text: &str) -> Result<u8, String> {
    text.trim()
        .parse()
        .ok()
        .filter(|n| [4, 8].contains(n))
        .ok_or_else(|| tr!("must be 4 or 8").to_owned())
}

pub fn scale(text: &str) -> Result<f32, String> {
    let value = text
        .trim()
        .parse::<f32>()
        .ok()
        .filter(|value| *value > 0.0 && value.is_finite());
    value.ok_or_else(|| tr!("must be above 0").to_owned())
}

pub fn steps(text: &str) -> Result<TickSteps, String> {
    let steps = text.split(',').map(step).collect::<Result<_, _>>()?;
    TickSteps::new(steps)
        .ok_or_else(|| tr!("must be above 0 and up to 1 s; one of several may be 0").to_owned())
}

pub fn step(text: &str) -> Result<f64, String> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    Ok(seconds(above)? / seconds(below)?)
}

pub fn hitch(text: &str) -> Result<(f64, f64), String> {
    let (at, length) = text
        .split_once(':')
        .ok_or(tr!("must be two times in seconds, such as 1.5:0.25"))?;
    let (at, length) = (seconds(at)?, step(length)?);
    if length > 0.0 && length <= 1.0 {
        Ok((at, length))
    } else {
        Err(tr!("a hitch must be above 0 and up to 1 s").to_owned())
    }
}

/// A name and a number, as in `Speed=1.4`.
pub fn named_number(text: &str) -> Result<(String, f64), String> {
    let parted = text.rsplit_once('=');
    let number = parted.and_then(|(name, number)| Some((name, number.trim().parse().ok()?)));
    match number {
        Some((name, number)) if f64::is_finite(number) && !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), number))
        }
        _ => Err(tr!("must be a name and a number, such as Speed=1.4").to_owned()),
    }
}

/// A moment of a session: seconds, or `#` and the index of a tick.
pub fn session_time(text: &str) -> Result<SessionTime, String> {
    let text = text.trim();
    match text.strip_prefix('#') {
        Some(tick) => tick
            .parse()
            .map(SessionTime::Tick)
            .map_err(|_| tr!("must be seconds, or # and the number of a tick").to_owned()),
        None => seconds(text).map(SessionTime::Seconds),
    }
}

pub fn jitter(text: &str) -> Result<f64, String> {
    let part = text
        .trim()
        .parse::<f64>()
        .ok()
        .filter(|part| (0.0..=1.0).contains(part));
    part.ok_or_else(|| tr!("must be 0 to 1").to_owned())
}

/// How many places along an axis may be tried.
pub const PLACES: RangeInclusive<usize> = 2..=64;

pub fn places(text: &str) -> Result<[usize; 2], String> {
    let numbers: Option<Vec<usize>> = text
        .split(',')
        .map(|number| number.trim().parse().ok())
        .collect();
    let is_fit = |number: &usize| PLACES.contains(number);
    match numbers.as_deref() {
        Some([one]) if is_fit(one) => Ok([*one; 2]),
        Some([a, b]) if is_fit(a) && is_fit(b) => Ok([*a, *b]),
        _ => Err(tr!(
            "must be one or two numbers, {}, such as 9,9",
            words(&PLACES)
        )),
    }
}

pub fn rate(text: &str) -> Result<f64, String> {
    let rate = text
        .trim()
        .parse::<f64>()
        .ok()
        .filter(|rate| RATE_LIMITS.contains(rate));
    rate.ok_or_else(|| tr!("must be {} Hz", words(&RATE_LIMITS)))
}

pub fn renamed(text: &str) -> Result<(String, String), String> {
    pair(text).ok_or_else(|| tr!("must be two bone names with “=” between").to_owned())
}

pub fn id(text: &str) -> Result<asset::Id, String> {
    let id = (text.len() == 16)
        .then(|| u64::from_str_radix(text, 16).ok())
        .flatten();
    id.map(asset::Id)
        .ok_or_else(|| tr!("an ID has 16 hex digits").to_owned())
}
