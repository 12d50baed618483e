use super::*;

#[test]
fn exp_and_log_undo_each_other() {
    for v in [
        DVec3::ZERO,
        DVec3::new(0.3, -0.2, 0.9),
        DVec3::new(0.0, 3.1, 0.0),
    ] {
        assert!(log(exp(v)).abs_diff_eq(v, 1e-12), "{v}");
    }
}

#[test]
fn a_frame_has_its_axes() {
    let q = frame(DVec3::NEG_Y, DVec3::new(1.0, 0.5, 0.0));
    assert!(q.abs_diff_eq(DQuat::IDENTITY, 1e-12));
    let q = frame(DVec3::Z, DVec3::X);
    assert!(
        (q * DVec3::NEG_Y).abs_diff_eq(DVec3::Z, 1e-12)
            && (q * DVec3::X).abs_diff_eq(DVec3::X, 1e-12)
    );
}

#[test]
fn a_turn_between_keys_starts_and_ends_at_them() {
    let (a, b) = (euler(10.0, 50.0, 0.0), euler(-40.0, 120.0, 20.0));
    for (u, end) in [(0.0, a), (1.0, b)] {
        let q = hermite_turn(a, DVec3::X, b, DVec3::Y, u);
        assert!(q.dot(end).abs() > 1.0 - 1e-12);
    }
}
