//! Blends whose bones go each at its own pace, against what a blend profile says and against blends
//! without one.

use super::{
    Graph, GraphError, GraphParts, List, Node, SmoothingMethod, Value,
    mixing::{near, parts, standing},
    tests::{Stage, both},
};
use crate::graph::nodes::{InertializationNode, ListNode, MachineNode, OutputNode};
use crate::{
    Name, Pose,
    fixture::chain,
    machine::{Logic, Machine, MachineParts, Rule, Settings, State, Transition, TransitionSource},
    mask::{BlendProfile, ProfileMode},
    montage::Easing,
    program::{Op, Program},
};
use std::sync::Arc;

const PROFILE: Name = Name(7);
/// Seconds.
const DURATION: f64 = 1.0;
const TICKS: u16 = 30;
/// Where the two bones of each of three poses are.
const PLACES: [f32; 3] = [0.0, 8.0, 32.0];

fn profile(mode: ProfileMode, factors: [f32; 2]) -> BlendProfile {
    BlendProfile {
        mode,
        factors: factors.to_vec(),
    }
}

fn timed(factors: [f32; 2]) -> BlendProfile {
    profile(ProfileMode::TimeFactor, factors)
}

/// Three poses of both bones, and a skeleton with the profile, if there is one.
fn stage(parts: GraphParts, profile: Option<BlendProfile>) -> Stage {
    let mut stage = Stage::of(parts);
    let profiles = profile
        .map(|profile| (PROFILE, profile))
        .into_iter()
        .collect();
    stage.skeleton = chain(2).with_profiles(profiles).unwrap();
    stage.library.clips = PLACES
        .iter()
        .enumerate()
        .map(|(at, x)| both(at as u64 + 1, *x))
        .collect();
    stage
}

fn smoothed(source: Vec<Node>, decays: bool) -> Vec<Node> {
    let mut nodes = source;
    let last = nodes.len() as u16 - 1;
    if decays {
        nodes.push(Node::Inertialization(InertializationNode {
            source: last,
            method: SmoothingMethod::Offset,
            history: Default::default(),
            jumps: None,
        }));
    }
    let source = nodes.len() as u16 - 1;
    nodes.push(Node::Output(OutputNode { source }));
    nodes
}

/// A pose a value of the first parameter.
fn listed(easing: Easing, inertializes: bool) -> GraphParts {
    let list = List {
        index: Value::Parameter(0),
        times: vec![DURATION; 3],
        easing,
        profile: PROFILE,
        inertializes,
        restarts: false,
    };
    let nodes = vec![
        standing(0),
        standing(1),
        standing(2),
        Node::List(ListNode { first: 0, list: 0 }),
    ];
    GraphParts {
        links: vec![0, 1, 2],
        lists: vec![list],
        ..parts(smoothed(nodes, inertializes))
    }
}

/// A state a value of the first parameter.
fn machine(settings: Settings) -> GraphParts {
    let state = |at| State {
        name: Name(at),
        conduit: None,
        reset_on_entry: false,
        inertialize_reentry: false,
    };
    let into = |to: u16| Transition {
        name: Name(100 + u64::from(to)),
        from: TransitionSource::Alias(0),
        to,
        priority: 0,
        rule: Rule::Own(
            Program::new(vec![Op::Equal, Op::Parameter(0), Op::Number(to.into())], 2).unwrap(),
        ),
        automatic: None,
        settings: Some(settings),
        least_time_away: 0.0,
        pose: None,
        mutes_source: false,
        required_group: Name::NONE,
    };
    let (states, transitions) = ((1..=3).map(state).collect(), (0..3).map(into).collect());
    let made = MachineParts {
        states,
        transitions,
        aliases: vec![None],
        most_per_tick: 1,
        ..MachineParts::default()
    };
    let nodes = vec![
        standing(0),
        standing(1),
        standing(2),
        Node::Machine(MachineNode {
            first: 0,
            machine: 0,
        }),
    ];
    GraphParts {
        links: vec![0, 1, 2],
        machines: vec![Arc::new(Machine::new(made).unwrap())],
        ..parts(smoothed(nodes, settings.logic == Logic::Inertialize))
    }
}

