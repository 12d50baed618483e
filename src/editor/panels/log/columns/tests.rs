use super::*;

#[test]
fn columns_fill_the_panel_and_never_overlap() {
    for width in [320.0, 360.0, 440.0, 620.0] {
        let placed = placed(width);
        for pair in placed.windows(2) {
            assert!(
                pair[0].1 + pair[0].2 < pair[1].1,
                "{width}: {:?} and {:?}",
                pair[0].0,
                pair[1].0
            );
        }
        let (_, left, last) = placed[placed.len() - 1];
        assert!(
            (left + last + EDGE - width).abs() < 0.01,
            "{width}: ends at {}",
            left + last
        );
    }
}

#[test]
fn the_least_important_columns_go_first() {
    let names = |width| {
        placed(width)
            .into_iter()
            .map(|(column, ..)| column)
            .collect::<Vec<_>>()
    };
    assert_eq!(names(520.0), ALL);
    assert_eq!(
        names(432.0),
        [Time, Frame, Event, Phase, Source, Weight, Reason]
    );
    assert_eq!(names(312.0), [Time, Frame, Event, Phase, Reason]);
    assert_eq!(names(200.0), [Time, Event, Reason]);
}
