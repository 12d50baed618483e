//! Few shapes of which every frame is a weighted sum.

#[cfg(test)]
mod tests;

use super::MOST_SHAPES;
use anim::{
    float::Extreme,
    skinning::{MORPH_LIMIT, MORPH_THRESHOLD},
};
use glam::Vec3;

/// Parts of the precision: what leaving out shapes may take, and single offsets, and weights that
/// are nearly 0.
const OF_SHAPES: f32 = 0.75;
const OF_OFFSETS: f32 = 0.2;
const OF_WEIGHTS: f32 = 0.05;
/// Part of the time that the products take, roughly.
const OF_PRODUCTS: f32 = 0.5;
/// Frames, and points of each, whose products are summed while they lie near.
const TILE: usize = 16;
const CHUNK: usize = 512;
/// Steps towards a component at most, and how little the last may turn it.
const MOST_STEPS: usize = 100;
const SETTLED: f64 = 1e-10;

/// Shapes whose weighted sums come near to every frame.
pub struct Basis {
    /// Offsets at weight 1, one per point, for each shape.
    pub shapes: Vec<Vec<Vec3>>,
    /// A frame's, a shape: from −1 to 1, and one of them is reached; of shapes that move far up to
    /// [`MORPH_LIMIT`].
    pub weights: Vec<Vec<f32>>,
    /// The farthest that a point is off in any frame, in the unit of the offsets.
    pub farthest: f32,
    /// Mean of how far points are off, over all points and frames.
    pub mean: f32,
}

impl Basis {
    /// Finds the shapes for the offsets of all points, frame after frame. `progress` gets the
    /// finished fraction; None if it returns false, which cancels.
    pub fn of(
        offsets: Vec<Vec3>,
        frames: usize,
        precision: f32,
        progress: &dyn Fn(f32) -> bool,
    ) -> Option<Basis> {
        let points = offsets.len() / frames;
        let mut left = offsets.clone();
        let mut products = Products::of(&left, frames, &|part| progress(part * OF_PRODUCTS))?;
        let (mut shapes, mut weights) = (Vec::new(), Vec::new());
        while shapes.len() < frames.min(MOST_SHAPES) {
            let part = shapes.len() as f32 / MOST_SHAPES as f32;
            if !progress(OF_PRODUCTS + (1.0 - OF_PRODUCTS) * part) {
                return None;
            }
            let (worst, off) = worst(&left, points);
            if off <= precision * OF_SHAPES {
                break;
            }
            let direction = products.component(worst);
            let shape = split_off(&mut left, &direction, points);
            products.remove(&direction);
            let most = direction
                .iter()
                .fold(0.0f64, |most, weight| most.higher(weight.abs()));
            let unit = most / f64::from(largest_weight(&shape, most as f32, precision));
            weights.push(
                direction
                    .iter()
                    .map(|weight| (weight / unit) as f32)
                    .collect(),
            );
            shapes.push(shape.into_iter().map(|place| place * unit as f32).collect());
        }
        leave_out(&mut shapes, &weights, precision * OF_OFFSETS);
        let (farthest, mean) = error(&offsets, &shapes, &weights, points);
        Some(Basis {
            shapes,
            weights,
            farthest,
            mean,
        })
    }

    /// The largest weight of a shape.
    pub fn largest(&self, shape: usize) -> f32 {
        largest(&self.weights[shape])
    }
}

fn largest(weights: &[f32]) -> f32 {
    weights
        .iter()
        .fold(0.0, |most, weight| most.higher(weight.abs()))
}

/// 1, or as much more as keeps weights that count as none from being seen.
fn largest_weight(shape: &[Vec3], most: f32, precision: f32) -> f32 {
    let moved = shape
        .iter()
        .map(|place| place.length())
        .fold(0.0, Extreme::higher)
        * most;
    (moved * MORPH_THRESHOLD / (precision * OF_WEIGHTS)).clamp(1.0, MORPH_LIMIT)
}

/// The frame with the point that is farthest off, and how far.
fn worst(left: &[Vec3], points: usize) -> (usize, f32) {
    let of_frame = |frame: &[Vec3]| {
        frame
            .iter()
            .map(|place| place.length_squared())
            .fold(0.0, Extreme::higher)
    };
    let all = left.chunks_exact(points).map(of_frame).enumerate();
    let (frame, off) = all.fold((0, 0.0), |best, it| if it.1 > best.1 { it } else { best });
    (frame, off.sqrt())
}

/// Takes a component out of all frames. Returns the shape that it is.
fn split_off(left: &mut [Vec3], direction: &[f64], points: usize) -> Vec<Vec3> {
    let mut shape = vec![Vec3::ZERO; points];
    for (frame, weight) in left.chunks_exact(points).zip(direction) {
        shape
            .iter_mut()
            .zip(frame)
            .for_each(|(sum, place)| *sum += *place * *weight as f32);
    }
    for (frame, weight) in left.chunks_exact_mut(points).zip(direction) {
        frame
            .iter_mut()
            .zip(&shape)
            .for_each(|(place, shape)| *place -= *shape * *weight as f32);
    }
    shape
}

