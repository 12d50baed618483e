//! The nearest point of many triangles: a tree of boxes, each split in two at the middle of its longest side.

use anim::{Bounds, MeshPart, float::Extreme};
use glam::Vec3;

/// No box with fewer triangles is split.
const LEAF: usize = 4;

/// Where a surface is nearest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    pub part: usize,
    /// Vertices of the part.
    pub corners: [u32; 3],
    /// How much each corner counts; they sum to 1.
    pub shares: [f32; 3],
    pub distance: f32,
}

struct Triangle {
    part: usize,
    corners: [u32; 3],
    at: [Vec3; 3],
}

struct Node {
    bounds: Bounds,
    /// Of the triangles: those of a leaf.
    first: usize,
    count: usize,
    /// Of the nodes; 0 for a leaf. The other half is the next one.
    halves: usize,
}

/// Triangles of some parts, as they were bound.
pub struct Surface {
    triangles: Vec<Triangle>,
    nodes: Vec<Node>,
}

impl Surface {
    pub fn new<'a>(parts: impl Iterator<Item = &'a MeshPart>) -> Self {
        let mut triangles = Vec::new();
        for (part, data) in parts.enumerate() {
            for corners in data.indices.as_chunks::<3>().0 {
                let at = corners.map(|corner| Vec3::from(data.positions[corner as usize]));
                triangles.push(Triangle { part, corners: *corners, at });
            }
        }
        let mut surface = Self { triangles, nodes: Vec::new() };
        if !surface.triangles.is_empty() {
            surface.nodes.push(Node { bounds: Bounds::EMPTY, first: 0, count: surface.triangles.len(), halves: 0 });
            surface.split(0);
        }
        surface
    }

    fn split(&mut self, node: usize) {
        let range = self.nodes[node].first..self.nodes[node].first + self.nodes[node].count;
        let (first, count) = (range.start, range.len());
        let triangles = &mut self.triangles[range];
        let bounds = Bounds::of_points(triangles.iter().flat_map(|triangle| triangle.at));
        self.nodes[node].bounds = bounds;
        if count <= LEAF {
            return;
        }
        let axis = bounds.size().max_position();
        let middle = |triangle: &Triangle| triangle.at.iter().map(|at| at[axis]).sum::<f32>();
        triangles.select_nth_unstable_by(count / 2, |a, b| middle(a).total_cmp(&middle(b)));
        let halves = self.nodes.len();
        self.nodes[node].halves = halves;
        for (first, count) in [(first, count / 2), (first + count / 2, count - count / 2)] {
            self.nodes.push(Node { bounds: Bounds::EMPTY, first, count, halves: 0 });
        }
        self.split(halves);
        self.split(halves + 1);
    }

    /// None of no triangles. Of equally near ones always the same.
    pub fn nearest(&self, to: Vec3) -> Option<Hit> {
        let mut best: Option<Hit> = None;
        let mut open = vec![(0.0, 0)];
        while let Some((least, at)) = open.pop() {
            let Some(node) = self.nodes.get(at) else { continue };
            if best.is_some_and(|best| best.distance <= least) {
                continue;
            }
            if node.halves == 0 {
                for triangle in &self.triangles[node.first..node.first + node.count] {
                    let shares = nearest_shares(triangle.at, to);
                    let point: Vec3 = triangle.at.iter().zip(shares).map(|(at, share)| *at * share).sum();
                    let distance = point.distance(to);
                    if best.is_none_or(|best| distance < best.distance) {
                        best = Some(Hit { part: triangle.part, corners: triangle.corners, shares, distance });
                    }
                }
                continue;
            }
            let away = |at: usize| (self.nodes[at].bounds.closest(to).distance(to), at);
            let (near, far) = (away(node.halves), away(node.halves + 1));
            // The nearer half is looked into first.
            open.extend(if near.0 <= far.0 { [far, near] } else { [near, far] });
        }
        best
    }
}

