use super::*;

/// Swinging, critical, creeping.
const DAMPINGS: [f64; 3] = [4.0, 40.0, 200.0];

#[test]
fn a_time_comes_out_alike_however_it_is_cut() {
    for damping in DAMPINGS {
        let whole = spring(1.0, -3.0, 0.25, 400.0, damping, 0.25);
        for count in [2u32, 15, 240] {
            let mut state = (1.0, -3.0);
            for _ in 0..count {
                state = spring(
                    state.0,
                    state.1,
                    0.25,
                    400.0,
                    damping,
                    0.25 / f64::from(count),
                );
            }
            assert!(
                (state.0 - whole.0).abs() < 1e-12 && (state.1 - whole.1).abs() < 1e-10,
                "{damping} {count}"
            );
        }
    }
}

/// The equation itself, over a step so short that it is nearly straight.
#[test]
fn a_step_obeys_the_law_of_the_spring() {
    let dt = 1e-6;
    for damping in DAMPINGS {
        let (x, v) = spring(1.0, -3.0, 0.25, 400.0, damping, dt);
        let pull = -400.0 * 0.75 + damping * 3.0;
        assert!(
            (x - (1.0 - 3.0 * dt)).abs() < 1e-9 && ((v + 3.0) / dt - pull).abs() < 0.1,
            "{damping}: {x} {v}"
        );
    }
}

/// A step towards a goal that goes evenly is what many short ones towards where it is come to.
#[test]
fn a_goal_that_goes_is_followed_as_it_goes() {
    for damping in DAMPINGS {
        let whole = spring_along(1.0, -3.0, (0.25, 0.75), 400.0, damping, 0.25);
        let (parts, mut cut, mut fine) = (100_000u32, (1.0, -3.0), (1.0, -3.0));
        let goal = |part: f64| 0.25 + 0.5 * part;
        for part in 0..parts {
            let middle = (f64::from(part) + 0.5) / f64::from(parts);
            fine = spring(
                fine.0,
                fine.1,
                goal(middle),
                400.0,
                damping,
                0.25 / f64::from(parts),
            );
        }
        for part in 0..5 {
            let way = (goal(f64::from(part) / 5.0), goal(f64::from(part + 1) / 5.0));
            cut = spring_along(cut.0, cut.1, way, 400.0, damping, 0.05);
        }
        for (found, bound) in [(cut, 1e-12), (fine, 1e-8)] {
            assert!(
                (found.0 - whole.0).abs() < bound && (found.1 - whole.1).abs() < 100.0 * bound,
                "{damping}"
            );
        }
    }
    assert_eq!(
        spring_along(1.0, 2.0, (0.0, 5.0), 0.0, 3.0, 0.1),
        (5.0, 0.0)
    );
    assert_eq!(
        spring_along(1.0, 2.0, (0.0, 5.0), 9.0, 3.0, 0.0),
        (1.0, 2.0)
    );
}

#[test]
fn without_stiffness_the_goal_is_there_at_once_and_without_time_nothing_moves() {
    assert_eq!(spring(1.0, 2.0, 5.0, 0.0, 3.0, 0.1), (5.0, 0.0));
    assert_eq!(spring(1.0, 2.0, 5.0, 9.0, 3.0, 0.0), (1.0, 2.0));
    let (x, v) = spring3(DVec3::ONE, DVec3::ZERO, DVec3::Y, 100.0, 20.0, 100.0);
    assert!(
        x.abs_diff_eq(DVec3::Y, 1e-9) && v.length() < 1e-9,
        "and it comes to rest there"
    );
}
