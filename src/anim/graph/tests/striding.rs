//! Blend spaces in time: clips in step by markers inside a space, and spaces in sync groups.

use super::{
    Graph, GraphParts, Interpolation, Node, Parameter, Play, SpacePlay, Value,
    mixing::{near, parts},
    tests::Stage,
};
use crate::graph::nodes::{BlendSpaceNode, OutputNode, SequencePlayerNode, TwoWayNode};
use crate::{
    Clip, Name,
    blend_space::{BlendSpace, BlendSpaceAxis, NotifyTrigger, Sample},
    dice::Dice,
    notify::flag,
    program::{Environment, Query, name_value},
    sync::{Part, PlayerState, Role, SyncMarker},
};
use bytemuck::Zeroable;
use proptest::prelude::*;
use std::sync::Arc;

const GROUP: Name = Name::new("Locomotion");
type Marks = &'static [(&'static str, f32)];
const WALK: (f32, Marks) = (1.0, &[("L", 0.1), ("R", 0.6)]);
const RUN: (f32, Marks) = (0.6, &[("L", 0.05), ("R", 0.35)]);
const LIMP: (f32, Marks) = (2.2, &[("L", 0.1), ("R", 0.7), ("L", 1.2), ("R", 1.8)]);

/// Of a metre a second along x, which its root goes.
fn clip(at: usize, (length, markers): (f32, &[(&str, f32)])) -> Arc<Clip> {
    let markers: Vec<SyncMarker> = markers
        .iter()
        .map(|(name, at)| SyncMarker::new(Name::new(name), *at))
        .collect();
    let mut clip = (*crate::fixture::clip_along("", 0.0)).clone();
    (clip.name, clip.length, clip.markers) = (Name(at as u64 + 1), length, markers.into());
    (clip.looping, clip.rate_scale) = (true, 1.0);
    Arc::new(clip)
}

fn axis() -> BlendSpaceAxis {
    BlendSpaceAxis {
        min: 0.0,
        max: 1.0,
        wrap: false,
        smoothing: Default::default(),
    }
}

/// Samples of the first so many clips, evenly along an axis.
fn space(clips: usize) -> BlendSpace {
    let last = (clips - 1).max(1) as f32;
    let samples: Vec<Sample> = (0..clips)
        .map(|clip| Sample {
            clip: clip as u32,
            at: [clip as f32 / last, 0.0],
            rate: 1.0,
        })
        .collect();
    BlendSpace::new(&[axis()], &samples, 0.0).unwrap()
}

/// Its place is the first parameter, its rate the second.
fn play(space: BlendSpace) -> SpacePlay {
    SpacePlay {
        space: Arc::new(space),
        input: [Value::Parameter(0), Value::Number(0.0)],
        looping: true,
        play: Play {
            rate: Value::Parameter(1),
            ..Play::default()
        },
    }
}

fn staged(parts: GraphParts, clips: &[(f32, &[(&str, f32)])]) -> Stage {
    let mut stage = Stage::of(parts);
    stage.library.clips = clips
        .iter()
        .enumerate()
        .map(|(at, it)| clip(at, *it))
        .collect();
    stage
}

/// A space alone, at the start of its time.
fn alone(clips: &[(f32, &[(&str, f32)])]) -> Stage {
    let nodes = vec![
        Node::BlendSpace(BlendSpaceNode { space: 0 }),
        Node::Output(OutputNode { source: 0 }),
    ];
    staged(
        GraphParts {
            spaces: vec![play(space(clips.len()))],
            ..parts(nodes)
        },
        clips,
    )
}

impl Stage {
    fn go(&mut self, x: f64, rate: f64, dt: f64) {
        self.dt = dt;
        self.state.parameters[..2].copy_from_slice(&[x, rate]);
        self.update();
    }

    /// Seconds on a sample's clip.
    fn at(&self, sample: u32) -> f64 {
        self.state.spaces[0]
            .way(sample)
            .map_or(f64::NAN, |(time, _)| time)
    }

