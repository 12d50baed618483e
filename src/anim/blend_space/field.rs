//! Where samples stand on the normalised axes, and how their weights go between them.

use super::{BlendSpaceAxis, Sample, Weights, delaunay};
use crate::float::Extreme;
use glam::DVec2;

/// Samples that are at most this far apart are one.
const MERGED: f64 = 1e-4;
/// Distance from a line within which points lie on that line but for rounding.
const FLAT: f64 = 1e-6;
/// Amount by which the least weight in a triangle may be below 0.
const ROUNDING: f64 = 1e-9;

/// A sample that counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Index in [`super::BlendSpace::samples`].
    pub sample: u32,
    /// Place as parts of the axes' lengths: 0 at the start of an axis, 1 at its end.
    pub at: DVec2,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct BlendSampleField {
    /// Ascending by place.
    spots: Vec<Spot>,
    shape: SampleFieldShape,
}

#[derive(Clone, Debug, PartialEq)]
enum SampleFieldShape {
    Line(SampleLine),
    Plane {
        triangles: Vec<SampleTriangle>,
        rim: Vec<RimEdge>,
    },
}

/// Line through all spots. The position of a point along the line is `(point - origin)·direction`:
/// 0 at the first spot, 1 at the last.
#[derive(Clone, Debug, Default, PartialEq)]
struct SampleLine {
    origin: DVec2,
    direction: DVec2,
    /// Sample, and where along; ascending.
    stops: Vec<(u32, f64)>,
}

/// The weights of the second and third corner are `(point - origin)` times `second` and `third`.
#[derive(Clone, Debug, PartialEq)]
struct SampleTriangle {
    spots: [u32; 3],
    samples: [u32; 3],
    origin: DVec2,
    second: DVec2,
    third: DVec2,
}

#[derive(Clone, Debug, PartialEq)]
struct RimEdge {
    samples: [u32; 2],
    from: DVec2,
    to: DVec2,
}

impl BlendSampleField {
    /// Places the samples on the normalised axes and divides the line or plane between them.
    /// Samples within 1e-4 of an axis' length of an earlier one do not count.
    pub fn new(axes: &[BlendSpaceAxis], samples: &[Sample]) -> Self {
        let mut kept: Vec<(Spot, [f64; 2])> = Vec::with_capacity(samples.len());
        for (index, sample) in samples.iter().enumerate() {
            let at = normalised(axes, sample);
            if kept.iter().all(|(spot, _)| spot.at.distance(at) > MERGED) {
                kept.push((
                    Spot {
                        sample: index as u32,
                        at,
                    },
                    exact(axes, sample),
                ));
            }
        }
        kept.sort_by(|a, b| a.1[0].total_cmp(&b.1[0]).then(a.1[1].total_cmp(&b.1[1])));
        let (spots, exact): (Vec<Spot>, Vec<[f64; 2]>) = kept.into_iter().unzip();
        let shape = SampleLine::through(&spots)
            .map_or_else(|| plane(&spots, &exact), SampleFieldShape::Line);
        Self { spots, shape }
    }

    /// The samples that count, ascending along the first axis, then along the second.
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// Counter-clockwise triangles, as indices of the spots; empty where all spots are on one line.
    pub fn triangles(&self) -> impl Iterator<Item = [u32; 3]> + '_ {
        let triangles = if let SampleFieldShape::Plane { triangles, .. } = &self.shape {
            triangles.as_slice()
        } else {
            &[]
        };
        triangles.iter().map(|triangle| triangle.spots)
    }

    /// `point` on the axes' lengths, finite. Settled, in an order that depends on places alone.
    pub fn weights(&self, point: DVec2, out: &mut Weights) {
        out.clear();
        match &self.shape {
            SampleFieldShape::Line(line) => line.weights(point, out),
            SampleFieldShape::Plane { triangles, rim } => match inside(triangles, point) {
                Some((of, shares)) => of
                    .samples
                    .iter()
                    .zip(shares)
                    .for_each(|(sample, share)| out.add(*sample, share)),
                None => {
                    let (samples, along) = nearest(rim, point);
                    out.add(samples[0], 1.0 - along);
                    out.add(samples[1], along);
                }
            },
        }
        out.settle();
    }
}

