//! Hostile cases with the answers of a reference model, played tick by tick: states, weights,
//! times, events, requests, used triggers, and why nothing else was taken. Times within 1e-6 s,
//! weights within 1e-5, the rest exactly.
//!
//! A line of a tick begins with `t` (seconds, changed parameters), then come those that were
//! updated: `s` a state machine (state, time in it, weights unless it is wholly there), `p` a
//! player (time, weight), `d` a blend space (part of its length, weights by sample), `w` how far an
//! evaluator went, `a` an alpha, `m` shares of a bone (base, layers), `l` the weights of a list,
//! `v` a saved pose (weight, user); then `e` events, `q` requests, `c` used triggers, all in order;
//! and below `B` by machine and transition (`b`) why it was not taken, unless that is as in the
//! last tick.

mod read;

use super::{Graph, GraphState, Node, Tick, TickInputs, UpdateOutcome};
use crate::graph::nodes::LayeredNode;
use crate::{
    Library, Skeleton,
    fixture::chain,
    machine::{Happened, RefusalReason, Refused},
};
use read::{Case, cases, index, number};
use std::collections::BTreeMap;

const TEXT: &str = include_str!("cases.txt");

struct Run {
    graph: Graph,
    library: Library,
    skeleton: Skeleton,
    state: GraphState,
    outcome: UpdateOutcome,
    /// Why transitions of a machine are not taken, as it was told last.
    blocked: BTreeMap<(u16, u16), Vec<String>>,
}

impl Run {
    fn new(case: &Case<'_>) -> Self {
        let graph = Graph::new(case.parts.clone()).unwrap();
        let mut state = GraphState::default();
        state.fit(&Graph::default(), &graph);
        let library = Library {
            clips: case.clips.clone(),
            ..Library::default()
        };
        let outcome = UpdateOutcome {
            asks_why: true,
            ..UpdateOutcome::default()
        };
        Self {
            graph,
            library,
            skeleton: chain(1),
            state,
            outcome,
            blocked: BTreeMap::new(),
        }
    }

    fn step(&mut self, line: &str) {
        let mut fields = line.split(' ').skip(1);
        let dt = number(fields.next().unwrap());
        for change in fields {
            let (at, value) = change.split_once('=').unwrap();
            self.state.parameters[usize::from(index(at))] = number(value);
        }
        let inputs = TickInputs {
            library: self.library.clone().into(),
            skeleton: self.skeleton.clone().into(),
            dt,
            ..TickInputs::default()
        };
        let tick = Tick::new(&inputs, &self.graph);
        self.state.update(&tick, &mut self.outcome);
    }

    fn own(&self, at: u16) -> usize {
        self.graph.nodes[usize::from(at)].state.into()
    }

    fn updated(&self, is: impl Fn(&Node) -> bool) -> usize {
        let nodes = self.graph.nodes().enumerate();
        nodes
            .filter(|(at, node)| is(node) && self.state.is_reached(*at))
            .count()
    }

    fn check_machine(&self, fields: &[&str]) -> Result<(), String> {
        let at = index(fields[0]);
        let machine = &self.state.machines[self.own(at)];
        same("state", machine.current(), Some(index(fields[1])))?;
        near(
            "time in state",
            machine.time_in_state(),
            number(fields[2]),
            1e-6,
        )?;
        let whole = format!("{}=1", fields[1]);
        let weights: Vec<&str> = if fields.len() == 3 {
            vec![&whole]
        } else {
            fields[3..].to_vec()
        };
        for weight in &weights {
            let (state, weight) = weight.split_once('=').unwrap();
            near(
                &format!("weight of {state}"),
                machine.weight_of(index(state)),
                number(weight),
                1e-5,
            )?;
        }
        let known = machine
            .playing()
            .map(|state| machine.weight_of(state))
            .sum::<f64>();
        near("sum of weights", known, 1.0, 1e-5)
    }

    fn check_space(&self, at: u16, fields: &[&str]) -> Result<(), String> {
        let state = &self.state.spaces[self.own(at)].state;
        near("part of the length", state.ratio(), number(fields[1]), 1e-4)?;
        same("samples", state.weights().len(), fields.len() - 2)?;
        state
            .weights()
            .iter()
            .zip(&fields[2..])
            .try_for_each(|(share, field)| {
                let (sample, weight) = field.split_once('=').unwrap();
                same("sample", share.sample, index(sample).into())?;
                near("weight of a sample", share.weight, number(weight), 1e-5)
            })
    }

