use super::*;

/// Evenly over all rotations.
fn random(state: &mut u64) -> Quat {
    loop {
        let mut next = || {
            *state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (*state >> 40) as f32 / (1u64 << 23) as f32 - 1.0
        };
        let q = Quat::from_xyzw(next(), next(), next(), next());
        if (0.01..=1.0).contains(&q.length_squared()) {
            return q.normalize();
        }
    }
}

/// The largest errors over random rotations: of a stored component, and of the angle in radians.
fn worst(bits: u32, count: usize) -> (f32, f64) {
    let mut state = 7;
    let (mut component, mut angle) = (0.0f32, 0.0f64);
    for _ in 0..count {
        let exact = random(&mut state);
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
    let mut state = 3u64;
    for at in 0..10_000 {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(at);
        let q = decode([state, 0, u64::MAX][at as usize % 3], BITS_OF_48);
        assert!((q.length() - 1.0).abs() < 1e-5, "{state:x}");
    }
}