fn normalised(axes: &[BlendSpaceAxis], sample: &Sample) -> DVec2 {
    let mut at = DVec2::ZERO;
    for (axis, (x, from)) in axes.iter().zip(at.as_mut().iter_mut().zip(sample.at)) {
        *x = axis.normalised(f64::from(from));
    }
    at
}

/// The normalised place, times something common to all samples that spares the division: then
/// points that were authored on one line or circle are exactly on it. No coordinate is -0.
fn exact(axes: &[BlendSpaceAxis], sample: &Sample) -> [f64; 2] {
    let from_start = |axis: &BlendSpaceAxis, at: f32| f64::from(at) - f64::from(axis.min) + 0.0;
    let [x, y] = axes else {
        return [from_start(&axes[0], sample.at[0]), 0.0];
    };
    let unit = -libm::ilogb(x.length() * y.length());
    let scaled = |axis: &BlendSpaceAxis, at: f32, by: &BlendSpaceAxis| {
        libm::scalbn(from_start(axis, at), unit) * by.length()
    };
    [scaled(x, sample.at[0], y), scaled(y, sample.at[1], x)]
}

impl SampleLine {
    /// Line through all spots; None if the spots span an area.
    fn through(spots: &[Spot]) -> Option<Self> {
        let (Some(first), Some(last)) = (spots.first(), spots.last()) else {
            return Some(Self::default());
        };
        let by_y = |spot: &&Spot| spot.at.y;
        let low = spots.iter().min_by(|a, b| by_y(a).total_cmp(&by_y(b)))?;
        let high = spots.iter().max_by(|a, b| by_y(a).total_cmp(&by_y(b)))?;
        let is_steep = high.at.y - low.at.y > last.at.x - first.at.x;
        let (origin, end) = if is_steep {
            (low.at, high.at)
        } else {
            (first.at, last.at)
        };
        let way = end - origin;
        let direction = if spots.len() > 1 {
            way / way.length_squared()
        } else {
            DVec2::ZERO
        };
        let is_on = |spot: &Spot| {
            spots.len() < 3 || way.perp_dot(spot.at - origin).abs() <= FLAT * way.length()
        };
        let mut stops: Vec<(u32, f64)> = spots
            .iter()
            .map(|spot| (spot.sample, (spot.at - origin).dot(direction)))
            .collect();
        stops.sort_by(|a, b| a.1.total_cmp(&b.1));
        spots.iter().all(is_on).then_some(Self {
            origin,
            direction,
            stops,
        })
    }

    fn weights(&self, point: DVec2, out: &mut Weights) {
        let along = (point - self.origin).dot(self.direction).clamp(0.0, 1.0);
        let right = self
            .stops
            .partition_point(|stop| stop.1 < along)
            .min(self.stops.len().saturating_sub(1))
            .max(1);
        match (self.stops.get(right - 1), self.stops.get(right)) {
            (Some((a, from)), Some((b, to))) => {
                let part = ((along - from) / (to - from)).clamp(0.0, 1.0);
                out.add(*a, 1.0 - part);
                out.add(*b, part);
            }
            (Some((only, _)), None) => out.add(*only, 1.0),
            _ => {}
        }
    }
}

