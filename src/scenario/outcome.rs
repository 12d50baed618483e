//! What came of scenarios.

use asset::Id;
use engine::CharacterId;

/// What came of one scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioOutcome {
    /// Id of the scenario in its project.
    pub id: Id,
    /// Name of the scenario.
    pub name: String,
    /// Ticks that were played.
    pub ticks: usize,
    /// Number of expectations.
    pub expectations: usize,
    /// Failures in the order of the expectations, at most one of each. Empty if all hold.
    pub failures: Vec<ScenarioFailure>,
}

/// An expectation that does not hold, or a script that cannot be played.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioFailure {
    /// Index among the expectations of the scenario. None for a script that cannot be played as it
    /// is written.
    pub expectation: Option<usize>,
    /// Word for the type of expectation, as in a file; `script` for a script.
    pub word: &'static str,
    /// The character that was looked at.
    pub character: CharacterId,
    /// The first tick in which it does not hold, and the seconds at which that tick ends. None
    /// where no tick is to blame.
    pub tick: Option<(usize, f64)>,
    /// The value that was found and the one that is allowed. None where none are compared.
    pub values: Option<[f64; 2]>,
    /// Unit of the values, empty where there are none.
    pub unit: &'static str,
    /// A sentence for people, with the values.
    pub text: Box<str>,
}

impl ScenarioFailure {
    /// A failure that blames no tick and compares nothing.
    pub(crate) fn new(text: String) -> Self {
        Self {
            expectation: None,
            word: "script",
            character: crate::script::FIRST,
            tick: None,
            values: None,
            unit: "",
            text: text.into(),
        }
    }

    /// The same failure in a tick that ends at `time` seconds.
    pub(crate) fn at(self, tick: usize, time: f64) -> Self {
        Self {
            tick: Some((tick, time)),
            ..self
        }
    }

    /// The same failure with a value that was found, one that is allowed, and their unit.
    pub(crate) fn compared(self, found: f64, allowed: f64, unit: &'static str) -> Self {
        Self {
            values: Some([found, allowed]),
            unit,
            ..self
        }
    }
}

/// Whether a value is above what is allowed. What is not a number is.
pub(crate) fn is_over(value: f64, allowed: f64) -> bool {
    value.is_nan() || value > allowed
}
