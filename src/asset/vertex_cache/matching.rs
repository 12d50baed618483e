//! Which point of a cache each vertex is: by where they lie in one of its frames, whatever the unit
//! and the axis that is up.

use super::{CacheError, Up, VertexCache, VertexCacheSettings};
use crate::{Mesh, mesh::Part};
use anim::float::Extreme;
use glam::Vec3;
use std::collections::{HashMap, HashSet};

/// Vertices and points that are as near as this part of the mesh's size are one.
const NEAR: f32 = 2e-4;
/// Points that are farther than the nearest by this part of [`NEAR`] are as near.
const ROUNDING: f32 = 0.02;
/// Approximate number of vertices (`SAMPLES`) and frames (`FRAMES`) that decide how a cache is
/// aligned.
const SAMPLES: usize = 64;
const FRAMES: usize = 24;
/// Metres of a unit that programs count in, the likeliest first.
const UNITS: [f32; 5] = [1.0, 0.01, 100.0, 0.001, 0.0254];

/// Unit and up axis that map positions of the cache to the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
struct VertexCacheAlignment {
    unit: f32,
    up: Up,
}

impl VertexCacheAlignment {
    const PLAIN: VertexCacheAlignment = VertexCacheAlignment {
        unit: 1.0,
        up: Up::Y,
    };

    fn all() -> impl Iterator<Item = VertexCacheAlignment> {
        UNITS
            .into_iter()
            .flat_map(|unit| [Up::Y, Up::Z].map(|up| VertexCacheAlignment { unit, up }))
    }

    fn place(self, [x, y, z]: [f32; 3]) -> Vec3 {
        match self.up {
            Up::Y => Vec3::new(x, y, z) * self.unit,
            Up::Z => Vec3::new(x, z, -y) * self.unit,
        }
    }
}

/// A part whose vertices all are points.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// Index of the level of detail.
    pub lod: usize,
    /// Index of the part in its level.
    pub part: usize,
    /// Point of each vertex of the part, as an index among [`Matched::used`].
    pub points: Vec<u32>,
}

/// Match between the points of a cache and the vertices of a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Matched {
    way: VertexCacheAlignment,
    /// Frame of the cache that shows the mesh at rest; None if vertices follow the order of points.
    pub rest: Option<usize>,
    /// Parts whose vertices all have points, by level.
    pub parts: Vec<Match>,
    /// Points of the cache that are a vertex's, and where the mesh has them.
    used: Vec<u32>,
    at_rest: Vec<Vec3>,
    /// Names of the finest level's parts that have no points.
    pub left_out: Vec<String>,
    /// Up axis that was used, if the other axis would match as well; None if only one axis matches.
    pub up: Option<Up>,
}

impl Matched {
    /// Places of the points that are used in a frame, mesh space.
    pub fn places(&self, cache: &VertexCache, frame: usize) -> Vec<Vec3> {
        let points = cache.frame(frame);
        self.used
            .iter()
            .map(|point| self.way.place(points[*point as usize]))
            .collect()
    }

    /// The points that are used where the mesh has them, mesh space, metres.
    pub fn places_at_rest(&self) -> &[Vec3] {
        &self.at_rest
    }

    /// Offset of each point from its vertex in the mesh, mesh space, metres, frame after frame.
    pub fn offsets(&self, cache: &VertexCache) -> Vec<Vec3> {
        let of_frame = |frame| {
            let places = self.places(cache, frame);
            places
                .into_iter()
                .zip(&self.at_rest)
                .map(|(place, rest)| place - *rest)
                .collect::<Vec<_>>()
        };
        (0..cache.times.len()).flat_map(of_frame).collect()
    }
}

/// Finds the points of a mesh's vertices. An Err says which part or frame is not there, or which
/// part's vertices have no points.
pub fn matched(
    mesh: &Mesh,
    cache: &VertexCache,
    settings: &VertexCacheSettings,
) -> Result<Matched, CacheError> {
    let wanted = |part: &&Part| settings.part.as_ref().is_none_or(|name| part.name == *name);
    let finest: Vec<&Part> = mesh.lods[0].parts.iter().filter(wanted).collect();
    if finest.is_empty() {
        let known = mesh.lods[0]
            .parts
            .iter()
            .map(|part| part.name.clone())
            .collect();
        return Err(CacheError::NoSuchPart {
            part: settings.part.clone().unwrap_or_default(),
            known,
        });
    }
    let frames = cache.times.len();
    if let Some(frame) = settings.rest.filter(|frame| *frame >= frames) {
        return Err(CacheError::NoSuchFrame { frame, frames });
    }
    let near = NEAR * size(&finest);
    let lies = Lies::of(&finest, cache, settings, near);
    let mut drafts = Drafts::new(mesh, cache, settings, near);
    drafts.add_level(0, Some(&lies));
    if drafts.parts.is_empty() {
        drafts.add_by_order(&finest)?;
    }
    for lod in 1..mesh.lods.len() {
        drafts.add_level(lod, None);
    }
    Ok(drafts.into_matched())
}