/// How much the corners of a triangle count in its point that is nearest to `p`. After Ericson, Real-Time Collision
/// Detection, 5.1.5. A triangle without area gives a point of its longest side.
pub(crate) fn nearest_shares([a, b, c]: [Vec3; 3], p: Vec3) -> [f32; 3] {
    let on_side = |from: Vec3, to: Vec3| {
        let side = to - from;
        ((p - from).dot(side) / side.length_squared().higher(f32::MIN_POSITIVE)).clamp(0.0, 1.0)
    };
    let normal = (b - a).cross(c - a);
    let area = normal.length_squared();
    if area > 0.0 {
        let share = |from: Vec3, to: Vec3| (to - from).cross(p - from).dot(normal) / area;
        let shares = [share(b, c), share(c, a), share(a, b)];
        if shares.iter().all(|share| *share >= 0.0) {
            let sum: f32 = shares.iter().sum();
            return shares.map(|share| share / sum);
        }
    }
    let (ab, bc, ca) = (on_side(a, b), on_side(b, c), on_side(c, a));
    let sides = [[1.0 - ab, ab, 0.0], [0.0, 1.0 - bc, bc], [ca, 0.0, 1.0 - ca]];
    let away = |[x, y, z]: &[f32; 3]| (a * *x + b * *y + c * *z).distance_squared(p);
    sides.into_iter().min_by(|x, y| away(x).total_cmp(&away(y))).unwrap_or([1.0, 0.0, 0.0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::somewhere;

    fn part(positions: Vec<Vec3>, indices: Vec<u32>) -> MeshPart {
        MeshPart {
            positions: positions.iter().map(|at| at.to_array()).collect(),
            indices: indices.into(),
            ..MeshPart::default()
        }
    }

    #[test]
    fn the_nearest_point_is_that_of_a_search_through_all_samples() {
        let mut dice = 7;
        for _ in 0..40 {
            let triangle = [somewhere(&mut dice), somewhere(&mut dice), somewhere(&mut dice)];
            let to = somewhere(&mut dice) * 2.0;
            let [x, y, z] = nearest_shares(triangle, to);
            assert!((x + y + z - 1.0).abs() < 1e-5 && [x, y, z].iter().all(|share| *share >= 0.0));
            let found = (triangle[0] * x + triangle[1] * y + triangle[2] * z).distance(to);
            let grid = (0..=60).flat_map(|i| (0..=60 - i).map(move |j| (i as f32 / 60.0, j as f32 / 60.0)));
            let least =
                grid.map(|(u, v)| (triangle[0] * (1.0 - u - v) + triangle[1] * u + triangle[2] * v).distance(to));
            let least = least.fold(f32::INFINITY, f32::min);
            assert!(found <= least + 1e-5 && found > least - 0.05, "{found} {least}");
        }
    }

    #[test]
    fn a_tree_finds_what_all_triangles_one_by_one_give() {
        let mut dice = 11;
        let parts: Vec<MeshPart> = [300, 3, 0]
            .map(|count| part((0..count).map(|_| somewhere(&mut dice)).collect(), (0..count as u32).collect()))
            .into();
        let surface = Surface::new(parts.iter());
        for _ in 0..200 {
            let to = somewhere(&mut dice) * 1.5;
            let hit = surface.nearest(to).unwrap();
            let each = surface.triangles.iter().map(|triangle| {
                let shares = nearest_shares(triangle.at, to);
                triangle.at.iter().zip(shares).map(|(at, share)| *at * share).sum::<Vec3>().distance(to)
            });
            assert_eq!(hit.distance, each.fold(f32::INFINITY, f32::min));
        }
    }

    #[test]
    fn triangles_without_area_and_no_triangles() {
        let flat = part(vec![Vec3::ZERO, Vec3::X, Vec3::X * 3.0], vec![0, 1, 2]);
        let hit = Surface::new([&flat].into_iter()).nearest(Vec3::new(2.0, 1.0, 0.0)).unwrap();
        assert!((hit.distance - 1.0).abs() < 1e-6, "{hit:?}");
        let point = part(vec![Vec3::ONE; 3], vec![0, 1, 2]);
        assert_eq!(Surface::new([&point].into_iter()).nearest(Vec3::ZERO).unwrap().distance, 3f32.sqrt());
        assert_eq!(Surface::new([&part(vec![Vec3::ZERO], vec![])].into_iter()).nearest(Vec3::ZERO), None);
    }
}
