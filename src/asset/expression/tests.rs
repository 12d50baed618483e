use super::*;
use crate::{
    Id,
    graph::{Parameter, ParameterKind},
};
use anim::program::{Environment, MOST_DEPTH, Query};

/// Speed, Crouching, Stance (Stand, Crouch), Aim (x y z), Weapon, Jump, Steps.
fn parameters() -> Vec<Parameter> {
    let kinds = [
        (
            "Speed",
            ParameterKind::Float {
                default: 0.0,
                range: None,
            },
        ),
        ("Crouching", ParameterKind::Bool { default: false }),
        (
            "Stance",
            ParameterKind::Enum {
                values: vec!["Stand".into(), "Crouch".into()],
                default: 0,
            },
        ),
        (
            "Aim",
            ParameterKind::Vector {
                default: [0.0; 3],
                range: None,
            },
        ),
        (
            "Weapon",
            ParameterKind::Name {
                default: String::new(),
            },
        ),
        ("Jump", ParameterKind::Trigger),
        (
            "Steps",
            ParameterKind::Int {
                default: 0,
                range: None,
            },
        ),
    ];
    kinds
        .into_iter()
        .zip(1..)
        .map(|((name, kind), id)| Parameter::new(Id(id), name, kind))
        .collect()
}

/// The numbers of the parameters in their order: Aim is 3 to 5.
struct World([f64; 9]);

impl Environment for World {
    fn parameter(&self, index: u16) -> f64 {
        self.0[usize::from(index)]
    }

    fn query(&self, query: Query) -> Option<f64> {
        match query {
            Query::TimeRemaining => Some(0.25),
            Query::WeightOf(state) => Some(f64::from(state)),
            _ => None,
        }
    }
}

const NOW: World = World([3.0, 0.0, 1.0, 10.0, 20.0, 30.0, 0.0, 1.0, 4.0]);

fn value(text: &str) -> f64 {
    let (parameters, states) = (parameters(), ["Idle".to_owned(), "Run".to_owned()]);
    let scope = Scope {
        parameters: &parameters,
        states: Some(&states),
        ..Scope::default()
    };
    let wanted = [Type::Number, Type::Bool]
        .into_iter()
        .find_map(|wanted| compile(text, &scope, &wanted).ok());
    wanted
        .unwrap_or_else(|| panic!("{text}"))
        .program
        .value(&NOW)
        .unwrap()
}

fn refused(text: &str, wanted: Type) -> (std::ops::Range<usize>, Problem) {
    let parameters = parameters();
    let scope = Scope {
        parameters: &parameters,
        ..Scope::default()
    };
    let error = compile(text, &scope, &wanted).expect_err(text);
    (error.at, error.problem)
}

#[test]
fn operators_bind_as_everybody_expects() {
    for (text, expected) in [
        ("1 + 2 * 3", 7.0),
        ("(1 + 2) * 3", 9.0),
        ("10 - 4 - 3", 3.0),
        ("12 / 3 / 2", 2.0),
        ("-2 * 3", -6.0),
        ("- -2", 2.0),
        ("2 - -3", 5.0),
        ("1.5e1", 15.0),
        (".5", 0.5),
        ("Speed / 1.5", 2.0),
        ("Speed > 1 and not Crouching", 1.0),
        ("not Speed > 1", 0.0),
        ("Crouching or Speed > 2 and Jump", 1.0),
        ("(Crouching or Speed > 2) and Crouching", 0.0),
        ("Crouching && Jump || Jump", 1.0),
        ("!Crouching", 1.0),
        ("Speed + 1 >= 4", 1.0),
        ("Speed != 3", 0.0),
        ("Speed<=3", 1.0),
        ("true and false", 0.0),
    ] {
        assert_eq!(value(text), expected, "{text}");
    }
}

