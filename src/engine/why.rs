//! Why a transition was taken or not, in words that name the term that decided.

use anim::{
    Graph, Name, Names,
    graph::{GraphState, NodeId},
    machine::{Machine, RefusalReason, Refused, Rule, Taken},
    program::{Op, Program, Query, name_value},
};
use words::tr;

/// Reason why a transition was refused, as one sentence without its full stop. Values are those
/// after the update that refused the transition.
pub fn why(
    graph: &Graph,
    state: &GraphState,
    names: &Names,
    node: NodeId,
    refused: &Refused,
) -> String {
    let Some((_, machine)) = graph.machines().find(|(at, _)| *at == node) else {
        return String::new();
    };
    let state_name = |at: u16| {
        text(
            names,
            machine
                .parts()
                .states
                .get(usize::from(at))
                .map(|it| it.name),
        )
    };
    let transition = |at: u16| {
        text(
            names,
            machine
                .parts()
                .transitions
                .get(usize::from(at))
                .map(|it| it.name),
        )
    };
    match refused.reason {
        RefusalReason::FirstUpdate => tr!("the state machine starts in this tick").to_owned(),
        RefusalReason::Limit => tr!("the limit of transitions per tick is reached").to_owned(),
        RefusalReason::Shadowed { by } => {
            tr!("“{}” has priority and was taken", transition(by))
        }
        RefusalReason::Rule {
            transition: at,
            term,
        } => {
            let rule = machine
                .parts()
                .transitions
                .get(usize::from(at))
                .map(|it| &it.rule);
            rule.map_or(String::new(), |rule| {
                is_false(rule, term, machine, (graph, state, names))
            })
        }
        RefusalReason::Conduit { state: at, term } => {
            let rule = machine
                .parts()
                .states
                .get(usize::from(at))
                .and_then(|it| it.conduit.as_ref());
            let why = rule.map_or(String::new(), |rule| {
                is_false(rule, term, machine, (graph, state, names))
            });
            tr!("the conduit “{}” is closed: {why}", state_name(at))
        }
        RefusalReason::Automatic { .. } => {
            tr!("its clip is not close enough to its end").to_owned()
        }
        RefusalReason::NoPlayer { .. } => {
            tr!("no asset player in the state is relevant").to_owned()
        }
        RefusalReason::Group { transition: at } => {
            let group = machine
                .parts()
                .transitions
                .get(usize::from(at))
                .map(|it| it.required_group);
            tr!(
                "the sync group “{}” does not use markers",
                text(names, group)
            )
        }
        RefusalReason::TimeAway { .. } => {
            tr!("the minimum time since leaving its target has not passed").to_owned()
        }
        RefusalReason::DeadEnd { state } => {
            tr!(
                "no transition out of conduit “{}” is true",
                state_name(state)
            )
        }
        RefusalReason::Visited { state } => {
            tr!("the path passes conduit “{}” twice", state_name(state))
        }
        RefusalReason::Depth { state } => {
            tr!("the path is too long at conduit “{}”", state_name(state))
        }
        RefusalReason::SelfThroughConduit { .. } => {
            tr!("the path leads back to the current state").to_owned()
        }
    }
}

/// The term that decided, and what it was made of; a trigger that it used is not set any more.
pub fn because(
    graph: &Graph,
    state: &GraphState,
    names: &Names,
    node: NodeId,
    taken: &Taken,
) -> String {
    let Some((_, machine)) = graph.machines().find(|(at, _)| *at == node) else {
        return String::new();
    };
    let Some(transition) = machine
        .parts()
        .transitions
        .get(usize::from(taken.transition))
    else {
        return String::new();
    };
    let is_constant =
        |program: &Program| program.ops().iter().all(|op| matches!(op, Op::Number(_)));
    let has_rule =
        program_of(&transition.rule, machine).is_some_and(|program| !is_constant(program));
    let rule = has_rule.then(|| {
        is(
            &transition.rule,
            taken.term,
            true,
            machine,
            (graph, state, names),
        )
    });
    let automatic = transition
        .automatic
        .map(|_| tr!("its clip was close enough to its end").to_owned());
    let both: Vec<String> = rule.into_iter().chain(automatic).collect();
    if both.is_empty() {
        tr!("it is always taken").to_owned()
    } else {
        both.join("; ")
    }
}

fn text(names: &Names, name: Option<Name>) -> String {
    name.map_or(String::new(), |name| names.text(name).to_owned())
}

