//! One rule for floating point, so that every processor gives the same bits: docs/determinism.md.
//!
//! - IEEE 754 binary32 and binary64, rounded to nearest, ties to even, with subnormal numbers: `+ −
//!   × ÷ √`, comparisons, conversions, and rounding to whole numbers, which all of them leave
//!   nothing open in.
//! - Each operation is rounded by itself, in the order in which it is written: nothing is
//!   contracted or estimated.
//! - Sines, powers and the like are those of `libm`, and not the platform's.
//! - What IEEE 754 leaves open is chosen here: which of two zeros is the greater one, and the bits
//!   of what is no number.

#[cfg(test)]
mod tests;

/// The version of the rule. It rises with every change, of a formula or of what it is made with,
/// after which the same bundle may play with other bits.
pub const RULE: u32 = 1;

/// The greater and the lesser of two numbers, where `f32::max` and `f32::min` leave open which of
/// two zeros they give.
pub trait Extreme: Copy {
    /// The greater one. `other` where they are equal, as 0 and −0 are; one that is no number loses.
    #[must_use]
    fn higher(self, other: Self) -> Self;

    /// The lesser one. `other` where they are equal, as 0 and −0 are; one that is no number loses.
    #[must_use]
    fn lower(self, other: Self) -> Self;
}

macro_rules! extreme {
    ($type:ty) => {
        impl Extreme for $type {
            #[inline(always)]
            fn higher(self, other: Self) -> Self {
                if self > other || other.is_nan() {
                    self
                } else {
                    other
                }
            }

            #[inline(always)]
            fn lower(self, other: Self) -> Self {
                if self < other || other.is_nan() {
                    self
                } else {
                    other
                }
            }
        }
    };
}

extreme!(f32);
extreme!(f64);

/// The bits of a number for a hash. What is no number has those of one that is quiet, without sign
/// and payload, whatever the processor gave it.
#[inline]
pub fn bits(value: f32) -> u32 {
    if value.is_nan() {
        0x7fc0_0000
    } else {
        value.to_bits()
    }
}

/// Same as [`bits`], for an `f64`.
#[inline]
pub fn bits_f64(value: f64) -> u64 {
    if value.is_nan() {
        0x7ff8_0000_0000_0000
    } else {
        value.to_bits()
    }
}
