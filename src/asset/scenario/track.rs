//! Places of a bone over time, as a short text in a file.

use serde::{Deserialize, Serialize};
use words::tr;

/// Where a bone is in several poses, from the character, in tenths of a millimetre. In a file it is
/// a text: three numbers a pose, in millimetres.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
pub struct BoneTrack(pub Vec<[i32; 3]>);

/// Metres of one unit of a [`BoneTrack`].
const UNIT: f64 = 1e-4;

impl BoneTrack {
    /// Adds a place, in metres. Places beyond 200 km are kept at that distance.
    pub fn push(&mut self, place: [f64; 3]) {
        self.0
            .push(place.map(|metres| (metres / UNIT).round() as i32));
    }

    /// The place in the pose at this index, in metres; None past the end.
    pub fn get(&self, at: usize) -> Option<[f64; 3]> {
        Some(self.0.get(at)?.map(|units| f64::from(units) * UNIT))
    }
}

impl From<BoneTrack> for String {
    fn from(track: BoneTrack) -> Self {
        let numbers = track.0.as_flattened().iter();
        let numbers: Vec<String> = numbers.map(|units| number(*units)).collect();
        numbers.join(" ")
    }
}

/// Millimetres of so many units.
fn number(units: i32) -> String {
    let (sign, size) = (if units < 0 { "-" } else { "" }, units.unsigned_abs());
    match size % 10 {
        0 => format!("{sign}{}", size / 10),
        part => format!("{sign}{}.{part}", size / 10),
    }
}

impl TryFrom<String> for BoneTrack {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let units = |word: &str| {
            let millimetres: f64 = word.parse().ok()?;
            let units = (millimetres * 1e-3 / UNIT).round();
            (units.abs() <= f64::from(i32::MAX)).then_some(units as i32)
        };
        let units: Option<Vec<i32>> = text.split_whitespace().map(units).collect();
        let triples = units.filter(|units| units.len().is_multiple_of(3));
        let (triples, _) = triples
            .as_ref()
            .map(|units| units.as_chunks())
            .ok_or_else(|| {
                tr!("a track of a bone must be three numbers a pose, in millimetres").to_owned()
            })?;
        Ok(Self(triples.to_vec()))
    }
}
