mod editing;

use super::*;
use crate::{
    Name,
    dice::Dice,
    program::{Op, Program},
};

const MARKED: Name = Name(77);

fn always() -> Rule {
    Rule::Own(Program::new(vec![Op::Number(1.0)], 0).unwrap())
}

fn when(parameter: u16) -> Rule {
    Rule::Own(Program::new(vec![Op::Parameter(parameter)], 4).unwrap())
}

fn states(count: u64) -> Vec<State> {
    let state = |at| State {
        name: Name(at),
        conduit: None,
        reset_on_entry: false,
        inertialize_reentry: false,
    };
    (1..=count).map(state).collect()
}

fn link(from: u16, to: u16, rule: Rule, duration: f64) -> Transition {
    Transition {
        name: Name(1),
        from: TransitionSource::State(from),
        to,
        priority: 0,
        rule,
        automatic: None,
        settings: Some(Settings {
            duration,
            ..Settings::default()
        }),
        least_time_away: 0.0,
        pose: None,
        mutes_source: false,
        required_group: Name::NONE,
    }
}

fn parts(count: u64, transitions: Vec<Transition>) -> MachineParts {
    MachineParts {
        states: states(count),
        transitions,
        most_per_tick: 3,
        ..MachineParts::default()
    }
}

struct Stage {
    machine: Machine,
    state: MachineState,
    parameters: [f64; 4],
    effects: Vec<Effect>,
    taken: Vec<Taken>,
}

impl Stage {
    fn new(parts: MachineParts) -> Self {
        let machine = Machine::new(parts).unwrap();
        let state = MachineState::new(&machine);
        let mut stage = Self {
            machine,
            state,
            parameters: [0.0; 4],
            effects: Vec::new(),
            taken: Vec::new(),
        };
        stage.step(0.0);
        stage
    }

    fn step(&mut self, dt: f64) {
        self.effects.clear();
        self.taken.clear();
        let view = |_| PlayerView::default();
        let mut around = Surroundings {
            dt,
            parameters: &mut self.parameters,
            is_trigger: &|at| at == 3,
            player: &view,
            beyond: &|_, _| None,
            group: &|name| name == MARKED,
            effects: &mut self.effects,
            refused: None,
            taken: &mut self.taken,
        };
        self.state.update(&self.machine, &mut around, false);
    }

    fn weights(&self) -> Vec<f64> {
        (0..self.machine.parts().states.len() as u16)
            .map(|state| self.state.weight_of(state))
            .collect()
    }
}

fn near(found: &[f64], expected: &[f64]) {
    assert!(found.len() == expected.len());
    assert!(
        found
            .iter()
            .zip(expected)
            .all(|(a, b)| (a - b).abs() < 1e-5),
        "{found:?}, not {expected:?}"
    );
}

/// Property 05.6.
#[test]
fn an_interrupted_transition_keeps_its_part_of_what_is_below() {
    let mut stage = Stage::new(parts(
        3,
        vec![link(0, 1, when(0), 1.0), link(1, 2, when(1), 1.0)],
    ));
    stage.parameters[0] = 1.0;
    stage.step(0.1);
    stage.parameters[1] = 1.0;
    stage.step(0.3);
    near(&stage.weights(), &[0.6 * 0.7, 0.4 * 0.7, 0.3]);
    let interrupted = Effect::Happened(Happened::Interrupted(0));
    assert_eq!(stage.effects[0], interrupted);
}

/// Property 05.13.
#[test]
fn weights_sum_to_1_however_often_transitions_are_interrupted() {
    let all = |from: u16| {
        (0..5)
            .filter(move |to| *to != from)
            .map(move |to| (from, to))
    };
    let transitions = (0..5u16)
        .flat_map(all)
        .enumerate()
        .map(|(at, (from, to))| link(from, to, when(at as u16 % 3), 0.4));
    let mut stage = Stage::new(parts(5, transitions.collect()));
    let mut dice = Dice(7);
    for _ in 0..2000 {
        let bits = dice.next() >> 40;
        stage.parameters = [
            f64::from((bits & 1) as u8),
            f64::from((bits >> 1 & 1) as u8),
            f64::from((bits >> 2 & 1) as u8),
            0.0,
        ];
        stage.step(f64::from((bits >> 3) as u8) * 1e-3);
        assert!((stage.weights().iter().sum::<f64>() - 1.0).abs() < 1e-5);
        assert!(stage.state.layers().count() <= MOST_ACTIVE);
    }
}