type World<'a> = (&'a Graph, &'a GraphState, &'a Names);

fn program_of<'a>(rule: &'a Rule, machine: &'a Machine) -> Option<&'a Program> {
    match rule {
        Rule::Own(program) => Some(program),
        Rule::Shared(at) => machine.parts().shared.get(usize::from(*at)),
    }
}

fn is_false(rule: &Rule, term: u16, machine: &Machine, world: World<'_>) -> String {
    is(rule, term, false, machine, world)
}

/// `Speed > 0.2 is false: Speed is 0.1`.
fn is(rule: &Rule, term: u16, verdict: bool, machine: &Machine, world: World<'_>) -> String {
    let Some(program) = program_of(rule, machine) else {
        return String::new();
    };
    let mut writer = RefusalWriter {
        program,
        machine,
        world,
        read: Vec::new(),
        out: String::new(),
    };
    writer.term(usize::from(term), 0);
    let RefusalWriter { read, out, .. } = writer;
    let told = if verdict {
        tr!("{out} is true")
    } else {
        tr!("{out} is false")
    };
    let values = read.iter().filter_map(|at| value(*at, verdict, world));
    let values = values.collect::<Vec<_>>().join(", ");
    if values.is_empty() {
        told
    } else {
        format!("{told}: {values}")
    }
}

/// `Speed is 0.1`, or that a trigger was set where the condition held.
fn value(parameter: u16, verdict: bool, (graph, state, names): World<'_>) -> Option<String> {
    let at = usize::from(parameter);
    let known = graph.parts().parameters.get(at)?;
    let (_, value) = state.parameters().nth(at)?;
    let name = names.text(known.name);
    Some(if known.is_trigger && verdict {
        tr!("{name} was set")
    } else {
        tr!("{name} is {}", shown(value, &known.values, names))
    })
}

/// The value of an enum by its name, a name between quotes, else a number to four places.
fn shown(value: f64, values: &[Name], names: &Names) -> String {
    enum_value(value, values)
        .map(|name| names.text(name).to_owned())
        .or_else(|| quoted(value, names))
        .unwrap_or_else(|| format!("{}", (value * 1e4).round() / 1e4))
}

fn enum_value(value: f64, values: &[Name]) -> Option<Name> {
    let is_index = value >= 0.0 && value.fract() == 0.0;
    values.get(value as usize).copied().filter(|_| is_index)
}

/// The name for which a number stands, between quotes.
fn quoted(value: f64, names: &Names) -> Option<String> {
    // Whoever sets a number by hand stays below, and next to no name does.
    let is_name = value >= f64::from(u32::MAX);
    let mut known = is_name.then(|| names.iter()).into_iter().flatten();
    let (_, text) = known.find(|(name, _)| name_value(*name) == value)?;
    Some(format!("\"{text}\""))
}

struct RefusalWriter<'a> {
    program: &'a Program,
    machine: &'a Machine,
    world: World<'a>,
    /// Parameters that were named, each once.
    read: Vec<u16>,
    out: String,
}

