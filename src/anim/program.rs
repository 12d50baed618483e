//! Compiled expressions: the conditions of transitions, and inputs that are worked out.
//!
//! A program is flat: operations in prefix order, each before its operands. Evaluating one
//! allocates nothing. Values are numbers; a truth is 1 or 0, and what is neither 0 nor NaN is true.
//! Comparisons with NaN are false, also `!=`.

#[cfg(test)]
mod tests;

use crate::Name;
use serde::{Deserialize, Serialize};
use std::fmt;
use words::tr;

/// An expression inside an expression inside …: no deeper than this.
pub const MOST_DEPTH: usize = 64;

/// About the state machine that a rule belongs to: its current state, and the player that matters
/// there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Query {
    /// Seconds since the state was entered.
    TimeInState,
    /// Weight of the current state in its machine, 0 to 1.
    StateWeight,
    /// Weight of the state at this index in its machine, 0 to 1.
    WeightOf(u16),
    /// Seconds on the clip.
    TimeElapsed,
    /// Seconds until the end of the player at its present rate; infinite if the player has no end.
    TimeRemaining,
    /// Position of the player as a fraction of its length, 0 to 1.
    Fraction,
    /// Crossfade duration of the transition whose rule is evaluated, seconds.
    CrossfadeDuration,
    /// Value of a curve in the pose that was evaluated last; 0 if that pose has no such curve. The
    /// query also works outside a machine.
    Curve(Name),
    /// Whether the player passed a sync marker of this name when it moved last.
    MarkerPassed(Name),
    /// Whether the player is in a notify state of this name.
    NotifyActive(Name),
    /// Name of the marker that a sync group passed last or is at, or of the next marker for
    /// `SyncNext`, as of the last tick; no name if the group syncs by length or is empty. These two
    /// queries and the following ones also work outside a machine.
    SyncPrevious(Name),
    SyncNext(Name),
    /// The part of its length at which the leader of a sync group is, 0 to 1; 0 where nobody is in
    /// it.
    SyncFraction(Name),
    /// Whether a sync group passed a marker of this name in the last tick.
    SyncPassed {
        group: Name,
        marker: Name,
    },
    /// Seconds until a sync group passes a marker of this name at its present rate; infinite where
    /// it never will.
    SyncTimeTo {
        group: Name,
        marker: Name,
    },
    /// Eased progress of the transition whose graph is evaluated, 0 to 1; no value outside the
    /// graph of a transition.
    TransitionAlpha,
}

/// One operation of a program; the operations that follow it are its operands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Op {
    Number(f64),
    /// Value of the parameter at this index in the graph.
    Parameter(u16),
    Query(Query),
    Add,
    Subtract,
    Multiply,
    Divide,
    Min,
    Max,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    Absolute,
    Not,
    /// Logical and of this number of operands, at least one.
    And(u16),
    Or(u16),
    /// The second where the first is true, else the third.
    Select,
}

impl Op {
    fn operands(self) -> usize {
        match self {
            Op::Number(_) | Op::Parameter(_) | Op::Query(_) => 0,
            Op::Absolute | Op::Not => 1,
            Op::And(count) | Op::Or(count) => count.into(),
            Op::Select => 3,
            _ => 2,
        }
    }
}

/// The source of the values that an expression reads. None means that a question has no answer
/// here: then the whole expression has no value.
pub trait Environment {
    /// Value of a parameter, by its index in the graph.
    fn parameter(&self, index: u16) -> f64;
    /// The answer to a question; None where it has none here.
    fn query(&self, query: Query) -> Option<f64>;
}

/// A checked expression, one operation after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Box<[Op]>", into = "Box<[Op]>")]
pub struct Program(Box<[Op]>);

/// Does not check the number of parameters: [`crate::Graph::new`] checks it.
impl TryFrom<Box<[Op]>> for Program {
    type Error = ProgramError;

    fn try_from(ops: Box<[Op]>) -> Result<Self, ProgramError> {
        Self::new(ops.into(), usize::from(u16::MAX) + 1)
    }
}

impl From<Program> for Box<[Op]> {
    fn from(program: Program) -> Self {
        program.0
    }
}

/// Reasons why a list of operations is not a valid program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramError {
    /// An operand is missing at the end.
    Short,
    /// Surplus operations follow the complete expression, from this index on.
    Long(usize),
    /// The operation at this index lies deeper than [`MOST_DEPTH`].
    Deep(usize),
    /// The operation at this index combines nothing.
    Empty(usize),
    /// There are fewer parameters than the operation at this index asks for.
    Parameter(usize),
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramError::Short => f.write_str(tr!("an expression misses an operand")),
            ProgramError::Long(at) => {
                f.write_str(&tr!("operation {at} of an expression is unused"))
            }
            ProgramError::Deep(at) => f.write_str(&tr!(
                "operation {at} lies more than {MOST_DEPTH} expressions deep"
            )),
            ProgramError::Empty(at) => f.write_str(&tr!("operation {at} combines nothing")),
            ProgramError::Parameter(at) => {
                f.write_str(&tr!("operation {at} uses a missing parameter"))
            }
        }
    }
}

impl std::error::Error for ProgramError {}

impl Program {
    /// `parameters` is how many there are.
    pub fn new(ops: Vec<Op>, parameters: usize) -> Result<Self, ProgramError> {
        let end = check(&ops, 0, 0, parameters)?;
        if end < ops.len() {
            return Err(ProgramError::Long(end));
        }
        Ok(Self(ops.into()))
    }

    /// All operations in prefix order.
    pub fn ops(&self) -> &[Op] {
        &self.0
    }

