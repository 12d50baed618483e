//! A number of a node: fixed, or worked out from parameters in every tick.

use serde::{Deserialize, Serialize};

/// A number that a node takes; in a file, a number or a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Input {
    Number(f64),
    /// See [`crate::expression`].
    Expression(String),
}

impl Input {
    /// Worked out from parameters in every tick; see [`crate::expression`].
    pub fn expression(text: impl Into<String>) -> Self {
        Input::Expression(text.into())
    }

    /// Three inputs as numbers; None where one of them is an expression.
    pub fn numbers(inputs: &[Self; 3]) -> Option<[f32; 3]> {
        let number = |input: &Self| {
            if let Input::Number(number) = input {
                Some(*number as f32)
            } else {
                None
            }
        };
        Some([
            number(&inputs[0])?,
            number(&inputs[1])?,
            number(&inputs[2])?,
        ])
    }
}

impl Default for Input {
    fn default() -> Self {
        Input::Number(0.0)
    }
}

impl From<f64> for Input {
    fn from(number: f64) -> Self {
        Input::Number(number)
    }
}

impl From<&str> for Input {
    fn from(text: &str) -> Self {
        Input::expression(text)
    }
}
