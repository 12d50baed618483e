use super::*;

struct World([f64; 2]);

impl Environment for World {
    fn parameter(&self, index: u16) -> f64 {
        self.0[usize::from(index)]
    }

    fn query(&self, query: Query) -> Option<f64> {
        (query == Query::TimeInState).then_some(0.5)
    }
}

const A: Op = Op::Parameter(0);
const B: Op = Op::Parameter(1);

fn value(ops: &[Op], parameters: [f64; 2]) -> Option<f64> {
    Program::new(ops.to_vec(), 2)
        .unwrap()
        .value(&World(parameters))
}

#[test]
fn operators_are_those_of_arithmetic() {
    let cases = [
        (Op::Add, 5.0),
        (Op::Subtract, 1.0),
        (Op::Multiply, 6.0),
        (Op::Divide, 1.5),
        (Op::Min, 2.0),
        (Op::Max, 3.0),
        (Op::Less, 0.0),
        (Op::LessEqual, 0.0),
        (Op::Greater, 1.0),
        (Op::GreaterEqual, 1.0),
        (Op::Equal, 0.0),
        (Op::NotEqual, 1.0),
        (Op::And(2), 1.0),
        (Op::Or(2), 1.0),
    ];
    for (op, expected) in cases {
        assert_eq!(value(&[op, A, B], [3.0, 2.0]), Some(expected), "{op:?}");
    }
    assert_eq!(value(&[Op::Absolute, A], [-3.0, 0.0]), Some(3.0));
    let select = [Op::Select, A, B, Op::Number(7.0)];
    assert_eq!(
        [1.0, 0.0, f64::NAN].map(|a| value(&select, [a, 2.0])),
        [Some(2.0), Some(7.0), Some(7.0)]
    );
    assert_eq!(
        [0.0, 2.0].map(|a| value(&[Op::Not, A], [a, 0.0])),
        [Some(1.0), Some(0.0)]
    );
    for (op, expected) in [
        (Op::LessEqual, 1.0),
        (Op::GreaterEqual, 1.0),
        (Op::Equal, 1.0),
        (Op::NotEqual, 0.0),
    ] {
        assert_eq!(value(&[op, A, B], [2.0, 2.0]), Some(expected), "{op:?}");
    }
    assert_eq!(
        [1.0, -1.0].map(|a| value(&[Op::Divide, A, B], [a, 0.0])),
        [Some(f64::INFINITY), Some(-f64::INFINITY)]
    );
}

#[test]
fn what_is_compared_with_nan_is_false_and_nan_is_not_true() {
    for op in [
        Op::Less,
        Op::LessEqual,
        Op::Greater,
        Op::GreaterEqual,
        Op::Equal,
        Op::NotEqual,
        Op::And(2),
    ] {
        for sides in [[f64::NAN, 1.0], [1.0, f64::NAN], [f64::NAN; 2]] {
            assert_eq!(value(&[op, A, B], sides), Some(0.0), "{op:?} {sides:?}");
        }
    }
    assert_eq!(value(&[Op::Or(2), A, B], [f64::NAN, 1.0]), Some(1.0));
    assert_eq!(value(&[Op::Not, A], [f64::NAN, 0.0]), Some(1.0));
}

#[test]
fn a_question_without_an_answer_makes_the_whole_false_wherever_it_stands() {
    let (known, unknown) = (Op::Query(Query::TimeInState), Op::Query(Query::Fraction));
    assert_eq!(value(&[known], [0.0; 2]), Some(0.5));
    for ops in [
        vec![Op::Or(2), A, unknown],
        vec![Op::Not, unknown],
        vec![Op::Add, unknown, A],
        vec![Op::Add, A, unknown],
    ] {
        let program = Program::new(ops, 2).unwrap();
        assert_eq!(program.value(&World([1.0; 2])), None);
        assert!(!program.is_true(&World([1.0; 2])));
    }
}

/// `a > 1 and (b > 1 or not (a > 0 and b > 0))`
fn nested() -> Program {
    let (one, zero) = (Op::Number(1.0), Op::Number(0.0));
    let ops = [
        &[Op::And(2), Op::Greater, A, one][..],
        &[Op::Or(2), Op::Greater, B, one],
        &[
            Op::Not,
            Op::And(2),
            Op::Greater,
            A,
            zero,
            Op::Greater,
            B,
            zero,
        ],
    ];
    Program::new(ops.concat(), 2).unwrap()
}

#[test]
fn the_term_that_made_it_true_is_named() {
    let decided = |parameters| nested().decider(&World(parameters));
    assert_eq!(decided([2.0, 5.0]), 0, "of an `and` all of it");
    let either = Program::new(
        vec![
            Op::Or(3),
            Op::Parameter(0),
            Op::Or(2),
            Op::Number(0.0),
            Op::Parameter(1),
            Op::Number(1.0),
        ],
        2,
    );
    let either = either.unwrap();
    let decided = |parameters| either.decider(&World(parameters));
    assert_eq!(decided([1.0, 1.0]), 1, "the first that is true");
    assert_eq!(decided([0.0, 1.0]), 4, "of an `or` in it the same");
    assert_eq!(decided([0.0, 0.0]), 5);
}

#[test]
fn the_terms_that_made_it_false_are_named() {
    let blamed = |parameters| {
        let mut terms = Vec::new();
        nested().blame(&World(parameters), |at| terms.push(at));
        terms
    };
    assert_eq!(blamed([0.5, 5.0]), [1], "of an `and` the first");
    assert_eq!(
        blamed([2.0, 0.5]),
        [5, 8],
        "of an `or` all, and a `not` is one term"
    );
    assert_eq!(blamed([0.0, 0.0]), [1]);
    assert!(nested().is_true(&World([2.0, -1.0])) && nested().is_true(&World([2.0, 2.0])));
    assert_eq!(nested().parameters().collect::<Vec<_>>(), [0, 1, 0, 1]);
}

#[test]
fn what_is_no_program_is_refused_with_its_place() {
    let refused = |ops: Vec<Op>| Program::new(ops, 2).unwrap_err();
    assert_eq!(refused(vec![]), ProgramError::Short);
    assert_eq!(refused(vec![Op::Add, A]), ProgramError::Short);
    assert_eq!(refused(vec![Op::Add, A, B, A]), ProgramError::Long(3));
    assert_eq!(
        refused(vec![Op::Not, Op::Parameter(2)]),
        ProgramError::Parameter(1)
    );
    assert_eq!(refused(vec![Op::Not, Op::Or(0)]), ProgramError::Empty(1));
    let deep = |depth| [vec![Op::Not; depth], vec![A]].concat();
    assert!(Program::new(deep(MOST_DEPTH - 1), 2).is_ok());
    assert_eq!(refused(deep(MOST_DEPTH)), ProgramError::Deep(MOST_DEPTH));
}
