//! What needs no engine, over a small bundle with something in every field.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

use crate::{
    convert::{from_parts, matrix, parts, to_godot},
    happening::Happening,
    parameters::{Kind, Values, parameter_of, properties},
    request::{Fields, REQUESTS, Value, request},
    session::{Session, graph_of, read},
    shape::shape,
};
use anim::{
    Event, Library, MeshPart, Name, Request, Transform,
    event::{Cause, EventReason, Phase, Source},
};
use engine::{EngineInput, Evaluator, WorkerMode};
use godot::builtin::{Quaternion, Vector3};
use std::sync::Arc;

const FILE: &[u8] = include_bytes!("../../../tests/fixtures/bundle_v11.mbundle");

fn library() -> Arc<Library> {
    read("bundle_v11.mbundle", FILE).unwrap()
}

fn bits(it: &Transform) -> Vec<u32> {
    let numbers = it.translation.to_array().into_iter();
    let numbers = numbers
        .chain(it.rotation.to_array())
        .chain(it.scale.to_array());
    numbers.map(f32::to_bits).collect()
}

fn fields(fields: &[(&str, Value)]) -> Fields {
    let field = |(name, value): &(&str, Value)| ((*name).to_owned(), value.clone());
    fields.iter().map(field).collect()
}

fn text(it: &str) -> Value {
    Value::Text(it.to_owned())
}

#[test]
fn an_invalid_file_is_an_error_that_names_it() {
    let cut = read("cut.mbundle", &FILE[..FILE.len() / 2]).unwrap_err();
    assert!(
        cut.starts_with("cut.mbundle: ") && cut.contains("export it again"),
        "{cut}"
    );
    assert!(read("text.mbundle", b"no bundle").is_err());
}

#[test]
fn an_unknown_graph_is_an_error_that_names_those_there_are() {
    let library = library();
    let known = library.names.text(graph_of(&library, "").unwrap().name());
    let error = graph_of(&library, "PG_Nothing").unwrap_err();
    assert!(
        error.contains("PG_Nothing") && error.contains(known),
        "{error}"
    );
    assert_eq!(graph_of(&library, known).unwrap().name(), Name::new(known));
}

#[test]
fn a_session_gives_the_bits_of_a_plain_evaluator() {
    let library = library();
    let graph = graph_of(&library, "").unwrap().clone();
    let mut session = Session::new(library.clone(), "", 7).unwrap();
    let mut plain = Evaluator::new(WorkerMode::Inline, library.clone());
    let character = 0;
    let mut inputs = vec![
        EngineInput::AddCharacter {
            character,
            skeleton: graph.skeleton(),
            seed: 7,
        },
        EngineInput::Request {
            character,
            request: Request::PlayGraph {
                graph: graph.name(),
            },
        },
    ];
    let mut happened = 0;
    for frame in 0..120 {
        if frame == 20 {
            let request = Request::play(library.montages[0].name, 1.0);
            session.ask(request.clone());
            inputs.push(EngineInput::Request { character, request });
        }
        let seconds = [1.0 / 60.0, 0.0, 1.0 / 30.0, 0.5][frame % 4];
        let refused = plain.step(seconds, &inputs);
        inputs.clear();
        assert_eq!(session.step(seconds).len(), refused.len());
        let expected = plain.shown(0).unwrap().pose().iter();
        let expected: Vec<_> = expected.map(|it| bits(&it)).collect();
        let shown = session.posed().unwrap().pose().iter();
        let shown: Vec<_> = shown.map(|it| bits(&it)).collect();
        assert_eq!(shown, expected, "frame {frame}");
        let of_plain = plain.events(0).iter().filter(|event| event.fired());
        let of_plain: Vec<_> = of_plain
            .filter_map(|event| Happening::of(&library, event))
            .collect();
        assert_eq!(session.happenings(), of_plain, "frame {frame}");
        happened += of_plain.len();
    }
    assert!(happened > 0, "nothing happened that could be compared");
}

#[test]
fn a_transform_comes_back_from_its_parts_with_its_bits() {
    let there = from_parts(
        Vector3::new(0.1, -0.0, 3e-40),
        Quaternion::new(0.5, -0.5, 0.5, -0.5),
        Vector3::new(1.0, -2.0, 0.3),
    );
    let (position, rotation, scale) = parts(&there);
    assert_eq!(bits(&from_parts(position, rotation, scale)), bits(&there));
}

#[test]
fn a_point_is_moved_as_the_runtime_moves_it() {
    let turn = Quaternion::from_axis_angle(Vector3::new(0.6, 0.8, 0.0), 1.2);
    let there = from_parts(
        Vector3::new(1.0, 2.0, 3.0),
        turn,
        Vector3::new(2.0, 0.5, -1.5),
    );
    let moved = to_godot(&there) * Vector3::new(0.3, -0.7, 0.9);
    let point = from_parts(
        Vector3::new(0.3, -0.7, 0.9),
        Quaternion::IDENTITY,
        Vector3::ONE,
    );
    let (expected, ..) = parts(&there.compose(&point));
    assert!(
        moved.distance_to(expected) < 1e-5,
        "{moved} is not {expected}"
    );
}

#[test]
fn the_last_number_of_a_row_moves_a_point() {
    let rows = [
        [1.0, 0.0, 0.0, 4.0],
        [0.0, 0.0, -1.0, 5.0],
        [0.0, 1.0, 0.0, 6.0],
    ];
    let moved = matrix(rows) * Vector3::new(1.0, 2.0, 3.0);
    assert_eq!(moved, Vector3::new(5.0, 2.0, 8.0));
}

