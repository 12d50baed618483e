//! How each kind of node looks: its icon, its colour, and one line of what it does here.

use crate::{icons, theme};
use asset::{
    BoneKey, Project,
    graph::{Alpha, ControlKind, Input, NodeKind, ParameterKind, PoseGraph, Target, TargetSpace},
};

/// Families of nodes; each has a colour of the palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    Players,
    Blends,
    Machines,
    Additives,
    Controls,
    Curves,
    Poses,
    Links,
}

impl Family {
    pub fn title(self) -> &'static str {
        match self {
            Family::Players => "Players",
            Family::Blends => "Blends",
            Family::Machines => "State machines and slots",
            Family::Additives => "Additives and aim",
            Family::Controls => "Skeletal controls",
            Family::Curves => "Curves and drivers",
            Family::Poses => "Poses",
            Family::Links => "Graphs and streams",
        }
    }

    /// In the palette of the theme.
    pub fn color(self) -> u8 {
        match self {
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
}

pub fn family(kind: &NodeKind) -> Family {
    match kind {
        NodeKind::SequencePlayer { .. }
        | NodeKind::SequenceEvaluator { .. }
        | NodeKind::BlendSpacePlayer { .. }
        | NodeKind::BlendSpaceEvaluator { .. }
        | NodeKind::RandomPlayer { .. }
        | NodeKind::SequenceComposite { .. } => Family::Players,
        NodeKind::TwoWay { .. } | NodeKind::BlendList { .. } | NodeKind::LayeredPerBone { .. } => Family::Blends,
        NodeKind::StateMachine(_) | NodeKind::Slot { .. } | NodeKind::Inertialization { .. } => Family::Machines,
        NodeKind::ApplyAdditive { .. } | NodeKind::MakeDynamicAdditive { .. } | NodeKind::AimOffset { .. } => {
            Family::Additives
        }
        NodeKind::Control { .. } | NodeKind::Mirror { .. } => Family::Controls,
        NodeKind::ModifyCurve { .. }
        | NodeKind::CurveSource { .. }
        | NodeKind::PoseDriver { .. }
        | NodeKind::PoseBlend { .. } => Family::Curves,
        NodeKind::ReferencePose
        | NodeKind::PoseSnapshot { .. }
        | NodeKind::PoseByName { .. }
        | NodeKind::SavedPose { .. }
        | NodeKind::UsedPose { .. }
        | NodeKind::TransitionPose { .. } => Family::Poses,
        NodeKind::LinkedGraph { .. }
        | NodeKind::InputPose { .. }
        | NodeKind::LivePose { .. }
        | NodeKind::CopyPose { .. } => Family::Links,
    }
}

pub fn icon(kind: &NodeKind) -> &'static str {
    match kind {
        NodeKind::BlendSpacePlayer { .. } | NodeKind::BlendSpaceEvaluator { .. } => icons::GRID_FOUR,
        NodeKind::StateMachine(_) | NodeKind::LinkedGraph { .. } => icons::PATH,
        NodeKind::Slot { .. } => icons::FILM_STRIP,
        NodeKind::SavedPose { .. } => icons::FLOPPY_DISK,
        NodeKind::Control { .. } => icons::BONE,
        _ => match family(kind) {
            Family::Players => icons::WAVEFORM,
            Family::Blends => icons::STACK,
            Family::Additives => icons::PLUS,
            Family::Poses => icons::PERSON,
            Family::Curves => icons::DIAMOND,
            Family::Machines | Family::Controls | Family::Links => icons::REPEAT,
        },
    }
}

/// What a value of a node is, as the mark of its pin says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Number,
    Truth,
    /// One of the three numbers of a vector.
    Vector,
    Name,
}

impl Sort {
    pub fn word(self) -> &'static str {
        match self {
            Sort::Number => "Number",
            Sort::Truth => "True or false",
            Sort::Vector => "Vector",
            Sort::Name => "Name",
        }
    }

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
            ParameterKind::Int { .. } | ParameterKind::Float { .. } | ParameterKind::Enum { .. } => Sort::Number,
            ParameterKind::Vector { .. } => Sort::Vector,
            ParameterKind::Name { .. } => Sort::Name,
        }
    }
}

/// Of the value that a node has under this label.
pub fn sort(project: &Project, kind: &NodeKind, label: &str) -> Sort {
    if let NodeKind::LinkedGraph { graph, .. } = kind {
        let known = graph.and_then(|graph| project.graphs.get(&graph));
        let name = label.split('.').next().unwrap_or(label);
        let parameter = known.and_then(|graph| graph.wiring.parameters.iter().find(|it| it.name == name));
        return parameter.map_or(Sort::Number, |it| Sort::of(&it.kind));
    }
    // Labels are the asset's own: switches are called so, and vectors end in an axis.
    match label.rsplit_once(' ') {
        None if label == "On" => Sort::Truth,
        Some((_, "x" | "y" | "z")) => Sort::Vector,
        _ => Sort::Number,
    }
}

/// Skeletal controls work on bones as the model sees them, everything else on bones as their parents do.
pub fn is_in_model_space(kind: &NodeKind) -> bool {
    matches!(kind, NodeKind::Control { .. })
}

/// As it stands in a field.
pub fn input_text(input: &Input) -> String {
    match input {
        Input::Number(number) => format!("{number:.3}").trim_end_matches('0').trim_end_matches('.').to_owned(),
        Input::Expression(text) => text.clone(),
    }
}

