//! A number of a node: fixed, or worked out from parameters in every tick.

use serde::{Deserialize, Serialize};

/// In a file a number, or a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Input {
    Number(f64),
    /// See [`crate::expression`].
    Expression(String),
}

impl Input {
    pub fn expression(text: impl Into<String>) -> Self {
        Input::Expression(text.into())
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
