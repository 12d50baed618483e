//! Parameters of a graph as properties of a node: `parameters/Speed`.

use anim::{Graph, Library, Name, Request, graph::Parameter};
use std::collections::BTreeMap;

const FOLDER: &str = "parameters/";

/// Type of a property.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Number,
    /// Set to true, and back to false by the transition that used it.
    Trigger,
    /// Names of the values, in order.
    Choice(Vec<String>),
}

/// A parameter of a graph, as the inspector shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// Name of the property, with its folder.
    pub name: String,
    pub kind: Kind,
    pub default: f64,
}

/// Parameter that a property of this name sets; None of another property.
pub fn parameter_of(property: &str) -> Option<&str> {
    property
        .strip_prefix(FOLDER)
        .filter(|name| !name.is_empty())
}

/// Properties of a graph, in the order of its parameters.
pub fn properties(library: &Library, graph: &Graph) -> Vec<Property> {
    let text = |name: Name| library.names.text(name).to_owned();
    let parameters = graph.parts().parameters.iter();
    let property = |parameter: &Parameter| Property {
        name: format!("{FOLDER}{}", text(parameter.name)),
        kind: if parameter.is_trigger {
            Kind::Trigger
        } else if parameter.values.is_empty() {
            Kind::Number
        } else {
            Kind::Choice(parameter.values.iter().copied().map(text).collect())
        },
        default: parameter.default,
    };
    parameters.map(property).collect()
}

/// Values that were set, by the name of the parameter.
#[derive(Clone, Debug, Default)]
pub struct Values(BTreeMap<String, f64>);

impl Values {
    /// Keeps a value; returns the request that sets it.
    pub fn set(&mut self, parameter: &str, value: f64) -> Request {
        self.0.insert(parameter.to_owned(), value);
        request(parameter, value)
    }

    /// The value that was set; None where the default counts.
    pub fn get(&self, parameter: &str) -> Option<f64> {
        self.0.get(parameter).copied()
    }

    /// Requests that set all values, for a character that has just entered. A value of another
    /// graph is left out.
    pub fn requests<'a>(&'a self, known: &'a [Property]) -> impl Iterator<Item = Request> + 'a {
        let is_known =
            move |name: &str| known.iter().any(|it| parameter_of(&it.name) == Some(name));
        let set = self.0.iter().filter(move |(name, _)| is_known(name));
        set.map(|(name, value)| request(name, *value))
    }
}

fn request(parameter: &str, value: f64) -> Request {
    Request::SetParameter {
        parameter: Name::new(parameter),
        value,
    }
}