impl RefusalWriter<'_> {
    /// Returns where the term ends.
    fn term(&mut self, at: usize, power: u8) -> usize {
        let Some(op) = self.program.ops().get(at).copied() else {
            return at;
        };
        let (word, own) = match op {
            Op::Or(count) => return self.list(at, count, " or ", (1, power)),
            Op::And(count) => return self.list(at, count, " and ", (2, power)),
            Op::Less => (" < ", 4),
            Op::LessEqual => (" <= ", 4),
            Op::Greater => (" > ", 4),
            Op::GreaterEqual => (" >= ", 4),
            Op::Equal => (" == ", 4),
            Op::NotEqual => (" != ", 4),
            Op::Add => (" + ", 5),
            Op::Subtract if self.program.ops().get(at + 1) == Some(&Op::Number(0.0)) => {
                self.out.push('-');
                return self.term(at + 2, 7);
            }
            Op::Subtract => (" - ", 5),
            Op::Multiply => (" * ", 6),
            Op::Divide => (" / ", 6),
            Op::Not => {
                self.out.push_str("not ");
                return self.term(at + 1, 3);
            }
            other => return self.leaf(other, at),
        };
        let is_open = own < power;
        self.out.push_str(if is_open { "(" } else { "" });
        let middle = self.term(at + 1, own);
        self.out.push_str(word);
        let end = self.term(middle, own + 1);
        self.out.push_str(if is_open { ")" } else { "" });
        end
    }

    fn list(&mut self, at: usize, count: u16, word: &str, (own, power): (u8, u8)) -> usize {
        let is_open = own < power;
        self.out.push_str(if is_open { "(" } else { "" });
        let mut end = at + 1;
        for nth in 0..count {
            self.out.push_str(if nth > 0 { word } else { "" });
            end = self.term(end, own + 1);
        }
        self.out.push_str(if is_open { ")" } else { "" });
        end
    }

    fn call(&mut self, at: usize, name: &str, count: usize) -> usize {
        self.out.push_str(name);
        self.out.push('(');
        let mut end = at + 1;
        for nth in 0..count {
            self.out.push_str(if nth > 0 { ", " } else { "" });
            end = self.term(end, 0);
        }
        self.out.push(')');
        end
    }

    fn leaf(&mut self, op: Op, at: usize) -> usize {
        let (graph, _, names) = self.world;
        match op {
            Op::Min => return self.call(at, "min", 2),
            Op::Max => return self.call(at, "max", 2),
            Op::Absolute => return self.call(at, "abs", 1),
            Op::Select => return self.call(at, "select", 3),
            Op::Parameter(parameter) => {
                let name = graph
                    .parts()
                    .parameters
                    .get(usize::from(parameter))
                    .map(|it| it.name);
                self.out.push_str(&text(names, name));
                if !self.read.contains(&parameter) {
                    self.read.push(parameter);
                }
            }
            Op::Query(query) => {
                let text = self.query(query);
                self.out.push_str(&text);
            }
            Op::Number(number) => {
                let text = self.number(at, number);
                self.out.push_str(&text);
            }
            _ => {}
        }
        at + 1
    }

    /// Text of a number as a rule writes it: a value of an enum on the other side as `Enum.Value`,
    /// a name between quotes.
    fn number(&self, at: usize, number: f64) -> String {
        let (graph, _, names) = self.world;
        let op = |before: usize| self.program.ops().get(at.checked_sub(before)?);
        let compares = |before: usize| matches!(op(before), Some(Op::Equal | Op::NotEqual));
        let other = match (compares(1), compares(2)) {
            (true, _) => self.program.ops().get(at + 1),
            (_, true) => op(1),
            _ => None,
        };
        let value = match other {
            Some(Op::Parameter(of)) => (graph.parts().parameters.get(usize::from(*of)))
                .and_then(|of| Some((of.name, enum_value(number, &of.values)?))),
            _ => None,
        };
        match value {
            Some((of, value)) => format!("{}.{}", names.text(of), names.text(value)),
            None => quoted(number, names).unwrap_or_else(|| number.to_string()),
        }
    }

    fn query(&self, query: Query) -> String {
        let state = |at: u16| {
            text(
                self.world.2,
                self.machine
                    .parts()
                    .states
                    .get(usize::from(at))
                    .map(|it| it.name),
            )
        };
        match query {
            Query::TimeInState => "time_in_state()".to_owned(),
            Query::StateWeight => "state_weight()".to_owned(),
            Query::WeightOf(at) => format!("weight(\"{}\")", state(at)),
            Query::TimeElapsed => "time_elapsed()".to_owned(),
            Query::TimeRemaining => "time_remaining()".to_owned(),
            Query::Fraction => "fraction()".to_owned(),
            Query::CrossfadeDuration => "crossfade_duration()".to_owned(),
            Query::TransitionAlpha => "transition_alpha()".to_owned(),
            Query::SyncPrevious(group) => {
                format!("sync_previous(\"{}\")", self.world.2.text(group))
            }
            Query::SyncNext(group) => format!("sync_next(\"{}\")", self.world.2.text(group)),
            Query::SyncFraction(group) => {
                format!("sync_fraction(\"{}\")", self.world.2.text(group))
            }
            Query::SyncPassed { group, marker } => {
                format!(
                    "sync_passed(\"{}\", \"{}\")",
                    self.world.2.text(group),
                    self.world.2.text(marker)
                )
            }
            Query::SyncTimeTo { group, marker } => {
                format!(
                    "sync_time_to(\"{}\", \"{}\")",
                    self.world.2.text(group),
                    self.world.2.text(marker)
                )
            }
            Query::Curve(name) => format!("curve(\"{}\")", self.world.2.text(name)),
            Query::MarkerPassed(name) => format!("passed_marker(\"{}\")", self.world.2.text(name)),
            Query::NotifyActive(name) => format!("in_notify(\"{}\")", self.world.2.text(name)),
        }
    }
}
