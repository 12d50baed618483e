//! A tree to a program: every name is looked up, every operand has the type that is needed.

use super::{
    ExpressionError, FUNCTIONS, Function, Problem, Scope, Type,
    parse::{self, Binary, ExpressionTermKind, Term},
    scope::Place,
};
use crate::graph::{Parameter, ParameterKind};
use anim::{
    Name,
    program::{MOST_DEPTH, Op, Program, ProgramError, Query},
};
use std::ops::Range;
use words::tr;

/// Result of compiling the text of an expression.
#[derive(Clone, Debug, PartialEq)]
pub struct CompiledExpression {
    /// The operations, in prefix order.
    pub program: Program,
    /// Byte range of each operation of the program in the text.
    pub places: Vec<Range<usize>>,
    /// Names that it quotes.
    pub names: Vec<String>,
}

/// Whether a parameter can be called so.
pub fn is_name(text: &str) -> bool {
    parse::is_name(text)
}

/// `wanted` is what has to come out; for a number also one of the values of an enum, and a bool,
/// will do.
pub fn compile(
    text: &str,
    scope: &Scope<'_>,
    wanted: &Type,
) -> Result<CompiledExpression, ExpressionError> {
    let term = parse::parse(text)?;
    let mut check = ExpressionChecker {
        scope,
        ops: Vec::new(),
        places: Vec::new(),
        names: Vec::new(),
    };
    let found = check.term(&term, 0)?;
    if *wanted == Type::Bool || found == Type::Name {
        expect(wanted, found, &term)?;
    }
    let parameters = scope.parameters.iter().map(Parameter::count).sum();
    let program = Program::new(check.ops, parameters).map_err(|error| {
        let at = match error {
            ProgramError::Deep(at)
            | ProgramError::Long(at)
            | ProgramError::Empty(at)
            | ProgramError::Parameter(at) => check.places.get(at).cloned(),
            ProgramError::Short => None,
        };
        ExpressionError {
            at: at.unwrap_or(0..text.len()),
            problem: Problem::TooDeep,
        }
    })?;
    Ok(CompiledExpression {
        program,
        places: check.places,
        names: check.names,
    })
}

struct ExpressionChecker<'a> {
    scope: &'a Scope<'a>,
    ops: Vec<Op>,
    places: Vec<Range<usize>>,
    names: Vec<String>,
}

type Checked = Result<Type, ExpressionError>;

