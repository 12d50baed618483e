//! Ends of loops: rules that wait for one meet it in the first tick at or after it, however long
//! the ticks are.

use super::{
    Composite, ExplicitTime, FirstTime, GraphParts, Node, Play, Random, RandomEntry, SpacePlay,
    Value, mixing::parts, tests::Stage,
};
use crate::graph::nodes::{
    BlendSpaceEvaluatorNode, BlendSpaceNode, MachineNode, OutputNode, RandomPlayerNode,
    ReferencePoseNode, SequenceCompositeNode, SequenceEvaluatorNode, SequencePlayerNode,
};
use crate::{
    Clip, Name,
    blend_space::{BlendSpace, BlendSpaceAxis, Sample},
    machine::{Machine, MachineParts, Rule, Settings, State, Transition, TransitionSource},
    montage::{Easing, Segment},
    program::{Op, Program, Query},
};
use std::sync::Arc;

/// Ticks a second.
const RATES: [f64; 9] = [4.0, 7.0, 10.0, 15.0, 24.0, 30.0, 60.0, 90.0, 144.0];

/// The first state's clips last this long, seconds.
const LENGTH: f32 = 0.7;

fn machine(rule: Vec<Op>, automatic: Option<f64>) -> Arc<Machine> {
    let state = |at| State {
        name: Name(at),
        conduit: None,
        reset_on_entry: false,
        inertialize_reentry: false,
    };
    let way = Transition {
        name: Name(1),
        from: TransitionSource::State(0),
        to: 1,
        priority: 0,
        rule: Rule::Own(Program::new(rule, 2).unwrap()),
        automatic,
        settings: Some(Settings {
            duration: 0.0,
            ..Settings::default()
        }),
        least_time_away: 0.0,
        pose: None,
        mutes_source: false,
        required_group: Name::NONE,
    };
    let (states, transitions) = ((1..=2).map(state).collect(), vec![way]);
    Arc::new(
        Machine::new(MachineParts {
            states,
            transitions,
            most_per_tick: 1,
            ..MachineParts::default()
        })
        .unwrap(),
    )
}

/// Of clips 0 and 1, halfway between.
fn space(group: Name) -> SpacePlay {
    let axis = BlendSpaceAxis {
        min: 0.0,
        max: 1.0,
        wrap: false,
        smoothing: Default::default(),
    };
    let sample = |clip: u32, at| Sample {
        clip,
        at: [at, 0.0],
        rate: 1.0,
    };
    SpacePlay {
        space: Arc::new(BlendSpace::new(&[axis], &[sample(0, 0.0), sample(1, 1.0)], 0.0).unwrap()),
        input: [Value::Number(0.5), Value::Number(0.0)],
        looping: true,
        play: Play {
            rate: Value::Parameter(1),
            group,
            ..Play::default()
        },
    }
}

fn everything() -> GraphParts {
    let play = |group| Play {
        rate: Value::Parameter(1),
        group,
        ..Play::default()
    };
    let entry = RandomEntry {
        clip: 0,
        chance: 1.0,
        loops: [3, 3],
        blend: 0.0,
        easing: Easing::Linear,
    };
    let segment = Segment {
        id: 1,
        clip: 0,
        start: 0.0,
        clip_begin: 0.0,
        clip_end: LENGTH,
        rate: 1.0,
        loops: 1,
    };
    GraphParts {
        plays: vec![play(Name::NONE), play(Name(9))],
        spaces: vec![space(Name::NONE), space(Name(9))],
        randoms: vec![Random {
            entries: vec![entry],
            seed: Value::Number(1.0),
            rate: Value::Parameter(1),
            restarts: true,
            is_ignored_by_rules: false,
        }],
        composites: vec![Composite {
            segments: vec![segment],
            rate: Value::Parameter(1),
            looping: true,
            start: 0.0,
            restarts: true,
            is_ignored_by_rules: false,
        }],
        evaluators: vec![ExplicitTime {
            time: Value::Parameter(1),
            teleports: false,
            start: 0.0,
            first: FirstTime::StartPos,
        }],
        ..parts(Vec::new())
    }
}

