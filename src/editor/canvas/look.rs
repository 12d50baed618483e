//! How each kind of node looks: its icon, its colour, and one line of what it does here.

use crate::{icons, theme};
use asset::{
    Project,
    graph::{
        Family, Input, NodeKind, ParameterKind, PoseGraph,
        form::Measure,
        nodes::{SlotNode, UsedPoseNode},
    },
};
use words::{noun, tr};

/// The family's name beside its nodes in the list of what can be added.
pub fn family_title(family: Family) -> &'static str {
    match family {
        Family::Players => tr!("Players"),
        Family::Blends => tr!("Blends"),
        Family::Machines => tr!("State machines and slots"),
        Family::Additives => tr!("Additives and aim"),
        Family::Controls => tr!("Skeletal controls"),
        Family::Curves => tr!("Curves and drivers"),
        Family::Poses => tr!("Poses"),
        Family::Links => tr!("Graphs and streams"),
    }
}

/// Index of a family's colour in the palette of the theme.
pub fn family_color(family: Family) -> u8 {
    match family {
        Family::Players => 7,
        Family::Blends => 0,
        Family::Machines => 2,
        Family::Additives => 1,
        Family::Controls => 6,
        Family::Curves => 3,
        Family::Poses => 4,
        Family::Links => 5,
    }
}

/// The icon on the card of a node.
pub fn icon(kind: &NodeKind) -> &'static str {
    match kind {
        NodeKind::BlendSpacePlayer(_) | NodeKind::BlendSpaceEvaluator(_) => icons::GRID_FOUR,
        NodeKind::StateMachine(_) | NodeKind::LinkedGraph(_) => icons::PATH,
        NodeKind::Slot(_) => icons::FILM_STRIP,
        NodeKind::SavedPose(_) => icons::FLOPPY_DISK,
        NodeKind::Control(_) => icons::BONE,
        _ => match kind.family() {
            Family::Players => icons::WAVEFORM,
            Family::Blends => icons::STACK,
            Family::Additives => icons::PLUS,
            Family::Poses => icons::PERSON,
            Family::Curves => icons::DIAMOND,
            Family::Machines | Family::Controls | Family::Links => icons::REPEAT,
        },
    }
}

/// The fields of a blend space's inputs.
const AXIS_LABELS: [&str; 2] = ["X", "Y"];

/// The type of a node's value, as the mark of its pin shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Number,
    Truth,
    /// One of the three numbers of a vector.
    Vector,
    Name,
}

impl Sort {
    /// The word in the tooltip of a pin.
    pub fn word(self) -> &'static str {
        match self {
            Sort::Number => tr!("Number"),
            Sort::Truth => tr!("Bool"),
            Sort::Vector => tr!("Vector"),
            Sort::Name => tr!("Name"),
        }
    }

    /// The colour of the pin.
    pub fn color(self) -> egui::Color32 {
        match self {
            Sort::Number => theme::category(3),
            Sort::Truth => theme::TRUTH,
            Sort::Vector => theme::category(4),
            Sort::Name => theme::category(6),
        }
    }

    fn of(kind: &ParameterKind) -> Self {
        match kind {
            ParameterKind::Bool { .. } | ParameterKind::Trigger => Sort::Truth,
            ParameterKind::Int { .. }
            | ParameterKind::Float { .. }
            | ParameterKind::Enum { .. } => Sort::Number,
            ParameterKind::Vector { .. } => Sort::Vector,
            ParameterKind::Name { .. } => Sort::Name,
        }
    }
}

/// Type of the value that a node has under this label.
pub fn sort(project: &Project, kind: &NodeKind, label: &str, measure: Measure) -> Sort {
    match (measure, kind) {
        (Measure::Parameter, NodeKind::LinkedGraph(node)) => {
            let known = node.graph.and_then(|graph| project.graphs.get(&graph));
            let name = label.split('.').next().unwrap_or(label);
            let parameter =
                known.and_then(|graph| graph.wiring.parameters.iter().find(|it| it.name == name));
            parameter.map_or(Sort::Number, |it| Sort::of(&it.kind))
        }
        (Measure::Truth, _) => Sort::Truth,
        (Measure::Vector(_), _) => Sort::Vector,
        (Measure::Number(_) | Measure::Parameter, _) => Sort::Number,
    }
}

/// Name and unit of a node's field on the canvas; an input of a blend space takes both from its
/// axis. None for an axis that the space does not have.
pub fn field_label(project: &Project, kind: &NodeKind, label: &str) -> Option<(String, String)> {
    let space = match kind {
        NodeKind::BlendSpacePlayer(node) => node.space,
        NodeKind::BlendSpaceEvaluator(node) => node.space,
        NodeKind::AimOffset(node) => node.space,
        _ => None,
    };
    let space = space.and_then(|space| project.blend_spaces.get(&space));
    let at = AXIS_LABELS.iter().position(|axis| *axis == label);
    let (Some(space), Some(at)) = (space, at) else {
        return Some((label.to_owned(), String::new()));
    };
    let axis = space.axes.get(at)?;
    let name = if axis.name.is_empty() {
        label
    } else {
        &axis.name
    };
    Some((name.to_owned(), axis.unit.clone()))
}

/// Whether a field is an input of a blend space, which its card shows whatever it is set to.
pub fn is_axis(kind: &NodeKind, label: &str) -> bool {
    let has_axes = matches!(
        kind,
        NodeKind::BlendSpacePlayer(_) | NodeKind::BlendSpaceEvaluator(_)
    );
    has_axes && AXIS_LABELS.contains(&label)
}

/// Skeletal controls work on bones as the model sees them, everything else on bones as their
/// parents do.
pub fn is_in_model_space(kind: &NodeKind) -> bool {
    matches!(kind, NodeKind::Control(_))
}

/// Text of an input, as a field shows it.
pub fn input_text(input: &Input) -> String {
    match input {
        Input::Number(number) => format!("{number:.3}")
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned(),
        Input::Expression(text) => text.clone(),
    }
}

/// Title of a node on the canvas: its name, what it plays, or the word for its kind.
pub fn title(project: &Project, graph: &PoseGraph, node: &asset::graph::Node) -> String {
    if !node.name.is_empty() {
        return node.name.clone();
    }
    let played = node
        .kind
        .uses()
        .first()
        .and_then(|id| project.asset_name(*id))
        .map(str::to_owned);
    match &node.kind {
        NodeKind::UsedPose(UsedPoseNode { saved: Some(saved) }) => {
            graph.wiring.node(*saved).map_or_else(
                || node.kind.word().to_owned(),
                |saved| saved.title().to_owned(),
            )
        }
        NodeKind::RandomPlayer(_) | NodeKind::SequenceComposite(_) => node.kind.word().to_owned(),
        NodeKind::Slot(SlotNode { slot, .. }) => slot.clone(),
        _ => played.unwrap_or_else(|| node.kind.word().to_owned()),
    }
}

/// One line under the title.
pub fn line(graph: &PoseGraph, node: &asset::graph::Node) -> String {
    if node.is_disabled {
        return tr!("Disabled · {}", node.kind.word());
    }
    let NodeKind::SavedPose(_) = node.kind else {
        return node.kind.line();
    };
    let uses = |it: &&asset::graph::Node| {
        it.kind
            == NodeKind::UsedPose(UsedPoseNode {
                saved: Some(node.id),
            })
    };
    let uses = graph.wiring.nodes.iter().filter(uses).count();
    format!(
        "{} · {}",
        node.kind.word(),
        crate::parts::count(uses, noun!("use"))
    )
}