    /// Of one bone, what the base and each layer have of it.
    fn check_layers(&self, at: u16, fields: &[&str]) -> Result<(), String> {
        let Node::Layered(LayeredNode { layer, count, .. }) =
            self.graph.nodes[usize::from(at)].node
        else {
            return Err("has no layers".into());
        };
        let bone = usize::from(index(fields[1]));
        let mut shares = vec![1.0];
        for nth in usize::from(layer)..usize::from(layer) + usize::from(count) {
            let alpha = f64::from(
                self.state.layers[nth] * self.graph.parts().layers[nth].mask.weight(bone),
            );
            shares.iter_mut().for_each(|share| *share *= 1.0 - alpha);
            shares.push(alpha);
        }
        same("length", shares.len(), fields.len() - 2)?;
        shares
            .iter()
            .zip(&fields[2..])
            .try_for_each(|(share, field)| near("share", *share, number(field), 1e-5))
    }

    fn check_line(&self, kind: &str, fields: &[&str]) -> Result<(), String> {
        let at = index(fields[0]);
        if !self.state.is_reached(at.into()) {
            return Err("was not updated".into());
        }
        let weight = f64::from(self.state.nodes[usize::from(at)].weight);
        match kind {
            "s" => self.check_machine(fields),
            "p" if matches!(self.graph.nodes[usize::from(at)].node, Node::BlendSpace(_)) => {
                // A clip's length and an input are single floats, and each turn of a short mix adds
                // their rounding.
                near(
                    "time",
                    self.state.spaces[self.own(at)].view().time,
                    number(fields[1]),
                    1e-5,
                )?;
                near("weight", weight, number(fields[2]), 1e-5)
            }
            "d" => self.check_space(at, fields),
            "m" => self.check_layers(at, fields),
            "p" if matches!(
                self.graph.nodes[usize::from(at)].node,
                Node::SequenceEvaluator(_)
            ) =>
            {
                // A clip's length is a single float.
                near(
                    "time",
                    self.state.seeks[self.own(at)].time(),
                    number(fields[1]),
                    1e-5,
                )?;
                near("weight", weight, number(fields[2]), 1e-5)
            }
            "w" => near(
                "way",
                self.state.seeks[self.own(at)].moved(),
                number(fields[1]),
                1e-5,
            ),
            "p" => {
                let playing = self.state.players[self.own(at)]
                    .newest()
                    .ok_or("plays nothing")?;
                near("time", playing.at.time, number(fields[1]), 1e-6)?;
                near("weight", weight, number(fields[2]), 1e-5)
            }
            "a" => near(
                "alpha",
                self.state.two_ways[self.own(at)].alpha.into(),
                number(fields[1]),
                1e-5,
            ),
            "l" => {
                let weights = &self.state.lists[self.own(at)].weights;
                same("length", weights.len(), fields.len() - 1)?;
                weights
                    .iter()
                    .zip(&fields[1..])
                    .try_for_each(|(weight, field)| near("weight", *weight, number(field), 1e-5))
            }
            "v" => {
                near("weight", weight, number(fields[1]), 1e-5)?;
                same("user", self.state.saves[self.own(at)].by, index(fields[2]))
            }
            _ => Err(format!("a line of kind {kind}")),
        }
    }

    fn events(&self) -> Vec<String> {
        let text = |(at, what): &(u16, Happened)| match what {
            Happened::Left(state) => format!("{at} left {state}"),
            Happened::Entered(state) => format!("{at} entered {state}"),
            Happened::FullyBlended(state) => format!("{at} fully_blended {state}"),
            Happened::Started(transition) => format!("{at} start {transition}"),
            Happened::Ended(transition) => format!("{at} end {transition}"),
            Happened::Interrupted(transition) => format!("{at} interrupted {transition}"),
        };
        self.outcome.happened.iter().map(text).collect()
    }

    fn check_requests(&self, expected: &[Vec<&str>]) -> Result<(), String> {
        same(
            "number of requests",
            self.outcome.requests.len(),
            expected.len(),
        )?;
        for (jump, fields) in self.outcome.requests.iter().zip(expected) {
            same("node of a request", jump.node, index(fields[0]))?;
            near(
                "duration of a request",
                jump.duration,
                number(fields[1]),
                1e-6,
            )?;
            let receiver = (fields[2] != "-").then(|| self.own(index(fields[2])) as u16);
            same("receiver of a request", jump.receiver, receiver)?;
        }
        Ok(())
    }

    /// By machine and transition, in the round after the last that was taken.
    fn refused(&self) -> BTreeMap<(u16, u16), Vec<String>> {
        let mut all = BTreeMap::<_, Vec<String>>::new();
        for (
            at,
            Refused {
                round,
                transition,
                reason,
            },
        ) in &self.outcome.refused
        {
            let started = |entry: &&(u16, Happened)| {
                entry.0 == *at && matches!(entry.1, Happened::Started(_))
            };
            if usize::from(*round) == self.outcome.happened.iter().filter(started).count() {
                all.entry((*at, *transition))
                    .or_default()
                    .push(text(*reason));
            }
        }
        all
    }

