use super::*;
use crate::dice::Dice;
use anim::{
    machine::{MachineState, PlayerView, State, Surroundings, Transition},
    program::Query,
};

fn state(name: &str) -> State {
    State {
        name: Name::new(name),
        conduit: None,
        reset_on_entry: false,
        inertialize_reentry: false,
    }
}

fn conduit(name: &str, rule: Vec<Op>) -> State {
    State {
        conduit: Some(own(rule)),
        ..state(name)
    }
}

fn own(ops: Vec<Op>) -> Rule {
    Rule::Own(Program::new(ops, 8).unwrap())
}

fn transition(from: u16, to: u16, rule: Vec<Op>) -> Transition {
    Transition {
        name: Name::new("T"),
        from: TransitionSource::State(from),
        to,
        priority: 0,
        rule: own(rule),
        automatic: None,
        settings: None,
        least_time_away: 0.0,
        pose: None,
        mutes_source: false,
        required_group: Name::NONE,
    }
}

fn machine(states: Vec<State>, transitions: Vec<Transition>) -> Machine {
    let parts = MachineParts {
        states,
        transitions,
        most_per_tick: 3,
        ..MachineParts::default()
    };
    Machine::new(parts).unwrap()
}

fn compare(op: Op, parameter: u16, number: f64) -> Vec<Op> {
    vec![op, Op::Parameter(parameter), Op::Number(number)]
}

fn all_of(terms: &[Vec<Op>]) -> Vec<Op> {
    [vec![Op::And(terms.len() as u16)], terms.concat()].concat()
}

fn any_of(terms: &[Vec<Op>]) -> Vec<Op> {
    [vec![Op::Or(terms.len() as u16)], terms.concat()].concat()
}

fn not(term: Vec<Op>) -> Vec<Op> {
    [vec![Op::Not], term].concat()
}

/// A machine of two states with one transition between them, whose second state is out of reach.
fn is_proven(rule: Vec<Op>) -> bool {
    let machine = machine(vec![state("A"), state("B")], vec![transition(0, 1, rule)]);
    let found = unreachable_states(&machine);
    assert!(!found[0]);
    found[1]
}

#[test]
fn rules_that_contradict_themselves_are_proven() {
    let (more, less) = (compare(Op::Greater, 0, 2.0), compare(Op::Less, 0, 2.0));
    assert!(is_proven(all_of(&[more.clone(), less.clone()])));
    assert!(is_proven(vec![Op::Number(0.0)]));
    assert!(is_proven(all_of(&[
        compare(Op::Equal, 0, 1.0),
        compare(Op::Equal, 0, 2.0)
    ])));
    assert!(is_proven(all_of(&[
        vec![Op::Parameter(1)],
        not(vec![Op::Parameter(1)])
    ])));
    // A number whose size is less than 30 is not more than 40.
    let size = vec![Op::Less, Op::Absolute, Op::Parameter(0), Op::Number(30.0)];
    assert!(is_proven(all_of(&[
        size.clone(),
        compare(Op::Greater, 0, 40.0)
    ])));
    assert!(!is_proven(all_of(&[size, compare(Op::Less, 0, -29.0)])));
    let time = vec![Op::Greater, Op::Query(Query::TimeInState), Op::Number(1.0)];
    assert!(is_proven(all_of(&[
        time.clone(),
        more.clone(),
        less.clone()
    ])));
    assert!(!is_proven(time));
    assert!(!is_proven(any_of(&[more.clone(), less.clone()])));
    // NaN is neither more nor less.
    assert!(!is_proven(all_of(&[
        not(more),
        not(less),
        not(compare(Op::Equal, 0, 2.0))
    ])));
}

#[test]
fn what_is_not_understood_is_not_proven() {
    // x - x > 1 never is, but nobody looks into calculations.
    let sum = vec![
        Op::Greater,
        Op::Subtract,
        Op::Parameter(0),
        Op::Parameter(0),
        Op::Number(1.0),
    ];
    assert!(!is_proven(sum));
    assert!(!is_proven(compare(Op::Less, 0, f64::INFINITY)));
    let between = all_of(&[
        compare(Op::Greater, 0, 1e308),
        compare(Op::Less, 0, f64::INFINITY),
    ]);
    assert!(!is_proven(between));
    let many: Vec<Vec<Op>> = (0..8)
        .flat_map(|at| [compare(Op::Greater, at, 2.0), compare(Op::Less, at, 1.0)])
        .collect();
    assert!(
        !is_proven(all_of(&many)),
        "too many regions are not searched"
    );
}

#[test]
fn an_earlier_transition_that_is_always_taken_goes_before() {
    let states = || vec![state("A"), state("B"), state("C")];
    let fast = compare(Op::Greater, 0, 2.0);
    let faster = compare(Op::Greater, 0, 3.0);
    let before = machine(
        states(),
        vec![
            transition(0, 1, fast.clone()),
            transition(0, 2, faster.clone()),
        ],
    );
    assert_eq!(unreachable_states(&before), [false, false, true]);
    // The other way round, each has its turn.
    let after = machine(
        states(),
        vec![
            transition(0, 1, faster.clone()),
            transition(0, 2, fast.clone()),
        ],
    );
    assert_eq!(unreachable_states(&after), [false; 3]);
    let late = Transition {
        least_time_away: 1.0,
        ..transition(0, 1, fast.clone())
    };
    let sometimes = machine(states(), vec![late, transition(0, 2, faster.clone())]);
    assert_eq!(unreachable_states(&sometimes), [false; 3]);
    let preferred = Transition {
        priority: -1,
        ..transition(0, 2, faster)
    };
    let by_priority = machine(states(), vec![transition(0, 1, fast), preferred]);
    assert_eq!(unreachable_states(&by_priority), [false; 3]);
}

