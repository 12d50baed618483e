//! What a person may wish of a source file, and how the assets of the file remember it.

#[cfg(test)]
mod tests;

use crate::{BvhOptions, ImportError, ImportErrorPlace, bvh::Positions};
use asset::{origin::Fields, vertex_cache::Up};
use serde::{Deserialize, Serialize};
use words::tr;

// Keys of the options that differ from the default, as assets remember them.
const SCALE: &str = "scale";
const WHOLE: &str = "whole";
const STRIP_NAMESPACES: &str = "strip namespaces";
const POSITIONS: &str = "positions";
const Z_UP: &str = "Z up";
const UNIT: &str = "unit";
const FRAME_TIME: &str = "frame time";
const REFERENCE_FRAME: &str = "reference frame";

/// Options of a person for reading a source file.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// Metres of one unit of length in the file; above 0 and finite. 1 in a file that keeps to its
    /// format. In a BVH file, whose format has no unit, 1 stands for a guess.
    pub scale: f32,
    /// Whether one skeleton is made of all nodes, even if the file holds several characters and
    /// nodes that belong to none.
    pub whole: bool,
    /// Bytes that reading may take beyond 64 MiB and 40 times those of the file with its buffers
    /// and pictures, for a file that holds more than its size lets one think.
    pub more_memory: u64,
    /// Leaves out of the names of an FBX file's nodes what stands before the last colon, such as
    /// `mixamorig:`.
    pub strip_namespaces: bool,
    /// Options of BVH files. Not sent to the process that reads FBX files.
    #[serde(skip)]
    pub bvh: BvhOptions,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            scale: 1.0,
            whole: false,
            more_memory: 0,
            strip_namespaces: false,
            bvh: BvhOptions::default(),
        }
    }
}

impl Options {
    pub(crate) fn check(&self) -> Result<(), ImportError> {
        if self.scale.is_finite() && self.scale > 0.0 {
            return Ok(());
        }
        Err(ImportError::invalid(
            ImportErrorPlace::File,
            tr!("the scale {} must be above 0", self.scale),
        ))
    }

    /// The options that differ from the default, as words that [`Self::recalled`] reads.
    /// `more_memory` is left out, since a project may come from anybody.
    pub fn remembered(&self) -> Fields {
        let Self {
            scale,
            whole,
            more_memory: _,
            strip_namespaces,
            bvh,
        } = *self;
        let number = |number: Option<f32>| number.map(|number| number.to_string());
        let set = |is_set: bool| is_set.then(|| "true".to_owned());
        let fields = [
            (SCALE, number((scale != 1.0).then_some(scale))),
            (WHOLE, set(whole)),
            (STRIP_NAMESPACES, set(strip_namespaces)),
            (POSITIONS, bvh.positions.word().map(str::to_owned)),
            (Z_UP, set(bvh.up == Up::Z)),
            (UNIT, number(bvh.unit)),
            (FRAME_TIME, number(bvh.frame_time)),
            (
                REFERENCE_FRAME,
                bvh.reference_frame.map(|frame| frame.to_string()),
            ),
        ];
        fields
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value?)))
            .collect()
    }

    /// The options from remembered words. Unknown, missing and unusable values become the default.
    pub fn recalled(fields: &Fields) -> Self {
        let word = |name: &str| fields.get(name).map(String::as_str);
        let is_set = |name: &str| word(name) == Some("true");
        let number = |name: &str| -> Option<f32> {
            word(name)?.parse().ok().filter(|number| is_length(*number))
        };
        Self {
            scale: number(SCALE).unwrap_or(1.0),
            whole: is_set(WHOLE),
            more_memory: 0,
            strip_namespaces: is_set(STRIP_NAMESPACES),
            bvh: BvhOptions {
                positions: Positions::of_word(word(POSITIONS)),
                up: if is_set(Z_UP) { Up::Z } else { Up::Y },
                unit: number(UNIT),
                frame_time: number(FRAME_TIME),
                reference_frame: word(REFERENCE_FRAME).and_then(|frame| frame.parse().ok()),
            },
        }
    }
}

fn is_length(number: f32) -> bool {
    number.is_finite() && number > 0.0
}
