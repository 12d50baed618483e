use super::*;

#[test]
fn columns_fill_the_panel_and_the_rarer_ones_go_first() {
    let names = |width| {
        placed(width)
            .into_iter()
            .map(|(column, ..)| column)
            .collect::<Vec<_>>()
    };
    assert_eq!(names(490.0), ALL);
    assert_eq!(
        names(440.0),
        [
            Rate,
            Steps,
            Count(SweepFault::Lost),
            Count(SweepFault::Doubled),
            Latest,
            Astray,
            Result
        ]
    );
    assert_eq!(
        names(380.0),
        [Rate, Steps, Count(SweepFault::Lost), Latest, Astray, Result]
    );
    assert_eq!(names(320.0), [Rate, Latest, Astray, Result]);
    for width in [320.0, 440.0, 620.0] {
        let (_, left, last) = *placed(width).last().unwrap();
        assert!(
            (left + last + EDGE - width).abs() < 0.01,
            "{width}: ends at {}",
            left + last
        );
    }
}