fn settings(easing: Easing, logic: Logic) -> Settings {
    Settings {
        duration: DURATION,
        easing,
        logic,
        profile: PROFILE,
    }
}

fn bones(pose: &Pose) -> [f32; 2] {
    [0, 1].map(|bone| pose.translation(bone).x)
}

impl Stage {
    fn choose(&mut self, pose: f64) -> Pose {
        self.set([pose, 0.0]);
        self.evaluate()
    }
}

/// Both kinds of blends with this easing, each with what it is called.
fn blends(easing: Easing) -> [(&'static str, GraphParts); 2] {
    [
        ("list", listed(easing, false)),
        ("machine", machine(settings(easing, Logic::Standard))),
    ]
}

#[test]
fn each_bone_goes_as_the_profile_says_and_the_end_is_that_of_a_blend_without() {
    let modes = [
        (ProfileMode::TimeFactor, [1.0, 0.4]),
        (ProfileMode::TimeFactor, [0.0, 0.75]),
    ];
    let weights = [
        (ProfileMode::WeightFactor, [0.5, 3.0]),
        (ProfileMode::WeightFactor, [0.0, 1.0]),
    ];
    for ((mode, factors), easing) in modes
        .into_iter()
        .chain(weights)
        .flat_map(|it| [(it, Easing::Linear), (it, Easing::CubicInOut)])
    {
        let profile = profile(mode, factors);
        for (what, parts) in blends(easing) {
            let (mut own, mut plain) = (
                stage(parts.clone(), Some(profile.clone())),
                stage(parts, None),
            );
            drop([&mut own, &mut plain].map(|stage| stage.choose(0.0)));
            for tick in 1..=TICKS + 2 {
                let (found, together) = (own.choose(1.0), plain.choose(1.0));
                if tick >= TICKS {
                    assert_eq!(found, together, "{what} {factors:?} {tick}");
                    assert_eq!(bones(&found), [PLACES[1]; 2]);
                    continue;
                }
                let elapsed = f32::from(tick) / f32::from(TICKS);
                for (bone, x) in bones(&found).into_iter().enumerate() {
                    near(x, PLACES[1] * profile.weight(bone, elapsed, 1.0, easing));
                }
                near(bones(&together)[0], PLACES[1] * easing.apply(elapsed));
            }
        }
    }
}

/// Chooses anew under way, back and forth.
fn drive(tick: u16) -> f64 {
    f64::from([0, 1, 2, 1, 1, 0, 2, 2][usize::from(tick / 11 % 8)])
}

#[test]
fn a_profile_that_changes_no_bone_is_as_none_bit_for_bit() {
    let neutral = [
        timed([1.0; 2]),
        timed([1.0, 4.0]),
        profile(ProfileMode::WeightFactor, [1.0; 2]),
    ];
    for easing in Easing::ALL {
        for ((what, parts), profile) in blends(easing)
            .into_iter()
            .flat_map(|it| neutral.clone().map(|p| (it.clone(), p)))
        {
            let (mut own, mut plain) = (stage(parts.clone(), Some(profile)), stage(parts, None));
            for tick in 0..200 {
                let (found, wanted) = (own.choose(drive(tick)), plain.choose(drive(tick)));
                assert_eq!(found, wanted, "{what} {easing:?} {tick}");
                assert_eq!(
                    own.state.nodes, plain.state.nodes,
                    "{what} {easing:?} {tick}"
                );
            }
        }
    }
}

/// The weights of a list bone by bone, worked out anew.
struct Twin {
    active: usize,
    begins: [[f64; 3]; 2],
    weights: [[f64; 3]; 2],
    whole: [f64; 3],
    elapsed: f64,
    remaining: f64,
}

impl Twin {
    fn tick(&mut self, active: usize, profile: &BlendProfile, whole: [f64; 3]) {
        if active != self.active {
            self.begins = self.weights;
            (self.active, self.elapsed, self.remaining) =
                (active, 0.0, DURATION * (1.0 - self.whole[active]));
        }
        self.whole = whole;
        self.elapsed += 1.0 / f64::from(TICKS);
        let is_over = self.elapsed >= self.remaining - 1e-9;
        for bone in 0..2 {
            let share = profile.weight(
                bone,
                self.elapsed as f32,
                self.remaining as f32,
                Easing::Linear,
            );
            let share = if is_over { 1.0 } else { f64::from(share) };
            let goal = |at: usize| f64::from(u8::from(at == active));
            let raw: [f64; 3] = std::array::from_fn(|at| {
                self.begins[bone][at] + (goal(at) - self.begins[bone][at]) * share
            });
            self.weights[bone] = raw.map(|weight| weight / raw.iter().sum::<f64>());
        }
    }
}

#[test]
fn bones_of_a_list_go_on_from_where_they_are_when_another_pose_is_chosen() {
    for profile in [
        timed([1.0, 0.3]),
        profile(ProfileMode::WeightFactor, [0.5, 2.0]),
    ] {
        let mut stage = stage(listed(Easing::Linear, false), Some(profile.clone()));
        stage.choose(0.0);
        let first = [1.0, 0.0, 0.0];
        let (elapsed, remaining) = (0.0, 0.0);
        let mut twin = Twin {
            active: 0,
            begins: [first; 2],
            weights: [first; 2],
            whole: first,
            elapsed,
            remaining,
        };
        for tick in 0..200 {
            let found = bones(&stage.choose(drive(tick)));
            let whole: [f64; 3] = stage.state.lists[0].weights.as_slice().try_into().unwrap();
            twin.tick(drive(tick) as usize, &profile, whole);
            for (bone, x) in found.into_iter().enumerate() {
                let wanted: f64 = twin.weights[bone]
                    .iter()
                    .zip(PLACES)
                    .map(|(weight, x)| weight * f64::from(x))
                    .sum();
                assert!(
                    (f64::from(x) - wanted).abs() < 1e-3,
                    "bone {bone}, tick {tick}: {x}, not {wanted}"
                );
            }
        }
    }
}

#[test]
fn no_bone_jumps_where_a_blend_is_interrupted() {
    for (what, parts) in blends(Easing::Linear) {
        let mut stage = stage(parts, Some(timed([1.0, 0.5])));
        stage.choose(0.0);
        (0..8).for_each(|_| drop(stage.choose(1.0)));
        let before = bones(&stage.choose(1.0));
        stage.dt = 0.0;
        let after = bones(&stage.choose(2.0));
        for bone in 0..2 {
            assert!(
                (before[bone] - after[bone]).abs() < 1e-4,
                "{what}: {before:?}, then {after:?}"
            );
        }
        stage.dt = 1.0 / f64::from(TICKS);
        (0..=TICKS).for_each(|_| drop(stage.choose(2.0)));
        assert_eq!(bones(&stage.choose(2.0)), [PLACES[2]; 2], "{what}");
    }
}

#[test]
fn what_one_bone_needs_does_not_rest_whatever_the_weight() {
    for (what, parts) in blends(Easing::Linear) {
        // What is chosen has no weight yet, but one bone is there already.
        let mut early = stage(parts.clone(), Some(timed([1.0, 0.0])));
        early.choose(0.0);
        early.dt = 0.0;
        assert_eq!(bones(&early.choose(1.0)), [PLACES[0], PLACES[1]], "{what}");
        assert!(
            early.state.is_reached(0) && early.state.is_reached(1) && !early.state.is_reached(2),
            "{what}"
        );
        // What is left has hardly any, but one bone has not begun.
        let mut late = stage(parts, Some(profile(ProfileMode::WeightFactor, [1.0, 0.0])));
        late.choose(1.0);
        late.dt = 1.0 - 1e-6;
        (0..2).for_each(|_| drop(late.choose(1.0)));
        let [first, second] = bones(&late.choose(2.0));
        near(first, PLACES[2]);
        assert_eq!(second, PLACES[1], "{what}");
    }
}

#[test]
fn an_inertialized_jump_decays_on_each_bone_in_its_own_time() {
    let blends = || {
        let inertialized = machine(settings(Easing::Linear, Logic::Inertialize));
        [
            ("list", listed(Easing::Linear, true)),
            ("machine", inertialized),
        ]
    };
    for (what, parts) in blends() {
        let run = |profile: Option<BlendProfile>| {
            let mut stage = stage(parts.clone(), profile);
            (0..3).for_each(|_| drop(stage.choose(0.0)));
            (0..=TICKS).map(|_| stage.choose(1.0)).collect::<Vec<_>>()
        };
        let (plain, own) = (run(None), run(Some(timed([1.0, 0.5]))));
        assert_eq!(run(Some(timed([1.0; 2]))), plain, "{what}");
        let (half, end) = (usize::from(TICKS / 2), usize::from(TICKS));
        assert!(
            bones(&own[half + 1])[0] < PLACES[1] - 0.1 && bones(&own[half - 2])[1] < PLACES[1],
            "{what}"
        );
        for (tick, pose) in own.iter().enumerate() {
            assert_eq!(bones(pose)[0], bones(&plain[tick])[0], "{what} {tick}");
            assert!(tick <= half || bones(pose)[1] == PLACES[1], "{what} {tick}");
        }
        assert_eq!(own[end], plain[end], "{what}");
    }
}

#[test]
fn a_state_that_is_kept_goes_on_to_the_same_bits() {
    for (what, parts) in blends(Easing::Sine) {
        let mut stage = stage(parts, Some(timed([1.0, 0.6])));
        (0..15).for_each(|tick| drop(stage.choose(drive(tick))));
        let kept = stage.state.clone();
        let mut run = || -> Vec<Pose> { (15..80).map(|tick| stage.choose(drive(tick))).collect() };
        let first = run();
        stage.state = kept;
        let again: Vec<Pose> = (15..80).map(|tick| stage.choose(drive(tick))).collect();
        assert_eq!(first, again, "{what}");
        assert_eq!(stage.evaluate(), stage.evaluate(), "{what}");
    }
}

#[test]
fn a_skeleton_with_other_bones_is_no_trouble_under_way() {
    for (what, parts) in blends(Easing::Linear) {
        let mut stage = stage(parts, Some(timed([1.0, 0.5])));
        (0..15).for_each(|tick| drop(stage.choose(drive(tick))));
        let other = BlendProfile {
            factors: vec![0.5; 19],
            ..BlendProfile::default()
        };
        stage.skeleton = chain(19).with_profiles(vec![(PROFILE, other)]).unwrap();
        let poses: Vec<usize> = (15..80)
            .map(|tick| stage.choose(drive(tick)).len())
            .collect();
        assert_eq!(poses, [19; 65], "{what}");
        stage.skeleton = chain(2);
        assert_eq!(stage.choose(0.0).len(), 2, "{what}");
    }
}

#[test]
fn a_graph_does_not_fit_a_skeleton_without_its_profiles() {
    for (what, parts) in blends(Easing::Linear) {
        let clips = stage(parts.clone(), None).library.clips;
        let named = GraphParts {
            skeleton: Name(1),
            ..parts
        };
        let clips: Vec<_> = clips
            .iter()
            .map(|it| {
                Arc::new(crate::Clip {
                    skeleton: Name(1),
                    ..(**it).clone()
                })
            })
            .collect();
        let graph = Graph::new(named).unwrap();
        let with = chain(2)
            .with_profiles(vec![(PROFILE, timed([1.0; 2]))])
            .unwrap();
        assert_eq!(graph.fits(&clips, &with), Ok(()), "{what}");
        assert_eq!(
            graph.fits(&clips, &chain(2)),
            Err(GraphError::Profile(3)),
            "{what}"
        );
    }
}
