use super::within_reach;

#[test]
fn a_tick_of_no_time_of_either_sign_leaves_the_rate() {
    for dt in [0.0, -0.0] {
        assert_eq!(within_reach(-2.0, dt, 1.5), -2.0);
        assert_eq!(within_reach(2.0, dt, 0.0), 2.0, "and a clip of no length");
    }
    assert_eq!(within_reach(f64::INFINITY, 0.1, 1.0), 0.0);
    let most = within_reach(f64::MAX, 0.5, 2.0);
    assert_eq!(
        (most, within_reach(-f64::MAX, 0.5, 2.0)),
        (crate::limits::FARTHEST_TURNS * 4.0, -most)
    );
}
