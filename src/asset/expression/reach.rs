//! Whether a condition can come true at all: bounds of every term, from the ranges of parameters.

#[cfg(test)]
mod tests;

use crate::graph::{Parameter, ParameterKind};
use anim::{
    float::Extreme,
    program::{Op, Query},
};

/// Least and most value; those of a bool are 0 and 1.
type ExpressionBounds = [f64; 2];

const ALL: ExpressionBounds = [f64::NEG_INFINITY, f64::INFINITY];

/// False only where no values of the parameters within their ranges make the expression true,
/// whatever the questions in it are answered. Terms that follow from one another in other ways than
/// by a comparison with a number are not seen through.
pub fn can_be_true(ops: &[Op], parameters: &[Parameter]) -> bool {
    let mut ranges: Vec<ExpressionBounds> = parameters.iter().flat_map(ranges_of).collect();
    // Each comparison that has to hold leaves less for the others.
    for _ in 0..2 {
        narrow(ops, 0, &mut ranges);
    }
    ranges.iter().all(|[least, most]| least <= most) && may_be_true(term(ops, 0, &ranges).0)
}

/// One a number. What is driven may be anything.
fn ranges_of(parameter: &Parameter) -> Vec<ExpressionBounds> {
    let range = match &parameter.kind {
        _ if !parameter.driven.is_empty() => ALL,
        ParameterKind::Bool { .. } | ParameterKind::Trigger => [0.0, 1.0],
        ParameterKind::Enum { values, .. } => [0.0, values.len().saturating_sub(1) as f64],
        ParameterKind::Int {
            range: Some(range), ..
        } => range.map(|end| end as f64),
        ParameterKind::Float {
            range: Some(range), ..
        }
        | ParameterKind::Vector {
            range: Some(range), ..
        } => *range,
        ParameterKind::Int { .. }
        | ParameterKind::Float { .. }
        | ParameterKind::Vector { .. }
        | ParameterKind::Name { .. } => ALL,
    };
    vec![range; parameter.count()]
}

fn may_be_true([least, most]: ExpressionBounds) -> bool {
    least != 0.0 || most != 0.0
}

fn may_be_false([least, most]: ExpressionBounds) -> bool {
    least <= 0.0 && most >= 0.0
}

fn truth(may_be_true: bool, may_be_false: bool) -> ExpressionBounds {
    [
        f64::from(u8::from(!may_be_false)),
        f64::from(u8::from(may_be_true)),
    ]
}

/// The bounds of the term that begins at an operation, and where the next one begins.
fn term(ops: &[Op], at: usize, ranges: &[ExpressionBounds]) -> (ExpressionBounds, usize) {
    let Some(op) = ops.get(at) else {
        return (ALL, at);
    };
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
            let all: Vec<ExpressionBounds> = (0..count).map(|_| operand()).collect();
            truth(
                all.iter().all(|it| may_be_true(*it)),
                all.iter().any(|it| may_be_false(*it)),
            )
        }
        Op::Or(count) => {
            let all: Vec<ExpressionBounds> = (0..count).map(|_| operand()).collect();
            truth(
                all.iter().any(|it| may_be_true(*it)),
                all.iter().all(|it| may_be_false(*it)),
            )
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
    (
        if bounds.iter().any(|end| end.is_nan()) {
            ALL
        } else {
            bounds
        },
        next,
    )
}

fn answers(query: Query) -> ExpressionBounds {
    match query {
        Query::StateWeight
        | Query::WeightOf(_)
        | Query::Fraction
        | Query::MarkerPassed(_)
        | Query::NotifyActive(_)
        | Query::SyncFraction(_)
        | Query::SyncPassed { .. }
        | Query::TransitionAlpha => [0.0, 1.0],
        Query::TimeInState | Query::CrossfadeDuration | Query::SyncTimeTo { .. } => {
            [0.0, f64::INFINITY]
        }
        Query::TimeElapsed
        | Query::TimeRemaining
        | Query::Curve(_)
        | Query::SyncPrevious(_)
        | Query::SyncNext(_) => ALL,
    }
}

fn absolute([least, most]: ExpressionBounds) -> ExpressionBounds {
    let (a, b) = (least.abs(), most.abs());
    [
        if least <= 0.0 && most >= 0.0 {
            0.0
        } else {
            a.lower(b)
        },
        a.higher(b),
    ]
}

fn two(op: Op, a: ExpressionBounds, b: ExpressionBounds) -> ExpressionBounds {
    let corners = |of: fn(f64, f64) -> f64| {
        let all = [
            of(a[0], b[0]),
            of(a[0], b[1]),
            of(a[1], b[0]),
            of(a[1], b[1]),
        ];
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

/// Narrows the ranges of parameters to those that the term at operation `at` needs to be true.
fn narrow(ops: &[Op], at: usize, ranges: &mut [ExpressionBounds]) {
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
            keep(
                ops.get(at + 1),
                ranges,
                (below.then_some(b[1]), above.then_some(b[0])),
            );
            keep(
                ops.get(second),
                ranges,
                (above.then_some(a[1]), below.then_some(a[0])),
            );
        }
        Some(Op::Parameter(index)) => {
            // A bare truth.
            if let Some(range) = ranges
                .get_mut(usize::from(*index))
                .filter(|range| **range == [0.0, 1.0])
            {
                range[0] = 1.0;
            }
        }
        Some(Op::Not) => {
            if let Some(Op::Parameter(index)) = ops.get(at + 1)
                && let Some(range) = ranges
                    .get_mut(usize::from(*index))
                    .filter(|range| range[0] == 0.0)
            {
                range[1] = 0.0;
            }
        }
        _ => {}
    }
}

fn keep(
    op: Option<&Op>,
    ranges: &mut [ExpressionBounds],
    (most, least): (Option<f64>, Option<f64>),
) {
    let Some(Op::Parameter(index)) = op else {
        return;
    };
    let Some(range) = ranges.get_mut(usize::from(*index)) else {
        return;
    };
    range[1] = most.map_or(range[1], |most| range[1].lower(most));
    range[0] = least.map_or(range[0], |least| range[0].higher(least));
}
