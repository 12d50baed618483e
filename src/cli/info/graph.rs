//! What `info` says about pose graphs and blend spaces, apart because a project holds them as
//! authored and a bundle as compiled.

use super::spelling::{NameTextFn, name_of};
use crate::{Failure, Io};
use anim::{Graph, Name};
use asset::{
    BlendSpace, PoseGraph, Project,
    blend_space::{BoneSpeed, Division},
    graph::NodeKind,
};
use serde::Serialize;
use words::{noun, tr};

/// A pose graph, authored or compiled, in the words that both share.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GraphInfo {
    /// The graph's name, by which requests play it.
    pub name: String,
    skeleton: String,
    parameters: Vec<ParameterInfo>,
    /// Nodes in the order of their ids. A project lists nodes that do not play, too.
    nodes: Vec<NodeInfo>,
}

/// One number of a parameter: a vector is three.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ParameterInfo {
    name: String,
    default: f64,
    trigger: bool,
    /// The names of an enum's values, from 0 on. Empty for every other kind of parameter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<String>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct NodeInfo {
    id: String,
    name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    states: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    transitions: Vec<String>,
    /// The sync group of a player that keeps step with others; empty without one.
    #[serde(skip_serializing_if = "String::is_empty")]
    group: String,
}

/// A blend space of a project. A bundle has them inside the graphs that play them.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlendSpaceInfo {
    /// The blend space's name, by which `slide` finds it.
    pub name: String,
    skeleton: String,
    axes: Vec<AxisInfo>,
    samples: Vec<SampleInfo>,
    division: Division,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bone_speeds: Vec<BoneSpeed>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct AxisInfo {
    name: String,
    min: f32,
    max: f32,
    /// Number of divisions of the grid along this axis.
    grid: u32,
    snap: bool,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SampleInfo {
    clip: String,
    /// Position of the sample, one number for each axis. On an axis that snaps, the position is on
    /// a line of the grid.
    at: Vec<f32>,
}

/// The row of a graph as it was authored. Its vector parameters give three rows each.
pub fn authored_graph(project: &Project, graph: &PoseGraph) -> GraphInfo {
    let parameters = graph.wiring.parameters.iter().flat_map(|parameter| {
        let values = match &parameter.kind {
            asset::graph::ParameterKind::Enum { values, .. } => values.clone(),
            _ => Vec::new(),
        };
        let trigger = parameter.kind == asset::graph::ParameterKind::Trigger;
        let number = move |(name, default)| ParameterInfo {
            name,
            default,
            trigger,
            values: values.clone(),
        };
        parameter.numbers().into_iter().map(number)
    });
    let nodes = graph.wiring.nodes.iter().map(|node| {
        let (states, transitions) = match &node.kind {
            NodeKind::StateMachine(machine) => (
                machine
                    .states
                    .iter()
                    .map(|state| state.name.clone())
                    .collect(),
                machine
                    .transitions
                    .iter()
                    .map(|it| machine.transition_text(it))
                    .collect(),
            ),
            _ => Default::default(),
        };
        let group = node.kind.group().to_owned();
        NodeInfo {
            id: node.id.to_string(),
            name: node.title().to_owned(),
            states,
            transitions,
            group,
        }
    });
    GraphInfo {
        name: graph.name.clone(),
        skeleton: name_of(project, graph.skeleton),
        parameters: parameters.collect(),
        nodes: nodes.collect(),
    }
}

/// The row of a compiled graph. The output node, whose id is 0, is left out because nobody authored
/// it.
pub fn compiled_graph(graph: &Graph, text: &NameTextFn<'_>) -> GraphInfo {
    let parameters = graph
        .parts()
        .parameters
        .iter()
        .map(|parameter| ParameterInfo {
            name: text(parameter.name),
            default: parameter.default,
            trigger: parameter.is_trigger,
            values: parameter.values.iter().map(|value| text(*value)).collect(),
        });
    let machine = |node| {
        graph
            .machines()
            .find(|(at, _)| *at == node)
            .map(|(_, machine)| machine.parts())
    };
    let node = |(at, id): (usize, &u64)| {
        let node = at as anim::graph::NodeId;
        let names = machine(node).map(|parts| {
            let states = parts.states.iter().map(|state| text(state.name)).collect();
            (
                states,
                parts.transitions.iter().map(|it| text(it.name)).collect(),
            )
        });
        let (states, transitions) = names.unwrap_or_default();
        let group = graph.group(node);
        let group = if group == Name::NONE {
            String::new()
        } else {
            text(group)
        };
        NodeInfo {
            id: format!("{id:016x}"),
            name: text(graph.node_name(node)),
            states,
            transitions,
            group,
        }
    };
    // The output was authored by nobody.
    let nodes = graph
        .parts()
        .ids
        .iter()
        .enumerate()
        .filter(|(_, id)| **id != 0)
        .map(node);
    GraphInfo {
        name: text(graph.name()),
        skeleton: text(graph.skeleton()),
        parameters: parameters.collect(),
        nodes: nodes.collect(),
    }
}

/// The row of a blend space. An unknown skeleton or clip has an empty name.
pub fn authored_space(project: &Project, space: &BlendSpace) -> BlendSpaceInfo {
    let axis = |axis: &asset::blend_space::Axis| AxisInfo {
        name: axis.name.clone(),
        min: axis.min,
        max: axis.max,
        grid: axis.grid,
        snap: axis.snap,
    };
    let sample = |sample: &asset::blend_space::Sample| SampleInfo {
        clip: name_of(project, sample.clip),
        at: space.place(sample)[..space.axes.len().min(2)].to_vec(),
    };
    BlendSpaceInfo {
        name: space.name.clone(),
        skeleton: name_of(project, space.skeleton),
        axes: space.axes.iter().map(axis).collect(),
        samples: space.samples.iter().map(sample).collect(),
        division: space.division,
        bone_speeds: space.bone_speeds.clone(),
    }
}

impl GraphInfo {
    /// Sorts nodes by id, so that a project and its bundle are listed alike.
    pub fn sort(&mut self) {
        self.nodes.sort_by(|a, b| a.id.cmp(&b.id));
    }
}

/// Prints one line for each graph and blend space, and one for each state machine with its states.
pub fn print(
    graphs: &[GraphInfo],
    spaces: &[BlendSpaceInfo],
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    for graph in graphs {
        let (nodes, parameters) = (graph.nodes.len(), graph.parameters.len());
        let (nodes, parameters) = (
            words::count(nodes, noun!("node")),
            words::count(parameters, noun!("parameter")),
        );
        writeln!(
            io.out,
            "{}",
            tr!("graph {}: {nodes}, {parameters}", graph.name)
        )?;
        for node in graph.nodes.iter().filter(|node| !node.states.is_empty()) {
            writeln!(io.out, "  {}: {}", node.name, node.states.join(", "))?;
        }
    }
    for space in spaces {
        let axes: Vec<&str> = space.axes.iter().map(|axis| axis.name.as_str()).collect();
        let (count, axes) = (space.samples.len(), axes.join(tr!(" and ")));
        let grid = if space.division == Division::Grid {
            tr!(", on a grid")
        } else {
            ""
        };
        writeln!(
            io.out,
            "{}",
            tr!(
                "blend space {}: {count} samples by {axes}{grid}",
                space.name
            )
        )?;
    }
    Ok(())
}
