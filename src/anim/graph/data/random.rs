//! Clips drawn by lot: which comes next, how often it plays, and how it blends in.
//!
//! What comes next is drawn when its predecessor begins, so that its blend can start before the
//! end. Every draw is a step of one number that the state keeps: the same seed and the same ticks
//! give the same clips.

use super::value::Value;
use crate::{
    limits::{LONGEST_BLEND, MOST_LOOPS},
    montage::Easing,
};
use serde::{Deserialize, Serialize};

/// Clips that one node plays one after the other, each drawn by its chance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Random {
    /// The clips that are drawn from.
    pub entries: Vec<RandomEntry>,
    /// Read once. Players with other seeds draw otherwise, and so do characters with other seeds.
    pub seed: Value,
    /// 0 or more; less stands still.
    pub rate: Value,
    /// Begins with a new draw whenever it had no weight in the tick before.
    pub restarts: bool,
    /// Rules do not ask about it.
    pub is_ignored_by_rules: bool,
}

/// A clip that a random player draws.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RandomEntry {
    /// Index in the library.
    pub clip: u32,
    /// Chance against those of the other entries: 0 or more, and above 0 for at least one entry.
    pub chance: f64,
    /// Least and largest number of plays in a row, each 1 or more.
    pub loops: [u32; 2],
    /// Seconds over which it blends in; as far as both clips last.
    pub blend: f64,
    /// Shape of the blend over `blend` seconds.
    pub easing: Easing,
}

impl Random {
    /// Whether a lot can be drawn.
    pub(in crate::graph) fn is_sound(&self) -> bool {
        let is_entry = |entry: &RandomEntry| {
            let [least, most] = entry.loops;
            let is_count = 1 <= least && least <= most && most <= MOST_LOOPS;
            entry.chance.is_finite()
                && entry.chance >= 0.0
                && is_count
                && entry.blend.abs() <= LONGEST_BLEND.into()
        };
        self.entries.iter().all(is_entry) && self.entries.iter().any(|entry| entry.chance > 0.0)
    }
}
