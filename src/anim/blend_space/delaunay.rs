//! The Delaunay triangulation of points that are all different, by Bowyer and Watson with exact
//! predicates.
//!
//! Points come ascending by x, then y, and are only told apart by where they are: the result
//! depends on nothing else. A triangle beyond each edge of the hull ends in [`INFINITE`], so that
//! no corner far outside has to be made up.

use robust::{Coord, incircle, orient2d};
use std::collections::BTreeMap;

const INFINITE: u32 = u32::MAX;

/// Counter-clockwise; one that ends in [`INFINITE`] is the half plane left of its first two
/// corners.
type Triangle = [u32; 3];
type DelaunayEdge = (u32, u32);

/// Triangles as indices of points, each with its first point in front, ascending; none where no
/// three points span an area. Points on one empty circle form one cell, which is a fan from its
/// first point.
pub(super) fn triangulate(points: &[[f64; 2]]) -> Vec<Triangle> {
    let plane = Plane { points };
    let Some(mut triangles) = plane.first_triangles() else {
        return Vec::new();
    };
    let first = triangles[0];
    for point in (0..points.len() as u32).filter(|point| !first.contains(point)) {
        plane.insert(point, &mut triangles);
    }
    triangles.retain(|triangle| triangle[2] != INFINITE);
    let mut fans = plane.fans(&triangles);
    fans.sort_unstable();
    fans
}

/// The edges in the triangle's sense.
pub(super) fn edges(triangle: Triangle) -> [DelaunayEdge; 3] {
    let [a, b, c] = triangle;
    [(a, b), (b, c), (c, a)]
}

struct Plane<'a> {
    points: &'a [[f64; 2]],
}

impl Plane<'_> {
    fn coord(&self, point: u32) -> Coord<f64> {
        let [x, y] = self.points[point as usize];
        Coord { x, y }
    }

    /// Side of `c`: more than 0 if `c` is left of the line from `a` to `b`.
    fn turn(&self, a: u32, b: u32, c: u32) -> f64 {
        orient2d(self.coord(a), self.coord(b), self.coord(c))
    }

    /// More than 0 where `point` is inside the circle through the triangle's corners, 0 where it is
    /// on it.
    fn depth(&self, [a, b, c]: Triangle, point: u32) -> f64 {
        incircle(
            self.coord(a),
            self.coord(b),
            self.coord(c),
            self.coord(point),
        )
    }

    /// The first two points with the first that is not on their line, and the half planes around.
    fn first_triangles(&self) -> Option<Vec<Triangle>> {
        let third = (2..self.points.len() as u32).find(|third| self.turn(0, 1, *third) != 0.0)?;
        let [a, b, c] = if self.turn(0, 1, third) > 0.0 {
            [0, 1, third]
        } else {
            [1, 0, third]
        };
        Some(vec![
            [a, b, c],
            [b, a, INFINITE],
            [c, b, INFINITE],
            [a, c, INFINITE],
        ])
    }

    fn is_crossed(&self, triangle: Triangle, point: u32) -> bool {
        let [a, b, c] = triangle;
        if c != INFINITE {
            return self.depth(triangle, point) > 0.0;
        }
        let side = self.turn(a, b, point);
        // On one line the order of points is the order of their indices.
        side > 0.0 || (side == 0.0 && (a.min(b)..a.max(b)).contains(&point))
    }

    /// Removes every triangle whose circle holds the point, and joins the point with the rim of the
    /// hole.
    fn insert(&self, point: u32, triangles: &mut Vec<Triangle>) {
        let mut hole = Vec::new();
        triangles.retain(|triangle| {
            let crossed = self.is_crossed(*triangle, point);
            if crossed {
                hole.extend(edges(*triangle));
            }
            !crossed
        });
        hole.sort_unstable();
        for (a, b) in &hole {
            if hole.binary_search(&(*b, *a)).is_err() {
                triangles.push(match (*a, *b) {
                    (INFINITE, b) => [b, point, INFINITE],
                    (a, INFINITE) => [point, a, INFINITE],
                    (a, b) => [a, b, point],
                });
            }
        }
    }

    /// Joins neighbours that share a circle into cells, and cuts each cell into a fan.
    fn fans(&self, triangles: &[Triangle]) -> Vec<Triangle> {
        let sides: BTreeMap<DelaunayEdge, usize> = triangles
            .iter()
            .enumerate()
            .flat_map(|(at, triangle)| edges(*triangle).map(|edge| (edge, at)))
            .collect();
        let mut taken = vec![false; triangles.len()];
        let mut fans = Vec::with_capacity(triangles.len());
        for start in 0..triangles.len() {
            if !std::mem::replace(&mut taken[start], true) {
                let mut open = vec![start];
                let mut rim = BTreeMap::new();
                while let Some(at) = open.pop() {
                    for (a, b) in edges(triangles[at]) {
                        let beyond = sides.get(&(b, a)).copied();
                        let Some(next) = beyond
                            .filter(|next| self.is_one_cell(triangles[start], triangles[*next]))
                        else {
                            rim.insert(a, b);
                            continue;
                        };
                        if !std::mem::replace(&mut taken[next], true) {
                            open.push(next);
                        }
                    }
                }
                fans.extend(fan(&rim));
            }
        }
        fans
    }

    fn is_one_cell(&self, triangle: Triangle, other: Triangle) -> bool {
        other
            .iter()
            .all(|corner| triangle.contains(corner) || self.depth(triangle, *corner) == 0.0)
    }
}

/// Triangles from the first corner of a convex rim to all others; `rim` maps each corner to the
/// next.
fn fan(rim: &BTreeMap<u32, u32>) -> Vec<Triangle> {
    let Some((first, mut last)) = rim.first_key_value().map(|(first, next)| (*first, *next)) else {
        return Vec::new();
    };
    let mut fan = Vec::with_capacity(rim.len().saturating_sub(2));
    while let Some(next) = rim
        .get(&last)
        .copied()
        .filter(|next| *next != first && fan.len() < rim.len())
    {
        fan.push([first, last, next]);
        last = next;
    }
    fan
}