#[test]
fn parameters_are_properties_of_a_folder() {
    let library = library();
    let graph = graph_of(&library, "").unwrap();
    let known = properties(&library, graph);
    assert!(!known.is_empty());
    assert_eq!(known.len(), graph.parts().parameters.len());
    for (property, parameter) in known.iter().zip(&graph.parts().parameters) {
        let name = parameter_of(&property.name).unwrap();
        assert_eq!(Name::new(name), parameter.name);
        assert_eq!(property.default, parameter.default);
        assert_eq!(property.kind == Kind::Trigger, parameter.is_trigger);
    }
    assert_eq!(parameter_of("position"), None);
    assert_eq!(parameter_of("parameters/"), None);
}

#[test]
fn values_wait_for_the_graph_that_has_their_parameters() {
    let library = library();
    let known = properties(&library, graph_of(&library, "").unwrap());
    let name = parameter_of(&known[0].name).unwrap();
    let mut values = Values::default();
    assert_eq!(values.get(name), None);
    values.set(name, 2.0);
    values.set("of another graph", 1.0);
    let (parameter, value) = (Name::new(name), 2.0);
    let asked: Vec<_> = values.requests(&known).collect();
    assert_eq!(asked, [Request::SetParameter { parameter, value }]);
    assert_eq!(values.get(name), Some(2.0));
}

#[test]
fn every_request_is_known_and_says_what_it_needs() {
    for kind in REQUESTS {
        let whole = fields(&[
            ("request", text(kind)),
            ("montage", text("AM_A")),
            ("group", text("DefaultGroup")),
            ("section", text("Loop")),
            ("from", text("Start")),
            ("graph", text("PG_A")),
            ("snapshot", text("Fall")),
            ("position", Value::Number(0.5)),
            ("rate", Value::Number(2.0)),
            ("dilation", Value::Number(0.1)),
            ("lod", Value::Number(1.0)),
        ]);
        assert!(request(&whole).is_ok(), "{kind}: {:?}", request(&whole));
        let bare = request(&fields(&[("request", text(kind))]));
        assert!(
            bare.is_err() || kind == "stop_montage",
            "{kind} needs nothing"
        );
    }
}

#[test]
fn a_request_that_is_none_says_why() {
    let unknown = request(&fields(&[("request", text("dance"))])).unwrap_err();
    assert!(
        unknown.contains("dance") && unknown.contains("play_montage"),
        "{unknown}"
    );
    let nothing = request(&Fields::new()).unwrap_err();
    assert!(nothing.contains("request"), "{nothing}");
    let wrong = fields(&[("request", text("pause")), ("montage", Value::Number(1.0))]);
    assert!(request(&wrong).unwrap_err().contains("must be a text"));
}

#[test]
fn a_montage_plays_at_its_own_pace_where_no_rate_is_given() {
    let play = fields(&[("request", text("play_montage")), ("montage", text("AM_A"))]);
    assert_eq!(request(&play), Ok(Request::play(Name::new("AM_A"), 1.0)));
}

#[test]
fn triangles_turn_the_other_way_and_joints_are_filled_up() {
    let library = library();
    let parts = library.meshes.iter().flat_map(|mesh| &mesh.lod(0).parts);
    let mut count = 0;
    for part in parts {
        let made = shape(part);
        let turned = made
            .indices
            .chunks_exact(3)
            .zip(part.indices.chunks_exact(3));
        for (made, given) in turned {
            let made: Vec<u32> = made.iter().map(|it| *it as u32).collect();
            assert_eq!(made, [given[0], given[2], given[1]]);
        }
        let weights = made.weights.chunks_exact(made.influences);
        assert_eq!(weights.len(), part.vertex_count());
        assert_eq!(made.bones.len(), made.weights.len());
        for weights in weights {
            assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-3);
        }
        count += 1;
    }
    assert!(count > 0);
}

#[test]
fn a_rigid_part_has_four_joints_of_which_the_first_counts() {
    let rigid = MeshPart {
        positions: vec![[0.0; 3]; 2].into(),
        influences: 1,
        joints: vec![3u16, 5].into(),
        weights: vec![1.0f32, 1.0].into(),
        ..MeshPart::default()
    };
    let made = shape(&rigid);
    assert_eq!(made.bones, [3, 0, 0, 0, 5, 0, 0, 0]);
    assert_eq!(made.weights, [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
}

#[test]
fn events_become_signals_by_their_phase() {
    let library = library();
    let montage = library.montages[0].name;
    let name = library.names.text(montage).to_owned();
    let of = |phase| {
        let event = Event {
            time: 0.25,
            phase,
            name: montage,
            id: 0,
            socket: Name::NONE,
            source: Source::Montage(1),
            asset: montage,
            position: 0.0,
            weight: 1.0,
            branching: false,
            reason: EventReason::Fired,
            cause: Cause::Time,
            seconds: 0.0,
            values: [0.0; 2],
        };
        Happening::of(&library, &event)
    };
    let started = Happening::MontageStarted { name: name.clone() };
    assert_eq!(of(Phase::Started), Some(started));
    let ended = Happening::MontageEnded {
        name: name.clone(),
        is_interrupted: true,
    };
    assert_eq!(of(Phase::Ended { interrupted: true }), Some(ended));
    let changed = Happening::SectionChanged {
        montage: name.clone(),
        section: name.clone(),
    };
    assert_eq!(of(Phase::Section { looped: false }), Some(changed));
    let (phase, time) = ("begin", 0.25);
    assert_eq!(
        of(Phase::Begin),
        Some(Happening::Notify { name, phase, time })
    );
    assert_eq!(of(Phase::BlendedIn), None);
}
