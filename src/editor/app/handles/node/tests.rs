use super::*;

#[test]
fn what_is_added_to_an_expression_is_one_number_and_goes_again() {
    assert_eq!(plus("Height", 0.25), "(Height) + 0.25");
    assert_eq!(plus("(Height) + 0.25", -0.5), "(Height) - 0.25");
    assert_eq!(plus("(Height) - 0.25", 0.25), "Height");
    assert_eq!(plus("a + 2", 0.1), "(a + 2) + 0.1");
    assert_eq!(plus("(a) * (b)", 0.1), "((a) * (b)) + 0.1");
}