fn size(parts: &[&Part]) -> f32 {
    let bounds = anim::Bounds::of_points(
        parts
            .iter()
            .flat_map(|part| part.data.positions.iter().map(|at| Vec3::from(*at))),
    );
    bounds.size().length().higher(f32::MIN_POSITIVE)
}

/// Alignment of the cache, and the frame in which the mesh is at rest.
struct Lies {
    way: VertexCacheAlignment,
    frame: usize,
    /// The other axis could be up as well.
    is_either: bool,
}

impl Lies {
    /// The first alignment and frame with points at all vertices; else those with points at the
    /// most.
    fn of(parts: &[&Part], cache: &VertexCache, settings: &VertexCacheSettings, near: f32) -> Lies {
        let vertices: Vec<Vec3> = parts
            .iter()
            .flat_map(|part| {
                let all = &part.data.positions;
                all.iter()
                    .step_by((all.len() / SAMPLES).max(1))
                    .map(|at| Vec3::from(*at))
            })
            .collect();
        let frames: Vec<usize> = settings
            .rest
            .map_or_else(|| (0..cache.times.len()).collect(), |frame| vec![frame]);
        let ways =
            || VertexCacheAlignment::all().filter(|way| settings.up.is_none_or(|up| way.up == up));
        let lies = |way: VertexCacheAlignment, frame: usize| {
            let is_near = |vertex: &Vec3| {
                cache
                    .frame(frame)
                    .iter()
                    .any(|at| way.place(*at).distance(*vertex) <= near)
            };
            // A few tell already of most frames that it is none of them.
            let mut some = vertices.iter().step_by((vertices.len() / 4).max(1));
            some.all(is_near) && count(&vertices, way, frame, cache, near) == vertices.len()
        };
        for way in ways() {
            if let Some(frame) = frames.iter().copied().find(|frame| lies(way, *frame)) {
                let other = VertexCacheAlignment {
                    up: way.up.other(),
                    ..way
                };
                let is_told = settings.up.is_some() || is_in_order(parts, way, frame, cache, near);
                return Lies {
                    way,
                    frame,
                    is_either: !is_told && lies(other, frame),
                };
            }
        }
        let step = (frames.len() / FRAMES).max(1);
        let all =
            ways().flat_map(|way| frames.iter().step_by(step).map(move |frame| (way, *frame)));
        let counted =
            all.map(|(way, frame)| (count(&vertices, way, frame, cache, near), way, frame));
        let best = counted.reduce(|best, it| if it.0 > best.0 { it } else { best });
        let (_, way, frame) = best.unwrap_or((0, VertexCacheAlignment::PLAIN, 0));
        Lies {
            way,
            frame,
            is_either: false,
        }
    }
}

/// Vertices at points.
fn count(
    vertices: &[Vec3],
    way: VertexCacheAlignment,
    frame: usize,
    cache: &VertexCache,
    near: f32,
) -> usize {
    let grid = VertexPointGrid::new(cache.frame(frame).iter().map(|at| way.place(*at)), near);
    vertices
        .iter()
        .filter(|at| grid.near(**at).next().is_some())
        .count()
}

/// A single part whose vertices are the points one by one.
fn is_in_order(
    parts: &[&Part],
    way: VertexCacheAlignment,
    frame: usize,
    cache: &VertexCache,
    near: f32,
) -> bool {
    let [only] = parts else { return false };
    let pairs = only.data.positions.iter().zip(cache.frame(frame));
    only.data.vertex_count() == cache.points
        && pairs
            .map(|(vertex, at)| way.place(*at).distance(Vec3::from(*vertex)))
            .all(|away| away <= near)
}

/// Points by the cells that they lie in.
struct VertexPointGrid {
    near: f32,
    places: Vec<Vec3>,
    cells: HashMap<[i64; 3], Vec<u32>>,
}

impl VertexPointGrid {
    fn new(places: impl Iterator<Item = Vec3>, near: f32) -> VertexPointGrid {
        let mut grid = VertexPointGrid {
            near,
            places: Vec::new(),
            cells: HashMap::new(),
        };
        for place in places {
            grid.cells
                .entry(grid.cell(place))
                .or_default()
                .push(grid.places.len() as u32);
            grid.places.push(place);
        }
        grid
    }

