use super::*;
use engine::Decided;

#[test]
fn as_many_decisions_are_kept_as_are_of_use_and_none_of_a_time_before() {
    let decision = |time| Decision {
        tick: 0,
        time,
        node: 1,
        machine: anim::Name::NONE,
        transition: 0,
        title: String::new(),
        what: Decided::Interrupted,
    };
    let mut looking = Looking::default();
    (0..MOST_DECISIONS + 50).for_each(|at| looking.decided(decision(at as f64)));
    assert_eq!(looking.decisions.len(), MOST_DECISIONS);
    assert_eq!(looking.decisions[0].time, (MOST_DECISIONS + 49) as f64);
    looking.decided(decision(0.5));
    assert_eq!(looking.decisions.len(), 1);
    looking.decided(Decision {
        transition: 1,
        ..decision(0.5)
    });
    assert_eq!(looking.decisions.len(), 2, "two of one tick");
    looking.decided(Decision {
        tick: 1,
        ..decision(0.5)
    });
    assert_eq!(looking.decisions.len(), 1, "the tick is played again");
}
