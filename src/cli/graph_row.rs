//! What state a pose graph is in after a tick, as rows and lines that `simulate` prints.

use anim::{
    Graph, Name, Names,
    graph::{GraphState, NodeId, control::WarpDecision},
    instance::{AnimInstance, AnimInstanceProxy},
    machine::{Happened, Machine},
};
use engine::{CharacterId, Evaluator};
use serde::Serialize;
use std::collections::BTreeMap;

/// A pose graph after a tick: its state machines, and on request why its nodes did what they did.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GraphRow {
    name: String,
    machines: Vec<MachineRow>,
    /// Events of state machines in this tick, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    happened: Vec<HappenedRow>,
    /// Transitions that were not taken, and why. None unless the reasons are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_taken: Option<Vec<NotTakenRow>>,
    /// Decisions of inverse kinematics that differ from the tick before. None unless the reasons
    /// are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    solved: Option<Vec<SolvedRow>>,
    /// Decisions of pose warping that differ, by their word, from the tick before. None unless the
    /// reasons are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    warped: Option<Vec<WarpedRow>>,
}

#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WarpedRow {
    node: String,
    reason: &'static str,
    /// Factor by which steps become longer or shorter. None except for stride warping.
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<f64>,
    /// Degrees: the turn about +Y of orientation warping, or how steep the ground is for slope
    /// warping.
    #[serde(skip_serializing_if = "Option::is_none")]
    angle: Option<f64>,
    /// Metres that slope warping raises the pelvis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pelvis: Option<f64>,
}

#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SolvedRow {
    node: String,
    /// The end of the limb or of the chain, the bone that looks, the foot.
    bone: String,
    reason: &'static str,
    /// Factor by which bones were lengthened; 1 when bones kept their lengths.
    stretch: f64,
    /// Distance of the goal from the root of the limb or chain, in metres. None if no goal was
    /// asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    reach: Option<f64>,
    /// State of a foot's lock on the ground. None for other nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    lock: Option<&'static str>,
}

