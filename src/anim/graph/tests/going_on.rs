//! What always goes on goes on whole: whatever lies below it does in each tick what it would do if
//! it were seen.

use super::{
    Alpha, GraphParts, List, NO_NODE, Node, Play, Value,
    mixing::{parts, two},
    tests::{Stage, montage, record},
};
use crate::graph::nodes::{
    ListNode, MachineNode, OutputNode, ReferencePoseNode, SavedPoseNode, SequencePlayerNode,
    SlotNode, TwoWayNode, UsedPoseNode,
};
use crate::{
    Name,
    machine::{Machine, MachineParts, Rule, Settings, State, Transition, TransitionSource},
    montage::Easing,
    program::{Op, Program, Query},
};
use std::sync::Arc;

/// Of two states, each left for the other one by its rule.
fn switches(rules: Vec<(u16, Vec<Op>)>) -> Arc<Machine> {
    let way = |(from, rule): (u16, Vec<Op>)| Transition {
        name: Name(1),
        from: TransitionSource::State(from),
        to: 1 - from,
        priority: 0,
        rule: Rule::Own(Program::new(rule, 2).unwrap()),
        automatic: None,
        settings: Some(Settings {
            duration: 0.25,
            ..Settings::default()
        }),
        least_time_away: 0.0,
        pose: None,
        mutes_source: false,
        required_group: Name::NONE,
    };
    let state = |at| State {
        name: Name(at),
        conduit: None,
        reset_on_entry: false,
        inertialize_reentry: false,
    };
    let (states, transitions) = (
        (1..=2).map(state).collect(),
        rules.into_iter().map(way).collect(),
    );
    let parts = MachineParts {
        states,
        transitions,
        most_per_tick: 1,
        restarts: true,
        ..MachineParts::default()
    };
    Arc::new(Machine::new(parts).unwrap())
}

/// Plays, and begins anew where it was left out of a tick.
fn plays(clip: u32) -> Node {
    Node::SequencePlayer(SequencePlayerNode {
        clip: Some(clip),
        play: Some(1),
    })
}

/// Six players below a machine, a list, a blend and a saved pose, all of which show some of each,
/// and at node 11 what covers them: by parameter 1, or by a montage.
fn everything(cover: &[Node]) -> GraphParts {
    let mut nodes = vec![
        plays(0),
        plays(1),
        two(0, 1, 0),
        plays(2),
        Node::Machine(MachineNode {
            first: 0,
            machine: 0,
        }),
        plays(0),
        plays(1),
        Node::List(ListNode { first: 2, list: 0 }),
        Node::SavedPose(SavedPoseNode { source: 4 }),
        Node::UsedPose(UsedPoseNode { saved: 8 }),
        Node::TwoWay(TwoWayNode {
            a: 7,
            b: 9,
            alpha: 0,
            always_update_children: false,
        }),
    ];
    nodes.extend_from_slice(cover);
    nodes.push(Node::Output(OutputNode {
        source: nodes.len() as u16 - 1,
    }));
    let list = List {
        index: Value::Parameter(0),
        times: vec![0.5; 2],
        easing: Easing::Linear,
        profile: Name::NONE,
        inertializes: false,
        restarts: false,
    };
    let all = parts(nodes);
    let still = all.plays[0].clone();
    let goes = Play {
        rate: Value::Number(1.0),
        restarts: true,
        ..still.clone()
    };
    let go = Op::Parameter(0);
    GraphParts {
        links: vec![2, 3, 5, 6],
        lists: vec![list],
        machines: vec![switches(vec![(0, vec![go]), (1, vec![Op::Not, go])])],
        plays: vec![still, goes],
        alphas: vec![
            Alpha::Value(Value::Number(0.25)),
            Alpha::Value(Value::Parameter(1)),
        ],
        ..all
    }
}