/// What a node is called on the canvas: its name, what it plays, or the word for its kind.
pub fn title(project: &Project, graph: &PoseGraph, node: &asset::graph::Node) -> String {
    if !node.name.is_empty() {
        return node.name.clone();
    }
    let played = node.kind.uses().first().and_then(|id| project.asset_name(*id)).map(str::to_owned);
    match &node.kind {
        NodeKind::UsedPose { saved: Some(saved) } => {
            graph.wiring.node(*saved).map_or_else(|| node.kind.word().to_owned(), |saved| saved.title().to_owned())
        }
        NodeKind::RandomPlayer { .. } | NodeKind::SequenceComposite { .. } => node.kind.word().to_owned(),
        NodeKind::Slot { slot, .. } => slot.clone(),
        _ => played.unwrap_or_else(|| node.kind.word().to_owned()),
    }
}

/// One line under the title.
pub fn line(graph: &PoseGraph, node: &asset::graph::Node) -> String {
    let kind = &node.kind;
    let word = kind.word();
    let with = |more: String| if more.is_empty() { word.to_owned() } else { format!("{word} · {more}") };
    match kind {
        NodeKind::SequencePlayer { play, .. } | NodeKind::BlendSpacePlayer { play, .. } => with(play.group.clone()),
        NodeKind::StateMachine(machine) => with(crate::parts::count(machine.states.len(), "state")),
        NodeKind::BlendList { poses, .. } => with(crate::parts::count(poses.len(), "pose")),
        NodeKind::LayeredPerBone { layers, .. } => {
            let branch = layers.iter().flat_map(|layer| &layer.branches).next();
            with(branch.map_or(String::new(), |branch| branch.bone.as_str().to_owned()))
        }
        NodeKind::RandomPlayer { entries, .. } => with(crate::parts::count(entries.len(), "clip")),
        NodeKind::SequenceComposite { parts, .. } => with(crate::parts::count(parts.len(), "part")),
        NodeKind::TwoWay { alpha: Alpha::Switch { time_in, .. }, .. }
        | NodeKind::ApplyAdditive { alpha: Alpha::Switch { time_in, .. }, .. } => with(format!("{time_in:.2} s")),
        NodeKind::Control { kind, .. } => control_line(kind),
        NodeKind::PoseByName { pose, .. } | NodeKind::InputPose { pose } => with(pose.clone()),
        NodeKind::PoseSnapshot { snapshot } => with(snapshot.clone()),
        NodeKind::CopyPose { partner, .. } => with(partner.clone()),
        NodeKind::LivePose { subject, .. } | NodeKind::CurveSource { subject, .. } => with(subject.clone()),
        NodeKind::Inertialization { dead_blend: Some(_), .. } => with("dead blending".to_owned()),
        NodeKind::SavedPose { .. } => {
            let uses = |it: &&asset::graph::Node| it.kind == NodeKind::UsedPose { saved: Some(node.id) };
            with(crate::parts::count(graph.wiring.nodes.iter().filter(uses).count(), "use"))
        }
        _ => word.to_owned(),
    }
}

fn legs_line(word: &str, legs: usize) -> String {
    format!("{word} · {}", crate::parts::count(legs, "leg"))
}

fn control_line(kind: &ControlKind) -> String {
    let word = kind.word();
    let within = |target: &Target| match &target.space {
        TargetSpace::World => "in world".to_owned(),
        TargetSpace::Model => "in model".to_owned(),
        TargetSpace::ParentBone => "in parent bone".to_owned(),
        TargetSpace::Bone(bone) => format!("in {}", bone.as_str()),
        TargetSpace::Socket(_) => "on a socket".to_owned(),
        TargetSpace::WarpTarget(name) => format!("at warp target {name}"),
    };
    match kind {
        ControlKind::TwoBoneIk { end, effector, .. } => {
            format!("{} · effector {}", end.as_str(), within(effector))
        }
        ControlKind::LookAt { chain, target, .. } => {
            let bone = chain.last().map_or("no bone", |bone| bone.bone.as_str());
            format!("{bone} · target {}", within(target))
        }
        ControlKind::ModifyBone { bone, .. } | ControlKind::Spring { bone, .. } => {
            format!("{word} · {}", bone.as_str())
        }
        ControlKind::CopyBone { from, to, .. } => format!("{} → {}", from.as_str(), to.as_str()),
        ControlKind::RotationMultiplier { driver, target, .. } => format!("{} → {}", driver.as_str(), target.as_str()),
        ControlKind::ScaleLength { root, end, .. } => format!("{} … {}", root.as_str(), end.as_str()),
        ControlKind::BoneDriven { driver, .. } => format!("{word} · {}", driver.as_str()),
        ControlKind::ApplyLimits { limits } => format!("{word} · {}", crate::parts::count(limits.len(), "bone")),
        ControlKind::ExternalPose { stream } => format!("{word} · {stream}"),
        ControlKind::RotateRootBone { .. } => word.to_owned(),
        ControlKind::Fabrik(chain) => chain_line(&chain.root, &chain.tip, &within(&chain.target)),
        ControlKind::Ccd(chain) => chain_line(&chain.root, &chain.tip, &within(&chain.target)),
        ControlKind::LegIk(legs) => format!("{word} · {}", crate::parts::count(legs.legs.len(), "leg")),
        ControlKind::FootPlacement(feet) => {
            format!("{} · {}", feet.pelvis.as_str(), crate::parts::count(feet.legs.len(), "leg"))
        }
        ControlKind::StrideWarping(it) => legs_line(word, it.feet.len()),
        ControlKind::OrientationWarping(it) => legs_line(word, it.feet.len()),
        ControlKind::SlopeWarping(it) => legs_line(word, it.feet.len()),
    }
}

fn chain_line(root: &BoneKey, tip: &BoneKey, within: &str) -> String {
    format!("{} … {} · target {within}", root.as_str(), tip.as_str())
}
