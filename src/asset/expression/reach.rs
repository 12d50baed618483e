//! Whether a condition can come true at all: bounds of every term, from the ranges of parameters.

use crate::graph::{Parameter, ParameterKind};
use anim::{
    float::Extreme,
    program::{Op, Query},
};

/// From least to most; the bounds of a truth are of 0 and 1.
type Bounds = [f64; 2];

const ALL: Bounds = [f64::NEG_INFINITY, f64::INFINITY];

/// False only where no values of the parameters within their ranges make the expression true, whatever the questions in
/// it are answered. Terms that follow from one another in other ways than by a comparison with a number are not seen
/// through.
pub fn can_be_true(ops: &[Op], parameters: &[Parameter]) -> bool {
    let mut ranges: Vec<Bounds> = parameters.iter().flat_map(ranges_of).collect();
    // Each comparison that has to hold leaves less for the others.
    for _ in 0..2 {
        narrow(ops, 0, &mut ranges);
    }
    ranges.iter().all(|[least, most]| least <= most) && may_be_true(term(ops, 0, &ranges).0)
}

/// One a number. What is driven may be anything.
fn ranges_of(parameter: &Parameter) -> Vec<Bounds> {
    let range = match &parameter.kind {
        _ if !parameter.driven.is_empty() => ALL,
        ParameterKind::Bool { .. } | ParameterKind::Trigger => [0.0, 1.0],
        ParameterKind::Enum { values, .. } => [0.0, values.len().saturating_sub(1) as f64],
        ParameterKind::Int { range: Some(range), .. } => range.map(|end| end as f64),
        ParameterKind::Float { range: Some(range), .. } | ParameterKind::Vector { range: Some(range), .. } => *range,
        ParameterKind::Int { .. }
        | ParameterKind::Float { .. }
        | ParameterKind::Vector { .. }
        | ParameterKind::Name { .. } => ALL,
    };
    vec![range; parameter.count()]
}

fn may_be_true([least, most]: Bounds) -> bool {
    least != 0.0 || most != 0.0
}

fn may_be_false([least, most]: Bounds) -> bool {
    least <= 0.0 && most >= 0.0
}

fn truth(may_be_true: bool, may_be_false: bool) -> Bounds {
    [f64::from(u8::from(!may_be_false)), f64::from(u8::from(may_be_true))]
}

/// The bounds of the term that begins at an operation, and where the next one begins.
fn term(ops: &[Op], at: usize, ranges: &[Bounds]) -> (Bounds, usize) {
    let Some(op) = ops.get(at) else { return (ALL, at) };
    let mut next = at + 1;
    let mut operand = || {
        let (bounds, after) = term(ops, next, ranges);
        next = after;
        bounds
    };
    let bounds = match *op {
        Op::Number(number) => [number, number],
        Op::Parameter(index) => ranges.get(usize::from(index)).copied().unwrap_or(ALL),
        Op::Query(query) => answers(query),
        Op::Absolute => absolute(operand()),
        Op::Not => {
            let a = operand();
            truth(may_be_false(a), may_be_true(a))
        }
        Op::And(count) => {
            let all: Vec<Bounds> = (0..count).map(|_| operand()).collect();
            truth(all.iter().all(|it| may_be_true(*it)), all.iter().any(|it| may_be_false(*it)))
        }
        Op::Or(count) => {
            let all: Vec<Bounds> = (0..count).map(|_| operand()).collect();
            truth(all.iter().any(|it| may_be_true(*it)), all.iter().all(|it| may_be_false(*it)))
        }
        Op::Select => {
            let (which, a, b) = (operand(), operand(), operand());
            match (may_be_true(which), may_be_false(which)) {
                (true, false) => a,
                (false, true) => b,
                _ => [a[0].lower(b[0]), a[1].higher(b[1])],
            }
        }
        _ => two(*op, operand(), operand()),
    };
    (if bounds.iter().any(|end| end.is_nan()) { ALL } else { bounds }, next)
}

