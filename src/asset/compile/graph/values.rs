//! Inputs: numbers as they are, a parameter alone by its index, anything else as a program.

use super::place::LinkedGraphPlace;
use crate::{
    Id,
    compile::Output,
    diagnostic::Kind,
    expression::{self, CompiledExpression, Scope, Type},
    graph::{Input, Parameter, ParameterKind},
};
use anim::{
    Name,
    graph::{self, Value},
    program::{Op, Program},
};
use std::rc::Rc;
use words::tr;

/// Programs that the expressions of a graph compile to.
pub(super) struct Values<'a> {
    pub(super) place: Rc<LinkedGraphPlace<'a>>,
    /// Whether what is compiled stands in the graph of a transition.
    pub(super) in_transition: bool,
    pub(super) programs: Vec<Program>,
}

impl<'a> Values<'a> {
    pub(super) fn new(place: LinkedGraphPlace<'a>) -> Self {
        Self {
            place: Rc::new(place),
            in_transition: false,
            programs: Vec::new(),
        }
    }

    /// A number. What does not compile is 0.
    pub(super) fn number(
        &mut self,
        node: Id,
        input: &Input,
        field: &'static str,
        out: &mut Output,
    ) -> Value {
        self.value(node, input, (field, &Type::Number), out)
    }

    /// Value of a bool input: a number that is not 0, or a condition.
    pub(super) fn truth(
        &mut self,
        node: Id,
        input: &Input,
        field: &'static str,
        out: &mut Output,
    ) -> Value {
        self.value(node, input, (field, &Type::Bool), out)
    }

    pub(super) fn value(
        &mut self,
        node: Id,
        input: &Input,
        (field, wanted): (&'static str, &Type),
        out: &mut Output,
    ) -> Value {
        let asset = self.place.asset;
        let text = match input {
            Input::Number(number) if number.is_finite() => return Value::Number(*number),
            Input::Number(_) => {
                out.error(asset, Some(node), Kind::BadNumber { field });
                return Value::Number(0.0);
            }
            Input::Expression(text) => text,
        };
        let parameters = &self.place.graph.wiring.parameters;
        let scope = Scope {
            parameters,
            states: None,
            in_transition: self.in_transition,
        };
        match expression::compile(text, &scope, wanted) {
            Err(error) => {
                out.error(
                    asset,
                    Some(node),
                    Kind::BadExpression {
                        field,
                        text: text.clone(),
                        error,
                    },
                );
                Value::Number(0.0)
            }
            Ok(CompiledExpression { program, names, .. }) => {
                for name in &names {
                    out.name(asset, Some(node), name);
                }
                let numbers = &self.place.numbers;
                let program = program.with_parameters(|at| numbers[usize::from(at)]);
                self.placed(program)
            }
        }
    }

    /// A program's place; it is kept once, however many inputs say the same.
    fn placed(&mut self, program: Program) -> Value {
        match *program.ops() {
            [Op::Number(number)] => return Value::Number(number),
            [Op::Parameter(at)] => return Value::Parameter(at),
            _ => {}
        }
        let at = self
            .programs
            .iter()
            .position(|known| *known == program)
            .unwrap_or_else(|| {
                self.programs.push(program);
                self.programs.len() - 1
            });
        Value::Program(at as u16)
    }
}

/// The numbers of a parameter, under a name of the outermost graph.
pub(super) fn numbers(parameter: &Parameter, asset: Id, out: &mut Output) -> Vec<graph::Parameter> {
    let item = Some(parameter.id);
    let mut compiled = Vec::new();
    for (name, default) in parameter.numbers() {
        let default = if default.is_finite() {
            default
        } else {
            out.error(
                asset,
                item,
                Kind::BadNumber {
                    field: tr!("default"),
                },
            );
            0.0
        };
        let is_trigger = parameter.kind == ParameterKind::Trigger;
        out.name(asset, item, &name);
        if let ParameterKind::Name { default } = &parameter.kind {
            out.name(asset, item, default);
        }
        let values = match &parameter.kind {
            ParameterKind::Enum { values, .. } => {
                values.iter().map(|it| out.name(asset, item, it)).collect()
            }
            _ => Vec::new(),
        };
        compiled.push(graph::Parameter {
            name: Name::new(&name),
            default,
            is_trigger,
            values,
        });
    }
    compiled
}

/// Reports names that no expression can call, and names that two parameters share, of which the
/// first counts.
pub(super) fn report_names(parameters: &[Parameter], asset: Id, out: &mut Output) {
    for (at, parameter) in parameters.iter().enumerate() {
        let (item, name) = (Some(parameter.id), parameter.name.clone());
        if !expression::is_name(&name) {
            out.error(asset, item, Kind::BadParameterName { name: name.clone() });
        }
        if parameters[..at].iter().any(|other| other.name == name) {
            out.error(asset, item, Kind::DuplicateParameterName { name });
        }
    }
}
