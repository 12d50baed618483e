//! Where the members of a group stand: by length and by markers, both directions.

use super::scene::{GROUP, Player, Scene, clip, limp, near, run, walk};
use crate::{Clip, Name, dice::Dice};
use std::sync::Arc;

pub(super) fn without_markers(clip: Clip) -> Clip {
    Clip {
        markers: crate::Array::default(),
        ..clip
    }
}

#[test]
fn p1_by_length_a_follower_has_the_leader_s_ratio() {
    let walk = Player::new(without_markers(walk()), 0.5, 1.0);
    let mut scene = Scene::new(vec![walk, Player::new(without_markers(run()), 0.3, 0.5)]);
    scene.tick(0.0);
    scene.tick(0.25);
    assert!(near(scene.time(0), 0.75) && near(scene.time(1), 0.45));
    assert!(near(scene.travelled(1) / 0.25, 0.6), "the follower's rate");
    scene.tick(0.5);
    assert!(
        near(scene.time(0), 0.25) && near(scene.time(1), 0.15) && near(scene.travelled(1), 0.3),
        "over the seam"
    );
    assert_eq!(scene.frame().position(), None);
}

/// Times of walk and run, which the walk leads; ticks of `steps` seconds.
fn walk_and_run(start: f64, rate: f32, steps: &[f64]) -> Vec<(f64, f64)> {
    let leader = Player {
        rate,
        ..Player::new(walk(), start, 1.0)
    };
    let mut scene = Scene::new(vec![leader, Player::new(run(), 0.0, 0.5)]);
    scene.tick(0.0);
    let mut times = vec![(scene.time(0), scene.time(1))];
    for step in steps {
        scene.tick(*step);
        times.push((scene.time(0), scene.time(1)));
    }
    times
}

#[test]
fn p2_by_markers_feet_meet() {
    let times = walk_and_run(0.1, 1.0, &[0.25, 0.25, 0.25, 0.2]);
    let wanted = [
        (0.1, 0.05),
        (0.35, 0.2),
        (0.6, 0.35),
        (0.85, 0.5),
        (0.05, 0.02),
    ];
    for (is, wanted) in times.iter().zip(wanted) {
        assert!(
            near(is.0, wanted.0) && near(is.1, wanted.1),
            "{is:?} {wanted:?}"
        );
    }
}

/// Indices of the marker behind the limp, after each pass of the walk.
fn limp_behind(rate: f32) -> (i64, Vec<i64>) {
    let leader = Player {
        rate,
        ..Player::new(walk(), 0.35, 1.0)
    };
    let mut scene = Scene::new(vec![leader, Player::new(limp(), 0.2, 0.5)]);
    scene.tick(0.0);
    let behind = |scene: &Scene| scene.players[1].state.markers().unwrap().0;
    let first = behind(&scene);
    let next = |_| {
        scene.tick(0.5);
        assert_eq!(scene.frame().passes().len(), 1);
        behind(&scene)
    };
    (first, (0..4).map(next).collect())
}

#[test]
fn p3_a_double_cycle_is_traversed_and_not_restarted() {
    assert_eq!(limp_behind(1.0), (0, vec![1, 2, 3, 0]));
}

#[test]
fn p5_a_joiner_takes_the_nearest_of_the_fitting_places() {
    // The walk at 0.85 is half-way from R to L; the limp is there at 0.95 and at 2.05.
    for (time, wanted) in [(0.8, 0.95), (0.0, 2.05), (1.6, 2.05), (1.2, 0.95)] {
        let mut scene = Scene::new(vec![
            Player::new(walk(), 0.85, 1.0),
            Player::new(limp(), time, 0.1),
        ]);
        scene.players[1].on = false;
        scene.tick(0.0);
        scene.players[1].on = true;
        scene.tick(0.0);
        assert!(near(scene.time(1), wanted), "{time}: {}", scene.time(1));
    }
    let mut keeps = Player::new(limp(), 0.8, 0.1);
    keeps.match_sync_point = false;
    let mut scene = Scene::new(vec![Player::new(walk(), 0.85, 1.0), keeps]);
    scene.tick(0.0);
    assert!(
        near(scene.time(1), 0.8) && scene.players[1].state.markers() == Some((1, 2)),
        "its own time"
    );
}

#[test]
fn p7_an_hour_at_random_rates_stays_in_phase() {
    let mut scene = Scene::new(vec![
        Player::new(walk(), 0.0, 1.0),
        Player::new(limp(), 0.0, 0.5),
    ]);
    scene.players.push(Player::new(run(), 0.0, 0.5));
    let mut dice = Dice(1);
    let mut unit = || (dice.roll() + 1.0) / 2.0;
    for tick in 0..60 * 60 * 60 {
        scene
            .players
            .iter_mut()
            .for_each(|player| player.rate = 0.2 + 2.0 * unit());
        if tick % 97 == 0 {
            scene
                .players
                .iter_mut()
                .for_each(|player| player.weight = unit());
        }
        scene.tick(1.0 / 60.0);
        let position = scene.frame().position().unwrap();
        for player in &scene.players {
            let list = &player.clip.markers;
            let (prev, next) = player.state.markers().unwrap();
            let name = |at: i64| list[at as usize % list.len()].name;
            assert_eq!(
                (name(prev), name(next)),
                (position.prev, position.next),
                "tick {tick}"
            );
            let turn = |at: i64| f64::from(player.clip.length) * (at as usize / list.len()) as f64;
            let time = |at: i64| f64::from(list[at as usize % list.len()].time) + turn(at);
            let at = player.state.time
                + if player.state.time < time(prev) - 1e-4 {
                    turn(next)
                } else {
                    0.0
                };
            let fraction = (at - time(prev)) / (time(next) - time(prev));
            assert!(
                (fraction - position.fraction).abs() < 1e-4,
                "tick {tick}: {fraction} {position:?}"
            );
        }
    }
}

