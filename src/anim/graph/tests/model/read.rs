//! The lines of `cases.txt`, as `tests/graph_cases.py` writes them.

use super::super::{
    Alpha, BoneLayer, ExplicitTime, FirstTime, GraphParts, List, NO_NODE, Node, Parameter, Play,
    SpacePlay, Value,
};
use crate::graph::nodes::{
    ApplyAdditiveNode, BlendSpaceNode, InertializationNode, LayeredNode, ListNode, MachineNode,
    OutputNode, ReferencePoseNode, SavedPoseNode, SequenceEvaluatorNode, SequencePlayerNode,
    TwoWayNode, UsedPoseNode,
};
use crate::{
    Clip, Name, Skeleton, Transform,
    blend_space::{BlendSpace, BlendSpaceAxis, Sample, Smoothing, SmoothingKind},
    machine::{Logic, Machine, MachineParts, Rule, Settings, State, Transition, TransitionSource},
    mask::{BoneMask, Branch},
    montage::Easing,
    program::{Op, Program, Query},
    sync::Role,
};
use std::sync::Arc;

const ROLES: [Role; 6] = [
    Role::CanBeLeader,
    Role::AlwaysFollower,
    Role::AlwaysLeader,
    Role::TransitionLeader,
    Role::TransitionFollower,
    Role::ExclusiveAlwaysLeader,
];

/// A graph, its clips, and the lines of its ticks.
pub(super) struct Case<'a> {
    pub name: &'a str,
    pub parts: GraphParts,
    pub clips: Vec<Arc<Clip>>,
    pub ticks: Vec<&'a str>,
}

pub(super) fn cases(text: &str) -> Vec<Case<'_>> {
    let starts: Vec<usize> = text
        .match_indices("C ")
        .map(|(at, _)| at)
        .filter(|at| *at == 0 || text[..*at].ends_with('\n'))
        .collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(start, end)| case(&text[*start..end]))
        .collect()
}

#[derive(Default)]
struct Reading {
    parts: GraphParts,
    clips: Vec<Arc<Clip>>,
    machines: Vec<MachineParts>,
    skeleton: Option<Skeleton>,
}

fn case(text: &str) -> Case<'_> {
    let mut reading = Reading::default();
    let (mut name, mut ticks) = ("", Vec::new());
    for line in text.lines() {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        match kind {
            "C" => name = rest,
            kind if kind == "B" || kind.chars().all(char::is_lowercase) => ticks.push(line),
            kind => reading.line(kind, &rest.split(' ').collect::<Vec<_>>()),
        }
    }
    let Reading {
        mut parts,
        clips,
        machines,
        ..
    } = reading;
    parts.machines = machines
        .into_iter()
        .map(|parts| Arc::new(Machine::new(parts).unwrap()))
        .collect();
    Case {
        name,
        parts,
        clips,
        ticks,
    }
}

impl Reading {
    fn line(&mut self, kind: &str, fields: &[&str]) {
        match kind {
            "P" => {
                let name = Name(self.parts.parameters.len() as u64 + 1);
                let parameter = Parameter {
                    name,
                    default: number(fields[0]),
                    is_trigger: flag(fields[1]),
                    values: Vec::new(),
                };
                self.parts.parameters.push(parameter);
            }
            "G" => {
                let ops = fields.iter().map(|field| op(field)).collect();
                self.parts
                    .programs
                    .push(Program::new(ops, self.parts.parameters.len()).unwrap());
            }
            "L" => self.clips.push(Arc::new(Clip {
                name: Name(self.clips.len() as u64 + 1),
                length: number(fields[0]) as f32,
                rate_scale: number(fields[1]) as f32,
                looping: flag(fields[2]),
                ..Clip::default()
            })),
            "Y" => self.parts.plays.push(play(fields)),
            "E" => self.parts.evaluators.push(ExplicitTime {
                time: value(fields[0]),
                teleports: flag(fields[1]),
                start: number(fields[2]),
                first: [
                    FirstTime::NoReset,
                    FirstTime::StartPos,
                    FirstTime::ExplicitTime,
                ][usize::from(index(fields[3]))],
            }),
            "D" => self.parts.spaces.push(space(fields)),
            "A" => self.parts.alphas.push(match fields {
                ["v", of] => Alpha::Value(value(of)),
                _ => Alpha::Switch {
                    on: value(fields[1]),
                    time_in: number(fields[2]),
                    time_out: number(fields[3]),
                    easing: easing(fields[4]),
                },
            }),
            "T" => self.parts.lists.push(List {
                easing: easing(fields[0]),
                profile: Name::NONE,
                inertializes: flag(fields[1]),
                restarts: flag(fields[2]),
                index: value(fields[3]),
                times: fields[4..].iter().map(|time| number(time)).collect(),
            }),
            "Z" => self.skeleton = Some(skeleton(fields)),
            "W" => self.parts.layers.push(BoneLayer {
                weight: value(fields[0]),
                mask: self.mask(fields[1]),
            }),
            "N" => self.parts.nodes.push(node(fields)),
            "K" => {
                self.parts.links = fields
                    .iter()
                    .filter(|field| !field.is_empty())
                    .map(|field| link(field))
                    .collect()
            }
            _ => self.machine_line(kind, fields),
        }
    }

