//! Handles of the selected node: what it reaches for, what it bends towards, and a bone that it
//! moves.

#[cfg(test)]
mod tests;

use super::{FINE, HandleScene, POLE, is_turned, on, round, rounded, within};
use crate::{
    theme,
    viewport::{GizmoHandle, HandleId},
};
use anim::{
    Name, Transform,
    graph::control::Mode,
    program::{Environment, Query},
};
use asset::graph::controls::{LookAtControl, ModifyBoneControl, TwoBoneIkControl};
use asset::graph::nodes::ControlNode;
use asset::{
    BoneKey, Id, Project,
    expression::{Scope, Type, compile},
    graph::{ControlKind, Input, Modify, Node, NodeKind, Target, TargetSpace},
};
use document::{Command, GraphCommand};
use glam::{EulerRot, Quat, Vec3};
use studio::PreviewFrame;
use words::tr;

impl HandleScene<'_> {
    pub(super) fn node_handles(&self) -> Vec<GizmoHandle> {
        let Some((node, kind)) = self.control() else {
            return Vec::new();
        };
        let targets = kind.targets().into_iter().enumerate();
        let handles =
            targets.filter_map(|(which, target)| self.reach_handle(node, kind, which, target?));
        handles.chain(self.bone_handle(node, kind)).collect()
    }

    fn authored_in(&self) -> String {
        self.graph
            .map(|(_, graph)| tr!("Authored in {}", graph.name))
            .unwrap_or_default()
    }

    fn reach_handle(
        &self,
        node: &Node,
        kind: &ControlKind,
        which: usize,
        target: &Target,
    ) -> Option<GizmoHandle> {
        let at = self.values(node.id, &target.at)?;
        // One that is where a preview target is is moved by that one's handle.
        if matches!(target.space, TargetSpace::WarpTarget(_)) && at == Vec3::ZERO {
            return None;
        }
        let space = self.space(&target.space, kind)?;
        let word = match (kind, which) {
            (ControlKind::LookAt(_), _) => tr!("looks at"),
            (_, 0) => "effector",
            _ => "pole",
        };
        let is_told = target
            .at
            .iter()
            .any(|input| matches!(input, Input::Expression(_)));
        let owner = self.authored_in();
        Some(GizmoHandle {
            id: HandleId::Node(node.id, which),
            name: format!("{} {word}", node.title()),
            owner: if is_told {
                tr!("{owner}, on top of its expression")
            } else {
                owner
            },
            place: Transform {
                rotation: space.rotation,
                ..Transform::from_translation(on(&space, at))
            },
            parent: space.rotation,
            moves: [true; 3],
            turns: [false; 3],
            color: if which == 0 { theme::ACCENT } else { POLE },
        })
    }

    /// Handle of a node that moves a bone, at the bone as shown; None if neither a move nor a turn
    /// can be edited.
    fn bone_handle(&self, node: &Node, kind: &ControlKind) -> Option<GizmoHandle> {
        let ControlKind::ModifyBone(ModifyBoneControl {
            bone,
            translation,
            rotation,
            ..
        }) = kind
        else {
            return None;
        };
        let moves =
            translation.mode != Mode::Ignore && self.values(node.id, &translation.by).is_some();
        let turns = rotation.mode != Mode::Ignore && Input::numbers(&rotation.by).is_some();
        if !(moves || turns) {
            return None;
        }
        let mut place = self.bone(bone)?;
        if let (Mode::Replace, true) = (translation.mode, moves) {
            let space = self.space(&translation.space.clone().into(), kind)?;
            place.translation = on(&space, self.values(node.id, &translation.by)?);
        }
        if let (Mode::Replace, true) = (rotation.mode, turns) {
            let space = self.space(&rotation.space.clone().into(), kind)?;
            place.rotation = space.rotation * turn(Input::numbers(&rotation.by)?.into());
        }
        Some(GizmoHandle {
            id: HandleId::Node(node.id, 0),
            name: tr!("{} bone", node.title()),
            owner: self.authored_in(),
            place,
            parent: self
                .space(&translation.space.clone().into(), kind)?
                .rotation,
            moves: [moves; 3],
            turns: [turns; 3],
            color: theme::ACCENT,
        })
    }

    pub(super) fn authored(
        &self,
        id: Id,
        which: usize,
        [from, to]: [Transform; 2],
        begun: &Project,
    ) -> Option<Command> {
        let (graph_id, graph) = self.graph?;
        let known = graph.wiring.node(id)?;
        let mut node = known.clone();
        let NodeKind::Control(ControlNode { kind: then, .. }) =
            &begun.graphs.get(&graph_id)?.wiring.node(id)?.kind
        else {
            return None;
        };
        let NodeKind::Control(ControlNode { kind, .. }) = &mut node.kind else {
            return None;
        };
        if let ControlKind::ModifyBone(_) = kind {
            self.moved(id, kind, then, [from, to])?;
        } else {
            let space = self.space(&kind.targets()[which]?.space, kind)?;
            let then = &then.targets()[which]?.at;
            let at = self.put(id, then, within(&space, &to).translation)?;
            kind.targets_mut().into_iter().nth(which)??.at = at;
        }
        (node != *known).then(|| Command::Graph(graph_id, GraphCommand::SetNode(Box::new(node))))
    }

    /// A bone by as much as its handle was moved and turned.
    fn moved(
        &self,
        id: Id,
        kind: &mut ControlKind,
        then: &ControlKind,
        [from, to]: [Transform; 2],
    ) -> Option<()> {
        let ControlKind::ModifyBone(ModifyBoneControl {
            translation: moved,
            rotation: turned,
            ..
        }) = then
        else {
            return None;
        };
        let spaces =
            [&moved.space, &turned.space].map(|space| self.space(&space.clone().into(), kind));
        let [move_space, turn_space] = [spaces[0]?, spaces[1]?];
        let ControlKind::ModifyBone(ModifyBoneControl {
            translation,
            rotation,
            ..
        }) = kind
        else {
            return None;
        };
        if let Some(known) = self.values(id, &moved.by) {
            let way = within(&move_space, &to).translation - within(&move_space, &from).translation;
            match moved.mode {
                Mode::Ignore => {}
                Mode::Replace => {
                    translation.by =
                        self.put(id, &moved.by, within(&move_space, &to).translation)?
                }
                Mode::Add => translation.by = self.put(id, &moved.by, known + way)?,
            }
        }
        let by = turned_by(turned, &turn_space, [from, to]);
        rotation.by = by.unwrap_or_else(|| turned.by.clone());
        Some(())
    }

    /// Inputs that come to a place: a number changes, to an expression is added what lacks.
    fn put(&self, node: Id, inputs: &[Input; 3], at: Vec3) -> Option<[Input; 3]> {
        let known = self.values(node, inputs)?;
        let at = rounded(at, known);
        let part = |axis: usize| {
            if at[axis] == known[axis] {
                return inputs[axis].clone();
            }
            match &inputs[axis] {
                Input::Number(_) => Input::Number(decimal(at[axis])),
                Input::Expression(text) => {
                    Input::Expression(plus(text, decimal(round(at[axis] - known[axis], FINE))))
                }
            }
        };
        Some([part(0), part(1), part(2)])
    }

    /// Values of the inputs of a node in the shown frame; None if only the graph knows one.
    pub(in crate::app) fn values(&self, node: Id, inputs: &[Input; 3]) -> Option<Vec3> {
        let value = |input: &Input| match input {
            Input::Number(number) => Some(*number as f32),
            Input::Expression(text) => self.value(node, text),
        };
        Some(Vec3::new(
            value(&inputs[0])?,
            value(&inputs[1])?,
            value(&inputs[2])?,
        ))
    }

    fn value(&self, node: Id, text: &str) -> Option<f32> {
        let (_, graph) = self.graph?;
        graph.wiring.node(node)?;
        let parameters = &graph.wiring.parameters;
        let scope = Scope {
            parameters,
            ..Scope::default()
        };
        let program = compile(text, &scope, &Type::Number).ok()?.program;
        let names = parameters
            .iter()
            .flat_map(|it| it.numbers())
            .map(|(name, _)| Name::new(&name))
            .collect();
        program
            .value(&FrameParameters {
                frame: self.frame?,
                names,
            })
            .map(|value| value as f32)
            .filter(|value| value.is_finite())
    }
}

