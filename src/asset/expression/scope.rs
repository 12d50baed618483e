//! What an expression may name: parameters, the states of its machine, functions.

use crate::graph::{Parameter, ParameterKind};
use words::{Word, tr, word};

/// Type of a value in an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    Bool,
    Number,
    /// One of the values of the enum parameter with this name.
    Enum(String),
    Name,
}

impl Type {
    pub(super) fn phrase(&self) -> String {
        match self {
            Type::Bool => tr!("a bool").to_owned(),
            Type::Number => tr!("a number").to_owned(),
            Type::Enum(parameter) => tr!("a value of “{parameter}”"),
            Type::Name => tr!("a name").to_owned(),
        }
    }
}

/// Names and functions that are available at the place of an expression.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scope<'a> {
    /// Parameters of the graph, each by its name.
    pub parameters: &'a [Parameter],
    /// Names of the states of the machine that a rule belongs to; None for an input of a node.
    pub states: Option<&'a [String]>,
    /// Whether it stands in the graph of a transition.
    pub in_transition: bool,
}

impl Scope<'_> {
    pub(super) fn has(&self, function: &Function) -> bool {
        match function.place {
            Place::Anywhere => true,
            Place::Rules => self.states.is_some(),
            Place::Transitions => self.in_transition,
        }
    }
}

/// Places where an expression can call a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Anywhere,
    Rules,
    /// The function can be called only in graphs of transitions.
    Transitions,
}

/// Something that can be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    /// Name of the function in expressions.
    pub name: &'static str,
    /// Numbers that it takes, or names in quotes.
    pub operands: usize,
    /// Whether the operands are names in quotes; if not, they are numbers.
    pub is_quoted: bool,
    /// Places where the function can be called.
    pub place: Place,
    /// Description of the result, shown by completions.
    pub tells: Word,
}

const fn function(name: &'static str, operands: usize, tells: Word) -> Function {
    Function {
        name,
        operands,
        is_quoted: false,
        place: Place::Anywhere,
        tells,
    }
}

const fn named(name: &'static str, operands: usize, tells: Word) -> Function {
    Function {
        name,
        operands,
        is_quoted: true,
        place: Place::Anywhere,
        tells,
    }
}

const fn query(name: &'static str, tells: Word) -> Function {
    Function {
        name,
        operands: 0,
        is_quoted: false,
        place: Place::Rules,
        tells,
    }
}

const fn query_of(name: &'static str, tells: Word) -> Function {
    Function {
        name,
        operands: 1,
        is_quoted: true,
        place: Place::Rules,
        tells,
    }
}

/// Every function, in the order in which they are offered.
pub const FUNCTIONS: [Function; 21] = [
    function("min", 2, word!("the smaller of two values")),
    function("max", 2, word!("the larger of two values")),
    function("clamp", 3, word!("a value clamped between a min and a max")),
    function("abs", 1, word!("absolute value")),
    query(
        "time_in_state",
        word!("seconds since the state was entered"),
    ),
    query("state_weight", word!("weight of the current state, 0 to 1")),
    query_of("weight", word!("weight of a state by its name, 0 to 1")),
    query(
        "time_elapsed",
        word!("playback time of the most relevant clip, s"),
    ),
    query(
        "time_remaining",
        word!("time until that clip ends at its current rate, s"),
    ),
    query("fraction", word!("playback position of that clip, 0 to 1")),
    query(
        "crossfade_duration",
        word!("blend duration of this transition, s"),
    ),
    named("curve", 1, word!("a curve value of the last pose")),
    named(
        "sync_previous",
        1,
        word!("name of the last marker that this sync group passed"),
    ),
    named(
        "sync_next",
        1,
        word!("name of the next marker of this sync group"),
    ),
    named(
        "sync_fraction",
        1,
        word!("playback position of this sync group's leader, 0 to 1"),
    ),
    named(
        "sync_passed",
        2,
        word!("true if this sync group passed this marker in the last tick"),
    ),
    named(
        "sync_time_to",
        2,
        word!("seconds until this sync group passes this marker"),
    ),
    query_of(
        "passed_marker",
        word!("true if the most relevant clip passed this sync marker"),
    ),
    query_of(
        "in_notify",
        word!("true while the most relevant clip is in this notify state"),
    ),
    Function {
        name: "transition_alpha",
        operands: 0,
        is_quoted: false,
        place: Place::Transitions,
        tells: word!("eased progress of the transition, 0 to 1"),
    },
    function(
        "select",
        3,
        word!("the second value if the first is true, else the third"),
    ),
];

/// A suggestion to complete a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Text that replaces the word.
    pub text: String,
    /// Description of the suggestion, shown beside its text.
    pub tells: String,
}

/// Suggestions that start with the word before `at`, ignoring case; parameters first, then
/// functions.
pub fn completions(text: &str, at: usize, scope: &Scope<'_>) -> Vec<Completion> {
    let before = text.get(..at).unwrap_or(text);
    let start =
        before.rfind(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '.'));
    let word = before[start.map_or(0, |at| {
        at + before[at..].chars().next().map_or(1, char::len_utf8)
    })..]
        .to_lowercase();
    let mut found = Vec::new();
    for parameter in scope.parameters {
        found.extend(of_parameter(parameter));
    }
    for function in FUNCTIONS.iter().filter(|function| scope.has(function)) {
        let text = format!(
            "{}{}",
            function.name,
            if function.operands == 0 { "()" } else { "(" }
        );
        found.push(Completion {
            text,
            tells: function.tells.into(),
        });
    }
    found.retain(|completion| completion.text.to_lowercase().starts_with(&word));
    found
}

/// A parameter, and what stands after its point.
fn of_parameter(parameter: &Parameter) -> Vec<Completion> {
    let own = Completion {
        text: parameter.name.clone(),
        tells: parameter.kind.word().to_owned(),
    };
    let part = |part: &str| Completion {
        text: format!("{}.{part}", parameter.name),
        tells: tr!("a number").to_owned(),
    };
    match &parameter.kind {
        ParameterKind::Vector { .. } => ["x", "y", "z"].into_iter().map(part).collect(),
        ParameterKind::Enum { values, .. } => {
            let value = |value: &String| Completion {
                tells: tr!("a value").to_owned(),
                ..part(value)
            };
            std::iter::once(own)
                .chain(values.iter().map(value))
                .collect()
        }
        _ => vec![own],
    }
}
