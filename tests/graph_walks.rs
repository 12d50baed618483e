//! Random edits of the sample's pose graph while it plays: nothing breaks, and undo returns the
//! very first root.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

use anim::{Name, Request};
use asset::graph::form::NodeFormField;
use asset::{
    Id, PoseGraph, Project, Severity,
    graph::{
        Comment, Input as Number, Node, Parameter, ParameterKind, Preset, Reroute, SharedRule,
        SubGraph,
    },
};
use document::{Command, Document, Gesture, GraphCommand, ItemCommand};
use engine::{EngineInput, Evaluator, WorkerMode};
use std::sync::Arc;

/// A small generator: splitmix64.
struct Lot(u64);

impl Lot {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }
}

const TEXTS: [&str; 12] = [
    "",
    "Speed",
    "Speed >",
    "1 / 0",
    "Nobody > 2",
    "true",
    "-1e30",
    "Speed * 1e30",
    "((((",
    "state_weight(Move)",
    "0.5",
    "Gaït",
];

fn id(graph: &PoseGraph, lot: &mut Lot) -> Id {
    let mut ids: Vec<Id> = graph.wiring.nodes.iter().flat_map(Node::items).collect();
    ids.extend(graph.wiring.parameters.iter().map(|parameter| parameter.id));
    ids.extend(graph.wiring.rules.iter().map(|rule| rule.id));
    ids.extend(graph.layout.own_ids());
    ids.extend(graph.layout.comments.iter().map(|comment| comment.id));
    ids.push(Id(77));
    lot.one(&ids)
}

/// A field at an end of what it may be, every third one.
fn at_an_end(field: NodeFormField<'_>, lot: &mut Lot) {
    let (is_changed, is_first) = (lot.below(3) == 0, lot.below(2) == 0);
    if !is_changed {
        return;
    }
    match field {
        NodeFormField::Number { value, range, .. } => {
            *value = if is_first {
                *range.start()
            } else {
                *range.end()
            }
        }
        NodeFormField::Whole { value, range, .. } => {
            *value = if is_first {
                *range.start()
            } else {
                *range.end()
            }
        }
        NodeFormField::Truth { value, .. } => *value = is_first,
        NodeFormField::Choice { value, options } => *value = Some(lot.below(options.len())),
        _ => {}
    }
}

/// A node with another one's settings in part: numbers, links and rules from anywhere.
fn changed(graph: &PoseGraph, node: &Node, lot: &mut Lot) -> Node {
    let mut node = node.clone();
    match lot.below(6) {
        0 => node.name = lot.one(&TEXTS).into(),
        1 => node
            .kind
            .for_each_text(&mut |text| *text = lot.one(&TEXTS).into()),
        2 => node.kind.for_each_field(&mut |_, field| {
            if let NodeFormField::Input { value, .. } = field {
                *value = match lot.below(4) {
                    0 => Number::Number(f64::from(f32::MAX)),
                    1 => Number::Number(-1.0),
                    2 => Number::Number(f64::NAN),
                    _ => lot.one(&TEXTS).into(),
                };
            }
        }),
        3 => node
            .kind
            .for_each_field(&mut |_, field| at_an_end(field, lot)),
        4 => {
            for pin in 0..node.kind.pins().len() {
                let source = (lot.below(3) > 0).then(|| id(graph, lot));
                *node.kind.link_mut(pin).unwrap() = source;
            }
        }
        _ => node.kind = lot.one(&graph.wiring.nodes).kind,
    }
    node
}

