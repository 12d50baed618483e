//! Codes of a few bits each, one after the other, the lowest bit first.

/// The widest code: as many bits as a float has digits, so that a code converts without loss.
pub const WIDEST: u32 = 24;

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

    pub fn finish(mut self) -> Vec<u8> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_lie_side_by_side_with_the_lowest_bit_first() {
        let mut writer = BitWriter::default();
        for (code, width) in [(0b101, 3), (0, 0), (0b11, 2), (0xabcdef, WIDEST), (1, 1)] {
            writer.push(code, width);
        }
        // 30 bits: the last byte is filled up with zeros.
        let whole = 0b101u32 | 0b11 << 3 | 0xabcdef << 5 | 1 << 29;
        assert_eq!(writer.finish(), whole.to_le_bytes());
        let mut even = BitWriter::default();
        even.push(0x12, 8);
        assert_eq!((even.finish(), BitWriter::default().finish()), (vec![0x12], vec![]));
        assert_eq!([0, 1, 8, WIDEST].map(largest), [0, 1, 255, 0xff_ffff]);
    }
}