    fn check(&mut self, lines: &[&str]) -> Result<(), String> {
        let split = |line: &str| {
            line.split(' ')
                .skip(1)
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let mut counts = BTreeMap::<&str, usize>::new();
        let (mut events, mut requests, mut consumed) = (Vec::new(), Vec::new(), Vec::new());
        let (mut blocked, mut has_blocked) = (BTreeMap::new(), false);
        for line in lines {
            let kind = &line[..1];
            let owned = split(line);
            let fields: Vec<&str> = line.split(' ').skip(1).collect();
            match kind {
                "e" => events.push(line[2..].to_owned()),
                "q" => requests.push(fields),
                "c" => consumed.push(index(fields[0])),
                "B" => has_blocked = true,
                "b" => {
                    drop(blocked.insert((index(fields[0]), index(fields[1])), owned[2..].to_vec()))
                }
                kind => {
                    *counts.entry(kind).or_default() += 1;
                    self.check_line(kind, &fields)
                        .map_err(|why| format!("{line}: {why}"))?;
                }
            }
        }
        same("events", self.events(), events)?;
        same("used triggers", self.outcome.consumed.clone(), consumed)?;
        self.check_requests(&requests)?;
        let count = |kind| counts.get(kind).copied().unwrap_or(0);
        let is_player = |node: &Node| {
            let is_played = matches!(node, Node::SequencePlayer(_) | Node::BlendSpace(_));
            is_played || matches!(node, Node::SequenceEvaluator(_))
        };
        same("players", self.updated(is_player), count("p"))?;
        same(
            "machines",
            self.updated(|node| matches!(node, Node::Machine(_))),
            count("s"),
        )?;
        same(
            "lists",
            self.updated(|node| matches!(node, Node::List(_))),
            count("l"),
        )?;
        same(
            "saved poses",
            self.updated(|node| matches!(node, Node::SavedPose(_))),
            count("v"),
        )?;
        let refused = self.refused();
        if has_blocked {
            same("reasons", refused, blocked.clone())?;
            self.blocked = blocked;
        } else if !refused.is_empty() {
            same("reasons as before", refused, self.blocked.clone())?;
        }
        Ok(())
    }
}

fn text(reason: RefusalReason) -> String {
    match reason {
        RefusalReason::FirstUpdate => "first_update".into(),
        RefusalReason::Limit => "limit".into(),
        RefusalReason::Shadowed { by } => format!("shadowed:{by}"),
        RefusalReason::Rule { transition, term } => format!("rule:{transition}:{term}"),
        RefusalReason::Automatic { transition } => format!("auto:{transition}"),
        RefusalReason::Group { transition } => format!("group:{transition}"),
        RefusalReason::NoPlayer { transition } => format!("no_player:{transition}"),
        RefusalReason::TimeAway { transition } => format!("min_time:{transition}"),
        RefusalReason::Conduit { state, term } => format!("conduit:{state}:{term}"),
        RefusalReason::DeadEnd { state } => format!("dead_end:{state}"),
        RefusalReason::Visited { state } => format!("visited:{state}"),
        RefusalReason::Depth { state } => format!("depth:{state}"),
        RefusalReason::SelfThroughConduit { transition } => {
            format!("self_through_conduit:{transition}")
        }
    }
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{what}: {found:?}, not {expected:?}"))
    }
}

fn near(what: &str, found: f64, expected: f64, within: f64) -> Result<(), String> {
    if (found - expected).abs() <= within {
        Ok(())
    } else {
        Err(format!("{what}: {found}, not {expected}"))
    }
}

/// The first tick that differs.
fn played(case: &Case<'_>) -> Result<(), String> {
    let mut run = Run::new(case);
    let starts: Vec<usize> = (0..case.ticks.len())
        .filter(|at| case.ticks[*at].starts_with("t "))
        .collect();
    for (nth, start) in starts.iter().enumerate() {
        let end = starts.get(nth + 1).copied().unwrap_or(case.ticks.len());
        run.step(case.ticks[*start]);
        run.check(&case.ticks[start + 1..end])
            .map_err(|why| format!("{}, tick {nth}: {why}", case.name))?;
    }
    Ok(())
}

/// Spec 05 §16.
#[test]
fn every_case_of_the_model_comes_out_alike() {
    let cases = cases(TEXT);
    assert!(cases.len() >= 239, "{}", cases.len());
    let wrong: Vec<String> = cases.iter().filter_map(|case| played(case).err()).collect();
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}
