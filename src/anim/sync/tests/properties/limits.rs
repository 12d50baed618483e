//! Groups of one, of none, and of clips that end.

use super::{
    phases::without_markers,
    scene::{Player, Scene, clip, near, run, walk},
};
use crate::{
    Clip, Name,
    sync::{GroupFrame, PlayerState, SyncGroups, TickRecord},
};
use std::sync::Arc;

#[test]
fn a_joiner_that_is_alone_has_no_phase_to_take() {
    for markers in [true, false] {
        let of = |clip: Clip| if markers { clip } else { without_markers(clip) };
        let mut scene = Scene::new(vec![
            Player::new(of(walk()), 0.35, 1.0),
            Player::new(of(run()), 0.5, 1.0),
        ]);
        scene.players[1].on = false;
        scene.tick(0.0);
        (scene.players[0].on, scene.players[1].on) = (false, true);
        scene.tick(0.0);
        assert!(near(scene.time(1), 0.5) && scene.leader() == 1);
    }
}

#[test]
fn a_group_that_all_have_left_answers_nothing() {
    let mut scene = Scene::new(vec![
        Player::new(walk(), 0.2, 1.0),
        Player::new(run(), 0.0, 0.5),
    ]);
    scene.tick(0.0);
    scene.tick(0.5);
    assert!(
        scene.frame().contains(1)
            && !scene.frame().passes().is_empty()
            && scene.frame().ratios().1 > 0.0
    );
    scene
        .players
        .iter_mut()
        .for_each(|player| player.on = false);
    // Two ticks: the buffers of a frame are used again.
    for _ in 0..2 {
        scene.tick(0.1);
        assert_eq!(scene.frame(), &GroupFrame::default());
    }
}

#[test]
fn by_length_a_clip_that_does_not_loop_goes_to_its_end_and_stays() {
    let once = Clip {
        looping: false,
        ..without_markers(run())
    };
    for (rate, start, end) in [(1.0, 0.5, 0.6), (-1.0, 0.5, 0.0)] {
        let leader = Player {
            rate,
            ..Player::new(without_markers(walk()), start, 1.0)
        };
        let mut scene = Scene::new(vec![leader, Player::new(once.clone(), 0.0, 0.5)]);
        scene.tick(0.0);
        assert!(near(scene.time(1), 0.3));
        scene.tick(0.25);
        assert!(near(scene.time(1), if rate > 0.0 { 0.45 } else { 0.15 }));
        // The leader's turn is over in the first of these.
        for _ in 0..5 {
            scene.tick(0.3);
            assert!(near(scene.time(1), end), "{rate}: {}", scene.time(1));
        }
    }
}

#[test]
fn a_clip_that_does_not_loop_needs_two_of_the_markers_or_to_stand_on_its_one() {
    let by_markers = |looping, time: f64, markers: &[(&str, f32)]| {
        let clip = Clip {
            looping,
            ..clip(0.8, markers)
        };
        let mut scene = Scene::new(vec![
            Player::new(walk(), 0.35, 1.0),
            Player::new(clip, time, 0.5),
        ]);
        scene.tick(0.0);
        scene.frame().is_by_markers()
    };
    assert!(
        by_markers(true, 0.1, &[("L", 0.5)]) && by_markers(false, 0.1, &[("L", 0.5), ("R", 0.7)])
    );
    assert!(!by_markers(false, 0.1, &[("L", 0.5)]) && by_markers(false, 0.5, &[("L", 0.5)]));
    assert!(
        !by_markers(false, 0.1, &[("L", 0.5), ("hop", 0.7)]),
        "of the group's"
    );
}

#[test]
fn groups_stay_apart_and_are_found_by_their_names() {
    let names = ["b", "a", "c"].map(Name::new);
    let mut groups = SyncGroups::default();
    groups.begin_tick();
    for (player, group) in names.into_iter().enumerate() {
        let record = TickRecord::new(player as u32, Arc::new(walk()), PlayerState::at(0.1));
        groups.post(TickRecord {
            group,
            rate: player as f64,
            ..record
        });
    }
    groups.tick(0.25);
    assert_eq!(
        names.map(|name| groups.group(name).and_then(GroupFrame::leader)),
        [Some(0), Some(1), Some(2)]
    );
    assert!(
        groups
            .records()
            .iter()
            .zip([0.1, 0.35, 0.6])
            .all(|(record, time)| near(record.state.time, time))
    );
    assert!(groups.group(Name::new("d")).is_none());
}

#[test]
fn a_leader_that_stands_still_passes_nothing_and_comes_to_no_marker() {
    let mut scene = Scene::new(vec![Player {
        rate: 0.0,
        ..Player::new(walk(), 0.2, 1.0)
    }]);
    scene.tick(0.5);
    assert!(scene.frame().passes().is_empty() && scene.frame().time_to(Name::new("R")).is_none());
    assert_eq!(
        scene.frame().position().map(|position| position.prev),
        Some(Name::new("L"))
    );
}
