use super::*;

#[test]
fn zooming_keeps_the_time_under_the_pointer() {
    let mut view = TimeView::fitting(0.0, 2.0, 800.0);
    for (x, factor) in [(0.0, 1.2), (400.0, 1e9), (800.0, 1e-9), (13.0, 0.8)] {
        let before = view.time(x);
        view.zoom_about(x, factor);
        assert!((view.x(before) - x).abs() < 1e-3);
        assert!(ZOOM_RANGE.contains(&view.scale));
    }
}

#[test]
fn what_is_out_of_sight_comes_to_the_middle_and_what_is_in_sight_stays() {
    let view = TimeView {
        start: 2.0,
        scale: 100.0,
    };
    assert_eq!(view.showing(Some((3.0, 3.5)), 400.0), view);
    assert_eq!(
        view.showing(Some((8.0, 10.0)), 400.0),
        TimeView {
            start: 7.0,
            scale: 100.0
        }
    );
    assert_eq!(view.showing(None, 400.0), view);
}

#[test]
fn ticks_are_never_nearer_than_eight_points() {
    for scale in [20.0, 100.0, 480.0, 3000.0, 20_000.0] {
        let view = TimeView { start: 0.0, scale };
        let (wide, fine) = view.ticks(30.0);
        let apart = |frames: u32| f64::from(frames) / 30.0 * scale;
        assert!(apart(fine) >= 8.0 && apart(wide) >= 88.0);
    }
}
