//! Tests of what is said of a transition that was taken or not: the rule as it was written, with the
//! numbers that decided.

use crate::{
    Decided, EngineInput, Evaluator, Inspection, WorkerMode,
    edits::{CHARACTER, HERO, TICK},
};
use anim::{Name, Request, program::name_value};
use asset::{
    Id, Project,
    graph::{
        Machine, Node, NodeKind, Parameter, ParameterKind, Rule, State, StateKind, Transition,
        nodes::ReferencePoseNode,
    },
};
use std::sync::{Arc, LazyLock};

const POSE: Id = Id(10);
const A: Id = Id(20);
const B: Id = Id(21);
const C: Id = Id(22);
const CROSSING: Id = Id(23);

/// The hero's skeleton and graph alone.
static BARE: LazyLock<Project> = LazyLock::new(|| {
    let sample = mannequin::sample();
    let hero = |graph: &Arc<asset::graph::PoseGraph>| graph.name == HERO;
    let (id, graph) = sample.graphs.iter().find(|(_, it)| hero(it)).unwrap();
    let skeleton = graph.skeleton;
    Project {
        skeletons: [(skeleton, sample.skeletons[&skeleton].clone())].into(),
        graphs: [(*id, graph.clone())].into(),
        ..Project::default()
    }
});

fn parameters() -> Vec<Parameter> {
    let number = || ParameterKind::Float {
        default: 0.0,
        range: None,
    };
    let stances = ["Stand", "Crouch", "Crawl"].map(str::to_owned);
    let stance = ParameterKind::Enum {
        values: stances.to_vec(),
        default: 0,
    };
    let weapon = ParameterKind::Name {
        default: "Sword".to_owned(),
    };
    let kinds = [
        ("Speed", number()),
        ("Steps", number()),
        ("Stance", stance),
        ("Weapon", weapon),
        ("Shot", ParameterKind::Trigger),
        ("Crouching", ParameterKind::Bool { default: false }),
    ];
    let ids = (40..).map(Id);
    (kinds.into_iter().zip(ids))
        .map(|((name, kind), id)| Parameter::new(id, name, kind))
        .collect()
}

fn goes(id: u64, from: Id, to: Id, rule: &str) -> Transition {
    Transition::new(Id(id), from, to, rule, 0.2)
}

/// Stands in state A of a machine with states A, B and C and a conduit that `crossing` opens.
fn world(transitions: Vec<Transition>, crossing: &str) -> Evaluator {
    let mut project = BARE.clone();
    let conduit = StateKind::Conduit {
        rule: Rule::Text(crossing.to_owned()),
    };
    let pose = || StateKind::pose(Some(POSE));
    let states = [
        (A, "A", pose()),
        (B, "B", pose()),
        (C, "C", pose()),
        (CROSSING, "Crossing", conduit),
    ];
    let state = |(id, name, kind): (Id, &str, StateKind)| State {
        id,
        name: name.to_owned(),
        kind,
    };
    let machine = Machine {
        states: states.into_iter().map(state).collect(),
        transitions,
        entry: Some(A),
        ..Machine::default()
    };
    wire(&mut project, machine);
    let library = asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let graph = library.graph(Name::new(HERO)).unwrap().clone();
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library);
    evaluator.ask_why(true);
    let added = EngineInput::AddCharacter {
        character: CHARACTER,
        skeleton: graph.skeleton(),
        seed: 1,
    };
    let play = Request::PlayGraph {
        graph: graph.name(),
    };
    assert!(evaluator.step(TICK, &[added, ask(play)]).is_empty());
    evaluator
}

fn wire(project: &mut Project, machine: Machine) {
    let mut graphs = project.graphs.values_mut();
    let hero = graphs.find(|graph| graph.name == HERO).unwrap();
    let wiring = Arc::make_mut(&mut Arc::make_mut(hero).wiring);
    let node = Node::new;
    wiring.parameters = parameters();
    wiring.nodes = vec![
        node(POSE, NodeKind::ReferencePose(ReferencePoseNode {})),
        node(Id(1), NodeKind::StateMachine(machine)),
    ];
    wiring.output = Some(Id(1));
    wiring.presets.clear();
}

fn ask(request: Request) -> EngineInput {
    EngineInput::Request {
        character: CHARACTER,
        request,
    }
}