#[test]
fn p10_backwards_the_passing_order_is_reversed() {
    let times = walk_and_run(0.05, -1.0, &[0.2, 0.25, 0.25, 0.25]);
    let wanted = [
        (0.05, 0.02),
        (0.85, 0.5),
        (0.6, 0.35),
        (0.35, 0.2),
        (0.1, 0.05),
    ];
    for (is, wanted) in times.iter().zip(wanted) {
        assert!(
            near(is.0, wanted.0) && near(is.1, wanted.1),
            "{is:?} {wanted:?}"
        );
    }
    assert_eq!(limp_behind(-1.0), (0, vec![3, 2, 1, 0]));
    let mut scene = Scene::new(vec![Player {
        rate: -1.0,
        ..Player::new(walk(), 0.7, 1.0)
    }]);
    scene.tick(0.9);
    let passes: Vec<Name> = scene
        .frame()
        .passes()
        .iter()
        .map(|pass| pass.name)
        .collect();
    assert_eq!(passes, [Name::new("R"), Name::new("L")]);
    assert!(
        near(scene.frame().passes()[0].remaining, 0.8)
            && near(scene.frame().passes()[1].remaining, 0.3)
    );
}

#[test]
fn p11_without_a_common_marker_the_group_goes_by_length_until_it_leaves() {
    let mut scene = Scene::new(vec![
        Player::new(walk(), 0.35, 1.0),
        Player::new(run(), 0.0, 0.5),
    ]);
    scene.players.push(Player {
        on: false,
        ..Player::new(clip(2.0, &[("hop", 0.3)]), 0.0, 0.2)
    });
    scene.tick(0.0);
    assert!(near(scene.time(1), 0.2));
    scene.players[2].on = true;
    scene.tick(0.0);
    assert_eq!(scene.frame().position(), None);
    assert!(near(scene.time(1), 0.21) && near(scene.time(2), 0.7));
    scene.players[2].on = false;
    scene.tick(0.0);
    assert!(scene.frame().is_by_markers() && near(scene.time(1), 0.2));
    // A smaller common set takes over in the tick in which it comes.
    scene
        .players
        .push(Player::new(clip(0.5, &[("R", 0.25)]), 0.0, 0.2));
    scene.tick(0.0);
    let position = scene.frame().position().unwrap();
    assert_eq!(
        (position.prev, position.next),
        (Name::new("R"), Name::new("R"))
    );
}

#[test]
fn the_group_answers_where_it_is() {
    let (l, r) = (Name::new("L"), Name::new("R"));
    let mut scene = Scene::new(vec![Player {
        rate: 2.0,
        ..Player::new(walk(), 0.2, 1.0)
    }]);
    assert!(scene.groups.group(GROUP).is_none());
    scene.tick(0.05);
    let frame = scene.frame();
    assert!(frame.is_between(l, r) && !frame.is_between(r, l) && !frame.passed(r));
    assert!(!frame.is_between(l, l) && !frame.is_between(r, r));
    assert!(near(frame.time_to(r).unwrap(), 0.15) && near(frame.time_to(l).unwrap(), 0.4));
    assert_eq!(frame.time_to(Name::new("hop")), None);
    scene.tick(0.2);
    let frame = scene.frame();
    assert!(frame.passed(r) && !frame.passed(l) && near(frame.passes()[0].remaining, 0.05));
    let (before, after) = frame.ratios();
    assert!(near(before, 0.3) && near(after, 0.7));
    scene.players[0].rate = -2.0;
    scene.tick(0.0);
    assert!(near(scene.frame().time_to(r).unwrap(), 0.05));
}

#[test]
fn ends_of_a_clip_that_does_not_loop_bound_its_phase() {
    let once = |markers: &[(&str, f32)]| Clip {
        looping: false,
        ..clip(0.8, markers)
    };
    let leader = Player::new(once(&[("L", 0.2), ("R", 0.6)]), 0.0, 1.0);
    let mut follower = Player::new(walk(), 0.0, 0.5);
    follower.clip = Arc::new(walk());
    let mut scene = Scene::new(vec![leader, follower]);
    scene.tick(0.1);
    let position = scene.frame().position().unwrap();
    assert_eq!((position.prev, position.next), (Name::NONE, Name::new("L")));
    assert!(
        near(position.fraction, 0.5) && near(scene.time(1), 0.85),
        "half-way to the coming L"
    );
    scene.tick(0.6);
    let position = scene.frame().position().unwrap();
    assert_eq!((position.prev, position.next), (Name::new("R"), Name::NONE));
    assert!(near(scene.time(1), 0.6), "it lacks the span and waits");
    let follower = Player::new(once(&[("L", 0.2), ("R", 0.6)]), 0.0, 0.5);
    let mut scene = Scene::new(vec![Player::new(walk(), 0.35, 1.0), follower]);
    scene.tick(0.0);
    assert!(near(scene.time(1), 0.4));
    scene.tick(0.5);
    assert!(near(scene.time(1), 0.7), "R to L is R to its end");
    for _ in 0..4 {
        scene.tick(0.35);
        assert!(near(scene.time(1), 0.8), "and there it stays");
    }
}
