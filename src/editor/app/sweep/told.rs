//! The newest sweep, and what of it is a problem.

use crate::panels::sweep::swept::SweepResult;
use asset::Diagnostic;

/// The newest sweep, and what of it is a problem.
pub(crate) struct LatestSweep {
    pub(super) swept: SweepResult,
    pub(super) found: Vec<Diagnostic>,
}

#[cfg(test)]
impl LatestSweep {
    /// Number of occurrences of each fault, over all runs.
    pub(crate) fn counts(&self) -> [usize; 4] {
        let of = |at: usize| {
            self.swept
                .report
                .runs
                .iter()
                .map(|run| run.counts[at])
                .sum()
        };
        std::array::from_fn(of)
    }
}
