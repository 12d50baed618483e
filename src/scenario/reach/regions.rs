//! Whether rules can be true, and others false, at once: tried in every region of the parameters.
//!
//! The numbers that a parameter is compared with divide its line into points and the stretches
//! between them. Within a region every comparison of a parameter, or of its absolute value, with a
//! number stays the same, so one place in it stands for all. Whatever else a rule asks may be
//! either.

use anim::program::{Op, Program, truth};
use std::collections::BTreeMap;

/// Regions that are tried at most; with more, rules count as true.
const MOST_REGIONS: usize = 20_000;

/// Places beyond all finite numbers of a line, and what is no number.
const OUTSIDE: [f64; 5] = [
    f64::NEG_INFINITY,
    f64::MIN,
    f64::MAX,
    f64::INFINITY,
    f64::NAN,
];

/// Whether there may be values of the parameters for which all of `hold` are true and all of `fail`
/// false. True where that cannot be told. The rules of `fail` ask about parameters alone.
pub fn can_hold(hold: &[&Program], fail: &[&Program]) -> bool {
    let mut lines = ParameterLines::default();
    hold.iter().for_each(|program| lines.divide(program));
    if lines.count() > MOST_REGIONS {
        return true;
    }
    // Leaving one out only lets more be true.
    let mut failing = Vec::new();
    for program in fail {
        let mut divided = lines.clone();
        divided.divide(program);
        if divided.count() <= MOST_REGIONS {
            lines = divided;
            failing.push(*program);
        }
    }
    lines.any(|place| {
        let may_hold = |program: &&Program| value(program, place).is_none_or(truth);
        let must_hold = |program: &&Program| value(program, place).is_some_and(truth);
        hold.iter().all(may_hold) && !failing.iter().any(must_hold)
    })
}

/// The numbers that each parameter is compared with.
#[derive(Clone, Default)]
struct ParameterLines(BTreeMap<u16, Vec<f64>>);

impl ParameterLines {
    /// Adds the numbers of a program. A parameter by itself is compared with 0. That a number may
    /// be compared with something else divides the line once more than needed.
    fn divide(&mut self, program: &Program) {
        let ops = program.ops();
        let numbers = ops.iter().filter_map(|op| match op {
            Op::Number(number) if number.is_finite() => Some(*number),
            _ => None,
        });
        let numbers: Vec<f64> = numbers.flat_map(|it| [it, -it]).chain([0.0]).collect();
        for parameter in program.parameters() {
            let line = self.0.entry(parameter).or_default();
            line.extend(&numbers);
            line.sort_by(f64::total_cmp);
            line.dedup();
        }
    }

    /// Number of regions of all parameters together.
    fn count(&self) -> usize {
        let of_each = self.0.values().map(|line| 2 * line.len() + OUTSIDE.len());
        of_each.fold(1, usize::saturating_mul)
    }

    /// Whether `is_so` in some region, which it is shown by a place in it.
    fn any(&self, is_so: impl Fn(&BTreeMap<u16, f64>) -> bool) -> bool {
        let places: Vec<(u16, Vec<f64>)> = self
            .0
            .iter()
            .map(|(parameter, line)| (*parameter, places(line)))
            .collect();
        let mut turn = vec![0; places.len()];
        loop {
            let place = places.iter().zip(&turn);
            let place = place
                .map(|((parameter, line), at)| (*parameter, line[*at]))
                .collect();
            if is_so(&place) {
                return true;
            }
            let next = (0..turn.len()).find(|at| turn[*at] + 1 < places[*at].1.len());
            let Some(next) = next else {
                return false;
            };
            turn[next] += 1;
            turn[..next].fill(0);
        }
    }
}

/// A place in each region of a line: the numbers, one between each two of them, and those outside.
fn places(numbers: &[f64]) -> Vec<f64> {
    let between = numbers.windows(2).map(|pair| pair[0] / 2.0 + pair[1] / 2.0);
    numbers
        .iter()
        .copied()
        .chain(between)
        .chain(OUTSIDE)
        .collect()
}

/// The value of a program at a place; None where it may be anything, also no value at all.
fn value(program: &Program, place: &BTreeMap<u16, f64>) -> Option<f64> {
    value_at(program.ops(), &mut 0, place)
}

fn value_at(ops: &[Op], at: &mut usize, place: &BTreeMap<u16, f64>) -> Option<f64> {
    let op = ops[*at];
    *at += 1;
    match op {
        Op::Number(number) => Some(number),
        Op::Parameter(parameter) => place.get(&parameter).copied(),
        Op::Query(_) => None,
        Op::And(count) | Op::Or(count) => {
            let terms: Vec<Option<f64>> = (0..count).map(|_| value_at(ops, at, place)).collect();
            joined(&terms, matches!(op, Op::And(_)))
        }
        Op::Not => value_at(ops, at, place).map(|value| number(!truth(value))),
        Op::Select => {
            let [first, second, third] = [(); 3].map(|()| value_at(ops, at, place));
            // Which it is decides nothing where both are the same.
            match first {
                Some(first) => {
                    (if truth(first) { second } else { third }).filter(|it| is_truth(*it))
                }
                None => None,
            }
        }
        Op::Absolute => {
            let is_parameter = matches!(ops.get(*at), Some(Op::Parameter(_)));
            let value = value_at(ops, at, place).map(f64::abs);
            value.filter(|_| is_parameter)
        }
        _ => compared(op, ops, at, place),
    }
}

/// A comparison of a parameter, or of its absolute value, with a number. Any other one, and every
/// calculation, may be anything: the region's place does not stand for all of it.
fn compared(op: Op, ops: &[Op], at: &mut usize, place: &BTreeMap<u16, f64>) -> Option<f64> {
    let first_at = *at;
    let first = value_at(ops, at, place);
    let second_at = *at;
    let second = value_at(ops, at, place);
    let (a, b) = (first?, second?);
    let is_number = |at: usize| matches!(ops[at], Op::Number(_));
    let is_line = |at: usize| match ops[at] {
        Op::Parameter(_) => true,
        Op::Absolute => matches!(ops.get(at + 1), Some(Op::Parameter(_))),
        _ => false,
    };
    let is_plain = (is_number(first_at) && (is_line(second_at) || is_number(second_at)))
        || (is_line(first_at) && is_number(second_at));
    let is_so = match op {
        Op::Less => a < b,
        Op::LessEqual => a <= b,
        Op::Greater => a > b,
        Op::GreaterEqual => a >= b,
        Op::Equal => a == b,
        Op::NotEqual => a != b && !a.is_nan() && !b.is_nan(),
        _ => return None,
    };
    is_plain.then(|| number(is_so))
}

/// An `and` with a false term is false, and an `or` with a true one is true, whatever the others
/// are: a term without a value makes either false, so an `or` may be anything then.
fn joined(terms: &[Option<f64>], is_and: bool) -> Option<f64> {
    let decides = |term: &Option<f64>| term.is_some_and(|value| truth(value) != is_and);
    let is_known = terms.iter().all(Option::is_some);
    if is_known {
        return Some(number(terms.iter().any(decides) != is_and));
    }
    (is_and && terms.iter().any(decides)).then_some(0.0)
}

fn is_truth(value: f64) -> bool {
    value == 0.0 || value == 1.0
}

fn number(truth: bool) -> f64 {
    f64::from(u8::from(truth))
}