fn stage(first: Node, rule: &[Op], automatic: Option<f64>) -> Stage {
    let nodes = vec![
        first,
        Node::ReferencePose(ReferencePoseNode),
        Node::Machine(MachineNode {
            first: 0,
            machine: 0,
        }),
        Node::Output(OutputNode { source: 2 }),
    ];
    let machines = vec![machine(rule.to_vec(), automatic)];
    let mut stage = Stage::of(GraphParts {
        nodes,
        links: vec![0, 1],
        machines,
        ..everything()
    });
    for clip in &mut stage.library.clips {
        *clip = Arc::new(Clip {
            length: LENGTH,
            looping: true,
            ..(**clip).clone()
        });
    }
    stage
}

/// When the first state is left: by the clock at the start of that tick. None within four seconds.
/// `Go` is true from `go` on.
fn left_at(mut stage: Stage, (rate, go): (f64, f64), ticks: &dyn Fn(usize) -> f64) -> Option<f64> {
    let (mut clock, length, first) = (0.0, f64::from(LENGTH), stage.graph.nodes().next().copied());
    for tick in 0.. {
        stage.dt = ticks(tick);
        // Evaluators are told where to be at the end of the tick.
        let turns = (clock + stage.dt) * rate / length;
        let told = match first {
            Some(Node::SequenceEvaluator(_)) => (turns - turns.floor()) * length,
            Some(Node::BlendSpaceEvaluator(_)) => turns - turns.floor(),
            _ => rate,
        };
        stage
            .state
            .parameters
            .copy_from_slice(&[f64::from(u8::from(clock >= go)), told]);
        stage.update();
        if stage.state.machines[0].current() == Some(1) {
            return Some(clock);
        }
        clock += stage.dt;
        if clock > 4.0 {
            break;
        }
    }
    None
}

/// The first tick from `go` on before which an end was passed, or that is nearer to one than the
/// rule asks.
fn expected((rate, go): (f64, f64), window: f64, ticks: &dyn Fn(usize) -> f64) -> Option<f64> {
    let turns = |clock: f64| (clock * rate.abs() + 1e-9) / f64::from(LENGTH);
    let (mut before, mut clock) = (0.0, ticks(0));
    for tick in 1.. {
        let to_end = (turns(clock).floor() + 1.0 - turns(clock)) * f64::from(LENGTH);
        if clock >= go && (turns(clock).floor() > turns(before).floor() || to_end <= window) {
            return Some(clock);
        }
        (before, clock) = (clock, clock + ticks(tick));
        if clock > 4.0 {
            break;
        }
    }
    None
}

fn players() -> [Node; 8] {
    [
        Node::SequencePlayer(SequencePlayerNode {
            clip: Some(0),
            play: Some(0),
        }),
        Node::SequencePlayer(SequencePlayerNode {
            clip: Some(0),
            play: Some(1),
        }),
        Node::BlendSpace(BlendSpaceNode { space: 0 }),
        Node::BlendSpace(BlendSpaceNode { space: 1 }),
        Node::SequenceComposite(SequenceCompositeNode { composite: 0 }),
        Node::SequenceEvaluator(SequenceEvaluatorNode {
            clip: Some(0),
            evaluator: 0,
        }),
        Node::BlendSpaceEvaluator(BlendSpaceEvaluatorNode {
            space: 0,
            evaluator: 0,
        }),
        Node::RandomPlayer(RandomPlayerNode { random: 0 }),
    ]
}

