use super::*;
use crate::{
    Id,
    expression::{Scope, Type, compile},
};

fn parameters() -> Vec<Parameter> {
    let float = |range| ParameterKind::Float {
        default: 0.0,
        range,
    };
    vec![
        Parameter::new(Id(1), "Speed", float(Some([0.0, 5.0]))),
        Parameter::new(Id(2), "Free", float(None)),
        Parameter::new(Id(3), "Grounded", ParameterKind::Bool { default: true }),
        Parameter::new(
            Id(4),
            "Stance",
            ParameterKind::Enum {
                values: vec!["Up".into(), "Down".into()],
                default: 0,
            },
        ),
        Parameter {
            driven: "Free * 2".into(),
            ..Parameter::new(Id(5), "Pace", float(Some([0.0, 1.0])))
        },
    ]
}

fn can(text: &str) -> bool {
    let parameters = parameters();
    let states = ["Idle".to_owned()];
    let scope = Scope {
        parameters: &parameters,
        states: Some(&states),
        ..Scope::default()
    };
    can_be_true(
        compile(text, &scope, &Type::Bool)
            .expect(text)
            .program
            .ops(),
        &parameters,
    )
}

#[test]
fn what_no_values_make_true_is_found() {
    for never in [
        "Speed > 5",
        "Speed < 0",
        "Speed > 3 and Speed < 2",
        "Speed > 3 and Speed < 3",
        "Free > 1 and Free < 1",
        "Grounded and not Grounded",
        "Stance == Stance.Up and Stance == Stance.Down",
        "state_weight() > 1",
        "time_in_state() < 0",
        "abs(Free) < 0",
        "Speed * 2 > 11",
        "false and Speed > 1",
        "not (Speed >= 0)",
        "max(Speed, 1) < 1",
        "(Speed > 9 or Speed < -1) and Grounded",
    ] {
        assert!(!can(never), "{never}");
    }
}

#[test]
fn what_can_be_is_left_alone() {
    for may in [
        "Speed > 4.9",
        "Speed >= 5",
        "Speed <= 0",
        "Speed > 2 and Speed < 3",
        "Free > 1e30",
        "Free > Speed and Speed > Free - 1",
        "Grounded",
        "not Grounded",
        "Stance == Stance.Down",
        "Stance != Stance.Up",
        "Pace > 7",
        "1 / Free > 100",
        "Free / Free > 3",
        "curve(\"C\") > 4",
        "time_remaining() < 0.2",
        "Speed > 9 or Grounded",
        "select(Grounded, Speed, 0 - Speed) < 0",
        "true",
    ] {
        assert!(can(may), "{may}");
    }
}

/// A from −2 to 3, B from 4 to 6, N from −5 to −1, G a bool, F anything.
fn ranged() -> Vec<Parameter> {
    let float = |range| ParameterKind::Float {
        default: 0.0,
        range,
    };
    let range = |least, most| float(Some([least, most]));
    let kinds = [
        ("A", range(-2.0, 3.0)),
        ("B", range(4.0, 6.0)),
        ("N", range(-5.0, -1.0)),
        ("G", ParameterKind::Bool { default: true }),
        ("F", float(None)),
        (
            "I",
            ParameterKind::Int {
                default: 0,
                range: Some([-7, 8]),
            },
        ),
        (
            "E",
            ParameterKind::Enum {
                values: vec!["X".into(), "Y".into(), "Z".into()],
                default: 0,
            },
        ),
        (
            "V",
            ParameterKind::Vector {
                default: [0.0; 3],
                range: Some([-1.0, 2.0]),
            },
        ),
    ];
    kinds
        .into_iter()
        .zip(1..)
        .map(|((name, kind), id)| Parameter::new(Id(id), name, kind))
        .collect()
}

fn ops(text: &str) -> Vec<Op> {
    let (parameters, states) = (ranged(), ["Idle".to_owned()]);
    let scope = Scope {
        parameters: &parameters,
        states: Some(&states),
        ..Scope::default()
    };
    let found = [Type::Number, Type::Bool]
        .iter()
        .find_map(|wanted| compile(text, &scope, wanted).ok());
    found
        .unwrap_or_else(|| panic!("{text}"))
        .program
        .ops()
        .to_vec()
}

