//! Decimal fractions as motion capture files write them, faster than the standard library reads any number.
//! Invariant: what is read here is what that reads, to the bit; what may not be is left to it.

/// Powers of ten, each of which is exact, as far as digits go.
const TENS: [f64; MOST + 1] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19];
/// Digits that a whole number of 64 bits has room for, whatever they are.
const MOST: usize = 19;
/// Whole numbers up to this one are exact.
const EXACT: u64 = 1 << 53;

/// The number that a text begins with, and how many bytes it takes. None where there is none, or where it is not certain
/// that one division of two exact numbers, which rounds once, gives it.
pub fn leading(text: &[u8]) -> Option<(f64, usize)> {
    let first = *text.first()?;
    let start = usize::from(matches!(first, b'-' | b'+'));
    let (mut at, mut digits, mut point) = (start, 0u64, None);
    while let Some(byte) = text.get(at) {
        match byte {
            b'0'..=b'9' => digits = digits.wrapping_mul(10).wrapping_add(u64::from(byte - b'0')),
            b'.' if point.is_none() => point = Some(at),
            _ => break,
        }
        at += 1;
    }
    let count = at - start - usize::from(point.is_some());
    if !(1..=MOST).contains(&count) || digits > EXACT {
        return None;
    }
    let number = digits as f64 / TENS[point.map_or(0, |point| at - point - 1)];
    Some((if first == b'-' { -number } else { number }, at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Whether it is what the standard library reads, if it is anything.
    fn is_right(text: &str) -> bool {
        leading(text.as_bytes()).is_none_or(|(number, length)| {
            text[..length].parse::<f64>().is_ok_and(|expected| expected.to_bits() == number.to_bits())
        })
    }

    #[test]
    fn numbers_of_motion_files_are_read() {
        for text in ["0", "-0", "-0.0", "+1.5", ".5", "5.", "-12.345678", "179.999999", "9007199254740992", "0.1 0.2"] {
            assert!(leading(text.as_bytes()).is_some() && is_right(text), "{text}");
        }
        assert_eq!(leading(b"-1.25 7"), Some((-1.25, 5)));
        assert_eq!(leading(b"1.5.5"), Some((1.5, 3)));
        assert_eq!(leading(b"-0").map(|(number, _)| number.to_bits()), Some((-0f64).to_bits()));
    }

    #[test]
    fn what_is_not_certain_is_left() {
        let long = ["9007199254740993", "0.00000000000000000001", "18446744073709551617", "99999999999999999999"];
        for text in long.into_iter().chain(["", "-", "+", ".", "-.", "e5", "nan", "inf", "--1", "x1"]) {
            assert_eq!(leading(text.as_bytes()), None, "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_decimal_is_right(sign in "[+-]?", whole in "[0-9]{0,21}", rest in "(\\.[0-9]{0,21})?") {
            let text = format!("{sign}{whole}{rest}");
            prop_assert!(is_right(&text));
        }

        #[test]
        fn any_float_is_right(bits: u64, digits in 0usize..20) {
            let float = f64::from_bits(bits);
            let short = format!("{:.digits$}", float % 1000.0);
            prop_assert!(is_right(&float.to_string()) && is_right(&short));
        }

        #[test]
        fn any_text_is_right(text in "[-+.0-9eE_ ,infNa\u{665}]{0,24}") {
            prop_assert!(is_right(&text));
        }

        #[test]
        fn any_bytes_are_borne(bytes: Vec<u8>) {
            prop_assert!(leading(&bytes).is_none_or(|(_, length)| length <= bytes.len()));
        }
    }
}