/// Last result of each node of inverse kinematics and warping, so that only changes are printed.
/// The keys are character, node and, for inverse kinematics, bone.
#[derive(Default)]
pub struct Known {
    solved: BTreeMap<(CharacterId, NodeId, u16), (&'static str, Option<&'static str>)>,
    warped: BTreeMap<(CharacterId, NodeId), &'static str>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MachineRow {
    node: String,
    /// The weight of the node in the graph's output, 0 to 1.
    weight: f32,
    state: String,
    /// Seconds since it was entered.
    time: f64,
    /// The weight of each state that plays, 0 to 1, by the state's name.
    weights: BTreeMap<String, f64>,
    /// Transitions that are under way, the oldest first.
    transitions: Vec<TransitionRow>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct TransitionRow {
    to: String,
    /// Weight of this transition over the pose below it, 0 to 1.
    alpha: f64,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct HappenedRow {
    node: String,
    what: &'static str,
    /// The name of the state or transition that `what` is about.
    name: String,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct NotTakenRow {
    node: String,
    transition: String,
    /// Number of the search within the tick.
    round: u8,
    why: String,
}

/// A character that plays a graph, and what names of it are.
struct GraphPlayer<'a> {
    character: CharacterId,
    instance: &'a AnimInstance,
    proxy: &'a AnimInstanceProxy,
    graph: &'a Graph,
    names: &'a Names,
}

impl GraphPlayer<'_> {
    fn text(&self, name: Name) -> String {
        self.names.text(name).to_owned()
    }

    fn node(&self, node: NodeId) -> String {
        self.text(self.graph.node_name(node))
    }

    fn machine(&self, node: NodeId) -> Option<&Machine> {
        let found = self.graph.machines().find(|(at, _)| *at == node);
        found.map(|(_, machine)| machine)
    }

    fn machines(&self) -> Vec<MachineRow> {
        let state = self.proxy.state();
        let machines = self.graph.machines().filter_map(|(node, machine)| {
            let own = (self.node(node), state.weight(node));
            machine_row(self.graph, machine, state, node, own, self.names)
        });
        machines.collect()
    }

    fn happened(&self) -> Vec<HappenedRow> {
        let happened = self.proxy.happened().iter().filter_map(|(node, what)| {
            let (what, name) = happened(self.machine(*node)?, *what);
            Some(HappenedRow {
                node: self.node(*node),
                what,
                name: self.text(name),
            })
        });
        happened.collect()
    }

    fn not_taken(&self) -> Vec<NotTakenRow> {
        let refused = self.proxy.refused().iter().filter_map(|(node, refused)| {
            let transitions = &self.machine(*node)?.parts().transitions;
            let transition = transitions.get(usize::from(refused.transition))?;
            Some(NotTakenRow {
                node: self.node(*node),
                transition: self.text(transition.name),
                round: refused.round,
                why: engine::why(self.graph, self.proxy.state(), self.names, *node, refused),
            })
        });
        refused.collect()
    }

    fn solved(&self, known: &mut Known) -> Vec<SolvedRow> {
        let told = self.proxy.state().told(self.graph);
        let solved = told.filter_map(|(node, told)| {
            let words = (told.reason.word(), told.lock.map(|lock| lock.word()));
            let key = (self.character, node, told.bone);
            let is_new = known.solved.insert(key, words) != Some(words);
            let bone = self.instance.skeleton().bones.get(usize::from(told.bone));
            is_new.then(|| SolvedRow {
                node: self.node(node),
                bone: bone.map_or(String::new(), |bone| self.text(bone.name)),
                reason: words.0,
                stretch: told.stretch,
                reach: told.reach,
                lock: words.1,
            })
        });
        solved.collect()
    }

    fn warped(&self, known: &mut Known) -> Vec<WarpedRow> {
        let told = self.proxy.state().warped(self.graph);
        let warped = told.filter_map(|(node, warped)| {
            let key = (self.character, node);
            let is_new = known.warped.insert(key, warped.word()) != Some(warped.word());
            is_new.then(|| warped_row(self.node(node), &warped))
        });
        warped.collect()
    }
}

/// The row of one character, after a tick. None when the character does not exist or plays no graph
/// of the library. `known` takes up what the nodes said.
pub fn row(
    evaluator: &Evaluator,
    character: CharacterId,
    asks_why: bool,
    known: &mut Known,
) -> Option<GraphRow> {
    let (instance, proxy) = (evaluator.instance(character)?, evaluator.proxy(character)?);
    let player = GraphPlayer {
        character,
        instance,
        proxy,
        graph: instance.graph(),
        names: &evaluator.library().names,
    };
    if player.graph.name() == Name::NONE {
        return None;
    }
    Some(GraphRow {
        name: player.text(player.graph.name()),
        machines: player.machines(),
        happened: player.happened(),
        not_taken: asks_why.then(|| player.not_taken()),
        warped: asks_why.then(|| player.warped(known)),
        solved: asks_why.then(|| player.solved(known)),
    })
}

fn warped_row(node: String, warped: &WarpDecision) -> WarpedRow {
    let row = WarpedRow {
        node,
        reason: warped.word(),
        scale: None,
        angle: None,
        pelvis: None,
    };
    match warped {
        WarpDecision::Stride(strode) => WarpedRow {
            scale: Some(strode.scale),
            ..row
        },
        WarpDecision::Orientation(turn) => WarpedRow {
            angle: Some(turn.angle),
            ..row
        },
        WarpDecision::Slope { sloped, .. } => {
            let angle = sloped.normal.y.clamp(-1.0, 1.0).acos().to_degrees();
            WarpedRow {
                angle: Some(angle),
                pelvis: Some(sloped.pelvis_offset.y),
                ..row
            }
        }
    }
}

fn machine_row(
    graph: &Graph,
    machine: &Machine,
    state: &GraphState,
    node: NodeId,
    (title, weight): (String, f32),
    names: &Names,
) -> Option<MachineRow> {
    let now = state.machine(graph, node)?;
    let name = |at: u16| {
        machine
            .parts()
            .states
            .get(usize::from(at))
            .map_or(String::new(), |it| names.text(it.name).to_owned())
    };
    let weights = now.playing().map(|at| (name(at), now.weight_of(at)));
    Some(MachineRow {
        node: title,
        weight,
        state: name(now.current()?),
        time: now.time_in_state(),
        weights: weights.collect(),
        transitions: now
            .layers()
            .map(|layer| TransitionRow {
                to: name(layer.to),
                alpha: layer.alpha,
            })
            .collect(),
    })
}

fn happened(machine: &Machine, what: Happened) -> (&'static str, Name) {
    let state = |at: u16| {
        machine
            .parts()
            .states
            .get(usize::from(at))
            .map_or(Name::NONE, |it| it.name)
    };
    let transition = |at: u16| {
        machine
            .parts()
            .transitions
            .get(usize::from(at))
            .map_or(Name::NONE, |it| it.name)
    };
    match what {
        Happened::Left(at) => ("left", state(at)),
        Happened::Entered(at) => ("entered", state(at)),
        Happened::FullyBlended(at) => ("fully_blended", state(at)),
        Happened::Started(at) => ("started", transition(at)),
        Happened::Ended(at) => ("ended", transition(at)),
        Happened::Interrupted(at) => ("interrupted", transition(at)),
    }
}

/// Text about a graph in the line of a tick: its state machines with a weight above 0.
pub fn text(row: &GraphRow) -> String {
    let machine = |machine: &MachineRow| {
        format!(
            "  {}/{} {:.3} s, weight {:.3}",
            machine.node, machine.state, machine.time, machine.weight
        )
    };
    row.machines
        .iter()
        .filter(|machine| machine.weight > 0.0)
        .map(machine)
        .collect()
}

/// Lines that follow the line of a tick: what state machines did, transitions that were not taken,
/// and what inverse kinematics decided. Pose warping is only in JSON.
pub fn lines(row: &GraphRow) -> Vec<String> {
    let happened = row
        .happened
        .iter()
        .map(|it| format!("{} {} in {}", it.what, it.name, it.node));
    let not_taken = row.not_taken.iter().flatten();
    let not_taken =
        not_taken.map(|it| format!("not taken {} in {}: {}", it.transition, it.node, it.why));
    let solved = row.solved.iter().flatten().map(|it| {
        let lock = it.lock.map_or(String::new(), |lock| format!(", {lock}"));
        format!("{} {} in {}{lock}", it.reason, it.bone, it.node)
    });
    happened.chain(not_taken).chain(solved).collect()
}
