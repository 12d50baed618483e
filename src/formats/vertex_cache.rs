//! Point caches that animation programs write beside a mesh: PC2 (Cohen and 3ds Max, little-endian,
//! frames by number) and MDD (LightWave, big-endian, frames by time).

#[cfg(test)]
mod tests;

use crate::{ImportError, ImportErrorPlace, ImportProblem};
use asset::vertex_cache::VertexCache;
use words::tr;

/// Default frame rate of a PC2, which stores none, in frames per second: the default of Blender.
pub const FRAMES_PER_SECOND: f32 = 24.0;
/// Largest number of frames of a cache: making its morph shapes compares every frame with every
/// other one.
const MOST_FRAMES: u64 = 4096;
const SIGNATURE: &[u8; 12] = b"POINTCACHE2\0";

/// Whether the bytes begin as a PC2 does. An MDD begins with nothing but numbers.
pub fn is_pc2(bytes: &[u8]) -> bool {
    bytes.starts_with(SIGNATURE)
}

/// Reads a PC2 or an MDD; times are in seconds, places in the file's own space. `frames_per_second`
/// is used by a PC2 alone, where None means [`FRAMES_PER_SECOND`]; contract: above 0. An Err means
/// broken or missing bytes, too many frames, times that do not rise, or more than a day.
pub fn read(bytes: &[u8], frames_per_second: Option<f32>) -> Result<VertexCache, ImportError> {
    let cache = if is_pc2(bytes) {
        pc2(bytes, frames_per_second)?
    } else {
        mdd(bytes)?
    };
    if let Some(at) = (1..cache.times.len()).find(|at| cache.times[*at] <= cache.times[at - 1]) {
        return Err(ImportError::invalid(
            frame(at),
            tr!("its time is not after that of the frame before"),
        ));
    }
    let lasts = cache.times[cache.times.len() - 1] - cache.times[0];
    if lasts > anim::limits::LONGEST {
        return Err(ImportError::invalid(
            ImportErrorPlace::File,
            tr!("it lasts {lasts} seconds, more than a day"),
        ));
    }
    Ok(cache)
}

fn frame(at: usize) -> String {
    tr!("frame {at}")
}

struct PointCacheReader<'a> {
    bytes: &'a [u8],
    at: usize,
    is_big: bool,
}

impl PointCacheReader<'_> {
    fn word(&mut self, what: &'static str) -> Result<[u8; 4], ImportError> {
        let left = self.bytes.len() - self.at;
        let truncated = ImportProblem::Truncated {
            what,
            needed: 4,
            left: left as u64,
        };
        let word = self
            .bytes
            .get(self.at..self.at + 4)
            .and_then(|word| word.try_into().ok());
        let mut word: [u8; 4] = word
            .ok_or_else(|| ImportError::new(ImportErrorPlace::Byte(self.at as u64), truncated))?;
        self.at += 4;
        if self.is_big {
            word.reverse();
        }
        Ok(word)
    }

    /// Reads a count. One below 1 is an error.
    fn count(&mut self, what: &'static str) -> Result<u64, ImportError> {
        let at = self.at as u64;
        match u32::try_from(i32::from_le_bytes(self.word(what)?)) {
            Ok(count) if count > 0 => Ok(count.into()),
            _ => Err(ImportError::invalid_at(
                at,
                tr!("the number of {what} is not above 0"),
            )),
        }
    }

    fn number(&mut self, what: &'static str) -> Result<f32, ImportError> {
        let at = self.at as u64;
        let number = f32::from_le_bytes(self.word(what)?);
        if number.is_finite() {
            Ok(number)
        } else {
            Err(ImportError::invalid_at(at, tr!("{what} is not a number")))
        }
    }

    /// Places of the points of all frames, frame by frame.
    fn positions(&mut self, frames: u64, points: u64) -> Result<Vec<[f32; 3]>, ImportError> {
        let (needed, left) = (frames * points * 12, (self.bytes.len() - self.at) as u64);
        if left < needed {
            let problem = ImportProblem::Truncated {
                what: tr!("places of points"),
                needed,
                left,
            };
            return Err(ImportError::new(
                ImportErrorPlace::Byte(self.at as u64),
                problem,
            ));
        }
        let mut positions = Vec::with_capacity((frames * points) as usize);
        for nth in 0..frames * points {
            let place = [
                self.number(tr!("a place"))?,
                self.number(tr!("a place"))?,
                self.number(tr!("a place"))?,
            ];
            if place
                .iter()
                .any(|along| along.abs() > anim::limits::FARTHEST_BONE)
            {
                let place = tr!("frame {}, point {}", nth / points, nth % points);
                return Err(ImportError::invalid(place, tr!("it is too far away")));
            }
            positions.push(place);
        }
        Ok(positions)
    }
}

fn checked(frames: u64) -> Result<u64, ImportError> {
    if frames > MOST_FRAMES {
        let problem = ImportProblem::TooLarge {
            what: tr!("frames"),
            count: frames,
            limit: MOST_FRAMES,
        };
        Err(ImportError::new(ImportErrorPlace::File, problem))
    } else {
        Ok(frames)
    }
}

fn pc2(bytes: &[u8], frames_per_second: Option<f32>) -> Result<VertexCache, ImportError> {
    let mut reader = PointCacheReader {
        bytes,
        at: SIGNATURE.len(),
        is_big: false,
    };
    let version = u32::from_le_bytes(reader.word(tr!("the version"))?);
    if version != 1 {
        let problem = ImportProblem::Version {
            found: version.to_string(),
            supported: tr!("PC2 of version 1"),
        };
        return Err(ImportError::new(ImportErrorPlace::File, problem));
    }
    let points = reader.count(tr!("points"))?;
    let start = reader.number(tr!("the first frame"))?;
    let at = reader.at as u64;
    let step = reader.number(tr!("the step between frames"))?;
    let frames = checked(reader.count(tr!("frames"))?)?;
    if step <= 0.0 {
        return Err(ImportError::invalid_at(
            at,
            tr!("the step between frames is not above 0").to_owned(),
        ));
    }
    let positions = reader.positions(frames, points)?;
    let rate = f64::from(frames_per_second.unwrap_or(FRAMES_PER_SECOND));
    let time = |frame: u64| (f64::from(start) + frame as f64 * f64::from(step)) / rate;
    Ok(VertexCache {
        times: (0..frames).map(|frame| time(frame) as f32).collect(),
        points: points as usize,
        positions,
        guessed_rate: frames_per_second.is_none().then_some(FRAMES_PER_SECOND),
    })
}

fn mdd(bytes: &[u8]) -> Result<VertexCache, ImportError> {
    let mut reader = PointCacheReader {
        bytes,
        at: 0,
        is_big: true,
    };
    let (frames, points) = (reader.count(tr!("frames"))?, reader.count(tr!("points"))?);
    // Nothing but its length tells what it is.
    let length = frames
        .saturating_mul(4)
        .saturating_add(frames.saturating_mul(points).saturating_mul(12))
        .saturating_add(8);
    if length != bytes.len() as u64 {
        let found = tr!(
            "a file of {} bytes, but {frames} frames of {points} points need {length}",
            bytes.len()
        );
        return Err(ImportError::new(
            ImportErrorPlace::File,
            ImportProblem::OtherFormat {
                expected: tr!("a point cache (.pc2 or .mdd)"),
                found,
            },
        ));
    }
    let frames = checked(frames)?;
    let times = (0..frames)
        .map(|_| reader.number(tr!("a time")))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(VertexCache {
        times,
        points: points as usize,
        positions: reader.positions(frames, points)?,
        guessed_rate: None,
    })
}
