//! Vertex animation: places of points over time become few shapes and the curves that drive them,
//! so that it plays, blends and travels as all morph targets do.
//!
//! The shapes are the principal components of how the points move away from the mesh, taken one by
//! one until every point is near enough in every frame (Alexa and Müller, “Representing Animations
//! by Principal Components”, 2000). Invariant: a shape and its curve depend on nothing but mesh,
//! cache and settings, to the bit.

mod basis;
mod carrying;
mod matching;
mod normals;
#[cfg(test)]
mod tests;

use crate::{
    Mesh,
    mesh::{Part, Shape},
    source::{Channel, ClipSource, Interpolation, SourceCurve},
};
use anim::mesh::MorphDelta;
use basis::Basis;
pub use carrying::carried;
use glam::Vec3;
use matching::{Match, Matched};
use std::{collections::BTreeMap, fmt};
use words::tr;

/// Metres that a point may be off where nobody says otherwise.
pub const PRECISION: f32 = 2e-4;
/// Radians: a point that stays may turn by less without being stored.
const LEAST_TURN: f32 = 5e-3;
/// Greatest number of shapes for a cache. A remaining error at this number is reported.
pub const MOST_SHAPES: usize = 128;

/// Points over time, as another program wrote them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VertexCache {
    /// Seconds, ascending; one a frame.
    pub times: Vec<f32>,
    /// Number of points, at least one.
    pub points: usize,
    /// Frame after frame, one a point. In whatever unit and with whatever axis up.
    pub positions: Vec<[f32; 3]>,
    /// Frames per second that times were made with, where nobody said them.
    pub guessed_rate: Option<f32>,
}

impl VertexCache {
    /// The points of the frame at this index. Panics beyond the last one.
    pub fn frame(&self, at: usize) -> &[[f32; 3]] {
        &self.positions[at * self.points..][..self.points]
    }
}

/// Settings for the conversion of a cache to shapes and curves.
#[derive(Clone, Debug, PartialEq)]
pub struct VertexCacheSettings {
    /// Name of the shapes, to which a number is added.
    pub name: String,
    /// Metres that a point may be off in any frame, above 0.
    pub precision: f32,
    /// The frame in which points lie where the mesh has its vertices; else it is looked for.
    pub rest: Option<usize>,
    /// The parts of that name alone.
    pub part: Option<String>,
    /// The axis that is up in the cache; else it is looked for.
    pub up: Option<Up>,
}

/// An axis that is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Up {
    Y,
    Z,
}

impl Up {
    fn other(self) -> Self {
        match self {
            Up::Y => Up::Z,
            Up::Z => Up::Y,
        }
    }
}

/// Shapes and curves that play a cache.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Shapes of parts by their level and index.
    pub shapes: Vec<((usize, usize), Vec<Shape>)>,
    /// Curves with the names of the shapes.
    pub source: ClipSource,
    /// Frame rate of the curves, keys per second.
    pub frame_rate: f32,
    /// Report of what was made, and of its error.
    pub told: Told,
}

/// Report of the conversion of a vertex cache.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Told {
    /// Frames of the cache.
    pub frames: usize,
    /// Shapes that were made.
    pub shapes: usize,
    /// Vertices of the finest level that the shapes move.
    pub vertices: usize,
    /// The farthest that a point is off in any frame, metres.
    pub farthest: f32,
    /// Mean of how far points are off, metres.
    pub mean: f32,
    /// Frame that was taken for the mesh at rest. None if vertices match points by index, because
    /// no frame matches their positions.
    pub rest: Option<usize>,
    /// Frames per second that were taken, where neither the file nor anybody said them.
    pub guessed_rate: Option<f32>,
    /// Parts of the finest level that have no points.
    pub left_out: Vec<String>,
    /// The axis that was taken for up, where the other one could be as well.
    pub up: Option<Up>,
}