/// Parameters as they are in a frame.
struct FrameParameters<'a> {
    frame: &'a PreviewFrame,
    names: Vec<Name>,
}

impl Environment for FrameParameters<'_> {
    fn parameter(&self, index: u16) -> f64 {
        let name = self.names.get(usize::from(index));
        name.and_then(|name| self.frame.graph_state.parameter(*name))
            .unwrap_or(0.0)
    }

    fn query(&self, _: Query) -> Option<f64> {
        None
    }
}

/// The bone that reaches, or is moved.
pub(super) fn reaching(kind: &ControlKind) -> Option<&BoneKey> {
    match kind {
        ControlKind::TwoBoneIk(TwoBoneIkControl { end, .. }) => Some(end),
        ControlKind::LookAt(LookAtControl { chain, .. }) => Some(&chain.last()?.bone),
        ControlKind::Fabrik(control) => Some(&control.chain.tip),
        ControlKind::Ccd(control) => Some(&control.chain.tip),
        ControlKind::ModifyBone(ModifyBoneControl { bone, .. }) => Some(bone),
        _ => None,
    }
}

fn turned_by(then: &Modify, space: &Transform, [from, to]: [Transform; 2]) -> Option<[Input; 3]> {
    let known = turn(Input::numbers(&then.by)?.into());
    if !is_turned(from.rotation, to.rotation) {
        return None;
    }
    let back = space.rotation.inverse();
    let by = match then.mode {
        Mode::Ignore => return None,
        Mode::Replace => back * to.rotation,
        Mode::Add => back * (to.rotation * from.rotation.inverse()) * space.rotation * known,
    };
    let (z, y, x) = by.normalize().to_euler(EulerRot::ZYX);
    Some(
        [x, y, z]
            .map(|angle| Input::Number((f64::from(angle.to_degrees()) * 100.0).round() / 100.0)),
    )
}

/// Degrees about x, then y, then z.
fn turn(degrees: Vec3) -> Quat {
    let [x, y, z] = degrees.to_array().map(f32::to_radians);
    Quat::from_euler(EulerRot::ZYX, z, y, x)
}

/// The value rounded to four decimals.
fn decimal(value: f32) -> f64 {
    (f64::from(round(value, FINE)) * 1e4).round() / 1e4
}

/// An expression and a number beside it. One that was added before counts in.
fn plus(text: &str, more: f64) -> String {
    let added = |sign: &str| {
        let (rest, number) = text.rsplit_once(sign)?;
        let number: f64 = number.parse().ok()?;
        (rest.starts_with('(') && rest.ends_with(')'))
            .then(|| (rest, if sign == " - " { -number } else { number }))
    };
    let (rest, known) = match added(" + ").or_else(|| added(" - ")) {
        Some((rest, known)) => (rest.to_owned(), known),
        None => (format!("({text})"), 0.0),
    };
    let sum = ((known + more) * 1e4).round() / 1e4;
    match sum {
        0.0 => rest[1..rest.len() - 1].to_owned(),
        sum if sum < 0.0 => format!("{rest} - {}", -sum),
        sum => format!("{rest} + {sum}"),
    }
}
