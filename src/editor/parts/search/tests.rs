use super::score;

#[test]
fn letters_in_order_match_and_runs_win() {
    assert_eq!(score("Add slot", "xyz"), None);
    assert!(score("Add section at playhead", "add sec") > score("Add slot", "as").map(|s| s - 100));
    assert!(score("Save as…", "sa") > score("Previous edge", "se"));
    assert_eq!(score("Anything", ""), Some(0));
}
