//! What state machines decided, for a history: transitions that were taken, each with the term that
//! decided, and those that were interrupted under way.

use crate::{CharacterId, Evaluator, why::because};
use anim::{
    Graph, Name,
    graph::NodeId,
    machine::{Happened, Machine, Taken},
};

/// One decision of a state machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// [`Evaluator::tick`] of the decision.
    pub tick: u64,
    /// Clock of the character, seconds.
    pub time: f64,
    /// Id of the machine's node in the graph; 0 where the graph has no ids.
    pub node: u64,
    /// Name of the machine's node.
    pub machine: Name,
    /// Index among the transitions of the machine; the last transition of a path through conduits.
    pub transition: u16,
    /// The states along the path, as in “Idle → Walk”; the name of the transition if it was
    /// interrupted.
    pub title: String,
    /// Whether the transition began or was interrupted.
    pub what: Decided,
}

/// Outcome of a transition: taken or interrupted.
#[derive(Clone, Debug, PartialEq)]
pub enum Decided {
    /// The transition was taken; the text says why, and is empty where nobody asked.
    Taken(String),
    /// Another transition was taken before this one was over.
    Interrupted,
}

impl Evaluator {
    /// Decisions of the character's state machines in the last step, in order.
    pub fn decisions(&self, character: CharacterId) -> Vec<Decision> {
        let playing = self.instance(character).zip(self.proxy(character));
        let Some((instance, proxy)) = playing else {
            return Vec::new();
        };
        let (graph, names) = (proxy.graph(), &proxy.library().names);
        let mut taken = proxy.taken().iter().peekable();
        let mut told = Vec::new();
        for (node, happened) in proxy.happened() {
            let Some(machine) = machine_of(graph, *node) else {
                continue;
            };
            let name = |at: u16| {
                machine
                    .parts()
                    .states
                    .get(usize::from(at))
                    .map_or("", |it| names.text(it.name))
            };
            let leads = |at: u16| {
                machine
                    .parts()
                    .transitions
                    .get(usize::from(at))
                    .map_or(0, |it| it.to)
            };
            let named = |at: u16| {
                let transition = machine.parts().transitions.get(usize::from(at));
                transition.map_or(Name::NONE, |it| it.name)
            };
            let (transition, title, what) = match *happened {
                Happened::Started(last) => {
                    let mut steps: Vec<Taken> = Vec::new();
                    while let Some((_, step)) = taken.next_if(|(at, _)| at == node) {
                        steps.push(*step);
                        if step.transition == last
                            && steps.first().is_some_and(|it| it.round == step.round)
                        {
                            break;
                        }
                    }
                    let why = steps
                        .iter()
                        .map(|step| because(graph, proxy.state(), names, *node, step));
                    let way: Vec<&str> = steps
                        .iter()
                        .map(|step| name(leads(step.transition)))
                        .collect();
                    // Where nobody asks why, the steps are not kept.
                    let title = steps.first().map_or_else(
                        || names.text(named(last)).to_owned(),
                        |step| format!("{} → {}", name(step.from), way.join(" → ")),
                    );
                    (
                        last,
                        title,
                        Decided::Taken(why.collect::<Vec<_>>().join("; ")),
                    )
                }
                Happened::Interrupted(at) => {
                    let title = names.text(named(at)).to_owned();
                    (at, title, Decided::Interrupted)
                }
                _ => continue,
            };
            let id = graph
                .parts()
                .ids
                .get(usize::from(*node))
                .copied()
                .unwrap_or_default();
            let (tick, time) = (self.tick(), instance.clock());
            told.push(Decision {
                tick,
                time,
                node: id,
                machine: graph.node_name(*node),
                transition,
                title,
                what,
            });
        }
        told
    }
}

fn machine_of(graph: &Graph, node: NodeId) -> Option<&Machine> {
    graph
        .machines()
        .find(|(at, _)| *at == node)
        .map(|(_, machine)| machine)
}