impl ExpressionChecker<'_> {
    fn push(&mut self, op: Op, term: &Term) {
        self.ops.push(op);
        self.places.push(term.at.clone());
    }

    fn term(&mut self, term: &Term, depth: usize) -> Checked {
        // Sums of many terms nest to the left.
        if depth >= MOST_DEPTH {
            return refuse(term, Problem::TooDeep);
        }
        match &term.kind {
            ExpressionTermKind::Number(number) => {
                self.push(Op::Number(*number), term);
                Ok(Type::Number)
            }
            ExpressionTermKind::Text(text) => {
                self.names.push(text.clone());
                self.push(Op::Number(anim::program::name_value(Name::new(text))), term);
                Ok(Type::Name)
            }
            ExpressionTermKind::Name(name) => self.name(name, term),
            ExpressionTermKind::Member(of, member) => self.member(of, member, term),
            ExpressionTermKind::Call(name, arguments) => self.call(name, arguments, term, depth),
            ExpressionTermKind::Negative(of) => {
                self.push(Op::Subtract, term);
                self.push(Op::Number(0.0), term);
                self.operand(of, &Type::Number, depth)
            }
            ExpressionTermKind::Not(of) => {
                self.push(Op::Not, term);
                self.operand(of, &Type::Bool, depth)
            }
            ExpressionTermKind::Binary(kind @ (Binary::And | Binary::Or), ..) => {
                self.logic(*kind, term, depth)
            }
            ExpressionTermKind::Binary(kind, a, b) => self.binary(*kind, a, b, term, depth),
        }
    }

    /// One that has to be of a type, which is that of the whole.
    fn operand(&mut self, term: &Term, wanted: &Type, depth: usize) -> Checked {
        let found = self.term(term, depth + 1)?;
        expect(wanted, found, term)
    }

    /// `a and b and c` is one operation with three operands, so that blame falls on one of them.
    fn logic(&mut self, kind: Binary, term: &Term, depth: usize) -> Checked {
        let mut terms = Vec::new();
        flat(kind, term, &mut terms);
        let count = terms.len() as u16;
        self.push(
            if kind == Binary::And {
                Op::And(count)
            } else {
                Op::Or(count)
            },
            term,
        );
        for term in terms {
            self.operand(term, &Type::Bool, depth)?;
        }
        Ok(Type::Bool)
    }

    fn binary(&mut self, kind: Binary, a: &Term, b: &Term, term: &Term, depth: usize) -> Checked {
        let (op, result) = match kind {
            Binary::Add => (Op::Add, Type::Number),
            Binary::Subtract => (Op::Subtract, Type::Number),
            Binary::Multiply => (Op::Multiply, Type::Number),
            Binary::Divide => (Op::Divide, Type::Number),
            Binary::Less => (Op::Less, Type::Bool),
            Binary::LessEqual => (Op::LessEqual, Type::Bool),
            Binary::Greater => (Op::Greater, Type::Bool),
            Binary::GreaterEqual => (Op::GreaterEqual, Type::Bool),
            Binary::Equal => (Op::Equal, Type::Bool),
            _ => (Op::NotEqual, Type::Bool),
        };
        self.push(op, term);
        if matches!(kind, Binary::Equal | Binary::NotEqual) {
            let left = self.term(a, depth + 1)?;
            let right = self.term(b, depth + 1)?;
            if left != right {
                return refuse(term, Problem::Mixed { left, right });
            }
        } else {
            self.operand(a, &Type::Number, depth)?;
            self.operand(b, &Type::Number, depth)?;
        }
        Ok(result)
    }

    fn name(&mut self, name: &str, term: &Term) -> Checked {
        if let "true" | "false" = name {
            self.push(Op::Number(if name == "true" { 1.0 } else { 0.0 }), term);
            return Ok(Type::Bool);
        }
        let Some((index, parameter)) = self.parameter(name) else {
            let known = self
                .scope
                .parameters
                .iter()
                .map(|parameter| parameter.name.as_str());
            let nearest = nearest(name, known);
            return refuse(
                term,
                Problem::UnknownName {
                    name: name.to_owned(),
                    nearest,
                },
            );
        };
        let found = match &parameter.kind {
            ParameterKind::Bool { .. } | ParameterKind::Trigger => Type::Bool,
            ParameterKind::Int { .. } | ParameterKind::Float { .. } => Type::Number,
            ParameterKind::Enum { .. } => Type::Enum(parameter.name.clone()),
            ParameterKind::Name { .. } => Type::Name,
            ParameterKind::Vector { .. } => {
                return refuse(term, Problem::Expected(tr!("one of .x, .y and .z")));
            }
        };
        self.push(Op::Parameter(index), term);
        Ok(found)
    }

    fn member(&mut self, of: &str, member: &str, term: &Term) -> Checked {
        let Some((index, parameter)) = self.parameter(of) else {
            return self.name(of, term);
        };
        let unknown = || Problem::UnknownValue {
            parameter: of.to_owned(),
            value: member.to_owned(),
        };
        match &parameter.kind {
            ParameterKind::Vector { .. } => {
                let Some(part) = ["x", "y", "z"].iter().position(|part| *part == member) else {
                    return refuse(term, unknown());
                };
                self.push(Op::Parameter(index + part as u16), term);
                Ok(Type::Number)
            }
            ParameterKind::Enum { values, .. } => {
                let Some(value) = values.iter().position(|value| value == member) else {
                    return refuse(term, unknown());
                };
                self.push(Op::Number(value as f64), term);
                Ok(Type::Enum(of.to_owned()))
            }
            _ => refuse(term, unknown()),
        }
    }

    fn call(&mut self, name: &str, arguments: &[Term], term: &Term, depth: usize) -> Checked {
        let Some(function) = FUNCTIONS.iter().find(|function| function.name == name) else {
            let nearest = nearest(name, FUNCTIONS.iter().map(|function| function.name));
            return refuse(
                term,
                Problem::UnknownFunction {
                    name: name.to_owned(),
                    nearest,
                },
            );
        };
        if !self.scope.has(function) {
            let name = name.to_owned();
            let is_of_rules = function.place == Place::Rules;
            return refuse(
                term,
                if is_of_rules {
                    Problem::OnlyInRules { name }
                } else {
                    Problem::OnlyInTransitions { name }
                },
            );
        }
        if arguments.len() != function.operands {
            let (expected, found) = (function.operands, arguments.len());
            return refuse(
                term,
                Problem::Operands {
                    name: name.to_owned(),
                    expected,
                    found,
                },
            );
        }
        if function.place != Place::Anywhere || function.is_quoted {
            self.query(function, arguments, term)
        } else {
            self.function(function, arguments, term, depth)
        }
    }

    fn function(
        &mut self,
        function: &Function,
        arguments: &[Term],
        term: &Term,
        depth: usize,
    ) -> Checked {
        let ops: &[Op] = match function.name {
            "min" => &[Op::Min],
            "max" => &[Op::Max],
            "abs" => &[Op::Absolute],
            "select" => &[Op::Select],
            _ => {
                // Within bounds is the lesser of the most and of the greater of the least and the
                // value.
                let [value, least, most] = arguments else {
                    return refuse(term, Problem::TooDeep);
                };
                self.push(Op::Min, term);
                self.operand(most, &Type::Number, depth)?;
                self.push(Op::Max, term);
                self.operand(least, &Type::Number, depth + 1)?;
                return self.operand(value, &Type::Number, depth + 1);
            }
        };
        ops.iter().for_each(|op| self.push(*op, term));
        for (at, argument) in arguments.iter().enumerate() {
            let is_condition = function.name == "select" && at == 0;
            self.operand(
                argument,
                if is_condition {
                    &Type::Bool
                } else {
                    &Type::Number
                },
                depth,
            )?;
        }
        Ok(Type::Number)
    }

    fn query(&mut self, function: &Function, arguments: &[Term], term: &Term) -> Checked {
        let mut texts = Vec::new();
        for argument in arguments {
            let ExpressionTermKind::Text(text) = &argument.kind else {
                return refuse(
                    argument,
                    Problem::Quoted {
                        name: function.name.to_owned(),
                    },
                );
            };
            texts.push(text.as_str());
        }
        self.names.extend(
            texts
                .iter()
                .filter(|text| !text.is_empty())
                .map(|text| (*text).to_owned()),
        );
        let named = |at: usize| Name::new(texts.get(at).copied().unwrap_or_default());
        let quoted = texts.first().copied().unwrap_or_default();
        let query = match function.name {
            "time_in_state" => Query::TimeInState,
            "state_weight" => Query::StateWeight,
            "time_elapsed" => Query::TimeElapsed,
            "time_remaining" => Query::TimeRemaining,
            "fraction" => Query::Fraction,
            "crossfade_duration" => Query::CrossfadeDuration,
            "transition_alpha" => Query::TransitionAlpha,
            "curve" => Query::Curve(named(0)),
            "passed_marker" => Query::MarkerPassed(named(0)),
            "in_notify" => Query::NotifyActive(named(0)),
            "sync_previous" => Query::SyncPrevious(named(0)),
            "sync_next" => Query::SyncNext(named(0)),
            "sync_fraction" => Query::SyncFraction(named(0)),
            "sync_passed" => Query::SyncPassed {
                group: named(0),
                marker: named(1),
            },
            "sync_time_to" => Query::SyncTimeTo {
                group: named(0),
                marker: named(1),
            },
            _ => {
                let states = self.scope.states.unwrap_or_default();
                let Some(state) = states.iter().position(|state| state == quoted) else {
                    return refuse(
                        term,
                        Problem::UnknownState {
                            name: quoted.to_owned(),
                        },
                    );
                };
                Query::WeightOf(state as u16)
            }
        };
        self.push(Op::Query(query), term);
        Ok(match query {
            Query::MarkerPassed(_) | Query::NotifyActive(_) | Query::SyncPassed { .. } => {
                Type::Bool
            }
            Query::SyncPrevious(_) | Query::SyncNext(_) => Type::Name,
            _ => Type::Number,
        })
    }

    /// A parameter with the index of its first number.
    fn parameter(&self, name: &str) -> Option<(u16, &Parameter)> {
        let mut first = 0;
        for parameter in self.scope.parameters {
            if parameter.name == name {
                return Some((first, parameter));
            }
            first += parameter.count() as u16;
        }
        None
    }
}

