//! The places that a game names for motion warping and for IK.

use crate::{Name, Transform};
use serde::{Deserialize, Serialize};

/// World space. Ascending by name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WarpTargets(Vec<(Name, Transform)>);

impl WarpTargets {
    /// Place of a target in world space; None if the target was never set.
    pub fn get(&self, target: Name) -> Option<&Transform> {
        self.find(target).ok().map(|at| &self.0[at].1)
    }

    /// All targets with their places in the world, ascending by name.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &(Name, Transform)> {
        self.0.iter()
    }

    pub(crate) fn set(&mut self, target: Name, place: Transform) {
        match self.find(target) {
            Ok(at) => self.0[at].1 = place,
            Err(at) => self.0.insert(at, (target, place)),
        }
    }

    /// Whether it was there.
    pub(crate) fn remove(&mut self, target: Name) -> bool {
        self.find(target).map(|at| self.0.remove(at)).is_ok()
    }

    /// Copies `other` and keeps the buffer.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.0.clone_from(&other.0);
    }

    fn find(&self, target: Name) -> Result<usize, usize> {
        self.0.binary_search_by_key(&target, |(name, _)| *name)
    }
}