/// Rules that are true at an end and, at rate 1, so many seconds before it.
fn rules(rate: f64) -> Vec<(Vec<Op>, Option<f64>, f64)> {
    let go = Op::Parameter(0);
    let asks = |query, comparison, number| {
        vec![
            Op::And(2),
            go,
            comparison,
            Op::Query(query),
            Op::Number(number),
        ]
    };
    let length = f64::from(LENGTH);
    let mut all = vec![
        (vec![go], Some(0.0), 0.0),
        (vec![go], Some(1e-3), 1e-3 * rate.abs()),
        (asks(Query::TimeRemaining, Op::LessEqual, 0.0), None, 0.0),
    ];
    if rate > 0.0 {
        all.push((
            asks(Query::TimeElapsed, Op::GreaterEqual, length - 1e-4),
            None,
            1e-4,
        ));
        all.push((
            asks(Query::Fraction, Op::GreaterEqual, 1.0 - 1e-4),
            None,
            1e-4 * length,
        ));
    }
    all
}

#[test]
fn a_loop_is_left_at_its_end_in_the_first_tick_at_or_after_it() {
    let mut met = 0;
    for first in players() {
        for rate in [1.0, 0.35, -1.0, 1.7] {
            // By the shorter way.
            let told = matches!(
                first,
                Node::SequenceEvaluator(_) | Node::BlendSpaceEvaluator(_)
            );
            if rate < 0.0 && matches!(first, Node::RandomPlayer(_)) {
                continue;
            }
            for (rule, automatic, window) in rules(rate) {
                for go in [0.0, 0.31, 0.9] {
                    let uneven = |tick: usize| [0.01, 0.3, 1e-4, 0.05, 0.0, 0.017][tick % 6];
                    let even = RATES.iter().map(|rate| (*rate, 1.0 / rate));
                    for (ticks, dt) in even.chain([(0.0, 0.0)]) {
                        let ticks: &dyn Fn(usize) -> f64 =
                            if ticks == 0.0 { &uneven } else { &|_| dt };
                        if told && rate.abs() * ticks(1).max(dt) > f64::from(LENGTH) * 0.49 {
                            continue;
                        }
                        let found = left_at(stage(first, &rule, automatic), (rate, go), ticks);
                        // Evaluators count as if they ran at their own rate.
                        let window = if told && automatic == Some(1e-3) {
                            1e-3
                        } else {
                            window
                        };
                        let wanted = expected((rate, go), window, ticks);
                        assert_eq!(
                            found, wanted,
                            "{first:?} {rule:?} {automatic:?}, rate {rate}, from {go}, {dt}"
                        );
                        met += usize::from(found.is_some());
                    }
                }
            }
        }
    }
    assert!(met > 1000, "{met}");
}

/// What a player passed before its state was entered is none of the state's ends.
#[test]
fn an_end_before_the_entry_does_not_count() {
    let mut stage = stage(players()[0], &[Op::Parameter(0)], Some(0.0));
    stage.dt = 0.2;
    stage.state.parameters.copy_from_slice(&[0.0, 1.0]);
    (0..4).for_each(|_| stage.update());
    stage.state.machines[0].restart();
    stage.state.parameters[0] = 1.0;
    for tick in 0..4 {
        stage.update();
        assert_eq!(stage.state.machines[0].current(), Some(0), "{tick}");
    }
    stage.update();
    assert_eq!(stage.state.machines[0].current(), Some(1));
}

/// Poses of one key have no length: they are at their end.
#[test]
fn poses_without_a_length_are_at_their_end() {
    for (first, looping) in players()
        .into_iter()
        .flat_map(|first| [(first, true), (first, false)])
    {
        if matches!(first, Node::SequenceComposite(_)) {
            continue;
        }
        for automatic in [0.0, 0.2] {
            let mut stage = stage(first, &[Op::Number(1.0)], Some(automatic));
            for clip in &mut stage.library.clips {
                *clip = Arc::new(Clip {
                    length: 0.0,
                    looping,
                    ..(**clip).clone()
                });
            }
            stage.state.parameters[1] = 1.0;
            stage.update();
            assert_eq!(stage.state.machines[0].current(), Some(0), "{first:?}");
            stage.update();
            assert_eq!(stage.state.machines[0].current(), Some(1), "{first:?}");
        }
    }
}
