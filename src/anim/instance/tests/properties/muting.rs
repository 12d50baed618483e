//! Transitions that mute the notifies of the state that they leave, and such as require a sync
//! group.

use super::stage::{Character, clip, montage, notify, skeleton};
use crate::graph::nodes::{MachineNode, OutputNode, SequencePlayerNode};
use crate::{
    Clip, Event, Graph, Library, Name, Notify, Request,
    event::{Cause, EventReason, Phase},
    graph::{GraphParts, Node, Parameter, Play, Value},
    instance::{AnimInstance, AnimInstanceProxy},
    machine::{Machine, MachineParts, Rule, Settings, State, Transition, TransitionSource},
    montage::NO_SECTION,
    notify::flag,
    program::{Op, Program},
    sync::SyncMarker,
};
use std::sync::Arc;

const GO: Name = Name::new("Go");
const BACK: Name = Name::new("Back");
const FEET: Name = Name::new("feet");
const TICK: f64 = 0.05;

/// A second that loops, with an instant at 0.25 and 0.75 and a state over the whole of it.
fn stepping(name: &str, markers: &[f32]) -> Arc<Clip> {
    let mut span = notify(&format!("{name} span"), 0.0, false, "");
    (span.end, span.flags) = (1.0, flag::STATE);
    let mut notifies: Vec<Notify> = vec![span];
    notifies.extend([0.25, 0.75].map(|time| notify(&format!("{name} {time}"), time, false, "")));
    let markers = markers
        .iter()
        .map(|time| SyncMarker::new(Name::new("L"), *time))
        .collect::<Vec<_>>();
    Arc::new(Clip {
        notifies: notifies.into(),
        looping: true,
        markers: markers.into(),
        ..(*clip(name, 1.0)).clone()
    })
}

fn link(from: u16, to: u16, parameter: u16) -> Transition {
    Transition {
        name: Name(1),
        from: TransitionSource::State(from),
        to,
        priority: 0,
        rule: Rule::Own(Program::new(vec![Op::Parameter(parameter)], 2).unwrap()),
        automatic: None,
        settings: Some(Settings {
            duration: 1.0,
            ..Settings::default()
        }),
        least_time_away: 0.0,
        pose: None,
        mutes_source: false,
        required_group: Name::NONE,
    }
}

/// State 0 plays `a`, state 1 plays `b`, both in this group.
fn character(transitions: Vec<Transition>, group: Name, markers: &[f32]) -> Character {
    let state = |at| State {
        name: Name(at),
        conduit: None,
        reset_on_entry: false,
        inertialize_reentry: false,
    };
    let states = (1..=2).map(state).collect();
    let machine = Machine::new(MachineParts {
        states,
        transitions,
        most_per_tick: 1,
        ..Default::default()
    })
    .unwrap();
    let player = |clip| {
        Node::SequencePlayer(SequencePlayerNode {
            clip: Some(clip),
            play: Some(0),
        })
    };
    let parts = GraphParts {
        name: Name::new("graph"),
        skeleton: Name::new("skeleton"),
        nodes: vec![
            player(0),
            player(1),
            Node::Machine(MachineNode {
                first: 0,
                machine: 0,
            }),
            Node::Output(OutputNode { source: 2 }),
        ],
        links: vec![0, 1],
        parameters: [GO, BACK]
            .map(|name| Parameter {
                name,
                default: 0.0,
                is_trigger: false,
                values: Vec::new(),
            })
            .to_vec(),
        plays: vec![Play {
            rate: Value::Number(1.0),
            group,
            ..Play::default()
        }],
        machines: vec![Arc::new(machine)],
        ..GraphParts::default()
    };
    let mut clips = vec![stepping("a", markers), stepping("b", markers)];
    clips.sort_by_key(|clip| clip.name);
    let first = clips
        .iter()
        .position(|clip| clip.name == Name::new("a"))
        .unwrap() as u32;
    let nodes = vec![
        player(first),
        player(1 - first),
        parts.nodes[2],
        parts.nodes[3],
    ];
    let graph = Arc::new(Graph::new(GraphParts { nodes, ..parts }).unwrap());
    let montages = vec![Arc::new(montage(&[0.0], 1.0, &[NO_SECTION]))];
    let (skeletons, graphs) = (vec![skeleton()], vec![graph]);
    let library = Arc::new(Library {
        skeletons,
        clips,
        montages,
        graphs,
        ..Library::default()
    });
    let instance = AnimInstance::new(library, skeleton(), 1);
    let mut character = Character {
        instance,
        proxy: AnimInstanceProxy::default(),
    };
    character.tick(
        0.0,
        &[Request::PlayGraph {
            graph: Name::new("graph"),
        }],
    );
    character
}

