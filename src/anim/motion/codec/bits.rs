//! Codes of a few bits each, one after the other, the lowest bit first.

#[cfg(test)]
mod tests;

/// The widest code: as many bits as a float has digits, so that a code converts without loss.
pub const WIDEST: u32 = 24;

/// Bytes that codes are appended to.
#[derive(Clone, Debug, Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    /// Bits not yet in `bytes`, the lowest first.
    pending: u64,
    pending_bits: u32,
}

impl BitWriter {
    /// Contract: `code < 1 << width`, `width <= WIDEST`.
    pub fn push(&mut self, code: u32, width: u32) {
        debug_assert!(width <= WIDEST && (u64::from(code) >> width) == 0);
        self.pending |= u64::from(code) << self.pending_bits;
        self.pending_bits += width;
        while self.pending_bits >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.pending_bits -= 8;
        }
    }

    /// All bytes, the last one filled up with 0 bits.
    pub fn into_bytes(mut self) -> Vec<u8> {
        if self.pending_bits > 0 {
            self.bytes.push(self.pending as u8);
        }
        self.bytes
    }
}

/// The largest code of a width, which stands for the end of its range.
pub fn largest(width: u32) -> u32 {
    ((1u64 << width) - 1) as u32
}