    fn mask(&self, branches: &str) -> BoneMask {
        let branch = |text: &str| {
            let (bone, depth) = text.split_once(':').unwrap();
            Branch {
                bone: index(bone).into(),
                depth: depth.parse().unwrap(),
            }
        };
        let branches: Vec<Branch> = branches
            .split(',')
            .filter(|text| *text != "-")
            .map(branch)
            .collect();
        self.skeleton
            .as_ref()
            .map_or_else(BoneMask::default, |skeleton| {
                BoneMask::of_branches(skeleton, &branches)
            })
    }

    fn machine_line(&mut self, kind: &str, fields: &[&str]) {
        if kind == "M" {
            self.machines.push(MachineParts {
                entry: index(fields[0]),
                most_per_tick: index(fields[1]) as u8,
                skips_first: flag(fields[2]),
                restarts: flag(fields[3]),
                ..MachineParts::default()
            });
        }
        let programs = &self.parts.programs;
        let rule = |field: &str| match field.split_at(1) {
            ("h", at) => Rule::Shared(index(at)),
            (_, at) => Rule::Own(programs[usize::from(index(at))].clone()),
        };
        let machine = self.machines.last_mut().unwrap();
        match kind {
            "H" => machine
                .shared
                .push(programs[usize::from(index(fields[0]))].clone()),
            "R" => {
                let states = fields
                    .iter()
                    .filter(|field| !field.is_empty())
                    .map(|field| index(field));
                machine
                    .aliases
                    .push((fields[0] != "*").then(|| states.collect()));
            }
            "S" => machine.states.push(State {
                name: Name(machine.states.len() as u64 + 1),
                conduit: (fields[0] != "-").then(|| rule(fields[0])),
                reset_on_entry: flag(fields[1]),
                inertialize_reentry: flag(fields[2]),
            }),
            "X" => machine.transitions.push(Transition {
                name: Name(machine.transitions.len() as u64 + 1),
                from: match fields[0].split_at(1) {
                    ("s", at) => TransitionSource::State(index(at)),
                    (_, at) => TransitionSource::Alias(index(at)),
                },
                to: index(fields[1]),
                priority: fields[2].parse().unwrap(),
                rule: rule(fields[3]),
                automatic: (fields[4] != "-").then(|| number(fields[4])),
                settings: (fields[5] != "-").then(|| settings(fields[5])),
                least_time_away: number(fields[6]),
                pose: None,
                mutes_source: false,
                required_group: Name::NONE,
            }),
            _ => {}
        }
    }
}

fn skeleton(parents: &[&str]) -> Skeleton {
    let parents: Vec<i32> = parents
        .iter()
        .map(|parent| parent.parse().unwrap())
        .collect();
    crate::fixture::skeleton(&parents, |_| Transform::IDENTITY)
}

fn settings(field: &str) -> Settings {
    let parts: Vec<&str> = field.split(',').collect();
    let logic = [Logic::Standard, Logic::Inertialize, Logic::Custom][usize::from(index(parts[2]))];
    Settings {
        duration: number(parts[0]),
        easing: easing(parts[1]),
        logic,
        profile: Name::NONE,
    }
}

fn play(fields: &[&str]) -> Play {
    Play {
        rate: value(fields[0]),
        basis: number(fields[1]),
        scale: number(fields[2]),
        bias: number(fields[3]),
        least: number(fields[4]),
        most: number(fields[5]),
        start: number(fields[6]),
        restarts: flag(fields[7]),
        is_ignored_by_rules: flag(fields[8]),
        group: group(fields[9]),
        role: ROLES[usize::from(index(fields[10]))],
        match_sync_point: true,
        interpolation: None,
    }
}

fn group(field: &str) -> Name {
    let group: i32 = field.parse().unwrap();
    if group < 0 {
        Name::NONE
    } else {
        Name(group as u64 + 1)
    }
}

fn smoothing(field: &str, damping: f32) -> SmoothingKind {
    let kinds = [
        SmoothingKind::Exponential,
        SmoothingKind::Spring { damping },
        SmoothingKind::Averaged,
        SmoothingKind::Linear,
        SmoothingKind::Cubic,
        SmoothingKind::EaseInOut,
    ];
    if field == "-" {
        SmoothingKind::None
    } else {
        kinds[usize::from(index(field))]
    }
}

