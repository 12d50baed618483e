use super::flag;

#[test]
fn flags_are_the_published_bits() {
    assert_eq!([flag::DOUBLE_SIDED, flag::CUT_OUT], [1, 2]);
}