#[test]
fn every_operation_has_the_bounds_that_its_operands_leave_it() {
    const NO: ExpressionBounds = [0.0, 0.0];
    const YES: ExpressionBounds = [1.0, 1.0];
    const MAY: ExpressionBounds = [0.0, 1.0];
    let ranges: Vec<ExpressionBounds> = ranged().iter().flat_map(ranges_of).collect();
    for (text, expected) in [
        ("A + B", [2.0, 9.0]),
        ("A - B", [-8.0, -1.0]),
        ("A * B", [-12.0, 18.0]),
        ("A * N", [-15.0, 10.0]),
        ("A / B", [-0.5, 0.75]),
        ("B / N", [-6.0, -0.8]),
        ("B / A", ALL),
        ("min(A, N)", [-5.0, -1.0]),
        ("max(A, N)", [-2.0, 3.0]),
        ("min(B, A)", [-2.0, 3.0]),
        ("max(A, B)", [4.0, 6.0]),
        ("abs(A)", [0.0, 3.0]),
        ("abs(N)", [1.0, 5.0]),
        ("abs(B)", [4.0, 6.0]),
        ("select(G, A, B)", [-2.0, 6.0]),
        ("select(A < B, N, B)", [-5.0, -1.0]),
        ("select(B < A, N, B)", [4.0, 6.0]),
        ("A < B", YES),
        ("A < N", MAY),
        ("A < -2", NO),
        ("A <= -2", MAY),
        ("A < 3", MAY),
        ("A <= 3", YES),
        ("A > 3", NO),
        ("A >= 3", MAY),
        ("A > -2", MAY),
        ("A >= -2", YES),
        ("A == 4", NO),
        ("A == 3", MAY),
        ("A == -2", MAY),
        ("A == -3", NO),
        ("A != 4", YES),
        ("A != 3", MAY),
        ("not (A < B)", NO),
        ("not (B < A)", YES),
        ("not G", MAY),
        ("A < B and G", MAY),
        ("B < A and G", NO),
        ("A < B and B > N", YES),
        ("A < B or G", YES),
        ("B < A or G", MAY),
        ("B < A or N > A * 0 + 4", NO),
        ("I", [-7.0, 8.0]),
        ("V.z", [-1.0, 2.0]),
        ("F", ALL),
        ("state_weight()", MAY),
        ("time_in_state()", [0.0, f64::INFINITY]),
        ("time_remaining()", ALL),
        ("curve(\"C\")", ALL),
    ] {
        assert_eq!(term(&ops(text), 0, &ranges).0, expected, "{text}");
    }
    assert_eq!(ranges[6], [0.0, 2.0], "of an enum with three values");
}

#[test]
fn a_comparison_that_has_to_hold_leaves_less_of_both_sides() {
    let narrowed = |text: &str| {
        let mut ranges: Vec<ExpressionBounds> = ranged().iter().flat_map(ranges_of).collect();
        narrow(&ops(text), 0, &mut ranges);
        [ranges[0], ranges[1], ranges[2], ranges[3]]
    };
    let [a, b, n, g] = [[-2.0, 3.0], [4.0, 6.0], [-5.0, -1.0], [0.0, 1.0]];
    for (text, expected) in [
        ("A < 1", [[-2.0, 1.0], b, n, g]),
        ("A <= 1", [[-2.0, 1.0], b, n, g]),
        ("A > 1", [[1.0, 3.0], b, n, g]),
        ("A >= 1", [[1.0, 3.0], b, n, g]),
        ("A == 1", [[1.0, 1.0], b, n, g]),
        ("1 < A", [[1.0, 3.0], b, n, g]),
        ("1 >= A", [[-2.0, 1.0], b, n, g]),
        ("1 == A", [[1.0, 1.0], b, n, g]),
        ("A != 1", [a, b, n, g]),
        ("A > 5", [[5.0, 3.0], b, n, g]),
        ("N > A", [[-2.0, -1.0], b, [-2.0, -1.0], g]),
        (
            "A > 1 and B < 5 and G",
            [[1.0, 3.0], [4.0, 5.0], n, [1.0, 1.0]],
        ),
        ("A > 1 or B < 5", [a, b, n, g]),
        ("not G", [a, b, n, [0.0, 0.0]]),
        ("not (A > 1)", [a, b, n, g]),
    ] {
        assert_eq!(narrowed(text), expected, "{text}");
    }
}
