use super::*;

fn target(time: f64, name: &str) -> SnapTarget {
    SnapTarget {
        time,
        name: name.to_owned(),
        kind: SnapKind::Notifies,
    }
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn the_nearest_target_wins_and_both_of_a_close_pair_can_be_reached() {
    let view = TimeView {
        start: 0.0,
        scale: 100.0,
    };
    let targets = [target(1.0, "a"), target(1.03, "b")];
    for frames in [None, Some(30.0)] {
        let name = |time: f64| {
            snap(time, &[], &targets, &view, frames)
                .1
                .map(|target| target.name)
        };
        assert_eq!(name(1.001).as_deref(), Some("a"));
        assert_eq!(name(1.024).as_deref(), Some("b"));
    }
    let far = TimeView {
        start: 0.0,
        scale: 20_000.0,
    };
    assert_eq!(snap(1.01, &[], &targets, &far, Some(30.0)), (1.01, None));
}

#[test]
fn what_lies_on_a_frame_has_its_own_name_and_frames_can_be_off() {
    let view = TimeView {
        start: 0.0,
        scale: 400.0,
    };
    let targets = [target(0.5000001, "a")];
    let name = |time: f64, rate| {
        snap(time, &[], &targets, &view, rate)
            .1
            .map(|target| target.name)
    };
    assert_eq!(name(0.502, Some(30.0)).as_deref(), Some("a"));
    assert_eq!(name(0.533, Some(30.0)).as_deref(), Some("frame 16"));
    assert_eq!(name(0.533, None), None);
}

#[test]
fn an_edge_between_frames_is_met_and_so_are_the_frames() {
    let view = TimeView {
        start: 0.0,
        scale: 180.0,
    };
    let targets = [target(102.5 / 30.0, "end")];
    let met = |frame: f64| snap(frame / 30.0, &[], &targets, &view, Some(30.0)).0 * 30.0;
    for (at, wanted) in [
        (102.0, 102.0),
        (102.2, 102.0),
        (102.3, 102.5),
        (102.7, 102.5),
        (102.8, 103.0),
    ] {
        assert!((met(at) - wanted).abs() < 1e-6, "{at}: {}", met(at));
    }
}

#[test]
fn the_far_edge_of_an_item_snaps_too() {
    let view = TimeView {
        start: 0.0,
        scale: 100.0,
    };
    let (time, met) = snap(1.512, &[0.5], &[target(2.0, "a")], &view, Some(1.0));
    assert!(near(time, 1.5) && met.is_some_and(|met| met.name == "a"));
    let (time, met) = snap(1.72, &[0.3], &[], &view, Some(1.0));
    assert!(
        near(time, 1.7) && met.is_some_and(|met| near(met.time, 2.0)),
        "to a frame as well"
    );
}