/// Property 05.16.
#[test]
fn a_chain_of_conduits_asks_every_rule_on_the_way() {
    let mut chain = parts(
        4,
        vec![
            link(0, 1, when(0), 0.0),
            link(1, 2, always(), 0.0),
            link(2, 3, when(2), 0.2),
        ],
    );
    chain.states[1].conduit = Some(always());
    chain.states[2].conduit = Some(when(1));
    let mut stage = Stage::new(chain);
    for off in 0..3 {
        stage.parameters = [1.0, 1.0, 1.0, 0.0];
        stage.parameters[off] = 0.0;
        stage.step(0.1);
        assert_eq!(stage.state.current(), Some(0), "{off}");
    }
    stage.parameters = [1.0, 1.0, 1.0, 0.0];
    stage.step(0.1);
    assert_eq!(stage.state.current(), Some(3));
    near(&stage.weights(), &[0.5, 0.0, 0.0, 0.5]);
}

/// Property 05.17.
#[test]
fn a_tick_takes_no_more_transitions_than_it_may() {
    let transitions = (0..5)
        .map(|from| link(from, from + 1, always(), 0.0))
        .collect();
    let mut stage = Stage::new(MachineParts {
        most_per_tick: 3,
        ..parts(6, transitions)
    });
    assert_eq!(stage.state.current(), Some(3));
    stage.step(0.1);
    assert_eq!(stage.state.current(), Some(5));
}

#[test]
fn a_trigger_is_used_once_by_the_transition_that_read_it() {
    let mut stage = Stage::new(parts(
        3,
        vec![link(0, 1, when(3), 0.0), link(1, 2, when(3), 0.0)],
    ));
    stage.parameters[3] = 1.0;
    stage.step(0.1);
    assert_eq!((stage.state.current(), stage.parameters[3]), (Some(1), 0.0));
    assert!(stage.effects.contains(&Effect::Consumed(3)));
}

/// From every state to the next one in every tick.
fn restless(count: u16, duration: f64) -> MachineParts {
    let next = |from| link(from, (from + 1) % count, always(), duration);
    MachineParts {
        most_per_tick: 1,
        ..parts(count.into(), (0..count).map(next).collect())
    }
}

/// One that begins in a tick without time covers nothing yet: whatever makes room for it, no weight
/// may change.
#[test]
fn a_full_stack_makes_room_without_changing_a_weight() {
    for (count, duration) in [2, 3, 7, MOST_ACTIVE as u16 + 9]
        .into_iter()
        .flat_map(|count| [(count, 2.0), (count, 1e6)])
    {
        let mut stage = Stage::new(restless(count, duration));
        let most = MOST_ACTIVE.max(count.into());
        for tick in 0..4 * most {
            stage.step(if tick % 3 == 0 { 0.0 } else { duration / 300.0 });
            let before = stage.weights();
            stage.step(0.0);
            near(&[before.iter().sum()], &[1.0]);
            let moved = before
                .iter()
                .zip(stage.weights())
                .map(|(a, b)| (a - b).abs())
                .fold(0.0, f64::max);
            assert!(
                moved < 1e-12,
                "{count} states, {duration} s, tick {tick}: a weight moves by {moved}"
            );
            assert!(stage.state.layers().count() <= most);
        }
        let shown: Vec<u16> = stage.state.playing().collect();
        assert!(
            (0..count).all(|state| shown.contains(&state) || stage.state.weight_of(state) == 0.0),
            "{shown:?}"
        );
    }
}

/// A state that a transition has muted stays so while any of it is shown and nobody has entered it
/// again.
#[test]
fn what_is_muted_stays_so_where_a_full_stack_makes_room() {
    for duration in [2.0, 1e6] {
        let mut all = restless(3, duration);
        all.states = states(4);
        all.entry = 3;
        all.transitions.push(link(3, 0, always(), duration));
        all.transitions
            .iter_mut()
            .for_each(|transition| transition.mutes_source = true);
        let mut stage = Stage::new(all);
        for tick in 0..3 * MOST_ACTIVE {
            stage.step(0.01);
            let current = stage.state.current();
            let heard: Vec<u16> = stage
                .state
                .playing()
                .filter(|state| !stage.state.is_muted(*state))
                .collect();
            assert_eq!(heard, Vec::from_iter(current), "{duration} s, tick {tick}");
        }
    }
}

