//! The left half of a body as triangles, which is mirrored to make the whole.

use super::{
    atlas::Atlas,
    piece::{BodyPiece, BoneInfluences, Finish},
    rows::{self, BandRow},
};
use glam::{DVec2, DVec3};

/// A vertex of the left half.
#[derive(Clone, Debug)]
pub struct Vertex {
    /// Position in model space and metres.
    pub position: DVec3,
    /// Normal of unit length, once [`Half::smooth`] has run.
    pub normal: DVec3,
    /// Texture coordinates in the atlas, 0..=1, v downwards.
    pub uv: DVec2,
    /// Bones and weights; not yet reduced.
    pub influences: BoneInfluences,
    /// Smoothing group: vertices with the same number share a normal.
    pub smooth: u32,
    /// Finish, which decides the material.
    pub finish: Finish,
    /// Index of its piece.
    pub piece: usize,
    /// Whether it is in the plane where the halves meet.
    pub is_middle: bool,
}

/// The left half of a body.
#[derive(Clone, Debug, Default)]
pub struct Half {
    /// Vertices of all pieces.
    pub vertices: Vec<Vertex>,
    /// Triangles, counter-clockwise seen from outside; the vertices of one have the same finish.
    pub triangles: Vec<[u32; 3]>,
    smooth_count: u32,
}

/// The vertices of one row.
struct RowVertices {
    first: u32,
    is_point: bool,
    smoothing: u8,
}

impl Half {
    /// Builds the pieces at a level of detail; pieces with no sides there are left out.
    pub fn new(pieces: &[BodyPiece], atlas: &Atlas, lod: usize) -> Self {
        let mut half = Half::default();
        for (at, piece) in pieces
            .iter()
            .enumerate()
            .filter(|(_, piece)| piece.sides[lod] > 0)
        {
            for band in 0..piece.bands.len() {
                half.band(piece, at, band, atlas, lod);
            }
        }
        half.smooth();
        half
    }

    fn band(&mut self, piece: &BodyPiece, at: usize, band: usize, atlas: &Atlas, lod: usize) {
        let length = piece.size(band)[0];
        let mut lines: Vec<RowVertices> = Vec::new();
        for row in rows::of(piece, band, lod, length) {
            let first = self.vertices.len() as u32;
            self.row(piece, at, band, &row, lod);
            let v = row.v / rows::chart_length(length);
            for (column, vertex) in self.vertices[first as usize..].iter_mut().enumerate() {
                // The point of a triangle lies over the middle of its side.
                let column = column as f64 + if row.is_point { 0.5 } else { 0.0 };
                vertex.uv = atlas.uv(at, band, column / piece.sides[lod] as f64, v);
            }
            lines.push(RowVertices {
                first,
                is_point: row.is_point,
                smoothing: row.smoothing,
            });
        }
        let joined = |pair: &&[RowVertices]| pair[0].smoothing == pair[1].smoothing;
        for pair in lines.windows(2).filter(joined) {
            self.quads(&pair[0], &pair[1], piece.sides[lod] as u32);
        }
    }

    fn row(&mut self, piece: &BodyPiece, at: usize, band: usize, row: &BandRow, lod: usize) {
        let sides = piece.sides[lod];
        let first_smooth = self.smooth_count;
        self.smooth_count += if row.is_point { 1 } else { sides as u32 + 1 };
        let turn = |column: usize| piece.turn() * column as f64 / sides as f64;
        let seam = |column: usize| {
            if piece.is_half {
                column
            } else {
                column % sides
            }
        };
        let place = |column: usize| {
            let around = turn(seam(column));
            (piece.along(band, row.share, around), around)
        };
        let columns = if row.is_point { sides } else { sides + 1 };
        let mut points: Vec<DVec3> = (0..columns)
            .map(|column| piece.lifted(place(column), row.lift))
            .collect();
        if row.is_point {
            let middle = piece.middle(band, row, sides);
            points.fill(middle);
        }
        for (column, mut position) in points.into_iter().enumerate() {
            let is_middle = piece.is_half && (row.is_point || column == 0 || column == sides);
            if is_middle {
                position.x = 0.0;
            }
            self.vertices.push(Vertex {
                position,
                normal: DVec3::ZERO,
                uv: DVec2::ZERO,
                influences: (piece.weigh)(place(column).0, position),
                smooth: first_smooth + if row.is_point { 0 } else { seam(column) as u32 },
                finish: piece.bands[band].finish,
                piece: at,
                is_middle,
            });
        }
    }

    fn quads(&mut self, from: &RowVertices, to: &RowVertices, sides: u32) {
        for column in 0..sides {
            let [a, b] = [from.first + column, from.first + column + 1];
            let [d, c] = [to.first + column, to.first + column + 1];
            let gap = |a: u32, b: u32| {
                self.vertices[a as usize]
                    .position
                    .distance_squared(self.vertices[b as usize].position)
            };
            match (from.is_point, to.is_point) {
                (true, _) => self.triangles.push([a, c, d]),
                (_, true) => self.triangles.push([a, b, d]),
                _ if gap(a, c) <= gap(b, d) => self.triangles.extend([[a, b, c], [a, c, d]]),
                _ => self.triangles.extend([[a, b, d], [b, c, d]]),
            }
        }
    }

    /// Computes normals from the current positions: means over the faces around a vertex, weighted
    /// by area.
    pub fn smooth(&mut self) {
        let mut sums = vec![DVec3::ZERO; self.smooth_count as usize];
        for triangle in &self.triangles {
            let [a, b, c] = triangle.map(|i| self.vertices[i as usize].position);
            let normal = (b - a).cross(c - a);
            triangle
                .iter()
                .for_each(|i| sums[self.vertices[*i as usize].smooth as usize] += normal);
        }
        for vertex in &mut self.vertices {
            let mut sum = sums[vertex.smooth as usize];
            if vertex.is_middle {
                sum.x = 0.0;
            }
            vertex.normal = sum.try_normalize().unwrap_or(DVec3::Y);
        }
    }
}

impl BodyPiece {
    fn lifted(&self, (along, around): (f64, f64), lift: f64) -> DVec3 {
        let point = (self.surface)(along, around);
        if lift == 0.0 {
            point
        } else {
            point + self.normal(along, around) * lift
        }
    }

    /// The point that closes an end.
    fn middle(&self, band: usize, row: &BandRow, sides: usize) -> DVec3 {
        let near = if row.share == 0.0 { 0.02 } else { 0.98 };
        let around = |column: usize| self.turn() * column as f64 / sides as f64;
        let columns = sides + usize::from(self.is_half);
        let mean = |of: &dyn Fn(f64) -> DVec3| {
            (0..columns).map(|i| of(around(i))).sum::<DVec3>() / columns as f64
        };
        let point = mean(&|around| (self.surface)(self.along(band, row.share, around), around));
        let mut normal = mean(&|around| self.normal(self.along(band, near, around), around));
        if self.is_half {
            normal.x = 0.0;
        }
        point + normal.normalize_or_zero() * row.lift
    }
}