fn space(fields: &[&str]) -> SpacePlay {
    let parts = |field: &str| field.split(',').map(str::to_owned).collect::<Vec<_>>();
    let axis = |field: &str| {
        let parts = parts(field);
        let smoothing = Smoothing {
            kind: smoothing(&parts[3], number(&parts[5]) as f32),
            time: number(&parts[4]) as f32,
        };
        BlendSpaceAxis {
            min: number(&parts[0]) as f32,
            max: number(&parts[1]) as f32,
            wrap: flag(&parts[2]),
            smoothing,
        }
    };
    let sample = |field: &str| {
        let parts = parts(field);
        let at = [number(&parts[1]) as f32, number(&parts[2]) as f32];
        Sample {
            clip: index(&parts[0]).into(),
            at,
            rate: number(&parts[3]) as f32,
        }
    };
    let axes: Vec<BlendSpaceAxis> = fields[8].split('/').map(axis).collect();
    let samples: Vec<Sample> = fields[9]
        .split('/')
        .filter(|field| *field != "-")
        .map(sample)
        .collect();
    SpacePlay {
        space: Arc::new(BlendSpace::new(&axes, &samples, number(fields[0]) as f32).unwrap()),
        input: [value(fields[1]), value(fields[2])],
        looping: flag(fields[4]),
        play: Play {
            rate: value(fields[3]),
            start: number(fields[5]),
            restarts: flag(fields[6]),
            is_ignored_by_rules: flag(fields[7]),
            group: group(fields[10]),
            role: ROLES[usize::from(index(fields[11]))],
            ..Play::default()
        },
    }
}

fn node(fields: &[&str]) -> Node {
    let at = |nth: usize| index(fields[nth]);
    match fields[0] {
        "reference" => Node::ReferencePose(ReferencePoseNode),
        "space" => Node::BlendSpace(BlendSpaceNode { space: at(1) }),
        "player" => Node::SequencePlayer(SequencePlayerNode {
            clip: Some(at(1).into()),
            play: Some(at(2)),
        }),
        "evaluator" => Node::SequenceEvaluator(SequenceEvaluatorNode {
            clip: Some(at(1).into()),
            evaluator: at(2),
        }),
        "additive" => Node::ApplyAdditive(ApplyAdditiveNode {
            base: link(fields[1]),
            additive: link(fields[2]),
            alpha: at(3),
            lod: -1,
            kind: Default::default(),
            mask: None,
        }),
        "two" => Node::TwoWay(TwoWayNode {
            a: link(fields[1]),
            b: link(fields[2]),
            alpha: at(3),
            always_update_children: flag(fields[4]),
        }),
        "list" => Node::List(ListNode {
            first: at(1).into(),
            list: at(2),
        }),
        "layered" => Node::Layered(LayeredNode {
            first: at(1).into(),
            layer: at(2),
            count: at(3),
            lod: -1,
            rule: Default::default(),
        }),
        "saved" => Node::SavedPose(SavedPoseNode {
            source: link(fields[1]),
        }),
        "used" => Node::UsedPose(UsedPoseNode { saved: at(1) }),
        "inertialization" => Node::Inertialization(InertializationNode {
            source: link(fields[1]),
            method: Default::default(),
            history: Default::default(),
            jumps: None,
        }),
        "machine" => Node::Machine(MachineNode {
            first: at(1).into(),
            machine: at(2),
        }),
        "output" => Node::Output(OutputNode { source: at(1) }),
        other => panic!("a node of kind {other}"),
    }
}

fn op(field: &str) -> Op {
    match field {
        "qt" => return Op::Query(Query::TimeInState),
        "qw" => return Op::Query(Query::StateWeight),
        "qe" => return Op::Query(Query::TimeElapsed),
        "qr" => return Op::Query(Query::TimeRemaining),
        "qf" => return Op::Query(Query::Fraction),
        "qc" => return Op::Query(Query::CrossfadeDuration),
        "+" => return Op::Add,
        "-" => return Op::Subtract,
        "*" => return Op::Multiply,
        "/" => return Op::Divide,
        "min" => return Op::Min,
        "max" => return Op::Max,
        "<" => return Op::Less,
        "<=" => return Op::LessEqual,
        ">" => return Op::Greater,
        ">=" => return Op::GreaterEqual,
        "==" => return Op::Equal,
        "!=" => return Op::NotEqual,
        "abs" => return Op::Absolute,
        "not" => return Op::Not,
        _ => {}
    }
    if let Some(count) = field.strip_prefix("and") {
        return Op::And(index(count));
    }
    if let Some(count) = field.strip_prefix("or") {
        return Op::Or(index(count));
    }
    if let Some(state) = field.strip_prefix("qs") {
        return Op::Query(Query::WeightOf(index(state)));
    }
    match value(field) {
        Value::Number(number) => Op::Number(number),
        Value::Parameter(at) => Op::Parameter(at),
        Value::Program(_) => panic!("a program in a program"),
    }
}

fn value(field: &str) -> Value {
    match field.split_at(1) {
        ("n", text) => Value::Number(number(text)),
        ("p", at) => Value::Parameter(index(at)),
        ("g", at) => Value::Program(index(at)),
        _ => panic!("{field} is no value"),
    }
}

fn easing(field: &str) -> Easing {
    Easing::ALL[usize::from(index(field))]
}

pub(super) fn link(field: &str) -> u16 {
    if field == "-" { NO_NODE } else { index(field) }
}

pub(super) fn index(field: &str) -> u16 {
    field
        .parse()
        .unwrap_or_else(|_| panic!("{field} is no index"))
}

pub(super) fn number(field: &str) -> f64 {
    field
        .parse()
        .unwrap_or_else(|_| panic!("{field} is not a number"))
}

fn flag(field: &str) -> bool {
    field == "1"
}
