//! The numbered properties of the specification of sync groups, with their numbers.

use super::*;
use crate::{
    Clip, Notify,
    notify::{flag, for_each_hit},
};
use std::sync::Arc;

const GROUP: Name = Name::new("Locomotion");

fn clip(length: f32, markers: &[(&str, f32)]) -> Clip {
    let markers = markers.iter().map(|(name, time)| SyncMarker::new(Name::new(name), *time)).collect();
    let name = Name(u64::from(length.to_bits()) + 1);
    let clip = Clip { name, length, key_count: 1, rate_scale: 1.0, looping: true, markers, ..Clip::default() };
    Clip::new(clip, 1).unwrap()
}

fn walk() -> Clip {
    clip(1.0, &[("L", 0.1), ("R", 0.6)])
}

fn run() -> Clip {
    clip(0.6, &[("L", 0.05), ("R", 0.35)])
}

fn limp() -> Clip {
    clip(2.2, &[("L", 0.1), ("R", 0.7), ("L", 1.2), ("R", 1.8)])
}

/// A player and what it posts.
#[derive(Clone)]
struct Player {
    clip: Arc<Clip>,
    state: PlayerState,
    weight: f32,
    role: Role,
    rate: f32,
    match_sync_point: bool,
    on: bool,
}

impl Player {
    fn new(clip: Clip, time: f64, weight: f32) -> Self {
        let (clip, state) = (Arc::new(clip), PlayerState::at(time));
        Self { clip, state, weight, role: Role::CanBeLeader, rate: 1.0, match_sync_point: true, on: true }
    }

    fn role(mut self, role: Role) -> Self {
        self.role = role;
        self
    }
}

struct Scene {
    groups: SyncGroups,
    players: Vec<Player>,
    /// Names of the notifies that fired, with their player.
    fired: Vec<(u32, Name)>,
}

impl Scene {
    fn new(players: Vec<Player>) -> Self {
        Self { groups: SyncGroups::default(), players, fired: Vec::new() }
    }

    fn tick(&mut self, dt: f64) {
        self.groups.begin();
        for (at, player) in self.players.iter().enumerate().filter(|(_, player)| player.on) {
            let Player { clip, state, weight, role, rate, match_sync_point, .. } = player.clone();
            let record = TickRecord::new(at as u32, clip, state);
            self.groups.post(TickRecord { group: GROUP, weight, role, rate: rate.into(), match_sync_point, ..record });
        }
        self.groups.tick(dt);
        for record in self.groups.records() {
            self.players[record.player as usize].state = record.state;
            record.ranges(|range| {
                for_each_hit(&record.clip.notifies, range, |notify| {
                    if !record.part.silences(notify) {
                        self.fired.push((record.player, notify.name));
                    }
                });
            });
        }
    }

    fn time(&self, player: usize) -> f64 {
        self.players[player].state.time
    }

    fn part(&self, player: usize) -> Part {
        self.groups.records().iter().find(|record| record.player == player as u32).unwrap().part
    }

    fn travelled(&self, player: usize) -> f64 {
        self.groups.records().iter().find(|record| record.player == player as u32).unwrap().travelled()
    }

    fn frame(&self) -> &GroupFrame {
        self.groups.group(GROUP).unwrap()
    }

