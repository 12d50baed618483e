//! What the reading of a file goes by, whatever the format: a report, a bound on memory, and
//! somebody who waits.

use crate::{ImportError, Place, Problem, Report};

/// Bytes that reading may take whatever the file's size.
pub const BASE_BUDGET: u64 = 64 << 20;
/// Further bytes for every byte read, those of files beside it among them.
pub const BUDGET_PER_BYTE: u64 = 40;

pub struct Reading<'a> {
    pub report: &'a mut Report,
    pub budget: Budget,
    /// Is told the part that is read, 0 to 1; false from it ends the reading.
    pub progress: &'a dyn Fn(f32) -> bool,
}

/// Bytes that may still be taken. Invariant: what is taken is counted before it is allocated.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    left: u64,
}

impl Budget {
    /// For a file of so many bytes.
    pub fn for_file(bytes: usize) -> Self {
        Self {
            left: BASE_BUDGET + BUDGET_PER_BYTE * bytes as u64,
        }
    }

    pub fn reserve(&mut self, bytes: u64, place: &str) -> Result<(), ImportError> {
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(ImportError::new(
                place.into(),
                Problem::Memory {
                    asked: bytes,
                    left: self.left,
                },
            )),
        }
    }

    /// Gives back what was reserved for a while, or adds what is allowed beyond it.
    pub fn release(&mut self, bytes: u64) {
        self.left = self.left.saturating_add(bytes);
    }
}

impl Reading<'_> {
    /// Tells that `at` of so many are read of what lies between these parts of the whole.
    pub fn went(&self, [from, to]: [f32; 2], at: usize, of: usize) -> Result<(), ImportError> {
        if (self.progress)(from + (to - from) * at as f32 / of.max(1) as f32) {
            Ok(())
        } else {
            Err(ImportError::new(Place::File, Problem::Cancelled))
        }
    }
}
