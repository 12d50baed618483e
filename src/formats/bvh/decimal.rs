//! Fast reading of decimal fractions as motion capture files write them. Invariant: a number read
//! here equals, to the bit, what the standard library reads; anything uncertain is left to the
//! standard library.

#[cfg(test)]
mod tests;

/// Powers of ten, each of which is exact, as far as digits go.
const TENS: [f64; MOST + 1] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19,
];
/// Digits that a whole number of 64 bits has room for, whatever they are.
const MOST: usize = 19;
/// Whole numbers up to this one are exact.
const EXACT: u64 = 1 << 53;

/// The number at the start of a text, and its length in bytes. None if there is no number, or if it
/// is not certain that one division of two exact numbers, which rounds once, gives the number.
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
