use super::*;
use crate::dice::Dice;

/// Evenly over all rotations.
fn random(dice: &mut Dice) -> Quat {
    loop {
        let q = Quat::from_array(dice.rolls());
        if (0.01..=1.0).contains(&q.length_squared()) {
            return q.normalize();
        }
    }
}

/// The largest errors over random rotations: of a stored component, and of the angle in radians.
fn worst(bits: u32, count: usize) -> (f32, f64) {
    let mut dice = Dice(7);
    let (mut component, mut angle) = (0.0f32, 0.0f64);
    for _ in 0..count {
        let exact = random(&mut dice);
        let code = encode(exact, bits);
        let lossy = decode(code, bits);
        let lossy = if exact.dot(lossy) < 0.0 {
            -lossy
        } else {
            lossy
        };
        let left_out = (code >> (3 * bits)) as usize;
        let off = |at: usize| (exact.to_array()[at] - lossy.to_array()[at]).abs();
        component = (0..4)
            .filter(|at| *at != left_out)
            .map(off)
            .fold(component, f32::max);
        let chord = f64::from((exact - lossy).length());
        angle = angle.max(4.0 * (chord / 2.0).asin());
    }
    (component, angle)
}

#[test]
fn fifteen_bits_are_within_the_worked_bounds() {
    let (component, angle) = worst(15, 200_000);
    assert!(component <= 2.158e-5 + 1e-7, "{component}");
    assert!(
        angle <= 1.50e-4 && (angle / 1.26e-4 - 1.0).abs() < 0.1,
        "{angle}"
    );
}

#[test]
fn nine_bits_are_within_a_hundredth_of_a_radian() {
    let angle = worst(9, 200_000).1;
    assert!(angle <= 0.0096 && angle > 0.006, "{angle}");
}

#[test]
fn whatever_is_left_out_comes_back() {
    for at in 0..4 {
        for sign in [1.0, -1.0] {
            let mut components = [0.0; 4];
            components[at] = sign;
            let exact = Quat::from_array(components);
            let code = encode(exact, BITS_OF_48);
            assert_eq!(code >> 45, at as u64);
            assert!(decode(code, BITS_OF_48).dot(exact).abs() > 1.0 - 1e-6);
        }
    }
}

#[test]
fn every_code_is_a_rotation() {
    let mut dice = Dice(3);
    for at in 0..10_000 {
        let code = [dice.next(), 0, u64::MAX][at % 3];
        let q = decode(code, BITS_OF_48);
        assert!((q.length() - 1.0).abs() < 1e-5, "{code:x}");
    }
}