#[test]
fn what_is_no_machine_is_refused_with_its_place() {
    let refused = |change: &dyn Fn(&mut MachineParts)| {
        let mut broken = parts(2, vec![link(0, 1, always(), 0.1)]);
        change(&mut broken);
        Machine::new(broken).unwrap_err()
    };
    assert_eq!(refused(&|parts| parts.entry = 2), MachineError::Entry);
    assert_eq!(
        refused(&|parts| parts.states.clear()),
        MachineError::NoState
    );
    assert_eq!(
        refused(&|parts| parts
            .states
            .iter_mut()
            .for_each(|s| s.conduit = Some(always()))),
        MachineError::NoState
    );
    assert_eq!(
        refused(&|parts| parts.transitions[0].to = 2),
        MachineError::Transition(0)
    );
    assert_eq!(
        refused(&|parts| parts.transitions[0].from = TransitionSource::State(2)),
        MachineError::Transition(0)
    );
    assert_eq!(
        refused(&|parts| parts.transitions[0].from = TransitionSource::Alias(0)),
        MachineError::Transition(0)
    );
    assert_eq!(
        refused(&|parts| parts.transitions[0].rule = Rule::Shared(0)),
        MachineError::Transition(0)
    );
    assert_eq!(
        refused(&|parts| parts.states[1].conduit = Some(Rule::Shared(0))),
        MachineError::Conduit(1)
    );
    assert_eq!(
        refused(&|parts| parts.aliases.push(Some(vec![2]))),
        MachineError::Alias(0)
    );
    for time in [-0.1, f64::NAN] {
        assert_eq!(
            refused(&|parts| parts.transitions[0].least_time_away = time),
            MachineError::Time(0)
        );
        let settings = Settings {
            duration: time,
            ..Settings::default()
        };
        assert_eq!(
            refused(&|parts| parts.transitions[0].settings = Some(settings)),
            MachineError::Time(0)
        );
    }
}

/// Through a conduit every step is told, each with the term that decided.
#[test]
fn what_was_taken_is_told_with_the_term_that_decided() {
    let either = Program::new(vec![Op::Or(2), Op::Parameter(0), Op::Parameter(1)], 4).unwrap();
    let transitions = vec![
        link(0, 1, Rule::Own(either), 0.2),
        link(1, 2, always(), 0.2),
        link(2, 0, when(3), 0.0),
    ];
    let mut parts = parts(3, transitions);
    parts.states[1].conduit = Some(always());
    let mut stage = Stage::new(parts);
    assert_eq!(stage.taken, []);
    stage.parameters[1] = 1.0;
    stage.step(0.1);
    let step = |transition, term| Taken {
        round: 0,
        from: 0,
        transition,
        term,
    };
    assert_eq!(stage.taken, [step(0, 2), step(1, 0)]);
    stage.step(0.1);
    assert_eq!(stage.taken, [], "once");
    stage.parameters = [0.0, 0.0, 0.0, 1.0];
    stage.step(0.1);
    assert_eq!(
        stage.taken,
        [Taken {
            round: 0,
            from: 2,
            transition: 2,
            term: 0
        }]
    );
    assert_eq!(
        stage
            .state
            .layers()
            .map(|layer| layer.transition)
            .collect::<Vec<_>>(),
        [] as [u16; 0]
    );
}

/// Through a conduit the step that leaves the state says whether it is muted, and the last one
/// which group is required.
#[test]
fn any_step_of_a_way_mutes_and_requires() {
    for (first, last) in [(true, false), (false, true), (false, false)] {
        let mut all = parts(3, vec![link(0, 1, when(0), 1.0), link(1, 2, always(), 1.0)]);
        all.states[1].conduit = Some(always());
        (
            all.transitions[0].mutes_source,
            all.transitions[1].mutes_source,
        ) = (first, last);
        let mut stage = Stage::new(all.clone());
        assert!(!stage.state.is_muted(0));
        stage.parameters[0] = 1.0;
        stage.step(0.25);
        assert_eq!(
            (stage.state.is_muted(0), stage.state.is_muted(2)),
            (first || last, false)
        );
        stage.step(1.0);
        assert!(!stage.state.is_muted(0), "it is over");
        all.transitions[usize::from(last)].required_group = Name(78);
        let mut closed = Stage::new(all.clone());
        closed.parameters[0] = 1.0;
        closed.step(0.25);
        assert_eq!(closed.state.current(), Some(0));
        all.transitions[usize::from(last)].required_group = MARKED;
        let mut open = Stage::new(all);
        open.parameters[0] = 1.0;
        open.step(0.25);
        assert_eq!(open.state.current(), Some(2));
    }
}
