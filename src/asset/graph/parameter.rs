//! Parameters of a graph, which a game sets, and presets of their values.

use crate::Id;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A value that a game sets, or an expression drives, and that nodes read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Parameter {
    /// Unique in its graph.
    pub id: Id,
    /// A letter, then letters, digits and `_`.
    pub name: String,
    /// Type, default and range.
    #[serde(flatten)]
    pub kind: ParameterKind,
    /// Shown behind its value.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub unit: String,
    /// Expression that gives the value of the parameter in every tick; a game cannot set such a
    /// parameter. Empty if a game sets the value.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub driven: String,
}

/// Ranges are what the editor offers; a game may set what it likes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ParameterKind {
    Bool {
        default: bool,
    },
    Int {
        default: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range: Option<[i64; 2]>,
    },
    Float {
        default: f64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range: Option<[f64; 2]>,
    },
    Enum {
        /// Names of values, at least one; what plays knows their order alone.
        values: Vec<String>,
        /// Default value, as an index into `values`.
        default: u32,
    },
    /// Three numbers: `.x`, `.y` and `.z`.
    Vector {
        default: [f64; 3],
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range: Option<[f64; 2]>,
    },
    Name {
        default: String,
    },
    /// Set by a game, and back by the transition that used it.
    Trigger,
}

impl ParameterKind {
    /// Name of the type, as files have it.
    pub fn word(&self) -> &'static str {
        match self {
            ParameterKind::Bool { .. } => "bool",
            ParameterKind::Int { .. } => "int",
            ParameterKind::Float { .. } => "float",
            ParameterKind::Enum { .. } => "enum",
            ParameterKind::Vector { .. } => "vector",
            ParameterKind::Name { .. } => "name",
            ParameterKind::Trigger => "trigger",
        }
    }
}

/// A value for a parameter, as scripts and presets write it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Setting {
    Bool(bool),
    Number(f64),
    /// The value of an enum, or a name.
    Text(String),
    Vector([f64; 3]),
}

/// Values to try a graph with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Preset {
    /// Unique in its graph.
    pub id: Id,
    /// Shown where presets are chosen.
    pub name: String,
    /// Values by parameter, with those of linked graphs by the ids that they have in the compiled
    /// graph. Other parameters keep what they have.
    pub values: BTreeMap<Id, Setting>,
}

impl Parameter {
    /// A parameter that a game sets, without a unit.
    pub fn new(id: Id, name: impl Into<String>, kind: ParameterKind) -> Self {
        Self {
            id,
            name: name.into(),
            kind,
            unit: String::new(),
            driven: String::new(),
        }
    }

    /// Number of numeric components of the parameter: 3 for a vector, otherwise 1.
    pub fn count(&self) -> usize {
        if let ParameterKind::Vector { .. } = self.kind {
            3
        } else {
            1
        }
    }

    /// The names of its numbers in what plays, each with its default.
    pub fn numbers(&self) -> Vec<(String, f64)> {
        let one = |value: f64| vec![(self.name.clone(), value)];
        match &self.kind {
            ParameterKind::Bool { default } => one(f64::from(u8::from(*default))),
            ParameterKind::Int { default, .. } => one(*default as f64),
            ParameterKind::Float { default, .. } => one(*default),
            ParameterKind::Enum { default, .. } => one(f64::from(*default)),
            ParameterKind::Name { default } => {
                one(anim::program::name_value(anim::Name::new(default)))
            }
            ParameterKind::Trigger => one(0.0),
            ParameterKind::Vector { default, .. } => {
                let part = |(part, value): (&str, &f64)| (format!("{}.{part}", self.name), *value);
                ["x", "y", "z"].into_iter().zip(default).map(part).collect()
            }
        }
    }

    /// The numbers that a setting means, in the order of [`Parameter::numbers`]; None where it is
    /// of another kind.
    pub fn set_to(&self, setting: &Setting) -> Option<Vec<f64>> {
        let number = match (&self.kind, setting) {
            (ParameterKind::Bool { .. } | ParameterKind::Trigger, Setting::Bool(on)) => {
                f64::from(u8::from(*on))
            }
            (ParameterKind::Int { .. }, Setting::Number(number)) if number.fract() == 0.0 => {
                *number
            }
            (ParameterKind::Float { .. }, Setting::Number(number)) if number.is_finite() => *number,
            (ParameterKind::Enum { values, .. }, Setting::Text(value)) => {
                values.iter().position(|known| known == value)? as f64
            }
            (ParameterKind::Name { .. }, Setting::Text(name)) => {
                anim::program::name_value(anim::Name::new(name))
            }
            (ParameterKind::Vector { .. }, Setting::Vector(parts))
                if parts.iter().all(|part| part.is_finite()) =>
            {
                return Some(parts.to_vec());
            }
            _ => return None,
        };
        Some(vec![number])
    }
}
