//! Parameters of a pose graph as they are authored: added, named, given a type, a range and a
//! default.

use super::{
    PropertyRows,
    expression::{ExpressionNames, expression_ui},
    list_row::list_row_ui,
};
use crate::{
    action::GraphAction,
    icons,
    parts::{self, NumberField},
};
use asset::{
    PoseGraph,
    graph::{Parameter, ParameterKind},
};
use document::{Command, GraphCommand, ItemCommand};
use egui::Ui;
use words::tr;

/// Initial kind and values of a new parameter, one for each type.
pub fn kinds() -> [ParameterKind; 7] {
    [
        ParameterKind::Float {
            default: 0.0,
            range: Some([0.0, 1.0]),
        },
        ParameterKind::Bool { default: false },
        ParameterKind::Trigger,
        ParameterKind::Int {
            default: 0,
            range: Some([0, 10]),
        },
        ParameterKind::Enum {
            values: vec![tr!("First").into(), tr!("Second").into()],
            default: 0,
        },
        ParameterKind::Vector {
            default: [0.0; 3],
            range: Some([-10.0, 10.0]),
        },
        ParameterKind::Name {
            default: tr!("None").into(),
        },
    ]
}

/// The parameters of a graph.
pub fn parameters_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, graph: &PoseGraph) {
    let all = &graph.wiring.parameters;
    if !parts::group_header(ui, tr!("Parameters"), &all.len().to_string()) {
        return;
    }
    let chosen = rows.views.kinds.graph.parameter;
    for parameter in all {
        let right = if parameter.driven.is_empty() {
            parameter.kind.word().to_owned()
        } else {
            tr!("{}, driven", parameter.kind.word())
        };
        let is_chosen = chosen == Some(parameter.id);
        if list_row_ui(ui, tr!("Parameter"), &parameter.name, &right, is_chosen) {
            rows.views.kinds.graph.parameter = (!is_chosen).then_some(parameter.id);
        }
        if is_chosen {
            ui.push_id(parameter.id, |ui| parameter_ui(ui, rows, graph, parameter));
        }
    }
    if parts::property(ui, "", |ui| {
        parts::button(ui, Some(icons::PLUS), tr!("Add parameter"), false).clicked()
    }) {
        let [kind, ..] = kinds();
        rows.actions.push(GraphAction::AddParameter(kind).into());
    }
}

fn parameter_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, graph: &PoseGraph, it: &Parameter) {
    let id = rows.asset;
    let set = |it: Parameter| Command::Graph(id, GraphCommand::Parameter(ItemCommand::Set(it)));
    rows.text(ui, tr!("Name"), &it.name, |name| {
        set(Parameter { name, ..it.clone() })
    });
    let same =
        |kind: &ParameterKind| std::mem::discriminant(kind) == std::mem::discriminant(&it.kind);
    let options = kinds().map(|kind| {
        let name = kind.word().to_owned();
        (if same(&kind) { it.kind.clone() } else { kind }, name)
    });
    rows.choice(ui, tr!("Type"), &it.kind, &options, |kind| {
        set(Parameter { kind, ..it.clone() })
    });
    rows.text(ui, tr!("Unit"), &it.unit, |unit| {
        set(Parameter { unit, ..it.clone() })
    });
    let driven = |driven: String| {
        set(Parameter {
            driven: driven.trim().to_owned(),
            ..it.clone()
        })
    };
    expression_ui(
        ui,
        rows,
        (tr!("Driven by"), &it.driven, ""),
        &ExpressionNames::of_parameter(graph),
        driven,
    );
    value_ui(ui, rows, it);
    let delete = parts::property(ui, "", |ui| {
        parts::button(ui, Some(icons::TRASH), tr!("Delete parameter"), false).clicked()
    });
    if delete {
        rows.perform(Command::Graph(
            id,
            GraphCommand::Parameter(ItemCommand::Remove(it.id)),
        ));
    }
}

fn value_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, it: &Parameter) {
    let id = rows.asset;
    let set = |kind: ParameterKind| {
        Command::Graph(
            id,
            GraphCommand::Parameter(ItemCommand::Set(Parameter { kind, ..it.clone() })),
        )
    };
    let field = |name, value: f64, decimals| NumberField {
        name,
        value,
        unit: &it.unit,
        decimals,
        speed: 0.05,
        range: -1e6..=1e6,
        width: 84.0,
    };
    match &it.kind {
        ParameterKind::Bool { default } => {
            rows.toggle(ui, tr!("Default"), *default, "", |default| {
                set(ParameterKind::Bool { default })
            });
        }
        ParameterKind::Int { default, range } => {
            let [low, high] = range.unwrap_or([0, 10]);
            let int = |default: f64, low: f64, high: f64| ParameterKind::Int {
                default: default.round() as i64,
                range: Some([low.round() as i64, high.round() as i64]),
            };
            let (value, low, high) = (*default as f64, low as f64, high as f64);
            rows.number(ui, tr!("Default"), field(tr!("Default"), value, 0), |to| {
                set(int(to, low, high))
            });
            rows.number(ui, tr!("Min"), field(tr!("Min"), low, 0), |to| {
                set(int(value, to, high))
            });
            rows.number(ui, tr!("Max"), field(tr!("Max"), high, 0), |to| {
                set(int(value, low, to))
            });
        }
        ParameterKind::Float { default, range } => {
            let [low, high] = range.unwrap_or([-1000.0, 1000.0]);
            let float = |default, low, high| ParameterKind::Float {
                default,
                range: Some([low, high]),
            };
            rows.number(
                ui,
                tr!("Default"),
                field(tr!("Default"), *default, 3),
                |to| set(float(to, low, high)),
            );
            rows.number(ui, tr!("Min"), field(tr!("Min"), low, 3), |to| {
                set(float(*default, to, high))
            });
            rows.number(ui, tr!("Max"), field(tr!("Max"), high, 3), |to| {
                set(float(*default, low, to))
            });
        }
        ParameterKind::Enum { values, default } => {
            rows.text(ui, tr!("Values"), &values.join(", "), |text| {
                let values: Vec<String> = text
                    .split(',')
                    .map(|value| value.trim().to_owned())
                    .filter(|value| !value.is_empty())
                    .collect();
                let default = (*default).min(values.len().saturating_sub(1) as u32);
                set(ParameterKind::Enum { values, default })
            });
            let options: Vec<_> = (0u32..).zip(values.iter().cloned()).collect();
            rows.choice(ui, tr!("Default"), default, &options, |default| {
                set(ParameterKind::Enum {
                    values: values.clone(),
                    default,
                })
            });
        }
        ParameterKind::Vector { default, range } => {
            for (axis, label) in [tr!("Default x"), tr!("Default y"), tr!("Default z")]
                .into_iter()
                .enumerate()
            {
                rows.number(ui, label, field(label, default[axis], 3), |to| {
                    let mut default = *default;
                    default[axis] = to;
                    set(ParameterKind::Vector {
                        default,
                        range: *range,
                    })
                });
            }
        }
        ParameterKind::Name { default } => {
            rows.text(ui, tr!("Default"), default, |default| {
                set(ParameterKind::Name { default })
            });
        }
        ParameterKind::Trigger => {}
    }
}