    fn cell(&self, place: Vec3) -> [i64; 3] {
        (place / self.near)
            .to_array()
            .map(|along| along.floor() as i64)
    }

    /// The nearest one, and those as near but for rounding. Ascending; none where none is near.
    fn nearest(&self, place: Vec3) -> Vec<u32> {
        let distance = |point: &u32| self.places[*point as usize].distance(place);
        let mut found: Vec<u32> = self.near(place).collect();
        let nearest = found
            .iter()
            .map(distance)
            .fold(f32::INFINITY, Extreme::lower);
        found.retain(|point| distance(point) <= nearest + self.near * ROUNDING);
        found
    }

    /// Points within the distance `self.near` of a place, ascending.
    fn near(&self, place: Vec3) -> impl Iterator<Item = u32> {
        let [x, y, z] = self.cell(place);
        let around = (-1..=1)
            .flat_map(move |dx| (-1..=1).flat_map(move |dy| (-1..=1).map(move |dz| [dx, dy, dz])));
        let cells = around.filter_map(move |[dx, dy, dz]| {
            self.cells.get(&[
                x.saturating_add(dx),
                y.saturating_add(dy),
                z.saturating_add(dz),
            ])
        });
        let mut found: Vec<u32> = cells
            .flatten()
            .copied()
            .filter(|point| self.places[*point as usize].distance(place) <= self.near)
            .collect();
        found.sort_unstable();
        found.into_iter()
    }
}

/// Parts that were matched so far.
struct Drafts<'a> {
    mesh: &'a Mesh,
    cache: &'a VertexCache,
    settings: &'a VertexCacheSettings,
    near: f32,
    way: VertexCacheAlignment,
    rest: Option<usize>,
    grid: Option<VertexPointGrid>,
    /// Parts with their points of the cache.
    parts: Vec<Match>,
    best: Option<CacheError>,
    left_out: Vec<String>,
    up: Option<Up>,
}

impl<'a> Drafts<'a> {
    fn new(
        mesh: &'a Mesh,
        cache: &'a VertexCache,
        settings: &'a VertexCacheSettings,
        near: f32,
    ) -> Self {
        let (way, rest, grid, parts, best) =
            (VertexCacheAlignment::PLAIN, None, None, Vec::new(), None);
        Self {
            mesh,
            cache,
            settings,
            near,
            way,
            rest,
            grid,
            parts,
            best,
            left_out: Vec::new(),
            up: None,
        }
    }

    /// The parts of a level whose vertices are all at points; the finest says how the cache lies.
    fn add_level(&mut self, lod: usize, lies: Option<&Lies>) {
        if let Some(lies) = lies {
            let places = self
                .cache
                .frame(lies.frame)
                .iter()
                .map(|at| lies.way.place(*at));
            self.grid = Some(VertexPointGrid::new(places, self.near));
            (self.way, self.rest) = (lies.way, Some(lies.frame));
            self.up = lies.is_either.then_some(lies.way.up);
        }
        let mut misses = Vec::new();
        let mesh = self.mesh;
        for (at, part) in mesh.lods[lod].parts.iter().enumerate() {
            if !self.is_wanted(part) {
                continue;
            }
            match self.points(part) {
                Ok(points) => self.parts.push(Match {
                    lod,
                    part: at,
                    points,
                }),
                Err(found) => misses.push((part, found)),
            }
        }
        if lod == 0 {
            let error = |(part, found): &(&Part, usize)| CacheError::NoMatch {
                part: part.name.clone(),
                found: *found,
                vertices: part.data.vertex_count(),
                points: self.cache.points,
            };
            self.best = misses.iter().max_by_key(|(_, found)| *found).map(error);
            self.left_out = misses
                .into_iter()
                .map(|(part, _)| part.name.clone())
                .collect();
        }
    }

    fn is_wanted(&self, part: &Part) -> bool {
        self.settings
            .part
            .as_ref()
            .is_none_or(|name| part.name == *name)
    }

    /// The point of each vertex, or how many have one.
    fn points(&self, part: &Part) -> Result<Vec<u32>, usize> {
        let grid = self.grid.as_ref().ok_or(0usize)?;
        let places: Vec<Vec3> = part
            .data
            .positions
            .iter()
            .map(|at| Vec3::from(*at))
            .collect();
        let is_in_order = places.len() == self.cache.points
            && places
                .iter()
                .zip(&grid.places)
                .all(|(vertex, point)| vertex.distance(*point) <= self.near);
        if is_in_order {
            return Ok((0..places.len() as u32).collect());
        }
        let candidates: Vec<Vec<u32>> = places.iter().map(|at| grid.nearest(*at)).collect();
        let found = candidates
            .iter()
            .filter(|points| !points.is_empty())
            .count();
        if found < candidates.len() || found == 0 {
            return Err(found);
        }
        Ok(self.settled(part, &candidates))
    }

