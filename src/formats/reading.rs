//! What every reader needs, whatever the format: a report, a bound on memory, and a progress
//! callback.

#[cfg(test)]
pub mod tests;

use crate::{ImportError, ImportErrorPlace, ImportProblem, ImportReport};

/// Bytes of memory that reading may take whatever the size of the file.
pub const BASE_BUDGET: u64 = 64 << 20;
/// Further bytes of memory for every byte read, including the files beside it.
pub const BUDGET_PER_BYTE: u64 = 40;

/// State of a reader that is passed from step to step.
pub struct Reading<'a> {
    /// Collects what was skipped or repaired.
    pub report: &'a mut ImportReport,
    /// Memory that is still allowed.
    pub budget: Budget,
    /// Called with the part that is read, 0..=1; returning false cancels the reading.
    pub progress: &'a dyn Fn(f32) -> bool,
}

/// Bytes that may still be allocated. Invariant: memory is counted before it is allocated.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    left: u64,
}

impl Budget {
    /// The budget of a file of that many bytes.
    pub fn for_file(bytes: usize) -> Self {
        Self {
            left: BASE_BUDGET + BUDGET_PER_BYTE * bytes as u64,
        }
    }

    /// Counts `bytes` before they are allocated. An Err is [`ImportProblem::Memory`] at `place`;
    /// nothing is counted then.
    pub fn reserve(&mut self, bytes: u64, place: &str) -> Result<(), ImportError> {
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(ImportError::new(
                place.into(),
                ImportProblem::Memory {
                    asked: bytes,
                    left: self.left,
                },
            )),
        }
    }

    /// Returns bytes that were reserved for a while, or adds bytes that the options allow beyond
    /// the budget.
    pub fn release(&mut self, bytes: u64) {
        self.left = self.left.saturating_add(bytes);
    }
}

impl Reading<'_> {
    /// Reports progress: `at` of `of` items are read, of a step that takes the part `from..to` of
    /// the whole. An Err is [`ImportProblem::Cancelled`].
    pub fn went(&self, [from, to]: [f32; 2], at: usize, of: usize) -> Result<(), ImportError> {
        if (self.progress)(from + (to - from) * at as f32 / of.max(1) as f32) {
            Ok(())
        } else {
            Err(ImportError::new(
                ImportErrorPlace::File,
                ImportProblem::Cancelled,
            ))
        }
    }
}
