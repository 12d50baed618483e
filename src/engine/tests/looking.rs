//! Looking at a character that plays the sample's hero graph: what it tells, and that it changes
//! nothing.

use crate::{
    ContributionShare, Decided, EngineInput, Evaluator, Inspection, WorkerMode,
    edits::{CHARACTER, DRIVE, HERO, TICK},
    hash::world_hash,
};
use anim::{Name, Request, graph::Node, instance::SavedProxy};

fn playing() -> Evaluator {
    let library = asset::compile(
        &mannequin::sample(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let graph = library.graph(Name::new(HERO)).unwrap().clone();
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library);
    let request = Request::PlayGraph {
        graph: graph.name(),
    };
    let added = EngineInput::AddCharacter {
        character: CHARACTER,
        skeleton: graph.skeleton(),
        seed: 1,
    };
    evaluator.step(
        0.0,
        &[
            added,
            EngineInput::Request {
                character: CHARACTER,
                request,
            },
        ],
    );
    evaluator
}

fn step(evaluator: &mut Evaluator, tick: u64) {
    let due = DRIVE.iter().filter(|row| row.0 == tick).map(|row| {
        let request = Request::SetParameter {
            parameter: Name::new(row.1),
            value: row.2,
        };
        EngineInput::Request {
            character: CHARACTER,
            request,
        }
    });
    evaluator.step(TICK, &due.collect::<Vec<_>>());
}

fn saved(evaluator: &Evaluator) -> SavedProxy {
    evaluator.proxy(CHARACTER).unwrap().save()
}

/// The hashes, and the states that later ticks depend on, are those of one that nobody looks at.
#[test]
fn looking_changes_no_tick_and_the_shares_of_every_bone_sum_to_one() {
    let (mut seen, mut alone) = (playing(), playing());
    let graph = seen.instance(CHARACTER).unwrap().graph().clone();
    let ids = &graph.parts().ids;
    seen.ask_why(true);
    for tick in 1..=150 {
        step(&mut seen, tick);
        step(&mut alone, tick);
        // Another node every few ticks, the output among them.
        let watched = *ids.iter().rev().cycle().nth(tick as usize / 4).unwrap();
        let bones = seen.instance(CHARACTER).unwrap().skeleton().len();
        let bone = Some(tick as usize * 7 % (bones + 1)).filter(|bone| *bone < bones);
        let found = seen.inspect(
            CHARACTER,
            &Inspection {
                why: true,
                bone,
                watched: Some(watched),
                times: true,
            },
        );
        assert_eq!(world_hash(&seen), world_hash(&alone), "tick {tick}");
        assert!(saved(&seen) == saved(&alone), "tick {tick}");
        let full = found
            .shares
            .iter()
            .filter(|it| !it.is_additive)
            .map(|it| it.weight)
            .sum::<f32>();
        assert!(
            (full - 1.0).abs() < 1e-3,
            "tick {tick}, bone {bone:?}: {full}"
        );
        assert_eq!(found.times.len(), ids.len());
        assert!(found.times.iter().any(|it| *it > 0.0) && found.times.iter().all(|it| *it >= 0.0));
        // Microseconds: no processor evaluates a graph in a hundredth of one.
        assert!(found.times.iter().sum::<f32>() > 0.01, "{:?}", found.times);
        let watched = found.watched.unwrap();
        if watched.node == *ids.last().unwrap() {
            let posed = watched.posed.expect("the output never rests");
            // Before the graph of the mesh, which moves no bone of the spine.
            let (shown, spine) = (seen.proxy(CHARACTER).unwrap(), 0..7);
            assert!(
                spine
                    .clone()
                    .all(|bone| posed.pose().get(bone) == shown.pose().get(bone)),
                "it gives what is shown"
            );
            assert_eq!(posed.models()[spine.clone()], shown.models()[spine]);
        }
    }
}

/// The combo runs over what the graph shows: each share names the montage it is of, and none where
/// it is of no montage.
#[test]
fn a_share_names_its_montage_and_its_clip() {
    let mut evaluator = playing();
    let montage = Name::new("AM_AttackCombo");
    step(&mut evaluator, 1);
    let request = Request::play(montage, 1.0);
    assert!(
        evaluator
            .step(
                TICK,
                &[EngineInput::Request {
                    character: CHARACTER,
                    request
                }]
            )
            .is_empty()
    );
    for tick in 3..9 {
        step(&mut evaluator, tick);
        let found = evaluator.inspect(
            CHARACTER,
            &Inspection {
                why: true,
                ..Inspection::default()
            },
        );
        let clip = |share: &ContributionShare| {
            share
                .clip
                .map(|clip| evaluator.library().names.text(clip).to_owned())
        };
        for shares in [&found.shares, &found.playing] {
            let (own, graphs): (Vec<&ContributionShare>, Vec<&ContributionShare>) =
                shares.iter().partition(|share| share.montage.is_some());
            assert!(
                own.iter().all(|share| share.montage == Some(montage)),
                "tick {tick}: {own:?}"
            );
            assert!(
                own.iter()
                    .all(|share| clip(share).unwrap().starts_with("Attack")),
                "tick {tick}: {own:?}"
            );
            assert!(
                !own.is_empty() && !graphs.is_empty(),
                "tick {tick}: it blends in: {shares:?}"
            );
        }
    }
}

#[test]
fn what_is_not_asked_for_is_not_worked_out() {
    let mut evaluator = playing();
    step(&mut evaluator, 1);
    let found = evaluator.inspect(CHARACTER, &Inspection::default());
    assert!(found.not_taken.is_empty() && found.playing.is_empty() && found.shares.is_empty());
    assert!(found.watched.is_none() && found.times.is_empty());
    let wild = Inspection {
        why: true,
        watched: Some(1),
        ..Inspection::default()
    };
    assert!(
        evaluator.inspect(7, &wild).watched.is_none(),
        "nobody is there"
    );
    assert!(
        evaluator
            .inspect(CHARACTER, &wild)
            .watched
            .is_some_and(|it| it.posed.is_none()),
        "no node has that id"
    );
    let bones = evaluator.instance(CHARACTER).unwrap().skeleton().len();
    for tick in 2..60 {
        step(&mut evaluator, tick);
        for bone in [bones, usize::MAX] {
            let beyond = Inspection {
                why: true,
                bone: Some(bone),
                ..Inspection::default()
            };
            assert!(
                evaluator.inspect(CHARACTER, &beyond).shares.is_empty(),
                "no bone has that index"
            );
        }
    }
}

#[test]
fn what_machines_decide_is_told_with_the_term_and_its_numbers() {
    let mut evaluator = playing();
    evaluator.ask_why(true);
    let mut taken = Vec::new();
    let mut not_taken = 0;
    for tick in 1..=40 {
        step(&mut evaluator, tick);
        for decision in evaluator.decisions(CHARACTER) {
            let graph = evaluator.instance(CHARACTER).unwrap().graph();
            let node = graph
                .parts()
                .ids
                .iter()
                .position(|id| *id == decision.node)
                .unwrap();
            assert!(matches!(graph.parts().nodes[node], Node::Machine(_)));
            assert_eq!(decision.tick, evaluator.tick());
            taken.extend(match decision.what {
                Decided::Taken(why) => {
                    // Of the machine that took it, and of no other one.
                    let Node::Machine(machine) = &graph.parts().nodes[node] else {
                        unreachable!()
                    };
                    let names = &evaluator.library().names;
                    let states = &graph.parts().machines[usize::from(machine.machine)]
                        .parts()
                        .states;
                    let known =
                        |name: &str| states.iter().any(|state| names.text(state.name) == name);
                    assert!(decision.title.split(" → ").all(known), "{}", decision.title);
                    Some(format!("{}: {why}", decision.title))
                }
                Decided::Interrupted => None,
            });
        }
        let found = evaluator.inspect(
            CHARACTER,
            &Inspection {
                why: true,
                ..Inspection::default()
            },
        );
        not_taken += found.not_taken.len();
        assert!(found.not_taken.iter().all(|it| !it.why.is_empty()));
        assert!(
            found
                .playing
                .iter()
                .all(|it| it.clip.is_some() && it.weight > 0.0)
        );
    }
    assert!(not_taken > 0);
    let start = taken
        .iter()
        .find(|it| it.contains("Speed is 3"))
        .unwrap_or_else(|| panic!("{taken:?}"));
    assert!(
        start.contains(" → ") && start.contains("is true: "),
        "{start}"
    );
}

/// Of two transitions of a machine in one tick the second interrupts the first, and each is told by
/// its own states.
#[test]
fn each_transition_of_a_tick_is_a_decision_of_its_own() {
    use asset::{
        Id,
        graph::{Machine, Node, NodeKind, State, StateKind, Transition, nodes::ReferencePoseNode},
    };
    let mut project = mannequin::sample();
    let names = ["A", "B", "C"];
    let node = |at: u64, kind| Node::new(Id(at), kind);
    let state = |at: usize| State {
        id: Id(20 + at as u64),
        name: names[at].to_owned(),
        kind: StateKind::pose(Some(Id(10 + at as u64))),
    };
    let goes = |from: u64| {
        Transition::new(
            Id(30 + from),
            Id(20 + from),
            Id(21 + from),
            "Speed > 1",
            0.2,
        )
    };
    let machine = Machine {
        states: (0..3).map(state).collect(),
        transitions: vec![goes(0), goes(1)],
        entry: Some(Id(20)),
        ..Machine::default()
    };
    let hero = project
        .graphs
        .values_mut()
        .find(|graph| graph.name == HERO)
        .unwrap();
    let wiring = std::sync::Arc::make_mut(&mut std::sync::Arc::make_mut(hero).wiring);
    wiring.nodes = (10..13)
        .map(|at| node(at, NodeKind::ReferencePose(ReferencePoseNode {})))
        .collect();
    wiring.nodes.push(node(1, NodeKind::StateMachine(machine)));
    wiring.output = Some(Id(1));
    let library = asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let graph = library.graph(Name::new(HERO)).unwrap().clone();
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library);
    let ask = |request| EngineInput::Request {
        character: CHARACTER,
        request,
    };
    let added = EngineInput::AddCharacter {
        character: CHARACTER,
        skeleton: graph.skeleton(),
        seed: 1,
    };
    evaluator.ask_why(true);
    evaluator.step(
        TICK,
        &[
            added,
            ask(Request::PlayGraph {
                graph: graph.name(),
            }),
        ],
    );
    let speed = Request::SetParameter {
        parameter: Name::new("Speed"),
        value: 3.0,
    };
    assert!(evaluator.step(TICK, &[ask(speed)]).is_empty());
    let told: Vec<(String, bool)> = evaluator
        .decisions(CHARACTER)
        .into_iter()
        .map(|it| (it.title, matches!(it.what, Decided::Taken(_))))
        .collect();
    let [first, second] = ["A → B", "B → C"].map(str::to_owned);
    assert_eq!(
        told,
        [(first.clone(), true), (first, false), (second, true)],
        "the second interrupts the first"
    );
}
