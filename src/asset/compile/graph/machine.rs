//! State machines: states and transitions by index, rules as programs.

use super::place::LinkedGraphPlace;
use crate::{
    Id, Skeleton,
    compile::{MachineSources, Output},
    diagnostic::Kind,
    expression::{self, Scope, Type},
    graph::{Alias, Logic, Machine, Rule, State, StateKind, Transition, Wiring},
};
use anim::{
    Name,
    machine::{self, Happened, MachineParts},
    program::{Op, Program},
};
use std::{collections::BTreeSet, ops::Range, sync::Arc};
use words::tr;

/// The node and the graph that a machine is in.
pub(super) struct MachineHost<'a> {
    pub(super) place: &'a LinkedGraphPlace<'a>,
    pub(super) skeleton: &'a Skeleton,
    pub(super) node: Id,
}

impl MachineHost<'_> {
    fn wiring(&self) -> &Wiring {
        &self.place.graph.wiring
    }
}

struct Rules<'a> {
    host: &'a MachineHost<'a>,
    states: Vec<String>,
    /// Shared rules that are asked, by index in the machine.
    shared: Vec<Id>,
    programs: Vec<Program>,
}

/// A transition, and the node whose pose it shows.
type TransitionPoseKey = (Id, Id);

fn compile_state(
    at: u16,
    state: &State,
    rules: &mut Rules<'_>,
    parts: &mut MachineParts,
    out: &mut Output,
) -> machine::State {
    let host = rules.host;
    let (conduit, reset_on_entry, inertialize_reentry) = match &state.kind {
        StateKind::Conduit { rule } => (Some(rules.rule(state.id, rule, out).0), false, false),
        StateKind::Pose {
            reset_on_entry,
            inertialize_reentry,
            on_entered,
            on_left,
            on_fully_blended,
            ..
        } => {
            let told = [
                (Happened::Entered(at), on_entered),
                (Happened::Left(at), on_left),
                (Happened::FullyBlended(at), on_fully_blended),
            ];
            for (what, event) in told {
                announce(host, state.id, parts, what, event, out);
            }
            (None, *reset_on_entry, *inertialize_reentry)
        }
    };
    machine::State {
        name: out.name(host.place.asset, Some(state.id), &state.name),
        conduit,
        reset_on_entry,
        inertialize_reentry,
    }
}

/// The states of an alias by their indices; None of one that stands for all.
fn compile_alias(machine: &Machine, alias: &Alias) -> Option<Vec<u16>> {
    let index = |state: &Id| {
        let at = machine.states.iter().position(|it| it.id == *state);
        at.map(|at| at as u16)
    };
    let states = alias.states.as_ref();
    states.map(|states| states.iter().filter_map(index).collect())
}

/// The compiled machine; None without a state that can be current: then the node is the reference
/// pose.
pub(super) fn compile(
    host: &MachineHost<'_>,
    machine: &Machine,
    out: &mut Output,
) -> Option<(
    Arc<machine::Machine>,
    MachineSources,
    Vec<TransitionPoseKey>,
)> {
    let fail = |out: &mut Output, kind| out.error(host.place.asset, Some(host.node), kind);
    if !machine
        .states
        .iter()
        .any(|state| matches!(state.kind, StateKind::Pose { .. }))
    {
        fail(out, Kind::MachineEmpty);
        return None;
    }
    report_names(host, machine, out);
    let states = machine
        .states
        .iter()
        .map(|state| state.name.clone())
        .collect();
    let mut rules = Rules {
        host,
        states,
        shared: Vec::new(),
        programs: Vec::new(),
    };
    let mut parts = MachineParts {
        most_per_tick: machine.most_per_tick,
        skips_first: machine.skips_first,
        restarts: machine.restarts,
        ..MachineParts::default()
    };
    let mut sources = MachineSources::default();
    for (at, state) in machine.states.iter().enumerate() {
        sources.states.push(state.id);
        let compiled = compile_state(at as u16, state, &mut rules, &mut parts, out);
        parts.states.push(compiled);
    }
    parts.aliases = machine
        .aliases
        .iter()
        .map(|alias| compile_alias(machine, alias))
        .collect();
    let mut crossings = Vec::new();
    for transition in &machine.transitions {
        if let Some((mut compiled, places)) =
            compile_transition(machine, transition, &mut rules, out)
        {
            let at = parts.transitions.len() as u16;
            if let Some(pose) = custom_pose(host, transition, out) {
                compiled.pose = Some(crossings.len() as u16);
                crossings.push((transition.id, pose));
            }
            let told = [
                (Happened::Started(at), &transition.on_start),
                (Happened::Ended(at), &transition.on_end),
                (Happened::Interrupted(at), &transition.on_interrupt),
            ];
            for (what, event) in told {
                announce(host, transition.id, &mut parts, what, event, out);
            }
            parts.transitions.push(compiled);
            sources.transitions.push(transition.id);
            sources.rules.push(places);
        }
    }
    parts.poses = crossings.len() as u16;
    parts.shared = rules.programs;
    parts.entry = entry(host, machine, out);
    report_unreachable(host, machine, out);
    match machine::Machine::new(parts) {
        Ok(machine) => Some((Arc::new(machine), sources, crossings)),
        Err(error) => {
            fail(
                out,
                Kind::GraphRefused {
                    why: error.to_string(),
                },
            );
            None
        }
    }
}