fn set(parameter: &str, value: f64) -> EngineInput {
    ask(Request::SetParameter {
        parameter: Name::new(parameter),
        value,
    })
}

fn refusals(evaluator: &mut Evaluator) -> Vec<String> {
    let found = evaluator.inspect(
        CHARACTER,
        &Inspection {
            why: true,
            ..Inspection::default()
        },
    );
    found.not_taken.into_iter().map(|it| it.why).collect()
}

/// What is said of a rule that is false with these parameters set.
fn refused(rule: &str, inputs: &[EngineInput]) -> String {
    let mut evaluator = world(vec![goes(30, A, B, rule)], "true");
    assert!(evaluator.step(TICK, inputs).is_empty());
    let told = refusals(&mut evaluator);
    let [told] = &told[..] else {
        panic!("{rule}: {told:?}");
    };
    told.clone()
}

/// Each is false while the parameters are as they are: what is told is the rule as a person would
/// write it, with the brackets that it needs.
#[test]
fn a_rule_is_told_as_it_was_written() {
    let speed = [set("Speed", 0.123_456_78)];
    for rule in [
        "Speed - (1 - 2) > 10",
        "Speed - 1 - 2 > 10",
        "(Speed + 1) * 2 / (3 - Speed) > 1000",
        "Speed * (2 / 3) > 100",
        "Speed / 2 * 3 > 100",
        "Speed / (2 * 3) > 100",
        "(Speed + 1) * (Speed - 1) > 100",
        "-Speed > 1",
        "-(Speed + 1) > 1",
        "-Speed * 2 > 1",
        "1 - Speed > 1",
        "Speed < -5",
        "Speed <= 0",
        "Speed >= 1",
        "Speed == 1",
        "Speed != Speed",
        "not Speed < 1",
        "not (Speed < 1 or Speed > 2)",
        "not (Speed < 1 and Speed > 0)",
        "min(Speed, 2) + max(1, Speed * 2) > 100",
        "abs(Speed) < 0",
        "abs(Speed - 1) + 1 < 0",
        "select(Speed > 1, 2, Speed) + 1 < 1",
        "select(Speed < 1 or Speed > 2, 2, 3) < 1",
    ] {
        let wanted = format!("{rule} is false: Speed is 0.1235");
        assert_eq!(refused(rule, &speed), wanted);
    }
}

/// Of several terms those that decided are told, each with its own parameters alone, each once.
#[test]
fn the_term_that_decided_is_told() {
    let inputs = [set("Speed", 2.5), set("Steps", -7.0)];
    for (rule, expected) in [
        (
            "Speed > 1 and Steps > 2",
            &["Steps > 2 is false: Steps is -7"][..],
        ),
        (
            "(Speed > 10 or Speed > 20) and Speed > 1",
            &[
                "Speed > 10 is false: Speed is 2.5",
                "Speed > 20 is false: Speed is 2.5",
            ],
        ),
        (
            "Speed > 1 and (Steps > 2 or Steps + Speed > Speed * 3)",
            &[
                "Steps > 2 is false: Steps is -7",
                "Steps + Speed > Speed * 3 is false: Steps is -7, Speed is 2.5",
            ],
        ),
    ] {
        let mut evaluator = world(vec![goes(30, A, B, rule)], "true");
        evaluator.step(TICK, &inputs);
        assert_eq!(refusals(&mut evaluator), expected, "{rule}");
    }
}

#[test]
fn enums_and_names_are_told_as_a_rule_writes_them() {
    let sword = "Weapon == \"Bow\" is false: Weapon is \"Sword\"";
    let bow = [set("Weapon", name_value(Name::new("Bow")))];
    let number = |value| [set("Stance", value)];
    let crawl = "Stance == Stance.Crawl";
    assert_eq!(refused("Weapon == \"Bow\"", &[]), sword);
    assert_eq!(
        refused("\"Bow\" != Weapon", &bow),
        "\"Bow\" != Weapon is false: Weapon is \"Bow\""
    );
    for (value, shown) in [
        (0.0, "Stand"),
        (1.0, "Crouch"),
        (1.5, "1.5"),
        (3.0, "3"),
        (-1.0, "-1"),
        (-0.2, "-0.2"),
    ] {
        assert_eq!(
            refused(crawl, &number(value)),
            format!("{crawl} is false: Stance is {shown}")
        );
    }
    assert_eq!(
        refused("Stance.Crouch == Stance", &number(2.0)),
        "Stance.Crouch == Stance is false: Stance is Crawl"
    );
    assert_eq!(
        refused("Stance != Stance.Crouch", &number(1.0)),
        "Stance != Stance.Crouch is false: Stance is Crouch"
    );
    // A number behind a comparison of enums is a number.
    let rule = "select(Stance.Crawl == Stance, 1, 2) < 1";
    assert_eq!(
        refused(rule, &[]),
        format!("{rule} is false: Stance is Stand")
    );
}