#[test]
fn names_mean_parameters_their_parts_and_their_values() {
    for (text, expected) in [
        ("Aim.x + Aim.y * 100 + Aim.z", 2040.0),
        ("Stance == Stance.Crouch", 1.0),
        ("Stance.Stand != Stance", 1.0),
        ("Stance", 1.0),
        ("Steps", 4.0),
        ("Weapon == \"\"", 1.0),
        ("Weapon == \"Sword\"", 0.0),
        ("time_remaining() < 0.3", 1.0),
        ("weight(\"Run\")", 1.0),
        ("min(Speed, 2) + max(Speed, 5) + abs(-1)", 8.0),
        ("clamp(Speed, 4, 9)", 4.0),
        ("clamp(Speed, -1, 2)", 2.0),
        ("select(Crouching, 1, Speed)", 3.0),
    ] {
        assert_eq!(value(text), expected, "{text}");
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    use Problem::{
        Expected, Mixed, OnlyInRules, Operands, Quoted, UnknownFunction, UnknownName, UnknownValue,
    };
    let number = || Type::Number;
    let name = |name: &str, nearest: Option<&str>| UnknownName {
        name: name.into(),
        nearest: nearest.map(Into::into),
    };
    let type_ = |expected, found| Problem::Type { expected, found };
    let cases = [
        ("", 0..0, Problem::Empty),
        ("  ", 0..1, Problem::Empty),
        ("1 +", 3..3, Expected("a value")),
        ("1 + )", 4..5, Expected("a value")),
        ("Speed Speed", 6..7, Expected("an operator")),
        ("(1 + 2", 6..6, Expected("a closing bracket")),
        ("min(1, 2", 8..8, Expected("a closing bracket")),
        ("min(1, )", 7..8, Expected("a value")),
        ("\"a", 2..2, Expected("a closing quote")),
        ("Aim.", 4..4, Expected("the part of a parameter")),
        ("Aim", 0..3, Expected("one of .x, .y and .z")),
        ("1 + Sped", 4..8, name("Sped", Some("Speed"))),
        ("Nonsense", 0..8, name("Nonsense", None)),
        (
            "mini(1, 2)",
            0..10,
            UnknownFunction {
                name: "mini".into(),
                nearest: Some("min".into()),
            },
        ),
        (
            "Stance.Prone",
            0..12,
            UnknownValue {
                parameter: "Stance".into(),
                value: "Prone".into(),
            },
        ),
        (
            "Aim.w",
            0..5,
            UnknownValue {
                parameter: "Aim".into(),
                value: "w".into(),
            },
        ),
        (
            "min(1)",
            0..6,
            Operands {
                name: "min".into(),
                expected: 2,
                found: 1,
            },
        ),
        (
            "1 + time_remaining()",
            4..20,
            OnlyInRules {
                name: "time_remaining".into(),
            },
        ),
        ("1 + Crouching", 4..13, type_(Type::Number, Type::Bool)),
        ("Speed and Crouching", 0..5, type_(Type::Bool, Type::Number)),
        ("Weapon", 0..6, type_(Type::Number, Type::Name)),
        (
            "Stance == 1",
            0..11,
            Mixed {
                left: Type::Enum("Stance".into()),
                right: Type::Number,
            },
        ),
        ("1 < 2 < 3", 6..7, Expected("an operator")),
        ("ä", 0..2, name("ä", None)),
        ("1 € 2", 2..5, Expected("an operator")),
    ];
    for (text, at, problem) in cases {
        assert_eq!(refused(text, number()), (at, problem), "{text}");
    }
    assert_eq!(
        refused("Speed", Type::Bool),
        (0..5, type_(Type::Bool, Type::Number))
    );
    let (parameters, states) = (parameters(), ["Idle".to_owned()]);
    let rule = Scope {
        parameters: &parameters,
        states: Some(&states),
        ..Scope::default()
    };
    let found = |text| compile(text, &rule, &Type::Bool).unwrap_err().problem;
    assert_eq!(
        found("weight(\"Walk\") > 0"),
        Problem::UnknownState {
            name: "Walk".into()
        }
    );
    assert_eq!(
        found("weight(Speed) > 0"),
        Quoted {
            name: "weight".into()
        }
    );
}

#[test]
fn blame_falls_on_a_place_in_the_text() {
    let parameters = parameters();
    let scope = Scope {
        parameters: &parameters,
        ..Scope::default()
    };
    let text = "Speed > 1 and Steps < 3 and not Crouching";
    let compiled = compile(text, &scope, &Type::Bool).unwrap();
    let mut blamed = Vec::new();
    compiled
        .program
        .blame(&NOW, |at| blamed.push(&text[compiled.places[at].clone()]));
    assert_eq!(blamed, ["Steps < 3"]);
    assert_eq!(compiled.places.len(), compiled.program.ops().len());
}

#[test]
fn hostile_texts_are_refused_and_never_break_anything() {
    let deep = |open: &str, close: &str, count: usize| {
        format!("{}1{}", open.repeat(count), close.repeat(count))
    };
    for text in [
        deep("(", ")", 5000),
        deep("(", ")", MOST_DEPTH + 1),
        deep("-", "", 2000),
        deep("not ", "", 1000),
        deep("!(", ")", 500),
        deep("- (", ")", 60),
        deep("abs(", ")", 64),
        "1 + ".repeat(900) + "1",
        "x".repeat(LONGEST + 1),
        "1".repeat(LONGEST),
    ] {
        let parameters = parameters();
        let scope = Scope {
            parameters: &parameters,
            ..Scope::default()
        };
        let found = compile(&text, &scope, &Type::Number);
        assert!(found.is_err() || text.starts_with("11"), "{}", &text[..20]);
    }
    assert!(value(&deep("(", ")", MOST_DEPTH - 8)) == 1.0);
    assert_eq!(
        value(&("Speed > 1 and ".repeat(200) + "true")),
        1.0,
        "one operation, however many terms"
    );
}

#[test]
fn a_word_is_completed_by_what_begins_with_it() {
    let (parameters, states) = (parameters(), ["Idle".to_owned()]);
    let texts = |text: &str, at, states| {
        let scope = Scope {
            parameters: &parameters,
            states,
            ..Scope::default()
        };
        completions(text, at, &scope)
            .into_iter()
            .map(|found| found.text)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        texts("Speed > 1 and st", 16, None),
        ["Stance", "Stance.Stand", "Stance.Crouch", "Steps"]
    );
    assert_eq!(
        texts("ST", 2, Some(&states)),
        [
            "Stance",
            "Stance.Stand",
            "Stance.Crouch",
            "Steps",
            "state_weight()"
        ]
    );
    assert_eq!(texts("ti", 2, None), [""; 0]);
    assert_eq!(
        texts("(ti", 3, Some(&states)),
        ["time_in_state()", "time_elapsed()", "time_remaining()"]
    );
    assert_eq!(texts("Aim.", 4, None), ["Aim.x", "Aim.y", "Aim.z"]);
    assert_eq!(texts("ä", 2, None), [""; 0]);
    assert!(texts("", 0, None).len() > 8 && texts("1", 99, None).is_empty());
}

#[test]
fn a_renamed_parameter_is_renamed_where_it_is_meant_and_nowhere_else() {
    for (text, expected) in [
        ("Speed > 1 and Speeds < Speed", "Pace > 1 and Speeds < Pace"),
        ("(Speed)*2", "(Pace)*2"),
        ("min( Speed , -Speed)", "min( Pace , -Pace)"),
        ("not Speed.x", "not Pace.x"),
        ("Weapon == \"Speed\"", "Weapon == \"Speed\""),
        ("Speed >", "Speed >"),
        ("", ""),
    ] {
        assert_eq!(renamed(text, "Speed", "Pace"), expected);
    }
}