fn command(graph: &PoseGraph, new: Id, lot: &mut Lot) -> GraphCommand {
    let (x, y) = (id(graph, lot), id(graph, lot));
    let node = lot.one(&graph.wiring.nodes);
    let text = lot.one(&TEXTS).to_owned();
    let place = [
        lot.below(900) as f32 - 400.0,
        if lot.below(9) == 0 { f32::NAN } else { 16.0 },
    ];
    let parameter = graph
        .wiring
        .parameters
        .get(lot.below(graph.wiring.parameters.len() + 1))
        .cloned();
    match lot.below(24) {
        0 => GraphCommand::AddNode(Box::new(Node {
            id: new,
            ..changed(graph, &node, lot)
        })),
        1..=3 => GraphCommand::SetNode(Box::new(changed(graph, &node, lot))),
        4 => GraphCommand::RemoveNodes(vec![x, y]),
        5 => GraphCommand::RemoveNodes(vec![node.id]),
        6..=8 => {
            let pin = lot.below(node.kind.pins().len() + 1);
            GraphCommand::Link {
                node: node.id,
                pin,
                source: (lot.below(4) > 0).then_some(x),
            }
        }
        9 => GraphCommand::SetOutput((lot.below(3) > 0).then_some(x)),
        10 => {
            let kind = ParameterKind::Float {
                default: 2.0,
                range: Some([-1.0, 1.0]),
            };
            GraphCommand::Parameter(ItemCommand::Add(Parameter::new(new, text, kind)))
        }
        11 => parameter.map_or(GraphCommand::Parameter(ItemCommand::Remove(x)), |it| {
            GraphCommand::Parameter(ItemCommand::Set(Parameter { name: text, ..it }))
        }),
        12 => GraphCommand::Parameter(ItemCommand::Remove(parameter.map_or(x, |it| it.id))),
        13 => GraphCommand::Parameter(ItemCommand::Move(x, lot.below(40))),
        14 => GraphCommand::Rule(ItemCommand::Put(SharedRule {
            id: new,
            name: format!("R{}", lot.below(3)),
            text,
        })),
        15 => GraphCommand::Rule(ItemCommand::Remove(x)),
        16 => {
            let known = graph
                .wiring
                .presets
                .iter()
                .flat_map(|it| it.values.values())
                .next();
            let values = parameter
                .zip(known)
                .map(|(it, value)| (it.id, value.clone()));
            GraphCommand::Preset(ItemCommand::Put(Preset {
                id: new,
                name: text,
                values: values.into_iter().collect(),
            }))
        }
        17 => GraphCommand::Place(vec![(x, place)]),
        18 | 19 => GraphCommand::SetPage {
            node: x,
            page: (lot.below(3) > 0).then_some(y),
        },
        20 => GraphCommand::SubGraph(ItemCommand::Put(SubGraph {
            id: lot.one(&[new, x]),
            name: text,
        })),
        21 => GraphCommand::SubGraph(ItemCommand::Remove(x)),
        22 => lot.one(&[
            GraphCommand::AddReroute {
                reroute: Reroute { id: new, wire: x },
                at: 3,
            },
            GraphCommand::RemoveReroute(x),
            GraphCommand::Comment(ItemCommand::Remove(x)),
        ]),
        _ => GraphCommand::Comment(ItemCommand::Put(Comment {
            id: new,
            text,
            page: Some(x),
            at: place,
            size: place,
            color: 3,
        })),
    }
}

/// What has to hold of a layout whatever was done: everything in it is there, and every page leads
/// to the first.
fn is_whole(graph: &PoseGraph) {
    let items: Vec<Id> = graph.wiring.nodes.iter().flat_map(Node::items).collect();
    let own = graph.layout.own_ids();
    let is_page = |id: &Id| items.contains(id) || graph.layout.sub_graph(*id).is_some();
    for (item, page) in &graph.layout.pages {
        assert!(items.contains(item) || own.contains(item), "{item} is gone");
        assert!(is_page(page), "{page} is gone, on which {item} lies");
    }
    assert!(
        graph
            .layout
            .comments
            .iter()
            .all(|it| it.page.as_ref().is_none_or(is_page))
    );
    assert!(
        graph
            .layout
            .reroutes
            .iter()
            .all(|it| items.contains(&it.wire))
    );
    let machine = |part: Id| {
        graph
            .wiring
            .machines()
            .find(|(_, it)| it.items().any(|id| id == part))
            .map(|(id, _)| id)
    };
    for item in items.iter().chain(&own) {
        assert!(
            !graph.layout.holders(*item, &machine).contains(item),
            "{item} holds itself"
        );
    }
}

