//! One rule for floating point, so that every processor gives the same bits: docs/determinism.md.
//!
//! - IEEE 754 binary32 and binary64, rounded to nearest, ties to even, with subnormal numbers: `+ − × ÷ √`, comparisons,
//!   conversions, and rounding to whole numbers, which all of them leave nothing open in.
//! - Each operation is rounded by itself, in the order in which it is written: nothing is contracted or estimated.
//! - Sines, powers and the like are those of `libm`, and not the platform's.
//! - What IEEE 754 leaves open is chosen here: which of two zeros is the greater one, and the bits of what is no number.

/// The version of the rule. It rises with every change, of a formula or of what it is made with, after which the same
/// bundle may play with other bits.
pub const RULE: u32 = 1;

/// The greater and the lesser of two numbers, where `f32::max` and `f32::min` leave open which of two zeros they give.
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
                if self > other || other.is_nan() { self } else { other }
            }

            #[inline(always)]
            fn lower(self, other: Self) -> Self {
                if self < other || other.is_nan() { self } else { other }
            }
        }
    };
}

extreme!(f32);
extreme!(f64);

/// The bits of a number for a hash. What is no number has those of one that is quiet, without sign and payload,
/// whatever the processor gave it.
#[inline]
pub fn bits(value: f32) -> u32 {
    if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() }
}

/// As [`bits`].
#[inline]
pub fn bits_f64(value: f64) -> u64 {
    if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_zero_is_given_is_said_and_what_is_no_number_loses() {
        let zero = |value: f32| (value == 0.0).then(|| value.is_sign_negative());
        assert_eq!([0f32.higher(-0.0), (-0f32).higher(0.0), 0f32.lower(-0.0), (-0f32).lower(0.0)].map(zero), {
            [Some(true), Some(false), Some(true), Some(false)]
        });
        for (a, b) in [(1.0, 2.0), (-1.0, f64::INFINITY), (-f64::INFINITY, 0.0)] {
            assert_eq!([a.higher(b), b.higher(a), a.lower(b), b.lower(a)], [b, b, a, a]);
        }
        for none in [f64::NAN, -f64::NAN] {
            assert_eq!([none.higher(3.0), 3f64.higher(none), none.lower(3.0), 3f64.lower(none)], [3.0; 4]);
            assert!(none.higher(f64::NAN).is_nan());
        }
    }

    #[test]
    fn what_is_no_number_has_the_same_bits_and_every_number_its_own() {
        let none = [f32::NAN, -f32::NAN, f32::from_bits(0x7f80_0001), f32::from_bits(0xffff_ffff)];
        assert!(none.iter().all(|none| bits(*none) == 0x7fc0_0000 && bits_f64((*none).into()) == 0x7ff8 << 48));
        for number in [0.0, -0.0, 1.5, f32::INFINITY, -f32::INFINITY, f32::MIN_POSITIVE / 4.0] {
            assert_eq!((bits(number), bits_f64(number.into())), (number.to_bits(), f64::from(number).to_bits()));
        }
    }
}
