//! Which joints vertices follow. Invariant: weights that leave here are finite, of 0 or more, and
//! sum to 1 a vertex, heaviest first.

#[cfg(test)]
mod tests;

use crate::{ImportError, ImportReport};
use anim::{Array, mesh::MAX_INFLUENCES, skinning::weights};
use serde::{Deserialize, Serialize};
use words::tr;

/// Influences of every vertex of one primitive: `per_vertex` entries each, one vertex after the
/// other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VertexInfluences {
    /// Number of joints and weights of each vertex: 4 or 8 from a skin, 1 for a rigid part. Unused
    /// entries have joint 0 and weight 0.
    pub per_vertex: u32,
    /// Slots of the skin's palette of joints.
    #[serde(with = "crate::plain")]
    pub joints: Array<u16>,
    /// Share of each joint, 0..=1.
    #[serde(with = "crate::plain")]
    pub weights: Array<f32>,
    /// The highest palette slot that has any weight.
    pub highest: u16,
}

impl VertexInfluences {
    /// Influences of vertices that all follow slot 0 in full.
    pub fn rigid(vertices: usize) -> Self {
        Self {
            per_vertex: 1,
            joints: vec![0; vertices].into(),
            weights: vec![1.0; vertices].into(),
            highest: 0,
        }
    }
}

impl VertexInfluences {
    /// Whether the lists fit that many vertices and no joint is above `highest`. Checked for
    /// influences from another process.
    pub fn is_sound(&self, vertices: usize) -> bool {
        let count = vertices.checked_mul(self.per_vertex as usize);
        let is_known = self.joints.iter().all(|joint| *joint <= self.highest);
        count == Some(self.joints.len())
            && count == Some(self.weights.len())
            && self.per_vertex > 0
            && is_known
    }
}

/// One `JOINTS_n`, `WEIGHTS_n` pair: four joints and four weights a vertex.
pub struct InfluenceSet {
    /// Slots of the skin's palette of joints, four for each vertex.
    pub joints: Vec<u32>,
    /// Weights as the file has them, four for each vertex; not yet normalised.
    pub weights: Vec<f32>,
}

#[derive(Default)]
struct Repairs {
    broken: usize,
    unweighted: usize,
    unnormalised: usize,
    /// Vertices that followed more joints than can be kept, and the shares of their weight that
    /// were dropped.
    dropped: usize,
    dropped_sum: f64,
    dropped_most: f32,
}

/// Merges the sets of a primitive: at most eight influences for each vertex, the heaviest,
/// normalised. An Err means that a joint does not fit 16 bits; repairs of weights are warnings.
pub fn influences(
    sets: &[InfluenceSet],
    vertices: usize,
    place: &str,
    report: &mut ImportReport,
) -> Result<VertexInfluences, ImportError> {
    let of = |vertex: usize, out: &mut Vec<(u32, f32)>| {
        let range = vertex * 4..vertex * 4 + 4;
        for set in sets {
            out.extend(
                set.joints[range.clone()]
                    .iter()
                    .copied()
                    .zip(set.weights[range.clone()].iter().copied()),
            );
        }
    };
    merged(vertices, of, place, report)
}

/// Merges any number of joints and weights for each vertex into at most eight, the heaviest,
/// normalised. `of` appends those of one vertex. An Err means that a joint does not fit 16 bits.
pub fn merged(
    vertices: usize,
    of: impl Fn(usize, &mut Vec<(u32, f32)>),
    place: &str,
    report: &mut ImportReport,
) -> Result<VertexInfluences, ImportError> {
    let mut repairs = Repairs::default();
    let mut found: Vec<[(u16, f32); MAX_INFLUENCES]> = Vec::with_capacity(vertices);
    let mut most = 0;
    let (mut given, mut scratch) = (Vec::new(), Vec::new());
    for vertex in 0..vertices {
        given.clear();
        of(vertex, &mut given);
        gather(&given, vertex, &mut scratch, &mut repairs, place)?;
        most = most.max(scratch.len());
        found.push(std::array::from_fn(|i| {
            scratch.get(i).copied().unwrap_or((0, 0.0))
        }));
    }
    say(&repairs, place, report);
    let per_vertex = if most <= 4 { 4 } else { MAX_INFLUENCES };
    let each = || found.iter().flat_map(|vertex| vertex[..per_vertex].iter());
    Ok(VertexInfluences {
        per_vertex: per_vertex as u32,
        joints: each().map(|(joint, _)| *joint).collect(),
        weights: each().map(|(_, weight)| *weight).collect(),
        highest: each().map(|(joint, _)| *joint).max().unwrap_or(0),
    })
}

/// The influences of one vertex, heaviest first, at most eight, summing to 1.
fn gather(
    given: &[(u32, f32)],
    vertex: usize,
    out: &mut Vec<(u16, f32)>,
    repairs: &mut Repairs,
    place: &str,
) -> Result<(), ImportError> {
    out.clear();
    let mut is_broken = false;
    for &(joint, weight) in given {
        is_broken |= !weight.is_finite() || weight < 0.0;
        if weight.is_finite() && weight > 0.0 {
            let slot = u16::try_from(joint);
            let slot = slot.map_err(|_| {
                ImportError::invalid(place, tr!("vertex {vertex} has joint {joint}"))
            })?;
            out.push((slot, weight));
        }
    }
    repairs.broken += usize::from(is_broken);
    let sum: f32 = out.iter().map(|(_, weight)| weight).sum();
    let reduced = weights::reduce(out, MAX_INFLUENCES);
    repairs.unweighted += usize::from(reduced.is_unweighted);
    repairs.unnormalised += usize::from(!reduced.is_unweighted && (sum - 1.0).abs() > 0.02);
    repairs.dropped += usize::from(reduced.dropped > 0.0);
    repairs.dropped_sum += f64::from(reduced.dropped);
    repairs.dropped_most = repairs.dropped_most.max(reduced.dropped);
    Ok(())
}

fn say(repairs: &Repairs, place: &str, report: &mut ImportReport) {
    let mut warn = |count: usize, what: &str| {
        if count > 0 {
            report.warn(place, tr!("{count} vertices {what}"));
        }
    };
    warn(
        repairs.broken,
        tr!("have negative or invalid weights; those were left out."),
    );
    warn(
        repairs.unweighted,
        tr!("have no weights; they follow the first bone."),
    );
    warn(
        repairs.unnormalised,
        tr!("have weights that do not sum to 1; they were normalized."),
    );
    if repairs.dropped > 0 {
        let mean = repairs.dropped_sum / repairs.dropped as f64 * 100.0;
        let most = repairs.dropped_most * 100.0;
        let lost = tr!("on average {mean:.1} %, up to {most:.1} % of their weight");
        warn(
            repairs.dropped,
            &tr!("follow more than 8 bones; the 8 largest weights were kept, losing {lost}."),
        );
    }
}