#[test]
fn what_a_rule_asks_of_its_machine_is_told_as_it_was_written() {
    for rule in [
        "time_in_state() > 9",
        "state_weight() > 9",
        "weight(\"B\") > 9",
        "time_elapsed() > 9",
        "time_remaining() < -9",
        "fraction() > 9",
        "crossfade_duration() > 9",
        "curve(\"Lean\") > 9",
        "sync_fraction(\"Feet\") > 9",
        "sync_passed(\"Feet\", \"Left\")",
        "sync_time_to(\"Feet\", \"Left\") < -9",
        "passed_marker(\"Left\")",
        "in_notify(\"Trail\")",
        "sync_previous(\"Feet\") == \"Left\"",
        "sync_next(\"Feet\") == \"Left\"",
    ] {
        assert_eq!(refused(rule, &[]), format!("{rule} is false"));
    }
}

/// The way through a conduit is one decision, told from its first state to its last.
#[test]
fn a_way_through_a_conduit_is_one_decision() {
    let ways = || {
        vec![
            goes(30, A, CROSSING, "Speed > 1"),
            goes(31, CROSSING, B, "Shot"),
            goes(32, B, C, "Crouching and Speed > 2"),
        ]
    };
    let mut evaluator = world(ways(), "Steps > 3");
    evaluator.step(TICK, &[set("Speed", 2.0)]);
    assert_eq!(
        refusals(&mut evaluator),
        ["the conduit “Crossing” is closed: Steps > 3 is false: Steps is 0"]
    );
    evaluator.step(TICK, &[set("Steps", 4.0), set("Shot", 1.0)]);
    let told = |evaluator: &Evaluator| -> Vec<(String, String)> {
        let decisions = evaluator.decisions(CHARACTER).into_iter();
        decisions
            .map(|it| match it.what {
                Decided::Taken(why) => (it.title, why),
                Decided::Interrupted => (it.title, "interrupted".to_owned()),
            })
            .collect()
    };
    let why = "Speed > 1 is true: Speed is 2; Shot is true: Shot was set";
    assert_eq!(
        told(&evaluator),
        [("A → Crossing → B".to_owned(), why.to_owned())]
    );
    evaluator.step(TICK, &[]);
    assert_eq!(
        refusals(&mut evaluator),
        ["Crouching is false: Crouching is 0"]
    );
}

/// A trigger that is not set is told as any parameter, and one that was used as one that was set.
#[test]
fn a_trigger_is_told_as_set_where_it_was_used() {
    assert_eq!(refused("Shot", &[]), "Shot is false: Shot is 0");
    let mut evaluator = world(vec![goes(30, A, B, "Shot or Speed > 1")], "true");
    evaluator.step(TICK, &[set("Speed", 2.0)]);
    let why = evaluator.decisions(CHARACTER).remove(0).what;
    assert_eq!(
        why,
        Decided::Taken("Speed > 1 is true: Speed is 2".to_owned())
    );
}

/// What needs no parameter is always taken, whatever stands in its rule.
#[test]
fn a_rule_without_a_question_is_always_taken() {
    for (rule, told) in [
        ("true", "it is always taken"),
        ("1 < 2", "1 < 2 is true"),
        ("Speed < 1 and true", "Speed < 1 and 1 is true: Speed is 0"),
    ] {
        let mut evaluator = world(vec![goes(30, A, B, rule)], "true");
        evaluator.step(TICK, &[]);
        let what = evaluator.decisions(CHARACTER).remove(0).what;
        assert_eq!(what, Decided::Taken(told.to_owned()), "{rule}");
    }
}
