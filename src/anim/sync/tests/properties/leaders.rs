//! Who leads, and what follows from a change of it.

use super::scene::{Player, Scene, limp, near, run, walk};
use crate::{
    Clip, Name, Notify,
    notify::flag,
    sync::{Part, Role, SyncMarker},
};
use bytemuck::Zeroable;

#[test]
fn p4_a_new_leader_goes_on_from_its_own_time() {
    let mut scene = Scene::new(vec![
        Player::new(walk(), 0.35, 0.6),
        Player::new(run(), 0.0, 0.4),
    ]);
    scene.tick(0.0);
    assert!(scene.leader() == 0 && near(scene.time(1), 0.2));
    (scene.players[0].weight, scene.players[1].weight) = (0.4, 0.6);
    scene.tick(0.0);
    assert!(
        scene.leader() == 1 && near(scene.time(0), 0.35) && near(scene.time(1), 0.2),
        "no jump at the switch"
    );
    scene.tick(0.1);
    let position = scene.frame().position().unwrap();
    assert!(near(scene.time(1), 0.3) && (position.fraction - 0.8333).abs() < 1e-4);
    assert!((scene.time(0) - 0.5167).abs() < 1e-4 && scene.travelled(0) > 0.0);
}

#[test]
fn p6_crossing_weights_swap_the_leader_once() {
    let mut scene = Scene::new(vec![
        Player::new(walk(), 0.0, 1.0),
        Player::new(run(), 0.0, 0.0),
    ]);
    let mut leaders = Vec::new();
    for part in [0.0, 0.3, 0.5, 0.5, 0.5, 0.6, 0.5, 0.5, 0.55, 1.0] {
        (scene.players[0].weight, scene.players[1].weight) = (1.0 - part, part);
        scene.tick(1.0 / 60.0);
        leaders.push(scene.leader());
    }
    assert_eq!(leaders, [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
}

fn stepping(mut clip: Clip, flags: u32) -> Clip {
    let step = |(id, marker): (usize, &SyncMarker)| Notify {
        id: id as u64 + 1,
        name: marker.name,
        target: Name::NONE,
        socket: Name::NONE,
        time: marker.time,
        end: marker.time,
        track: 0,
        flags,
        weight_threshold: 1e-5,
        chance: 1.0,
        from_lod: -1,
        ..Notify::zeroed()
    };
    clip.notifies = clip.markers.iter().enumerate().map(step).collect();
    clip
}

#[test]
fn p8_followers_are_silent_and_no_step_is_lost_or_doubled_when_the_leader_changes() {
    for switch in 0..40 {
        let mut scene = Scene::new(vec![
            Player::new(stepping(walk(), 0), 0.0, 0.6),
            Player::new(stepping(run(), 0), 0.0, 0.4),
            Player::new(stepping(limp(), flag::ON_FOLLOWER), 0.0, 0.1),
        ]);
        for tick in 0..40 {
            if tick == switch {
                (scene.players[0].weight, scene.players[1].weight) = (0.4, 0.6);
            }
            scene.tick(0.0371);
        }
        let of = |player: &dyn Fn(u32) -> bool| -> Vec<Name> {
            scene
                .fired
                .iter()
                .filter(|(who, _)| player(*who))
                .map(|(_, name)| *name)
                .collect()
        };
        let (led, followed) = (of(&|who| who < 2), of(&|who| who == 2));
        let alternates = |names: &[Name]| names.windows(2).all(|pair| pair[0] != pair[1]);
        assert!(led.len() >= 3 && alternates(&led), "{switch}: {led:?}");
        assert_eq!(led, followed, "{switch}");
    }
}

#[test]
fn p9_a_lone_follower_leads_and_the_last_of_two_leaders() {
    let mut scene = Scene::new(vec![
        Player::new(walk(), 0.2, 1.0).role(Role::AlwaysFollower),
    ]);
    scene.tick(0.1);
    assert!(scene.part(0) == Part::Leader && near(scene.time(0), 0.3));
    let leader = |clip| Player::new(clip, 0.2, 1.0).role(Role::AlwaysLeader);
    let mut scene = Scene::new(vec![
        leader(walk()),
        leader(run()),
        Player::new(limp(), 0.0, 1.0),
    ]);
    scene.tick(0.1);
    assert_eq!((scene.leader(), scene.part(0)), (1, Part::Follower));
    let exclusive = |clip| Player::new(clip, 0.2, 0.1).role(Role::ExclusiveAlwaysLeader);
    let mut scene = Scene::new(vec![leader(walk()), exclusive(run()), exclusive(limp())]);
    scene.tick(0.1);
    assert_eq!((scene.leader(), scene.part(2)), (1, Part::Alone));
    assert!(near(scene.time(2), 0.3));
}

#[test]
fn p12_a_transition_leader_stays_out_while_it_blends_in_then_leads() {
    let joining = Player::new(run(), 0.0, 0.2).role(Role::TransitionLeader);
    let mut scene = Scene::new(vec![Player::new(walk(), 0.35, 0.8), joining]);
    scene.tick(0.1);
    scene.players[1].weight = 0.3;
    scene.tick(0.1);
    assert_eq!((scene.part(1), scene.leader()), (Part::Alone, 0));
    assert!(near(scene.time(1), 0.2) && near(scene.time(0), 0.55));
    (scene.players[0].weight, scene.players[1].weight) = (0.0, 1.0);
    scene.tick(0.1);
    assert_eq!((scene.part(1), scene.leader()), (Part::Leader, 1));
    // The group was nine tenths of the way from L to R: in the run that is 0.32.
    assert!(
        near(scene.time(1), 0.42) && near(scene.travelled(1), 0.1),
        "it goes on from where the group was"
    );
    scene.players[1].weight = 0.6;
    scene.tick(0.1);
    assert_eq!(scene.leader(), 1, "until it has blended out");
    let standing = Player::new(run(), 0.0, 0.3).role(Role::TransitionLeader);
    let mut scene = Scene::new(vec![Player::new(walk(), 0.35, 0.7), standing]);
    scene.tick(0.1);
    assert_eq!(
        (scene.part(1), scene.leader()),
        (Part::Alone, 0),
        "it has risen from nothing"
    );
    scene.tick(0.1);
    assert_eq!(
        (scene.part(1), scene.leader()),
        (Part::Leader, 1),
        "what stands does not blend in"
    );
    // Seven tenths of the way from L to R, and on.
    assert!(near(scene.time(1), 0.26 + 0.1));
    let own = Player {
        match_sync_point: false,
        ..Player::new(run(), 0.0, 0.3)
    }
    .role(Role::TransitionLeader);
    let mut scene = Scene::new(vec![Player::new(walk(), 0.35, 0.7), own]);
    scene.tick(0.1);
    scene.tick(0.1);
    assert!(
        scene.leader() == 1 && near(scene.time(1), 0.2),
        "or it keeps its own"
    );
    let follower = Player::new(run(), 0.0, 0.2).role(Role::TransitionFollower);
    let mut scene = Scene::new(vec![Player::new(walk(), 0.35, 0.8), follower]);
    scene.tick(0.1);
    assert_eq!(scene.part(1), Part::Alone);
    scene.players[1].weight = 1.0;
    scene.tick(0.1);
    assert_eq!((scene.part(1), scene.leader()), (Part::Follower, 0));
}

#[test]
fn a_joiner_that_leads_at_once_takes_the_group_s_phase() {
    let mut scene = Scene::new(vec![Player::new(walk(), 0.35, 0.5)]);
    scene.tick(0.0);
    scene.players.push(Player::new(run(), 0.0, 0.9));
    scene.tick(0.1);
    assert!(scene.leader() == 1 && near(scene.time(1), 0.3) && near(scene.travelled(1), 0.1));
    let mut scene = Scene::new(vec![Player::new(walk(), 0.35, 0.5)]);
    scene.tick(0.0);
    scene.players.push(Player {
        match_sync_point: false,
        ..Player::new(run(), 0.0, 0.9)
    });
    scene.tick(0.1);
    assert!(near(scene.time(1), 0.1), "or keeps its own");
}
