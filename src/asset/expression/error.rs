//! Why a text is no expression, and where.

use super::Type;
use std::{fmt, ops::Range};
use words::tr;

/// Error of a text that does not compile as an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    /// Bytes of the text; empty at its end where something is missing.
    pub at: Range<usize>,
    /// Problem at that range of the text.
    pub problem: Problem,
}

/// A problem of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    Empty,
    /// The text is longer than an expression may be.
    TooLong,
    /// Operations are nested deeper than a program may be.
    TooDeep,
    /// Something else has to stand here.
    Expected(&'static str),
    /// No parameter has this name.
    UnknownName {
        name: String,
        /// The known name that is nearest, if one is near.
        nearest: Option<String>,
    },
    /// No function has this name.
    UnknownFunction {
        name: String,
        nearest: Option<String>,
    },
    /// The enum parameter has no such value.
    UnknownValue {
        parameter: String,
        value: String,
    },
    /// The machine has no state of this name.
    UnknownState {
        name: String,
    },
    /// A question that only the rule of a transition can ask.
    OnlyInRules {
        name: String,
    },
    /// A question that only the graph of a transition can ask.
    OnlyInTransitions {
        name: String,
    },
    /// The function takes another number of operands.
    Operands {
        name: String,
        expected: usize,
        found: usize,
    },
    /// The name must be quoted.
    Quoted {
        name: String,
    },
    /// A value of another type has to be here.
    Type {
        expected: Type,
        found: Type,
    },
    /// Values of two kinds are compared.
    Mixed {
        left: Type,
        right: Type,
    },
}

impl ExpressionError {
    /// The whole text with what was probably meant in place of what is wrong: a name that is near,
    /// or a comparison where a number stands for a condition. None where nothing is near.
    pub fn mended(&self, text: &str) -> Option<String> {
        let wrong = text.get(self.at.clone())?;
        let right = match &self.problem {
            Problem::UnknownName { name, nearest } | Problem::UnknownFunction { name, nearest } => {
                wrong.replacen(name.as_str(), nearest.as_ref()?, 1)
            }
            Problem::Type {
                expected: Type::Bool,
                found: Type::Number,
            } => compared(wrong),
            _ => return None,
        };
        let mut mended = text.to_owned();
        mended.replace_range(self.at.clone(), &right);
        Some(mended)
    }
}

/// A number as a condition: whether it is more than 0.
fn compared(number: &str) -> String {
    let is_one = |letter: char| letter.is_alphanumeric() || "_.()".contains(letter);
    if number.trim().chars().all(is_one) {
        format!("{} > 0", number.trim())
    } else {
        format!("({}) > 0", number.trim())
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nearest = |f: &mut fmt::Formatter<'_>, nearest: &Option<String>| match nearest {
            Some(name) => f.write_str(&tr!(". Did you mean “{name}”?")),
            None => f.write_str("."),
        };
        match self {
            Problem::Empty => f.write_str(tr!(
                "the expression is empty. Write a condition or a number."
            )),
            Problem::TooLong => f.write_str(&tr!(
                "the expression is longer than {} bytes. Split it.",
                super::LONGEST
            )),
            Problem::TooDeep => f.write_str(&tr!(
                "the expression is nested more than {} levels deep. Split it.",
                anim::program::MOST_DEPTH
            )),
            Problem::Expected(what) => f.write_str(&tr!("{what} is missing here.")),
            Problem::UnknownName {
                name,
                nearest: near,
            } => {
                f.write_str(&tr!("parameter “{name}” does not exist"))?;
                nearest(f, near)
            }
            Problem::UnknownFunction {
                name,
                nearest: near,
            } => {
                f.write_str(&tr!("function “{name}” does not exist"))?;
                nearest(f, near)
            }
            Problem::UnknownValue { parameter, value } => f.write_str(&tr!(
                "“{parameter}” has no value “{value}”. Choose one of its values."
            )),
            Problem::UnknownState { name } => {
                f.write_str(&tr!("the state machine has no state “{name}”."))
            }
            Problem::OnlyInRules { name } => {
                f.write_str(&tr!("“{name}” works only in transition rules."))
            }
            Problem::OnlyInTransitions { name } => {
                f.write_str(&tr!("“{name}” works only in transition graphs."))
            }
            Problem::Operands {
                name,
                expected,
                found,
            } => f.write_str(&tr!("“{name}” takes {expected} values, not {found}.")),
            Problem::Quoted { name } => f.write_str(&tr!(
                "“{name}” takes a name in quotes, such as {name}(\"Run\")."
            )),
            Problem::Type { expected, found } => f.write_str(&tr!(
                "this must be {}, but it is {}.",
                expected.phrase(),
                found.phrase()
            )),
            Problem::Mixed { left, right } => f.write_str(&tr!(
                "{} cannot be compared with {}.",
                left.phrase(),
                right.phrase()
            )),
        }
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&tr!("at character {}: {}", self.at.start + 1, self.problem))
    }
}

impl std::error::Error for ExpressionError {}