fn set(parameter: Name, value: f64) -> Request {
    Request::SetParameter { parameter, value }
}

fn run(character: &mut Character, ticks: usize) -> Vec<Event> {
    (0..ticks).flat_map(|_| character.tick(TICK, &[])).collect()
}

fn count(log: &[Event], name: &str, phase: Phase, reason: EventReason) -> usize {
    log.iter()
        .filter(|e| (e.name, e.phase, e.reason) == (Name::new(name), phase, reason))
        .count()
}

#[test]
fn a_transition_may_mute_what_it_leaves_and_its_states_end_once() {
    for mutes_source in [false, true] {
        let mut character = character(
            vec![Transition {
                mutes_source,
                ..link(0, 1, 0)
            }],
            Name::NONE,
            &[],
        );
        run(&mut character, 2);
        let mut log = character.tick(TICK, &[set(GO, 1.0)]);
        log.extend(run(&mut character, 18));
        let told = |name, phase, reason| count(&log, name, phase, reason);
        let fired = if mutes_source { (0, 2) } else { (2, 0) };
        let step =
            |reason| told("a 0.25", Phase::Notify, reason) + told("a 0.75", Phase::Notify, reason);
        assert_eq!((step(EventReason::Fired), step(EventReason::Muted)), fired);
        assert_eq!(
            told("b 0.25", Phase::Notify, EventReason::Fired),
            1,
            "what it leads to is heard"
        );
        assert_eq!(
            told("a span", Phase::End, EventReason::Fired),
            usize::from(mutes_source)
        );
        if mutes_source {
            let end = log.iter().find(|e| e.phase == Phase::End).unwrap();
            assert_eq!(end.cause, Cause::Filter);
        }
    }
}

#[test]
fn a_state_that_is_current_again_is_heard_though_it_was_muted() {
    let mutes_source = true;
    let transitions = vec![
        Transition {
            mutes_source,
            ..link(0, 1, 0)
        },
        link(1, 0, 1),
    ];
    let mut character = character(transitions, Name::NONE, &[]);
    character.tick(TICK, &[set(GO, 1.0)]);
    let log = character.tick(TICK, &[set(GO, 0.0), set(BACK, 1.0)]);
    assert_eq!(
        count(&log, "a span", Phase::Begin, EventReason::Fired),
        1,
        "{log:?}"
    );
    let log = run(&mut character, 40);
    assert!(
        count(&log, "a 0.25", Phase::Notify, EventReason::Fired) >= 2,
        "{log:?}"
    );
    assert_eq!(count(&log, "a 0.25", Phase::Notify, EventReason::Muted), 0);
}

#[test]
fn a_transition_that_requires_a_group_waits_until_it_goes_by_markers() {
    for (group, markers, passes) in [
        (FEET, &[0.1, 0.6][..], true),
        (FEET, &[], false),
        (Name::new("hands"), &[0.1, 0.6], false),
        (Name::NONE, &[], true),
    ] {
        let mut character = character(
            vec![Transition {
                required_group: group,
                ..link(0, 1, 0)
            }],
            FEET,
            markers,
        );
        character.tick(TICK, &[set(GO, 1.0)]);
        let heard = run(&mut character, 30);
        let is_there = heard.iter().any(|event| event.name == Name::new("b 0.25"));
        assert_eq!(is_there, passes, "{group:?} {markers:?}");
    }
}