fn refuse(term: &Term, problem: Problem) -> Checked {
    Err(ExpressionError {
        at: term.at.clone(),
        problem,
    })
}

fn expect(wanted: &Type, found: Type, term: &Term) -> Checked {
    if found == *wanted {
        Ok(found)
    } else {
        refuse(
            term,
            Problem::Type {
                expected: wanted.clone(),
                found,
            },
        )
    }
}

/// The operands of the same operator, one inside the other.
fn flat<'a>(kind: Binary, term: &'a Term, out: &mut Vec<&'a Term>) {
    let mut rest = Vec::from([term]);
    while let Some(term) = rest.pop() {
        match &term.kind {
            ExpressionTermKind::Binary(own, a, b) if *own == kind => rest.extend([&**b, &**a]),
            _ => out.push(term),
        }
    }
}

/// The known name that differs least, by no more than a third of its letters.
fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let far = |other: &str| distance(&name.to_lowercase(), &other.to_lowercase());
    let near = known.map(|other| (far(other), other)).min()?;
    (near.0 * 3 <= name.chars().count().max(3)).then(|| near.1.to_owned())
}

/// Letters that have to be put in, taken out or replaced.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (at, letter) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = at + 1;
        for (to, other) in b.iter().enumerate() {
            let replaced = corner + usize::from(letter != *other);
            corner = row[to + 1];
            row[to + 1] = replaced.min(row[to] + 1).min(row[to + 1] + 1);
        }
    }
    row[b.len()]
}