impl Told {
    /// Warnings for the user, one or more sentences each, about shapes made with the tolerance
    /// `precision`, metres.
    pub fn warnings(&self, precision: f32) -> Vec<String> {
        let mut lines = Vec::new();
        if self.farthest > precision * 1.001 {
            let (off, asked) = (self.farthest * 1e3, precision * 1e3);
            let is_full = self.shapes == MOST_SHAPES;
            let why = if is_full {
                tr!("the limit of morph targets is reached")
            } else {
                tr!("they move too far for this tolerance")
            };
            lines.push(tr!(
                "The largest error is {off:.3} mm, above the tolerance of {asked:.3} mm: {why}."
            ));
        }
        if let Some(rate) = self.guessed_rate {
            let way = tr!(
                "Change it with the clip's Rate scale, or with `mutoscope vertex-cache --frames-per-second`"
            );
            lines.push(tr!(
                "The file has no frame rate; {rate} frames per second are used. {way}."
            ));
        }
        if self.rest.is_none() {
            lines.push(
                tr!("Points match vertices by index, because no frame matches their positions.")
                    .to_owned(),
            );
        }
        if let Some(up) = self.up {
            let (this, other) = if up == Up::Y { ("Y", "z") } else { ("Z", "y") };
            let way = tr!("For the other axis, use `mutoscope vertex-cache --up {other}`");
            lines.push(tr!(
                "The points match with Y up and with Z up; {this} is used. {way}."
            ));
        }
        if !self.left_out.is_empty() {
            lines.push(tr!(
                "Skipped, because this cache does not move them: {}.",
                self.left_out.join(", ")
            ));
        }
        lines
    }
}

/// Reason why a vertex cache does not become shapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CacheError {
    /// The mesh has no part of that name; `known` are its parts.
    NoSuchPart {
        part: String,
        known: Vec<String>,
    },
    /// The cache has only `frames` frames.
    NoSuchFrame {
        frame: usize,
        frames: usize,
    },
    OneFrame,
    Precision,
    /// At best, only `found` of a part's vertices lie at a point of the cache.
    NoMatch {
        part: String,
        found: usize,
        vertices: usize,
        points: usize,
    },
    /// No point moves by more than the tolerance from the mesh at rest in any frame.
    Still,
    Cancelled,
}

impl fmt::Display for CacheError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CacheError::NoSuchPart { part, known } => {
                f.write_str(&tr!("the mesh has no part called “{part}”. Available parts: {}.", known.join(", ")))
            }
            CacheError::NoSuchFrame { frame, frames } => {
                f.write_str(&tr!("frame {frame} does not exist: the cache has frames 0 to {}.", frames.saturating_sub(1)))
            }
            CacheError::OneFrame => f.write_str(tr!("the cache has one frame only. Export more frames.")),
            CacheError::Precision => f.write_str(tr!("the tolerance must be above 0 mm; 0.2 mm is typical.")),
            CacheError::NoMatch { part, found, vertices, points } => f.write_str(&tr!("the cache is from another mesh: at best, {found} of {vertices} vertices of “{part}” match its {points} points. Export a frame in the mesh's own pose, turn subdivision off, and choose the right part."
            )),
            CacheError::Cancelled => f.write_str(tr!("it was cancelled.")),
            CacheError::Still => f.write_str(tr!("no point moves by more than the tolerance. Export the frames with motion, or lower the tolerance.")),
        }
    }
}

impl std::error::Error for CacheError {}

/// Converts a cache to shapes and curves that play it on a mesh. `progress` gets the finished
/// fraction, 0 to 1; false from it cancels. Contract: the cache is sound, with as many times as
/// frames.
pub fn played(
    mesh: &Mesh,
    cache: &VertexCache,
    settings: &VertexCacheSettings,
    progress: &dyn Fn(f32) -> bool,
) -> Result<Played, CacheError> {
    if settings.precision.partial_cmp(&0.0) != Some(std::cmp::Ordering::Greater)
        || !settings.precision.is_finite()
    {
        return Err(CacheError::Precision);
    }
    if cache.times.len() < 2 {
        return Err(CacheError::OneFrame);
    }
    let matched = matching::matched(mesh, cache, settings)?;
    let offsets = matched.offsets(cache);
    let basis = Basis::of(offsets, cache.times.len(), settings.precision, progress);
    let basis = basis.ok_or(CacheError::Cancelled)?;
    if basis.shapes.is_empty() {
        return Err(CacheError::Still);
    }
    let mut shapes = Vec::new();
    for (lod, parts) in by_level(&matched) {
        let turned = normals::of_level(&mesh.lods[lod], &parts, &matched, cache, &basis);
        for (found, normals) in parts.into_iter().zip(turned) {
            shapes.push((
                (lod, found.part),
                shaped(found, &normals, &basis, &settings.name),
            ));
        }
    }
    take_over(mesh, &mut shapes);
    let told = Told {
        frames: cache.times.len(),
        shapes: basis.shapes.len(),
        vertices: matched
            .parts
            .iter()
            .filter(|found| found.lod == 0)
            .map(|found| found.points.len())
            .sum(),
        farthest: basis.farthest,
        mean: basis.mean,
        rest: matched.rest,
        guessed_rate: cache.guessed_rate,
        left_out: matched.left_out.clone(),
        up: matched.up,
    };
    let (source, frame_rate) = driven(cache, &basis, &settings.name);
    Ok(Played {
        shapes,
        source,
        frame_rate,
        told,
    })
}

