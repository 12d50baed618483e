use super::*;

#[test]
fn solo_silences_the_others_and_alone_is_undone_by_itself() {
    let mut view = LaneView::default();
    toggle(&mut view.muted, Id(1), false);
    assert!(view.is_silent(Id(1)) && !view.is_silent(Id(2)));
    toggle(&mut view.solo, Id(1), false);
    assert!(
        view.is_silent(Id(1)) && view.is_silent(Id(2)),
        "muted stays muted"
    );
    toggle(&mut view.solo, Id(2), true);
    assert!(!view.is_silent(Id(2)) && view.solo.len() == 1);
    toggle(&mut view.solo, Id(2), true);
    assert!(view.solo.is_empty() && !view.is_silent(Id(2)));
}