fn hero(project: &Project) -> Id {
    project
        .graphs
        .iter()
        .find(|(_, graph)| graph.name == "PG_Hero")
        .map(|(id, _)| *id)
        .unwrap()
}

#[test]
fn a_graph_plays_on_through_random_edits_and_undo_returns_the_first_root() {
    let project = mannequin::sample();
    let hero = hero(&project);
    let mut cache = asset::Cache::default();
    let library = asset::compile(&project, &mut cache, asset::CompileOptions::default()).library;
    let (mut performed, mut refused, mut told) = (0, 0, 0);
    for seed in 0..10 {
        let mut lot = Lot(seed);
        let mut document = Document::new(project.clone());
        let first = document.project().clone();
        let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
        let skeleton = library
            .skeletons
            .iter()
            .find(|it| it.name == Name::new("SK_Mannequin"))
            .unwrap()
            .name;
        let play = Request::PlayGraph {
            graph: Name::new("PG_Hero"),
        };
        let begin = [
            EngineInput::AddCharacter {
                character: 0,
                skeleton,
                seed: 1,
            },
            EngineInput::Request {
                character: 0,
                request: play.clone(),
            },
        ];
        assert!(evaluator.step(0.0, &begin).is_empty());
        for at in 0..120 {
            let before = document.project().clone();
            let edit = command(&before.graphs[&hero], Id(0xBEEF_0000 + at), &mut lot);
            let gesture = (lot.below(4) == 0).then_some(Gesture(3));
            match document.perform(&Command::Graph(hero, edit), gesture) {
                Ok(_) => performed += 1,
                Err(_) => {
                    refused += 1;
                    assert!(
                        Arc::ptr_eq(&before, document.project()),
                        "a refusal changes nothing"
                    );
                }
            }
            let graph = &document.project().graphs[&hero];
            is_whole(graph);
            if lot.below(6) == 0 {
                document.undo();
            }
            if at % 4 > 0 {
                continue;
            }
            let compiled = asset::compile(
                document.project(),
                &mut cache,
                asset::CompileOptions::default(),
            );
            let of_graph = compiled
                .diagnostics
                .iter()
                .filter(|it| it.subject.asset == hero);
            told += of_graph
                .clone()
                .filter(|it| it.severity == Severity::Error)
                .count();
            let swap = EngineInput::SetLibrary {
                revision: at + 1,
                library: compiled.library,
            };
            let again = EngineInput::Request {
                character: 0,
                request: play.clone(),
            };
            evaluator.step(1.0 / 60.0, &[swap, again]);
            for value in [0.0, 4.5, -3.0] {
                let request = Request::SetParameter {
                    parameter: Name::new("Speed"),
                    value,
                };
                evaluator.step(
                    1.0 / 30.0,
                    &[EngineInput::Request {
                        character: 0,
                        request,
                    }],
                );
                let pose = evaluator.shown(0).unwrap();
                assert!(
                    pose.models().iter().all(|it| it.is_finite()),
                    "seed {seed}, edit {at}"
                );
            }
            assert_eq!(evaluator.fault(0), None, "seed {seed}, edit {at}");
        }
        while document.redo() {}
        let last = document.project().clone();
        while document.undo() {}
        assert!(
            Arc::ptr_eq(&first, document.project()),
            "the very first root"
        );
        while document.redo() {}
        assert!(Arc::ptr_eq(&last, document.project()));
    }
    println!("{performed} performed, {refused} refused, {told} told");
    assert!(
        performed > 300 && refused > 50 && told > 50,
        "{performed} {refused} {told}"
    );
}
