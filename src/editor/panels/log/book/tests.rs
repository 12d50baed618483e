#[test]
fn a_cell_with_a_comma_stays_one_cell() {
    assert_eq!(
        [super::quoted("a"), super::quoted("a, “b\"")],
        ["a", "\"a, “b\"\"\""]
    );
}