    /// Point of each vertex; of points that lie together in the mesh, as on lips, the one that fits
    /// the vertex's neighbours.
    fn settled(&self, part: &Part, candidates: &[Vec<u32>]) -> Vec<u32> {
        let mut points: Vec<Option<u32>> = candidates
            .iter()
            .map(|points| {
                if points.len() == 1 {
                    points.first().copied()
                } else {
                    None
                }
            })
            .collect();
        let mut neighbours: HashMap<usize, Vec<usize>> = HashMap::new();
        for face in part.data.indices.chunks_exact(3) {
            for (from, to) in [(0, 1), (1, 2), (2, 0), (1, 0), (2, 1), (0, 2)] {
                let (from, to) = (face[from] as usize, face[to] as usize);
                if points[from].is_none() {
                    neighbours.entry(from).or_default().push(to);
                }
            }
        }
        let mut open: Vec<usize> = (0..points.len())
            .filter(|vertex| points[*vertex].is_none())
            .collect();
        while !open.is_empty() {
            let before = points.clone();
            for vertex in &open {
                let near = neighbours
                    .get(vertex)
                    .into_iter()
                    .flatten()
                    .filter_map(|other| before[*other]);
                let near: Vec<u32> = near.collect();
                points[*vertex] = self.best_of(&candidates[*vertex], &near);
            }
            if points == before {
                // A piece of its own: it begins with what nobody has.
                let taken: HashSet<u32> = points.iter().flatten().copied().collect();
                let first = open[0];
                let free = candidates[first]
                    .iter()
                    .find(|point| !taken.contains(point));
                points[first] = free.or(candidates[first].first()).copied();
            }
            open.retain(|vertex| points[*vertex].is_none());
        }
        points
            .into_iter()
            .map(|point| point.expect("all are settled"))
            .collect()
    }

    /// Candidate that stays nearest to its neighbours `near`; None if there are no neighbours.
    fn best_of(&self, candidates: &[u32], near: &[u32]) -> Option<u32> {
        if near.is_empty() {
            return None;
        }
        let step = (self.cache.times.len() / FRAMES).max(1);
        let apart = |point: u32| -> f32 {
            let of_frame = |frame: usize| {
                let places = self.cache.frame(frame);
                let at = |point: u32| Vec3::from(places[point as usize]);
                near.iter()
                    .map(|other| at(*other).distance(at(point)))
                    .sum::<f32>()
            };
            (0..self.cache.times.len())
                .step_by(step)
                .map(of_frame)
                .sum()
        };
        candidates
            .iter()
            .copied()
            .map(|point| (apart(point), point))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|it| it.1)
    }

    /// A single part of as many vertices as there are points.
    fn add_by_order(&mut self, finest: &[&Part]) -> Result<(), CacheError> {
        let [only] = finest else {
            return Err(self.best.clone().expect("no part was found"));
        };
        if only.data.vertex_count() != self.cache.points {
            return Err(self.best.clone().expect("no part was found"));
        }
        let part = self.mesh.lods[0]
            .parts
            .iter()
            .position(|part| std::ptr::eq(part, *only))
            .expect("it is one of them");
        self.parts.push(Match {
            lod: 0,
            part,
            points: (0..self.cache.points as u32).collect(),
        });
        let up = self.settings.up.unwrap_or(Up::Y);
        (self.way, self.rest, self.left_out, self.up) = (
            VertexCacheAlignment {
                up,
                ..VertexCacheAlignment::PLAIN
            },
            None,
            Vec::new(),
            None,
        );
        self.grid = Some(VertexPointGrid::new(
            only.data.positions.iter().map(|at| Vec3::from(*at)),
            self.near,
        ));
        Ok(())
    }

    fn into_matched(self) -> Matched {
        let mut places: Vec<Option<u32>> = vec![None; self.cache.points];
        let (mut used, mut at_rest) = (Vec::new(), Vec::new());
        let mut parts = self.parts;
        for found in &mut parts {
            let positions = &self.mesh.lods[found.lod].parts[found.part].data.positions;
            for (point, at) in found.points.iter_mut().zip(positions.iter()) {
                let place = places[*point as usize].get_or_insert_with(|| {
                    used.push(*point);
                    at_rest.push(Vec3::from(*at));
                    used.len() as u32 - 1
                });
                *point = *place;
            }
        }
        let Self {
            way,
            rest,
            left_out,
            up,
            ..
        } = self;
        Matched {
            way,
            rest,
            parts,
            used,
            at_rest,
            left_out,
            up,
        }
    }
}