fn answers(query: Query) -> Bounds {
    match query {
        Query::StateWeight
        | Query::WeightOf(_)
        | Query::Fraction
        | Query::MarkerPassed(_)
        | Query::NotifyActive(_)
        | Query::SyncFraction(_)
        | Query::SyncPassed { .. }
        | Query::TransitionAlpha => [0.0, 1.0],
        Query::TimeInState | Query::CrossfadeDuration | Query::SyncTimeTo { .. } => [0.0, f64::INFINITY],
        Query::TimeElapsed | Query::TimeRemaining | Query::Curve(_) | Query::SyncPrevious(_) | Query::SyncNext(_) => {
            ALL
        }
    }
}

fn absolute([least, most]: Bounds) -> Bounds {
    let (a, b) = (least.abs(), most.abs());
    [if least <= 0.0 && most >= 0.0 { 0.0 } else { a.lower(b) }, a.higher(b)]
}

fn two(op: Op, a: Bounds, b: Bounds) -> Bounds {
    let corners = |of: fn(f64, f64) -> f64| {
        let all = [of(a[0], b[0]), of(a[0], b[1]), of(a[1], b[0]), of(a[1], b[1])];
        if all.iter().any(|it| it.is_nan()) {
            ALL
        } else {
            [
                all.iter().copied().fold(f64::INFINITY, Extreme::lower),
                all.iter().copied().fold(f64::NEG_INFINITY, Extreme::higher),
            ]
        }
    };
    let is_one = a[0] == a[1] && b[0] == b[1] && a[0] == b[0];
    let meet = a[0] <= b[1] && b[0] <= a[1];
    match op {
        Op::Add => [a[0] + b[0], a[1] + b[1]],
        Op::Subtract => [a[0] - b[1], a[1] - b[0]],
        Op::Multiply => corners(|a, b| a * b),
        Op::Divide if b[0] > 0.0 || b[1] < 0.0 => corners(|a, b| a / b),
        Op::Min => [a[0].lower(b[0]), a[1].lower(b[1])],
        Op::Max => [a[0].higher(b[0]), a[1].higher(b[1])],
        Op::Less => truth(a[0] < b[1], a[1] >= b[0]),
        Op::LessEqual => truth(a[0] <= b[1], a[1] > b[0]),
        Op::Greater => truth(a[1] > b[0], a[0] <= b[1]),
        Op::GreaterEqual => truth(a[1] >= b[0], a[0] < b[1]),
        Op::Equal => truth(meet, !is_one),
        Op::NotEqual => truth(!is_one, meet),
        _ => ALL,
    }
}

/// What has to hold of a parameter for the term at an operation to be true.
fn narrow(ops: &[Op], at: usize, ranges: &mut [Bounds]) {
    match ops.get(at) {
        Some(Op::And(count)) => {
            let mut next = at + 1;
            for _ in 0..*count {
                narrow(ops, next, ranges);
                next = term(ops, next, ranges).1;
            }
        }
        Some(op @ (Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual | Op::Equal)) => {
            let (a, second) = term(ops, at + 1, ranges);
            let (b, _) = term(ops, second, ranges);
            let (below, above) = match op {
                Op::Less | Op::LessEqual => (true, false),
                Op::Equal => (true, true),
                _ => (false, true),
            };
            keep(ops.get(at + 1), ranges, (below.then_some(b[1]), above.then_some(b[0])));
            keep(ops.get(second), ranges, (above.then_some(a[1]), below.then_some(a[0])));
        }
        Some(Op::Parameter(index)) => {
            // A bare truth.
            if let Some(range) = ranges.get_mut(usize::from(*index)).filter(|range| **range == [0.0, 1.0]) {
                range[0] = 1.0;
            }
        }
        Some(Op::Not) => {
            if let Some(Op::Parameter(index)) = ops.get(at + 1)
                && let Some(range) = ranges.get_mut(usize::from(*index)).filter(|range| range[0] == 0.0)
            {
                range[1] = 0.0;
            }
        }
        _ => {}
    }
}

