use super::*;

/// Markers a at 0.25, b at 1, a at 1.5 in two seconds.
fn markers() -> Vec<SyncMarker> {
    [("a", 0.25), ("b", 1.0), ("a", 1.5)]
        .map(|(name, time)| SyncMarker::new(Name::new(name), time))
        .to_vec()
}

fn with(looping: bool, check: impl Fn(&Ring<'_>)) {
    check(&Ring {
        markers: &markers(),
        length: 2.0,
        looping,
    });
}

const A: &str = "a";
const B: &str = "b";

#[test]
fn markers_of_a_loop_go_on_and_those_of_others_end() {
    with(true, |ring| {
        assert_eq!(
            [-2, -1, 0, 2, 3, 7].map(|at| ring.time(at)),
            [-1.0, -0.5, 0.25, 1.5, 2.25, 5.0]
        );
        assert_eq!([-2, 4].map(|at| ring.name(at)), [Name::new(B); 2]);
    });
    with(false, |ring| {
        assert_eq!([-1, 0, 2, 3].map(|at| ring.time(at)), [0.0, 0.25, 1.5, 2.0]);
        assert_eq!([-1, 3].map(|at| ring.name(at)), [Name::NONE; 2]);
    });
}

#[test]
fn the_next_of_a_name_is_at_most_a_turn_away_and_the_one_at_hand_is_a_turn_away() {
    with(true, |ring| {
        let (forward, back) = (
            |from, to| ring.forward_to(from, Name::new(to)),
            |from, to| ring.back_to(from, Name::new(to)),
        );
        assert_eq!(
            [forward(0, A), forward(2, A), forward(1, B), forward(4, B)],
            [Some(2), Some(3), Some(4), Some(7)]
        );
        assert_eq!(
            [back(0, A), back(2, A), back(1, B)],
            [Some(-1), Some(0), Some(-2)]
        );
        assert_eq!([forward(0, "c"), back(0, "c")], [None; 2]);
        assert_eq!(
            [ring.forward_to(0, Name::NONE), ring.back_to(0, Name::NONE)],
            [None; 2]
        );
    });
    with(false, |ring| {
        let (forward, back) = (
            |from, to| ring.forward_to(from, Name::new(to)),
            |from, to| ring.back_to(from, Name::new(to)),
        );
        assert_eq!(
            [forward(-1, A), forward(1, A), forward(2, A), forward(1, B)],
            [Some(0), Some(2), None, None]
        );
        assert_eq!(
            [back(3, A), back(2, A), back(0, A), back(1, B)],
            [Some(2), Some(0), None, None]
        );
    });
}

#[test]
fn a_place_is_between_its_neighbours_and_a_marker_begins_its_pair() {
    let at = |looping, time: f64| {
        let markers = markers();
        let ring = Ring {
            markers: &markers,
            length: 2.0,
            looping,
        };
        let place = ring.locate(time);
        (
            place.prev,
            place.next,
            place.at,
            ring.position(&place).fraction,
        )
    };
    assert_eq!(at(true, 0.25), (0, 1, 0.25, 0.0));
    assert_eq!(at(true, 1.25), (1, 2, 1.25, 0.5));
    assert_eq!(
        at(true, 0.0),
        (2, 3, 2.0, 0.5 / 0.75),
        "before the first, a turn on"
    );
    assert_eq!(at(true, 3.75), (2, 3, 1.75, 0.25 / 0.75));
    assert_eq!(at(false, 0.125), (-1, 0, 0.125, 0.5));
    assert_eq!(at(false, 9.0), (2, 3, 2.0, 1.0));
}

#[test]
fn a_joiner_takes_the_nearest_fitting_pair_else_the_nearest_with_the_coming_name() {
    let joined = |looping, prev: &str, next: &str, near: f64| {
        let markers = markers();
        let ring = Ring {
            markers: &markers,
            length: 2.0,
            looping,
        };
        let name = |text: &str| {
            if text.is_empty() {
                Name::NONE
            } else {
                Name::new(text)
            }
        };
        let place = ring.joined(
            &Position {
                prev: name(prev),
                next: name(next),
                fraction: 0.5,
            },
            near,
        );
        (place.prev, place.at)
    };
    assert_eq!(joined(true, A, B, 0.0), (0, 0.625));
    assert_eq!(joined(true, B, A, 0.0), (1, 1.25));
    assert_eq!(joined(true, A, A, 1.0), (2, 1.875));
    assert_eq!(
        joined(true, "", A, 1.1),
        (1, 1.25),
        "by the coming name, the nearest"
    );
    assert_eq!(joined(true, "", A, 0.1), (2, 1.875), "over the seam");
    assert_eq!(joined(false, "", A, 0.6), (-1, 0.125));
    assert_eq!(joined(false, A, "", 0.0), (2, 1.75), "on its way out");
    assert_eq!(joined(true, "x", "y", 0.0), (0, 0.625), "the first");
}

#[test]
fn every_marker_on_the_way_is_passed_in_order_with_what_is_left_of_the_way() {
    let led = |looping, from: f64, to: f64| {
        let markers = markers();
        let ring = Ring {
            markers: &markers,
            length: 2.0,
            looping,
        };
        let mut passed = Vec::new();
        let name = |name: Name| if name == Name::new(A) { A } else { B };
        let place = ring.led(ring.locate(from), to, |marker, left| {
            passed.push((name(marker), left))
        });
        (passed, place.prev, place.next)
    };
    assert_eq!(
        led(true, 0.5, 2.25),
        (vec![(B, 1.25), (A, 0.75), (A, 0.0)], 3, 4)
    );
    assert_eq!(
        led(true, 0.5, 0.25),
        (vec![], 0, 1),
        "its own marker is not passed until it is left"
    );
    assert_eq!(led(true, 0.5, -0.5), (vec![(A, 0.75)], -1, 0));
    assert_eq!(led(false, 0.5, 2.0), (vec![(B, 1.0), (A, 0.5)], 2, 3));
    assert_eq!(
        led(false, 1.75, 0.0),
        (vec![(A, 1.5), (B, 1.0), (A, 0.25)], -1, 0)
    );
}

#[test]
fn a_marker_at_the_end_of_a_clip_that_does_not_loop_has_nothing_after_it() {
    let markers = [
        SyncMarker::new(Name::new(A), 0.5),
        SyncMarker::new(Name::new(B), 2.0),
    ];
    let ring = Ring {
        markers: &markers,
        length: 2.0,
        looping: false,
    };
    let end = ring.led(ring.locate(1.0), 2.0, |_, _| ());
    assert_eq!(
        (end.prev, end.next, ring.position(&end).fraction),
        (1, 2, 0.0)
    );
    assert_eq!(
        ring.position(&ring.locate(2.0)),
        Position {
            prev: Name::new(B),
            next: Name::NONE,
            fraction: 0.0
        }
    );
}

#[test]
fn a_follower_takes_the_leader_s_passes_both_ways() {
    let followed = |looping, from: f64, passes: &[&str], (prev, next): (&str, &str), forward| {
        let markers = markers();
        let ring = Ring {
            markers: &markers,
            length: 2.0,
            looping,
        };
        let pass = |name: &&str| MarkerPass {
            name: Name::new(name),
            remaining: 0.0,
        };
        let passes: Vec<MarkerPass> = passes.iter().map(pass).collect();
        let name = |text: &str| {
            if text.is_empty() {
                Name::NONE
            } else {
                Name::new(text)
            }
        };
        let to = Position {
            prev: name(prev),
            next: name(next),
            fraction: 0.5,
        };
        let place = ring.followed(ring.locate(from), &passes, &to, forward);
        (place.prev, place.next, place.at)
    };
    assert_eq!(followed(true, 0.5, &[], (A, B), true), (0, 1, 0.625));
    assert_eq!(followed(true, 0.5, &[B, A], (A, A), true), (2, 3, 1.875));
    assert_eq!(
        followed(true, 0.5, &[B, A, A], (A, B), true),
        (3, 4, 2.625),
        "over the seam"
    );
    assert_eq!(followed(true, 1.25, &[B], (A, B), false), (0, 1, 0.625));
    assert_eq!(
        followed(true, 0.5, &[A], (A, A), false),
        (-1, 0, -0.125),
        "over the seam"
    );
    assert_eq!(
        followed(true, 0.5, &["c"], (A, B), true),
        (2, 3, 2.0),
        "what it lacks"
    );
    assert_eq!(
        followed(false, 0.5, &[B, A], (A, ""), true),
        (2, 3, 1.75),
        "half-way out"
    );
    assert_eq!(
        followed(false, 1.25, &[B, A], ("", A), false),
        (-1, 0, 0.125)
    );
    assert_eq!(
        followed(false, 0.5, &[B, A, B], (B, A), true),
        (2, 3, 2.0),
        "its markers ran out"
    );
    assert_eq!(followed(false, 0.5, &[A, B], (B, A), false), (-1, 0, 0.0));
    assert_eq!(
        followed(false, 0.5, &[B], (B, "c"), true),
        (1, 2, 1.0),
        "it waits at what it has reached"
    );
    assert_eq!(followed(false, 1.25, &[B], ("c", B), false), (0, 1, 1.0));
    assert_eq!(
        followed(false, 2.0, &[], (A, A), true),
        (2, 3, 2.0),
        "at its end already"
    );
    assert_eq!(followed(false, 0.0, &[], (A, A), false), (-1, 0, 0.0));
}
