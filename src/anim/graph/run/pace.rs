//! How fast players go, and by which numbers the sync groups know them.

#[cfg(test)]
mod tests;

use crate::{
    Clip,
    float::Extreme,
    graph::data::{settings::Play, value::NodeId},
    limits::FARTHEST_TURNS,
};

/// More than a player has clips at once: the players of a node count upwards from this times its
/// index.
pub(in crate::graph) const LAYERS: usize = 32;

/// A rate is not divided by less.
const LEAST_BASIS: f64 = 1e-8;

/// A clip whose rate is less has its own length.
pub(super) const LEAST_RATE: f64 = 1e-8;

/// Requested play rate of a player for the rate input `input`.
pub(in crate::graph) fn rate(play: &Play, input: f64) -> f64 {
    let rate = if play.basis.abs() < LEAST_BASIS {
        0.0
    } else {
        input / play.basis
    };
    let rate = rate * play.scale + play.bias;
    // Bounds that cross are the lower one, then the upper.
    rate.higher(play.least).lower(play.most)
}

/// A rate that turns a clip no more often than [`FARTHEST_TURNS`] in `dt` seconds; one that is no
/// number stands still.
pub(super) fn within_reach(rate: f64, dt: f64, length: f64) -> f64 {
    // A tick of no time may be -0.
    let most = FARTHEST_TURNS * length.higher(0.0) / dt.abs();
    if !rate.is_finite() {
        0.0
    } else if most.is_nan() {
        rate
    } else {
        rate.clamp(-most, most)
    }
}

/// The player as its group knows it.
pub(in crate::graph) fn player_of(node: NodeId) -> u32 {
    u32::from(node) * LAYERS as u32
}

/// Duration of a clip at its own rate, seconds.
pub(super) fn seconds(clip: &Clip) -> f64 {
    let rate = f64::from(clip.rate_scale).abs();
    f64::from(clip.length) / if rate > LEAST_RATE { rate } else { 1.0 }
}
