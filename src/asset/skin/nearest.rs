//! The nearest point of many triangles: a tree of boxes, each split in two at the middle of its
//! longest side.

#[cfg(test)]
mod tests;

use anim::{Bounds, MeshPart, float::Extreme};
use glam::Vec3;

/// No box with fewer triangles is split.
const LEAF: usize = 4;

/// Nearest point of a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Index of the part, in the order in which parts were given.
    pub part: usize,
    /// Vertices of the part.
    pub corners: [u32; 3],
    /// Barycentric weight of each corner; the three sum to 1.
    pub shares: [f32; 3],
    /// Distance in the unit of the positions.
    pub distance: f32,
}

struct SkinTriangle {
    part: usize,
    corners: [u32; 3],
    at: [Vec3; 3],
}

struct TriangleTreeNode {
    bounds: Bounds,
    /// First triangle of a leaf.
    first: usize,
    count: usize,
    /// Index of the node of one half; 0 for a leaf. The node after this one is the other half.
    halves: usize,
}

/// Triangles of some parts, as they were bound.
pub struct Surface {
    triangles: Vec<SkinTriangle>,
    nodes: Vec<TriangleTreeNode>,
}

impl Surface {
    /// A tree over all triangles of the parts.
    pub fn new<'a>(parts: impl Iterator<Item = &'a MeshPart>) -> Self {
        let mut triangles = Vec::new();
        for (part, data) in parts.enumerate() {
            for corners in data.indices.as_chunks::<3>().0 {
                let at = corners.map(|corner| Vec3::from(data.positions[corner as usize]));
                triangles.push(SkinTriangle {
                    part,
                    corners: *corners,
                    at,
                });
            }
        }
        let mut surface = Self {
            triangles,
            nodes: Vec::new(),
        };
        if !surface.triangles.is_empty() {
            surface.nodes.push(TriangleTreeNode {
                bounds: Bounds::EMPTY,
                first: 0,
                count: surface.triangles.len(),
                halves: 0,
            });
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
        let middle = |triangle: &SkinTriangle| triangle.at.iter().map(|at| at[axis]).sum::<f32>();
        triangles.select_nth_unstable_by(count / 2, |a, b| middle(a).total_cmp(&middle(b)));
        let halves = self.nodes.len();
        self.nodes[node].halves = halves;
        for (first, count) in [(first, count / 2), (first + count / 2, count - count / 2)] {
            self.nodes.push(TriangleTreeNode {
                bounds: Bounds::EMPTY,
                first,
                count,
                halves: 0,
            });
        }
        self.split(halves);
        self.split(halves + 1);
    }

    /// Nearest point of the surface; None if it has no triangles. Among equally near points the
    /// choice is always the same.
    pub fn nearest(&self, to: Vec3) -> Option<Hit> {
        let mut best: Option<Hit> = None;
        let mut open = vec![(0.0, 0)];
        while let Some((least, at)) = open.pop() {
            let Some(node) = self.nodes.get(at) else {
                continue;
            };
            if best.is_some_and(|best| best.distance <= least) {
                continue;
            }
            if node.halves == 0 {
                for triangle in &self.triangles[node.first..node.first + node.count] {
                    let shares = nearest_shares(triangle.at, to);
                    let point: Vec3 = triangle
                        .at
                        .iter()
                        .zip(shares)
                        .map(|(at, share)| *at * share)
                        .sum();
                    let distance = point.distance(to);
                    if best.is_none_or(|best| distance < best.distance) {
                        best = Some(Hit {
                            part: triangle.part,
                            corners: triangle.corners,
                            shares,
                            distance,
                        });
                    }
                }
                continue;
            }
            let away = |at: usize| (self.nodes[at].bounds.closest(to).distance(to), at);
            let (near, far) = (away(node.halves), away(node.halves + 1));
            // The nearer half is looked into first.
            open.extend(if near.0 <= far.0 {
                [far, near]
            } else {
                [near, far]
            });
        }
        best
    }
}

/// Weights of a triangle's corners at its point nearest to `p`. After Ericson, Real-Time Collision
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
    let sides = [
        [1.0 - ab, ab, 0.0],
        [0.0, 1.0 - bc, bc],
        [ca, 0.0, 1.0 - ca],
    ];
    let away = |[x, y, z]: &[f32; 3]| (a * *x + b * *y + c * *z).distance_squared(p);
    sides
        .into_iter()
        .min_by(|x, y| away(x).total_cmp(&away(y)))
        .unwrap_or([1.0, 0.0, 0.0])
}
