//! Which blocks of a pose are worked out: a level of detail leaves out those none of whose bones it
//! needs.

#[cfg(test)]
mod tests;

use super::LANES;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Number of bits in a set. Each bit marks one block; the last bit marks all blocks from there on.
const BITS: usize = u64::BITS as usize;

/// A set of blocks. A block outside the set may hold any finite values, which a reader of the pose
/// must not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rows(u64);

impl Default for Rows {
    fn default() -> Self {
        Self::ALL
    }
}

impl Rows {
    /// Every block of any pose.
    pub const ALL: Self = Self(u64::MAX);

    /// Blocks that the bones lie in.
    pub fn of(bones: impl IntoIterator<Item = usize>) -> Self {
        Self(
            bones
                .into_iter()
                .fold(0u64, |bits, bone| bits | 1 << (bone / LANES).min(BITS - 1)),
        )
    }

    /// Whether a block is in the set. All blocks from the 64th on are in or out together.
    pub fn has(self, block: usize) -> bool {
        self.0 & 1 << block.min(BITS - 1) != 0
    }

    /// Blocks that are in both.
    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) fn covers(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Ranges of the blocks in the set, of the first `blocks` blocks; neighbours are in one range.
    #[inline]
    pub(crate) fn runs(self, blocks: usize) -> impl Iterator<Item = Range<usize>> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let start = left.trailing_zeros() as usize;
            let end = start + (left >> start).trailing_ones() as usize;
            let is_last = end == BITS;
            left = if is_last { 0 } else { left & u64::MAX << end };
            let end = if is_last { blocks } else { end.min(blocks) };
            (start < end).then_some(start..end)
        })
    }

    /// Bones below `bones` whose blocks are in the set, ascending.
    #[inline]
    pub(crate) fn bones(self, bones: usize) -> impl Iterator<Item = usize> {
        self.runs(bones.div_ceil(LANES))
            .flat_map(move |run| run.start * LANES..(run.end * LANES).min(bones))
    }
}