#[test]
fn a_way_through_conduits_must_be_true_as_a_whole() {
    let fast = compare(Op::Greater, 0, 2.0);
    let slow = compare(Op::Less, 0, 1.0);
    let through = |last: Vec<Op>| {
        let states = vec![
            state("A"),
            conduit("X", fast.clone()),
            state("B"),
            state("C"),
        ];
        let yes = vec![Op::Number(1.0)];
        let ways = vec![
            transition(0, 1, yes.clone()),
            transition(1, 2, last),
            transition(2, 3, yes),
        ];
        unreachable_states(&machine(states, ways))
    };
    assert_eq!(through(slow), [false, false, true, true]);
    assert_eq!(through(fast.clone()), [false; 4]);
}

#[test]
fn a_machine_with_too_many_states_is_not_searched() {
    let states: Vec<State> = (0..=MOST_STATES).map(|_| state("S")).collect();
    let never = transition(0, 1, vec![Op::Number(0.0)]);
    assert!(!unreachable_states(&machine(states, vec![never])).contains(&true));
}

const NUMBERS: [f64; 5] = [-1.0, 0.0, 1.0, 2.0, 3.5];
const VALUES: [f64; 13] = [
    f64::NEG_INFINITY,
    -7.0,
    -1.0,
    -0.5,
    0.0,
    0.5,
    1.0,
    1.5,
    2.0,
    3.0,
    3.5,
    9.0,
    f64::NAN,
];
const PARAMETERS: usize = 3;

fn random_rule(dice: &mut Dice, depth: usize) -> Vec<Op> {
    let parameter = dice.below(PARAMETERS) as u16;
    let number = dice.of(&NUMBERS);
    let comparisons = [
        Op::Less,
        Op::LessEqual,
        Op::Greater,
        Op::GreaterEqual,
        Op::Equal,
        Op::NotEqual,
    ];
    let compared = dice.of(&comparisons);
    let most = if depth == 0 { 5 } else { 11 };
    let below = |dice: &mut Dice| random_rule(dice, depth.saturating_sub(1));
    match dice.below(most) {
        0 => vec![Op::Parameter(parameter)],
        1 => vec![compared, Op::Number(number), Op::Parameter(parameter)],
        2 => vec![
            compared,
            Op::Absolute,
            Op::Parameter(parameter),
            Op::Number(number),
        ],
        3 | 4 => compare(compared, parameter, number),
        5 => not(below(dice)),
        6 => vec![
            compared,
            Op::Add,
            Op::Parameter(parameter),
            Op::Parameter(0),
            Op::Number(number),
        ],
        7 => [vec![Op::Select], below(dice), below(dice), below(dice)].concat(),
        8 => any_of(&[below(dice), below(dice)]),
        _ => all_of(&[below(dice), below(dice)]),
    }
}

fn random_machine(dice: &mut Dice) -> Machine {
    let count = 3 + dice.below(5);
    let mut states: Vec<State> = (0..count).map(|_| state("S")).collect();
    if dice.below(2) == 0 {
        let at = 1 + dice.below(count - 1);
        states[at].conduit = Some(own(random_rule(dice, 1)));
    }
    let transitions = (0..count + dice.below(5)).map(|_| {
        let (from, to) = (dice.below(count) as u16, dice.below(count) as u16);
        Transition {
            priority: dice.below(3) as i32,
            least_time_away: dice.of(&[0.0, 0.0, 0.3]),
            ..transition(from, to, random_rule(dice, 2))
        }
    });
    machine(states, transitions.collect())
}

/// States that come up while random values are set.
fn brute_force(machine: &Machine, dice: &mut Dice) -> Vec<bool> {
    let mut seen = vec![false; machine.parts().states.len()];
    for _ in 0..12 {
        let mut state = MachineState::new(machine);
        for _ in 0..40 {
            let mut parameters: Vec<f64> = (0..PARAMETERS).map(|_| dice.of(&VALUES)).collect();
            let mut surroundings = Surroundings {
                dt: 0.1,
                parameters: &mut parameters,
                is_trigger: &|_| false,
                player: &|_| PlayerView::default(),
                beyond: &|_, _| None,
                group: &|_| true,
                effects: &mut Vec::new(),
                refused: None,
                taken: &mut Vec::new(),
            };
            state.update(machine, &mut surroundings, false);
            seen[usize::from(state.current().unwrap())] = true;
        }
    }
    seen
}

#[test]
fn no_random_machine_enters_a_state_that_was_called_unreachable() {
    let mut dice = Dice(48);
    let (mut proven, mut seen_in_all) = (0, 0);
    for number in 0..1500 {
        let machine = random_machine(&mut dice);
        let unreachable = unreachable_states(&machine);
        let seen = brute_force(&machine, &mut dice);
        for (at, (is_proven, is_seen)) in unreachable.iter().zip(&seen).enumerate() {
            assert!(!(*is_proven && *is_seen), "machine {number}, state {at}");
        }
        proven += unreachable.iter().filter(|it| **it).count();
        seen_in_all += seen.iter().filter(|it| **it).count();
    }
    assert!(
        proven > 500 && seen_in_all > 3000,
        "{proven} proven, {seen_in_all} seen"
    );
}