/// What a game and rules may see of it, tick by tick.
fn seen(stage: &mut Stage, ticks: usize, covers: impl Fn(&mut Stage, usize)) -> Vec<String> {
    (0..ticks)
        .map(|tick| {
            stage.state.parameters[0] = f64::from(u8::from((tick / 13) % 2 == 1));
            covers(stage, tick);
            stage.update();
            let times = stage
                .state
                .players
                .iter()
                .map(|player| player.newest().map(|it| it.at.time));
            let state = &stage.state.machines[0];
            let list = &stage.state.lists[0].weights;
            format!(
                "{:?} {:?} {} {list:?}",
                times.collect::<Vec<_>>(),
                state.current(),
                state.time_in_state()
            )
        })
        .collect()
}

#[test]
fn below_what_always_goes_on_everything_goes_on_though_nothing_of_it_is_seen() {
    let slot = |always| {
        vec![Node::Slot(SlotNode {
            source: 10,
            slot: Name::new("A"),
            always_update_source: always,
        })]
    };
    let blend = |always| {
        vec![
            Node::ReferencePose(ReferencePoseNode),
            Node::TwoWay(TwoWayNode {
                a: 10,
                b: 11,
                alpha: 1,
                always_update_children: always,
            }),
        ]
    };
    let under_slots = |always| {
        let inner = Node::Slot(SlotNode {
            source: 10,
            slot: Name::new("A"),
            always_update_source: true,
        });
        vec![
            inner,
            Node::Slot(SlotNode {
                source: 11,
                slot: Name::new("A"),
                always_update_source: always,
            }),
        ]
    };
    let covered = |nodes: &[Node], from: usize| {
        let mut stage = Stage::of(everything(nodes));
        let montage = montage("M", &[("A", 1)]);
        seen(&mut stage, 100, |stage, tick| {
            let covers = (from..from + 40).contains(&tick);
            stage.montages = if covers {
                vec![record(&montage, 1.0)]
            } else {
                Vec::new()
            };
            stage.state.parameters[1] = f64::from(u8::from(covers));
        })
    };
    for make in [&slot as &dyn Fn(bool) -> Vec<Node>, &blend, &under_slots] {
        let open = covered(&make(true), 1000);
        for from in [0, 1, 7, 20] {
            assert_eq!(
                covered(&make(true), from),
                open,
                "{:?} from {from}",
                make(true)
            );
            assert_ne!(
                covered(&make(false), from),
                open,
                "what need not go on rests"
            );
        }
    }
}

/// Of what is covered, the heaviest below the cover matters.
#[test]
fn rules_ask_the_player_that_would_matter_if_it_were_seen() {
    let rule = vec![
        Op::GreaterEqual,
        Op::Query(Query::TimeElapsed),
        Op::Number(0.5),
    ];
    let machine = switches(vec![(0, rule)]);
    // The first stands, the second goes; of the blend the second has three parts in four.
    let nodes = vec![
        Node::SequencePlayer(SequencePlayerNode {
            clip: Some(0),
            play: Some(0),
        }),
        plays(1),
        two(0, 1, 0),
        Node::ReferencePose(ReferencePoseNode),
        Node::Machine(MachineNode {
            first: 0,
            machine: 0,
        }),
        Node::TwoWay(TwoWayNode {
            a: 4,
            b: NO_NODE,
            alpha: 1,
            always_update_children: true,
        }),
        Node::Output(OutputNode { source: 5 }),
    ];
    for (shown, wanted) in [(0.75, true), (0.25, false)] {
        let all = parts(nodes.clone());
        let goes = Play {
            rate: Value::Number(1.0),
            restarts: true,
            ..all.plays[0].clone()
        };
        let mut stage = Stage::of(GraphParts {
            links: vec![2, 3],
            machines: vec![machine.clone()],
            plays: vec![all.plays[0].clone(), goes],
            alphas: vec![
                Alpha::Value(Value::Number(shown)),
                Alpha::Value(Value::Number(1.0)),
            ],
            ..all
        });
        (0..20).for_each(|_| stage.update());
        assert_eq!(
            stage.state.machines[0].current() == Some(1),
            wanted,
            "{shown}"
        );
    }
}
