//! Graphs that are linked from graphs: their nodes become nodes of the outermost, so that one graph
//! plays.

use super::{
    builder::{Builder, NodeBuildResult},
    place::{GraphLink, LinkedGraphPlace},
    values,
};
use crate::graph::nodes::{InputPoseNode, LinkedGraphNode};
use crate::{
    Id, PoseGraph, Severity,
    diagnostic::Kind,
    expression::Type,
    graph::{LinkedPose, Node, NodeKind, Parameter, ParameterKind, Swap},
};
use anim::graph::nodes;
use anim::{
    Name,
    float::Extreme,
    graph::{List, NO_NODE, Node as Compiled, NodeId, Value},
};
use std::rc::Rc;
use words::tr;

/// A graph that can be linked.
type Linked<'a> = (Id, &'a PoseGraph);

impl<'a> Builder<'a> {
    pub(super) fn linked(&mut self, node: &'a Node, it: &'a LinkedGraphNode) -> Option<Compiled> {
        let LinkedGraphNode {
            graph,
            inputs,
            swap,
            ..
        } = it;
        let Some(all) = self.implementations(*graph, swap.is_some()) else {
            self.error(node.id, Kind::LinkedGraphMissing);
            return None;
        };
        self.report_link(node, all[0].1);
        let saved = self.saved_inputs(node, inputs, &all);
        let mut links = Vec::new();
        for (nth, linked) in all.iter().enumerate() {
            let (outer, in_transition) = (self.values.place.clone(), self.values.in_transition);
            let link = GraphLink {
                outer,
                node,
                in_transition,
                saved: saved.clone(),
                seed: nth as u64,
            };
            links.push(self.inside(*linked, link));
        }
        if self.values.place.link.is_none() {
            for (severity, node, kind) in std::mem::take(&mut self.kept) {
                self.out.report(severity, self.from.id, Some(node), kind);
            }
        }
        match swap {
            None => self.passes(links[0]),
            Some(swap) => Some(self.layer_of(node.id, (&all, &links), swap)),
        }
    }

