use super::*;

fn fields(value: &str) -> Fields {
    [
        ("rate".to_owned(), value.to_owned()),
        ("name".to_owned(), "same".to_owned()),
    ]
    .into()
}

/// Whether the rate is the file's, whether somebody's will keeps it, and who won a conflict.
fn merged(last: Option<&str>, here: &str, file: &str, reset: bool) -> (bool, bool, Option<Took>) {
    let merge = Merge::of(
        last.map(fields).as_ref(),
        &fields(here),
        &fields(file),
        reset,
    );
    assert!(!merge.takes("name") && !merge.keeps("name"));
    let mut took = merge.conflicts.iter().map(|conflict| match conflict {
        ImportOutcome::Conflict {
            field,
            here: a,
            file: b,
            took,
        } => {
            assert_eq!(
                (field.as_str(), a.as_str(), b.as_str()),
                ("rate", here, file)
            );
            *took
        }
        other => panic!("{other:?}"),
    });
    (merge.takes("rate"), merge.keeps("rate"), took.next())
}

#[test]
fn what_changed_on_one_side_holds_and_on_both_is_a_conflict() {
    for (reset, took) in [(false, Took::Here), (true, Took::File)] {
        assert_eq!(merged(Some("1"), "1", "1", reset), (false, false, None));
        assert_eq!(merged(Some("1"), "2", "2", reset), (false, false, None));
        assert_eq!(merged(Some("1"), "1", "2", reset), (true, false, None));
        assert_eq!(merged(Some("1"), "2", "1", reset), (reset, !reset, None));
        assert_eq!(
            merged(Some("1"), "2", "3", reset),
            (reset, !reset, Some(took))
        );
        assert_eq!(merged(None, "1", "2", reset), (reset, false, None));
    }
}
