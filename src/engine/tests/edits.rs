//! Tests of a graph that is edited while it plays: what the edit leaves alone goes on, whatever
//! else is gone.

use crate::{CharacterId, EngineInput, Evaluator, WorkerMode};
use anim::{Name, Pose, Request};
use asset::graph::nodes::{BlendSpacePlayerNode, ReferencePoseNode};
use asset::{
    Cache, Id, Project,
    graph::{NodeKind, Parameter, ParameterKind, Wiring},
};
use std::sync::Arc;

pub(crate) const CHARACTER: CharacterId = 0;
pub(crate) const TICK: f64 = 1.0 / 60.0;
pub(crate) const HERO: &str = "PG_Hero";

/// Parameters of `PG_Hero` that take it from standing into a run, a turn and a leap.
pub(crate) const DRIVE: [(u64, &str, f64); 7] = [
    (5, "Speed", 3.0),
    (40, "Direction", 30.0),
    (60, "Aiming", 1.0),
    (70, "HitFront", 1.0),
    (80, "Jump", 1.0),
    (80, "InAir", 1.0),
    (130, "InAir", 0.0),
];

struct Stage {
    project: Project,
    graph: Id,
    cache: Cache,
    evaluator: Evaluator,
    tick: u64,
}

impl Stage {
    fn new() -> Self {
        let mut project = mannequin::sample();
        // What it shows is what the graph makes, and nothing after that.
        project
            .meshes
            .values_mut()
            .for_each(|mesh| Arc::make_mut(mesh).post_process = None);
        let mut cache = Cache::default();
        let library =
            asset::compile(&project, &mut cache, asset::CompileOptions::default()).library;
        let graph = *project
            .graphs
            .iter()
            .find(|(_, graph)| graph.name == HERO)
            .unwrap()
            .0;
        let (name, skeleton) = (
            Name::new(HERO),
            library.graph(Name::new(HERO)).unwrap().skeleton(),
        );
        let mut evaluator = Evaluator::new(WorkerMode::Inline, library);
        let play = EngineInput::Request {
            character: CHARACTER,
            request: Request::PlayGraph { graph: name },
        };
        let refused = evaluator.step(
            0.0,
            &[
                EngineInput::AddCharacter {
                    character: CHARACTER,
                    skeleton,
                    seed: 3,
                },
                play,
            ],
        );
        assert!(refused.is_empty());
        Self {
            project,
            graph,
            cache,
            evaluator,
            tick: 0,
        }
    }

    fn wiring(&self) -> &Wiring {
        &self.project.graphs[&self.graph].wiring
    }

    fn edit(&mut self, edit: impl FnOnce(&mut Wiring)) {
        let graph = Arc::make_mut(self.project.graphs.get_mut(&self.graph).unwrap());
        edit(Arc::make_mut(&mut graph.wiring));
        let library = asset::compile(
            &self.project,
            &mut self.cache,
            asset::CompileOptions::default(),
        )
        .library;
        let refused = self.evaluator.step(
            0.0,
            &[EngineInput::SetLibrary {
                revision: self.tick,
                library,
            }],
        );
        assert!(refused.is_empty());
    }

    /// What parameters of the drive are gone is refused, and nothing else happens.
    fn play(&mut self, ticks: u64) -> Vec<u64> {
        let tick = |_| {
            self.tick += 1;
            let due = DRIVE.iter().filter(|row| row.0 == self.tick);
            let set = |row: &(u64, &str, f64)| {
                let request = Request::SetParameter {
                    parameter: Name::new(row.1),
                    value: row.2,
                };
                EngineInput::Request {
                    character: CHARACTER,
                    request,
                }
            };
            self.evaluator.step(TICK, &due.map(set).collect::<Vec<_>>());
            assert_eq!(self.evaluator.fault(CHARACTER), None);
            let pose = self.evaluator.shown(CHARACTER).unwrap().pose();
            assert!(
                pose.iter().all(|local| local.is_finite()),
                "tick {}",
                self.tick
            );
            pose.hash()
        };
        (0..ticks).map(tick).collect()
    }
}