/// Offsets of a point that together move it within `budget` become none, the smallest first.
fn leave_out(shapes: &mut [Vec<Vec3>], weights: &[Vec<f32>], budget: f32) {
    let points = shapes.first().map_or(0, Vec::len);
    let most: Vec<f32> = weights.iter().map(|weights| largest(weights)).collect();
    let mut order: Vec<usize> = (0..shapes.len()).collect();
    for point in 0..points {
        let moved =
            |shape: usize, shapes: &[Vec<Vec3>]| shapes[shape][point].length() * most[shape];
        order.sort_by(|a, b| moved(*a, shapes).total_cmp(&moved(*b, shapes)));
        let mut sum = 0.0;
        for shape in &order {
            sum += moved(*shape, shapes);
            if sum > budget {
                break;
            }
            shapes[*shape][point] = Vec3::ZERO;
        }
    }
}

fn error(
    offsets: &[Vec3],
    shapes: &[Vec<Vec3>],
    weights: &[Vec<f32>],
    points: usize,
) -> (f32, f32) {
    let (mut farthest, mut sum) = (0.0f32, 0.0f64);
    let mut made = vec![Vec3::ZERO; points];
    for (at, frame) in offsets.chunks_exact(points).enumerate() {
        made.fill(Vec3::ZERO);
        for (shape, weights) in shapes.iter().zip(weights) {
            if weights[at].abs() > MORPH_THRESHOLD {
                made.iter_mut()
                    .zip(shape)
                    .for_each(|(sum, place)| *sum += *place * weights[at]);
            }
        }
        for (made, wanted) in made.iter().zip(frame) {
            let off = made.distance(*wanted);
            farthest = farthest.higher(off);
            sum += f64::from(off);
        }
    }
    (farthest, (sum / offsets.len().max(1) as f64) as f32)
}

/// Sums in rows that need not wait for one another.
fn product(a: &[Vec3], b: &[Vec3]) -> f64 {
    const SUMS: usize = 8;
    let mut sums = [0.0f64; SUMS];
    let (a, b) = (a.chunks_exact(SUMS), b.chunks_exact(SUMS));
    let rest: f64 = a
        .remainder()
        .iter()
        .zip(b.remainder())
        .map(|(a, b)| f64::from(a.dot(*b)))
        .sum();
    for (a, b) in a.zip(b) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += f64::from(a.dot(*b));
        }
    }
    sums.into_iter().sum::<f64>() + rest
}

/// Products of every frame with every frame, in which components are found without looking at
/// points again.
struct Products {
    frames: usize,
    rows: Vec<f64>,
    /// Directions of the components that were removed, a number a frame each.
    known: Vec<Vec<f64>>,
}

impl Products {
    fn of(offsets: &[Vec3], frames: usize, progress: &dyn Fn(f32) -> bool) -> Option<Products> {
        let points = offsets.len() / frames;
        let frame = |at: usize| &offsets[at * points..][..points];
        let mut rows = vec![0.0; frames * frames];
        let tiles = frames.div_ceil(TILE);
        for tile in 0..tiles {
            if !progress((tile * tile) as f32 / (tiles * tiles) as f32) {
                return None;
            }
            for other in 0..=tile {
                for first in (0..points).step_by(CHUNK) {
                    let chunk = first..points.min(first + CHUNK);
                    for a in tile * TILE..frames.min((tile + 1) * TILE) {
                        for b in other * TILE..((other + 1) * TILE).min(a + 1) {
                            rows[a * frames + b] +=
                                product(&frame(a)[chunk.clone()], &frame(b)[chunk.clone()]);
                        }
                    }
                }
            }
        }
        for a in 0..frames {
            for b in 0..a {
                rows[b * frames + a] = rows[a * frames + b];
            }
        }
        Some(Products {
            frames,
            rows,
            known: Vec::new(),
        })
    }

    /// One of unit length of the largest that is left, found from what a frame needs.
    fn component(&self, frame: usize) -> Vec<f64> {
        let mut at = vec![0.0; self.frames];
        at[frame] = 1.0;
        for _ in 0..MOST_STEPS {
            let Some(next) = self.unit(self.times(&at)) else {
                break;
            };
            let turned: f64 = next.iter().zip(&at).map(|(a, b)| (a - b) * (a - b)).sum();
            at = next;
            if turned < SETTLED {
                break;
            }
        }
        // Where nothing but rounding is left, the frame itself.
        self.unit(at).unwrap_or_else(|| {
            let mut alone = vec![0.0; self.frames];
            alone[frame] = 1.0;
            alone
        })
    }

    fn times(&self, vector: &[f64]) -> Vec<f64> {
        let row = |row: &[f64]| row.iter().zip(vector).map(|(a, b)| a * b).sum();
        self.rows.chunks_exact(self.frames).map(row).collect()
    }

    /// A unit vector at right angles to what was removed.
    fn unit(&self, mut vector: Vec<f64>) -> Option<Vec<f64>> {
        for known in &self.known {
            let along: f64 = known.iter().zip(&vector).map(|(a, b)| a * b).sum();
            vector
                .iter_mut()
                .zip(known)
                .for_each(|(at, known)| *at -= along * known);
        }
        let length = vector.iter().map(|at| at * at).sum::<f64>().sqrt();
        (length > 1e-150).then(|| vector.iter().map(|at| at / length).collect())
    }

    fn remove(&mut self, direction: &[f64]) {
        let own = self.times(direction);
        let size: f64 = own.iter().zip(direction).map(|(a, b)| a * b).sum();
        for (a, row) in self.rows.chunks_exact_mut(self.frames).enumerate() {
            for (b, product) in row.iter_mut().enumerate() {
                *product += direction[a] * direction[b] * size
                    - direction[a] * own[b]
                    - own[a] * direction[b];
            }
        }
        self.known.push(direction.to_vec());
    }
}
