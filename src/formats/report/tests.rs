use super::*;

#[test]
fn a_flood_is_counted_not_kept() {
    let mut report = ImportReport::default();
    for i in 0..MAX_ENTRIES + 5 {
        report.warn(format!("/{i}"), "repaired");
    }
    assert_eq!((report.entries.len(), report.left_off), (MAX_ENTRIES, 5));
}