    /// The graph, and of a layer all that implement it, by name.
    fn implementations(&self, graph: Option<Id>, is_layer: bool) -> Option<Vec<Linked<'a>>> {
        let graphs = &self.from.project.graphs;
        let is_fit = |linked: &PoseGraph| linked.skeleton == self.graph().skeleton;
        let first = graphs.get_key_value(&graph?).filter(|it| is_fit(it.1))?;
        let mut all = vec![(*first.0, &**first.1)];
        if is_layer {
            let others = graphs
                .iter()
                .filter(|it| is_fit(it.1) && it.1.wiring.implements == Some(all[0].0));
            let mut others: Vec<Linked<'a>> = others.map(|(id, it)| (*id, &**it)).collect();
            others.sort_by_key(|it| (&it.1.name, it.0));
            all.extend(others);
        }
        Some(all)
    }

    fn report_link(&mut self, node: &Node, graph: &PoseGraph) {
        let NodeKind::LinkedGraph(LinkedGraphNode { inputs, values, .. }) = &node.kind else {
            return;
        };
        let wanted = || graph.wiring.nodes.iter().filter_map(input_name);
        for input in inputs
            .iter()
            .filter(|input| !wanted().any(|name| name == input.pose))
        {
            self.error(
                node.id,
                Kind::LinkedInputMissing {
                    name: input.pose.clone(),
                },
            );
        }
        for name in wanted().filter(|name| !inputs.iter().any(|input| input.pose == *name)) {
            self.warn(
                node.id,
                Kind::PinUnlinked {
                    pin: name.to_owned(),
                },
            );
        }
        let numbers: Vec<String> = graph
            .wiring
            .parameters
            .iter()
            .flat_map(Parameter::numbers)
            .map(|number| number.0)
            .collect();
        for name in values.keys().filter(|name| !numbers.contains(name)) {
            self.error(node.id, Kind::LinkedParameterMissing { name: name.clone() });
        }
    }

    /// Inputs that more than one node takes, saved once.
    fn saved_inputs(
        &mut self,
        node: &Node,
        inputs: &[LinkedPose],
        all: &[Linked<'_>],
    ) -> Rc<[Option<NodeId>]> {
        let uses = |pose: &str| {
            let nodes = all.iter().flat_map(|it| &it.1.wiring.nodes);
            nodes
                .filter_map(input_name)
                .filter(|name| *name == pose)
                .count()
        };
        let place = self.values.place.clone();
        let around = std::mem::replace(&mut self.values.in_transition, false);
        let mut saved = Vec::new();
        for (nth, input) in inputs.iter().enumerate() {
            saved.push((uses(&input.pose) > 1).then(|| {
                let source = self.link(node.id, &input.pose, input.source);
                let title = format!("{}{}/{}", place.titles, node.title(), input.pose);
                self.push(
                    place.id_beside(node.id, nth as u64),
                    &title,
                    Compiled::SavedPose(nodes::SavedPoseNode { source }),
                )
            }));
        }
        self.values.in_transition = around;
        saved.into()
    }

    /// Compiles the output pose of a linked graph. Findings inside it are dropped: the linked graph
    /// reports them itself.
    fn inside(&mut self, (asset, graph): Linked<'a>, link: GraphLink<'a>) -> NodeId {
        let outer = link.outer.clone();
        if outer.is_inside(asset) {
            if asset == self.from.id {
                let node = outer.outermost_link().unwrap_or(link.node.id);
                self.kept
                    .push((Severity::Error, node, Kind::LinkedGraphCycle));
            }
            return NO_NODE;
        }
        let numbers = self.bind(&link, graph);
        let told = self.out.diagnostics.len();
        let titles = format!("{}{}/", outer.titles, link.node.title());
        self.values.place = Rc::new(LinkedGraphPlace {
            asset,
            graph,
            numbers,
            titles,
            link: Some(link),
        });
        let around = std::mem::replace(&mut self.values.in_transition, false);
        self.drive();
        let at = graph
            .wiring
            .output
            .map_or(NO_NODE, |output| self.node(output, output));
        (self.values.place, self.values.in_transition) = (outer, around);
        self.out.diagnostics.truncate(told);
        at
    }

    /// Pose that the linking node gives to the input `pose`; in the outermost graph an input pose
    /// node.
    pub(super) fn input_pose(&mut self, pose: &str) -> Option<NodeBuildResult> {
        let inner = self.values.place.clone();
        let Some(link) = &inner.link else {
            return Some(NodeBuildResult::Node(Compiled::InputPose(
                nodes::InputPoseNode,
            )));
        };
        let NodeKind::LinkedGraph(LinkedGraphNode { inputs, .. }) = &link.node.kind else {
            return None;
        };
        let nth = inputs.iter().position(|input| input.pose == pose)?;
        if let Some(saved) = link.saved.get(nth).copied().flatten() {
            return Some(NodeBuildResult::Node(Compiled::UsedPose(
                nodes::UsedPoseNode { saved },
            )));
        }
        let around = std::mem::replace(&mut self.values.in_transition, link.in_transition);
        self.values.place = link.outer.clone();
        let told = self.out.diagnostics.len();
        let at = self.link(link.node.id, pose, inputs[nth].source);
        let found = self.out.diagnostics.split_off(told);
        if link.outer.link.is_none() {
            let of_item = |it: crate::Diagnostic| Some((it.severity, it.subject.item?, it.kind));
            self.kept.extend(found.into_iter().filter_map(of_item));
        }
        self.values.place = inner.clone();
        self.values.in_transition = around;
        Some(NodeBuildResult::There(at))
    }

    /// A layer: one of several graphs, chosen by a parameter that is called as the layer is.
    fn layer_of(
        &mut self,
        node: Id,
        (all, links): (&[Linked<'_>], &[NodeId]),
        swap: &Swap,
    ) -> Compiled {
        let name = &all[0].1.name;
        let index = self
            .parts
            .parameters
            .iter()
            .position(|known| known.name == Name::new(name));
        let index = index.unwrap_or_else(|| {
            let values = all.iter().map(|it| it.1.name.clone()).collect();
            let kind = ParameterKind::Enum { values, default: 0 };
            let first = self.parts.parameters.len();
            self.add(&Parameter::new(all[0].0, name, kind), true);
            first
        });
        let time = self.finite(node, swap.time.higher(0.0), tr!("blend time"));
        self.parts.lists.push(List {
            index: Value::Parameter(index as u16),
            times: vec![time; all.len()],
            easing: Default::default(),
            profile: Name::NONE,
            inertializes: swap.inertialize,
            restarts: true,
        });
        let list = (self.parts.lists.len() - 1) as u16;
        Compiled::List(nodes::ListNode {
            first: self.links(links),
            list,
        })
    }

    /// Parameters of the outermost graph.
    pub(super) fn own_parameters(&mut self) {
        let parameters = &self.graph().wiring.parameters;
        values::report_names(parameters, self.asset(), self.out);
        for parameter in parameters {
            self.add(parameter, parameter.driven.is_empty());
        }
        let mut place = (*self.values.place).clone();
        place.numbers = (0..self.parts.parameters.len() as u16).collect();
        self.values.place = Rc::new(place);
        self.drive();
    }

    /// The index of its first number.
    fn add(&mut self, parameter: &Parameter, is_settable: bool) -> u16 {
        let first = self.parts.parameters.len() as u16;
        let numbers = values::numbers(parameter, self.asset(), self.out);
        self.parts.parameters.extend(numbers);
        if is_settable {
            self.sources.parameters.push(parameter.clone());
        }
        first
    }

    /// For each number of a linked graph, the index of the number in the outermost graph.
    fn bind(&mut self, link: &GraphLink<'_>, graph: &PoseGraph) -> Vec<u16> {
        let NodeKind::LinkedGraph(LinkedGraphNode { values, .. }) = &link.node.kind else {
            return Vec::new();
        };
        let mut numbers = Vec::new();
        for parameter in &graph.wiring.parameters {
            let own: Vec<String> = parameter
                .numbers()
                .into_iter()
                .map(|number| number.0)
                .collect();
            let is_bound = own.iter().any(|name| values.contains_key(name));
            if let Some(outer) = self.outer_numbers(parameter).filter(|_| !is_bound) {
                numbers.extend(outer);
                continue;
            }
            let first = self.own_of(link, parameter, is_bound || !parameter.driven.is_empty());
            for (nth, name) in own.iter().enumerate() {
                let at = first + nth as u16;
                numbers.push(at);
                if let Some(value) = values.get(name) {
                    let wanted = type_of(parameter);
                    let value =
                        self.values
                            .value(link.node.id, value, ("value", &wanted), self.out);
                    self.parts.driven.push((at, value));
                }
            }
        }
        numbers
    }

    /// Numbers of a parameter of the same name and type in the graph where the link is.
    fn outer_numbers(&self, parameter: &Parameter) -> Option<Vec<u16>> {
        if !parameter.driven.is_empty() {
            return None;
        }
        let mut first = 0;
        for outer in &self.graph().wiring.parameters {
            if outer.name == parameter.name && is_alike(&outer.kind, &parameter.kind) {
                return self
                    .values
                    .place
                    .numbers
                    .get(first..first + outer.count())
                    .map(<[u16]>::to_vec);
            }
            first += outer.count();
        }
        None
    }

    /// A parameter of the linked graph's own; nodes of one title share it.
    fn own_of(&mut self, link: &GraphLink<'_>, parameter: &Parameter, is_driven: bool) -> u16 {
        let name = format!(
            "{}{}.{}",
            self.values.place.titles,
            link.node.title(),
            parameter.name
        );
        let id = Id(link.outer.id(link.node.id).0 ^ parameter.id.0);
        let own = Parameter {
            id,
            name,
            ..parameter.clone()
        };
        let known = own.numbers().first().map(|number| Name::new(&number.0));
        let known = self
            .parts
            .parameters
            .iter()
            .position(|it| Some(it.name) == known);
        match known.filter(|_| !is_driven) {
            Some(known) => known as u16,
            None => self.add(&own, !is_driven),
        }
    }

    /// Driven parameters of the place, each after those that it reads.
    fn drive(&mut self) {
        let place = self.values.place.clone();
        let mut first = 0;
        let mut waiting = Vec::new();
        for parameter in &place.graph.wiring.parameters {
            if !parameter.driven.is_empty() {
                waiting.extend(self.driven(&place, parameter, first));
            }
            first += parameter.count();
        }
        while !waiting.is_empty() {
            let is_ready = |it: &(u16, Value, Id)| {
                let mut read = self.read_by(it.1).into_iter();
                read.all(|number| !waiting.iter().any(|other| other.0 == number))
            };
            let Some(ready) = waiting.iter().position(is_ready) else {
                break;
            };
            let (at, value, _) = waiting.remove(ready);
            self.parts.driven.push((at, value));
        }
        for (_, _, parameter) in waiting {
            self.error(parameter, Kind::DrivenCycle);
        }
    }

    fn driven(
        &mut self,
        place: &LinkedGraphPlace<'_>,
        parameter: &Parameter,
        first: usize,
    ) -> Option<(u16, Value, Id)> {
        if let ParameterKind::Vector { .. } | ParameterKind::Trigger = parameter.kind {
            self.error(parameter.id, Kind::NotDriven);
            return None;
        }
        let input = crate::graph::Input::expression(&parameter.driven);
        let value = self.values.value(
            parameter.id,
            &input,
            ("value", &type_of(parameter)),
            self.out,
        );
        Some((place.numbers[first], value, parameter.id))
    }

    fn read_by(&self, value: Value) -> Vec<u16> {
        match value {
            Value::Number(_) => Vec::new(),
            Value::Parameter(at) => vec![at],
            Value::Program(at) => self.values.programs[usize::from(at)].parameters().collect(),
        }
    }
}

fn input_name(node: &Node) -> Option<&str> {
    match &node.kind {
        NodeKind::InputPose(InputPoseNode { pose }) => Some(pose),
        _ => None,
    }
}

fn is_alike(a: &ParameterKind, b: &ParameterKind) -> bool {
    match (a, b) {
        (ParameterKind::Enum { values: a, .. }, ParameterKind::Enum { values: b, .. }) => a == b,
        _ => std::mem::discriminant(a) == std::mem::discriminant(b),
    }
}

fn type_of(parameter: &Parameter) -> Type {
    match parameter.kind {
        ParameterKind::Bool { .. } | ParameterKind::Trigger => Type::Bool,
        ParameterKind::Name { .. } => Type::Name,
        _ => Type::Number,
    }
}