/// A transition whose graph is not there blends.
fn custom_pose(host: &MachineHost<'_>, transition: &Transition, out: &mut Output) -> Option<Id> {
    if !transition.is_custom() {
        return None;
    }
    if transition.pose.is_none() {
        out.warn(
            host.place.asset,
            Some(transition.id),
            Kind::TransitionUnlinked,
        );
    }
    transition.pose
}

/// Index of the state that the machine begins with; without one, the first state that can be
/// current.
fn entry(host: &MachineHost<'_>, machine: &Machine, out: &mut Output) -> u16 {
    let found = machine
        .entry
        .and_then(|entry| machine.states.iter().position(|state| state.id == entry));
    let first = || {
        machine
            .states
            .iter()
            .position(|state| matches!(state.kind, StateKind::Pose { .. }))
    };
    if found.is_none() {
        out.error(host.place.asset, Some(host.node), Kind::EntryMissing);
    }
    found.or_else(first).unwrap_or(0) as u16
}

fn announce(
    host: &MachineHost<'_>,
    item: Id,
    parts: &mut MachineParts,
    what: Happened,
    name: &str,
    out: &mut Output,
) {
    if !name.is_empty() {
        let name = out.name(host.place.asset, Some(item), name);
        parts.notifies.push((what, name));
    }
}

fn report_names(host: &MachineHost<'_>, machine: &Machine, out: &mut Output) {
    let mut taken = BTreeSet::new();
    for state in &machine.states {
        if !taken.insert(&state.name) {
            out.error(
                host.place.asset,
                Some(state.id),
                Kind::DuplicateStateName {
                    name: state.name.clone(),
                },
            );
        }
    }
}

/// States that no transition leads to from the entry, whatever the rules say.
fn report_unreachable(host: &MachineHost<'_>, machine: &Machine, out: &mut Output) {
    let Some(entry) = machine.entry else { return };
    let mut reached = BTreeSet::from([entry]);
    loop {
        let known = reached.len();
        for transition in &machine.transitions {
            let comes_from = match machine
                .aliases
                .iter()
                .find(|alias| alias.id == transition.from)
            {
                Some(alias) => alias
                    .states
                    .as_ref()
                    .is_none_or(|states| states.iter().any(|it| reached.contains(it))),
                None => reached.contains(&transition.from),
            };
            if comes_from {
                reached.insert(transition.to);
            }
        }
        if reached.len() == known {
            break;
        }
    }
    for state in machine
        .states
        .iter()
        .filter(|state| !reached.contains(&state.id))
    {
        out.warn(
            host.place.asset,
            Some(state.id),
            Kind::StateUnreachable {
                name: state.name.clone(),
            },
        );
    }
}

