//! Ranges of a buffer that are given out and taken back. Invariant: taken ranges never overlap, and
//! free neighbours are merged.

#[cfg(test)]
mod tests;

use std::ops::Range;

/// The free ranges, in ascending order.
#[derive(Debug, Default)]
pub(crate) struct Spans(Vec<Range<u32>>);

impl Spans {
    /// `len` elements, all free.
    pub fn new(len: u32) -> Spans {
        let mut spans = Spans::default();
        spans.give(0..len);
        spans
    }

    /// Takes the first free range of `len`. None if there is none; an empty range may be anywhere.
    pub fn take(&mut self, len: u32) -> Option<Range<u32>> {
        let at = self.0.iter().position(|free| free.len() >= len as usize)?;
        let start = self.0[at].start;
        self.0[at].start += len;
        if self.0[at].is_empty() {
            self.0.remove(at);
        }
        Some(start..start + len)
    }

    /// Frees a range. Contract: none of it is free.
    pub fn give(&mut self, range: Range<u32>) {
        if range.is_empty() {
            return;
        }
        let at = self.0.partition_point(|free| free.start < range.start);
        self.0.insert(at, range);
        if self
            .0
            .get(at + 1)
            .is_some_and(|next| next.start == self.0[at].end)
        {
            self.0[at].end = self.0.remove(at + 1).end;
        }
        if at > 0 && self.0[at - 1].end == self.0[at].start {
            self.0[at - 1].end = self.0.remove(at).end;
        }
    }
}