    fn leader(&self) -> u32 {
        self.frame().leader().unwrap()
    }
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

fn without_markers(clip: Clip) -> Clip {
    Clip { markers: crate::Array::default(), ..clip }
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
    assert!(near(scene.time(0), 0.25) && near(scene.time(1), 0.15) && near(scene.travelled(1), 0.3), "over the seam");
    assert_eq!(scene.frame().position(), None);
}

/// Times of walk and run, which the walk leads; ticks of `steps` seconds.
fn walk_and_run(start: f64, rate: f32, steps: &[f64]) -> Vec<(f64, f64)> {
    let leader = Player { rate, ..Player::new(walk(), start, 1.0) };
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
    let wanted = [(0.1, 0.05), (0.35, 0.2), (0.6, 0.35), (0.85, 0.5), (0.05, 0.02)];
    for (is, wanted) in times.iter().zip(wanted) {
        assert!(near(is.0, wanted.0) && near(is.1, wanted.1), "{is:?} {wanted:?}");
    }
}

/// Indices of the marker behind the limp, after each pass of the walk.
fn limp_behind(rate: f32) -> (i64, Vec<i64>) {
    let leader = Player { rate, ..Player::new(walk(), 0.35, 1.0) };
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
fn p4_a_new_leader_goes_on_from_its_own_time() {
    let mut scene = Scene::new(vec![Player::new(walk(), 0.35, 0.6), Player::new(run(), 0.0, 0.4)]);
    scene.tick(0.0);
    assert!(scene.leader() == 0 && near(scene.time(1), 0.2));
    (scene.players[0].weight, scene.players[1].weight) = (0.4, 0.6);
    scene.tick(0.0);
    assert!(scene.leader() == 1 && near(scene.time(0), 0.35) && near(scene.time(1), 0.2), "no jump at the switch");
    scene.tick(0.1);
    let position = scene.frame().position().unwrap();
    assert!(near(scene.time(1), 0.3) && (position.fraction - 0.8333).abs() < 1e-4);
    assert!((scene.time(0) - 0.5167).abs() < 1e-4 && scene.travelled(0) > 0.0);
}

#[test]
fn p5_a_joiner_takes_the_nearest_of_the_fitting_places() {
    // The walk at 0.85 is half-way from R to L; the limp is there at 0.95 and at 2.05.
    for (time, wanted) in [(0.8, 0.95), (0.0, 2.05), (1.6, 2.05), (1.2, 0.95)] {
        let mut scene = Scene::new(vec![Player::new(walk(), 0.85, 1.0), Player::new(limp(), time, 0.1)]);
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
    assert!(near(scene.time(1), 0.8) && scene.players[1].state.markers() == Some((1, 2)), "its own time");
}

#[test]
fn p6_crossing_weights_swap_the_leader_once() {
    let mut scene = Scene::new(vec![Player::new(walk(), 0.0, 1.0), Player::new(run(), 0.0, 0.0)]);
    let mut leaders = Vec::new();
    for part in [0.0, 0.3, 0.5, 0.5, 0.5, 0.6, 0.5, 0.5, 0.55, 1.0] {
        (scene.players[0].weight, scene.players[1].weight) = (1.0 - part, part);
        scene.tick(1.0 / 60.0);
        leaders.push(scene.leader());
    }
    assert_eq!(leaders, [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
}

#[test]
fn p7_an_hour_at_random_rates_stays_in_phase() {
    let mut scene = Scene::new(vec![Player::new(walk(), 0.0, 1.0), Player::new(limp(), 0.0, 0.5)]);
    scene.players.push(Player::new(run(), 0.0, 0.5));
    let mut random = 1u64;
    let mut unit = || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 40) as f32 / (1u64 << 24) as f32
    };
    for tick in 0..60 * 60 * 60 {
        scene.players.iter_mut().for_each(|player| player.rate = 0.2 + 2.0 * unit());
        if tick % 97 == 0 {
            scene.players.iter_mut().for_each(|player| player.weight = unit());
        }
        scene.tick(1.0 / 60.0);
        let position = scene.frame().position().unwrap();
        for player in &scene.players {
            let list = &player.clip.markers;
            let (prev, next) = player.state.markers().unwrap();
            let name = |at: i64| list[at as usize % list.len()].name;
            assert_eq!((name(prev), name(next)), (position.prev, position.next), "tick {tick}");
            let turn = |at: i64| f64::from(player.clip.length) * (at as usize / list.len()) as f64;
            let time = |at: i64| f64::from(list[at as usize % list.len()].time) + turn(at);
            let at = player.state.time + if player.state.time < time(prev) - 1e-4 { turn(next) } else { 0.0 };
            let fraction = (at - time(prev)) / (time(next) - time(prev));
            assert!((fraction - position.fraction).abs() < 1e-4, "tick {tick}: {fraction} {position:?}");
        }
    }
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
        action: 0,
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
            scene.fired.iter().filter(|(who, _)| player(*who)).map(|(_, name)| *name).collect()
        };
        let (led, followed) = (of(&|who| who < 2), of(&|who| who == 2));
        let alternates = |names: &[Name]| names.windows(2).all(|pair| pair[0] != pair[1]);
        assert!(led.len() >= 3 && alternates(&led), "{switch}: {led:?}");
        assert_eq!(led, followed, "{switch}");
    }
}

#[test]
fn p9_a_lone_follower_leads_and_the_last_of_two_leaders() {
    let mut scene = Scene::new(vec![Player::new(walk(), 0.2, 1.0).role(Role::AlwaysFollower)]);
    scene.tick(0.1);
    assert!(scene.part(0) == Part::Leader && near(scene.time(0), 0.3));
    let leader = |clip| Player::new(clip, 0.2, 1.0).role(Role::AlwaysLeader);
    let mut scene = Scene::new(vec![leader(walk()), leader(run()), Player::new(limp(), 0.0, 1.0)]);
    scene.tick(0.1);
    assert_eq!((scene.leader(), scene.part(0)), (1, Part::Follower));
    let exclusive = |clip| Player::new(clip, 0.2, 0.1).role(Role::ExclusiveAlwaysLeader);
    let mut scene = Scene::new(vec![leader(walk()), exclusive(run()), exclusive(limp())]);
    scene.tick(0.1);
    assert_eq!((scene.leader(), scene.part(2)), (1, Part::Alone));
    assert!(near(scene.time(2), 0.3));
}

#[test]
fn p10_backwards_the_passing_order_is_reversed() {
    let times = walk_and_run(0.05, -1.0, &[0.2, 0.25, 0.25, 0.25]);
    let wanted = [(0.05, 0.02), (0.85, 0.5), (0.6, 0.35), (0.35, 0.2), (0.1, 0.05)];
    for (is, wanted) in times.iter().zip(wanted) {
        assert!(near(is.0, wanted.0) && near(is.1, wanted.1), "{is:?} {wanted:?}");
    }
    assert_eq!(limp_behind(-1.0), (0, vec![3, 2, 1, 0]));
    let mut scene = Scene::new(vec![Player { rate: -1.0, ..Player::new(walk(), 0.7, 1.0) }]);
    scene.tick(0.9);
    let passes: Vec<Name> = scene.frame().passes().iter().map(|pass| pass.name).collect();
    assert_eq!(passes, [Name::new("R"), Name::new("L")]);
    assert!(near(scene.frame().passes()[0].remaining, 0.8) && near(scene.frame().passes()[1].remaining, 0.3));
}

#[test]
fn p11_without_a_common_marker_the_group_goes_by_length_until_it_leaves() {
    let mut scene = Scene::new(vec![Player::new(walk(), 0.35, 1.0), Player::new(run(), 0.0, 0.5)]);
    scene.players.push(Player { on: false, ..Player::new(clip(2.0, &[("hop", 0.3)]), 0.0, 0.2) });
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
    scene.players.push(Player::new(clip(0.5, &[("R", 0.25)]), 0.0, 0.2));
    scene.tick(0.0);
    let position = scene.frame().position().unwrap();
    assert_eq!((position.prev, position.next), (Name::new("R"), Name::new("R")));
}

#[test]
fn p12_a_transition_leader_stays_out_while_it_blends_in() {
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
    assert!(near(scene.time(1), 0.3), "what is seen does not jump");
    scene.players[1].weight = 0.6;
    scene.tick(0.1);
    assert_eq!(scene.leader(), 1, "until it has blended out");
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
    scene.players.push(Player { match_sync_point: false, ..Player::new(run(), 0.0, 0.9) });
    scene.tick(0.1);
    assert!(near(scene.time(1), 0.1), "or keeps its own");
}

#[test]
fn the_group_answers_where_it_is() {
    let (l, r) = (Name::new("L"), Name::new("R"));
    let mut scene = Scene::new(vec![Player { rate: 2.0, ..Player::new(walk(), 0.2, 1.0) }]);
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
fn a_joiner_that_is_alone_has_no_phase_to_take() {
    for markers in [true, false] {
        let of = |clip: Clip| if markers { clip } else { without_markers(clip) };
        let mut scene = Scene::new(vec![Player::new(of(walk()), 0.35, 1.0), Player::new(of(run()), 0.5, 1.0)]);
        scene.players[1].on = false;
        scene.tick(0.0);
        (scene.players[0].on, scene.players[1].on) = (false, true);
        scene.tick(0.0);
        assert!(near(scene.time(1), 0.5) && scene.leader() == 1);
    }
}

#[test]
fn a_group_that_all_have_left_answers_nothing() {
    let mut scene = Scene::new(vec![Player::new(walk(), 0.2, 1.0), Player::new(run(), 0.0, 0.5)]);
    scene.tick(0.0);
    scene.tick(0.5);
    assert!(scene.frame().contains(1) && !scene.frame().passes().is_empty() && scene.frame().ratios().1 > 0.0);
    scene.players.iter_mut().for_each(|player| player.on = false);
    // Two ticks: the buffers of a frame are used again.
    for _ in 0..2 {
        scene.tick(0.1);
        assert_eq!(scene.frame(), &GroupFrame::default());
    }
}

#[test]
fn by_length_a_clip_that_does_not_loop_goes_to_its_end_and_stays() {
    let once = Clip { looping: false, ..without_markers(run()) };
    for (rate, start, end) in [(1.0, 0.5, 0.6), (-1.0, 0.5, 0.0)] {
        let leader = Player { rate, ..Player::new(without_markers(walk()), start, 1.0) };
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
        let clip = Clip { looping, ..clip(0.8, markers) };
        let mut scene = Scene::new(vec![Player::new(walk(), 0.35, 1.0), Player::new(clip, time, 0.5)]);
        scene.tick(0.0);
        scene.frame().is_by_markers()
    };
    assert!(by_markers(true, 0.1, &[("L", 0.5)]) && by_markers(false, 0.1, &[("L", 0.5), ("R", 0.7)]));
    assert!(!by_markers(false, 0.1, &[("L", 0.5)]) && by_markers(false, 0.5, &[("L", 0.5)]));
    assert!(!by_markers(false, 0.1, &[("L", 0.5), ("hop", 0.7)]), "of the group's");
}

#[test]
fn groups_stay_apart_and_are_found_by_their_names() {
    let names = ["b", "a", "c"].map(Name::new);
    let mut groups = SyncGroups::default();
    groups.begin();
    for (player, group) in names.into_iter().enumerate() {
        let record = TickRecord::new(player as u32, Arc::new(walk()), PlayerState::at(0.1));
        groups.post(TickRecord { group, rate: player as f64, ..record });
    }
    groups.tick(0.25);
    assert_eq!(names.map(|name| groups.group(name).and_then(GroupFrame::leader)), [Some(0), Some(1), Some(2)]);
    assert!(groups.records().iter().zip([0.1, 0.35, 0.6]).all(|(record, time)| near(record.state.time, time)));
    assert!(groups.group(Name::new("d")).is_none());
}

#[test]
fn a_leader_that_stands_still_passes_nothing_and_comes_to_no_marker() {
    let mut scene = Scene::new(vec![Player { rate: 0.0, ..Player::new(walk(), 0.2, 1.0) }]);
    scene.tick(0.5);
    assert!(scene.frame().passes().is_empty() && scene.frame().time_to(Name::new("R")).is_none());
    assert_eq!(scene.frame().position().map(|position| position.prev), Some(Name::new("L")));
}

#[test]
fn ends_of_a_clip_that_does_not_loop_bound_its_phase() {
    let once = |markers: &[(&str, f32)]| Clip { looping: false, ..clip(0.8, markers) };
    let leader = Player::new(once(&[("L", 0.2), ("R", 0.6)]), 0.0, 1.0);
    let mut follower = Player::new(walk(), 0.0, 0.5);
    follower.clip = Arc::new(walk());
    let mut scene = Scene::new(vec![leader, follower]);
    scene.tick(0.1);
    let position = scene.frame().position().unwrap();
    assert_eq!((position.prev, position.next), (Name::NONE, Name::new("L")));
    assert!(near(position.fraction, 0.5) && near(scene.time(1), 0.85), "half-way to the coming L");
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

#[test]
fn bad_input_does_no_harm() {
    let nan = Player { weight: f32::NAN, rate: f32::NAN, ..Player::new(walk(), f64::NAN, 1.0) };
    let empty = Player::new(clip(0.0, &[]), 0.0, 1.0);
    let huge = Player { rate: f32::MAX, ..Player::new(run(), 0.0, 0.5) };
    let mut scene = Scene::new(vec![nan, empty, huge]);
    scene.tick(f64::NAN);
    assert_eq!(scene.time(2), 0.0, "no time has passed");
    scene.tick(1.0);
    assert!(scene.players.iter().all(|player| player.state.time.is_finite()));
    assert_eq!((scene.part(0), scene.part(1), scene.leader()), (Part::Follower, Part::Alone, 2));
    let far = Clip { markers: vec![SyncMarker::new(Name::new("L"), 2.0)].into(), ..walk() };
    assert_eq!(Clip::new(far, 1), Err(crate::clip::ClipError::Markers));
}

/// What a random group does in a tick: seconds, rates, weights, who is there.
type Step = (f64, [f32; 3], [f32; 3], [bool; 3]);

fn any_clip() -> impl proptest::strategy::Strategy<Value = Clip> {
    use proptest::prelude::*;
    (0.2f32..3.0, prop::collection::vec((0usize..3, 0.0f32..1.0), 0..6), prop::bool::weighted(0.8)).prop_map(
        |(length, markers, looping)| {
            let mut times: Vec<(&str, f32)> = markers.iter().map(|(n, t)| (["L", "R", "X"][*n], t * length)).collect();
            times.sort_by(|a, b| a.1.total_cmp(&b.1));
            times.dedup_by(|a, b| a.1 - b.1 < NEAREST_MARKERS);
            Clip { looping, ..clip(length, &times) }
        },
    )
}

fn any_step() -> impl proptest::strategy::Strategy<Value = Step> {
    use proptest::prelude::*;
    let three = |range: std::ops::Range<f32>| prop::array::uniform3(range);
    (0.0f64..0.2, three(-2.0..3.0), three(0.0..1.0), prop::array::uniform3(prop::bool::weighted(0.9)))
}

proptest::proptest! {
    /// Whatever happens, times stay in their clips, a tick's ranges begin where the last one's ended unless the player
    /// jumped, and looping members of a group by markers stand between markers of the same names.
    #[test]
    fn whatever_joins_and_leaves_ranges_tile_and_phases_agree(
        clips in proptest::array::uniform3(any_clip()),
        roles in proptest::array::uniform3(0usize..6),
        steps in proptest::collection::vec(any_step(), 1..60),
    ) {
        let role = [
            Role::CanBeLeader,
            Role::AlwaysFollower,
            Role::AlwaysLeader,
            Role::TransitionLeader,
            Role::TransitionFollower,
            Role::ExclusiveAlwaysLeader,
        ];
        let players = clips.into_iter().zip(roles).map(|(clip, at)| Player::new(clip, 0.0, 0.5).role(role[at]));
        let mut scene = Scene::new(players.collect());
        let mut ends = [0.0; 3];
        for (dt, rates, weights, on) in steps {
            for at in 0..3 {
                let player = &mut scene.players[at];
                if on[at] && !player.on {
                    player.state = PlayerState::at(0.0);
                    ends[at] = 0.0;
                }
                (player.rate, player.weight, player.on) = (rates[at], weights[at], on[at]);
            }
            scene.tick(dt);
            for record in scene.groups.records() {
                let (at, length) = (record.player as usize, f64::from(record.clip.length));
                let mut from = None;
                let mut to = record.state.time;
                record.ranges(|range| {
                    from.get_or_insert(range);
                    to = range.to;
                    assert!((0.0..=length).contains(&range.from) && (0.0..=length).contains(&range.to));
                });
                proptest::prop_assert_eq!(to, record.state.time);
                let from = from.unwrap();
                proptest::prop_assert!(from.from == ends[at] || from.include_from || record.travelled() == 0.0);
                ends[at] = record.state.time;
                let position = scene.groups.group(GROUP).and_then(GroupFrame::position);
                let pair = record.state.markers().filter(|_| record.clip.looping && record.part != Part::Alone);
                if let (Some(position), Some((prev, next))) = (position, pair) {
                    let valid = &scene.groups.group(GROUP).unwrap().valid;
                    let own: Vec<Name> =
                        record.clip.markers.iter().map(|m| m.name).filter(|name| valid.contains(name)).collect();
                    let name = |at: i64| own[at.rem_euclid(own.len() as i64) as usize];
                    let in_span = position.prev != Name::NONE && position.next != Name::NONE;
                    proptest::prop_assert!(!in_span || name(next) == position.next || name(prev) == position.prev);
                }
            }
        }
    }
}