fn compile_transition(
    machine: &Machine,
    transition: &Transition,
    rules: &mut Rules<'_>,
    out: &mut Output,
) -> Option<(machine::Transition, Vec<Range<usize>>)> {
    let (asset, item) = (rules.host.place.asset, Some(transition.id));
    let state = |id: Id| {
        machine
            .states
            .iter()
            .position(|state| state.id == id)
            .map(|at| at as u16)
    };
    let alias = |id: Id| {
        machine
            .aliases
            .iter()
            .position(|alias| alias.id == id)
            .map(|at| at as u16)
    };
    let from = state(transition.from)
        .map(machine::TransitionSource::State)
        .or(alias(transition.from).map(machine::TransitionSource::Alias));
    let (Some(from), Some(to)) = (from, state(transition.to)) else {
        out.error(asset, item, Kind::TransitionEndMissing);
        return None;
    };
    let is_amount = |time: f64| time.is_finite() && time >= 0.0;
    let duration = transition
        .settings
        .map_or(0.0, |settings| settings.duration);
    if !is_amount(duration)
        || !is_amount(transition.least_time_away)
        || transition.automatic.is_some_and(f64::is_nan)
    {
        out.error(asset, item, Kind::BadNumber { field: tr!("time") });
        return None;
    }
    let profile = transition.settings.and_then(|settings| settings.profile);
    let profile = profile.map_or(Name::NONE, |profile| {
        rules
            .host
            .skeleton
            .timing_profile(profile)
            .unwrap_or_else(|| {
                out.warn(asset, item, Kind::ProfileMissing);
                Name::NONE
            })
    });
    let settings = transition.settings.map(|settings| machine::Settings {
        profile,
        duration: settings.duration,
        easing: settings.easing,
        logic: match settings.logic {
            Logic::Standard => machine::Logic::Standard,
            Logic::Inertialize => machine::Logic::Inertialize,
            Logic::Custom => machine::Logic::Custom,
        },
    });
    let automatic_alone =
        transition.automatic.is_some() && transition.rule == Rule::Text(String::new());
    let (rule, places) = if automatic_alone {
        rules.rule(transition.id, &Rule::Text("true".to_owned()), out)
    } else {
        rules.rule(transition.id, &transition.rule, out)
    };
    let name = out.name(asset, item, &machine.transition_text(transition));
    let compiled = machine::Transition {
        name,
        from,
        to,
        priority: transition.priority,
        rule,
        automatic: transition.automatic,
        settings,
        least_time_away: transition.least_time_away,
        pose: None,
        mutes_source: transition.mutes_source,
        required_group: out.name(asset, item, &transition.required_group),
    };
    Some((compiled, places))
}

impl Rules<'_> {
    /// The program of a rule. A rule that does not compile is never true.
    fn rule(
        &mut self,
        item: Id,
        rule: &Rule,
        out: &mut Output,
    ) -> (machine::Rule, Vec<Range<usize>>) {
        match rule {
            Rule::Text(text) => {
                let (program, places) = self.program(item, text, out);
                (machine::Rule::Own(program), places)
            }
            Rule::Shared(id) => (self.shared(item, *id, out), Vec::new()),
        }
    }

    fn shared(&mut self, item: Id, id: Id, out: &mut Output) -> machine::Rule {
        let Some(rule) = self.host.wiring().rules.iter().find(|rule| rule.id == id) else {
            out.error(self.host.place.asset, Some(item), Kind::RuleMissing);
            return machine::Rule::Own(never());
        };
        let at = self
            .shared
            .iter()
            .position(|known| *known == id)
            .unwrap_or_else(|| {
                let (program, _) = self.program(id, &rule.text, out);
                self.shared.push(id);
                self.programs.push(program);
                self.shared.len() - 1
            });
        machine::Rule::Shared(at as u16)
    }

    fn program(&mut self, item: Id, text: &str, out: &mut Output) -> (Program, Vec<Range<usize>>) {
        let numbers = &self.host.place.numbers;
        let parameters = &self.host.wiring().parameters;
        let scope = Scope {
            parameters,
            states: Some(&self.states),
            ..Scope::default()
        };
        match expression::compile(text, &scope, &Type::Bool) {
            Ok(compiled) => {
                for name in &compiled.names {
                    out.name(self.host.place.asset, Some(item), name);
                }
                if let [Op::Number(0.0)] = compiled.program.ops() {
                    out.warn(self.host.place.asset, Some(item), Kind::RuleNeverTrue);
                } else if !expression::can_be_true(compiled.program.ops(), parameters) {
                    out.warn(
                        self.host.place.asset,
                        Some(item),
                        Kind::RuleOutOfReach {
                            text: text.to_owned(),
                        },
                    );
                }
                (
                    compiled
                        .program
                        .with_parameters(|at| numbers[usize::from(at)]),
                    compiled.places,
                )
            }
            Err(error) => {
                let (field, text) = ("rule", text.to_owned());
                out.error(
                    self.host.place.asset,
                    Some(item),
                    Kind::BadExpression { field, text, error },
                );
                (never(), Vec::new())
            }
        }
    }
}

fn never() -> Program {
    let ops: Box<[Op]> = Box::new([Op::Number(0.0)]);
    Program::try_from(ops).unwrap_or_else(|_| unreachable!("a number is a program"))
}
