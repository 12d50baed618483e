//! Which blocks of a pose are worked out: a level of detail leaves out those none of whose bones it needs.

use super::LANES;
use std::ops::Range;

/// Blocks that a bit of its own tells of; the last bit tells of all blocks from there on.
const BITS: usize = u64::BITS as usize;

/// A set of blocks. What is in none of them holds any finite value, which whoever reads it must not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows(u64);

impl Default for Rows {
    fn default() -> Self {
        Self::ALL
    }
}

impl Rows {
    pub const ALL: Self = Self(u64::MAX);

    /// Those that the bones lie in.
    pub fn of(bones: impl IntoIterator<Item = usize>) -> Self {
        Self(bones.into_iter().fold(0u64, |bits, bone| bits | 1 << (bone / LANES).min(BITS - 1)))
    }

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

    /// Of so many blocks those that are in the set, neighbours in one range.
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

    /// Of so many bones those whose blocks are in the set, ascending.
    #[inline]
    pub(crate) fn bones(self, bones: usize) -> impl Iterator<Item = usize> {
        self.runs(bones.div_ceil(LANES)).flat_map(move |run| run.start * LANES..(run.end * LANES).min(bones))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pose, Transform, pose::blend};
    use glam::Vec3;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn runs_are_the_rows_of_the_set_and_apart(
            bones in prop::collection::vec(0usize..900, 0..20),
            count in 0usize..900,
        ) {
            let rows = Rows::of(bones.iter().copied());
            let runs: Vec<_> = rows.runs(count.div_ceil(LANES)).collect();
            prop_assert!(runs.windows(2).all(|pair| pair[0].end < pair[1].start));
            for block in 0..count.div_ceil(LANES) {
                prop_assert_eq!(runs.iter().any(|run| run.contains(&block)), rows.has(block));
            }
            let wanted: Vec<usize> = (0..count).filter(|bone| rows.has(bone / LANES)).collect();
            prop_assert_eq!(rows.bones(count).collect::<Vec<_>>(), wanted);
            prop_assert!(bones.iter().all(|bone| rows.has(bone / LANES)));
            prop_assert_eq!(Rows::ALL.runs(9).collect::<Vec<_>>(), vec![0..9]);
        }
    }

    /// What was left out of a buffer may be of any scale; whoever needs it then does not find it.
    #[test]
    fn scales_of_rows_that_were_left_out_do_not_come_back() {
        let sized = |scale: f32| Pose::new([Transform { scale: Vec3::splat(scale), ..Transform::IDENTITY }; 17]);
        let (mut first, mut out) = (sized(1.0), sized(7.0));
        first.narrow(Rows::of([0]));
        blend(&first, &sized(1.0), 0.5, &mut out);
        assert_eq!((out.rows(), out.get(0).scale, out.get(16).scale), (Rows::of([0]), Vec3::ONE, Vec3::splat(7.0)));
        blend(&sized(1.0), &sized(1.0), 0.5, &mut out);
        assert_eq!((out.rows(), out.get(0).scale, out.get(16).scale), (Rows::ALL, Vec3::ONE, Vec3::ONE));
    }
}