fn plane(spots: &[Spot], exact: &[[f64; 2]]) -> SampleFieldShape {
    let mut corners = delaunay::triangulate(exact);
    while let Some(flat) = flat_on_rim(spots, &corners) {
        corners.remove(flat);
    }
    let triangles = corners
        .iter()
        .map(|corners| SampleTriangle::new(spots, *corners))
        .collect();
    let edges = Edges::of(&corners);
    let rim = edges
        .0
        .iter()
        .filter(|edge| edges.is_rim(**edge))
        .map(|(a, b)| {
            let (a, b) = (spots[*a as usize], spots[*b as usize]);
            RimEdge {
                samples: [a.sample, b.sample],
                from: a.at,
                to: b.at,
            }
        });
    SampleFieldShape::Plane {
        triangles,
        rim: rim.collect(),
    }
}

/// Edges of all triangles, each in its triangle's direction, ascending.
struct Edges(Vec<(u32, u32)>);

impl Edges {
    fn of(triangles: &[[u32; 3]]) -> Self {
        let mut edges: Vec<(u32, u32)> = triangles
            .iter()
            .flat_map(|triangle| delaunay::edges(*triangle))
            .collect();
        edges.sort_unstable();
        Self(edges)
    }

    /// No triangle is on the other side.
    fn is_rim(&self, (a, b): (u32, u32)) -> bool {
        self.0.binary_search(&(b, a)).is_err()
    }
}

/// The first flat triangle that can be taken off the rim without loss of a spot. Of samples along a
/// side of the hull whose places were rounded one may stand a hair inside; its neighbours would
/// blend past it for every point outside.
fn flat_on_rim(spots: &[Spot], triangles: &[[u32; 3]]) -> Option<usize> {
    let all = Edges::of(triangles);
    let way = |(from, to): (u32, u32)| spots[to as usize].at - spots[from as usize].at;
    triangles.iter().position(|triangle| {
        let mut edges = delaunay::edges(*triangle);
        edges.sort_by(|a, b| {
            way(*b)
                .length_squared()
                .total_cmp(&way(*a).length_squared())
        });
        let [longest, second, third] = edges;
        let height = way(longest).perp_dot(way(second)).abs() / way(longest).length();
        height <= FLAT && all.is_rim(longest) && !all.is_rim(second) && !all.is_rim(third)
    })
}

impl SampleTriangle {
    fn new(spots: &[Spot], corners: [u32; 3]) -> Self {
        let [a, b, c] = corners.map(|corner| spots[corner as usize]);
        let (to_b, to_c) = (b.at - a.at, c.at - a.at);
        let area = to_b.perp_dot(to_c);
        Self {
            spots: corners,
            samples: [a.sample, b.sample, c.sample],
            origin: a.at,
            second: DVec2::new(to_c.y, -to_c.x) / area,
            third: DVec2::new(-to_b.y, to_b.x) / area,
        }
    }

    fn shares(&self, point: DVec2) -> [f64; 3] {
        let (second, third) = (
            (point - self.origin).dot(self.second),
            (point - self.origin).dot(self.third),
        );
        [1.0 - second - third, second, third]
    }
}

/// The triangle around the point, with what it takes of its corners.
fn inside(triangles: &[SampleTriangle], point: DVec2) -> Option<(&SampleTriangle, [f64; 3])> {
    let (mut best, mut most) = (None, -ROUNDING);
    for triangle in triangles {
        let shares = triangle.shares(point);
        let least = shares[0].lower(shares[1]).lower(shares[2]);
        if least >= most {
            (best, most) = (Some((triangle, shares)), least);
            if least >= 0.0 {
                break;
            }
        }
    }
    best
}

/// The samples of the nearest edge, and where along it.
fn nearest(rim: &[RimEdge], point: DVec2) -> ([u32; 2], f64) {
    let mut best = ([0, 0], 0.0, f64::INFINITY);
    for edge in rim {
        let way = edge.to - edge.from;
        let along = ((point - edge.from).dot(way) / way.length_squared()).clamp(0.0, 1.0);
        let distance = point.distance_squared(edge.from + way * along);
        if distance < best.2 {
            best = (edge.samples, along, distance);
        }
    }
    (best.0, best.1)
}
