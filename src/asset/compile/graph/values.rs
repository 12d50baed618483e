//! Inputs: numbers as they are, a parameter alone by its index, anything else as a program.

use crate::{
    Id,
    compile::Output,
    diagnostic::Kind,
    expression::{self, Compiled, Scope, Type},
    graph::{Input, Parameter, ParameterKind, Wiring},
};
use anim::{
    Name,
    graph::{self, Value},
    program::{Op, Program},
};

/// What expressions of a graph compile to.
pub(super) struct Values<'a> {
    parameters: &'a [Parameter],
    asset: Id,
    pub(super) programs: Vec<Program>,
}

impl<'a> Values<'a> {
    pub(super) fn new(wiring: &'a Wiring, asset: Id) -> Self {
        Self { parameters: &wiring.parameters, asset, programs: Vec::new() }
    }

    /// A number. What does not compile is 0.
    pub(super) fn number(&mut self, node: Id, input: &Input, field: &'static str, out: &mut Output) -> Value {
        self.value(node, input, (field, &Type::Number), out)
    }

    /// A truth: a number that is not 0, or a condition.
    pub(super) fn truth(&mut self, node: Id, input: &Input, field: &'static str, out: &mut Output) -> Value {
        self.value(node, input, (field, &Type::Bool), out)
    }

    fn value(&mut self, node: Id, input: &Input, (field, wanted): (&'static str, &Type), out: &mut Output) -> Value {
        let text = match input {
            Input::Number(number) if number.is_finite() => return Value::Number(*number),
            Input::Number(_) => {
                out.error(self.asset, Some(node), Kind::BadNumber { field });
                return Value::Number(0.0);
            }
            Input::Expression(text) => text,
        };
        let scope = Scope { parameters: self.parameters, states: None };
        match expression::compile(text, &scope, wanted) {
            Err(error) => {
                out.error(self.asset, Some(node), Kind::BadExpression { field, text: text.clone(), error });
                Value::Number(0.0)
            }
            Ok(Compiled { program, names, .. }) => {
                for name in &names {
                    out.name(self.asset, Some(node), name);
                }
                self.placed(program)
            }
        }
    }

    /// The same program once, however many inputs say the same.
    fn placed(&mut self, program: Program) -> Value {
        match *program.ops() {
            [Op::Number(number)] => return Value::Number(number),
            [Op::Parameter(at)] => return Value::Parameter(at),
            _ => {}
        }
        let at = self.programs.iter().position(|known| *known == program).unwrap_or_else(|| {
            self.programs.push(program);
            self.programs.len() - 1
        });
        Value::Program(at as u16)
    }
}

/// Parameters by the names of their numbers. Of two with one name the first counts.
pub(super) fn parameters(wiring: &Wiring, asset: Id, out: &mut Output) -> Vec<graph::Parameter> {
    let mut compiled = Vec::new();
    for (at, parameter) in wiring.parameters.iter().enumerate() {
        let item = Some(parameter.id);
        if !expression::is_name(&parameter.name) {
            out.error(asset, item, Kind::BadParameterName { name: parameter.name.clone() });
        }
        if wiring.parameters[..at].iter().any(|other| other.name == parameter.name) {
            out.error(asset, item, Kind::DuplicateParameterName { name: parameter.name.clone() });
        }
        for (name, default) in parameter.numbers() {
            let default = if default.is_finite() {
                default
            } else {
                out.error(asset, item, Kind::BadNumber { field: "default" });
                0.0
            };
            let is_trigger = parameter.kind == ParameterKind::Trigger;
            out.name(asset, item, &name);
            let values = match &parameter.kind {
                ParameterKind::Enum { values, .. } => values.iter().map(|it| out.name(asset, item, it)).collect(),
                _ => Vec::new(),
            };
            compiled.push(graph::Parameter { name: Name::new(&name), default, is_trigger, values });
        }
    }
    compiled
}