fn by_level(matched: &Matched) -> BTreeMap<usize, Vec<&Match>> {
    let mut levels: BTreeMap<usize, Vec<&Match>> = BTreeMap::new();
    matched
        .parts
        .iter()
        .for_each(|found| levels.entry(found.lod).or_default().push(found));
    levels
}

/// Parts of coarser levels with other vertices move as the nearest places of the finest do.
fn take_over(mesh: &Mesh, shapes: &mut Vec<((usize, usize), Vec<Shape>)>) {
    let new: Vec<String> = shapes
        .iter()
        .flat_map(|(_, shapes)| shapes)
        .map(|shape| shape.name.clone())
        .collect();
    let is_new = |morph: &str| new.iter().any(|name| name == morph);
    let finest: Vec<Part> = shapes
        .iter()
        .filter(|((lod, _), _)| *lod == 0)
        .filter_map(|((_, at), shapes)| mesh.lods[0].parts[*at].with_shapes(&[], shapes).ok())
        .collect();
    for (lod, level) in mesh.lods.iter().enumerate().skip(1) {
        for (at, part) in level.parts.iter().enumerate() {
            let is_known = shapes.iter().any(|(place, _)| *place == (lod, at));
            let from = finest
                .iter()
                .find(|from| !is_known && from.name == part.name);
            shapes.extend(from.map(|from| ((lod, at), carried(from, &part.data, is_new))));
        }
    }
}

/// Name of a shape with its number, counted from 1.
fn shape_name(name: &str, shape: usize) -> String {
    format!("{name}_{:02}", shape + 1)
}

/// Whether a morph target is one that a cache of that name made.
pub fn is_shape_of(morph: &str, name: &str) -> bool {
    let number = morph
        .strip_prefix(name)
        .and_then(|rest| rest.strip_prefix('_'));
    number.is_some_and(|number| {
        number.len() >= 2 && number.bytes().all(|digit| digit.is_ascii_digit())
    })
}

/// `normals` hold a vertex's, shape after shape.
fn shaped(found: &Match, normals: &[Vec<Vec3>], basis: &Basis, name: &str) -> Vec<Shape> {
    let shape = |(at, places): (usize, &Vec<Vec3>)| {
        let largest = basis.largest(at);
        let delta = |(vertex, point): (usize, &u32)| {
            let (place, normal) = (places[*point as usize], normals[at][vertex]);
            (place != Vec3::ZERO || normal.length() * largest > LEAST_TURN).then(|| MorphDelta {
                vertex: vertex as u32,
                position: place.to_array(),
                normal: normal.to_array(),
            })
        };
        Shape {
            name: shape_name(name, at),
            default_weight: 0.0,
            deltas: found.points.iter().enumerate().filter_map(delta).collect(),
            tangents: Vec::new(),
        }
    };
    basis.shapes.iter().enumerate().map(shape).collect()
}

/// Keys where the cache has frames; the first at 0.
fn driven(cache: &VertexCache, basis: &Basis, name: &str) -> (ClipSource, f32) {
    let first = cache.times[0];
    let times: Vec<f32> = cache.times.iter().map(|time| time - first).collect();
    let duration = times[times.len() - 1];
    let curve = |(at, weights): (usize, &Vec<f32>)| SourceCurve {
        name: shape_name(name, at),
        channel: Channel {
            interpolation: Interpolation::Linear,
            times: times.clone(),
            values: weights.clone(),
        },
    };
    let curves = basis.weights.iter().enumerate().map(curve).collect();
    let frame_rate = ((times.len() - 1) as f32 / duration).clamp(1.0, 240.0);
    (
        ClipSource {
            duration,
            tracks: Vec::new(),
            curves,
        },
        frame_rate,
    )
}
