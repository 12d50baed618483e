//! The JSON of scenarios.

#[cfg(test)]
mod tests;

use asset::{scenario::ScenarioExpectation, script::ScenarioScript};
use serde::{Deserialize, Serialize};

/// What is played, and what must hold. It has either `script` with `duration`, or `session` with
/// `seconds`.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Scenario"))]
#[serde(deny_unknown_fields)]
pub struct ScenarioRecord {
    /// Unique among the scenarios of the project.
    pub name: String,
    /// Description for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Requests that are played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub script: Option<ScenarioScript>,
    /// Seconds that the script is played, more than 0 and at most 600.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration: Option<f64>,
    /// Lengths of the script's ticks in seconds, each more than 0 and at most 1, repeated from the
    /// first on.
    #[serde(default = "sixtieth", skip_serializing_if = "is_sixtieth")]
    pub dt: Vec<f64>,
    /// Name of the blob of the recorded session that is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Seconds that the session lasts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// What must hold, in any order.
    pub expect: Vec<ScenarioExpectation>,
}

/// The length of ticks that need not be said, seconds.
pub fn sixtieth() -> Vec<f64> {
    vec![1.0 / 60.0]
}

fn is_sixtieth(dt: &[f64]) -> bool {
    *dt == sixtieth()[..]
}
