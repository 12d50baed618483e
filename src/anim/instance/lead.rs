//! Whom a montage follows, and what it is told of it.

use super::travel::{Standing, Way};
use serde::{Deserialize, Serialize};

/// State of a leader that its follower receives before the follower's own advance.
#[derive(Clone, Debug, PartialEq)]
pub struct Led {
    /// Movements of the leader along its timeline in the leader's last advance, in order.
    pub ways: Vec<Way>,
    /// Position of the leader at the end of `ways`, seconds.
    pub position: f64,
    /// Play rate of the leader, without its montage's own rate scale.
    pub rate: f32,
    /// Whether the leader moves by itself.
    pub standing: Standing,
}

/// Whom a montage follows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Lead {
    /// Instance id among the same character's; None of another character's.
    pub(super) leader: Option<u32>,
    pub(super) due: Vec<Way>,
    pub(super) next: usize,
    /// Position of the leader after its movements, seconds; a jump at the end of the leader's tick
    /// may have changed it. None if there is nothing to take over.
    pub(super) ends_at: Option<f64>,
}

impl Lead {
    pub(super) fn new(leader: Option<u32>) -> Self {
        Self {
            leader,
            due: Vec::new(),
            next: 0,
            ends_at: None,
        }
    }

    /// Seconds that the ways take that are still to be gone.
    pub(super) fn still(&self) -> f64 {
        self.due[self.next..].iter().map(|way| way.seconds).sum()
    }
}
