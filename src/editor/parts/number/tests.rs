use super::number_text;

#[test]
fn nothing_is_below_zero_that_is_shown_as_zero() {
    assert_eq!(
        [-0.04, -0.0, 0.0, -0.06].map(|value| number_text(value, 1)),
        ["0.0", "0.0", "0.0", "−0.1"]
    );
    assert_eq!(number_text(-0.4, 0), "0");
}