#[test]
fn what_an_edit_leaves_alone_goes_on_bit_for_bit() {
    let (mut edited, mut left) = (Stage::new(), Stage::new());
    for ticks in [1, 30, 35, 50, 40] {
        assert_eq!(
            edited.play(ticks),
            left.play(ticks),
            "before tick {}",
            left.tick
        );
        left.edit(|_| {});
        // Every index of a node and of a parameter is another one.
        edited.edit(|wiring| {
            wiring.nodes.reverse();
            wiring.nodes.insert(
                0,
                asset::graph::Node::new(
                    Id(left.tick),
                    NodeKind::ReferencePose(ReferencePoseNode {}),
                ),
            );
            let kind = ParameterKind::Bool { default: true };
            wiring.parameters.insert(
                0,
                Parameter::new(Id(left.tick << 8), format!("New{}", left.tick), kind),
            );
        });
    }
    assert_eq!(edited.play(60), left.play(60));
}

#[test]
fn an_edit_of_what_plays_is_heard_at_once_and_the_machine_stays_in_its_state() {
    let (mut edited, mut left) = (Stage::new(), Stage::new());
    assert_eq!(edited.play(75), left.play(75));
    let state = |stage: &Stage| {
        let graph = stage
            .evaluator
            .library()
            .graph(Name::new(HERO))
            .unwrap()
            .clone();
        let state = stage.evaluator.proxy(CHARACTER).unwrap().state();
        let machines = graph
            .machines()
            .map(|(node, _)| state.machine(&graph, node).and_then(|it| it.current()));
        machines.collect::<Vec<_>>()
    };
    let before = state(&edited);
    edited.edit(|wiring| {
        let rates = wiring
            .nodes
            .iter_mut()
            .filter_map(|node| match &mut node.kind {
                NodeKind::BlendSpacePlayer(BlendSpacePlayerNode { play, .. }) => {
                    Some(&mut play.rate)
                }
                _ => None,
            });
        rates.for_each(|rate| *rate = 2.0.into());
    });
    assert_eq!(state(&edited), before);
    assert_ne!(edited.play(3), left.play(3));
}

#[test]
fn whatever_is_cut_away_while_it_plays_the_rest_goes_on() {
    let whole = Stage::new().wiring().clone();
    let mut stage = Stage::new();
    let cuts = whole
        .nodes
        .iter()
        .map(|node| node.id)
        .chain(whole.parameters.iter().map(|it| it.id));
    for id in cuts {
        stage.edit(|wiring| {
            wiring.nodes.retain(|node| node.id != id);
            wiring.parameters.retain(|parameter| parameter.id != id);
        });
        stage.play(3);
        stage.edit(|wiring| *wiring = whole.clone());
        stage.play(1);
    }
    for machine in 0..whole.machines().count() {
        for state in 0..whole.machines().nth(machine).unwrap().1.states.len() {
            stage.edit(|wiring| {
                let machines = wiring
                    .nodes
                    .iter_mut()
                    .filter_map(|node| match &mut node.kind {
                        NodeKind::StateMachine(machine) => Some(machine),
                        _ => None,
                    });
                machines
                    .skip(machine)
                    .take(1)
                    .for_each(|machine| drop(machine.states.remove(state)));
            });
            stage.play(3);
            stage.edit(|wiring| *wiring = whole.clone());
            stage.play(1);
        }
    }
    stage.edit(|wiring| *wiring = Wiring::default());
    stage.play(2);
    let library = stage.evaluator.library();
    let rest = Pose::reference(
        library
            .skeleton(library.graph(Name::new(HERO)).unwrap().skeleton())
            .unwrap(),
    );
    assert_eq!(
        stage.evaluator.shown(CHARACTER).unwrap().pose().hash(),
        rest.hash(),
        "without an output"
    );
}