    /// The program with other indices of its parameters, as `place` gives them.
    pub fn with_parameters(&self, place: impl Fn(u16) -> u16) -> Self {
        let moved = self.0.iter().map(|op| match op {
            Op::Parameter(at) => Op::Parameter(place(*at)),
            other => *other,
        });
        Self(moved.collect())
    }

    /// The value; None where it asks for something that has no answer here.
    pub fn value(&self, environment: &impl Environment) -> Option<f64> {
        self.value_at(&mut 0, environment)
    }

    /// Whether the program is true; a program without a value is false.
    pub fn is_true(&self, environment: &impl Environment) -> bool {
        self.value(environment).is_some_and(truth)
    }

    /// Passes to `tell` the operation index of each term that makes a false program false: the
    /// first false term of an `and`, every term of an `or`.
    pub fn blame(&self, environment: &impl Environment, mut tell: impl FnMut(usize)) {
        self.blame_at(0, environment, &mut tell);
    }

    /// Operation index of the term that makes a true program true: the first true term of an `or`,
    /// otherwise the whole program.
    pub fn decider(&self, environment: &impl Environment) -> usize {
        let mut at = 0;
        while let Op::Or(count) = self.0[at] {
            let terms = std::iter::successors(Some(at + 1), |term| Some(self.end(*term)))
                .take(count.into());
            let is_true = |term: &usize| {
                self.value_at(&mut term.clone(), environment)
                    .is_some_and(truth)
            };
            let Some(first) = terms.into_iter().find(is_true) else {
                return at;
            };
            at = first;
        }
        at
    }

    /// Indices of the parameters that it reads, as they are written.
    pub fn parameters(&self) -> impl Iterator<Item = u16> {
        self.0.iter().filter_map(|op| match op {
            Op::Parameter(index) => Some(*index),
            _ => None,
        })
    }

    fn value_at(&self, at: &mut usize, environment: &impl Environment) -> Option<f64> {
        let op = self.0[*at];
        *at += 1;
        match op {
            Op::Number(value) => return Some(value),
            Op::Parameter(index) => return Some(environment.parameter(index)),
            Op::Query(query) => return environment.query(query),
            Op::And(count) | Op::Or(count) => {
                let mut all = Some((true, false));
                for _ in 0..count {
                    let value = self.value_at(at, environment).map(truth);
                    all = all
                        .zip(value)
                        .map(|((every, any), value)| (every && value, any || value));
                }
                return all.map(|(every, any)| {
                    number(if matches!(op, Op::And(_)) { every } else { any })
                });
            }
            _ => {}
        }
        let first = self.value_at(at, environment);
        if op.operands() == 1 {
            return first.map(|value| {
                if op == Op::Not {
                    number(!truth(value))
                } else {
                    value.abs()
                }
            });
        }
        let second = self.value_at(at, environment);
        if op == Op::Select {
            let third = self.value_at(at, environment);
            let (first, second, third) = (first?, second?, third?);
            return Some(if truth(first) { second } else { third });
        }
        Some(combine(op, first?, second?))
    }

    /// Index after the expression that begins at `at`.
    fn end(&self, at: usize) -> usize {
        (0..self.0[at].operands()).fold(at + 1, |at, _| self.end(at))
    }

    fn blame_at(&self, at: usize, environment: &impl Environment, tell: &mut impl FnMut(usize)) {
        let (count, is_and) = match self.0[at] {
            Op::And(count) => (count, true),
            Op::Or(count) => (count, false),
            _ => return tell(at),
        };
        let mut term = at + 1;
        for _ in 0..count {
            if !is_and {
                self.blame_at(term, environment, tell);
            } else if !self
                .value_at(&mut term.clone(), environment)
                .is_some_and(truth)
            {
                return self.blame_at(term, environment, tell);
            }
            term = self.end(term);
        }
    }
}

/// A name as a number that programs compare: as many of its bits as a number holds.
pub fn name_value(name: Name) -> f64 {
    (name.0 >> 11) as f64
}

/// Whether a number stands for true: neither 0 nor NaN.
pub fn truth(value: f64) -> bool {
    value != 0.0 && !value.is_nan()
}

fn number(truth: bool) -> f64 {
    f64::from(u8::from(truth))
}

/// Applies `op` to two operands. The first operand stays if neither is less, so that a NaN in front
/// stays NaN.
fn combine(op: Op, a: f64, b: f64) -> f64 {
    match op {
        Op::Add => a + b,
        Op::Subtract => a - b,
        Op::Multiply => a * b,
        Op::Divide => a / b,
        Op::Min => {
            if b < a {
                b
            } else {
                a
            }
        }
        Op::Max => {
            if b > a {
                b
            } else {
                a
            }
        }
        Op::Less => number(a < b),
        Op::LessEqual => number(a <= b),
        Op::Greater => number(a > b),
        Op::GreaterEqual => number(a >= b),
        Op::Equal => number(a == b),
        Op::NotEqual => number(a != b && !a.is_nan() && !b.is_nan()),
        _ => f64::NAN,
    }
}

/// Returns where the expression that begins at `at` ends.
fn check(ops: &[Op], at: usize, depth: usize, parameters: usize) -> Result<usize, ProgramError> {
    let op = *ops.get(at).ok_or(ProgramError::Short)?;
    if depth >= MOST_DEPTH {
        return Err(ProgramError::Deep(at));
    }
    match op {
        Op::Parameter(index) if usize::from(index) >= parameters => {
            return Err(ProgramError::Parameter(at));
        }
        Op::And(0) | Op::Or(0) => return Err(ProgramError::Empty(at)),
        _ => {}
    }
    let mut end = at + 1;
    for _ in 0..op.operands() {
        end = check(ops, end, depth + 1, parameters)?;
    }
    Ok(end)
}
