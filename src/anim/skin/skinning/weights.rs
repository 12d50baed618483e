//! What skin weights must be: few, heaviest first, each joint once, summing to 1 or exactly to a
//! whole number.

#[cfg(test)]
mod tests;

/// Weights at or below this share of the whole are dropped: half a step of 16 bits.
pub const LEAST_WEIGHT: f32 = 0.5 / 65535.0;

/// Losses of a call of [`reduce`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reduced {
    /// The share of the whole, 0 to 1, of the influences beyond the most that were allowed.
    pub dropped: f32,
    /// No joint had any weight: the vertex follows slot 0.
    pub is_unweighted: bool,
}

/// Merges a vertex's influences of one joint, drops those without weight, keeps the `most` heaviest
/// and makes them sum to 1. The heaviest comes first, of equal ones the earlier. Weights that are
/// negative or not finite count as 0. Contract: `most` is at least 1.
pub fn reduce(influences: &mut Vec<(u16, f32)>, most: usize) -> Reduced {
    merge(influences);
    let sum = total(influences);
    if influences.is_empty() || !(sum as f32).is_finite() {
        influences.clear();
        influences.push((0, 1.0));
        return Reduced {
            dropped: 0.0,
            is_unweighted: true,
        };
    }
    influences.retain(|(_, weight)| f64::from(*weight) > f64::from(LEAST_WEIGHT) * sum);
    influences.sort_by(|a, b| b.1.total_cmp(&a.1));
    let dropped = influences
        .get(most..)
        .map_or(0.0, |beyond| total(beyond) / sum);
    influences.truncate(most);
    let kept = total(influences);
    influences
        .iter_mut()
        .for_each(|(_, weight)| *weight = (f64::from(*weight) / kept) as f32);
    Reduced {
        dropped: dropped as f32,
        is_unweighted: false,
    }
}

fn merge(influences: &mut Vec<(u16, f32)>) {
    let mut kept = 0;
    for at in 0..influences.len() {
        let (joint, weight) = influences[at];
        if !weight.is_finite() || weight <= 0.0 {
            continue;
        }
        match influences[..kept]
            .iter_mut()
            .find(|(other, _)| *other == joint)
        {
            Some((_, sum)) => *sum += weight,
            None => {
                influences[kept] = (joint, weight);
                kept += 1;
            }
        }
    }
    influences.truncate(kept);
}

fn total(influences: &[(u16, f32)]) -> f64 {
    influences
        .iter()
        .map(|(_, weight)| f64::from(*weight))
        .sum()
}

/// Whole numbers in proportion to the weights that sum to exactly `whole`, 255 or 65535: the
/// largest remainders are rounded up, of equal ones the earlier. Weights without a sum give
/// everything to the first. Contract: weights are finite and 0 or more.
pub fn quantise(weights: &[f32], whole: u32) -> Vec<u32> {
    let sum: f64 = weights.iter().map(|weight| f64::from(*weight)).sum();
    if sum <= 0.0 {
        return (0..weights.len())
            .map(|slot| if slot == 0 { whole } else { 0 })
            .collect();
    }
    let exact = |slot: usize| f64::from(weights[slot]) / sum * f64::from(whole);
    let mut steps: Vec<u32> = (0..weights.len()).map(|slot| exact(slot) as u32).collect();
    let mut by_remainder: Vec<usize> = (0..weights.len()).collect();
    by_remainder.sort_by(|a, b| exact(*b).fract().total_cmp(&exact(*a).fract()));
    let missing = whole - steps.iter().sum::<u32>();
    by_remainder
        .into_iter()
        .take(missing as usize)
        .for_each(|slot| steps[slot] += 1);
    steps
}
