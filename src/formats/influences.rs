//! What vertices follow. Invariant: weights that leave here are finite, of 0 or more, and sum to 1 a vertex, heaviest
//! first.

use crate::{ImportError, Report};
use anim::{Array, mesh::MAX_INFLUENCES, skinning::weights};
use serde::{Deserialize, Serialize};

/// Influences of every vertex of one primitive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Influences {
    pub per_vertex: u32,
    #[serde(with = "crate::plain")]
    pub joints: Array<u16>,
    #[serde(with = "crate::plain")]
    pub weights: Array<f32>,
    /// The highest palette slot that has any weight.
    pub highest: u16,
}

impl Influences {
    pub fn rigid(vertices: usize) -> Self {
        Self { per_vertex: 1, joints: vec![0; vertices].into(), weights: vec![1.0; vertices].into(), highest: 0 }
    }
}

impl Influences {
    /// Whether there are as many as that many vertices call for, of what came from elsewhere.
    pub fn is_sound(&self, vertices: usize) -> bool {
        let count = vertices.checked_mul(self.per_vertex as usize);
        let is_known = self.joints.iter().all(|joint| *joint <= self.highest);
        count == Some(self.joints.len()) && count == Some(self.weights.len()) && self.per_vertex > 0 && is_known
    }
}

/// One `JOINTS_n`, `WEIGHTS_n` pair: four of each a vertex.
pub struct Set {
    pub joints: Vec<u32>,
    pub weights: Vec<f32>,
}

#[derive(Default)]
struct Repairs {
    broken: usize,
    unweighted: usize,
    unnormalised: usize,
    /// Vertices that followed more joints than can be kept, and the shares of their weight that were dropped.
    dropped: usize,
    dropped_sum: f64,
    dropped_most: f32,
}

/// Merges the sets of a primitive: at most eight influences a vertex, the largest, normalised.
pub fn influences(sets: &[Set], vertices: usize, place: &str, report: &mut Report) -> Result<Influences, ImportError> {
    let of = |vertex: usize, out: &mut Vec<(u32, f32)>| {
        let range = vertex * 4..vertex * 4 + 4;
        for set in sets {
            out.extend(set.joints[range.clone()].iter().copied().zip(set.weights[range.clone()].iter().copied()));
        }
    };
    merged(vertices, of, place, report)
}

/// As [`influences`], of any number of joints and weights a vertex, which `of` appends.
pub fn merged(
    vertices: usize,
    of: impl Fn(usize, &mut Vec<(u32, f32)>),
    place: &str,
    report: &mut Report,
) -> Result<Influences, ImportError> {
    let mut repairs = Repairs::default();
    let mut found: Vec<[(u16, f32); MAX_INFLUENCES]> = Vec::with_capacity(vertices);
    let mut most = 0;
    let (mut given, mut scratch) = (Vec::new(), Vec::new());
    for vertex in 0..vertices {
        given.clear();
        of(vertex, &mut given);
        gather(&given, vertex, &mut scratch, &mut repairs, place)?;
        most = most.max(scratch.len());
        found.push(std::array::from_fn(|i| scratch.get(i).copied().unwrap_or((0, 0.0))));
    }
    say(&repairs, place, report);
    let per_vertex = if most <= 4 { 4 } else { MAX_INFLUENCES };
    let each = || found.iter().flat_map(|vertex| vertex[..per_vertex].iter());
    Ok(Influences {
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
            let slot = slot.map_err(|_| ImportError::invalid(place, format!("vertex {vertex} has joint {joint}")))?;
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

fn say(repairs: &Repairs, place: &str, report: &mut Report) {
    let mut warn = |count: usize, what: &str| {
        if count > 0 {
            report.warn(place, format!("{count} vertices {what}"));
        }
    };
    warn(repairs.broken, "have weights that are negative or not numbers; those were left out.");
    warn(repairs.unweighted, "have no weights; they follow the first joint.");
    warn(repairs.unnormalised, "have weights that do not sum to 1; they were brought to 1.");
    if repairs.dropped > 0 {
        let mean = repairs.dropped_sum / repairs.dropped as f64 * 100.0;
        let most = repairs.dropped_most * 100.0;
        let lost = format!("on average {mean:.1} %, at most {most:.1} % of their weight");
        warn(repairs.dropped, &format!("follow more than 8 joints; the 8 heaviest were kept, without {lost}."));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(joints: &[u32], weights: &[f32]) -> (Vec<(u16, f32)>, Report) {
        let sets: Vec<Set> = joints
            .chunks(4)
            .zip(weights.chunks(4))
            .map(|(j, w)| Set { joints: j.to_vec(), weights: w.to_vec() })
            .collect();
        let mut report = Report::default();
        let found = influences(&sets, 1, "/p", &mut report).unwrap();
        (found.joints.iter().copied().zip(found.weights.iter().copied()).collect(), report)
    }

    #[test]
    fn eight_of_twelve_are_kept_heaviest_first() {
        let weights = [0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.09, 0.1, 0.1, 0.2, 0.25, 0.05];
        let (found, report) = merged(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], &weights);
        assert_eq!(found.len(), 8);
        assert_eq!(found[..4].iter().map(|(joint, _)| *joint).collect::<Vec<_>>(), [10, 9, 7, 8]);
        assert!((found.iter().map(|(_, weight)| weight).sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(report.entries[0].text.contains("on average 10.0 %, at most 10.0 %"), "{report:?}");
    }

    #[test]
    fn one_joint_named_twice_counts_once() {
        let (found, report) = merged(&[3, 3, 5, 0], &[0.25, 0.5, 0.25, 0.0]);
        assert_eq!(found, [(3, 0.75), (5, 0.25), (0, 0.0), (0, 0.0)]);
        assert!(report.entries.is_empty());
    }

    #[test]
    fn weights_up_to_half_a_step_of_16_bits_are_dropped_and_the_rest_sums_to_one() {
        let (least, more) = (weights::LEAST_WEIGHT * 0.99, weights::LEAST_WEIGHT * 1.01);
        let (found, report) = merged(&[1, 2, 3, 4], &[least, 0.6 - least - more, more, 0.4]);
        let sum = 1.0 - least;
        assert_eq!(found.iter().map(|(joint, _)| *joint).collect::<Vec<_>>(), [2, 4, 3, 0]);
        assert!((found[1].1 - 0.4 / sum).abs() < 1e-7 && (found[2].1 - more / sum).abs() < 1e-9, "{found:?}");
        assert_eq!((found[3].1, report.entries.len()), (0.0, 0));
    }

    #[test]
    fn broken_weights_are_left_out_and_reported() {
        for weights in [[f32::NAN, 0.5, 0.5, 0.0], [-1.0, 0.5, 0.5, 0.0], [0.0; 4], [2.0, 2.0, 0.0, 0.0], [f32::MAX; 4]]
        {
            let (found, report) = merged(&[1, 2, 3, 4], &weights);
            assert!((found.iter().map(|(_, weight)| weight).sum::<f32>() - 1.0).abs() < 1e-6, "{weights:?}");
            assert!(report.has_warnings(), "{weights:?}");
        }
    }
}
