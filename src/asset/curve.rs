//! Authored curves of a clip or montage: named numbers over time. A curve with the name of an
//! imported one, or of one of a montage's clips, takes its place.

#[cfg(test)]
mod tests;

use crate::{
    Id,
    source::{self, Interpolation},
};
use anim::curve::interpolation;
use serde::{Deserialize, Serialize};

/// Greatest error that [`Curve::reduced`] may add to the curve.
pub const REDUCED: f32 = 1e-3;

/// Purpose of a curve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CurveKind {
    /// A curve whose keys give a number at every time.
    #[default]
    Float,
    /// 1 while the clip contributes; keys have no effect.
    Metadata,
}

/// Value of a curve before its first key and after its last key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Extrapolation {
    /// The value of the key at that end.
    #[default]
    Clamp,
    /// The keys again and again.
    Loop,
    /// No value: what else plays decides.
    None,
}

/// A key of a curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CurveKey {
    /// Unique in its clip or montage.
    pub id: Id,
    /// Time of the key, seconds.
    pub time: f32,
    /// The curve's value at `time`.
    pub value: f32,
    /// Interpolation from this key to the next.
    pub interpolation: Interpolation,
    /// Value per second on the side before the key; counts where the key before is cubic.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub in_tangent: f32,
    /// Value per second on the side after the key; counts where this key is cubic.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub out_tangent: f32,
}

/// An authored curve: a number over time, by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Curve {
    /// Unique in its clip or montage.
    pub id: Id,
    /// Unique among the curves of its clip or montage.
    pub name: String,
    /// Index in the category palette.
    pub color: u8,
    /// Purpose of the curve.
    #[serde(default, skip_serializing_if = "is_default")]
    pub kind: CurveKind,
    /// Value of the curve before its first key and after its last key.
    #[serde(default, skip_serializing_if = "is_default")]
    pub extrapolation: Extrapolation,
    /// Does not play, and neither does the imported curve of its name.
    #[serde(default, skip_serializing_if = "is_default")]
    pub disabled: bool,
    /// Ascending by time.
    pub keys: Vec<CurveKey>,
}

impl CurveKey {
    /// A key with level tangents.
    pub fn new(id: Id, time: f32, value: f32, interpolation: Interpolation) -> Self {
        Self {
            id,
            time,
            value,
            interpolation,
            in_tangent: 0.0,
            out_tangent: 0.0,
        }
    }

    /// Whether time, value and both tangents are finite.
    pub fn is_finite(&self) -> bool {
        [self.time, self.value, self.in_tangent, self.out_tangent]
            .iter()
            .all(|number| number.is_finite())
    }
}

impl From<&CurveKey> for anim::curve::CurveKey {
    fn from(key: &CurveKey) -> Self {
        Self {
            time: key.time,
            value: key.value,
            in_tangent: key.in_tangent,
            out_tangent: key.out_tangent,
            interpolation: match key.interpolation {
                Interpolation::Step => interpolation::CONSTANT,
                Interpolation::Linear => interpolation::LINEAR,
                Interpolation::Cubic => interpolation::CUBIC,
            },
        }
    }
}

impl Curve {
    /// An enabled curve of numbers without keys, held beyond its ends.
    pub fn new(id: Id, name: impl Into<String>, color: u8) -> Self {
        Self {
            id,
            name: name.into(),
            color,
            kind: CurveKind::Float,
            extrapolation: Extrapolation::Clamp,
            disabled: false,
            keys: Vec::new(),
        }
    }

    /// A copy of an imported curve that people can edit. Takes ids from the sequence of `ids`.
    pub fn copied(imported: &source::SourceCurve, color: u8, ids: &mut u64) -> Self {
        let mut curve = Self::new(Id::next(ids), imported.name.clone(), color);
        let channel = &imported.channel;
        let key = |(at, time): (usize, &f32)| {
            let (value, tangents) = channel.scalar_key(at);
            CurveKey {
                in_tangent: tangents.0,
                out_tangent: tangents.1,
                ..CurveKey::new(Id::next(ids), *time, value, channel.interpolation)
            }
        };
        curve.keys = channel.times.iter().enumerate().map(key).collect();
        curve
    }

    /// The value at a time in seconds; None where the curve has none.
    pub fn value(&self, time: f32) -> Option<f32> {
        if self.kind == CurveKind::Metadata {
            return Some(1.0);
        }
        let keys: Vec<anim::curve::CurveKey> = self.keys.iter().map(Into::into).collect();
        let shape = anim::curve::Curve {
            extrapolation: self.extrapolation.compiled(),
            ..Default::default()
        };
        shape.value(&keys, time)
    }

    /// The fewest of its keys that keep the line within [`REDUCED`] of what it was; greedy, both
    /// ends exact. Only straight stretches lose keys.
    pub fn reduced(&self) -> Self {
        let keys = &self.keys;
        let is_straight = |at: usize| keys[at].interpolation == Interpolation::Linear;
        let spans = |from: usize, to: usize| {
            let slope = (keys[to].value - keys[from].value) / (keys[to].time - keys[from].time);
            let error = |key: &CurveKey| {
                (keys[from].value + slope * (key.time - keys[from].time) - key.value).abs()
            };
            (from..to).all(is_straight)
                && keys[from + 1..to].iter().all(|key| error(key) <= REDUCED)
        };
        let mut kept: Vec<CurveKey> = keys.first().cloned().into_iter().collect();
        let mut from = 0;
        for to in 1..keys.len() {
            if to - from > 1 && !spans(from, to) {
                from = to - 1;
                kept.push(keys[from].clone());
            }
        }
        kept.extend(keys.iter().skip(1).last().cloned());
        Self {
            keys: kept,
            ..self.clone()
        }
    }

    /// The slope at a key that makes the curve run smoothly through it: that of the line between
    /// its neighbours, and flat at both ends and where the curve turns.
    pub fn smooth_slope(&self, key: usize) -> f32 {
        let Some(before) = key.checked_sub(1).and_then(|at| self.keys.get(at)) else {
            return 0.0;
        };
        let (Some(own), Some(after)) = (self.keys.get(key), self.keys.get(key + 1)) else {
            return 0.0;
        };
        let turns = (own.value - before.value) * (after.value - own.value) <= 0.0;
        let span = after.time - before.time;
        if turns || span <= 0.0 {
            0.0
        } else {
            (after.value - before.value) / span
        }
    }
}

impl Extrapolation {
    /// The matching number of [`anim::curve::extrapolation`].
    pub fn compiled(self) -> u32 {
        use anim::curve::extrapolation;
        match self {
            Extrapolation::Clamp => extrapolation::CLAMP,
            Extrapolation::Loop => extrapolation::LOOP,
            Extrapolation::None => extrapolation::NONE,
        }
    }
}

/// A negative zero is written, so that it comes back as it was.
fn is_zero(value: &f32) -> bool {
    value.to_bits() == 0
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
