//! Machines that are edited while they run: what was not edited goes on as if nothing had happened.

use super::*;

/// What can be seen of a machine, by names.
#[derive(Debug, PartialEq)]
struct Seen {
    current: Name,
    time: f64,
    weights: Vec<(Name, f64)>,
    happened: Vec<(&'static str, Name)>,
}

fn state_name(machine: &Machine, at: u16) -> Name {
    machine.parts().states[usize::from(at)].name
}

fn transition_name(machine: &Machine, at: u16) -> Name {
    machine.parts().transitions[usize::from(at)].name
}

fn by_name(machine: &Machine, what: Happened) -> (&'static str, Name) {
    match what {
        Happened::Left(at) => ("left", state_name(machine, at)),
        Happened::Entered(at) => ("entered", state_name(machine, at)),
        Happened::FullyBlended(at) => ("fully blended", state_name(machine, at)),
        Happened::Started(at) => ("started", transition_name(machine, at)),
        Happened::Ended(at) => ("ended", transition_name(machine, at)),
        Happened::Interrupted(at) => ("interrupted", transition_name(machine, at)),
    }
}

/// States that have no weight are left out, for a twin may not have them.
fn seen(stage: &Stage) -> Seen {
    let (machine, state) = (&stage.machine, &stage.state);
    let states = 0..machine.parts().states.len() as u16;
    let mut weights: Vec<(Name, f64)> = states
        .map(|at| (state_name(machine, at), state.weight_of(at)))
        .filter(|(_, weight)| *weight > 0.0)
        .collect();
    weights.sort_by_key(|it| it.0);
    let happened = stage.effects.iter().filter_map(|effect| match effect {
        Effect::Happened(what) => Some(by_name(machine, *what)),
        _ => None,
    });
    Seen {
        current: state_name(machine, state.current().unwrap()),
        time: state.time_in_state(),
        weights,
        happened: happened.collect(),
    }
}

fn edit(stage: &mut Stage, parts: MachineParts) {
    let now = Machine::new(parts).unwrap();
    stage.state = stage.state.fitted(&stage.machine, &now);
    stage.machine = now;
}

/// Indices of states move by one from a place on.
fn with_state_at(parts: &MachineParts, at: u16, name: Name) -> MachineParts {
    let mut parts = parts.clone();
    let moved = |state: u16| if state >= at { state + 1 } else { state };
    for it in &mut parts.transitions {
        it.to = moved(it.to);
        if let TransitionSource::State(from) = &mut it.from {
            *from = moved(*from);
        }
    }
    parts.entry = moved(parts.entry);
    let state = State {
        name,
        ..states(1).remove(0)
    };
    parts.states.insert(usize::from(at), state);
    parts
}

fn never() -> Rule {
    Rule::Own(Program::new(vec![Op::Number(0.0)], 0).unwrap())
}

fn random_machine(dice: &mut Dice) -> MachineParts {
    let count = 3 + dice.below(4) as u16;
    let mut transitions = Vec::new();
    for from in 0..count {
        for to in (0..count).filter(|to| *to != from) {
            let mut it = link(
                from,
                to,
                when(dice.below(3) as u16),
                0.05 * dice.below(12) as f64,
            );
            it.name = Name(100 + transitions.len() as u64);
            it.least_time_away = 0.1 * dice.below(3) as f64;
            it.mutes_source = dice.below(4) == 0;
            transitions.push(it);
        }
    }
    parts(count.into(), transitions)
}

/// A state and a transition that nobody takes, each at any place.
fn with_more(parts: &MachineParts, dice: &mut Dice, new: u64) -> MachineParts {
    let states = parts.states.len() + 1;
    let mut parts = with_state_at(parts, dice.below(states) as u16, Name(1000 + new));
    let mut any = || dice.below(states) as u16;
    let mut it = link(any(), any(), never(), 0.2);
    it.name = Name(2000 + new);
    let at = dice.below(parts.transitions.len() + 1);
    parts.transitions.insert(at, it);
    parts
}

#[test]
fn states_and_transitions_that_are_added_while_it_runs_change_nothing_else() {
    let mut dice = Dice(20_261_129);
    for _ in 0..200 {
        let parts = random_machine(&mut dice);
        let (mut still, mut edited) = (Stage::new(parts.clone()), Stage::new(parts));
        for tick in 0..60 {
            for at in 0..3 {
                let value = f64::from(dice.below(4) == 0);
                (still.parameters[at], edited.parameters[at]) = (value, value);
            }
            if dice.below(5) == 0 {
                let more = with_more(&edited.machine.parts().clone(), &mut dice, tick);
                edit(&mut edited, more);
            }
            let dt = [0.0, 0.016, 0.033, 0.4][dice.below(4)];
            still.step(dt);
            edited.step(dt);
            assert_eq!(seen(&edited), seen(&still));
        }
    }
}

/// Of three states in a row, half way from the first to the second.
fn half_way() -> Stage {
    let mut transitions = vec![link(0, 1, when(0), 1.0), link(1, 2, when(1), 1.0)];
    (transitions[0].name, transitions[1].name) = (Name(100), Name(101));
    let mut stage = Stage::new(parts(3, transitions));
    stage.parameters[0] = 1.0;
    stage.step(0.5);
    near(&stage.weights(), &[0.5, 0.5, 0.0]);
    stage
}

#[test]
fn a_renamed_state_goes_on() {
    let mut stage = half_way();
    let mut parts = stage.machine.parts().clone();
    (parts.states[1].name, parts.transitions[0].name) = (Name(50), Name(51));
    edit(&mut stage, parts);
    assert_eq!(stage.state.current(), Some(1));
    near(&stage.weights(), &[0.5, 0.5, 0.0]);
}

#[test]
fn a_machine_whose_current_state_is_gone_begins_again() {
    let mut stage = half_way();
    let mut parts = parts(2, vec![]);
    parts.states[1].name = Name(3);
    edit(&mut stage, parts);
    assert_eq!(stage.state.current(), None);
    stage.step(0.0);
    assert_eq!(
        (stage.state.current(), stage.state.time_in_state()),
        (Some(0), 0.0)
    );
}

#[test]
fn a_transition_that_is_gone_ends_at_once() {
    let mut stage = half_way();
    let mut parts = stage.machine.parts().clone();
    parts.transitions.remove(0);
    edit(&mut stage, parts);
    assert_eq!(stage.state.current(), Some(1));
    near(&stage.weights(), &[0.0, 1.0, 0.0]);
    assert!((stage.state.time_in_state() - 0.5).abs() < 1e-12);
}

#[test]
fn a_state_that_is_gone_under_a_transition_leaves_its_target_alone() {
    let mut stage = half_way();
    stage.parameters[1] = 1.0;
    stage.step(0.5);
    near(&stage.weights(), &[0.0, 0.5, 0.5]);
    let mut parts = parts(2, vec![link(0, 1, when(1), 1.0)]);
    (parts.states[1].name, parts.transitions[0].name) = (Name(3), Name(101));
    edit(&mut stage, parts);
    assert_eq!(stage.state.current(), Some(1));
    near(&stage.weights(), &[0.0, 1.0]);
}

#[test]
fn a_current_state_that_becomes_a_conduit_is_gone() {
    let mut stage = half_way();
    let mut parts = stage.machine.parts().clone();
    parts.states[1].conduit = Some(always());
    edit(&mut stage, parts);
    stage.step(0.0);
    assert_ne!(stage.state.current(), Some(1));
}

/// A machine of more states than [`MOST_ACTIVE`] may have more under way than one of few.
#[test]
fn what_has_no_room_any_more_is_folded() {
    let (count, left) = (MOST_ACTIVE as u16 + 36, MOST_ACTIVE as u16 + 3);
    let mut stage = Stage::new(restless(count, 1000.0));
    // Once around and on to a state that stays.
    (0..count + 5).for_each(|_| stage.step(0.7));
    assert!(stage.state.depth() > usize::from(left));
    edit(&mut stage, restless(left, 1000.0));
    assert!(stage.state.depth() <= usize::from(left));
    assert_eq!(stage.state.current(), Some(6));
    near(&[stage.weights().iter().sum()], &[1.0]);
    stage.step(0.7);
    assert_eq!(stage.state.current(), Some(7));
}