    /// Goes on until the heaviest sample is at a time.
    fn lead_to(&mut self, x: f64, leader: u32, time: f64) {
        let length = f64::from(self.library.clips[leader as usize].length);
        self.go(x, 0.0, 0.0);
        let seconds = self.state.spaces[0].view().length;
        let left = (time - self.at(leader)).rem_euclid(length) / length;
        self.go(x, 1.0, left * seconds);
        assert!(is_near(self.at(leader), time), "{} {time}", self.at(leader));
    }
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

/// Property 09.2, of a space.
#[test]
fn feet_of_the_clips_of_a_space_meet_both_ways() {
    for x in [0.3, 0.8] {
        let mut stage = alone(&[WALK, RUN]);
        let leader = u32::from(x > 0.5);
        let pairs = [
            (0.1, 0.05),
            (0.35, 0.2),
            (0.6, 0.35),
            (0.85, 0.5),
            (0.05, 0.02),
        ];
        let led = |(walk, run): (f64, f64)| if leader == 0 { walk } else { run };
        for pair in pairs.iter().chain(&pairs).chain(pairs.iter().rev()) {
            stage.lead_to(x, leader, led(*pair));
            assert!(
                is_near(stage.at(0), pair.0) && is_near(stage.at(1), pair.1),
                "{x}: {pair:?}"
            );
        }
        stage.lead_to(x, leader, led(pairs[4]));
        let length = stage.state.spaces[0].view().length;
        for (from, to) in pairs.iter().rev().zip(pairs.iter().rev().skip(1)) {
            let whole = if leader == 0 { 1.0 } else { 0.6 };
            let back = (led(*from) - led(*to)).rem_euclid(whole) / whole;
            stage.go(x, -1.0, back * length);
            assert!(
                is_near(stage.at(0), to.0) && is_near(stage.at(1), to.1),
                "{x}: back to {to:?}"
            );
        }
    }
}

/// Property 09.3, of a space: which of its four markers the limp has behind it.
#[test]
fn a_double_cycle_in_a_space_is_traversed_and_not_restarted() {
    for (rate, wanted) in [
        (1.0, [1, 2, 3, 0, 1, 2, 3, 0]),
        (-1.0, [3, 2, 1, 0, 3, 2, 1, 0]),
    ] {
        let mut stage = alone(&[WALK, LIMP]);
        stage.lead_to(0.3, 0, 0.35);
        let behind = |stage: &Stage| {
            let marks = LIMP
                .1
                .iter()
                .filter(|mark| f64::from(mark.1) <= stage.at(1) + 1e-9)
                .count();
            (marks + 3) % 4
        };
        assert_eq!(behind(&stage), 0);
        let half = stage.state.spaces[0].view().length / 2.0;
        let passed = wanted.map(|_| {
            stage.go(0.3, rate, half);
            behind(&stage)
        });
        assert_eq!(passed, wanted);
    }
}

/// Property 09.4, of a space: where the run becomes the heaviest, it goes on from where it was.
#[test]
fn where_another_clip_becomes_the_heaviest_nothing_jumps() {
    let mut stage = alone(&[WALK, RUN]);
    stage.lead_to(0.3, 0, 0.35);
    assert!(is_near(stage.at(1), 0.2));
    stage.go(0.9, 1.0, 0.0);
    assert!(
        is_near(stage.at(0), 0.35) && is_near(stage.at(1), 0.2),
        "no time has passed"
    );
    // A sixth of the mix is a sixth of the run.
    let length = stage.state.spaces[0].view().length;
    stage.go(0.9, 1.0, length / 6.0);
    assert!(
        is_near(stage.at(1), 0.3) && is_near(stage.at(0), 0.516_666_666),
        "{}",
        stage.at(0)
    );
    for step in 0..200 {
        let before = [stage.at(0), stage.at(1)];
        stage.go(if step % 2 == 0 { 0.49 } else { 0.51 }, 1.0, 0.01);
        for (sample, length) in [(0, 1.0), (1, 0.6)] {
            let moved = (stage.at(sample) - before[sample as usize]).rem_euclid(length);
            assert!(moved > 1e-4 && moved < 0.03, "step {step}: {moved}");
        }
    }
}

#[test]
fn a_clip_that_comes_in_takes_the_phase_of_those_that_leave() {
    let mut stage = alone(&[WALK, RUN]);
    stage.lead_to(0.0, 0, 0.85);
    stage.go(1.0, 0.0, 0.0);
    assert!(
        stage.at(0).is_nan() && is_near(stage.at(1), 0.5),
        "{}",
        stage.at(1)
    );
    stage.go(0.0, 0.0, 0.0);
    assert!(is_near(stage.at(0), 0.85));
}

#[test]
fn by_length_goes_a_space_one_of_whose_clips_has_no_such_marker() {
    let mut stage = alone(&[WALK, RUN, (2.0, &[("hop", 0.3)])]);
    stage.lead_to(0.2, 0, 0.35);
    assert!(is_near(stage.at(1), 0.21), "{}", stage.at(1));
    let mut posed = alone(&[WALK, RUN, (0.0, &[])]);
    posed.lead_to(0.2, 0, 0.35);
    assert!(
        is_near(posed.at(1), 0.2),
        "a pose without a length stands out of it"
    );
}

#[test]
fn once_through_clips_keep_step_and_stop_at_their_ends() {
    let mut stage = alone(&[WALK, RUN]);
    let mut parts = stage.graph.parts().clone();
    parts.spaces[0].looping = false;
    stage.graph = Graph::new(parts).unwrap();
    stage.go(0.3, 1.0, 0.0);
    let length = stage.state.spaces[0].view().length;
    for (part, run) in [
        (0.05, 0.025),
        (0.1, 0.05),
        (0.35, 0.2),
        (0.6, 0.35),
        (0.8, 0.475),
        (1.0, 0.6),
    ] {
        stage.go(0.3, 1.0, length * part - stage.state.spaces[0].view().time);
        assert!(
            is_near(stage.at(0), part) && is_near(stage.at(1), run),
            "{part}: {}",
            stage.at(1)
        );
    }
    stage.go(0.3, 1.0, 5.0);
    assert!(is_near(stage.at(0), 1.0) && is_near(stage.at(1), 0.6));
    stage.go(0.3, -1.0, 50.0);
    assert!(is_near(stage.at(0), 0.0) && is_near(stage.at(1), 0.0));
}

/// Where a clip is between the markers around it, by name and part.
fn phase(clip: &Clip, time: f64) -> (Name, Name, f64) {
    let (marks, length) = (&clip.markers, f64::from(clip.length));
    let at = |index: usize| {
        f64::from(marks[index % marks.len()].time) + (index / marks.len()) as f64 * length
    };
    let next = marks
        .iter()
        .position(|mark| f64::from(mark.time) > time)
        .unwrap_or(marks.len());
    let (prev, turn) = if next == 0 {
        (marks.len() - 1, length)
    } else {
        (next - 1, 0.0)
    };
    let next = if next == 0 { marks.len() } else { next };
    let part = (time + turn - at(prev)) / (at(next) - at(prev));
    (marks[prev].name, marks[next % marks.len()].name, part)
}

/// In parts of the way from one foot to the other; 0 and 2 are the same where there are two.
fn cycle((prev, _, part): (Name, Name, f64)) -> f64 {
    part + if prev == Name::new("R") { 1.0 } else { 0.0 }
}

fn apart(a: f64, b: f64) -> f64 {
    let way = (a - b).rem_euclid(2.0);
    way.min(2.0 - way) / 2.0
}

/// Property 09.7, of a space.
#[test]
fn an_hour_at_random_rates_and_places_stays_in_phase() {
    let mut stage = alone(&[WALK, LIMP, RUN]);
    let mut dice = Dice(7);
    let mut unit = || f64::from(dice.roll() + 1.0) / 2.0;
    let (mut x, mut worst) = (0.5, 0.0f64);
    for tick in 0..60 * 60 * 60 {
        x = if tick % 601 == 0 {
            unit()
        } else {
            (x + 0.02 * (unit() - 0.5)).clamp(0.0, 1.0)
        };
        stage.go(x, 3.0 * unit() - 0.8, 1.0 / 60.0);
        let there: Vec<f64> = (0..3u32)
            .filter(|sample| stage.state.spaces[0].state.weight(*sample) > 0.0)
            .map(|sample| {
                cycle(phase(
                    &stage.library.clips[sample as usize],
                    stage.at(sample),
                ))
            })
            .collect();
        there
            .iter()
            .for_each(|other| worst = worst.max(apart(there[0], *other)));
    }
    assert!(worst < 1e-4, "{worst}");
}

/// A space in a group, and a player of the last clip beside it, mixed by the third parameter.
fn grouped(clips: &[(f32, &[(&str, f32)])], roles: [Role; 2]) -> Stage {
    let nodes = vec![
        Node::BlendSpace(BlendSpaceNode { space: 0 }),
        Node::SequencePlayer(SequencePlayerNode {
            clip: Some(clips.len() as u32 - 1),
            play: Some(1),
        }),
        Node::TwoWay(TwoWayNode {
            a: 0,
            b: 1,
            alpha: 2,
            always_update_children: false,
        }),
        Node::Output(OutputNode { source: 2 }),
    ];
    let mut all = parts(nodes);
    let third = Parameter {
        name: Name::new("c"),
        default: 0.5,
        is_trigger: false,
        values: Vec::new(),
    };
    all.parameters.push(third);
    all.alphas.push(super::Alpha::Value(Value::Parameter(2)));
    all.plays.push(Play {
        group: GROUP,
        role: roles[1],
        rate: Value::Parameter(1),
        ..Play::default()
    });
    let mut space = play(space(clips.len() - 1));
    (space.play.group, space.play.role) = (GROUP, roles[0]);
    staged(
        GraphParts {
            spaces: vec![space],
            ..all
        },
        clips,
    )
}

impl Stage {
    fn both(&mut self, x: f64, part: f64, rate: f64, dt: f64) -> [f64; 2] {
        self.state.parameters[2] = part;
        self.go(x, rate, dt);
        let player = self.state.players[0].newest().unwrap().at.time;
        [self.state.spaces[0].state.ratio(), player]
    }
}

#[test]
fn by_length_a_space_leads_and_follows_at_its_blended_length() {
    let plain = |(length, _): (f32, Marks)| -> (f32, Marks) { (length, &[]) };
    let clips = [plain(WALK), plain(RUN), (2.0, &[][..])];
    let mut stage = grouped(&clips, [Role::CanBeLeader; 2]);
    // Of the walk a quarter, of the run the rest: 0.7 s.
    stage.both(0.75, 0.2, 1.0, 0.0);
    for turn in 1..=3u8 {
        let [ratio, player] = stage.both(0.75, 0.2, 1.0, 0.07);
        assert!(
            is_near(ratio, 0.1 * f64::from(turn)) && is_near(player, 2.0 * ratio),
            "{ratio} {player}"
        );
    }
    // Now the player leads: a twentieth of its two seconds.
    let [ratio, player] = stage.both(0.75, 0.8, 1.0, 0.1);
    assert!(
        is_near(ratio, 0.35) && is_near(player, 0.7),
        "{ratio} {player}"
    );
    assert!(is_near(stage.at(0), 0.35) && is_near(stage.at(1), 0.21));
    let [ratio, player] = stage.both(0.75, 0.8, -1.0, 0.8);
    assert!(
        is_near(ratio, 0.95) && is_near(player, 1.9),
        "{ratio} {player}"
    );
}

#[test]
fn by_markers_a_space_leads_and_follows_with_all_its_clips() {
    let mut stage = grouped(
        &[WALK, LIMP, RUN],
        [Role::CanBeLeader, Role::AlwaysFollower],
    );
    for step in 0..400 {
        let rate = if step < 200 { 1.0 } else { -1.0 };
        let [_, player] = stage.both(0.3, 0.4, rate, 0.03);
        let run = cycle(phase(&stage.library.clips[2], player));
        for sample in 0..2u32 {
            let own = cycle(phase(
                &stage.library.clips[sample as usize],
                stage.at(sample),
            ));
            assert!(apart(own, run) < 1e-6, "step {step}, {sample}: {own} {run}");
        }
    }
    let mut stage = grouped(
        &[WALK, LIMP, RUN],
        [Role::AlwaysFollower, Role::AlwaysLeader],
    );
    let mut before = 0.0;
    for step in 0..400 {
        // The player leads at its own rate; and the heaviest of the space changes.
        let [_, player] = stage.both(if step % 3 == 0 { 0.7 } else { 0.2 }, 0.4, 1.0, 0.03);
        assert!(step == 0 || is_near((player - before).rem_euclid(0.6), 0.03));
        before = player;
        let run = cycle(phase(&stage.library.clips[2], player));
        for sample in 0..2u32 {
            let own = cycle(phase(
                &stage.library.clips[sample as usize],
                stage.at(sample),
            ));
            assert!(apart(own, run) < 1e-6, "step {step}, {sample}: {own} {run}");
        }
    }
}

/// Whoever is the heaviest in it: a group does not change how it goes with the weights inside a
/// space.
#[test]
fn a_group_goes_by_length_where_the_samples_of_a_space_share_no_marker() {
    for roles in [
        [Role::AlwaysLeader, Role::CanBeLeader],
        [Role::AlwaysFollower, Role::AlwaysLeader],
    ] {
        let mut stage = grouped(&[WALK, (2.0, &[("hop", 0.3)]), RUN], roles);
        for step in 0..60 {
            let [ratio, player] = stage.both(f64::from(step % 7) / 6.0, 0.4, 1.0, 0.03);
            assert!(is_near(player, 0.6 * ratio), "{player} {ratio}");
            assert!(
                stage
                    .state
                    .groups
                    .group(GROUP)
                    .unwrap()
                    .position()
                    .is_none()
            );
        }
    }
}

#[test]
fn notifies_of_a_space_that_follows_are_silent_unless_they_are_for_followers() {
    for (role, other, part) in [
        (Role::AlwaysFollower, Role::AlwaysLeader, Part::Follower),
        (Role::AlwaysLeader, Role::CanBeLeader, Part::Leader),
    ] {
        let mut stage = grouped(&[WALK, RUN, LIMP], [role, other]);
        for clip in 0..2u64 {
            let notify = |id: u64, flags: u32| crate::Notify {
                id,
                time: 0.01,
                end: 0.01,
                flags,
                ..crate::Notify::zeroed()
            };
            let both = [notify(clip, 0), notify(clip + 10, flag::ON_FOLLOWER)];
            Arc::make_mut(&mut stage.library.clips[clip as usize]).notifies = both.to_vec().into();
        }
        let mut fired = Vec::new();
        for _ in 0..25 {
            stage.both(0.25, 0.4, 1.0, 0.05);
            let queued = &stage.outcome.queued;
            assert!(queued.iter().all(|queued| queued.part == part));
            let heard = queued
                .iter()
                .filter(|queued| !queued.part.silences(&queued.notify));
            fired.extend(heard.map(|queued| queued.notify.id));
        }
        fired.sort_unstable();
        fired.dedup();
        let wanted: &[u64] = if part == Part::Leader {
            &[0, 1, 10, 11]
        } else {
            &[10, 11]
        };
        assert_eq!(fired, wanted);
    }
}

/// Notifies of all clips: none is lost and none is doubled, whoever leads and however often that
/// changes.
#[test]
fn every_step_of_a_space_fires_once_a_turn_whoever_leads() {
    let mut stage = alone(&[WALK, RUN]);
    let mut counts = [0u32; 2];
    for clip in 0..2usize {
        let step = crate::Notify {
            id: clip as u64,
            time: 0.3,
            end: 0.3,
            ..crate::Notify::zeroed()
        };
        Arc::make_mut(&mut stage.library.clips[clip]).notifies = vec![step].into();
    }
    let mut turned = 0.0;
    let mut before = 0.0;
    for step in 0..2000 {
        stage.go(if step % 5 < 2 { 0.45 } else { 0.55 }, 1.0, 0.0137);
        turned += (stage.at(0) - before).rem_euclid(1.0);
        before = stage.at(0);
        stage
            .outcome
            .queued
            .iter()
            .for_each(|queued| counts[queued.notify.id as usize] += 1);
    }
    let turns = turned.floor() as u32;
    assert!(
        turns > 25
            && counts
                .iter()
                .all(|count| (turns..=turns + 1).contains(count)),
        "{turns} {counts:?}"
    );
}

/// Property 05.12 in step: each clip moves the root by what it itself went.
#[test]
fn the_root_goes_with_each_clip_s_own_way() {
    let mut stage = alone(&[WALK, RUN]);
    for clip in &mut stage.library.clips {
        Arc::make_mut(clip).root_motion.enabled = true;
    }
    stage.lead_to(0.25, 0, 0.35);
    let before = [stage.at(0), stage.at(1)];
    stage.go(0.25, 1.0, 0.03);
    let [(walk, a), (run, b)] = stage.outcome.roots[..] else {
        panic!("both move the root")
    };
    near(a, 0.75);
    near(b, 0.25);
    let delta = |clip: usize, from: f64, to: f64| {
        stage.library.clips[clip]
            .root_delta(&stage.skeleton, from, to)
            .translation
            .x
    };
    near(walk.translation.x, delta(0, before[0], stage.at(0)));
    near(run.translation.x, delta(1, before[1], stage.at(1)));
    assert!(stage.at(1) - before[1] > 0.0);
}

#[test]
fn an_edit_of_a_space_that_plays_keeps_its_phase() {
    let mut stage = alone(&[WALK, RUN]);
    stage.lead_to(0.3, 0, 0.35);
    let edited = |change: &dyn Fn(&mut SpacePlay), stage: &Stage| {
        let mut parts = stage.graph.parts().clone();
        change(&mut parts.spaces[0]);
        Graph::new(parts).unwrap()
    };
    // A third sample; then the first is gone, so that the others have other numbers.
    stage.library.clips.push(clip(2, LIMP));
    for (samples, x) in [
        (vec![0u32, 1, 2], 0.15),
        (vec![1, 2], 0.1),
        (vec![2], 0.1),
        (vec![0, 1], 0.3),
    ] {
        let more = edited(
            &|play| {
                let at = |(nth, clip): (usize, &u32)| Sample {
                    clip: *clip,
                    at: [nth as f32 / 2.0, 0.0],
                    rate: 1.0,
                };
                let all: Vec<Sample> = samples.iter().enumerate().map(at).collect();
                play.space = Arc::new(BlendSpace::new(&[axis()], &all, 3.0).unwrap());
            },
            &stage,
        );
        stage.state.fit(&stage.graph.clone(), &more);
        stage.graph = more;
        stage.go(x, 0.0, 0.0);
        for (sample, clip) in samples
            .iter()
            .enumerate()
            .filter(|(at, _)| !stage.at(*at as u32).is_nan())
        {
            let own = cycle(phase(
                &stage.library.clips[*clip as usize],
                stage.at(sample as u32),
            ));
            assert!(apart(own, 0.5) < 1e-6, "{samples:?}: {own}");
        }
    }
    // Markers that are gone, or elsewhere, do no harm.
    for markers in [
        vec![],
        vec![SyncMarker::new(Name::new("R"), 0.9)],
        vec![SyncMarker::new(Name::new("L"), 0.0)],
    ] {
        Arc::make_mut(&mut stage.library.clips[1]).markers = markers.into();
        (0..50).for_each(|_| stage.go(0.25, 1.0, 0.05));
        assert!((0.0..=0.6).contains(&stage.at(1)) && (0.0..=1.0).contains(&stage.at(0)));
    }
}

#[test]
fn a_transition_waits_out_of_the_group_until_it_is_there() {
    let mut stage = grouped(
        &[WALK, RUN, LIMP],
        [Role::TransitionFollower, Role::CanBeLeader],
    );
    stage.both(0.0, 0.9, 1.0, 0.0);
    // It has a tenth of the weight, and rises: by itself.
    let [ratio, _] = stage.both(0.0, 0.8, 1.0, 0.1);
    assert!(is_near(ratio, 0.1));
    stage.both(0.0, 0.0, 1.0, 0.0);
    let [_, player] = stage.both(0.0, 0.5, 1.0, 0.05);
    let limp = cycle(phase(&stage.library.clips[2], player));
    assert!(
        apart(cycle(phase(&stage.library.clips[0], stage.at(0))), limp) < 1e-6,
        "in step from then on"
    );
}

fn any_marks() -> impl Strategy<Value = (f32, Vec<(&'static str, f32)>)> {
    let mark = (prop::sample::select(vec!["L", "R", "X"]), 0.0f32..=1.0);
    (
        prop_oneof![0.2f32..3.0, Just(0.0)],
        prop::collection::vec(mark, 0..6),
    )
        .prop_map(|(length, mut marks)| {
            marks.iter_mut().for_each(|mark| mark.1 *= length);
            marks.sort_by(|a, b| a.1.total_cmp(&b.1));
            marks.dedup_by(|a, b| a.1 - b.1 < crate::sync::NEAREST_MARKERS);
            (length, marks)
        })
}

fn hostile() -> impl Strategy<Value = f64> {
    let bad = [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        1e-300,
        -0.0,
        1e9,
        -1e9,
    ];
    prop_oneof![8 => -2.0f64..3.0, 1 => prop::sample::select(bad.to_vec())]
}

/// What a step does: place, part of the other player, rate, seconds, and whether somebody edits.
type Step = (f64, f64, f64, f64, bool);

fn any_step() -> impl Strategy<Value = Step> {
    (
        hostile(),
        hostile(),
        hostile(),
        prop_oneof![9 => 0.0f64..0.2, 1 => 0.0f64..50.0],
        prop::bool::weighted(0.1),
    )
}

proptest! {
    /// Whatever comes: times stay in their clips, and what was travelled ends where the clip
    /// stands.
    #[test]
    fn whatever_comes_clips_stay_in_range_and_stand_where_they_went(
        clips in prop::array::uniform4(any_marks()),
        (looping, roles, weight_speed) in (any::<bool>(), prop::array::uniform2(0usize..6), prop_oneof![Just(0.0f32), 0.5f32..9.0]),
        steps in prop::collection::vec(any_step(), 1..40),
    ) {
        let role = [
            Role::CanBeLeader,
            Role::AlwaysFollower,
            Role::AlwaysLeader,
            Role::TransitionLeader,
            Role::TransitionFollower,
            Role::ExclusiveAlwaysLeader,
        ];
        let lent: Vec<(f32, &[(&str, f32)])> = clips.iter().map(|(length, marks)| (*length, marks.as_slice())).collect();
        let mut stage = grouped(&lent, roles.map(|at| role[at]));
        let mut parts = stage.graph.parts().clone();
        let samples = space(3).samples().to_vec();
        parts.spaces[0].space = Arc::new(BlendSpace::new(&[axis()], &samples, weight_speed).unwrap());
        parts.spaces[0].looping = looping;
        stage.graph = Graph::new(parts).unwrap();
        for (x, part, rate, dt, edits) in steps {
            if edits {
                let mut parts = stage.graph.parts().clone();
                let play = &mut parts.spaces[0];
                let mut samples = play.space.samples().to_vec();
                samples.rotate_left(1);
                play.space = Arc::new(BlendSpace::new(&[axis()], &samples, weight_speed).unwrap().triggering(NotifyTrigger::None));
                let graph = Graph::new(parts).unwrap();
                stage.state.fit(&stage.graph.clone(), &graph);
                stage.graph = graph;
            }
            stage.both(x, part, rate, dt);
            let player = &stage.state.spaces[0];
            prop_assert!((0.0..=1.0).contains(&player.state.ratio()));
            for sample in (0..3u32).filter(|_| stage.state.is_reached(0)) {
                let Some((time, travel)) = player.way(sample) else { continue };
                let clip = &stage.library.clips[stage.graph.parts().spaces[0].space.samples()[sample as usize].clip as usize];
                let length = f64::from(clip.length);
                prop_assert!((0.0..=length).contains(&time), "{time} of {length}");
                let mut to = None;
                travel.ranges(length, looping, |range| to = Some(range.to));
                let to: f64 = to.unwrap();
                let off = (to - time).abs();
                prop_assert!(off < 1e-6 || (looping && (off - length).abs() < 1e-6), "{travel:?} leads to {to}, not {time}");
            }
        }
    }
}

/// What a group keeps of a player is not lost when another clip carries it.
#[test]
fn a_player_that_another_clip_carries_stays_the_same_one() {
    let clip = clip(3, WALK);
    let carried = PlayerState::at(0.25).carried_by(&clip, 0.5, false);
    assert_eq!(
        (carried.time, carried.fresh, carried.markers()),
        (0.5, false, None)
    );
}

#[test]
fn a_player_that_does_not_match_begins_at_its_own_start_and_is_in_step_from_the_next_tick_on() {
    for (matches, wanted) in [(true, 0.8), (false, 0.0)] {
        let mut stage = grouped(
            &[(1.0, &[][..]), (1.0, &[][..]), (2.0, &[][..])],
            [Role::AlwaysLeader, Role::CanBeLeader],
        );
        let mut parts = stage.graph.parts().clone();
        parts.plays[1].match_sync_point = matches;
        stage.graph = Graph::new(parts).unwrap();
        stage.both(0.0, 0.0, 1.0, 0.4);
        let [_, joined] = stage.both(0.0, 0.3, 1.0, 0.0);
        assert!(is_near(joined, wanted), "{matches}: {joined}");
        stage.both(0.0, 0.3, 1.0, 0.1);
        let [_, later] = stage.both(0.0, 0.3, 1.0, 0.1);
        assert!(is_near(later, 1.2), "{matches}: {later}");
    }
}

/// The clip of the walk, by its markers: L at 0.1 and R at 0.6 of a second.
#[test]
fn what_expressions_ask_of_a_group_is_where_its_leader_is() {
    let mut stage = grouped(&[WALK, WALK, WALK], [Role::AlwaysLeader, Role::CanBeLeader]);
    let (left, right, never) = (Name::new("L"), Name::new("R"), Name::new("hop"));
    let ask = |stage: &Stage, query| stage.state.inputs().query(query).unwrap();
    let group = GROUP;
    assert_eq!(
        ask(&stage, Query::SyncPrevious(group)),
        0.0,
        "nobody is in it yet"
    );
    assert_eq!(
        ask(
            &stage,
            Query::SyncTimeTo {
                group,
                marker: left
            }
        ),
        f64::INFINITY
    );
    let mut time = 0.0f64;
    stage.both(0.0, 0.3, 1.0, 0.0);
    for tick in 0..200 {
        let (dt, rate) = (
            0.01313 + 0.00217 * f64::from(tick % 5),
            if tick < 120 { 1.0 } else { -1.0 },
        );
        stage.both(0.0, 0.3, rate, dt);
        let (before, after) = (time, time + rate * dt);
        time = after;
        let at = after.rem_euclid(1.0);
        let (previous, next) = if (0.1..0.6).contains(&at) {
            (left, right)
        } else {
            (right, left)
        };
        assert_eq!(
            ask(&stage, Query::SyncPrevious(group)),
            name_value(previous),
            "{at}"
        );
        assert_eq!(
            ask(&stage, Query::SyncNext(group)),
            name_value(next),
            "{at}"
        );
        let fraction = ask(&stage, Query::SyncFraction(group));
        assert!(is_near(fraction, at), "{fraction}, not {at}");
        for (marker, place) in [(left, 0.1), (right, 0.6)] {
            let crosses = |turn: i32| {
                (before.min(after)..before.max(after)).contains(&(place + f64::from(turn)))
            };
            let passed = ask(&stage, Query::SyncPassed { group, marker });
            assert_eq!(passed != 0.0, (-9..9).any(crosses), "{before} to {after}");
            let way = if rate > 0.0 {
                (place - at).rem_euclid(1.0)
            } else {
                (at - place).rem_euclid(1.0)
            };
            let told = ask(&stage, Query::SyncTimeTo { group, marker });
            assert!(
                is_near(told, way) || is_near(told, way + 1.0),
                "{told} {way}"
            );
        }
        assert_eq!(
            ask(
                &stage,
                Query::SyncTimeTo {
                    group,
                    marker: never
                }
            ),
            f64::INFINITY
        );
    }
    assert_eq!(ask(&stage, Query::SyncFraction(Name::new("nobody"))), 0.0);
}

/// A space alone whose rate is shaped and followed.
fn shaped(play: Play) -> Stage {
    let mut stage = alone(&[(1.0, &[][..])]);
    let mut parts = stage.graph.parts().clone();
    parts.spaces[0].play = Play {
        rate: Value::Parameter(1),
        ..play
    };
    stage.graph = Graph::new(parts).unwrap();
    stage
}

#[test]
fn the_rate_of_a_space_is_divided_scaled_biased_bounded_and_followed() {
    let plain = Play {
        basis: 2.0,
        scale: 1.5,
        bias: 0.25,
        least: 0.5,
        most: 3.0,
        ..Play::default()
    };
    let mut stage = shaped(plain.clone());
    let mut time = 0.0;
    for rate in [2.0f64, 0.0, -9.0, 1.0, 99.0, 4.0] {
        stage.go(0.0, rate, 0.05);
        time += 0.05 * (rate / 2.0 * 1.5 + 0.25).clamp(0.5, 3.0);
        assert!(
            is_near(stage.at(0), time.rem_euclid(1.0)),
            "{rate}: {} {time}",
            stage.at(0)
        );
    }
    let how = Interpolation {
        rising: 3.0,
        falling: 9.0,
    };
    for ticks in [
        [0.05f64; 40],
        std::array::from_fn(|at| if at % 3 == 0 { 0.11 } else { 0.007 }),
    ] {
        let mut stage = shaped(Play {
            interpolation: Some(how),
            ..Play::default()
        });
        stage.go(0.0, 1.0, 0.0);
        let (mut time, mut rate) = (0.0f64, 1.0f64);
        for (at, dt) in ticks.into_iter().enumerate() {
            let goal: f64 = if at < 20 { 2.0 } else { -1.0 };
            let speed: f64 = if goal > rate { 3.0 } else { 9.0 };
            rate = goal + (rate - goal) * (-speed * dt).exp();
            stage.go(0.0, goal, dt);
            time += rate * dt;
            assert!(
                (stage.at(0) - time.rem_euclid(1.0)).abs() < 1e-5,
                "{at}: {} {time}",
                stage.at(0)
            );
        }
    }
}

/// As [`the_rate_of_a_space_is_divided_scaled_biased_bounded_and_followed`], of a player; one that
/// begins anew does not remember how fast it was.
#[test]
fn the_rate_of_a_player_is_followed_and_anew_where_it_had_no_weight() {
    let how = Interpolation {
        rising: 3.0,
        falling: 9.0,
    };
    let mut stage = grouped(
        &[(1.0, &[][..]), (1.0, &[][..]), (50.0, &[][..])],
        [Role::CanBeLeader; 2],
    );
    let mut parts = stage.graph.parts().clone();
    parts.plays[1].group = Name::NONE;
    parts.plays[1].interpolation = Some(how);
    stage.graph = Graph::new(parts).unwrap();
    stage.both(0.0, 1.0, 1.0, 0.0);
    let (mut time, mut rate) = (0.0f64, 1.0f64);
    for at in 0..30 {
        let dt = 0.01 + 0.003 * f64::from(at % 4);
        rate = 4.0 + (rate - 4.0) * (-3.0 * dt).exp();
        let [_, found] = stage.both(0.0, 1.0, 4.0, dt);
        time += rate * dt;
        assert!(is_near(found, time), "{found} {time}");
    }
    stage.both(0.0, 0.0, 1.0, 0.1);
    let [_, anew] = stage.both(0.0, 1.0, 2.0, 0.1);
    assert!(is_near(anew, 0.2), "{anew}");
}