fn keep(op: Option<&Op>, ranges: &mut [Bounds], (most, least): (Option<f64>, Option<f64>)) {
    let Some(Op::Parameter(index)) = op else { return };
    let Some(range) = ranges.get_mut(usize::from(*index)) else { return };
    range[1] = most.map_or(range[1], |most| range[1].lower(most));
    range[0] = least.map_or(range[0], |least| range[0].higher(least));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Id,
        expression::{Scope, Type, compile},
    };

    fn parameters() -> Vec<Parameter> {
        let float = |range| ParameterKind::Float { default: 0.0, range };
        vec![
            Parameter::new(Id(1), "Speed", float(Some([0.0, 5.0]))),
            Parameter::new(Id(2), "Free", float(None)),
            Parameter::new(Id(3), "Grounded", ParameterKind::Bool { default: true }),
            Parameter::new(
                Id(4),
                "Stance",
                ParameterKind::Enum { values: vec!["Up".into(), "Down".into()], default: 0 },
            ),
            Parameter { driven: "Free * 2".into(), ..Parameter::new(Id(5), "Pace", float(Some([0.0, 1.0]))) },
        ]
    }

    fn can(text: &str) -> bool {
        let parameters = parameters();
        let states = ["Idle".to_owned()];
        let scope = Scope { parameters: &parameters, states: Some(&states), ..Scope::default() };
        can_be_true(compile(text, &scope, &Type::Bool).expect(text).program.ops(), &parameters)
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

    /// A from −2 to 3, B from 4 to 6, N from −5 to −1, G a truth, F anything.
    fn ranged() -> Vec<Parameter> {
        let float = |range| ParameterKind::Float { default: 0.0, range };
        let range = |least, most| float(Some([least, most]));
        let kinds = [
            ("A", range(-2.0, 3.0)),
            ("B", range(4.0, 6.0)),
            ("N", range(-5.0, -1.0)),
            ("G", ParameterKind::Bool { default: true }),
            ("F", float(None)),
            ("I", ParameterKind::Int { default: 0, range: Some([-7, 8]) }),
            ("E", ParameterKind::Enum { values: vec!["X".into(), "Y".into(), "Z".into()], default: 0 }),
            ("V", ParameterKind::Vector { default: [0.0; 3], range: Some([-1.0, 2.0]) }),
        ];
        kinds.into_iter().zip(1..).map(|((name, kind), id)| Parameter::new(Id(id), name, kind)).collect()
    }

    fn ops(text: &str) -> Vec<Op> {
        let (parameters, states) = (ranged(), ["Idle".to_owned()]);
        let scope = Scope { parameters: &parameters, states: Some(&states), ..Scope::default() };
        let found = [Type::Number, Type::Bool].iter().find_map(|wanted| compile(text, &scope, wanted).ok());
        found.unwrap_or_else(|| panic!("{text}")).program.ops().to_vec()
    }

    #[test]
    fn every_operation_has_the_bounds_that_its_operands_leave_it() {
        const NO: Bounds = [0.0, 0.0];
        const YES: Bounds = [1.0, 1.0];
        const MAY: Bounds = [0.0, 1.0];
        let ranges: Vec<Bounds> = ranged().iter().flat_map(ranges_of).collect();
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
            let mut ranges: Vec<Bounds> = ranged().iter().flat_map(ranges_of).collect();
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
            ("A > 1 and B < 5 and G", [[1.0, 3.0], [4.0, 5.0], n, [1.0, 1.0]]),
            ("A > 1 or B < 5", [a, b, n, g]),
            ("not G", [a, b, n, [0.0, 0.0]]),
            ("not (A > 1)", [a, b, n, g]),
        ] {
            assert_eq!(narrowed(text), expected, "{text}");
        }
    }
}
